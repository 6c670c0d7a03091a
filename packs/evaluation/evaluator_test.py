"""An evaluation ends with the same bytes however often it was interrupted, and nothing of a model disappears."""

import json
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from packs import result
from packs.evaluation import evaluator, transcript, trial
from packs.evaluation.adapters.policy import PolicyAdapter
from packs.evaluation.evaluator import Terms, evaluate
from packs.evaluation.meter import Meter, Prices
from packs.evaluation.model import Answer, Attempt, ModelFailure
from packs.evaluation.operational import parse
from packs.evaluation.outputs import Outputs, outputs
from packs.evaluation.plan import Request
from packs.evaluation.scripted import POLICY, Scripted, loaded
from packs.evaluation.status import status
from simulator.errors import EmberError, IncompleteError, InputError, UsageError

PACK = loaded()
REQUEST = Request("model", "submission")
TERMS = Terms()
PRICES = Prices(Fraction(3), Fraction(15), "USD")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def run(folder: Path, model: Any, request: Request = REQUEST, terms: Terms = TERMS) -> tuple[Meter, Outputs]:
    folder.mkdir(exist_ok=True)
    files = outputs(str(folder), request.trials)
    return evaluate(PACK, model, request, files, terms), files


def products(files: Outputs) -> list[bytes]:
    """The bytes of all results and transcripts."""
    return [path.read_bytes() for n, own in enumerate(files.results) for path in (own, files.transcript(n))]


def refused(code: str, kind: type[EmberError], act: Callable[[], object]) -> EmberError:
    with pytest.raises(kind) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def test_a_policy_gives_what_its_episodes_are(tmp_path: Path) -> None:
    files = outputs(str(tmp_path / "r.jsonl"), 1)
    meter = evaluate(PACK, PolicyAdapter("random-legal-v1", 3), REQUEST, files)
    with (tmp_path / "expected").open("wb") as stream:
        result.write(stream, trial.header(PACK, "model", "submission"), trial.episodes(PACK, "random-legal-v1", 3))
    assert files.results[0].read_bytes() == (tmp_path / "expected").read_bytes()
    assert (meter.runs, meter.finished) == (4, 4)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["expected", "r.jsonl"]


def test_a_model_and_a_policy_that_play_alike_leave_the_same_runs(tmp_path: Path) -> None:
    meter, files = run(tmp_path / "m", Scripted())
    assert meter.runs == 4 and meter.answers > 4
    _, plain = run(tmp_path / "p", PolicyAdapter(POLICY))
    ours, theirs = lines(files.results[0]), lines(plain.results[0])
    assert ours[1:-1] == theirs[1:-1]
    assert ours[0] == theirs[0] | {"inference_digest": ours[0]["inference_digest"]}
    assert theirs[0]["inference_digest"] is theirs[-1]["transcript_digest"] is None


def test_trials_and_threads_change_no_byte(tmp_path: Path) -> None:
    request = Request("model", "submission", 3, True)
    _, one = run(tmp_path / "one", Scripted(), request)
    model = Scripted()
    _, many = run(tmp_path / "many", model, request, Terms(concurrency=5))
    assert products(one) == products(many)
    assert model.open == 0 and {number for number, _ in model.asked} == set(range(12))
    heads = [lines(path)[0] for path in one.results]
    assert [head["trial"] for head in heads] == [{"index": n, "count": 3} for n in range(3)]
    assert all(head["stochastic"] for head in heads)
    assert len({lines(path)[-1]["transcript_digest"] for path in one.results}) == 3


def faulty(number: int, step: int, answer: Answer) -> Answer:
    """Four players, four ends: one is refused, one breaks, one is late, one plays on."""
    if number == 0 and step == 1:
        return Answer(b'{"actions": {}}')
    if number == 1:
        raise ModelFailure("model_error", "it has\n\ud800ended", b"half an ans", (Attempt("connection", "0.5"),))
    if number == 2 and step == 2:
        raise ModelFailure("timeout", "late", b"")
    return answer


