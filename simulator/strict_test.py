"""The token parser: what it takes, what it keeps, and the offset of each syntax fault (ENC-2)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator import strict
from simulator.errors import DocumentError
from simulator.strict import Members, Number

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def fault_of(data: bytes) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        strict.parse(data)
    assert caught.value.stage == "syntax"
    assert caught.value.pointer == ""
    assert caught.value.exit_code == 3
    return caught.value


def plain(node: Any) -> Any:
    if isinstance(node, Number):
        return float(node.token) if set(node.token) & set(".eE") else int(node.token)
    if isinstance(node, Members):
        return {key: plain(value) for key, value in node.pairs}
    return [plain(item) for item in node] if isinstance(node, list) else node


@pytest.mark.parametrize("token", ["0", "-0", "1.0", "-1.50", "1e5", "1E+05", "1e-999", "1e999", "9" * 400, "0.0e0"])
def test_numbers_are_kept_as_tokens(token: str) -> None:
    assert strict.parse(f" [{token} ]".encode()) == [Number(token)]


def test_members_keep_order_and_duplicates() -> None:
    tree = strict.parse(b'{"b": 1, "a": {}, "b": [null, true, false]}')
    assert tree == Members((("b", Number("1")), ("a", Members(())), ("b", [None, True, False])))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'"\"\\\/\b\f\n\r\t"', '"\\/\b\f\n\r\t'),
        (r'"\u0041\u20AC\u20ac"', "A\u20ac\u20ac"),
        (r'"\ud83d\ude00\uD83D\uDE00"', "\U0001f600\U0001f600"),
        (r'"\udbff\udfff"', "\U0010ffff"),
        (r'"\ud800"', "\ud800"),
        (r'"\ud800x\udc00"', "\ud800x\udc00"),
        (r'"\ude00\ud83d"', "\ude00\ud83d"),
        (r'"\ud83d\ud83d\ude00"', "\ud83d\U0001f600"),
        ('"\x7f\u2028\U0001f600"', "\x7f\u2028\U0001f600"),
        ('""', ""),
    ],
)
def test_strings(text: str, value: str) -> None:
    assert strict.parse(text.encode()) == value


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"", 0),
        (b"  ", 2),
        (b"tru", 0),
        (b"True", 0),
        (b"nul", 0),
        (b"[1,]", 3),
        (b"[,1]", 1),
        (b"[1 2]", 3),
        (b"[1", 2),
        (b"[", 1),
        (b"01", 1),
        (b"-01", 2),
        (b"+1", 0),
        (b"+Infinity", 0),
        (b"nan", 0),
        (b"Inf", 0),
        (b"-", 0),
        (b"1NaN", 1),
        (b".5", 0),
        (b"1.", 1),
        (b"1e", 1),
        (b"0x10", 1),
        (b"1 2", 2),
        (b"{}x", 2),
        (b"{'a':1}", 1),
        (b"{a:1}", 1),
        (b'{"a" 1}', 5),
        (b'{"a":}', 5),
        (b'{"a":1,}', 7),
        (b'{"a":1', 6),
        (b'{"a":1]', 6),
        (b"[1}", 2),
        (b'"a', 2),
        (b'"a\nb"', 2),
        (b'"\x00"', 1),
        (b'"\\x"', 2),
        (b'"\\u12g4"', 2),
        (b'"\\', 2),
        (b"// c\n1", 0),
        (b"1\x0b", 1),
        (b"\xc2\xa01", 0),
        ('["\u20ac\U0001f600",?]'.encode(), 11),
    ],
)
def test_bad_syntax_tells_its_byte(data: bytes, offset: int) -> None:
    fault = fault_of(data)
    assert (fault.code, fault.offset) == ("bad_syntax", offset)
    assert str(fault).endswith(f"(byte {offset})")


@pytest.mark.parametrize(
    ("data", "offset"),
    [(b"NaN", 0), (b" Infinity", 1), (b"[-Infinity]", 1), (b"[1,NaN]", 3), (b'{"a":Infinity}', 5), (b"NaN NaN", 0)],
)
def test_not_finite_tells_its_byte(data: bytes, offset: int) -> None:
    fault = fault_of(data)
    assert (fault.code, fault.offset) == ("not_finite", offset)


def test_byte_order_mark() -> None:
    fault = fault_of(b"\xef\xbb\xbf{}")
    assert (fault.code, fault.offset) == ("byte_order_mark", 0)


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b'"ab\xff"', 3),
        (b'"\xc0\x80"', 1),
        (b'"\xed\xa0\x80"', 1),
        (b'"\xf4\x90\x80\x80"', 1),
        (b'"\xe2\x82', 1),
        (b"\xff\xfe1\x00", 0),
    ],
)
def test_not_utf8_tells_its_byte(data: bytes, offset: int) -> None:
    fault = fault_of(data)
    assert (fault.code, fault.offset) == ("not_utf8", offset)


@pytest.mark.parametrize(("opening", "inner", "closing"), [(b"[", b"", b"]"), (b'{"a":', b"0", b"}")])
def test_depth_ends_at_64(opening: bytes, inner: bytes, closing: bytes) -> None:
    strict.parse(opening * 64 + inner + closing * 64)
    fault = fault_of(opening * 64 + b"[]" + closing * 64)
    assert (fault.code, fault.offset) == ("too_deep", 64 * len(opening))


def test_depth_counts_nesting_and_not_arrays() -> None:
    tree = strict.parse(b"[" + b",".join([b"[[]]"] * 100) + b"]")
    assert tree == [[[]]] * 100


def test_very_deep_document_is_refused_without_recursion() -> None:
    assert fault_of(b"[" * 100_000).code == "too_deep"


def test_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert strict.MAX_BYTES == 256 * 1024 * 1024
    monkeypatch.setattr(strict, "MAX_BYTES", 4)
    assert strict.parse(b"[12]") == [Number("12")]
    fault = fault_of(b"[123]")
    assert (fault.code, fault.offset) == ("too_large", 4)


@settings(max_examples=30, deadline=None, database=None)
@given(JSON_VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_parse_agrees_with_the_plain_parser(value: Any, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        data = json.dumps(value).encode()
    assert plain(strict.parse(data)) == json.loads(data)


@settings(max_examples=200, deadline=None, database=None)
@given(st.lists(st.sampled_from('{}[]",:\\u0 1-.eEtruefalsnd'), max_size=12))
def test_parse_takes_what_the_plain_parser_takes(parts: list[str]) -> None:
    text = "".join(parts)
    try:
        expected = json.loads(text)
    except ValueError:
        assert fault_of(text.encode()).code == "bad_syntax"
    else:
        assert plain(strict.parse(text.encode())) == expected
