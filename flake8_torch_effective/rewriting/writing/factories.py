"""A factory of torch instead of a legacy constructor."""

from __future__ import annotations

import libcst as cst

from ...inference.knowledge.python_operations import LEGACY_EMPTY
from ...inference.values import Array, Number, Operation, Reference, Sequence, SequenceType, Tensor, Use
from ..fix import Edit, Fix
from ..writer import Rewriting
from .arguments import keyword, with_arguments
from .code import from_text


def modern(write: Rewriting, operation: Operation, made: Tensor) -> Fix | None:
    """`torch.empty` for the sizes, or `torch.tensor` for the data, that a legacy constructor is given.

    None where a lone number may be meant as either, where it is not known which of them the argument is, where it is
    a tensor, which the constructor does not copy, and where keywords are given.
    """
    node, inference = operation.node, write.inference
    if type(node) is not cst.Call or not isinstance(inference.value(node.func), Reference):
        return None
    names = write.module_names.modules(node)
    if names is None or not operation.complete or any(arg.keyword or arg.star for arg in node.args):
        return None
    sized = operation.signature is LEGACY_EMPTY
    if sized and isinstance(operation.operand("size"), Number) and Use.TRAINED not in made.identity.uses:
        return None
    if not (sized and node.args) and not is_data(operation):
        return None
    torch = names.texts["torch"]
    keywords = []
    if not sized or not is_default(write, node):
        keywords.append(("dtype", f"{torch}.{made.dtype}"))
    if made.device == "cuda":
        keywords.append(("device", '"cuda"'))
    if not write.fits_text(node, [text for _, text in keywords]):
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        assert type(updated) is cst.Call
        factory = from_text(write.module, f"{torch}.empty" if sized else f"{torch}.tensor")
        assert isinstance(factory, cst.BaseExpression)
        added = [keyword(name, cst.parse_expression(text)) for name, text in keywords]
        return with_arguments(updated.with_changes(func=factory), added)

    return Fix((Edit(node, change, tuple(arg.value for arg in node.args)),), safe=False, needs_torch=names.missing)


def is_data(operation: Operation) -> bool:
    """Whether an argument is a list or an array, which `torch.tensor` takes as the constructor does."""
    data = operation.operand("data")
    if isinstance(data, Sequence):
        return data.type in (SequenceType.LIST, SequenceType.TUPLE) and not any(
            isinstance(part, Tensor) for part in data.parts()
        )
    return isinstance(data, Array) and not data.scalar


def is_default(write: Rewriting, node: cst.Call) -> bool:
    """Whether the constructor is `torch.Tensor`, which has the default dtype."""
    called = write.inference.value(node.func)
    return isinstance(called, Reference) and called.name.endswith(".Tensor")
