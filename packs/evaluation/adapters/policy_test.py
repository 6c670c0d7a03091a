"""A baseline behind the model interface plays as it does in the simulator's own loop (PCK-5.7)."""

import pytest

from packs.evaluation import trial
from packs.evaluation.adapters.policy import PolicyAdapter
from packs.evaluation.episode import Course
from packs.evaluation.scripted import loaded
from packs.evaluation.transcript import Answered
from simulator import canonical
from simulator.errors import UsageError
from simulator.policies import registry


@pytest.mark.parametrize("name", registry.POLICIES)
def test_it_answers_as_it_acts(name: str) -> None:
    pack = loaded()
    adapter = PolicyAdapter(name, 5)
    for number, expected in enumerate(trial.episodes(pack, name, 5)):
        episode = pack.episode(number)
        player = adapter.player(number)
        course = Course(episode.scenario, episode.seed, b"", adapter.extract)
        while not course.ended:
            shown = course.observation()
            course.take(Answered(course.step, canonical.sha256_hex(shown), player.answer(shown).received))
        player.close()
        assert course.line(number) == expected


def test_trials_draw_on() -> None:
    pack = loaded()
    name = "random-legal-v1"
    second = [trial.play(task) for task in trial.tasks(pack, name, 5, trial=1)]
    assert second == list(trial.episodes(pack, name, 5 + len(pack))) != list(trial.episodes(pack, name, 5))
    assert [task.index for task in trial.tasks(pack, name, 5, 0, 2)] == [2, 3]


def test_a_name_that_is_none() -> None:
    with pytest.raises(UsageError, match="unknown_policy"):
        PolicyAdapter("nobody")
