"""`torch.stack` of a list of tensors, `np.stack` of a list of arrays, where a program makes a tensor of the list."""

from __future__ import annotations

from functools import partial

import libcst as cst

from ...inference.values import Array, Notation, Number, Operation, Sequence, Tensor, Value
from ..fix import Edit, Fix
from ..surroundings import follow
from ..writer import Rewriting
from .code import Code, from_text

_MOVES = ("device", "dtype")


def entries_of(data: cst.CSTNode | None) -> list[cst.CSTNode]:
    """The expressions that a list is written with, and the lists in it: their elements, or that of a comprehension."""
    written: list[cst.CSTNode] = []
    if isinstance(data, cst.List | cst.Tuple):
        written = [element.value for element in data.elements]
    elif type(data) is cst.ListComp:
        written = [data.elt]
    return [entry for one in written for entry in entries_of(one) or [one]]


def are_written_in(parts: list[Value], data: cst.CSTNode | None) -> bool:
    """Whether the operations that gave the entries of a list are the expressions that it is written with."""
    made = [part.origin.node if part.origin is not None else None for part in parts]
    entries = entries_of(data)
    return len(made) == len(entries) and all(one is entry for one, entry in zip(made, entries, strict=True))


def stacked(write: Rewriting, operation: Operation, parts: list[Value]) -> Fix | None:
    """The stack of what a list holds.

    None for tensors that are not known to have no dims, or stand in lists of that list, for numbers that are not read
    in the list itself, and where the call has other arguments than `dtype` and `device`.
    """
    data = operation.nodes.get("data")
    if not operation.complete or operation.operands.keys() - {"data", *_MOVES} or data is operation.node:
        return None
    if not isinstance(data, cst.BaseExpression) or type(data) is cst.GeneratorExp:
        return None
    if all(isinstance(part, Array) for part in parts):
        return of_arrays(write, operation.node, data)
    tensors = [part.origin.operand() if isinstance(part, Number) and part.origin else part for part in parts]
    held = operation.operand("data")
    if isinstance(held, Sequence) and Sequence.kind in held.held:  # torch.stack takes no lists of lists
        return None
    if not all(isinstance(tensor, Tensor) and tensor.rank == 0 for tensor in tensors):
        return None
    reads = [part.origin for part in parts if isinstance(part, Number) and part.origin is not None]
    if reads and not are_written_in(parts, data):
        return None
    return of_tensors(write, operation, data, reads)


def of_arrays(write: Rewriting, node: cst.CSTNode, data: cst.BaseExpression) -> Fix | None:
    """`np.stack` around the list, where the file has a name for NumPy."""
    numpy = write.module_names.name_of("numpy", data)
    if numpy is None or not write.fits_text(data, []):
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        return from_text(write.module, f"{numpy}.stack({code_of(write, updated)})")

    return Fix((Edit(data, change, (data,)),), safe=False, shows=node)


def of_tensors(write: Rewriting, operation: Operation, data: cst.BaseExpression, reads: list[Operation]) -> Fix | None:
    """`torch.stack` of the list, in which no tensor is read, moved as the call says."""
    node = operation.node
    names = write.module_names.modules(node)
    path = write.surroundings.path(node, data)
    moves = [operation.nodes[name] for name in _MOVES if name in operation.nodes]
    paths = [write.surroundings.path(node, move) for move in moves]
    if names is None or path is None or None in paths or not write.fits_text(node, []):
        return None
    if any(one.notation not in (Notation.METHOD, Notation.BUILTIN) or "input" not in one.nodes for one in reads):
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        text = f"{names.texts['torch']}.stack({code_of(write, follow(updated, path))})"
        if paths:
            moved = [write.module.code_for_node(follow(updated, one)) for one in paths if one is not None]
            text += f".to({', '.join(moved)})"
        return from_text(write.module, text)

    edits = [Edit(node, change, (data, *moves))]
    for read in reads:
        inner = write.surroundings.path(read.node, read.nodes["input"])
        if inner is None:
            return None
        edits.append(Edit(read.node, partial(follow, path=inner), (read.nodes["input"],)))
    return Fix(tuple(edits), safe=False, needs_torch=names.missing, shows=node)


def code_of(write: Rewriting, node: cst.CSTNode) -> Code:
    """The code of a list, in parentheses where it is a tuple."""
    assert isinstance(node, cst.BaseExpression)
    return Code(node, write.module.code_for_node(node))
