"""Shapes: a code and a pointer for each fault, in document order (ENC-2, ENC-5)."""

import json
from typing import Any

import pytest

from simulator import shape, strict
from simulator.errors import DocumentError

PAIR = shape.Record({"b": shape.Integer(0, 9), "a": shape.Integer()}, {"p": shape.Probability()})
ANY = shape.Record(
    {},
    {
        "i": shape.Integer(),
        "small": shape.Integer(1, 5),
        "p": shape.Probability(),
        "t": shape.Text(3, 1),
        "id": shape.identifier(),
        "word": shape.word(),
        "hash": shape.hash_hex(),
        "c": shape.Choice("x", "y"),
        "flag": shape.Boolean(),
        "null": shape.Nullable(shape.Integer()),
        "list": shape.ListOf(shape.Integer(), 1, 2),
        "at": shape.position(),
        "map": shape.MapOf(shape.identifier(), shape.Integer()),
        "pair": PAIR,
        "a/b~c": shape.Integer(),
    },
)


def fault_of(data: bytes, form: shape.Shape = ANY) -> tuple[str, str, str]:
    with pytest.raises(DocumentError) as caught:
        shape.read(data, form)
    return caught.value.stage, caught.value.code, caught.value.pointer


@pytest.mark.parametrize(
    ("text", "code", "pointer"),
    [
        ('{"i":1.0}', "not_an_integer", "/i"),
        ('{"i":1e3}', "not_an_integer", "/i"),
        ('{"i":-0}', "negative_zero", "/i"),
        ('{"i":9007199254740992}', "integer_range", "/i"),
        ('{"i":-9007199254740992}', "integer_range", "/i"),
        ('{"i":12345678901234567890}', "integer_range", "/i"),
        ('{"i":true}', "wrong_type", "/i"),
        ('{"i":null}', "wrong_type", "/i"),
        ('{"i":"1"}', "wrong_type", "/i"),
        ('{"small":0}', "out_of_range", "/small"),
        ('{"small":6}', "out_of_range", "/small"),
        ('{"p":-0}', "negative_zero", "/p"),
        ('{"p":-0.0}', "negative_zero", "/p"),
        ('{"p":-1e-999}', "negative_zero", "/p"),
        ('{"p":-0.5}', "out_of_range", "/p"),
        ('{"p":1.5}', "out_of_range", "/p"),
        ('{"p":2}', "out_of_range", "/p"),
        ('{"p":1e999}', "number_overflow", "/p"),
        ('{"p":0.' + "1" * 31 + "}", "number_too_long", "/p"),
        ('{"p":false}', "wrong_type", "/p"),
        ('{"p":"0.5"}', "wrong_type", "/p"),
        ('{"t":"\\ud800"}', "lone_surrogate", "/t"),
        ('{"t":"abc\\udfff"}', "lone_surrogate", "/t"),
        ('{"c":"\\udc00"}', "lone_surrogate", "/c"),
        ('{"id":"\\ud800"}', "lone_surrogate", "/id"),
        ('{"i":"\\ud800"}', "lone_surrogate", "/i"),
        ('{"p":"\\ud800"}', "lone_surrogate", "/p"),
        ('{"flag":"\\ud800"}', "lone_surrogate", "/flag"),
        ('{"list":"\\ud800"}', "lone_surrogate", "/list"),
        ('{"at":"\\ud800"}', "lone_surrogate", "/at"),
        ('{"pair":"\\ud800"}', "lone_surrogate", "/pair"),
        ('{"\\ud800":0}', "lone_surrogate", ""),
        ('{"i\\udbff":0,"x":0}', "lone_surrogate", ""),
        ('{"x":0,"\\ud800":0}', "unknown_key", "/x"),
        ('{"\\ud83d\\ude00":0}', "unknown_key", "/\U0001f600"),
        ('{"pair":{"\\ud800":0}}', "lone_surrogate", "/pair"),
        ('{"map":{"\\ud800":0}}', "lone_surrogate", "/map"),
        ('{"map":{"a":1,"a\\udfffa":0}}', "lone_surrogate", "/map"),
        ('{"t":""}', "too_short", "/t"),
        ('{"t":"abcd"}', "too_long", "/t"),
        ('{"t":1}', "wrong_type", "/t"),
        ('{"id":"a b"}', "bad_value", "/id"),
        ('{"id":"a\\n"}', "bad_value", "/id"),
        ('{"word":"00000000000000AA"}', "bad_value", "/word"),
        ('{"hash":"00"}', "too_short", "/hash"),
        ('{"c":"z"}', "bad_value", "/c"),
        ('{"c":["x"]}', "wrong_type", "/c"),
        ('{"flag":0}', "wrong_type", "/flag"),
        ('{"null":"0"}', "wrong_type", "/null"),
        ('{"list":[]}', "too_short", "/list"),
        ('{"list":[1,2,3]}', "too_long", "/list"),
        ('{"list":[1,false]}', "wrong_type", "/list/1"),
        ('{"list":{}}', "wrong_type", "/list"),
        ('{"at":[1]}', "too_short", "/at"),
        ('{"at":[1,2,3]}', "too_long", "/at"),
        ('{"at":[1,-1]}', "out_of_range", "/at/1"),
        ('{"map":{"a":1,"a":1}}', "duplicate_key", "/map/a"),
        ('{"map":{"a b":1}}', "bad_value", "/map/a b"),
        ('{"map":[]}', "wrong_type", "/map"),
        ('{"pair":{"a":1}}', "missing_key", "/pair/b"),
        ('{"pair":{"b":1,"a":1,"b":1}}', "duplicate_key", "/pair/b"),
        ('{"pair":{"b":1,"c":1}}', "unknown_key", "/pair/c"),
        ('{"~/":0}', "unknown_key", "/~0~1"),
        ('{"a/b~c":null}', "wrong_type", "/a~1b~0c"),
        ("[]", "wrong_type", ""),
    ],
)
def test_each_fault_has_its_code_and_pointer(text: str, code: str, pointer: str) -> None:
    assert fault_of(text.encode()) == ("shape", code, pointer)


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"b":10,"a":1.0}', "/b"),
        ('{"a":1.0,"b":10}', "/a"),
        ('{"x":0,"b":10}', "/x"),
        ('{"b":10,"x":0}', "/b"),
        ('{"p":2}', "/p"),
        ('{"p":1}', "/a"),
        ("{}", "/a"),
        ('{"a":0}', "/b"),
    ],
)
def test_the_first_fault_in_document_order_is_told(text: str, pointer: str) -> None:
    assert fault_of(text.encode(), PAIR)[2] == pointer


