"""callable.py and pyhost.py: a function answers as a program would, and one that is not there is seen at once."""

import hashlib
import json
from pathlib import Path

import pytest

from packs.evaluation.adapters.callable import CallableAdapter
from packs.evaluation.adapters.local import Options
from packs.evaluation.model import MODEL_ERROR, ModelFailure
from simulator.errors import UsageError

FOLDER = Path(__file__).with_name("testdata")
OPTIONS = Options("60", "60", start_seconds="60", folder=str(FOLDER))
OBSERVATION = json.dumps({"people": [{"id": "P1", "status": "active"}, {"id": "P2", "status": "evacuated"}]}).encode()


def answers(name: str, count: int = 1, options: Options = OPTIONS) -> list[bytes]:
    adapter = CallableAdapter(name, options)
    player = adapter.player(0)
    try:
        return [adapter.extract(player.answer(OBSERVATION).received) for _ in range(count)]
    finally:
        player.close()


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("functions:stays", b'{"actions": {"P1": "stay"}}'),
        ("functions:whole", b'{"actions": {"P1": "stay"}}'),
        ("functions:held.method", b'{"actions": {"P1": "stay"}}'),
        ("functions:a_person_called_actions", b'{"actions": {"actions": "stay"}}'),
        ("functions:gives_nan", b'{"actions": {"P1": NaN}}'),
    ],
)
def test_what_a_function_gives(name: str, answer: bytes) -> None:
    assert answers(name) == [answer]


def test_each_episode_has_a_module_of_its_own() -> None:
    one, two = (b'{"actions": {"count": "%d"}}' % number for number in (1, 2))
    adapter = CallableAdapter("functions:counts", OPTIONS)
    for _ in range(2):
        player = adapter.player(0)
        assert [adapter.extract(player.answer(OBSERVATION).received) for _ in range(2)] == [one, two]
        player.close()


def test_an_exception_is_an_error_of_the_model() -> None:
    with pytest.raises(ModelFailure, match="exit code 1; stderr: .*no idea") as caught:
        answers("functions:raises")
    assert caught.value.code == MODEL_ERROR


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("functions:absent", "no attribute 'absent'"),
        ("functions:count", "functions:count is no function"),
        ("absent:stays", "No module named 'absent'"),
        ("functions", "not of the form"),
        ("functions:", "not of the form"),
        ("functions:stays:", "not of the form"),
        ("./functions.py:stays", "not of the form"),
    ],
)
def test_a_function_that_is_not_there(name: str, why: str) -> None:
    with pytest.raises(UsageError, match=f"no_such_function: .*{why}"):
        CallableAdapter(name, OPTIONS)


def test_settings_hold_the_module_and_no_path(tmp_path: Path) -> None:
    code = FOLDER.joinpath("functions.py").read_bytes()
    (tmp_path / "outer").mkdir()
    (tmp_path / "outer" / "__init__.py").write_bytes(code)
    (tmp_path / "outer" / "inner.py").write_bytes(code + b"\n")
    options = Options("60", "60", start_seconds="60", folder=str(tmp_path))
    found = [CallableAdapter(name, options).settings() for name in ("outer:stays", "outer.inner:stays")]
    digests = [hashlib.sha256(data).hexdigest() for data in (code, code + b"\n")]
    assert [own["files"] for own in found] == [[["outer/__init__.py", digests[0]]], [["outer/inner.py", digests[1]]]]
    assert found[0] == {
        "adapter": "callable",
        "function": "outer:stays",
        "files": found[0]["files"],
        "step_seconds": "60",
        "episode_seconds": "60",
        "start_seconds": "60",
        "stateless": False,
        "sandboxed": False,
        "folders": [],
        "variables": [],
    }
