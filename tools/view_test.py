"""The command as a person types it, and the links of a score page to its replays."""

import json
import re
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from packs.evaluation import trial
from packs.files import writing
from packs.pack import Pack
from packs.public.pack import public_pack
from packs.result import failure_line, write
from packs.verify import open_pack
from scoring.report.page_reader import read
from simulator.canonical import encode
from tools import cli, score, view, view_work

EXAMPLE = (Path(__file__).parents[1] / "testdata" / "example-run" / "record.json").resolve().parent
RECORD, SCENARIO = EXAMPLE / "record.json", EXAMPLE / "scenario.json"


def call(*argv: object) -> int:
    return cli.main(view.arguments(), view.run, [str(part) for part in argv])


def block(page: Path, name: object) -> Any:
    """The value of a block of a page."""
    found = re.search(f'id="block-{name}">([^<]*)<', page.read_text(encoding="utf-8"))
    assert found
    return json.loads(zlib.decompress(b64decode(found.group(1))))


@pytest.fixture(scope="module")
def pack() -> Pack:
    return open_pack(public_pack())


def result_of(pack: Pack, path: Path, trials: tuple[int, int] = (0, 1), model: str = "m") -> Path:
    """A result of two episodes: one run, one failure; a gap in between."""
    lines = [next(trial.episodes(pack, "always-stay", 0)), failure_line(2, "timeout")]
    with writing(path) as stream:
        write(stream, trial.header(pack, model, model, trials, trials[1] > 1), lines)
    return path


def test_a_record_and_a_copy_that_is_not_canonical_give_the_same_run(tmp_path: Path) -> None:
    loose = tmp_path / "record.json"
    loose.write_text(json.dumps(json.loads(RECORD.read_bytes()), indent=1), encoding="utf-8")
    pages = [tmp_path / "a.html", tmp_path / "b.html"]
    for source, page in zip((RECORD, loose), pages, strict=True):
        assert call(source, "--scenario", SCENARIO, "-o", page) == 0
    assert pages[0].read_bytes() == pages[1].read_bytes()


def test_two_records_stand_side_by_side(tmp_path: Path) -> None:
    page = tmp_path / "two.html"
    assert call(RECORD, RECORD, "--scenario", SCENARIO, "-o", page) == 0
    index = block(page, "index")
    (entry,) = index["entries"]
    assert index["names"] == ["record.json"] * 2 and len(entry["sides"]) == 2
    assert entry["sides"][0] == entry["sides"][1] and entry["index"] is None


def test_a_result_has_an_entry_for_every_episode(tmp_path: Path, pack: Pack) -> None:
    page = tmp_path / "page.html"
    assert call(result_of(pack, tmp_path / "r.jsonl"), "-o", page) == 0
    entries = block(page, "index")["entries"]
    assert [(entry["index"], entry["trial"]) for entry in entries] == [(index, 0) for index in range(len(pack))]
    first, second, third, *others = (entry["sides"][0] for entry in entries)
    assert first["run"] is not None and first["failure"] is None
    assert (second["failure"], third["failure"], second["run"], third["run"]) == ("missing", "timeout", None, None)
    assert {side["failure"] for side in others} == {"missing"}
    assert block(page, first["run"])["recorded"] is None


def test_two_results_are_paired_by_episode(tmp_path: Path, pack: Pack) -> None:
    page = tmp_path / "page.html"
    results = [result_of(pack, tmp_path / f"{name}.jsonl", model=name) for name in ("a", "b")]
    assert call(*results, "-o", page) == 0
    index = block(page, "index")
    assert index["names"] == ["a (a.jsonl)", "b (b.jsonl)"]
    assert all(len(entry["sides"]) == 2 and entry["trial"] is None for entry in index["entries"])


