"""Whether the logarithm of a probability gains from being computed from the logits."""

from __future__ import annotations

from ..interpreter.inference import Inference
from ..knowledge.columns import Family, Formula
from ..patterns.softmax import is_epsilon, keeps_finite
from ..values import NONE, Identity, Number, Operation, Tensor, Unknown, Value, reaches, same
from .bounds import bounds
from .gradients import is_only_read
from .repairs import is_repair

_MANY = 60
# What tells infinities from numbers.
_ASKING = frozenset(
    {
        Formula.IS_FINITE,
        Formula.IS_INFINITE,
        Formula.IS_NEGATIVE_INFINITE,
        Formula.IS_NOT_A_NUMBER,
        Formula.IS_POSITIVE_INFINITE,
    }
)
_KEEPS = frozenset({Family.CONVERSION, Family.VIEW, Family.LAYOUT})
_ARRANGES = frozenset({Family.VIEW, Family.LAYOUT, Family.INDEXING})
_TERMS = 6


def may_stay(inference: Inference, log: Operation, guards: list[Operation]) -> bool:
    """Whether a logarithm of a probability may stay as it is; ``guards`` are the operations in between.

    It may where its entries are only read as numbers or compared; where a mask leaves out those of the probabilities
    that are 0, in the result if not in its gradient; where an epsilon or a clamp keeps it finite and no gradient flows
    that this could stop, as in a sum that is only reported, or the probability itself is the weight, as in an entropy,
    so that it takes the smallest ones out again; and where the probability also scales or divides something: the log of
    a scale has to be the log of that very scale, epsilon included, and what is divided by a probability of 0 is
    infinite before its log is. So it may where an epsilon is added and the sum itself goes on: to a caller, a list.

    >>> p = program("scale = torch.sigmoid(x) + 1e-3", "return y * scale, torch.log(scale)")
    >>> log = p.operation("torch.log(scale)")
    >>> may_stay(p.inference, log, [log.operand().origin])
    True
    """
    guarded = any(keeps_finite(guard) for guard in guards) or bounds(log.operand()).least > 0
    if is_only_read(inference, log.result) or _is_masked(inference, log.result, log.operand()):
        return True
    if guarded and (
        log.grad_enabled is False
        or _is_weighted(inference, log, guards)
        or is_only_read(inference, log.result, sums=True)
    ):
        return True
    value = log.operand()
    is_sum = value.origin is not None and value.origin.formula is Formula.ADD
    return _scales(inference, value, divides=not guarded) or (is_sum and _goes_on(inference, value))


def smallest(probability: Value, guards: list[Operation]) -> str:
    """The number that a logarithm takes of a tiny probability, in the words of a message; ``guards`` lie in between.

    >>> [smallest(value(code), []) for code in ("x.sigmoid()", "x.sigmoid().clamp(1e-6, 1)")]
    ['0', '1e-06']
    >>> [smallest(operation(code).result, [operation(code)]) for code in ("x + 1e-8", "x + n", "x.clamp(min=n)")]
    ['1e-08', 'eps', 'eps']
    """
    least = bounds(probability).least
    if least > 0:
        return f"{least:.3g}"
    for guard in guards:
        added = guard.formula in (Formula.ADD, Formula.LARGER)
        ends = [guard.operand(), guard.operand("other")] if added else [guard.operands.get("min", NONE)]
        end = next((one for one in ends if one is not NONE and is_epsilon(one)), None)
        if isinstance(end, Number) and end.number is not None:
            if end.number > 0:
                return f"{end.number:.3g}"
        elif end is not None and (added or guard.signature.limits):
            return "eps"
    return "0"


def loses_infinities(inference: Inference, made: Operation, depth: int = 3) -> bool:
    """Whether the program puts numbers in the place of a result's infinities or nans, so that it knows of them.

    So it does where it has found some already, and computes what to go on with.

    >>> p = program("a = torch.log(x)", "a[torch.isinf(a)] = 0.0", "b = torch.log(y)")
    >>> [loses_infinities(p.inference, p.operation(f"torch.log({one})")) for one in "xy"]
    [True, False]
    """
    users = inference.consumers.get(made.result.identity, ()) if isinstance(made.result, Tensor) else ()
    asked = {user.result.identity for user in users if user.formula in _ASKING or _compares(user)}
    return is_repair(inference, made) or any(
        user.formula is Formula.NAN_TO_NUM
        or _replaces(user, asked)
        or (depth > 0 and user.signature.family in _KEEPS and loses_infinities(inference, user, depth - 1))
        for user in users
    )


