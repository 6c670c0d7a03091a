"""The test vectors of SCO-7.4."""

from fractions import Fraction
from itertools import islice

from conformance.second_reading.aggregate import strata
from conformance.second_reading.bootstrap import (
    CONSTANTS_DIGEST,
    in_drawn_order,
    index_below,
    interval,
    key_of_scores,
    resample,
    words,
)
from conformance.second_reading.canonical import digest

CONSTANTS = {
    "scoring_version": "1.0",
    "k_e": "2/1",
    "alpha_c": "3/5",
    "k_c": "4/1",
    "alpha_s": "4/5",
    "k_s": "2/1",
    "catastrophic_loss_rate": "1/2",
    "weights": {"time": "3/8", "hazard": "1/4", "path": "1/8", "replanning": "1/4"},
    "k_h": "1/1",
    "hazard_radius": "2/1",
    "severe": {"time": "1/2", "hazard": "3/4", "path": "1/2", "replanning": "1/2"},
    "phi": "4/5",
    "gamma": "1/1",
    "component_decimals": "12/1",
    "score_decimals": "9/1",
    "tail": "1/10",
    "confidence": "19/20",
    "resamples": "2000/1",
    "least_episodes": "5/1",
    "practical_difference": "1/1",
    "ranked_decimals": "1/1",
}
NAMES = [("s1", "b"), ("s1", "b"), ("s1", "b"), ("s2", "a"), ("s2", "a"), ("s3", "a"), ("s4", "b")]
EPISODES = [{"index": i, "scenario_id": scenario, "family": family} for i, (scenario, family) in enumerate(NAMES)]
SCORES = [Fraction(100), Fraction(113, 2), None, Fraction(0), Fraction(80), Fraction(90), Fraction(30)]
KEY = bytes.fromhex("5612e68a7555f8ca30677c758870c6684f21822142e6edaf9d8a7e86ff8ff877")


def test_the_digest_of_the_constants() -> None:
    assert digest(CONSTANTS) == CONSTANTS_DIGEST


def test_the_words_of_a_zero_key() -> None:
    assert [format(word, "016x") for word in islice(words(bytes(32)), 9)] == [
        "49ab483a584ab590",
        "a57a45089223f4dd",
        "45132596c87bc7df",
        "3bd88fde967ccc33",
        "e08d480cc44cbee5",
        "193ebcb7d856af82",
        "bbb84ce9602fda39",
        "bd08e9d0f3c79ec7",
        "730fbe2ad9524ded",
    ]


def test_the_example() -> None:
    assert key_of_scores("0" * 64, "example-model", SCORES) == KEY
    assert [format(word, "016x") for word in islice(words(KEY), 11)][-1] == "4ccc5d1382ae560f"
    stream = words(KEY)
    families = in_drawn_order(strata(EPISODES, SCORES))
    statistics = [resample(stream, families) for _ in range(5)]
    assert statistics == [Fraction(753, 16), Fraction(353, 8), Fraction(353, 8), Fraction(553, 8), Fraction(753, 16)]


def test_the_interval() -> None:
    assert interval(KEY, EPISODES, SCORES) == (Fraction(433, 16), Fraction(677, 8))
    assert interval(KEY, EPISODES[:5], SCORES[:5]) is None


def test_a_word_that_would_lean_is_passed_over() -> None:
    n = 2**63 + 1
    stream = iter([n, 2**64 - 1, 5])
    assert index_below(stream, n) == 5
    assert index_below(iter([7, 9]), 1) == 0
