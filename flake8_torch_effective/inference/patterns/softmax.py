"""Computations that programs spell out by hand, recognised in the graph of values: softmax, log-sum-exp, max shifts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import libcst as cst

from .. import transfer
from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula
from ..knowledge.kinds import BOOL
from ..knowledge.python_operations import ELEMENT, GRADIENT, PARAMETERS, PHI, RANGE, ROW
from ..values import (
    NONE,
    Number,
    Operation,
    Reference,
    Sequence,
    Tensor,
    Unknown,
    Value,
    is_full_slice,
    is_slice,
    origins,
    same,
)
from .extremum import Extremum, detached, extremum

_Found = TypeVar("_Found")


def through_layout(value: Value) -> tuple[Value, list[Operation]]:
    """The value under views, copies and conversions, and the operations on the way.

    >>> inner, passed = through_layout(value("x.exp().float().unsqueeze(0)"))
    >>> inner.origin.name, [operation.name for operation in passed]
    ('exp', ['unsqueeze', 'float'])
    """
    passed: list[Operation] = []
    for _ in range(12):
        origin = value.origin
        if origin is None or not (origin.signature.value_preserving or _inserts_axis(origin)):
            break
        passed.append(origin)
        value = origin.operand()
    return value, passed


def changes_layout(operations: list[Operation]) -> bool:
    """Whether one of the operations passed gives the numbers another shape, which what was before has not.

    >>> changes_layout([operation("x.float()")]), changes_layout([operation("x.unsqueeze(0)")])
    (False, True)
    """
    return any(
        operation.signature.value_preserving and operation.signature.family is not Family.CONVERSION
        for operation in operations
    )


def _inserts_axis(operation: Operation) -> bool:
    """``x[:, None]`` and ``x[..., None]``: indexing that drops nothing."""
    if operation.formula is not Formula.SUBSCRIPT:
        return False
    parts = operation.index_parts
    return any(part is NONE for part in parts) and all(
        part is NONE or part.kind == "other" or is_full_slice(part) for part in parts
    )


@dataclass
class Shift:
    """``x - m`` where ``m`` is a maximum of ``x``."""

    source: Value
    maximum: Extremum
    operation: Operation


def shift(value: Value) -> Shift | None:
    """The subtraction of its own maximum that a value is.

    >>> shift(value("x - x.amax(dim=1, keepdim=True)")).maximum.per_row, shift(value("x - y.max()"))
    (True, None)
    """
    origin = value.origin
    if origin is None:
        return None
    if origin.formula is Formula.SUBTRACT:
        minuend, subtrahend = origin.operand(), origin.operand("other")
    elif origin.formula is Formula.ADD and origin.operand("other").origin is not None:
        negated = origin.operand("other").origin
        if negated is None or negated.formula is not Formula.NEGATE:
            return None
        minuend, subtrahend = origin.operand(), negated.operand()
    else:
        return None
    found = extremum(subtrahend)
    if found is None or not same(detached(found.source), detached(minuend)):
        return None
    return Shift(minuend, found, origin)


def may_be_shifted(value: Value, depth: int = 8) -> bool:
    """Whether something like a maximum is taken off a value on its way: on one branch, scaled, masked, by a helper.

    >>> may_be_shifted(value("(x - x.max()) / n")), may_be_shifted(value("x / n"))
    (True, False)
    """
    origin = value.origin
    if origin is None or depth <= 0:
        return False
    if origin.formula is Formula.SUBTRACT:
        other = origin.operand("other")
        made = list(origins(other, 60))
        if made and _calls_unlisted_torch(made[0]):
            return False
        if any(operation.signature.takes_maximum for operation in made) or isinstance(other, Unknown):
            return True
    if origin.signature.family in (
        Family.POINTWISE,
        Family.ARITHMETIC,
        Family.PHI,
        Family.WHERE,
        Family.SOFTMAX,
        Family.VIEW,
        Family.COPY,
        Family.CONVERSION,
    ):
        return any(may_be_shifted(operand, depth - 1) for operand in origin.operands.values())
    return False


def _calls_unlisted_torch(operation: Operation) -> bool:
    """Whether an operation is a call of a torch name that torch has not, such as ``torch.reduce_max``."""
    callee = operation.operand("callee")
    return (
        operation.signature.family is Family.CALL and isinstance(callee, Reference) and callee.name.startswith("torch.")
    )


@dataclass
class SumOfExp:
    """``sum(exp(x), dim)``: the exponential's value and argument, the reduction, and all operations on the way."""

    exp: Value
    argument: Value
    reduction: Operation
    operations: list[Operation]

    @property
    def dim(self) -> Value | None:
        """The ``dim`` argument of the sum; None where everything is summed.

        >>> sum_of_exp(value("x.exp().sum(dim=1)")).dim
        int=1
        """
        dim = self.reduction.operands.get("dim")
        return None if dim is NONE else dim


