"""That a test which should fail fails: runs the faulty tests of testdata through their own launchers."""

from __future__ import annotations

import os
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

RUNFILES = os.environ["RUNFILES_DIR"]


def run(name: str, tmp_path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    program = f"{RUNFILES}/{os.environ['TEST_WORKSPACE']}/tools/python/testdata/{name}_cp313"
    ours = {"PATH": "/usr/bin:/bin", "RUNFILES_DIR": RUNFILES, "TEST_TMPDIR": str(tmp_path)}
    return subprocess.run([program, *arguments], env=ours | environment, capture_output=True, text=True, check=False)


def test_good_one_passes_and_its_warnings_reach_bazel(tmp_path: Path) -> None:
    log = tmp_path / "warnings"
    result = run("three_tests", tmp_path, TEST_WARNINGS_OUTPUT_FILE=str(log))
    assert result.returncode == 0, result.stdout + result.stderr
    assert "3 passed" in result.stdout
    assert "mind the step" in log.read_text()


@pytest.mark.parametrize(
    ("name", "said"), [("fails", "as it should"), ("exits_early", "the test ended early"), ("empty", "no tests ran")]
)
def test_faulty_one_fails(name: str, said: str, tmp_path: Path) -> None:
    result = run(name, tmp_path)
    assert result.returncode != 0
    assert said in result.stdout


def test_filter_that_matches_nothing_fails(tmp_path: Path) -> None:
    assert run("three_tests", tmp_path, TESTBRIDGE_TEST_ONLY="nowhere", TEST_TOTAL_SHARDS="2").returncode != 0


def test_filter(tmp_path: Path) -> None:
    assert "1 passed, 2 deselected" in run("three_tests", tmp_path, TESTBRIDGE_TEST_ONLY="test_two").stdout


def test_shards_split_the_tests(tmp_path: Path) -> None:
    ran, shards = [], 4
    for index in range(shards):
        status, xml = tmp_path / f"status{index}", tmp_path / f"{index}.xml"
        shard = {
            "TEST_TOTAL_SHARDS": str(shards),
            "TEST_SHARD_INDEX": str(index),
            "TEST_SHARD_STATUS_FILE": str(status),
        }
        result = run("three_tests", tmp_path, XML_OUTPUT_FILE=str(xml), **shard)
        assert result.returncode == 0, result.stdout
        assert status.exists()
        ran += [case.get("name") for case in ElementTree.parse(xml).iter("testcase")]
    assert sorted(map(str, ran)) == ["test_one", "test_three", "test_two"]


def test_options_pass_and_nothing_else(tmp_path: Path) -> None:
    assert run("three_tests", tmp_path, EMBER_OPT_SAMPLE="given", EMBER_SECRET="x").returncode == 0
    assert "1 failed" in run("three_tests", tmp_path, EMBER_OPT_SAMPLE="wrong").stdout


def test_arguments_are_for_pytest(tmp_path: Path) -> None:
    assert "2 passed, 1 deselected" in run("three_tests", tmp_path, "-k", "not test_two").stdout
