"""What a model sees, and how its answer is read (SIM-9). Nothing here knows the seed or the generator's state."""

from typing import Any

from simulator import scenario as scenarios
from simulator import shape, state
from simulator.errors import DocumentError, InvalidActionError
from simulator.grid import DIRECTIONS, masked_cells
from simulator.phases import check_actions
from simulator.scenario import Scenario
from simulator.state import Snapshot, people_document
from simulator.versions import OBSERVATION_VERSION

MAX_ANSWER_BYTES = 1 << 20

ACTION_SHAPE = shape.Record({"actions": shape.MapOf(shape.identifier(), shape.Choice(*DIRECTIONS))})


def _fire(models: tuple[str, ...], probability: shape.Shape) -> shape.Record:
    return shape.Record(
        {
            "model": shape.Choice(*models),
            "spread_interval": shape.Integer(1),
            "spread_probability": probability,
            "exits_flammable": shape.Boolean(),
        }
    )


PEOPLE_SHAPE = shape.ListOf(
    shape.Record(
        {
            "id": shape.identifier(),
            "position": shape.position(),
            "status": shape.Choice(state.ACTIVE, state.EVACUATED, state.CASUALTY),
        }
    ),
    1,
    100_000,
)
SHAPE = shape.Record(
    {
        "observation_version": shape.Choice(OBSERVATION_VERSION),
        "step": shape.Integer(0, 99_999),
        "map": scenarios.SHAPE.shapes["map"],
        "exits": scenarios.SHAPE.shapes["exits"],
        "rules": shape.Record(
            {
                "max_steps": shape.Integer(1, 100_000),
                "enter_fire": shape.Choice(scenarios.BLOCKED, scenarios.CASUALTY),
                "fire": shape.OneOf(
                    {
                        scenarios.STOCHASTIC: _fire((scenarios.STOCHASTIC,), shape.Probability()),
                        scenarios.DETERMINISTIC: _fire((scenarios.DETERMINISTIC,), shape.Null()),
                    },
                    lambda members: str(members.get("model")),
                    _fire((scenarios.DETERMINISTIC, scenarios.STOCHASTIC), shape.Nullable(shape.Probability())),
                ),
            }
        ),
        "people": PEOPLE_SHAPE,
        "burning": shape.ListOf(shape.position()),
        "allowed_actions": shape.Tuple(*(shape.Choice(direction) for direction in DIRECTIONS)),
    }
)


def observe(scenario: Scenario, snapshot: Snapshot) -> dict[str, Any]:
    """The observation document of a snapshot (SIM-9.1).

    It holds no seed, no generator state, no metadata, no scenario ID, no episode index and no trapped set.
    """
    area, fire = scenario.document["map"], scenario.fire
    return {
        "observation_version": OBSERVATION_VERSION,
        "step": snapshot.step,
        "map": {"rows": area["rows"], "cols": area["cols"], "walls": [list(at) for at in area["walls"]]},
        "exits": [{"id": item["id"], "position": list(item["position"])} for item in scenario.document["exits"]],
        "rules": {
            "max_steps": scenario.max_steps,
            "enter_fire": scenario.enter_fire,
            "fire": {
                "model": fire.model,
                "spread_interval": fire.spread_interval,
                "spread_probability": fire.spread_probability,
                "exits_flammable": fire.exits_flammable,
            },
        },
        "people": people_document(scenario, snapshot),
        "burning": scenario.grid.positions(masked_cells(snapshot.burning)),
        "allowed_actions": list(DIRECTIONS),
    }


def read_answer(data: bytes) -> dict[str, Any]:
    """An action output as a document, whatever it answers (SIM-9.3).

    Raises:
        DocumentError: of stage "syntax", `too_large` above 1 MiB among it, or "shape".
    """
    if len(data) > MAX_ANSWER_BYTES:
        message = f"an answer has at most {MAX_ANSWER_BYTES} bytes"
        raise DocumentError("syntax", "too_large", message, "", MAX_ANSWER_BYTES)
    found: dict[str, Any] = shape.read(data, ACTION_SHAPE)
    return found


def parse_actions(data: bytes, scenario: Scenario, snapshot: Snapshot) -> dict[str, str]:
    """A model's action output: one strict JSON object, one direction per active person (SIM-9.3).

    Raises:
        InvalidActionError: anything else; its code and pointer are those of the document's fault, or of SIM-4.2.
    """
    try:
        actions = read_answer(data)["actions"]
    except DocumentError as error:
        raise InvalidActionError(error.code, error.message, pointer=error.pointer) from None
    return check_actions(scenario, snapshot, actions)
