from __future__ import annotations

from collections.abc import Sequence as Parts

from ...inference import transfer
from ...inference.knowledge.columns import Formula
from ...inference.patterns.softmax import is_downward, reversed_range, starts_at_end
from ...inference.queries.provenance import is_shown_a_tensor
from ...inference.values import NONE, Number, Operation, Sequence, SequenceType, Tensor, Value
from ...rewriting.fix import Fix, operand
from ...rewriting.writer import Rewriting
from ...rewriting.writing import flips
from ..rule import Rule, WriteFix


class NegativeStep(Rule):
    """Negative step.

    What it does
    Finds a slice with a negative step on a tensor, and indexing by a range that counts down to 0.

    Why it is bad
    torch has no negative strides, so `x[::-1]`, which works on lists and arrays, raises ValueError. Indexing with
    `arange(n - 1, -1, -1)` works, but builds the index, copies it to the device and gathers element by element what
    `flip` copies in one operation.

    Example
        def mirrored(images: torch.Tensor) -> torch.Tensor:
            return images[:, :, ::-1]

    Use instead
        def mirrored(images: torch.Tensor) -> torch.Tensor:
            return torch.flip(images, dims=[2])

    Evidence
    raises: the slice raises and flip does not; right_result: flip gives the slices along the dim from the last to the
    first, in value and gradient. For the index same_result, same_gradient and fewer_dispatches. All for integers and
    booleans, too.

    Fix safety
    Safe for a slice where functions of torch make the tensor in the same function, and for an index: `flip` gives the
    same values.

    Unsafe for a slice of an argument, an attribute, or what a layer or another function returns, whatever an annotation
    says: it works today where that is a list or an array. Unsafe for an index where only an annotation, a name or a
    position says that it is of a tensor. Unsafe in a file that depends on strides, as `view` and random numbers do,
    because `flip` keeps those of its input. Unsafe for an index, too, unless torch made the tensor contiguous in the
    same function, or only sums or means of the result leave it. Unsafe for a slice in a file that may catch its error:
    with `try`, as the exception of a future or task, in a `with` of another file's context, where a class has another
    package's base, or where unknown code decorates a function in the file or gets one, a class or an object of it; and
    for one whose result is converted to an array, stored in a collection or an object, or given to a layer or to code
    of the file that may overwrite it.

    None for a slice whose result the file modifies in place, by any of its names or views, in functions of the file
    that it is passed to or returned to, or as `out`, since `flip` copies. None for an index that is not int64, where a
    bound is not a literal, or where an index may cover more than one dim, or may be a bool. None for an index that is
    not known to start at the end of the dim, since it may skip entries.

    An index is tentative, and so reported only with `--torch-tentative`, since `flip` gains little there; a slice
    raises. Nothing is reported if the value may be a list, such as `x[::-1]` on a parameter of `forward` that nothing
    shows to be a tensor.

    Source
    a collection of common PyTorch snippets (horizontal flip);
    https://docs.pytorch.org/docs/stable/generated/torch.flip.html
    """

    code = "TEF110"
    message = "{subscript} {wrong}"
    advice = "use {fixed}"
    words = "call {torch}.flip, with a slice that counts up"
    written = "assign to a slice that counts up, a tensor through {torch}.flip"
    formulas = frozenset({Formula.SUBSCRIPT, Formula.SUBSCRIPT_WRITE, Formula.INDEX_SELECT})

    def check(self, operation: Operation) -> None:
        tensor = operation.operand()
        if not isinstance(tensor, Tensor):
            return
        if operation.formula is Formula.INDEX_SELECT:
            axis = transfer.integer(operation.operand("dim"))
            if axis is not None:
                self.check_index(operation, tensor, operation.operand("index"), axis)
            return
        parts = operation.index_parts
        down = [is_downward(part) for part in parts]
        if any(down):
            if len(parts) > 1 or tensor.certain or self.inference.feeds_layer(operation.result):
                self.report_part(operation, "raises ValueError", lambda write: flips.fixed_slices(write, operation))
            return
        turned = [reversed_range(part) is not None for part in parts]
        if operation.formula is Formula.SUBSCRIPT and sum(turned) == 1 == sum(is_list(part) for part in parts):
            axis = flips.axes(parts, turned)[0]
            self.check_index(operation, tensor, parts[turned.index(True)], axis, turned)

    def check_index(
        self, operation: Operation, tensor: Tensor, index: Value, axis: int, turned: Parts[bool] = ()
    ) -> None:
        """Report an index that counts down over a dim by name only, unless it certainly starts before the end."""
        backward = reversed_range(index)
        whole = None if backward is None else starts_at_end(self.inference, backward, tensor, axis)
        if backward is None or whole is False:
            return

        def fix(write: Rewriting) -> Fix | None:
            rest = flips.forward(operation, turned, write.module.code_for_node)
            counted = not isinstance(index, Tensor) or index.dtype == "int64"  # uint8 is a mask
            if rest is None or operation.given("out") or not whole or not counted:
                return None
            template = flips.index_as_flip([axis], rest)
            source = operation.nodes.get("input")
            alike = source is not None and write.made_here.is_contiguous(source)
            alike = alike or write.confined.hides_strides(operation.node)
            safe = alike and is_shown_a_tensor(write.inference, tensor)
            return write.expression(operation.node, template, safe=safe, x=operand(operation))

        self.report_part(operation, "gathers element by element", fix, tentative=True)

    def report_part(self, operation: Operation, wrong: str, fix: WriteFix, tentative: bool = False) -> None:
        """Report a subscript, or an ``index_select``."""
        self.report(
            operation.node,
            parts=[operation],
            tentative=tentative,
            words=self.written if operation.formula is Formula.SUBSCRIPT_WRITE else self.words,
            subscript=self.text(operation.node, 44),
            wrong=wrong,
            fix=fix,
        )


def is_list(part: Value) -> bool:
    """Whether a part of a subscript selects, or may select, entries one by one."""
    if isinstance(part, Sequence):
        return part.type is not SequenceType.SLICE
    return part is not NONE and part.kind != "other" and not isinstance(part, Number)
