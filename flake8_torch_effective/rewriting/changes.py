"""Which names of a function may hold objects that change without rebinding: in place, or through another name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set

import libcst as cst

from ..syntax.naming import called_name, targets_in
from ..syntax.operators import gives_operand
from ..syntax.walking import walk

# Functions that modify their arguments without a trailing underscore in their name.
CHANGING = frozenset({"all_reduce", "broadcast", "copyto", "delattr", "irecv", "recv", "setattr"})
# Expressions that make a new object, but for `+x`.
_NEW_OBJECTS = (
    cst.BinaryOperation,
    cst.UnaryOperation,
    cst.Comparison,
    cst.FormattedString,
    cst.Lambda,
)
_HOLDERS = (cst.BaseExpression, cst.BaseElement, cst.BaseDictElement)
_OWNERS = ("self", "cls")


class Changes:
    """The in-place changes that are visible in the text of a function, class body or module.

    Args:
        scope: the function, class body or module.
        names: what binds each of its names.
        makes_new: whether the result of a call is known to share no memory with its arguments.
    """

    def __init__(
        self, scope: cst.CSTNode, names: Mapping[str, list[cst.CSTNode]], makes_new: Callable[[cst.Call], bool]
    ) -> None:
        self._makes_new = makes_new
        self.made: dict[str, list[cst.CSTNode]] = {}
        self.calls: list[cst.Call] = []
        self._imported: set[str] = set()
        self._sources: dict[str, set[str]] = {}
        walk(
            scope,
            {
                cst.ImportAlias: [self._import],
                cst.Call: [self._call],
                cst.AssignTarget: [self._change],
                cst.AugAssign: [self._change],
                cst.Del: [self._change],
                cst.Assign: [self._binding],
                cst.AnnAssign: [self._change, self._binding],
                cst.NamedExpr: [self._binding],
                cst.For: [self._change, self._binding],
                cst.CompFor: [self._change, self._binding],
                cst.WithItem: [self._binding],
            },
        )
        self._reach = self._closed(names.keys() - self._imported)

    def of(self, name: str) -> Iterator[tuple[str, cst.CSTNode]]:
        """What may change the object of a name in place, and the name through which it does."""
        for other, nodes in self.made.items():
            if self.may_share(name, other):
                yield from ((other, node) for node in nodes)

    def may_share(self, one: str, other: str) -> bool:
        """Whether two names may hold the same object, or parts of it."""
        return bool(self._reach.get(one, {one}) & self._reach.get(other, {other}))

    def shared(self, value: cst.BaseExpression) -> set[str]:
        """The names whose objects, or parts of them, a value may be; attributes of ``self`` excepted."""
        return {name for name in self._open(value) if name not in (*self._imported, *_OWNERS)}

    def receivers(self, call: cst.Call) -> set[str]:
        """The names whose objects are passed to a call, or on which it is a method call."""
        found = {name for argument in call.args for name in _handed(argument.value)}
        return found | ({_root(call.func)} if type(call.func) is cst.Attribute else set())

    def _change(self, node: cst.CSTNode) -> None:
        for changed in changed_by(node):
            for name in _handed(changed):
                self.made.setdefault(name, []).append(node)

    def _call(self, node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        self.calls.append(node)
        self._change(node)

    def _binding(self, node: cst.CSTNode) -> None:
        targets: list[cst.CSTNode] = []
        value: cst.BaseExpression | None = None
        if type(node) is cst.Assign:
            targets, value = [target.target for target in node.targets], node.value
        elif isinstance(node, cst.AnnAssign | cst.NamedExpr):
            targets, value = [node.target], node.value
        elif isinstance(node, cst.For | cst.CompFor):
            targets, value = [node.target], node.iter
        elif type(node) is cst.WithItem and node.asname is not None:
            targets, value = [node.asname.name], node.item
        names = set() if value is None else set(self._open(value))
        for target in targets:
            for leaf in targets_in(target):
                self._sources.setdefault(_root(leaf), set()).update(names)

    def _open(self, value: cst.BaseExpression) -> Iterator[str]:
        """The names whose objects, or parts of them, a value may be."""
        stack: list[cst.CSTNode] = [value]
        while stack:
            node = stack.pop()
            if gives_operand(node):
                stack.append(node.expression)
            elif type(node) in _NEW_OBJECTS or (type(node) is cst.Call and self._makes_new(node)):
                continue
            elif type(node) is cst.Name:
                yield node.value
            elif type(node) is cst.Call:
                stack.extend(argument.value for argument in node.args)
                if type(node.func) is cst.Attribute and not _is_owner(node.func.value):
                    stack.append(node.func.value)
            elif isinstance(node, cst.Attribute | cst.Subscript):
                stack.append(node.value)
            else:
                stack.extend(child for child in node.children if isinstance(child, _HOLDERS))

    def _import(self, node: cst.CSTNode) -> None:
        assert type(node) is cst.ImportAlias
        self._imported.add(_root(node.name if node.asname is None else node.asname.name))

    def _closed(self, local: Set[str]) -> dict[str, set[str]]:
        """For each name the names whose objects, or parts of them, it may hold."""
        reach = {
            name: {name, *(source for source in sources if source in local or source in _OWNERS)}
            for name, sources in self._sources.items()
        }
        grown = True
        while grown:
            grown = False
            for found in reach.values():
                more = {further for name in found for further in reach.get(name, ())} - found
                found |= more
                grown = grown or bool(more)
        return reach


def changed_by(node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """The expressions whose objects a call, or a statement that binds its ``target``, changes in place.

    By its text: a name with a trailing underscore, ``inplace`` or ``out``, a subscript or an attribute that is
    assigned, an augmented assignment.
    """
    if type(node) is cst.Call:
        yield from _changed_by_call(node)
        return
    for target in targets_in(node.target):  # type: ignore[attr-defined]
        if isinstance(target, cst.BaseExpression) and (type(target) is not cst.Name or type(node) is cst.AugAssign):
            yield target


def _changed_by_call(call: cst.Call) -> Iterator[cst.BaseExpression]:
    function, called = call.func, called_name(call)
    underscored = called.endswith("_") and not called.endswith("__")
    keywords = {argument.keyword.value: argument.value for argument in call.args if argument.keyword is not None}
    inplace = keywords.get("inplace")
    if underscored or not (inplace is None or (type(inplace) is cst.Name and inplace.value == "False")):
        if type(function) is cst.Attribute:
            yield function.value
        yield from (argument.value for argument in call.args[:1])
    if "out" in keywords:
        yield keywords["out"]
    if called in CHANGING:
        yield from (argument.value for argument in call.args)


def _root(node: cst.CSTNode) -> str:
    """The name at the start of a chain of attributes, subscripts and method calls; empty where there is none."""
    while True:
        if isinstance(node, cst.Attribute | cst.Subscript):
            node = node.value
        elif type(node) is cst.Call and type(node.func) is cst.Attribute:
            node = node.func.value
        else:
            return node.value if type(node) is cst.Name else ""


def _handed(value: cst.BaseExpression) -> Iterator[str]:
    """The names that an argument passes on, directly or in a list."""
    if isinstance(value, cst.Tuple | cst.List):
        for element in value.elements:
            yield from _handed(element.value)
    elif _root(value):
        yield _root(value)


def _is_owner(node: cst.CSTNode) -> bool:
    return type(node) is cst.Name and node.value in _OWNERS
