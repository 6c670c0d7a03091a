"""What the probe imports."""

GREETING = "hello"
