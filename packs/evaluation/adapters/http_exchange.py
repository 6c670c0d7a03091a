"""One POST over HTTP/1.1, under one deadline, and what can become of it (PCK-17.4, PCK-17.5).

httpcore speaks the protocol. It takes the network from a backend, and ours gives each operation no more than the time
that is left of the whole try, so a body that comes byte by byte can't outlast it.
"""

import logging
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from packs.evaluation.adapters.completion import MAX_BODY
from simulator.errors import IncompleteError

MAX_ERROR_BODY = 64 << 10
CONNECT_SECONDS = 30
CLIENT = "httpcore==1.0.9"


@dataclass(frozen=True, slots=True)
class Response:
    """A response whose head came whole.

    Attributes:
        headers: names in lower case; of a repeated one the first.
        body: of a 2xx all of it, or one byte more than MAX_BODY; of another what came, up to about MAX_ERROR_BODY.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def good(self) -> bool:
        """Whether it is an answer: a 2xx."""
        return 200 <= self.status < 300


class NoResponse(Exception):
    """Not a byte of a response came; `reason` is `connection` where there was no connection, and else `closed`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Broken(Exception):
    """A response began and did not end; `head` tells whether its head came whole, which then was a 2xx."""

    def __init__(self, head: bool, received: bytes) -> None:
        super().__init__("the response broke off")
        self.head = head
        self.received = received


class Overdue(Exception):
    """The deadline passed with the request sent, or being sent."""

    def __init__(self, received: bytes) -> None:
        super().__init__("the deadline passed")
        self.received = received


class Untrusted(Exception):
    """The server's certificate does not verify."""


def client() -> Any:
    """The HTTP client library.

    Raises:
        IncompleteError: `no_http_client`, it is not installed.
    """
    try:
        import httpcore
    except ImportError:
        message = f"a model over HTTP needs the package httpcore, which is not here: pip install {CLIENT}"
        raise IncompleteError("no_http_client", message) from None
    # Its debug log has the heads of responses, and a provider may repeat a key there.
    logging.getLogger("httpcore").setLevel(logging.WARNING)
    return httpcore


class _Came:
    """What has come of a response."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = bytearray()

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300

    @property
    def limit(self) -> int:
        return MAX_BODY if self.good else MAX_ERROR_BODY

    def response(self) -> Response:
        return Response(self.status, self.headers, bytes(self.body[: self.limit + 1]))


class _TimeUp(Exception):
    """The deadline has passed."""


class _Watch:
    """One try: its deadline, and what has happened on the network."""

    def __init__(self, nanoseconds: int) -> None:
        self.end = time.monotonic_ns() + nanoseconds
        self.connected = False
        self.came = 0

    def left(self) -> float:
        """Seconds, more than none."""
        left = self.end - time.monotonic_ns()
        if left <= 0:
            raise _TimeUp
        return left / 1_000_000_000


class _Stream:
    """A connection that looks at the watch of its exchange; as httpcore.NetworkStream."""

    def __init__(self, inner: Any, line: "Exchange") -> None:
        self._inner = inner
        self._line = line

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        data: bytes = self._inner.read(max_bytes, self._line.watch.left())
        self._line.watch.came += len(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """The whole of it; each piece that the system takes costs of the time that is left."""
        self._line.watch.connected = True
        rest = memoryview(buffer)
        sock = self._inner.get_extra_info("socket")
        while rest:
            sock.settimeout(self._line.watch.left())
            try:
                rest = rest[sock.send(rest) :]
            except TimeoutError:
                raise _TimeUp from None
            except OSError as error:
                raise self._line.http.WriteError(error) from error

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> "_Stream":
        left = min(self._line.watch.left(), CONNECT_SECONDS)
        try:
            return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._line)
        except self._line.http.ConnectError as error:
            if isinstance(error.__cause__, ssl.SSLCertVerificationError):
                raise Untrusted from None
            raise

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Network:
    """Connects; as httpcore.NetworkBackend."""

    def __init__(self, line: "Exchange") -> None:
        self._line = line
        self._inner = line.http.SyncBackend()

    def connect_tcp(self, host: str, port: int, *_: Any, **__: Any) -> _Stream:
        """A connection to the first address of the host that takes one."""
        fault: Exception = self._line.http.ConnectError("the host has no address")
        try:
            addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise self._line.http.ConnectError(error) from error
        for *_rest, address in addresses:
            left = min(self._line.watch.left(), CONNECT_SECONDS)
            try:
                return _Stream(self._inner.connect_tcp(address[0], port, left), self._line)
            except (self._line.http.ConnectError, self._line.http.ConnectTimeout) as error:
                fault = error
        raise fault

    def connect_unix_socket(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class Exchange:
    """POSTs to one URL, one after another, over one connection where the server keeps it. For one thread at a time."""

    def __init__(
        self, url: str, headers: dict[str, str], nanoseconds: int, trust: ssl.SSLContext | None = None
    ) -> None:
        """Opens nothing yet; `nanoseconds` are those of one try, from connecting to the last byte (PCK-17.4)."""
        self.http = client()
        self._url, self._nanoseconds = url, nanoseconds
        self._headers = list(headers.items())
        self.watch = _Watch(nanoseconds)
        self._pool = self.http.ConnectionPool(
            ssl_context=trust, max_connections=1, keepalive_expiry=30, network_backend=_Network(self)
        )

    def close(self) -> None:
        """Closes the connection."""
        self._pool.close()

    def post(self, body: bytes) -> Response:
        """One try.

        Raises:
            NoResponse, Broken, Overdue, Untrusted: there is no whole response.
        """
        self.watch = _Watch(self._nanoseconds)
        came = _Came()
        with self._faults(came), self._pool.stream("POST", self._url, headers=self._headers, content=body) as stream:
            came.status, came.headers = stream.status, _headers(stream.headers)
            for piece in stream.iter_stream():
                came.body += piece
                if len(came.body) > came.limit:
                    break
        return came.response()

    @contextmanager
    def _faults(self, came: "_Came") -> Iterator[None]:
        """Says in our words what failed; a response that is no answer may break off in its body."""
        http = self.http
        try:
            yield
        except (_TimeUp, http.TimeoutException, http.NetworkError, http.RemoteProtocolError, OSError) as error:
            if isinstance(error, (http.ConnectError, http.ConnectTimeout)) or not self.watch.connected:
                raise NoResponse("connection") from None
            if came.status and not came.good:
                return
            if isinstance(error, (_TimeUp, http.TimeoutException)):
                raise Overdue(bytes(came.body)) from None
            if not self.watch.came:
                raise NoResponse("closed") from None
            raise Broken(came.good, bytes(came.body)) from None


def _headers(raw: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """Names in lower case; of a repeated one the first."""
    return {name.decode("ascii").lower(): value.decode("latin-1") for name, value in reversed(raw)}
