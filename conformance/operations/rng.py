"""Streams, words and Bernoulli draws (SIM-7)."""

from conformance.operations.inputs import NUMBER, SEED, WORD
from conformance.operations.operation import Operation, Plain
from simulator import rng, shape
from simulator.shape import Boolean, Integer, ListOf, Record, Shape, Text

_MANY = Integer(0, 1 << 16)


def _take(state: int, count: int) -> Plain:
    words = []
    for _ in range(count):
        state, word = rng.splitmix64(state)
        words.append(rng.word_hex(word))
    return {"words": words, "end_state": rng.word_hex(state)}


def _stream(given: Plain) -> Plain:
    state = rng.stream_seed(given["seed"], given["label"])
    return {"state": rng.word_hex(state)} | _take(state, given["count"])


def _words(given: Plain) -> Plain:
    return _take(int(given["state"], 16), given["count"])


def _bernoulli(given: Plain) -> Plain:
    limit = rng.threshold(shape.read(given["probability"].encode(), shape.Probability()))
    stream = rng.Stream(0, rng.FIRE)
    stream.state = int(given["state"], 16)
    successes = [stream.bernoulli(limit) for _ in range(given["count"])]
    return {"threshold": str(limit), "successes": successes, "end_state": rng.word_hex(stream.state)}


_DRAWN: dict[str, Shape] = {"words": ListOf(WORD), "end_state": WORD}

OPERATIONS = (
    Operation(
        "rng.stream",
        "The first words of the stream of a seed and a label, and its state before and after them.",
        ("ENC-3.3", "SIM-7.1", "SIM-7.2", "SIM-7.3"),
        Record({"seed": SEED, "label": Text(128, 1, "[!-~]+", "printable ASCII"), "count": _MANY}),
        Record({"state": WORD, **_DRAWN}),
        _stream,
    ),
    Operation(
        "rng.words",
        "The next words of a state, and the state after them.",
        ("ENC-3.3", "SIM-7.1"),
        Record({"state": WORD, "count": _MANY}),
        Record(_DRAWN),
        _words,
    ),
    Operation(
        "rng.bernoulli",
        "How many of the 2^53 values succeed with a probability, and which draws of a state do.",
        ("ENC-2.3.1", "SIM-7.4"),
        Record({"probability": NUMBER, "state": WORD, "count": _MANY}),
        Record(
            {"threshold": Text(16, 1, "0|[1-9][0-9]*", "an integer"), "successes": ListOf(Boolean()), "end_state": WORD}
        ),
        _bernoulli,
        ("shape",),
        rules=(
            "`probability` is a number token as it stands in a scenario (ENC-2.3.1), and refused like one, with the"
            " pointer of the whole document. `threshold` is ⌈p · 2^53⌉ in decimal; `successes` has one item per draw.",
        ),
    ),
)
