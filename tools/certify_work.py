"""The work of `certify`: a profile and a fresh challenge are run, and what passes is certified."""

import argparse
import json
import secrets
import signal
import sys
from collections.abc import Mapping
from typing import Any

from conformance import certificate, vectors
from conformance.certificate import Certificate, NotCertifiable, Program, Run
from conformance.certificate_html import html
from conformance.certificate_text import text
from conformance.challenge import SEED_BYTES
from conformance.runner import junit
from conformance.runner.check import Request, check
from conformance.runner.report import Report
from conformance.runner.settings import Settings
from conformance.standard import standard
from packs.files import write_bytes
from simulator import canonical
from simulator.errors import UsageError
from tools import cli, programs

_TERMINATED = 143


def run(options: argparse.Namespace) -> int:
    """The command."""
    if options.challenge_seed and (options.out or options.html):
        raise UsageError(
            "no_certificate", "a challenge that was known before the run certifies nothing; leave --out away"
        )
    signal.signal(signal.SIGTERM, _terminated)
    seed = options.challenge_seed or secrets.token_hex(SEED_BYTES)
    print(f"challenge seed {seed}", file=sys.stderr)
    files = vectors.files(options.corpus)
    wanted = standard(options.profile, seed, files)
    subjects = programs.subjects(options.testee, options.subject)
    settings = Settings(
        (str(programs.executable(options.testee[0]).absolute()), *options.testee[1:]),
        options.seed or secrets.token_hex(16),
        options.timeout_scale,
    )
    report = check(vectors.parse(files), Request(options.profile, settings), wanted.challenge, cli.Progress("question"))
    _write_results(options, report, seed)
    if report.is_ours or not report.passes or options.challenge_seed:
        print(_spelled(report, seed) if options.json else report.text())
        return cli.OURS if report.is_ours else 0 if report.passes else 1
    if programs.subjects(options.testee, options.subject) != subjects:
        raise NotCertifiable("testee_changed", "a file of the testee changed during the run")
    issued = certificate.issue(_run_of(report, seed, options.testee, subjects), wanted)
    _write(options, issued)
    return 0


def _terminated(*_: object) -> None:
    """Ends the run in order, so that its processes end too."""
    raise SystemExit(_TERMINATED)


def _run_of(report: Report, seed: str, argv: list[str], subjects: tuple[Program, ...]) -> Run:
    """What the certificate needs to know of a run that passed."""
    ready: Mapping[str, Any] = report.outcome.ready or {}
    return Run(
        results={name: (one.verdict.status, one.answer_digest) for name, one in report.outcome.results.items()},
        limits=report.limits,
        shuffle_seed=report.settings.seed,
        challenge_seed=seed,
        timeout_scale=report.timeout_scale,
        name=ready["name"],
        version=ready["version"],
        argv=tuple(argv),
        subjects=subjects,
        runner_interpreter=programs.runner_interpreter(),
        interpreter=programs.interpreter(argv),
    )


def _write_results(options: argparse.Namespace, report: Report, seed: str) -> None:
    if options.results:
        write_bytes(options.results, (_spelled(report, seed) + "\n").encode())
    if options.junit:
        write_bytes(options.junit, junit.xml(report).encode())


def _spelled(report: Report, seed: str) -> str:
    return json.dumps(report.document() | {"challenge_seed": seed}, indent=1, sort_keys=True)


def _write(options: argparse.Namespace, issued: Certificate) -> None:
    data = canonical.encode(issued)
    if options.out:
        write_bytes(options.out, data)
    if options.html:
        write_bytes(options.html, html(issued).encode())
    print(data.decode() if options.json else text(issued))
