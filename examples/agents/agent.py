"""Everybody walks the shortest way to an exit, around walls and around what burns now. In some twenty lines."""

import json
import sys
from collections import deque

STEPS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}

for line in sys.stdin:
    seen = json.loads(line)
    blocked = set(map(tuple, seen["map"]["walls"] + seen["burning"]))
    # Backwards from the exits: the first way that reaches a cell is a shortest one.
    way = {tuple(item["position"]): "stay" for item in seen["exits"] if tuple(item["position"]) not in blocked}
    queue = deque(way)
    while queue:
        row, col = queue.popleft()
        for direction, (down, right) in STEPS.items():
            cell = row - down, col - right
            inside = 0 <= cell[0] < seen["map"]["rows"] and 0 <= cell[1] < seen["map"]["cols"]
            if inside and cell not in blocked and cell not in way:
                way[cell] = direction
                queue.append(cell)
    active = (person for person in seen["people"] if person["status"] == "active")
    print(json.dumps({"actions": {p["id"]: way.get(tuple(p["position"]), "stay") for p in active}}), flush=True)
