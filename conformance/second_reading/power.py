"""Exact rounding of 2^(k log2 z) products and of roots (SCO-4.5.2 to SCO-4.5.4)."""

import decimal
from fractions import Fraction

from conformance.second_reading.canonical import decimal_text

DIGITS = 150
CONTEXT = decimal.Context(prec=DIGITS, rounding=decimal.ROUND_HALF_EVEN, Emin=-(10**6), Emax=10**6)


class Undecided(Exception):
    """A value too near a tie for the digits at hand; as far as is known there is none (SCO-4.5.4)."""


def to_decimal(value: Fraction) -> decimal.Decimal:
    """A fraction to 150 significant digits."""
    return CONTEXT.divide(decimal.Decimal(value.numerator), decimal.Decimal(value.denominator))


def exponent_of_two(value: Fraction) -> int | None:
    """k where the value is 2^k exactly, else None."""
    for numerator, denominator, sign in (
        (value.numerator, value.denominator, 1),
        (value.denominator, value.numerator, -1),
    ):
        if denominator == 1 and bin(numerator).count("1") == 1:
            return sign * (numerator.bit_length() - 1)
    return None


def power_of_log(alpha: Fraction, z_to_root: Fraction, root: int) -> tuple[Fraction, decimal.Decimal]:
    """alpha^log2(z) as (exact factor, inexact factor), one of them 1; z is given as its root-th power (SCO-4.5.3)."""
    k = exponent_of_two(z_to_root)
    if k is not None and k % root == 0:
        return alpha ** (k // root), decimal.Decimal(1)
    logarithm = CONTEXT.divide(CONTEXT.ln(to_decimal(z_to_root)), CONTEXT.ln(decimal.Decimal(2)))
    exponent = CONTEXT.divide(CONTEXT.multiply(CONTEXT.ln(to_decimal(alpha)), logarithm), decimal.Decimal(root))
    return Fraction(1), CONTEXT.exp(exponent)


def rounded_product(exact: Fraction, inexact: list[decimal.Decimal], places: int) -> str:
    """exact times the inexact factors, rounded half to even to a decimal text; raises Undecided (SCO-4.5.2)."""
    rest = Fraction(1)
    for factor in inexact:
        rest *= Fraction(factor)
    value = exact * rest
    if rest == 1:
        return decimal_text(value, places)
    error = value * Fraction(1, 10 ** (DIGITS - 20))
    low, high = decimal_text(value - error, places), decimal_text(value + error, places)
    if low != high:
        raise Undecided()
    return low


def rounded_root(value: Fraction, root: int, places: int) -> str:
    """The root of a fraction in [0, 1], rounded half to even in integers alone (SCO-4.5.4)."""
    below = 0
    above = 10**places + 1
    while above - below > 1:
        middle = (below + above) // 2
        if Fraction(middle, 10**places) ** root <= value:
            below = middle
        else:
            above = middle
    half = Fraction(2 * below + 1, 2 * 10**places) ** root
    if value > half or (value == half and below % 2 == 1):
        below += 1
    return decimal_text(Fraction(below, 10**places), places)
