"""A run record's canonical bytes, written step by step (SIM-10, ENC-1).

`canonical.encode` of the whole document gives the same bytes. Here the text of every cell and every person's
outcomes is made once, so that long records can be written, hashed and compared in the memory of one step.
"""

from itertools import compress
from operator import ne

from simulator import canonical
from simulator.phases import StepRecord
from simulator.rng import word_hex
from simulator.scenario import Scenario
from simulator.state import Snapshot

STEP_START, END = b'{"actions":', b"]}"


class Speller:
    """Writes one record of a scenario, piece by piece.

    Identifiers are ASCII, so that keys sort as IDs do. A snapshot's people are spelled by what has changed since the
    last one that was spelled.
    """

    def __init__(self, scenario: Scenario) -> None:
        grid = scenario.grid
        rows, stride = range(-1, grid.rows + 1), range(-1, grid.cols + 1)
        self.cells = [f"[{row},{col}]" for row in rows for col in stride]
        self.names = [canonical.string(person.id) for person in scenario.people]
        self.name_of = {person.id: name for person, name in zip(scenario.people, self.names, strict=True)}
        self.exits = {exit_.id: canonical.string(exit_.id) for exit_ in scenario.exits}
        self.people = [""] * len(self.names)
        self.last: Snapshot | None = None
        self.burning: tuple[bytes, str] = (b"", "")

    def opening(self, header: dict[str, object], first: Snapshot) -> bytes:
        """Everything before the first step: header and initial state."""
        head = canonical.encode(header).decode()
        return f'{{"header":{head},"initial_state":{self.snapshot(first)},"steps":['.encode()

    def step(self, step: StepRecord) -> bytes:
        """One step of the record (SIM-10.3)."""
        name, cells, moves = self.name_of, self.cells, step.movements
        actions = ",".join([f'{name[person]}:"{action}"' for person, action in step.actions.items()])
        movements = ",".join(
            [
                f'{name[person]}:{{"outcome":"{outcome}","position":{cells[cell]}}}'
                for person, outcome, cell in zip(moves.people, moves.results, moves.ends, strict=True)
            ]
        )
        casualties = ",".join([f'{{"cause":"{cause}","person":{name[person]}}}' for person, cause in step.casualties])
        evacuations = ",".join(
            [f'{{"exit":{self.exits[exit_]},"person":{name[person]}}}' for person, exit_ in step.evacuations]
        )
        ignitions = ",".join([cells[cell] for cell in step.ignitions])
        return (
            f'{{"actions":{{{actions}}},"casualties":[{casualties}],"evacuations":[{evacuations}],'
            f'"ignitions":[{ignitions}],"movements":{{{movements}}},'
            f'"state":{self.snapshot(step.state)},"step":{step.step}}}'
        ).encode()

    def snapshot(self, snapshot: Snapshot) -> str:
        """A snapshot (SIM-3.1); cheapest when snapshots come in their order."""
        if snapshot.burning != self.burning[0]:
            self.burning = snapshot.burning, ",".join(compress(self.cells, snapshot.burning))
        trapped = ",".join([self.name_of[person] for person in snapshot.trapped])
        reason = "null" if snapshot.termination_reason is None else f'"{snapshot.termination_reason}"'
        return (
            f'{{"burning":[{self.burning[1]}],"people":[{",".join(self._people(snapshot))}],'
            f'"rng_state":{{"fire":"{word_hex(snapshot.rng_state)}"}},"step":{snapshot.step},'
            f'"terminated":{"true" if snapshot.terminated else "false"},"termination_reason":{reason},'
            f'"trapped":[{trapped}]}}'
        )

    def _people(self, snapshot: Snapshot) -> list[str]:
        """The text of every person, renewed only where something has changed."""
        everybody = range(len(self.names))
        changed = set(everybody)
        if self.last is not None:
            changed = set(compress(everybody, map(ne, self.last.positions, snapshot.positions)))
            if self.last.statuses != snapshot.statuses:
                changed.update(compress(everybody, map(ne, self.last.statuses, snapshot.statuses)))
        for index in changed:
            self.people[index] = (
                f'{{"id":{self.names[index]},"position":{self.cells[snapshot.positions[index]]},'
                f'"status":"{snapshot.statuses[index]}"}}'
            )
        self.last = snapshot
        return self.people
