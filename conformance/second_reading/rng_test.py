"""The test vectors of SIM-7.6."""

from conformance.second_reading.rng import WORD, draw, draws_between, index_below, start_of_stream, succeeds


def some_words(state: int, count: int) -> list[int]:
    found = []
    for _ in range(count):
        state, word = draw(state)
        found.append(word)
    return found


def test_words() -> None:
    assert [format(word, "016x") for word in some_words(0, 3)] == [
        "e220a8397b1dcdaf",
        "6e789e6aa1b965f4",
        "06c45d188009454f",
    ]
    assert some_words(1234567, 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_streams() -> None:
    assert start_of_stream(0, "fire") == 0x559E1B27CD86A235
    assert start_of_stream(3, "fire") == 0xB6FBD4D712428E0B
    assert start_of_stream(9007199254740991, "fire") == 0x09B6EA08A199662D
    assert start_of_stream(0, "policy/random-legal-v1") == 0xBA5CE893A13FB401


def test_draws_of_seed_three() -> None:
    state = start = start_of_stream(3, "fire")
    rows = []
    for number in range(1, 6):
        state, word = draw(state)
        rows.append((format(word, "016x"), word >> 11, succeeds(word, float("0.25")), format(state, "016x")))
        assert draws_between(start, state) == number
    assert rows == [
        ("2d83d45359185d68", 1601415238329099, True, "55334e90918d0a20"),
        ("62856099a8d98bff", 3466399707372337, False, "f36ac84a10d78635"),
        ("a947bb5a560bfcf0", 5956017633018239, False, "91a242039022024a"),
        ("91b144895af361d7", 5126097442922092, False, "2fd9bbbd0f6c7e5f"),
        ("a88499c436cf848d", 5929199005522416, False, "ce1135768eb6fa74"),
    ]


def test_thresholds() -> None:
    third = (1).__truediv__(3)
    for p, threshold in (
        (float("0.25"), 2251799813685248),
        (float("0.35"), 3152519739159347),
        (float("0.1"), 900719925474100),
        (third, 3002399751580331),
        (float("5e-324"), 1),
        (1, 2**53),
    ):
        assert succeeds((threshold - 1) << 11, p)
        assert threshold == 2**53 or not succeeds(threshold << 11, p)
    assert not succeeds(0, 0)


def test_indices() -> None:
    assert index_below(0, 1)[1] == 0
    state, word = draw(5)
    assert index_below(5, 7) == (state, word % 7)
    half = WORD // 2 + 1
    assert index_below(0, half)[1] == next(word for word in some_words(0, 20) if word < half)
