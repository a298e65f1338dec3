"""Which lines run once per batch or sample, and not only when a program starts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import libcst as cst

from ...syntax.naming import all_names, called_name, last_name, words_of
from ...syntax.walking import walk
from ..events.at_work import RUNS, calls_in, functions_at_work
from ..events.program import Program, program_of
from ..interpreter.inference import Inference, alternatives
from ..knowledge.columns import Family
from ..knowledge.function_names import Work, does
from ..knowledge.training import EventKind
from ..values import Bound, Function, Operation, Tensor
from .assigned import assigned_in
from .places import is_under_condition
from .trials import has_few_iterations
from .waiting import waits

_ROOM = "functions that run for each batch"
_IN_ORDER = "calls behind loops that wait"
_OVER_LOADERS = "loops over loaders"
_LOOPS = (cst.For, cst.While)
_LOADERS = frozenset({"dataloader", "loader"})


def runs_each_batch(inference: Inference, operation: Operation) -> bool:
    """Whether an operation certainly runs for each batch: in a loop that trains, where a module is called, in a loss.

    So it does in what such a place calls. Not what an object, a setter or a cached function makes once, nor what waits
    for the device in any case, or is reached only through what does; nor what stands under a condition in ``forward``,
    or beside a loop over the batches of a loader.

    >>> p = program("def loss(z): return z.exp()", "def scaled(z): return z.sin()")
    >>> [runs_each_batch(p.inference, p.operation(code)) for code in ("z.exp()", "z.sin()")]
    [True, False]
    """
    if runs_once(operation.frame) or _goes_before_batches(inference, operation):
        return False
    batches = _batches(inference)
    if not batches.loops.isdisjoint(operation.loops) and not has_few_iterations(operation):
        return True
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    certain = not is_under_condition(inference, operation.node)
    while function is not None:
        if function.node in batches.functions and (certain or does(function.name, Work.EACH_BATCH)):
            return True
        function = function.analysis.scope.function
    return False


def _goes_before_batches(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands in a function that goes through the batches of a loader, and outside of that loop."""
    frame = operation.frame
    if type(frame) is not cst.FunctionDef:
        return False
    room = inference.rooms.setdefault(_OVER_LOADERS, {})
    assert isinstance(room, dict)
    if frame not in room:
        loops: list[cst.CSTNode] = []
        walk(frame.body, {cst.For: [loops.append]})
        room[frame] = [one for one in loops if type(one) is cst.For and _is_loader(one.iter)]
    return bool(room[frame]) and not any(loop in operation.loops for loop in room[frame])


def _is_loader(node: cst.BaseExpression) -> bool:
    return any(not _LOADERS.isdisjoint(words_of(name)) for name in all_names(node))


