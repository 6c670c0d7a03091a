"""The references of the worked example, as its authors give them."""

from pathlib import Path

from scoring.references.cut_bound import CutBound
from scoring.references.exit_bound import exit_bound
from scoring.references.joint import joint_bound
from scoring.references.optimum import optimum
from simulator.fire import fire_world
from simulator.scenario import parse

SCENARIO = Path(__file__).parents[2] / "testdata" / "example-run" / "scenario.json"
SEED = 3


def test_references_of_the_worked_example() -> None:
    world = fire_world(parse(SCENARIO.read_bytes()), SEED)
    reference = optimum(world)
    assert [person.id for person in world.scenario.people] == ["P1", "P10", "P2"]
    assert reference.earliest == (5, 4, 3)
    assert reference.moves == (5, 4, 3)
    assert reference.danger == (4, 3, 2)
    assert reference.max_evacuated == 3
    evacuees = [1, 2]
    assert exit_bound(world, reference, evacuees) == 7
    assert CutBound(world, reference).bound(evacuees) == 7
    # All three can leave, one step apart, though in the recorded run P1 dies.
    assert joint_bound(world, reference) == 3
