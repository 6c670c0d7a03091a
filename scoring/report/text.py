"""The report as lines of text, in the shape that the contract gives (SCO-9.4, SCO-10).

Its lines stand as they are there. Ours, on disclosure, on who was saved and on what authentication proves, come before
the last. Everything is read from the document, so a report read back gives the same text.
"""

from fractions import Fraction
from typing import Any

from scoring.arithmetic import fixed
from scoring.constants import CONSTANTS
from scoring.episode import COMPONENTS, FAILURES, QUALITY_COMPONENTS
from scoring.report.model import Rational, value_of

UNDEFINED = "undefined"
LEAST_TRIALS = 3
NOT_A_PERCENTAGE = "The EMBER Score is not a percentage of people evacuated."

_DISCLOSURE = {
    "public": "public (the scorer was given no digest to expect)",
    "committed": "committed (the pack's digest is the one that the scorer was given to expect)",
}


def render(report: dict[str, Any]) -> str:
    """The text of a report, with a newline after every line (SCO-9.4)."""
    lines = [
        _headline(report),
        _interval(report),
        _model(report),
        _factors(report),
        _components(report),
        _families(report),
        _tail(report),
        _zeros(report),
        _severe(report),
        _people(report),
        _congestion(report),
        saved(report),
        *_few_trials(report),
        *_identical_records(report),
        f"Disclosure: {_DISCLOSURE[report['disclosure']]}",
        report["authentication"],
        NOT_A_PERCENTAGE,
    ]
    return "".join(line + "\n" for line in lines)


def shown(stored: Rational | None, places: int) -> str:
    """A stored rational rounded half to even to the digits shown (SCO-9.4)."""
    value = value_of(stored)
    return UNDEFINED if value is None else fixed(value, places)


def _headline(report: dict[str, Any]) -> str:
    version = report["versions"]["scoring"]
    unit = f"benchmark-performance points under EMBER scoring version {version}"
    label = "" if report["official"] else " (UNOFFICIAL)"
    if report["headline"]["score"] is None:
        return f"EMBER Score {UNDEFINED}: no applicable episode under EMBER scoring version {version}{label}"
    return f"EMBER Score {shown(report['headline']['score'], 1)} / 100 {unit}{label}"


def _interval(report: dict[str, Any]) -> str:
    bounds, applicable = report["headline"]["interval"], report["headline"]["applicable_episodes"]
    if bounds is None:
        return f"No confidence interval: {applicable} applicable episodes, fewer than {CONSTANTS.least_episodes}"
    level = fixed(100 * Fraction(bounds["confidence"]), 0)
    method = f"stratified two-stage bootstrap, {bounds['resamples']} resamples; this sample only"
    return f"{level}% CI [{shown(bounds['lower'], 1)}, {shown(bounds['upper'], 1)}] ({method})"


def _model(report: dict[str, Any]) -> str:
    model, target = report["model"], report["target"]
    if report["official"]:
        where = f"official; environment pack {target['pack_id']} sha256:{target['pack_digest']}"
    else:
        where = f"UNOFFICIAL; suite {target['suite_id']} {target['suite_version']} sha256:{target['suite_hash']}"
    return f"Model {model['model_id']}; trials {model['trials']}; {where}"


def _factors(report: dict[str, Any]) -> str:
    factors = report["factors"]
    return f"Safety factor {shown(factors['safety']['mean'], 3)}; quality factor {shown(factors['quality']['mean'], 3)}"


def _components(report: dict[str, Any]) -> str:
    rows = [(name, report["components"][name]) for name in COMPONENTS]
    parts = (f"{name} {shown(row['mean'], 3)} ({row['defined']}/{row['total']})" for name, row in rows)
    return "Components (0-1, defined/total): " + "; ".join(parts)


def _families(report: dict[str, Any]) -> str:
    parts = (f"{row['family']} {shown(row['score'], 1)}" for row in report["families"])
    return "Primary families: " + "; ".join(parts)


def _tail(report: dict[str, Any]) -> str:
    tail = report["tail"]
    if tail is None:
        return f"Tail: {UNDEFINED}"
    worst = f"{shown(tail['worst_scenario'], 1)} ({tail['worst_scenario_id']})"
    episodes = f"p10 episode {shown(tail['p10_episode'], 1)}; CVaR10 {shown(tail['cvar10'], 1)}"
    return f"Tail: median scenario {shown(tail['median_scenario'], 1)}; worst scenario {worst}; {episodes}"


def _zeros(report: dict[str, Any]) -> str:
    """A scored episode-trial that rounds to 0 is named only where there is one; the other causes always are."""
    causes, total = report["zero_scores"]["causes"], report["zero_scores"]["episode_trials"]
    named = ["catastrophic", *FAILURES, *(["rounded_zero"] if causes["rounded_zero"] else [])]
    parts = "; ".join(f"{cause} {causes[cause]}" for cause in named)
    return f"Zero-score episode-trials {sum(causes.values())} of {total}: {parts}"


def _severe(report: dict[str, Any]) -> str:
    parts = (f"{name} {report['severe'][name]}" for name in QUALITY_COMPONENTS)
    return "Severe quality failures (episode-trials): " + "; ".join(parts)


def _people(report: dict[str, Any]) -> str:
    names = ("escapable", "evacuated", "avoidable_casualties", "avoidable_stranded")
    counts = report["people"]["per_trial"]
    return "People per trial: " + "; ".join(f"{name.replace('_', ' ')} {shown(counts[name], 1)}" for name in names)


def _congestion(report: dict[str, Any]) -> str:
    crowd = report["congestion"]
    return (
        f"Congestion diagnostics (not scored): block rate {shown(crowd['block_rate'], 3)}"
        f"; contested cell-steps per trial {shown(crowd['contested_cell_steps_per_trial'], 1)}"
        f"; hotspot cells per trial {shown(crowd['hotspot_cells_per_trial'], 1)}"
        f"; peak contested cells {crowd['peak_contested_cells']}"
        f"; exit throughput {shown(crowd['exit_throughput'], 3)}"
    )


def saved(report: dict[str, Any]) -> str:
    """How many were evacuated of those who could be saved, in one line (SCO-9.2)."""
    row, trials = report["headline"], report["zero_scores"]["episode_trials"]
    share = shown(row["evacuated_share"], 3)
    counts = f"{row['evacuated']} of {row['escapable']}"
    return f"Evacuated of those who could be saved (M*): {counts} = {share}, over {trials} applicable episode-trials"


def _few_trials(report: dict[str, Any]) -> list[str]:
    model = report["model"]
    if not model["stochastic"] or model["trials"] >= LEAST_TRIALS:
        return []
    return [f"Declared stochastic with fewer than {LEAST_TRIALS} trials: the protocol asks for more"]


def _identical_records(report: dict[str, Any]) -> list[str]:
    count = report["identical_records"]
    if not count:
        return []
    episodes = report["headline"]["episodes"]
    return [f"Declared stochastic, yet two trials have the same record in {count} of {episodes} episodes"]
