"""Whether a loss was back-propagated for certain by the time that a loop is done with it, so that its graph is gone."""

from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Family
from ...inference.knowledge.python_builtins import READS_NUMBERS
from ...inference.values import Number, Operation
from ..surroundings import inside
from ..writer import Rewriting

_LEAVING = (cst.Break, cst.Continue, cst.Raise, cst.Return, cst.Yield, cst.Await)


def is_spent(write: Rewriting, loss: cst.CSTNode, keeps: Operation) -> bool:
    """Whether an iteration that keeps a loss also makes it, by torch's own, and runs its ``backward``, in plain sight.

    The assignment, the call and what keeps the loss stand directly in the body of the loop, in that order or with the
    call last, and the loop binds its name only there.
    """
    around, made_here = write.surroundings, write.made_here
    body = getattr(keeps.loops[-1], "body", None) if keeps.loops else None
    if type(loss) is not cst.Name or type(body) is not cst.IndentedBlock or not made_here.is_loss(loss):
        return False
    lines = [one for one in body.body if type(one) is cst.SimpleStatementLine]
    kept = around.statement(keeps.node)
    if type(kept) is not cst.SimpleStatementLine:
        return False
    calls = [line for line in lines if any(_runs_backward(small, loss.value) for small in line.body)]
    bound = around.bindings(around.scope(loss)).get(loss.value, [])
    made = [around.statement(target) for target in bound if around.encloses(body, target)]
    if len(calls) != 1 or len(made) != 1 or made[0] not in lines or kept not in lines or len(kept.body) != 1:
        return False
    if len(calls[0].body) != 1 or not around.before(made[0], calls[0]) or not around.before(made[0], kept):
        return False
    if around.before(calls[0], kept):
        return True
    between = body.body[body.body.index(kept) : body.body.index(calls[0])]
    return not any(isinstance(node, _LEAVING) for line in between for node in inside(line))


def is_kept_here(write: Rewriting, keeps: Operation) -> bool:
    """Whether what keeps a loss is a number, a tensor or a collection that the function itself starts.

    Not where other code gets it: `csv.writer` and its like write a tensor's text, which tells of a graph.
    """
    holder = keeps.nodes.get("input")
    if type(holder) is not cst.Name or not write.elsewhere.is_known_to_stay(holder) or _is_told(write, holder):
        return False
    around, scope = write.surroundings, write.surroundings.scope(holder)
    bound = around.bindings(scope).get(holder.value, ())
    if type(scope) is not cst.FunctionDef or around.is_shared(holder.value):
        return False
    assigns = [around.parent(target) if type(target) is cst.AssignTarget else target for target in bound]
    return bool(assigns) and all(_starts(write, one, keeps) for one in assigns)


def _is_told(write: Rewriting, holder: cst.Name) -> bool:
    """Whether what is computed with a name is given to a call that nobody knows, other than as a number."""
    around = write.surroundings
    for name in around.mentions(around.scope(holder), holder.value):
        node = around.parent(name)
        while node is not None and not isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            operation = write.inference.operation(node)
            if operation is not None and operation.signature.family is Family.EXTRACTION:
                break
            if type(node) is cst.Call and operation is None:
                if not (type(node.func) is cst.Name and node.func.value in READS_NUMBERS):
                    return True
            node = around.parent(node)
    return False


def _starts(write: Rewriting, assign: cst.CSTNode | None, keeps: Operation) -> bool:
    """Whether a binding is an empty collection, a number or a tensor from torch's factories, or what keeps the loss."""
    if assign is not None and write.surroundings.statement(assign) is write.surroundings.statement(keeps.node):
        return True
    if not isinstance(assign, cst.Assign | cst.AnnAssign):
        return False
    value = assign.value
    if isinstance(value, cst.List | cst.Dict):
        return not value.elements
    return value is not None and (isinstance(write.inference.value(value), Number) or write.made_here.is_tensor(value))


def _runs_backward(statement: cst.BaseSmallStatement, name: str) -> bool:
    """Whether a statement is ``name.backward()``, which frees the graph."""
    call = statement.value if type(statement) is cst.Expr else None
    if type(call) is not cst.Call or call.args or type(call.func) is not cst.Attribute:
        return False
    receiver, method = call.func.value, call.func.attr.value
    return method == "backward" and type(receiver) is cst.Name and receiver.value == name
