from __future__ import annotations

import math

from ...inference.knowledge.columns import Family, Formula, Signature
from ...inference.knowledge.kinds import BOOL, INT
from ...inference.patterns.tiling import copies, filled_dims, is_full, only_in
from ...inference.values import Number, Operation, Sequence, Tensor, Value, origins
from ...rewriting.writing import tiling
from ..rule import Rule

_BROADCASTS = frozenset({Family.ARITHMETIC, Family.COMPARISON, Family.BITWISE, Family.WHERE})
_COUNTING = frozenset({Formula.ARANGE, Formula.LINSPACE})
_SMALL = 64  # entries
_PASSING = frozenset({Family.POINTWISE, Family.CONVERSION, Family.ARITHMETIC})


class RepeatBeforeBroadcast(Rule):
    """Repeat before a broadcast.

    What it does
    Finds a tensor that is repeated, tiled or expanded along dims of size 1 only to be combined with a tensor of the
    full size in elementwise arithmetic.

    Why it is bad
    Broadcasting does this by itself, without a copy. `repeat` and `tile` write every copy to memory, and autograd has
    to sum the gradients over them; `expand` is a view, and only obscures that the shapes already broadcast.

    Example
        def centered(points: torch.Tensor) -> torch.Tensor:
            center = points.mean(dim=1, keepdim=True)
            return points - center.repeat(1, points.size(1), 1)

    Use instead
        def centered(points: torch.Tensor) -> torch.Tensor:
            center = points.mean(dim=1, keepdim=True)
            return points - center

    Evidence
    same_result and same_gradient with less_memory where copies are made, and fewer_dispatches where not; same_result
    for integers, too.

    Fix safety
    Safe (the tensor itself instead of the tiled one): the other operand is known to have the full size along every
    expanded dim.

    Unsafe unless that operand is also known to have as many dims as the tiled tensor, by `rows, width = x.shape` for
    instance: with a vector `x`, `x - center.repeat(x.size(0), 1)` is a matrix. Unsafe where the tiled tensor is
    converted, or may be of half precision and promoted, as its gradient would be added up in the other dtype. Unsafe
    where that operand may be sparse, as sparse tensors do not broadcast: it is an argument, an attribute or of unknown
    code, and the function computes nothing of it that raises for those, such as a mean. Unsafe where the tensor may be
    0-d, because type promotion then ignores its dtype; where anything but an assignment comes between the tiling and
    the arithmetic; and where other code, also of another file, may change the small tensor in place, which the
    arithmetic now keeps for backward: where it is an argument, an attribute or a parameter of a module, is returned, or
    is given to a layer or to unknown code. Unsafe, too, in a file that depends on strides, as `view` and random numbers
    do, because those of the result may change; where the result leaves the function other than as one sum or mean,
    unless torch made all operands contiguous there; and in a file that replaces or watches torch's operations.

    None where the tiled tensor is modified in place before the arithmetic, or by it.

    The following are tentative, and so reported only with `--torch-tentative`. An `expand`, which copies nothing by
    itself. Masks that are combined by `&` or `|`, or that fill a tensor, since they take only one byte per entry.
    Integers, and tensors that start from `arange`, which are mostly small. A `repeat` that makes a vector of a few
    entries, or a result that is known to have at most 64. And arithmetic that broadcasts the tiled tensor along further
    dims, so that it writes many times as much itself.

    Source
    Effective PyTorch, section 3; https://docs.pytorch.org/docs/stable/notes/broadcasting.html
    """

    code = "TEF105"
    message = "{tiled} {does} what broadcasting does by itself"
    advice = "use {fixed}"
    words = "leave it out"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.tiles is not None

    def check(self, operation: Operation) -> None:
        result = operation.result
        if not isinstance(result, Tensor) or not isinstance(operation.operand(), Tensor):
            return
        consumers = self.broadcasts(operation, result)
        if not consumers:
            return
        self.report(
            operation.node,
            parts=[operation, *consumers],
            tentative=not copies(operation)
            or is_mask(operation, consumers)
            or is_light(operation)
            or makes_few_numbers(operation)
            or all(broadcasts_further(result, one) for one in consumers),
            tiled=self.text(operation.node, 40),
            does="copies" if copies(operation) else "writes out",
            fix=lambda write: tiling.without_tiling(write, operation, consumers),
        )

    def broadcasts(self, tiling: Operation, value: Tensor, depth: int = 3) -> list[Operation]:
        """The operations that use the value, if it broadcasts in each of them and is used nowhere else."""
        consumers = self.inference.consumers.get(value.identity, [])
        made = value.origin
        if made is None or not consumers:
            return []
        found: list[Operation] = []
        filled = filled_dims(tiling)
        for consumer in consumers:
            others = [name for name, operand in consumer.operands.items() if operand.identity is not value.identity]
            tensors = [consumer.operand(name) for name in others if isinstance(consumer.operand(name), Tensor)]
            written = consumer.notation.modifies and consumer.operand().identity is value.identity
            if written or consumer.frame is not tiling.frame:
                return []
            if is_broadcast(consumer) and any(is_full(tensor, tiling, filled) for tensor in tensors):
                found.append(consumer)
            elif depth > 0 and not tensors and consumer.signature.family in _PASSING:
                result = consumer.result
                further = self.broadcasts(tiling, result, depth - 1) if isinstance(result, Tensor) else []
                if not further:
                    return []
                found += further
            else:
                return []
        # Last, as it looks at all values of the file.
        return found if only_in(self.inference, value, made, consumers) else []


