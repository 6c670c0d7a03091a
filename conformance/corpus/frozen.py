"""Packs and results that definitions describe, and what a forger does to them (PCK-2, PCK-9).

A pack is `{worlds: [[name, family], …], seeds: [0, …]}`, the files built by the product; `edits` then change them.
A result is the trial of a policy, or of told moves, on a pack.
"""

import base64
import json
import struct
import zlib
from typing import Any

from conformance.corpus.runs import play
from conformance.corpus.spelling import edited, replaced, spell
from conformance.corpus.worlds import World, text
from packs import pack, result, suite, verify
from packs.generator import generate
from packs.generator.config import from_value, preset
from packs.source import Files, Memory
from packs.versions import EVALUATION_VERSION
from simulator import canonical, scenario
from simulator.metrics import episode_metrics
from simulator.versions import METRICS_VERSION

_GZIP = bytes.fromhex("1f8b08000000000000ff")

Document = dict[str, Any]
Worlds = dict[str, World]


def plain(data: bytes) -> Document:
    """Bytes as a definition's document: base64 (ENC-4)."""
    return {"base64": base64.b64encode(data).decode()}


def pack_files(told: Document, worlds: Worlds) -> Files:
    """The files of a pack, edited as it is told (PCK-2)."""
    files = _generated(told) if "generate" in told else _built(told, worlds)
    for change in told.get("edits", []):
        files = _changed(files, change)
    return files


def _built(told: Document, worlds: Worlds) -> Files:
    entries, data = [], {}
    for place, (name, *families) in enumerate(told["worlds"]):
        spelled = text({**worlds[name], "id": worlds[name].get("id", name)}).encode()
        found = scenario.parse(spelled)
        data[suite.file_name(place)] = canonical.encode(found.document)
        entries.append((found, families[0], families))
    manifest = canonical.encode(suite.make_manifest("corpus", "1.0", entries))
    return pack.build(told.get("pack_id", "corpus"), manifest, data, told.get("seeds", [0]))


def _generated(told: Document) -> Files:
    """A pack of a generated suite: one scenario of each family that is named (PCK-11)."""
    document = preset(told["generate"], told.get("count", 1)).document
    for entry in document["families"]:
        entry["parameters"] |= told.get("parameters", {})
    config = from_value(document)
    made = list(generate.generate(config, told.get("batch", 1)))
    manifest = canonical.encode(generate.suite_manifest(config, told.get("batch", 1), [one.listed for one in made]))
    record = canonical.encode(generate.generation(config, told.get("batch", 1), [one.pinned for one in made]))
    data = {one.path.rpartition("/")[2]: canonical.encode(one.scenario.document) for one in made}
    return pack.build("generated", manifest, data, told.get("seeds", [0]), record)


def _changed(files: Files, change: Document) -> Files:
    """One change: a file's values, text or bytes; a file more, fewer or renamed; or the record listed anew."""
    out = dict(files)
    if "file" in change:
        out[change["file"]] = _file(out.get(change["file"], b""), change)
    if "remove" in change:
        del out[change["remove"]]
    if "rename" in change:
        old, new = change["rename"]
        out[new] = out.pop(old)
    return relisted(out, change.get("rebuild", False)) if change.get("relist") else out


def _file(data: bytes, change: Document) -> bytes:
    if "set" in change:
        return spell(edited(json.loads(data), change["set"])).encode()
    if "canonical" in change:
        return canonical.encode(edited(json.loads(data), change["canonical"]))
    if "replace" in change:
        return replaced(data.decode(), change["replace"]).encode()
    if "hex" in change:
        return bytes.fromhex(change["hex"])
    return str(change["text"]).encode()


def relisted(files: Files, rebuild: bool) -> Files:
    """The files with a record that lists them as they are; rebuilt, its hashes and worlds follow them too (PCK-2.2)."""
    record = json.loads(files[pack.RECORD])
    others = {path: data for path, data in files.items() if path != pack.RECORD}
    record["files"] = sorted([path, canonical.sha256_hex(data)] for path, data in others.items())
    if rebuild:
        record["evaluation_manifest_hash"] = canonical.sha256_hex(files[pack.MANIFEST])
    return files | {pack.RECORD: canonical.encode(record)}


def encoded(files: Files) -> dict[str, str]:
    """The files as the protocol takes them (PCK-2)."""
    return {path: base64.b64encode(data).decode() for path, data in sorted(files.items())}


def result_bytes(told: Document, files: Files, worlds: Worlds) -> bytes:
    """The result of a trial on a pack, edited as it is told; the footer is right but where it is edited (PCK-9)."""
    frozen = verify.load(Memory(files))
    lines: list[Any] = [_header(told, frozen)]
    lines += [_line(frozen, index, one, worlds) for index, one in enumerate(told["episodes"]) if one != "gap"]
    lines = edited(lines, told.get("edits", []))
    bodies = [line if isinstance(line, str) else canonical.encode(line).decode() for line in lines]
    body = replaced("".join(line + "\n" for line in bodies), told.get("replace", [])).encode()
    footer = {
        "episodes": len(lines) - 1,
        "failures": sum(isinstance(line, dict) and "failure" in line for line in lines),
        "transcript_digest": None,
        "digest": canonical.sha256_hex(body),
    }
    end = canonical.encode(edited(footer, told.get("footer", []))) + b"\n"
    data = replaced((body + end).decode(), told.get("after", [])).encode() + told.get("tail", "").encode()
    return gzip_member(data) + bytes.fromhex(told.get("behind", "")) if told.get("gzip") else data


def gzip_member(data: bytes) -> bytes:
    """A gzip member that stores its data as they are: a compressor's bytes would hang on its version (ENC-4.1)."""
    sizes = struct.pack("<HH", len(data), len(data) ^ 0xFFFF)
    return _GZIP + b"\1" + sizes + data + struct.pack("<LL", zlib.crc32(data), len(data))


def _header(told: Document, frozen: pack.Pack) -> Document:
    trial = told.get("trial", [0, 1])
    return {
        "evaluation_version": EVALUATION_VERSION,
        "metrics_version": METRICS_VERSION,
        "model_id": told.get("model", "model"),
        "submission_id": told.get("submission", "submission"),
        "trial": {"index": trial[0], "count": trial[1]},
        "stochastic": told.get("stochastic", False),
        "inference_digest": told.get("inference"),
        "pack_digest": frozen.digest if told.get("bound", True) else None,
        "evaluation_manifest": frozen.manifest,
    }


def _line(frozen: pack.Pack, index: int, told: Any, worlds: Worlds) -> Document:
    """One episode: the kind of its failure, a policy's name, or moves (PCK-9.3)."""
    if told in result.FAILURES:
        return {"index": index, "failure": told}
    found = frozen.episode(index)
    name = found.scenario.scenario_id
    world = next(world for key, world in worlds.items() if world.get("id", key) == name) | {"id": name}
    moves, policy = ([], told) if isinstance(told, str) else (told, "")
    run = play(world, found.seed, moves, policy)
    return {"index": index, "run_record": run.document(), "metrics": episode_metrics(run)}
