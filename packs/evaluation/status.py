"""How far an evaluation is, read from its journal while it runs or lies still (PCK-15.8)."""

from pathlib import Path
from typing import Any

from packs.evaluation import plan as plans
from packs.evaluation.evaluator import tally
from packs.evaluation.journal import PLAN, Journal, in_use, seconds_text
from packs.evaluation.meter import Meter, Prices
from simulator.errors import UsageError


def status(folder: Path, prices: Prices | None = None) -> dict[str, Any]:
    """The state of the journal in a folder, a document of strings, integers and booleans.

    Raises:
        UsageError: `no_journal`. InputError: `journal_damaged`.
    """
    journal = Journal(folder)
    data = journal.plan() if folder.is_dir() else None
    if data is None:
        message = f"there is no journal {folder}; that of a policy is gone once its results are written"
        raise UsageError("no_journal", message)
    plan, meter = plans.parse(data, str(folder / PLAN)), Meter(prices)
    if plan["reproducible"]:
        for number in range(plan["trials"]):
            for _ in range(journal.part(number, {}).finished()):
                meter.finish(None)
    else:
        tally(journal, plan, meter)
    cost = meter.cost
    return {
        "running": in_use(folder),
        "model_id": plan["model_id"],
        "submission_id": plan["submission_id"],
        "pack_digest": plan["pack"]["digest"],
        "trials": plan["trials"],
        "episodes": plan["trials"] * plan["pack"]["episodes"],
        "finished": meter.finished,
        "runs": meter.runs,
        "failures": meter.failures,
        "answers": meter.answers,
        "latency_seconds": seconds_text(meter.nanoseconds),
        "input_tokens": meter.input_tokens,
        "output_tokens": meter.output_tokens,
        "retries": meter.retries,
        "timeouts": meter.timeouts,
        "cost": None if cost is None else f"{cost.numerator}/{cost.denominator}",
        "cost_unit": prices.unit if prices else None,
    }
