"""The corpus is made anew under other hash seeds, locales and time zones: no byte differs (docs/conformance).

Each of the twelve is a process of its own, and makes all of it. The product stands in for the second reading, which
decides what is admitted and not what is written; with EMBER_OPT_CORPUS=both that reading is asked as well.
"""

import hashlib
import itertools
import json
import locale
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools import corpus_work

ROOT = Path(__file__).parents[1]
HASH_SEEDS = ("0", "1", "4242")
ZONES = {"UTC0": 0, "XXX-5:45": -20_700}
"""Time zones, as POSIX spells them, and the seconds by which they are behind."""
MADE = """
import hashlib, json, locale, sys, time
sys.path[:] = {path!r}
locale.setlocale(locale.LC_ALL, "")
from pathlib import Path
from conformance.operations.registry import outcome
from tools import corpus_work
made = corpus_work.make(Path({root!r}), corpus_work.second if {both!r} else outcome)
print(json.dumps(dict(
    files={{path: hashlib.sha256(data).hexdigest() for path, data in made.files.items()}},
    wrong=made.wrong,
    stale=corpus_work.stale(Path({root!r}), made.files),
    surroundings=[hash("corpus"), locale.setlocale(locale.LC_ALL), time.timezone],
)))
"""


def locales() -> tuple[str, str]:
    """The plainest locale, and the one of this machine that is most unlike it."""
    before = locale.setlocale(locale.LC_ALL)
    try:
        for name in ("tr_TR.UTF-8", "de_DE.UTF-8", "C.UTF-8"):
            try:
                locale.setlocale(locale.LC_ALL, name)
            except locale.Error:
                continue
            return "C", name
    finally:
        locale.setlocale(locale.LC_ALL, before)
    raise AssertionError("there is no locale but C")


def made(seed: str, spoken: str, zone: str) -> dict[str, Any]:
    """What comes of the corpus in a process with these surroundings, and what it saw of them."""
    both = os.environ.get("EMBER_OPT_CORPUS") == "both"
    program = MADE.format(path=sys.path, root=str(ROOT), both=both)
    # Without coercion, the locale C also makes ASCII of what is opened without an encoding.
    plain = {"PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PATH": "/usr/bin:/bin"}
    environment = plain | {"PYTHONHASHSEED": seed, "LC_ALL": spoken, "TZ": zone}
    found = subprocess.run([sys.executable, "-s", "-S", "-B", "-c", program], env=environment, capture_output=True)
    assert found.returncode == 0, found.stderr.decode()
    out: dict[str, Any] = json.loads(found.stdout)
    return out


@pytest.mark.parametrize(("seed", "spoken", "zone"), [*itertools.product(HASH_SEEDS, (0, 1), ZONES)])
def test_surroundings_change_no_byte(seed: str, spoken: int, zone: str) -> None:
    found = made(seed, locales()[spoken], zone)
    assert found["surroundings"][1:] == [locales()[spoken], ZONES[zone]]
    assert found["stale"] == [], f"run: {corpus_work.UPDATE}"
    assert found["wrong"] == []
    committed = {path: hashlib.sha256(ROOT.joinpath(path).read_bytes()).hexdigest() for path in found["files"]}
    assert found["files"] == committed and len(committed) > 10


def test_a_hash_seed_is_seen() -> None:
    ask = "print(hash('corpus'))"
    argv = [sys.executable, "-s", "-S", "-B", "-c", ask]
    told = {subprocess.check_output(argv, env={"PYTHONHASHSEED": seed}) for seed in HASH_SEEDS}
    assert len(told) == len(HASH_SEEDS)
