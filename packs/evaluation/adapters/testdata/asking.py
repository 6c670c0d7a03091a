"""An adapter on a scripted provider, and what the tests of the HTTP adapter ask it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from packs.evaluation.adapters.openai import PROBE, OpenAIAdapter
from packs.evaluation.adapters.openai_settings import OpenAISettings
from packs.evaluation.adapters.testdata import scripted
from packs.evaluation.adapters.testdata.scripted import Server, http
from packs.evaluation.model import Answer, ModelFailure
from simulator import canonical
from simulator.errors import IncompleteError

KEY = "sk-test/0123456789-abcdefghijklmnop"
OBSERVATION = canonical.encode({**json.loads(PROBE), "step": 1})
GOOD = scripted.completion('{"actions":{"P1":"east"}}')
OK = [http(200, GOOD)]


def set_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key; and proxies that nobody must ask."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("TEST_KEY", KEY)


class Asked:
    """An adapter on a server, and the pauses that it made."""

    def __init__(self, server: Server, **changes: Any) -> None:
        settings = OpenAISettings(server.url, "model-1", 100, temperature="0", key_env="TEST_KEY", retries=2)
        self.pauses: list[float] = []
        self.adapter = OpenAIAdapter(replace(settings, **changes), self.pauses.append)

    def answer(self, shown: bytes = OBSERVATION) -> Answer:
        player = self.adapter.player(0)
        try:
            return player.answer(shown)
        finally:
            player.close()

    def failure(self) -> ModelFailure:
        with pytest.raises(ModelFailure) as caught:
            self.answer()
        return caught.value

    def ends_evaluation(self) -> str:
        with pytest.raises(IncompleteError) as caught:
            self.answer()
        assert KEY not in str(caught.value)
        return caught.value.code
