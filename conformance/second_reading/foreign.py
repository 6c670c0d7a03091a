"""Reports from elsewhere: worked out again from their evidence, and refused where that can't be true (SCO-8.6)."""

from typing import Any

from conformance.second_reading.bootstrap import CONSTANTS_DIGEST
from conformance.second_reading.contradictions import contradiction
from conformance.second_reading.jsonshape import check
from conformance.second_reading.jsonsyntax import Fault, read_tree
from conformance.second_reading.report import assembled
from conformance.second_reading.reportshape import REPORT
from conformance.second_reading.score import loss_lists, score_of_inputs

EPISODE_ORDER = ["index", "scenario_id", "family", "seed", "max_evacuated", "joint_bound", "trials", "score"]
EPISODE_ORDER += ["safety", "quality", "evacuated", "escapable", "evacuated_share"]
TRIAL_ORDER = ["status", "failure", "max_evacuated", "inputs", "components", "safety", "quality"]
TRIAL_ORDER += ["quality_without_replanning", "severity", "severe", "ceiling", "score"]
TRIAL_ORDER += ["record_digest", "crowd", "evidence"]
REPORT_ORDER = ["versions", "official", "disclosure", "authentication", "model", "target", "headline", "factors"]
REPORT_ORDER += ["components", "families", "scenarios", "tail", "people", "ranking", "episodes", "zero_scores"]
REPORT_ORDER += ["severe", "congestion", "identical_records"]
ORDERS = [EPISODE_ORDER, TRIAL_ORDER, REPORT_ORDER]
ORDERS += [["scoring", "constants_digest", "statistics", "metrics", "crowd_diagnostics"]]


def score_fault(code: str, pointer: str) -> Fault:
    """A report that can't be true."""
    return Fault("score", code, pointer)


def in_order(again: dict[str, Any]) -> list[str]:
    """The members of an object in the order in which they are compared."""
    fixed = [order for order in ORDERS if set(order) == set(again)]
    return fixed[0] if fixed else list(again)


def differs_at(again: Any, given: Any, pointer: str) -> str | None:
    """Where a report first differs from what was worked out again; a list of another length as a whole (SCO-8.6)."""
    if isinstance(again, dict) and isinstance(given, dict):
        pairs = [(again[name], given[name], f"{pointer}/{name}") for name in in_order(again)]
    elif isinstance(again, list) and isinstance(given, list) and len(again) == len(given):
        pairs = [(again[i], given[i], f"{pointer}/{i}") for i in range(len(again))]
    else:
        return None if again == given and type(again) is type(given) else pointer
    for one, other, place in pairs:
        found = differs_at(one, other, place)
        if found is not None:
            return found
    return None


def inputs_of(evidence: dict[str, Any]) -> dict[str, Any]:
    """The counts and sums of some evidence; what is null adds nothing (SCO-9.3)."""
    people, events = evidence["people"], evidence["events"]
    rows = [dict(zip(people, values, strict=True)) for values in zip(*people.values(), strict=True)]
    happened = [dict(zip(events, values, strict=True)) for values in zip(*events.values(), strict=True)]
    evacuees = [row for row in rows if row["outcomes"] == "evacuated"]
    recoverable = [event for event in happened if event["earliest"] is not None]
    sums = {name: sum(row[name] or 0 for row in evacuees) for name in ("earliest", *ACTUAL, "danger_ref", "moves_ref")}
    return {
        "people": len(rows),
        "max_evacuated": sum(1 for row in rows if row["earliest"] is not None),
        "evacuated": len(evacuees),
        **loss_lists([(row["ids"], row["outcomes"], row["earliest"] is not None) for row in rows]),
        "sum_l": sums["earliest"],
        "q_exit": evidence["q_exit"],
        "q_cut": evidence["q_cut"],
        "sum_steps": sums["steps"],
        **{name: sums[name] for name in ("danger_ref", "danger", "moves_ref", "moves")},
        "events": len(happened),
        "recoverable": len(recoverable),
        "recovery_ref": sum(event["earliest"] - event["snapshots"] for event in recoverable),
        "recovery": sum(event["resolved"] - event["snapshots"] for event in recoverable),
    }


