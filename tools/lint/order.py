"""What the core computes depends on no hash seed and on no locale.

1. A set has no order, and that of strings changes from run to run. So no list, text or argument is made from a set as
   it comes: sorted(), or what has the same result in any order (sum, min, another set), stands between. A loop over a
   set may only fill sets, and dictionaries and lists by what it goes through: it appends, adds up, calls, yields,
   raises and returns nothing that would show the order.
2. Numbers and dates are written the same everywhere: no module `locale`, no format code `n`, no strftime. A text
   file is opened with its encoding.

What is a set is told from the source: displays, comprehensions, set(), frozenset(), their operators and methods, and
names, attributes and functions that are annotated as sets, or that only sets are assigned to. What it can't see: the
order of a dictionary that was filled from a set, and the last value that a loop left in a variable.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tools.lint.tree import CORE, Module

# Why the order of a set may show in a module.
EXEMPT = {
    "conformance.second_reading": "slow and literal; its answers are held against the reference's, one by one",
    "packs.evaluation.adapters.callable": "folders that a sandbox sorts",
    "packs.evaluation.adapters.keeper": "kills processes",
}
# Keys of sorted() that no two of the items share.
TOTAL_KEYS = {"clause_order"}

SET_TYPES = {"set", "frozenset", "Set", "AbstractSet", "MutableSet"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference", "copy"}
VIEWS = {"keys", "items"}
# Calls that give the same for any order, and those that hand the order on.
UNORDERED_RESULT = {"all", "any", "bool", "Counter", "frozenset", "len", "max", "min", "set", "sorted", "sum", "update"}
HANDS_ON = {"chain", "deque", "enumerate", "filter", "iter", "list", "map", "next", "repr", "reversed", "str", "tuple"}
HANDS_ON |= {"zip", "extend", "join", "format"}
FILLS = {"add", "discard", "remove"}
TEXT_FILES = {"open": 3, "read_text": 0, "write_text": 1}
"""Calls that open text files, and the place of their argument `encoding`."""


def check(modules: list[Module]) -> list[str]:
    """Findings, one for each place where an order or a locale slips in."""
    core = [module for module in modules if module.within(*CORE) and not module.is_test]
    known = Known(core)
    found = []
    for module in core:
        faults = set(_locale_faults(module.tree))
        if not module.within(*EXEMPT):
            faults |= set(_order_faults(module.tree, known))
        found += [module.finding(line, message) for line, message in sorted(faults)]
    return found


class Known:
    """Names of attributes and functions that everywhere in the core are, or return, sets."""

    def __init__(self, modules: Iterable[Module]) -> None:
        told: dict[str, bool] = {}
        for module in modules:
            for name, annotation in _annotated(module.tree):
                told[name] = told.get(name, True) and _is_set_type(annotation)
        self.names = {name for name, is_set in told.items() if is_set}


def _annotated(tree: ast.Module) -> Iterator[tuple[str, ast.expr | None]]:
    """Each function with its return type, and each attribute of a class with its type."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name, node.returns
            case ast.ClassDef():
                for item in node.body:
                    if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                        yield item.target.id, item.annotation
            case ast.AnnAssign(target=ast.Attribute(attr=name), annotation=annotation):
                yield name, annotation


def _is_set_type(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in SET_TYPES
        case ast.Subscript(value=value):
            return _is_set_type(value)
    return False


class Sets:
    """Which expressions of one scope are sets."""

    def __init__(self, scope: ast.AST, known: Known, outer: Sets | None) -> None:
        self.known, self.outer = known, outer
        self.names: dict[str, bool] = {}
        bindings = list(_bindings(scope))
        # Twice: a name may be assigned from one that is bound below.
        for _ in range(2):
            self.names = {}
            for name, value in bindings:
                is_set = value is not None and (_is_set_type(value[1]) or self.has(value[0]))
                self.names[name] = self.names.get(name, True) and is_set

    def has(self, node: ast.expr | None) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                return self._name(name)
            case ast.Attribute(attr=name):
                return name in self.known.names
            case ast.Call(func=ast.Name(id="set" | "frozenset")):
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name in self.known.names
            case ast.Call(func=ast.Attribute(value=value, attr=name)):
                return name in self.known.names or (name in SET_METHODS and self.has(value))
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor() | ast.Sub(), left=left, right=right):
                return any(self.has(side) or _is_view(side) for side in (left, right))
            case ast.IfExp(body=body, orelse=other):
                return self.has(body) or self.has(other)
        return False

    def _name(self, name: str) -> bool:
        if name in self.names:
            return self.names[name]
        return self.outer is not None and self.outer._name(name)


