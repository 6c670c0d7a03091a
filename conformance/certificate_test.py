"""Certificates: who gets one, that every byte is bound, and what verification tells."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from conformance import certificate
from conformance.certificate import NotCertifiable, Program, Run, Standard, answer_digest, issue, read, verify
from conformance.certificate_html import html
from conformance.certificate_text import text
from conformance.vectors import Vector
from simulator import canonical
from simulator.errors import EmberError, InputError

OK = {"status": "ok", "output": {"words": ["00"]}}
REFUSED = {"status": "rejected", "stage": "shape", "code": "bad_value", "pointer": "/a"}


def case(name: str, expected: dict[str, Any] = OK, twin: str = "") -> Vector:
    return Vector(name, "rng.words", {"count": 1}, expected, ("SIM-7.1",), "bug", "effect", "rng", 1, twin)


STANDARD = Standard(
    profile="rng",
    versions={"protocol": "1.0", "simulator": "0.2.0"},
    corpus={"root": "a" * 64, "files": 1, "vectors": 3},
    required=(case("rng.a.0001"), case("rng.a.0002", REFUSED, "rng.a.0001")),
    challenge=(case("challenge.a.0001"),),
    runner={"sha256": "b" * 64, "files": 40},
)
RUN = Run(
    results={vector.id: ("pass", answer_digest(vector)) for vector in (*STANDARD.required, *STANDARD.challenge)},
    limits=(),
    shuffle_seed="one",
    challenge_seed="c" * 64,
    timeout_scale="1/1",
    name="engine",
    version="<b>1.0\x1b[31m",
    argv=("./engine", "--fast\x07"),
    subjects=(Program("./engine", "d" * 64),),
    runner_interpreter=Program("cpython 3.13.1", "e" * 64),
)
ISSUED = issue(RUN, STANDARD)
BYTES = canonical.encode(ISSUED)


def resealed(edit: Callable[[dict[str, Any]], object]) -> bytes:
    """What a forger does who knows about the self digest."""
    found = json.loads(BYTES)
    edit(found)
    found["predicate"].pop("self_digest", None)
    found["predicate"]["self_digest"] = canonical.digest(found)
    return canonical.encode(found)


def test_an_issued_certificate_verifies() -> None:
    assert read(BYTES) == ISSUED and verify(read(BYTES), STANDARD) == []
    assert ISSUED["predicate"]["counts"] == {"required": 2, "ran": 2, "passed": 2, "challenge": 1}


def results(**changed: tuple[str, str] | None) -> Run:
    found = dict(RUN.results)
    for key, value in changed.items():
        name = key.replace("__", ".")
        found.pop(name, None)
        if value is not None:
            found[name] = value
    return replace(RUN, results=found)


@pytest.mark.parametrize(
    ("run", "standard", "code"),
    [
        (replace(RUN, limits=("filter",)), STANDARD, "not_whole"),
        (replace(RUN, limits=("shard",)), STANDARD, "not_whole"),
        (replace(RUN, limits=("expected_failures",)), STANDARD, "not_whole"),
        (replace(RUN, results={}), replace(STANDARD, required=(), challenge=()), "nothing_required"),
        (RUN, replace(STANDARD, challenge=()), "no_challenge"),
        (results(rng__a__0001=None), STANDARD, "count_differs"),
        (results(challenge__a__0001=None), STANDARD, "count_differs"),
        (results(rng__a__0009=("pass", "")), STANDARD, "count_differs"),
        (results(rng__a__0001=("mismatch", "")), STANDARD, "not_passed"),
        (results(rng__a__0002=("unsupported", "")), STANDARD, "not_passed"),
        (results(rng__a__0002=("not_run", "")), STANDARD, "not_passed"),
        (results(challenge__a__0001=("timeout", "")), STANDARD, "not_passed"),
    ],
)
def test_runs_that_give_none(run: Run, standard: Standard, code: str) -> None:
    with pytest.raises(NotCertifiable) as caught:
        issue(run, standard)
    assert (caught.value.code, caught.value.exit_code) == (code, 1)


def test_a_pass_with_another_answer_is_our_fault() -> None:
    with pytest.raises(EmberError, match="answer_differs") as caught:
        issue(results(rng__a__0001=("pass", "0" * 64)), STANDARD)
    assert caught.value.exit_code == 70


def test_no_byte_can_be_changed() -> None:
    for at in range(len(BYTES)):
        for new in (bytes([BYTES[at] ^ 1]), b"", bytes([BYTES[at]]) * 2):
            changed = BYTES[:at] + new + BYTES[at + 1 :]
            if changed != BYTES:
                with pytest.raises(InputError):
                    read(changed)


@pytest.mark.parametrize("more", [b"\n", b" ", b"{}"])
def test_nothing_can_be_added(more: bytes) -> None:
    with pytest.raises(InputError):
        read(BYTES + more)


def test_the_codes_of_a_changed_text() -> None:
    spaced = json.dumps(ISSUED).encode()
    for data, code in ((spaced, "not_canonical_form"), (BYTES.replace(b'"one"', b'"two"'), "self_digest_differs")):
        with pytest.raises(InputError) as caught:
            read(data)
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("member", "value", "code", "pointer"),
    [
        (("profile",), "fire", "profile_differs", "/predicate/profile"),
        (("versions", "simulator"), "0.3.0", "versions_differs", "/predicate/versions/simulator"),
        (("corpus", "root"), "0" * 64, "corpus_differs", "/predicate/corpus/root"),
        (("corpus", "vectors"), 4, "corpus_differs", "/predicate/corpus/vectors"),
        (("counts", "required"), 1, "counts_differs", "/predicate/counts/required"),
        (("counts", "challenge"), 2, "counts_differs", "/predicate/counts/challenge"),
        (("results_digest",), "0" * 64, "results_digest_differs", "/predicate/results_digest"),
        (("challenge_digest",), "0" * 64, "challenge_digest_differs", "/predicate/challenge_digest"),
        (("runner", "sha256"), "0" * 64, "runner_differs", "/predicate/runner/sha256"),
        (("certificate_version",), "0.1", "certificate_version_differs", "/predicate/certificate_version"),
    ],
)
def test_a_resealed_forgery_is_told_by_what_differs(
    member: tuple[str, ...], value: Any, code: str, pointer: str
) -> None:
    def edit(found: dict[str, Any]) -> None:
        place = found["predicate"]
        for key in member[:-1]:
            place = place[key]
        place[member[-1]] = value

    findings = verify(read(resealed(edit)), STANDARD)
    assert [(finding.code, finding.about) for finding in findings] == [(code, pointer)]


@pytest.mark.parametrize(
    "standard",
    [
        replace(STANDARD, required=(case("rng.a.0001"), case("rng.a.0002", OK))),
        replace(STANDARD, required=(case("rng.a.0001"), case("rng.a.0003", REFUSED, "rng.a.0001"))),
        replace(STANDARD, required=(case("rng.a.0001"), case("rng.a.0002", REFUSED, "rng.a.0007"))),
    ],
)
def test_another_corpus_has_other_results(standard: Standard) -> None:
    assert [finding.code for finding in verify(ISSUED, standard)] == ["results_digest_differs"]


def test_subjects() -> None:
    assert certificate.verify_subjects(ISSUED, {"copy-of-engine": "d" * 64}) == []
    findings = certificate.verify_subjects(ISSUED, {"copy-of-engine": "d" * 64, "./engine": "0" * 64})
    assert [(finding.code, finding.about) for finding in findings] == [("subject_differs", "./engine")]


@pytest.mark.parametrize(
    "edit",
    [
        lambda found: found.update(_type="https://in-toto.io/Statement/v0.1"),
        lambda found: found.update(predicateType="urn:ember:conformance-certificate:2.0"),
        lambda found: found.update(subject=[]),
        lambda found: found.update(more=1),
        lambda found: found["predicate"].update(timeout_scale="0/1"),
    ],
)
def test_what_is_no_certificate(edit: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(InputError) as caught:
        read(resealed(edit))
    assert caught.value.exit_code == 3


def test_the_summary_holds_no_control_character() -> None:
    shown = text(ISSUED)
    assert not {"\x1b", "\x07"} & set(shown) and "\\x1b[31m" in shown
    for part in ("profile rng", "2 required, 2 ran, 2 passed", "d" * 64, "a" * 64, "1.0\\x1b", "./engine --fast"):
        assert part in shown


class Page(HTMLParser):
    """The tags of a page, and the text of its pre element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.pre = ""
        self._within = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self._within = tag

    def handle_data(self, data: str) -> None:
        if self._within == "pre":
            self.pre += data

    def handle_endtag(self, tag: str) -> None:
        self._within = ""


def test_the_page_is_static_escaped_and_holds_the_certificate() -> None:
    page = html(ISSUED)
    found = Page(page)
    assert found.pre.encode() == BYTES
    assert not {"script", "link", "img", "iframe", "b"} & set(found.tags)
    assert not [name for name in found.attributes if name.startswith("on") or name in ("src", "href")]
    assert not re.search(r"https?://(?!in-toto)", page) and not {"\x1b", "\x07"} & set(page)
