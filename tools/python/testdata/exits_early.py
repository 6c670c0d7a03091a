"""A test that leaves as if it had passed."""

import os


def test_exit() -> None:
    os._exit(0)
