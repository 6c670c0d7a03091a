"""What is wrong with a scenario that is valid: whether it is fit to be published with its seeds.

Every finding has a stable code and points at a member of the scenario document. A refusal says that the scenario must
not be published as it is (SCO-14.9); a warning, that its author should look. docs/guides/author.md explains each.

| code | kind | told |
|---|---|---|
| `exit_unreachable` | refusal | of an exit that nobody can reach on the map, fire ignored |
| `joint_bound_at_gate` | refusal | of a seed in which so few can leave together that every policy is at the gate |
| `joint_bound_unknown` | refusal | of a seed in which that can't be settled |
| `person_shut_in` | warning | of people who can reach no exit on the map, fire ignored |
| `horizon_short` | warning | of a horizon too short for everybody even without fire |
| `nobody_savable` | warning | of a seed in which M* is 0 |
| `person_not_savable` | warning | of people without an escape in a seed, though the map has a way for them |
| `fire_never_matters` | warning | of a seed in which the fire changes nothing |
| `exit_unused` | warning | of an exit by which no baseline run lets anybody out, in any of the seeds |
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.constants import CONSTANTS
from scoring.references.joint import joint_bound
from scoring.references.optimum import Optimum, optimum
from simulator import metrics
from simulator.errors import InputError
from simulator.fire import FireWorld, fire_world
from simulator.grid import UNREACHABLE, distances
from simulator.policies import registry
from simulator.record import run
from simulator.scenario import Exit, Scenario

REFUSAL, WARNING = "refusal", "warning"
# The quick ones first: a question that they answer costs no run of the slow one. Those that mean to lose are left out.
BASELINES = (
    "nearest-exit-greedy-v1",
    "static-shortest-path-v1",
    "fire-aware-shortest-path-v1",
    "random-legal-v1",
    "congestion-aware-v1",
)
_NAMED = 5

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at: a code, its kind, the pointer of the member it is about, a sentence, and the seed if any.

    `ids` are the people or the exit in question.
    """

    code: str
    kind: str
    pointer: str
    message: str
    seed: int | None = None
    ids: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """As a plain JSON value."""
        return {
            "code": self.code,
            "kind": self.kind,
            "pointer": self.pointer,
            "message": self.message,
            "seed": self.seed,
            "ids": list(self.ids),
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a baseline run came to: how many left, by which exits, and the person-states in the danger zone."""

    evacuated: int
    exits: frozenset[str]
    danger: int


class Case:
    """A scenario under one seed: its fire world, its references, and the baseline runs, made when first asked for."""

    def __init__(self, scenario: Scenario, seed: int, tell: Tell) -> None:
        self.seed = seed
        self.world: FireWorld = fire_world(scenario, seed)
        self.best: Optimum = optimum(self.world)
        self._tell = tell
        self._played: list[Outcome] = []

    def outcomes(self) -> Iterator[Outcome]:
        """The outcome of every baseline, in the order of BASELINES; the drawing one has policy seed 0."""
        for number, name in enumerate(BASELINES):
            if number == len(self._played):
                self._tell(f"seed {self.seed}: {name}")
                self._played.append(self._play(name))
            yield self._played[number]

    def _play(self, name: str) -> Outcome:
        record = run(self.world.scenario, self.seed, registry.make(name, 0).act, self.world)
        found = metrics.episode_metrics(record)
        used = frozenset(exit_id for exit_id, count in found["exit_evacuations"].items() if count)
        return Outcome(found["evacuated"], used, found["danger_states"])


class Ways:
    """The ways of a map, fire ignored.

    `steps` has each person's distance to the nearest exit, or UNREACHABLE. `reachable` tells of each exit whether
    anybody can come to it; nobody can pass through an exit, since it lets them out.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        grid = scenario.grid
        starts = [person.cell for person in scenario.people]
        exits = [exit_.cell for exit_ in scenario.exits]
        to_exit = distances(grid, exits, grid.terrain)
        closed = bytes(map(max, grid.terrain, grid.mask(exits)))
        walked = distances(grid, starts, closed)
        self.steps = [to_exit[cell] for cell in starts]
        self.reachable = [any(walked[cell + offset] != UNREACHABLE for offset in grid.offsets) for cell in exits]

    def is_nearest(self, exit_: Exit) -> bool:
        """Whether no exit is nearer than this one to somebody's start."""
        grid = self.scenario.grid
        own = distances(grid, [exit_.cell], grid.terrain)
        pairs = zip(self.scenario.people, self.steps, strict=True)
        return any(steps == own[person.cell] != UNREACHABLE for person, steps in pairs)


def lint(scenario: Scenario, seeds: Sequence[int], tell: Tell = lambda what: None) -> list[Finding]:
    """The findings on a scenario and its seeds, refusals first; `tell` hears what is being worked out."""
    ways = Ways(scenario)
    cases = [Case(scenario, seed, tell) for seed in seeds]
    found = [*_map_findings(scenario, ways)]
    for case in cases:
        found += _seed_findings(case, ways)
    found += _unused_exits(scenario, ways, cases)
    return sorted(found, key=lambda finding: finding.kind != REFUSAL)


def _map_findings(scenario: Scenario, ways: Ways) -> Iterator[Finding]:
    """What can be told without a seed."""
    for index, (exit_, reachable) in enumerate(zip(scenario.exits, ways.reachable, strict=True)):
        if not reachable:
            message = f"nobody can reach the exit {exit_.id}: no way leads to it, even without fire"
            yield Finding("exit_unreachable", REFUSAL, f"/exits/{index}", message, ids=(exit_.id,))
    shut_in = [index for index, steps in enumerate(ways.steps) if steps == UNREACHABLE]
    if shut_in:
        yield _people("person_shut_in", scenario, shut_in, "can reach no exit, even without fire", None)
    yield from _horizon(scenario, ways)


def _horizon(scenario: Scenario, ways: Ways) -> Iterator[Finding]:
    """Whether the list schedule of the fire-free distances over all reachable exits fits into the horizon."""
    due = sorted(steps for steps in ways.steps if steps != UNREACHABLE)
    width, last = sum(ways.reachable), scenario.max_steps
    served = served_by(due, width, last)
    if served < len(due):
        message = f"even without fire at most {served} of the {len(due)} people with a way out can leave by step {last}"
        yield Finding("horizon_short", WARNING, "/termination/max_steps", message)


def served_by(due: Iterable[int], width: int, last: int) -> int:
    """How many get through `width` exits by a step, one person per exit and step, none before it is due (rising)."""
    step = used = served = 0
    for release in due:
        if release > step:
            step, used = release, 0
        elif used == width:
            step, used = step + 1, 0
        if step > last:
            break
        used += 1
        served += 1
    return served


def _seed_findings(case: Case, ways: Ways) -> Iterator[Finding]:
    """What can be told of one seed."""
    scenario, earliest = case.world.scenario, case.best.earliest
    if not case.best.max_evacuated:
        message = "nobody can be saved (M* = 0): the episode counts for nothing"
        yield Finding("nobody_savable", WARNING, "/people", message, case.seed)
    else:
        lost = [i for i, step in enumerate(earliest) if step is None and ways.steps[i] != UNREACHABLE]
        if lost:
            yield _people("person_not_savable", scenario, lost, "can't be saved, even alone", case.seed)
        yield from _gate(case)
    free = [steps if 0 < steps <= scenario.max_steps else None for steps in ways.steps]
    if list(earliest) == free and not any(outcome.danger for outcome in case.outcomes()):
        message = "the fire changes nobody's earliest escape, and in no baseline run does it come within two cells"
        yield Finding("fire_never_matters", WARNING, "/fire", message, case.seed)


def _gate(case: Case) -> Iterator[Finding]:
    """Whether so many are necessarily lost together that every policy is at the catastrophic gate (SCO-14.9)."""
    most = case.best.max_evacuated
    try:
        together = joint_bound(case.world, case.best)
    except InputError:
        # Too large for the flow; a run that is clear of the gate shows as well that one can be.
        if all(_at_gate(outcome.evacuated, most) for outcome in case.outcomes()):
            message = "the world is too large for the joint bound, and every baseline run is at the gate"
            yield Finding("joint_bound_unknown", REFUSAL, "/map", message, case.seed)
        return
    if _at_gate(together, most):
        message = f"at most {together} of {most} savable people can leave together: every policy is at the gate"
        yield Finding("joint_bound_at_gate", REFUSAL, "/map", message, case.seed)


def _at_gate(evacuated: int, most: int) -> bool:
    return Fraction(most - evacuated, most) >= CONSTANTS.catastrophic_loss_rate


def _unused_exits(scenario: Scenario, ways: Ways, cases: Sequence[Case]) -> Iterator[Finding]:
    """Exits by which nobody leaves in any baseline run; a run is made only while there are such."""
    unused = {exit_.id for exit_, reachable in zip(scenario.exits, ways.reachable, strict=True) if reachable}
    for case in cases:
        for outcome in case.outcomes() if unused else ():
            unused -= outcome.exits
            if not unused:
                break
    for index, exit_ in enumerate(scenario.exits):
        if exit_.id in unused:
            nearest = "though it is nearest to somebody" if ways.is_nearest(exit_) else "and it is nearest to nobody"
            message = f"nobody leaves by the exit {exit_.id} in any baseline run, {nearest}"
            yield Finding("exit_unused", WARNING, f"/exits/{index}", message, ids=(exit_.id,))


def _people(code: str, scenario: Scenario, indices: Sequence[int], what: str, seed: int | None) -> Finding:
    """A warning about some people, placed at the first of them."""
    ids = tuple(scenario.people[index].id for index in indices)
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return Finding(code, WARNING, f"/people/{indices[0]}", f"{', '.join(ids[:_NAMED])}{more} {what}", seed, ids)
