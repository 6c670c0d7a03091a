"""Results are believed only as far as a replay confirms them (SCO-2.2, SCO-2.3)."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packs import result
from packs.evaluation import trial
from packs.pack import Pack
from packs.result import EpisodeLine
from scoring.authenticate import Task, exactly, score_task, strictly
from scoring.small_pack import Edit, Lines, report, small_pack, write
from simulator import canonical
from simulator.errors import EmberError, InputError


@pytest.fixture(scope="module")
def small() -> Pack:
    return small_pack()


def steps(lines: Lines, index: int = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = lines[index]["run_record"]["steps"]
    return found


def person(lines: Lines, step: int) -> dict[str, Any]:
    found: dict[str, Any] = steps(lines)[step]["state"]["people"][0]
    return found


def cut_before_the_end(lines: Lines) -> None:
    """Ends the record a step early and dresses the last state up as the run's last."""
    steps(lines).pop()
    steps(lines)[-1]["state"].update(terminated=True, termination_reason="max_steps")


def go_on(lines: Lines) -> None:
    last = steps(lines)[-1]
    steps(lines).append(last | {"step": last["step"] + 1})


def swap_records(lines: Lines) -> None:
    lines[0]["run_record"], lines[2]["run_record"] = lines[2]["run_record"], lines[0]["run_record"]


def another_scenario_under_this_hash(lines: Lines) -> None:
    lines[0]["run_record"] = lines[2]["run_record"] | {"header": lines[0]["run_record"]["header"]}


def move_a_cell(lines: Lines) -> None:
    """An ignition one cell to the side, in the step and in every later state."""
    first = next(step for step in steps(lines) if step["ignitions"])
    old, new = first["ignitions"][0], [1, 5]
    first["ignitions"] = [new]
    for step in steps(lines)[first["step"] - 1 :]:
        step["state"]["burning"] = sorted(new if cell == old else cell for cell in step["state"]["burning"])


