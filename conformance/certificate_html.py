"""A certificate as one page: static, self-contained, no scripts, every text escaped (CNF-8.8)."""

from html import escape

from conformance.certificate import Certificate
from conformance.certificate_text import rows, title
from simulator import canonical
from simulator.errors import printable

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8886; }}
th {{ white-space: nowrap; font-weight: 600; }}
td, pre {{ font-family: ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }}
:root {{ color-scheme: light dark; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>Every required case and every challenge case passed. To check it, save the text under <em>The certificate</em> as it
stands, without a newline at the end, and run <code>bazel run //tools:verify-certificate -- FILE</code>.</p>
<table>
<tbody>
{rows}
</tbody>
</table>
<h2>The certificate</h2>
<pre>{document}</pre>
</main>
</body>
</html>
"""


def html(found: Certificate) -> str:
    """The page."""
    lines = (
        f'<tr><th scope="row">{escape(label)}</th><td>{escape(printable(value))}</td></tr>'
        for label, value in rows(found)
    )
    document = canonical.encode(found).decode("utf-8")
    return _PAGE.format(title=escape(printable(title(found))), rows="\n".join(lines), document=escape(document))
