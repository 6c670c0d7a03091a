"""Inputs of a score that contradict themselves (SCO-4.2.8)."""

from typing import Any

ID_LISTS = ["avoidable_casualty_ids", "avoidable_stranded_ids", "unavoidable_casualty_ids", "unavoidable_stranded_ids"]
COUNTS = ["people", "max_evacuated", "evacuated", "sum_l", "q_exit", "q_cut", "sum_steps", "danger_ref", "danger"]
COUNTS += ["moves_ref", "moves", "events", "recoverable", "recovery_ref", "recovery"]
CHAINS = [
    ["evacuated", "sum_l", "q_exit", "q_cut", "sum_steps"],
    ["evacuated", "moves_ref", "moves", "sum_steps"],
    ["danger_ref", "danger", "sum_steps"],
    ["recoverable", "recovery_ref", "recovery"],
    ["recoverable", "events"],
]
ACTUAL = [("q_cut", "sum_steps"), ("moves_ref", "moves"), ("danger_ref", "danger"), ("recovery_ref", "recovery")]

Contradiction = tuple[str, str]


def in_lists(inputs: dict[str, Any]) -> Contradiction | None:
    """Code and pointer of what is wrong with the lists of IDs, or with what they add up to."""
    lost: list[str] = []
    for name in ID_LISTS:
        ids = inputs[name]
        if ids != sorted(set(ids)):
            return "ids_unsorted", "/" + name
        if set(ids) & set(lost):
            return "ids_overlap", "/" + name
        lost = lost + ids
    avoidable = inputs["evacuated"] + len(inputs[ID_LISTS[0]]) + len(inputs[ID_LISTS[1]])
    if inputs["max_evacuated"] != avoidable:
        return "ids_miscounted", "/max_evacuated"
    if inputs["people"] != inputs["evacuated"] + len(lost):
        return "ids_miscounted", "/people"
    return None


def in_counts(inputs: dict[str, Any]) -> Contradiction | None:
    """Code and pointer of what is wrong with the counts."""
    for name in COUNTS:
        if inputs[name] < 0:
            return "count_out_of_range", "/" + name
    for chain in CHAINS:
        for low, high in zip(chain, chain[1:], strict=False):
            if inputs[high] < inputs[low]:
                return ("below_bound" if (low, high) in ACTUAL else "count_out_of_range"), "/" + high
    for name, over in (("sum_steps", "evacuated"), ("recovery", "recoverable")):
        if inputs[name] > 0 and inputs[over] == 0:
            return "count_out_of_range", "/" + name
    return None


def contradiction(inputs: dict[str, Any]) -> Contradiction | None:
    """Code and pointer of the first contradiction, or None."""
    return in_lists(inputs) or in_counts(inputs)
