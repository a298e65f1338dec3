"""Where the nodes of a module are: their parents and order, and the bindings of names between them.

Only writing fixes uses this, so it is built only for a file in which something that can be fixed is reported.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import Any, TypeAlias, TypeVar

import libcst as cst

from ..syntax.naming import all_names
from ..syntax.parsing import Nodes
from ..syntax.walking import CHILDREN
from .changes import Changes

# The fields, each with an index where it holds several nodes, that lead from a node to one inside it.
Path: TypeAlias = "tuple[tuple[str, int | None], ...]"

Node = TypeVar("Node", bound=cst.CSTNode)
_Made = TypeVar("_Made")

# Whether a call is known not to modify its arguments.
Asked: TypeAlias = "Callable[[cst.Call], bool]"

Scope: TypeAlias = "cst.FunctionDef | cst.Lambda | cst.ClassDef | cst.Module"
_SCOPES = (cst.FunctionDef, cst.Lambda, cst.ClassDef, cst.Module)
_LOOPS = (cst.For, cst.While, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)
# What can read any local name.
_READS_ALL = ("dir", "eval", "exec", "locals", "vars")
_NOTED = frozenset({cst.Name, cst.FunctionDef, cst.NameItem, cst.IndentedBlock, cst.Module})
# Code inside these may be skipped even if the code after them runs.
_SKIPPED = (
    cst.IfExp,
    cst.BooleanOperation,
    cst.Comparison,
    cst.Lambda,
    cst.BaseComp,
    cst.BaseCompoundStatement,
    cst.BaseSuite,
)


class Surroundings:
    """The parents of a module's nodes and their order in the text.

    Args:
        module: the module.
        harmless: whether a call is known not to modify its arguments.
        makes_new: whether the result of a call is known to share no memory with its arguments.
    """

    def __init__(
        self,
        module: cst.Module,
        harmless: Asked = lambda call: False,
        makes_new: Asked = lambda call: False,
    ) -> None:
        self.module = module
        self._is_harmless = harmless
        self._makes_new = makes_new
        self._functions: dict[int, int] = {}
        self._changes: dict[int, Changes] = {}
        self._harmful: dict[int, tuple[list[cst.Call], dict[str, list[cst.Call]]]] = {}
        # The next statement in the block; where each name occurs.
        self._following: dict[int, cst.BaseStatement] = {}
        self._named: dict[str, list[cst.Name]] = {}
        self._made: dict[tuple[str, int], Any] = {}
        # Names that functions declare as ``global`` or ``nonlocal``, which they may bind at any time.
        self._shared: set[str] = set()
        # All nodes in the order of the text, and the place in it of the node around each.
        nodes = self._nodes = list[cst.CSTNode]()
        around: list[int] = []
        stack: list[cst.CSTNode] = [module]
        outer = [0]
        while stack:
            node = stack.pop()
            around.append(outer.pop())
            place = len(nodes)
            nodes.append(node)
            kind = node.__class__
            for name in CHILDREN.get(kind, ()):
                child = getattr(node, name)
                if child is None:
                    continue
                inner = child.__class__
                if inner is tuple or inner is list:
                    stack.extend(child[::-1])
                    outer.extend([place] * len(child))
                elif inner in CHILDREN:
                    stack.append(child)
                    outer.append(place)
        last = list(range(len(nodes)))
        for place in range(len(nodes) - 1, 0, -1):
            if last[around[place]] < last[place]:
                last[around[place]] = last[place]
        keys = list(map(id, nodes))
        self._order = dict(zip(keys, range(len(nodes)), strict=True))
        self._parents = dict(zip(keys[1:], map(nodes.__getitem__, around[1:]), strict=True))
        self._ends = dict(zip(keys, last, strict=True))  # the last node inside each node
        for node in nodes:
            if type(node) in _NOTED:
                self._note(node)

    def _note(self, node: cst.CSTNode) -> None:
        if type(node) is cst.Name:
            if not self._is_label(node):
                self._named.setdefault(node.value, []).append(node)
        elif type(node) is cst.FunctionDef:
            self._functions[id(node)] = len(self._functions)
        elif type(node) is cst.NameItem:
            self._shared.add(node.name.value)
        elif isinstance(node, cst.IndentedBlock | cst.Module):
            self._following.update((id(one), other) for one, other in pairwise(node.body))

    def nodes_of(self, kinds: Collection[type[cst.CSTNode]]) -> Nodes:
        """The nodes of some types in the module, in source order, each before those inside it."""
        found: dict[type, list[cst.CSTNode]] = {kind: [] for kind in kinds}
        for node in self._nodes:
            if node.__class__ in found:
                found[node.__class__].append(node)
        return found

    def is_shared(self, name: str) -> bool:
        """Whether a function declares a name as ``global`` or ``nonlocal``, and so may bind it at any time."""
        return name in self._shared

    def order(self, function: cst.FunctionDef) -> int:
        """The number of a function among the functions of the module, in the order of the text."""
        return self._functions[id(function)]

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The node around this one; None for the module."""
        return self._parents.get(id(node))

    def ancestors(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """The nodes around this one, innermost first."""
        parent = self.parent(node)
        while parent is not None:
            yield parent
            parent = self.parent(parent)

    def encloses(self, outer: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether a node contains another, or is it."""
        return self._order[id(outer)] <= self._order[id(node)] <= self._ends[id(outer)]

    def before(self, first: cst.CSTNode, second: cst.CSTNode) -> bool:
        """Whether a node starts before another one in the text."""
        return self._order[id(first)] < self._order[id(second)]

    def scope(self, node: cst.CSTNode) -> Scope:
        """The function, lambda, class body or module that a node's names belong to."""
        for ancestor in self.ancestors(node):
            if type(ancestor) in _SCOPES:
                return ancestor  # type: ignore[return-value]
        return self.module

    def statement(self, node: cst.CSTNode) -> cst.BaseStatement:
        """The innermost statement that a node is or is in."""
        current: cst.CSTNode | None = node
        while current is not None and not isinstance(current, cst.BaseStatement):
            current = self.parent(current)
        assert current is not None
        return current

    def following(self, statement: cst.BaseStatement) -> cst.BaseStatement | None:
        """The statement after this one in the same block."""
        return self._following.get(id(statement))

    def is_only_for(self, assign: cst.Assign, name: str, use: cst.CSTNode) -> bool:
        """Whether only ``use``, later in the same function, reads the value that an assignment binds to a name."""
        scope = self.scope(assign)
        loops = [around for around in self.ancestors(assign) if isinstance(around, _LOOPS)]
        loops = [loop for loop in loops if self.encloses(scope, loop)]
        # What an iteration reads before it rebinds the name is the value of the previous iteration.
        left: tuple[float, float] = (0, 0)
        counters = {id(part) for loop in loops if type(loop) is cst.For for part in names_in(loop.target)}
        if loops:
            rebinding = self._bound_in_iteration(assign, name, loops[0])
            if rebinding is None:
                return False
            left = self._order[id(loops[-1])], self._last(rebinding)
        for mention in self.mentions(scope, name):
            if self.encloses(use, mention):
                continue
            if self.scope(mention) is not scope or isinstance(self.parent(mention), cst.NameItem):
                return False
            if self.encloses(assign, mention) or isinstance(self.parent(mention), cst.AssignTarget):
                continue
            if id(mention) in counters:
                continue
            at = self._order[id(mention)]
            if at > self._order[id(assign)] or left[0] < at <= left[1]:
                return False
        return True

    def _bound_in_iteration(self, assign: cst.Assign, name: str, loop: cst.CSTNode) -> cst.CSTNode | None:
        """What binds a name in every iteration of a loop, before the assignment in its body does."""
        if type(loop) is cst.For and name in {part.value for part in names_in(loop.target)}:
            return loop.iter
        statement = self.statement(assign)
        block = self.parent(statement)
        for earlier in block.body if type(block) is cst.IndentedBlock else ():
            if earlier is statement:
                break
            for target in (
                target for target in self.bindings(self.scope(assign))[name] if self.encloses(earlier, target)
            ):
                if type(target) is cst.AssignTarget and self.statement(target) is earlier:
                    return earlier
        return None

    def path(self, outer: cst.CSTNode, node: cst.CSTNode) -> Path | None:
        """The path from a node to one inside it; None where that one is elsewhere."""
        steps: list[tuple[str, int | None]] = []
        current = node
        while current is not outer:
            parent = self.parent(current)
            if parent is None:
                return None
            steps += [(name, index) for name, index, child in children_of(parent) if child is current]
            current = parent
        return tuple(reversed(steps))

    def bindings(self, scope: Scope) -> dict[str, list[cst.CSTNode]]:
        """What binds each local name of a function, in the order of the text.

        A name that is declared ``global`` or ``nonlocal`` counts the declaration as one.
        """
        return self.remembered("bindings", scope, lambda: _bindings(scope))

    def names(self, scope: cst.CSTNode) -> frozenset[str]:
        """All names and attributes that a scope mentions."""
        return self.remembered("names", scope, lambda: frozenset(self._names_in(scope)))

    def _names_in(self, scope: cst.CSTNode) -> set[str]:
        if scope is not self.module:
            return all_names(scope)
        return {node.value for node in self._nodes if type(node) is cst.Name}

    def remembered(self, what: str, scope: cst.CSTNode, make: Callable[[], _Made]) -> _Made:
        """What is made of a scope under a name, once."""
        key = (what, id(scope))
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]  # type: ignore[no-any-return]

    def mentions(self, scope: cst.CSTNode, name: str) -> list[cst.Name]:
        """Where a name is read or bound, in the order of the text; not attributes or keywords of that name.

        ``locals`` and the like read every name.
        """
        found = [node for each in (name, *_READS_ALL) for node in self._within(self._named.get(each, []), scope)]
        return sorted(found, key=lambda node: self._order[id(node)])

    def _within(self, nodes: list[Node], outer: cst.CSTNode) -> list[Node]:
        """Those of some nodes, in the order of the text, that are inside another."""
        return self._from_to(nodes, self._order[id(outer)], self._ends[id(outer)])

    def _from_to(self, nodes: list[Node], first: float, last: float) -> list[Node]:
        """Those of some nodes, in the order of the text, that start in a range of it."""

        def order(node: Node) -> int:
            return self._order[id(node)]

        return nodes[bisect_left(nodes, first, key=order) : bisect_right(nodes, last, key=order)]

    def _is_label(self, node: cst.Name) -> bool:
        parent = self.parent(node)
        return (type(parent) is cst.Attribute and parent.attr is node) or (
            type(parent) is cst.Arg and parent.keyword is node
        )

    def stays(self, name: str, source: cst.CSTNode, use: cst.CSTNode, but: cst.CSTNode | None = None) -> bool:
        """Whether a name certainly holds the same unchanged object at ``use`` as earlier at ``source``.

        Both are in one function.  Between the two, and in code that may run again before ``use``, the name must not be
        bound, nor its object visibly changed in place; ``but`` is a binding that does not count.
        """
        scope = self.scope(source)
        if scope is not self.scope(use) or name in self._shared or not self._leads_to(source, use):
            return False
        end: float = self._last(use)
        for ancestor in self.ancestors(use):
            if self.encloses(ancestor, source):
                break
            if type(ancestor) is cst.GeneratorExp:
                end = inf
            elif isinstance(ancestor, _LOOPS):
                end = max(end, self._last(ancestor) + 1)
        first = self._order[id(source)]
        calls = self._calls(scope, name, source, end)
        changes = [*self.bindings(scope).get(name, ()), *calls]
        for root, change in self._changes_in(scope).of(name):
            inner = self.scope(change)
            if inner is scope:
                changes.append(change)
            elif root not in self.bindings(inner):
                return False
        changes = [change for change in changes if change is not but and not self._only_asks(change, source)]
        return not any(first < self._moment(change) <= end for change in changes)

    def _calls(self, scope: Scope, name: str, source: cst.CSTNode, end: float) -> Iterator[cst.Call]:
        """The calls from ``source`` on that may change the object of a name, or in any way an attribute of it."""
        every, by_name = self._harmful_in(scope)
        calls = every if type(source) is cst.Attribute else by_name.get(name, [])
        if calls:
            around = {id(ancestor) for ancestor in self.ancestors(source)}
            yield from (call for call in calls if id(call) in around)
            yield from self._from_to(calls, self._order[id(source)], end)

    def _harmful_in(self, scope: Scope) -> tuple[list[cst.Call], dict[str, list[cst.Call]]]:
        """The calls of a scope that may change what is passed to them, and those that are passed each name."""
        found = self._harmful.get(id(scope))
        if found is None:
            changes = self._changes_in(scope)
            found = self._harmful[id(scope)] = ([], {})
            for call in changes.calls:
                if self.scope(call) is scope and not self._is_harmless(call):
                    found[0].append(call)
                    for name in changes.receivers(call):
                        found[1].setdefault(name, []).append(call)
        return found

    def _changes_in(self, scope: Scope) -> Changes:
        found = self._changes.get(id(scope))
        if found is None:
            found = self._changes[id(scope)] = Changes(scope, self.bindings(scope), self._makes_new)
        return found

    def _only_asks(self, change: cst.CSTNode, source: cst.CSTNode) -> bool:
        """Whether what may change ``self`` is a call of a method of the object that ``source`` reads from it."""
        function = change.func if type(change) is cst.Call else None
        if type(function) is not cst.Attribute or function.attr.value.endswith("_"):
            return False
        return type(source) is cst.Attribute and self.encloses(function.value, source)

    def changes_inside(self, name: str, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """What binds a name inside a node, or visibly changes its object in place."""
        return (change for change in self._all_changes(name, node) if self.encloses(node, change))

    def may_share(self, one: str, other: str, node: cst.CSTNode) -> bool:
        """Whether two names may hold the same object, or parts of it, in the function around a node."""
        return self._changes_in(self.scope(node)).may_share(one, other)

    def is_handed_on(self, name: str, node: cst.CSTNode) -> bool:
        """Whether a node passes the object of a name, or a part of it, to a call that may change it."""
        changes = self._changes_in(self.scope(node))
        return any(
            self.encloses(node, call)
            and not self._is_harmless(call)
            and any(changes.may_share(name, other) for other in changes.receivers(call))
            for call in changes.calls
        )

    def changes_between(self, name: str, first: cst.CSTNode, last: cst.CSTNode) -> bool:
        """Whether a name may be bound, or its object changed, between the starts of two nodes."""
        start, end = self._order[id(first)], self._order[id(last)]
        changes = [*self._all_changes(name, first), *self._calls(self.scope(first), name, first, end)]
        return any(start < self._order[id(change)] < end for change in changes)

    def is_changed_after(self, value: cst.BaseExpression, node: cst.CSTNode) -> bool:
        """Whether the object of an expression is visibly changed in place after a node has run.

        Objects reachable only through ``self`` are not considered.
        """
        scope = self.scope(node)
        changes = self._changes_in(scope)
        loops = [around for around in self.ancestors(node) if isinstance(around, _LOOPS)]
        loops = [loop for loop in loops if self.encloses(scope, loop)]
        for name in changes.shared(value):
            for root, change in changes.of(name):
                if self.scope(change) is not scope:
                    if root not in self.bindings(self.scope(change)):
                        return True
                elif self._moment(change) > self._order[id(node)] or self._is_passed_on(name, change, loops):
                    return True
        return False

    def _is_passed_on(self, name: str, change: cst.CSTNode, loops: Sequence[cst.CSTNode]) -> bool:
        """Whether the iterations of a loop change the object of a name that none of them rebinds."""
        bound = [node for node in self.bindings(self.scope(change)).get(name, ()) if type(node) is not cst.AugAssign]
        return any(
            self.encloses(loop, change) and not any(self.encloses(loop, node) for node in bound) for loop in loops
        )

    def _all_changes(self, name: str, node: cst.CSTNode) -> list[cst.CSTNode]:
        scope = self.scope(node)
        return [*self.bindings(scope).get(name, ()), *(change for _, change in self._changes_in(scope).of(name))]

    def _last(self, node: cst.CSTNode) -> int:
        return self._ends[id(node)]

    def _moment(self, change: cst.CSTNode) -> float:
        """When a binding or change takes effect: after everything that its statement or expression reads."""
        whole = self.parent(change) if type(change) is cst.AssignTarget else change
        if isinstance(whole, cst.For | cst.CompFor):
            whole = whole.iter
        if isinstance(whole, cst.Assign | cst.AugAssign | cst.AnnAssign | cst.BaseExpression):
            return self._last(whole) + 0.5
        return self._order[id(change)]

    def _leads_to(self, source: cst.CSTNode, use: cst.CSTNode) -> bool:
        """Whether ``use`` is only reached through ``source``, which is in no code that may be skipped on the way."""
        if not self.before(source, use):
            return False
        passed = source
        for ancestor in self.ancestors(source):
            if isinstance(passed, _SKIPPED):
                return False
            if self.encloses(ancestor, use):
                return not isinstance(ancestor, cst.BaseCompoundStatement)
            passed = ancestor
        return False


def follow(node: cst.CSTNode, path: Path) -> cst.CSTNode:
    """The node at the end of a path."""
    for name, index in path:
        child = getattr(node, name)
        node = child if index is None else child[index]
    return node


def children_of(node: cst.CSTNode) -> Iterator[tuple[str, int | None, cst.CSTNode]]:
    """The significant child nodes, last first, each with its field and index."""
    for name in CHILDREN.get(type(node), ()):
        child = getattr(node, name)
        kind = child.__class__
        if kind in CHILDREN:
            yield name, None, child
        elif kind is tuple or kind is list:
            for index in range(len(child) - 1, -1, -1):
                yield name, index, child[index]


def inside(root: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A node and all nodes inside it, in the order of the text."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(child for _, _, child in children_of(node))


def names_in(target: cst.CSTNode) -> Iterator[cst.Name]:
    """The names that an assignment target binds."""
    if type(target) is cst.Name:
        yield target
    elif isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from names_in(element.value)


def _bindings(scope: Scope) -> dict[str, list[cst.CSTNode]]:
    found: dict[str, list[cst.CSTNode]] = {}

    def bind(name: cst.CSTNode | None, node: cst.CSTNode) -> None:
        for part in () if name is None else names_in(name):
            found.setdefault(part.value, []).append(node)

    stack: list[cst.CSTNode] = [scope]
    while stack:
        node = stack.pop()
        kind = node.__class__
        if kind in _WITH_NAMES and node is not scope:
            bind(node.name, node)  # type: ignore[attr-defined]
            continue
        if kind in _BINDING:
            bind(getattr(node, _BINDING[kind]), node)
        elif kind is cst.ImportAlias and node.asname is None:  # type: ignore[attr-defined]
            name = node.name  # type: ignore[attr-defined]
            while type(name) is cst.Attribute:
                name = name.value
            bind(name, node)
        for field in CHILDREN.get(kind, ()):
            child = getattr(node, field)
            kind = child.__class__
            if CHILDREN.get(kind):
                stack.append(child)
            elif kind is tuple or kind is list:
                stack.extend(reversed(child))
    return found


_WITH_NAMES = frozenset({cst.FunctionDef, cst.ClassDef})
# The nodes that bind names, and the field that holds what they bind.
_BINDING: dict[type, str] = {
    cst.Param: "name",
    cst.AssignTarget: "target",
    cst.AugAssign: "target",
    cst.AnnAssign: "target",
    cst.For: "target",
    cst.CompFor: "target",
    cst.NamedExpr: "target",
    cst.AsName: "name",
    cst.NameItem: "name",
    cst.Del: "target",
    cst.MatchAs: "name",
    cst.MatchStar: "name",
    cst.MatchMapping: "rest",
}
