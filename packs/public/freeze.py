"""Freezes the YAML sources of the public suite into its pack: a pure function of them (PCK-2, PCK-8.8)."""

from pathlib import Path

from packs import authored, pack
from packs.source import Files


def freeze(sources: Path) -> Files:
    """The files of the public pack; its seeds stand in `suite.yaml`, and its ID is the suite's.

    Raises:
        InputError: a source is invalid.
    """
    listing, files = authored.read_listing(sources), authored.compile_suite(sources)
    return pack.build(listing["suite_id"], files.pop("manifest.json"), files, listing["seeds"])
