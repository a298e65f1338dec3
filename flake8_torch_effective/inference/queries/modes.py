"""In which mode of a Module, training or evaluation, an operation may run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import libcst as cst

from ...syntax.naming import all_names, words_of
from ...syntax.walking import Visit, walk
from ..events.program import program_of
from ..events.recognition import receiver_name
from ..events.registry import attributes_of, registry_of
from ..interpreter.annotations import instance_of
from ..interpreter.inference import Inference
from ..knowledge.names import canonical, is_module_class
from ..values import Class, Function, Module, Operation

_READ = "attributes that are read"
# What a flag of the mode is called, beside the ``training`` that torch gives each Module.
_FLAGS = frozenset(
    "train training eval evaluate evaluating evaluation infer inference test testing deterministic stochastic".split()
)
# Code for training alone, and code that is to be random in evaluation, too, as their names say.
_ONE_MODE = frozenset(
    "train training mc monte bayes bayesian always stochastic augment augmentation perturb corrupt noise noisy".split()
)


@dataclass(frozen=True)
class Method:
    """A method of a Module class of the file, and what it calls its object."""

    cls: Class
    function: Function
    receiver: str


def module_method(inference: Inference, operation: Operation) -> Method | None:
    """The method of a Module that an operation stands in, perhaps in a function or lambda inside of it.

    >>> p = program("class Net(nn.Module):", "    def forward(self, z): return z.exp()", "return x.log()")
    >>> module_method(p.inference, p.operation("z.exp()")).receiver
    'self'
    >>> module_method(p.inference, p.operation("x.log()")) is None
    True
    """
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    while function is not None and function.cls is None:
        function = function.analysis.scope.function
    if function is None or function.cls is None or "classmethod" in function.decorators:
        return None
    receiver = receiver_name(function)
    if receiver is None or not isinstance(instance_of(function.cls), Module):
        return None
    return Method(function.cls, function, receiver)


def is_read_of_module(inference: Inference, operation: Operation, names: Iterable[str]) -> bool:
    """Whether a module's method makes something, for an attribute of one of some names, that the file reads.

    >>> lines = ["class Net(nn.Module):", "    def __init__(self): self.w = x.exp()"]
    >>> p = program(*lines, "    def forward(self, z): return self.w * z")
    >>> [is_read_of_module(p.inference, p.operation("x.exp()"), [name]) for name in "wv"]
    [True, False]
    """
    if module_method(inference, operation) is None:
        return False
    known = inference.rooms.get(_READ)
    if not isinstance(known, frozenset):
        known = frozenset(node.attr.value for node in attributes_of(program_of(inference)))
        inference.rooms[_READ] = known
    return not known.isdisjoint(names)


def derives_from_module(cls: Class) -> bool:
    """Whether a class certainly derives from a Module of torch, not only from a base that nobody knows.

    >>> p = program("class Net(nn.Module):", "    def forward(self, z): return z.exp()")
    >>> derives_from_module(module_method(p.inference, p.operation("z.exp()")).cls)
    True
    """
    return any(is_module_class(canonical(base)) for base in cls.outside_bases())


def may_be_for_one_mode(inference: Inference, operation: Operation, method: Method) -> bool:
    """Whether an operation in a method of a Module may be meant to run as it does in one mode, or not depend on it.

    It may where the method, or one that calls it, asks for the mode, where names say so, and where autograd is off.

    >>> lines = ("class Net(nn.Module):", "    def forward(self, z):")
    >>> p = program(*lines, "        if not self.training: return z.exp()", "        return z.log()")
    >>> made = p.operation("z.log()")
    >>> may_be_for_one_mode(p.inference, made, module_method(p.inference, made))
    True
    """
    function, cls = method.function, method.cls
    if operation.grad_enabled is False or not _ONE_MODE.isdisjoint(words_of(cls.name) + words_of(function.name)):
        return True
    if _asks_for_mode(function, operation.node, operation.nodes.get("p")):
        return True
    registry = registry_of(program_of(inference), cls)
    callers = [] if registry is None or function.name == "forward" else registry.readers(function.name)
    return any(
        not _ONE_MODE.isdisjoint(words_of(caller.method.name)) or bool(_flags_in(caller.method.node))
        for caller in callers
        if caller.method is not None
    )


def _asks_for_mode(function: Function, place: cst.CSTNode, amount: cst.CSTNode | None) -> bool:
    """Whether a function reads a flag of the mode for more than to hand it on to a call, or to go past a place."""
    read = _flags_in(function.node)
    if not read:
        return False
    elsewhere: set[int] = set()

    def look_at_branch(node: cst.CSTNode) -> None:
        assert type(node) is cst.If
        if _passes(node, place, amount):
            elsewhere.update(map(id, _flags_in(node.test)))

    walk(function.node, {cst.If: [look_at_branch]})
    return any(id(flag) not in elsewhere for flag in read)


def _passes(branch: cst.If, place: cst.CSTNode, amount: cst.CSTNode | None) -> bool:
    """Whether an ``if`` neither holds a place, nor ends the function or an iteration, nor sets the amount there."""
    found: list[cst.CSTNode] = []
    names = set() if amount is None else all_names(amount)

    def look_at_target(node: cst.CSTNode) -> None:
        assert type(node) is cst.AssignTarget
        if type(node.target) is cst.Name and node.target.value in names:
            found.append(node)

    def look_at_place(node: cst.CSTNode) -> None:
        if node is place:
            found.append(node)

    ends = (cst.Return, cst.Raise, cst.Continue, cst.Break)
    wanted: dict[type, list[Visit]] = {kind: [found.append] for kind in ends}
    walk(branch, {**wanted, cst.AssignTarget: [look_at_target], type(place): [look_at_place]})
    return not found


def _flags_in(root: cst.CSTNode) -> list[cst.CSTNode]:
    """The flags of the mode that code reads, but for those that calls are given as they are."""
    flags: list[cst.CSTNode] = []
    passed: set[int] = set()

    def look_at_attribute(node: cst.CSTNode) -> None:
        assert type(node) is cst.Attribute
        passed.add(id(node.attr))
        if not _FLAGS.isdisjoint(words_of(node.attr.value)):
            flags.append(node)

    def look_at_name(node: cst.CSTNode) -> None:
        assert type(node) is cst.Name
        if not _FLAGS.isdisjoint(words_of(node.value)):
            flags.append(node)

    def look_at_text(node: cst.CSTNode) -> None:
        assert type(node) is cst.SimpleString
        if node.raw_value.lower() in _FLAGS:
            flags.append(node)

    walk(
        root,
        {
            cst.Attribute: [look_at_attribute],
            cst.Name: [look_at_name],
            cst.SimpleString: [look_at_text],
            cst.Arg: [lambda node: passed.update((id(node.keyword), id(node.value)))],  # type: ignore[attr-defined]
            cst.Param: [lambda node: passed.add(id(node.name))],  # type: ignore[attr-defined]
            cst.Call: [lambda node: passed.add(id(node.func))],  # type: ignore[attr-defined]
            cst.FunctionDef: [lambda node: passed.add(id(node.name))],  # type: ignore[attr-defined]
        },
    )
    return [flag for flag in flags if id(flag) not in passed]
