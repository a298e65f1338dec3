"""Over which iterations a total or a collection grows, and whether they set it anew."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.naming import all_names, called_name, last_name, without_subscripts
from ...syntax.walking import walk
from ..events.event import Answer
from ..events.program import program_of
from ..events.recognition import argument_of, callee_of, receiver_name
from ..events.scope import last, plain_path, split
from ..events.timeline import Timeline
from ..interpreter.inference import Inference
from ..knowledge.columns import Formula
from ..knowledge.training import EventKind
from ..values import Function, Number, Operation, Reference, Sequence, SequenceType, Tensor
from .callers import is_run_for_each_batch
from .loops import COMPREHENSIONS

_FLAGS = "names that are true where a flag is"
_LATER = "set after objects were made"
# What hands on the items of an iterable, and the number of arguments with which a range has a step.
_WRAPS = frozenset({"enumerate", "list", "tqdm", "zip"})
_WITH_STEP = 3
_SPLITS = frozenset({"numpy.array_split", "numpy.split"})
_STEPS = (EventKind.STEP, EventKind.SCALER_STEP)
# Calls that empty what they are called on, take out of it, or leave it without a graph.
_EMPTIES = frozenset({"clear", "pop", "popleft", "popitem", "zero_", "fill_", "detach_"})


def grows(inference: Inference, operation: Operation, holder: cst.CSTNode | None) -> Answer:
    """Whether what an operation adds to ``holder`` piles up over the iterations of a loop that back-propagates.

    That is the loop around it; the loop further out that steps the optimizer, where the inner one only accumulates the
    gradients of a step; or the loop that calls its function, where the holder outlives the call. NO where nothing there
    runs ``backward``; UNKNOWN where the iterations set the holder anew, where the steps are not in sight, and where the
    loop goes over the parts of one batch, no step is in sight, and the holder lives as long as the function runs.

    >>> step = "    loss = F.mse_loss(model(row), y); loss.backward(); total = total + loss"
    >>> p = program("total = 0", "for row in x:", step)
    >>> grows(p.inference, p.operation("total + loss"), p.node("total"))
    <Answer.YES: 'yes'>
    """
    innermost: cst.CSTNode | None = None
    for loop, timeline in _loops_around(inference, operation, holder):
        if innermost is None:
            if not timeline.find(EventKind.BACKWARD):
                if _is_written_out(inference, loop):  # over the parts of one loss, say
                    continue
                return Answer.NO
            innermost = loop
        if timeline.find(*_STEPS):
            return Answer.UNKNOWN if is_set_anew(inference, operation, holder, loop) else Answer.YES
    if innermost is None:
        return Answer.NO
    if program_of(inference).timeline(operation.frame).find(*_STEPS):
        return Answer.UNKNOWN  # they accumulate the gradients of a single step
    if is_set_anew(inference, operation, holder, innermost) or _is_of_batch(inference, operation, holder, innermost):
        return Answer.UNKNOWN
    return Answer.YES


def is_asked_to_train(inference: Inference, operation: Operation) -> bool:
    """Whether the function around an operation runs ``backward`` only where a parameter, False by default, asks for it.

    False where the function steps an optimizer, too: what it returns is read then, whatever it was asked.

    >>> p = program("x.exp()")
    >>> is_asked_to_train(p.inference, p.operation("x.exp()"))
    False
    """
    frame = operation.frame
    if type(frame) is not cst.FunctionDef:
        return False
    rows = [*frame.params.params, *frame.params.kwonly_params]
    flags = {one.name.value for one in rows if type(one.default) is cst.Name and one.default.value == "False"}
    timeline = program_of(inference).timeline(frame)
    backwards = timeline.find(EventKind.BACKWARD) if flags else []
    if not backwards or timeline.find(*_STEPS):
        return False
    known = inference.rooms.setdefault(_FLAGS, {})
    assert isinstance(known, dict)
    if frame not in known:
        bound, needs = program_of(inference).names(frame).bound, {name: {name} for name in flags}

        def look(node: cst.CSTNode) -> None:
            assert type(node) is cst.Assign
            target = node.targets[0].target
            if type(target) is cst.Name and bound.get(target.value) == 1:
                needs[target.value] = _needed_for(node.value)

        walk(frame.body, {cst.Assign: [look]})
        known[frame] = {name for name, needed in needs.items() if not needed.isdisjoint(flags)}
    asked = known[frame]
    return all(
        any(one.holds and not asked.isdisjoint(_needed_for(one.test)) for one in event.conditions)
        for event in backwards
    )


def _needed_for(test: cst.CSTNode) -> set[str]:
    """The names that are true where an expression is: ``a and b``."""
    if type(test) is cst.BooleanOperation and type(test.operator) is cst.And:
        return _needed_for(test.left) | _needed_for(test.right)
    return {test.value} if type(test) is cst.Name else set()


def _is_of_batch(
    inference: Inference, operation: Operation, holder: cst.CSTNode | None, innermost: cst.CSTNode
) -> bool:
    """Whether a loop goes over the parts of one batch, and the holder is made by the function for these alone."""
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    path = None if holder is None else plain_path(without_subscripts(holder))
    if function is None or path is None or innermost not in operation.loops:
        return False
    given = {*_parameters(function), *(one.name.value for one in function.node.params.kwonly_params)}
    made_here = path in program_of(inference).names(function.node).bound and path not in given
    if not made_here or not _runs_over_parts(inference, innermost):
        return False
    outer = operation.loops[: operation.loops.index(innermost)]
    return all(is_set_anew(inference, operation, holder, loop) for loop in outer)


def _runs_over_parts(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether a loop takes one tensor part by part: ``range(0, len(x), n)``, ``zip(x.split(8), y.split(8))``."""
    iterables = [loop.iter] if type(loop) is cst.For else []
    for node in iterables:
        if type(node) is not cst.Call:
            continue
        value = inference.value(node)
        operation = inference.operation(node)
        if operation is not None and operation.formula is Formula.SPLIT:
            return True
        callee = inference.value(node.func)
        if isinstance(callee, Reference) and callee.name in _SPLITS:
            return True
        if isinstance(value, Sequence) and value.is_range:
            step = inference.value(node.args[2].value) if len(node.args) == _WITH_STEP else None
            return step is not None and not (isinstance(step, Number) and step.number in (1, -1))
        if called_name(node) in _WRAPS:
            iterables += [argument.value for argument in node.args]
    return False


