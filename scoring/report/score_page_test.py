"""The page of a report says what the report says (SCO-9.5.1)."""

from dataclasses import replace
from fractions import Fraction
from html import unescape

from scoring.cases import episode
from scoring.compare import compare
from scoring.episode import failed_episode, score_episode
from scoring.leaderboard import leaderboard
from scoring.report import standing_pages, standings, text
from scoring.report.model import report
from scoring.report.page_reader import read
from scoring.report.score_page import DRAWN, html
from scoring.schedules import MODEL, TARGET, schedule, with_points

ROWS = [
    ("f0", "s0", [score_episode(episode(10, 1, time="1/2")), score_episode(episode(10))]),
    ("f1", "s1", [score_episode(episode(10, 6)), failed_episode("timeout", 10)]),
    ("f1", "s2", [score_episode(episode(0)), score_episode(episode(0))]),
]
TWO = replace(MODEL, results=("0" * 64,) * 2)
REPORT = report(TWO, TARGET, schedule(ROWS))
PAGE = html(REPORT, lambda episode, trial: f"replay.html#episode={episode}&trial={trial}")


def test_the_page_holds_the_whole_text_and_every_drawing_says_what_it_shows() -> None:
    found = read(PAGE)
    assert text.render(REPORT) in unescape(PAGE)
    assert found.tags.count("svg") == found.tags.count("title") - 1 > 3
    assert "script" not in found.tags


def test_every_trial_is_listed_with_its_score_or_its_failure_and_links_to_its_replay() -> None:
    assert ("href", "replay.html#episode=1&trial=1") in read(PAGE).attributes
    assert read(PAGE).tags.count("a") == 6
    assert read(html(REPORT)).tags.count("a") == 0
    for cell in ("timeout −100.0", "catastrophic −100.0", "not_applicable", "evacuation −19.0"):
        assert cell in PAGE


def test_a_report_without_a_score_has_a_page() -> None:
    nothing = report(TWO, TARGET, schedule(ROWS[2:]))
    assert text.render(nothing) in unescape(html(nothing))


def test_a_large_report_is_not_drawn_trial_by_trial() -> None:
    rows = [("f", f"s{n // 10}", [with_points("50")]) for n in range(DRAWN + 1)]
    tags = read(html(report(MODEL, TARGET, schedule(rows)))).tags
    assert "details" not in tags and tags.count("tr") > DRAWN


def test_comparison_and_leaderboard_have_pages() -> None:
    other = report(replace(TWO, model_id="model-b", submission_id="s-2"), TARGET, schedule(ROWS))
    rows = leaderboard([REPORT, other])
    page = standing_pages.leaderboard_html(rows)
    assert standings.leaderboard_text(rows) in unescape(page) and read(page).tags.count("circle") == 2
    found = compare(REPORT, other)
    page = standing_pages.comparison_html(REPORT, other, found)
    assert standings.comparison_text(REPORT, other, found) in unescape(page)


def test_the_first_figure_is_the_score() -> None:
    assert f'<div class="figure">{text.shown(REPORT["headline"]["score"], 1)}</div>' in PAGE
    assert Fraction(REPORT["headline"]["score"]["exact"]) < 100
