"""What must be the same on every row of the interpreter matrix, as four digests (ENC-3.1).

    corpus      what the product answers to every vector of the corpus
    scores      fire world, run record and score of every episode of the public pack, which is verified first
    suites      a small generated suite: every family twice
    arithmetic  numbers in canonical JSON and rounded decimals, of words drawn from one stream

`portability.json` holds them, and what a row took: `bazel run //tools:matrix` writes it. Every row computes them anew
in //conformance:portability_test, in one process and without starting another, so that it runs on WebAssembly too.
"""

import functools
import struct
from collections.abc import Callable, Mapping
from fractions import Fraction

from conformance import vectors
from conformance.operations import registry
from conformance.operations.operation import Plain
from packs import verify
from packs.generator import golden
from packs.public.pack import public_pack
from scoring.arithmetic import Incident, rounded_product, rounded_root
from scoring.attribution import gather, references
from scoring.episode import score_episode
from simulator import canonical, strict
from simulator.policies import registry as policies
from simulator.record import run
from simulator.rng import Stream

FILE = "conformance/portability.json"
"""Where the digests are kept, from the root."""
NUMBERS, DECIMALS = 4000, 60

_POLICY = "fire-aware-shortest-path-v1"
_INFINITE = 0x7FF


@functools.cache
def answers() -> Mapping[str, Plain]:
    """What the product answers to every vector of the corpus, by ID; worked out once."""
    return {vector.id: registry.outcome(vector.operation, dict(vector.input)) for vector in vectors.load()}


def corpus() -> str:
    """The digest of `[ID, SHA-256 of the answer]` by ID."""
    return canonical.digest([[name, canonical.digest(answer)] for name, answer in answers().items()])


def scores() -> str:
    """The digest of `[fire world, run record, score]` by episode, each as its SHA-256 (PCK-3, SCO-4)."""
    pack = verify.verify(public_pack())
    found = []
    for index in range(len(pack)):
        episode, world = pack.episode(index), pack.world(index)
        record = run(episode.scenario, episode.seed, policies.make(_POLICY, 0).act, world)
        score = score_episode(gather(record, references(world)).inputs())
        found.append([world.digest(), record.digest(), canonical.digest(score.document())])
    return canonical.digest(found)


def suites() -> str:
    """The digest of the golden suite's digests (PCK-11)."""
    return canonical.sha256_hex(golden.small())


def arithmetic() -> str:
    """The digest of what numbers and decimals are written as (ENC-1.3, SCO-4.5.4)."""
    stream = Stream(0, "portability")
    numbers = [canonical.number(value) for value in map(_double, stream.words(NUMBERS)) if value is not None]
    strict.parse(canonical.encode(numbers))
    return canonical.digest([numbers, [_rounded(stream) for _ in range(DECIMALS)]])


DIGESTS: Mapping[str, Callable[[], str]] = {
    "corpus": corpus,
    "scores": scores,
    "suites": suites,
    "arithmetic": arithmetic,
}


def _double(word: int) -> float | None:
    """The double with these 64 bits, if it is finite."""
    value: float = struct.unpack(">d", word.to_bytes(8, "big"))[0]
    return None if word >> 52 & _INFINITE == _INFINITE else value


def _rounded(stream: Stream) -> list[str]:
    """A product with two incident factors and a root, of numbers of up to 48 bits."""
    one, two, three, four = (1 + (word >> 16) for word in stream.words(4))
    factors = (Incident(Fraction(3, 5), Fraction(one, two)), Incident(Fraction(4, 5), Fraction(three), 3))
    return [rounded_product(Fraction(1, 2), factors, 12), rounded_root(Fraction(one, four), 3, 12)]
