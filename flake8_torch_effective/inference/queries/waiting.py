"""Which code makes the host wait for the device: it reads numbers of a tensor, or how many entries one has."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import called_name, last_name, words_of
from ...syntax.walking import Visit, walk
from ..events.at_work import calls_in
from ..events.collections import called
from ..events.program import program_of
from ..interpreter.inference import Inference, met
from ..knowledge.function_names import Work, does
from ..knowledge.kinds import BOOL
from ..values import Bound, Function, Module, Reference, Tensor, Unknown, Value
from .places import is_under_condition

_ROOM = "functions that wait"
# What reads the numbers of a tensor, or makes as many entries as it has of a kind.
_WAITING = frozenset(
    "allclose argwhere assert_close cpu equal is_nonzero item masked_select nonzero numpy tolist unique".split()
)
# What does so only if it is given a tensor.
_READERS = frozenset({"bool", "float", "int", "print"})
_TESTS = (cst.Assert, cst.If, cst.IfExp, cst.While)
# So many calls deep a wait is looked for, and so many containers deep a layer.
_DEPTH = 3


def waits(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether the host waits in a piece of code for what the device computes, or in what this calls in the file.

    Layers of the file count too, be they called by name, from a list, or by an ``nn.Sequential``. So does what another
    file checks, by its name: ``assert_masked(x)``.

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
    callees = dict.fromkeys(one for call in calls_in(node) for one in _run_by(inference, call))
    return any(_waits(inference, one.node, depth - 1) for one in callees if one.name != "__init__")


def _run_by(inference: Inference, call: cst.Call) -> list[Function]:
    """The functions of the file that a call runs: the one that it names, or ``forward`` of the layers that it calls."""
    function = called(program_of(inference), call)
    return _forwards(inference.value(call.func), _DEPTH) if function is None else [function]


def _forwards(value: Value, depth: int) -> list[Function]:
    found: list[Function] = []
    for one in met(value):
        if isinstance(one, Module):
            forward = None if one.cls is None else one.cls.function("forward")
            found += [] if forward is None else [forward]
            found += [each for child in one.children or () if depth for each in _forwards(child, depth - 1)]
    return found


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
        given = name in _READERS or (does(name, Work.CHECKS) and isinstance(inference.value(call.func), Reference))
        reads = given and any(is_tensor(argument.value) for argument in call.args)
        found.extend([call] if reads or name in _WAITING else [])

    def look_at_subscript(part: cst.CSTNode) -> None:
        assert type(part) is cst.Subscript
        indices = [one.slice.value for one in part.slice if type(one.slice) is cst.Index]
        masks = [one for one in indices if is_tensor(one, BOOL) or is_called_mask(one)]
        found.extend(masks if id(part) not in written else [])

    def look_at_test(branch: cst.CSTNode) -> None:
        assert isinstance(branch, _TESTS)
        if type(branch) is cst.Assert and any(is_under_condition(inference, call) for call in calls_in(branch)):
            return  # it may hold for a mode that is off
        found.extend(part for part in _parts(branch.test) if is_tensor(part))

    def is_called_mask(index: cst.BaseExpression) -> bool:
        value = inference.value(index)
        unknown = isinstance(value, (Bound, Unknown)) or (isinstance(value, Tensor) and value.category is None)
        return unknown and words_of(last_name(index))[-1:] == ["mask"]

    def is_tensor(part: cst.BaseExpression, category: object = None) -> bool:
        value = inference.value(part)
        return isinstance(value, Tensor) and category in (None, value.category)

    visitors: dict[type, list[Visit]] = {kind: [look_at_test] for kind in _TESTS}
    visitors[cst.Call] = [look_at_call]
    visitors[cst.Subscript] = [look_at_subscript]
    visitors[cst.AssignTarget] = [look_at_target]
    walk(node, visitors)
    return bool(found)


def _parts(test: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What a test asks of: both sides of ``a and not b``, and the test itself."""
    found: list[cst.BaseExpression] = []
    queue = [test]
    for part in queue:
        if type(part) is cst.UnaryOperation and type(part.operator) is cst.Not:
            queue.append(part.expression)
        elif type(part) is cst.BooleanOperation:
            queue += [part.left, part.right]
        else:
            found.append(part)
    return found
