"""Plans: the chance of a private pack is drawn once, from the system's secure source (PCK-6.1, PCK-6.4)."""

import os
import re
import stat
from pathlib import Path

import pytest

from packs import plan
from packs.cases import random_suite
from packs.plan import Plan
from packs.source import Memory
from simulator.errors import DocumentError, InputError, UsageError
from simulator.rng import MAX_SEED


def test_seeds_are_distinct_and_spread_over_the_whole_range() -> None:
    seeds = plan.draw("p", 4_000).seeds
    assert len(set(seeds)) == 4_000 and 0 <= min(seeds) and max(seeds) <= MAX_SEED
    # Each of these fails by chance about once in 2^100 runs.
    assert {seed >> 48 for seed in seeds} == set(range(32))
    assert {seed & 31 for seed in seeds} == set(range(32))


def test_the_id_ends_in_a_fresh_nonce() -> None:
    ids = {plan.draw("spring", 1).pack_id for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch("spring-[0-9a-f]{32}", pack_id) for pack_id in ids)


def test_a_draw_that_repeats_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([5, 5, MAX_SEED, 5, 0])
    monkeypatch.setattr(plan.secrets, "randbelow", lambda limit: next(words) if limit == MAX_SEED + 1 else None)  # type: ignore[attr-defined]
    assert plan.draw("p", 3).seeds == (5, MAX_SEED, 0)


@pytest.mark.parametrize(("label", "count"), [("", 1), ("a b", 1), ("x" * 32, 1), ("p", 0), ("p", 10_001)])
def test_what_cannot_be_drawn(label: str, count: int) -> None:
    if label:
        with pytest.raises(UsageError, match="bad_plan"):
            plan.draw(label, count)
    else:
        assert plan.draw(label, count).pack_id.startswith("-")


@pytest.mark.parametrize("seeds", [[], [-1], [MAX_SEED + 1], [3, 3]])
def test_what_cannot_be_given(seeds: list[int]) -> None:
    with pytest.raises(UsageError, match="bad_plan"):
        plan.given("p", seeds)


def test_a_plan_is_for_its_owner_alone_and_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    before = os.umask(0)
    try:
        plan.save(path, Plan("p", (7, 3)))
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes() == b'{"pack_id":"p","plan_version":"1.0","seeds":[7,3]}'
    assert plan.load(path) == Plan("p", (7, 3))
    with pytest.raises(UsageError, match="exists"):
        plan.save(path, Plan("q", (1,)))
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="exists"):
        plan.save(tmp_path / "link", Plan("q", (1,)))
    assert plan.load(path) == Plan("p", (7, 3)) and not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"pack_id":"p","plan_version":"1.0","seeds":[7,7]}', "repeated"),
        (b'{"pack_id":"p","plan_version":"2.0","seeds":[7]}', "bad_value"),
        (b'{"pack_id":"p","plan_version":"1.0"}', "missing_key"),
        (b"", "bad_syntax"),
    ],
)
def test_a_bad_plan(tmp_path: Path, data: bytes, code: str) -> None:
    path = tmp_path / "plan.json"
    path.write_bytes(data)
    with pytest.raises(DocumentError) as caught:
        plan.load(path)
    assert (caught.value.code, caught.value.source) == (code, str(path))
    with pytest.raises(InputError, match="no_such_file"):
        plan.load(tmp_path / "absent")


def test_building_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest, files = random_suite([3, 8])
    drawn = plan.draw("p", 2)
    suite = Memory(files | {"manifest.json": manifest})
    for name in ("randbelow", "token_hex"):
        monkeypatch.delattr(plan.secrets, name)  # type: ignore[attr-defined]
    assert plan.build(drawn, suite) == plan.build(plan.parse(drawn.encode()), suite)
