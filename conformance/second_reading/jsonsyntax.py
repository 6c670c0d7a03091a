"""The syntax stage: bytes to a tree of tokens, character by character (ENC-2.1, ENC-2.2, ENC-5.2, ENC-5.4)."""

from dataclasses import dataclass
from typing import Any

DOCUMENT_LIMIT = 268435456
ACTION_LIMIT = 1048576
DEPTH = 64

WHITE = " \t\n\r"
DIGITS = "0123456789"
HEX = "0123456789abcdefABCDEF"
PLAIN_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Fault(Exception):
    """A refused document: stage, code and pointer are normative; the offset (syntax only) helps (ENC-5)."""

    def __init__(self, stage: str, code: str, pointer: str, offset: int | None = None, source: str = "") -> None:
        super().__init__(f"{source} {stage} {code} {pointer!r} {offset}")
        self.stage = stage
        self.code = code
        self.pointer = pointer
        self.offset = offset
        self.source = source


@dataclass(frozen=True, slots=True)
class Node:
    """One value of the text.

    kind is object, array, string, number, true, false or null; value is a list of (key, index of the key, Node), a
    list of Nodes, the text of a string (escapes resolved) or the token of a number; start is an index into the text.
    """

    kind: str
    value: Any
    start: int


def join_surrogates(text: str) -> str:
    """Halves that stand side by side become one character; single halves stay, for the shape stage (ENC-2.6)."""
    out = ""
    at = 0
    while at < len(text):
        high = ord(text[at])
        if 0xD800 <= high <= 0xDBFF and at + 1 < len(text) and 0xDC00 <= ord(text[at + 1]) <= 0xDFFF:
            out += chr(0x10000 + (high - 0xD800) * 0x400 + (ord(text[at + 1]) - 0xDC00))
            at += 2
        else:
            out += text[at]
            at += 1
    return out


class Reader:
    """Reads one text from left to right; every fault is raised where it is met."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self, code: str) -> Fault:
        """The syntax fault at the present place, with its byte offset (ENC-5.3)."""
        return Fault("syntax", code, "", len(self.text[: self.at].encode("utf-8")))

    def here(self) -> str:
        """The present character, or an empty text at the end."""
        return self.text[self.at : self.at + 1]

    def white(self) -> None:
        """Skips JSON white space."""
        while self.here() != "" and self.here() in WHITE:
            self.at += 1

    def expect(self, word: str) -> None:
        """Passes over a fixed text, or fails."""
        if self.text[self.at : self.at + len(word)] != word:
            raise self.fail("bad_syntax")
        self.at += len(word)

    def value(self, depth: int) -> Node:
        """One value, `depth` arrays and objects being open around it (ENC-2.2)."""
        start = self.at
        first = self.here()
        if first in ("{", "["):
            if depth == DEPTH:
                raise self.fail("too_deep")
            return self.object(depth + 1) if first == "{" else self.array(depth + 1)
        if first == '"':
            return Node("string", self.string(), start)
        for word in ("NaN", "Infinity", "-Infinity"):
            if self.text[self.at : self.at + len(word)] == word:
                raise self.fail("not_finite")
        if first == "-" or (first != "" and first in DIGITS):
            return Node("number", self.number(), start)
        for word in ("true", "false", "null"):
            if first == word[0]:
                self.expect(word)
                return Node(word, None, start)
        raise self.fail("bad_syntax")

    def object(self, depth: int) -> Node:
        """An object, its members in the order of the text, repeated keys included."""
        start = self.at
        members: list[tuple[str, int, Node]] = []
        self.expect("{")
        self.white()
        if self.here() == "}":
            self.at += 1
            return Node("object", members, start)
        while True:
            self.white()
            key_start = self.at
            key = self.string()
            self.white()
            self.expect(":")
            self.white()
            members.append((key, key_start, self.value(depth)))
            self.white()
            if self.here() == "}":
                self.at += 1
                return Node("object", members, start)
            self.expect(",")

    def array(self, depth: int) -> Node:
        """An array, its elements in order."""
        start = self.at
        elements: list[Node] = []
        self.expect("[")
        self.white()
        if self.here() == "]":
            self.at += 1
            return Node("array", elements, start)
        while True:
            self.white()
            elements.append(self.value(depth))
            self.white()
            if self.here() == "]":
                self.at += 1
                return Node("array", elements, start)
            self.expect(",")

    def string(self) -> str:
        """A string token; the text with its escapes resolved."""
        self.expect('"')
        parts: list[str] = []
        while True:
            character = self.here()
            if character == "" or ord(character) < 0x20:
                raise self.fail("bad_syntax")
            if character == '"':
                self.at += 1
                return join_surrogates("".join(parts))
            if character == "\\":
                parts.append(self.escape())
            else:
                parts.append(character)
                self.at += 1

    def escape(self) -> str:
        """One escape, the reader standing on its backslash."""
        letter = self.text[self.at + 1 : self.at + 2]
        if letter in PLAIN_ESCAPES:
            self.at += 2
            return PLAIN_ESCAPES[letter]
        digits = self.text[self.at + 2 : self.at + 6]
        if letter != "u" or len(digits) != 4 or any(digit not in HEX for digit in digits):
            raise self.fail("bad_syntax")
        self.at += 6
        return chr(int(digits, 16))

    def some_digits(self) -> None:
        """One or more digits."""
        if self.here() == "" or self.here() not in DIGITS:
            raise self.fail("bad_syntax")
        while self.here() != "" and self.here() in DIGITS:
            self.at += 1

    def number(self) -> str:
        """A number token as RFC 8259 has it."""
        start = self.at
        if self.here() == "-":
            self.at += 1
        if self.here() == "0":
            self.at += 1
        else:
            self.some_digits()
        if self.here() == ".":
            self.at += 1
            self.some_digits()
        if self.here() in ("e", "E"):
            self.at += 1
            if self.here() in ("+", "-"):
                self.at += 1
            self.some_digits()
        return self.text[start : self.at]


def read_tree(data: bytes, limit: int = DOCUMENT_LIMIT) -> Node:
    """The tree of a document's bytes; raises Fault with the stage `syntax` (ENC-2.1, ENC-5.2)."""
    if len(data) > limit:
        raise Fault("syntax", "too_large", "", limit)
    if data.startswith(b"\xef\xbb\xbf"):
        raise Fault("syntax", "byte_order_mark", "", 0)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault("syntax", "not_utf8", "", error.start) from None
    reader = Reader(text)
    reader.white()
    tree = reader.value(0)
    reader.white()
    if reader.at != len(text):
        raise reader.fail("bad_syntax")
    return tree