def exponential(value: Value) -> tuple[Value, list[Operation]] | None:
    """The argument of the exponential that a value is, through layout; and the operations passed.

    >>> p = program("return x.exp().float()")
    >>> argument, passed = exponential(p.value("x.exp().float()"))
    >>> argument is p.value("x"), [operation.name for operation in passed]
    (True, ['float', 'exp'])
    """
    inner, passed = through_layout(value)
    origin = inner.origin
    if origin is not None and origin.formula is Formula.EXP:
        return origin.operand(), [*passed, origin]
    return None


def sum_of_exp(value: Value, or_mean: bool = False) -> SumOfExp | None:
    """The sum of exponentials that a value is, through layout; also the mean where that will do.

    >>> sum_of_exp(value("x.exp().sum(dim=1)")).reduction.name, sum_of_exp(value("x.exp().mean(dim=1)"))
    ('sum', None)
    """
    inner, passed = through_layout(value)
    origin = inner.origin
    if origin is None or not (origin.formula is Formula.SUM or (or_mean and origin.formula is Formula.MEAN)):
        return None
    if origin.signature.family is not Family.REDUCTION:
        return None
    found = exponential(origin.operand())
    if found is None:
        return None
    argument, operations = found
    return SumOfExp(origin.operand(), argument, origin, [*passed, origin, *operations])


@dataclass
class Softmax:
    """A softmax of ``logits``: torch's own (``operation.formula`` is SOFTMAX) or spelled out by hand."""

    logits: Value
    dim: Value | None
    operation: Operation
    operations: list[Operation]
    exact: bool
    shifted: Shift | None = None


def _denominator(value: Value) -> tuple[SumOfExp | None, list[Operation]]:
    """The sum of exponentials in a denominator, also with an epsilon added or a clamp."""
    operations: list[Operation] = []
    for _ in range(4):
        inner, passed = through_layout(value)
        found = sum_of_exp(inner)
        if found is not None:
            return found, [*operations, *passed]
        origin = inner.origin
        if origin is None:
            break
        operations += [*passed, origin]
        if origin.formula is Formula.ADD and _is_small(origin.operand("other")):
            value = origin.operand()
        elif origin.formula is Formula.ADD and _is_small(origin.operand()):
            value = origin.operand("other")
        elif origin.formula in (Formula.CLAMP, Formula.CLAMP_MIN):
            value = origin.operand()
        else:
            break
    return None, []


def _is_small(value: Value) -> bool:
    """Whether a number only keeps a denominator from 0: with 1 added there is one more share than exponentials."""
    return isinstance(value, Number) and is_epsilon(value)


def written_softmax(operation: Operation) -> Softmax | None:
    """The softmax that a division spells out: ``exp(x) / exp(x).sum(...)``, in any spelling of its parts.

    >>> written_softmax(operation("x.exp() / x.exp().sum(dim=1, keepdim=True)")).dim
    int=1
    """
    if operation.formula is Formula.DIVIDE:
        top, bottom = operation.operand(), operation.operand("other")
    elif operation.formula is Formula.MULTIPLY:
        top, bottom = operation.operand(), operation.operand("other")
        for first, second in ((top, bottom), (bottom, top)):
            inverse = through_layout(second)[0].origin
            if inverse is not None and inverse.formula is Formula.RECIPROCAL:
                top, bottom = first, inverse.operand()
                break
            if inverse is not None and inverse.formula is Formula.DIVIDE and isinstance(inverse.operand(), Number):
                top, bottom = first, inverse.operand("other")
                break
        else:
            return None
    else:
        return None
    numerator = exponential(top)
    if numerator is None:
        return None
    denominator, extra = _denominator(bottom)
    if denominator is None:
        return None
    argument, operations = numerator
    if not same(detached(argument), detached(denominator.argument)):
        return None
    shifted = shift(argument)
    parts = [operation, *operations, *denominator.operations, *extra]
    for found in (shifted, shift(denominator.argument)):
        if found is not None:
            parts += [found.operation, *found.maximum.operations]
    logits = shifted.source if shifted is not None else argument
    return Softmax(logits, denominator.dim, operation, parts, not extra, shifted)


