"""Scores that end exactly on a half are rounded to even, against rational arithmetic (SCO-4.5)."""

from fractions import Fraction

import pytest

from scoring.cases import Shares, episode
from scoring.episode import score_episode

# Every (M*, c, s) up to M* = 2,000 whose score, all else perfect, ends exactly on a half at the ninth decimal.
TIES = [
    (4, 1, 0), (12, 3, 0), (16, 0, 3), (20, 1, 0), (20, 1, 1), (20, 3, 0), (20, 7, 0), (28, 7, 0), (32, 0, 15),
    (48, 0, 3), (60, 3, 0), (60, 15, 0), (80, 0, 3), (80, 1, 15), (96, 0, 15), (100, 15, 0), (124, 31, 0),
    (140, 7, 0), (160, 0, 15), (192, 0, 63), (240, 0, 3), (248, 31, 31), (252, 63, 0), (300, 15, 0), (320, 0, 63),
    (400, 0, 3), (448, 0, 63), (480, 0, 15), (508, 127, 0), (576, 0, 63), (612, 255, 0), (620, 31, 0), (640, 0, 255),
    (756, 63, 0), (800, 0, 15), (960, 0, 63), (1020, 255, 0), (1200, 0, 3), (1344, 0, 63), (1524, 127, 0),
    (1920, 0, 255),
]  # fmt: skip


def exact(m: int, c: int, s: int, quality: int = 0) -> Fraction:
    """The score with 1 + c, 1 + s powers of two, Quality = 2 ^ −quality and nothing severe."""
    incidents = Fraction(3, 5) ** (c.bit_length() + quality) * Fraction(4, 5) ** s.bit_length()
    return 100 * incidents * Fraction(m - c - s, m) ** 2 * Fraction(m - c, m) ** 4 * Fraction(m - s, m) ** 2


def rounded(value: Fraction) -> str:
    scaled = round(value * 10**9)
    return f"{scaled // 10**9}.{scaled % 10**9:09d}"


def test_the_list_of_ties_is_complete() -> None:
    """1 + c and 1 + s must be powers of two: no other score is rational (arithmetic.py says why)."""
    found = []
    losses = [((1 << k) - 1, (1 << j) - 1) for k in range(11) for j in range(11)]
    for c, s in losses:
        power = 5 ** ((c + 1).bit_length() + (s + 1).bit_length() - 2)
        top = 200 * 10**9 * 3 ** (c.bit_length()) * 4 ** (s.bit_length())
        for m in range(2 * (c + s) + 1, 2001):
            halves, rest = divmod(top * (m - c - s) ** 2 * (m - c) ** 4 * (m - s) ** 2, m**8 * power)
            if not rest and halves & 1:
                found.append((m, c, s))
    assert sorted(found) == TIES


@pytest.mark.parametrize(("m", "c", "s"), TIES)
def test_each_tie_goes_to_even(m: int, c: int, s: int) -> None:
    value = exact(m, c, s)
    assert (value * 10**9).denominator == 2
    assert score_episode(episode(m, c, s)).score == rounded(value)


def test_the_tie_that_a_plain_exponential_gets_wrong() -> None:
    assert exact(20, 3, 0) == Fraction("13.5773825625")
    assert score_episode(episode(20, 3)).score == "13.577382562"


@pytest.mark.parametrize("m", [8, 10, 20, 40, 100, 160, 2000])
@pytest.mark.parametrize(("c", "s"), [(0, 0), (1, 0), (3, 0), (0, 1), (0, 3), (1, 1)])
def test_quality_of_one_half_is_exact(m: int, c: int, s: int) -> None:
    """Every component is 1/2, which is severe for hazard alone; the severe factor is exact too."""
    half: Shares = {"time": "1/2", "danger": "1/2", "path": "1/2"}
    severe = Fraction(4, 5) * Fraction(2, 3)
    score = score_episode(episode(m, c, s, **half))
    assert (score.quality, score.severe) == ("0.500000000000", ("hazard",))
    assert score.score == rounded(exact(m, c, s, 1) * severe)


@pytest.mark.parametrize("k", range(1, 9))
def test_quality_of_a_power_of_two_is_exact(k: int) -> None:
    """Time alone at 2 ^ −2k, where its weight is 3 of 6."""
    score = score_episode(episode(4096, 3, 1, time=str(Fraction(1, 4**k))))
    assert score.quality is not None and Fraction(score.quality) == round(Fraction(1, 2**k), 12)
    severe = Fraction(4, 5) * Fraction(2, 4**k)
    assert score.score == rounded(exact(4096, 3, 1, k) * severe)