def test_a_forged_line_is_shown_as_what_it_is(tmp_path: Path, pack: Pack) -> None:
    forged = json.loads(next(trial.episodes(pack, "always-stay", 0)))
    forged["run_record"]["header"]["seed"] += 1
    path, page = tmp_path / "f.jsonl", tmp_path / "page.html"
    with writing(path) as stream:
        write(stream, trial.header(pack, "m", "m"), [encode(forged)])
    assert call(path, "-o", page) == 0
    side = block(page, "index")["entries"][0]["sides"][0]
    assert side["seed"] == forged["run_record"]["header"]["seed"] - 1
    assert block(page, side["run"])["recorded"] == {"step": None, "value": forged["run_record"]["header"]}


def test_the_pack_can_be_played(tmp_path: Path, pack: Pack, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "play.html"
    assert call("--play", "-o", page) == 0
    playables = block(page, "index")["playables"]
    assert len(playables) == len(pack.suite.files) and playables[0]["seeds"] == [0, 1, 2]
    assert view_work.PRIVATE not in capsys.readouterr().err
    assert call("--play", "--pack", public_pack(), "-o", page) == 0
    assert view_work.PRIVATE in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], "nothing_to_show"),
        (["--play", RECORD], "play_alone"),
        (["--play", "--scenario", SCENARIO], "play_alone"),
        ([RECORD, RECORD, RECORD], "too_many_files"),
    ],
)
def test_wrong_usage(arguments: list[object], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(*arguments, "-o", tmp_path / "page.html") == 2
    assert code in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_what_does_not_belong_together(tmp_path: Path, pack: Pack, capsys: pytest.CaptureFixture[str]) -> None:
    result, page = result_of(pack, tmp_path / "r.jsonl"), tmp_path / "page.html"
    assert call(result, RECORD, "-o", page) == 2
    assert call(result, "--scenario", SCENARIO, "-o", page) == 2
    assert call(RECORD, "-o", page) == 3
    assert call(SCENARIO, "--scenario", SCENARIO, "-o", page) == 3
    assert call(tmp_path / "gone.json", "-o", page) == 3
    said = capsys.readouterr().err
    for code in ("mixed_kinds", "scenario_of_a_result", "no_scenario", "no_such_file"):
        assert code in said
    assert not page.exists()


def test_another_schedule_is_refused(tmp_path: Path, pack: Pack, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.jsonl"
    header = trial.header(pack, "m", "m")
    manifest = header["evaluation_manifest"]
    odd = header | {"evaluation_manifest": manifest | {"episodes": manifest["episodes"][:-1]}}
    with writing(path) as stream:
        write(stream, odd, [])
    assert call(path, "-o", tmp_path / "page.html") == 3
    assert "other_manifest" in capsys.readouterr().err
    with writing(path) as stream:
        write(stream, header, [failure_line(len(pack), "timeout")])
    assert call(path, "-o", tmp_path / "page.html") == 3
    assert "unscheduled" in capsys.readouterr().err


def test_the_score_page_links_to_the_replays(tmp_path: Path, pack: Pack) -> None:
    home = tmp_path / "pages here"
    home.mkdir()
    results = [result_of(pack, tmp_path / f"{place}.jsonl", (place, 3)) for place in (2, 0)]
    report, page = home / "report.html", tmp_path / "re plays.html"
    arguments = ["--results", *map(str, results), "--html", str(report), "--replays", str(page)]
    assert cli.main(score.arguments(), score.run, arguments) == 0
    links = [value for name, value in read(report.read_text(encoding="utf-8")).attributes if name == "href" and value]
    shown = {(entry["index"], entry["trial"]) for entry in block(page, "index")["entries"]}
    assert shown == {(index, place) for index in range(len(pack)) for place in (0, 2)}
    assert links == [f"../re%20plays.html#episode={index}&trial={place}" for index, place in sorted(shown)]
    assert home.joinpath(unquote(links[0].partition("#")[0])).resolve() == page.resolve()


def test_replays_need_a_page_that_links_to_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(score.arguments(), score.run, ["--demo", "--replays", str(tmp_path / "r.html")]) == 2
    assert "needs_a_page" in capsys.readouterr().err
