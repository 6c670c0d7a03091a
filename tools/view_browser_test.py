"""The pages in a real browser: made here, driven by tools/viewer/browser_test.js, what it saved checked here.

EMBER_CHROMIUM and EMBER_PLAYWRIGHT are the programs, from the root of the runfiles; without them nothing passes.
"""

import copy
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from packs import files, result, verify
from packs.evaluation import trial
from packs.pack import Pack
from packs.public.pack import public_pack
from scoring.attribution import gather, references
from scoring.episode import score_episode
from simulator import canonical, record, scenario
from simulator.fire import fire_world
from simulator.grid import DIRECTIONS
from simulator.record import RunRecord
from simulator.rng import Stream
from simulator.scenario import Scenario
from tools import cli, replay, view

ROOT = Path(__file__).parents[1]
EXAMPLE = (ROOT / "testdata" / "example-run" / "record.json").resolve().parent
SCENARIO = scenario.parse(EXAMPLE.joinpath("scenario.json").read_bytes())
RECORD = record.parse(EXAMPLE.joinpath("record.json").read_bytes())
OPTIONS = ("--preserve-symlinks", "--preserve-symlinks-main", "--test-reporter=tap")
TRAPPED = 20
"""An episode in which the congestion-aware policy lets somebody be trapped."""
NOT_SHOWN = "What is shown is the replay of the recorded actions, not what the record says."


def program(name: str) -> str:
    """A program that the browser's test needs."""
    place = Path(os.environ["RUNFILES_DIR"], os.environ[name])
    assert place.exists(), f"{name} is {place}, which is not there"
    return str(place)


def made(page: Path, *arguments: object) -> None:
    """Makes a page."""
    assert cli.main(view.arguments(), view.run, [*map(str, arguments), "-o", str(page)]) == 0


def score_of(run: RunRecord) -> str:
    return score_episode(gather(run, references(fire_world(run.scenario, run.seed))).inputs()).score or ""


def replayed(document: dict[str, Any], item: Scenario) -> RunRecord:
    run = record.replay(document, item)
    assert isinstance(run, RunRecord)
    return run


