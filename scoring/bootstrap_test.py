"""The bootstrap draws the stream word for word and adds up exactly (SCO-7)."""

import contextlib
import hashlib
from array import array
from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import bootstrap
from scoring.bootstrap import Strata, WordStream, index, interval, quantile, resampled, stream_key

FIRST_WORDS = [
    "32cf5ad18d66d509",
    "90bae59659e105e3",
    "2c313cbefc45509c",
    "b3c25088ddd67a34",
    "78bbd9a936e5ebce",
    "d3fcba166a96604e",
    "585d8ce6532039ae",
    "5cbdd973cb1e2f77",
    "8f4985090983c94f",
]
FIRST_INDICES = [0, 1, 0, 8, 82, 606]

KEY = stream_key({"example": 1})


def literal_words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        data = hashlib.shake_256(key + block.to_bytes(8, "big")).digest(64)
        yield from (int.from_bytes(data[place : place + 8], "big") for place in range(0, 64, 8))
        block += 1


def literal_index(words: Iterator[int], count: int) -> int:
    while True:
        word = next(words)
        if word < 2**64 - 2**64 % count:
            return word % count


def mean(values: list[Fraction]) -> Fraction:
    return Fraction(sum(values, Fraction(0)), len(values))


def literal_resamples(strata: Strata, words: Iterator[int], resamples: int) -> list[Fraction]:
    """The two stages as they read, in fractions."""
    out = []
    for _ in range(resamples):
        families = []
        for family in strata:
            scenarios = []
            for _ in family:
                scenario = family[literal_index(words, len(family))]
                scenarios.append(mean([scenario[literal_index(words, len(scenario))] for _ in scenario]))
            families.append(mean(scenarios))
        out.append(mean(families))
    return out


def fractions(sums: tuple[list[int], int]) -> list[Fraction]:
    numerators, denominator = sums
    return [Fraction(numerator, denominator) for numerator in numerators]


scores = st.integers(0, 10**11).map(lambda points: Fraction(points, 10**9)) | st.fractions(0, 100, max_denominator=99)
any_strata = st.lists(
    st.lists(st.lists(scores, min_size=1, max_size=4), min_size=1, max_size=3), min_size=1, max_size=3
)
even_strata = st.integers(1, 4).flatmap(
    lambda size: st.lists(
        st.lists(st.lists(scores, min_size=size, max_size=size), min_size=1, max_size=3), min_size=1, max_size=3
    )
)


def test_the_words_of_a_key() -> None:
    assert KEY.hex() == "bf654cfe11a33f692a2e37b3eb558debc1ba64a6ba4c84a98b20efef719acab5"
    stream = WordStream(KEY)
    assert [f"{stream.next():016x}" for _ in range(9)] == FIRST_WORDS
    indices = WordStream(KEY)
    assert [index(indices.next, count) for count in (1, 2, 3, 10, 100, 1000)] == FIRST_INDICES


def test_the_published_words() -> None:
    """SCO-7.4: the key of 32 zero bytes."""
    stream = WordStream(bytes(32))
    words = "49ab483a584ab590 a57a45089223f4dd 45132596c87bc7df 3bd88fde967ccc33 e08d480cc44cbee5 193ebcb7d856af82"
    words += " bbb84ce9602fda39 bd08e9d0f3c79ec7 730fbe2ad9524ded"
    assert [f"{stream.next():016x}" for _ in range(9)] == words.split()


@settings(max_examples=30, deadline=None, database=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 40)), max_size=8))
def test_taking_and_drawing_read_one_stream(reads: list[tuple[bool, int]]) -> None:
    stream, words = WordStream(KEY), literal_words(KEY)
    for bulk, count in reads:
        taken = stream.take(count) if bulk else array("Q", [stream.next() for _ in range(count)])
        assert taken is not None and taken.tolist() == [next(words) for _ in range(count)]


@settings(max_examples=40, deadline=None, database=None)
@given(any_strata | even_strata, st.integers(1, 60))
def test_resamples_are_the_literal_ones(strata: Strata, resamples: int) -> None:
    assert fractions(resampled(strata, KEY, resamples)) == literal_resamples(strata, literal_words(KEY), resamples)


@pytest.mark.parametrize("batch", [1, 7, 64, 1 << 20])
def test_batches_leave_no_seam(monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    strata = [[[Fraction(1, 3), Fraction(2)], [Fraction(5), Fraction(7)]], [[Fraction(11), Fraction(13)]]]
    monkeypatch.setattr(bootstrap, "_BATCH", batch)
    assert fractions(resampled(strata, KEY, 50)) == literal_resamples(strata, literal_words(KEY), 50)


@pytest.mark.parametrize("strata_kind", ["even", "odd"])
def test_rejected_words_move_everything_after_them(monkeypatch: pytest.MonkeyPatch, strata_kind: str) -> None:
    """A stream in which every fifth word is the largest there is: 3 rejects it, 2 and 1 do not."""
    short = [Fraction(4)] if strata_kind == "odd" else [Fraction(4), Fraction(8), Fraction(16)]
    strata = [[[Fraction(1), Fraction(2), Fraction(3)], short], [[Fraction(9), Fraction(27), Fraction(81)]]]
    words = list(zip(range(4000), literal_words(KEY), strict=False))
    doctored = array("Q", [2**64 - 1 if place % 5 == 4 else word for place, word in words])

    def extend(stream: WordStream, count: int) -> None:
        stream._words = stream._words[stream._at :] + doctored[stream._block : stream._block + count]
        stream._block += count
        stream._at = 0

    monkeypatch.setattr(WordStream, "_extend", extend)
    assert fractions(resampled(strata, KEY, 100)) == literal_resamples(strata, iter(doctored), 100)


@pytest.mark.parametrize("count", [*range(1, 21), 127, 128, 129, 255, 256])
def test_every_index_has_equally_many_words(count: int) -> None:
    """By exhaustion of all words of 8 bits: no remainder favours a low index."""
    drawn = []
    for word in range(256):
        with contextlib.suppress(StopIteration):
            drawn.append(index(iter([word]).__next__, count, 256))
    assert [drawn.count(value) for value in range(count)] == [256 // count] * count


@settings(max_examples=50, deadline=None, database=None)
@given(st.lists(scores, min_size=1, max_size=9), st.fractions(0, 1, max_denominator=40))
def test_quantiles_are_linear_between_order_statistics(values: list[Fraction], share: Fraction) -> None:
    values.sort()
    place = (len(values) - 1) * share
    weights = [max(Fraction(0), 1 - abs(place - rank)) for rank in range(len(values))]
    expected = sum((value * weight for value, weight in zip(values, weights, strict=True)), Fraction(0))
    assert quantile(values, share) == expected


def test_the_interval_is_at_the_official_quantiles() -> None:
    strata = [[[Fraction(n) for n in (10, 40, 90)]], [[Fraction(n) for n in (0, 100, 5)], [Fraction(50)] * 3]]
    ordered = sorted(literal_resamples(strata, literal_words(KEY), 2000))
    found = interval(strata, KEY)
    assert found.lower == ordered[49] + Fraction(39, 40) * (ordered[50] - ordered[49])
    assert found.upper == ordered[1949] + Fraction(1, 40) * (ordered[1950] - ordered[1949])
    assert found.lower < found.upper


def test_one_value_everywhere_has_a_zero_width_interval() -> None:
    found = interval([[[Fraction(1, 3)]], [[Fraction(1, 3)] * 2, [Fraction(1, 3)]]], KEY)
    assert found.lower == found.upper == Fraction(1, 3)
