"""Which tensors a graph leads to, and where one waits for `backward`."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from ..events.program import Program
from ..knowledge.columns import Family
from ..knowledge.python_operations import ATTRIBUTE, GRADIENT, PHI
from ..knowledge.training import EventKind
from ..values import Operation, Tensor, Value

# What records a node of the graph: its result is no leaf.
_COMPUTES = frozenset(
    {
        Family.ARITHMETIC,
        Family.CALL,
        Family.JOINING,
        Family.LINALG,
        Family.LOSS,
        Family.MATMUL,
        Family.NN,
        Family.POINTWISE,
        Family.REDUCTION,
        Family.SCAN,
        Family.SOFTMAX,
        Family.WHERE,
    }
)
_VIEWS = frozenset({Family.INDEXING, Family.LAYOUT, Family.VIEW})
_DEPTH = 6


def is_computed(value: Value, depth: int = _DEPTH) -> bool:
    """Whether a tensor is what an operation on others gives, however it was reached: no weight, no leaf.

    >>> p = program("y = x.exp()", "z = torch.zeros(3)")
    >>> is_computed(p.inference.value(p.node("x.exp()"))), is_computed(p.inference.value(p.node("torch.zeros(3)")))
    (True, False)
    """
    origin = value.origin
    if origin is None or depth == 0 or (isinstance(value, Tensor) and value.parameter):
        return False
    if origin.signature is PHI:
        return all(is_computed(one, depth - 1) for one in origin.operands.values())
    if origin.signature.family in _VIEWS or origin.signature is ATTRIBUTE:  # what holds it decides
        return is_computed(origin.operand(), depth - 1)
    return origin.signature is not GRADIENT and origin.signature.family in _COMPUTES


def is_before_backward(program: Program, operation: Operation) -> bool:
    """Whether a model runs before an operation in its function, and `backward` after it is to use what that kept.

    >>> from flake8_torch_effective.inference.events.program import program_of
    >>> p = program("net = nn.Linear(3, 1)", "y = net(x).sum()", "w = x.clamp(0, 1)", "y.backward()")
    >>> is_before_backward(program_of(p.inference), p.operation("x.clamp(0, 1)"))
    True
    """
    scope = operation.frame or program.inference.module
    if scope is None or not isinstance(scope, cst.FunctionDef | cst.Module):
        return False
    events = program.timeline(operation.frame).find(EventKind.FORWARD, EventKind.BACKWARD)
    kinds = {id(event.at): event.kind for event in events}
    before: list[EventKind] = []
    after: list[EventKind] = []
    passed = False

    def look(node: cst.CSTNode) -> None:
        nonlocal passed
        passed = passed or node is operation.node
        if id(node) in kinds:
            (after if passed else before).append(kinds[id(node)])

    if kinds:
        walk(scope, {kind: [look] for kind in (cst.Attribute, cst.Call, cst.Subscript)})
    return before[-1:] == [EventKind.FORWARD] and after[:1] == [EventKind.BACKWARD]
