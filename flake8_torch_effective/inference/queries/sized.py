"""Which tensor a factory takes the sizes of its own from, and whether that one is used with it."""

from __future__ import annotations

import re
from dataclasses import dataclass

import libcst as cst

from ..interpreter.inference import Inference, alternatives
from ..knowledge.columns import Asks, Family, Formula
from ..values import Dtype, Identity, Number, Operation, Sequence, Tensor, Value, reaches
from .moves import move_of

_ROOM = "readers of tensors"
_DEPTH = 4
_PREPARES = re.compile(r"__getitem__|augment|collat|dataset|transform(?!er)", re.IGNORECASE)


@dataclass(frozen=True)
class SizeSource:
    """The tensor that a factory takes sizes from: its value, where it is written, and whether all sizes are its own."""

    tensor: Tensor
    node: cst.CSTNode | None
    whole: bool


def size_source(made: Operation) -> SizeSource | None:
    """The tensor whose shape a factory is given, or one of whose sizes is among those that it is given.

    >>> size_source(operation("torch.zeros(x.shape)")).whole, size_source(operation("torch.zeros(2, x.size(0))")).whole
    (True, False)
    >>> size_source(operation("torch.zeros(3)"))
    """
    sizes = made.operand("size")
    if isinstance(sizes, Sequence) and sizes.items and len(sizes.items) == 1 and isinstance(sizes.items[0], Sequence):
        sizes = sizes.items[0]
    if not isinstance(sizes, Sequence):
        return None
    if sizes.is_shape and sizes.origin is not None:
        return _read_by(sizes.origin, whole=True)
    numbers = [part for part in sizes.parts() if isinstance(part, Number)]
    found = (_read_by(part.origin, whole=False) for part in numbers if part.origin is not None)
    return next((source for source in found if source is not None), None)


def _read_by(reading: Operation, whole: bool) -> SizeSource | None:
    if reading.signature.asks not in (Asks.SHAPE, Asks.SIZE):
        return None
    tensor = reading.operand()
    return SizeSource(tensor, reading.nodes.get("input"), whole) if isinstance(tensor, Tensor) else None


def _readers(inference: Inference) -> dict[Identity, list[Operation]]:
    """For each tensor the operations that take it, also as one of several where branches or iterations meet."""
    found = inference.rooms.get(_ROOM)
    if isinstance(found, dict):
        return found
    readers: dict[Identity, list[Operation]] = {}
    for operation in inference.operations.values():
        for value in operation.operands.values():
            for part in _parts(value):
                if isinstance(part, Tensor):
                    for one in alternatives(part):
                        if isinstance(one, Tensor):
                            readers.setdefault(one.identity, []).append(operation)
    inference.rooms[_ROOM] = readers
    return readers


def is_moved_later(inference: Inference, value: Value) -> bool:
    """Whether a tensor, or what is made of it alone, is moved or read by the host, or what it is a part of is moved.

    >>> p = program("z = torch.rand(x.shape)", "mask = (z > 0.5).to(x.device)", "b = torch.ones(x.shape)")
    >>> is_moved_later(p.inference, p.value("z")), is_moved_later(p.inference, p.value("b"))
    (True, False)
    """
    return isinstance(value, Tensor) and _is_moved(inference, value, value, _DEPTH)


def _is_moved(inference: Inference, value: Value, first: Tensor, depth: int, alone: bool = True) -> bool:
    if not isinstance(value, Tensor) or depth == 0:
        return False
    for user in _readers(inference).get(value.identity, ()):
        if move_of(inference, user) is not None:
            return True
        if alone and (user.signature.family is Family.EXTRACTION or _may_move(user)):
            return True
        if any(_is_one_of_moved(operand, value) for operand in user.tensors()):
            return True
        still = alone and all(_is_of(operand, first) for operand in user.tensors())
        if _is_moved(inference, user.result, first, depth - 1, still):
            return True
    return False


def _is_one_of_moved(operand: Tensor, value: Tensor) -> bool:
    """Whether an operand is a tensor on one branch, and another on CUDA on the other one."""
    values = alternatives(operand)
    return value in values and any(isinstance(one, Tensor) and one.device == "cuda" for one in values)


def _may_move(user: Operation) -> bool:
    """Whether a conversion may be a move, for all that is known."""
    if user.name != "to":
        return user.name in ("cpu", "pin_memory")
    args = user.operand("args")
    return not isinstance(args, Sequence) or not all(isinstance(one, Dtype) for one in args.parts())


def meets(inference: Inference, value: Value, other: Tensor, depth: int = _DEPTH) -> bool:
    """Whether a tensor, or what is made of it alone, is an operand beside another tensor or what is made of that.

    >>> p = program("z = torch.zeros(x.size(0))", "y = x + z.unsqueeze(1)")
    >>> meets(p.inference, p.value("z"), p.value("x")), meets(p.inference, p.value("z"), p.value("y"))
    (True, False)
    """
    if not isinstance(value, Tensor) or depth == 0:
        return False
    for user in _readers(inference).get(value.identity, ()):
        if user.formula is Formula.SUBSCRIPT and value not in alternatives(user.operand()):
            continue  # an index may lie on the CPU
        beside = [part for one in user.operands.values() for part in _parts(one) if part.identity is not value.identity]
        others = [part for part in beside if isinstance(part, Tensor) and part.device != "cpu"]
        if any(_is_of(part, other) for part in others if value not in alternatives(part)):
            return True
        if meets(inference, user.result, other, depth - 1):
            return True
    return False


def _parts(value: Value) -> list[Value]:
    return value.parts() if isinstance(value, Sequence) else [value]


def _is_of(value: Value, other: Tensor) -> bool:
    """Whether a value is a tensor, or computed from it."""
    return any(one.identity is other.identity for one in reaches(value, 60))


def prepares_data(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands where batches are made, on the CPU: in a dataset, a transform, a collate function.

    >>> prepares_data(program("return x.exp()").inference, operation("x.exp()"))
    False
    """
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    names: list[str] = []
    while function is not None:
        if isinstance(function.node, cst.FunctionDef):
            names.append(function.node.name.value)
        if function.cls is not None:
            names += [function.cls.name, *(base.rpartition(".")[2] for base in function.cls.outside_bases())]
        function = function.analysis.scope.function
    return any(_PREPARES.search(name) for name in names)