def is_guarded_above(inference: Inference, made: Operation, argument: Value) -> bool:
    """Whether a result is only taken where what it is computed from is below a number, or above one.

    >>> p = program("z = torch.where(x < 10, x.exp(), x)", "w = torch.where(x < y, y.exp(), y)")
    >>> [is_guarded_above(p.inference, p.operation(f"{one}.exp()"), p.value(one)) for one in "xy"]
    [True, False]
    """
    users = inference.consumers.get(made.result.identity, ()) if isinstance(made.result, Tensor) else ()
    masks = [user.operand("condition").origin for user in users if user.formula is Formula.WHERE]
    return any(
        mask is not None
        and mask.signature.family is Family.COMPARISON
        and any(isinstance(one, Number) for one in mask.operands.values())
        and any(same(one, argument) for one in mask.tensors())
        for mask in masks
    )


def _compares(user: Operation) -> bool:
    """``log == float("-inf")``: a result is equal to no other number that a program could name; nan not to itself."""
    if user.formula not in (Formula.EQUAL, Formula.NOT_EQUAL):
        return False
    sides = user.operand(), user.operand("other")
    return any(isinstance(side, Number) for side in sides) or same(*sides)


def _replaces(user: Operation, asked: set[Identity | None]) -> bool:
    """Whether an operation takes other values where one of some masks says, or where it does not."""
    if user.formula is Formula.SUBSCRIPT_WRITE:
        masks = user.index_parts
    elif user.formula in (Formula.MASKED_FILL, Formula.WHERE):
        masks = [user.operand("mask" if user.formula is Formula.MASKED_FILL else "condition")]
    else:
        return False
    negated = [one.origin.operand() for one in masks if one.origin is not None]
    return any(isinstance(one, Tensor) and one.identity in asked for one in (*masks, *negated))


def _is_masked(inference: Inference, value: Value, probability: Value, depth: int = 4) -> bool:
    """Whether a comparison of the probability masks all that is made of a value: ``where(p > 0, p * log, 0)``."""
    users = inference.consumers.get(value.identity, ()) if isinstance(value, Tensor) else ()
    return (
        depth > 0
        and bool(users)
        and all(
            _masks(user, probability)
            or (
                user.formula in (Formula.MULTIPLY, Formula.NEGATE)
                and _is_masked(inference, user.result, probability, depth - 1)
            )
            for user in users
        )
    )


def _masks(operation: Operation, probability: Value) -> bool:
    compared = operation.operand("condition").origin
    return (
        operation.formula is Formula.WHERE
        and compared is not None
        and compared.signature.family is Family.COMPARISON
        and any(same(operand, probability) for operand in compared.tensors())
    )


def _is_weighted(inference: Inference, log: Operation, guards: list[Operation]) -> bool:
    """Whether a logarithm is multiplied by what it is the logarithm of, with or without what guards it.

    Also within a sum, but not with another logarithm, as in a divergence: ``p * (log_p + energy)``.
    """
    own = [log.operand(), *(operand for guard in guards for operand in guard.operands.values())]
    terms = [log.result]
    for term in terms:
        for user in inference.consumers.get(term.identity, ()) if isinstance(term, Tensor) else ():
            if user.formula in (Formula.ADD, Formula.SUBTRACT) and len(terms) < _TERMS:
                others = [operand.origin for operand in user.operands.values() if operand.identity is not term.identity]
                if not any(made is not None and made.formula is Formula.LOG for made in others):  # as in a divergence
                    terms.append(user.result)
            if user.formula is not Formula.MULTIPLY:
                continue
            first, second = user.operand(), user.operand("other")
            weight = first if second.identity is term.identity else second
            if weight.origin is not None and weight.origin.formula is Formula.NEGATE:
                weight = weight.origin.operand()
            if isinstance(weight, Tensor) and any(same(weight, one) for one in own):
                return True
            if isinstance(weight, Number | Unknown) and len(terms) < _TERMS:
                terms.append(user.result)  # scaled: p * (x - scale * log_p)
    return False


def _goes_on(inference: Inference, value: Value, depth: int = 4) -> bool:
    """Whether a value, or a view of it, is also handed on where no operation is known: returned, or put in a list."""
    if not isinstance(value, Tensor) or depth == 0:
        return False
    users = inference.consumers.get(value.identity, ())
    made_and_named = inference.mentions[value.identity] - len(users)
    return made_and_named not in (0, 2) or any(
        user.signature.family is Family.COLLECTION
        or (user.signature.family in _ARRANGES and _goes_on(inference, inference.value(user.node), depth - 1))
        for user in users
    )


def _scales(inference: Inference, value: Value, divides: bool) -> bool:
    """Whether a value scales something that is not computed from it; where ``divides``, only as a divisor."""
    users = inference.consumers.get(value.identity, ()) if isinstance(value, Tensor) else ()
    for user in users:
        first, second = user.operand(), user.operand("other")
        is_divisor = user.formula is Formula.DIVIDE and second.identity is value.identity
        if is_divisor or (user.formula is Formula.MULTIPLY and not divides):
            scaled = first if second.identity is value.identity else second
            if isinstance(scaled, Tensor | Unknown) and not _is_made_of(scaled, value):
                return True
    return False


def _is_made_of(value: Value, part: Value) -> bool:
    return any(one.identity is part.identity for one in reaches(value, _MANY) if one.identity is not None)
