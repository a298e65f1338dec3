"""Which functions of a file read ``self`` without having it."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final

import libcst as cst

from ...syntax.naming import all_names
from ...syntax.walking import walk
from ..events.at_work import around
from ..events.program import program_of
from ..events.scope import names_of
from ..interpreter.inference import Inference
from ..knowledge.names import RECEIVER, RECEIVERS, canonical
from ..knowledge.tensor_attributes import TENSOR_ATTRIBUTES
from ..values import Function

# Methods that are static, or get the class, by a decorator or by their name.
_OTHERS: Final = ("staticmethod", "classmethod")
_IMPLICIT: Final = frozenset({"__new__", "__init_subclass__", "__class_getitem__"})
# How alike to the name of a method's object a misspelling is.
_NEAR: Final = 0.7
# What autograd gives the context of a function to, before anything else.
_FUNCTION: Final = "torch.autograd.Function"
_WITH_CONTEXT: Final = frozenset({"backward", "forward", "jvp", "setup_context", "vjp", "vmap"})
# How many parameters special methods have.
_ARITIES: Final = {
    "__contains__": 2, "__delitem__": 2, "__enter__": 1, "__exit__": 4, "__getitem__": 2, "__iter__": 1, "__len__": 1,
    "__next__": 1, "__repr__": 1, "__setitem__": 3, "__str__": 1,
}  # fmt: skip
# Special methods of which Python hands on all errors: it passes over those of `__del__`, and over some of `__len__`.
_OUTSPOKEN: Final = frozenset({"__init__", "__call__", "__getitem__", "__setitem__", "__enter__"})
# Code in a statement that may not run when the statement does.
_CONDITIONAL: Final = (
    cst.Lambda,
    cst.IfExp,
    cst.BooleanOperation,
    cst.ListComp,
    cst.SetComp,
    cst.DictComp,
    cst.GeneratorExp,
)


def without_receiver(inference: Inference) -> list[Function]:
    """The functions and methods that read ``self``, which neither they nor a scope around them bind.

    Static methods and those of a class are left.

    >>> p = program("class Net(nn.Module):", "    def forward(x): return self.fc(x)")
    >>> [function.name for function in without_receiver(p.inference)]
    ['forward']
    """
    found: dict[int, Function] = {}
    for function in inference.strays:
        scopes = [function, *around(function)]
        if any(_may_bind(one) for one in scopes) or _is_global(inference):
            continue
        named = [one for one in scopes if type(one.node) is cst.FunctionDef]
        if not named:
            continue
        method = next((one for one in named if one.cls is not None), named[0])
        if method.name not in _IMPLICIT and not any(name.endswith(_OTHERS) for name in method.decorators):
            found[id(method.node)] = method
    return list(found.values())


def _parameters(method: Function) -> tuple[cst.Param, ...]:
    return (*method.node.params.posonly_params, *method.node.params.params)


def has_another_receiver(method: Function) -> bool:
    """Whether the first parameter of a method is the object by another name: ``this``, ``slef``.

    It is, whatever its name, where a special method has its number of parameters already, ``__getitem__(ds, i)``, where
    the method sets an attribute of it, or reads one that the class has as its own, and in an ``autograd.Function``,
    where it is the context.

    >>> p = program("class Net(nn.Module):", "    def forward(slef, x): return self.fc(x)")
    >>> [has_another_receiver(method) for method in without_receiver(p.inference)]
    [True]
    """
    parameters = _parameters(method)
    if not parameters:
        return False
    if len(parameters) == _ARITIES.get(method.name) and not method.node.params.star_arg:
        return True
    if _is_context(method) or _is_own(method, parameters[0].name.value):
        return True
    name = parameters[0].name.value.strip("_").lower()
    return name in RECEIVERS or SequenceMatcher(None, name, RECEIVER).ratio() > _NEAR


def _is_context(method: Function) -> bool:
    """Whether the first parameter is the context of a function of autograd."""
    if method.cls is None or method.name not in _WITH_CONTEXT:
        return False
    return any(canonical(base) == _FUNCTION for base in method.cls.outside_bases())


def _is_own(method: Function, name: str) -> bool:
    """Whether a method sets an attribute of a parameter, or reads one that its class reads from ``self``."""
    assert method.cls is not None
    found: dict[str, set[str]] = {name: set(), RECEIVER: set()}
    written: list[cst.CSTNode] = []

    def read(node: cst.CSTNode) -> None:
        assert type(node) is cst.Attribute
        if type(node.value) is cst.Name and node.value.value in found:
            found[node.value.value].add(node.attr.value)

    def store(node: cst.CSTNode) -> None:
        target = getattr(node, "target", None)
        if type(target) is cst.Attribute and type(target.value) is cst.Name and target.value.value == name:
            written.append(node)

    walk(
        method.node.body,
        {cst.Attribute: [read], cst.AssignTarget: [store], cst.AnnAssign: [store], cst.AugAssign: [store]},
    )
    own = found[RECEIVER] | method.cls.attributes.keys() | method.cls.functions.keys()
    return bool(written) or not (found[name] - TENSOR_ATTRIBUTES).isdisjoint(own)


def ignores_first(method: Function) -> bool:
    """Whether a method reads its other parameters only, so that the first one may be the object: ``forward(net, x)``.

    >>> p = program("class Net(nn.Module):", "    def forward(net, x): return self.fc(x)")
    >>> [ignores_first(method) for method in without_receiver(p.inference)]
    [True]
    """
    parameters = _parameters(method)
    return bool(parameters) and parameters[0].name.value not in all_names(method.node.body)


def always_reads_receiver(method: Function) -> bool:
    """Whether every call of a method comes to a statement that reads ``self``.

    >>> p = program("class Net(nn.Module):", "    def forward(x): return self.fc(x)")
    >>> [always_reads_receiver(method) for method in without_receiver(p.inference)]
    [True]
    """
    node = method.node
    if type(node) is not cst.FunctionDef or node.asynchronous is not None:  # a coroutine runs where it is awaited
        return False
    found: list[cst.CSTNode] = []
    walk(node.body, {cst.Yield: [found.append]})
    if found:  # a generator runs later
        return False
    if method.name.startswith("__") and method.name not in _OUTSPOKEN:
        return False
    for line in node.body.body:
        small = line.body if type(line) is cst.SimpleStatementLine else (line,)
        for one in small:
            if not isinstance(one, cst.BaseSmallStatement):
                return False
            if type(one) is cst.Assert and _reads(one):
                continue  # `python -O` leaves it out
            if _reads(one):
                return True
            if _may_leave(one):
                return False
    return False


def _may_leave(statement: cst.BaseSmallStatement) -> bool:
    """Whether a statement may end a method before what follows: by an error, or as `sys.exit()` does."""
    if isinstance(statement, cst.Assert | cst.Raise | cst.Return):
        return True
    calls: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        func = cst.ensure_type(node, cst.Call).func
        made = func.value if type(func) is cst.Attribute else func
        maker = made.func if type(made) is cst.Call else made
        if not (type(maker) is cst.Name and maker.value == "super"):
            calls.append(node)

    walk(statement, {cst.Call: [look]})
    return bool(calls)


def _reads(statement: cst.CSTNode) -> bool:
    """Whether a statement certainly reads ``self``."""
    names: list[cst.CSTNode] = []
    hidden: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Name
        if node.value == RECEIVER:
            names.append(node)

    # What an assert says is read only where it fails, and the type of a local variable never.
    read: cst.CSTNode = statement
    if type(statement) is cst.Assert:
        read = statement.test
    elif type(statement) is cst.AnnAssign:
        read = statement.value or statement.target

    def compare(node: cst.CSTNode) -> None:
        assert type(node) is cst.Comparison
        if len(node.comparisons) > 1:  # `0 <= i < self.n` may end at the first
            hidden.append(node)

    walk(read, {cst.Name: [look], cst.Comparison: [compare], **{kind: [hidden.append] for kind in _CONDITIONAL}})
    return bool(names) and not hidden


def _may_bind(function: Function) -> bool:
    names = names_of(function.node)
    return RECEIVER in names.bound or RECEIVER in names.outside


def _is_global(inference: Inference) -> bool:
    if inference.module is None:
        return False
    said = (one.names for one in inference.nodes_of(cst.Global) if type(one) is cst.Global)
    if any(item.name.value == RECEIVER for names in said for item in names):
        return True
    return RECEIVER in program_of(inference).names(inference.module).bound
