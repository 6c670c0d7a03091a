"""The score report as one page to look at: where the score comes from, and where the points went (SCO-9.5.1)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scoring.arithmetic import fixed
from scoring.report import charts, text
from scoring.report.markup import Markup, page, table, tag
from scoring.report.model import value_of
from scoring.report.text import shown
from scoring.report.waterfall import CAUSES, FULL, Losses, report_losses, trial_losses

Link = Callable[[int, int], str | None]
"""Where the replay of an episode (its index, the trial's index) is to be looked at; None where it is not."""

DRAWN = 600
"""Up to how many episode-trials each has its own drawing; above, the page would grow too large."""

_NUMBERS = frozenset({2, 3, 4, 5})


def no_link(_episode: int, _trial: int) -> str | None:
    """Says that there are no replays to look at."""
    return None


def html(report: dict[str, Any], link: Link = no_link) -> str:
    """The page of a report, whole; static, self-contained, every text escaped (SCO-9.5.1)."""
    return page(
        f"{report['model']['model_id']} on {report['target']['pack_id'] or report['target']['suite_id']}",
        _headline(report),
        _waterfall(report),
        _families(report),
        _components(report),
        _tail(report),
        _episodes(report, link),
        _whole_text(report),
    )


def _headline(report: dict[str, Any]) -> Markup:
    first, second, third, *_ = text.render(report).splitlines()
    score, bounds = report["headline"]["score"], report["headline"]["interval"]
    drawn = Markup("")
    if bounds is not None:
        lower, upper = (Fraction(bounds[end]["exact"]) for end in ("lower", "upper"))
        drawn = charts.intervals(second, [("score", lower, Fraction(score["exact"]), upper)])
    return tag(
        "section",
        tag("div", shown(score, 1), class_="figure"),
        tag("p", first),
        drawn,
        tag("p", second),
        tag("p", third, class_="mono note"),
        tag("p", text.saved(report)),
    )


def _waterfall(report: dict[str, Any]) -> Markup:
    score = value_of(report["headline"]["score"])
    if score is None:
        return Markup("")
    return tag(
        "section",
        tag("h2", "Where the points went"),
        _fall("From 100 points to the score, cause by cause", report_losses(report), score),
        tag(
            "p",
            "The factors multiply: a loss is what its factor took after those above it."
            " Losses are means over episode-trials, weighted as the score is.",
            class_="note",
        ),
    )


def _fall(title: str, losses: Losses, score: Fraction) -> Markup:
    """The way from 100 points to a score: a bar for each loss, hung where the one before ended."""
    rows: list[charts.Bar] = [("all points", Fraction(0), FULL, fixed(FULL, 1))]
    left = FULL
    for cause, points in losses.items():
        rows.append((cause, left - points, left, f"−{fixed(points, 1)}"))
        left -= points
    rows.append(("score", Fraction(0), score, fixed(score, 1)))
    return charts.bars(title, rows, ["blue", *["orange"] * len(losses), "blue"])


def _families(report: dict[str, Any]) -> Markup:
    found = [(row["family"], value_of(row["score"])) for row in report["families"]]
    rows = [(name, Fraction(0), score, fixed(score, 1)) for name, score in found if score is not None]
    scenarios = [
        [row["scenario_id"], row["family"], *_digits(row), f"{row['evacuated']} of {row['escapable']}"]
        for row in report["scenarios"]
    ]
    heading = ["scenario", "family", "score", "safety", "quality", "evacuated of M*"]
    return tag(
        "section",
        tag("h2", "Families and scenarios"),
        charts.bars("Score of each primary family, in points", rows, ["blue"] * len(rows)),
        table("Every scenario", heading, scenarios, _NUMBERS),
    )


def _digits(row: dict[str, Any]) -> list[str]:
    return [shown(row["score"], 1), shown(row["safety"], 3), shown(row["quality"], 3)]


def _components(report: dict[str, Any]) -> Markup:
    rows = [(name, row) for name, row in report["components"].items()]
    means = [(name, value_of(row["mean"])) for name, row in rows]
    drawn = [(name, Fraction(0), 100 * mean, fixed(mean, 3)) for name, mean in means if mean is not None]
    cells = [[name, shown(row["mean"], 3), f"{row['defined']} of {row['total']}"] for name, row in rows]
    return tag(
        "section",
        tag("h2", "Components"),
        charts.bars("Mean of each component, as a percentage", drawn, ["blue"] * len(drawn)),
        table(
            "Each component's mean, and in how many episode-trials it is defined",
            ["component", "mean", "defined"],
            cells,
            frozenset({1, 2}),
        ),
    )


def _tail(report: dict[str, Any]) -> Markup:
    tail = report["tail"]
    if tail is None:
        return Markup("")
    rows = [
        ["median scenario", shown(tail["median_scenario"], 1)],
        [f"worst scenario ({tail['worst_scenario_id']})", shown(tail["worst_scenario"], 1)],
        ["10th percentile of episodes", shown(tail["p10_episode"], 1)],
        ["mean of the worst tenth of episodes (CVaR10)", shown(tail["cvar10"], 1)],
    ]
    caption = "The low end of the scores, in points"
    return tag("section", tag("h2", "Tail"), table(caption, ["statistic", "score"], rows, frozenset({1})))


def _episodes(report: dict[str, Any], link: Link) -> Markup:
    heading = ["episode", "scenario and seed", "trial", "score", "evacuated of M*", "where the points went", "replay"]
    found = [(row, place) for row in report["episodes"] for place in range(len(row["trials"]))]
    drawn = len(found) <= DRAWN
    rows = [_trial(row, place, link(row["index"], place), drawn) for row, place in found]
    listed = table("Every trial of every episode", heading, rows, frozenset({0, 2, 3, 4}))
    note = "bazel run //tools:explain -- REPORT.json --episode N says more of one."
    return tag("section", tag("h2", "Episodes"), listed, tag("p", note, class_="note"))


def _trial(row: dict[str, Any], place: int, replay: str | None, drawn: bool) -> list[str]:
    trial = row["trials"][place]
    losses, inputs = trial_losses(trial), trial["inputs"]
    return [
        str(row["index"]),
        f"{row['scenario_id']}, seed {row['seed']}",
        str(place),
        trial["failure"] or trial["status"] if trial["score"] is None else fixed(Fraction(trial["score"]), 1),
        f"{0 if inputs is None else inputs['evacuated']} of {row['max_evacuated']}",
        _went({cause: points for cause, points in losses.items() if fixed(points, 1) != "0.0"}, drawn),
        "" if replay is None else tag("a", "replay", href=replay),
    ]


def _went(losses: Losses, drawn: bool) -> str:
    """The dearest causes in words, and behind them, where it is drawn, the way from 100 points."""
    dearest = sorted(losses.items(), key=lambda pair: (-pair[1], CAUSES.index(pair[0])))
    words = ", ".join(f"{cause} −{fixed(points, 1)}" for cause, points in dearest[:3])
    if not words or not drawn:
        return words
    score = FULL - sum(losses.values())
    return tag("details", tag("summary", words), _fall(f"From 100 points to {fixed(score, 1)}", losses, score))


def _whole_text(report: dict[str, Any]) -> Markup:
    return tag("section", tag("h2", "The report in words"), tag("pre", text.render(report)))