def odd_records() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Records that are not right, and what the page says of each: (record, expected) by name."""
    last = len(RECORD["steps"])

    def changed(path: list[Any], value: Any) -> dict[str, Any]:
        document: Any = copy.deepcopy(RECORD)
        inner = document
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        out: dict[str, Any] = document
        return out

    def told(text: str, *more: str, kind: str = "differs", steps: int = last, framed: bool = True) -> dict[str, Any]:
        return {"kind": kind, "text": text, "more": [*more, NOT_SHOWN], "steps": steps, "framed": framed}

    outcome = RECORD["steps"][1]["movements"]["P2"]["outcome"]
    stranger = copy.deepcopy(RECORD)
    stranger["steps"][2]["actions"]["nobody"] = "north"
    longer = {**RECORD, "steps": [*RECORD["steps"], RECORD["steps"][-1]]}
    return {
        "outcome": (
            changed(["steps", 1, "movements", "P2", "outcome"], "<b>moved</b>"),
            told(
                "Differs from step 2 on: the replay differs",
                "at /steps/1/movements/P2/outcome",
                'recorded: "<b>moved</b>"',
                f'replayed: "{outcome}"',
            ),
        ),
        "start": (
            changed(["initial_state", "rng_state", "fire"], "0" * 16),
            told("Differs from step 0 on: the replay differs", "at /initial_state/rng_state/fire"),
        ),
        "header": (
            changed(["header", "simulator_version"], "9.9"),
            told(
                "Differs in the header: the replay differs",
                "at /header/simulator_version",
                'recorded: "9.9"',
                steps=0,
                framed=False,
            ),
        ),
        "refused": (
            stranger,
            told(
                "Refused at step 3: unexpected_action",
                "at /steps/2/actions/nobody",
                kind="refused",
                steps=2,
                framed=False,
            ),
        ),
        "short": (
            {**RECORD, "steps": RECORD["steps"][:-1]},
            told(f"Differs from step {last - 1} on: the record ends before the run does", "at /steps", steps=last - 1),
        ),
        "long": (
            longer,
            told(f"Differs from step {last + 1} on: the record goes on after the run has ended", framed=False),
        ),
    }


def write(path: Path, document: Any) -> Path:
    path.write_bytes(canonical.encode(document))
    return path


def make_records(home: Path) -> dict[str, Any]:
    """The pages of single records."""
    known = EXAMPLE / "scenario.json"
    made(home / "record.html", EXAMPLE / "record.json", "--scenario", known)
    odd = odd_records()
    for name, (document, _) in odd.items():
        made(home / f"{name}.html", write(home / f"{name}.json", document), "--scenario", known)
    run = replayed(RECORD, SCENARIO)
    facts = {"digest": canonical.digest(RECORD), "steps": len(RECORD["steps"]), "score": score_of(run)}
    return {"record": facts, "odd": {name: expected for name, (_, expected) in odd.items()}}


def make_markup(home: Path) -> dict[str, Any]:
    """A page whose texts would be markup, were they not text."""
    name = "<b>x<img src=x onerror=owned=1>.json"
    metadata = {"title": '"><script>owned=1</script>', "notes": "</p></script><i>notes</i>"}
    item = scenario.from_value(SCENARIO.document | {"metadata": metadata})
    actions = iter([step["actions"] for step in RECORD["steps"]])
    run = record.run(item, RECORD["header"]["seed"], lambda _: next(actions))
    path = write(home / name, run.document())
    made(home / "markup.html", path, "--scenario", write(home / "markup-scenario.json", item.document))
    return {"markup": {"name": name, **metadata}}


def write_result(pack: Pack, policy: str, path: Path, failed: dict[int, str | None]) -> Path:
    """The result of a policy; an episode in `failed` has a failure instead, or, for None, no line."""
    lines = enumerate(trial.episodes(pack, policy, 0))
    kept = (
        result.failure_line(index, failed[index] or "") if index in failed else line
        for index, line in lines
        if failed.get(index, "") is not None
    )
    with files.writing(path) as stream:
        result.write(stream, trial.header(pack, policy, policy), kept)
    return path


def make_results(home: Path, pack: Pack) -> dict[str, Any]:
    """The pages of results."""
    first = write_result(pack, "congestion-aware-v1", home / "a.jsonl", {})
    second = write_result(pack, "nearest-exit-greedy-v1", home / "b.jsonl", {})
    failed = write_result(pack, "always-stay", home / "f.jsonl", {1: "timeout", 2: None})
    made(home / "result.html", first)
    made(home / "two.html", first, second)
    made(home / "failed.html", failed)
    chosen = pack.episode(4)
    return {
        "two": {"lengths": [len(episode_of(path, 9)["steps"]) for path in (first, second)]},
        "chosen": {
            "index": 4,
            "scenario": chosen.scenario.scenario_id,
            "seed": chosen.seed,
            "first": pack.episode(0).scenario.scenario_id,
        },
        "overlays": overlay_facts(pack, replayed(episode_of(first, TRAPPED), pack.episode(TRAPPED).scenario)),
    }


def episode_of(path: Path, index: int) -> dict[str, Any]:
    """The record of an episode of a result."""
    found: dict[str, Any] = json.loads(path.read_bytes().splitlines()[index + 1])["run_record"]
    return found


def overlay_facts(pack: Pack, run: RunRecord) -> dict[str, Any]:
    """A snapshot in which somebody is trapped, and a free cell with what L(x, t) is there."""
    grid, known = run.scenario.grid, references(fire_world(run.scenario, run.seed)).optimum
    shot = next(shot for shot in run.snapshots() if shot.trapped)
    taken = {shot.positions[place] for place in range(len(run.scenario.people))}
    cell = next(cell for cell in grid.cells() if cell not in taken and known.earliest_from(cell, shot.step) is not None)
    leaves = known.earliest_from(cell, shot.step)
    return {
        "hash": f"#episode={TRAPPED}",
        "step": shot.step,
        "cell": grid.position(cell),
        "rows": grid.rows,
        "cols": grid.cols,
        "words": f"alone, out at step {leaves} at the earliest",
    }


def make_game(home: Path, pack: Pack) -> dict[str, Any]:
    """The page of the games, and a first move of the first scenario: somebody who can go south or east."""
    made(home / "play.html", "--play")
    item = pack.episode(0).scenario
    taken = {person.cell for person in item.people} | {exit_.cell for exit_ in item.exits}
    open_cells = set(item.grid.cells()) - taken
    step = {"↓": item.grid.stride, "→": 1}
    who, sign = next(
        (person, sign) for person in item.people for sign in step if person.cell + step[sign] in open_cells
    )
    return {
        "game": {
            "scenario": {"rows": item.grid.rows, "cols": item.grid.cols},
            "person": item.grid.position(who.cell),
            "free": item.grid.position(who.cell + step[sign]),
            "order": f"Orders: {who.id} {sign}",
            "said": f"Step 1: {who.id} moved. All: 1 moved, {len(item.people) - 1} stayed.",
            "fourth": pack.episode(9).scenario.scenario_id,
        }
    }


def large_hall() -> Scenario:
    """100 x 100 cells in halls with gaps between them, 12 exits, 500 people, a slow fire, 500 steps."""
    walls = [[row, col] for row in range(5, 100, 10) for col in range(100) if col % 10 != 5]
    taken, stream = {tuple(wall) for wall in walls}, Stream(0, "view/hall")
    free = [[row, col] for row in range(100) for col in range(100) if (row, col) not in taken]
    picked = sorted(free, key=lambda _: stream.next_u64())[:515]
    fire = {"model": "stochastic", "spread_interval": 8, "spread_probability": 0.3, "exits_flammable": True}
    return scenario.from_value(
        {
            "schema_version": "1.0",
            "scenario_id": "large-hall",
            "map": {"rows": 100, "cols": 100, "walls": walls},
            "exits": [{"id": f"E{number:02}", "position": at} for number, at in enumerate(picked[:12])],
            "people": [{"id": f"P{number:03}", "position": at} for number, at in enumerate(picked[12:512])],
            "fire": fire | {"ignition": sorted(picked[512:])},
            "movement": {"enter_fire": "blocked"},
            "termination": {"max_steps": 500},
        }
    )


def make_large(home: Path) -> dict[str, Any]:
    """A run of 500 people on 100 x 100 cells over 500 steps, in which everybody wanders."""
    item, stream = large_hall(), Stream(0, "view/wander")

    def act(observation: dict[str, Any]) -> dict[str, str]:
        active = [person["id"] for person in observation["people"] if person["status"] == "active"]
        return {person: DIRECTIONS[stream.next_u64() % 5] for person in active}

    run = record.run(item, 1, act)
    path = home / "large.json"
    path.write_bytes(run.encode())
    made(home / "large.html", path, "--scenario", write(home / "large-scenario.json", item.document))
    return {"large": {"steps": len(run.steps), "digest": run.digest()}}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages, after a browser has been through them all."""
    home = tmp_path_factory.mktemp("pages")
    pack = verify.verify(public_pack())
    facts = {**make_records(home), **make_markup(home), **make_results(home, pack), **make_game(home, pack)}
    facts |= make_large(home)
    home.joinpath("expected.json").write_text(json.dumps(facts), encoding="utf-8")
    shots = Path(os.environ.get("TEST_UNDECLARED_OUTPUTS_DIR", home / "shots"))
    node = shutil.which("node")
    assert node, "node is not on PATH"
    done = subprocess.run(
        [node, *OPTIONS, str(ROOT / "tools" / "viewer" / "browser_test.js")],
        env={
            **os.environ,
            "EMBER_CHROMIUM": program("EMBER_CHROMIUM"),
            "EMBER_PLAYWRIGHT": program("EMBER_PLAYWRIGHT"),
            "EMBER_PAGES": str(home),
            "EMBER_SHOTS": str(shots),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    home.joinpath("report.tap").write_text(done.stdout + done.stderr, encoding="utf-8")
    return home


def test_the_browser_saw_what_it_should(pages: Path) -> None:
    report = pages.joinpath("report.tap").read_text(encoding="utf-8")
    wrong = report if "not ok" in report else ""
    counts = dict(line[2:].split(" ") for line in report.splitlines() if line.startswith("# ") and line.count(" ") == 2)
    assert not wrong and int(counts["pass"]) == int(counts["tests"]) > 25, report


def test_a_large_run_is_a_small_file(pages: Path) -> None:
    expected = json.loads(pages.joinpath("expected.json").read_text(encoding="utf-8"))
    assert expected["large"]["steps"] == 500
    assert pages.joinpath("large.html").stat().st_size < 2_000_000 < pages.joinpath("large.json").stat().st_size


def test_a_game_ends_in_a_record_that_replays(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = pages / "played.json"
    assert cli.main(replay.arguments(), replay.run, [str(path)]) == 0
    saved = json.loads(pages.joinpath("played-score.json").read_text(encoding="utf-8"))
    data = path.read_bytes()
    document = record.parse(data)
    run = replayed(document, verify.verify(public_pack()).episode(0).scenario)
    assert data == run.encode()
    assert saved == {"score": score_of(run), "digest": f"record sha256:{run.digest()}"}
    assert run.digest() in capsys.readouterr().out
