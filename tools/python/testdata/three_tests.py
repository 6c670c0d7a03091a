"""Three tests, of which one warns."""

import os
import warnings


def test_one() -> None:
    assert os.environ.get("EMBER_OPT_SAMPLE", "absent") in ("absent", "given")


def test_two() -> None:
    warnings.warn("mind the step", stacklevel=1)


def test_three() -> None:
    assert "EMBER_SECRET" not in os.environ
