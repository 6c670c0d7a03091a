"""Fair choices from one stream of a generated scenario (PCK-11.3)."""

from collections.abc import Sequence
from typing import TypeVar

from simulator.rng import Stream

T = TypeVar("T")


class Draw:
    """Whole numbers, items and samples from the words of one stream (PCK-11.3)."""

    __slots__ = ("_stream",)

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def below(self, count: int) -> int:
        """A number 0 … count − 1: the first word below the greatest multiple of count in 2^64, mod count."""
        limit = (1 << 64) - (1 << 64) % count
        word = self._stream.next_u64()
        while word >= limit:
            word = self._stream.next_u64()
        return word % count

    def between(self, bounds: Sequence[int]) -> int:
        """A number from `[low, high]`, both included."""
        low, high = bounds
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """One of some items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """`count` of the items, each at most once, in the order drawn; all of them where there are not so many."""
        left = list(items)
        out: list[T] = []
        while left and len(out) < count:
            at = self.below(len(left))
            out.append(left[at])
            left[at] = left[-1]
            left.pop()
        return out
