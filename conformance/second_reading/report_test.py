"""The report of a small submission (SCO-9)."""

from conformance.second_reading.pack import verify_pack
from conformance.second_reading.packing import pack_files, sealed, tiny, tiny_lines
from conformance.second_reading.report import make_report
from conformance.second_reading.result import read_result

TARGET = verify_pack(pack_files(tiny(), [0, 7]))
TRIAL = read_result(sealed(tiny_lines(TARGET["digest"])), TARGET)


def test_one_trial_and_an_absent_one() -> None:
    report = make_report(TARGET, [TRIAL, None], True)
    assert report["headline"]["score"] == {"exact": "25/1", "decimal": "25.000000000000"}
    assert report["headline"]["interval"] is None
    assert (report["headline"]["evacuated"], report["headline"]["escapable"]) == (2, 8)
    assert report["zero_scores"]["causes"]["missing"] == 5
    assert report["zero_scores"]["causes"]["timeout"] == 1
    assert report["zero_scores"]["episode_trials"] == 8
    assert [row["family"] for row in report["families"]] == ["narrow", "wide"]
    assert report["components"]["time"]["mean"] == {"exact": "1/1", "decimal": "1.000000000000"}
    assert (report["components"]["time"]["defined"], report["components"]["time"]["total"]) == (2, 8)
    assert report["ranking"]["avoidable_casualties_per_trial"]["exact"] == "3/1"
    assert report["model"]["results"][1] is None
    assert [trial["status"] for trial in report["episodes"][0]["trials"]] == ["scored", "failed"]
    assert report["disclosure"] == "committed"
    assert report["identical_records"] is None
