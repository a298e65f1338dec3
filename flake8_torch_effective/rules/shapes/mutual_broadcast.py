from __future__ import annotations

from functools import partial

from ...inference import transfer
from ...inference.knowledge.columns import Family, Formula, Signature
from ...inference.patterns.softmax import has_no_batch
from ...inference.values import Dim, Number, Operation, Symbol, Tensor, Value, origins
from ...rewriting.writing.columns import without_dim
from ..rule import Rule


class MutualBroadcast(Rule):
    """Operands that broadcast against each other.

    What it does
    Finds arithmetic, comparisons and elementwise losses between operands whose known shapes each expand the other, such
    as `(n, 1)` and `(n,)`.

    Why it is bad
    The result is a matrix of all pairs where one number per row was meant: a loss averages n * n differences, nearly
    all of them between unrelated samples, and the model learns to predict the mean.

    Example
        def squared_error() -> torch.Tensor:
            prediction = torch.tensor([[1.0], [3.0]])
            target = torch.tensor([1.0, 3.0])
            return F.mse_loss(prediction, target)

    Use instead
        def squared_error() -> torch.Tensor:
            prediction = torch.tensor([[1.0], [3.0]])
            target = torch.tensor([1.0, 3.0])
            return F.mse_loss(prediction.squeeze(-1), target)

    Evidence
    wrong_result: the exact wrong value; right_result: good gives, in value and gradient, what the definition gives for
    each prediction and its own target; same_result where bad's diagonal, or its only row, is what was meant, with
    same_gradient; less_memory: n * n numbers become n; warns: torch's own losses warn about operands of different
    sizes.

    Fix safety
    Tentative, and so reported only with `--torch-tentative`, for a column made by factories or from a module's own
    state, and for a row of its parameters, as thresholds are, whose length is not known to equal the other's: a matrix
    may be meant, so there is no fix either. Unsafe (`.squeeze(-1)` on the operand that ends in a dim of size 1): the
    value changes, which is the point. None where the result is later indexed along a dim that it would no longer have,
    or where that operand is modified in place.

    Source
    Effective PyTorch, section 3; https://docs.pytorch.org/docs/stable/notes/broadcasting.html
    """

    code = "TEF104"
    message = "{column} of shape {wide} and {row} of shape {flat} broadcast to a matrix"
    advice = "use {fixed}"
    words = "make the shapes equal"
    supersedes = frozenset({"TEF101", "TEF102"})

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.broadcasts

    def check(self, operation: Operation) -> None:
        tensors = [(name, value) for name, value in operation.operands.items() if isinstance(value, Tensor)]
        if operation.signature.family is Family.LOSS:
            tensors = [(name, value) for name, value in tensors if name in ("input", "target")]
        for first, a in tensors:
            for second, b in tensors:
                axis = expand_each_other(a, b) if first != second else None
                if axis is not None:
                    doubtful = (has_no_batch(a) or is_state(b)) and not is_one_size(a, b)
                    self.report(
                        operation.node,
                        column=self.text(operation.nodes.get(first), 30),
                        row=self.text(operation.nodes.get(second), 30),
                        wide=shape_text(a.shape),
                        flat=shape_text(b.shape),
                        tentative=doubtful,
                        fix=None if doubtful else partial(without_dim, operation, first, axis),
                    )
                    return


def expand_each_other(column: Tensor, row: Tensor) -> int | None:
    """The dim of size 1 of ``column`` that ``row`` fills, while ``row`` lacks a dim that ``column`` has; else None."""
    if column.explicit_one or column.parameter or row.shape is None or not row.shape:
        return None
    shape = column.shape
    if shape is None:
        return -1 if len(row.shape) == 1 and row.shape[0] != 1 and comes_from_one_feature(column) else None
    if len(shape) <= len(row.shape):
        return None
    for axis in range(-len(row.shape), 0):
        if shape[axis] != 1 or row.shape[axis] == 1:
            continue
        squeezed = shape[:axis] + (shape[axis + 1 :] if axis != -1 else ())
        pairs = list(zip(reversed(squeezed), reversed(row.shape), strict=False))
        if axis == -1:
            return -1 if squeezed[-1] != 1 and may_be_one_size(squeezed[-1], row.shape[-1]) else None
        if all(transfer.equal_dims(a, b) for a, b in pairs):
            return axis
    return None


def is_state(row: Tensor) -> bool:
    """Whether a row is made of a module's parameters, as thresholds are."""
    parts = (one for made in origins(row, 20) for one in made.tensors())
    return has_no_batch(row) and (row.parameter or any(one.parameter for one in parts))


def is_one_size(column: Tensor, row: Tensor) -> bool:
    """Whether the two sizes of the matrix are known to be equal."""
    if column.shape is None or row.shape is None or len(column.shape) < 2:
        return False
    return transfer.equal_dims(column.shape[-2], row.shape[-1]) is True


def may_be_one_size(a: Dim, b: Dim) -> bool:
    """Whether two sizes may be equal: they are, or one of them is unknown."""
    if a is None or b is None:
        return True
    if isinstance(a, Symbol) or isinstance(b, Symbol):
        return a is b
    return transfer.equal_dims(a, b) is not False


def comes_from_one_feature(value: Value, depth: int = 6) -> bool:
    """Whether a tensor of unknown rank is the output of a linear layer with one feature."""
    origin = value.origin
    if origin is None or depth <= 0:
        return False
    if origin.formula is Formula.LINEAR:
        out = origin.operand("out_features")
        return isinstance(out, Number) and out.number == 1
    if origin.signature.family in (Family.POINTWISE, Family.CONVERSION, Family.COPY, Family.RANDOM):
        return comes_from_one_feature(origin.operand(), depth - 1)
    return False


def shape_text(shape: tuple[Dim, ...] | None) -> str:
    """A shape for a message: ``(n, 1)``."""
    if shape is None:
        return "(n, 1)"
    names = iter("nmkl")
    sizes = [str(size) if isinstance(size, int) else next(names, "?") for size in shape]
    return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"
