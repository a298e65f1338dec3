"""What the functions of a file keep that their callers hand them: the loss that ``meter.update(loss)`` adds up."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import last_name, without_subscripts
from ...syntax.walking import walk
from ..events.program import program_of
from ..events.recognition import argument_of, callee_of, receiver_name
from ..events.scope import plain_path
from ..interpreter.inference import Inference
from ..knowledge.training import EventKind
from ..values import Function, Operation, Tensor
from .losses import is_spent
from .totals import is_set_anew

_ROOM = "calls in training"
# Methods that leave the graph on what they give.
_REDUCES = frozenset({"mean", "sum"})


def keeps_what_it_is_handed(
    inference: Inference, operation: Operation, kept: cst.CSTNode | None, holder: cst.CSTNode | None
) -> cst.Call | None:
    """The call in a training loop that hands a loss to a function, which keeps it in an object that outlives the call.

    ``backward`` runs on the loss, and nothing in the loop starts the holder again; ``kept`` is a parameter, or scales
    it, and ``holder`` an attribute of the method's object or a part of another parameter.

    >>> p = program("def note(log, v): log.append(v)", "loss = F.mse_loss(x, y)", "loss.backward()")
    >>> keeps_what_it_is_handed(p.inference, p.operation("log.append(v)"), p.node("v"), p.node("log")) is None
    True
    """
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    if function is None or kept is None or holder is None or operation.grad_enabled is False:
        return None
    given = _parameter(kept)
    owner = plain_path(without_subscripts(holder))
    bound = program_of(inference).names(function.node).bound
    if given is None or owner is None or bound.get(given) != 1:
        return None
    root = owner.partition(".")[0]
    names = _parameters(function)
    method = function.cls is not None and root == receiver_name(function)
    if given not in names or root not in names or bound.get(root) != 1 or (method and root == owner):
        return None
    shift = 1 if function.cls is not None and receiver_name(function) is not None else 0
    for call, inside in _calls_in_training(inference).get(id(function.node), ()):
        argument = argument_of(call, given, names.index(given) - shift)
        if argument is None:
            continue
        value = inference.value(argument)
        if not is_spent(value) or (isinstance(value, Tensor) and value.grad is False):
            continue
        place: cst.CSTNode | None = call.func if method else argument_of(call, root, names.index(root) - shift)
        if type(place) is cst.Attribute and method and function.name != "__call__":
            place = place.value
        if place is not None and _outlives(place, inside) and not is_set_anew(inference, operation, holder, inside[0]):
            return call
    return None


def _parameters(function: Function) -> list[str]:
    parameters = function.node.params
    return [one.name.value for one in (*parameters.posonly_params, *parameters.params)]


def _parameter(node: cst.CSTNode) -> str | None:
    """The name that an expression is, or scales or reduces: ``val`` of ``val.mean() * n``."""
    for _ in range(6):
        if type(node) is cst.BinaryOperation and isinstance(node.operator, cst.Multiply | cst.Divide):
            node = node.right if isinstance(node.left, cst.Integer | cst.Float) else node.left
        elif (
            type(node) is cst.Call
            and type(node.func) is cst.Attribute
            and node.func.attr.value in _REDUCES
            and not node.args
        ):
            node = node.func.value
        else:
            break
    return node.value if type(node) is cst.Name else None


def _outlives(place: cst.CSTNode, inside: list[cst.CSTNode]) -> bool:
    """Whether an object has a name that neither a loop nor the function that it calls binds."""
    path = plain_path(without_subscripts(place))
    bound: set[str] = set()

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        bound.update(last_name(target.target) for target in node.targets)

    for part in inside:
        walk(part, {cst.Assign: [look]})
    return path is not None and path.rpartition(".")[2] not in bound


def _calls_in_training(inference: Inference) -> dict[int, list[tuple[cst.Call, list[cst.CSTNode]]]]:
    """The calls of each function of the file where ``backward`` runs again and again.

    Each with the innermost loop that does so, and with the function around the call where that is called by the loop.
    """
    known = inference.rooms.get(_ROOM)
    if isinstance(known, dict):
        return known
    program = program_of(inference)
    places: dict[int, list[cst.CSTNode]] = {}
    calls: list[cst.Call] = []

    def note(where: list[cst.CSTNode]) -> None:
        inside: list[cst.CSTNode] = []
        walk(where[-1], {cst.Call: [inside.append]})
        for call in inside:
            assert type(call) is cst.Call
            places[id(call)] = where
            calls.append(call)

    for function in program.functions(EventKind.BACKWARD):
        timeline = program.timeline(function)
        for event in timeline.find(EventKind.BACKWARD):
            if function is not None and not event.loops and not event.calls:
                callers = [one for _, one in program.occurrences(event) if one.loops]
                if callers:
                    note([callers[0].loops[-1], function])
        for loop in timeline.loops:  # outer ones first
            if loop.node is not None and loop.find(EventKind.BACKWARD):
                note([loop.node])
    found: dict[int, list[tuple[cst.Call, list[cst.CSTNode]]]] = {}
    for call in dict.fromkeys(calls):
        callee, _ = callee_of(inference, call)
        if callee is not None:
            found.setdefault(id(callee.node), []).append((call, places[id(call)]))
    inference.rooms[_ROOM] = found
    return found
