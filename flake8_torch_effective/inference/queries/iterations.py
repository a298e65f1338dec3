"""What one iteration of a loop computes out of the slices it reads, and whether all could be one operation."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from ...syntax.naming import all_names
from ...syntax.walking import walk
from .. import transfer
from ..events.program import program_of
from ..interpreter.inference import Inference
from ..knowledge.columns import Asks, Family, Formula, Signature
from ..knowledge.parameters import SIZE_PARAMETERS
from ..knowledge.python_operations import APPEND, ENUMERATE, PHI, RANGE, ROW, ZIP
from ..knowledge.training import EventKind
from ..patterns.softmax import inserts_front_axis, through_layout
from ..transfer import shapes
from ..values import (
    BUILTIN_SEQUENCES,
    ELLIPSIS,
    NONE,
    Notation,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Tensor,
    Unknown,
    Value,
    is_full_slice,
)
from .loops import (
    COMPREHENSIONS,
    changes_in,
    is_mask,
    is_plain_comprehension,
    iterable_of,
    once_a_loop,
    skips_iterations,
    stops_early,
    targets,
)


@dataclass(frozen=True)
class IterationSlice:
    """A slice of ``source`` that each iteration reads along ``axis``: ``x[i]``, ``x[:, i]`` or ``for r in x``.

    The call of ``map`` is a loop as well.
    """

    source: Tensor
    axis: int
    operation: Operation
    loop: cst.CSTNode
    value: Value

    @property
    def node(self) -> cst.CSTNode | None:
        """The expression of the tensor that is sliced.

        >>> p = program("for row in x.exp(): y.append(row)")
        >>> p.code(sliced_in(p.inference, p.value("row"), p.loop).node)
        'x.exp()'
        """
        return self.operation.nodes.get("input")

    @property
    def whole(self) -> bool:
        """Whether the slice is all that stands along its axis, as ``x[i]`` and ``x[:, i]`` are; not ``x[0, i]``.

        >>> p = program("for i in range(len(x)): y = x[i] + x[0, i]")
        >>> sliced_in(p.inference, p.value("x[i]"), p.loop).whole
        True
        >>> sliced_in(p.inference, p.value("x[0, i]"), p.loop).whole
        False
        """
        if self.operation.formula is not Formula.SUBSCRIPT:
            return True
        parts = self.operation.index_parts
        full = sum(part is ELLIPSIS or is_full_slice(part) for part in parts)
        return len(parts) - full == 1 and all(_counts_from_zero(part) for part in parts)


def _counts_from_zero(part: Value) -> bool:
    """Whether a part of a subscript, if it is a counter, starts with the first entry and leaves none out."""
    origin = part.origin if isinstance(part, Number) else None
    if origin is None or origin.signature is not RANGE:
        return True
    return transfer.integer(origin.operand("start")) == 0 and transfer.integer(origin.operand("step")) == 1


def _may_be_slice(operation: Operation) -> bool:
    """Whether an operation gives what stands at one place along an axis, or meets of branches that do."""
    return operation.signature in (ROW, PHI) or operation.formula in _ONE_ENTRY


_ONE_ENTRY = (Formula.UNBIND, Formula.SUBSCRIPT, Formula.SELECT)


def sliced_in(inference: Inference, value: Value, loop: cst.CSTNode) -> IterationSlice | None:
    """The slice by this loop's counter, or the row under its target, that a value itself is.

    >>> p = program("for i in range(len(x)): y = x[:, i]")
    >>> sliced_in(p.inference, p.value("x[:, i]"), p.loop).axis
    1
    """
    origin = value.origin
    if origin is None or not _may_be_slice(origin):
        return None
    walked = any(value is target for target in targets(inference, loop))
    while origin is not None and origin.signature.family is Family.PHI and walked:
        origin = origin.operand("0").origin
    if origin is None or not isinstance(origin.operand(), Tensor):
        return None
    row = origin.operand().origin
    if walked and row is not None and row.signature is ROW and row.node is loop:  # for a, b in x
        origin = row
    source = origin.operand()
    assert isinstance(source, Tensor)
    mapped = type(loop) is cst.Call and origin.node is loop
    if (origin.signature is ROW and (mapped or walked)) or (origin.formula is Formula.UNBIND and walked):
        dim = transfer.integer(origin.operands.get("dim", Number("int", 0)))
        return None if dim is None else IterationSlice(source, dim, origin, loop, value)
    if origin.formula in (Formula.SUBSCRIPT, Formula.SELECT):
        axis = transfer.integer(origin.operand("dim")) or 0
        for place, part in enumerate(origin.index_parts):
            if is_counter(inference, part, loop):
                return IterationSlice(
                    source, axis if origin.formula is Formula.SELECT else _dim(origin, place), origin, loop, value
                )
    return None


def _dim(operation: Operation, place: int) -> int:
    """The dim that a part of a subscript takes: counted from the end where an ellipsis stands before it."""
    parts = operation.index_parts
    before = parts[:place]
    if any(part is ELLIPSIS for part in before):
        return place - len(parts) + sum(part is NONE for part in parts[place:])
    return place - sum(part is NONE for part in before)


def is_counter(inference: Inference, value: Value, loop: cst.CSTNode) -> bool:
    """Whether a value is the number that counts the iterations of a loop.

    >>> p = program("for i, row in enumerate(x): y[i] = row")
    >>> is_counter(p.inference, p.value("i"), p.loop)
    True
    >>> is_counter(p.inference, p.value("row"), p.loop)
    False
    """
    if not isinstance(value, Number) or value.origin is None or value.origin.signature not in (RANGE, ENUMERATE):
        return False
    if not any(value is target for target in targets(inference, loop)):
        return False
    iterable = iterable_of(inference, loop)
    if value.origin.signature is ENUMERATE:  # a list of what another loop counted may hold any of it
        return not (isinstance(iterable, Sequence) and iterable.type in BUILTIN_SEQUENCES.values())
    return _counts_with(iterable, value)


def _counts_with(iterable: Value | None, counter: Value) -> bool:
    """Whether a loop over ``range(n)``, alone or zipped, hands out a counter; not one over numbers in a list."""
    if not isinstance(iterable, Sequence):
        return False
    if iterable.is_range:
        return iterable.element is counter
    zipped = iterable.origin
    if zipped is None or zipped.signature not in (ZIP, ENUMERATE):
        return False
    return any(_counts_with(part, counter) for part in zipped.operands.values())


@dataclass
class RowWork:
    """What one iteration computes out of the slices it reads: those, and the operations on the way to the result."""

    slices: list[IterationSlice] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)


def row_work(inference: Inference, result: Value, loop: cst.CSTNode, written: Value | None = None) -> RowWork | None:
    """How a value of one iteration comes out of its slices by known operations; None where more goes into it.

    Nothing else may change from iteration to iteration: no counter as a number, no item of a list, nothing that an
    earlier iteration left, no random number, no unknown call.  ``written`` is the tensor that the iteration writes its
    result into.

    >>> p = program("return torch.stack([row.exp() + 1 for row in x])")
    >>> work = row_work(p.inference, p.value("row.exp() + 1"), p.loop)
    >>> [operation.name for operation in work.operations]
    ['add', 'exp']
    """
    work = RowWork()
    own = targets(inference, loop)
    seen: set[int] = set()
    queue: list[Value] = [result]
    for value in queue:
        if id(value) in seen:
            continue
        seen.add(id(value))
        if len(seen) > 120:
            return None
        found = sliced_in(inference, value, loop) or _row_of_earlier_pass(value, loop)
        if found is not None:
            if found.source is not written and not _stays(inference, found, loop):
                return None
            work.slices.append(found)
            continue
        if any(value is target for target in own) or changes_in(inference, value, loop):
            return None
        origin = value.origin
        if origin is None or loop not in origin.loops:
            if isinstance(value, Sequence):
                queue.extend(value.parts())
            continue
        if not _is_row_operation(origin):
            return None
        if origin.notation is Notation.AUGMENTED:  # of a row that is written back: of a view it would change the source
            taken = sliced_in(inference, origin.operand(), loop)
            if taken is None or taken.source is not written:
                return None
        work.operations.append(origin)
        queue.extend(origin.operands.values())
    return work if work.slices else None


def _row_of_earlier_pass(value: Value, loop: cst.CSTNode) -> IterationSlice | None:
    """The row that a target of the loop held when inference read its body before, if a value is one."""
    row = value.origin
    if row is None or row.signature is not ROW or type(loop) is not cst.For or not isinstance(row.operand(), Tensor):
        return None
    walked: list[cst.BaseExpression] = [loop.iter]
    for node in walked:
        if type(node) is cst.Call:  # enumerate(x), zip(x, y)
            walked.extend(argument.value for argument in node.args)
    source = row.operand()
    assert isinstance(source, Tensor)
    return IterationSlice(source, 0, row, loop, value) if any(node is row.node for node in walked) else None


_SIZES = (Asks.SHAPE, Asks.SIZE, Asks.RANK, Asks.COUNT)


def _is_like_row(signature: Signature) -> bool:
    """``zeros_like`` and its kind: the same for every row of one shape."""
    return signature.family is Family.FACTORY and signature.shape is shapes.same and signature.repeatable


def _is_row_operation(operation: Operation) -> bool:
    """Whether an operation on rows can be one on all of them: known, and as large for one row as for another."""
    signature = operation.signature
    if signature.asks in _SIZES or _is_like_row(signature):
        return True
    if not signature.per_row:
        return False
    if isinstance(operation.result, Unknown) or not isinstance(operation.operand(), Tensor | Number | Unknown):
        return False
    if operation.notation is Notation.IN_PLACE:
        return False
    if operation.formula is Formula.WHERE and "other" not in operation.operands:
        return False
    sizes = [part for name in SIZE_PARAMETERS & operation.operands.keys() for part in _listed(operation.operands[name])]
    if any(isinstance(part, Tensor) for part in sizes):
        return False
    if operation.formula is not Formula.SUBSCRIPT:
        return True
    return isinstance(operation.operand(), Tensor) and not any(is_mask(part) for part in operation.index_parts)


def _stays(inference: Inference, found: IterationSlice, loop: cst.CSTNode) -> bool:
    """Whether the tensor that is sliced is the same in every iteration, and so is the rest of the subscript."""
    if changes_in(inference, found.source, loop) or _is_made_in(found.source, loop):
        return False
    if found.operation.formula is not Formula.SUBSCRIPT:
        return True
    rest = [part for part in found.operation.index_parts if not is_counter(inference, part, loop)]
    bounds = [bound for part in rest if isinstance(part, Sequence) for bound in part.parts()]
    return not any(_is_made_in(part, loop) for part in [*rest, *bounds])


def _is_made_in(value: Value, loop: cst.CSTNode) -> bool:
    return value.origin is not None and loop in value.origin.loops


def is_elementwise(work: RowWork) -> bool:
    """Whether the same expression is right on whole tensors: elementwise work, and reductions of the last dims.

    >>> p = program("return torch.stack([row.exp() + 1 for row in x])")
    >>> is_elementwise(row_work(p.inference, p.value("row.exp() + 1"), p.loop))
    True
    """
    if any(found.axis for found in work.slices):
        return False
    made = {id(operation.result) for operation in work.operations} | {id(found.value) for found in work.slices}
    plain = all(operation.signature.elementwise for operation in work.operations)
    ranks = {found.value.rank for found in work.slices if isinstance(found.value, Tensor)}
    sources = {id(found.source) for found in work.slices}
    if len(sources) > 1 and (None in ranks or len(ranks) > 1 or not plain):
        return False
    for operation in work.operations:
        dim = transfer.integer(operation.operand("dim"))
        if not operation.signature.elementwise:
            if (
                operation.signature.family not in (Family.SOFTMAX, Family.REDUCTION, Family.SCAN)
                or dim is None
                or dim >= 0
            ):
                return False
        for tensor in operation.tensors():
            if id(tensor) in made or tensor.shape == ():
                continue
            rank = min((-1 if known is None else known for known in ranks), default=-1)
            if not plain or tensor.rank is None or tensor.rank > rank:
                return False
    return True


def targets_only_slice(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether all that an iteration does with what the loop hands it is to take or put slices of tensors.

    A counter stands only where ``x[i]`` does, once in a subscript; every other target is a row of a tensor.

    >>> p = program("for i in range(len(x)): y[i] = x[i] * i")
    >>> targets_only_slice(p.inference, p.loop)
    False
    """
    names = _target_names(loop)
    handed = targets(inference, loop)
    uses = slices = 0

    def look_at_name(node: cst.CSTNode) -> None:
        nonlocal uses
        assert type(node) is cst.Name
        if node.value in names:
            value = inference.value(node)
            own = any(value is target for target in handed) or not isinstance(value, Tensor)
            uses += own and not (isinstance(value, Tensor) and sliced_in(inference, value, loop) is not None)

    def look_at_subscript(node: cst.CSTNode) -> None:
        nonlocal slices
        assert type(node) is cst.Subscript
        if isinstance(inference.value(node.value), Tensor):
            parts = [part.slice.value for part in node.slice if type(part.slice) is cst.Index]
            counters = [part for part in parts if type(part) is cst.Name and part.value in names]
            slices += len([part for part in counters if is_counter(inference, inference.value(part), loop)]) == 1

    for part in _iteration_body(loop):
        walk(part, {cst.Name: [look_at_name], cst.Subscript: [look_at_subscript]})
    return uses == slices


