"""Results are believed only as far as a replay confirms them (SCO-2)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packs import pack, result, suite
from packs.evaluation import trial
from packs.pack import Pack
from scoring import authenticate as auth
from simulator import canonical, scenario
from simulator.errors import EmberError

DOCUMENT = {
    "schema_version": "1.0",
    "scenario_id": "small",
    "map": {"rows": 2, "cols": 6, "walls": [[1, 3]]},
    "exits": [{"id": "E1", "position": [0, 5]}],
    "people": [{"id": "P1", "position": [0, 2]}, {"id": "P2", "position": [1, 2]}],
    "fire": {
        "model": "stochastic",
        "ignition": [[0, 0]],
        "spread_interval": 2,
        "spread_probability": 0.5,
        "exits_flammable": True,
    },
    "movement": {"enter_fire": "blocked"},
    "termination": {"max_steps": 12},
}


@pytest.fixture(scope="module")
def small() -> Pack:
    world = scenario.from_value(DOCUMENT)
    manifest = suite.make_manifest("tiny", "1.0", [(world, "one", ["one"])])
    files = {"scenario-000.json": canonical.encode(DOCUMENT)}
    return pack.load(pack.build("tiny", canonical.encode(manifest), files, [0, 1]))


def write(path: Path, small: Pack, change: Callable[[list[dict[str, Any]]], object] = lambda lines: None) -> Path:
    lines = json.loads(canonical.encode(list(trial.episodes(small, "congestion-aware-v1", 0))))
    change(lines)
    with path.open("wb") as stream:
        result.write(stream, trial.header(small, "model", "submission"), iter(lines))
    return path


def score(path: Path, small: Pack) -> auth.Trial:
    return auth.authenticate(path, small, list(auth.worlds(small)))


def test_an_honest_result(tmp_path: Path, small: Pack) -> None:
    found = score(write(tmp_path / "r.jsonl", small), small)
    assert [episode.score.status for episode in found.episodes] == ["scored", "scored"]


def test_a_gap_is_missing(tmp_path: Path, small: Pack) -> None:
    found = score(write(tmp_path / "r.jsonl", small, lambda lines: lines.pop()), small)
    assert [episode.score.failure for episode in found.episodes] == [None, "missing"]


FORGERIES: dict[str, tuple[Callable[[list[dict[str, Any]]], object], str]] = {
    "position": (
        lambda lines: lines[0]["run_record"]["steps"][0]["state"]["people"][0].update(position=[0, 4]),
        "replay_differs",
    ),
    "rng word": (
        lambda lines: lines[1]["run_record"]["steps"][0]["state"]["rng_state"].update(fire="0" * 16),
        "replay_differs",
    ),
    "metric": (lambda lines: lines[0]["metrics"].update(cells_moved=0), "metrics_differ"),
    "truncated run": (lambda lines: lines[0]["run_record"]["steps"].pop(), "replay_differs"),
    "another seed": (lambda lines: lines[0]["run_record"]["header"].update(seed=1), "other_episode"),
    "swapped": (lambda lines: lines[0].update(run_record=lines[1]["run_record"]), "other_episode"),
    "boolean": (lambda lines: lines[0]["run_record"]["steps"][0].update(step=True), "wrong_type"),
    "unscheduled": (lambda lines: lines[1].update(index=7), "unscheduled"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_refused(tmp_path: Path, small: Pack, name: str) -> None:
    change, code = FORGERIES[name]
    with pytest.raises(EmberError) as caught:
        score(write(tmp_path / "r.jsonl", small, change), small)
    assert (caught.value.code, caught.value.exit_code) == (code, 3)


def test_an_edited_byte_is_refused(tmp_path: Path, small: Pack) -> None:
    path = write(tmp_path / "r.jsonl", small)
    path.write_bytes(path.read_bytes().replace(b'"failures":0', b'"failures":1'))
    with pytest.raises(EmberError, match="footer_differs"):
        score(path, small)
