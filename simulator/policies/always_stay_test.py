"""always-stay."""

from simulator.policies.always_stay import AlwaysStay
from simulator.policies.testdata.worlds import episode, observation, statuses, world


def test_each_active_person_stays() -> None:
    seen = observation(world("PPPE"))
    seen["people"][1]["status"] = "evacuated"
    assert AlwaysStay().act(seen) == {"P0": "stay", "P2": "stay"}


def test_nobody_ever_leaves() -> None:
    assert statuses(episode(world("P.PE\n....\n..*.", max_steps=4), AlwaysStay())) == ["casualty", "casualty"]
