from __future__ import annotations

import libcst as cst

from ...inference import transfer
from ...inference.queries.strides import cannot_view, is_made_contiguous, order_of, transposition_of
from ...inference.values import Dim, Operation, Tensor
from ...rewriting.fix import Edit, Fix
from ...rewriting.writer import Rewriting
from ..rule import Rule

_RANKS = range(2, 7)


class ViewAfterTranspose(Rule):
    """View of a transposed tensor.

    What it does
    Finds `view` on a tensor whose dims a transposition moved apart in memory, where the view would merge them;
    `transpose`, `permute`, `t`, `T`, `mT`, `movedim` and their other names, with no `contiguous` in between.

    Why it is bad
    A transposition moves no number in memory, and a view cannot either: it raises RuntimeError where the dims that
    it merges do not follow each other there. `clone`, dtype conversions and elementwise operations keep the order
    of their operand, so they do not help, nor do they show in a test whose sizes happen to be 1.

    Example
        def merge_heads(heads: torch.Tensor) -> torch.Tensor:
            batch, count, steps, width = heads.shape
            return heads.transpose(1, 2).view(batch, steps, count * width)

    Use instead
        def merge_heads(heads: torch.Tensor) -> torch.Tensor:
            batch, count, steps, width = heads.shape
            return heads.transpose(1, 2).reshape(batch, steps, count * width)

    Evidence
    raises: view raises and reshape does not; same_result and same_gradient where sizes of 1 let the view pass.

    Fix safety
    Safe (`view` becomes `reshape`): that is `view` where a view is possible, and copies where view raises. None where
    the result is written into, which a copy would keep from the tensor itself.

    Source
    a collection of common PyTorch snippets (reshaping tensors);
    https://docs.pytorch.org/docs/stable/generated/torch.Tensor.view.html
    """

    code = "TEF107"
    message = "view raises: {cause} moved these dims apart in memory; use {fixed}"
    operations = frozenset({"view", "view_as"})

    def check(self, operation: Operation) -> None:
        tensor = operation.operand()
        if not isinstance(tensor, Tensor):
            return
        target = self.target(operation)
        failing = failing_branch(tensor, target) if target else None
        cause = None if failing is None else transposition_of(failing)
        if cause is None or self.is_asked_for_layout(tensor):
            return
        self.report(
            operation.node,
            parts=[operation],
            cause=self.text(cause.node, 40),
            fixed=self.text(as_reshape(operation.node), 64),
            fix=lambda write: fixed(write, operation),
        )

    def is_asked_for_layout(self, tensor: Tensor) -> bool:
        """Whether the program looks at the tensor's layout before it views it."""
        consumers = self.inference.consumers.get(tensor.identity, ())
        return any(consumer.name in ("is_contiguous", "stride") for consumer in consumers)

    def target(self, operation: Operation) -> tuple[Dim, ...] | None:
        """The shape that is asked for; None where it is not known, or a dtype is."""
        if operation.name == "view_as":
            other = operation.operand("other")
            return other.shape if isinstance(other, Tensor) else None
        sizes = transfer.sizes_of(operation, "size", "shape")
        return None if sizes is None else tuple(sizes)


def failing_branch(tensor: Tensor, target: tuple[Dim, ...], depth: int = 4) -> Tensor | None:
    """The tensor, or the one of those that meet in it, whose view of that shape certainly raises."""
    if tensor.origin is not None and tensor.origin.name == "phi" and depth > 0:
        if is_made_contiguous(tensor):
            return None
        branches = (failing_branch(branch, target, depth - 1) for branch in tensor.origin.tensors())
        return next((branch for branch in branches if branch is not None), None)
    return tensor if raises(tensor, target) else None


def raises(tensor: Tensor, target: tuple[Dim, ...]) -> bool:
    """Whether a view of that shape raises, for every number of dims that the tensor may have."""
    if transposition_of(tensor) is None:
        return False
    if tensor.shape is not None:
        order = order_of(tensor, len(tensor.shape))
        return order is not None and cannot_view(tensor.shape, order, target)
    # A view of as many dims as there are would do nothing, so the tensor has more.
    found = [(rank, order) for rank in _RANKS if rank != len(target) and (order := order_of(tensor, rank)) is not None]
    return bool(found) and all(cannot_view((None,) * rank, order, target) for rank, order in found)


def fixed(write: Rewriting, operation: Operation) -> Fix | None:
    """`reshape` for `view`; None where the method has got another name, or the result is written into."""
    node = operation.node
    if as_reshape(node) is node or write.writes(operation.result):
        return None
    edit = Edit(node, lambda updated: as_reshape(updated.with_changes(lpar=[], rpar=[])), tuple(node.children))
    return Fix((edit,), safe=True)


def as_reshape(node: cst.CSTNode) -> cst.CSTNode:
    """``x.view(...)`` with ``reshape`` for ``view``."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and "view" in node.func.attr.value:
        word = node.func.attr.value.replace("view", "reshape")
        shape = [
            argument.with_changes(keyword=cst.Name("shape")) if argument.keyword is not None else argument
            for argument in node.args
        ]
        args = node.args if word == "reshape_as" else shape
        return node.with_changes(func=node.func.with_changes(attr=cst.Name(word)), args=args)
    return node
