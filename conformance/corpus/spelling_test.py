"""Tests of the spelling of documents in definitions."""

import pytest

from conformance.corpus.spelling import DefinitionError, Token, edited, replaced, spell


def test_members_keep_their_order_and_tokens_stay() -> None:
    assert spell({"b": [1, Token("1.0"), None], "a": "é\n"}) == '{"b":[1,1.0,null],"a":"é\\n"}'


def test_edits() -> None:
    value = {"a": [1, {"b/~": 2}], "c": 3}
    edits = [["/a/0", 9], ["/a/1/b~1~0", 4], ["/c"], ["/d", 5], ["/a/-", 6], ["/a/+0", 7]]
    assert edited(value, edits) == {"a": [7, 9, {"b/~": 4}, 6], "d": 5}
    assert value == {"a": [1, {"b/~": 2}], "c": 3}
    assert edited([1, 2], [["/0"]]) == [2]
    assert edited(1, [["", 2]]) == 2


@pytest.mark.parametrize("pointer", ["/x/y", "/a/2/b", "/a/5", "/c/0"])
def test_a_pointer_must_lead_somewhere(pointer: str) -> None:
    with pytest.raises(DefinitionError):
        edited({"a": [1, 2], "c": 3}, [[pointer, 0]])


def test_text_that_is_replaced_must_be_there() -> None:
    assert replaced("aab", [["a", "x"], ["b", "y"]]) == "xay"
    with pytest.raises(DefinitionError):
        replaced("aab", [["c", "x"]])