def is_mask(tiling: Operation, consumers: list[Operation]) -> bool:
    """Whether a mask is combined with masks, or fills: a byte for each entry is soon written."""
    source = tiling.operand()
    bits = any(one.signature.family is Family.BITWISE or one.formula is Formula.MASKED_FILL for one in consumers)
    return bits or (isinstance(source, Tensor) and source.category == BOOL)


def is_light(tiling: Operation) -> bool:
    """Whether integers are repeated, as indices and positions are, or the result is known to be small."""
    source, result = tiling.operand(), tiling.result
    if isinstance(source, Tensor) and (source.category == INT or holds_coordinates(source)):
        return True
    shape = result.shape if isinstance(result, Tensor) else None
    sizes = [size for size in shape or () if isinstance(size, int)]
    return shape is not None and len(sizes) == len(shape) and math.prod(sizes) <= _SMALL


def holds_coordinates(value: Value) -> bool:
    """Whether a tensor was counted out: by ``arange`` or ``linspace``, as a grid is, and is no embedding of that."""
    found = list(origins(value, 40))
    return any(made.formula in _COUNTING for made in found) and all(
        made.signature.family is not Family.NN for made in found
    )


def makes_few_numbers(tiling: Operation) -> bool:
    """``factor.repeat(2)``: a vector of a few entries, written as a number."""
    sizes = tiling.operand("repeats")
    only = sizes.items[0] if isinstance(sizes, Sequence) and sizes.items and len(sizes.items) == 1 else sizes
    return isinstance(only, Number) and isinstance(only.number, int) and only.number <= 16


def broadcasts_further(tiled: Tensor, consumer: Operation) -> bool:
    """Whether an operation broadcasts a tensor that was tiled along a dim of size 1, or to more dims than it has."""
    result = consumer.result
    if tiled.shape is None or not isinstance(result, Tensor) or result.shape is None:
        return False
    own, whole = tiled.shape, result.shape
    return len(whole) > len(own) or any(one == 1 != size for one, size in zip(own, whole, strict=False))


def is_broadcast(operation: Operation) -> bool:
    """Whether an operation broadcasts its operands against each other."""
    return operation.signature.family in _BROADCASTS or operation.formula is Formula.MASKED_FILL
