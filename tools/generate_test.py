"""The command that generates suites: what it writes, prints and refuses (PCK-11)."""

import json
import os
from pathlib import Path

import pytest

from packs.generator import loader
from packs.generator.config import preset
from packs.generator.families import FAMILIES
from packs.suite import Suite
from simulator.errors import IncompleteError
from tools import cli, generate

ONE = ("--families", "single_exit_low_density", "--count", "2")


def call(*argv: str) -> int:
    return cli.main(generate.arguments(), generate.run, argv)


def names(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def loaded(root: Path) -> Suite:
    return loader.load(names(root), lambda path: root.joinpath(path).read_bytes())


def test_a_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "made"
    assert call(*ONE, "--batch", "9", "--out", str(out)) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["made"]
    scenarios = [f"suite/scenario-{number:03d}.json" for number in range(2)]
    assert names(out) == sorted(["generation.json", "suite/manifest.json", *scenarios])
    printed = capsys.readouterr()
    assert f"sha256:{loaded(out).digest}" in printed.out and "2 scenarios in 1 families" in printed.out
    assert f"//tools:pack -- build {out} --seeds secret:3 --plan {out}-plan.json --out {out}-pack" in printed.err


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "made"
    assert call(*ONE, "--batch", "9", "--out", str(out), "--json") == 0
    made = json.loads(capsys.readouterr().out)
    assert made["bytes"] == sum(out.joinpath(name).stat().st_size for name in names(out))
    assert (made["suite_id"], made["suite_hash"], made["scenarios"]) == ("generated-9", loaded(out).digest, 2)


def test_a_configuration_file_gives_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(*ONE, "--print-config") == 0
    config = tmp_path / "config.json"
    config.write_text(json.dumps(json.loads(capsys.readouterr().out), indent=2), encoding="utf-8")
    for number, options in enumerate((ONE, ("--config", str(config)))):
        assert call(*options, "--out", str(tmp_path / str(number))) == 0
    for name in names(tmp_path / "0"):
        assert (tmp_path / "0" / name).read_bytes() == (tmp_path / "1" / name).read_bytes()


def test_all_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    printed = set()
    for options in ((), ("--families", "all"), ("--count", "20")):
        assert call(*options, "--print-config") == 0
        printed.add(capsys.readouterr().out)
    config = json.loads(printed.pop())
    assert not printed and [entry["count"] for entry in config["families"]] == [20] * len(FAMILIES)


@pytest.mark.parametrize(
    ("options", "code", "exit_code"),
    [
        (("--families", "nope"), "unknown_family", 2),
        (("--families", ""), "unknown_family", 2),
        (("--families", "open_hall,open_hall"), "repeated_family", 2),
        (("--count", "0"), "bad_count", 2),
        (("--batch", "-1"), "bad_batch", 2),
        (("--batch", str(1 << 53)), "bad_batch", 2),
        (("--config", "x", "--count", "3"), "two_configurations", 2),
        (("--config", "absent"), "no_such_file", 3),
    ],
)
def test_refused(
    options: tuple[str, ...], code: str, exit_code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*options, "--out", str(tmp_path / "made")) == exit_code
    assert f"{code}:" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_bad_configuration_names_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.json"
    config.write_text("{}", encoding="utf-8")
    assert call("--config", str(config), "--out", str(tmp_path / "made")) == 3
    assert f"{config}: missing_key at /families" in capsys.readouterr().err
    call("--families", "narrow_corridor", "--print-config")
    tight = capsys.readouterr().out.replace('"exits":[1,2]', '"exits":[3,3]')
    config.write_text(tight, encoding="utf-8")
    assert call("--config", str(config), "--out", str(tmp_path / "made")) == 3
    assert "no_such_scenario at /families/0/parameters" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["config.json"]


def test_what_exists_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("folder", "file", "link"):
        assert call(*ONE, "--out", str(tmp_path / name)) == 2
        assert "exists:" in capsys.readouterr().err
    assert (tmp_path / "file").read_bytes() == b"mine" and not list((tmp_path / "folder").iterdir())
    assert call(*ONE, "--out", str(tmp_path / "absent" / "made")) == 4
    assert len(list(tmp_path.iterdir())) == 3


def test_nothing_is_left_of_what_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    config = preset(["single_exit_low_density"], 1)
    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(IncompleteError, match="No space left"):
        generate.write(tmp_path / "made", config, 1)
    assert not list(tmp_path.iterdir())
