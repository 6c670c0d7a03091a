"""SplitMix64, its streams, and the Bernoulli draw (SIM-7)."""

import hashlib
from fractions import Fraction

WORD = 2**64
GAMMA = 0x9E3779B97F4A7C15
INVERSE_OF_GAMMA = 0xF1DE83E19937733D


def start_of_stream(seed: int, label: str) -> int:
    """The state before the first draw (SIM-7.2)."""
    text = "emberbench/v1/" + str(seed) + "/" + label
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big")


def draw(state: int) -> tuple[int, int]:
    """The next state, and the word drawn (SIM-7.1)."""
    state = (state + GAMMA) % WORD
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % WORD
    return state, z ^ (z >> 31)


def succeeds(word: int, probability: float | int) -> bool:
    """Whether a word is a success: the fraction of its upper 53 bits is below the probability (SIM-7.4)."""
    return Fraction(word >> 11, 2**53) < Fraction(probability)


def draws_between(before: int, after: int) -> int:
    """How many draws lead from one state to another (SIM-7.5)."""
    return ((after - before) * INVERSE_OF_GAMMA) % WORD


def index_below(state: int, n: int) -> tuple[int, int]:
    """The next state and an index below n: the first word below 2^64 - (2^64 mod n), modulo n (PCK-5.7)."""
    while True:
        state, word = draw(state)
        if word < WORD - WORD % n:
            return state, word % n


def threshold(probability: float | int) -> int:
    """How many of the 2^53 values are successes: the probability times 2^53, rounded up (SIM-7.4)."""
    return -(-Fraction(probability) * 2**53 // 1)
