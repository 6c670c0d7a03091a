/** Exact fractions of BigInts, and decimals rounded from them (ENC-3.2). */

function gcd(a, b) {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y) [x, y] = [y, x % y];
  return x;
}

/** A fraction in lowest terms, its denominator positive. */
export class Fraction {
  constructor(num, den = 1n) {
    const sign = den < 0n ? -1n : 1n;
    const common = gcd(num, den < 0n ? -den : den) * sign;
    this.num = num / common;
    this.den = den / common;
  }

  /** The fraction of two safe integers. */
  static of(num, den = 1) {
    return new Fraction(BigInt(num), BigInt(den));
  }

  /** The fraction that `"num/den"` or a decimal stands for (ENC-3.2). */
  static parse(text) {
    const [num, den] = text.split("/");
    if (den !== undefined) return new Fraction(BigInt(num), BigInt(den));
    const [whole, part = ""] = text.split(".");
    return new Fraction(BigInt(whole + part), 10n ** BigInt(part.length));
  }

  plus(other) {
    return new Fraction(this.num * other.den + other.num * this.den, this.den * other.den);
  }

  minus(other) {
    return new Fraction(this.num * other.den - other.num * this.den, this.den * other.den);
  }

  times(other) {
    return new Fraction(this.num * other.num, this.den * other.den);
  }

  over(other) {
    return new Fraction(this.num * other.den, this.den * other.num);
  }

  /** A whole power, a negative one too. */
  power(exponent) {
    const e = BigInt(exponent);
    return e < 0n ? new Fraction(this.den ** -e, this.num ** -e) : new Fraction(this.num ** e, this.den ** e);
  }

  negated() {
    return new Fraction(-this.num, this.den);
  }

  compare(other) {
    const difference = this.num * other.den - other.num * this.den;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  get isZero() {
    return this.num === 0n;
  }

  /** `"num/den"` (ENC-3.2). */
  toString() {
    return `${this.num}/${this.den}`;
  }

  /** With so many decimals, half to even (ENC-3.2). */
  decimal(places) {
    return decimalText(roundedQuotient(this.num * 10n ** BigInt(places), this.den), places);
  }
}

export const ZERO = Fraction.of(0);
export const ONE = Fraction.of(1);

/** num / den rounded half to even; den > 0. */
export function roundedQuotient(num, den) {
  const negative = num < 0n;
  const size = negative ? -num : num;
  let whole = size / den;
  const twice = 2n * (size % den);
  if (twice > den || (twice === den && whole % 2n === 1n)) whole += 1n;
  return negative ? -whole : whole;
}

/** A scaled integer as a decimal with all its decimals; no sign for zero (ENC-3.2). */
export function decimalText(scaled, places) {
  const size = scaled < 0n ? -scaled : scaled;
  const digits = size.toString().padStart(places + 1, "0");
  const point = digits.length - places;
  return (scaled < 0n ? "-" : "") + digits.slice(0, point) + (places > 0 ? "." + digits.slice(point) : "");
}

/** The sum of fractions. */
export function total(fractions) {
  return fractions.reduce((sum, value) => sum.plus(value), ZERO);
}

/** The mean of fractions, or null of none. */
export function mean(fractions) {
  return fractions.length === 0 ? null : total(fractions).over(Fraction.of(fractions.length));
}

/** The type-7 quantile of some values (SCO-6.3). */
export function quantile(values, share) {
  const sorted = values.slice().sort((a, b) => a.compare(b));
  const place = share.times(Fraction.of(sorted.length - 1));
  const below = Number(place.num / place.den);
  const part = place.minus(Fraction.of(below));
  if (part.isZero) return sorted[below];
  return sorted[below].plus(sorted[below + 1].minus(sorted[below]).times(part));
}
