"""Tensors that a loop makes longer with every iteration."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import Visit, walk
from ..interpreter.inference import Inference, alternatives
from ..knowledge.columns import Family
from ..knowledge.python_builtins import ASKS as BUILTIN_ASKS
from ..knowledge.tensor_attributes import METADATA
from ..queries.loops import is_same
from ..values import Operation, Sequence, Tensor, Unknown, Value, reaches
from .softmax import through_layout


def grown(inference: Inference, operation: Operation) -> tuple[cst.For | cst.While, int] | None:
    """The loop in which a ``cat`` makes a tensor longer with every iteration, and the tensor's place in the list.

    None where an iteration has another use for the tensor than its size: it has to be whole then.

    >>> p = program("y = torch.zeros(0)", "for row in x: y = torch.cat([y, row])", "return y")
    >>> loop, place = grown(p.inference, p.operation("torch.cat([y, row])"))
    >>> loop is p.loop, place
    (True, 0)
    """
    items = joined(inference, operation)
    for loop in reversed(operation.loops if items is not None and len(items) > 1 else ()):
        facts = inference.loops.get(loop)
        if facts is None or not isinstance(loop, (cst.For, cst.While)):
            continue
        for head, final in facts.carried.values():
            places = [place for place, item in enumerate(items or []) if is_same(item, head)]
            if len(places) != 1 or not _ends_as(final, operation.result):
                continue
            rest = [item for place, item in enumerate(items or []) if place != places[0]]
            if any(is_same(made, head) for item in rest for made in reaches(item, 200)):
                return None
            whole = _reads_whole(inference, loop, operation, (head, final, operation.result))
            return None if whole else (loop, places[0])
    return None


def joined(inference: Inference, operation: Operation) -> list[Value] | None:
    """What a ``cat`` joins: the items of its list, or what was written there, where a star hides how many.

    >>> p = program("return torch.cat([x, y])")
    >>> joined(p.inference, p.operation("torch.cat([x, y])")) == [p.value("x"), p.value("y")]
    True
    """
    tensors = operation.operand("tensors")
    if isinstance(tensors, Sequence) and tensors.items is not None:
        return tensors.items
    node = operation.nodes.get("tensors")
    return [inference.value(part.value) for part in node.elements] if isinstance(node, (cst.List, cst.Tuple)) else None


def _ends_as(final: Value, result: Value, depth: int = 4) -> bool:
    """Whether an iteration leaves a result, on one of its branches at least."""
    if is_same(final, result) or is_same(through_layout(final)[0], result):
        return True
    origin = final.origin
    if origin is None or origin.signature.family is not Family.PHI or depth <= 0:
        return False
    return any(_ends_as(branch, result, depth - 1) for branch in origin.operands.values())


def _reads_whole(
    inference: Inference, loop: cst.For | cst.While, operation: Operation, held: tuple[Value, ...]
) -> bool:
    """Whether an iteration reads a growing tensor beyond the ``cat`` itself, its size, and whether it is there yet."""
    skipped: set[int] = set()
    found: list[cst.CSTNode] = []

    def skip(node: cst.CSTNode) -> None:
        skipped.add(id(node))

    def look(node: cst.CSTNode) -> None:
        value = inference.value(node)
        if type(node) is cst.Attribute and node.attr.value in METADATA:
            skipped.add(id(node.value))
        if id(node) not in skipped and isinstance(value, (Tensor, Unknown)):
            if any(is_same(either, one) for either in alternatives(value) for one in held):
                found.append(node)

    def look_at_statement(node: cst.CSTNode) -> None:
        if type(node) is cst.Assign and inference.value(node.value) is operation.operand("tensors"):
            walk(node.value, {kind: [skip] for kind in (cst.Name, cst.Attribute, cst.Subscript)})
        if isinstance(node, (cst.Assign, cst.AnnAssign)):
            targets = [node.target] if isinstance(node, cst.AnnAssign) else [target.target for target in node.targets]
            skipped.update(map(id, targets))
            if isinstance(node.value, (cst.Name, cst.Call)):
                skipped.add(id(node.value))
        elif type(node) is cst.Comparison:
            if all(isinstance(target.operator, (cst.Is, cst.IsNot)) for target in node.comparisons):
                skipped.add(id(node.left))
        elif type(node) is cst.Return and node.value is not None:
            walk(node.value, {kind: [skip] for kind in (cst.Name, cst.Attribute, cst.Subscript)})
        elif type(node) is cst.Call and type(node.func) is cst.Name and node.func.value in BUILTIN_ASKS:
            skipped.update(id(argument.value) for argument in node.args)

    walk(operation.node, {kind: [skip] for kind in (cst.Call, cst.Name, cst.Attribute, cst.Subscript)})
    readers: dict[type, list[Visit]] = {kind: [look] for kind in (cst.Name, cst.Attribute, cst.Subscript)}
    readers.update(
        {kind: [look_at_statement] for kind in (cst.Assign, cst.AnnAssign, cst.Comparison, cst.Call, cst.Return)}
    )
    walk(loop.body, readers)
    if type(loop) is cst.While:
        walk(loop.test, readers)
    return bool(found)
