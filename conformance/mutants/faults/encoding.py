"""Faults of canonical JSON, of syntax, and of digests, words and fractions (ENC-1, ENC-2, ENC-3)."""

from conformance.mutants.mutant import Mutant

_CANONICAL, _STRICT = "simulator.canonical", "simulator.strict"

_CANONICAL_FAULTS = (
    Mutant(
        "json.keys.by-code-point",
        ("ENC-1.1",),
        "Keys are sorted by code point in place of UTF-16 code unit.",
        _CANONICAL,
        'return text.encode("utf-16-be", "surrogatepass")',
        'return text.encode("utf-8", "surrogatepass")',
    ),
    Mutant(
        "json.keys.unsorted",
        ("ENC-1.1",),
        "Members stay in the order of the document.",
        _CANONICAL,
        "for key in sorted(value, key=_utf16):",
        "for key in value:",
    ),
    Mutant(
        "json.strings.slash-escaped",
        ("ENC-1.2",),
        "A slash is escaped.",
        _CANONICAL,
        r"""_ESCAPED = re.compile(r'[\x00-\x1f"\\]')""",
        r"""_ESCAPED = re.compile(r'[\x00-\x1f"\\/]')""",
    ),
    Mutant(
        "json.strings.delete-escaped",
        ("ENC-1.2",),
        "U+007F is escaped like a control character.",
        _CANONICAL,
        r"""_ESCAPED = re.compile(r'[\x00-\x1f"\\]')""",
        r"""_ESCAPED = re.compile(r'[\x00-\x1f"\\\x7f]')""",
    ),
    Mutant(
        "json.strings.upper-case-escape",
        ("ENC-1.2",),
        "The hex digits of an escape are upper case.",
        _CANONICAL,
        r'f"\\u{ord(char):04x}"',
        r'f"\\u{ord(char):04X}"',
    ),
    Mutant(
        "json.strings.no-short-backspace",
        ("ENC-1.2",),
        r"U+0008 is written \u0008 in place of \b.",
        _CANONICAL,
        r'_SHORT = {"\b": "\\b", ',
        "_SHORT = {",
    ),
    Mutant(
        "json.strings.normalized",
        ("ENC-1.2",),
        "Text is brought into a normal form.",
        _CANONICAL,
        """return '"' + _ESCAPED.sub(_escape, text) + '"'""",
        """return '"' + _ESCAPED.sub(_escape, __import__("unicodedata").normalize("NFC", text)) + '"'""",
    ),
    Mutant(
        "json.numbers.exponent-without-plus",
        ("ENC-1.3",),
        "A positive exponent has no sign.",
        _CANONICAL,
        'power = f"e{exponent - 1:+d}"',
        'power = f"e{exponent - 1}"',
    ),
    Mutant(
        "json.numbers.small-plain",
        ("ENC-1.3",),
        "Numbers from 1e-7 on are written plain.",
        _CANONICAL,
        "elif -6 < exponent <= 0:",
        "elif -7 < exponent <= 0:",
    ),
    Mutant(
        "json.numbers.large-plain",
        ("ENC-1.3",),
        "1e21 is written plain.",
        _CANONICAL,
        "if count <= exponent <= 21:",
        "if count <= exponent <= 22:",
    ),
    Mutant(
        "json.numbers.whole-with-point",
        ("ENC-1.3",),
        "A whole double is written with `.0`.",
        _CANONICAL,
        'body = digits + "0" * (exponent - count)',
        'body = digits + "0" * (exponent - count) + ".0"',
    ),
    Mutant(
        "json.numbers.signed-zero",
        ("ENC-1.3",),
        "A double of negative zero keeps its sign.",
        _CANONICAL,
        'return "", "0", 1',
        'return repr(value)[: repr(value).startswith("-")], "0", 1',
    ),
    Mutant(
        "json.digests.with-newline",
        ("ENC-3.1",),
        "A digest covers a newline behind the canonical bytes.",
        _CANONICAL,
        "return sha256_hex(encode(value))",
        'return sha256_hex(encode(value) + b"\\n")',
    ),
    Mutant(
        "json.words.short",
        ("ENC-3.3",),
        "A word has no leading zeros.",
        "simulator.rng",
        'return f"{word:016x}"',
        'return f"{word:x}"',
    ),
    Mutant(
        "json.fractions.whole",
        ("ENC-3.2",),
        "A whole fraction is written without its denominator.",
        "scoring.aggregate",
        'return None if value is None else f"{value.numerator}/{value.denominator}"',
        "return None if value is None else str(value)",
    ),
)

