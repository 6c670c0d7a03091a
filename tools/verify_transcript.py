"""bazel run //tools:verify-transcript -- RESULT TRANSCRIPT: plays every answer again, and compares."""

import argparse
import sys
from pathlib import Path

from tools import cli


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = cli.parser(
        "verify-transcript",
        "Verify that a result is what the answers in its transcript give rise to: every chain is computed anew, every"
        " episode is played again.",
        "bazel run //tools:verify-transcript -- result.jsonl result.transcript.jsonl",
    )
    out.add_argument("result", type=Path, help="the result file")
    out.add_argument("transcript", type=Path, help="its transcript")
    cli.add_pack(out)
    out.add_argument("--signature", type=Path, metavar="FILE", help="also verify this signature of the result")
    about = "who may sign: an allowed-signers file, as ssh-keygen takes it"
    out.add_argument("--allowed-signers", type=Path, metavar="FILE", help=about)
    out.add_argument("--identity", metavar="NAME", help="who is to have signed, as that file names them")
    out.add_argument("--json", action="store_true", help="print the verdict as canonical JSON")
    return out


def run(options: argparse.Namespace) -> int:
    """The command."""
    from tools import verify_transcript_work  # here: --help does not wait for the work

    return verify_transcript_work.run(options)


if __name__ == "__main__":
    sys.exit(cli.main(arguments(), run))
