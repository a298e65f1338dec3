"""Questions that rules ask about what becomes of a value: is it back-propagated, kept, or used as one number."""

from __future__ import annotations

import libcst as cst

from ..events.event import Answer, Wanted
from ..events.program import program_of
from ..interpreter.inference import Inference, alternatives
from ..knowledge.columns import Family, Formula
from ..knowledge.training import EventKind
from ..values import PASSES_SCALARS, Module, Number, Operation, Sequence, Tensor, Unknown, Use, Value
from .totals import grows, is_asked_to_train
from .trials import has_few_iterations

# What hands on a loss, or makes one number of it.
_OF_ONE = frozenset({Family.REDUCTION, Family.CONVERSION, Family.COPY, Family.VIEW})


def was_back_propagated(value: Value) -> bool:
    """Whether ``backward`` ran on the value itself or on something computed from it.

    >>> p = program("loss = F.mse_loss(x, y)", "loss.backward()")
    >>> was_back_propagated(p.value("loss"))
    True
    """
    identity = value.identity
    return identity is not None and Use.BACKWARD in identity.uses


def _terms(value: Value, limit: int = 60) -> list[Value]:
    """The value and the numbers it is added, scaled or averaged from, but for what may be a tensor's coefficient.

    What ``self.weights["size"]`` is part of elsewhere, a loss say, tells nothing of what it scales or shifts here.
    """
    queue: list[Value] = [value]
    seen: set[int] = set()
    for current in queue:
        if id(current) in seen or len(seen) > limit:
            continue
        seen.add(id(current))
        if isinstance(current, Sequence):
            queue.extend(current.parts())
        origin = current.origin
        if origin is None or origin.formula is Formula.DETACH or origin.signature.family is Family.EXTRACTION:
            continue
        if _scales_a_number(origin):
            continue
        if origin.signature.family in PASSES_SCALARS or origin.signature.family is Family.REDUCTION:
            parts = list(origin.operands.values())
            tensors = [part for part in parts if isinstance(part, Tensor)]
            queue.extend(tensors if origin.signature.family is Family.ARITHMETIC and tensors else parts)
    return queue


def _scales_a_number(operation: Operation) -> bool:
    """Whether an operation scales what was read out of a tensor, ``loss.item() * n``: its factor is a number too."""
    if operation.formula not in (Formula.MULTIPLY, Formula.DIVIDE) or isinstance(operation.result, Tensor):
        return False
    numbers = [part.origin for part in operation.operands.values() if isinstance(part, Number)]
    return any(made is not None and made.signature.family is Family.EXTRACTION for made in numbers)


def _trains_on(value: Value) -> bool:
    """Whether one of the terms of a value is back-propagated: each iteration leaves a graph behind."""
    return any(
        was_back_propagated(term) and not (isinstance(term, Tensor) and term.parameter)
        for term in _terms(value)
        if isinstance(term, Tensor | Unknown)
    )


def _is_loss(value: Value) -> bool:
    """Whether a value is a loss, or is made from one: by its operation, or because ``backward`` ran on it."""
    for term in _terms(value):
        if isinstance(term, Tensor) and term.loss:
            return True
        if isinstance(term, (Tensor, Unknown)) and term.identity is not None and Use.LOSS in term.identity.uses:
            return True
    return False


def _evaluates(inference: Inference, operation: Operation) -> bool:
    """Whether the loop around an operation runs a model in evaluation mode, on some path at least.

    >>> evaluates(inference, operation)
    True
    """
    timeline = program_of(inference).timeline(operation.frame)
    evaluated = [event.subject for event in timeline.find(EventKind.EVAL_MODE) if event.subject is not None]
    if not evaluated:
        return False
    run = [event for event in timeline.find(EventKind.FORWARD) if not set(operation.loops).isdisjoint(event.loops)]
    return any(
        timeline.before(Wanted.of(EventKind.EVAL_MODE, subject=subject), event, across=True).some is not Answer.NO
        for subject in evaluated
        for event in run
        if event.subject is not None and event.subject.is_same(subject) is not Answer.NO
    )


def _is_detached_on_a_branch(value: Value) -> bool:
    """Whether a value was detached on one of the branches that meet in it: the author has thought of the graph."""
    origin = value.origin
    if origin is None or origin.signature.family is not Family.PHI:
        return False
    return any(isinstance(branch, Tensor) and branch.grad is False for branch in origin.operands.values())


def is_kept_total(inference: Inference, value: Value) -> bool:
    """Whether a value may be a running total that itself keeps the graph of every iteration.

    >>> step = "    loss = F.mse_loss(model(row), y); loss.backward(); total += loss"
    >>> p = program("total = 0", "for row in x:", step, "a = total", "b = 2 * x")
    >>> [is_kept_total(p.inference, p.value(name)) for name in "ab"]
    [True, False]
    """
    added = (part.origin for part in alternatives(value))
    return any(
        keeps_graph(inference, made, made.operand("other"), made.result, made.node.target) is not Answer.NO
        for made in added
        if made is not None and type(made.node) is cst.AugAssign and made.formula is Formula.ADD
    )


