"""Which tensors a graph leads to, and where one waits for `backward`."""

from __future__ import annotations

from bisect import bisect_left

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
_ROOM = "the order of models and backward in each function"


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
    rooms = program.inference.rooms
    orders = rooms.setdefault(_ROOM, {})
    assert isinstance(orders, dict)
    if id(scope) not in orders:
        orders[id(scope)] = _order(program, operation.frame, scope)
    places, events = orders[id(scope)]
    place = places.get(id(operation.node), len(places))
    at = bisect_left(events, place, key=lambda event: int(event[0]))
    before, after = events[at - 1 : at] if at else [], events[at : at + 1]
    return [kind for _, kind in before] == [EventKind.FORWARD] and [kind for _, kind in after] == [EventKind.BACKWARD]


def _order(
    program: Program, frame: cst.CSTNode | None, scope: cst.CSTNode
) -> tuple[dict[int, int], list[tuple[int, EventKind]]]:
    """The places of a function's nodes in its text, and at which of them a model runs or ``backward`` is called."""
    found = program.timeline(frame).find(EventKind.FORWARD, EventKind.BACKWARD)
    kinds = {id(event.at): event.kind for event in found}
    places: dict[int, int] = {}
    if kinds:
        look = [lambda node: places.setdefault(id(node), len(places))]
        walk(scope, dict.fromkeys((cst.Attribute, cst.Call, cst.Subscript), look))
    return places, [(place, kinds[node]) for node, place in places.items() if node in kinds]
