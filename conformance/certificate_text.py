"""A certificate for people: the rows that both the summary and the page show (CNF-8.8)."""

from collections.abc import Iterator

from conformance.certificate import Certificate
from simulator.errors import printable

Row = tuple[str, str]


def title(found: Certificate) -> str:
    """One line: who conforms to what."""
    predicate = found["predicate"]
    testee = predicate["testee"]
    return f"{testee['name']} {testee['version']} conforms to EMBER, profile {predicate['profile']}"


def rows(found: Certificate) -> Iterator[Row]:
    """What a certificate says, as labels and values in reading order."""
    predicate = found["predicate"]
    counts, corpus, runner = predicate["counts"], predicate["corpus"], predicate["runner"]
    yield "profile", predicate["profile"]
    for item in found["subject"]:
        yield "testee", f"{item['name']}  sha256:{item['digest']['sha256']}"
    if predicate["interpreter"]:
        yield "interpreter", f"{predicate['interpreter']['name']}  sha256:{predicate['interpreter']['sha256']}"
    yield "command line", " ".join(predicate["argv"])
    yield "cases", f"{counts['required']} required, {counts['ran']} ran, {counts['passed']} passed"
    yield "challenge", f"{counts['challenge']} cases, all passed; sha256:{predicate['challenge_digest']}"
    yield "results", f"sha256:{predicate['results_digest']}"
    yield "corpus", f"{corpus['vectors']} vectors in {corpus['files']} files, root sha256:{corpus['root']}"
    yield "runner", f"{runner['files']} source files, root sha256:{runner['sha256']}"
    yield "run by", f"{predicate['runner_interpreter']['name']}  sha256:{predicate['runner_interpreter']['sha256']}"
    yield "seeds", f"shuffle {predicate['seeds']['shuffle']}, challenge {predicate['seeds']['challenge']}"
    yield "timeout scale", predicate["timeout_scale"]
    for name, version in sorted(predicate["versions"].items()):
        yield f"version of {name}", version
    yield "self digest", f"sha256:{predicate['self_digest']}"


def text(found: Certificate) -> str:
    """The summary: a line for each row, without a character that could command a terminal (ENC-5.3.1)."""
    listed = list(rows(found))
    width = max(len(label) for label, _ in listed)
    lines = [f"  {label:<{width}}  {printable(value)}" for label, value in listed]
    return "\n".join([printable(title(found)), *lines])
