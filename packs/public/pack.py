"""Where the frozen public pack lies (PCK-6.3)."""

from pathlib import Path

from packs.resources import folder

PACK_ID = "v1-public"


def public_pack() -> Path:
    """The folder of the public pack; behind the links of a runfiles tree, since a pack may hold none."""
    return folder(f"packs/public/{PACK_ID}").joinpath("pack.json").resolve().parent