_SYNTAX_FAULTS = (
    Mutant(
        "json.syntax.mark-skipped",
        ("ENC-2.1", "ENC-5.4"),
        "A byte order mark is skipped.",
        _STRICT,
        r"""    if data.startswith(b"\xef\xbb\xbf"):
        raise _fault("byte_order_mark", "the document starts with a byte order mark", 0)
""",
        r"""    data = data.removeprefix(b"\xef\xbb\xbf")
""",
    ),
    Mutant(
        "json.syntax.broken-utf8-replaced",
        ("ENC-2.1",),
        "Bytes that are no UTF-8 are replaced.",
        _STRICT,
        'text = data.decode("utf-8")',
        'text = data.decode("utf-8", "replace")',
    ),
    Mutant(
        "json.syntax.second-value",
        ("ENC-2.1",),
        "Whatever follows the first value is ignored.",
        _STRICT,
        "if parser.at != len(text):",
        "if parser.at > len(text):",
    ),
    Mutant(
        "json.syntax.leading-zero",
        ("ENC-2.1",),
        "A number may begin with a zero.",
        _STRICT,
        'r"-?(?:0|[1-9][0-9]*)(?:',
        'r"-?(?:[0-9]+)(?:',
    ),
    Mutant(
        "json.syntax.trailing-comma",
        ("ENC-2.1",),
        "A comma may stand behind the last element.",
        _STRICT,
        "        self.at += 1\n        return char == end",
        "        self.at += 1\n"
        '        if char == "," and self.peek() == end:\n'
        "            char, self.at = end, self.at + 1\n"
        "        return char == end",
    ),
    Mutant(
        "json.syntax.raw-control",
        ("ENC-2.1",),
        "A control character may stand in a string that has an escape.",
        _STRICT,
        r"""_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')""",
        r"""_PLAIN = re.compile(r'[^"\\]*')""",
    ),
    Mutant(
        "json.syntax.any-space",
        ("ENC-2.1",),
        "A vertical tab or a form feed is white space.",
        _STRICT,
        r'_SPACE = re.compile(r"[ \t\n\r]*")',
        r'_SPACE = re.compile(r"\s*")',
    ),
    Mutant(
        "json.syntax.nan-is-bad-syntax",
        ("ENC-5.4",),
        "NaN has the code of any other wrong token.",
        _STRICT,
        'raise self.fault("JSON has no NaN and no Infinity", "not_finite")',
        'raise self.fault("JSON has no NaN and no Infinity")',
    ),
    Mutant(
        "json.depth.65",
        ("ENC-2.2",),
        "65 arrays and objects may enclose one another.",
        _STRICT,
        "if depth == MAX_DEPTH:",
        "if depth == MAX_DEPTH + 1:",
    ),
    Mutant(
        "json.depth.63",
        ("ENC-2.2",),
        "The 64th enclosing array or object is refused.",
        _STRICT,
        "if depth == MAX_DEPTH:",
        "if depth == MAX_DEPTH - 1:",
    ),
    Mutant(
        "json.depth.unlimited",
        ("ENC-2.2",),
        "No depth is refused.",
        _STRICT,
        "if depth == MAX_DEPTH:",
        "if depth < 0:",
    ),
)

FAULTS = _CANONICAL_FAULTS + _SYNTAX_FAULTS
