"""The HTTP adapter against a scripted provider: whose fault is what, and what is tried again (PCK-17)."""

import gzip
import json
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from packs.evaluation import views
from packs.evaluation.adapters import completion
from packs.evaluation.adapters.http_exchange import Exchange, Overdue
from packs.evaluation.adapters.openai import PROBE
from packs.evaluation.adapters.testdata import scripted
from packs.evaluation.adapters.testdata.asking import GOOD, KEY, OBSERVATION, OK, Asked, set_environment
from packs.evaluation.adapters.testdata.scripted import CUT, HANG, RESET, Reply, Request, Server, http
from packs.evaluation.model import INVALID_OUTPUT, MODEL_ERROR, TIMEOUT, Answer, ModelFailure, Usage
from simulator import canonical, observation, shape
from simulator.errors import IncompleteError, UsageError


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)


def tries(answer: Answer | ModelFailure) -> list[tuple[str, str]]:
    return [(attempt.reason, attempt.seconds) for attempt in answer.attempts]


def test_one_step() -> None:
    with Server([OK]) as server:
        asked = Asked(server, view="map")
        answer = asked.answer()
    assert answer == Answer(GOOD, Usage(1117, 46), ())
    assert asked.adapter.extract(answer.received) == b'{"actions":{"P1":"east"}}'
    (request,) = server.requests
    assert request.line == "POST /v1/chat/completions HTTP/1.1"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["accept-encoding"] == "identity"
    assert "cookie" not in request.headers
    assert request.document["stream"] is False
    assert [message["role"] for message in request.document["messages"]] == ["system", "user"]
    assert views.show(OBSERVATION, "map") in request.document["messages"][1]["content"]
    assert asked.pauses == []


def test_without_a_key_there_is_no_header() -> None:
    with Server([OK]) as server:
        Asked(server, key_env="").answer()
    assert "authorization" not in server.requests[0].headers


def test_one_connection_serves_an_episode_and_nothing_earlier_is_told() -> None:
    with Server([OK, OK, OK]) as server:
        player = Asked(server).adapter.player(7)
        for _ in range(3):
            assert player.answer(OBSERVATION).received == GOOD
        player.close()
    assert server.connections == 1
    assert len({request.body for request in server.requests}) == 1


@pytest.mark.parametrize(
    "reply",
    [
        [scripted.chunked(GOOD)],
        [b"HTTP/1.1 200 OK\r\n\r\n", GOOD, CUT],
        [b"HTTP/1.0 200 OK\r\n\r\n", GOOD, CUT],
        [b"HTTP/1.1 100 Continue\r\n\r\n", http(200, GOOD)],
        [http(201, GOOD, reason="Made")],
        [http(200, GOOD, "Content-Encoding: identity")],
        [http(200, GOOD)[:60], 0.05, http(200, GOOD)[60:200], 0.05, http(200, GOOD)[200:]],
    ],
)
def test_an_answer_may_come_in_any_form(reply: Reply) -> None:
    with Server([reply]) as server:
        assert Asked(server).answer().received == GOOD


@pytest.mark.parametrize(
    ("replies", "attempts"),
    [
        ([[http(429, scripted.LIMIT_429)]], [("status_429", "1")]),
        ([[http(429, scripted.LIMIT_429, "Retry-After: 17")]], [("status_429", "17")]),
        ([[http(429, b"", "Retry-After: 99999")]], [("status_429", "600")]),
        ([[http(429, b"", "Retry-After: soon")]], [("status_429", "1")]),
        ([[http(503, b"", "retry-after: Fri, 31 Dec 1999 23:59:59 GMT")]], [("status_503", "1")]),
        ([[http(500, scripted.SERVER_500)]], [("status_500", "1")]),
        ([[http(529, scripted.OVERLOADED_529)]], [("status_529", "1")]),
        ([[http(502, scripted.GATEWAY_502)], [http(504, b"")]], [("status_502", "1"), ("status_504", "2")]),
        ([[CUT]], [("closed", "1")]),
        ([[RESET], [CUT]], [("closed", "1"), ("closed", "2")]),
        ([[http(500, b"x" * 500)[:-7], CUT]], [("status_500", "1")]),
        ([[http(500, b"x" * 500)[:-7], RESET]], [("status_500", "1")]),
    ],
)
def test_a_try_without_a_byte_of_an_answer_is_made_again(replies: list[Reply], attempts: list[tuple[str, str]]) -> None:
    with Server([*replies, OK]) as server:
        asked = Asked(server)
        answer = asked.answer()
    assert answer.received == GOOD and tries(answer) == attempts
    assert asked.pauses == [int(seconds) for _, seconds in attempts]
    assert len({request.body for request in server.requests}) == 1
    assert len(server.requests) == len(attempts) + 1


