"""The scenario command as a person types it: new, compile, show, lint, and their exit codes."""

import gzip
import json
import os
from pathlib import Path

import pytest

from packs import authoring
from simulator import canonical, scenario
from tools import cli, scenario_work
from tools import scenario as tool

SCENARIOS = Path(__file__).parents[1] / "packs" / "public" / "scenarios"
REFUSED = scenario_work.TEMPLATE.replace("  #..P.......P..#\n  E....P....P...#", "  #..P.......P.##\n  E....P....P.#E#")


def call(*argv: str) -> int:
    return cli.main(tool.arguments(), tool.run, argv)


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_new_writes_a_template_that_is_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "room-7.yaml"
    assert call("new", str(path)) == 0
    assert capsys.readouterr().out == f"{path}\n"
    assert [each.name for each in tmp_path.iterdir()] == ["room-7.yaml"]
    assert call("lint", str(path)) == 0
    assert capsys.readouterr().out == f"{path}: 0 refusals, 0 warnings\n"
    assert authoring.compile_text(path.read_text("utf-8"))["scenario_id"] == "room-7"


@pytest.mark.parametrize(
    ("name", "scenario_id"), [("yes.yaml", "yes"), ("1e3.yaml", "1e3"), ("my room.yaml", "my-scenario")]
)
def test_the_id_of_a_template(name: str, scenario_id: str) -> None:
    assert authoring.compile_text(scenario_work.template(Path(name)))["scenario_id"] == scenario_id


def test_the_commented_part_of_the_template_is_valid_too() -> None:
    assert authoring.compile_text(scenario_work.TEMPLATE.replace("@ID@", "x").replace("# ignition:", "ignition:"))


def test_new_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.yaml"
    write(path, "mine")
    os.symlink(tmp_path / "nowhere", tmp_path / "link.yaml")
    assert call("new", str(path)) == call("new", str(tmp_path / "link.yaml")) == 2
    assert path.read_text("utf-8") == "mine"
    assert call("new", str(tmp_path / "absent" / "a.yaml")) == 4
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.yaml", "link.yaml"]
    assert [line.split(":")[1] for line in capsys.readouterr().err.splitlines()] == [
        " exists",
        " exists",
        " cannot_write",
    ]


def test_compile_prints_or_writes_the_canonical_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = write(tmp_path / "a.yaml", scenario_work.TEMPLATE.replace("@ID@", "a")), tmp_path / "a.json"
    assert call("compile", source) == 0
    printed = capsys.readouterr().out
    assert call("compile", source, "--out", str(out)) == 0
    assert out.read_bytes() == printed.removesuffix("\n").encode() == canonical.encode(json.loads(printed))
    assert scenario.parse(out.read_bytes()).scenario_id == "a"


def test_show_draws_sources_and_documents_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = scenario_work.TEMPLATE.replace("@ID@", "a").replace("# ignition:", "ignition:")
    source, document, packed = write(tmp_path / "a.yaml", text), tmp_path / "a.json", tmp_path / "a.json.gz"
    assert call("compile", source, "--out", str(document)) == 0
    packed.write_bytes(gzip.compress(document.read_bytes()))
    capsys.readouterr()
    shown = []
    for path in (source, str(document), str(packed)):
        assert call("show", path) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] == shown[2]
    assert shown[0].startswith("a: 8 by 15, 9 people, 2 exits, sha256:") and "burning from the start: E1\n" in shown[0]
    assert shown[0].endswith("#..P.......P..#\nE....P....P...#\n###############\n") and "\x1b" not in shown[0]


def test_colour_is_for_terminals_that_want_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write(tmp_path / "a.yaml", scenario_work.TEMPLATE.replace("@ID@", "a"))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert call("show", source) == 0 and "\x1b[1;32mE\x1b[0m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    assert call("show", source) == 0 and "\x1b" not in capsys.readouterr().out


