"""The stratified two-stage percentile bootstrap, exact and the same everywhere (SCO-7).

**Stream.** The key is the 32 bytes of a SHA-256. Block k = 0, 1, … is SHAKE-256(key ‖ k as 8 bytes, big-endian), 64
bytes, read as eight big-endian words of 64 bits. An index below n takes words in order until one is less than
2^64 − (2^64 mod n), and is that word mod n; n = 1 takes a word too.

**Resample.** Families in ascending order by code point; in each, as many scenario draws as it has scenarios (numbered
in ascending order of their IDs), each followed at once by as many episode draws as that scenario has episodes
(numbered in ascending order of their indices). The statistic is the mean over families of the mean over drawn
scenarios of the mean over drawn episodes.

Every value is brought to one common denominator first, so that a resample is a sum of integers. Where each family's
scenarios have equally many episodes, a draw's place in the stream is known beforehand, and many resamples are drawn
column by column.
"""

import hashlib
import struct
import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from scoring.constants import CONSTANTS
from simulator.canonical import digest

Strata = Sequence[Sequence[Sequence[Fraction]]]
"""Values by family, scenario and episode, each in the order of the stream; no level is empty."""

WORDS = 1 << 64
_BATCH = 1 << 16
# A word that any n below 2^32 may reject starts with these bytes.
_REJECTABLE = b"\xff" * 4


@dataclass(frozen=True, slots=True)
class Interval:
    """A percentile interval of the headline or of a difference, exact (SCO-7.3)."""

    lower: Fraction
    upper: Fraction


@dataclass(frozen=True, slots=True)
class _Family:
    """Integer values by scenario and episode; `episodes` is their common number, or 0."""

    rows: tuple[tuple[int, ...], ...]
    episodes: int


class WordStream:
    """The words of one key, in order (SCO-7.1)."""

    __slots__ = ("_at", "_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words = array("Q")
        self._at = 0

    def next(self) -> int:
        """The next word."""
        if self._at == len(self._words):
            self._extend(512)
        self._at += 1
        return self._words[self._at - 1]

    def take(self, count: int) -> "array[int] | None":
        """The next `count` words; None, and nothing is taken, where one of them might be rejected as an index."""
        missing = count - (len(self._words) - self._at)
        if missing > 0:
            self._extend(missing)
        words = self._words[self._at : self._at + count]
        if _REJECTABLE in _big_endian(words).tobytes():
            return None
        self._at += count
        return words

    def _extend(self, count: int) -> None:
        """Drops the words already taken and adds at least `count`."""
        blocks = -(-count // 8)
        shake, key, counter = hashlib.shake_256, self._key, struct.Struct(">Q").pack
        numbers = map(counter, range(self._block, self._block + blocks))
        fresh = array("Q", b"".join([shake(key + number).digest(64) for number in numbers]))
        self._words = self._words[self._at :] + _big_endian(fresh)
        self._block += blocks
        self._at = 0


def _big_endian(words: "array[int]") -> "array[int]":
    """The words with their bytes in the other order, where this machine needs that."""
    if sys.byteorder == "little":
        words = words[:]
        words.byteswap()
    return words


def index(next_word: Callable[[], int], count: int, words: int = WORDS) -> int:
    """An index below `count`, unbiased, from words below `words` (SCO-7.1)."""
    limit = words - words % count
    while (word := next_word()) >= limit:
        pass
    return word % count


def stream_key(document: dict[str, Any]) -> bytes:
    """The key of a stream: the 32 bytes of the SHA-256 of a document's canonical JSON (SCO-7.1)."""
    return bytes.fromhex(digest(document))


def interval(strata: Strata, key: bytes) -> Interval:
    """The official interval: type-7 quantiles of the resampled means at both ends of the confidence level (SCO-7.3)."""
    sums, denominator = resampled(strata, key, int(CONSTANTS.resamples))
    sums.sort()
    half = Fraction(1 - CONSTANTS.confidence, 2)
    lower, upper = quantile(sums, half), quantile(sums, 1 - half)
    return Interval(lower * Fraction(1, denominator), upper * Fraction(1, denominator))


def quantile(ordered: Sequence[int] | Sequence[Fraction], share: Fraction) -> Fraction:
    """The type-7 quantile of ascending values: linear between the two nearest at (n − 1) · share (SCO-6.3, SCO-7.3)."""
    place = (len(ordered) - 1) * share
    below = int(place)
    value = Fraction(ordered[below])
    return value + (place - below) * (ordered[below + 1] - value) if place > below else value


def resampled(strata: Strata, key: bytes, resamples: int) -> tuple[list[int], int]:
    """The means of `resamples` resamples in the order of the stream, as numerators over one denominator (SCO-7.2)."""
    families, denominator = _integers(strata)
    stream = WordStream(key)
    uniform = all(family.episodes for family in families)
    width = sum(len(family.rows) * (1 + family.episodes) for family in families)
    sums: list[int] = []
    while len(sums) < resamples:
        count = min(resamples - len(sums), -(-_BATCH // width))
        words = stream.take(count * width) if uniform else None
        if words is None:
            sums += [_resample(families, stream.next) for _ in range(count)]
        else:
            sums += _columns(families, words, width, count)
    return sums, denominator


def _integers(strata: Strata) -> tuple[list[_Family], int]:
    """The values, each times its weight in the statistic, over their common denominator."""
    weighted = [
        [[value * Fraction(1, len(strata) * len(family) * len(row)) for value in row] for row in family]
        for family in strata
    ]
    denominator = lcm(*(value.denominator for family in weighted for row in family for value in row))
    families = []
    for family in weighted:
        rows = tuple(tuple(value.numerator * (denominator // value.denominator) for value in row) for row in family)
        lengths = {len(row) for row in rows}
        families.append(_Family(rows, lengths.pop() if len(lengths) == 1 else 0))
    return families, denominator


def _resample(families: list[_Family], next_word: Callable[[], int]) -> int:
    """One resample, word by word."""
    total = 0
    for family in families:
        for _ in family.rows:
            row = family.rows[index(next_word, len(family.rows))]
            for _ in row:
                total += row[index(next_word, len(row))]
    return total


def _columns(families: list[_Family], words: "array[int]", width: int, count: int) -> list[int]:
    """`count` resamples at once: column j of `words` holds the j-th word of each, and none is rejected."""
    totals = [0] * count
    column = 0
    for family in families:
        rows, scenarios, episodes = family.rows, len(family.rows), family.episodes
        for _ in rows:
            chosen = [rows[word % scenarios] for word in words[column::width]] if scenarios > 1 else rows * count
            for place in range(column + 1, column + 1 + episodes):
                drawn = zip(totals, chosen, words[place::width], strict=True)
                totals = [total + row[word % episodes] for total, row, word in drawn]
            column += 1 + episodes
    return totals
