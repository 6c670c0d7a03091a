"""Q_exit against a step-by-step schedule."""

import pytest

from scoring.references.exit_bound import exit_bound
from scoring.references.optimum import Optimum, optimum
from scoring.references.small_worlds import drawn_world, worlds
from simulator.errors import ScoringInputError
from simulator.fire import FireWorld


def literal_exit_bound(world: FireWorld, reference: Optimum, evacuees: list[int]) -> int | None:
    """Steps 1 … H: whoever is released leaves as long as an exit that did not burn at the start is left."""
    waiting = [reference.earliest[person] for person in evacuees]
    total = 0
    for step in range(1, world.scenario.max_steps + 1):
        room = sum(world.burn_step[exit_.cell] > step - 1 for exit_ in world.scenario.exits)
        for release in [release for release in waiting if release is not None and release <= step][:room]:
            waiting.remove(release)
            total += step
    return None if waiting else total


def test_equals_a_schedule_step_by_step() -> None:
    refused = 0
    for world in worlds("exits", 300):
        reference = optimum(world)
        savable = [i for i, step in enumerate(reference.earliest) if step is not None]
        for evacuees in (savable, savable[1:], savable[::2]):
            expected = literal_exit_bound(world, reference, evacuees)
            if expected is None:
                refused += 1
                with pytest.raises(ScoringInputError, match="capacity_exceeded"):
                    exit_bound(world, reference, evacuees)
            else:
                assert exit_bound(world, reference, evacuees) == expected, world
    assert refused


@pytest.mark.parametrize(
    ("rows", "fire", "bound"),
    [
        (["P E P"], {}, 1 + 2),
        (["P P P E"], {}, 1 + 2 + 3),
        (["P P P E", "# # # E"], {}, 1 + 2 + 3),
        (["P E P", "P E P"], {}, 1 + 1 + 2 + 2),
        # One exit burns from snapshot 1 on: it still serves step 1.
        (["P E P P # * E P"], {}, 1 + 1 + 2 + 3),
    ],
)
def test_small_maps(rows: list[str], fire: dict[str, int], bound: int) -> None:
    world = drawn_world(rows, 9, **fire)
    assert exit_bound(world, optimum(world), range(len(world.scenario.people))) == bound


def test_a_person_without_an_escape_is_no_evacuee() -> None:
    world = drawn_world(["P # E P"], 9)
    assert exit_bound(world, optimum(world), [1]) == 1
    with pytest.raises(ScoringInputError) as error:
        exit_bound(world, optimum(world), [1, 0])
    assert error.value.code == "evacuee_not_savable"
