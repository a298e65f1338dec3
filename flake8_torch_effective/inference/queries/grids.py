"""Grids of points, such as times, at each of which a program runs far more than the grid itself costs."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import walk
from ..events.at_work import calls_in
from ..interpreter.inference import Inference
from ..values import Operation
from .assigned import assigned_in

_GRIDS = frozenset({"linspace", "logspace"})


def is_grid_to_run_on(inference: Inference, made: Operation, moved: Operation) -> bool:
    """Whether a range of floats is handed to a call that nobody knows, such as a sampler, or gone through in a loop.

    >>> p = program("t = torch.linspace(0, 1, 9).to(x)", "y = model.sample(t)", "z = torch.linspace(0, 1, 9).to(x) * x")
    >>> moved = [one for one in p.inference.operations.values() if one.signature.name == "to"]
    >>> [is_grid_to_run_on(p.inference, one.operand().origin, one) for one in moved]
    [True, False]
    """
    if made.signature.name not in _GRIDS or moved.frame is None:
        return False
    name = assigned_in(inference, moved.frame).names.get(id(moved.node))

    def is_it(node: cst.BaseExpression) -> bool:
        return node is moved.node or (type(node) is cst.Name and node.value == name)

    unknown = (call for call in calls_in(moved.frame) if inference.operation(call) is None)
    if any(is_it(argument.value) for call in unknown for argument in call.args):
        return True
    loops: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.For
        loops.extend([node] if is_it(node.iter) else [])

    walk(moved.frame, {cst.For: [look]})
    return bool(loops)
