"""A tensor without its graph: where to write `.detach()`."""

from __future__ import annotations

import libcst as cst

from ...inference.interpreter.inference import alternatives
from ...inference.knowledge.columns import Family
from ...inference.knowledge.signatures import TABLE
from ...inference.queries.losses import was_back_propagated
from ...inference.values import NoneValue, Number, Operation, Tensor, Unknown
from ..fix import Edit, Fix
from ..helpers import may_give_none
from ..surroundings import children_of
from ..writer import Rewriting
from .code import Code, from_text
from .spent import is_kept_here, is_spent

_SCALES = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide)
_TENSOR_CODE = (cst.Name, cst.Attribute, cst.Subscript, cst.Call, cst.BinaryOperation, cst.UnaryOperation)


def without_graph(write: Rewriting, node: cst.CSTNode | None, keeps: Operation) -> Fix | None:
    """The fix that detaches an expression, or its only factor with a graph where the others are numbers.

    Safe where ``backward`` certainly runs on it in the loop of the operation that keeps it, which frees its graph, and
    where nothing tells the detached tensor from the other.  None where it may not be a tensor.
    """
    if node is None:
        return None
    detached = _with_graph(write, node)
    value = write.inference.value(detached)
    if not isinstance(detached, _TENSOR_CODE):
        return None
    if any(isinstance(one, Number | NoneValue) for one in alternatives(value)):
        return None
    if any(type(made) is cst.Call and may_give_none(made, write.inference) for made in _sources(write, detached)):
        return None
    if not isinstance(value, Tensor) and not (isinstance(value, Unknown) and was_back_propagated(value)):
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        assert isinstance(updated, cst.BaseExpression)
        code = Code(updated, write.module.code_for_node(updated))
        return from_text(write.module, f"{code:tight}.detach()")

    inner = tuple(child for _, _, child in children_of(detached))
    safe = _is_unseen(write) and is_spent(write, detached, keeps) and is_kept_here(write, keeps)
    return Fix((Edit(detached, change, inner),), safe, shows=node)


def _is_unseen(write: Rewriting) -> bool:
    """Whether nothing in the file tells the detached tensor from the other, or uses its graph again."""
    elsewhere = write.elsewhere
    mentions = elsewhere.mentions
    again = mentions.backward_calls > 1 or mentions.expects_errors
    return not (again or mentions.shows_objects or elsewhere.changes_by_text)


def _sources(write: Rewriting, node: cst.CSTNode) -> list[cst.CSTNode]:
    """An expression, or for a name the expression bound to it."""
    if type(node) is not cst.Name:
        return [node]
    around = write.surroundings
    bound = around.bindings(around.scope(node)).get(node.value, ())
    assigns = [around.parent(target) if type(target) is cst.AssignTarget else target for target in bound]
    return [
        assign.value
        for assign in assigns
        if isinstance(assign, cst.Assign | cst.AnnAssign | cst.NamedExpr) and assign.value is not None
    ]


def _passes_on(method: str) -> bool:
    """Whether a method passes on the values of its tensor, so that it can be detached before."""
    row = TABLE.methods.get(method)
    return row is not None and row.value_preserving and row.family in (Family.CONVERSION, Family.COPY)


def _with_graph(write: Rewriting, node: cst.CSTNode) -> cst.CSTNode:
    """The part of a product, quotient or sum with numbers that is not a number."""
    value = write.inference.value
    if type(node) is cst.BinaryOperation and isinstance(node.operator, _SCALES):
        for part, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(value(other), Number) and isinstance(value(part), Tensor | Unknown):
                return _with_graph(write, part)
    if type(node) is cst.UnaryOperation and type(node.operator) is cst.Minus:
        return _with_graph(write, node.expression)
    if type(node) is cst.Call and type(node.func) is cst.Attribute and _passes_on(node.func.attr.value):
        if isinstance(value(node.func.value), Tensor):
            return _with_graph(write, node.func.value)
    return node