def is_in_training_loop(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands in a loop that trains in each iteration.

    >>> lines = ["y = x.exp()", "for z in loader:", "    z = x.log()", "    F.mse_loss(model(z), z).backward()"]
    >>> p = program(*lines)
    >>> [is_in_training_loop(p.inference, p.operation(code)) for code in ("x.exp()", "x.log()")]
    [False, True]
    """
    return not _batches(inference).loops.isdisjoint(operation.loops)


def runs_once(frame: cst.CSTNode | None) -> bool:
    """Whether a function, by its name or its decorator, is called once, or its result kept.

    >>> runs_once(None)
    False
    """
    if type(frame) is not cst.FunctionDef:
        return False
    return does(frame.name.value, Work.ONCE) or any(_is_cache(one.decorator) for one in frame.decorators)


def _is_cache(decorator: cst.BaseExpression) -> bool:
    return "cache" in last_name(decorator.func if type(decorator) is cst.Call else decorator)


@dataclass(frozen=True, slots=True)
class _Batches:
    """The loops of a file that train in each iteration, and the functions that run for each batch."""

    loops: set[cst.CSTNode]
    functions: set[cst.CSTNode]


def _batches(inference: Inference) -> _Batches:
    """What runs for each batch: by what trains in it, by a module's call, by names, and by what calls it."""
    known = inference.rooms.get(_ROOM)
    if not isinstance(known, _Batches):
        known = inference.rooms[_ROOM] = _found(program_of(inference))
    return known


def _found(program: Program) -> _Batches:
    loops = {
        event.loops[-1]
        for function in program.functions(EventKind.BACKWARD, EventKind.STEP)
        for event in program.timeline(function).find(EventKind.BACKWARD, EventKind.STEP)
        if event.loops
    }
    functions = program.inference.functions.values()
    at_work = (function for function in functions_at_work(program) if function.name in RUNS)
    queue = [*filter(_is_named_for_batches, functions), *at_work]
    for loop in loops:
        queue += _led_to(program, loop.body) if isinstance(loop, _LOOPS) else []
    found: set[cst.CSTNode] = set()
    for function in queue:
        node = function.node
        if node in found or runs_once(node):
            continue
        if does(function.name, Work.EACH_BATCH) or not waits(program.inference, node):
            found.add(node)
            queue += _led_to(program, node)
    return _Batches(loops, found)


def _is_named_for_batches(function: Function) -> bool:
    """Whether a function is a loss or a training step by its name, or the ``forward`` of a class that has a base."""
    if does(function.name, Work.EACH_BATCH):
        return True
    return does(function.name, Work.EACH_CALL) and function.cls is not None and bool(function.cls.node.bases)


def _led_to(program: Program, node: cst.CSTNode) -> list[Function]:
    """The functions of the file that a piece of code calls or hands to what it calls: ``checkpoint(self.block, x)``."""
    found: list[Function] = []
    for call in calls_in(node):
        for one in (call.func, *(argument.value for argument in call.args)):
            value = program.inference.value(one)
            function = value.function if isinstance(value, Bound) else value
            found.extend([function] if isinstance(function, Function) else [])
    return found


def waits_in_loop(inference: Inference, tensors: list[Tensor]) -> bool:
    """Whether the loop that computes tensors reads a number in each iteration, or looks for one, and so waits anyhow.

    >>> p = program("for row in x:", "    z, n = row.exp(), row[0].item()", "for row in x:", "    y = row.exp()")
    >>> [waits_in_loop(p.inference, [p.value(name)]) for name in "zy"]
    [True, False]
    """
    made = (part.origin for tensor in tensors for part in alternatives(tensor))
    loops = {one.loops[-1] for one in made if one is not None and one.loops}
    extracts = any(one.signature.family is Family.EXTRACTION for loop in loops for one in inference.inside(loop))
    if extracts or any(called_name(call) == "item" for loop in loops for call in calls_in(loop)):
        return True
    searched: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Comparison
        looks = any(isinstance(one.operator, (cst.In, cst.NotIn)) for one in node.comparisons)
        searched.extend([node] if looks and isinstance(inference.value(node.left), Tensor) else [])

    for loop in loops:
        walk(loop, {cst.Comparison: [look]})
    return bool(searched)


def follows_waiting_loop(inference: Inference, operation: Operation) -> bool:
    """Whether a loop of the same function, above an operation and not around it, waits for the device in its turns.

    >>> p = program("y = x.exp()", "for row in x:", "    if row.sum() > 1: break", "z = x.log()")
    >>> [follows_waiting_loop(p.inference, p.operation(code)) for code in ("x.exp()", "x.log()")]
    [False, True]
    """
    frame = operation.frame
    if type(frame) is not cst.FunctionDef:
        return False
    room = inference.rooms.setdefault(_IN_ORDER, {})
    assert isinstance(room, dict)
    if frame not in room:
        order: list[cst.CSTNode] = []
        walk(frame.body, {kind: [order.append] for kind in (*_LOOPS, cst.Call)})
        waiting = (at for at, one in enumerate(order) if isinstance(one, _LOOPS) and waits(inference, one))
        first = next(waiting, len(order))
        room[frame] = {id(one) for one in order[first:]}
    within = any(waits(inference, loop) for loop in operation.loops if isinstance(loop, _LOOPS))
    return id(operation.node) in room[frame] and not within


def is_read_after_training(inference: Inference, operation: Operation, tensors: list[Tensor]) -> bool:
    """Whether an operation reads, behind a loop that trains, what each of its iterations computed.

    >>> lines = ["for z in loader:", "    loss = F.mse_loss(model(z), z)", "    loss.backward()", "y = loss.exp()"]
    >>> p = program(*lines, "y = x.sin()")
    >>> [is_read_after_training(p.inference, p.operation("loss.exp()"), [p.value(name)]) for name in ("loss", "x")]
    [True, False]
    """
    made = (part.origin for tensor in tensors for part in alternatives(tensor))
    loops = {loop for one in made if one is not None for loop in one.loops}
    return not _batches(inference).loops.isdisjoint(loops.difference(operation.loops))


def is_filled_slowly(inference: Inference, moved: Operation) -> bool:
    """Whether a loop behind a move writes a tensor's entries one by one, or its parts and waits in each iteration.

    Also whether it copies rows, those that its counter names: ``z[i - 1, :] = x[i - 1, :]``.

    >>> p = program("z = x.exp()", "for i in range(9):", "    z[i] = x[x[:, 0] == i].mean()")
    >>> is_filled_slowly(p.inference, p.operation("x.exp()"))
    True
    """
    if moved.frame is None:
        return False
    assigned = assigned_in(inference, moved.frame)
    name = assigned.names.get(id(moved.node))
    if name is None:
        return False
    rank = moved.result.rank if isinstance(moved.result, Tensor) else None
    since = assigned.place[id(moved.node)]
    return any(
        waits(inference, loop) or any(_places(one) == rank or _copies_row(loop, one, value) for one, value in parts)
        for loop, parts in assigned.written.get(name, ())
        if assigned.place[id(loop)] > since and loop not in moved.loops
    )


def _places(written: cst.Subscript) -> int:
    """How many dims the indices name a place in: ``x[i, j]`` and ``x[i][j]`` in two; 0 where one may be no number."""
    indices = [part.slice.value for part in written.slice if type(part.slice) is cst.Index]
    single = all(isinstance(one, (cst.Name, cst.Integer, cst.BinaryOperation)) for one in indices)
    before = _places(written.value) if type(written.value) is cst.Subscript else 0
    known = single and len(indices) == len(written.slice) and (before or type(written.value) is not cst.Subscript)
    return before + len(indices) if known else 0


def _copies_row(loop: cst.CSTNode, written: cst.Subscript, value: cst.BaseExpression) -> bool:
    """Whether a loop writes a part that its counter names, and the value is such a part of something else."""
    counters = all_names(loop.target) if type(loop) is cst.For else frozenset()
    return type(value) is cst.Subscript and all(_is_row(one, counters) for one in (written, value))


def _is_row(part: cst.Subscript, counters: Collection[str]) -> bool:
    """Whether a subscript takes what a counter names, and whole dims besides: ``x[i - 1, :]``."""
    indices = [one.slice.value for one in part.slice if type(one.slice) is cst.Index]
    plain = all(isinstance(one, (cst.Name, cst.Integer, cst.BinaryOperation, cst.Ellipsis)) for one in indices)
    return plain and any(not all_names(one).isdisjoint(counters) for one in indices)