def _target_names(loop: cst.CSTNode) -> set[str]:
    """The names after ``for``."""
    target = loop.target if type(loop) is cst.For else None
    if isinstance(loop, COMPREHENSIONS):
        target = loop.for_in.target
    return set() if target is None else all_names(target)


def _iteration_body(loop: cst.CSTNode) -> list[cst.CSTNode]:
    """The code that every iteration runs, without the head of the loop."""
    if isinstance(loop, (cst.For, cst.While)):
        return [loop.body]
    if type(loop) is cst.DictComp:
        return [loop.key, loop.value]
    if isinstance(loop, (cst.ListComp, cst.SetComp, cst.GeneratorExp)):
        return [loop.elt]
    return []


def is_collected(inference: Inference, node: cst.CSTNode, loop: cst.CSTNode) -> bool:
    """Whether the value of an expression goes into a list or a row of a tensor, one an iteration.

    >>> p = program("rows = []", "for row in x: rows.append(model(row))")
    >>> is_collected(p.inference, p.node("model(row)"), p.loop)
    True
    """
    if isinstance(loop, (cst.ListComp, cst.GeneratorExp)) and loop.elt is node:
        return True
    return _goes_into_list(inference, inference.value(node))


def _goes_into_list(inference: Inference, value: Value, depth: int = 3) -> bool:
    users = inference.consumers.get(value.identity, ()) if value.identity is not None else ()
    return any(
        user.signature is APPEND
        or user.formula in _COLLECTS
        or (depth > 0 and user.signature.family in _PER_ELEMENT and _goes_into_list(inference, user.result, depth - 1))
        for user in users
    )


