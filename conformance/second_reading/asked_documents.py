"""The operations on documents, words, packs and results."""

from collections.abc import Callable
from typing import Any

from conformance.second_reading import formats, pack
from conformance.second_reading.asked import Case, data_of, files_of
from conformance.second_reading.canonical import canonical, digest, word_text
from conformance.second_reading.foreign import read_report
from conformance.second_reading.jsonshape import (
    LARGEST,
    Shape,
    check,
    check_integer,
    check_probability,
    has_lone_surrogate,
    pointer_to,
    shape_fault,
)
from conformance.second_reading.jsonsyntax import ACTION_LIMIT, DOCUMENT_LIMIT, Node, read_tree
from conformance.second_reading.observe import ACTION_OUTPUT
from conformance.second_reading.records import METRICS, RECORD, SNAPSHOT
from conformance.second_reading.refusal import refusing
from conformance.second_reading.result import EPISODE_LINE, FOOTER, RESULT_HEADER, read_lines
from conformance.second_reading.rng import draw, start_of_stream, succeeds, threshold
from conformance.second_reading.scenario import CODES, SCENARIO, meaning_faults

Meaning = Callable[[Any], list[tuple[str, str]]]

KINDS: dict[str, tuple[Shape, Meaning]] = {
    "action_output": (ACTION_OUTPUT, lambda value: []),
    "episode_metrics": (METRICS, lambda value: []),
    "evaluation_manifest": (pack.EVALUATION_MANIFEST, lambda value: []),
    "generation": (formats.GENERATION, formats.generation_faults),
    "generator_config": (formats.CONFIG, formats.config_faults),
    "observation": (formats.OBSERVATION, lambda value: []),
    "operational_record": (formats.OPERATIONAL, formats.operational_faults),
    "pack": (pack.PACK_RECORD, lambda value: []),
    "plan": (formats.PLAN, formats.plan_faults),
    "result_episode": (EPISODE_LINE, lambda value: []),
    "result_footer": (FOOTER, lambda value: []),
    "result_header": (RESULT_HEADER, lambda value: []),
    "run_record": (RECORD, lambda value: []),
    "scenario": (SCENARIO, meaning_faults),
    "snapshot": (SNAPSHOT, lambda value: []),
    "suite_manifest": (pack.SUITE_MANIFEST, pack.suite_faults),
}
CODES_OF_MEANING = [*CODES, "not_a_family", "bad_file_name", "out_of_range", "not_lowest_terms", "cost_without_unit"]


def value_of(node: Node, pointer: str = "") -> Any:
    """The value of any tree, its numbers integers or doubles (ENC-1.3, ENC-1.4)."""
    if node.kind == "string":
        if has_lone_surrogate(node.value):
            raise shape_fault("lone_surrogate", pointer)
        return node.value
    if node.kind == "number":
        return number_of(node.value, pointer)
    if node.kind == "array":
        return [value_of(child, pointer_to(pointer, i)) for i, child in enumerate(node.value)]
    if node.kind != "object":
        return {"true": True, "false": False, "null": None}[node.kind]
    values: dict[str, Any] = {}
    for key, _, child in node.value:
        if has_lone_surrogate(key):
            raise shape_fault("lone_surrogate", pointer)
        if key in values:
            raise shape_fault("duplicate_key", pointer_to(pointer, key))
        values[key] = value_of(child, pointer_to(pointer, key))
    return values


def number_of(token: str, pointer: str) -> Any:
    """The integer of a token of digits, the double of any other (ENC-1.3)."""
    if not any(mark in token for mark in ".eE"):
        return check_integer(token, -LARGEST, LARGEST, pointer)
    value = float(token)
    if repr(value) in ("inf", "-inf"):
        raise shape_fault("number_overflow", pointer)
    return value


def json_canonical(case: Case) -> Case:
    """`json.canonical`."""
    with refusing():
        value = value_of(read_tree(data_of(case["document"])))
    return {"canonical": canonical(value).decode("utf-8"), "digest": digest(value)}


def document_read(case: Case) -> Case:
    """`document.read`."""
    data, kind = data_of(case["document"]), case["kind"]
    with refusing():
        if kind == "report":
            return {"digest": digest(read_report(data))}
        tree = read_tree(data, ACTION_LIMIT if kind == "action_output" else DOCUMENT_LIMIT)
        shape, meaning = KINDS[kind]
        value = check(tree, shape)
        pack.refuse_meaning(tree, meaning(value), CODES_OF_MEANING, "")
    return {"digest": digest(value)}


def drawn_words(state: int, count: int) -> Case:
    """The next words of a state."""
    words = []
    for _ in range(count):
        state, word = draw(state)
        words.append(word_text(word))
    return {"words": words, "end_state": word_text(state)}


def rng_stream(case: Case) -> Case:
    """`rng.stream`."""
    state = start_of_stream(case["seed"], case["label"])
    return {"state": word_text(state)} | drawn_words(state, case["count"])


def rng_words(case: Case) -> Case:
    """`rng.words`."""
    return drawn_words(int(case["state"], 16), case["count"])


def rng_bernoulli(case: Case) -> Case:
    """`rng.bernoulli`."""
    with refusing():
        probability = check_probability(case["probability"], "")
    state, successes = int(case["state"], 16), []
    for _ in range(case["count"]):
        state, word = draw(state)
        successes.append(succeeds(word, probability))
    return {"threshold": str(threshold(probability)), "successes": successes, "end_state": word_text(state)}


def pack_verify(case: Case) -> Case:
    """`pack.verify`."""
    with refusing():
        return {"digest": pack.verify_pack(files_of(case), case["expected_digest"])["digest"]}


def result_read(case: Case) -> Case:
    """`result.read`."""
    with refusing():
        lines, footer = read_lines(data_of(case["result"]))
    return {
        "episodes": len(lines),
        "failures": sum(1 for line in lines if "failure" in line),
        "digest": footer["digest"],
    }


DOCUMENT_OPERATIONS = {
    "json.canonical": json_canonical,
    "document.read": document_read,
    "rng.stream": rng_stream,
    "rng.words": rng_words,
    "rng.bernoulli": rng_bernoulli,
    "pack.verify": pack_verify,
    "result.read": result_read,
}