def softmax_of(value: Value, depth: int = 3) -> Softmax | None:
    """The softmax that a value is: torch's, a module's, a helper's, or one spelled out by hand.

    >>> softmax_of(value("F.softmax(x, dim=1).float()")).operation.name, softmax_of(value("x.sigmoid()"))
    ('softmax', None)
    """
    inner, passed = through_layout(value)
    origin = inner.origin
    if origin is None:
        return None
    if origin.formula is Formula.SOFTMAX:
        return Softmax(origin.operand(), origin.operands.get("dim"), origin, [*passed, origin], not passed)
    if origin.formula in (Formula.DIVIDE, Formula.MULTIPLY):
        found = written_softmax(origin)
        if found is not None:
            found.operations += passed
            return found
    if origin.signature is PHI and depth > 0:
        return on_every_branch(origin, lambda branch: softmax_of(branch, depth - 1))
    return None


def on_every_branch(phi: Operation, find: Callable[[Value], _Found | None]) -> _Found | None:
    """What ``find`` sees in the first of the values that meet in a join, where it sees something in each.

    >>> p = program("y = x.sigmoid() if n else x.exp().sigmoid()", "return y")
    >>> on_every_branch(p.value("y").origin, lambda branch: branch.origin).name
    'sigmoid'
    """
    found = [find(branch) for branch in phi.operands.values()]
    return found[0] if found and all(one is not None for one in found) else None


def under_guards(
    value: Value, find: Callable[[Value], _Found | None], selection: bool = True
) -> tuple[_Found | None, list[Operation]]:
    """What ``find`` sees in the value under an epsilon, a clamp, a selection of entries; the operations passed.

    Not under a selection that picks entries, such as an index, where ``selection`` is False.

    >>> found, passed = under_guards(value("F.softmax(x, dim=1).clamp(min=1e-8) + 1e-8"), softmax_of)
    >>> found.operation.name, [operation.name for operation in passed]
    ('softmax', ['add', 'clamp'])
    """
    passed: list[Operation] = []
    for _ in range(10):
        found = find(value)
        if found is not None:
            return found, passed
        origin = value.origin
        if origin is None:
            break
        inner: Value | None = None
        if origin.formula in (Formula.ADD, Formula.LARGER):
            first, second = origin.operand(), origin.operand("other")
            # What has to be clamped to 1 again is no epsilon but a margin, unless its number says otherwise.
            bounded = any(one.signature.limits and "max" in one.operands for one in passed)
            if is_epsilon(second) and not (bounded and _is_unknown(second)):
                inner = first
            elif is_epsilon(first) and not (bounded and _is_unknown(first)):
                inner = second
        elif _guards(origin) or (selection and _picks(origin)):
            inner = origin.operand()
        if inner is None:
            break
        passed.append(origin)
        value = inner
    return None, passed


def _picks(operation: Operation) -> bool:
    """Whether a result is some entries of the operand: ``diag`` of a matrix, as that of a vector adds zeros."""
    return operation.signature.selects or operation.formula is Formula.DIAG


def keeps_finite(operation: Operation) -> bool:
    """Whether an operation may only keep a logarithm finite: a clamp, or an epsilon that is added.

    >>> [keeps_finite(operation(code)) for code in ("x + 1e-8", "x.clamp(min=1e-8)", "x.exp()")]
    [True, True, False]
    """
    return operation.signature.limits or operation.formula in (Formula.ADD, Formula.LARGER)


def keeps_entries(operation: Operation) -> bool:
    """Whether a result holds entries of the operand as they are: a layout, a selection, a tensor without its graph.

    >>> [keeps_entries(operation(code)) for code in ("x.flatten()", "x[0]", "x.detach()", "x.exp()")]
    [True, True, True, False]
    """
    signature = operation.signature
    return _picks(operation) or signature.value_preserving or signature.formula is Formula.DETACH


def _guards(operation: Operation) -> bool:
    """Whether an operation keeps the numbers, but for those out of bounds."""
    signature = operation.signature
    return signature.limits or signature.value_preserving or signature.formula is Formula.DETACH


