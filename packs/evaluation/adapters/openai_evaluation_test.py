"""A whole evaluation over HTTP: concurrent, interrupted, resumed, and without a trace of the key (PCK-15, PCK-17)."""

import base64
import json
import re
from pathlib import Path
from threading import Lock

import pytest

from packs.evaluation.adapters.openai import OpenAIAdapter
from packs.evaluation.adapters.openai_settings import OpenAISettings
from packs.evaluation.adapters.testdata import scripted
from packs.evaluation.adapters.testdata.asking import KEY, set_environment
from packs.evaluation.adapters.testdata.scripted import CUT, Reply, Request, Server, http
from packs.evaluation.evaluator import Terms, evaluate
from packs.evaluation.meter import Meter
from packs.evaluation.outputs import Outputs, outputs
from packs.evaluation.plan import Request as Submission
from packs.evaluation.scripted import loaded
from simulator.errors import IncompleteError, UsageError
from simulator.grid import DIRECTIONS

PACK = loaded(range(6), (0, 5))
SUBMISSION = Submission("model", "submission")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)


class Provider:
    """A deterministic model on loopback: it goes by what it is shown. Trouble comes by the number of the request."""

    def __init__(self, fails_at: int = -1, key_at: int = -1) -> None:
        self.count, self.fails_at, self.key_at = 0, fails_at, key_at
        self._lock = Lock()

    def __call__(self, request: Request) -> Reply:
        with self._lock:
            self.count += 1
            number = self.count
        if number == self.fails_at:
            return [http(401, scripted.LLAMA_401)]
        if number == self.key_at:
            return [http(200, scripted.completion(request.headers["authorization"]))]
        if number % 5 == 1:
            return [CUT] if number % 2 else [http(429, scripted.error(f"too fast, {request.headers['authorization']}"))]
        return self.model(request)

    def model(self, request: Request) -> Reply:
        shown = json.loads(request.document["messages"][1]["content"].split("\n")[1])
        walls = len(shown["map"]["walls"])
        if walls % 5 == 1:
            return [http(200, scripted.completion(None))[:-9], CUT]
        if walls % 5 == 2 and shown["step"] == 2:
            return [http(200, scripted.completion('{"actions":{}}', finish_reason="length"))]
        people = [person["id"] for person in shown["people"] if person["status"] == "active"]
        actions = {name: DIRECTIONS[(shown["step"] + at) % 5] for at, name in enumerate(people)}
        return [http(200, scripted.completion(json.dumps({"actions": actions})))]


def run(folder: Path, provider: Provider, server: Server, concurrency: int = 3) -> tuple[Meter, Outputs]:
    settings = OpenAISettings(server.url, "model-1", 100, temperature="0", key_env="TEST_KEY")
    server.reply = provider
    files = outputs(f"{folder}/", 1)
    adapter = OpenAIAdapter(settings, lambda seconds: None)
    return evaluate(PACK, adapter, SUBMISSION, files, Terms(concurrency=concurrency)), files


def products(files: Outputs) -> list[bytes]:
    return [files.results[0].read_bytes(), files.transcript(0).read_bytes()]


def written(folder: Path) -> str:
    """Everything below a folder; with it, what stands there in base64."""
    texts = [path.read_bytes().decode("latin-1") for path in sorted(folder.rglob("*")) if path.is_file()]
    hidden = re.findall(r'"([A-Za-z0-9+/]{16,}={0,2})"', "".join(texts))
    return "".join([*texts, *(base64.b64decode(item + "==").decode("latin-1") for item in hidden)])


def test_it_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    with Server([]) as server:
        meter, files = run(tmp_path / "whole", Provider(), server)
        whole = products(files)
        steps = len(server.requests)
        interrupted, rounds = Provider(), 0
        while True:
            rounds += 1
            interrupted.fails_at = interrupted.count + 17
            try:
                again, files = run(tmp_path / "parts", interrupted, server, concurrency=rounds % 3 + 1)
                break
            except IncompleteError as error:
                assert error.code == "provider_refuses"
    assert rounds > 2 and products(files) == whole
    failures = {line.get("failure") for line in map(json.loads, whole[0].splitlines()[1:-1])}
    assert failures == {None, "model_error", "invalid_output"}
    assert meter.input_tokens == again.input_tokens > 0 and meter.output_tokens == again.output_tokens > 0
    assert meter.retries > 0 and steps > 60


def test_nothing_on_the_disk_holds_the_key(tmp_path: Path) -> None:
    with Server([]) as server:
        with pytest.raises(IncompleteError) as caught:
            run(tmp_path / "a", Provider(key_at=13), server, concurrency=1)
        assert caught.value.code == "key_in_answer" and KEY not in str(caught.value)
        kept = written(tmp_path)
        assert "chatcmpl-" in kept and "status_429" in kept and KEY not in kept
        run(tmp_path / "a", Provider(), server)
    whole = written(tmp_path)
    assert "chatcmpl-" in whole and KEY not in whole and "Bearer" not in whole and "TEST_KEY" not in whole


def test_another_setting_is_another_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Server([]) as server:
        with pytest.raises(IncompleteError):
            run(tmp_path / "a", Provider(fails_at=4), server, concurrency=1)
        monkeypatch.setattr("packs.evaluation.prompt._AFTER", "\n\nAnd now?")
        with pytest.raises(UsageError, match="prompt_digest") as caught:
            run(tmp_path / "a", Provider(), server)
    assert caught.value.code == "plan_differs"
