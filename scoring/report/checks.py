"""Reading a report that somebody else hands in: what it must obey besides following from its own evidence (SCO-8.6).

`restore` shows that every number follows from the evidence. Here the evidence itself must be possible: person by
person no actual value lies below its bound, and all trials of an episode have the same references.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from scoring.constants import SCORING_VERSION, STATISTICS_VERSION, constants_digest
from scoring.evidence import EVACUATED
from scoring.report.model import COMMITTED
from scoring.report.restore import restore
from scoring.report.shape import REPORT
from simulator.errors import ScoringInputError
from simulator.shape import read

_MISSING = "missing"
_REFERENCES = ("ids", "earliest", "danger_ref", "moves_ref")
_ACTUAL = ("steps", "danger", "moves")


def read_foreign(data: bytes) -> dict[str, Any]:
    """A report from its bytes, when it is of this scoring version and can be true (SCO-8.6).

    Raises:
        DocumentError: of stage "syntax" or "shape".
        ScoringInputError: `other_version`, `bad_target`, `bad_schedule`; as `restore`; `bad_evidence`.
    """
    document = read(data, REPORT)
    _check_versions(document)
    _check_target(document)
    _check_schedule(document)
    report = restore(document)
    _check_absent(report)
    for place, episode in enumerate(report["episodes"]):
        _check_episode(episode, f"/episodes/{place}")
        _check_joint_bound(episode, f"/episodes/{place}")
    return report


def _refuse(code: str, message: str, pointer: str) -> None:
    raise ScoringInputError(code, message, pointer=pointer)


def _check_versions(document: dict[str, Any]) -> None:
    """Only a report of this version can be worked out again here."""
    for name, what, known in (
        ("scoring", "scoring version", SCORING_VERSION),
        ("constants_digest", "constants digest", constants_digest()),
        ("statistics", "statistics version", STATISTICS_VERSION),
    ):
        found = document["versions"][name]
        if found != known:
            message = f"the report has the {what} {found}; this program knows {known} and compares no other"
            _refuse("other_version", message, f"/versions/{name}")


def _check_target(report: dict[str, Any]) -> None:
    """A pack has an ID and a digest, and only a pack's digest can have been expected (SCO-9.2, SCO-9.7)."""
    target = report["target"]
    if (target["pack_id"] is None) is not (target["pack_digest"] is None):
        _refuse("bad_target", "a pack has both an ID and a digest", "/target/pack_id")
    if report["disclosure"] == COMMITTED and not report["official"]:
        _refuse("bad_target", "without a pack there is no digest to expect", "/disclosure")


def _check_absent(report: dict[str, Any]) -> None:
    """A trial without a result is missing throughout (SCO-4.4.1)."""
    for trial, result in enumerate(report["model"]["results"]):
        failures = {episode["trials"][trial]["failure"] for episode in report["episodes"]}
        if result is None and failures != {_MISSING}:
            _refuse("bad_evidence", "a trial without a result has something else than gaps", f"/model/results/{trial}")


def _check_schedule(report: dict[str, Any]) -> None:
    """Indices 0 … n − 1, a scenario and seed once, a scenario in one family (PCK-8.4, SCO-6.1)."""
    families: dict[str, str] = {}
    seen: set[tuple[str, int]] = set()
    for place, row in enumerate(report["episodes"]):
        pointer, pair = f"/episodes/{place}", (row["scenario_id"], row["seed"])
        if row["index"] != place:
            _refuse("bad_schedule", f"the index should be {place}", f"{pointer}/index")
        if pair in seen:
            _refuse("bad_schedule", "the scenario is there with this seed already", f"{pointer}/seed")
        if families.setdefault(row["scenario_id"], row["family"]) != row["family"]:
            _refuse("bad_schedule", "the scenario has another family elsewhere", f"{pointer}/family")
        seen.add(pair)


