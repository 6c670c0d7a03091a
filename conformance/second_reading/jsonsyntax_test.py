"""The syntax stage (ENC-2.1, ENC-2.2, ENC-5.4)."""

import pytest

from conformance.second_reading.jsonsyntax import Fault, read_tree

BAD = [
    "",
    " ",
    "{",
    "[1,]",
    "[1 2]",
    '{"a":1,}',
    "{a:1}",
    "01",
    "+1",
    ".5",
    "1.",
    "1e",
    "-",
    "NaM",
    "Inf",
    "-Inf",
    "nul",
]
BAD += [
    "1 1",
    '"\t"',
    '"\\x"',
    '"\\u12g4"',
    '"\\u123"',
    '"',
    "'a'",
    "// x\n1",
    '{"a" 1}',
    "[,1]",
    "tru",
    "\x0b1",
    "\xa01",
]


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(Fault) as caught:
        read_tree(text.encode())
    assert (caught.value.stage, caught.value.code, caught.value.pointer) == ("syntax", "bad_syntax", "")


@pytest.mark.parametrize(
    ("data", "code", "offset"),
    [
        (b"\xef\xbb\xbf1", "byte_order_mark", 0),
        (b'"\xc0\xaf"', "not_utf8", 1),
        (b'"\xed\xa0\x80"', "not_utf8", 1),
        (b'"\xf4\x90\x80\x80"', "not_utf8", 1),
        (b"[NaN", "not_finite", 1),
        (b"[-Infinity 1", "not_finite", 1),
        (b'{"a":Infinity', "not_finite", 5),
        (b"[" * 65, "too_deep", 64),
        (b"[" * 64, "bad_syntax", 64),
        (b'["\xc3\xa4" 1]', "bad_syntax", 6),
        (b"[1" + b" " * 100, "too_large", 100),
    ],
)
def test_codes_and_offsets(data: bytes, code: str, offset: int) -> None:
    with pytest.raises(Fault) as caught:
        read_tree(data, 100)
    assert (caught.value.code, caught.value.offset) == (code, offset)


def test_values() -> None:
    tree = read_tree(b' [1.0, "\\ud83d\\ude00\\u00e4\\/", {"a": null, "a": true}, [' + b"[" * 61 + b"]" * 61 + b"]] \n")
    assert [node.kind for node in tree.value] == ["number", "string", "object", "array"]
    assert tree.value[0].value == "1.0"
    assert tree.value[1].value == "😀ä/"
    assert [(key, node.kind) for key, _, node in tree.value[2].value] == [("a", "null"), ("a", "true")]
