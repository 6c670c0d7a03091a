"""Evaluation results: JSON lines, their shapes, and the authentication of a trial (PCK-9, SCO-2, ENC-4)."""

import hashlib
import re
import zlib
from collections.abc import Iterator
from typing import Any

from conformance.second_reading.bounds import CapacityExceeded
from conformance.second_reading.canonical import canonical, digest
from conformance.second_reading.fire import fire_world_digest
from conformance.second_reading.jsonshape import COUNT, HEX_DIGEST, IDENTIFIER, Shape, check
from conformance.second_reading.jsonsyntax import DOCUMENT_LIMIT, Fault, Node, read_tree
from conformance.second_reading.metrics import metrics
from conformance.second_reading.pack import EVALUATION_MANIFEST, check_target, refuse_meaning, schedule_faults
from conformance.second_reading.records import METRICS, RECORD
from conformance.second_reading.replay import first_divergence
from conformance.second_reading.scenario import Document
from conformance.second_reading.score import score_episode

DIGEST_OR_NULL: Shape = ("null_or", HEX_DIGEST)
RESULT_HEADER: Shape = (
    "object",
    {
        "evaluation_version": ("choice", ("1.0",)),
        "metrics_version": ("choice", ("1.0",)),
        "model_id": IDENTIFIER,
        "submission_id": IDENTIFIER,
        "trial": ("object", {"index": ("integer", 0, 9999), "count": ("integer", 1, 10000)}, set()),
        "stochastic": ("boolean",),
        "inference_digest": DIGEST_OR_NULL,
        "pack_digest": DIGEST_OR_NULL,
        "evaluation_manifest": EVALUATION_MANIFEST,
    },
    set(),
)
FOOTER: Shape = (
    "object",
    {"episodes": COUNT, "failures": COUNT, "transcript_digest": DIGEST_OR_NULL, "digest": HEX_DIGEST},
    set(),
)
FAILED: Shape = (
    "object",
    {"index": COUNT, "failure": ("choice", ("invalid_output", "model_error", "timeout"))},
    set(),
)
RECORDED: Shape = ("object", {"index": COUNT, "run_record": RECORD, "metrics": METRICS}, set())


def result_fault(code: str, pointer: str = "") -> Fault:
    """A fault of SCO-2.3."""
    return Fault("result", code, pointer)


RECORD_BEGINS = re.compile(rb'\{"index":(0|[1-9][0-9]{0,15}),"metrics":\{')


def episode_shape(node: Node) -> Shape:
    """The variant of an episode line: with a `failure`, or with a record (PCK-9.3)."""
    keys = [member[0] for member in node.value] if node.kind == "object" else []
    return FAILED if "failure" in keys else RECORDED


EPISODE_LINE: Shape = ("variant", episode_shape)


