"""Which modules follow each other in a list that is filled step by step and then given to an ``nn.Sequential``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import libcst as cst

from ..interpreter.inference import Inference, module_row
from ..knowledge.columns import Container
from ..values import Bound, Identity, Module, Sequence, Value

_Pair = tuple[Module, Module | None]
_SIMPLE = (cst.Assign, cst.AnnAssign, cst.Expr)


def neighbours_in_lists(inference: Inference) -> Iterator[_Pair]:
    """Each module that is put into such a list, with the next one; None where it is not the same on every path.

    Of a list whose items are all known, the ``nn.Sequential`` has them.

    >>> p = program("xs = []", "for i in n: xs += [nn.Linear(4, 4), nn.ReLU()]", "net = nn.Sequential(*xs)")
    >>> list(neighbours_in_lists(p.inference))
    [(module:torch.nn.Linear, module:torch.nn.ReLU), (module:torch.nn.ReLU, None)]
    """
    given = _given(inference)
    if given:  # which is rare enough for a walk
        module = inference.module
        assert module is not None
        yield from _in_block(inference, module.body, given)
        for block in chain(inference.nodes_of(cst.IndentedBlock), inference.nodes_of(cst.SimpleStatementSuite)):
            assert isinstance(block, cst.BaseSuite)
            yield from _in_block(inference, block.body, given)


def _given(inference: Inference) -> set[Identity]:
    """The lists of which not all items are known that are given to an ``nn.Sequential``: ``nn.Sequential(*xs)``."""
    found: set[Identity] = set()
    for operation in inference.operations.values():
        row = module_row(operation.result) if isinstance(operation.result, Module) else None
        if row is None or row.container is not Container.SEQUENTIAL or type(operation.node) is not cst.Call:
            continue
        for argument in operation.node.args:
            value = inference.value(argument.value)
            if argument.star == "*" and isinstance(value, Sequence) and value.items is None:
                found.add(value.identity)
    return found


def _in_block(
    inference: Inference, statements: Iterable[cst.BaseStatement | cst.BaseSmallStatement], given: set[Identity]
) -> Iterator[_Pair]:
    """The neighbours that the statements of one block make, which run one after the other."""
    last: dict[Identity, Module] = {}
    for statement in statements:
        parts = statement.body if type(statement) is cst.SimpleStatementLine else [statement]
        for part in parts:
            added = _added(inference, part)
            if added is None:
                if type(part) not in _SIMPLE or _may_change(inference, part, last):
                    yield from ((module, None) for module in last.values())
                    last.clear()
                continue
            target, items = added
            if target not in given:
                yield from ((item, None) for item in items if isinstance(item, Module))
                continue
            before: Value | None = last.pop(target, None)
            for item in items:
                if isinstance(before, Module):
                    yield before, item if isinstance(item, Module) else None
                before = item
            if isinstance(before, Module):
                last[target] = before
    yield from ((module, None) for module in last.values())


def _added(inference: Inference, statement: cst.CSTNode) -> tuple[Identity, list[Value]] | None:
    """The list that a statement begins or adds to, with what it puts there."""
    if type(statement) is cst.Assign and type(statement.value) is cst.List:
        made = inference.value(statement.value)
        return (made.identity, made.items) if isinstance(made, Sequence) and made.items else None
    if type(statement) is cst.AugAssign and type(statement.operator) is cst.AddAssign:
        target = inference.value(statement.target)
        return _with_items(target, inference.value(statement.value))
    call = statement.value if type(statement) is cst.Expr else None
    callee = inference.value(call.func) if type(call) is cst.Call else None
    if type(call) is not cst.Call or not isinstance(callee, Bound) or len(call.args) != 1:
        return None
    value = inference.value(call.args[0].value)
    if callee.name == "append" and isinstance(callee.receiver, Sequence):
        return callee.receiver.identity, [value]
    return _with_items(callee.receiver, value) if callee.name == "extend" else None


def _with_items(target: Value, added: Value) -> tuple[Identity, list[Value]] | None:
    if not isinstance(target, Sequence) or not isinstance(added, Sequence) or not added.items:
        return None
    return target.identity, added.items


def _may_change(inference: Inference, statement: cst.CSTNode, lists: dict[Identity, Module]) -> bool:
    """Whether a statement may put something into a list that it names: ``xs.insert(0, x)``, ``extend(xs)``."""
    call = getattr(statement, "value", None) if type(statement) in _SIMPLE else None
    if type(call) is not cst.Call:
        return False
    callee = inference.value(call.func)
    named = [inference.value(argument.value) for argument in call.args]
    named += [callee.receiver] if isinstance(callee, Bound) else []
    return any(isinstance(one, Sequence) and one.identity in lists for one in named)