ACTUAL = ["steps", "danger", "moves"]


def trial_again(trial: dict[str, Any], pointer: str) -> dict[str, Any]:
    """The result of an episode-trial, from its evidence, else its inputs, else its failure (SCO-8.6)."""
    evidence, inputs = trial["evidence"], trial["inputs"]
    for name in ("people", "events") if evidence is not None else ():
        if len({len(column) for column in evidence[name].values()}) > 1:
            raise score_fault("report_differs", f"{pointer}/evidence/{name}")
    kept = {name: trial[name] for name in ("record_digest", "crowd", "evidence")}
    if inputs is None:
        return kept | {"failure": trial["failure"], "inputs": None, "max_evacuated": trial["max_evacuated"]}
    found = inputs if evidence is None else inputs_of(evidence)
    fault = contradiction(found)
    if fault is not None:
        raise score_fault(fault[0], pointer + "/inputs" + fault[1])
    return kept | score_of_inputs(found) | {"inputs": found, "failure": None}


def worked_out(report: dict[str, Any]) -> dict[str, Any]:
    """The report of its own evidence; raises Fault (SCO-8.6)."""
    rows = []
    for i, episode in enumerate(report["episodes"]):
        rows.append([trial_again(trial, f"/episodes/{i}/trials/{j}") for j, trial in enumerate(episode["trials"])])
    count = len(report["model"]["results"])
    for i, row in enumerate(rows):
        if len(row) != count:
            raise score_fault("report_differs", f"/episodes/{i}/trials")
    episodes = []
    for episode, row in zip(report["episodes"], rows, strict=True):
        known = {name: episode[name] for name in ("index", "scenario_id", "family", "seed", "joint_bound")}
        first = row[0]["inputs"] or row[0]
        episodes.append(known | {"max_evacuated": first["max_evacuated"]})
    model = {name: value for name, value in report["model"].items() if name != "trials"}
    trials = [[row[trial] for row in rows] for trial in range(count)]
    return assembled(model, report["target"], report["disclosure"], episodes, trials)


def check_versions(report: dict[str, Any]) -> None:
    """The versions by which a report can be worked out at all."""
    for name, known in (("scoring", "1.0"), ("constants_digest", CONSTANTS_DIGEST), ("statistics", "1.0")):
        if report["versions"][name] != known:
            raise score_fault("other_version", "/versions/" + name)


def check_target(report: dict[str, Any]) -> None:
    """A pack has an ID and a digest; only a pack's digest can be expected."""
    if (report["target"]["pack_id"] is None) != (report["target"]["pack_digest"] is None):
        raise score_fault("bad_target", "/target/pack_id")
    if report["disclosure"] == "committed" and not report["official"]:
        raise score_fault("bad_target", "/disclosure")


def check_schedule(report: dict[str, Any]) -> None:
    """Indices, pairs of scenario and seed, and families, episode by episode."""
    before: list[dict[str, Any]] = []
    for i, episode in enumerate(report["episodes"]):
        if episode["index"] != i:
            raise score_fault("bad_schedule", f"/episodes/{i}/index")
        alike = [other for other in before if other["scenario_id"] == episode["scenario_id"]]
        if any(other["seed"] == episode["seed"] for other in alike):
            raise score_fault("bad_schedule", f"/episodes/{i}/seed")
        if any(other["family"] != episode["family"] for other in alike):
            raise score_fault("bad_schedule", f"/episodes/{i}/family")
        before.append(episode)


def check_absent(report: dict[str, Any]) -> None:
    """A trial without a result has nothing but gaps."""
    for j, result in enumerate(report["model"]["results"]):
        failures = {episode["trials"][j]["failure"] for episode in report["episodes"]}
        if result is None and failures != {"missing"}:
            raise score_fault("bad_evidence", f"/model/results/{j}")