def decompressed(data: bytes) -> bytes:
    """The bytes of a file, plain or one gzip member; raises Fault (ENC-4.1, ENC-5.8)."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    reader = zlib.decompressobj(31)
    try:
        plain = reader.decompress(data)
    except zlib.error:
        raise result_fault("bad_gzip") from None
    if not reader.eof or reader.unused_data:
        raise result_fault("bad_gzip")
    return plain


def read_line(line: bytes, shape: Shape) -> tuple[Any, Any]:
    """Tree and value of one line, which must be its canonical bytes (PCK-9.1)."""
    tree = read_tree(line, DOCUMENT_LIMIT)
    value = check(tree, shape)
    if canonical(value) != line:
        raise result_fault("not_canonical")
    return tree, value


def next_line(plain: bytes, at: int) -> tuple[bytes, int]:
    """The line that begins at a place, without its 0A, and where the next one begins (ENC-4.3)."""
    end = plain.find(b"\n", at)
    if end < 0:
        raise result_fault("cut_short")
    return plain[at:end], end + 1


class ResultFile:
    """A result, read from its first line to its last; `footer` is there at the end (PCK-9)."""

    def __init__(self, data: bytes) -> None:
        self.plain = decompressed(data)
        line, self.at = next_line(self.plain, 0)
        self.tree, self.header = read_line(line, RESULT_HEADER)
        self.footer: dict[str, Any] = {}

    def claims(self) -> Iterator[tuple[int, bytes]]:
        """Index and bytes of every episode line; the footer is checked behind the last (PCK-9.3, PCK-9.4)."""
        count = failures = 0
        before = -1
        while True:
            start = self.at
            line, self.at = next_line(self.plain, start)
            if line.startswith(b'{"digest":'):
                break
            index, failed = claimed_index(line)
            if index <= before:
                raise result_fault("repeated_episode" if index == before else "not_sorted")
            before, count, failures = index, count + 1, failures + failed
            yield index, line
        footer = read_line(line, FOOTER)[1]
        if (footer["episodes"], footer["failures"]) != (count, failures):
            raise result_fault("footer_differs")
        if footer["digest"] != hashlib.sha256(self.plain[:start]).hexdigest():
            raise result_fault("footer_differs")
        if self.at != len(self.plain):
            raise result_fault("after_footer")
        self.footer = footer


def claimed_index(line: bytes) -> tuple[int, bool]:
    """The episode that a line is for, and whether it declares a failure; a record is not read yet (PCK-9.3)."""
    match = RECORD_BEGINS.match(line)
    if match:
        return int(match.group(1)), False
    value = read_line(line, EPISODE_LINE)[1]
    return value["index"], "failure" in value


def read_lines(data: bytes) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The episode lines and the footer of a result, compared with nothing else (PCK-9)."""
    file = ResultFile(data)
    lines = [read_line(line, EPISODE_LINE)[1] for _, line in file.claims()]
    return lines, file.footer


def check_header(tree: Any, header: dict[str, Any], target: dict[str, Any]) -> None:
    """The trial, the manifest and the pack digest of a header (SCO-2.2, 2)."""
    if header["trial"]["index"] >= header["trial"]["count"]:
        raise result_fault("bad_trial", "/trial/index")
    if target["digest"] is not None:
        if header["evaluation_manifest"] != target["schedule"]:
            raise result_fault("other_manifest", "/evaluation_manifest")
    else:
        faults = schedule_faults(header["evaluation_manifest"])
        inside = [("/evaluation_manifest" + pointer, code) for pointer, code in faults]
        refuse_meaning(tree, inside, ["repeated", "not_sorted"], "")
        check_target(header["evaluation_manifest"], target["suite"], "")
    if header["pack_digest"] is not None and header["pack_digest"] != target["digest"]:
        raise result_fault("other_pack", "/pack_digest")


def name_of_difference(pointer: str) -> str:
    """What the first difference between a record and its replay is called (SCO-2.3)."""
    parts = pointer.split("/")[1:]
    if parts[0] == "header":
        return "other_version"
    if parts[0] == "initial_state":
        return "rng_differs" if "rng_state" in parts else "start_differs"
    if len(parts) <= 2:
        return ["run_cut_short", "run_goes_on"][len(parts) - 1]
    member, rest = parts[2], parts[3:]
    if member == "state":
        member = rest[0]
    if member == "movements" or member == "people":
        if "position" in rest[1:]:
            return "position_differs"
        return "outcome_differs" if member == "movements" else "status_differs"
    names = {"step": "numbering_differs", "actions": "actions_refused", "rng_state": "rng_differs"}
    names |= {"ignitions": "ignition_differs", "burning": "ignition_differs", "trapped": "trapped_differs"}
    names |= {"evacuations": "evacuation_differs", "casualties": "casualty_differs"}
    return names.get(member, "end_differs")


