"""What a call that cannot be followed gets: which of its objects lead to no other object of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ...syntax.naming import called_name
from ..knowledge.columns import Family
from ..knowledge.python_builtins import PASSES_ELEMENTS
from ..knowledge.training import QUIET_METHODS, Role, role_by_name
from ..values import (
    UNKNOWN,
    Dataset,
    Instance,
    Loader,
    Module,
    Reference,
    Sequence,
    Tensor,
    Unknown,
    Value,
)
from .scope import last, plain_path, split

if TYPE_CHECKING:
    from ..interpreter.inference import Inference
    from .event import Subject
    from .program import Program
    from .recognition import Recognition

# What does nothing to other objects.
_DATA = (Role.OTHER, Role.TENSOR, Role.LOADER)
_ZIP, _ENUMERATE = "builtins.zip", "builtins.enumerate"
# What a loop draws that is no data.
_OBJECTS = frozenset({"instance", "module", "optimizer", "scheduler", "function", "method", "class", "reference"})
# How tensors come about that may be the parameters of a model.
_READ = frozenset({Family.ITERATION, Family.OBJECT, Family.PHI, Family.COLLECTION, Family.EXTRACTION})


def is_apart(recognition: Recognition, node: cst.BaseExpression, subject: Subject) -> bool:
    """Whether no object of another name is reached by an argument: a tensor, an item of data, an imported logger.

    It is not, either, where its own name or use says that it trains.
    """
    value = subject.value
    if subject.role not in _DATA:
        return False
    if isinstance(value, Reference):
        return is_imported(recognition, node, subject)
    if isinstance(value, Tensor) and value.origin is not None and value.origin.signature.family not in _READ:
        return True
    unpacked = value is UNKNOWN and subject.path in recognition.names.unpacked
    return unpacked or is_of_output(recognition, node) or _is_drawn(recognition, subject)


def is_imported(recognition: Recognition, node: cst.BaseExpression, subject: Subject) -> bool:
    """Whether an object comes from another file, and none of its methods gets what trains."""
    if not isinstance(subject.value, Reference) or subject.role is not Role.OTHER:
        return False
    return plain_path(node) not in recognition.program.entrusted


def is_of_output(recognition: Recognition, node: cst.BaseExpression) -> bool:
    """Whether an expression is what a model has returned, or reads it: ``out.logits`` after ``out = model(x)``."""
    root: cst.BaseExpression = node
    while isinstance(root, cst.Attribute | cst.Subscript):
        root = root.value
    if type(root) is not cst.Name:
        return False
    if root is not node and isinstance(recognition.inference.value(root), Tensor):
        return True
    made = recognition.names.aliases.get(root.value)
    if type(made) is not cst.Call:
        return False
    called = recognition.inference.value(made.func)
    model = recognition.subject(made.func) if isinstance(called, Unknown) and type(made.func) is cst.Name else None
    return isinstance(called, Module) or (model is not None and model.role.is_module)


def _is_drawn(recognition: Recognition, subject: Subject) -> bool:
    """Whether an object is what a loop draws from data, or a part of it: ``batch["labels"]``."""
    if subject.value.kind in _OBJECTS:
        return False
    source, each, _ = subject.path.partition("[]")
    if each:
        return all(role_by_name(one.rstrip("s")) in _DATA for one in source.split("."))
    return split(subject.path)[0] in recognition.drawn


def source_of(recognition: Recognition, iterable: cst.BaseExpression) -> Subject | None:
    """Of what that trains a loop draws parts: ``net`` for ``enumerate(net.modules())``; None where it draws data."""
    stack: list[cst.BaseExpression] = [iterable]
    while stack:
        node = stack.pop()
        if type(node) is cst.Call:
            stack += [node.func, *(argument.value for argument in node.args)]
        elif isinstance(node, cst.Attribute | cst.Subscript):
            stack.append(node.value)
        subject = recognition.subject(node) if isinstance(node, cst.Name | cst.Attribute) else None
        if subject is not None and subject.role not in _DATA:
            return subject
    return None


def drawn_by(
    inference: Inference, target: cst.BaseExpression, iterable: cst.BaseExpression
) -> dict[str, cst.BaseExpression]:
    """Of what each name of a loop's target stands for an item: ``opts`` for ``for i, opt in enumerate(opts)``."""
    while type(iterable) is cst.Call:
        func, given = iterable.func, [one.value for one in iterable.args if one.keyword is None and not one.star]
        parts = [one.value for one in target.elements] if isinstance(target, cst.Tuple | cst.List) else []
        if type(func) is cst.Attribute and not given and func.attr.value in ("values", "items"):
            if func.attr.value == "values":
                iterable = func.value
            elif len(parts) == 2:
                target, iterable = parts[1], func.value
            break
        called = inference.value(func)
        name = called.name if type(called) is Reference else ""
        if name == _ZIP and len(parts) == len(given):
            pairs = zip(parts, given, strict=True)
            return {name: one for part, whole in pairs for name, one in drawn_by(inference, part, whole).items()}
        if name == _ENUMERATE and len(parts) == 2 and given:
            target, iterable = parts[1], given[0]
        elif called_name(iterable) in PASSES_ELEMENTS and given:
            iterable = given[0]
        else:
            break
    return {target.value: iterable} if type(target) is cst.Name else {}


def draws_tensors(iterable: cst.BaseExpression) -> bool:
    """Whether a loop goes over parameters or buffers, which have no modes."""
    words = last(plain_path(iterable.func) or "") if type(iterable) is cst.Call else ""
    return words.endswith(("parameters", "buffers"))


def entrusted(program: Program) -> frozenset[str]:
    """The imported objects that get a model, an optimizer or an object that may hold them.

    >>> entrusted(program)
    frozenset()
    """
    found: set[str] = set()
    for call in program.inference.nodes_of(cst.Call):
        assert type(call) is cst.Call
        if type(call.func) is cst.Attribute and call.args and call.func.attr.value not in QUIET_METHODS:
            _note(program, found, call.func.value, [argument.value for argument in call.args])
    for function in (program.module, *(known.node for known in program.inference.functions.values())):
        for holder, value in program.names(function).stored:
            _note(program, found, holder, [value])
    return frozenset(found)


def _note(program: Program, found: set[str], holder: cst.BaseExpression, given: list[cst.BaseExpression]) -> None:
    path = plain_path(holder)
    if path is None or path in found or not isinstance(program.inference.value(holder), Reference):
        return
    if any(_may_train(program.inference.value(one), one, program.shown) for one in given):
        found.add(path)


def _may_train(value: Value, node: cst.BaseExpression, shown: dict[str, Role]) -> bool:
    parts = value.parts() if isinstance(value, Sequence) else [value]
    if any(isinstance(one, Instance) and not isinstance(one, Loader | Dataset) for one in parts):
        return True
    name = last(plain_path(node) or "")
    return name == "self" or shown.get(name, role_by_name(name)) not in _DATA
