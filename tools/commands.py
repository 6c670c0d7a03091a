"""The commands in one program, as in ember.pyz: `python3 ember.pyz NAME [ARGUMENT ...]` runs the command NAME.

What each does is told by its own module. A part that needs more than the standard library says what to install.
"""

import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

COMMANDS = {
    "bench": ("tools.bench", "measure how fast this is"),
    "certify": ("tools.certify", "certify an implementation"),
    "check": ("conformance.runner.main", "run an implementation against a part of the corpus"),
    "compare": ("tools.compare", "compare two reports"),
    "corpus": ("tools.corpus", "make the corpus of a checkout"),
    "evaluate": ("tools.evaluate", "run a model over a pack"),
    "explain": ("tools.explain", "say why an episode scored what it did"),
    "generate": ("tools.generate", "make a generated suite"),
    "leaderboard": ("tools.leaderboard", "set reports in order"),
    "pack": ("tools.pack", "freeze, verify and look into packs"),
    "reference": ("conformance.testee", "speak the protocol with this implementation"),
    "release": ("tools.release", "keep the promises of a checkout"),
    "replay": ("tools.replay", "check a run record"),
    "scenario": ("tools.scenario", "write, compile, draw and lint scenarios"),
    "score": ("tools.score", "score results"),
    "second-reading": ("conformance.second_reading.testee", "speak the protocol with the second reading"),
    "verify-certificate": ("tools.verify_certificate", "verify a certificate"),
    "verify-transcript": ("tools.verify_transcript", "verify a result by its transcript"),
    "view": ("tools.view", "look at runs, or play, in a page"),
}
"""Of each command the module, which runs when it is the main one, and what it is for."""


def usage(program: str) -> str:
    """What is printed where no command is named."""
    rows = "".join(f"  {name:20}{about}\n" for name, (_, about) in COMMANDS.items())
    return f"usage: {program} COMMAND [ARGUMENT ...]\n\n{rows}\n{program} COMMAND --help tells more of each."


def main(argv: Sequence[str], default: str = "") -> int:
    """Runs a command; where none is named, the default.

    Args:
        argv: the program's own name, then the command and its arguments.
        default: a command's name, or "".

    Raises:
        SystemExit: the command ended; the code is its exit code.
    """
    program, *rest = argv
    named = bool(rest) and rest[0] in COMMANDS
    if not named and not default:
        is_help = rest[:1] in (["-h"], ["--help"])
        print(usage(f"python3 {Path(program).name}"), file=sys.stdout if is_help else sys.stderr)
        return 0 if is_help else 2
    name = rest[0] if named else default
    sys.argv = [name, *(rest[1:] if named else rest)]
    try:
        runpy.run_module(COMMANDS[name][0], run_name="__main__", alter_sys=True)
    except ModuleNotFoundError as error:
        # Here, since the second reading's process has no need of the product.
        from tools import cli

        return cli.told(cli.missing_package(error))
    return 0
