"""The release command as a maintainer and CI type it, on a small repository with its own history."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from conformance import components, lock, modules
from conformance.release_tree import VECTORS, corpus, release, vector, with_version
from tools import cli
from tools import release as command

CHECKER = ("conformance.lock", "conformance.release_note", "packs.public.pack", "packs.files", "packs.verify")
ROOT = Path(__file__).parents[1]
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="this machine has no git")
CONSTANT = ('"alpha_c": "3/5"', '"alpha_c": "2/5"')


def call(*argv: object) -> int:
    return cli.main(command.arguments(), command.run, [str(arg) for arg in argv])


def put(tree: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        tree.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
        tree.joinpath(path).write_bytes(data)


def edit(tree: Path, path: str, old: str, new: str) -> None:
    text = tree.joinpath(path).read_text(encoding="utf-8")
    assert old in text
    tree.joinpath(path).write_text(text.replace(old, new), encoding="utf-8")


def git(tree: Path, *argv: str) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main", "-c", "gc.auto=0")
    subprocess.run(["git", "-C", str(tree), *who, *argv], check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    put(tmp_path, release())
    return tmp_path


@pytest.fixture
def repository(tree: Path) -> Path:
    """Its first commit has no checker and no lock, its second a lock, its third a checker too."""
    git(tree, "init")
    git(tree, "add", ".")
    git(tree, "commit", "-m", "before")
    assert call("lock", "--tree", tree) == 0
    git(tree, "add", ".")
    git(tree, "commit", "-m", "locked")
    put(tree, modules.closure(CHECKER))
    put(
        tree,
        {
            f"tools/{name}": ROOT.joinpath("tools", name).read_bytes()
            for name in ("__init__.py", "cli.py", "release.py")
        },
    )
    git(tree, "add", ".")
    git(tree, "commit", "-m", "with a checker")
    return tree


def test_the_first_lock_and_the_next(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tree / components.LOCK
    assert call("lock", "--tree", tree) == 0
    assert lock.decode(file.read_bytes()) == lock.lock(components.read_tree(tree))
    before = file.read_bytes()
    edit(tree, "scoring/constants.py", *CONSTANT)
    assert call("lock", "--tree", tree) == 1 and file.read_bytes() == before
    told = capsys.readouterr().out
    assert "changed_without_version: scoring/constants.py#constants" in told and "raise SCORING_VERSION" in told
    edit(tree, "scoring/constants.py", 'SCORING_VERSION = "1.0"', 'SCORING_VERSION = "1.1"')
    assert call("lock", "--tree", tree, "--json") == 0
    assert json.loads(capsys.readouterr().out)["in_order"] is True
    assert lock.decode(file.read_bytes())["versions"]["scoring"] == "1.1"


def test_check_and_note_against_a_file(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "base.json"
    base.write_bytes(lock.encode(lock.lock(release())))
    assert call("check", "--base-lock", base, "--tree", tree) == 0
    assert call("note", "--base-lock", base, "--tree", tree) == 0
    assert "Nothing that is locked changed" in capsys.readouterr().out
    more = corpus(*(vector(f"rng.words.{n:04}") for n in (1, 2, 3)), vector("score.x.0001", "score.inputs"))
    put(tree, with_version(release() | {VECTORS: more}, "coverage", "9.9"))
    assert call("check", "--base-lock", base, "--tree", tree) == 0
    capsys.readouterr()
    assert call("note", "--base-lock", base, "--tree", tree) == 0
    told = capsys.readouterr().out
    assert (
        f"| coverage | {components.COVERAGE_VERSION} | 9.9 |" in told
        and "- added `rng.words.0003`" in told
        and "has 4 vectors" in told
    )


@pytest.mark.parametrize(
    ("argv", "code", "told"),
    [
        (["check", "--base-lock", "absent.json"], 3, "no_such_file"),
        (["check", "--base-lock", "conformance/errata.json"], 3, "errata.json: missing_key"),
        (["check"], 2, "required"),
        (["check", "--base", "x", "--base-lock", "y"], 2, "not allowed"),
        (["note"], 2, "required"),
        (["frobnicate"], 2, "invalid choice"),
    ],
)
def test_wrong_usage_and_input(
    tree: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    argv: list[str],
    code: int,
    told: str,
) -> None:
    monkeypatch.chdir(tree)
    try:
        found = call(*argv)
    except SystemExit as end:
        found = int(end.code or 0)
    shown = capsys.readouterr()
    assert found == code and told in shown.err and shown.out == ""


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["--help"], ["check", "--help"]):
        with pytest.raises(SystemExit):
            call(*argv)
        assert "example:\n  bazel run //tools:release -- check" in capsys.readouterr().out


@needs_git
def test_the_base_judges_with_its_own_checker(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A change that also disarms this tree's checker does not pass."""
    assert call("check", "--base", "HEAD", "--tree", repository) == 0
    assert "judged by the base checker" in capsys.readouterr().err
    edit(repository, "scoring/constants.py", *CONSTANT)
    edit(repository, "conformance/lock.py", "    raised = {", "    return []\n    raised = {")
    edit(repository, "conformance/components.py", '    "scoring/constants.py#constants": ("scoring",),', "")
    assert call("check", "--base", "HEAD", "--tree", repository, "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert [item["code"] for item in found["findings"]] == ["changed_without_version"]


@needs_git
def test_a_base_without_a_checker_or_a_lock(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("check", "--base", "HEAD~1", "--tree", repository) == 0
    assert "judged by the own checker" in capsys.readouterr().err
    assert call("check", "--base", "HEAD~2", "--tree", repository) == 0
    assert "nothing was released there" in capsys.readouterr().err
    edit(repository, "scoring/constants.py", *CONSTANT)
    assert call("check", "--base", "HEAD~1", "--tree", repository) == 1
    assert "changed_without_version" in capsys.readouterr().out
    assert call("check", "--base", "HEAD~2", "--tree", repository) == 1
    assert "lock_outdated" in capsys.readouterr().out
    assert call("note", "--base", "HEAD~2", "--tree", repository) == 2


@needs_git
def test_a_lock_that_was_rewritten_by_hand_does_not_help(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(repository, "scoring/constants.py", *CONSTANT)
    repository.joinpath(components.LOCK).unlink()
    assert call("lock", "--tree", repository) == 0
    assert call("check", "--base", "HEAD", "--tree", repository) == 1
    assert "changed_without_version" in capsys.readouterr().out
    assert call("lock", "--base", "HEAD", "--tree", repository) == 1


@needs_git
def test_an_unknown_commit(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ref in ("absent", "--help", "HEAD:scoring"):
        assert call("check", f"--base={ref}", "--tree", repository) == 2
        assert "unknown_commit" in capsys.readouterr().err


@needs_git
def test_a_checker_of_the_base_that_fails(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its failure is no verdict."""
    edit(repository, "tools/release.py", "import argparse", "import absent")
    git(repository, "commit", "-a", "-m", "broken")
    assert call("check", "--base", "HEAD", "--tree", repository) == 4
    shown = capsys.readouterr()
    assert shown.out == "" and "base_checker_failed" in shown.err and "absent" in shown.err
