"""What a call of ``backward`` back-propagates."""

from __future__ import annotations

import libcst as cst

from ..knowledge.tensor_attributes import is_backward
from ..knowledge.training import METHOD_EVENTS, EventKind, Role
from ..values import Array, Number, Reference, Tensor, Unknown
from .event import Event
from .program import Program
from .recognition import Recognition, argument_of


def back_propagated(program: Program, event: Event) -> cst.BaseExpression | None:
    """The expression that an event of kind ``BACKWARD`` is about; None where that is not known.

    >>> code = program.module.code_for_node
    >>> [code(back_propagated(program, event)) for event in program.events(EventKind.BACKWARD)][0]
    'loss'
    """
    node = event.node
    if type(node) is not cst.Call:
        return None
    func = node.func
    value = program.inference.value(func.value) if type(func) is cst.Attribute else None
    if type(func) is not cst.Attribute or isinstance(value, Reference):  # torch.autograd.backward(loss)
        return argument_of(node, "tensors", 0)
    if isinstance(value, Tensor | Number | Array):
        return func.value
    function = None if event.function is None else program.inference.functions.get(event.function)
    reader = Recognition(program, function)
    path = reader.path(func.value)
    role = reader.role(func.value, value, path[0])[0] if path is not None and value is not None else Role.OTHER
    for row in METHOD_EVENTS.get((role, func.attr.value), ()):
        if row.kind is EventKind.BACKWARD and row.about is not None:
            return argument_of(node, row.about, 0)
    if node.args or not isinstance(value, Unknown) or not is_backward(func.attr.value):
        return None
    return None if type(func.value) is cst.Name and func.value.value == "self" else func.value