def _is_view(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in VIEWS


Binding = tuple[str, tuple[ast.expr | None, ast.expr | None] | None]


def _bindings(scope: ast.AST) -> Iterator[Binding]:
    """Each name that a scope binds, with its value and its annotation, or None if it is bound in another way."""
    if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = scope.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            yield argument.arg, (None, argument.annotation)
    for node in _own(scope):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, (value, None)
            case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Tuple(elts=values)):
                pairs = zip(places, values, strict=False)
                yield from ((place.id, (value, None)) for place, value in pairs if isinstance(place, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=value, annotation=annotation):
                yield name, (value, annotation)
            case ast.AugAssign() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                pass
            case ast.Assign(targets=targets):
                yield from ((name, None) for target in targets for name in _names(target))
            case ast.For(target=target) | ast.comprehension(target=target):
                yield from ((name, None) for name in _names(target))


def _names(target: ast.AST) -> Iterator[str]:
    return (node.id for node in ast.walk(target) if isinstance(node, ast.Name))


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a scope, but not those of functions and classes in it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _own(node)


def _order_faults(scope: ast.AST, known: Known, outer: Sets | None = None) -> Iterator[tuple[int, str]]:
    """Line and message of each place in a scope, and in those within, where the order of a set shows."""
    sets = Sets(scope, known, outer)
    harmless = {id(node) for node in _own(scope) for node in _unordered_arguments(node)}
    for node in _own(scope):
        if isinstance(node, ast.expr | ast.stmt) and id(node) not in harmless:
            if any(sets.has(value) for value in _gone_through(node, sets)):
                yield node.lineno, "a set is gone through in no fixed order"
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            # Names of a class are not seen in its methods.
            yield from _order_faults(node, known, outer if isinstance(scope, ast.ClassDef) else sets)


def _unordered_arguments(node: ast.AST) -> Iterator[ast.AST]:
    """What is used where its order can't show, down through calls and displays that hand it on."""
    match node:
        case ast.Set(elts=arguments):
            yield from (inner for argument in arguments for inner in _through(argument))
        case ast.Call(args=arguments) if _called(node) in UNORDERED_RESULT and not _picks(node):
            yield from (inner for argument in arguments for inner in _through(argument))
        case ast.IfExp(test=ast.Compare(left=ast.Call(func=ast.Name(id="len")), comparators=[ast.Constant(value=1)])):
            yield from ast.walk(node.body)


def _picks(node: ast.Call) -> bool:
    """Whether it has a key that several items may share, so that the first of them counts."""
    keys = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
    return any(not (isinstance(key, ast.Name) and key.id in TOTAL_KEYS) for key in keys)


def _through(node: ast.expr) -> Iterator[ast.AST]:
    yield node
    match node:
        case ast.Call(args=parts) | ast.List(elts=parts) | ast.Tuple(elts=parts):
            yield from (inner for part in parts for inner in _through(part))
        case ast.Starred(value=value) | ast.IfExp(body=value):
            yield from _through(value)


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _gone_through(node: ast.expr | ast.stmt, sets: Sets) -> list[ast.expr]:
    """What a node goes through so that its order shows."""
    match node:
        case ast.For(iter=value):
            return [value] if any(_shows(inner, node, sets) for part in node.body for inner in ast.walk(part)) else []
        case ast.YieldFrom(value=value) | ast.FormattedValue(value=value):
            return [value]
        case ast.ListComp() | ast.GeneratorExp():
            return [generator.iter for generator in node.generators]
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return [element.value for element in elements if isinstance(element, ast.Starred)]
        case ast.Assign(targets=[ast.Tuple(elts=[_, _, *_])], value=value):
            return [value]
        case ast.Call(func=ast.Attribute(value=value, attr="pop"), args=[]):
            return [value]
        case ast.Call(args=arguments):
            spread = [argument.value for argument in arguments if isinstance(argument, ast.Starred)]
            return [*spread, *(arguments if _called(node) in HANDS_ON or _picks(node) else [])]
    return []


def _shows(node: ast.AST, loop: ast.For, sets: Sets) -> bool:
    """Whether a node in the body of a loop over a set lets its order out."""
    match node:
        case ast.Yield() | ast.YieldFrom() | ast.Raise() | ast.Break() | ast.AugAssign(op=ast.Add(), target=ast.Name()):
            return True
        case ast.Return(value=value):
            return not (value is None or isinstance(value, ast.Constant))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=place, attr=name))):
            return name not in FILLS and not sets.has(place) and not _is_by_item(place, set(_names(loop.target)))
        case ast.Expr(value=ast.Call()):
            return True
    return False


def _is_by_item(place: ast.expr, items: set[str]) -> bool:
    """Whether a place is what the loop goes through, or is found by it, so that each item has its own."""
    if isinstance(place, ast.Name) and place.id in items:
        return True
    return any(isinstance(node, ast.Subscript) and not items.isdisjoint(_names(node.slice)) for node in ast.walk(place))


def _locale_faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) if "locale" in {alias.name for alias in names}:
                yield node.lineno, "import of locale"
            case ast.ImportFrom(module="locale"):
                yield node.lineno, "import of locale"
            case ast.FormattedValue(format_spec=ast.JoinedStr(values=[*_, ast.Constant(value=str(code))])):
                if code.endswith("n"):
                    yield node.lineno, "format code n depends on the locale"
            case ast.Call():
                yield from ((node.lineno, message) for message in _call_faults(node))


def _call_faults(node: ast.Call) -> Iterator[str]:
    name = _called(node)
    match node:
        case ast.Call(func=ast.Name(id="format"), args=[_, ast.Constant(value=str(code))]) if code.endswith("n"):
            yield "format code n depends on the locale"
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")) if "n}" in text:
            if any(part.partition("}")[0].endswith("n") for part in text.split(":")[1:]):
                yield "format code n depends on the locale"
    if name in ("strftime", "strxfrm", "strcoll"):
        yield f"{name} depends on the locale"
    if name in TEXT_FILES and not _has_encoding(node, name):
        yield f"{name} without encoding depends on the locale"


def _has_encoding(node: ast.Call, name: str) -> bool:
    """Whether it says its encoding, or opens bytes, or is an open() of something else than a file."""
    if any(keyword.arg in ("encoding", None) for keyword in node.keywords) or len(node.args) > TEXT_FILES[name]:
        return True
    modes = [*node.args[1:2], *(keyword.value for keyword in node.keywords if keyword.arg == "mode")]
    binary = any(isinstance(mode, ast.Constant) and "b" in str(mode.value) for mode in modes)
    return name == "open" and (binary or isinstance(node.func, ast.Attribute))
