"""The gradients that tensors hold, which a backward pass, an optimizer or another name of the tensor may change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from .. import transfer
from ..knowledge.python_operations import CHANGED, DATA_WRITE, GRADIENT, PHI, SUBSCRIPT_WRITE
from ..values import Identity, Notation, Operation, Tensor, Value, storages, widen_storages
from .changes import frames_around

if TYPE_CHECKING:
    from .interpreter import Interpreter

# What has been changed in place more often than this may have any shape.
_LONGEST = 32


class Gradients:
    """What is read as ``x.grad``: any two may be one tensor, as any two tensors that hold them may be.

    ``read`` is whether the file reads one, ``written`` whether it assigns one; ``reshaped`` and ``with_graph`` are
    whether it gives one another shape than that of its tensor, or a graph.
    """

    __slots__ = ("interpreter", "of_all", "read", "reshaped", "with_graph", "written")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.of_all = Identity()
        self.read = self.written = self.reshaped = self.with_graph = False

    def of(self, tensor: Tensor, operation: Operation) -> Tensor:
        """``tensor.grad``: as large as the tensor, unless that was changed since."""
        self.read = True
        known = None if self.reshaped or may_be_reshaped(tensor) else tensor
        gradient = Tensor(
            shape=None if known is None else known.shape,
            dtype=None if known is None else known.dtype,
            device=tensor.device,
            grad=None if self.with_graph else False,
            shape_identity=None if known is None else known.shape_identity,
            origin=operation,
        )
        gradient.identity.storages = frozenset({self.of_all})
        return gradient

    def note_reshaped(self, changed: frozenset[Identity] | None) -> None:
        """What may have one of these storages has another shape or dtype now."""
        self.reshaped |= self.read and (changed is None or self.of_all in changed)

    def note_graph(self, changed: frozenset[Identity] | None) -> None:
        """What may have one of these storages may have a graph, or be a leaf that requires grad, now."""
        self.with_graph |= self.read and (changed is None or self.of_all in changed)

    @property
    def known(self) -> tuple[bool, bool, bool]:
        """What the file was found to do with gradients so far: what is said of one before may be wrong after that."""
        return self.read, self.reshaped, self.with_graph

    def given(self, value: Value) -> None:
        """``x.grad = value``: the gradient is that very tensor."""
        own = storages(value)
        if isinstance(value, Tensor):
            self.with_graph |= value.grad is not False
            widen_storages(value.identity, None if own is None else own | {self.of_all})
        self.written = True
        self.forget()

    def changed(self, node: cst.Call) -> None:
        """A backward pass adds to gradients, an optimizer or a scaler changes or clears them."""
        self.with_graph |= any(_asks_for_graph(argument) for argument in node.args)
        if not self.read:
            if self.written:
                self.forget()
            return
        before = Tensor(grad=False, identity=self.of_all)
        operation = Operation(GRADIENT, node, {"input": before})
        after = Tensor(grad=False, origin=operation, shape_identity=before.shape_identity)
        self.interpreter.changes.changed(before, after, node)
        self.forget()

    def forget(self) -> None:
        """What stands under ``x.grad`` may be another tensor, or None."""
        for frame in frames_around(self.interpreter.frame):
            for path in [path for path in frame.env if path.endswith(".grad")]:
                del frame.env[path]


def may_be_reshaped(tensor: Tensor) -> bool:
    """Whether a tensor may have another shape or dtype than when its gradient was made."""
    queue: list[Value] = [tensor]
    for current in queue:
        origin = current.origin if isinstance(current, Tensor) else None
        if origin is None:
            continue
        if origin.signature in (CHANGED, DATA_WRITE) or len(queue) > _LONGEST:
            return True
        if origin.signature is PHI:
            queue += (value for value in origin.operands.values() if all(value is not known for known in queue))
        elif origin.signature is SUBSCRIPT_WRITE or origin.notation.modifies:
            in_place = origin.notation is Notation.IN_PLACE
            if in_place and not transfer.keeps_shape_in_place(origin.signature):
                return True
            queue.append(origin.operand())
    return False


def _asks_for_graph(argument: cst.Arg) -> bool:
    return argument.keyword is not None and argument.keyword.value == "create_graph"
