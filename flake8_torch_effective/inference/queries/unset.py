"""What runs only with an argument that nobody in the file gives."""

from __future__ import annotations

from collections.abc import Collection

import libcst as cst

from ...syntax.naming import last_name
from ..events.program import program_of
from ..events.recognition import argument_of
from ..events.registry import calls_of
from ..interpreter.inference import Inference
from ..values import Function, Operation
from .callers import runs_of
from .places import Place, is_left_early, none_name, places_of

# What an argument is by default that asks for nothing.
_OFF = ("False", "None")


def is_unset(inference: Inference, operation: Operation, off: Collection[str] = _OFF) -> bool:
    """Whether an operation runs only with an argument that is False or None by default, and that no call here gives.

    ``off`` are the defaults that count.

    >>> p = program("def scaled(z, log=None, base=None):", "    if log is not None: z = z.log()",
    ...     "    if base is None: z = z.exp()", "    return z", "y = scaled(x)")
    >>> [is_unset(p.inference, p.operation(code)) for code in ("z.log()", "z.exp()")]
    [True, False]
    """
    place, function = _where(inference, operation)
    if place is None or function is None:
        return False
    frame = cst.ensure_type(place.frame, cst.FunctionDef)
    needed: set[str] = set()
    for one in place.outwards():
        needed |= set() if one.test is None else _needed(one.test, one.holds)
        for before in one.block[: one.index]:
            if type(before) is cst.If and before.orelse is None and is_left_early(before.body.body):
                needed |= _needed(before.test, False)
    own = 0 if function.cls is None or "staticmethod" in function.decorators else 1
    for index, row in enumerate((*frame.params.params, *frame.params.kwonly_params)):
        if row.name.value in needed and last_name(row.default) in off:
            at = index - own if index < len(frame.params.params) else None
            if not _is_given(inference, function, row.name.value, at):
                return True
    return False


def _where(inference: Inference, operation: Operation) -> tuple[Place | None, Function | None]:
    """The place of an operation, and the function, with a name, that it stands in."""
    place = places_of(inference).get(id(operation.node))
    named = place is not None and type(place.frame) is cst.FunctionDef
    return place, inference.functions.get(place.frame) if place is not None and named else None


def is_for_missing(inference: Inference, operation: Operation) -> bool:
    """Whether an operation runs only where an argument is None that every caller must give.

    >>> p = program("def a(z, noise):", "    if noise is None: noise = torch.ones(3)", "    return z * noise")
    >>> is_for_missing(p.inference, p.operation("torch.ones(3)"))
    True
    """
    place = places_of(inference).get(id(operation.node))
    frame = None if place is None else place.frame
    if place is None or type(frame) is not cst.FunctionDef:
        return False
    missing = {none_name(one.test, one.holds) for one in place.outwards() if one.test is not None}
    return any(row.name.value in missing and row.default is None for row in frame.params.params)


def is_another_mode(inference: Inference, operation: Operation) -> bool:
    """Whether an operation runs only if an argument is a certain text, and neither its default nor a call here is that.

    >>> p = program("def scaled(z, kind='exp'):", "    if kind == 'log': return z.log()",
    ...     "    if kind == 'exp': return z.exp()", "y = scaled(x)")
    >>> [is_another_mode(p.inference, p.operation(code)) for code in ("z.log()", "z.exp()")]
    [True, False]
    """
    place, function = _where(inference, operation)
    if place is None or function is None:
        return False
    frame = cst.ensure_type(place.frame, cst.FunctionDef)
    own = 0 if function.cls is None or "staticmethod" in function.decorators else 1
    rows = {row.name.value: (at, row) for at, row in enumerate((*frame.params.params, *frame.params.kwonly_params))}
    for one in place.outwards():
        name, text = (None, None) if one.test is None or not one.holds else _compared(one.test)
        if name is None or text is None or name not in rows:
            continue
        index, row = rows[name]
        at = index - own if index < len(frame.params.params) else None
        calls = runs_of(inference, function)
        given = [row.default, *(argument_of(call, name, at) for call in calls)]
        given += [argument_of(call, name, None) for call in calls_of(program_of(inference))]
        starred = any(argument.star for call in calls for argument in call.args)
        if not starred and all(value is None or _text(value) not in (None, text) for value in given):
            return True
    return False


def _compared(test: cst.BaseExpression) -> tuple[str | None, str | None]:
    """The name and the text that a test finds to be equal: ``mode == "train"``."""
    if type(test) is not cst.Comparison or len(test.comparisons) != 1 or type(test.left) is not cst.Name:
        return None, None
    other = test.comparisons[0]
    return test.left.value, _text(other.comparator) if type(other.operator) is cst.Equal else None


def _text(node: cst.BaseExpression) -> str | None:
    """A text that is written out."""
    text = node.evaluated_value if type(node) is cst.SimpleString else None
    return text if isinstance(text, str) else None


def _needed(test: cst.BaseExpression, holds: bool) -> set[str]:
    """The names that must be neither False nor None for a test to come out this way: ``flag and x is not None``."""
    if type(test) is cst.UnaryOperation and type(test.operator) is cst.Not:
        return _needed(test.expression, not holds)
    if type(test) is cst.BooleanOperation:
        left, right = _needed(test.left, holds), _needed(test.right, holds)
        return left | right if isinstance(test.operator, cst.And) is holds else left & right
    if type(test) is cst.Comparison and len(test.comparisons) == 1 and type(test.left) is cst.Name:
        other = test.comparisons[0]
        same = isinstance(other.operator, (cst.Is, cst.Equal))
        if not same and not isinstance(other.operator, (cst.IsNot, cst.NotEqual)):
            return set()
        wanted = {"True": same is holds, "None": same is not holds, "False": False}
        return {test.left.value} if wanted.get(last_name(other.comparator), False) else set()
    return {test.value} if holds and type(test) is cst.Name else set()


def _is_given(inference: Inference, function: Function, name: str, at: int | None) -> bool:
    """Whether a call of a function, or any by this keyword, gives an argument something else than False or None."""
    calls = runs_of(inference, function)
    if any(argument.star for call in calls for argument in call.args):
        return True
    given = [argument_of(call, name, at) for call in calls]
    given += [argument_of(call, name, None) for call in calls_of(program_of(inference))]
    return any(one is not None and last_name(one) not in _OFF for one in given)
