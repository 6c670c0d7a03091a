"""What a test can't do in Bazel's sandbox: reach the network, or read what it has not declared.

The ordinary sandbox shows the machine's files, so the second half runs only in the hermetic one: .ci/run sets
EMBER_OPT_HERMETIC=yes there (--config=hermetic).
"""

import errno
import os
import socket
import sys
from pathlib import Path

import pytest

DECLARED = Path(__file__).parent / "testdata" / "probe.py"
HERMETIC = os.environ.get("EMBER_OPT_HERMETIC") == "yes"


def test_the_network_is_out_of_reach() -> None:
    """192.0.2.1 is nobody's address: with a route to it the attempt would time out instead."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as link:
        link.settimeout(5)
        with pytest.raises(OSError) as caught:
            link.connect(("192.0.2.1", 9))
    assert caught.value.errno in (errno.ENETUNREACH, errno.EPERM, errno.EACCES)


def test_loopback_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        server.accept()[0].close()


def test_what_is_declared_is_readable() -> None:
    assert DECLARED.read_bytes()


@pytest.mark.skipif(not HERMETIC, reason="the ordinary sandbox shows the machine's files")
def test_what_is_not_declared_is_not_there() -> None:
    beside = Path(os.path.realpath(DECLARED)).parent.parent / "tool_main.py"
    for path in (beside, Path("/etc/passwd"), Path("/var/lib")):
        assert not os.access(path, os.R_OK), f"{path} is readable"
    assert Path(sys.prefix) != Path("/usr")
