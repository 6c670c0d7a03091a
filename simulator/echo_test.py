"""Records by their bytes: the fast spelling equals the canonical encoding, and any other byte is refused (SIM-11)."""

from simulator import canonical
from simulator.echo import echoed
from simulator.fire import fire_world
from simulator.random_worlds import random_world
from simulator.record import RunRecord, run


def wanderers(number: int) -> RunRecord:
    """A run of a random world in which everybody walks at random."""
    world = random_world(number)
    return run(world.scenario, world.seed, world.wander("echo"))


def echo(data: bytes, made: RunRecord, before: bytes = b"", after: bytes = b"") -> RunRecord | None:
    world = fire_world(made.scenario, made.seed)
    return echoed(before + data + after, len(before), len(before) + len(data), made.scenario, made.seed, world)


def test_the_spelling_is_the_canonical_encoding() -> None:
    for number in range(300):
        made = wanderers(number)
        assert made.encode() == canonical.encode(made.document())


def test_a_record_echoes_wherever_it_stands() -> None:
    for number in range(100):
        made = wanderers(number)
        found = echo(made.encode(), made, b"[" * (number % 3), b"]" * (number % 2))
        assert found is not None and found.document() == made.document()


def test_any_other_byte_is_refused() -> None:
    made = wanderers(7)
    data = made.encode()
    for place in range(len(data)):
        for other in {data[place] ^ 1, ord("["), ord("}"), ord('"')} - {data[place]}:
            assert echo(data[:place] + bytes([other]) + data[place + 1 :], made) is None


def test_what_is_cut_or_goes_on_is_refused() -> None:
    made = wanderers(7)
    data = made.encode()
    for place in range(len(data)):
        assert echo(data[:place], made) is None
    assert echo(data + b" ", made) is None
    hostile = data.replace(b'{"actions":{', b'{"actions":{"P":' + b"[" * 100_000, 1)
    assert echo(hostile, made) is None