def _loops_around(
    inference: Inference, operation: Operation, holder: cst.CSTNode | None
) -> Iterator[tuple[cst.CSTNode, Timeline]]:
    """The loops in which an operation runs again on one holder, innermost first, with what they do."""
    program = program_of(inference)
    timeline = program.timeline(operation.frame)
    for node in reversed(operation.loops):
        loop = timeline.loop(node)
        if loop is not None:
            yield node, loop
    path = None if holder is None else plain_path(without_subscripts(holder))
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    if path is None or function is None:
        return
    root, rest = split(path)
    place: int | None = None
    if root in program.names(function.node).bound:
        parameters = _parameters(function)
        if root not in parameters or program.names(function.node).bound[root] != 1:
            return
        if not (function.cls is not None and rest and root == receiver_name(function)):
            place = parameters.index(root)
        elif is_run_for_each_batch(inference, function.node):
            yield function.node, timeline
            return
    for event in timeline.find(EventKind.BACKWARD):
        inner = len(event.calls)
        for caller, found in program.occurrences(event):
            calls = found.calls[: len(found.calls) - inner]
            around = found.loops[: len(found.loops) - len(event.loops)]
            if not calls or not around or found.calls[len(calls) :] != event.calls:
                continue
            if place is not None and not _is_handed_on(calls[-1], root, place - (function.cls is not None)):
                continue
            for node in reversed(around):
                loop = program.timeline(caller).loop(node)
                if loop is not None:
                    yield node, loop
            return
    unseen = place is None and bool(rest) and not program.may_be_run(function.node)
    if unseen and _is_step(timeline) and _is_kept(inference, function, last(path)):
        yield function.node, timeline


def _parameters(function: Function) -> list[str]:
    """The names of the parameters of a function that may be given by place."""
    return [one.name.value for one in (*function.node.params.posonly_params, *function.node.params.params)]


def _is_step(timeline: Timeline) -> bool:
    """Whether a function takes one step of a training: what calls it, in a file that is not seen, does so in a loop."""
    backwards, steps = timeline.find(EventKind.BACKWARD), timeline.find(*_STEPS)
    return bool(backwards and steps) and not any(event.loops for event in (*backwards, *steps))


def _is_kept(inference: Inference, function: Function, name: str) -> bool:
    """Whether the class of a method, of which the file shows all, makes an attribute once and never empties it."""
    cls = function.cls
    if cls is None or cls.outside_bases() or name not in cls.attributes:
        return False
    return name not in _set_later(inference)


def _set_later(inference: Inference) -> set[str]:
    """The last names of what the file sets, empties or takes out of, but for what is done when an object is made."""
    known = inference.rooms.get(_LATER)
    if not isinstance(known, set):
        later = [one for one in inference.functions.values() if one.name != "__init__"]
        known = inference.rooms[_LATER] = {name for one in later for name in _set_in(inference, one.node)}
    return known


def _is_handed_on(call: cst.Call, name: str, place: int) -> bool:
    """Whether a call passes an object that has a name of its own as a parameter."""
    argument = argument_of(call, name, place)
    return argument is not None and plain_path(argument) is not None