def test_every_failure_has_its_kind_and_the_totals_add_up(tmp_path: Path) -> None:
    meter, files = run(tmp_path / "f", Scripted(faulty), terms=Terms(concurrency=2, prices=PRICES))
    found = lines(files.results[0])
    assert [line.get("failure") for line in found[1:-1]] == ["invalid_output", "model_error", "timeout", None]
    assert (found[-1]["episodes"], found[-1]["failures"]) == (4, 3)
    assert meter.failures == {"invalid_output": 1, "model_error": 1, "timeout": 1} and meter.runs == 1
    record = parse(files.operational.read_bytes())
    assert (record.retries, record.timeouts, record.trials, record.episodes) == (1, 1, 1, 4)
    # The refused answer has no tokens of its own here, and a failure never has.
    answered = meter.answers - 1
    assert (record.input_tokens, record.output_tokens) == (100 * answered, 7 * answered)
    assert record.cost == Fraction(3 * 100 * answered + 15 * 7 * answered, 1_000_000)
    entries = [line for line in lines(files.transcript(0)) if "failure" in line]
    assert [transcript.bytes_of(line["received"]) for line in entries] == [b"", b"half an ans", b""]


@pytest.mark.parametrize(
    "output",
    [
        b"",
        b"not JSON",
        b'{"actions": {"P01": NaN}}',
        b'{"actions": {}, "actions": {}}',
        b'{"actions": {"nobody": "stay"}}',
        b" " * ((1 << 20) + 1),
        b"\xff",
    ],
)
def test_an_output_that_is_refused_ends_its_episode_alone(tmp_path: Path, output: bytes) -> None:
    model = Scripted(lambda number, step, answer: Answer(output) if number == 1 else answer)
    meter, files = run(tmp_path / "r", model)
    assert [line.get("failure") for line in lines(files.results[0])[1:-1]] == [None, "invalid_output", None, None]
    assert [place for place in model.asked if place[0] == 1] == [(1, 0)]


class Cut(Exception):
    """The power fails."""


def interrupted(model: Scripted, answers: int) -> Scripted:
    """The model, in a machine that fails after so many answers."""
    left = [answers]

    def fault(number: int, step: int, answer: Answer) -> Answer:
        left[0] -= 1
        if left[0] < 0:
            raise Cut
        return faulty(number, step, answer)

    return Scripted(fault, stateless=model.stateless)


@pytest.mark.parametrize("stateless", [True, False])
@pytest.mark.parametrize("answers", range(0, 9, 2))
def test_an_interrupted_evaluation_goes_on_where_it_stopped(tmp_path: Path, answers: int, stateless: bool) -> None:
    whole = Scripted(faulty, stateless=stateless)
    _, expected = run(tmp_path / "whole", whole)
    cut = interrupted(whole, answers)
    with pytest.raises(Cut):
        run(tmp_path / "cut", cut)
    assert cut.open == 0 and not any(path.exists() for path in outputs(str(tmp_path / "cut"), 1).results)
    again = Scripted(faulty, stateless=stateless)
    _, files = run(tmp_path / "cut", again)
    assert products(files) == products(expected)
    asked = cut.asked[:answers] + again.asked
    if stateless:
        assert asked == whole.asked
    else:
        # A fresh process sees the steps of before again, from the first on.
        assert set(asked) == set(whole.asked)
        for number in {number for number, _ in again.asked}:
            steps = [step for own, step in again.asked if own == number]
            assert steps == [step for own, step in whole.asked if own == number]


def test_a_finished_evaluation_asks_nothing_again(tmp_path: Path) -> None:
    _, files = run(tmp_path / "r", Scripted())
    before = products(files)
    files.results[0].unlink()
    model = Scripted()
    meter, _ = run(tmp_path / "r", model)
    assert products(files) == before and model.asked == [] and meter.runs == 4


@pytest.mark.parametrize(
    ("model", "request_", "told"),
    [
        (Scripted(temperature="0.5"), REQUEST, '/settings/temperature was "0", is "0.5"'),
        (Scripted(temperature="0"), Request("other", "submission"), '/model_id was "model", is "other"'),
        (Scripted(temperature="0"), Request("model", "other"), '/submission_id was "submission", is "other"'),
        (Scripted(temperature="0"), Request("model", "submission", stochastic=True), "/stochastic was false, is true"),
        (Scripted(temperature="0", prompt="2"), REQUEST, '/settings/prompt was absent, is "2"'),
        (Scripted(temperature="0", stateless=False), REQUEST, "/settings/stateless was true, is false"),
    ],
)
def test_another_plan_does_not_go_on(tmp_path: Path, model: Any, request_: Request, told: str) -> None:
    run(tmp_path / "r", Scripted(temperature="0"))
    error = refused("plan_differs", UsageError, lambda: run(tmp_path / "r", model, request_))
    assert told in error.message and error.exit_code == 2


