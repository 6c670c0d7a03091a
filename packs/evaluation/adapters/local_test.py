"""local.py and process.py: whatever a program does, its episode ends with the right kind, and nothing of it is left."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from packs.evaluation.adapters.command import CommandAdapter
from packs.evaluation.adapters.local import Options, nanoseconds
from packs.evaluation.adapters.testdata import started
from packs.evaluation.model import INVALID_OUTPUT, MODEL_ERROR, TIMEOUT, ModelFailure, Player
from simulator.errors import IncompleteError, UsageError

OBSERVATION = {"people": [{"id": "P1", "status": "active"}, {"id": "P2", "status": "casualty"}]}
SENT = json.dumps(OBSERVATION).encode()
GOOD = b'{"actions": {"P1": "stay"}}\n'


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    before = started.children()
    yield
    assert started.children() == before


def fails(player: Player, good: int) -> ModelFailure:
    """How a model fails after so many good answers."""
    try:
        for _ in range(good):
            assert player.answer(SENT).received == GOOD
        with pytest.raises(ModelFailure) as caught:
            player.answer(SENT)
        return caught.value
    finally:
        player.close()


@pytest.mark.parametrize(
    ("model", "good", "kind", "reason", "received"),
    [
        ("floods_one_line", 1, INVALID_OUTPUT, "a line of more than 1048576 bytes", b"x" * 1048577),
        ("answers_50_MB", 1, INVALID_OUTPUT, "a line of more than 1048576 bytes", GOOD[:-1] + b" " * 1048550),
        ("answers_twice", 1, INVALID_OUTPUT, "it wrote more than one line", GOOD * 2),
        ("exits", 1, MODEL_ERROR, "it ended with exit code 0", b""),
        ("exits_at_start", 0, MODEL_ERROR, "it ended with exit code 3", b""),
        ("is_killed", 1, MODEL_ERROR, "it ended with signal 9", b""),
        ("kills_its_parent", 1, MODEL_ERROR, "its keeper was killed", b""),
        ("closes_stdout", 1, MODEL_ERROR, "it closed its stdout", b""),
        ("ends_no_line", 1, MODEL_ERROR, "it ended with exit code 0", GOOD[:-1]),
    ],
)
def test_what_ends_an_episode(model: str, good: int, kind: str, reason: str, received: bytes) -> None:
    failure = fails(started.adapter(model).player(0), good)
    assert (failure.code, failure.message, failure.received) == (kind, reason, received)


@pytest.mark.parametrize(
    ("model", "good"), [("hangs_later", 1), ("writes_slowly", 1), ("floods_stderr", 1), ("does_not_read", 0)]
)
def test_a_step_has_a_deadline(model: str, good: int) -> None:
    begin = time.monotonic()
    start = "60" if good else "0"
    failure = fails(started.adapter(model, step="0.3", start_seconds=start).player(0), good)
    assert failure.code == TIMEOUT and failure.message.startswith("no answer in time")
    assert time.monotonic() - begin < 30
    if model == "writes_slowly":
        assert failure.received and set(failure.received) == set(b"x")


def test_an_episode_has_a_deadline_for_all_its_answers_together() -> None:
    player = started.adapter("well", episode="20").player(0)
    begin = time.monotonic()
    player.answer(SENT)
    used = time.monotonic() - begin
    assert used < 20
    # What the evaluator does between two answers is not the model's time.
    time.sleep(0.2)
    left = player._left  # type: ignore[attr-defined]
    assert 20 - used - 0.15 < left / 10**9 < 20
    player._left = 0  # type: ignore[attr-defined]
    assert fails(player, 0).code == TIMEOUT


def test_whoever_answers_ahead_is_seen_when_the_next_question_is_due() -> None:
    player = started.adapter("answers_ahead").player(0)
    limit = time.monotonic() + 60
    while not player._process.has_output() and time.monotonic() < limit:
        time.sleep(0.01)
    failure = fails(player, 0)
    assert (failure.code, failure.message, failure.received) == (
        INVALID_OUTPUT,
        "it wrote before it was asked",
        b"{}\n",
    )


def test_lines_without_end_are_an_answer_too_many() -> None:
    failure = fails(started.adapter("floods_lines").player(0), 1)
    assert failure.code == INVALID_OUTPUT and len(failure.received) <= (1 << 20) + 1


def test_much_on_stderr_is_no_fault_and_its_end_is_kept() -> None:
    player = started.adapter("loud").player(0)
    for _ in range(5):
        assert player.answer(SENT).received == GOOD
    assert player._process.stderr_tail == "x" * (64 << 10)
    player.close()


def test_the_end_of_stderr_is_told() -> None:
    player = started.adapter("no_such_model").player(0)
    failure = fails(player, 0)
    assert failure.code == MODEL_ERROR
    assert failure.message.startswith("it ended with exit code 1; stderr:") and "KeyError" in failure.message


@pytest.mark.parametrize("text", ["", "1.", ".5", "-1", "1e3", "12345678", "1.0000000001", " 1", "٣"])
def test_seconds_are_plain_decimals(text: str) -> None:
    with pytest.raises(UsageError, match="bad_seconds"):
        nanoseconds(text)


def test_seconds_are_exact() -> None:
    assert [nanoseconds(text) for text in ("0", "0.1", "1.000000001", "9999999")] == [
        0,
        10**8,
        10**9 + 1,
        9999999 * 10**9,
    ]


def test_a_program_that_cannot_be_run_is_no_fault_of_the_model(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("no program")
    for mode in (0o644, 0o755):
        plain.chmod(mode)
        with pytest.raises(IncompleteError, match="cannot_start: .*/plain can't be started"):
            CommandAdapter(["./plain"], Options("1", "1", folder=str(tmp_path))).player(0)
