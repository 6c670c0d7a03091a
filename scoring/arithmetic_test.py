"""Rounding is that of the exact real value, whatever the caller's decimal context (SCO-4.5)."""

import decimal
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import arithmetic
from scoring.arithmetic import Incident, fixed, half_even, rounded_product, rounded_root

quick = settings(max_examples=60, deadline=None, database=None)
positives = st.fractions(min_value=Fraction(1, 10**6), max_value=10**6, max_denominator=10**6)
ALPHAS = (Fraction(3, 5), Fraction(4, 5))


def literal(exact: Fraction, incidents: list[Incident], places: int) -> Decimal:
    """exact · Π alpha ^ log2(power ^ (1 / root)) as it reads, with 160 digits, rounded once."""
    with decimal.localcontext(decimal.Context(prec=160)):
        value = Decimal(exact.numerator) / exact.denominator
        for incident in incidents:
            alpha = Decimal(incident.alpha.numerator) / incident.alpha.denominator
            power = Decimal(incident.power.numerator) / incident.power.denominator
            value *= (alpha.ln() * power.ln() / incident.root / Decimal(2).ln()).exp()
        return value.quantize(Decimal(1).scaleb(-places), decimal.ROUND_HALF_EVEN)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        ("0", 3, "0.000"),
        ("1/2", 0, "0"),
        ("3/2", 0, "2"),
        ("1/8", 2, "0.12"),
        ("3/8", 2, "0.38"),
        ("-1/8", 2, "-0.12"),
        ("-1/1000", 2, "0.00"),
        ("100", 9, "100.000000000"),
        ("2/3", 12, "0.666666666667"),
        ("-7/3", 1, "-2.3"),
    ],
)
def test_fixed(value: str, places: int, text: str) -> None:
    assert fixed(Fraction(value), places) == text


@quick
@given(st.integers(-(10**9), 10**9), st.integers(1, 10**4))
def test_half_even_is_pythons_round_of_a_fraction(numerator: int, denominator: int) -> None:
    assert half_even(numerator, denominator) == round(Fraction(numerator, denominator))


@quick
@given(
    st.fractions(min_value=0, max_value=100, max_denominator=10**6), positives, st.integers(1, 8), st.integers(1, 99)
)
def test_products_are_rounded_as_the_literal_formula_is(exact: Fraction, z: Fraction, root: int, n: int) -> None:
    incidents = [Incident(ALPHAS[0], z, root), Incident(ALPHAS[1], Fraction(n))]
    assert Decimal(rounded_product(exact, incidents, 9)) == literal(exact, incidents, 9)


@pytest.mark.parametrize("exponent", range(-6, 7))
@pytest.mark.parametrize("root", range(1, 9))
def test_an_incident_of_a_power_of_two_is_a_fraction(exponent: int, root: int) -> None:
    assert Incident(ALPHAS[0], Fraction(2) ** (exponent * root), root).exact() == Fraction(3, 5) ** exponent


@pytest.mark.parametrize(("power", "root"), [("2", 3), ("3", 1), ("1/3", 1), ("3/2", 1), ("2/3", 1), ("1/2", 2)])
def test_any_other_incident_is_none(power: str, root: int) -> None:
    assert Incident(ALPHAS[0], Fraction(power), root).exact() is None


def test_an_exact_tie_goes_to_even_where_a_wide_logarithm_does_not_know() -> None:
    exact = Fraction("2.5") * Fraction(5, 3) ** 2
    tie = [Incident(ALPHAS[0], Fraction(4))]
    assert rounded_product(exact, tie, 0) == "2"
    assert rounded_product(exact + Fraction(1, 10**40), tie, 0) == "3"


def test_a_value_within_an_error_of_a_tie_is_decided_with_more_digits() -> None:
    """`exact` is chosen so that the product is a half but for its 60th digit, on either side."""
    incident = Incident(ALPHAS[0], Fraction(3))
    with decimal.localcontext(decimal.Context(prec=200)):
        factor = (Decimal("0.6").ln() * Decimal(3).ln() / Decimal(2).ln()).exp()
        half = Decimal("1.5") / factor
        below, above = (Fraction(half.quantize(Decimal(1).scaleb(-60), way)) for way in ("ROUND_DOWN", "ROUND_UP"))
    assert rounded_product(below, [incident], 0) == "1"
    assert rounded_product(above, [incident], 0) == "2"


def test_a_first_precision_that_decides_nothing_changes_no_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    incidents = [Incident(ALPHAS[0], Fraction(7, 3), 8), Incident(ALPHAS[1], Fraction(3))]
    expected = rounded_product(Fraction(100), incidents, 9)
    monkeypatch.setattr(arithmetic, "PRECISION", 9)
    assert rounded_product(Fraction(100), incidents, 9) == expected


def test_a_hostile_context_changes_no_digit() -> None:
    incidents = [Incident(ALPHAS[0], Fraction(11, 7), 6), Incident(ALPHAS[1], Fraction(6))]
    expected = str(literal(Fraction(99), incidents, 9))
    arithmetic._ln.cache_clear()
    every = [decimal.Inexact, decimal.Rounded, decimal.Subnormal, decimal.Clamped, decimal.FloatOperation]
    hostile = decimal.Context(prec=2, rounding=decimal.ROUND_UP, Emin=-1, Emax=1, clamp=1, traps=every)
    default, saved = decimal.DefaultContext, decimal.DefaultContext.copy()
    try:
        default.prec, default.rounding, default.traps = 1, decimal.ROUND_UP, hostile.traps
        with decimal.localcontext(hostile):
            assert rounded_product(Fraction(99), incidents, 9) == expected
    finally:
        default.prec, default.rounding, default.traps = saved.prec, saved.rounding, saved.traps


@quick
@given(st.fractions(min_value=0, max_value=1, max_denominator=10**9), st.integers(1, 8), st.integers(0, 12))
def test_a_root_is_rounded_by_whole_numbers(power: Fraction, root: int, places: int) -> None:
    """n is the rounding of y exactly when n − 1/2 <= y <= n + 1/2, and an end counts for even n only."""
    n, scale = int(rounded_root(power, root, places).replace(".", "")), 10**places
    low, high = (Fraction(max(2 * n - 1, 0), 2 * scale) ** root, Fraction(2 * n + 1, 2 * scale) ** root)
    assert low <= power <= high
    assert n % 2 == 0 or low < power < high


@pytest.mark.parametrize("root", range(1, 9))
@pytest.mark.parametrize(("value", "text"), [("0.25", "0.2"), ("0.35", "0.4"), ("0.05", "0.0"), ("1", "1.0")])
def test_the_root_of_an_exact_power_can_be_a_tie(root: int, value: str, text: str) -> None:
    assert rounded_root(Fraction(value) ** root, root, 1) == text
