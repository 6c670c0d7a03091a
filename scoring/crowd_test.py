"""Crowd diagnostics are pooled, not averaged (SCO-4.2.9)."""

from dataclasses import replace
from fractions import Fraction

from scoring.crowd import Crowd, pool
from scoring.schedules import CROWD


def test_ratios_are_pooled() -> None:
    other = Crowd(attempts=90, blocked=1, contested=1, hotspots=1, peak=5, exit_evacuations=2, exit_steps=32)
    found = pool([CROWD, other], 2)
    assert found.block_rate == Fraction(5, 100)
    assert found.contested_per_trial == 2 and found.hotspots_per_trial == Fraction(3, 2)
    assert found.peak == 5
    assert found.exit_throughput == Fraction(8, 40)


def test_nothing_to_divide_by_is_undefined() -> None:
    still = replace(CROWD, attempts=0, blocked=0, exit_evacuations=0, exit_steps=0)
    assert (pool([still], 1).block_rate, pool([still], 1).exit_throughput) == (None, None)
    assert pool([], 3).peak == 0 and pool([], 3).contested_per_trial == 0


def test_the_document_has_every_field() -> None:
    assert Crowd(**CROWD.document()) == CROWD