def check_person(row: dict[str, Any], pointer: str, i: int) -> None:
    """The facts about one person."""
    savable, evacuated = row["earliest"] is not None, row["outcomes"] == "evacuated"
    for name in ("danger_ref", "moves_ref"):
        if (row[name] is not None) != savable:
            raise score_fault("bad_evidence", f"{pointer}/{name}")
    for name in ACTUAL:
        if (row[name] is not None) != evacuated:
            raise score_fault("bad_evidence", f"{pointer}/{name}/{i}")
    if not evacuated:
        return
    if not savable:
        raise score_fault("bad_evidence", f"{pointer}/earliest/{i}")
    for low, high in (
        ("earliest", "steps"),
        ("danger_ref", "danger"),
        ("danger", "steps"),
        ("moves_ref", "moves"),
        ("moves", "steps"),
    ):
        if row[high] < row[low]:
            raise score_fault("bad_evidence", f"{pointer}/{high}/{i}")


def check_events(evidence: dict[str, Any], pointer: str) -> None:
    """The events, by snapshot and person."""
    events = evidence["events"]
    ends = dict(zip(evidence["people"]["ids"], evidence["people"]["steps"], strict=True))
    for i, person in enumerate(events["people"]):
        snapshot, earliest, resolved = events["snapshots"][i], events["earliest"][i], events["resolved"][i]
        if person not in ends:
            raise score_fault("bad_evidence", f"{pointer}/people/{i}")
        if snapshot == 0 or (i > 0 and (snapshot, person) <= (events["snapshots"][i - 1], events["people"][i - 1])):
            raise score_fault("bad_evidence", f"{pointer}/snapshots/{i}")
        if earliest is not None and not (snapshot < earliest <= resolved):
            raise score_fault("bad_evidence", f"{pointer}/earliest/{i}")
        if resolved < snapshot or ends[person] not in (None, resolved):
            raise score_fault("bad_evidence", f"{pointer}/resolved/{i}")


def check_record(trial: dict[str, Any], place: str) -> None:
    """What only a record has: its digest and diagnostics always, evidence perhaps (SCO-9.3)."""
    failed = trial["failure"] is not None
    for name in ("record_digest", "crowd"):
        if failed and trial[name] is not None or not failed and trial[name] is None:
            raise score_fault("bad_evidence", f"{place}/{name}")
    if failed and trial["evidence"] is not None:
        raise score_fault("bad_evidence", f"{place}/evidence")


def check_episode(episode: dict[str, Any], pointer: str) -> None:
    """The trials of one episode: the same references, possible facts, and a possible joint bound."""
    known: list[Any] = []
    for j, trial in enumerate(episode["trials"]):
        place = f"{pointer}/trials/{j}"
        if trial["max_evacuated"] != episode["max_evacuated"]:
            raise score_fault("bad_evidence", place + "/max_evacuated")
        if (trial["inputs"] is None) == (trial["failure"] is None):
            raise score_fault("bad_evidence", place + "/failure")
        check_record(trial, place)
        if trial["evidence"] is None:
            continue
        people = trial["evidence"]["people"]
        if people["ids"] != sorted(set(people["ids"])):
            raise score_fault("bad_evidence", place + "/evidence/people/ids")
        for i, values in enumerate(zip(*people.values(), strict=True)):
            check_person(dict(zip(people, values, strict=True)), place + "/evidence/people", i)
        check_events(trial["evidence"], place + "/evidence/events")
        known.append([people[name] for name in ("ids", "earliest", "danger_ref", "moves_ref")])
        if known[-1] != known[0]:
            raise score_fault("bad_evidence", place + "/evidence/people")
    saved = [trial["inputs"]["evacuated"] for trial in episode["trials"] if trial["inputs"] is not None]
    bound = episode["joint_bound"]
    if bound is not None and not (max(saved, default=0) <= bound <= episode["max_evacuated"]):
        raise score_fault("bad_evidence", pointer + "/joint_bound")


def read_report(data: bytes) -> dict[str, Any]:
    """A report that can be true; raises the first Fault (SCO-8.6)."""
    given: dict[str, Any] = check(read_tree(data), REPORT)
    check_versions(given)
    check_target(given)
    check_schedule(given)
    again = worked_out(given)
    pointer = differs_at(again["episodes"], given["episodes"], "/episodes") or differs_at(again, given, "")
    if pointer is not None:
        raise score_fault("report_differs", pointer)
    check_absent(again)
    for i, episode in enumerate(again["episodes"]):
        check_episode(episode, f"/episodes/{i}")
    return again
