"""A mutant: the product with one fault, as a patch of one module's source."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault.

    Attributes:
        id: AREA.RULE.FAULT, unique.
        clauses: those of the contract that it breaks.
        wrong: one sentence, what the faulty product does.
        module: the module whose source is patched.
        old: what the fault replaces; it stands in that source exactly once.
        new: what stands there instead.
    """

    id: str
    clauses: tuple[str, ...]
    wrong: str
    module: str
    old: str
    new: str


class StaleMutant(Exception):
    """The source has changed: the old text of a mutant doesn't stand there exactly once."""


def patched(source: str, mutant: Mutant) -> str:
    """The source of a mutant's module with its fault.

    Raises:
        StaleMutant: there is no one place for it.
    """
    found = source.count(mutant.old)
    if found != 1:
        raise StaleMutant(f"{mutant.id} is stale: {mutant.module} has its old text {found} times, not once")
    return source.replace(mutant.old, mutant.new)
