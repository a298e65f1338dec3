from __future__ import annotations

from ...inference import transfer
from ...inference.knowledge.columns import Family, Formula
from ...inference.knowledge.kinds import INT
from ...inference.values import Number, Operation, Tensor, Value
from ...rewriting.writing import one_hot
from ..rule import Rule


class OneHotByScatter(Rule):
    """One-hot rows by `scatter_`.

    What it does
    Finds ones scattered into a tensor of zeros, one for each label.

    Why it is bad
    Three tensors have to agree in shape, dtype and device for what `one_hot` does in one call. Zeros created without a
    device are on the CPU, and zeros with more rows than there are labels leave rows without a 1.

    Example
        def encoded(labels: torch.LongTensor, rows: int, classes: int) -> torch.Tensor:
            return torch.zeros(rows, classes, device=labels.device).scatter_(1, labels.unsqueeze(1), 1)

    Use instead
        def encoded(labels: torch.LongTensor, rows: int, classes: int) -> torch.Tensor:
            return F.one_hot(labels, classes).float()

    Evidence
    same_device: the result is on the device of the labels; wrong_result: in bad a short batch has rows of zeros;
    same_result, same_gradient of a loss and, where the ones are a tensor, less_memory.

    Fix safety
    Unsafe: `one_hot` accepts only int64 and returns int64, on the device of the labels, with one row per label. On
    the CPU it reads the least and the greatest label on the host to check them. None where the zeros are read before
    the ones are written, or have a layout or a graph of their own. It does not reduce the number of dispatches, which
    is why the rule is opt-in.

    Source
    a collection of common PyTorch snippets (one-hot encoding);
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.one_hot.html
    """

    code = "TEF112"
    message = "{call} builds a one-hot encoding"
    advice = "use {fixed}"
    words = "call {functional}.one_hot on the labels"
    opt_in = True
    since = (1, 1)
    formulas = frozenset({Formula.SCATTER})

    def check(self, operation: Operation) -> None:
        target, index = operation.operand(), operation.operand("index")
        zeros = filled_with(target, 0)
        dim = transfer.integer(operation.operand("dim"))
        if zeros is None or zeros.frame is not operation.frame or dim is None or operation.given("reduce"):
            return
        if not isinstance(target, Tensor) or not isinstance(index, Tensor) or index.category != INT:
            return
        labels = one_hot.labels_of(index, operation.nodes.get("index"), dim, target.rank)
        if labels is None or not puts_ones(operation) or self.is_written_again(operation):
            return
        move = "" if is_last(dim, target.rank) else f".movedim(-1, {dim})"
        movable = not move or self.can_use((1, 7))  # movedim
        self.report(
            operation.node,
            call=self.text(operation.node, 24),
            fix=(lambda write: one_hot.fixed(write, operation, zeros, dim, move)) if movable else None,
        )

    def is_written_again(self, operation: Operation) -> bool:
        """Whether the result is written to again, so that a row may hold more than one 1."""
        identity = operation.result.identity
        readers = self.inference.consumers.get(identity, []) if identity is not None else []
        return any(reader.signature.scatters for reader in readers)


def filled_with(value: Value, number: int) -> Operation | None:
    """The factory that made a tensor of that number alone, perhaps converted since."""
    origin = value.origin
    while origin is not None and origin.signature.family is Family.CONVERSION:
        origin = origin.operand().origin
    filled = origin is not None and origin.signature.family is Family.FACTORY
    return origin if origin is not None and filled and origin.signature.fills_with == number else None


def puts_ones(operation: Operation) -> bool:
    """Whether a ``scatter`` writes 1, or ones."""
    written = operation.operands.get("src", operation.operand("value"))
    if isinstance(written, Number):
        return written.number == 1
    return filled_with(written, 1) is not None


def is_last(dim: int, rank: int | None) -> bool:
    """Whether ``dim`` is known to be the last axis."""
    return dim == -1 or dim + 1 == rank
