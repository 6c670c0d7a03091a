"""Freezes the YAML sources of the public suite into its pack: a pure function of them (PCK-2, PCK-10)."""

from pathlib import Path

from packs import authoring, pack, suite
from packs.pack import Files
from simulator import canonical, scenario


def freeze(sources: Path) -> Files:
    """The files of the public pack, from the folder that holds `suite.yaml` and `scenarios/`.

    Raises:
        AuthoringError, DocumentError: a source is invalid.
    """
    listing = authoring.read_yaml(sources.joinpath("suite.yaml").read_text("utf-8"))
    texts = [sources.joinpath("scenarios", item["file"]).read_text("utf-8") for item in listing["scenarios"]]
    data = [authoring.compile_bytes(text) for text in texts]
    worlds = [scenario.parse(item) for item in data]
    entries = [
        (world, item["primary_family"], item["families"])
        for world, item in zip(worlds, listing["scenarios"], strict=True)
    ]
    document = suite.make_manifest(listing["suite_id"], listing["suite_version"], entries)
    files = {entry["file"]: text for entry, text in zip(document["scenarios"], data, strict=True)}
    return pack.build(listing["suite_id"], canonical.encode(document), files, listing["seeds"])
