"""A tensor without its graph: where to write `.detach()`."""

from __future__ import annotations

import libcst as cst

from ...inference.events.program import program_of
from ...inference.interpreter.inference import Inference, alternatives
from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.python_operations import CALL
from ...inference.knowledge.signatures import TABLE
from ...inference.knowledge.training import EventKind
from ...inference.queries.losses import terms, was_back_propagated
from ...inference.values import NoneValue, Notation, Number, Operation, Tensor, Unknown, Use, Value
from ..fix import Edit, Fix
from ..helpers import may_give_none
from ..surroundings import children_of
from ..writer import Rewriting
from .code import Code, from_text

_SCALES = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide)
_TENSOR_CODE = (cst.Name, cst.Attribute, cst.Subscript, cst.Call, cst.BinaryOperation, cst.UnaryOperation)

_LEAVING = (cst.Break, cst.Continue, cst.Raise, cst.Return)
# What `backward` may be given and still keep the graph, or a part of it.
_RETAINING = ("retain_graph", "create_graph", "inputs")


def without_graph(write: Rewriting, node: cst.CSTNode | None, keeps: Operation) -> Fix | None:
    """The fix that detaches an expression, or its only factor with a graph where the others are numbers.

    Safe where ``backward`` certainly runs on it before, in the loop of the operation that keeps it, which frees its
    graph, and where nothing tells the detached tensor from the other.  None where it may not be a tensor.
    """
    if node is None:
        return None
    detached = _with_graph(write, node)
    value = write.inference.value(detached)
    if not isinstance(detached, _TENSOR_CODE):
        return None
    if any(isinstance(one, Number | NoneValue) for one in alternatives(value)):
        return None
    if any(isinstance(made, cst.Call) and may_give_none(made, write.inference) for made in _sources(write, detached)):
        return None
    if not isinstance(value, Tensor) and not (isinstance(value, Unknown) and was_back_propagated(value)):
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        assert isinstance(updated, cst.BaseExpression)
        code = Code(updated, write.module.code_for_node(updated))
        return from_text(write.module, f"{code:tight}.detach()")

    inner = tuple(child for _, _, child in children_of(detached))
    made = value.origin
    certain = made is not None and made.signature is not CALL and write.written_out.is_certain(made)
    known = isinstance(value, Tensor) and certain and _is_ordinary(keeps)
    safe = known and _is_spent(write, value, keeps) and _is_unseen(write)
    return Fix((Edit(detached, change, inner),), safe, shows=node)


def _is_unseen(write: Rewriting) -> bool:
    """Whether nothing in the file tells the detached tensor from the other, or uses its graph again."""
    elsewhere = write.elsewhere
    again = elsewhere.mentions.backward_calls > 1
    return not (again or elsewhere.mentions.shows_objects or elsewhere.changes_by_text)


def _sources(write: Rewriting, node: cst.CSTNode) -> list[cst.CSTNode]:
    """An expression, or for a name the expression bound to it."""
    if not isinstance(node, cst.Name):
        return [node]
    around = write.surroundings
    bound = around.bindings(around.scope(node)).get(node.value, ())
    assigns = [around.parent(target) if isinstance(target, cst.AssignTarget) else target for target in bound]
    return [
        assign.value
        for assign in assigns
        if isinstance(assign, cst.Assign | cst.AnnAssign | cst.NamedExpr) and assign.value is not None
    ]


def _is_ordinary(keeps: Operation) -> bool:
    """Whether what keeps a value is a number, a tensor or a collection, and no object with operators of its own."""
    return not isinstance(keeps.operand(), Unknown) or keeps.notation is not Notation.AUGMENTED


def _is_spent(write: Rewriting, value: Value, keeps: Operation) -> bool:
    """Whether the innermost loop also runs ``backward`` on a value, or on a sum or multiple of it, on every path.

    A graph that ``backward`` retains is not freed.
    """
    backward = _backward(write.inference, keeps)
    if any(_retains(call) for call in backward) or not any(_is_certain(write, call, keeps.node) for call in backward):
        return False
    scaled = (
        value.origin.operands.values()
        if value.origin is not None and value.origin.signature.family is Family.ARITHMETIC
        else ()
    )
    if any(isinstance(part, Tensor | Unknown) and Use.LOSS in part.identity.uses for part in (value, *scaled)):
        return True  # what backward() was called on
    own = {id(term.identity) for term in terms(value) if isinstance(term, Tensor | Unknown)}
    return any(
        made.formula is Formula.BACKWARD
        and any(id(term.identity) in own for term in terms(made.operand()) if isinstance(term, Tensor | Unknown))
        for made in write.inference.inside(keeps.loops[-1])
    )


def _backward(inference: Inference, keeps: Operation) -> list[cst.Call]:
    """What runs ``backward`` in an iteration of the innermost loop, be it in a helper."""
    loop = program_of(inference).timeline(keeps.frame).loop(keeps.loops[-1])
    events = [] if loop is None else loop.find(EventKind.BACKWARD)
    return [event.node for event in events if isinstance(event.node, cst.Call)]


def _is_certain(write: Rewriting, call: cst.Call, node: cst.CSTNode) -> bool:
    """Whether a call runs in each iteration in which a node runs: before it, or after it in straight code."""
    around = write.surroundings
    if around.scope(call) is not around.scope(node):
        return False
    line, kept = around.statement(call), around.statement(node)
    block = around.parent(line)
    if not isinstance(line, cst.SimpleStatementLine) or not isinstance(block, cst.IndentedBlock | cst.Module):
        return False
    if around.before(line, kept) or line is kept:
        return around.encloses(block, kept)
    while kept is not line:
        following = around.following(kept)
        if following is None or not isinstance(kept, cst.SimpleStatementLine) or isinstance(kept.body[-1], _LEAVING):
            return False
        kept = following
    return True


def _retains(call: cst.Call) -> bool:
    """Whether a call of ``backward`` may keep the graph: by ``retain_graph``, or by further arguments."""
    options = [argument for argument in call.args[1:] if argument.keyword is None]
    options += [argument for argument in call.args[:1] if argument.star]
    options += [
        argument for argument in call.args if argument.keyword is not None and argument.keyword.value in _RETAINING
    ]
    return any(not (isinstance(one.value, cst.Name) and one.value.value in ("False", "None")) for one in options)


def _passes_on(method: str) -> bool:
    """Whether a method passes on the values of its tensor, so that it can be detached before."""
    row = TABLE.methods.get(method)
    return row is not None and row.value_preserving and row.family in (Family.CONVERSION, Family.COPY)


def _with_graph(write: Rewriting, node: cst.CSTNode) -> cst.CSTNode:
    """The part of a product, quotient or sum with numbers that is not a number."""
    value = write.inference.value
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, _SCALES):
        for part, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(value(other), Number) and isinstance(value(part), Tensor | Unknown):
                return _with_graph(write, part)
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        return _with_graph(write, node.expression)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and _passes_on(node.func.attr.value):
        if isinstance(value(node.func.value), Tensor):
            return _with_graph(write, node.func.value)
    return node