_PER_ELEMENT = (Family.ARITHMETIC, Family.POINTWISE, Family.VIEW, Family.CONVERSION)
_COLLECTS = (Formula.STACK, Formula.CAT, Formula.SUBSCRIPT_WRITE)
_READS = (Formula.SUBSCRIPT, Formula.DETACH, Formula.SELECT)


def element_read(inference: Inference, operation: Operation) -> IterationSlice | None:
    """The slice, of a tensor that all iterations share, out of which an operation reads to the host.

    >>> p = program("for i in range(len(x)): print(x[i, 0].item())")
    >>> p.code(element_read(p.inference, p.operation("x[i, 0].item()")).operation.node)
    'x[i, 0]'
    """
    value = operation.operand()
    for _ in range(8):
        for loop in operation.loops:
            found = sliced_in(inference, value, loop)
            if found is not None and not changes_in(inference, found.source, loop):
                if not _is_made_in(found.source, loop) and not any(map(is_mask, found.operation.index_parts)):
                    return found
        origin = value.origin
        if origin is None or not (origin.signature.value_preserving or origin.formula in _READS):
            return None
        if any(map(is_mask, origin.index_parts)):
            return None
        value = origin.operand()
    return None


@dataclass(frozen=True)
class Sample:
    """One sample of a batch as a module gets it: the ``source`` whose rows the iterations of ``loop`` take one by one.

    ``batched`` says that a batch dim of one was put around it, or never taken off (``x[i : i + 1]``); ``unbound`` that
    the program took the source apart with ``unbind``; ``bare`` that nothing else was done to the sample.
    """

    source: Tensor
    node: cst.CSTNode | None
    loop: cst.CSTNode
    batched: bool
    unbound: bool = False
    bare: bool = False


