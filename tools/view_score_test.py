"""The engine of the page scores as //tools:score does, to the last digit, every run of the public pack."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools import cli, evaluate, score

ROOT = Path(__file__).parents[1]
MEMBERS = ("score", "components")


def in_page(page: Path) -> list[dict[str, Any]]:
    """What the page's modules make of each of its runs."""
    node = shutil.which("node")
    assert node, "node is not on PATH"
    command = [node, "--no-warnings", "--preserve-symlinks", "--preserve-symlinks-main"]
    script = str(ROOT / "tools" / "viewer" / "scores.js")
    done = subprocess.run([*command, script, str(page)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("policy", ["congestion-aware-v1", "nearest-exit-greedy-v1", "random-legal-v1"])
def test_the_page_scores_to_the_last_digit(policy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result, page = tmp_path / "r.jsonl", tmp_path / "replays.html"
    assert cli.main(evaluate.arguments(), evaluate.run, ["--policy", policy, "--out", str(result)]) == 0
    capsys.readouterr()
    pages = ["--html", str(tmp_path / "report.html"), "--replays", str(page)]
    assert cli.main(score.arguments(), score.run, ["--results", str(result), "--json", *pages]) == 0
    report = json.loads(capsys.readouterr().out)
    found = in_page(page)
    assert len(found) == len(report["episodes"]) == 30
    for row, episode in zip(found, report["episodes"], strict=True):
        (trial,) = episode["trials"]
        assert (row["index"], row["trial"], row["verified"], row["same"]) == (episode["index"], 0, True, True)
        assert row["digest"] == trial["record_digest"]
        assert {name: row[name] for name in MEMBERS} == {name: trial[name] for name in MEMBERS}
