"""SplitMix64 against its reference output, the streams, and the exact draw (SIM-7)."""

import hashlib
from fractions import Fraction

import pytest

from simulator.rng import GAMMA, MASK64, MAX_SEED, Stream, splitmix64, stream_seed, threshold, word_hex

REFERENCE = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def words(state: int, count: int) -> list[int]:
    out = []
    for _ in range(count):
        state, word = splitmix64(state)
        out.append(word)
    return out


def test_many_words_are_the_words_one_by_one() -> None:
    for number, count in enumerate((0, 1, 7, 8, 9, 64, 1023, 1024, 1025, 3000)):
        many, single = Stream(number, "bulk"), Stream(number, "bulk")
        assert many.words(count) == [single.next_u64() for _ in range(count)]
        assert many.state == single.state
    many.state = single.state = MASK64
    assert many.words(100) == [single.next_u64() for _ in range(100)]


def test_reference_output() -> None:
    assert words(1234567, 5) == REFERENCE
    assert word_hex(words(0, 1)[0]) == "e220a8397b1dcdaf"


def test_each_draw_adds_the_same_constant_to_the_state() -> None:
    assert splitmix64(0)[0] == GAMMA
    assert splitmix64(MASK64)[0] == GAMMA - 1
    stream = Stream(5, "fire")
    first = stream.state
    for draws in range(1, 50):
        stream.next_u64()
        assert stream.state == (first + draws * GAMMA) % 2**64


def test_stream_draws_from_its_seed() -> None:
    stream = Stream(3, "fire")
    assert stream.state == stream_seed(3, "fire")
    assert [stream.next_u64() for _ in range(5)] == words(stream_seed(3, "fire"), 5)


def test_stream_seed() -> None:
    assert word_hex(stream_seed(3, "fire")) == "b6fbd4d712428e0b"
    for seed in (0, 7, MAX_SEED):
        for label in ("fire", "policy/random-legal-v1"):
            expected = hashlib.sha256(f"emberbench/v1/{seed}/{label}".encode("ascii")).hexdigest()[:16]
            assert word_hex(stream_seed(seed, label)) == expected
    assert stream_seed(0, "fire") != stream_seed(0, "smoke")


def test_word_hex_keeps_leading_zeros() -> None:
    assert word_hex(0) == "0" * 16
    assert word_hex(0xAB) == "00000000000000ab"
    assert word_hex(MASK64) == "f" * 16


@pytest.mark.parametrize(
    ("probability", "successes"),
    [
        (0, 0),
        (0.0, 0),
        (1, 2**53),
        (1.0, 2**53),
        (2.0**-53, 1),
        (1 - 2.0**-53, 2**53 - 1),
        (5e-324, 1),
        (2.0**-54, 1),
        (3 * 2.0**-54, 2),
        (0.5, 2**52),
        (0.35, 3152519739159347),
    ],
)
def test_threshold(probability: float, successes: int) -> None:
    assert threshold(probability) == successes


def test_threshold_splits_the_values_exactly() -> None:
    for word in words(42, 300):
        p = (word >> 11) * 2.0**-53 * 0.75
        limit = threshold(p)
        assert Fraction(limit, 2**53) >= Fraction(p)
        assert limit == 0 or Fraction(limit - 1, 2**53) < Fraction(p)


def test_bernoulli_takes_one_draw_and_compares_53_bits() -> None:
    for p in (0.0, 5e-324, 0.35, 0.5, 1.0):
        stream, plain = Stream(9, "test"), Stream(9, "test")
        for _ in range(200):
            expected = Fraction(plain.next_u64() >> 11, 2**53) < Fraction(p)
            assert stream.bernoulli(threshold(p)) is expected
            assert stream.state == plain.state


def test_bernoulli_at_the_border_of_the_limit() -> None:
    value = words(stream_seed(1, "test"), 1)[0] >> 11
    assert not Stream(1, "test").bernoulli(value)
    assert Stream(1, "test").bernoulli(value + 1)
