from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.knowledge.kinds import FLOAT, INT
from ...inference.knowledge.python_operations import LEGACY_EMPTY
from ...inference.queries.occasions import is_behind_device, runs_seldom
from ...inference.queries.trials import is_trial
from ...inference.queries.unwritten import is_read_unwritten
from ...inference.values import Number, Operation, Sequence, Tensor, Value
from ...rewriting.writing import factories
from ..rule import Rule


class LegacyConstructor(Rule):
    """torch.Tensor, torch.FloatTensor and their kind, called.

    What it does
    Finds calls of `torch.Tensor`, `torch.FloatTensor`, `torch.LongTensor`, `torch.cuda.FloatTensor` and the like.
    Reported by default are the types in `torch.cuda`, and memory that is read before anything is written to it, as by
    `total += x` and `counts[i] += 1`, where the size is known to be a number, as that of `Tensor(len(xs))`, or is given
    as several. So are calls that raise: a float, as in `torch.Tensor(0.0)`, is neither a size nor data, and `dtype=` is
    not taken.

    All others are tentative, and so reported only with `--torch-tentative`: most of them do what their author means.
    Types in `torch.cuda` are also tentative if they are given a tensor, which must be on CUDA already, or a `device`;
    if the result is kept behind a test of it; if they stand behind a test of the device; and in tests, measurements and
    demonstrations.

    Why it is bad
    `torch.Tensor(3)` is not 3.0, but three numbers of uninitialised memory. `torch.Tensor([2, 3])` turns the integers
    into float32. None of these types follows the default device. The types in `torch.cuda` only know the current
    device. Since 2.1, torch built with CUDA warns that they are no longer recommended; torch without CUDA raises.

    Example
        def threshold(count: int) -> torch.Tensor:
            return torch.Tensor(count)

    Use instead
        def threshold(count: int) -> torch.Tensor:
            return torch.tensor(float(count))

    Evidence
    wrong_result: a number gives as many numbers; right_result: one by the good form; same_device: the bad form ignores
    the default device, the good one does not; same_result on the CPU.

    Fix safety
    Unsafe: `torch.empty` for sizes and `torch.tensor` for data, with the dtype of the type that was called, follow the
    default device where the old form did not, and `torch.tensor` copies an array. None for a lone number, which may be
    meant as a size or as a number, for what is not known to be either, and for a tensor.

    Source
    a collection of common PyTorch snippets (visualisation);
    https://docs.pytorch.org/docs/stable/tensors.html
    """

    code = "TEF403"
    message = "{call} {harm}"
    advice = "use {fixed}"
    words = "write {torch}.empty for a size, {torch}.tensor for data"
    words_of_float = "write {torch}.tensor for a number"
    words_of_sizes = "write {torch}.empty with these sizes, a dtype and a device"
    words_of_data = "write {torch}.tensor with a dtype and a device"
    formulas = frozenset({Formula.LEGACY_CONSTRUCTOR})

    def check(self, operation: Operation) -> None:
        made = operation.result
        if not isinstance(made, Tensor):
            return
        certain = on_cuda = made.device == "cuda"
        if takes_no_such(operation):
            certain, on_cuda = True, False
            harm = "raises TypeError"
        elif on_cuda:
            placed = has_device(operation)
            certain = not placed and not isinstance(operation.operand("data"), Tensor)
            harm = "makes torch warn since 2.1"
        elif operation.signature is LEGACY_EMPTY and not is_shape_of_anything(operation.operand("size")):
            harm = "is uninitialised memory of that size"
            certain = is_read_unwritten(self.inference, operation)
        elif made.category == FLOAT and holds_integers(operation.operand("data")):
            harm = f"turns integers into {made.dtype}"
        else:
            harm = "ignores the default device, and takes a number for a size"
        self.report(
            operation.node,
            tentative=not certain
            or is_trial(self.inference, operation)
            or (on_cuda and runs_seldom(self.inference, operation))
            or (on_cuda and is_behind_device(self.inference, operation)),
            call=self.text(operation.node),
            harm=harm,
            words=self.words_for(operation),
            fix=lambda write: factories.modern(write, operation, made),
        )

    def words_for(self, operation: Operation) -> str:
        """What to write, by what the call is given: several sizes, a list, or what may be either."""
        given = operation.node.args if type(operation.node) is cst.Call else ()
        if len(given) == 1 and takes_no_such(operation):
            return self.words_of_float
        plain = not any(one.star or one.keyword is not None for one in given)
        if plain and len(given) > 1:
            return self.words_of_sizes
        return self.words_of_data if plain and given and factories.is_data(operation) else self.words


def takes_no_such(operation: Operation) -> bool:
    """Whether a call raises: a float is no size, and no data either, and no dtype is taken."""
    given = operation.node.args if type(operation.node) is cst.Call else ()
    only = operation.operand("size") if len(given) == 1 else None
    is_float = isinstance(only, Number) and only.type == FLOAT
    return is_float or any(one.keyword is not None and one.keyword.value == "dtype" for one in given)


def has_device(operation: Operation) -> bool:
    """Whether a call says the device itself: ``torch.cuda.LongTensor(3, device=device)``."""
    given = operation.node.args if type(operation.node) is cst.Call else ()
    return any(one.keyword is not None and one.keyword.value == "device" for one in given)


def is_shape_of_anything(size: Value) -> bool:
    """Whether a size is the ``shape`` of what may be no tensor, and so a plain tuple: it would be data."""
    made = size.origin if isinstance(size, Sequence) and size.is_shape else None
    return made is not None and not isinstance(made.operand(), Tensor)


def holds_integers(data: Value) -> bool:
    """Whether a list holds integers only, so that a factory would make a tensor of integers."""
    parts = data.parts() if isinstance(data, Sequence) else []
    return bool(parts) and all(
        (isinstance(part, Number) and part.type == INT) or holds_integers(part) for part in parts
    )
