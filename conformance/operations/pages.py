"""The generated part of docs/protocol: the page of the operations, their exchanges, and the codes (docs/protocol).

Whatever a page says of inputs, outputs, stages and codes comes from the shapes and tables that the code uses, and every
exchange is what the product answers.
"""

import json
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from conformance import profiles
from conformance.operations.examples import Example, examples
from conformance.operations.operation import Operation
from conformance.operations.refusal import CODES
from conformance.operations.registry import OPERATIONS, outcome
from conformance.protocol import case, encode, result
from simulator import shape

WIDTH = 120
SHOWN = 200
"""Characters of a string that the page shows."""

_INTRODUCTION = """\
# Operations

What a case may ask, and what is answered. [protocol.md](protocol.md) says how they travel, and what holds for all of
them. This page, the lines in [exchanges/](exchanges) and the schemas in [schemas/](schemas) are generated:
`bazel run //conformance/operations:update`.

The exchanges below are written for reading: members in the order of the lines, long strings cut (`…`). The lines
themselves, whole, are in `exchanges/NAME.jsonl`: what the runner writes and what it wants to read, in turns.
"""

_CODES = """\
## Codes

What the code of a rejection may be, by its stage. There are no others. ENC-5.4 to ENC-5.6, SIM-9.4, PCK-3.10, PCK-11.7,
SCO-2.3, SCO-8 and SCO-8.6 say what they mean.
"""


def pages() -> dict[str, bytes]:
    """The generated files of docs/protocol by their path there, schemas apart."""
    by_name: dict[str, list[Example]] = {}
    for example in examples():
        by_name.setdefault(example.operation, []).append(example)
    out = {"operations.md": _page(by_name).encode("utf-8")}
    for name, found in by_name.items():
        out[f"exchanges/{name}.jsonl"] = b"".join(line for pair in map(_lines, found) for line in pair)
    return out


def _lines(example: Example) -> tuple[bytes, bytes]:
    asked, answered = _exchange(example)
    return encode(asked), encode(answered)


def _exchange(example: Example) -> tuple[dict[str, Any], dict[str, Any]]:
    """A case and the result of the product; the ID is opaque, and here the same for all."""
    asked = case("1", example.operation, example.given, example.trace)
    return asked, result("1", outcome(example.operation, example.given, example.trace))


def _page(by_name: Mapping[str, list[Example]]) -> str:
    sections = [_INTRODUCTION, _table(), _codes()]
    sections += [_section(operation, by_name[name]) for name, operation in OPERATIONS.items()]
    return "\n".join(sections)


def _table() -> str:
    rows = ["| operation | profiles | refuses by | steps |", "|---|---|---|---|"]
    for name, operation in OPERATIONS.items():
        within = ", ".join(profile for profile in profiles.PROFILES if name in profiles.OWN.get(profile, ()))
        traced = "" if operation.trace is None else "yes"
        rows.append(f"| [{name}](#{_anchor(name)}) | {within} | {', '.join(operation.refuses)} | {traced} |")
    return "\n".join(rows) + "\n"


def _anchor(name: str) -> str:
    return name.replace(".", "")


def _codes() -> str:
    rows = ["| stage | codes |", "|---|---|"]
    rows += [f"| {stage} | {', '.join(f'`{code}`' for code in codes)} |" for stage, codes in CODES.items()]
    return _CODES + "\n" + "\n".join(rows) + "\n"


def _section(operation: Operation, found: Iterable[Example]) -> str:
    name = operation.name
    parts = [f"## {name}\n", _wrapped(operation.title), _wrapped(f"Clauses: {', '.join(operation.clauses)}.")]
    parts += [_wrapped(rule) for rule in operation.rules]
    parts.append(_members("Input", operation.given, name, "input"))
    parts.append(_members("Output", operation.gives, name, "output"))
    parts += [_shown(example) for example in found]
    return "\n".join(parts)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"


def _members(title: str, form: shape.Shape, name: str, side: str) -> str:
    lines = [f"{title} ([schema](schemas/{name}.{side}.schema.json)):\n"]
    variants = form.variants.values() if isinstance(form, shape.OneOf) else [form]
    for number, variant in enumerate(variants):
        lines += ["or\n"] if number else []
        assert isinstance(variant, shape.Record)
        for key, inner in variant.shapes.items():
            may = "" if key in variant.required else ", optional"
            lines.append(f"- `{key}`{may}: {described(inner)}")
        lines.append("")
    return "\n".join(lines)


def described(form: shape.Shape) -> str:
    """A shape in a few words; the schema says all of it."""
    match form:
        case shape.Integer():
            return f"an integer {form.low} … {form.high}"
        case shape.Boolean():
            return "true or false"
        case shape.Choice():
            return "one of " + ", ".join(f"`{choice}`" for choice in form.choices)
        case shape.Text():
            return form.what or f"a string of {form.low} … {form.high} characters"
        case shape.Nullable():
            return f"null, or {described(form.shape)}"
        case shape.ListOf():
            return f"a list; each item: {described(form.item)}"
        case shape.Tuple():
            return f"a list of {len(form.items)}: {'; '.join(map(described, form.items))}"
        case shape.MapOf():
            return f"an object with any keys; each value: {described(form.value)}"
        case shape.Record():
            return f"an object with {', '.join(f'`{key}`' for key in form.shapes)}"
        case shape.OneOf():
            return " or ".join(described(variant) for variant in form.variants.values())
    return "any JSON value whose numbers are integers"


def _shown(example: Example) -> str:
    asked, answered = (_abridged(message) for message in _exchange(example))
    return f"{example.about}\n\n```text\n{_laid_out('→', asked)}\n{_laid_out('←', answered)}\n```\n"


def _abridged(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= SHOWN else value[:SHOWN] + "…"
    if isinstance(value, list):
        return [_abridged(item) for item in value]
    if isinstance(value, dict):
        return {key: _abridged(item) for key, item in sorted(value.items())}
    return value


def _laid_out(arrow: str, message: dict[str, Any]) -> str:
    """A message on lines of WIDTH characters, broken where JSON has a space."""
    text = json.dumps(message, ensure_ascii=False)
    lines = textwrap.wrap(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"{arrow if not number else ' '} {line}" for number, line in enumerate(lines))
