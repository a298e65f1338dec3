"""Whether a tensor that a module keeps meets, where the module runs, what it is given or its parameters."""

from __future__ import annotations

import libcst as cst

from ..knowledge.columns import Family
from ..knowledge.module_methods import MOVES
from ..knowledge.python_operations import SOME_OBJECT, SUBSCRIPT, SUBSCRIPT_WRITE
from ..values import Dtype, Number, Operation, Sequence, Tensor, Unknown, Value
from .at_work import functions_at_work
from .program import Program
from .registry import calls_of

_ROOM = "attributes that the file moves"
# What Python does with any object, and what makes a tensor like another.
_HANDED_ON = frozenset(
    {Family.PHI, Family.CALL, Family.OBJECT, Family.ITERATION, Family.COLLECTION, Family.QUERY, Family.FACTORY}
)
# What makes a new tensor or number, whatever is asked of its operands.
_STARTS = frozenset({Family.FACTORY, Family.RANDOM, Family.CONSTRUCTION, Family.QUERY, Family.EXTRACTION})
_MANY = 60
# What puts a tensor where another is.
_PLACES = MOVES | {"type_as"}


def meets_input(program: Program, value: Value, depth: int = 4) -> bool:
    """Whether an operation of ``forward``, or of what it calls, takes a tensor together with an input or a parameter.

    Or with what is computed from these; in place of the tensor also what is computed from it alone. Not an index in
    square brackets, which may be on the CPU, nor a number.

    >>> meets_input(program, registry.assigned("mask")[0].value)
    True
    """
    users = [] if value.identity is None else program.inference.consumers.get(value.identity, [])
    for user in users:
        family = user.signature.family
        if family in _HANDED_ON or user.signature is SUBSCRIPT_WRITE or user.notation.modifies:
            continue
        if user.signature is SUBSCRIPT and (user.operand().identity is not value.identity or _is_number(user)):
            continue
        if any(_comes_from_outside(one, value) for one in _others(user, value)):
            if _is_at_work(program, user):
                return True
            continue
        result = program.inference.value(user.node)
        if depth and isinstance(result, Tensor) and result.rank != 0 and result.identity is not value.identity:
            if meets_input(program, result, depth - 1):
                return True
    return False


def _is_number(user: Operation) -> bool:
    """Whether a subscript may give a tensor without dims: numbers only, in a tensor of unknown rank or of as many."""
    rank = user.result.rank if isinstance(user.result, Tensor) else None
    return not rank and all(isinstance(part, Number | Unknown) for part in user.index_parts)


def _others(user: Operation, value: Value) -> list[Value]:
    """The operands of an operation beside a tensor, also those in a list: ``torch.cat([x, self.mask])``."""
    found: list[Value] = []
    for operand in user.operands.values():
        found.extend(operand.parts() if isinstance(operand, Sequence) else [operand])
    return [one for one in found if one.identity is not value.identity and isinstance(one, Tensor | Unknown)]


def _comes_from_outside(value: Value, kept: Value) -> bool:
    """Whether a value is computed from a parameter of the module, or of the function that computes it.

    Something unknown that is taken as it is may be a number that the module keeps; what is computed from the tensor
    that the module keeps is where that is, and a factory's result where it makes it, whatever its sizes come from.
    """
    made = value.origin
    if made is not None and type(made.frame) is cst.FunctionDef and made.frame.name.value == "__init__":
        return False
    outside = False
    queue, seen = [value], {id(value)}
    for one in queue:
        if one.identity is kept.identity:
            return False
        source = one.origin
        outside = outside or (isinstance(one, Tensor) and (one.parameter or source is None))
        outside = outside or (_may_be_kept_number(one) and made is not None)  # of what an unknown one holds or returns
        if source is not None and source.signature.family not in _STARTS and len(queue) < _MANY:
            outside = outside or source.signature is SOME_OBJECT or source.signature.layer
            held = [*source.operands.values()]
            held += [part for operand in held if isinstance(operand, Sequence) for part in operand.parts()]
            if source.signature.family is Family.ARITHMETIC:
                held = [operand for operand in held if not _may_be_kept_number(operand)]
            queue += [operand for operand in held if id(operand) not in seen]
            seen |= {id(operand) for operand in held}
    return outside


def _may_be_kept_number(value: Value) -> bool:
    return isinstance(value, Unknown) and value.origin is None


def _is_at_work(program: Program, user: Operation) -> bool:
    """Whether an operation stands in a function that runs when a module is called."""
    function = None if user.frame is None else program.inference.functions.get(user.frame)
    working = functions_at_work(program)
    while function is not None:
        if function in working:
            return True
        function = function.analysis.scope.function
    return False


def is_moved_by_file(program: Program, name: str) -> bool:
    """Whether the file moves an attribute of this name somewhere: ``self.mask = self.mask.to(device)``.

    >>> is_moved_by_file(program, "mask")
    False
    """
    known = program.inference.rooms.get(_ROOM)
    if not isinstance(known, frozenset):
        found: set[str] = set()
        for call in calls_of(program):
            func = call.func
            if type(func) is not cst.Attribute or func.attr.value not in _PLACES:
                continue
            if type(func.value) is cst.Attribute:
                given = [program.inference.value(one.value) for one in call.args]
                if not given or not all(isinstance(one, Dtype) for one in given):
                    found.add(func.value.attr.value)
        known = program.inference.rooms[_ROOM] = frozenset(found)
    return name in known
