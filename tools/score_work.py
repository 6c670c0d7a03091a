"""The work of `score`: results are authenticated, scored, and shown in the form that was asked for."""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from packs import files, verify
from packs.evaluation import operational
from packs.public.pack import public_pack
from scoring import submission
from scoring.efficiency import operational_lines
from scoring.report import score_page, tables, text
from scoring.target import EvaluationTarget, pack_target, suite_target
from simulator import canonical
from simulator.errors import DocumentError, UsageError
from tools import cli
from tools.evaluate_work import evaluate
from tools.view_page import html
from tools.view_results import of_trials

FORMS = {
    "json": lambda report: canonical.encode(report).decode() + "\n",
    "csv": tables.csv_text,
    "markdown": tables.markdown,
    "text": text.render,
}


def check(options: argparse.Namespace) -> None:
    """Refuses options that do not go together.

    Raises:
        UsageError: `repeated_result`, `needs_a_pack`, `needs_text`, `needs_a_page`.
    """
    if options.results and len(set(options.results)) < len(options.results):
        raise UsageError("repeated_result", "a result file stands twice")
    if options.suite and options.expected_digest:
        raise UsageError("needs_a_pack", "--expected-digest is the digest of a pack; a bare suite has none")
    if options.suite and options.demo:
        raise UsageError("needs_a_pack", "--demo evaluates on a pack; a bare suite schedules nothing by itself")
    if options.replays and not options.html:
        raise UsageError("needs_a_page", "--replays is what the page of --html links to; give --html too")
    if options.operational and form_of(options) != "text":
        raise UsageError("needs_text", "--operational stands below the text; no report holds operational data")


def form_of(options: argparse.Namespace) -> str:
    """The form that was asked for."""
    return next((form for form in FORMS if form != "text" and getattr(options, form)), "text")


def expected(digest: str | None) -> str | None:
    """A digest as people write it, with or without its prefix.

    Raises:
        UsageError: `bad_digest`.
    """
    if digest is None:
        return None
    plain = digest.removeprefix("sha256:")
    if len(plain) != 64 or not set(plain) <= set("0123456789abcdef"):
        raise UsageError("bad_digest", "a digest has 64 lowercase hex digits, with or without sha256: before them")
    return plain


def report(options: argparse.Namespace, results: Sequence[Path]) -> dict[str, Any]:
    """The report of one submission's result files.

    Raises:
        InputError: the pack or suite is invalid, a result is not authentic, or the files do not belong together.
    """
    workers = cli.workers(options)
    work = submission.Options(options.joint_bound, workers.make, workers.jobs, cli.Progress("score: episode"))
    return submission.score(results, target_of(options), work)


def target_of(options: argparse.Namespace) -> submission.FindTarget:
    """What the results are scored on.

    Raises:
        UsageError: `bad_digest`. InputError: the pack is invalid.
    """
    if options.suite:
        return lambda schedule: suite_target(options.suite, schedule)
    digest = expected(options.expected_digest)
    target: EvaluationTarget = pack_target(verify.open_pack(options.pack or public_pack(), digest), digest is not None)
    return lambda _: target


@contextmanager
def submitted(options: argparse.Namespace) -> Iterator[Sequence[Path]]:
    """The result files: those that were given, or one of the baseline of `--demo`, evaluated first."""
    if not options.demo:
        yield options.results
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{options.demo}.jsonl"
        evaluate(cli.load_pack(options.pack), options.demo, 0, options.demo, path)
        yield [path]


def replays(options: argparse.Namespace, results: Sequence[Path]) -> score_page.Link:
    """Writes the page of the replays, where it was asked for, and gives where each of them is in it."""
    if options.replays is None:
        return score_page.no_link
    shown = of_trials(results, target_of(options))
    cli.write_page(options.replays, lambda: html(shown))
    there = {(entry["index"], entry["trial"]) for entry in shown.index()["entries"]}
    # Relative, so that the two pages can be moved together.
    page = quote(os.path.relpath(options.replays, options.html.parent))

    def link(episode: int, trial: int) -> str | None:
        return f"{page}#episode={episode}&trial={trial}" if (episode, trial) in there else None

    return link


def operational_text(path: Path, found: dict[str, Any]) -> str:
    """The lines of an operational record.

    Raises:
        InputError: it is invalid, or of other work.
    """
    try:
        record = operational.parse(files.read_bytes(path))
    except DocumentError as error:
        error.source = str(path)
        raise
    return "".join(line + "\n" for line in operational_lines(record, found))


def run(options: argparse.Namespace) -> int:
    """The command."""
    check(options)
    with submitted(options) as results:
        found = report(options, results)
        link = replays(options, results)
    below = operational_text(options.operational, found) if options.operational else ""
    cli.write_page(options.html, lambda: score_page.html(found, link))
    print(FORMS[form_of(options)](found) + below, end="")
    if options.require_official and not found["official"]:
        print("not official: scored against a bare suite", file=sys.stderr)
        return 1
    return 0
