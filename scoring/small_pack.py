"""A pack of two tiny scenarios with two seeds each, and results on it to forge, for the tests of scoring."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from packs import pack, result, suite, verify
from packs.evaluation import trial
from packs.pack import Pack
from packs.source import Files, Memory
from scoring.submission import Options, score
from scoring.target import pack_target
from simulator import canonical, scenario

Document = dict[str, Any]
Lines = list[Document]
Edit = Callable[[Lines], object]

POLICY = "congestion-aware-v1"


def document(name: str) -> Document:
    """Two people beside a fire, one exit; in the second scenario the fire cuts their way at once."""
    return {
        "schema_version": "1.0",
        "scenario_id": name,
        "map": {"rows": 2, "cols": 6, "walls": [[1, 3]]},
        "exits": [{"id": "E1", "position": [0, 5]}],
        "people": [{"id": "P1", "position": [0, 2]}, {"id": "P2", "position": [1, 2]}],
        "fire": {
            "model": "stochastic",
            "ignition": [[0, 0] if name == "open" else [0, 4]],
            "spread_interval": 2,
            "spread_probability": 0.5,
            "exits_flammable": True,
        },
        "movement": {"enter_fire": "blocked"},
        "termination": {"max_steps": 12},
    }


def suite_files() -> Files:
    """The files of the suite's folder."""
    worlds = [scenario.from_value(document(name)) for name in ("open", "shut")]
    manifest = suite.make_manifest("tiny", "1.0", [(world, world.scenario_id, [world.scenario_id]) for world in worlds])
    files = {suite.file_name(place): canonical.encode(world.document) for place, world in enumerate(worlds)}
    return {"manifest.json": canonical.encode(manifest), **files}


def small_pack() -> Pack:
    """The pack: episodes 0 and 1 can be escaped, 2 and 3 can't."""
    files = suite_files()
    return verify.load(Memory(pack.build("tiny", files.pop("manifest.json"), files, [0, 1])))


def write(path: Path, frozen: Pack, edit: Edit = lambda lines: None, policy: str = POLICY, **header: Any) -> Path:
    """A result file of an edited trial; its footer is always right."""
    lines = [json.loads(line) for line in trial.episodes(frozen, policy, header.get("trial", {}).get("index", 0))]
    edit(lines)
    with path.open("wb") as stream:
        head = trial.header(frozen, "model", "submission") | header
        result.write(stream, head, [canonical.encode(line) for line in lines])
    return path


def report(paths: list[Path], frozen: Pack, options: Options | None = None) -> Document:
    """The report of result files on the pack."""
    return score(paths, lambda _: pack_target(frozen, committed=False), options or Options())