FORGERIES: dict[str, tuple[Edit, str]] = {
    "edited position": (lambda lines: person(lines, 0).update(position=[0, 4]), "position_differs"),
    "edited movement": (
        lambda lines: steps(lines)[0]["movements"]["P1"].update(outcome="stayed"),
        "outcome_differs",
    ),
    "a survivor who died": (lambda lines: person(lines, -1).update(status="casualty"), "status_differs"),
    "an action that was not taken": (lambda lines: steps(lines)[0]["actions"].update(P1="stay"), "outcome_differs"),
    "an action for nobody": (lambda lines: steps(lines)[0]["actions"].update(P9="stay"), "actions_refused"),
    "no action": (lambda lines: steps(lines)[0]["actions"].pop("P1"), "actions_refused"),
    "edited rng word": (
        lambda lines: steps(lines)[0]["state"]["rng_state"].update(fire="0" * 16),
        "rng_differs",
    ),
    "a draw more": (
        lambda lines: steps(lines)[1]["state"]["rng_state"].update(
            fire=f"{(int(steps(lines)[1]['state']['rng_state']['fire'], 16) + 0x9E3779B97F4A7C15) % 2**64:016x}"
        ),
        "rng_differs",
    ),
    "edited ignition": (move_a_cell, "ignition_differs"),
    "trapped": (lambda lines: steps(lines)[0]["state"].update(trapped=["P1"]), "trapped_differs"),
    "an evacuation more": (
        lambda lines: steps(lines)[0].update(evacuations=[{"person": "P1", "exit": "E1"}]),
        "evacuation_differs",
    ),
    "a casualty more": (
        lambda lines: steps(lines)[0].update(casualties=[{"person": "P1", "cause": "fire_spread"}]),
        "casualty_differs",
    ),
    "wrong number": (lambda lines: steps(lines)[0].update(step=2), "numbering_differs"),
    "edited start": (
        lambda lines: lines[0]["run_record"]["initial_state"]["people"][0].update(position=[0, 3]),
        "start_differs",
    ),
    "edited metric": (lambda lines: lines[0]["metrics"].update(cells_moved=0), "metrics_differ"),
    "swapped episode": (swap_records, "swapped_episode"),
    "another seed": (lambda lines: lines[0]["run_record"]["header"].update(seed=1), "other_seed"),
    "another scenario under this hash": (another_scenario_under_this_hash, "start_differs"),
    "other version": (
        lambda lines: lines[0]["run_record"]["header"].update(simulator_version="0.1.0"),
        "other_version",
    ),
    "step after the end": (go_on, "run_goes_on"),
    "truncated run": (lambda lines: steps(lines).pop(), "run_cut_short"),
    "cut short before the fire kills": (cut_before_the_end, "end_differs"),
    "boolean for an integer": (lambda lines: steps(lines)[0].update(step=True), "wrong_type"),
    "injected line": (
        lambda lines: lines[0]["run_record"]["header"].update(scenario_id="open\nEMBER Score 100.0"),
        "bad_value",
    ),
    "a score of its own": (lambda lines: lines[0].update(score="100.000000000"), "unknown_key"),
    "unscheduled": (lambda lines: lines[3].update(index=7), "unscheduled"),
    "declared beside a result": (
        lambda lines: lines.insert(1, {"index": 0, "failure": "timeout"}),
        "repeated_episode",
    ),
    "wrong order": (lambda lines: lines.reverse(), "not_sorted"),
    "declared missing": (lambda lines: lines.__setitem__(0, {"index": 0, "failure": "missing"}), "bad_value"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_refused_under_its_own_code(tmp_path: Path, small: Pack, name: str) -> None:
    edit, code = FORGERIES[name]
    path = write(tmp_path / "forged.jsonl", small, edit)
    with pytest.raises(InputError) as caught:
        report([path], small)
    assert (caught.value.code, caught.value.exit_code) == (code, 3)
    told = str(caught.value)
    assert told.startswith(str(path)) and "\n" not in told


def test_a_refusal_names_file_episode_step_and_field(tmp_path: Path, small: Pack) -> None:
    path = write(tmp_path / "forged.jsonl", small, lambda lines: person(lines, 1).update(position=[0, 0]))
    with pytest.raises(InputError) as caught:
        report([path], small)
    wanted = "position_differs: episode 0, step 2: /steps/1/state/people/0/position"
    assert str(caught.value).startswith(f"{path}: {wanted}")


def raw(path: Path, small: Pack, change: Callable[[bytes], bytes]) -> Path:
    write(path, small)
    path.write_bytes(change(path.read_bytes()))
    return path


RAW: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "duplicate key": (lambda data: data.replace(b'{"index":0,', b'{"index":0,"index":0,'), "duplicate_key"),
    "1.0": (lambda data: data.replace(b'"cells_moved":', b'"cells_moved":1.0,"x":'), "not_an_integer"),
    "white space": (lambda data: data.replace(b'{"index":0,', b'{"index": 0,'), "not_canonical"),
    "footer": (lambda data: data.replace(b'"failures":0', b'"failures":1'), "footer_differs"),
    "an edited byte of the header": (lambda data: data.replace(b'"submission"', b'"submissiom"'), "footer_differs"),
    "cut within a line": (lambda data: data[:-1], "cut_short"),
    "no footer": (lambda data: b"".join(data.splitlines(keepends=True)[:-1]), "cut_short"),
    "something after": (lambda data: data + b"\n", "after_footer"),
    "empty": (lambda data: b"", "cut_short"),
    "two gzip members": (lambda data: gzip.compress(data) + gzip.compress(b""), "bad_gzip"),
}


@pytest.mark.parametrize("name", RAW)
def test_bytes_that_are_no_result(tmp_path: Path, small: Pack, name: str) -> None:
    change, code = RAW[name]
    with pytest.raises(InputError) as caught:
        report([raw(tmp_path / "r.jsonl", small, change)], small)
    assert (caught.value.code, caught.value.exit_code) == (code, 3)


def test_a_compressed_result_is_the_same(tmp_path: Path, small: Pack) -> None:
    plain = write(tmp_path / "plain.jsonl", small)
    packed = tmp_path / "packed.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert canonical.encode(report([packed], small)) == canonical.encode(report([plain], small))


def lines(small: Pack) -> list[EpisodeLine]:
    found = trial.episodes(small, "random-legal-v1", 5)
    return [EpisodeLine("r.jsonl", index + 2, index, None, data) for index, data in enumerate(found)]


def test_the_fast_and_the_strict_reading_agree(small: Pack) -> None:
    for line in lines(small):
        world = small.world(line.index)
        fast, slow = exactly(line, world), strictly(line, world)
        assert fast is not None
        assert (fast[0].document(), fast[1:]) == (slow[0].document(), slow[1:])


def test_every_changed_byte_of_a_line_is_refused(small: Pack) -> None:
    data = next(trial.episodes(small, "congestion-aware-v1", 0))
    line, world = EpisodeLine("r.jsonl", 2, 0, None, data), small.world(0)
    for place in range(len(line.data)):
        data = line.data[:place] + bytes([line.data[place] ^ 1]) + line.data[place + 1 :]
        changed = EpisodeLine(line.source, line.number, line.index, None, data)
        assert exactly(changed, world) is None
        if place % 11 == 0:
            with pytest.raises(InputError):
                strictly(changed, world)


def test_another_fire_than_the_recorded_one_is_the_packs_fault(small: Pack) -> None:
    task = Task(0, small.scenario_bytes(0), 0, "0" * 64, (None,))
    with pytest.raises(EmberError, match="fire_world_differs"):
        score_task(task)


def test_a_line_as_it_is_written(small: Pack) -> None:
    for line in lines(small):
        assert canonical.encode(json.loads(line.data)) == line.data
    assert result.failure_line(3, "timeout") == b'{"failure":"timeout","index":3}'
