"""process.py and keeper.py: processes are apart from each other, used again only where that is allowed, and ended."""

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from packs.evaluation.adapters.testdata import started
from packs.evaluation.model import ModelFailure

SENT = json.dumps({"people": [{"id": "P1", "status": "active"}]}).encode()
GOOD = b'{"actions": {"P1": "stay"}}\n'


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    before = started.children()
    yield
    assert started.children() == before


@pytest.mark.parametrize("model", ["orphans", "leaves_a_holder"])
def test_no_descendant_is_left(model: str) -> None:
    # Seconds that nobody else sleeps.
    token = f"98765.{random.randrange(10**9)}"
    player = started.adapter(model, token).player(0)
    player.answer(SENT)
    limit = time.monotonic() + 60
    if model == "orphans":
        while not any(line.startswith("sleep") for line in started.processes(token)) and time.monotonic() < limit:
            time.sleep(0.01)
        assert any(line.startswith("sleep") for line in started.processes(token))
    else:
        with pytest.raises(ModelFailure, match="it ended with exit code 0"):
            player.answer(SENT)
    player.close()
    assert started.processes(token) == []


def test_each_player_has_a_process_and_a_folder_of_its_own() -> None:
    adapter = started.adapter("well")
    players = [adapter.player(number) for number in range(2)]
    folders = [Path(player._process._folder) for player in players]
    assert folders[0] != folders[1] and all(folder.is_dir() and not list(folder.iterdir()) for folder in folders)
    assert [player.answer(SENT).received for player in players] == [GOOD, GOOD]
    for player in players:
        player.close()
    assert not any(folder.exists() for folder in folders)


def test_a_stateless_process_serves_again_unless_it_has_failed() -> None:
    adapter = started.adapter("well", stateless=True)
    first = adapter.player(0)
    kept = first._process
    first.answer(SENT)
    first.close()
    second, third = adapter.player(1), adapter.player(2)
    assert second._process is kept and third._process is not kept
    assert second.answer(SENT).received == third.answer(SENT).received == GOOD
    second.close()
    os.kill(kept._root, signal.SIGKILL)
    while kept.is_alive():
        kept.has_output()
    fourth = adapter.player(3)
    assert fourth._process is not kept
    fourth.close()
    third.close()
    adapter.close()


def test_a_stateless_process_that_wrote_behind_an_episode_is_not_used_again() -> None:
    adapter = started.adapter("answers_ahead", stateless=True)
    player = adapter.player(0)
    player.close()
    limit = time.monotonic() + 60
    while not player._process.has_output() and time.monotonic() < limit:
        time.sleep(0.01)
    other = adapter.player(1)
    assert other._process is not player._process
    other.close()
    adapter.close()


@pytest.mark.parametrize("unread", [False, True])
def test_the_keeper_outlives_an_evaluator_that_is_killed(unread: bool) -> None:
    token = f"87654.{random.randrange(10**9)}"
    pid = os.fork()
    if pid == 0:
        player = started.adapter("orphans", token).player(0)
        player.answer(SENT)
        if unread:
            # The keeper tells of it, and nobody reads that any more.
            os.kill(player._process._root, signal.SIGKILL)
            time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(pid, 0)
    limit = time.monotonic() + 60
    while started.processes(token) and time.monotonic() < limit:
        time.sleep(0.01)
    assert started.processes(token) == []