def test_lint_refuses_at_the_place_in_the_drawing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write(tmp_path / "a.yaml", REFUSED.replace("@ID@", "a"))
    document = str(tmp_path / "a.json")
    assert call("compile", source, "--out", document) == 0
    capsys.readouterr()
    assert call("lint", source, document, "--seeds", "5") == 1
    lines = capsys.readouterr().out.splitlines()
    line = 1 + REFUSED.splitlines().index("  E....P....P.#E#")
    assert lines[0].startswith(f"{source}:{line}:16: refusal: exit_unreachable: nobody can reach the exit E3")
    assert any(each.startswith(f"{document}: /exits/2: refusal: exit_unreachable:") for each in lines)
    assert f"{source}: 1 refusal, 0 warnings" in lines


def test_lint_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write(tmp_path / "a.yaml", REFUSED.replace("@ID@", "a").replace("max_steps: 40", "max_steps: 2"))
    document = str(tmp_path / "a.json")
    assert call("compile", source, "--out", document) == 0
    capsys.readouterr()
    assert call("lint", "--json", source, document, "--seeds", "1,0") == 1
    out = capsys.readouterr().out
    report = json.loads(out)
    assert canonical.encode(report).decode() + "\n" == out
    assert (report["refused"], report["seeds"], [each["file"] for each in report["files"]]) == (
        True,
        [1, 0],
        [source, document],
    )
    first, second = (each["findings"] for each in report["files"])
    assert [each["code"] for each in first] == [each["code"] for each in second]
    assert {each["seed"] for each in first} == {None, 0, 1}
    assert all(each["line"] and each["column"] for each in first)
    assert all(each["line"] is each["column"] is None for each in second)
    assert set(first[0]) == {"code", "column", "ids", "kind", "line", "message", "pointer", "seed"}


def test_errors_name_file_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path / "good.yaml", scenario_work.TEMPLATE.replace("@ID@", "a"))
    bad = write(tmp_path / "bad.yaml", scenario_work.TEMPLATE.replace("#.P...", "#.Q..."))
    for action in ("compile", "show", "lint"):
        assert call(action, bad) == 3
        assert capsys.readouterr().err.startswith(f"error: {bad}:15:5: map_symbol at /map: 'Q' is no map symbol")
    assert call("lint", good, bad) == 3
    assert capsys.readouterr().out == ""
    (tmp_path / "bad.yaml").write_bytes(b"a: \xff")
    (tmp_path / "bad.json").write_bytes(b"{}")
    assert call("show", bad) == call("show", str(tmp_path / "bad.json")) == call("show", str(tmp_path / "no.json")) == 3
    errors = capsys.readouterr().err
    assert (
        f"{bad}:1:4: not_utf8" in errors and "bad.json: missing_key at /exits" in errors and "Traceback" not in errors
    )


def test_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write(tmp_path / "a.yaml", scenario_work.TEMPLATE.replace("@ID@", "a"))
    assert call("show", str(tmp_path / "a.txt")) == 2
    for seeds in ("", "1,1", "-1", "01", "1.0", str(1 << 53), "0, 1"):
        with pytest.raises(SystemExit, match="2"):
            call("lint", source, f"--seeds={seeds}")
    assert tool.seeds(f"0,{(1 << 53) - 1}") == (0, (1 << 53) - 1)
    with pytest.raises(SystemExit, match="2"):
        call()


@pytest.mark.parametrize("action", ["new", "compile", "show", "lint"])
def test_help_has_an_example(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        call(action, "--help")
    assert f"example:\n  bazel run //tools:scenario -- {action} " in capsys.readouterr().out


def test_no_public_scenario_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(str(path.resolve()) for path in SCENARIOS.glob("*.yaml"))
    assert len(files) == 10
    assert call("lint", *files, "--seeds", "0,1,2", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    warned = {each["code"] for file in report["files"] for each in file["findings"]}
    assert warned == {"exit_unused", "person_not_savable"}
