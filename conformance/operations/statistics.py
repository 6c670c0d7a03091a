"""Means over a schedule, and the bootstrap (SCO-6, SCO-7)."""

from fractions import Fraction

from conformance.operations.inputs import COUNT, FRACTION
from conformance.operations.operation import Operation, Plain
from conformance.operations.reported import AGGREGATE, SCHEDULED, inputs
from conformance.protocol import Value
from scoring.aggregate import EpisodeTrial, ScheduledEpisode, exact_text
from scoring.bootstrap import WordStream, index, interval, stream_key
from scoring.episode import COMPONENTS, EpisodeScore, Ratios
from scoring.report.model import Model, Target, report
from simulator.canonical import MAX_INTEGER
from simulator.shape import Integer, ListOf, MapOf, Record, Text

_ZEROS = "0" * 64


def _score(document: Plain) -> EpisodeScore:
    """A score as a report holds it, believed; an aggregate reads no exact ratio of it."""
    members = dict(document)
    members["inputs"] = None if members["inputs"] is None else inputs(members["inputs"])
    members["components"] = tuple(members["components"][name] for name in COMPONENTS)
    members["severe"] = tuple(members["severe"])
    return EpisodeScore(**members, ratios=Ratios())


def _aggregate(given: Plain) -> Plain:
    episodes = [
        ScheduledEpisode(**{**row, "trials": tuple(EpisodeTrial(_score(trial)) for trial in row["trials"])})
        for row in given["episodes"]
    ]
    who = Model("m", "s", False, None, (None,) * len(episodes[0].trials))
    made = report(who, Target("s", "1", _ZEROS, _ZEROS, None, None), episodes)
    made["headline"] = {name: value for name, value in made["headline"].items() if name != "interval"}
    return {name: made[name] for name in AGGREGATE.shapes}


def _indices(given: Plain) -> Plain:
    stream = WordStream(stream_key(given["key"]))
    return {"indices": [index(stream.next, below) for below in given["below"]]}


def _interval(given: Plain) -> Plain:
    strata = [[[Fraction(value) for value in row] for row in family] for family in given["strata"]]
    found = interval(strata, stream_key(given["key"]))
    return {"lower": exact_text(found.lower), "upper": exact_text(found.upper)}


_KEY = MapOf(Text(256), Value())

OPERATIONS = (
    Operation(
        "score.aggregate",
        "What the scores of a schedule come to, on every level; a report's members but for intervals and congestion.",
        ("SCO-6.1", "SCO-6.2", "SCO-6.3", "SCO-6.4", "SCO-8.3", "SCO-9.1", "SCO-9.7"),
        Record({"episodes": ListOf(SCHEDULED, 1)}),
        AGGREGATE,
        _aggregate,
        rules=(
            "The episodes are those of a schedule, in its order, each with as many trials. The score of a trial is as"
            " `score.inputs` or `score.failure` gives it, and is not checked. The output has the members of a report"
            " (SCO-9.7) that follow from scores alone, the headline without its interval.",
        ),
    ),
    Operation(
        "bootstrap.indices",
        "The indices that the stream of a key gives, each below its number.",
        ("SCO-7.1",),
        Record({"key": _KEY, "below": ListOf(Integer(1, MAX_INTEGER), 1, 1 << 16)}),
        Record({"indices": ListOf(COUNT, 1)}),
        _indices,
        rules=("The key of the stream is the SHA-256 of the canonical bytes of `key` (SCO-7.1), whatever it holds.",),
    ),
    Operation(
        "bootstrap.interval",
        "The interval of values by family, scenario and episode, under the stream of a key.",
        ("SCO-7.1", "SCO-7.2", "SCO-7.3"),
        Record({"key": _KEY, "strata": ListOf(ListOf(ListOf(FRACTION, 1), 1), 1)}),
        Record({"lower": FRACTION, "upper": FRACTION}),
        _interval,
        rules=(
            "`strata` lists families, of each the scenarios, and of each the values of its episodes, in the order in"
            " which they are drawn (SCO-7.2). The key is as in `bootstrap.indices`. Bounds are in lowest terms.",
        ),
    ),
)
