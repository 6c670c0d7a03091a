"""A run as JUnit XML, which build systems show (CNF-7.9)."""

import re

from conformance.runner.execution import Result
from conformance.runner.report import Report, failure_text

# What XML 1.0 can't hold, even escaped.
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# The standard library's own escaping is in a module that imports an HTTP client: half of what this command imports.
_TEXT = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_IN_TEXT = str.maketrans(_TEXT)
_IN_ATTRIBUTE = str.maketrans(_TEXT | {'"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"})


def xml(report: Report) -> str:
    """The XML text. Expected failures are skipped tests; problems of the whole are a test of their own."""
    results = list(report.outcome.results.values())
    cases = [_case(report, result) for result in results]
    failed = len(report.failures)
    if report.problems:
        cases.append(_element("run", "run", 0, _body("failure", "problems", "problems", "\n".join(report.problems))))
        failed += 1
    skipped = sum(report.is_expected(result) for result in results)
    name = _attribute(f"conformance.{report.profile}")
    head = f'<testsuite name={name} tests="{len(cases)}" failures="{failed}" errors="0" skipped="{skipped}"'
    took = f' time="{_seconds(report.outcome.milliseconds)}"'
    return "\n".join(
        ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", f"{head}{took}>", *cases, "</testsuite>"]
        + ["</testsuites>", ""]
    )


def _case(report: Report, result: Result) -> str:
    vector, verdict = result.vector, result.verdict
    if verdict.passes:
        body = ""
    elif report.is_expected(result):
        body = f"<skipped message={_attribute('expected: ' + report.expected[vector.id].reason)}/>"
    else:
        body = _body("failure", verdict.status, f"{verdict.status} {verdict.detail}", failure_text(result))
    return _element(vector.area, vector.id, result.milliseconds, body)


def _element(area: str, name: str, milliseconds: int, body: str) -> str:
    where = f"classname={_attribute(area)} name={_attribute(name)}"
    return f'<testcase {where} time="{_seconds(milliseconds)}">{body}</testcase>'


def _body(tag: str, kind: str, message: str, text: str) -> str:
    return f"<{tag} type={_attribute(kind)} message={_attribute(message)}>{_fit(text).translate(_IN_TEXT)}</{tag}>"


def _attribute(text: str) -> str:
    return f'"{_fit(text).translate(_IN_ATTRIBUTE)}"'


def _fit(text: str) -> str:
    return _UNFIT.sub("\ufffd", text)


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds // 1000}.{milliseconds % 1000:03d}"
