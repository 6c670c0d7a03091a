"""A test without tests."""
