"""Which files and archives the iterators of data sets leave open where a consumer stops early."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import libcst as cst

from ...syntax.naming import called_name, last_name
from ...syntax.walking import children, walk
from ..events.collections import called
from ..events.program import program_of
from ..events.scope import Names, names_of
from ..interpreter.inference import Inference
from ..knowledge.names import canonical
from ..knowledge.open_files import CARES, GIVEN_FILE, IN_MEMORY, LAZY, OPENERS, PATHS
from ..values import Function, Reference
from .cuda_names import own_nodes
from .datasets import datasets
from .trials import is_trial_at

_DEPTH: Final = 60
_NAMES: Final = 8
_AT_ANY_END: Final = frozenset({"BaseException", "GeneratorExit"})


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """A call that opens a file in an iterator, which is ``closed`` after the last item only, or never.

    ``name`` is what the program calls the file, where it has a name.
    """

    call: cst.Call
    name: str | None
    closed: bool


def left_open(inference: Inference) -> Iterator[LeftOpen]:
    """The calls that open a file in the iterator of a data set, or in a generator that feeds one, without care.

    >>> lines = ["class Rows(torch.utils.data.IterableDataset):", "    def __iter__(self): yield from open(n)"]
    >>> [one.name for one in left_open(program(*lines).inference)]
    [None]
    """
    for function in _iterators(inference):
        yield from _Reading(inference, function).found()


def _iterators(inference: Inference) -> Iterable[Function]:
    """The functions that make the items of data sets step by step: ``__iter__``, and generators that it runs."""
    program = program_of(inference)
    own = [one.cls for one in datasets(inference)]
    found = [method for cls in own if (method := cls.function("__iter__")) is not None]
    for made in inference.instantiations:
        if type(made) is cst.Call and inference.value(made.func) in own:
            given = (one.value for one in made.args)
            fed = [called(program, one) or inference.value(one) for one in given]
            found += [one for one in fed if isinstance(one, Function) and _yields(one)]
    found = list(dict.fromkeys(found))
    for function in found:
        if len(found) > _DEPTH:
            break
        inner = (called(program, node) for node in own_nodes(function.node.body) if type(node) is cst.Call)
        found += [one for one in dict.fromkeys(inner) if one is not None and one not in found and _yields(one)]
    return found


def _yields(function: Function) -> bool:
    """Whether a function is a generator; not one that a decorator makes a context of."""
    if any(name.endswith("contextmanager") for name in function.decorators):
        return False
    return any(type(node) is cst.Yield for node in own_nodes(function.node.body))


@dataclass
class _Reading:
    """What an iterator does in its own lines, in the order of the text, and what stands around each node."""

    inference: Inference
    function: Function
    nodes: list[cst.CSTNode] = field(default_factory=list)
    around: dict[int, cst.CSTNode] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    uses: dict[str, list[cst.Name]] = field(default_factory=dict)
    closes: dict[str, list[int] | None] = field(default_factory=dict)
    yields: list[int] = field(default_factory=list)
    yielding: set[int] = field(default_factory=set)
    names: Names = field(init=False)

    def __post_init__(self) -> None:
        node = self.function.node
        assert isinstance(node, cst.FunctionDef | cst.Lambda)
        self.names = names_of(node)
        for one in own_nodes(node.body):
            self.places[id(one)] = len(self.nodes)
            self.nodes.append(one)
            for child in children(one):
                self.around[id(child)] = one
            if type(one) is cst.Name:
                self.uses.setdefault(one.value, []).append(one)
            elif type(one) is cst.Yield:
                self.yields.append(self.places[id(one)])
                self.note_around(one)

    def note_around(self, node: cst.CSTNode) -> None:
        """Note what stands around an item that is yielded."""
        outer: cst.CSTNode | None = node
        while outer is not None and id(outer) not in self.yielding:
            self.yielding.add(id(outer))
            outer = self.around.get(id(outer))

    def yields_between(self, first: int, last: int | None = None) -> bool:
        """Whether an item is yielded after one place in the text, and before another."""
        place = bisect_right(self.yields, first)
        return place < len(self.yields) and (last is None or self.yields[place] < last)

    def found(self) -> Iterator[LeftOpen]:
        """The calls that leave a file open."""
        told: set[int] = set()
        for call in self.nodes:
            if type(call) is not cst.Call or not self.opens(call):
                continue
            if is_trial_at(self.inference, self.function.node, call):
                return
            holder = self.holder(call)
            if holder is None or id(holder) in told:
                continue
            told.add(id(holder))
            if type(holder) is cst.Name:
                later = self.yields_between(self.places[id(call)])
                if later or (not self.yields and self.is_handed_out(holder.value)):
                    closed = self.closing(holder.value, call)
                    if closed is not None:
                        yield LeftOpen(call, holder.value, closed)
            elif self.is_gone_over(holder):
                yield LeftOpen(call, None, closed=False)

    def is_gone_over(self, holder: cst.CSTNode) -> bool:
        """Whether items come from what a loop, ``yield from`` or ``return`` holds while it is open."""
        if type(holder) is cst.For:
            return id(holder.body) in self.yielding
        return type(holder) is cst.From or not self.yields

    def opens(self, call: cst.Call) -> bool:
        """Whether a call opens a file by its name, rather than one that is open or in memory."""
        callee = self.inference.value(call.func)
        if type(callee) is Reference:
            is_opener = canonical(callee.name) in OPENERS
        else:
            path = call.func.value if type(call.func) is cst.Attribute and called_name(call) == "open" else None
            made = self.inference.value(path.func) if type(path) is cst.Call else None
            is_opener = type(made) is Reference and canonical(made.name) in PATHS
        if not is_opener or any(one.keyword is not None and one.keyword.value == GIVEN_FILE for one in call.args):
            return False
        given = call.args[0].value if call.args else None
        given = self.names.aliases.get(given.value, given) if type(given) is cst.Name else given
        source = self.inference.value(given.func) if type(given) is cst.Call else None
        return not (type(source) is Reference and canonical(source.name) in IN_MEMORY | OPENERS)

    def holder(self, call: cst.Call) -> cst.CSTNode | None:
        """What holds an open file: a name, a loop, ``yield from`` or ``return``, also through what yields lazily."""
        node: cst.CSTNode = call
        while True:
            outer = self.around.get(id(node))
            if type(outer) is cst.Arg:
                user = self.around.get(id(outer))
                if type(user) is not cst.Call or not self.is_lazy(user):
                    return None
                node = user
            elif type(outer) is cst.IfExp:
                node = outer
            elif type(outer) is cst.Element:
                return self.taker(outer)
            elif type(outer) is cst.Assign:
                target = outer.targets[0].target
                return target if len(outer.targets) == 1 and type(target) is cst.Name else None
            elif isinstance(outer, cst.AnnAssign | cst.NamedExpr):
                return outer.target if type(outer.target) is cst.Name else None
            elif type(outer) is cst.For:
                return outer if outer.iter is node else None
            elif type(outer) is cst.CompFor:
                made = self.around.get(id(outer))
                if type(made) is not cst.GeneratorExp or outer.iter is not node:
                    return None
                node = made
            elif isinstance(outer, cst.From | cst.Return):
                return outer
            else:
                return None

    def taker(self, part: cst.Element) -> cst.Name | None:
        """The name that gets one of several values: ``b`` for the second in ``a, b = open(x), open(y)``."""
        values = self.around.get(id(part))
        assign = self.around.get(id(values)) if isinstance(values, cst.Tuple | cst.List) else None
        if type(assign) is not cst.Assign or len(assign.targets) != 1 or not isinstance(values, cst.Tuple | cst.List):
            return None
        target = assign.targets[0].target
        takers = target.elements if isinstance(target, cst.Tuple | cst.List) else ()
        plain = all(type(one) is cst.Element for one in (*takers, *values.elements))
        if not plain or len(takers) != len(values.elements):
            return None
        taker = takers[[*values.elements].index(part)].value
        return taker if type(taker) is cst.Name else None

    def is_target(self, part: cst.CSTNode | None) -> bool:
        """Whether a part of a tuple is assigned to, rather than handed out."""
        return type(part) is cst.Element and type(self.around.get(id(self.around.get(id(part))))) is cst.AssignTarget

    def is_lazy(self, call: cst.Call) -> bool:
        callee = self.inference.value(call.func)
        return type(callee) is Reference and canonical(callee.name) in LAZY

    def closing(self, name: str, call: cst.Call) -> bool | None:
        """Whether a file is closed after the items, or not at all; None where care is taken of it."""
        if name not in self.closes:
            self.closes[name] = self.closed_at(name)
        closes = self.closes[name]
        if closes is None:
            return None
        opened = self.places[id(call)]
        following = bisect_right(closes, opened)
        if following < len(closes) and not self.yields_between(opened, closes[following]):
            return None
        return bool(closes)

    def closed_at(self, name: str) -> list[int] | None:
        """Where the file with a name is closed, in the order of the text; None where care is taken of it."""
        found: list[int] = []
        for node in self.uses.get(name, ()):
            outer = self.around.get(id(node))
            if self.is_target(outer):
                continue
            if isinstance(outer, cst.Yield | cst.Element | cst.DictElement) or self.is_entered(node):
                return None
            if type(outer) is cst.Assign and outer.value is node:
                return None
            if type(outer) is cst.Arg and called_name(self.around.get(id(outer))) in CARES:
                return None
            if type(outer) is cst.Attribute and outer.attr.value == "close":
                if isinstance(self.around.get(id(outer)), cst.Arg) or self.is_at_any_end(node):
                    return None
                found.append(self.places[id(node)])
            elif type(outer) is cst.Return and self.yields:
                return None
        return found

    def is_entered(self, node: cst.CSTNode) -> bool:
        """Whether a file stands behind ``with``, itself or in what is made of it, which then closes it."""
        outer = self.around.get(id(node))
        while isinstance(outer, cst.Arg | cst.Call):
            outer = self.around.get(id(outer))
        return type(outer) is cst.WithItem

    def is_at_any_end(self, node: cst.CSTNode) -> bool:
        """Whether a statement runs however its block ends: under ``finally``, or for what ends a generator."""
        outer = self.around.get(id(node))
        while outer is not None:
            if type(outer) is cst.Finally:
                return True
            if type(outer) is cst.ExceptHandler:
                kinds: list[cst.CSTNode | None] = [outer.type]
                if type(outer.type) is cst.Tuple:
                    kinds = [one.value for one in outer.type.elements]
                return any(kind is None or last_name(kind) in _AT_ANY_END for kind in kinds)
            outer = self.around.get(id(outer))
        return False

    def is_handed_out(self, name: str) -> bool:
        """Whether a method that is no generator returns what yields from the file with a name."""
        found: list[cst.Return] = []
        walk(self.function.node, {cst.Return: [lambda one: found.append(one)]})  # type: ignore[arg-type]
        return any(one.value is not None and self.yields_from(name, one.value) for one in found)

    def yields_from(self, name: str, node: cst.BaseExpression, depth: int = _NAMES) -> bool:
        if type(node) is cst.Name:
            alias = self.names.aliases.get(node.value)
            return node.value == name or (alias is not None and depth > 0 and self.yields_from(name, alias, depth - 1))
        if type(node) is cst.GeneratorExp:
            return self.yields_from(name, node.for_in.iter, depth)
        if type(node) is not cst.Call or not self.is_lazy(node):
            return False
        return any(self.yields_from(name, one.value, depth) for one in node.args)
