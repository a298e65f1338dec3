"""A leaf that is made on the device, and of the dtype, to which it was moved or converted."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from ...inference.knowledge.columns import Family, Formula
from ...inference.queries.moves import is_made_by_default, move_of
from ...inference.values import Dtype, Operation, Tensor
from ..fix import Edit, Fix
from ..mentions import Topic
from ..surroundings import follow
from ..writer import Rewriting
from .arguments import keyword, with_arguments
from .placing import is_same_everywhere, on_device

_MADE_BY = frozenset({Family.FACTORY, Family.CONSTRUCTION, Family.RANDOM})
# What a leaf is made of a tensor by, in the same expression, and how deep.
_WRAPPERS = 3


def made_there(write: Rewriting, operation: Operation, raises: bool) -> Fix | None:
    """The factory of a leaf with the device or the dtype to which the operation moves or converts it.

    None for all other operations, for both at once in what wraps the factory, and for what is moved under a name.

    Args:
        write: writes into the file.
        operation: what computes another tensor from the leaf.
        raises: whether the program certainly ends in an error unless the operation hands on the leaf itself.
    """
    source = operation.nodes.get("input")
    made = _factory(write, source)
    if made is None or operation.signature.family is not Family.CONVERSION:
        return None
    move = move_of(write.inference, operation)
    if move is None:
        fix = _of_dtype(write, operation, made)
        same = made.signature.constant
    elif (move.dtype is not None or move.like) and (made.node is not source or not made.signature.constant):
        return None
    else:
        fix = on_device(write, operation, move, made)
        same = move.certain and not move.like
    mentions = write.elsewhere.mentions
    safe = raises and same and is_same_everywhere(write, made) and not (mentions.expects_errors or mentions.may_leave)
    safe = safe and not mentions.any_of(Topic.GRAD_MODES)  # without a graph the converted tensor is a leaf, too
    return None if fix is None else replace(fix, safe=safe)


def _factory(write: Rewriting, node: cst.CSTNode | None) -> Operation | None:
    """The factory that a leaf is made by here: alone, in ``nn.Parameter(...)``, before ``requires_grad_()``."""
    for _ in range(_WRAPPERS):
        if type(node) is not cst.Call:
            return None
        made = write.inference.operation(node)
        if made is not None and made.signature.family in _MADE_BY:
            return made if is_made_by_default(write.inference, made) else None
        if made is not None and made.formula is Formula.REQUIRES_GRAD and type(node.func) is cst.Attribute:
            node = node.func.value
            continue
        value = write.inference.value(node)
        if not isinstance(value, Tensor) or not value.leaf or not node.args or node.args[0].star:
            return None
        node = node.args[0].value
    return None


def _of_dtype(write: Rewriting, operation: Operation, made: Operation) -> Fix | None:
    """The factory with the dtype that its tensor is converted to."""
    node, source, factory = operation.node, operation.nodes.get("input"), made.node
    result = operation.result
    if type(node) is not cst.Call or not isinstance(source, cst.BaseExpression) or made.given("dtype"):
        return None
    if type(factory) is not cst.Call or not factory.args or not write.written_out.is_certain(made):
        return None
    if len(node.args) > 1 or not all(isinstance(write.inference.value(one.value), Dtype) for one in node.args):
        return None
    inner = write.surroundings.path(source, factory)
    outer = write.surroundings.path(node, source)
    names = write.module_names.modules(node)
    if inner is None or outer is None or names is None or not isinstance(result, Tensor) or result.dtype is None:
        return None
    text = f"{names.texts['torch']}.{result.dtype}"
    if not write.fits_text(node, [text]):
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        call, leaf = cst.ensure_type(updated, cst.Call), follow(updated, outer)
        old = cst.ensure_type(follow(leaf, inner), cst.Call)
        new = leaf.deep_replace(old, with_arguments(old, [keyword("dtype", cst.parse_expression(text))]))
        assert isinstance(new, cst.BaseExpression)
        return new.with_changes(lpar=[*call.lpar, *new.lpar], rpar=[*new.rpar, *call.rpar])

    kept = (source, *(one.value for one in node.args))
    return Fix((Edit(node, change, kept),), safe=False, needs_torch=names.missing)
