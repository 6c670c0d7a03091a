"""The work of `evaluate`: a model is run over a pack, and what came of it is told."""

import argparse
import shlex
import sys
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Any

from packs.evaluation import signature
from packs.evaluation.adapters.policy import PolicyAdapter
from packs.evaluation.evaluator import Terms
from packs.evaluation.evaluator import evaluate as run_model
from packs.evaluation.journal import PLAN
from packs.evaluation.meter import Meter, Prices
from packs.evaluation.model import Adapter
from packs.evaluation.outputs import Outputs, outputs
from packs.evaluation.plan import Request
from packs.evaluation.status import status
from packs.pack import Pack
from simulator import canonical, shape
from simulator.errors import UsageError
from tools import cli, models

MAX_CONCURRENCY = 1000
ENOUGH_TRIALS = 3


def evaluate(pack: Pack, policy: str, policy_seed: int, submission: str, out: Path) -> None:
    """Writes the result of one trial of a baseline, whole or not at all.

    Raises:
        UsageError: `unknown_policy`, `bad_submission`.
    """
    terms = Terms(progress=cli.Progress(f"{policy}: episode"))
    run_model(pack, PolicyAdapter(policy, policy_seed), Request(policy, submission), outputs(str(out), 1), terms)


def prices(options: argparse.Namespace) -> Prices | None:
    """What tokens cost; None where no price is given.

    Raises:
        UsageError: `bad_amount`, `bad_unit`, `needs_prices`.
    """
    given = options.price_input, options.price_output, options.price_unit
    if not any(given):
        if options.budget:
            raise UsageError("needs_prices", "--budget needs --price-input, --price-output and --price-unit")
        return None
    if not all(given):
        raise UsageError("needs_prices", "--price-input, --price-output and --price-unit go together")
    if not shape.IDENTIFIER_PATTERN.fullmatch(options.price_unit):
        raise UsageError("bad_unit", "--price-unit is an ID such as USD")
    amounts = models.amount("price-input", given[0]), models.amount("price-output", given[1])
    return Prices(*amounts, options.price_unit)


def terms(options: argparse.Namespace, kind: str) -> Terms:
    """How the evaluation is done.

    Raises:
        UsageError: `bad_concurrency`, `bad_provider`, `other_model`; as `prices`.
    """
    if not 1 <= options.concurrency <= MAX_CONCURRENCY:
        raise UsageError("bad_concurrency", f"--concurrency takes 1 … {MAX_CONCURRENCY}")
    if not shape.IDENTIFIER_PATTERN.fullmatch(options.provider):
        raise UsageError("bad_provider", "--provider is an ID")
    found, workers = prices(options), cli.workers(options)
    if kind != models.POLICY and (workers.jobs > 1 or options.executor != "processes"):
        raise UsageError("other_model", "--jobs and --executor are for baselines; models take --concurrency")
    if kind == models.POLICY and (found or options.sign or options.concurrency > 1):
        message = (
            "a baseline runs in order, costs nothing and has no transcript: no --concurrency, no prices, no --sign"
        )
        raise UsageError("other_model", message)
    budget: Fraction | None = models.amount("budget", options.budget) if options.budget else None
    progress = cli.Progress("episode")
    return Terms(options.concurrency, budget, found, options.provider, workers.make, workers.jobs, progress)


def run(options: argparse.Namespace) -> int:
    """The command."""
    files = outputs(options.out, options.trials)
    if options.status:
        return _status(files, options)
    kind, _ = models.split(options)
    how = terms(options, kind)
    if options.resume and not (files.journal / PLAN).exists():
        raise UsageError("nothing_to_resume", f"there is no journal {files.journal}")
    if options.sign:
        signature.check_key(options.sign)
    model_id = models.model_id(options)
    stochastic = kind != models.POLICY and not options.deterministic
    request = Request(model_id, options.submission or model_id, options.trials, stochastic)
    if stochastic and options.trials < ENOUGH_TRIALS:
        warning = (
            f"a model that may answer differently wants --trials {ENOUGH_TRIALS} or more; --deterministic says not"
        )
        print(f"note: {warning}", file=sys.stderr)
    with ExitStack() as stack:
        adapter = models.make(options)
        if isinstance(adapter, models.Closing):
            stack.callback(adapter.close)
        return _evaluate(adapter, request, files, how, options)


def _evaluate(adapter: Adapter, request: Request, files: Outputs, how: Terms, options: argparse.Namespace) -> int:
    pack = cli.load_pack(options.pack)
    meter = run_model(pack, adapter, request, files, how)
    for path in files.results if options.sign else ():
        print(f"signed: {signature.sign(path, options.sign)}", file=sys.stderr)
    print(_document(files, meter) if options.json else "\n".join(map(str, files.results)))
    for line in _summary(files, meter, options):
        print(cli.as_typed(line), file=sys.stderr)
    return 0


def _document(files: Outputs, meter: Meter) -> str:
    found: dict[str, Any] = {
        "results": list(map(str, files.results)),
        "episodes": meter.finished,
        "runs": meter.runs,
        "failures": meter.failures,
    }
    return canonical.encode(found).decode()


def _counts(runs: int, failures: dict[str, int]) -> str:
    return ", ".join([f"{runs} runs", *(f"{count} {kind}" for kind, count in failures.items())])


def _summary(files: Outputs, meter: Meter, options: argparse.Namespace) -> list[str]:
    """What came of it, and what to type next."""
    results = " ".join(shlex.quote(str(path)) for path in files.results)
    pack = f" --pack {shlex.quote(str(options.pack))}" if options.pack else ""
    beside = f" --operational {shlex.quote(str(files.operational))}" if files.operational.exists() else ""
    first = files.results[0]
    page = shlex.quote(str(first.with_suffix(".html")))
    return [
        f"{meter.finished} episodes: {_counts(meter.runs, meter.failures)}",
        f"score it: bazel run //tools:score --{pack} --results {results}{beside}",
        f"view it:  bazel run //tools:view --{pack} {shlex.quote(str(first))} -o {page}",
    ]


def _status(files: Outputs, options: argparse.Namespace) -> int:
    found = status(files.journal, prices(options))
    if options.json:
        print(canonical.encode(found).decode())
        return 0
    state = "an evaluator is at work" if found["running"] else "nobody is at work"
    cost = f", cost {found['cost']} {found['cost_unit']}" if found["cost"] else ""
    print(f"{found['model_id']}, submission {found['submission_id']}: {found['trials']} trials; {state}")
    print(f"{found['finished']} of {found['episodes']} episodes: {_counts(found['runs'], found['failures'])}")
    print(
        f"{found['answers']} answers in {found['latency_seconds']} s; {found['input_tokens']} input tokens,"
        f" {found['output_tokens']} output tokens{cost}; {found['retries']} retries, {found['timeouts']} timeouts"
    )
    return 0
