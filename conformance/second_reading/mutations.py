"""Documents spoilt at random, for the agreement test: members and elements moved, doubled, dropped, tokens replaced."""

from typing import Any

from conformance.second_reading.canonical import text_of_string, text_of_value
from conformance.second_reading.worlds import Choices

TOKENS = ["-0", "0", "1", "2", "3", "7", "1.0", "1e0", "-1", "0.5", "-0.5", "-0.0", "1e-3", "9007199254740991"]
TOKENS += ["9007199254740992", "12345678901234567", "-12345678901234567", "1e400", "1e-400", "-1e-400", "-1e400"]
TOKENS += ["0." + "3" * 30, "0." + "3" * 31, "1.0000000000000000000001", "01", "1.", "NaN", "-Infinity", "true", "null"]
TOKENS += ['""', '"x"', '"E1"', '"P1"', '"P8"', '"\\ud800"', '"\\ude00\\ud83d"', '"\\ud83d\\ude00"', '"a b"', '"1.0"']
TOKENS += ['"deterministic"', '"stochastic"', '"casualty"', '"' + "a" * 65 + '"', '"\\u0031.0"', '"stay"', '"up"']
TOKENS += ["[]", "{}", "[0,0]", "[1,1]", "[[0,0]]", "[0,0,0]", "[0]", "[[0,0],[0,1]]", "[" * 70 + "]" * 70, "false"]
KEYS = ["x", "rows", "seed", "title", "spread_probability", "model", "\ud800", "a/b~c", "id", "P1"]
BYTES = [
    b"",
    b" ",
    b"\n",
    b",",
    b"}",
    b"]",
    b'"',
    b"\\",
    b"\x00",
    b"\x80",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"0",
    b"-",
]


class Raw(str):
    """A token that is written as it is."""


def opened(value: Any) -> Any:
    """A value with its objects as lists of [key, value], under a tag."""
    if isinstance(value, dict):
        return ["object", [[key, opened(inner)] for key, inner in value.items()]]
    if isinstance(value, list):
        return ["array", [opened(inner) for inner in value]]
    return Raw(text_of_value(value))


def spelled(tree: Any) -> str:
    """The text of an opened value."""
    if isinstance(tree, Raw):
        return str(tree)
    if tree[0] == "array":
        return "[" + ",".join(spelled(inner) for inner in tree[1]) + "]"
    return "{" + ",".join(spelled_key(key) + ":" + spelled(inner) for key, inner in tree[1]) + "}"


def spelled_key(key: str) -> str:
    """A key's token; half a surrogate pair is escaped."""
    return text_of_string(key) if "\ud800" not in key else '"\\ud800"'


def containers(tree: Any) -> list[Any]:
    """Every object and array in a tree that has something in it."""
    if isinstance(tree, Raw) or not tree[1]:
        return []
    inner = [one if tree[0] == "array" else one[1] for one in tree[1]]
    return [tree] + [found for one in inner for found in containers(one)]


def spoil(tree: Any, choices: Choices) -> None:
    """One change somewhere in a tree, in place."""
    places = containers(tree)
    if not places:
        return
    kind, items = places[choices.below(len(places))]
    at = choices.below(len(items))
    what = choices.below(8)
    token = Raw(TOKENS[choices.below(len(TOKENS))])
    if what == 0:
        items.pop(at)
    elif what == 1:
        items.insert(choices.below(len(items) + 1), items[at])
    elif what == 2:
        other = choices.below(len(items))
        items[at], items[other] = items[other], items[at]
    elif what == 3 and kind == "object":
        items.insert(at, [KEYS[choices.below(len(KEYS))], token])
    elif kind == "object":
        items[at] = [items[at][0], token]
    else:
        items[at] = token


def spoilt(value: Any, number: int) -> bytes:
    """The text of a value after one to three changes, and in one case of five with a few wrong bytes."""
    choices = Choices(number, "spoilt")
    tree = opened(value)
    for _ in range(choices.below(3) + 1):
        spoil(tree, choices)
    data = spelled(tree).encode()
    if choices.below(5) == 0:
        for _ in range(choices.below(2) + 1):
            at = choices.below(len(data) + 1)
            data = data[:at] + BYTES[choices.below(len(BYTES))] + data[at + choices.below(3) :]
    return data


def leaves(tree: Any) -> list[tuple[list[Any], int]]:
    """Every place of a token in a tree: the list that holds it, and the index."""
    if isinstance(tree, Raw):
        return []
    found: list[tuple[list[Any], int]] = []
    for at, one in enumerate(tree[1]):
        holder, index = (tree[1], at) if tree[0] == "array" else (one, 1)
        if isinstance(holder[index], Raw):
            found.append((holder, index))
        else:
            found += leaves(holder[index])
    return found


def other_token(token: str, all_tokens: list[str], choices: Choices) -> str:
    """Another token of the same type: a near number, or one that stands elsewhere in the document."""
    if token in ("true", "false"):
        return "false" if token == "true" else "true"
    if token.isdigit():
        return str(choices.below(10)) if choices.below(3) else str(choices.below(200000))
    alike = [one for one in all_tokens if one[0] == token[0]]
    return alike[choices.below(len(alike))]


def bent(value: Any, number: int) -> bytes:
    """The text of a value after one to three changes that mostly keep its shape, its members in any order."""
    choices = Choices(number, "bent")
    tree = opened(value)
    for _ in range(choices.below(3) + 1):
        places = leaves(tree)
        arrays = [found for found in containers(tree) if found[0] == "array" and not isinstance(found[1][0], Raw)]
        if choices.below(3) and places:
            holder, at = places[choices.below(len(places))]
            holder[at] = Raw(other_token(holder[at], [where[index] for where, index in places], choices))
        elif arrays:
            items = arrays[choices.below(len(arrays))][1]
            at, other = choices.below(len(items)), choices.below(len(items))
            if choices.below(2):
                items[at], items[other] = items[other], items[at]
            elif choices.below(3):
                items.insert(at, items[other])
            else:
                items.pop(at)
    for kind, members in containers(tree):
        if kind == "object" and choices.below(3) == 0:
            members.append(members.pop(choices.below(len(members))))
    return spelled(tree).encode()
