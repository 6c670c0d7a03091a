"""What a difference between a record and its replay is called (SCO-2.3).

A refusal says file, episode, step and field; its code says what kind of thing was found to be false.
"""

import re

from simulator.record import Divergence

_STATE = r"/steps/\d+/state"
_KINDS = tuple(
    (re.compile(pattern), code)
    for pattern, code in (
        (r"/header/.*_version", "other_version"),
        (r"/initial_state/rng_state/.*", "rng_differs"),
        (r"/initial_state.*", "start_differs"),
        (r"/steps", "run_cut_short"),
        (r"/steps/\d+", "run_goes_on"),
        (r"/steps/\d+/actions.*", "actions_refused"),
        (rf"/steps/\d+/movements/[^/]+/position.*|{_STATE}/people/\d+/position.*", "position_differs"),
        (r"/steps/\d+/movements.*", "outcome_differs"),
        (rf"/steps/\d+/ignitions.*|{_STATE}/burning.*", "ignition_differs"),
        (r"/steps/\d+/evacuations.*", "evacuation_differs"),
        (r"/steps/\d+/casualties.*", "casualty_differs"),
        (rf"{_STATE}/people.*", "status_differs"),
        (rf"{_STATE}/rng_state.*", "rng_differs"),
        (rf"{_STATE}/trapped.*", "trapped_differs"),
        (rf"{_STATE}/terminat.*", "end_differs"),
        (r"/steps/\d+(/state)?/step", "numbering_differs"),
    )
)


def code(divergence: Divergence) -> str:
    """The stable code of the first difference between a record and its replay (SCO-2.3)."""
    return next(code for pattern, code in _KINDS if pattern.fullmatch(divergence.field))
