"""Which tensors have as many entries as the numbers of another tensor say, so that the host waits for these."""

from __future__ import annotations

import libcst as cst

from ..events.recognition import argument_of
from ..interpreter.inference import Inference
from ..knowledge.columns import Family
from ..values import Operation, Tensor
from .assigned import assigned_in
from .callers import calls_to
from .places import places_of

_ROOM = "names that hold numbers of tensors"
# So many names and arguments are followed.
_DEPTH = 3


def is_sized_by_numbers(inference: Inference, made: Operation) -> bool:
    """Whether a size that a factory is given is read from the numbers of a tensor, also by what calls its function.

    >>> p = program("last = int(x.max())", "a = torch.arange(last + 1)", "b = torch.arange(x.size(0))")
    >>> [is_sized_by_numbers(p.inference, p.value(name).origin) for name in "ab"]
    [True, False]
    """
    if type(made.node) is not cst.Call:
        return False
    return any(_is_read(inference, argument.value, made.frame, _DEPTH) for argument in made.node.args)


def _is_read(inference: Inference, node: cst.BaseExpression, frame: cst.CSTNode | None, depth: int) -> bool:
    """Whether a number is computed from the entries of a tensor."""
    value = inference.value(node)
    if isinstance(value, Tensor) or (value.origin is not None and value.origin.signature.family is Family.EXTRACTION):
        return True
    if type(node) is cst.Name:
        room = inference.rooms.setdefault(_ROOM, {})
        assert isinstance(room, dict)
        key = (id(frame), node.value, depth)
        if key not in room:
            room[key] = False  # of a name that is given itself
            given = _given(inference, node.value, frame) if depth > 0 else []
            room[key] = any(_is_read(inference, *one, depth - 1) for one in given)
        return bool(room[key])
    parts: list[cst.BaseExpression] = []
    if type(node) is cst.BinaryOperation:
        parts = [node.left, node.right]
    elif isinstance(node, (cst.Tuple, cst.List)):
        parts = [element.value for element in node.elements]
    elif type(node) is cst.Call and type(node.func) is cst.Name and node.func.value in ("int", "max", "min"):
        parts = [argument.value for argument in node.args]
    return any(_is_read(inference, part, frame, depth) for part in parts)


def _given(
    inference: Inference, name: str, frame: cst.CSTNode | None
) -> list[tuple[cst.BaseExpression, cst.CSTNode | None]]:
    """What a name of a function is given: by assignments in it, or by its calls in the file if it is a parameter."""
    if type(frame) is not cst.FunctionDef:
        return []
    values = assigned_in(inference, frame).values.get(name, ())
    found: list[tuple[cst.BaseExpression, cst.CSTNode | None]] = [(value, frame) for value in values]
    function = inference.functions.get(frame)
    rows = [row.name.value for row in frame.params.params]
    if function is None or name not in rows:
        return found
    own = 0 if function.cls is None or "staticmethod" in function.decorators else 1
    for call in calls_to(inference, function):
        given = argument_of(call, name, rows.index(name) - own)
        place = places_of(inference).get(id(call))
        found.extend([] if given is None else [(given, None if place is None else place.frame)])
    return found
