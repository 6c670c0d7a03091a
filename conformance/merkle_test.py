"""The hash tree: its definition, and that nothing passes as anything else."""

import hashlib

import pytest

from conformance import merkle
from simulator.canonical import sha256_hex


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def literal_leaf(path: str, data: bytes) -> bytes:
    return sha(f'\x00["{path}",{len(data)},"{sha256_hex(data)}"]'.encode())


def test_no_file() -> None:
    assert merkle.root({}) == sha(b"\x020").hex()


def test_three_files_spelled_out() -> None:
    a, b, c = (literal_leaf(path, data) for path, data in (("a", b"1"), ("b", b""), ("c/d", b"33")))
    expected = sha(b"\x023" + sha(b"\x01" + sha(b"\x01" + a + b) + c)).hex()
    assert merkle.root({"c/d": b"33", "b": b"", "a": b"1"}) == expected


@pytest.mark.parametrize(
    "files",
    [
        {"a": b"1"},
        {"a": b"1", "b": b"2", "c": b"3", "d": b"4"},
        {"a": b"2", "b": b"1", "c": b"3"},
        {"a": b"1", "b": b"2", "d": b"3"},
        {"a": b"1", "b": b"2", "c": b""},
        {"a": b"1", "b": b"2"},
    ],
)
def test_path_bytes_and_count_all_matter(files: dict[str, bytes]) -> None:
    assert merkle.root(files) != merkle.root({"a": b"1", "b": b"2", "c": b"3"})


def test_a_list_does_not_pass_as_its_subtree() -> None:
    leaves = [merkle.leaf(name, b"") for name in "abc"]
    node = sha(b"\x01" + leaves[0] + leaves[1])
    assert merkle.combine(leaves) != merkle.combine([node, leaves[2]])
