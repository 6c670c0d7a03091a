"""Results on a small pack: a good one, and what each fault is called (PCK-9, SCO-2)."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest

from conformance.second_reading.jsonsyntax import Fault
from conformance.second_reading.pack import verify_pack
from conformance.second_reading.packing import pack_files, sealed, tiny, tiny_lines
from conformance.second_reading.result import read_result

TARGET = verify_pack(pack_files(tiny(), [0, 7]))
LINES = tiny_lines(TARGET["digest"])
GOOD = sealed(LINES)


def verdict(data: bytes) -> str:
    with pytest.raises(Fault) as caught:
        read_result(data, TARGET)
    return caught.value.code


def changed(number: int, *path: Any) -> bytes:
    """The result with one value of one line changed; the footer fits."""
    lines: list[Any] = list(tiny_lines(TARGET["digest"]))
    *way, last, value = path
    at = lines[number]
    for step in way:
        at = at[step]
    at[last] = value
    return sealed(lines)


def test_a_good_result() -> None:
    found = read_result(GOOD, TARGET)
    assert [one["failure"] for one in found["results"]] == [None, None, "missing", "timeout"]
    assert found["results"][0]["status"] == "scored"
    assert read_result(gzip.compress(GOOD), TARGET) == found
    bare = TARGET | {"digest": None, "record": None}
    assert read_result(sealed(tiny_lines(None)), bare)["results"] == found["results"]


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: b"", "cut_short"),
        (lambda: GOOD[:-1], "cut_short"),
        (lambda: sealed(LINES[:1]).split(b"\n")[0] + b"\n", "cut_short"),
        (lambda: gzip.compress(GOOD) + b"x", "bad_gzip"),
        (lambda: gzip.compress(GOOD)[:-9], "bad_gzip"),
        (lambda: GOOD.replace(b'"index":3', b'"index": 3'), "not_canonical"),
        (lambda: sealed([LINES[0], LINES[2], LINES[1]]), "not_sorted"),
        (lambda: sealed([LINES[0], LINES[1], LINES[1]]), "repeated_episode"),
        (lambda: GOOD + b"{}", "after_footer"),
        (lambda: GOOD + b"\n", "after_footer"),
        (lambda: changed(1, "run_record", "header", "scenario_id", "two"), "swapped_episode"),
        (lambda: changed(1, "run_record", "steps", 1, "actions", "P1", "stay"), "outcome_differs"),
        (lambda: changed(1, "run_record", "steps", 1, "actions", {}), "actions_refused"),
        (lambda: sealed(LINES, episodes=4), "footer_differs"),
        (lambda: sealed(LINES, failures=0), "footer_differs"),
        (lambda: sealed(LINES, digest="0" * 64), "footer_differs"),
        (lambda: changed(0, "pack_digest", "0" * 64), "other_pack"),
        (lambda: changed(0, "evaluation_manifest", "episodes", 0, "seed", 1), "other_manifest"),
        (lambda: changed(0, "trial", "index", 1), "bad_trial"),
        (lambda: changed(0, "trial", "count", 10001), "out_of_range"),
        (lambda: changed(3, "index", 4), "unscheduled"),
        (lambda: changed(3, "failure", "missing"), "bad_value"),
        (lambda: changed(1, "run_record", "header", "seed", 7), "other_seed"),
        (lambda: changed(1, "run_record", "header", "simulator_version", "0.1.0"), "other_version"),
        (lambda: changed(1, "run_record", "steps", 0, "state", "burning", []), "ignition_differs"),
        (lambda: changed(1, "metrics", "steps", 3), "metrics_differ"),
    ],
)
def test_faults(make: Callable[[], bytes], code: str) -> None:
    assert verdict(make()) == code
