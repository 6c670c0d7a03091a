"""The kernels cost no more instructions than was accepted, and the guard can tell."""

import pytest

from tools.benchmarks import counting


def test_no_kernel_has_risen() -> None:
    old = counting.accepted().get(counting.build())
    if old is None:
        pytest.skip(f"no counts are accepted for {counting.build()}: `{counting.ACCEPT}` adds them")
    found = counting.count()
    told = "\n".join(["", *counting.table(old, found), f"if that is meant: `{counting.ACCEPT}`"])
    assert not counting.risen(old, found), told


def test_a_rise_above_the_tolerance_is_told() -> None:
    old = {"one": 1000, "two": 1000, "three": 1000}
    assert counting.risen(old, {"one": 1050, "two": 1051, "three": 900}) == ["two"]


def test_a_kernel_that_is_new_or_gone_is_told() -> None:
    assert counting.risen({"one": 10}, {"two": 10}) == ["two", "one"]