def is_epsilon(value: Value) -> bool:
    """A small number added to keep a logarithm finite; one without a literal value counts as one.

    >>> is_epsilon(value("1e-8")), is_epsilon(value("n")), is_epsilon(value("0.5")), is_epsilon(value("x"))
    (True, True, False, False)
    """
    if isinstance(value, Number):
        return value.number is None or (isinstance(value.number, int | float) and abs(value.number) < 0.01)
    return not isinstance(value, Tensor) or value.shape == ()


def _is_unknown(value: Value) -> bool:
    return not isinstance(value, Number) or value.number is None


def undoes_unsqueeze(value: Value, operation: Operation) -> bool:
    """Whether the function itself put a batch dim of size 1 in front, which ``operation`` may take out again.

    >>> p = program("return model(x.unsqueeze(0)).squeeze()")
    >>> undoes_unsqueeze(p.value("model(x.unsqueeze(0))"), p.operation("model(x.unsqueeze(0)).squeeze()"))
    True
    """
    return any(inserts_front_axis(made) for made in origins(value, 80) if made.frame is operation.frame)


def inserts_front_axis(operation: Operation) -> bool:
    """``x.unsqueeze(0)``, ``x[None]``.

    >>> [inserts_front_axis(operation(code)) for code in ("x.unsqueeze(0)", "x[None]", "x[:, None]")]
    [True, True, False]
    """
    if operation.formula is Formula.UNSQUEEZE:
        return transfer.integer(operation.operand("dim")) == 0
    parts = operation.index_parts if operation.formula is Formula.SUBSCRIPT else []
    return bool(parts) and parts[0] is NONE


def has_no_batch(value: Value, seen: frozenset[int] = frozenset()) -> bool:
    """Whether a value is made of factories, Python data, arrays, a module's own state and totals of batches only.

    >>> has_no_batch(value("torch.zeros(3) + 1")), has_no_batch(value("x"))
    (True, False)
    """
    if (isinstance(value, Tensor) and value.parameter) or id(value) in seen:
        return True
    origin = value.origin
    if origin is None or len(seen) > 30:
        return False
    if origin.signature.family in (Family.FACTORY, Family.CONSTRUCTION):
        return not any(True for _ in origin.tensors())
    if origin.signature.family is Family.CALL:
        return False
    if (
        origin.signature.family is Family.REDUCTION
        and transfer.integer(origin.operand("dim")) == 0
        and not origin.given("keepdim")
    ):
        return True
    parts = list(origin.tensors())
    listed = origin.operands.get("tensors")
    if isinstance(listed, Sequence):
        parts += [part for part in listed.parts() if isinstance(part, Tensor)]
    return bool(parts) and all(has_no_batch(part, seen | {id(value)}) for part in parts)


def sources(value: Value) -> set[object]:
    """The tensors that a value is computed from and that come from outside: parameters, attributes, unknown calls.

    >>> p = program("return x + y.exp()")
    >>> sources(p.value("x + y.exp()")) == {p.value("x").identity, p.value("y").identity}
    True
    """
    found: set[object] = set()
    seen: set[int] = set()
    queue: list[Value] = [value]
    for current in queue:
        if id(current) in seen or len(seen) > 200:
            continue
        seen.add(id(current))
        origin = current.origin
        if isinstance(current, Tensor) and (origin is None or origin.signature.family in (Family.CALL, Family.RANDOM)):
            found.add(current.identity)
        elif isinstance(current, Sequence):
            queue.extend(current.parts())
        elif origin is not None and origin.signature.family is not Family.CALL:
            queue.extend(origin.operands.values())
    return found


def comes_from_outside(value: Value, depth: int = 10) -> bool:
    """Whether a value has the shape that something outside the function gave it: a parameter, an attribute, a model.

    True through elementwise work; False for what was reduced, indexed, joined or made here, where the shape is the
    function's own doing.

    >>> comes_from_outside(value("x.exp()")), comes_from_outside(value("x.sum(dim=1)"))
    (True, False)
    """
    origin = value.origin
    if (
        origin is None
        or origin.signature.family in (Family.CALL, Family.NN, Family.RANDOM)
        or origin.signature in (ROW, ELEMENT)
    ):
        return True
    if origin.formula is Formula.SQUEEZE:
        return True
    if depth <= 0 or origin.signature.family not in (
        Family.POINTWISE,
        Family.ARITHMETIC,
        Family.CONVERSION,
        Family.COPY,
        Family.SOFTMAX,
        Family.PHI,
        Family.VIEW,
    ):
        return False
    tensors = list(origin.tensors())
    return bool(tensors) and all(comes_from_outside(tensor, depth - 1) for tensor in tensors)


