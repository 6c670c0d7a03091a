"""The gates catch what they stand for: faults put into the product's own modules, one at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tools.lint import exactness, order
from tools.lint.tree import Module, report, workspace

Gate = Callable[[list[Module]], list[str]]

# Gate, module, what stands there, what is put in its place, and what the gate says.
FAULTS: list[tuple[Gate, str, str, str, str]] = [
    # Floats: a threshold, a root and a mean.
    (
        exactness.check,
        "simulator/rng.py",
        "(numerator << 53) // denominator",
        "(numerator << 53) / denominator",
        "true d",
    ),
    (
        exactness.check,
        "scoring/arithmetic.py",
        "numerator // denominator, root",
        "int(numerator * 0.5), root",
        "float l",
    ),
    (exactness.check, "scoring/bootstrap.py", "_BATCH // width", "int(_BATCH * float(width))", "float() makes"),
    # A set in the order of its hashes: in an error, in the divergence of a replay, in the record of a pack's digests.
    (
        order.check,
        "simulator/phases.py",
        "sorted(actions.keys() - set(active))",
        "list(actions.keys() - set(active))",
        "",
    ),
    (order.check, "simulator/record.py", "*sorted(set(found) - set(expected))", "*(set(found) - set(expected))", ""),
    (order.check, "packs/suite.py", "in sorted(wanted ^ found)", "in wanted ^ found", "no fixed order"),
    (order.check, "packs/pack.py", "in sorted(hashes.items())", "in set(hashes.items())", "no fixed order"),
    # A locale: in a word of the random numbers, in a scenario's ID, in a file that is read.
    (order.check, "simulator/rng.py", "{word:016x}", "{word:n}", "format code n"),
    (order.check, "packs/generator/generate.py", "{number:03d}", "{number:n}", "format code n"),
    (order.check, "packs/authoring.py", "\nimport ", "\nimport locale\nimport ", "import of locale"),
]


@pytest.mark.parametrize(("gate", "path", "good", "bad", "said"), FAULTS)
def test_fault_is_caught(gate: Gate, path: str, good: str, bad: str, said: str) -> None:
    text = (workspace() / path).read_text(encoding="utf-8")
    assert good in text, f"{path} has changed: put the fault somewhere else"
    assert gate([Module(path, text)]) == []
    found = gate([Module(path, text.replace(good, bad, 1))])
    assert len(found) == 1 and found[0].startswith(f"{path}:") and said in found[0], report(found)
