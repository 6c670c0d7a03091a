"""For the tests of the evaluator: a small pack, and a model that answers like a baseline but for what a test wants."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from packs import verify
from packs.cases import small_pack
from packs.evaluation.adapters.policy import PolicyAdapter
from packs.evaluation.model import Answer, Player, Usage
from packs.pack import Pack
from packs.source import Memory

POLICY = "static-shortest-path-v1"
# The player's number, the step, and the baseline's answer: the model's answer. It may raise a ModelFailure.
Fault = Callable[[int, int, Answer], Answer]


def loaded(numbers: Sequence[int] = (4, 7), seeds: Sequence[int] = (0, 5), pack_id: str = "small") -> Pack:
    """A verified pack of random worlds, in memory."""
    return verify.load(Memory(small_pack(numbers, seeds, pack_id)))


class Scripted:
    """A deterministic model. `asked` lists the number and the step of every question, `open` the players not closed."""

    reproducible = False

    def __init__(
        self,
        fault: Fault = lambda number, step, answer: answer,
        *,
        stateless: bool = True,
        pause: str = "0",
        **own: Any,
    ) -> None:
        self.stateless = stateless
        self.asked: list[tuple[int, int]] = []
        self.open = 0
        self.fault = fault
        self._own = own
        self._policy = PolicyAdapter(POLICY)

    def settings(self) -> dict[str, Any]:
        return {"adapter": "scripted", "stateless": self.stateless, **self._own}

    def player(self, number: int) -> "_Player":
        self.open += 1
        return _Player(self, number, self._policy.player(number))

    def extract(self, received: bytes) -> bytes:
        return received


class _Player:
    def __init__(self, model: Scripted, number: int, policy: Player) -> None:
        self._model, self._number, self._policy = model, number, policy

    def answer(self, observation: bytes) -> Answer:
        step = json.loads(observation)["step"]
        self._model.asked.append((self._number, step))
        good = Answer(self._policy.answer(observation).received, Usage(100, 7))
        return self._model.fault(self._number, step, good)

    def close(self) -> None:
        self._model.open -= 1