def _is_written_out(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether a loop goes over what is written out, there or before: ``zip(names, (a, b))``, ``parts.items()``."""
    clause = loop.for_in if isinstance(loop, COMPREHENSIONS) else loop
    head = clause.iter if isinstance(clause, cst.For | cst.CompFor) else None
    parts = [head]
    if type(head) is cst.Call:
        parts = [argument.value for argument in head.args]
        if type(head.func) is cst.Attribute:
            parts.append(head.func.value)
    if any(isinstance(part, cst.Tuple | cst.List | cst.Dict) for part in parts):
        return True
    known = (inference.value(part) for part in parts if isinstance(part, cst.Name | cst.Attribute))
    return any(isinstance(one, Sequence) and one.type is SequenceType.DICT and bool(one.items) for one in known)


def is_set_anew(inference: Inference, operation: Operation, holder: cst.CSTNode | None, loop: cst.CSTNode) -> bool:
    """Whether the iterations of a loop start the holder again, themselves or in a function that they call.

    >>> p = program("total = 0", "for row in x:", "    total = total + row.sum()")
    >>> is_set_anew(p.inference, p.operation("total + row.sum()"), p.node("total"), p.operation("row.sum()").loops[0])
    False
    """
    outside = loop not in operation.loops
    key = (id(loop), id(operation.frame) if outside else None)
    found = inference.restarted.get(key)
    if found is None:
        found = inference.restarted[key] = _set_in(inference, loop)
        called: list[cst.CSTNode] = [operation.frame] if outside and operation.frame is not None else []

        def follow(call: cst.CSTNode) -> None:
            assert type(call) is cst.Call
            function, _ = callee_of(inference, call)
            if function is not None:
                called.append(function.node)

        walk(loop, {cst.Call: [follow]})
        for function in called:
            found |= _set_in(inference, function)
    return last_name(None if holder is None else without_subscripts(holder)) in found - {""}


def _set_in(inference: Inference, node: cst.CSTNode) -> set[str]:
    """The last names of what some code sets to something else, empties, or takes entries out of.

    Of a part with a name too, ``history["loss"] = []``, and of each part: ``for one in history.values(): one.clear()``.
    Not what only starts it, where a test asks whether it is there: ``if total is None: total = loss``.
    """
    found: set[str] = set()
    assigns: list[cst.Assign] = []
    starts: dict[int, set[str]] = {}

    def look_at_if(branch: cst.CSTNode) -> None:
        assert type(branch) is cst.If
        asked = all_names(branch.test)
        walk(branch.body, {cst.Assign: [lambda one: starts.setdefault(id(one), set()).update(asked)]})

    def look_at_call(call: cst.CSTNode) -> None:
        found.update(_emptied(call))

    def look_at_loop(loop: cst.CSTNode) -> None:
        assert type(loop) is cst.For
        drawn, emptied = all_names(loop.target), set[str]()
        walk(loop.body, {cst.Call: [lambda call: emptied.update(_emptied(call))]})
        if not drawn.isdisjoint(emptied):
            found.update(all_names(loop.iter))

    def look_at_deletion(deletion: cst.CSTNode) -> None:
        assert type(deletion) is cst.Del
        found.add(last_name(without_subscripts(deletion.target)))

    walk(
        node,
        {
            cst.Assign: [assigns.append],  # type: ignore[list-item]
            cst.If: [look_at_if],
            cst.Call: [look_at_call],
            cst.For: [look_at_loop],
            cst.Del: [look_at_deletion],
        },
    )
    for assign in assigns:
        value = inference.value(assign.value)
        ends = isinstance(value, Number) or (isinstance(value, Tensor) and value.grad is False)
        kept = set() if ends else all_names(assign.value) | starts.get(id(assign), set())
        targets = [one.target for one in assign.targets]
        bound = [part.value for one in targets if type(one) is cst.Tuple for part in one.elements]
        found.update({last_name(one) for one in (*targets, *bound)}.difference(kept))
        if isinstance(value, Sequence) and not value.items:
            found.update(last_name(without_subscripts(one)) for one in targets if _is_named_part(one))
    return found


def _emptied(call: cst.CSTNode) -> set[str]:
    """The last name of what a call empties or takes entries out of."""
    if type(call) is not cst.Call or type(call.func) is not cst.Attribute or called_name(call) not in _EMPTIES:
        return set()
    return {last_name(without_subscripts(call.func.value))}


def _is_named_part(node: cst.CSTNode) -> bool:
    """Whether an expression is a part of a dict by a text: the same one each time."""
    index = node.slice[0].slice if type(node) is cst.Subscript else None
    return type(index) is cst.Index and type(index.value) is cst.SimpleString