def sample_of(inference: Inference, value: Value, loops: tuple[cst.CSTNode, ...]) -> Sample | None:
    """The sample of a batch that a value is in one of these loops, perhaps after work on this sample alone.

    >>> p = program("return [model(row.unsqueeze(0)) for row in x]")
    >>> sample = sample_of(p.inference, p.value("row.unsqueeze(0)"), (p.loop,))
    >>> p.code(sample.node), sample.batched
    ('x', True)
    """
    inner, passed = through_layout(value)
    if any(operation.signature.tiles is not None for operation in passed):
        return None
    batched = any(inserts_front_axis(operation) or _views_as_one(operation) for operation in passed)
    origin = inner.origin
    if origin is None:
        return None
    for loop in reversed(loops):
        found = sliced_in(inference, inner, loop)
        if found is not None and _stays(inference, found, loop):
            one = any(part is NONE for part in origin.index_parts[:2]) if origin.formula is Formula.SUBSCRIPT else False
            axis = found.axis - 1 if one and found.axis else found.axis
            unbound = found.operation.formula is Formula.UNBIND
            bare = found.whole and len(passed) + one <= 1 and all(map(inserts_front_axis, passed))
            return Sample(found.source, found.node, loop, batched or one, unbound, bare) if axis == 0 else None
        if _is_slice_of_one(inference, origin, loop) and isinstance(origin.operand(), Tensor):
            source = origin.operand()
            assert isinstance(source, Tensor)
            node, bare = origin.nodes.get("input"), not passed and len(origin.index_parts) <= 1
            return None if changes_in(inference, source, loop) else Sample(source, node, loop, True, bare=bare)
        work = row_work(inference, inner, loop)
        if work is None or any(made.signature.family in (Family.INDEXING, Family.JOINING) for made in work.operations):
            continue
        if len({id(part.source) for part in work.slices}) == 1 and not work.slices[0].axis:
            unbound = work.slices[0].operation.formula is Formula.UNBIND
            return Sample(work.slices[0].source, work.slices[0].node, loop, batched, unbound)
    return None


