"""A journal loses what a crash cut short and nothing else; any other damage is an error (PCK-15)."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from packs.evaluation.journal import PLAN, End, EpisodeLog, Stored, held, in_use, seconds_text
from packs.evaluation.model import Attempt, Usage
from packs.evaluation.partial import PartialResult
from packs.evaluation.transcript import Answered, Failed
from packs.result import write
from simulator import canonical
from simulator.errors import EmberError, IncompleteError, InputError

ITEMS: list[Stored | End] = [
    Stored(Answered(0, "a" * 64, b'{"actions": {}}\n\xff'), "b" * 64, 1_234_567_890, Usage(5, 6), ()),
    Stored(Answered(1, "c" * 64, b""), "d" * 64, 0, Usage(), (Attempt("status_429", "0.25"), Attempt("cut", "1"))),
    Stored(Failed("timeout", b"half"), "e" * 64, 60_000_000_001, Usage(), (), "it was late"),
    End("timeout", "f" * 64),
]


def full(path: Path) -> EpisodeLog:
    log = EpisodeLog(path)
    for item in ITEMS:
        log.append(item)
    return log


def cuts(data: bytes) -> list[int]:
    """Sizes to cut data to: some everywhere, and all around the ends of lines."""
    ends = [at + near for at, byte in enumerate(data) if byte == 10 for near in (0, 1, 2)]
    return sorted({size for size in (*ends, *range(0, len(data), 29)) if size <= len(data)})


def code(act: Callable[[], object]) -> str:
    with pytest.raises(EmberError) as caught:
        act()
    return caught.value.code


def test_what_is_stored_is_read_again(tmp_path: Path) -> None:
    log = full(tmp_path / "e.jsonl")
    assert list(log.items()) == list(EpisodeLog(log.path).items()) == ITEMS
    assert all(canonical.encode(item.document()) in log.path.read_bytes() for item in ITEMS)
    assert list(EpisodeLog(tmp_path / "absent").items()) == []


def test_every_cut_loses_the_last_line_only(tmp_path: Path) -> None:
    log = full(tmp_path / "e.jsonl")
    data = log.path.read_bytes()
    for size in cuts(data):
        log.path.write_bytes(data[:size])
        whole = data[:size].count(b"\n")
        assert list(log.items()) == ITEMS[:whole]
        log.mend()
        assert list(log.items()) == ITEMS[:whole]
        assert log.path.read_bytes() == data[: data[:size].rfind(b"\n") + 1]
    log.append(ITEMS[0])
    assert code(lambda: list(log.items())) == "journal_damaged"


def test_a_long_line_is_cut_as_well(tmp_path: Path) -> None:
    log = EpisodeLog(tmp_path / "e.jsonl")
    log.append(ITEMS[0])
    log.path.write_bytes(log.path.read_bytes() + b"x" * 200_000)
    log.mend()
    assert list(log.items()) == ITEMS[:1]
    log.path.write_bytes(b"x" * 200_000)
    log.mend()
    assert log.path.read_bytes() == b""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"step":0', b'"step":00'),
        (b'"step":0', b'"step": 0'),
        (b'"step":0', b'"stop":0'),
        (b'"step":0', b'"step":0.5'),
        (b'"seconds":"1.234567890"', b'"seconds":"1.23"'),
        (b'"received":"aG', b'"received":"*G'),
        (b'"failure":"timeout"', b'"failure":"missing"'),
        (b'{"end"', b'\n{"end"'),
        (b'{"end"', b'\x00\n{"end"'),
        (b'\n{"attempts"', b'{"attempts"'),
    ],
)
def test_any_other_damage_is_an_error(tmp_path: Path, old: bytes, new: bytes) -> None:
    log = full(tmp_path / "e.jsonl")
    data = log.path.read_bytes()
    log.path.write_bytes(data.replace(old, new, 1))
    assert log.path.read_bytes() != data
    log.mend()
    assert code(lambda: list(log.items())) == "journal_damaged"


def test_base64_that_no_encoder_writes(tmp_path: Path) -> None:
    log = EpisodeLog(tmp_path / "e.jsonl")
    log.append(Stored(Answered(0, "a" * 64, b"a"), "b" * 64, 0, Usage(), ()))
    log.path.write_bytes(log.path.read_bytes().replace(b'"YQ=="', b'"YR=="'))
    assert code(lambda: list(log.items())) == "journal_damaged"


HEADER = {"header": 1}


def part(folder: Path) -> PartialResult:
    return PartialResult(folder / "trial-000.part", HEADER)


def test_a_result_that_grows(tmp_path: Path) -> None:
    assert part(tmp_path).mend() == part(tmp_path).mend() == part(tmp_path).finished() == 0
    part(tmp_path).extend(iter([b"one", b'{"failure":"x"}']))
    assert part(tmp_path).mend() == part(tmp_path).finished() == 2
    part(tmp_path).extend(iter([b"", b"four"]))
    part(tmp_path).finish(tmp_path / "r")
    part(tmp_path).remove()
    with (tmp_path / "expected").open("wb") as stream:
        write(stream, HEADER, [b"one", b'{"failure":"x"}', b"", b"four"])
    assert (tmp_path / "r").read_bytes() == (tmp_path / "expected").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["expected", "r"]


def test_every_cut_of_it_and_of_its_checksums(tmp_path: Path) -> None:
    own = part(tmp_path)
    own.mend()
    own.extend(iter([b"one", b"two", b"", b"four"]))
    # Also what stands there when the footer was written, but the result is not under its name yet.
    data, sums = own.path.read_bytes() + b"footer\n", own.sums.read_bytes()
    for size in cuts(data):
        for kept in (0, 5, 9, 17, 18, len(sums)):
            own.path.write_bytes(data[:size])
            own.sums.write_bytes(sums[:kept])
            whole = min(data[:size].count(b"\n"), kept // 9)
            assert own.mend() == max(0, whole - 1)
            lines = data.splitlines(keepends=True)[: max(1, whole)]
            assert own.path.read_bytes() == b"".join(lines) and own.sums.read_bytes() == sums[: 9 * len(lines)]


def test_damage_of_it(tmp_path: Path) -> None:
    own = part(tmp_path)
    own.mend()
    own.extend(iter([b"one", b"two"]))
    data, sums = own.path.read_bytes(), own.sums.read_bytes()
    for broken in (data.replace(b"one", b"eno"), data.replace(b"one\n", b""), data.replace(b"1", b"2")):
        own.path.write_bytes(broken)
        assert code(own.mend) == "journal_damaged"
    own.path.write_bytes(data)
    own.sums.write_bytes(sums.replace(sums[:4], b"0000"))
    assert code(own.mend) == "journal_damaged"
    own.sums.write_bytes(sums)
    assert code(PartialResult(own.path, {"header": 2}).mend) == "journal_damaged"


def test_the_lines_before_an_error_are_kept(tmp_path: Path) -> None:
    def lines() -> Iterator[bytes]:
        yield b"one"
        raise InputError("no_pack", "gone")

    own = part(tmp_path)
    own.mend()
    assert code(lambda: own.extend(lines())) == "no_pack"
    assert own.mend() == 1


def test_one_holds_it_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    assert not in_use(folder)
    with held(folder) as journal:
        assert in_use(folder) and journal.plan() is None
        assert code(lambda: held(folder).__enter__()) == "journal_in_use"
        journal.begin(b"{}")
        assert journal.plan() == b"{}"
    assert not in_use(folder)
    with held(folder) as journal:
        assert journal.plan() == b"{}"
        journal.remove(1)
    assert not folder.exists()


def test_a_forked_worker_keeps_no_lock(tmp_path: Path) -> None:
    waits, ends = os.pipe()
    hears, tells = os.pipe()
    with held(tmp_path / "journal"):
        child = os.fork()
        if child == 0:
            os.close(ends)
            os.write(tells, b"here")
            os.read(waits, 1)
            os._exit(0)
        assert os.read(hears, 4) == b"here"
    assert not in_use(tmp_path / "journal")
    for descriptor in (ends, waits, hears, tells):
        os.close(descriptor)
    assert os.waitpid(child, 0)[1] == 0


def test_a_lost_plan_is_damage(tmp_path: Path) -> None:
    with held(tmp_path / "journal") as journal:
        journal.make_trial(0)
        journal.episode(0, 0).append(ITEMS[0])
        assert code(journal.plan) == "journal_damaged"
        (tmp_path / "journal" / PLAN).touch()
        assert journal.plan() == b""


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_can_t_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert code(lambda: held(tmp_path / "journal").__enter__()) == "cannot_write"


def test_a_journal_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "journal").touch()
    with pytest.raises(IncompleteError, match="cannot_write"), held(tmp_path / "journal"):
        pass


def test_seconds() -> None:
    assert seconds_text(0) == "0.000000000" and seconds_text(1_000_000_001) == "1.000000001"