def test_another_pack_does_not_go_on(tmp_path: Path) -> None:
    _, files = run(tmp_path / "r", Scripted())
    other = loaded(seeds=(0, 6))
    error = refused("plan_differs", UsageError, lambda: evaluate(other, Scripted(), REQUEST, files))
    for word in ("/pack/digest", "/pack/manifest_hash", PACK.digest[:50]):
        assert word in error.message
    assert "/pack/pack_id" not in error.message


def test_results_without_a_journal_are_never_written_over(tmp_path: Path) -> None:
    _, files = run(tmp_path / "r", PolicyAdapter(POLICY))
    run(tmp_path / "r", PolicyAdapter(POLICY))
    refused("results_exist", UsageError, lambda: run(tmp_path / "r", Scripted()))


def test_a_budget_stops_before_the_next_step_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    _, expected = run(tmp_path / "whole", Scripted())
    one = PRICES.cost(100, 7)
    model = Scripted()
    terms = Terms(prices=PRICES, budget=3 * one)
    error = refused("budget_reached", IncompleteError, lambda: run(tmp_path / "r", model, terms=terms))
    assert "larger --budget" in error.message and len(model.asked) == 3
    assert status(tmp_path / "r" / "journal", PRICES)["cost"] == f"{(3 * one).numerator}/{(3 * one).denominator}"
    refused("budget_reached", IncompleteError, lambda: run(tmp_path / "r", model, terms=terms))
    assert len(model.asked) == 3
    _, files = run(tmp_path / "r", model, terms=Terms(prices=PRICES, budget=10_000 * one))
    assert products(files) == products(expected)


def test_the_evaluator_s_own_fault_is_never_the_model_s(tmp_path: Path) -> None:
    def fault(number: int, step: int, answer: Answer) -> Answer:
        if (number, step) == (1, 1):
            raise IncompleteError("no_program", "the set-up fails")
        return answer

    model = Scripted(fault)
    refused("no_program", IncompleteError, lambda: run(tmp_path / "r", model))
    found = status(tmp_path / "r" / "journal")
    assert (found["finished"], sum(found["failures"].values()), found["running"]) == (1, 0, False)
    assert model.open == 0


def test_an_error_stops_the_other_episodes_before_their_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop, asked = threading.Event(), threading.Event()
    monkeypatch.setattr(evaluator, "Event", lambda: stop)

    def fault(number: int, step: int, answer: Answer) -> Answer:
        if number == 1:
            assert asked.wait(60)
            raise IncompleteError("no_program", "the set-up fails")
        asked.set()
        assert stop.wait(60)
        return answer

    model = Scripted(fault)
    refused("no_program", IncompleteError, lambda: run(tmp_path / "r", model, terms=Terms(concurrency=2)))
    # The answer that was under way is kept.
    assert sorted(model.asked) == [(0, 0), (1, 0)] and status(tmp_path / "r" / "journal")["answers"] == 1
    assert model.open == 0


def test_two_evaluators_do_not_share_a_journal(tmp_path: Path) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def fault(number: int, step: int, answer: Answer) -> Answer:
        reached.set()
        go_on.wait()
        return answer

    first = threading.Thread(target=run, args=(tmp_path / "r", Scripted(fault)))
    first.start()
    reached.wait()
    second = Scripted()
    try:
        refused("journal_in_use", IncompleteError, lambda: run(tmp_path / "r", second))
        assert status(tmp_path / "r" / "journal")["running"] and second.asked == []
    finally:
        go_on.set()
        first.join()
    assert outputs(str(tmp_path / "r"), 1).results[0].exists()


def test_what_a_crash_left_of_files_is_taken_away(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    folder.mkdir()
    for name in (".trial-000.jsonl.abcd1234", ".trial-000.transcript.jsonl.abcd_234", ".trial-000.jsonl.mine"):
        (folder / name).write_bytes(b"half")
    run(folder, Scripted())
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == [".trial-000.jsonl.mine"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"end":null', b'{"end":"timeout"'),
        (b'"chain":"', b'"chain":"0'),
        (b'"observation":"', b'"observation":"0'),
        (b'"step":1', b'"step":2'),
    ],
)
def test_a_journal_that_does_not_play_again_is_refused(tmp_path: Path, old: bytes, new: bytes) -> None:
    _, files = run(tmp_path / "r", Scripted())
    log = files.journal / "trial-000" / "000001.jsonl"
    data = log.read_bytes()
    at = data.index(old)
    # As many digits as before.
    rest = data[at + len(old) + 1 :] if new.endswith(b"0") else data[at + len(old) :]
    log.write_bytes(data[:at] + new + rest)
    assert log.read_bytes() != data
    refused("journal_damaged", InputError, lambda: run(tmp_path / "r", Scripted()))
