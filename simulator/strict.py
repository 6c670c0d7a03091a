"""Reading JSON by its tokens (ENC-2).

A plain JSON parser takes duplicate keys, `1.0` for 1, rounded integers and NaN. This one decides the syntax by
itself, alike on every interpreter, and keeps what the shape rules must see: members in document order with their
duplicates, and numbers as the tokens that stand there.
"""

import re
from dataclasses import dataclass

from simulator.errors import DocumentError

MAX_BYTES = 256 << 20
MAX_DEPTH = 64

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_STRING = re.compile(r'"([^"\\\x00-\x1f]*)"')
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_UNICODE = re.compile(r"u([0-9a-fA-F]{4})")
_NOT_FINITE = re.compile(r"NaN|-?Infinity")
_PAIR = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_WORDS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True, slots=True)
class Number:
    """A number token as it stands in the document (ENC-2.3)."""

    token: str


@dataclass(frozen=True, slots=True)
class Members:
    """An object's members in document order, duplicates included (ENC-2.4)."""

    pairs: tuple[tuple[str, object], ...]


def parse(data: bytes) -> object:
    """The token tree of a JSON document: str, bool, None, `Number`, list, `Members` (ENC-2.1).

    Raises:
        DocumentError: stage "syntax", with the byte offset: `too_large`, `byte_order_mark`, `not_utf8`,
            `bad_syntax`, `not_finite`, `too_deep`.
    """
    if len(data) > MAX_BYTES:
        raise _fault("too_large", f"the document has {len(data)} bytes; at most {MAX_BYTES} are read", MAX_BYTES)
    if data.startswith(b"\xef\xbb\xbf"):
        raise _fault("byte_order_mark", "the document starts with a byte order mark", 0)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _fault("not_utf8", "the document is not UTF-8", error.start) from None
    parser = _Parser(text)
    node = parser.value(0)
    parser.space()
    if parser.at != len(text):
        raise parser.fault("something follows the document")
    return node


def _fault(code: str, message: str, offset: int) -> DocumentError:
    return DocumentError("syntax", code, message, "", offset)


class _Parser:
    """A recursive-descent parser; the depth limit bounds its recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fault(self, message: str, code: str = "bad_syntax") -> DocumentError:
        return _fault(code, message, len(self.text[: self.at].encode("utf-8")))

    def space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def peek(self) -> str:
        char = self.text[self.at : self.at + 1]
        if char > " " or not char:
            return char
        self.space()
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> object:
        char = self.peek()
        if char == '"':
            return self.string()
        if char in ("{", "["):
            if depth == MAX_DEPTH:
                raise self.fault(f"more than {MAX_DEPTH} nested arrays and objects", "too_deep")
            self.at += 1
            return self.members(depth + 1) if char == "{" else self.items(depth + 1)
        if char in _WORDS:
            return self.word(*_WORDS[char])
        return self.number()

    def word(self, word: str, value: bool | None) -> bool | None:
        if not self.text.startswith(word, self.at):
            raise self.fault("this is not a JSON value")
        self.at += len(word)
        return value

    def number(self) -> Number:
        match = _NUMBER.match(self.text, self.at)
        if not match:
            if _NOT_FINITE.match(self.text, self.at):
                raise self.fault("JSON has no NaN and no Infinity", "not_finite")
            raise self.fault("this is not a JSON value" if self.at < len(self.text) else "the document ends early")
        self.at = match.end()
        return Number(match.group())

    def items(self, depth: int) -> list[object]:
        out: list[object] = []
        if self.peek() == "]":
            self.at += 1
            return out
        while True:
            out.append(self.value(depth))
            if self.separator("]"):
                return out

    def members(self, depth: int) -> Members:
        out: list[tuple[str, object]] = []
        if self.peek() == "}":
            self.at += 1
            return Members(())
        while True:
            if self.peek() != '"':
                raise self.fault("a key in double quotes belongs here")
            key = self.string()
            if self.peek() != ":":
                raise self.fault("a colon belongs here")
            self.at += 1
            out.append((key, self.value(depth)))
            if self.separator("}"):
                return Members(tuple(out))

    def separator(self, end: str) -> bool:
        """Passes a comma (False) or the end of the list (True)."""
        char = self.peek()
        if char != end and char != ",":
            raise self.fault(f"a comma or {end} belongs here")
        self.at += 1
        return char == end

    def string(self) -> str:
        whole = _STRING.match(self.text, self.at)
        if whole:
            self.at = whole.end()
            return whole.group(1)
        self.at += 1
        out: list[str] = []
        while True:
            match = _PLAIN.match(self.text, self.at)
            if match:
                out.append(match.group())
                self.at = match.end()
            char = self.text[self.at : self.at + 1]
            if char == '"':
                self.at += 1
                return "".join(out)
            if char != "\\":
                raise self.fault("a control character in a string" if char else "the document ends in a string")
            self.at += 1
            out.append(self.escape())

    def escape(self) -> str:
        char = self.text[self.at : self.at + 1]
        if char in _ESCAPES:
            self.at += 1
            return _ESCAPES[char]
        match = _UNICODE.match(self.text, self.at)
        if not match:
            raise self.fault("this escape does not exist")
        self.at = match.end()
        unit = int(match.group(1), 16)
        low = _PAIR.match(self.text, self.at) if 0xD800 <= unit < 0xDC00 else None
        if low:
            self.at = low.end()
            return chr(0x10000 + ((unit - 0xD800) << 10) + int(low.group(1), 16) - 0xDC00)
        return chr(unit)
