"""Where the HTTP adapter's key goes, and whom it trusts (PCK-17.8)."""

import json
import ssl
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from packs.evaluation.adapters.testdata import scripted
from packs.evaluation.adapters.testdata.asking import GOOD, KEY, OK, Asked, set_environment
from packs.evaluation.adapters.testdata.scripted import CUT, HANG, Reply, Server, http
from packs.evaluation.model import TIMEOUT
from simulator.errors import EmberError, UsageError

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)


def every_way_to_fail() -> Iterator[Reply]:
    echo = json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}"}}).encode()
    for status in (400, 401, 403, 404, 429, 500, 302):
        yield [http(status, echo, f"X-Key: {KEY}")]
        yield [http(status, KEY.encode())]
        yield [http(status, echo.replace(b"/", b"\\/"))]
    yield [http(200, scripted.completion(f"the key is {KEY}"))]
    yield [http(200, scripted.completion(f"the key is {KEY}").replace(b"/", b"\\/"))]
    yield [http(200, KEY.encode())]
    yield [http(200, KEY.encode() + b" ")[:-1], CUT]
    yield [http(200, KEY.encode() + b" ")[:-1], HANG]
    yield [f"HTTP/1.1 200 {KEY}\r\n\r\n".encode(), CUT]
    yield [KEY.encode(), CUT]


def test_the_key_goes_nowhere(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    """Nothing that is shown, raised, recorded or logged holds it, whatever a provider repeats."""
    caplog.set_level(0)
    with Server([]) as server:
        adapter = Asked(server).adapter
    shown = [repr(adapter), repr(adapter.player(0)), str(adapter.settings()), repr(adapter._settings)]
    for reply in every_way_to_fail():
        for after in ([http(500, b"")], OK):
            with Server([reply, after, after, after]) as server:
                asked = Asked(server, retries=0, step_seconds="0.3")
                try:
                    shown.append(repr(asked.answer()))
                except EmberError as error:
                    shown += ["".join(traceback.format_exception(error)), repr(error.__dict__), repr(error.args)]
    shown += [caplog.text, *capfd.readouterr()]
    assert len(shown) > 100 and "[key]" in "".join(shown) and "key_in_answer" in "".join(shown)
    for text in shown:
        plain = text.replace("\\\\", "\\").replace("\\/", "/")
        assert KEY not in plain, plain


def test_a_short_key_is_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers at home want any word at all; an answer may have it too."""
    monkeypatch.setenv("TEST_KEY", "east")
    with Server([OK]) as server:
        assert Asked(server).answer().received == GOOD


@pytest.mark.parametrize(
    ("value", "code"), [(None, "no_key"), ("", "no_key"), ("a\r\nX: b", "bad_key"), ("é", "bad_key")]
)
def test_a_key_that_cannot_be_sent(value: str | None, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_KEY") if value is None else monkeypatch.setenv("TEST_KEY", value)
    with Server([]) as server, pytest.raises(UsageError) as caught:
        Asked(server)
    assert caught.value.code == code and "TEST_KEY" in caught.value.message
    assert not value or value not in caught.value.message


def tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(HERE / "testdata" / "localhost.pem")
    return context


def test_certificates_are_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    with Server([OK], tls=tls()) as server:
        home = f"https://localhost:{server.port}/v1"
        asked = Asked(server, base_url=home)
        assert asked.ends_evaluation() == "untrusted_certificate" and asked.pauses == []
        monkeypatch.setenv("SSL_CERT_FILE", str(HERE / "testdata" / "authority.pem"))
        assert Asked(server, base_url=home).answer().received == GOOD
        asked = Asked(server, base_url=home.replace("localhost", "127.0.0.1"))
        assert asked.ends_evaluation() == "untrusted_certificate"
    assert len(server.requests) == 1


def test_tls_has_the_same_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(HERE / "testdata" / "authority.pem"))
    drip = [part for byte in http(200, GOOD) for part in (bytes([byte]), 0.02)]
    with Server([drip], tls=tls()) as server:
        asked = Asked(server, base_url=f"https://localhost:{server.port}", step_seconds="1")
        assert asked.failure().code == TIMEOUT


def test_plain_http_where_tls_belongs_is_no_connection() -> None:
    with Server([OK]) as server:
        asked = Asked(server, base_url=f"https://localhost:{server.port}", retries=0, step_seconds="0.3")
        assert asked.ends_evaluation() == "provider_unreachable"
