"""A model behind an OpenAI-compatible chat endpoint (PCK-17).

1. A request shows one observation and nothing of the ones before: the model keeps no state.
2. A response whose head says 2xx is final, whatever becomes of it.
3. A try in which not a byte of such a response came may be made again: no connection, 429, 5xx.
4. What is wrong with the set-up (address, key, model, settings, network) ends the evaluation and is never booked as the
   model's. Where one can't tell, a question that any model can be asked tells: see `_is_up`.
5. The key is read from the environment into a request's head, and goes nowhere else.
"""

import os
import re
import ssl
import time
from collections.abc import Callable
from typing import Any, NoReturn

from packs.evaluation import views
from packs.evaluation.adapters import completion, http_exchange, http_retry
from packs.evaluation.adapters.http_exchange import Broken, Exchange, NoResponse, Overdue, Response, Untrusted
from packs.evaluation.adapters.openai_settings import OpenAISettings
from packs.evaluation.model import INVALID_OUTPUT, MODEL_ERROR, TIMEOUT, Answer, Attempt, ModelFailure
from simulator import canonical, strict
from simulator.errors import DocumentError, IncompleteError, UsageError, printable
from simulator.strict import Members

# The request itself is refused: its size, or something in it.
REFUSED = (400, 413, 422)
SECRET_LENGTH = 16

_KEY = re.compile(r"[\x21-\x7e]{1,4096}")

# One person beside an exit, and no fire: what no model can be unable to read.
PROBE = canonical.encode(
    {
        "observation_version": "1.0",
        "step": 0,
        "map": {"rows": 1, "cols": 2, "walls": []},
        "exits": [{"id": "E1", "position": [0, 1]}],
        "rules": {
            "max_steps": 1,
            "enter_fire": "blocked",
            "fire": {
                "model": "deterministic",
                "spread_interval": 1,
                "spread_probability": None,
                "exits_flammable": False,
            },
        },
        "people": [{"id": "P1", "position": [0, 0], "status": "active"}],
        "burning": [],
        "allowed_actions": ["stay", "north", "south", "west", "east"],
    }
)


class OpenAIAdapter:
    """Makes players that ask one endpoint; as `model.Adapter` (PCK-17)."""

    stateless = True
    reproducible = False

    def __init__(self, settings: OpenAISettings, pause: Callable[[float], None] = time.sleep) -> None:
        """Looks whether requests can be made at all; none is made.

        Raises:
            UsageError: `no_key`, the environment variable is not set; `bad_key`, no header can hold its value.
            IncompleteError: `no_http_client`.
        """
        http = http_exchange.client()
        _key(settings.key_env)
        self._settings, self._pause = settings, pause
        self._trust: ssl.SSLContext | None = (
            http.default_ssl_context() if settings.base_url.startswith("https:") else None
        )

    def settings(self) -> dict[str, Any]:
        """As `model.Adapter` has it (PCK-17.1)."""
        return self._settings.document()

    def player(self, number: int) -> "OpenAIPlayer":
        """A fresh conversation partner, with a connection of its own; several may be asked at once.

        Raises:
            UsageError: `no_key`, `bad_key`.
        """
        return OpenAIPlayer(self._settings, self._trust, self._pause)

    def extract(self, received: bytes) -> bytes:
        """The action output in a response body (PCK-17.7).

        Raises:
            ModelFailure: `invalid_output`, there is none.
        """
        return completion.action_output(received, self._settings.fenced)


