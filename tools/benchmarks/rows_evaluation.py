"""The row of the evaluator: many short episodes of a baseline, beside a bare loop over the simulator."""

import itertools

from packs import result
from packs.evaluation import trial
from packs.evaluation.adapters.policy import PolicyAdapter
from packs.evaluation.evaluator import evaluate
from packs.evaluation.outputs import outputs
from packs.evaluation.plan import Request
from simulator.policies import registry
from simulator.record import run
from tools.benchmarks.rows_scoring import folder, steady
from tools.benchmarks.timing import Contender, Goal, Row
from tools.benchmarks.worlds import classroom_pack

EPISODES = 10_000
POLICY = "static-shortest-path-v1"


def evaluation() -> list[Row]:
    """10,000 short episodes: journal, plan and result against a loop that plays and writes the same lines."""
    pack, number = classroom_pack(EPISODES), itertools.count()

    def evaluated() -> None:
        out = folder() / f"evaluated-{next(number)}.jsonl"
        evaluate(pack, PolicyAdapter(POLICY, 0), Request(POLICY, POLICY), outputs(str(out), 1))

    def bare() -> None:
        with (folder() / f"bare-{next(number)}.jsonl").open("wb") as stream:
            lines = map(played, range(EPISODES))
            result.write(stream, trial.header(pack, POLICY, POLICY), lines)

    def played(index: int) -> bytes:
        episode = pack.episode(index)
        return result.run_line(index, run(episode.scenario, episode.seed, registry.make(POLICY, index).act))

    loop = Contender("a loop that plays and writes", steady(bare))
    goal = Goal("the evaluator adds at most 15 % to a loop that plays and writes", "time", 1 / 1.15, loop.name)
    name = f"evaluate {EPISODES:,} short episodes of a baseline"
    row = Row(name, Contender("ours", steady(evaluated)), (loop,), (goal,), units=EPISODES, unit="episode", whole=True)
    return [row]
