"""Submissions: trials, gaps, targets, and the same bytes however they are read (SCO-2, SCO-12)."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from packs.executors import processes
from packs.pack import Pack
from scoring.report.model import COMMITTED
from scoring.small_pack import report, small_pack, suite_files, write
from scoring.submission import Options, score
from scoring.target import pack_target, suite_target
from simulator import canonical
from simulator.errors import DocumentError, EmberError, PackError


@pytest.fixture(scope="module")
def small() -> Pack:
    return small_pack()


def statuses(document: dict[str, Any]) -> list[list[str]]:
    return [[trial["status"] for trial in episode["trials"]] for episode in document["episodes"]]


def trials(folder: Path, small: Pack, count: int = 3) -> list[Path]:
    """The trials of a policy that draws, so that their records differ."""
    return [
        write(folder / f"{index}.jsonl", small, policy="random-legal-v1", trial={"index": index, "count": count})
        for index in range(count)
    ]


def test_an_honest_result(tmp_path: Path, small: Pack) -> None:
    found = report([write(tmp_path / "r.jsonl", small)], small)
    assert statuses(found) == [["scored"], ["scored"], ["not_applicable"], ["not_applicable"]]
    assert found["official"] is True and found["disclosure"] == "public"


def test_a_gap_is_missing_and_scores_0(tmp_path: Path, small: Pack) -> None:
    found = report([write(tmp_path / "r.jsonl", small, lambda lines: lines.pop(1))], small)
    assert [found["episodes"][index]["trials"][0]["failure"] for index in range(4)] == [None, "missing", None, None]
    assert found["zero_scores"]["causes"]["missing"] == 1
    assert found["episodes"][1]["score"]["exact"] == "0/1"


@pytest.mark.parametrize("kind", ["invalid_output", "model_error", "timeout"])
def test_a_declared_failure_is_counted_under_its_kind(tmp_path: Path, small: Pack, kind: str) -> None:
    path = write(tmp_path / "r.jsonl", small, lambda lines: lines.__setitem__(0, {"index": 0, "failure": kind}))
    found = report([path], small)
    assert found["zero_scores"]["causes"][kind] == 1
    assert found["episodes"][0]["trials"][0]["status"] == "failed"


def test_a_failure_where_nobody_can_be_saved_is_not_applicable(tmp_path: Path, small: Pack) -> None:
    path = write(tmp_path / "r.jsonl", small, lambda lines: lines.__setitem__(3, {"index": 3, "failure": "timeout"}))
    assert report([path], small)["episodes"][3]["trials"][0]["status"] == "not_applicable"


def test_an_absent_trial_is_missing_in_every_episode(tmp_path: Path, small: Pack) -> None:
    first, _, last = trials(tmp_path, small)
    found = report([first, last], small)
    assert found["model"]["trials"] == 3
    assert [digest is None for digest in found["model"]["results"]] == [False, True, False]
    assert found["zero_scores"]["causes"]["missing"] == 2
    assert found["episodes"][0]["trials"][1]["failure"] == "missing"


def test_order_of_the_files_and_number_of_jobs_do_not_show(tmp_path: Path, small: Pack) -> None:
    paths = trials(tmp_path, small)
    wanted = canonical.encode(report(paths, small))
    for order in itertools.permutations(paths):
        assert canonical.encode(report(list(order), small)) == wanted
    for jobs in (1, 2, 4):
        options = Options(executor=processes(jobs), jobs=jobs)
        assert canonical.encode(report(paths, small, options)) == wanted


def test_the_first_fault_is_the_same_with_any_number_of_jobs(tmp_path: Path, small: Pack) -> None:
    def forge(lines: list[dict[str, Any]]) -> None:
        lines[1]["metrics"]["cells_moved"] += 1
        lines[2]["extra"] = 1

    path = write(tmp_path / "r.jsonl", small, forge)
    for jobs in (1, 2, 4):
        with pytest.raises(EmberError, match="episode 1: the stored metrics") as caught:
            report([path], small, Options(executor=processes(jobs), jobs=jobs))
        assert (caught.value.code, caught.value.exit_code) == ("metrics_differ", 3)


def test_identical_records_of_a_stochastic_model_are_counted(tmp_path: Path, small: Pack) -> None:
    heads: list[dict[str, Any]] = [{"trial": {"index": index, "count": 2}, "stochastic": True} for index in range(2)]
    paths = [write(tmp_path / f"{head['trial']}.jsonl", small, **head) for head in heads]
    assert report(paths, small)["identical_records"] == 4
    assert report([write(tmp_path / "r.jsonl", small)], small)["identical_records"] is None


HEADERS: dict[str, tuple[dict[str, Any], str]] = {
    "model": ({"model_id": "other"}, "other_submission"),
    "submission": ({"submission_id": "other"}, "other_submission"),
    "inference digest": ({"inference_digest": "0" * 64}, "other_submission"),
    "stochastic": ({"stochastic": True}, "other_submission"),
    "count": ({"trial": {"index": 1, "count": 3}}, "other_submission"),
    "repeated": ({"trial": {"index": 0, "count": 2}}, "repeated_trial"),
    "index": ({"trial": {"index": 2, "count": 2}}, "bad_trial"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_files_that_are_not_trials_of_one_submission(tmp_path: Path, small: Pack, name: str) -> None:
    header, code = HEADERS[name]
    first = write(tmp_path / "0.jsonl", small, trial={"index": 0, "count": 2})
    second = write(tmp_path / "1.jsonl", small, **{"trial": {"index": 1, "count": 2}, **header})
    with pytest.raises(EmberError) as caught:
        report([first, second], small)
    assert (caught.value.code, caught.value.exit_code) == (code, 3)


def test_another_pack_or_manifest_is_refused(tmp_path: Path, small: Pack) -> None:
    with pytest.raises(EmberError, match="other_pack"):
        report([write(tmp_path / "a.jsonl", small, pack_digest="0" * 64)], small)
    manifest = small.manifest | {"episodes": small.manifest["episodes"][:1]}
    with pytest.raises(EmberError, match="other_manifest"):
        report([write(tmp_path / "b.jsonl", small, lambda lines: lines.clear(), evaluation_manifest=manifest)], small)


def test_a_committed_pack_is_disclosed(tmp_path: Path, small: Pack) -> None:
    path = write(tmp_path / "r.jsonl", small)
    assert score([path], lambda _: pack_target(small, committed=True))["disclosure"] == COMMITTED


def bare_suite(folder: Path) -> Path:
    folder.mkdir()
    for name, data in suite_files().items():
        folder.joinpath(name).write_bytes(data)
    return folder


def test_a_bare_suite_gives_the_same_score_unofficially(tmp_path: Path, small: Pack) -> None:
    root = bare_suite(tmp_path / "suite")
    path = write(tmp_path / "r.jsonl", small)
    found = score([path], lambda schedule: suite_target(root, schedule))
    official = report([path], small)
    assert found["official"] is False and found["target"]["pack_digest"] is None
    assert found["episodes"] == official["episodes"]
    assert found["headline"]["score"] == official["headline"]["score"]


def test_a_bare_suite_must_be_the_one_of_the_results(tmp_path: Path, small: Pack) -> None:
    root = bare_suite(tmp_path / "suite")
    path = write(tmp_path / "r.jsonl", small)
    root.joinpath("scenario-001.json").write_bytes(b"{}")
    with pytest.raises(DocumentError):
        score([path], lambda schedule: suite_target(root, schedule))
    root.joinpath("scenario-001.json").unlink()
    with pytest.raises(PackError, match="suite_files"):
        score([path], lambda schedule: suite_target(root, schedule))
    root.joinpath("manifest.json").unlink()
    with pytest.raises(PackError, match="no_suite"):
        score([path], lambda schedule: suite_target(root, schedule))
