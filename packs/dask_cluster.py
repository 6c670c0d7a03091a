"""A real dask cluster on this machine, for tests (PCK-13.4)."""

from pathlib import Path

from distributed import LocalCluster


def local(folder: Path, workers: int) -> LocalCluster:
    """A scheduler and workers, each a process of its own; their files go to a folder."""
    quiet = {"dashboard_address": None, "host": "127.0.0.1", "local_directory": str(folder)}
    return LocalCluster(n_workers=workers, threads_per_worker=1, **quiet)