class OpenAIPlayer:
    """The model in one episode; as `model.Player` (PCK-17)."""

    def __init__(self, settings: OpenAISettings, trust: ssl.SSLContext | None, pause: Callable[[float], None]) -> None:
        self._settings, self._pause = settings, pause
        self._key = _key(settings.key_env)
        self._measured = False
        self._line = Exchange(settings.url, _headers(self._key), settings.step_nanoseconds, trust)

    def answer(self, observation: bytes) -> Answer:
        """The response body to one observation (PCK-17.4 to PCK-17.6).

        Raises:
            ModelFailure: `model_error`, `timeout`; `invalid_output` for a body of more than `completion.MAX_BODY`.
            UsageError: `view_too_large`.
            IncompleteError: the set-up or the surroundings are at fault (PCK-17.5.4).
        """
        settings = self._settings
        if not self._measured:
            views.check_size(observation, settings.view, settings.max_view_characters)
            self._measured = True
        attempts: list[Attempt] = []
        try:
            response = self._ask(settings.request(views.show(observation, settings.view)), attempts)
            return self._accepted(response, tuple(attempts))
        except ModelFailure as failure:
            self._keep_secret(failure.received)
            raise ModelFailure(failure.code, failure.message, failure.received, tuple(attempts)) from None

    def close(self) -> None:
        """Closes the connection."""
        self._line.close()

    def _accepted(self, response: Response, attempts: tuple[Attempt, ...]) -> Answer:
        body = response.body
        if len(body) > completion.MAX_BODY:
            message = f"the response has more than {completion.MAX_BODY} bytes"
            raise ModelFailure(INVALID_OUTPUT, message, body[: completion.MAX_BODY])
        coding = response.headers.get("content-encoding", "identity").strip().lower()
        if coding != "identity":
            raise ModelFailure(MODEL_ERROR, "the response is compressed, which nobody asked for", body)
        usage = completion.read(body).usage
        self._keep_secret(body)
        return Answer(body, usage, attempts)

    def _ask(self, body: bytes, attempts: list[Attempt]) -> Response:
        """The first 2xx response; tries that may be made again are added to `attempts`, and made again."""
        while True:
            reason, response = self._try(body)
            if not reason:
                return response if response.good else self._refused(response, attempts)
            if len(attempts) == self._settings.retries:
                attempts.append(Attempt(reason, "0"))
                self._given_up(reason, response, attempts)
            seconds = http_retry.wait(len(attempts), response.headers.get("retry-after"), int(time.time()))
            attempts.append(Attempt(reason, str(seconds)))
            self._pause(seconds)

    def _try(self, body: bytes) -> tuple[str, Response]:
        """Why the try may be made again, empty where it may not; and the response, status 0 where none came."""
        try:
            response = self._line.post(body)
        except NoResponse as fault:
            return fault.reason, Response(0, {}, b"")
        except Untrusted:
            raise IncompleteError("untrusted_certificate", f"{self._place}: the certificate does not verify") from None
        except Overdue as fault:
            message = f"no whole answer in {self._settings.step_seconds} s"
            raise ModelFailure(TIMEOUT, message, fault.received) from None
        except Broken as fault:
            if not fault.head and not self._is_up():
                raise IncompleteError("provider_failed", f"{self._place}: what answers there is no HTTP") from None
            raise ModelFailure(MODEL_ERROR, "the connection broke within the answer", fault.received) from None
        passing = response.status == 429 or 500 <= response.status < 600
        return f"status_{response.status}" if passing else "", response

    def _refused(self, response: Response, attempts: list[Attempt]) -> NoReturn:
        """A 4xx or a redirection: the model's where only this observation is refused (PCK-17.5.4)."""
        said = f"{self._place} answers {response.status}{self._words(response.body)}"
        if response.status in REFUSED:
            attempts.append(Attempt(f"status_{response.status}", "0"))
            if self._is_up():
                raise ModelFailure(MODEL_ERROR, f"the request is refused: {said}")
        raise IncompleteError("provider_refuses", said)

    def _given_up(self, reason: str, response: Response, attempts: list[Attempt]) -> NoReturn:
        """No try is left: the model's where only this observation fails (PCK-17.5.4)."""
        said = f"{self._place}: {reason}, {len(attempts)} times{self._words(response.body)}"
        if reason == "connection":
            raise IncompleteError("provider_unreachable", said)
        if reason == "status_429":
            raise IncompleteError("provider_busy", said)
        if self._is_up():
            raise ModelFailure(MODEL_ERROR, said)
        raise IncompleteError("provider_failed", said)

    def _is_up(self) -> bool:
        """Whether the provider answers PROBE, under the same settings, with a 2xx; what it answers is thrown away."""
        try:
            response = self._line.post(self._settings.request(views.show(PROBE, self._settings.view)))
        except (NoResponse, Broken, Overdue, Untrusted):
            return False
        return response.good

    @property
    def _place(self) -> str:
        return self._settings.url

    def _keep_secret(self, received: bytes) -> None:
        """What is kept for ever, and passed on, must not hold the key.

        Raises:
            IncompleteError: `key_in_answer`.
        """
        if len(self._key) < SECRET_LENGTH:
            return
        if any(spelling.encode("ascii") in received for spelling in _spellings(self._key)):
            message = f"{self._place} repeats the key in its answer, which so can't be recorded"
            raise IncompleteError("key_in_answer", message)

    def _words(self, body: bytes) -> str:
        """What an error's body says, for people, without the key."""
        text = _error_message(body)
        for spelling in _spellings(self._key) if self._key else ():
            text = text.replace(spelling, "[key]")
        return f": {printable(text[:200])}" if text else ""


def _key(name: str) -> str:
    """The key, read each time from the environment; empty where none is wanted."""
    if not name:
        return ""
    key = os.environ.get(name, "")
    if not key:
        raise UsageError("no_key", f"the environment variable {name} is not set; it holds the provider's key")
    if not _KEY.fullmatch(key):
        raise UsageError("bad_key", f"the environment variable {name} holds characters that no key has")
    return key


def _spellings(key: str) -> tuple[str, ...]:
    """As it is, and as JSON may spell it."""
    quoted = key.replace("\\", "\\\\").replace('"', '\\"')
    return key, quoted, quoted.replace("/", "\\/")


def _headers(key: str) -> dict[str, str]:
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "User-Agent": "ember",
    }
    return headers | ({"Authorization": f"Bearer {key}"} if key else {})


def _error_message(body: bytes) -> str:
    """The `error.message` of a provider's error, or else the beginning of whatever it sent."""
    try:
        node: object = strict.parse(body)
    except DocumentError:
        node = None
    for name in ("error", "message"):
        node = dict(node.pairs).get(name) if isinstance(node, Members) else None
    return node if isinstance(node, str) else body.decode("utf-8", "replace")
