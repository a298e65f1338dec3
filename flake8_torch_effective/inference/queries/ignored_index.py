"""Which data sets take an item of their own choice, instead of the one at the index that they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import libcst as cst

from ...syntax.abstract import is_abstract, is_empty
from ...syntax.naming import called_name, last_name, words_of
from ...syntax.walking import walk
from ..events.collections import called
from ..events.program import program_of
from ..events.recognition import receiver_name
from ..events.scope import Names, names_of, plain_path
from ..interpreter.inference import Inference
from ..knowledge.data import LENGTH, Style
from ..knowledge.draws import DRAWS, FRACTIONS, GENERATORS, WEIGHTS, DrawRow, Draws
from ..knowledge.names import RECEIVER, canonical
from ..values import Class, Function, Reference
from .datasets import DatasetClass, datasets, is_made, may_be_base, near_miss
from .names import is_named

_GETS: Final = "__getitem__"
_FUNCTIONS: Final = 12
_NAMES: Final = 8
# What says in the name of a parameter that it is not meant to be read.
_UNUSED: Final = frozenset({"dummy", "ignore", "ignored", "unused"})
# What says in the name of a class that its items are drawn, or made up, on purpose.
_MEANT: Final = frozenset(
    """
    balanced bootstrap buffer buffers dummy endless episode episodes episodic experience fake infinite memory mock
    random randomized replay rollout rollouts sampled sampler synthetic toy
    """.split()
)
# What says in the name of a method that the items are not all there from the beginning.
_ADDS: Final = frozenset({"add", "append", "extend", "insert", "push", "put", "record", "remember", "store", "write"})
_WITHIN: Final = frozenset({"iloc", "loc", "values"})
_ALL: Final = "self"


@dataclass(frozen=True, slots=True)
class IgnoredIndex:
    """A method that is to give the item at an index, and does not read it.

    ``index`` is the parameter, None where the method has none; ``taken`` is how it chooses an item instead.  It is
    ``certain`` where each call takes one item of all that are counted, at random or always by another name's value.
    """

    cls: Class
    method: Function
    index: str | None
    taken: cst.BaseExpression | None
    certain: bool


@dataclass(frozen=True, slots=True)
class _Draw:
    """A choice at random of items, or of their indices, ``of`` the object with that path."""

    node: cst.BaseExpression
    of: str
    several: bool
    weighted: bool


def ignored_indices(inference: Inference) -> Iterator[IgnoredIndex]:
    """The methods of data sets that take items at random, though they are asked for the item at an index.

    >>> lines = ["class Rows(torch.utils.data.Dataset):", "    def __getitem__(self): return x[0]"]
    >>> [(one.cls.name, one.index) for one in ignored_indices(program(*lines).inference)]
    [('Rows', None)]
    """
    for dataset in datasets(inference):
        if dataset.style is Style.MAP:
            found = _ignored(inference, dataset)
            if found is not None:
                yield found


def _ignored(inference: Inference, dataset: DatasetClass) -> IgnoredIndex | None:
    cls = dataset.cls
    method = cls.functions.get(_GETS)
    if method is None and not dataset.has_other_bases and not dataset.defines(*dataset.row.needs):
        method = near_miss(cls, _GETS)
        method = None if method is None or is_named(inference, method) else method
    if method is None or method.decorators or is_abstract(method.node) or is_empty(method.node):
        return None
    params = method.node.params
    rows = [row.name.value for row in (*params.posonly_params, *params.params)]
    if type(params.star_arg) is cst.Param or params.kwonly_params or rows[:1] != [RECEIVER]:
        return None
    if len(rows) == 1:
        return IgnoredIndex(cls, method, None, None, certain=True)
    index = rows[1]
    if index.startswith("_") or not _UNUSED.isdisjoint(words_of(index)) or _reads(method, index):
        return None
    taken = None if _is_meant(cls) else _taken_instead(inference, cls, method)
    if taken is None:
        return None
    node, certain = taken
    return IgnoredIndex(
        cls, method, index, node, certain and (is_made(inference, cls) or not may_be_base(inference, cls))
    )


def _is_meant(cls: Class) -> bool:
    """Whether a class says that its items are drawn on purpose: by its name, or as it gets new ones all the time."""
    if not _MEANT.isdisjoint(words_of(cls.name)):
        return True
    return any(not _ADDS.isdisjoint(words_of(name)) for one in cls.ancestry() for name in one.functions)


def _reads(method: Function, index: str) -> bool:
    """Whether a method reads the index that it is given, or may: not where it first gives the name another value."""
    for statement in getattr(method.node.body, "body", ()):
        if _mentions(statement, "locals") or _mentions(statement, "vars"):
            return True
        if not _mentions(statement, index):
            continue
        line = statement.body[0] if type(statement) is cst.SimpleStatementLine else None
        if type(line) is not cst.Assign or _mentions(line.value, index):
            return True
        return not any(type(one.target) is cst.Name and one.target.value == index for one in line.targets)
    return False


def _mentions(node: cst.CSTNode, name: str) -> bool:
    """Whether some code has a variable with a name; names of attributes and of keywords do not count."""
    found: set[int] = set()
    apart: set[int] = set()

    def look(one: cst.CSTNode) -> None:
        if type(one) is cst.Name and one.value == name:
            found.add(id(one))
        elif type(one) is cst.Attribute:
            apart.add(id(one.attr))
        elif type(one) is cst.Arg:
            apart.add(id(one.keyword))

    walk(node, {kind: [look] for kind in (cst.Name, cst.Attribute, cst.Arg)})
    return not found <= apart


def _taken_instead(inference: Inference, cls: Class, method: Function) -> tuple[cst.BaseExpression, bool] | None:
    """How a method chooses an item, and whether that is certainly one of all; None where that is not known."""
    counting = cls.function(LENGTH)
    init = cls.function("__init__")
    stored = [] if init is None else list(_stored(init))
    counted = {_ALL} if counting is None else _counted(counting, init, stored)
    draws: list[_Draw] = []
    others: list[tuple[cst.BaseExpression, bool]] = []
    functions = [method]
    for function in functions:
        look = _Look(inference, function, dict(stored))
        walk(function.node, {cst.Call: [look.call], cst.Subscript: [look.subscript], cst.BinaryOperation: [look.scale]})
        if look.windows:
            return None
        draws += look.draws
        others += [(node, strange) for node, path, strange in look.subscripts if path in counted]
        helpers = (called(program_of(inference), call) for call in look.calls)
        functions += [
            one for one in dict.fromkeys(helpers) if one is not None and one.cls is not None and one not in functions
        ]
        if len(functions) > _FUNCTIONS:
            return None
    if any(draw.weighted for draw in draws):
        return None
    of_all = [draw for draw in draws if draw.of in counted or (counting is None and draw.of.startswith(f"{_ALL}."))]
    if of_all:
        return of_all[0].node, len(of_all) == 1 and not of_all[0].several and counting is not None
    if draws or not others or counting is None:
        return None
    return others[0]


def _counted(counting: Function, init: Function | None, stored: list[tuple[str, cst.BaseExpression]]) -> set[str]:
    """The paths of what the length counts, and of their number: of ``len(self.rows)``, and of ``self.count``."""
    found = {_ALL}
    returns: list[cst.Return] = []
    walk(counting.node, {cst.Return: [lambda one: returns.append(one)]})  # type: ignore[arg-type]
    value = returns[0].value if len(returns) == 1 else None
    if value is None:
        return found
    receiver = receiver_name(counting)
    path = _measured(value, receiver) or _path(value, receiver)
    if path is None or path == _ALL:
        return found
    found.add(path)
    held = {plain_path(one): name for name, one in stored if plain_path(one) is not None}  # self.rows = rows
    inner = [(name, _measured(one, receiver_name(init))) for name, one in stored] if init is not None else []
    sizes = [(name, held.get(rows, rows)) for name, rows in inner if rows is not None]  # self.count = len(rows)
    found |= {rows for name, rows in sizes if name in found}
    return found | {name for name, rows in sizes if rows in found}


def _stored(init: Function) -> Iterator[tuple[str, cst.BaseExpression]]:
    """What a method puts on its object: the paths, and the values."""
    found: list[cst.Assign] = []
    walk(init.node, {cst.Assign: [lambda one: found.append(one)]})  # type: ignore[arg-type]
    for assign in found:
        for target in assign.targets:
            path = _path(target.target, receiver_name(init))
            if path is not None and path.startswith(f"{_ALL}."):
                yield path, assign.value


def _path(node: cst.CSTNode, receiver: str | None) -> str | None:
    """A path that begins with ``self``, whatever the method calls its object."""
    path = plain_path(node)
    if path is None or receiver is None:
        return path
    root, dot, rest = path.partition(".")
    return f"{_ALL if root == receiver else root}{dot}{rest}"


def _measured(node: cst.BaseExpression, receiver: str | None) -> str | None:
    """The path of what an expression is the number of items of: ``len(x)``, ``x.shape[0]``, ``x.size(0)``."""
    if type(node) is cst.Call and len(node.args) == 1:
        if type(node.func) is cst.Name and node.func.value == "len":
            return _path(node.args[0].value, receiver)
        if called_name(node) == "size" and type(node.func) is cst.Attribute and _is_number(node.args[0].value, 0):
            return _path(node.func.value, receiver)
    if type(node) is cst.Subscript and last_name(node.value) == "shape" and type(node.value) is cst.Attribute:
        first = node.slice[0].slice
        if len(node.slice) == 1 and type(first) is cst.Index and _is_number(first.value, 0):
            return _path(node.value.value, receiver)
    return None


def _is_number(node: cst.BaseExpression, number: int) -> bool:
    return type(node) is cst.Integer and node.evaluated_value == number


@dataclass
class _Look:
    """What one method does to choose: draws, subscripts, and windows that begin at a number it has drawn."""

    inference: Inference
    function: Function
    held: Mapping[str, cst.BaseExpression]
    draws: list[_Draw] = field(default_factory=list)
    subscripts: list[tuple[cst.BaseExpression, str, bool]] = field(default_factory=list)
    calls: list[cst.Call] = field(default_factory=list)
    windows: bool = False
    names: Names = field(init=False)
    receiver: str | None = field(init=False)
    inner: bool = field(init=False)

    def __post_init__(self) -> None:
        assert isinstance(self.function.node, cst.FunctionDef | cst.Lambda)
        self.names = names_of(self.function.node)
        self.receiver = receiver_name(self.function)
        found: list[cst.CSTNode] = []
        walk(self.function.node, {kind: [found.append] for kind in (cst.CompFor, cst.Lambda)})
        self.inner = bool(found)

    def call(self, node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        self.calls.append(node)
        row = self.row(node)
        if row is None:
            return
        given = [one.value for one in node.args if one.keyword is None and not one.star]
        named = {one.keyword.value: one.value for one in node.args if one.keyword is not None}
        weighted = not WEIGHTS.isdisjoint(named)
        several = row.several or "size" in named or (row.size is not None and len(given) > row.size)
        of: str | None = None
        if row.draws is Draws.ITEM and given:
            of = self.collection(given[0])
        elif row.draws is Draws.NUMBER:
            several = several or self.is_many(row, given)
            bounds = [given[place] for place in row.bound if place < len(given)] + [
                named[name] for name in ("high", "b", "stop") if name in named
            ]
            of = next((found for one in bounds if (found := self.bound(one)) is not None), None)
        if of is not None:
            self.draws.append(_Draw(node, of, several, weighted))
        elif weighted:
            self.draws.append(_Draw(node, "", several, weighted))

    def scale(self, node: cst.CSTNode) -> None:
        """Note ``random.random() * len(rows)``."""
        assert type(node) is cst.BinaryOperation
        if type(node.operator) is not cst.Multiply:
            return
        for fraction, bound in ((node.left, node.right), (node.right, node.left)):
            callee = self.inference.value(fraction.func) if type(fraction) is cst.Call else None
            if type(callee) is Reference and canonical(callee.name) in FRACTIONS:
                of = self.bound(bound)
                if of is not None:
                    self.draws.append(_Draw(fraction, of, several=False, weighted=False))

    def subscript(self, node: cst.CSTNode) -> None:
        assert type(node) is cst.Subscript
        first = node.slice[0].slice
        if type(first) is cst.Slice:
            begins = None if first.lower is None else self.alias(first.lower)
            self.windows = self.windows or (begins is not None and self.draws_in(begins))
        if type(first) is not cst.Index:
            return
        base = node.value
        if type(base) is cst.Attribute and base.attr.value in _WITHIN:
            base = base.value
        path = _path(base, self.receiver)
        if path is None:
            return
        strange = type(first.value) is cst.Name and first.value.value not in self.names.bound and not self.inner
        self.subscripts.append((node, path, strange))

    def row(self, call: cst.Call) -> DrawRow | None:
        """The row of a function that draws, be it one of a generator that the class or the method made."""
        callee = self.inference.value(call.func)
        if type(callee) is Reference:
            return DRAWS.get(canonical(callee.name))
        row = DRAWS.get(f"random.{called_name(call)}")
        if row is None or type(call.func) is not cst.Attribute:
            return None
        path = _path(call.func.value, self.receiver) or ""
        made = self.held.get(path) or self.alias(call.func.value)
        maker = self.inference.value(made.func) if type(made) is cst.Call else None
        return row if type(maker) is Reference and maker.name in GENERATORS else None

    def collection(self, node: cst.BaseExpression, depth: int = _NAMES) -> str | None:
        """The path of what items, or indices, are drawn from: ``rows``, ``range(len(rows))``, ``list(rows)``."""
        node = self.alias(node)
        if type(node) is cst.Call and called_name(node) in ("arange", "list", "range", "tuple") and node.args:
            return self.collection(node.args[-1].value, depth - 1) if depth else None
        return self.bound(node) or self.stored(node)

    def bound(self, node: cst.BaseExpression) -> str | None:
        """The path of what a number is the number of items of, or one less."""
        node = self.alias(node)
        if type(node) is cst.BinaryOperation and type(node.operator) is cst.Subtract:
            node = node.left if _is_number(node.right, 1) else node
        return _measured(node, self.receiver) or self.stored(node)

    def stored(self, node: cst.BaseExpression) -> str | None:
        """The path of an object that a method does not make itself."""
        path = _path(node, self.receiver)
        return None if path is None or path.partition(".")[0] in self.names.bound.keys() - {_ALL} else path

    def alias(self, node: cst.BaseExpression) -> cst.BaseExpression:
        """What a name stands for that is bound once."""
        return self.names.aliases.get(node.value, node) if type(node) is cst.Name else node

    def draws_in(self, node: cst.BaseExpression) -> bool:
        found: list[cst.Call] = []
        walk(node, {cst.Call: [lambda one: found.append(one)]})  # type: ignore[arg-type]
        return any(self.row(one) is not None for one in found)

    def is_many(self, row: DrawRow, given: list[cst.BaseExpression]) -> bool:
        """Whether ``torch.randint`` is asked for more than one number."""
        if row.name != "torch.randint" or not given:
            return False
        sizes = given[-1]
        elements = sizes.elements if isinstance(sizes, cst.Tuple | cst.List) else None
        return elements is None or not all(_is_number(one.value, 1) for one in elements)
