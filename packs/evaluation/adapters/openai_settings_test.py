"""What the HTTP adapter is told, what it records of it, and what it sends (PCK-17.1, PCK-17.3)."""

import json
from dataclasses import replace
from typing import Any

import pytest

from packs.evaluation import prompt
from packs.evaluation.adapters.openai_settings import OpenAISettings
from simulator import canonical
from simulator.errors import UsageError

SETTINGS = OpenAISettings("https://host.example/v1/", "model-1", 1000, temperature="0.70", top_p="1")


def test_the_document_names_all_that_may_change_an_answer() -> None:
    settings = replace(SETTINGS, key_env="SECRET_NAME")
    assert settings.document() == {
        "adapter": "openai",
        "adapter_version": "1.0",
        "base_url": "https://host.example/v1/",
        "model": "model-1",
        "temperature": "0.70",
        "top_p": "1",
        "max_tokens": 1000,
        "tokens_member": "max_tokens",
        "view": "json",
        "view_version": "1.0",
        "max_view_characters": 400_000,
        "fenced": False,
        "prompt_version": "1.0",
        "prompt_digest": prompt.digest("json", False),
        "step_seconds": "120",
        "retries": 5,
    }
    assert b"SECRET_NAME" not in canonical.encode(settings.document())


def test_every_setting_but_the_keys_name_changes_the_document() -> None:
    changed: dict[str, Any] = {
        "base_url": "http://localhost:1",
        "model": "other",
        "max_tokens": 1001,
        "temperature": None,
        "top_p": "0.9",
        "view": "map",
        "fenced": True,
        "step_seconds": "121",
        "retries": 6,
        "tokens_member": "max_completion_tokens",
        "max_view_characters": 1000,
    }
    digests = {canonical.digest(replace(SETTINGS, **{name: value}).document()) for name, value in changed.items()}
    assert len(digests | {canonical.digest(SETTINGS.document())}) == len(changed) + 1
    assert set(changed) | {"key_env"} == set(OpenAISettings.__dataclass_fields__)


def test_a_request_is_these_bytes() -> None:
    system, user = prompt.system("json", False), prompt.user('{"a":1}')
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    body = SETTINGS.request('{"a":1}')
    assert (
        body
        == b'{"max_tokens":1000,"messages":%s,"model":"model-1","stream":false,"temperature":0.70,"top_p":1}'
        % (canonical.encode(messages))
    )
    assert json.loads(body)["messages"] == messages
    assert SETTINGS.url == "https://host.example/v1/chat/completions"


def test_members_can_be_left_out_or_named_otherwise() -> None:
    settings = replace(SETTINGS, temperature=None, top_p=None, tokens_member="max_completion_tokens")
    assert set(json.loads(settings.request(""))) == {"max_completion_tokens", "messages", "model", "stream"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"base_url": ""},
        {"base_url": "host.example/v1"},
        {"base_url": "ftp://host.example"},
        {"base_url": "http://"},
        {"base_url": "http://user:password@host.example"},
        {"base_url": "http://host.example/?key=1"},
        {"base_url": "http://host.example/#a"},
        {"base_url": "http://host.example/a b"},
        {"base_url": "http://host.example:99999"},
        {"base_url": "http://host.example:0"},
        {"base_url": "http://[::1"},
        {"base_url": "http://h\r\nX-A: b"},
        {"model": ""},
        {"model": "a\nb"},
        {"model": "x" * 257},
        {"max_tokens": 0},
        {"temperature": "1e3"},
        {"temperature": "-1"},
        {"temperature": ".5"},
        {"temperature": "00.5"},
        {"temperature": "NaN"},
        {"temperature": '1,"n":2'},
        {"top_p": ""},
        {"view": "xml"},
        {"key_env": "A B"},
        {"key_env": "1A"},
        {"step_seconds": "0"},
        {"step_seconds": "0.0000000001"},
        {"step_seconds": "86400.1"},
        {"step_seconds": "x"},
        {"retries": -1},
        {"retries": 101},
        {"tokens_member": "tokens"},
        {"max_view_characters": 0},
    ],
)
def test_what_no_request_can_be_made_of_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        replace(SETTINGS, **wrong)
    assert caught.value.code == "bad_setting"
    assert "password" not in str(caught.value).replace("no password", "")


@pytest.mark.parametrize(
    "url", ["http://localhost:8080/v1", "http://[::1]:1", "https://h.example/a/b", "http://10.0.0.1"]
)
def test_addresses_that_are_fine(url: str) -> None:
    assert replace(SETTINGS, base_url=url).url == url + "/chat/completions"


def test_seconds_are_exact() -> None:
    assert replace(SETTINGS, step_seconds="0.25").step_nanoseconds == 250_000_000
