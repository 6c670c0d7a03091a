"""What a run was made on."""

import os
import platform
import sys
from pathlib import Path
from typing import Any

from simulator.versions import SIMULATOR_VERSION
from tools.benchmarks.peers import absence, version
from tools.benchmarks.timing import machine_load

PEERS = ("pogema", "mesa", "magent2", "scipy", "numpy")


def described() -> dict[str, Any]:
    """Processor, system, interpreter, versions, and how busy the machine is."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "interpreter": f"{platform.python_implementation()} {platform.python_version()}",
        "simulator_version": SIMULATOR_VERSION,
        "peers": {name: None if absence(name) else version(name) for name in PEERS},
        "load": machine_load(),
    }


def _processor() -> str:
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()
