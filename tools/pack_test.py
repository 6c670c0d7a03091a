"""The pack command as a person types it: freezing, committing, verifying, looking inside."""

import gzip
import json
from pathlib import Path

import pytest

from packs import folder
from packs.cases import random_suite, small_pack
from packs.public.pack import public_pack
from tools import cli, pack


def call(*argv: object) -> int:
    return cli.main(pack.arguments(), pack.run, [str(arg) for arg in argv])


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    manifest, files = random_suite([3, 8])
    folder.write(tmp_path / "suite", files | {"manifest.json": manifest})
    return tmp_path / "suite"


def output(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_freeze_commit_publish_verify(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole life of a private pack."""
    plan, tar = tmp_path / "plan.json", tmp_path / "spring.tar"
    assert call("build", suite, "--seeds", "secret:3", "--plan", plan, "--pack-id", "spring", "--out", tar) == 0
    assert call("build", suite, "--plan", plan, "--out", tmp_path / "again") == 0
    capsys.readouterr()
    assert call("diff", tar, tmp_path / "again") == 0
    assert output(capsys).startswith("the same pack: sha256:")
    assert call("commit", tar) == 0
    statement = json.loads(output(capsys))
    digest = statement["subject"][0]["digest"]["sha256"]
    (tmp_path / "spring.tar.gz").write_bytes(gzip.compress(tar.read_bytes()))
    for published in (tar, tmp_path / "again", tmp_path / "spring.tar.gz"):
        assert call("verify", published, "--expected-digest", f"sha256:{digest}") == 0
        assert call("verify", published, "--expected-digest", digest) == 0
        assert call("verify", published, "--expected-digest", "0" * 64) == 3
        capsys.readouterr()
        assert call("digest", published) == 0
        assert output(capsys) == f"sha256:{digest}\n"
    drawn = json.loads(plan.read_bytes())
    assert call("show", tar, "--json") == 0
    shown = json.loads(output(capsys))
    assert shown["pack_id"] == drawn["pack_id"] and shown["pack_digest"] == digest
    assert [entry["seeds"] for entry in shown["scenarios"]] == [drawn["seeds"]] * 2


def test_a_drawn_plan_is_not_drawn_again(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "plan.json"
    assert call("build", suite, "--seeds", "secret:1", "--plan", plan, "--out", tmp_path / "a") == 0
    before = plan.read_bytes()
    assert call("build", suite, "--seeds", "secret:1", "--plan", plan, "--out", tmp_path / "b") == 2
    assert "exists" in capsys.readouterr().err
    assert plan.read_bytes() == before and not (tmp_path / "b").exists()


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--seeds", "0", "--plan", "plan.json"],
        ["--seeds", "secret:2"],
        ["--seeds", "secret:20000", "--plan", "absent.json"],
        ["--seeds", "0,0"],
        ["--seeds", "0", "--pack-id", "a b"],
        ["--plan", "plan.json", "--pack-id", "x"],
        ["--seeds", "0", "--out", "x.tar.gz"],
        ["--seeds", "0", "--out", "suite"],
    ],
)
def test_contradictions(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    out = [] if "--out" in options else ["--out", "out"]
    assert call("build", suite, *options, *out) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["suite"]
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("seeds", ["", "1,", "-1", "01", "1.0", "secret", "secret:0", "secret:x", "9007199254740992"])
def test_bad_seeds(suite: Path, tmp_path: Path, seeds: str) -> None:
    with pytest.raises(SystemExit) as caught:
        call("build", suite, f"--seeds={seeds}", "--out", tmp_path / "out")
    assert caught.value.code == 2


@pytest.mark.parametrize("digest", ["", "abc", "0" * 63, "A" * 64, "sha512:" + "0" * 64])
def test_bad_digests(digest: str) -> None:
    with pytest.raises(SystemExit) as caught:
        call("verify", public_pack(), "--expected-digest", digest)
    assert caught.value.code == 2


def test_the_public_pack_is_built_from_its_sources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sources = Path(pack.__file__).parents[1] / "packs" / "public"
    assert call("build", sources, "--seeds", "0,1,2", "--out", tmp_path / "public") == 0
    capsys.readouterr()
    assert call("diff", tmp_path / "public", public_pack(), "--json") == 0
    found = json.loads(output(capsys))
    assert found["same"] and found["differences"] == [] and len(set(found["digests"])) == 1


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("show", public_pack()) == 0
    lines = output(capsys).splitlines()
    assert lines[0].startswith("v1-public  sha256:")
    assert "a plain suite: 10 scenarios in 10 families, 30 episodes, 13 files, " in lines[1]
    assert "simulator 0.2.0" in lines[2]
    assert len(lines) == 14 and all(line.endswith("  0 1 2") for line in lines[4:])


def test_diff(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder.write(tmp_path / "one", small_pack((4, 7), (0, 5)))
    folder.write(tmp_path / "two", small_pack((4, 7), (0, 6), "other"))
    assert call("diff", tmp_path / "one", tmp_path / "two") == 1
    assert output(capsys).splitlines() == [
        "pack ID: small → other",
        "seeds: only in the first: 5",
        "seeds: only in the second: 6",
    ]


def test_bad_packs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = small_pack()
    folder.write(tmp_path / "pack", files | {"suite/scenario-000.json": b"{}"})
    for action in ("verify", "digest", "commit", "show"):
        assert call(action, tmp_path / "pack") == 3
        assert call(action, tmp_path / "absent") == 3
    assert call("diff", public_pack(), tmp_path / "pack") == 3
    assert call("build", tmp_path / "pack", "--seeds", "0", "--out", tmp_path / "out") == 3
    err = capsys.readouterr().err
    assert "file_hash" in err and "no_pack" in err and "missing_file" in err and "Traceback" not in err


def test_a_commitment_in_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "commitment.json"
    assert call("commit", public_pack(), "--out", out) == 0
    capsys.readouterr()
    assert call("commit", public_pack()) == 0
    assert out.read_text(encoding="utf-8") + "\n" == output(capsys)
    assert call("commit", public_pack(), "--out", out) == 2
