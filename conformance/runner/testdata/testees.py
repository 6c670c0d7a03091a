"""Testees for the runner's tests: `honest` is right, and each of the others does one thing wrong, if it can always.

testees.py NAME COMPONENTS TOKEN [ARGUMENT ...]: COMPONENTS is the JSON text of the versions to state, and TOKEN marks
the processes. They know one question: twice `n`, which is refused where it is below 0.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

Message = dict[str, Any]


def components() -> Any:
    return json.loads(sys.argv[2])


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def say(message: Message) -> None:
    write(json.dumps(message) + "\n")


def ready(hello: Message, **other: Any) -> None:
    about = {"type": "ready", "protocol": "1.0", "run": hello["run"], "name": "toy", "version": "1"}
    say(about | {"profiles": ["rng"], "components": components()} | other)


def right(case: Message) -> Message:
    n = case["input"]["n"]
    refused = {"status": "rejected", "stage": "shape", "code": "out_of_range", "pointer": "/n"}
    outcome = refused if n < 0 else {"status": "ok", "output": {"twice": 2 * n}}
    return {"type": "result", "id": case["id"]} | outcome


def messages() -> Iterator[Message]:
    for line in sys.stdin:
        yield json.loads(line)


def serve(answer: Callable[[Message], None], greet: Callable[[Message], None] = ready) -> None:
    for message in messages():
        if message["type"] == "hello":
            greet(message)
        elif message["type"] == "case":
            answer(message)
        else:
            return


def honest() -> None:
    """Is right."""
    serve(lambda case: say(right(case)))


def accepts_everything() -> None:
    """Accepts everything, with the right output where there is one."""

    def answer(case: Message) -> None:
        output = {"twice": 2 * case["input"]["n"]}
        say({"type": "result", "id": case["id"], "status": "ok", "output": output})

    serve(answer)


def answers_the_last_case() -> None:
    """Answers with the ID of the case before."""
    seen: list[Any] = []

    def answer(case: Message) -> None:
        seen.append(case["id"])
        say(right(case) | {"id": seen[-2:][0]})

    serve(answer)


def changes_identity() -> None:
    """Is another testee in its second life. ARGUMENT: a file."""

    def greet(hello: Message) -> None:
        is_second = os.path.exists(sys.argv[4])
        with open(sys.argv[4], "w"):
            ready(hello, version="2" if is_second else "1")

    serve(lambda case: sys.exit(0), greet)


def closes_stdin() -> None:
    """Closes its stdin and lives on."""

    def greet(hello: Message) -> None:
        os.close(0)
        ready(hello)
        time.sleep(1000)

    greet(next(messages()))


def closes_stdout() -> None:
    """Closes its stdout and lives on."""

    def answer(case: Message) -> None:
        os.close(1)
        time.sleep(1000)

    serve(answer)


def duplicate_answer() -> None:
    """Answers each case twice, in one go."""
    serve(lambda case: write(2 * (json.dumps(right(case)) + "\n")))


def exits() -> None:
    """Exits in good order in the middle of a case."""
    serve(lambda case: sys.exit(0))


def exits_at_start() -> None:
    """Fails before it says ready."""
    sys.exit("no such luck")


def exits_badly() -> None:
    """Exits with code 3 after bye."""
    honest()
    sys.exit(3)


def floods_stderr() -> None:
    """Writes 8 MiB to stderr for each case."""

    def answer(case: Message) -> None:
        sys.stderr.write("y" * (8 << 20) + "\n")
        say(right(case))

    serve(answer)


def floods_stderr_and_hangs() -> None:
    """Writes to stderr and never answers."""

    def answer(case: Message) -> None:
        while True:
            sys.stderr.write("y" * (1 << 16) + "\n")

    serve(answer)


def forks() -> None:
    """Leaves a child behind, in its own group, that holds the pipes."""

    def answer(case: Message) -> None:
        if os.fork() == 0:
            time.sleep(1000)
        say(right(case))

    serve(answer)


def forks_and_exits() -> None:
    """Exits mid-case; a child that has left the session holds the pipes."""

    def answer(case: Message) -> None:
        if os.fork() == 0:
            os.setsid()
            time.sleep(1000)
        sys.exit(0)

    serve(answer)


def forks_away() -> None:
    """Leaves a grandchild behind that has left session, environment and parent."""

    def answer(case: Message) -> None:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execve("/bin/sh", ["/bin/sh", "-c", "sleep 1000; exit 0", sys.argv[3]], {})
            os._exit(0)
        say(right(case))

    serve(answer)


def hangs() -> None:
    """Never answers."""
    serve(lambda case: time.sleep(1000))


def hangs_at_start() -> None:
    """Never says ready."""
    time.sleep(1000)


def hangs_mid_line() -> None:
    """Begins a line and never ends it."""

    def answer(case: Message) -> None:
        write('{"type":')
        time.sleep(1000)

    serve(answer)


def killed() -> None:
    """Is ended by a signal."""
    serve(lambda case: os.kill(os.getpid(), signal.SIGSEGV))


def late_answer() -> None:
    """Hangs in its first life; in its second answers the case of the first. ARGUMENT: a file."""

    def answer(case: Message) -> None:
        if not os.path.exists(sys.argv[4]):
            with open(sys.argv[4], "w") as file:
                file.write(case["id"])
            time.sleep(1000)
        with open(sys.argv[4]) as file:
            say(right(case) | {"id": file.read()})

    serve(answer)


def long_line() -> None:
    """Answers with 100 MiB and no end of line."""
    serve(lambda case: write("x" * (100 << 20)))


def looks_around() -> None:
    """Answers with what it sees: its environment, folder, session and open files."""

    def answer(case: Message) -> None:
        output = {
            "folders": [os.environ[key] == os.getcwd() for key in ("HOME", "TMPDIR")],
            "files": os.listdir(),
            "locale": os.environ["LC_ALL"],
            "secret": "EMBER_SECRET" in os.environ,
            "leads": os.getsid(0) == os.getpid() == os.getpgrp(),
            "open": [fd for fd in range(3, 64) if os.path.exists(f"/proc/self/fd/{fd}")],
        }
        say({"type": "result", "id": case["id"], "status": "ok", "output": output})

    serve(answer)


def no_component() -> None:
    """States no version of a component."""
    serve(lambda case: None, lambda hello: ready(hello, components={}))


def noise() -> None:
    """Prints what it does."""
    serve(lambda case: write(f"thinking\n{json.dumps(right(case))}\n"))


def noise_afterwards() -> None:
    """Prints what it did, before the next case."""
    serve(lambda case: write(json.dumps(right(case)) + "\ndone\n"))


def not_json() -> None:
    """Answers with an object that is no JSON."""
    serve(lambda case: write(f"{right(case)}\n"))


def not_utf8() -> None:
    """Answers with a byte that is no UTF-8."""

    def answer(case: Message) -> None:
        sys.stdout.buffer.write(b'{"type":"result","id":"\xff"}\n')
        sys.stdout.flush()

    serve(answer)


def other_profile() -> None:
    """Declares a profile that does not include the case."""
    serve(lambda case: None, lambda hello: ready(hello, profiles=["unheard-of"]))


def ready_again() -> None:
    """Says ready where a result belongs."""
    serve(lambda case: ready({"run": "0" * 32}))


def rejects_everything() -> None:
    """Refuses everything, as the negatives want it."""
    serve(lambda case: say(right(case | {"input": {"n": -1}})))


def rejects_otherwise() -> None:
    """Refuses what is to be refused, for another reason. ARGUMENTs: a member and its value."""

    def answer(case: Message) -> None:
        result = right(case)
        say(result | {sys.argv[4]: sys.argv[5]} if result["status"] == "rejected" else result)

    serve(answer)


def remembers() -> None:
    """Answers wrong what it has been asked before."""
    seen: list[Any] = []

    def answer(case: Message) -> None:
        n = case["input"]["n"]
        wrong = {"output": {"twice": 7}} if n in seen else {}
        seen.append(n)
        say(right(case) | wrong)

    serve(answer)


def result_at_start() -> None:
    """Says a result where ready belongs."""
    serve(lambda case: None, lambda hello: say({"type": "result", "id": "0", "status": "unsupported"}))


def says_error() -> None:
    """Says that it failed, with characters that would upset a terminal."""

    def answer(case: Message) -> None:
        say({"type": "result", "id": case["id"], "status": "error", "message": "no\x1b[2J\x00\n]]>&<"})

    serve(answer)


def says_unsupported() -> None:
    """Declares the profile and does not do it."""
    serve(lambda case: say({"type": "result", "id": case["id"], "status": "unsupported"}))


def speaks_afterwards() -> None:
    """Answers its last case again, after bye."""
    last: list[Message] = []

    def answer(case: Message) -> None:
        last.append(right(case))
        say(last[-1])

    serve(answer)
    say(last[-1])


def stays() -> None:
    """Does not exit after bye."""
    honest()
    time.sleep(1000)


def sulks() -> None:
    """Answers every valid case wrong, once it has refused something."""
    refused: list[Message] = []

    def answer(case: Message) -> None:
        result = right(case)
        wrong = {"output": {"twice": 7}} if refused and result["status"] == "ok" else {}
        refused.extend([case] if result["status"] == "rejected" else [])
        say(result | wrong)

    serve(answer)


def unknown_field() -> None:
    """Answers with a member that does not exist."""
    serve(lambda case: say(right(case) | {"note": ""}))


def wrong_component() -> None:
    """Is of another version of the contract."""
    serve(lambda case: None, lambda hello: ready(hello, components=components() | {"simulator": "0.1.9"}))


def wrong_id() -> None:
    """Answers a case that nobody asked."""
    serve(lambda case: say(right(case) | {"id": "0" * 32}))


def wrong_nonce() -> None:
    """Is ready for another process."""
    serve(lambda case: None, lambda hello: ready({"run": "0" * 32}))


def wrong_protocol() -> None:
    """Speaks another version of the protocol."""
    serve(lambda case: None, lambda hello: ready(hello, protocol="2.0"))


if __name__ == "__main__":
    globals()[sys.argv[1]]()
