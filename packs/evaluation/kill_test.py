"""An evaluator that is killed at random moments ends with the bytes of one that was not (PCK-15.3).

EMBER_OPT_KILLS=N asks for N kills, over as many evaluations as that takes.
"""

import multiprocessing
import os
import random
import shutil
import sys
import time
from pathlib import Path

import pytest

from packs.evaluation.adapters.policy import PolicyAdapter
from packs.evaluation.evaluator import Terms, evaluate
from packs.evaluation.model import Answer, ModelFailure
from packs.evaluation.outputs import outputs
from packs.evaluation.plan import Request
from packs.evaluation.scripted import POLICY, Scripted, loaded

KILLS = int(os.environ.get("EMBER_OPT_KILLS", 12))
REQUEST = Request("model", "submission")

pytestmark = pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")


def fault(number: int, step: int, answer: Answer) -> Answer:
    """A deterministic model, some of whose episodes end early, and which is not always quick."""
    time.sleep(0.002 * (step % 3))
    if number % 7 == 3 and step == 2:
        return Answer(b"no")
    if number % 11 == 5 and step == 1:
        raise ModelFailure("model_error", "it ended", b"half")
    return answer


def play(folder: Path, stateless: bool | None) -> None:
    """The whole evaluation: of the model, or of a baseline where `stateless` is None."""
    adapter = PolicyAdapter(POLICY) if stateless is None else Scripted(fault, stateless=stateless)
    evaluate(PACK, adapter, REQUEST, outputs(str(folder), 1), Terms(concurrency=2))


PACK = loaded(range(10), (0, 5, 9))


def products(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name.startswith("trial-")}


def killed(folder: Path, stateless: bool | None, within: float, moments: random.Random) -> int:
    """Plays until a run is not killed any more: how often one was."""
    context, count = multiprocessing.get_context("fork"), 0
    while True:
        process = context.Process(target=play, args=(folder, stateless))
        process.start()
        process.join(moments.uniform(0, within))
        process.kill()
        process.join()
        if process.exitcode == 0:
            return count
        assert process.exitcode == -9, process.exitcode
        count, within = count + 1, within * 1.05


@pytest.mark.parametrize("stateless", [True, False, None])
def test_it_ends_with_the_same_bytes(tmp_path: Path, stateless: bool | None) -> None:
    expected, cut = tmp_path / "expected", tmp_path / "cut"
    expected.mkdir()
    started = time.monotonic()
    play(expected, stateless)
    # A part of the time, so that every evaluation is killed a few times. A baseline that was killed while its result
    # was written has only that left to do.
    within = (time.monotonic() - started) * (0.9 if stateless is None else 0.3)
    kills, rounds, moments = 0, 0, random.Random()
    while kills < KILLS / 3:
        cut.mkdir()
        kills += killed(cut, stateless, within, moments)
        assert products(cut) == products(expected)
        assert not [path.name for path in cut.iterdir() if path.name.startswith(".")]
        shutil.rmtree(cut)
        rounds += 1
    print(f"stateless {stateless}: {kills} kills in {rounds} evaluations", file=sys.stderr)
