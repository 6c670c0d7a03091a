"""A certificate as one page: static, self-contained, no scripts, every text escaped (CNF-8.8)."""

from conformance.certificate import Certificate
from conformance.certificate_text import rows, title
from scoring.report.markup import Markup, page, table, tag, verbatim
from simulator import canonical

_NOTE = Markup(
    "Every required case and every challenge case passed. To check it, save the text under <em>The certificate</em> as"
    " it stands, without a newline at the end, and run <code>bazel run //tools:verify-certificate -- FILE</code>."
)


def html(found: Certificate) -> str:
    """The page."""
    lines = [[label, tag("span", value, class_="mono")] for label, value in rows(found)]
    return page(
        title(found),
        tag("p", _NOTE),
        table("What was certified", ["what", "value"], lines),
        tag("h2", "The certificate"),
        tag("pre", verbatim(canonical.encode(found).decode("utf-8"))),
    )
