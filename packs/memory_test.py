"""A pack is verified in the memory of its lists and of one scenario (PCK-3.4)."""

from pathlib import Path

import pytest

from packs import archive, pack, suite, verify
from simulator import canonical, scenario


def many_episodes(root: Path, scenarios: int, seeds: int) -> Path:
    """A pack of one hall with many walls and people, again and again under other IDs."""
    entries, data = [], {}
    for number in range(scenarios):
        document = {
            "schema_version": "1.0",
            "scenario_id": f"hall-{number:04d}",
            "map": {"rows": 20, "cols": 40, "walls": [[r, c] for r in range(1, 20, 2) for c in range(1, 39)]},
            "exits": [{"id": "E1", "position": [0, 0]}],
            "people": [{"id": f"P{person:02d}", "position": [2, person]} for person in range(40)],
            "fire": {"model": "deterministic", "ignition": [[18, 0]], "spread_interval": 2, "exits_flammable": False},
            "movement": {"enter_fire": "blocked"},
            "termination": {"max_steps": 4},
        }
        data[suite.file_name(number)] = canonical.encode(document)
        entries.append((scenario.from_value(document), "hall", ["hall"]))
    manifest = canonical.encode(suite.make_manifest("halls", "1.0", entries))
    archive.write(root / f"{scenarios}.tar", pack.build("many", manifest, data, list(range(seeds))))
    return root / f"{scenarios}.tar"


def test_memory_is_bounded_by_one_episode(tmp_path: Path) -> None:
    """Twenty scenarios more cost their lines in the lists, not themselves: one takes more than 100 kB."""
    tracemalloc = pytest.importorskip("tracemalloc")
    peaks = []
    for path in [many_episodes(tmp_path, scenarios, 10) for scenarios in (5, 25)]:
        tracemalloc.start()
        try:
            assert len(verify.verify(path)) in (50, 250)
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] - peaks[0] < 20 * 40_000, peaks