def test_syntax_comes_before_shape() -> None:
    assert fault_of(b'{"i":1.0,"p":Infinity}') == ("syntax", "not_finite", "")
    assert fault_of(b'{"x":0') == ("syntax", "bad_syntax", "")


@pytest.mark.parametrize(
    ("token", "value"),
    [
        ("0", 0.0),
        ("1", 1.0),
        ("0.35", 0.35),
        ("1e-999", 0.0),
        ("5e-324", 5e-324),
        ("0." + "1" * 30, 1 / 9),
        ("10E-1", 1.0),
    ],
)
def test_probability_takes_any_token_up_to_32_characters(token: str, value: float) -> None:
    assert len(token) <= 32
    out = shape.read(token.encode(), shape.Probability())
    assert type(out) is float and out == pytest.approx(value, rel=1e-15, abs=0)


VALUES: list[Any] = [
    {},
    {"i": -(2**53) + 1, "small": 5, "p": 0.35, "t": "\u20ac\U0001f600", "null": None},
    {"pair": {"a": 1, "b": 2}, "list": [1, 2], "at": [0, 3], "map": {"z": 1, "a": 2}, "c": "x", "flag": True},
    {"i": 2**53},
    {"list": [1, "2"]},
    {"pair": {"b": 1}},
    {"p": -0.0},
    {"i": 1.0},
]


@pytest.mark.parametrize("value", VALUES)
def test_fast_path_equals_token_path(value: Any) -> None:
    """Compact bytes may be read fast; with white space, or by the token tree, the outcome is the same."""
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    outcomes: list[Any] = []
    for reader in (
        lambda: shape.read(compact, ANY),
        lambda: shape.read(json.dumps(value, indent=1).encode(), ANY),
        lambda: ANY.read(strict.parse(compact), ""),
    ):
        try:
            out = reader()
            outcomes.append(repr(out))
        except DocumentError as error:
            outcomes.append((error.stage, error.code, error.pointer, error.message))
    assert outcomes[0] == outcomes[1] == outcomes[2]


@pytest.mark.parametrize("name", ["i", "small", "p"])
@pytest.mark.parametrize(
    "token",
    ["1.0", "-0.0", "0.5", "2.5", "1e+16", "-1.5", "1e+300", "5e-324", "9007199254740991", "9007199254740992"]
    + ["-1", "true", "null", '"1"', "[]", "{}", "1" + "0" * 31, "1" + "0" * 32, "-1" + "0" * 31, "3" * 4000],
)
def test_a_plain_value_has_the_fault_of_its_document(name: str, token: str) -> None:
    """What `from_value` readers are handed is judged as its text would be."""
    text = f'{{"{name}":{token}}}'
    outcomes: list[Any] = []
    for node in (json.loads(text), strict.parse(text.encode())):
        try:
            outcomes.append(repr(ANY.read(node, "")))
        except DocumentError as error:
            outcomes.append((error.stage, error.code, error.pointer))
    assert outcomes[0] == outcomes[1]


def test_objects_keep_document_order() -> None:
    assert list(shape.read(b'{"b":1,"a":2}', PAIR)) == ["b", "a"]


def test_nan_is_no_number_on_any_path() -> None:
    with pytest.raises(DocumentError) as caught:
        shape.read(b"NaN", shape.Probability())
    assert (caught.value.stage, caught.value.code) == ("syntax", "not_finite")
    for value in (float("nan"), 10**5000, -(10**5000)):
        with pytest.raises(DocumentError):
            shape.Probability().read(value, "")