def _views_as_one(operation: Operation) -> bool:
    """``view(1, ...)`` and ``reshape(1, ...)``."""
    size = operation.operands.get("size", operation.operand("shape"))
    if operation.formula is not Formula.RESHAPE or not isinstance(size, Sequence):
        return False
    parts = size.parts()
    if len(parts) == 1 and isinstance(parts[0], Sequence):
        parts = parts[0].parts()
    return bool(parts) and transfer.integer(parts[0]) == 1


def _is_slice_of_one(inference: Inference, operation: Operation, loop: cst.CSTNode) -> bool:
    """``x[i : i + 1]``, ``x[[i]]``, ``x.narrow(0, i, 1)``, or an iteration over ``x.split(1)``."""
    if operation.formula is Formula.NARROW:
        zero, one = transfer.integer(operation.operand("dim")), transfer.integer(operation.operand("length"))
        return zero == 0 and one == 1 and is_counter(inference, operation.operand("start"), loop)
    if operation.formula is Formula.SPLIT:
        size = operation.operands.get("split_size", operation.operand("split_size_or_sections"))
        dim = transfer.integer(operation.operands.get("dim", Number("int", 0)))
        return (transfer.integer(size), dim) == (1, 0) and any(
            target.origin is operation for target in targets(inference, loop) if isinstance(target, Tensor)
        )
    if operation.formula is not Formula.SUBSCRIPT or type(operation.node) is not cst.Subscript:
        return False
    first = operation.index_parts[:1]
    if first and isinstance(first[0], Sequence) and first[0].type is SequenceType.LIST:
        listed = first[0].parts()
        return len(listed) == 1 and is_counter(inference, listed[0], loop)
    bounds = operation.node.slice[0].slice
    if type(bounds) is not cst.Slice or bounds.lower is None or bounds.upper is None or bounds.step is not None:
        return False
    if not is_counter(inference, inference.value(bounds.lower), loop):
        return False
    upper = bounds.upper
    return (
        type(upper) is cst.BinaryOperation
        and type(upper.operator) is cst.Add
        and any(
            is_counter(inference, inference.value(side), loop) and transfer.integer(inference.value(other)) == 1
            for side, other in ((upper.left, upper.right), (upper.right, upper.left))
        )
    )


