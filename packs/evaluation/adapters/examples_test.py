"""The agents of examples/agents play a small pack to its end, through the command adapter."""

import json
import shutil
import sys
from pathlib import Path

from packs.evaluation.adapters.command import CommandAdapter
from packs.evaluation.adapters.local import Options
from packs.evaluation.adapters.policy import PolicyAdapter
from packs.evaluation.evaluator import evaluate
from packs.evaluation.model import Adapter
from packs.evaluation.outputs import outputs
from packs.evaluation.plan import Request
from packs.evaluation.scripted import loaded

AGENTS = Path(__file__).resolve().parents[3].joinpath("examples/agents")
PACK = loaded((2, 4, 7), (0, 1))


def runs(folder: Path, adapter: Adapter) -> list[bytes]:
    """The lines of the episodes; none has failed."""
    folder.mkdir()
    files = outputs(str(folder / "result.jsonl"), 1)
    evaluate(PACK, adapter, Request("model", "submission"), files)
    lines = files.results[0].read_bytes().splitlines()[1:-1]
    assert len(lines) == len(PACK) and not any("failure" in json.loads(line) for line in lines)
    return lines


def command(*argv: str) -> CommandAdapter:
    return CommandAdapter(argv, Options("60", "600", start_seconds="60", folder=str(AGENTS)))


def evacuated(lines: list[bytes]) -> int:
    """How many people got out."""
    return sum(json.loads(line)["metrics"]["evacuated"] for line in lines)


def test_they_bring_people_out(tmp_path: Path) -> None:
    assert shutil.which("node"), "the example in JavaScript needs node on PATH"
    stay = evacuated(runs(tmp_path / "stay", PolicyAdapter("always-stay")))
    python = runs(tmp_path / "python", command(sys.executable, "-I", "-S", "-B", "agent.py"))
    assert evacuated(python) > evacuated(runs(tmp_path / "shell", command("./agent.sh"))) > stay
    assert runs(tmp_path / "node", command("node", "agent.mjs")) == python
