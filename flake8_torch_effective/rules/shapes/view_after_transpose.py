from __future__ import annotations

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Asks, Formula, Signature
from ...inference.knowledge.python_operations import PHI
from ...inference.queries.callers import loops_over_one
from ...inference.queries.strides import as_viewed, cannot_view, is_made_contiguous, order_of, transposition_of
from ...inference.values import Dim, Operation, Tensor
from ...rewriting.writing.reshaped import reshaped
from ..rule import Rule

_RANKS = range(2, 7)


class ViewAfterTranspose(Rule):
    """View of a transposed tensor.

    What it does
    Finds `view` where it would merge dims that a transposition has moved apart in memory: `transpose`, `permute`, `t`,
    `T`, `mT`, `movedim` and their aliases, with no `contiguous` in between.

    Why it is bad
    A transposition moves no data in memory, and neither can a view: it raises RuntimeError where the dims to merge are
    not adjacent in memory. `clone`, dtype conversions and elementwise operations keep the memory order of their
    operand, so they do not help, and a test whose sizes happen to be 1 does not catch the error.

    Example
        def merge_heads(heads: torch.Tensor) -> torch.Tensor:
            batch, count, steps, width = heads.shape
            return heads.transpose(1, 2).view(batch, steps, count * width)

    Use instead
        def merge_heads(heads: torch.Tensor) -> torch.Tensor:
            batch, count, steps, width = heads.shape
            return heads.transpose(1, 2).reshape(batch, steps, count * width)

    Evidence
    raises: view raises and reshape does not; right_result: reshape gives, in value and gradient, the entries in the
    order that indices give; same_result and same_gradient where sizes of 1 let the view pass.

    Fix safety
    Safe (`view` becomes `reshape`): it returns a view where one is possible, and copies where `view` raises.

    Unsafe in a file that may catch the error, and so use it as a test: with `try`, as the exception of a future or
    task, in a `with` of another file's context, where a class has another package's base, or where unknown code
    decorates a function in the file or gets one, a class or an object of it. Unsafe, too, in a file that replaces or
    traces torch's operations, and where the result is converted to an array, stored in a collection or an object, or
    given to a layer or to code of the file that may overwrite it.

    None where the file modifies the result in place, by any of its names or views, in functions of the file that it is
    passed to or returned to, or as `out`, since a copy would not pass that on to the original tensor. None for
    `view(**sizes)`, whose keywords may be others than those of `reshape`.

    The following are tentative, and so reported only with `--torch-tentative`. A tensor that is transposed in only one
    of the branches before the `view`, since that branch may be for another kind of device or for options that nobody
    uses. A tensor of unknown rank, which may be that of the result, since a view to the same sizes does nothing. And
    `x[:k]` where every call in the file uses 1 for k, as with `topk=(1,)`, since one row can be viewed.

    Source
    a collection of common PyTorch snippets (reshaping tensors);
    https://docs.pytorch.org/docs/stable/generated/torch.Tensor.view.html
    """

    code = "TEF107"
    message = "view raises: {cause} moved these dims apart in memory"
    advice = "use {fixed}"
    words = "call reshape, which copies"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.needs_strides

    def check(self, operation: Operation) -> None:
        tensor = operation.operand()
        if not isinstance(tensor, Tensor):
            return
        target = self.target(operation)
        failing = failing_branch(tensor, target) if target else None
        cause = None if failing is None else transposition_of(failing)
        if failing is None or cause is None or self.is_asked_for_layout(tensor):
            return
        if target and self.moves_ones(operation, failing, target):
            return
        self.report(
            operation.node,
            parts=[operation],
            tentative=target is None
            or not raises_on_all_branches(tensor, target)
            or may_keep_dims(tensor, target)
            or self.takes_one_row(tensor),
            cause=self.text(cause.node, 40),
            fix=lambda write: reshaped(write, operation),
        )

    def moves_ones(self, operation: Operation, tensor: Tensor, target: tuple[Dim, ...]) -> bool:
        """Whether nothing but dims of size 1 was moved: those that the view leaves out, ``x.mT.view(b, t)``."""
        if tensor.shape is None:
            return False
        shape, order = as_viewed(self.inference, operation, tensor.shape), order_of(tensor, len(tensor.shape))
        return shape != tensor.shape and order is not None and not cannot_view(shape, order, target)

    def takes_one_row(self, tensor: Tensor) -> bool:
        """Whether the tensor is ``x[:k]``, and the callers in this file leave 1 for k."""
        made = tensor.origin
        part = made.node.slice[0].slice if made is not None and type(made.node) is cst.Subscript else None
        end = part.upper if type(part) is cst.Slice and part.lower is None else None
        return made is not None and type(end) is cst.Name and loops_over_one(self.inference, made, end.value)

    def is_asked_for_layout(self, tensor: Tensor) -> bool:
        """Whether the program checks the tensor's layout before the view."""
        consumers = self.inference.consumers.get(tensor.identity, ())
        return any(consumer.signature.asks is Asks.STRIDES for consumer in consumers)

    def target(self, operation: Operation) -> tuple[Dim, ...] | None:
        """The requested shape; None where it is unknown, or the view is to a dtype."""
        if operation.formula is Formula.RESHAPE_AS:
            other = operation.operand("other")
            return other.shape if isinstance(other, Tensor) else None
        sizes = transfer.sizes_of(operation, "size", "shape")
        return None if sizes is None else tuple(sizes)


def failing_branch(tensor: Tensor, target: tuple[Dim, ...], depth: int = 4) -> Tensor | None:
    """The tensor, or the one among its branches, whose view to that shape certainly raises."""
    if tensor.origin is not None and tensor.origin.signature is PHI and depth > 0:
        if is_made_contiguous(tensor):
            return None
        branches = (failing_branch(branch, target, depth - 1) for branch in tensor.origin.tensors())
        return next((branch for branch in branches if branch is not None), None)
    return tensor if raises(tensor, target) else None


def raises_on_all_branches(tensor: Tensor, target: tuple[Dim, ...], depth: int = 4) -> bool:
    """Whether the view raises whichever branch made the tensor."""
    if tensor.origin is not None and tensor.origin.signature is PHI and depth > 0:
        return all(raises_on_all_branches(branch, target, depth - 1) for branch in tensor.origin.tensors())
    return raises(tensor, target)


def may_keep_dims(tensor: Tensor, target: tuple[Dim, ...]) -> bool:
    """Whether a tensor of unknown rank may have as many dims as it is to have: a view to the same sizes passes."""
    return tensor.shape is None and len(target) > 1 and order_of(tensor, len(target)) is not None


def raises(tensor: Tensor, target: tuple[Dim, ...]) -> bool:
    """Whether a view to that shape raises for every rank that the tensor may have."""
    if transposition_of(tensor) is None:
        return False
    if tensor.shape is not None:
        order = order_of(tensor, len(tensor.shape))
        return order is not None and cannot_view(tensor.shape, order, target)
    # A view that keeps the number of dims would do nothing, so the tensor has another rank.
    found = [(rank, order) for rank in _RANKS if rank != len(target) and (order := order_of(tensor, rank)) is not None]
    return bool(found) and all(cannot_view((None,) * rank, order, target) for rank, order in found)
