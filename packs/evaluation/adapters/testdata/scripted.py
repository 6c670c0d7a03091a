"""A provider on loopback that follows a script, byte by byte: for the tests of the HTTP adapter.

A script is a list of replies, one for each request; a reply is a list of things to do with the connection. The bodies
have the shapes of real providers' responses.
"""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

CUT = object()
HANG = object()
RESET = object()

Reply = list[Any]


@dataclass(frozen=True)
class Request:
    """What a client sent."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


def http(status: int, body: bytes, *headers: str, reason: str = "Reason") -> bytes:
    """A whole response with a length."""
    lines = [f"HTTP/1.1 {status} {reason}", f"Content-Length: {len(body)}", "Content-Type: application/json", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


def completion(content: str | None, **members: Any) -> bytes:
    """A chat completion as the large providers send it; `members` change the choice, its message, or the document."""
    message = {"role": "assistant", "content": content, "refusal": None, "annotations": []}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    document = {
        "id": "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
        "object": "chat.completion",
        "created": 1741569952,
        "model": "model-2024-01-01",
        "choices": [choice],
        "usage": {
            "prompt_tokens": 1117,
            "completion_tokens": 46,
            "total_tokens": 1163,
            "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
        },
        "service_tier": "default",
        "system_fingerprint": "fp_44709d6fcb",
    }
    for name, value in members.items():
        for place in (message, choice, document):
            if name in place or (place is message and name in ("tool_calls", "function_call")):
                place[name] = value
                break
        else:
            document[name] = value
    return json.dumps(document).encode()


def error(message: str, **members: Any) -> bytes:
    """An error's body."""
    return json.dumps({"error": {"message": message, **members}}, indent=2).encode()


# As llama.cpp's server sent them.
LLAMA_200 = (
    b'{"choices":[{"finish_reason":"stop","index":0,"message":{"role":"assistant","content":'
    b'"{\\"actions\\":{\\"P1\\":\\"east\\"}}"}}],"created":1796038090,"model":"SmolLM2-135M-Instruct.Q4_1.gguf",'
    b'"system_fingerprint":"b0-unknown","object":"chat.completion","usage":{"completion_tokens":48,"prompt_tokens":29,'
    b'"total_tokens":77,"prompt_tokens_details":{"cached_tokens":0}},"id":"chatcmpl-5pjUQz3bbdRewRQkW9BMaLOMdLkeV1by",'
    b'"timings":{"cache_n":0,"prompt_n":29,"prompt_ms":141.187,"prompt_per_token_ms":4.868517241379311,'
    b'"prompt_per_second":205.4013471495251,"predicted_n":48,"predicted_ms":357.821}}'
)
LLAMA_401 = b'{"error":{"message":"Invalid API Key","type":"authentication_error","code":401}}'
LLAMA_400 = (
    b'{"error":{"code":400,"message":"request (4031 tokens) exceeds the available context size (2048 tokens), try '
    b'increasing it","type":"exceed_context_size_error","n_prompt_tokens":4031,"n_ctx":2048}}'
)
# As other providers word them.
LIMIT_429 = error("Rate limit reached for model-x on tokens per min (TPM)", type="tokens", code="rate_limit_exceeded")
SERVER_500 = error("The server had an error while processing your request.", type="server_error", code=None)
OVERLOADED_529 = b'{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
GATEWAY_502 = b"<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body></body>\r\n</html>\r\n"


def chunked(body: bytes, size: int = 7) -> bytes:
    """A whole response in chunks."""
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


@dataclass
class Server:
    """Listens until its `with` block ends. A request that the script has no reply for is answered 500.

    A reply is a list of: bytes, which are sent; a number, of seconds to wait; CUT, which ends the connection, RESET,
    which ends it at once, with a reset; HANG, which waits until the server stops.
    """

    script: list[Reply]
    tls: ssl.SSLContext | None = None
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    reply: Callable[[Request], Reply] | None = None

    def __enter__(self) -> Server:
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        socket.create_connection(("127.0.0.1", self.port)).close()
        self._threads[0].join(10)
        self._listener.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def _accept(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            if self._stopped.is_set():
                connection.close()
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        self.connections += 1
        try:
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            with connection:
                while self._answer(connection):
                    pass
        except OSError:
            connection.close()

    def _answer(self, connection: socket.socket) -> bool:
        request = _read(connection)
        if request is None:
            return False
        with self._lock:
            self.requests.append(request)
            reply = self.reply(request) if self.reply else self.script.pop(0) if self.script else [http(500, b"")]
        for part in reply:
            if part is CUT:
                return False
            if part is RESET:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                return False
            if isinstance(part, bytes):
                connection.sendall(part)
            else:
                self._stopped.wait(None if part is HANG else part)
        return True


def _read(connection: socket.socket) -> Request | None:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(1 << 16)
        if not piece:
            return None
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    line, *rest = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (item.partition(":") for item in rest)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(1 << 16)
    return Request(line, headers, body)
