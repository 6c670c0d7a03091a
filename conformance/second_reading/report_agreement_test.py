"""Whole reports, comparisons and leaderboards: the second reading against the product, byte for byte (SCO-6 to SCO-9).

EMBER_OPT_AGREEMENT=N asks for N packs, each with two submissions.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.second_reading.canonical import canonical
from conformance.second_reading.compare import NotComparable
from conformance.second_reading.pack import verify_pack
from conformance.second_reading.packing import pack_files, random_entries, random_lines, result_header, sealed
from conformance.second_reading.report import make_report
from conformance.second_reading.result import read_result
from conformance.second_reading.standings import comparison_document, places_of
from conformance.second_reading.worlds import Choices
from packs.source import Memory
from packs.verify import load
from scoring.compare import comparison_document as product_comparison
from scoring.leaderboard import leaderboard
from scoring.submission import score
from scoring.target import pack_target
from simulator.errors import ScoringInputError

COUNT = int(os.environ.get("EMBER_OPT_AGREEMENT", "1"))
FIRST = int(os.environ.get("EMBER_OPT_AGREEMENT_FROM", "0"))


def submission(number: int, target: dict[str, Any], **changes: Any) -> list[bytes | None]:
    """The results of the trials of a submission; the last of several may be absent."""
    choices = Choices(number, "submission")
    count = choices.below(3) + 1
    found: list[bytes | None] = []
    for index in range(count):
        plan, twin = target["schedule"], choices.below(4) == 0
        lines = random_lines(target["entries"], plan, number if twin else number * 100 + index)
        pack_digest = target["digest"] if choices.below(2) else None
        header = result_header(plan, target["digest"], trial={"index": index, "count": count}, **changes)
        found.append(sealed([header | {"pack_digest": pack_digest if count == 1 else target["digest"]}, *lines]))
    if count == 3 and choices.below(2):
        found[2] = None
    return found


def both_reports(number: int, folder: Path, target: dict[str, Any], files: Any, **changes: Any) -> Any:
    """My report and the product's."""
    trials = submission(number, target, **changes)
    mine = make_report(
        target, [None if data is None else read_result(data, target) for data in trials], number % 2 == 0
    )
    paths = [folder / f"{number}-{index}" for index in range(len(trials))]
    for path, data in zip(paths, trials, strict=True):
        if data is not None:
            path.write_bytes(data)
    pack = load(Memory(files))
    given = [path for path, data in zip(paths, trials, strict=True) if data is not None]
    return mine, score(given[::-1], lambda manifest: pack_target(pack, number % 2 == 0))


def verdict(ask: Callable[[], Any]) -> Any:
    """What comes out, or the pointer of what can't be compared."""
    try:
        return ask()
    except (NotComparable, ScoringInputError) as error:
        return "not comparable", error.pointer


@pytest.mark.parametrize("number", range(FIRST, FIRST + COUNT))
def test_reports_comparisons_and_leaderboards(number: int, tmp_path: Path) -> None:
    entries = random_entries(number)
    files = pack_files(entries, [5, 6, 7][: Choices(number, "seeds").below(3) + 1])
    target = verify_pack(files) | {"entries": entries}
    reports = []
    for turn, name in enumerate(["m2", "m1", "m1"]):
        who = {"model_id": name, "submission_id": f"s{turn}", "stochastic": turn > 0}
        mine, theirs = both_reports(number * 3 + turn, tmp_path, target, files, **who)
        assert mine == theirs
        assert canonical(mine) == canonical(theirs)
        reports.append(theirs)
    for i, j in ((0, 1), (1, 0), (1, 2), (2, 2)):
        pair = reports[i], reports[j]
        mine = verdict(lambda given=pair: comparison_document(*given))  # type: ignore[misc]
        assert mine == verdict(lambda given=pair: product_comparison(*given))  # type: ignore[misc]
    mine = verdict(lambda: [reports[place] for place in places_of(reports)])
    assert mine == verdict(lambda: [row.report for row in leaderboard(reports)])