def differs_by_iteration(inference: Inference, node: cst.CSTNode, loop: cst.CSTNode) -> bool:
    """Whether an expression names another object in every iteration: a target, a list by the counter.

    >>> p = program("for i in range(n): y = labels[i] + x")
    >>> differs_by_iteration(p.inference, p.node("labels[i]"), p.loop)
    True
    >>> differs_by_iteration(p.inference, p.node("x"), p.loop)
    False
    """
    own = targets(inference, loop)
    found: list[cst.CSTNode] = []

    def look(name: cst.CSTNode) -> None:
        value = inference.value(name)
        if any(value is target for target in own) or changes_in(inference, value, loop):
            found.append(name)

    walk(node, {cst.Name: [look], cst.Attribute: [look]})
    return bool(found)


@once_a_loop
def leaves_off(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether iterations of a loop may be skipped or cut short.

    >>> p = program("for row in x:", "    if n: break")
    >>> leaves_off(p.inference, p.loop)
    True
    """
    if type(loop) is cst.For:
        return stops_early(loop) or skips_iterations(loop)
    return not is_plain_comprehension(loop)


@once_a_loop
def takes_gradients(inference: Inference, loop: cst.CSTNode, frame: cst.CSTNode | None) -> bool:
    """Whether the iterations of a loop in a function take gradients or step an optimizer, helpers of the file included.

    >>> p = program("for row in x: F.mse_loss(model(row), y).backward()")
    >>> takes_gradients(p.inference, p.loop, next(iter(p.inference.functions)))
    True
    """
    iterations = program_of(inference).timeline(frame).loop(loop)
    return iterations is not None and bool(iterations.find(*_GRADIENTS))


_GRADIENTS = (EventKind.BACKWARD, EventKind.GRADIENT, EventKind.STEP)


def _listed(value: Value) -> list[Value]:
    return value.parts() if isinstance(value, Sequence) else [value]
