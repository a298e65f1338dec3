"""Small tensors beside which a program runs far more than they cost: grids of times, numbers of each step or item."""

from __future__ import annotations

import math

import libcst as cst

from ...syntax.walking import walk
from ..events.at_work import calls_in
from ..interpreter.inference import Inference
from ..values import Bound, Function, Module, Operation, Tensor, Unknown
from .assigned import assigned_in
from .places import places_of

_GRIDS = frozenset({"linspace", "logspace"})
_LOOPS = (cst.For, cst.While)
# So many entries are copied in next to no time.
_SMALL = 4096


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


def is_small_beside_steps(inference: Inference, moved: Operation) -> bool:
    """Whether a vector, or a tensor of few entries, is moved before a loop of the same function that runs a model.

    Each iteration of such a loop, as of a sampler or a solver, calls what the file does not show to be cheap: a method
    of the object, a module, or a function that nobody knows.

    >>> p = program("a = torch.ones(len(x)).to(x)", "b = torch.ones(9, n).to(x)", "for i in range(n): y = model(y)")
    >>> moved = [one for one in p.inference.operations.values() if one.signature.name == "to"]
    >>> [is_small_beside_steps(p.inference, one) for one in moved]
    [True, False]
    """
    place = places_of(inference).get(id(moved.node))
    if place is None or not _is_small(moved.result):
        return False
    after = (statement for one in place.outwards() for statement in one.block[one.index + 1 :])
    return any(
        isinstance(loop, _LOOPS) and any(_runs_steps(inference, call) for call in calls_in(loop.body)) for loop in after
    )


def _is_small(made: object) -> bool:
    shape = made.shape if isinstance(made, Tensor) else None
    sizes = [size for size in shape or () if isinstance(size, int)]
    known = shape is not None and len(sizes) == len(shape) and math.prod(sizes) <= _SMALL
    return known or (shape is not None and len(shape) == 1)


def _runs_steps(inference: Inference, call: cst.Call) -> bool:
    """Whether a call runs a module, a method of the file, or what nobody knows, on tensors."""
    callee = inference.value(call.func)
    own = isinstance(callee, (Module, Function)) or (isinstance(callee, Bound) and callee.function is not None)
    unknown = isinstance(callee, Unknown)
    return (own or unknown) and any(isinstance(inference.value(one.value), (Tensor, Unknown)) for one in call.args)


def is_made_for_item(inference: Inference, moved: Operation) -> bool:
    """Whether an iteration of a loop makes a tensor for one item, and appends it to a list of those for all items.

    >>> p = program("for row in x: ys.append(torch.ones(len(row)).to(x))", "for row in x: y = torch.ones(3).to(x)")
    >>> moved = [one for one in p.inference.operations.values() if one.signature.name == "to"]
    >>> [is_made_for_item(p.inference, one) for one in moved]
    [True, False]
    """
    place = places_of(inference).get(id(moved.node))
    line = None if place is None else place.block[place.index]
    line = line.body[0] if type(line) is cst.SimpleStatementLine else line
    if type(line) is not cst.Expr or not moved.loops:
        return False
    call = line.value
    appends = type(call) is cst.Call and type(call.func) is cst.Attribute and call.func.attr.value == "append"
    return type(call) is cst.Call and appends and any(one.value is moved.node for one in call.args)
