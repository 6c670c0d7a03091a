"""The hostile models as adapters, and what is left of their processes; of Linux alone."""

import os
import sys
from pathlib import Path
from typing import Any

from packs.evaluation.adapters.command import CommandAdapter
from packs.evaluation.adapters.local import Options

HOSTILE = Path(__file__).with_name("hostile.py")


def argv(model: str, *arguments: str) -> list[str]:
    """The command of a hostile model."""
    return [sys.executable, "-I", "-S", "-B", str(HOSTILE), model, *arguments]


def adapter(model: str, *arguments: str, step: str = "60", episode: str = "600", **options: Any) -> CommandAdapter:
    """A hostile model. Its own time is added to the first step alone, for slow machines."""
    return CommandAdapter(argv(model, *arguments), Options(step, episode, **{"start_seconds": "60"} | options))


def processes(token: str) -> list[str]:
    """The command lines on this machine that hold a token."""
    lines = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            line = Path("/proc", pid, "cmdline").read_bytes()
        except OSError:
            continue
        lines += [line.decode(errors="replace")] if token.encode() in line else []
    return lines


def children() -> set[str]:
    """Our children, zombies too."""
    ours = str(os.getpid())
    return {pid for pid in filter(str.isdigit, os.listdir("/proc")) if _parent(pid) == ours}


def _parent(pid: str) -> str:
    try:
        return Path("/proc", pid, "stat").read_text(errors="replace").rpartition(")")[2].split()[1]
    except OSError:
        return ""
