"""Whether the tensor that another is moved to, ``x`` of ``y.to(x)``, may be read twice, and is never None."""

from __future__ import annotations

from itertools import takewhile

import libcst as cst

from ...inference.events.program import program_of
from ...inference.events.registry import Member, registry_of
from ...inference.knowledge.columns import Family
from ...inference.knowledge.legacy_types import legacy_type
from ...inference.knowledge.python_operations import CHANGED
from ...inference.values import Instance, Notation, Tensor, Value, may_be_none
from ...syntax.naming import last_name
from ..writer import Rewriting

# What may give None beside tensors: code of others, containers, and gradients that there are not.
_GIVES_ANYTHING = (Family.AUTOGRAD, Family.CALL, Family.COLLECTION, Family.ITERATION, Family.OBJECT)
# What may leave a part of itself out.
_MAY_NOT_RUN = (cst.BooleanOperation, cst.IfExp, cst.Lambda, cst.BaseComp)


def may_be_read_twice(write: Rewriting, node: cst.BaseExpression) -> bool:
    """Whether reading an expression again gives the same tensor, and computes nothing.

    So do names, and the parameters and buffers that a class of the file sets. Any other attribute may be a property, or
    a weight that is parametrized: that is computed in each read, and ``spectral_norm`` changes it.
    """
    if type(node) is cst.Name:
        return True
    if type(node) is not cst.Attribute or type(node.value) is not cst.Name:
        return False
    if not write.plain_data.shows_all_attributes or not write.plain_data.is_plain(node):
        return False
    owner = write.inference.value(node.value)
    cls = owner.cls if isinstance(owner, Instance) else None
    registry = None if cls is None else registry_of(program_of(write.inference), cls)
    entries = [] if registry is None else registry.assigned(node.attr.value)
    return bool(entries) and all(entry.kind in (Member.PARAMETER, Member.BUFFER) for entry in entries)


def is_never_none(write: Rewriting, node: cst.BaseExpression) -> bool:
    """Whether an expression is a tensor in each run: ``to(None)`` does nothing, and ``None.device`` raises."""
    value = write.inference.value(node)
    if type(node) is cst.Attribute:
        tensor = isinstance(value, Tensor) and not may_be_none(value)
        return tensor and write.plain_data.holds_tensors(node.attr.value)
    return _is_always_made(write, node, value, set())


def _is_always_made(write: Rewriting, node: cst.BaseExpression, value: Value, seen: set[int]) -> bool:
    """Whether torch made a value, on each path, or an argument that must be given is a tensor."""
    if not isinstance(value, Tensor) or may_be_none(value):
        return False
    origin = value.origin
    if value.present or (origin is not None and id(origin) in seen):
        return True
    if origin is None:
        return type(node) is cst.Name and _is_required(write, node)
    seen.add(id(origin))
    if origin.signature is CHANGED:
        return _is_always_made(write, node, origin.operand(), seen)
    family = origin.signature.family
    if family is Family.PHI:
        return all(_is_always_made(write, node, one, seen) for one in origin.operands.values())
    if family is Family.INDEXING and not isinstance(origin.operand(), Tensor):
        return False
    if family is Family.NN and not isinstance(origin.result, Tensor):
        return False  # attention gives None for weights that nobody asks for
    return family not in _GIVES_ANYTHING or origin.name == "detach"


def _is_required(write: Rewriting, name: cst.Name) -> bool:
    """Whether a name is a parameter without a default, which is annotated as a tensor or read as one before.

    A caller elsewhere may give None for any other, as ``batch.get("mask")`` does.
    """
    bound = write.surroundings.bindings(write.surroundings.scope(name)).get(name.value, [])
    parameters = [one for one in bound if type(one) is cst.Param]
    if len(bound) != 1 or not parameters or parameters[0].default is not None or parameters[0].star:
        return False
    if parameters[0].annotation is None:
        return _is_read_before(write, name)
    annotation = parameters[0].annotation.annotation
    written = annotation.raw_value if type(annotation) is cst.SimpleString else last_name(annotation)
    kind = written.rpartition(".")[2]
    return kind in ("Tensor", "Parameter") or legacy_type(f"torch.{kind}") is not None


def _is_read_before(write: Rewriting, name: cst.Name) -> bool:
    """Whether what a name holds is certain to be used before, or beside it, as None cannot be."""
    around = write.surroundings
    statement = around.statement(name)
    blocks = [one for one in around.ancestors(statement) if isinstance(one, cst.IndentedBlock)]
    for mention in around.mentions(around.scope(name), name.value):
        line = around.statement(mention)
        before = around.before(line, statement) and any(around.parent(line) is one for one in blocks)
        if type(line) is cst.SimpleStatementLine and (before or line is statement) and _takes_no_none(write, mention):
            between = takewhile(lambda one, line=line: one is not line, around.ancestors(mention))  # type: ignore[misc]
            if not any(isinstance(one, _MAY_NOT_RUN) for one in between):
                return True
    return False


def _takes_no_none(write: Rewriting, mention: cst.Name) -> bool:
    """Whether code reads an attribute of an object that None has not, or computes with it by a function of torch."""
    parent = write.surroundings.parent(mention)
    if type(parent) is cst.Attribute:
        return parent.value is mention and not parent.attr.value.startswith("__")
    call = write.surroundings.parent(parent) if type(parent) is cst.Arg else None
    made = write.inference.operation(call) if type(call) is cst.Call else None
    return made is not None and made.notation is Notation.FUNCTION and made.nodes.get("input") is mention
