"""Settings of a model behind an OpenAI-compatible chat endpoint (PCK-17.1)."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import SplitResult, urlsplit

from packs.evaluation import prompt, views
from simulator import canonical
from simulator.errors import UsageError

ADAPTER_VERSION = "1.0"
TOKENS_MEMBERS = ("max_tokens", "max_completion_tokens")

_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,6})(\.[0-9]{1,9})?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_VISIBLE = re.compile(r"[\x21-\x7e]{1,2048}")
_SECOND = 1_000_000_000


@dataclass(frozen=True, slots=True)
class OpenAISettings:
    """Everything that an adapter is told (PCK-17.1).

    Attributes:
        base_url: what stands before `/chat/completions`.
        model: the model's name, as the provider spells it.
        max_tokens: the most tokens of one answer.
        temperature, top_p: exact decimals, put into requests as they are written; None leaves the member out.
        view: one of `views.VIEWS`.
        fenced: whether a fenced block of JSON is an answer too (PCK-17.7).
        key_env: the name of the environment variable with the key; empty where the provider wants none.
        step_seconds: the time of one try, an exact decimal (PCK-17.4).
        retries: how many times a try may be made again (PCK-17.5).
        tokens_member: what the request calls `max_tokens`; some providers want another name.
        max_view_characters: the most that the text of an observation may take (PCK-17.2.4).
    """

    base_url: str
    model: str
    max_tokens: int
    temperature: str | None = None
    top_p: str | None = None
    view: str = views.JSON
    fenced: bool = False
    key_env: str = ""
    step_seconds: str = "120"
    retries: int = 5
    tokens_member: str = "max_tokens"
    max_view_characters: int = 400_000

    def __post_init__(self) -> None:
        """Refuses what no request can be made of.

        Raises:
            UsageError: `bad_setting`.
        """
        _check_url(self.base_url)
        _need(0 < len(self.model) <= 256 and self.model.isprintable(), "model is 1 to 256 printable characters")
        for name in ("temperature", "top_p"):
            value = getattr(self, name)
            _need(value is None or _is_decimal(value), f"{name} is a decimal such as 0.7")
        _need(_is_decimal(self.step_seconds), "step_seconds is a decimal such as 120")
        _need(0 < self.step_nanoseconds <= 86_400 * _SECOND, "step_seconds is above 0 and at most a day")
        _need(1 <= self.max_tokens <= 10_000_000, "max_tokens is 1 to 10000000")
        _need(0 <= self.retries <= 100, "retries is 0 to 100")
        _need(1 <= self.max_view_characters <= 10_000_000, "max_view_characters is 1 to 10000000")
        _need(self.view in views.VIEWS, f"view is one of {', '.join(views.VIEWS)}")
        _need(self.tokens_member in TOKENS_MEMBERS, f"tokens_member is one of {', '.join(TOKENS_MEMBERS)}")
        _need(not self.key_env or _NAME.fullmatch(self.key_env) is not None, "key_env names an environment variable")

    @property
    def url(self) -> str:
        """Where requests go."""
        return self.base_url.rstrip("/") + "/chat/completions"

    @property
    def step_nanoseconds(self) -> int:
        """`step_seconds`, rounded down."""
        return int(Fraction(self.step_seconds) * _SECOND)

    def document(self) -> dict[str, Any]:
        """What may change an answer: not the name of the key's variable, and not the key (PCK-17.1)."""
        return {
            "adapter": "openai",
            "adapter_version": ADAPTER_VERSION,
            "base_url": self.base_url,
            "model": self.model,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "tokens_member": self.tokens_member,
            "view": self.view,
            "view_version": views.VIEW_VERSION,
            "max_view_characters": self.max_view_characters,
            "fenced": self.fenced,
            "prompt_version": prompt.PROMPT_VERSION,
            "prompt_digest": prompt.digest(self.view, self.fenced),
            "step_seconds": self.step_seconds,
            "retries": self.retries,
        }

    def request(self, text: str) -> bytes:
        """The body of a request that shows the text of an observation (PCK-17.3.1).

        Decimals go in as the tokens that they are; canonical JSON has no place for them.
        """
        messages = [
            {"role": "system", "content": prompt.system(self.view, self.fenced)},
            {"role": "user", "content": prompt.user(text)},
        ]
        members: dict[str, bytes] = {
            "model": canonical.encode(self.model),
            "messages": canonical.encode(messages),
            self.tokens_member: canonical.encode(self.max_tokens),
            "stream": b"false",
        }
        for name in ("temperature", "top_p"):
            value = getattr(self, name)
            if value is not None:
                members[name] = value.encode("ascii")
        return b"{" + b",".join(canonical.encode(name) + b":" + members[name] for name in sorted(members)) + b"}"


def _need(holds: bool, rule: str) -> None:
    if not holds:
        raise UsageError("bad_setting", rule)


def _is_decimal(text: str) -> bool:
    return _DECIMAL.fullmatch(text) is not None


def _check_url(url: str) -> None:
    rule = "base_url is http:// or https://, a host, and a path: no user, no password, no query"
    _need(_VISIBLE.fullmatch(url) is not None, rule)
    try:
        parts = urlsplit(url)
        _need(_is_plain(parts), rule)
    except ValueError:
        _need(False, rule)


def _is_plain(parts: SplitResult) -> bool:
    return (
        parts.scheme in ("http", "https")
        and bool(parts.hostname)
        and parts.port != 0
        and not ("@" in parts.netloc or parts.query or parts.fragment)
    )
