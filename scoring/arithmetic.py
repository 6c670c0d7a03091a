"""Exact rounding of what the score is made of (SCO-4.5.2).

Every factor of the score is an exact fraction, a root of one (Quality), or an incident factor
alpha ^ log2(x), x a positive rational or a root of one. A stored value is the exact real number rounded half to even
once; nothing rounded is computed with again.

**Ties.** Where x is 2^k for a whole k, an incident factor is the fraction alpha^k and joins the exact part. Whatever
is left is no tie. A tie would be a rational r with  Σ ln(alpha_i) · ln(x_i) = ln 2 · ln r.  By Schanuel's
conjecture the logarithms of primes satisfy no polynomial relation with rational coefficients, so this would have to be
an identity between polynomials in ln 2, ln 3, ln 5, …. Modulo ln 2, with alpha_c = 3/5 and alpha_s = 4/5, it reads
(ln 3 − ln 5) · ln x_c' = ln 5 · ln x_s'  (the primes: without the powers of two), so ln 5 divides ln x_c' and
ln x_s' = a · (ln 3 − ln 5); x_s is a whole number, which leaves a = 0: both are powers of two, and then the value is
rational only if the exponents are whole. So widening the precision until the rounding is decided comes to an end.
Roots are decided in whole numbers and need no conjecture.

**Context.** Every decimal operation names its own context, with every field given: the caller's default context, and
even `decimal.DefaultContext`, can't change a digit.
"""

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from fractions import Fraction

PRECISION = 50
# ln and exp round correctly. With |ln x| < 10^4 (x is built from integers below 2^53) the exponent's absolute error
# stays below 10^(5 − precision), and so does the relative error of the product.
_GUARD = 8


@dataclass(frozen=True, slots=True)
class Incident:
    """The factor alpha ^ log2(power ^ (1 / root)), with `power` > 0 and `root` >= 1 (SCO-4.1.5, SCO-4.5.3)."""

    alpha: Fraction
    power: Fraction
    root: int = 1

    def exact(self) -> Fraction | None:
        """The factor as a fraction, where `power` is 2 ^ (k · root) for a whole k, else None."""
        exponent = _log2(self.power)
        if exponent is None or exponent % self.root:
            return None
        return self.alpha ** (exponent // self.root)


def half_even(numerator: int, denominator: int) -> int:
    """numerator / denominator rounded to the nearest integer, ties to even; `denominator` > 0 (SCO-4.5.2)."""
    quotient, rest = divmod(numerator, denominator)
    return quotient + (2 * rest > denominator or (2 * rest == denominator and quotient & 1))


def fixed(value: Fraction, places: int) -> str:
    """A fraction rounded half to even, with exactly `places` decimals; zero has no sign (SCO-4.5.2)."""
    return _text(half_even(value.numerator * 10**places, value.denominator), places)


def rounded_product(exact: Fraction, incidents: Iterable[Incident], places: int) -> str:
    """exact · Π incidents, `exact` >= 0, rounded half to even from its exact real value (SCO-4.5.4)."""
    left: list[Incident] = []
    for incident in incidents:
        factor = incident.exact()
        if factor is None:
            left.append(incident)
        else:
            exact *= factor
    if not left or not exact:
        return fixed(exact, places)
    precision = PRECISION
    while (scaled := _decided(_approximate(exact, left, precision), precision, places)) is None:
        precision *= 2
    return _text(scaled, places)


def rounded_root(power: Fraction, root: int, places: int) -> str:
    """power ^ (1 / root), `power` >= 0, rounded half to even from its exact real value (SCO-4.2.7, SCO-4.5.4)."""
    numerator, denominator = power.numerator * 10 ** (places * root), power.denominator
    floor = _integer_root(numerator // denominator, root)
    half, value = (2 * floor + 1) ** root * denominator, (numerator << root)
    return _text(floor + (value > half or (value == half and floor & 1)), places)


def _text(scaled: int, places: int) -> str:
    digits = str(abs(scaled)).rjust(places + 1, "0")
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    return ("-" if scaled < 0 else "") + whole + ("." + part if places else "")


def _log2(value: Fraction) -> int | None:
    """j where value = 2^j, else None."""
    numerator, denominator = value.numerator, value.denominator
    if numerator & (numerator - 1) or denominator & (denominator - 1):
        return None
    return numerator.bit_length() - denominator.bit_length()


def _integer_root(value: int, root: int) -> int:
    """The largest integer whose `root`-th power is at most `value`, by Newton's method from above."""
    if not value:
        return 0
    guess = 1 << -(-value.bit_length() // root)
    while True:
        better = ((root - 1) * guess + value // guess ** (root - 1)) // root
        if better >= guess:
            return guess
        guess = better


def _context(precision: int) -> Context:
    return Context(
        prec=precision,
        rounding=ROUND_HALF_EVEN,
        Emin=-999_999,
        Emax=999_999,
        capitals=1,
        clamp=0,
        flags=[],
        traps=[InvalidOperation, DivisionByZero, Overflow],
    )


@functools.lru_cache(maxsize=4096)
def _ln(value: Fraction, precision: int) -> Decimal:
    context = _context(precision)
    return context.ln(context.divide(Decimal(value.numerator), Decimal(value.denominator)))


def _approximate(exact: Fraction, incidents: list[Incident], precision: int) -> Decimal:
    """exact · Π incidents to `precision` digits, but for a few in the last places."""
    context = _context(precision)
    exponent = Decimal(0)
    for incident in incidents:
        logarithms = context.multiply(_ln(incident.alpha, precision), _ln(incident.power, precision))
        exponent = context.add(exponent, context.divide(logarithms, Decimal(incident.root)))
    factor = context.exp(context.divide(exponent, _ln(Fraction(2), precision)))
    return context.divide(context.multiply(Decimal(exact.numerator), factor), Decimal(exact.denominator))


def _decided(value: Decimal, precision: int, places: int) -> int | None:
    """`value` · 10^places rounded, or None when the error that `value` may carry leaves two answers."""
    numerator, denominator = value.as_integer_ratio()
    unit = 10 ** (precision - _GUARD)
    numerator, denominator = numerator * 10**places, denominator * unit
    low, high = half_even(numerator * (unit - 1), denominator), half_even(numerator * (unit + 1), denominator)
    return low if low == high else None
