"""What changed between two locks, for the note of a release (CNF-9.7)."""

from collections.abc import Iterator, Mapping

from conformance.lock import Lock, flat


def note(base: Lock, now: Lock) -> str:
    """The note, as Markdown."""
    parts = list(_parts(base, now))
    return "\n\n".join(["# What changed", *parts] if parts else ["# Nothing that is locked changed"])


def _parts(base: Lock, now: Lock) -> Iterator[str]:
    versions = [
        f"| {name} | {base['versions'].get(name, 'new')} | {version} |"
        for name, version in sorted(now["versions"].items())
        if base["versions"].get(name) != version
    ]
    if versions:
        yield "\n".join(["## Versions", "", "| component | before | now |", "|---|---|---|", *versions])
    yield from _list("## Files and constants", list(_changes(base["items"], now["items"])))
    yield from _list("## Vectors", list(_changes(flat(base), flat(now))))
    renamed = [f"`{old}` is now `{new}`" for old, new in sorted(now["aliases"].items()) if old not in base["aliases"]]
    yield from _list("## Renamed vectors", renamed)
    errata = [
        f"`{entry['vector']}` ({entry['component']} {entry['version']}): {entry['cause']}; was sha256:{entry['old']}, "
        + ("is gone" if entry["new"] is None else f"is sha256:{entry['new']}")
        for entry in now["errata"][len(base["errata"]) :]
    ]
    yield from _list("## Errata", errata)
    yield from _list("## New clauses", sorted(set(now["clauses"]) - set(base["clauses"])))
    if base["corpus"]["root"] != now["corpus"]["root"]:
        yield f"The corpus has {now['corpus']['vectors']} vectors; its root is sha256:{now['corpus']['root']}."


def _changes(before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[str]:
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            verb = "added" if name not in before else "removed" if name not in after else "changed"
            yield f"{verb} `{name}`"


def _list(heading: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield "\n".join([heading, "", *(f"- {line}" for line in lines)])
