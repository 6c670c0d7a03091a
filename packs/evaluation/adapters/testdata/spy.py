"""A model that looks for what it must not know: spy.py TOKEN TARGET. Its answers say what it has found.

TOKEN is what the pack, the results and the secrets of the test have in their names; TARGET is a path that is hidden.
Both are in hex, so that its own command line does not hold them; a real model has no such hints.
"""

import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

TOKEN, TARGET = (bytes.fromhex(word).decode() for word in sys.argv[1:3])


def processes() -> Iterator[str]:
    """Everything that /proc tells of other processes, as far as it is readable."""
    own = str(os.getpid())
    for pid in filter(str.isdigit, os.listdir("/proc")):
        if pid != own:
            for name in ("cmdline", "environ", "maps", "mountinfo", "comm", "status"):
                with suppress(OSError), open(f"/proc/{pid}/{name}", "rb") as file:
                    yield from (
                        f"/proc/{pid}/{name}: {line!r}" for line in file.read().replace(b"\0", b"\n").split(b"\n")
                    )
            for folder in ("fd", "map_files"):
                with suppress(OSError):
                    for item in os.listdir(f"/proc/{pid}/{folder}"):
                        yield from link(f"/proc/{pid}/{folder}/{item}")
            for name in ("cwd", "exe", "root"):
                yield from link(f"/proc/{pid}/{name}")


def link(path: str) -> Iterator[str]:
    with suppress(OSError):
        yield f"{path}: {os.readlink(path)}"


def files() -> Iterator[str]:
    """The file system, but for the system's programs, what is mounted, and the interpreter."""
    for folder, folders, names in os.walk("/"):
        if folder == "/":
            folders[:] = sorted(set(folders) - {"usr", "proc", "sys", "dev", "lib", "bin", "sbin", "lib64"})
        yield from (os.path.join(folder, name) for name in names)


def connects(address: str) -> bool:
    host, port = address.split(":")
    try:
        socket.create_connection((host, int(port)), 2).close()
    except OSError:
        return False
    return True


def writes(path: str) -> bool:
    try:
        with open(path, "w"):
            return True
    except OSError:
        return False


def report(observation: dict[str, Any]) -> dict[str, Any]:
    out = {
        "environment": dict(os.environ),
        "arguments": sys.argv,
        "folder": os.getcwd(),
        "listing": os.listdir(),
        "descriptors": sorted(int(name) for name in os.listdir("/proc/self/fd"))[:-1],
        "told": [line for line in processes() if TOKEN in line],
        "processes": sum(name.isdigit() for name in os.listdir("/proc")),
        "reads": os.path.exists(TARGET),
        "session": os.getsid(0) == os.getpid(),
    }
    if observation.get("sandboxed"):
        out["files"] = [path for path in files() if TOKEN in path]
        out["connects"] = connects(observation["listener"])
        out["writes"] = [path for path in observation["written"] if writes(path)]
    return out


for received in sys.stdin:
    print(json.dumps(report(json.loads(received))), flush=True)
