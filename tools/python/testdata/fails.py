"""A test that fails."""


def test_fails() -> None:
    raise AssertionError("as it should")
