"""Functions that a test evaluates as models."""

import os
from typing import Any

print("what a module prints goes to stderr")
count = 0


def stays(observation: dict[str, Any]) -> dict[str, str]:
    print("so does what a function prints")
    os.write(1, b"and what it writes to descriptor 1\n")
    return {person["id"]: "stay" for person in observation["people"] if person["status"] == "active"}


def whole(observation: dict[str, Any]) -> dict[str, Any]:
    return {"actions": stays(observation)}


def a_person_called_actions(observation: dict[str, Any]) -> dict[str, str]:
    return {"actions": "stay"}


def counts(observation: dict[str, Any]) -> dict[str, str]:
    global count
    count += 1
    return {"count": str(count)}


def gives_nan(observation: dict[str, Any]) -> dict[str, float]:
    return {"P1": float("nan")}


def raises(observation: dict[str, Any]) -> dict[str, str]:
    raise ValueError("no idea")


class Holder:
    """Its method is a function, too."""

    def method(self, observation: dict[str, Any]) -> dict[str, str]:
        return stays(observation)


held = Holder()