def authenticate_record(document: Document, episode: dict[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    """The score of one episode line with a record; raises Fault (SCO-2.2, 3 to 6)."""
    record = line["run_record"]
    for key in ("scenario_id", "scenario_hash", "seed"):
        if record["header"][key] != episode[key]:
            raise result_fault("other_seed" if key == "seed" else "swapped_episode", "/run_record/header/" + key)
    divergence = first_divergence(document, record)
    if divergence is not None:
        raise result_fault(name_of_difference(divergence[1]), "/run_record" + divergence[1])
    if metrics(document, record) != line["metrics"]:
        raise result_fault("metrics_differ", "/metrics")
    try:
        scored = score_episode(document, episode["seed"], record)
    except CapacityExceeded:
        raise result_fault("capacity_exceeded") from None
    crowd = line["metrics"]["crowd"]
    return scored | {"failure": None, "record_digest": digest(record), "crowd": crowd}


def outcome_of(line: bytes | None, document: Document, episode: dict[str, Any]) -> dict[str, Any]:
    """What an episode line, or its absence, comes to; raises Fault (SCO-2.2, 3 to 6)."""
    if line is None:
        return {"failure": "missing"}
    claim = read_line(line, EPISODE_LINE)[1]
    if "failure" in claim:
        return {"failure": claim["failure"]}
    return authenticate_record(document, episode, claim)


def read_trials(files: list[ResultFile | None], target: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Per trial a result for each scheduled episode; raises the first Fault by episode and trial (SCO-2.2, SCO-2.3)."""
    header = next(file.header for file in files if file is not None)
    schedule = (target["record"] or header["evaluation_manifest"])["episodes"]
    claims = [iter(()) if file is None else file.claims() for file in files]
    waiting: list[tuple[int, bytes] | None] = [None for _ in files]
    results: list[list[dict[str, Any]]] = [[] for _ in files]
    for i, episode in enumerate(schedule):
        lines: list[bytes | None] = []
        for trial in range(len(files)):
            claim = waiting[trial] or next(claims[trial], None)
            waiting[trial] = None if claim is None or claim[0] == i else claim
            lines.append(claim[1] if claim is not None and claim[0] == i else None)
        document = target["scenarios"][episode["scenario_id"]]
        if "fire_world" in episode and fire_world_digest(document, episode["seed"]) != episode["fire_world"]:
            raise Fault("pack", "fire_world_differs", f"/episodes/{i}/fire_world")
        for trial, line in enumerate(lines):
            results[trial].append(outcome_of(line, document, episode))
    for trial in range(len(files)):
        if waiting[trial] or next(claims[trial], None):
            raise result_fault("unscheduled")
    return results


def read_result(data: bytes, target: dict[str, Any]) -> dict[str, Any]:
    """Header, footer, and a result for every scheduled episode, gaps `missing`; raises the first Fault (SCO-2.2).

    `target` is what verify_pack gives; for a bare suite `digest` and `record` are None.
    """
    file = ResultFile(data)
    check_header(file.tree, file.header, target)
    results = read_trials([file], target)[0]
    return {"header": file.header, "footer": file.footer, "results": results}


def check_together(files: list[ResultFile]) -> None:
    """Whether files, by trial, are trials of one submission; raises Fault (PCK-9.5, SCO-2.3)."""
    first = files[0].header
    seen: list[int] = []
    for file in files:
        index, count = file.header["trial"]["index"], file.header["trial"]["count"]
        if index >= count:
            raise result_fault("bad_trial")
        same = {name: file.header[name] for name in file.header if name != "trial"}
        if same != {name: first[name] for name in same} or count != first["trial"]["count"]:
            raise result_fault("other_submission")
        if index in seen:
            raise result_fault("repeated_trial")
        seen.append(index)


def read_submission(results: list[bytes], target: dict[str, Any]) -> list[dict[str, Any] | None]:
    """What read_result gives, for each trial that the headers promise; None is an absent one (SCO-2.2, SCO-12)."""
    files = sorted([ResultFile(data) for data in results], key=lambda file: int(file.header["trial"]["index"]))
    check_together(files)
    for file in files:
        check_header(file.tree, file.header, target)
    placed = {file.header["trial"]["index"]: file for file in files}
    trials = [placed.get(index) for index in range(files[0].header["trial"]["count"])]
    found = read_trials(trials, target)
    return [
        None if file is None else {"header": file.header, "footer": file.footer, "results": outcomes}
        for file, outcomes in zip(trials, found, strict=True)
    ]
