"""Which code makes the host wait for the device: it reads numbers of a tensor, or how many entries one has."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import called_name
from ...syntax.walking import Visit, walk
from ..events.at_work import calls_in
from ..events.collections import called
from ..events.program import program_of
from ..interpreter.inference import Inference
from ..knowledge.kinds import BOOL
from ..values import Tensor

_ROOM = "functions that wait"
# What reads the numbers of a tensor, or makes as many entries as it has of a kind.
_WAITING = frozenset({"argwhere", "item", "masked_select", "nonzero", "numpy", "tolist", "unique"})
# What does so only if it is given a tensor.
_READERS = frozenset({"bool", "float", "int", "print"})
_TESTS = (cst.If, cst.IfExp, cst.While)
# So many calls deep a wait is looked for.
_DEPTH = 3


def waits(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether the host waits in a piece of code for what the device computes, or in what this calls in the file.

    >>> p = program("def a(z): return z[z > 1]", "def b(z): return a(z)", "def c(z): return z[:1]", "y = b(x), c(x)")
    >>> [waits(p.inference, p.value(name).node) for name in "abc"]
    [True, True, False]
    """
    return _waits(inference, node, _DEPTH)


def _waits(inference: Inference, node: cst.CSTNode, depth: int) -> bool:
    known = inference.rooms.setdefault(_ROOM, {})
    assert isinstance(known, dict)
    if (node, depth) not in known:
        known[node, depth] = _reads(inference, node) if not depth else _leads_to_wait(inference, node, depth)
    return bool(known[node, depth])


def _leads_to_wait(inference: Inference, node: cst.CSTNode, depth: int) -> bool:
    """Whether a piece of code waits, or what it calls so many calls deep; of ``__init__`` nothing is asked."""
    if _waits(inference, node, 0):
        return True
    callees = dict.fromkeys(called(program_of(inference), call) for call in calls_in(node))
    functions = (one for one in callees if one is not None and one.name != "__init__")
    return any(_waits(inference, one.node, depth - 1) for one in functions)


def _reads(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether a piece of code itself reads numbers: ``x.item()``, ``x[mask]``, ``if x.sum() > 1``, ``print(x)``."""
    found: list[cst.CSTNode] = []
    written: set[int] = set()

    def look_at_target(target: cst.CSTNode) -> None:
        assert type(target) is cst.AssignTarget
        written.add(id(target.target))

    def look_at_call(call: cst.CSTNode) -> None:
        assert type(call) is cst.Call
        name = called_name(call)
        reads = name in _READERS and any(is_tensor(argument.value) for argument in call.args)
        found.extend([call] if reads or name in _WAITING else [])

    def look_at_subscript(part: cst.CSTNode) -> None:
        assert type(part) is cst.Subscript
        indices = [one.slice.value for one in part.slice if type(one.slice) is cst.Index]
        masks = [one for one in indices if is_tensor(one, BOOL)]
        found.extend(masks if id(part) not in written else [])

    def look_at_test(branch: cst.CSTNode) -> None:
        assert isinstance(branch, _TESTS)
        found.extend([branch] if is_tensor(branch.test) else [])

    def is_tensor(part: cst.BaseExpression, category: object = None) -> bool:
        value = inference.value(part)
        return isinstance(value, Tensor) and category in (None, value.category)

    visitors: dict[type, list[Visit]] = {kind: [look_at_test] for kind in _TESTS}
    visitors[cst.Call] = [look_at_call]
    visitors[cst.Subscript] = [look_at_subscript]
    visitors[cst.AssignTarget] = [look_at_target]
    walk(node, visitors)
    return bool(found)
