from __future__ import annotations

import libcst as cst

from ...inference import transfer
from ...inference.pairwise import inserted_axis
from ...inference.values import Number, Operation, Tensor, Value
from ..rule import Rule

_ZEROS = frozenset({"zeros", "zeros_like", "new_zeros"})
_ONES = frozenset({"ones", "ones_like", "new_ones"})
_WRITES = frozenset({"scatter", "scatter_add", "scatter_reduce", "setitem", "index_put", "index_fill", "masked_fill"})
_CONVERSIONS = {"float32": ".float()", "float64": ".double()", "float16": ".half()", "bool": ".bool()", "int64": ""}


class OneHotByScatter(Rule):
    """One-hot rows by `scatter_`.

    What it does
    Finds ones scattered into a tensor of zeros, one for each label.

    Why it is bad
    Three tensors have to fit in shape, dtype and device for what `one_hot` says in a word. Zeros made without a device
    stay on the CPU, and zeros with more rows than there are labels leave rows without a 1.

    Example
        def encoded(labels: torch.LongTensor, rows: int, classes: int) -> torch.Tensor:
            return torch.zeros(rows, classes, device=labels.device).scatter_(1, labels.unsqueeze(1), 1)

    Use instead
        def encoded(labels: torch.LongTensor, rows: int, classes: int) -> torch.Tensor:
            return F.one_hot(labels, classes).float()

    Evidence
    same_device: the result is where the labels are; wrong_result: in bad a short batch has rows of zeros; same_result
    and, where the ones are a tensor, less_memory.

    Fix safety
    Unsafe: `one_hot` takes int64 only and gives int64, on the device of its labels. It does not dispatch less, which is
    why the rule is opt-in.

    Source
    a collection of common PyTorch snippets (one-hot encoding);
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.one_hot.html
    """

    code = "TEF112"
    message = "{call} spells a one-hot encoding out; use {fixed}"
    opt_in = True
    operations = frozenset({"scatter"})

    def check(self, operation: Operation) -> None:
        target, index = operation.operand(), operation.operand("index")
        zeros = made_by(target, _ZEROS)
        dim = transfer.integer(operation.operand("dim"))
        if zeros is None or zeros.frame is not operation.frame or dim is None or operation.given("reduce"):
            return
        if not isinstance(target, Tensor) or not isinstance(index, Tensor) or index.category != "int":
            return
        labels = self.labels(index, operation.nodes.get("index"), dim, target.rank)
        if labels is None or not puts_ones(operation) or self.is_written_again(operation):
            return
        fixed = f"{self.file.functional}.one_hot({labels}, {self.classes(zeros, dim)}){self.conversion(target, zeros)}"
        if not is_last(dim, target.rank):
            fixed += f".movedim(-1, {dim})"
        self.report(operation.node, call=self.text(operation.node, 24), fixed=fixed)

    def labels(self, index: Value, node: cst.CSTNode | None, dim: int, rank: int | None) -> str | None:
        """The labels that an index of one column is made of; None where it may have more columns."""
        conversion = ""
        for _ in range(4):
            origin = index.origin
            if origin is None:
                return None
            if origin.family == "reduction" and keeps(origin) and is_axis(origin.operand("dim"), dim, rank):
                return f"{self.text(node, 36)}.squeeze({dim})"
            axis = inserted_axis(origin)
            if axis is None and isinstance(index, Tensor) and index.shape and index.dim(dim) == 1:
                return f"{self.text(node, 36)}.squeeze({dim}){conversion}"
            if axis is not None:
                base = origin.operand()
                if not is_axis(Number("int", axis), dim, rank) or (
                    isinstance(base, Tensor) and None not in (base.rank, rank) and base.rank != (rank or 0) - 1
                ):
                    return None
                return self.text(origin.nodes.get("input"), 30) + conversion
            if origin.family != "conversion":
                return None
            conversion = ".long()"
            index, node = origin.operand(), origin.nodes.get("input")
        return None

    def classes(self, zeros: Operation, dim: int) -> str:
        """The number of classes: the size of the zeros along ``dim``, as it was written."""
        if zeros.name == "zeros_like":
            return f"{self.text(zeros.nodes.get('input'), 20)}.size({dim})"
        call = zeros.node
        arguments = call.args if isinstance(call, cst.Call) else ()
        sizes = [argument.value for argument in arguments if argument.keyword is None and not argument.star]
        if len(sizes) == 1:
            if not isinstance(sizes[0], cst.Tuple | cst.List):
                return f"{self.text(sizes[0], 20)}[{dim}]"
            sizes = [element.value for element in sizes[0].elements]
        return self.text(sizes[dim], 24) if -len(sizes) <= dim < len(sizes) else "num_classes"

    def conversion(self, target: Tensor, zeros: Operation) -> str:
        """What makes the int64 of ``one_hot`` the dtype of the zeros."""
        found = _CONVERSIONS.get(target.dtype or "")
        if found is None:
            node = zeros.nodes.get("dtype")
            like = zeros.nodes.get("input")
            found = f".to({self.text(node) if node is not None else self.text(like, 20) + '.dtype'})"
        return found

    def is_written_again(self, operation: Operation) -> bool:
        """Whether more is written into the result, so that a row may hold more than one 1."""
        identity = operation.result.identity
        readers = self.inference.consumers.get(identity, []) if identity is not None else []
        return any(reader.family == "indexing" and reader.name in _WRITES for reader in readers)


def made_by(value: Value, names: frozenset[str]) -> Operation | None:
    """The operation of one of these names that made a value, perhaps converted since."""
    origin = value.origin
    while origin is not None and origin.family == "conversion":
        origin = origin.operand().origin
    return origin if origin is not None and origin.name in names else None


def puts_ones(operation: Operation) -> bool:
    """Whether a ``scatter`` writes 1, or ones."""
    written = operation.operands.get("src", operation.operand("value"))
    if isinstance(written, Number):
        return written.number == 1
    return made_by(written, _ONES) is not None


def keeps(reduction: Operation) -> bool:
    """Whether a reduction is told ``keepdim=True``."""
    keepdim = reduction.operands.get("keepdim")
    return isinstance(keepdim, Number) and keepdim.number is True


def is_axis(value: Value, dim: int, rank: int | None) -> bool:
    """Whether a number names the axis ``dim``; without a rank 1 is taken for the last."""
    axis = transfer.integer(value)
    if axis is None:
        return False
    return (axis - dim) % (2 if rank is None else rank) == 0 if (axis < 0) != (dim < 0) else axis == dim


def is_last(dim: int, rank: int | None) -> bool:
    """Whether ``dim`` is known to be the last axis."""
    return dim == -1 or dim + 1 == rank