def counts_matches(value: Value) -> bool:
    """Whether a value is a mask of booleans, also after a conversion: to reduce it is to count.

    >>> counts_matches(value("(x == y).float()")), counts_matches(value("x.float()"))
    (True, False)
    """
    for _ in range(6):
        if isinstance(value, Tensor) and value.category == BOOL:
            return True
        origin = value.origin
        if origin is None:
            return False
        if origin.signature.family is Family.COMPARISON:
            return True
        if (
            origin.signature.family not in (Family.CONVERSION, Family.COPY, Family.VIEW)
            and origin.formula is not Formula.SUBSCRIPT
        ):
            return False
        value = origin.operand()
    return False


def made_of_parameters(value: Value, depth: int = 8) -> bool:
    """Whether a value is computed from what ``model.parameters()`` yields only: it has no batch to lose.

    >>> p = program("return sum(w.square().sum() for w in model.parameters())")
    >>> made_of_parameters(p.value("w.square()")), made_of_parameters(value("x"))
    (True, False)
    """
    origin = value.origin
    if origin is not None and origin.signature in (PARAMETERS, GRADIENT):
        return True
    if (
        origin is None
        or depth <= 0
        or origin.signature.family
        not in (Family.POINTWISE, Family.ARITHMETIC, Family.VIEW, Family.COPY, Family.CONVERSION)
    ):
        return False
    tensors = list(origin.tensors())
    return bool(tensors) and all(made_of_parameters(tensor, depth - 1) for tensor in tensors)


def is_downward(part: Value) -> bool:
    """Whether a part of a subscript is a slice with a negative step.

    >>> is_downward(operation("x[::-1]").index_parts[0]), is_downward(operation("x[::2]").index_parts[0])
    (True, False)
    """
    step = part.items[2] if isinstance(part, Sequence) and is_slice(part) and part.items is not None else NONE
    return isinstance(step, Number) and isinstance(step.number, int) and step.number < 0


_SAME = (Formula.CONTIGUOUS, Formula.DETACH)


def reversed_range(value: Value) -> Operation | None:
    """The ``arange(n - 1, -1, -1)`` or ``range`` that a value is, also as a list or converted.

    >>> reversed_range(value("torch.arange(n - 1, -1, -1)")).name, reversed_range(value("torch.arange(n)"))
    ('arange', None)
    """
    for _ in range(6):
        origin = value.origin
        if origin is None or isinstance(value, Number):  # a counter of such a loop is one entry
            return None
        if origin.formula is Formula.ARANGE or origin.signature is RANGE:
            end = origin.operand("stop" if origin.signature is RANGE else "end")
            down = transfer.integer(origin.operand("step")) == transfer.integer(end) == -1
            return origin if down else None
        if (
            origin.signature.family not in (Family.CONVERSION, Family.CONSTRUCTION, Family.COPY)
            and origin.formula not in _SAME
        ):
            return None
        value = origin.operands.get("data", origin.operand())
    return None


def starts_at_end(inference: Inference, backward: Operation, tensor: Tensor, axis: int) -> bool | None:
    """Whether a range that counts down starts at the last entry of a dim; None where that is not known.

    >>> p = program("return x[torch.arange(x.size(0) - 1, -1, -1)]")
    >>> backward = p.operation("torch.arange(x.size(0) - 1, -1, -1)")
    >>> starts_at_end(p.inference, backward, p.value("x"), 0)
    True
    """
    size = tensor.dim(axis)
    start = transfer.integer(backward.operand("start"))
    if start is not None:
        return start == size - 1 if isinstance(size, int) else None
    node = backward.node
    if type(node) is not cst.Call or not node.args:
        return None
    given = next((one.value for one in node.args if one.keyword is None or one.keyword.value == "start"), None)
    if type(given) is not cst.BinaryOperation or type(given.operator) is not cst.Subtract:
        return None
    count, one = inference.value(given.left), inference.value(given.right)
    if isinstance(count, Number) and transfer.integer(one) == 1:
        return transfer.equal_dims(count.dim, size)
    return None
