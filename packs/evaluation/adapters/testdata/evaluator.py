"""Asks a model one observation: evaluator.py PATHS OBSERVATION OPTIONS ARGV ANYTHING..., all but the last as JSON.

What follows stands on its command line as the pack does on an evaluator's.
"""

import json
import sys


def main() -> None:
    from packs.evaluation.adapters.command import CommandAdapter
    from packs.evaluation.adapters.local import Options

    _, observation, options, argv = map(json.loads, sys.argv[1:5])
    # What the launcher of a test would set.
    sys.executable = argv[0]
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    with open(sys.argv[5]):
        adapter = CommandAdapter(argv, Options("60", "60", **options))
        player = adapter.player(0)
        sys.stdout.write(player.answer(json.dumps(observation).encode()).received.decode())
        player.close()


if __name__ == "__main__":
    sys.path[:0] = json.loads(sys.argv[1])
    main()
