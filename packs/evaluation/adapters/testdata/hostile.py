"""Models that misbehave, one by name: hostile.py NAME [ARGUMENT]. What is not said otherwise answers well before."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

Observation = dict[str, Any]
LARGE = 50 << 20


def ask() -> Observation:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    found: Observation = json.loads(line)
    return found


def good(observation: Observation) -> str:
    people = [person for person in observation["people"] if person["status"] == "active"]
    return json.dumps({"actions": {person["id"]: "stay" for person in people}})


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def raw(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def forever() -> None:
    while True:
        time.sleep(1000)


def then(act: Callable[[Observation], object]) -> None:
    """Answers the first observation well; the next one is the act's."""
    say(good(ask()))
    act(ask())
    forever()


def well() -> None:
    while True:
        say(good(ask()))


def dead_people() -> None:
    while True:
        observation = ask()
        everyone = {person["id"]: "stay" for person in observation["people"]}
        say(json.dumps({"actions": everyone | {"nobody": "north"}}))


def slowly(observation: Observation) -> None:
    while True:
        say("x", end="")
        time.sleep(0.01)


def flood_lines(observation: Observation) -> None:
    while True:
        raw(b"{}\n" * 1000)


def flood_stderr(observation: Observation) -> None:
    while True:
        sys.stderr.write("x" * 100_000)


def loud() -> None:
    """Answers well, and writes much to stderr."""
    while True:
        sys.stderr.write("x" * 300_000)
        say(good(ask()))


def ahead() -> None:
    """Always one line ahead."""
    say("{}")
    while True:
        say(good(ask()))


def holder(observation: Observation) -> None:
    """A grandchild, in a session of its own, keeps stdout open; its parent goes."""
    subprocess.Popen(["sleep", sys.argv[2]], start_new_session=True)
    sys.exit(0)


def close_stdout(observation: Observation) -> None:
    os.close(1)
    forever()


def deaf() -> None:
    os.close(0)
    forever()


def kill(pid: int, number: int) -> None:
    os.kill(pid, number)
    forever()


def unfinished(observation: Observation) -> None:
    say(good(observation), end="")
    sys.exit(0)


def orphans(argument: str) -> None:
    """An orphan, two generations down, in another session and without an environment; then answers well."""
    subprocess.run(["/bin/sh", "-c", f"sleep {argument} & :"], start_new_session=True, env={}, check=True)
    well()


MODELS: dict[str, Callable[[], object]] = {
    "well": well,
    "loud": loud,
    "orphans": lambda: orphans(sys.argv[2]),
    "hangs_at_start": forever,
    "hangs_later": lambda: then(lambda observation: forever()),
    "writes_slowly": lambda: then(slowly),
    "does_not_read": deaf,
    "floods_stderr": lambda: then(flood_stderr),
    "floods_one_line": lambda: then(lambda observation: raw(b"x" * LARGE)),
    "answers_50_MB": lambda: then(lambda observation: say(good(observation) + " " * LARGE)),
    "floods_lines": lambda: then(flood_lines),
    "answers_twice": lambda: then(lambda observation: say((good(observation) + "\n") * 2, end="")),
    "answers_ahead": ahead,
    "answers_for_the_dead": dead_people,
    "answers_nan": lambda: then(
        lambda observation: say('{"actions": {"' + observation["people"][0]["id"] + '": NaN}}')
    ),
    "answers_nothing": lambda: then(lambda observation: say("")),
    "answers_noise": lambda: then(lambda observation: say("Sure! " + good(observation))),
    "answers_no_utf8": lambda: then(lambda observation: raw(b'{"actions": {"\xff": "stay"}}\n')),
    "exits": lambda: then(lambda observation: sys.exit(0)),
    "exits_at_start": lambda: sys.exit(3),
    "is_killed": lambda: then(lambda observation: kill(os.getpid(), signal.SIGKILL)),
    "kills_its_parent": lambda: then(lambda observation: kill(os.getppid(), signal.SIGKILL)),
    "leaves_a_holder": lambda: then(holder),
    "closes_stdout": lambda: then(close_stdout),
    "ends_no_line": lambda: then(unfinished),
    "crashes": lambda: then(lambda observation: signal.raise_signal(signal.SIGSEGV)),
}

if __name__ == "__main__":
    MODELS[sys.argv[1]]()
