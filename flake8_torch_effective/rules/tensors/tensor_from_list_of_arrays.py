from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Family, Formula, Signature
from ...inference.knowledge.kinds import FLOAT
from ...inference.knowledge.python_operations import PHI
from ...inference.queries.arrays import has_no_dim
from ...inference.queries.moves import is_made_by_default
from ...inference.queries.occasions import is_rebuilt
from ...inference.queries.provenance import is_set_to_other, is_shown_a_tensor
from ...inference.queries.repetition import follows_waiting_loop, is_read_after_training, runs_once, waits_in_loop
from ...inference.queries.sized import prepares_data, runs_with_model
from ...inference.queries.trials import FEW, is_trial
from ...inference.values import Array, Notation, Number, Operation, Sequence, Tensor, Value, origins
from ...rewriting.writing import stacking
from ..rule import Rule

_MANY = 200


class TensorFromListOfArrays(Rule):
    """torch.tensor of a list of arrays, or of tensors.

    What it does
    Finds `torch.tensor` and `torch.as_tensor` of a list of NumPy arrays, of tensors, or of numbers that `item()` or
    `float()` reads from tensors inside that very list, nested lists included. Reported by default are lists of any
    length that are filled in a loop or a comprehension.

    Not reported: arrays in an attribute that another method sets to what it is given, which may be a tensor.

    The following are tentative, and so reported only with `--torch-tentative`. Lists with a few entries, even if
    repeated. Tensors that were made on the CPU, and code that prepares batches there. Code in `__init__`, in setters,
    in tests and demonstrations, in methods that take down the flag by which they are called, and outside functions in a
    script. Lists that only an annotation says hold tensors. Numbers that were read before. Loops that compute the
    tensors and read a number in each iteration anyway, and, under `no_grad`, what follows a loop that waits in its
    turns. Losses that a training loop collects and that are read behind it. And a result that meets another tensor made
    on the CPU, which a stack on the GPU could not.

    Lists of tensors, and of numbers read from them, are reported by default only where a model is at work: in the
    methods of a module, and in losses and training functions. Elsewhere they may be made once in an epoch, and are
    tentative.

    Why it is bad
    With arrays, every entry becomes a Python number first, and torch warns that this is extremely slow. With tensors,
    one number is read from each, the host waits for the device each time, and the graph is lost. A tensor with more
    than one entry raises, and so does an array without dims.

    Example
        def totals(x: torch.Tensor) -> torch.Tensor:
            return torch.tensor([x.sum(dim=None), x.exp().mean(dim=None)])

    Use instead
        def totals(x: torch.Tensor) -> torch.Tensor:
            return torch.stack([x.sum(dim=None), x.exp().mean(dim=None)])

    Evidence
    wrong_result: bad has no graph; fewer_syncs: a read for each `item()`, and none; warns, for arrays; raises, for
    tensors of several entries; same_result for reads and arrays, right_result for tensors, with the gradient.

    Fix safety
    Unsafe: `torch.stack` keeps the graph, the dtype and the device of the tensors, and raises for an empty list, as
    `np.stack` does. None where a tensor is not known to have no dims, or stands in a list of that list, where numbers
    are not read in the list itself, for arrays in a file that has no name for NumPy, and for `new_tensor` and
    `requires_grad`.

    Source
    a collection of common PyTorch snippets (conversion between torch.Tensor and np.ndarray);
    https://docs.pytorch.org/docs/stable/generated/torch.tensor.html
    """

    code = "TEF404"
    message = "{call} {harm}"
    advice = "use {fixed}"
    words = "stack them"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.formula is Formula.TENSOR

    def check(self, operation: Operation) -> None:
        data = operation.operand("data")
        parts = entries_of(data)
        if not parts or not isinstance(data, Sequence):
            return
        certain = True
        if any(is_set_to_other(self.inference, part) for part in parts):
            return
        if all(isinstance(part, Array) and part.certain for part in parts):
            harm = "makes a Python number of every entry of the arrays"
            if all(map(has_no_dim, parts)):
                harm = "raises, as the arrays have no dim"
        elif data.items is not None and len(data.items) < 2:
            return
        elif all(isinstance(part, Tensor) and part.certain for part in parts):
            harm = "reads the tensors one by one"
            if operation.grad_enabled is not False and any(
                isinstance(one, Tensor) and one.grad is not False for one in parts
            ):
                harm += " and drops their graphs"
            certain = all(is_shown_a_tensor(self.inference, part) for part in parts)
        elif all(reads_tensor(part) for part in parts):
            harm = "waits for the device once for each number"
            certain = stacking.are_written_in(parts, operation.nodes.get("data"))
        else:
            return
        self.report(
            operation.node,
            tentative=not certain or not self.is_worth_changing(operation, data),
            call=self.text(operation.node),
            harm=harm,
            fix=lambda write: stacking.stacked(write, operation, parts),
        )

    def is_worth_changing(self, operation: Operation, data: Sequence) -> bool:
        """Whether a list may have many entries, computed on any device, and is not made once only."""
        written = operation.nodes.get("data")
        if type(written) is cst.BinaryOperation and type(written.operator) is cst.Multiply:
            return False  # [[height, width]] * n: the same few
        if (data.items is not None and len(data.items) <= FEW) or is_rebuilt(self.inference, operation):
            return False
        if operation.frame is None or runs_once(operation.frame) or is_trial(self.inference, operation):
            return False
        parts = entries_of(data)
        if not isinstance(parts[0], Array):
            # On the CPU, and without a graph; or it may run once in an epoch.
            if prepares_data(self.inference, operation) or not runs_with_model(self.inference, operation):
                return False
        tensors = [part for part in parts if isinstance(part, Tensor)]
        costly = waits_in_loop(self.inference, tensors) or is_read_after_training(self.inference, operation, tensors)
        if not costly and operation.grad_enabled is False and not isinstance(parts[0], Array):
            costly = follows_waiting_loop(self.inference, operation)
        if costly or any(self.is_made_on_cpu(part) for part in tensors):
            return False
        return isinstance(parts[0], Array) or not self.meets_cpu(operation.result)

    def is_made_on_cpu(self, tensor: Tensor) -> bool:
        """Whether a tensor is computed from one that is made without a device."""
        return any(is_made_by_default(self.inference, one) for one in origins(tensor, _MANY))

    def meets_cpu(self, result: Value) -> bool:
        """Whether the result, which is on the CPU, meets another tensor that is there too, where a stack may not be."""
        users = self.inference.consumers.get(result.identity, ()) if isinstance(result, Tensor) else ()
        others = (one for user in users for one in user.tensors() if one.identity is not result.identity)
        return any(self.is_made_on_cpu(one) and result.origin not in list(origins(one, _MANY)) for one in others)


def entries_of(data: Value) -> list[Value]:
    """What a list holds, and the lists in it; nothing where one of them holds what is not known."""
    found: list[Value] = []
    for part in data.parts() if isinstance(data, Sequence) else ():
        if isinstance(part, Sequence):
            inner = entries_of(part)
            if not inner:
                return []
            found += inner
        else:
            found.append(part)
    return found


def reads_tensor(part: Value) -> bool:
    """Whether a value is a number that is read from a tensor, which may be on another device than the CPU."""
    read = part.origin if isinstance(part, Number) else None
    if read is not None and read.signature is PHI:  # read in one iteration or in another
        return all(reads_tensor(one) for one in read.operands.values())
    source = None if read is None or read.signature.family is not Family.EXTRACTION else read.operand()
    if read is None or not isinstance(source, Tensor) or not source.certain or source.device == "cpu":
        return False
    if read.notation is Notation.METHOD:
        return True
    kind = part.type if isinstance(part, Number) else None  # what float() and int() may have converted to
    return source.category == kind or (source.category is None and kind == FLOAT)
