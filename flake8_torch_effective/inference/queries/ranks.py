"""Who needs the dims that a ``squeeze()`` may drop, and which dims it can drop at all."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.walking import Visit, walk
from .. import transfer
from ..interpreter.inference import Inference, alternatives
from ..knowledge.columns import Contiguity, Family, Formula
from ..knowledge.python_operations import BUILTINS, ELEMENT, LENGTH, PHI, SUBSCRIPT
from ..patterns.softmax import has_no_batch, inserts_front_axis
from ..values import Identity, Number, Operation, Sequence, Tensor, Value, origins
from .choices import tests_around

_BY_DIM = (Family.REDUCTION, Family.SCAN, Family.SOFTMAX, Family.INDEXING)
# Those that raise where the shapes differ; the others broadcast one row, and their mean is the same.
_CHECKS_SHAPES = frozenset(
    {
        Formula.BINARY_CROSS_ENTROPY,
        Formula.BINARY_CROSS_ENTROPY_WITH_LOGITS,
        Formula.CROSS_ENTROPY,
        Formula.KL_DIV,
        Formula.NLL_LOSS,
    }
)
_OF_RANK = ("dim", "ndim", "axis", "keepdim")
_DEPTH = 6


def needs_rank(inference: Inference, squeeze: Operation) -> bool:
    """Whether something in sight that reads a squeezed tensor fails, or computes something else, on a batch of one.

    It takes a dim after the first by number, the length, or a tensor that still has all dims to be joined with, to be
    compared with by a loss, or to be written over the squeezed one. Arithmetic with such a tensor gives the dim back,
    an index such as ``[:, 0]`` is mostly written for rows that are no batch, and what becomes of a tensor that is
    returned is not known.

    >>> p = program("y = x.squeeze()", "return y.softmax(1)")
    >>> needs_rank(p.inference, p.operation("x.squeeze()"))
    True
    >>> p = program("y = x.squeeze()", "return labels - y.sum(-1)")
    >>> needs_rank(p.inference, p.operation("x.squeeze()"))
    False
    """
    return _needed(inference, squeeze, squeeze.result, _DEPTH)


def _needed(inference: Inference, squeeze: Operation, value: Value, depth: int) -> bool:
    """Whether a reader of a value needs its rank."""
    if isinstance(value, Sequence):
        return any(_needed(inference, squeeze, part, depth) for part in value.parts())
    if value.identity is None or depth < 0:
        return False
    return any(_needs(inference, squeeze, reader, held, depth) for reader, held in _readers(inference, value.identity))


def _needs(inference: Inference, squeeze: Operation, reader: Operation, value: Value, depth: int) -> bool:
    """Whether a reader needs the rank of ``value``, or what reads its result does."""
    signature = reader.signature
    is_input = _is(reader.operand(), value)
    if reader.signature is LENGTH:
        return True
    if signature.family is Family.LOSS:
        return reader.formula in _CHECKS_SHAPES and any(_keeps_all(other, squeeze) for other in _others(reader, value))
    if reader.formula is Formula.CAT:
        listed = reader.operand("tensors")
        parts = listed.parts() if isinstance(listed, Sequence) else []
        return any(_keeps_all(part, squeeze) for part in parts if not _is(part, value))
    if reader.formula is Formula.SUBSCRIPT:
        if len(reader.index_parts) > 1:  # an image's boxes, say, which are many
            return False
    elif signature.elementwise or reader.formula is Formula.CONTIGUOUS:
        if any(_keeps_all(other, squeeze) for other in _others(reader, value)):
            return is_input and reader.notation.modifies
    elif signature.family in _BY_DIM:
        axes = transfer.axes_of(reader.operand("dim"))
        if axes is None or not all(axis < 0 for axis in axes):
            return is_input and axes is not None and any(axis > 0 for axis in axes)
    elif signature.family is not Family.COPY:
        return False
    return _needed(inference, squeeze, reader.result, depth - 1)


def _others(reader: Operation, value: Value) -> list[Tensor]:
    """What a reader takes beside a value, but for numbers that are tensors."""
    return [other for other in reader.tensors() if not _is(other, value) and other.shape != ()]


def _keeps_all(value: Value, squeeze: Operation) -> bool:
    """Whether a tensor has the dims that the squeezed one may have lost."""
    return isinstance(value, Tensor) and not _lacks_it_too(value, squeeze) and not _never_one(value)


def _is(value: Value, other: Value) -> bool:
    return value is other or (isinstance(value, Tensor) and value.identity is other.identity)


def _lacks_it_too(value: Tensor, squeeze: Operation) -> bool:
    """Whether a tensor is computed from the squeezed one, or was squeezed itself."""
    return any(made is squeeze or is_squeeze_of_all(made) for made in origins(value, 60))


def is_squeeze_of_all(operation: Operation) -> bool:
    """``x.squeeze()``, with no dim.

    >>> is_squeeze_of_all(operation("x.squeeze()")), is_squeeze_of_all(operation("x.squeeze(1)"))
    (True, False)
    """
    return operation.formula is Formula.SQUEEZE and not operation.given("dim")


def _readers(inference: Inference, identity: Identity) -> Iterator[tuple[Operation, Value]]:
    """The operations that take a tensor, by itself or where branches meet in it, and as what they take it."""
    for held in (identity, *_joins(inference).get(identity, ())):
        for reader in inference.consumers.get(held, ()):
            for value in reader.operands.values():
                parts = value.parts() if isinstance(value, Sequence) else (value,)
                yield from ((reader, part) for part in parts if isinstance(part, Tensor) and part.identity is held)


def _joins(inference: Inference) -> dict[Identity, set[Identity]]:
    """For each tensor what it may be where branches meet."""
    known = inference.rooms.get("joins")
    if isinstance(known, dict):
        return known
    found: dict[Identity, set[Identity]] = {}
    for operation in inference.operations.values():
        for value in operation.tensors():
            if value.origin is None or value.origin.signature is not PHI:
                continue
            for branch in alternatives(value)[1:]:
                if branch.identity is not None and branch.identity is not value.identity:
                    found.setdefault(branch.identity, set()).add(value.identity)
    inference.rooms["joins"] = found
    return found


def has_last_reduced(value: Value, depth: int = 8) -> bool:
    """Whether the last dim of a tensor was reduced away, so that one of size 1 is hardly left to be squeezed.

    >>> has_last_reduced(value("-x.sum(dim=-1)")), has_last_reduced(value("x.sum(dim=-1, keepdim=True)"))
    (True, False)
    """
    origin = value.origin
    if origin is None or depth <= 0:
        return False
    if origin.signature.family is Family.REDUCTION:
        axes = transfer.axes_of(origin.operand("dim"))
        return axes is not None and -1 in axes and not origin.given("keepdim")
    passes = origin.signature.elementwise or origin.signature.contiguity is Contiguity.TRANSPOSES
    if passes or origin.signature in (SUBSCRIPT, ELEMENT) or origin.formula is Formula.DETACH:
        if origin.signature is SUBSCRIPT and isinstance(origin.operand(), Tensor):
            return False
        held = [operand for operand in origin.operands.values() if isinstance(operand, (Tensor, Sequence))]
        held = [operand for operand in held if not isinstance(operand, Tensor) or operand.shape != ()]
        return bool(held) and all(has_last_reduced(operand, depth - 1) for operand in held)
    return False


def keeps_chosen_dims(value: Value) -> bool:
    """Whether a tensor was reduced with ``keepdim=True`` over dims that are all, or that a caller chooses.

    >>> keeps_chosen_dims(value("x.mean(dim=n, keepdim=True).sqrt()"))
    True
    >>> keeps_chosen_dims(value("x.mean(dim=1, keepdim=True)"))
    False
    """
    return any(
        made.signature.family is Family.REDUCTION
        and isinstance(keeps := made.operand("keepdim"), Number)
        and keeps.number is True
        and transfer.axes_of(made.operand("dim")) is None
        for made in origins(value, 40)
        if made.signature not in BUILTINS.values()
    )


def _never_one(value: Value) -> bool:
    """Whether a tensor has more than one row however small a batch is: it was made with ``2 * batch`` of them."""
    for made in origins(value, 20):
        if made.signature.family is Family.FACTORY:
            return type(made.node) is cst.Call and bool(made.node.args) and _is_multiple(made.node.args[0].value)
        if made.formula is not Formula.SUBSCRIPT_WRITE and made.signature.family is not Family.CONVERSION:
            break
    return False


def _is_multiple(size: cst.BaseExpression) -> bool:
    """``2 * n``, ``n * 2``."""
    if type(size) is not cst.BinaryOperation or type(size.operator) is not cst.Multiply:
        return False
    factors = (side.value for side in (size.left, size.right) if type(side) is cst.Integer)
    return any(factor not in ("0", "1") for factor in factors)


def is_put_in_dict(frame: cst.CSTNode, node: cst.CSTNode) -> bool:
    """Whether an expression is what a dict literal of a function holds under a key.

    >>> p = program("return {'out': x.exp()}")
    >>> is_put_in_dict(p.operation("x.exp()").frame, p.operation("x.exp()").node)
    True
    """
    found: list[bool] = []
    walk(frame, {cst.DictElement: [lambda element: found.append(element.value is node)]})  # type: ignore[attr-defined]
    return any(found)


def is_chosen_by_rank(operation: Operation) -> bool:
    """Whether a test around an operation asks for a batch, a rank or a first dim of one: its author knows the dims.

    >>> p = program("if x.dim() == 3:", "    y = model(x).squeeze()")
    >>> is_chosen_by_rank(p.operation("model(x).squeeze()"))
    True
    """
    if not isinstance(operation.frame, cst.FunctionDef):
        return False
    names: list[str] = []
    ones: list[bool] = []
    read: dict[type, list[Visit]] = {
        cst.Name: [lambda name: names.append(name.value)],  # type: ignore[attr-defined]
        cst.Comparison: [lambda comparison: ones.append(_is_first_one(comparison))],  # type: ignore[arg-type]
    }
    for test in tests_around(operation.frame, operation.node):
        walk(test, read)
    return any(ones) or any(name in _OF_RANK or "batch" in name.lower() for name in names)


def _is_first_one(comparison: cst.Comparison) -> bool:
    """``x.shape[0] == 1``, ``x.size(0) == 1``."""
    side = comparison.left
    target = comparison.comparisons[0]
    if type(target.operator) is not cst.Equal or not _is_number(target.comparator, "1"):
        return False
    if type(side) is cst.Subscript and type(side.value) is cst.Attribute and side.value.attr.value == "shape":
        index = side.slice[0].slice
        return type(index) is cst.Index and _is_number(index.value, "0")
    if type(side) is not cst.Call or len(side.args) != 1:
        return False
    asked = side.func
    return type(asked) is cst.Attribute and asked.attr.value == "size" and _is_number(side.args[0].value, "0")


def _is_number(node: cst.BaseExpression, number: str) -> bool:
    return type(node) is cst.Integer and node.value == number


def starts_with_one(value: Tensor, frame: cst.CSTNode | None) -> bool:
    """Whether a tensor has a first dim of size 1, or is computed in a function from one to which it gave such a dim.

    >>> p = program("y = torch.sqrt(x.expand(1, n, -1))", "return model(y)")
    >>> starts_with_one(p.value("model(y)"), p.operation("model(y)").frame)
    True
    """
    everything = list(origins(value, 40))
    if any(operation.frame is not frame and inserts_front_axis(operation) for operation in everything):
        return True
    made = [operation for operation in everything if operation.frame is frame]
    shapes = [one.shape for one in (value, *(operation.result for operation in made)) if isinstance(one, Tensor)]
    return any(shape is not None and len(shape) > 1 and shape[0] == 1 for shape in shapes) or any(
        operation.formula is Formula.EXPAND and (transfer.axes_of(operation.operand("size")) or [0])[0] == 1
        for operation in made
    )


def follows_batch_of_one(inference: Inference, squeeze: Operation) -> bool:
    """Whether a function put a batch dim of size 1 in front of an input before it squeezes: ``x.unsqueeze(0)``.

    >>> p = program("y = x.unsqueeze(0)", "z = y + model(y)", "return z.squeeze()")
    >>> follows_batch_of_one(p.inference, p.operation("z.squeeze()"))
    True
    """
    known = inference.rooms.get("squeezes of a batch of one")
    if isinstance(known, set):
        return squeeze in known
    found: set[Operation] = set()
    frames: set[cst.CSTNode | None] = set()
    for operation in inference.operations.values():
        if inserts_front_axis(operation) and not has_no_batch(operation.operand()):
            frames.add(operation.frame)
        elif is_squeeze_of_all(operation) and operation.frame in frames:
            found.add(operation)
    inference.rooms["squeezes of a batch of one"] = found
    return squeeze in found
