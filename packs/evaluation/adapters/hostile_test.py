"""One evaluation of models that misbehave, each in its way: every episode has its kind, and the others go on."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from packs.evaluation.adapters.command import CommandAdapter
from packs.evaluation.adapters.testdata import started
from packs.evaluation.evaluator import Terms, evaluate
from packs.evaluation.model import INVALID_OUTPUT, MODEL_ERROR, TIMEOUT, Player
from packs.evaluation.outputs import outputs
from packs.evaluation.plan import Request
from packs.evaluation.scripted import loaded

# What becomes of an episode; None is a run.
KINDS = {
    "well": None,
    "hangs_at_start": TIMEOUT,
    "answers_twice": INVALID_OUTPUT,
    "loud": None,
    "hangs_later": TIMEOUT,
    "writes_slowly": TIMEOUT,
    "floods_stderr": TIMEOUT,
    "does_not_read": TIMEOUT,
    "floods_one_line": INVALID_OUTPUT,
    "answers_50_MB": INVALID_OUTPUT,
    "floods_lines": INVALID_OUTPUT,
    "answers_ahead": INVALID_OUTPUT,
    "answers_for_the_dead": INVALID_OUTPUT,
    "answers_nan": INVALID_OUTPUT,
    "answers_nothing": INVALID_OUTPUT,
    "answers_noise": INVALID_OUTPUT,
    "answers_no_utf8": INVALID_OUTPUT,
    "exits": MODEL_ERROR,
    "exits_at_start": MODEL_ERROR,
    "is_killed": MODEL_ERROR,
    "kills_its_parent": MODEL_ERROR,
    "leaves_a_holder": MODEL_ERROR,
    "closes_stdout": MODEL_ERROR,
    "ends_no_line": MODEL_ERROR,
    "crashes": MODEL_ERROR,
    "orphans": None,
}
LATE = {name for name, kind in KINDS.items() if kind == TIMEOUT}


class Mixed:
    """Episode by episode another model."""

    stateless = False
    reproducible = False

    def __init__(self) -> None:
        self._models = [self._model(name) for name in KINDS]

    @staticmethod
    def _model(name: str) -> CommandAdapter:
        at_start = name in ("hangs_at_start", "does_not_read")
        start = "0" if at_start else "60"
        return started.adapter(name, "1000.25", step="0.5" if name in LATE else "60", start_seconds=start)

    def settings(self) -> dict[str, Any]:
        return {"adapter": "mixed"}

    def player(self, number: int) -> Player:
        return self._models[number].player(number)

    def extract(self, received: bytes) -> bytes:
        return self._models[0].extract(received)


def test_each_episode_gets_its_kind_and_the_others_go_on(tmp_path: Path) -> None:
    before = started.children()
    pack = loaded((4,), range(len(KINDS)))
    files = outputs(str(tmp_path / "result.jsonl"), 1)
    meter = evaluate(pack, Mixed(), Request("mixed", "mixed"), files, Terms(concurrency=4))
    lines = [json.loads(line) for line in files.results[0].read_bytes().splitlines()]
    found = dict(zip(KINDS, (line.get("failure") for line in lines[1:-1]), strict=True))
    assert found == KINDS
    assert all(line["index"] == index for index, line in enumerate(lines[1:-1]))
    assert meter.finished == len(KINDS) and meter.runs == Counter(KINDS.values())[None]
    assert +Counter(meter.failures) == Counter(kind for kind in KINDS.values() if kind)
    assert meter.timeouts == len(LATE)
    assert started.children() == before and started.processes("1000.25") == []
