"""The copy of a tensor as torch recommends it: the factory with the keywords, or a detached clone."""

from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.kinds import BOOL
from ...inference.knowledge.python_operations import BUILTIN_MAX, BUILTIN_MIN, BUILTIN_SUM
from ...inference.values import Notation, Number, Operation, Tensor
from ..fix import Edit, Fix, Part, operand
from ..mentions import Topic
from ..surroundings import follow
from ..writer import Rewriting
from .arguments import with_arguments
from .placing import takes_any_dtype

# What computes new numbers, whatever it is given.
_FRESH = frozenset({Family.ARITHMETIC, Family.COMPARISON, Family.POINTWISE})
# Python's functions, which may give one of their arguments back.
_OF_MANY = frozenset({BUILTIN_MAX, BUILTIN_MIN, BUILTIN_SUM})
_KEYWORDS = ("dtype", "device", "requires_grad")


def asked(operation: Operation) -> dict[str, cst.CSTNode]:
    """The keywords given to ``torch.tensor`` that have an effect."""
    wanted = operation.operands.get("requires_grad")
    idle = {"requires_grad"} if isinstance(wanted, Number) and wanted.number is False else set()
    return {name: operation.nodes[name] for name in _KEYWORDS if name in operation.nodes and name not in idle}


def makes(operation: Operation, data: Tensor) -> bool:
    """Whether a factory call in the argument can make the requested tensor itself."""
    factory = data.origin
    if factory is None or factory.node is not operation.nodes.get("data"):
        return False
    if type(factory.node) is not cst.Call or not factory.node.args:
        return False
    keywords = asked(operation)
    if factory.signature.family is not Family.FACTORY or factory.given("requires_grad", "out", *keywords):
        return False
    if isinstance(operation.operand(), Tensor):  # x.new_tensor(...) has the dtype and device of x
        return False
    constant = factory.signature.constant and (takes_any_dtype(factory) or "dtype" not in keywords)
    return constant or not keywords.keys() - {"requires_grad"}


def source_of(operation: Operation, data: Tensor) -> cst.CSTNode | None:
    """The expression to copy: without a ``clone()`` or ``detach()`` that the copy makes redundant."""
    node, origin = operation.nodes.get("data"), data.origin
    while origin is not None and origin.node is node and origin.formula in (Formula.CLONE, Formula.DETACH):
        inner = origin.nodes.get("input")
        if type(node) is not cst.Call or inner is None or len(origin.operands) > 1 or not origin.complete:
            break
        node, origin = inner, origin.operand().origin
    return node


def is_fresh(operation: Operation, data: Tensor) -> bool:
    """Whether the argument is computed right there, into memory of its own that nobody else holds."""
    made = data.origin
    if made is None or made.node is not operation.nodes.get("data") or made.notation.modifies:
        return False
    passes = (
        made.signature in _OF_MANY
        or made.signature.may_share
        or made.signature.value_preserving
        or made.notation is Notation.MODULE
    )
    return made.signature.family in _FRESH and not (passes or made.given("inplace", "out"))


def copied(operation: Operation, data: Tensor) -> str:
    """The template for what follows the expression, with a field for each argument of ``torch.tensor``."""
    keywords = asked(operation)
    moves = [f"{{{name}}}" for name in ("device", "dtype") if name in keywords]
    other = operation.operand()
    if isinstance(other, Tensor) and other.identity is not data.identity and len(moves) < 2:
        moves = [f"{{{name}}}" if name in keywords else f"{{input:tight}}.{name}" for name in ("device", "dtype")]
        moves = moves if keywords.keys() & {"device", "dtype"} else ["{input}"]
    grad = operation.operands.get("requires_grad")
    literal = isinstance(grad, Number) and grad.number is True
    fresh = is_fresh(operation, data)
    text = "" if fresh and data.category == BOOL else ".detach()" if fresh else ".detach().clone()"
    text += f".to({', '.join(moves)})" if moves else ""
    if keywords.get("requires_grad") is not None:
        text += ".requires_grad_()" if literal else ".requires_grad_({requires_grad})"
    return text


def copied_or_made(write: Rewriting, operation: Operation, data: Tensor) -> Fix | None:
    """The factory with the keywords, or the detached clone."""
    node, source = operation.node, source_of(operation, data)
    if not isinstance(source, cst.BaseExpression) or type(node) is not cst.Call or not operation.complete:
        return None
    if operation.operands.keys() - {"input", "data", *_KEYWORDS} or source is node:  # as for map(torch.tensor, x)
        return None
    if data.origin is not None and not write.written_out.is_certain(data.origin):
        return None
    safe = _is_plain(write) and _is_made_here(write, operation) and not _differs_in_script(write, operation, data)
    if not makes(operation, data):
        parts = {name: operand(operation, name) for name in ("input", *asked(operation)) if name in operation.nodes}
        return write.expression(node, "{data:tight}" + copied(operation, data), safe=safe, data=Part(source), **parts)
    path = write.surroundings.path(node, source)
    if path is None:
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        factory = follow(updated, path)
        assert type(updated) is cst.Call
        assert type(factory) is cst.Call
        keywords = [arg for arg in updated.args if arg.keyword is not None and arg.keyword.value in asked(operation)]
        return with_arguments(factory, keywords)

    return Fix((Edit(node, change, (source,)),), safe=safe)


def _is_plain(write: Rewriting) -> bool:
    """Whether nothing in the file makes `torch.tensor` choose another device, or sees a conjugated view or warnings."""
    mentions = write.elsewhere.mentions
    other = mentions.replaces_operations or mentions.any_of(Topic.COMPLEX, Topic.KINDS, Topic.WARNINGS)
    return not (mentions.may_set_device or other)


def _differs_in_script(write: Rewriting, operation: Operation, data: Tensor) -> bool:
    """Whether TorchScript, which may compile any function, makes something else of the call.

    Its ``torch.tensor`` takes a tensor for the number in it, makes float32 of that, and raises for more entries; its
    factories take no ``requires_grad``.
    """
    if data.rank or type(write.surroundings.scope(operation.node)) is not cst.FunctionDef:
        return False
    return data.dtype != "float32" or "requires_grad" in asked(operation)


def _is_made_here(write: Rewriting, operation: Operation) -> bool:
    """Whether the copied tensor is made here, on the default device, and no argument does anything when evaluated."""
    data, receiver = operation.nodes.get("data"), operation.nodes.get("input")
    if data is None or not write.made_here.is_tensor(data):
        return False
    if receiver is not None and not (type(receiver) is cst.Name and write.made_here.is_tensor(receiver)):
        return False
    return all(_is_simple(node) for node in asked(operation).values())


def _is_simple(node: cst.CSTNode) -> bool:
    """Whether an expression is a literal or a name, or an attribute of one."""
    while type(node) is cst.Attribute:
        node = node.value
    return isinstance(node, cst.Name | cst.SimpleString)
