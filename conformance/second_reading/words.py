"""The generator's draws from one stream (PCK-11.3)."""

from typing import Any

from conformance.second_reading.rng import index_below


class Words:
    """Numbers, choices and samples, one after another."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, n: int) -> int:
        """A number below n."""
        self.state, number = index_below(self.state, n)
        return number

    def from_range(self, bounds: list[int]) -> int:
        """A number from a range, both ends included."""
        return bounds[0] + self.below(bounds[1] - bounds[0] + 1)

    def from_choice(self, values: list[Any]) -> Any:
        """One of the values."""
        return values[self.below(len(values))]

    def sample(self, items: list[Any], k: int) -> list[Any]:
        """Up to k of the items: one is taken, and the last is put in its place."""
        left = list(items)
        taken: list[Any] = []
        while len(taken) < k and left:
            i = self.below(len(left))
            taken.append(left[i])
            left[i] = left[-1]
            left.pop()
        return taken
