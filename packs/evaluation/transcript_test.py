"""The chain hangs on every bit of what was shown and answered; the file is read strictly (PCK-16)."""

import gzip
import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packs.evaluation.transcript import Answered, Entry, Failed, Writer, link, opened, start
from simulator import canonical
from simulator.errors import InputError

HEADER: dict[str, Any] = {
    "transcript_version": "1.0",
    "submission_id": "s",
    "model_id": "m",
    "trial": {"index": 0, "count": 1},
    "pack_digest": "a" * 64,
    "settings": {"adapter": "test", "list": ["1", 2, None, True, {"deep": "x"}]},
}
EPISODES: list[list[Entry]] = [
    [Answered(0, "b" * 64, b"one"), Answered(1, "c" * 64, b"\xfftwo")],
    [Failed("timeout", b"")],
    [Answered(0, "b" * 64, b""), Failed("invalid_output", b"x")],
]


def chain(entries: list[Entry], episode: int = 0) -> bytes:
    value = start("s", 0, episode, "d" * 64)
    for entry in entries:
        value = link(value, entry)
    return value


def written() -> bytes:
    stream = io.BytesIO()
    writer = Writer(stream, HEADER)
    for number, entries in enumerate(EPISODES):
        for entry in entries:
            writer.entry(entry)
        writer.end(chain(entries, number))
    writer.finish()
    return stream.getvalue()


def test_the_chain_by_hand() -> None:
    def sha(data: bytes) -> bytes:
        return hashlib.sha256(data).digest()

    value = sha(b'{"episode":2,"inference_digest":"%b","submission_id":"s","trial":0}' % (b"d" * 64))
    value = sha(value + b'{"observation":"%b","received":"%b","step":0}' % (b"b" * 64, sha(b"").hex().encode()))
    value = sha(value + b'{"failure":"invalid_output","received":"%b"}' % sha(b"x").hex().encode())
    assert chain(EPISODES[2], 2) == value


def test_the_chain_hangs_on_everything() -> None:
    good: list[Entry] = [Answered(0, "b" * 64, b"one"), Failed("timeout", b"two")]
    first = start("s", 0, 0, "d" * 64)
    values = {first, link(first, good[0]), link(link(first, good[0]), good[1]), link(link(first, good[1]), good[0])}
    values |= {start("t", 0, 0, "d" * 64), start("s", 1, 0, "d" * 64), start("s", 0, 1, "d" * 64)}
    values |= {start("s", 0, 0, "e" * 64), link(first, Answered(1, "b" * 64, b"one"))}
    values |= {link(first, Answered(0, "c" * 64, b"one")), link(first, Answered(0, "b" * 64, b"One"))}
    values |= {link(first, Failed("model_error", b"two")), link(first, Failed("timeout", b"too"))}
    assert len(values) == 13


@pytest.mark.parametrize("packed", [False, True])
def test_what_is_written_is_read_again(tmp_path: Path, packed: bool) -> None:
    data = written()
    path = tmp_path / "t.jsonl"
    path.write_bytes(gzip.compress(data) if packed else data)
    with opened(path) as reader:
        assert reader.header == HEADER
        assert list(reader.episodes()) == list(enumerate(EPISODES))
        assert reader.chains == [chain(entries, number).hex() for number, entries in enumerate(EPISODES)]
    assert all(canonical.encode(json.loads(line)) == line for line in data.splitlines())


def test_the_digest_is_that_of_the_last_line() -> None:
    stream = io.BytesIO()
    writer = Writer(stream, HEADER)
    writer.end(b"\x01" * 32)
    digest = writer.finish()
    last = stream.getvalue().splitlines()[-1]
    assert last == b'{"chains":["' + b"01" * 32 + b'"]}' and digest == hashlib.sha256(last).hexdigest()


Change = Callable[[list[bytes]], object]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda lines: lines.pop(), "cut_short"),
        (lambda lines: lines.append(b"{}"), "after_footer"),
        (lambda lines: lines.pop(0), "unknown_key"),
        (lambda lines: lines.insert(1, lines.pop(3)), "not_sorted"),
        (lambda lines: lines.pop(3), "not_sorted"),
        (lambda lines: lines.__setitem__(1, lines[1].replace(b":", b": ")), "not_canonical"),
        (lambda lines: lines.__setitem__(1, lines[1].replace(b"b25l", b"b25!")), "bad_value"),
        (lambda lines: lines.__setitem__(5, lines[5].replace(b"eA==", b"eB==")), "bad_base64"),
        (lambda lines: lines.__setitem__(3, lines[3].replace(b"timeout", b"missing")), "bad_value"),
        (lambda lines: lines.__setitem__(0, lines[0].replace(b",2,", b",2.5,")), "not_an_integer"),
    ],
)
def test_each_fault_of_a_file(tmp_path: Path, change: Change, code: str) -> None:
    lines = written().splitlines()
    change(lines)
    path = tmp_path / "t.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    with pytest.raises(InputError) as caught, opened(path) as reader:
        list(reader.episodes())
    assert caught.value.code == code and str(path) in str(caught.value)
