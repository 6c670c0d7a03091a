"""What an adapter says of itself: a plain document without numbers that are no integers (PCK-15.1, SCO-11.1)."""

from typing import Any

from simulator import shape
from simulator.strict import Members

_KEY, _TEXT, _INTEGER = shape.Text(256, 1), shape.Text(1 << 20), shape.Integer()


class Value:
    """A string, an integer, true, false, null, or a list or an object of them."""

    def read(self, node: Any, pointer: str) -> Any:
        """The plain value, as `shape.Shape` has it."""
        if node is None or isinstance(node, bool):
            return node
        if isinstance(node, str):
            return _TEXT.read(node, pointer)
        if isinstance(node, list):
            return _LIST.read(node, pointer)
        if isinstance(node, (Members, dict)):
            return SETTINGS.read(node, pointer)
        return _INTEGER.read(node, pointer)

    def schema(self) -> dict[str, Any]:
        """The fragment, as `shape.Shape` has it."""
        return {"type": ["string", "integer", "boolean", "null", "array", "object"]}


_LIST = shape.ListOf(Value())
SETTINGS = shape.MapOf(_KEY, Value())