@pytest.mark.parametrize(
    "reply",
    [
        [http(200, GOOD)[:-1], CUT],
        [http(200, GOOD)[:-1], RESET],
        [http(200, GOOD)[: -len(GOOD)], CUT],
        [scripted.chunked(GOOD)[:-5], CUT],
        [b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", CUT],
        [b"HTTP/1.1 200 OK\r\nContent-Le", CUT, "up"],
        [b"H", CUT, "up"],
        [b"SSH-2.0-OpenSSH_9.2\r\n", CUT, "up"],
    ],
)
def test_an_answer_that_breaks_off_is_final(reply: Reply) -> None:
    probed = [OK] if reply[-1] == "up" else []
    with Server([reply[:2], *probed, OK]) as server:
        asked = Asked(server)
        failure = asked.failure()
    assert failure.code == MODEL_ERROR and GOOD.startswith(failure.received)
    assert tries(failure) == [] and asked.pauses == [] and len(server.script) == 1


def test_what_came_of_a_broken_answer_is_kept() -> None:
    with Server([[http(200, GOOD)[:-1], CUT]]) as server:
        assert Asked(server).failure().received == GOOD[:-1]


def test_what_is_no_http_is_no_model() -> None:
    with Server([[b"220 mail.example ESMTP\r\n", CUT]] * 2) as server:
        assert Asked(server).ends_evaluation() == "provider_failed"


@pytest.mark.parametrize(
    "reply",
    [
        [HANG],
        [http(200, GOOD)[:-5], HANG],
        [part for byte in http(200, GOOD) for part in (bytes([byte]), 0.02)],
        [b"HTTP/1.1 200 OK\r\n", *[part for _ in range(200) for part in (b"X-A: b\r\n", 0.02)]],
        [b"HTTP/1.1 100 Continue\r\n\r\n", 0.02] * 200,
    ],
    ids=["nothing", "almost all", "body drips", "head drips", "never but soon"],
)
def test_the_time_of_a_step_is_that_of_the_whole_try(reply: Reply) -> None:
    with Server([reply]) as server:
        asked = Asked(server, step_seconds="0.4")
        start = time.monotonic()
        failure = asked.failure()
        took = time.monotonic() - start
    assert failure.code == TIMEOUT and tries(failure) == []
    assert GOOD.startswith(failure.received)
    assert 0.3 < took < 2.5


def test_a_request_that_nobody_reads_ends_in_time() -> None:
    person = b'{"id":"P1","position":[0,0],"status":"active"}'
    large = OBSERVATION.replace(person, b",".join([person] * 200_000))
    assert len(large) > 8 << 20

    class Deaf(Server):
        def _answer(self, connection: Any) -> bool:
            self._stopped.wait()
            return False

    with Deaf([]) as server:
        line = Exchange(server.url, {}, 400_000_000)
        start = time.monotonic()
        with pytest.raises(Overdue):
            line.post(large)
        line.close()
        assert 0.3 < time.monotonic() - start < 2.5


def test_a_failed_try_does_not_cost_the_next_one_its_time() -> None:
    with Server([[0.5, http(500, b"")], [0.5, http(500, b"")], [0.5, *OK]]) as server:
        assert len(Asked(server, step_seconds="0.9").answer().attempts) == 2


@pytest.mark.parametrize("status", [401, 402, 403, 404, 405, 409, 451, 301, 302, 307, 308, 304])
def test_a_wrong_set_up_ends_the_evaluation(status: int) -> None:
    with Server([[http(status, scripted.LLAMA_401, "Location: /v1/elsewhere")], OK, OK]) as server:
        asked = Asked(server)
        assert asked.ends_evaluation() == "provider_refuses"
    assert len(server.requests) == 1 and asked.pauses == []


@pytest.mark.parametrize("status", [400, 413, 422])
def test_an_observation_that_is_too_long_is_the_models_fault(status: int) -> None:
    with Server([[http(status, scripted.LLAMA_400)], OK]) as server:
        asked = Asked(server)
        failure = asked.failure()
    assert failure.code == MODEL_ERROR and "exceeds the available context" in failure.message
    assert tries(failure) == [(f"status_{status}", "0")] and failure.received == b""
    first, probe = (request.document for request in server.requests)
    shown = probe["messages"].pop()["content"], first["messages"].pop()["content"]
    assert PROBE.decode() in shown[0] and OBSERVATION.decode() in shown[1] and first == probe


@pytest.mark.parametrize(
    "after", [[http(400, scripted.LLAMA_400)], [http(500, b"")], [CUT], [http(200, b"{")[:-1], CUT]]
)
def test_settings_that_are_refused_end_the_evaluation(after: Reply) -> None:
    with Server([[http(400, scripted.error("Unsupported parameter: 'max_tokens'"))], after]) as server:
        assert Asked(server).ends_evaluation() == "provider_refuses"
    assert len(server.requests) == 2


@pytest.mark.parametrize("reply", [[http(500, scripted.SERVER_500)], [CUT]])
def test_when_no_try_is_left(reply: Reply) -> None:
    reason = "closed" if reply == [CUT] else "status_500"
    with Server([reply, reply, reply, OK]) as server:
        failure = Asked(server).failure()
    assert failure.code == MODEL_ERROR
    assert tries(failure) == [(reason, "1"), (reason, "2"), (reason, "0")]
    with Server([reply] * 4) as server:
        assert Asked(server).ends_evaluation() == "provider_failed"
    assert len(server.requests) == 4


def test_a_limit_that_stays_ends_the_evaluation() -> None:
    with Server([[http(429, scripted.LIMIT_429)]] * 3 + [OK]) as server:
        assert Asked(server).ends_evaluation() == "provider_busy"
    assert len(server.requests) == 3


def test_nobody_there_ends_the_evaluation() -> None:
    with Server([]) as server:
        pass
    asked = Asked(server, retries=1)
    assert asked.ends_evaluation() == "provider_unreachable"
    assert asked.pauses == [1]
    assert Asked(server, base_url="http://no-such-host.invalid", retries=0).ends_evaluation() == "provider_unreachable"


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (http(200, b"<html>"), MODEL_ERROR),
        (http(200, scripted.error("Provider returned error", code=502)), MODEL_ERROR),
        (http(204, b""), MODEL_ERROR),
        (http(200, gzip.compress(GOOD), "Content-Encoding: gzip"), MODEL_ERROR),
        (http(200, GOOD, "Content-Encoding: br"), MODEL_ERROR),
    ],
)
def test_a_2xx_without_a_completion_is_final(reply: bytes, kind: str) -> None:
    with Server([[reply], OK]) as server:
        failure = Asked(server).failure()
    assert failure.code == kind and failure.received == reply.partition(b"\r\n\r\n")[2]
    assert len(server.requests) == 1


