"""Who will be where, when: the cells that plans have taken (SIM-5)."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Reservations:
    """The plans made so far on a padded grid of `size` cells. Keys are `snapshot · size + cell`.

    `taken` holds every reserved (snapshot, cell), the entered exit included; `onward` the cell that its holder goes to
    next; `jumps`, per exit, a later step that may be free for each step that is not.
    """

    size: int
    taken: set[int] = field(default_factory=set)
    onward: dict[int, int] = field(default_factory=dict)
    jumps: dict[int, dict[int, int]] = field(default_factory=dict)

    def reserve(self, start: int, cells: list[int]) -> None:
        """Enter a plan: its cells at snapshots `start`, `start` + 1, …, the last one an exit."""
        keys = [step * self.size + cell for step, cell in enumerate(cells, start)]
        self.taken.update(keys)
        self.onward.update(zip(keys, cells[1:], strict=False))
        arrival = start + len(cells) - 1
        self.jumps.setdefault(cells[-1], {})[arrival] = arrival + 1

    def free_slot(self, goal: int, step: int) -> int:
        """The first step from `step` on in which nobody enters the exit `goal`."""
        jump = self.jumps.get(goal, {})
        while step in jump:
            following = jump[step]
            jump[step] = jump.get(following, following)
            step = following
        return step

    def closes_cycle(self, step: int, cell: int, target: int) -> bool:
        """Whether a move from `cell` to `target` after snapshot `step` would close a swap or a longer rotation.

        The target must be free at the next snapshot: then all that stand in the chain behind it move on.
        """
        base = step * self.size
        ahead = self.onward.get(base + target)
        while ahead is not None and ahead != cell:
            ahead = self.onward.get(base + ahead)
        return ahead is not None
