"""The work of `verify-transcript`: every chain is computed anew, every episode played again."""

import argparse
import json
from collections.abc import Callable, Iterator
from typing import Any

from packs import result
from packs.difference import first_difference
from packs.evaluation import signature, transcript
from packs.evaluation.episode import Course
from packs.evaluation.transcript import Entry, Reader
from packs.pack import Pack
from packs.result import EpisodeLine, ResultFile
from simulator import canonical
from simulator.errors import InputError, UsageError
from tools import cli, models

_ALIKE = ("submission_id", "model_id", "trial", "pack_digest")


def faults(pack: Pack, found: ResultFile, reader: Reader) -> Iterator[str]:
    """What is wrong with a result and its transcript, in words; nothing where they agree.

    Raises:
        InputError, DocumentError: one of them can't be read, or has an adapter that is not known.
    """
    header = reader.header
    extract = models.extractor(header["settings"])
    inference = canonical.digest(header["settings"])
    for name, own in (*((name, header[name]) for name in _ALIKE), ("inference_digest", inference)):
        if found.header[name] != own:
            yield f"the transcript is of another result: {name} differs"
    if header["pack_digest"] != pack.digest:
        yield "the transcript is of another pack"
    if found.header["evaluation_manifest"] != pack.manifest:
        yield "the result's evaluation manifest is not the pack's"
        return
    chains = []
    lines = found.episodes()
    for index, entries in reader.episodes():
        line = next(lines, None)
        if index >= len(pack) or line is None or line.index != index:
            yield f"episode {index}: the result and the pack do not both have it"
            return
        course = _course(pack, index, header, inference, extract)
        yield from (f"episode {index}: {fault}" for fault in _episode(course, entries, line))
        chains.append(course.chain.hex())
    if next(lines, None) is not None or len(chains) != len(pack):
        yield "the transcript does not have every episode"
    if chains != reader.chains:
        yield "the chains are not those of the entries"
    if found.transcript_digest != canonical.digest({"chains": reader.chains}):
        yield "the result names another transcript digest"


def _course(
    pack: Pack, index: int, header: dict[str, Any], inference: str, extract: Callable[[bytes], bytes]
) -> Course:
    episode = pack.episode(index)
    first = transcript.start(header["submission_id"], header["trial"]["index"], index, inference)
    return Course(episode.scenario, episode.seed, first, extract)


def _episode(course: Course, entries: list[Entry], line: EpisodeLine) -> Iterator[str]:
    for entry in entries:
        try:
            course.take(entry)
        except InputError as error:
            yield error.message
            return
    if not course.ended:
        yield "the transcript ends before the episode does"
        return
    expected = course.line(line.index)
    if expected != line.data:
        pointer = first_difference(line.document(), json.loads(expected))
        yield f"the answers give rise to another episode than the result has, at {pointer}"


def check(options: argparse.Namespace) -> None:
    """Refuses options that do not go together.

    Raises:
        UsageError: `needs_signers`.
    """
    given = options.signature, options.allowed_signers, options.identity
    if any(given) and not all(given):
        raise UsageError("needs_signers", "--signature, --allowed-signers and --identity go together")


def run(options: argparse.Namespace) -> int:
    """The command."""
    check(options)
    pack = cli.load_pack(options.pack)
    with result.opened(options.result) as found, transcript.opened(options.transcript) as reader:
        told = list(faults(pack, found, reader))
    if options.signature:
        bad = signature.fault(options.result, options.signature, options.allowed_signers, options.identity)
        told += [f"the signature is not good: {bad}"] if bad else []
    if options.json:
        print(canonical.encode({"good": not told, "faults": told}).decode())
    else:
        print("\n".join(told) or f"good: {len(pack)} episodes follow from the answers")
    return 1 if told else 0
