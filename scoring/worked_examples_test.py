"""The worked examples of the contract, read from its pages and run (SIM-2, SIM-6.10, SIM-7.6, MET-1.1, SCO-15)."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from scoring.arithmetic import fixed
from scoring.attribution import gather, references
from scoring.bootstrap import WordStream
from scoring.cases import episode
from scoring.episode import score_episode
from scoring.inputs import EpisodeInputs
from simulator import scenario
from simulator.fire import fire_world
from simulator.metrics import episode_metrics
from simulator.observation import observe
from simulator.phases import Simulator
from simulator.record import RunRecord, run
from simulator.rng import splitmix64, stream_seed, threshold, word_hex

PAGES = Path(__file__).parents[1] / "docs" / "contract"
SEED = 3


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def clause(name: str, number: str) -> str:
    """The text of a clause, up to the next one."""
    return page(name).split(f"**{number}**")[1].split("\n**")[0]


def block(name: str, number: str) -> Any:
    """The JSON of a clause."""
    return json.loads(clause(name, number).split("```json\n")[1].split("```")[0])


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a text, each the cells of its rows, its heading first."""
    found = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    whole = [[[cell.strip() for cell in line.strip("|").split("|")] for line in lines.splitlines()] for lines in found]
    return [[heading, *body] for heading, _, *body in whole]


def played() -> RunRecord:
    """The run of SCO-15.3: its table of steps has a column per person."""
    heading, *steps = tables(clause("scoring", "SCO-15.3"))[0]
    actions = [dict(zip(heading[1:-1], row[1:-1], strict=True)) for row in steps]
    taken = [{person: act for person, act in row.items() if act} for row in actions]
    world = scenario.from_value(block("simulation", "SIM-2"))
    return run(world, SEED, lambda observation: taken[observation["step"]])


def test_the_run() -> None:
    digests = {name: value.strip("`") for name, value in tables(clause("scoring", "SCO-15.3"))[1][1:]}
    record = played()
    found = fire_world(record.scenario, SEED)
    assert digests == {
        "scenario hash": record.scenario.digest,
        "fire world": found.digest(),
        "run record": record.digest(),
    }
    assert {**found.document(), "scenario_hash": "…"} == block("simulation", "SIM-6.10")
    assert episode_metrics(record) == block("metrics", "MET-1.1")
    assert observe(record.scenario, Simulator(record.scenario, SEED).snapshot) == block("simulation", "SIM-9.1")


def test_the_score_of_the_run() -> None:
    text = clause("scoring", "SCO-15.3")
    record = played()
    score = score_episode(gather(record, references(fire_world(record.scenario, SEED))).inputs())
    shown = re.findall(r'`"([0-9.]+)"`', text)
    parts = score.document()
    names = (parts["components"]["evacuation"], parts["components"]["casualty"], score.safety, score.score)
    assert tuple(shown) == names


MADE: dict[str, list[EpisodeInputs]] = {
    "perfect": [episode(100)],
    "1 avoidable casualty": [episode(100, 1)],
    **{str(count): [episode(100, count)] for count in (2, 3, 5, 10, 25)},
    "1 avoidable casualty, M* = 4": [episode(4, 1)],
    "1 avoidable stranded": [episode(100, 0, 1)],
    "10 avoidable stranded": [episode(100, 0, 10)],
    "1 savable casualty and 1 unsavable stranded": [episode(100, 1, unsavable_stranded=1)],
    "50 losses (the gate)": [episode(100, 50)],
    "Time 0.9, 0.8, 0.5 (the threshold, not severe)": [episode(100, time=value) for value in ("0.9", "0.8", "0.5")],
    "Time 0.4, 0.25, 0.1 (severe)": [episode(100, time=value) for value in ("0.4", "0.25", "0.1")],
    "any number of blocked moves, no delay": [episode(100)],
    "avoidable danger-zone rate 0.1, 0.3 (severe)": [episode(100, danger=value) for value in ("0.1", "0.3")],
    "Path 0.6, 0.4 (severe)": [episode(100, path=value) for value in ("0.6", "0.4")],
    "Replanning 0.8, 0.3 (severe), defined": [episode(100, replanning=value) for value in ("0.8", "0.3")],
    "every component at its threshold, replanning defined": [
        episode(100, time="1/2", danger="1/4", path="1/2", replanning="1/2")
    ],
}
"""The inputs that each case of SCO-15.1 names."""


def test_every_single_failure() -> None:
    table = tables(clause("scoring", "SCO-15.1"))[0][1:]
    assert [name for name, _, _ in table] == list(MADE)
    for name, short, long in table:
        scores = [score_episode(inputs).score or "" for inputs in MADE[name]]
        assert long.split(", ") == scores
        assert short.split(", ") == [fixed(Fraction(score), 1) for score in scores]


def test_the_exact_tie() -> None:
    found = re.findall(r"13\.\d+", clause("scoring", "SCO-15.2"))
    assert found == ["13.5773825625", score_episode(episode(20, 3)).score]


def drawn(state: int, count: int) -> list[int]:
    words = []
    for _ in range(count):
        state, word = splitmix64(state)
        words.append(word)
    return words


def test_the_words_of_the_generator() -> None:
    opening = clause("simulation", "SIM-7.6").split("|")[0]
    hexes = re.findall("`([0-9a-f]{16})`", opening)
    decimals = re.findall(r"\d{19,20}", opening)
    assert list(map(word_hex, drawn(0, 3))) == hexes
    assert list(map(str, drawn(1234567, 5))) == decimals


def test_the_streams_and_the_first_draws() -> None:
    streams, draws = tables(clause("simulation", "SIM-7.6"))
    for name, shown in streams[1:]:
        seed, label = name.removeprefix("seed ").split(", ")
        assert shown == f"`{word_hex(stream_seed(int(seed), label.strip('`')))}`"
    state, limit = stream_seed(3, "fire"), threshold(0.25)
    for _, *cells in draws[1:]:
        state, word = splitmix64(state)
        answer = "yes" if word >> 11 < limit else "no"
        assert cells == [f"`{word_hex(word)}`", str(word >> 11), answer, f"`{word_hex(state)}`"]


def test_the_words_of_the_bootstrap() -> None:
    words = WordStream(bytes(32))
    expected = re.findall("`([0-9a-f]{16})`", clause("scoring", "SCO-7.4").split("Now take")[0])
    assert [word_hex(words.next()) for _ in expected] == expected and len(expected) == 9
