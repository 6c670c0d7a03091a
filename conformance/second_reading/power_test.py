"""Exact powers, roots and rounding (SCO-4.5)."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.second_reading.power import exponent_of_two, power_of_log, rounded_product, rounded_root

SIX_TENTHS = Fraction(3, 5)


def test_exponents() -> None:
    assert [exponent_of_two(Fraction(2) ** k) for k in (-3, 0, 5)] == [-3, 0, 5]
    assert exponent_of_two(Fraction(3)) is exponent_of_two(Fraction(3, 2)) is exponent_of_two(Fraction(2, 3)) is None


def test_exact_powers() -> None:
    assert power_of_log(SIX_TENTHS, Fraction(8), 1) == (SIX_TENTHS**3, Decimal(1))
    assert power_of_log(SIX_TENTHS, Fraction(64), 6) == (SIX_TENTHS, Decimal(1))
    exact, inexact = power_of_log(SIX_TENTHS, Fraction(2), 2)
    assert exact == 1
    assert rounded_product(Fraction(1), [inexact, inexact], 40) == "0." + "6".ljust(40, "0")


@settings(max_examples=100, deadline=None, database=None)
@given(st.integers(0, 10**6), st.integers(1, 10**6), st.integers(1, 8))
def test_roots(part: int, more: int, root: int) -> None:
    value = Fraction(part, part + more)
    low = Fraction(rounded_root(value, root, 12)) - Fraction(1, 2 * 10**12)
    high = low + Fraction(1, 10**12)
    assert max(low, Fraction(0)) ** root <= value <= high**root


@pytest.mark.parametrize(("tie", "text"), [(Fraction(5, 1000), "0.00"), (Fraction(15, 1000), "0.02")])
def test_a_root_on_a_tie(tie: Fraction, text: str) -> None:
    assert rounded_root(tie**3, 3, 2) == text
