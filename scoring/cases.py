"""Inputs of episode-trials for the tests of scoring: perfect but for what is named (SCO-5)."""

from fractions import Fraction
from typing import TypedDict, Unpack

from hypothesis import strategies as st

from scoring.inputs import EpisodeInputs

UNIT = 225 << 16
"""Steps and moves of each evacuee; the denominator of every ratio used in the tests divides it."""


class Shares(TypedDict, total=False):
    """Quality components, and the avoidable danger-zone rate, as fractions; what is absent is perfect."""

    time: str
    danger: str
    path: str
    replanning: str


def ids(prefix: str, count: int) -> tuple[str, ...]:
    """`count` person IDs in ascending order."""
    return tuple(f"{prefix}{number:05}" for number in range(count))


def episode(
    max_evacuated: int,
    casualties: int = 0,
    stranded: int = 0,
    *,
    unsavable_casualties: int = 0,
    unsavable_stranded: int = 0,
    **shares: Unpack[Shares],
) -> EpisodeInputs:
    """The inputs with the given losses, component ratios and avoidable danger-zone rate."""
    evacuated = max_evacuated - casualties - stranded
    steps = evacuated * UNIT
    q_cut = int(steps * Fraction(shares.get("time", "1")))
    event = "replanning" in shares
    return EpisodeInputs(
        people=max_evacuated + unsavable_casualties + unsavable_stranded,
        max_evacuated=max_evacuated,
        evacuated=evacuated,
        avoidable_casualty_ids=ids("a", casualties),
        avoidable_stranded_ids=ids("b", stranded),
        unavoidable_casualty_ids=ids("c", unsavable_casualties),
        unavoidable_stranded_ids=ids("d", unsavable_stranded),
        sum_l=q_cut,
        q_exit=q_cut,
        q_cut=q_cut,
        sum_steps=steps,
        danger_ref=0,
        danger=int(steps * Fraction(shares.get("danger", "0"))),
        moves_ref=int(steps * Fraction(shares.get("path", "1"))),
        moves=steps,
        events=2 * event,
        recoverable=int(event),
        recovery_ref=int(UNIT * Fraction(shares.get("replanning", "0"))),
        recovery=UNIT * event,
    )


@st.composite
def episodes(draw: st.DrawFn, least: int = 0, most: int = 300) -> EpisodeInputs:
    """Any inputs that obey the rules, with M* from `least` to `most`."""
    max_evacuated = draw(st.integers(least, most))
    lost = draw(st.one_of(st.integers(0, min(3, max_evacuated)), st.integers(0, max_evacuated)))
    casualties = draw(st.integers(0, lost))
    unsavable = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    recoverable = draw(st.integers(0, 3))
    recovery_ref = recoverable + draw(st.integers(0, 40)) if recoverable else 0
    return EpisodeInputs(
        people=max_evacuated + sum(unsavable),
        max_evacuated=max_evacuated,
        evacuated=max_evacuated - lost,
        avoidable_casualty_ids=ids("a", casualties),
        avoidable_stranded_ids=ids("b", lost - casualties),
        unavoidable_casualty_ids=ids("c", unsavable[0]),
        unavoidable_stranded_ids=ids("d", unsavable[1]),
        events=recoverable + draw(st.integers(0, 3)),
        recoverable=recoverable,
        recovery_ref=recovery_ref,
        recovery=recovery_ref + draw(st.integers(0, 40)) if recoverable else 0,
        **draw(_journeys(max_evacuated - lost)),
    )


@st.composite
def _journeys(draw: st.DrawFn, evacuated: int) -> dict[str, int]:
    """The sums over that many evacuees."""
    if not evacuated:
        names = ("sum_l", "q_exit", "q_cut", "sum_steps", "danger_ref", "danger", "moves_ref", "moves")
        return dict.fromkeys(names, 0)
    sum_l = evacuated + draw(st.integers(0, 40))
    q_exit = sum_l + draw(st.integers(0, 40))
    q_cut = q_exit + draw(st.integers(0, 40))
    sum_steps = q_cut + draw(st.integers(0, 3 * q_cut))
    danger, moves = draw(st.integers(0, sum_steps)), draw(st.integers(evacuated, sum_steps))
    return {
        "sum_l": sum_l,
        "q_exit": q_exit,
        "q_cut": q_cut,
        "sum_steps": sum_steps,
        "danger": danger,
        "danger_ref": draw(st.integers(0, danger)),
        "moves": moves,
        "moves_ref": draw(st.integers(evacuated, moves)),
    }
