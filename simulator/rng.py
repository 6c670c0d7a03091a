"""SplitMix64, its streams, and the exact Bernoulli draw (SIM-7).

state += 0x9E3779B97F4A7C15
z = state
z = (z ^ z >> 30) · 0xBF58476D1CE4E5B9
z = (z ^ z >> 27) · 0x94D049BB133111EB
output z ^ z >> 31                          all mod 2^64

Many words at a time come from one long integer with a lane of 128 bits for each: the state before word i is
state + i · gamma, a product of two words fits into a lane, and what a shift carries into a lane from its neighbour is
masked off.
"""

import hashlib
from functools import lru_cache
from struct import unpack

MASK64 = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
MAX_SEED = (1 << 53) - 1
FIRE = "fire"

_LANE = 128
_MOST_LANES = 1024
_FEW = 8


def splitmix64(state: int) -> tuple[int, int]:
    """The next state and the word drawn from a 64-bit state (SIM-7.1)."""
    state = (state + GAMMA) & MASK64
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return state, z ^ (z >> 31)


def stream_seed(seed: int, label: str) -> int:
    """The state of a stream before its first draw, from a seed 0 … 2^53−1 and a label (SIM-7.2)."""
    material = f"emberbench/v1/{seed}/{label}".encode()
    return int.from_bytes(hashlib.sha256(material).digest()[:8], "big")


def threshold(probability: float) -> int:
    """How many of the 2^53 values of `word >> 11` succeed: ceil(p · 2^53), from the float's exact ratio (SIM-7.4)."""
    numerator, denominator = probability.as_integer_ratio()
    return -(-(numerator << 53) // denominator)


def word_hex(word: int) -> str:
    """A 64-bit word as 16 lowercase hex digits (ENC-3.3)."""
    return f"{word:016x}"


class Stream:
    """One SplitMix64 stream. `state` is the raw state, the `rng_state` of a snapshot (SIM-7.2)."""

    __slots__ = ("state",)

    def __init__(self, seed: int, label: str) -> None:
        self.state = stream_seed(seed, label)

    def next_u64(self) -> int:
        """The next word (SIM-7.1)."""
        self.state, word = splitmix64(self.state)
        return word

    def words(self, count: int) -> list[int]:
        """The next `count` words (SIM-7.1)."""
        if count < _FEW:
            return [self.next_u64() for _ in range(count)]
        out: list[int] = []
        for start in range(0, count, _MOST_LANES):
            lanes = min(_MOST_LANES, count - start)
            out += _mixed(self.state, lanes)
            self.state = (self.state + lanes * GAMMA) & MASK64
        return out

    def bernoulli(self, limit: int) -> bool:
        """One draw that succeeds for exactly `limit` of the 2^53 values; see `threshold` (SIM-7.4)."""
        return self.next_u64() >> 11 < limit


def _mixed(state: int, lanes: int) -> tuple[int, ...]:
    """The words that follow a state, one per lane."""
    ones, gammas, mask = _constants(lanes)
    z = (state * ones + gammas) & mask
    z = ((z ^ (z >> 30)) & mask) * 0xBF58476D1CE4E5B9 & mask
    z = ((z ^ (z >> 27)) & mask) * 0x94D049BB133111EB & mask
    z ^= z >> 31
    return unpack(f"<{2 * lanes}Q", (z & mask).to_bytes(lanes * _LANE // 8, "little"))[::2]


@lru_cache(_MOST_LANES)
def _constants(lanes: int) -> tuple[int, int, int]:
    """Per lane: one; gamma times its number, from 1; the mask of a word."""
    ones = sum(1 << _LANE * lane for lane in range(lanes))
    return ones, sum(GAMMA * (lane + 1) << _LANE * lane for lane in range(lanes)), MASK64 * ones
