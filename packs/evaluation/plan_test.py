"""The plan has all that may change a result, and says what differs; the files of `--out`; an adapter's settings."""

from pathlib import Path
from typing import Any

import pytest

from packs.evaluation import plan
from packs.evaluation.adapters.policy import PolicyAdapter
from packs.evaluation.outputs import outputs
from packs.evaluation.plan import Request
from packs.evaluation.scripted import Scripted, loaded
from packs.evaluation.settings import SETTINGS
from simulator import canonical, shape
from simulator.errors import DocumentError, EmberError, InputError, UsageError

PACK = loaded()


def code(act: Any, *arguments: Any) -> str:
    with pytest.raises(EmberError) as caught:
        act(*arguments)
    return caught.value.code


def test_a_plan_is_read_as_it_was_written() -> None:
    made = plan.make(PACK, Scripted(temperature="0.5", top_p=None, list=[1, {"a": True}]), Request("m", "s", 3, True))
    assert plan.parse(canonical.encode(made), "plan.json") == made
    assert made["pack"] == {
        "pack_id": "small",
        "digest": PACK.digest,
        "manifest_hash": canonical.digest(PACK.manifest),
        "episodes": 4,
    }
    assert made["inference_digest"] == canonical.digest(made["settings"])
    assert (made["trials"], made["stochastic"], made["reproducible"]) == (3, True, False)
    assert plan.make(PACK, PolicyAdapter("always-stay", -1), Request("m", "s"))["settings"] == {
        "adapter": "policy",
        "policy": "always-stay",
        "policy_seed": 2**53 - 1,
    }


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (Request("a b", "s"), "bad_model"),
        (Request("m", ""), "bad_submission"),
        (Request("m", "s", 0), "bad_trials"),
        (Request("m", "s", 10_001), "bad_trials"),
    ],
)
def test_what_no_plan_can_have(request_: Request, expected: str) -> None:
    assert code(plan.make, PACK, Scripted(), request_) == expected


def test_a_plan_that_can_t_be_read_is_damage() -> None:
    made = plan.make(PACK, Scripted(), Request("m", "s"))
    for data in (b"", b"{}", canonical.encode(made | {"more": 1}), canonical.encode(made | {"trials": "3"})):
        with pytest.raises(InputError) as caught:
            plan.parse(data, "plan.json")
        assert caught.value.code == "journal_damaged" and "plan.json" in str(caught.value)


def test_every_difference_is_named() -> None:
    old = {"a": {"b": 1, "c": "x", "d": True, "long": "y" * 100}, "e": [1]}
    plan.check_same(old, old)
    with pytest.raises(UsageError) as caught:
        plan.check_same(old, {"a": {"b": 2, "d": 1, "c": "x", "long": "z" * 100}, "e": [2], "f": None})
    told = caught.value.message
    for words in ("/a/b was 1, is 2", "/a/d was true, is 1", "/e was [1], is [2]", "/f was absent, is null"):
        assert words in told
    assert "/a/c" not in told and "z" * 50 in told and "z" * 70 not in told


@pytest.mark.parametrize(
    "text", ['{"a": 1.5}', '{"a": [{"b": -0}]}', '{"a": 1, "a": 1}', '{"": 1}', "[]", '{"a": "\\ud800"}']
)
def test_settings_have_no_other_numbers(text: str) -> None:
    assert code(shape.read, text.encode(), SETTINGS) in (
        "not_an_integer",
        "negative_zero",
        "duplicate_key",
        "too_short",
        "wrong_type",
        "lone_surrogate",
    )


def test_settings_keep_what_they_have() -> None:
    value = {"a": [1, "x", None, True, {"b": []}], "c": {"d": -5}}
    assert shape.read(canonical.encode(value), SETTINGS) == SETTINGS.read(value, "") == value
    with pytest.raises(DocumentError):
        SETTINGS.read({"a": {"b": 0.5}}, "")


def test_where_the_files_go(tmp_path: Path) -> None:
    one = outputs(str(tmp_path / "r.jsonl"), 1)
    names = [one.results[0], one.transcript(0), one.operational, one.journal]
    assert [path.name for path in names] == ["r.jsonl", "r.transcript.jsonl", "r.operational.json", "r.jsonl.journal"]
    assert one.folder is None and {path.parent for path in names} == {tmp_path}
    assert outputs(str(tmp_path / "r"), 1).transcript(0).name == "r.transcript.jsonl"
    folder = tmp_path / "f"
    many = outputs(str(folder), 2)
    assert many == outputs(f"{folder}/", 2) and many.folder == folder
    assert many.results == (folder / "trial-000.jsonl", folder / "trial-001.jsonl")
    names = [many.transcript(1), many.operational, many.journal]
    assert names == [folder / "trial-001.transcript.jsonl", folder / "operational.json", folder / "journal"]
    assert outputs(f"{folder}/", 1).results == outputs(str(tmp_path), 1).results[:0] + (folder / "trial-000.jsonl",)
    assert outputs(str(tmp_path), 1).folder == tmp_path
    (tmp_path / "file").touch()
    assert code(outputs, str(tmp_path / "file"), 2) == "needs_a_folder"
    assert code(outputs, f"{tmp_path}/file/", 1) == "needs_a_folder"