def keeps_graph(
    inference: Inference, operation: Operation, value: Value, holder: Value, node: cst.CSTNode | None
) -> Answer:
    """Whether keeping ``value`` in ``holder``, written as ``node``, keeps the graph of every iteration alive.

    YES where the program calls ``backward`` on the value or on a part of its sum, in iterations over which the holder
    `grows`, and the holder is not what is back-propagated in the end. UNKNOWN where another loss is kept, the
    iterations are few and written out, or a loop runs a model in evaluation mode, which a caller may do under
    ``no_grad``; what is returned as a tensor may be a penalty that the caller adds to its loss.

    >>> step = "    loss = F.mse_loss(model(row), y); loss.backward(); total = total + loss"
    >>> p = program("total = 0", "for row in x:", step)
    >>> adds = p.operation("total + loss")
    >>> keeps_graph(p.inference, adds, p.value("loss"), adds.result, p.node("total"))
    <Answer.YES: 'yes'>
    """
    if operation.grad_enabled is False or not isinstance(value, Tensor | Unknown):
        return Answer.NO
    if not operation.loops and not is_spent(value):
        return Answer.NO
    if was_back_propagated(holder) or _is_detached_on_a_branch(value):
        return Answer.NO
    grad = value.grad if isinstance(value, Tensor) else None
    growth = grows(inference, operation, node) if grad is not False and _trains_on(value) else Answer.NO
    trained = growth is not Answer.NO
    if grad is False or (not trained and (grad is None or not operation.loops)):
        return Answer.NO
    loss = _is_loss(value)
    if not loss and not (isinstance(value, Tensor) and value.shape == ()):
        return Answer.NO
    uses = holder.identity.uses if holder.identity is not None else set()
    if trained:
        if Use.RETURNED in uses and is_asked_to_train(inference, operation):
            return Answer.NO  # where it is not asked to, its caller back-propagates what it returns
        few = bool(operation.loops) and has_few_iterations(operation)
        return growth if any(map(is_spent, alternatives(value))) and not few else Answer.UNKNOWN
    read, evaluated = not uses.isdisjoint({Use.NUMBER, Use.PRINTED}), _evaluates(inference, operation)
    if evaluated and (read or loss):
        return Answer.UNKNOWN
    return Answer.UNKNOWN if loss and read and Use.RETURNED not in uses else Answer.NO


def is_spent(value: Value, depth: int = 6) -> bool:
    """Whether ``backward`` was called on a value itself, or on a part of its sum, and not on what only scales it.

    >>> p = program("loss = F.mse_loss(x, y)", "loss.backward()")
    >>> is_spent(p.value("loss")), is_spent(p.value("x"))
    (True, False)
    """
    if not isinstance(value, Tensor | Unknown) or depth == 0:
        return False
    if value.identity is not None and Use.LOSS in value.identity.uses:
        return True
    origin = value.origin
    if origin is None:
        return False
    if origin.formula is Formula.DIVIDE or origin.signature.family in _OF_ONE:
        return is_spent(origin.operand(), depth - 1)
    if origin.formula not in (Formula.ADD, Formula.SUBTRACT, Formula.MULTIPLY):
        return False
    parts = [name for name in ("input", "other") if type(origin.nodes.get(name)) is not cst.Attribute]
    return any(is_spent(origin.operand(name), depth - 1) for name in parts)


def is_negated(inference: Inference, operation: Operation, wanted: bool, depth: int = 5) -> list[Operation] | None:
    """The operations that total, scale and negate a result, where one of them negates it; None where none does.

    Where ``wanted`` is False no minus is asked for, and those that only total and scale are given.

    >>> p = program("return -(labels * logits).sum()")
    >>> [user.name for user in is_negated(p.inference, p.operation("(labels * logits)"), wanted=True)]
    ['sum', 'neg']
    """
    passed: list[Operation] = []
    identity = operation.result.identity
    negated = not wanted
    for user in inference.consumers.get(identity, []) if identity is not None and depth > 0 else []:
        flips = user.formula is Formula.NEGATE or (
            user.formula in (Formula.SUBTRACT, Formula.SUBTRACT_FROM) and _is_taken_off(user, operation.result)
        )
        if user.formula in (Formula.MULTIPLY, Formula.DIVIDE):
            scale = next((value for value in user.operands.values() if isinstance(value, Number)), None)
            flips = scale is not None and isinstance(scale.number, int | float) and scale.number < 0
        elif (
            not flips
            and user.formula not in (Formula.SUM, Formula.MEAN)
            and user.signature.family not in (Family.VIEW, Family.CONVERSION)
        ):
            continue
        after = is_negated(inference, user, wanted and not flips, depth - 1)
        if flips or after is not None:
            negated = True
            passed += [user, *(after or [])]
    return passed if negated else None


def _is_taken_off(operation: Operation, value: Value) -> bool:
    """Whether a difference takes the value off something."""
    taken = operation.operand("other" if operation.formula is Formula.SUBTRACT else "input")
    return taken.identity is not None and taken.identity is value.identity


def is_compared(inference: Inference, value: Value, depth: int = 6) -> bool:
    """Whether a 0-d result, perhaps scaled or converted, only ever meets a comparison with a number.

    >>> p = program("if (x - y).abs().max() < 1e-6: return x")
    >>> is_compared(p.inference, p.value("(x - y).abs().max()"))
    True
    """
    identity = value.identity
    consumers = inference.consumers.get(identity, []) if identity is not None else []
    return bool(consumers) and depth > 0 and all(_compares(inference, consumer, depth) for consumer in consumers)


def _compares(inference: Inference, consumer: Operation, depth: int) -> bool:
    if consumer.signature.family is Family.COMPARISON:
        return any(isinstance(operand, Number) for operand in consumer.operands.values())
    if consumer.signature.family in (Family.POINTWISE, Family.CONVERSION):
        return is_compared(inference, consumer.result, depth - 1)
    return False


def is_loss_module(module: Module) -> bool:
    """Whether a module is a loss, of torch or of the file: what it makes of a batch is one number.

    >>> is_loss_module(program("return nn.MSELoss()").value("nn.MSELoss()"))
    True
    """
    names = [module.name or "", *(cls.name for cls in (module.cls.ancestry() if module.cls is not None else ()))]
    return any(name.endswith("Loss") for name in names)