def _check_episode(episode: dict[str, Any], pointer: str) -> None:
    references: list[dict[str, Any]] = []
    for place, trial in enumerate(episode["trials"]):
        where = f"{pointer}/trials/{place}"
        if trial["max_evacuated"] != episode["max_evacuated"]:
            _refuse("bad_evidence", "M* is not that of the other trials", f"{where}/max_evacuated")
        if (trial["inputs"] is None) is (trial["failure"] is None):
            _refuse("bad_evidence", "a trial has either a record or a failure", f"{where}/failure")
        _check_record(trial, where)
        if trial["evidence"] is None:
            continue
        people = trial["evidence"]["people"]
        _check_people(people, f"{where}/evidence/people")
        _check_events(trial["evidence"], f"{where}/evidence/events")
        references.append({name: people[name] for name in _REFERENCES})
        if references[-1] != references[0]:
            _refuse("bad_evidence", "the references are not those of the other trials", f"{where}/evidence/people")


def _check_record(trial: dict[str, Any], pointer: str) -> None:
    """What only a record has: digest and crowd diagnostics always, evidence unless it was left out (SCO-9.3)."""
    for name in ("record_digest", "crowd"):
        if (trial[name] is None) is (trial["failure"] is None):
            _refuse("bad_evidence", f"where there is a record there is {name}, and nowhere else", f"{pointer}/{name}")
    if trial["evidence"] is not None and trial["failure"] is not None:
        _refuse("bad_evidence", "a trial without a record has no evidence", f"{pointer}/evidence")


def _check_joint_bound(episode: dict[str, Any], pointer: str) -> None:
    """No fewer than one trial evacuated, and no more than M* (SCO-3.4)."""
    bound = episode["joint_bound"]
    saved = [trial["inputs"]["evacuated"] for trial in episode["trials"] if trial["inputs"] is not None]
    if bound is not None and not max(saved, default=0) <= bound <= episode["max_evacuated"]:
        _refuse("bad_evidence", f"{bound} people can't be the joint bound here", f"{pointer}/joint_bound")


def rows(columns: dict[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """The rows of a table that is stored by columns (SCO-9.3)."""
    return (dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True))


def _check_people(people: dict[str, Sequence[Any]], pointer: str) -> None:
    if any(left >= right for left, right in itertools.pairwise(people["ids"])):
        _refuse("bad_evidence", "the IDs do not ascend strictly", f"{pointer}/ids")
    for place, row in enumerate(rows(people)):
        savable = row["earliest"] is not None
        for name in ("danger_ref", "moves_ref"):
            if (row[name] is not None) is not savable:
                _refuse("bad_evidence", "a savable person has all references, another has none", f"{pointer}/{name}")
        evacuated = row["outcomes"] == EVACUATED
        for name in _ACTUAL:
            if (row[name] is not None) is not evacuated:
                message = "an evacuee has an actual value, a lost person has none"
                _refuse("bad_evidence", message, f"{pointer}/{name}/{place}")
        if evacuated:
            _check_evacuee(row, pointer, place)


def _check_evacuee(row: dict[str, Any], pointer: str, place: int) -> None:
    if row["earliest"] is None:
        _refuse("bad_evidence", "an evacuee without any escape", f"{pointer}/earliest/{place}")
    for low, high in (
        ("earliest", "steps"),
        ("danger_ref", "danger"),
        ("danger", "steps"),
        ("moves_ref", "moves"),
        ("moves", "steps"),
    ):
        if row[high] < row[low]:
            message = f"{row[high]} is below {row[low]}, the value of {low}"
            _refuse("bad_evidence", message, f"{pointer}/{high}/{place}")


def _check_events(evidence: dict[str, Any], pointer: str) -> None:
    """Events by snapshot, then by person; L(x, t) lies after t; r_e is the person's evacuation step."""
    steps = dict(zip(evidence["people"]["ids"], evidence["people"]["steps"], strict=True))
    before = (0, "")
    for place, row in enumerate(rows(evidence["events"])):
        person, snapshot, earliest, resolved = (row[name] for name in evidence["events"])
        if person not in steps:
            _refuse("bad_evidence", "nobody has this ID", f"{pointer}/people/{place}")
        if (snapshot, person) <= before or not snapshot:
            _refuse("bad_evidence", "events go by snapshot, from 1, and then by person", f"{pointer}/snapshots/{place}")
        if earliest is not None and not snapshot < earliest <= resolved:
            message = "an escape is later than the event, and no later than its end"
            _refuse("bad_evidence", message, f"{pointer}/earliest/{place}")
        if resolved < snapshot or steps[person] not in (None, resolved):
            _refuse("bad_evidence", "an event ends when its person is evacuated", f"{pointer}/resolved/{place}")
        before = snapshot, person
