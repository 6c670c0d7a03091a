"""Draws, plans and facts of the generator that can be checked by hand (PCK-11)."""

from conformance.second_reading.drawing import drawn
from conformance.second_reading.floorplans import corridor, office, open_hall, pillared_hall, rooms
from conformance.second_reading.generator import Study, central_cells, generate
from conformance.second_reading.words import Words

PARAMETERS = {"rows": [11, 11], "cols": [13, 13], "exits": [2, 2], "pillars": [10, 10], "room": [3, 3], "block": [2, 2]}


def test_samples() -> None:
    words = Words(0)
    assert sorted(words.sample(list("abcde"), 9)) == list("abcde")
    assert words.from_range([4, 4]) == 4
    state = words.state
    assert words.sample([], 3) == []
    assert words.state == state


def test_plans_have_walls_all_round_and_their_sizes() -> None:
    for make, size in (
        (open_hall, (11, 13)),
        (pillared_hall, (11, 13)),
        (corridor, (11, 13)),
        (rooms, (9, 13)),
        (office, (9, 12)),
    ):
        plan = make(PARAMETERS, Words(7))
        assert (plan.rows, plan.cols) == size
        assert len(plan.exits) == 2
        assert all(r in (0, size[0] - 1) or c in (0, size[1] - 1) for r, c in plan.exits)
        rim = [cell for cell in plan.open_cells() if cell[0] in (0, size[0] - 1) or cell[1] in (0, size[1] - 1)]
        assert set(rim) == plan.exits
    assert len(pillared_hall(PARAMETERS, Words(7)).floor_cells()) == 9 * 11 - 9
    assert len(office(PARAMETERS, Words(7)).floor_cells()) == 7 * 10 - 2 * 3 * 4


def test_the_middle_of_a_hall() -> None:
    cells = [(r, c) for r in range(1, 4) for c in range(1, 4)]
    assert central_cells(cells) == [(1, 2), (2, 1), (2, 2), (2, 3), (3, 2)]


def test_closing_steps_and_the_queue() -> None:
    study = Study(drawn("* . . P P E\n# # # # # #", max_steps=20))
    assert study.closing == [4]
    assert (study.escaping(), study.queued()) == (2, 2)
    assert study.proxies() == {
        "density": "1/3",
        "shortest_path": {"min": 1, "median": 1, "max": 2},
        "exit_capacity": 4,
        "exit_fire_step": 5,
    }


def test_the_same_configuration_makes_the_same_bytes() -> None:
    parameters = {name: PARAMETERS[name] for name in ("rows", "cols", "exits")}
    parameters |= {"people": [5, 5], "ignitions": [1, 1], "slack": [5, 5], "spread_interval": [2, 2]}
    choices = {"models": ["stochastic"], "spread_probability": ["0.5"], "exits_flammable": [True]}
    entry = {"family": "open_hall", "count": 1, "parameters": parameters | choices | {"enter_fire": ["blocked"]}}
    config = {"generator_config_version": "1.0", "suite_id": "g", "suite_version": "1", "families": [entry]}
    files = generate(config, 3)
    assert files == generate(config, 3) != generate(config, 4)
    assert sorted(files) == ["generation.json", "suite/manifest.json", "suite/scenario-000.json"]