@pytest.mark.parametrize("form", [lambda body: http(200, body), lambda body: scripted.chunked(body, 1 << 20)])
def test_a_flood_is_cut(form: Callable[[bytes], bytes]) -> None:
    flood = scripted.completion("x" * (9 << 20))
    with Server([[form(flood)]]) as server:
        failure = Asked(server).failure()
    assert failure.code == INVALID_OUTPUT and failure.received == flood[: completion.MAX_BODY]


def test_a_flood_without_end_is_not_waited_for() -> None:
    chunk = b"500000\r\n" + b"x" * 0x500000 + b"\r\n"
    with Server([[b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", chunk, HANG]]) as server:
        assert Asked(server, step_seconds="10").failure().code == INVALID_OUTPUT


def test_a_model_that_says_no_is_heard() -> None:
    """The answer is the model's, so it is kept; the fault is found where it is read."""
    for members in ({"content": None}, {"content": "no", "finish_reason": "length"}):
        with Server([[http(200, scripted.completion(**members))]]) as server:
            asked = Asked(server)
            answer = asked.answer()
        with pytest.raises(ModelFailure) as caught:
            asked.adapter.extract(answer.received)
        assert caught.value.code == INVALID_OUTPUT


def test_fences_are_a_setting() -> None:
    fenced = scripted.completion("So:\n```json\n{}\n```")
    with Server([]) as server:
        assert Asked(server, fenced=True).adapter.extract(fenced) == b"{}"
        assert Asked(server).adapter.extract(fenced) == b"So:\n```json\n{}\n```"


def test_what_is_too_large_is_never_sent() -> None:
    with Server([OK]) as server:
        with pytest.raises(UsageError) as caught:
            Asked(server, max_view_characters=100).answer()
    assert caught.value.code == "view_too_large" and server.requests == []


def test_players_do_not_share() -> None:
    """Eight episodes at once: each gets the answers to its own observations."""

    def reply(request: Request) -> Reply:
        shown = json.loads(request.document["messages"][1]["content"].split("\n")[1])
        return [0.01, http(200, scripted.completion(str(shown["rules"]["max_steps"])))]

    wrong: list[object] = []

    def play(number: int) -> None:
        document = json.loads(OBSERVATION)
        document["rules"]["max_steps"] = 100 + number
        player = asked.adapter.player(number)
        for _ in range(5):
            said = asked.adapter.extract(player.answer(canonical.encode(document)).received)
            if said != str(100 + number).encode():
                wrong.append(said)
        player.close()

    with Server([], reply=reply) as server:
        asked = Asked(server)
        threads = [threading.Thread(target=play, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
    assert wrong == [] and len(server.requests) == 40 and server.connections == 8


def test_without_the_client_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpcore", None)
    with Server([]) as server, pytest.raises(IncompleteError, match="pip install httpcore==1.0.9") as caught:
        Asked(server)
    assert caught.value.code == "no_http_client"


def test_the_probe_is_an_observation() -> None:
    shape.read(PROBE, observation.SHAPE)
