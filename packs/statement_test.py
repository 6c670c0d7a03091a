"""A commitment gives the digest away, and nothing by which it could be found out (PCK-6.2, PCK-6.5)."""

import hashlib
import json

import pytest

from packs import plan, verify
from packs.cases import random_suite
from packs.pack import Pack
from packs.source import Memory
from packs.statement import commitment, label
from packs.versions import PACK_VERSIONS
from simulator import canonical

NONCE = "0123456789abcdef" * 2


@pytest.fixture(scope="module")
def private() -> Pack:
    manifest, files = random_suite([3, 8])
    drawn = plan.Plan(f"spring-{NONCE}", (123456789, 987654321))
    return verify.load(Memory(plan.build(drawn, Memory(files | {"manifest.json": manifest}))))


def test_the_statement(private: Pack) -> None:
    assert commitment(private) == {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": "spring/pack.json", "digest": {"sha256": private.digest}}],
        "predicateType": "urn:ember:environment-pack-commitment:1.0",
        "predicate": {"environment_pack_version": "1.0", "versions": PACK_VERSIONS},
    }


def test_its_digest_is_that_of_a_file(private: Pack) -> None:
    manifest, files = random_suite([3, 8])
    drawn = plan.Plan(private.pack_id, (123456789, 987654321))
    record = plan.build(drawn, Memory(files | {"manifest.json": manifest}))["pack.json"]
    assert commitment(private)["subject"][0]["digest"]["sha256"] == hashlib.sha256(record).hexdigest()


def test_nothing_leaks(private: Pack) -> None:
    text = canonical.encode(commitment(private)).decode()
    secrets = [NONCE, "123456789", "987654321", private.suite.suite_id, private.suite.digest]
    secrets += private.fire_worlds + tuple(private.suite.files)
    assert not [secret for secret in secrets if secret in text]
    assert json.loads(text) == commitment(private)


@pytest.mark.parametrize(
    ("pack_id", "wanted"),
    [
        (f"spring-{NONCE}", "spring"),
        (f"a-b-{NONCE}", "a-b"),
        ("v1-public", "v1-public"),
        (f"spring-{NONCE.upper()}", f"spring-{NONCE.upper()}"),
        (f"spring{NONCE}", f"spring{NONCE}"),
        (f"-{NONCE}", f"-{NONCE}"),
    ],
)
def test_labels(pack_id: str, wanted: str) -> None:
    assert label(pack_id) == wanted
