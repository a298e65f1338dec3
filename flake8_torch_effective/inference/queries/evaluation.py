"""Runs of a model in evaluation mode that record a graph which nothing back-propagates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from ...syntax.naming import all_names, called_name, last_name, words_of
from ...syntax.walking import walk
from ..events.collections import holds_state
from ..events.event import Answer, Event, Subject, Wanted
from ..events.program import Program
from ..events.scope import last
from ..events.timeline import NO_OCCASION, Timeline
from ..knowledge.function_names import Work, does
from ..knowledge.names import canonical
from ..knowledge.python_builtins import PLAIN_DECORATORS
from ..knowledge.training import CONTEXT_EVENTS, EventKind
from ..values import Function, Module, Reference, Tensor
from .callers import calls_to, function_around
from .leaves import may_freeze
from .losses import is_loss_module
from .outputs import asks_for_gradients, hands_out, may_be_without_graph
from .trials import is_in_test_case, is_trial_at

_GRADIENTS = (EventKind.BACKWARD, EventKind.GRADIENT)
# Words in the names of what gives a model trained weights.
_GETS_WEIGHTS = ("fit", "load", "restore", "pretrained")
# What the names of methods begin with that do not run a part of a model.
_VERBS = frozenset(
    {"build", "export", "get", "init", "load", "log", "print", "reset", "restore", "save", "set", "write"}
)
# What tells the shape of a tensor.
_OF_SHAPES = frozenset({"dim", "ndim", "shape", "size"})
# What gives names to values.
_BINDS = (cst.AssignTarget, cst.AugAssign, cst.AnnAssign, cst.For, cst.CompFor)
# So many runs of a model are looked at behind one call of ``eval()``.
_RUNS = 4


@dataclass(frozen=True)
class Recorded:
    """A run of a model in evaluation mode in a function, None for the script, whose graph is for nothing.

    Not ``sure`` where the output may leave the function with its graph, where a model is only tried out, and where it
    runs once for each time that it is made.
    ``trains`` where a script or the function also steps an optimizer.
    """

    run: Event
    function: cst.CSTNode | None
    sure: bool
    trains: bool


def recorded(program: Program, evaluating: Event) -> Iterator[Recorded]:
    """The first run of a model that a call of ``eval()`` is followed by in each function, where autograd records it.

    Not where a caller in the file switches autograd off, where gradients are asked for in the function or the loop,
    and where ``train()`` or ``backward`` may come in between; nor where the model's ``forward`` calls ``backward``.

    >>> from flake8_torch_effective.inference.events.program import program_of
    >>> p = program("net = nn.Linear(3, 3)", "net.eval()", "y = net(x)", "return y.argmax(1)")
    >>> found = program_of(p.inference)
    >>> [one.run for event in found.events(EventKind.EVAL_MODE) for one in recorded(found, event)]
    [<forward net>]
    """
    for function, event in program.occurrences(evaluating):
        model = event.subject
        if event.kind is not EventKind.EVAL_MODE or model is None or not _may_be_left_on(program, function):
            continue
        if _freezes(evaluating, function) or _asks_inside(program, model):
            continue
        timeline = program.timeline(function)
        for run in _runs_behind(program, timeline, event, model):
            # What one helper does is reported where the helper is written.
            called = bool(event.calls and run.calls)
            inner = called and (event.calls[0] is run.calls[0] or event.function is run.function)
            if inner or _evaluates_itself(program, run) or _chooses_mode(run) or _is_chosen(timeline, run):
                continue
            if _is_idle(program, timeline, event, run, model):
                trains = function is None or bool(timeline.find(EventKind.STEP))
                place = (run.loops[-1] if run.loops else None) if trains else function
                if place is not None and asks_for_gradients(place):
                    break
                if function is not None and _trains_inside(program, function):
                    break
                tried = _is_tried(program, run, function, model) or _is_one_off(program, run, function, model)
                sure = not tried and (bool(timeline.find(EventKind.STEP)) or _goes_on(program, run, function))
                yield Recorded(run, function, sure, trains)
                break


def _runs_behind(program: Program, timeline: Timeline, event: Event, model: Subject) -> list[Event]:
    """The first runs of a model or a part of it below a call of ``eval()``, and those above it in the same loop."""
    order = [
        one
        for one in timeline.find(EventKind.FORWARD, EventKind.EVAL_MODE)
        if one is event or (one.subject is not None and _is_run_of(program, one, model))
    ]
    start = next((index for index, one in enumerate(order) if one is event), 0)
    runs = [
        one
        for index, one in enumerate(order)
        if one.kind is EventKind.FORWARD and (index >= start or not set(one.loops).isdisjoint(event.loops))
    ]
    return runs[:_RUNS]


def _is_run_of(program: Program, event: Event, model: Subject) -> bool:
    """Whether an event is about a model, or runs a part of it that has weights, where the file freezes none."""
    part = event.subject
    if part is None or part.is_same(model) is Answer.YES:
        return part is not None
    if event.kind is not EventKind.FORWARD or not part.path.startswith(model.path + ".") or not part.role.is_module:
        return False
    if part.scope is not model.scope or _is_of_loss(event) or may_freeze(program.inference):
        return False
    if isinstance(part.value, Module):
        return holds_state(program, part.value) is not Answer.NO
    given = event.node.args if type(event.node) is cst.Call else ()
    # Else it is a method: `model.fuse_model(is_qat=False)`, `model.save_model(path)`.
    return bool(given) and given[0].keyword is None and _VERBS.isdisjoint(words_of(last(part.path))[:1])


def _evaluates_itself(program: Program, run: Event) -> bool:
    """Whether a helper that runs a model has put it into evaluation mode by then."""
    for function, one in program.occurrences(run) if run.calls else ():
        level = len(run.calls) - len(one.calls)
        if level > 0 and run.calls[level:] == one.calls and one.kind is EventKind.FORWARD:
            evaluates = Wanted.of(EventKind.EVAL_MODE, subject=one.subject, seen_only=True)
            if program.timeline(function).before(evaluates, one).always:
                return True
    return False


def _chooses_mode(run: Event) -> bool:
    """Whether a helper that runs a model returns what it gives without autograd under an ``if`` about its argument."""
    helper = run.function if run.calls else None
    if type(helper) is not cst.FunctionDef:
        return False
    taken = {one.name.value for one in (*helper.params.params, *helper.params.kwonly_params)}
    found: list[cst.CSTNode] = []
    for statement in helper.body.body:
        if type(statement) is cst.If and not all_names(statement.test).isdisjoint(taken):
            for line in statement.body.body:
                switches = type(line) is cst.With and any(
                    type(item.item) is cst.Call and called_name(item.item) in ("no_grad", "inference_mode")
                    for item in line.items
                )
                if switches:
                    walk(line, {cst.Return: [found.append]})
    return bool(found)


def _is_chosen(timeline: Timeline, run: Event) -> bool:
    """Whether the other branch of an ``if`` around a run does the same without autograd: the file has decided it."""
    tests = {id(one.test): one.holds for one in run.conditions}
    return bool(tests) and any(
        tests.get(id(one.test), one.holds) is not one.holds
        for other in timeline.find(EventKind.FORWARD)
        if other is not run and other.subject is not None and run.subject is not None
        if other.subject.is_same(run.subject) is Answer.YES and timeline.records(other) is Answer.NO
        for one in other.conditions
    )


def _is_tried(program: Program, run: Event, function: cst.CSTNode | None, model: Subject) -> bool:
    """Whether a run hands out its output, or is there to be tried: in a test, for nothing but that it runs."""
    inference = program.inference
    if inference.is_discarded(run.at) and not run.loops:
        return True
    trains = bool(program.timeline(function).find(EventKind.STEP))
    if function is None:
        return not trains and (not run.loops or _is_made_in(run.loops[-1], model))
    tests = _is_named_test(function) or is_in_test_case(inference, function)
    if is_trial_at(inference, function, run.at) and (not run.loops or tests):
        return True
    if not run.loops and not trains and not _takes(function, run.at):
        return True
    if not run.loops and (_is_measured(function, run.at) or _is_asserted(function, run.at)):
        return True
    runs = [one.at for one in program.timeline(function).find(EventKind.FORWARD) if not _is_of_loss(one)]
    return hands_out(inference, function, runs) or may_be_without_graph(inference, function, runs)


def _goes_on(program: Program, run: Event, function: cst.CSTNode | None) -> bool:
    """Whether a program that trains nothing there runs a model again and again, on other data each time.

    Not what a ``forward`` does, be it by a method that only it calls: whoever runs that chooses the grad mode. Nor a
    run that gives what has no graph.
    """
    inference = program.inference
    value = inference.value(run.at)
    if isinstance(value, Tensor) and value.certain and value.grad is False:
        return False
    if _is_of_forward(program, function):
        return False
    return _runs_on_data(run) or any(
        len(one.calls) > len(run.calls)
        and (len(one.loops) > len(run.loops) or bool(program.timeline(caller).find(EventKind.STEP)))
        for caller, one in program.occurrences(run)
    )


def _is_of_forward(program: Program, function: cst.CSTNode | None) -> bool:
    """Whether a function is the ``forward`` of a class, or a method that nothing but such a one calls."""
    known = None if function is None else program.inference.functions.get(function)
    if known is None or known.cls is None:
        return False
    around = (function_around(program.inference, call) for call in calls_to(program.inference, known))
    callers = [None if one is None else program.inference.functions.get(one) for one in around]
    forwards = [one is not None and one.cls is not None and one.name == "forward" for one in callers]
    return known.name == "forward" or (bool(forwards) and all(forwards))


def _runs_on_data(run: Event) -> bool:
    """Whether a model gets something else in each iteration of a loop around it: not one input, to time it."""
    if not run.loops or type(run.at) is not cst.Call:
        return False
    bound: set[str] = set()

    def bind(node: cst.CSTNode) -> None:
        if type(node) is cst.Name:
            bound.add(node.value)
        elif isinstance(node, cst.Tuple | cst.List):
            for element in node.elements:
                bind(element.value)
        elif isinstance(node, cst.StarredElement | cst.Subscript | cst.Attribute):
            bind(node.value)

    def look(node: cst.CSTNode) -> None:
        bind(node.target)  # type: ignore[attr-defined]

    for loop in run.loops:
        walk(loop, {kind: [look] for kind in _BINDS})
    read = [all_names(one.value) for one in run.at.args]
    makes = any(type(one.value) is cst.Call for one in run.at.args)
    return not read or makes or any(not names.isdisjoint(bound) for names in read)


def _is_measured(function: cst.CSTNode, call: cst.CSTNode) -> bool:
    """Whether nothing but the shape of what a call gives is read: ``model(x[:1]).size(1)``."""
    found: list[bool] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Attribute
        found.append(node.value is call and node.attr.value in _OF_SHAPES)

    walk(function, {cst.Attribute: [look]})
    return any(found)


def _is_asserted(function: cst.CSTNode, call: cst.CSTNode) -> bool:
    """Whether a call stands in an ``assert``, after which its graph is gone: ``assert torch.equal(a(x), b(x))``."""
    found: list[bool] = []
    walk(function, {cst.Assert: [lambda node: walk(node, {cst.Call: [lambda one: found.append(one is call)]})]})
    return any(found)


def _freezes(evaluating: Event, function: cst.CSTNode | None) -> bool:
    """Whether a helper that calls ``eval()`` for a function also says which parameters require grad."""
    return evaluating.function not in (None, function) and asks_for_gradients(evaluating.function)


def _asks_inside(program: Program, model: Subject) -> bool:
    """Whether a model's own ``forward`` calls ``backward``: it would raise where autograd is off."""
    cls = model.value.cls if isinstance(model.value, Module) else None
    forward = None if cls is None else cls.function("forward")
    return forward is not None and any(node is forward.node for node in program.functions(*_GRADIENTS))


def _is_one_off(program: Program, run: Event, function: cst.CSTNode | None, model: Subject) -> bool:
    """Whether a model runs once for each time that it is made, shows its layers to hooks, or was never trained.

    Also whether a function of another file has wrapped it, so that its ``forward`` may ask for gradients.
    """
    if type(function) is not cst.FunctionDef:
        return False
    made, hooks, used = False, False, False
    makers: list[cst.CSTNode] = []

    def look_at_assignment(node: cst.CSTNode) -> None:
        nonlocal made
        assert type(node) is cst.Assign
        target = node.targets[0].target
        if type(target) is cst.Name and target.value == model.path and type(node.value) is cst.Call:
            made = True
            makers.append(node)

    def look_at_call(node: cst.CSTNode) -> None:
        nonlocal hooks, used
        assert type(node) is cst.Call
        word = called_name(node)
        hooks |= word == "register_forward_hook"
        given = [one.value for one in node.args]
        used |= any(type(one) is cst.Name and one.value == model.path for one in given)
        used |= any(part in word for part in _GETS_WEIGHTS)

    walk(function, {cst.Assign: [look_at_assignment], cst.Call: [look_at_call]})
    if any(type(one) is cst.Assign and _wraps(program, one.value) for one in makers):
        return True
    if hooks or (made and (not run.loops or _is_one_of(makers, run.loops[-1]))):
        return True
    return made and not (used or function.params.params or program.timeline(function).find(EventKind.STEP))


def _wraps(program: Program, call: cst.BaseExpression) -> bool:
    """Whether a call of a function of another file gets a model, and gives another: ``cam.inject(model, layer)``."""
    callee = program.inference.value(call.func) if type(call) is cst.Call else None
    if type(call) is not cst.Call or not isinstance(callee, Reference):
        return False
    name = last(callee.name)
    if canonical(callee.name).startswith("torch.") or any(part in name for part in _GETS_WEIGHTS):
        return False
    named = (last_name(one.value).lower() for one in call.args)
    known = (isinstance(program.inference.value(one.value), Module) for one in call.args)
    return any(known) or any(name.endswith(("model", "net", "network")) for name in named)


def _is_one_of(makers: list[cst.CSTNode], loop: cst.CSTNode) -> bool:
    """Whether the innermost loop around a run is the one that makes the model anew in each iteration."""
    body = loop.body if isinstance(loop, cst.For | cst.While) else None
    lines = body.body if type(body) is cst.IndentedBlock else ()
    return any(maker in line.body for maker in makers for line in lines if type(line) is cst.SimpleStatementLine)


def _is_made_in(loop: cst.CSTNode, model: Subject) -> bool:
    """Whether a loop makes a model anew in each iteration, whose graph goes with it."""
    body = loop.body if isinstance(loop, cst.For | cst.While) else None
    lines = body.body if type(body) is cst.IndentedBlock else ()
    parts = [part for line in lines if type(line) is cst.SimpleStatementLine for part in line.body]
    return any(
        type(part) is cst.Assign and type(part.value) is cst.Call and last_name(part.targets[0].target) == model.path
        for part in parts
    )


def _is_of_loss(run: Event) -> bool:
    value = None if run.subject is None else run.subject.value
    return isinstance(value, Module) and is_loss_module(value)


def _is_named_test(function: cst.CSTNode) -> bool:
    """Whether a test or a measurement is called as one; ``test`` alone is what many call the evaluation itself."""
    name = function.name.value if type(function) is cst.FunctionDef else ""
    return name.startswith("test_") or does(name, Work.TRIAL)


def _trains_inside(program: Program, function: cst.CSTNode) -> bool:
    """Whether a function written in another one, a hook say, calls ``backward``."""
    training = {id(node) for node in program.functions(*_GRADIENTS) if node is not function}
    found: list[cst.CSTNode] = []
    walk(function, {cst.FunctionDef: [lambda node: found.append(node) if id(node) in training else None]})
    return bool(found)


def _takes(function: cst.CSTNode, call: cst.CSTNode) -> bool:
    """Whether a call is given what the function around it is given, under its own name."""
    if type(function) is not cst.FunctionDef or type(call) is not cst.Call:
        return False
    taken = {one.name.value for one in (*function.params.params, *function.params.kwonly_params)}
    return any(not all_names(argument.value).isdisjoint(taken - {"self"}) for argument in call.args)


def _may_be_left_on(program: Program, function: cst.CSTNode | None) -> bool:
    """Whether nothing around a function is known to switch autograd off, or to run it in a way of its own."""
    if function is None:
        return True
    if program.timeline().find(EventKind.SET_GRAD_MODE):
        return False
    known = program.inference.functions.get(function)
    return known is not None and not _is_run_by_a_framework(known)


def _is_run_by_a_framework(function: Function) -> bool:
    others = set(function.decorators) - PLAIN_DECORATORS
    if any(one.removesuffix("()") not in CONTEXT_EVENTS for one in others):
        return True
    return function.cls is not None and any("lightning" in base.lower() for base in function.cls.outside_bases())


def _is_idle(program: Program, timeline: Timeline, event: Event, run: Event, model: Subject) -> bool:
    """Whether a run is certainly in evaluation mode, records a graph, and no ``backward`` follows."""
    if any(
        program.timeline(caller).records(one) is not Answer.YES
        for caller, one in program.occurrences(run)
        if one.kind is EventKind.FORWARD
    ):
        return False
    evaluates = Wanted.of(EventKind.EVAL_MODE, subject=model, seen_only=True)
    trains = Wanted.of(EventKind.TRAIN_MODE, EventKind.SET_MODE, subject=model, seen_only=True)
    if run.subject is not None and run.subject.path != model.path:
        trains |= Wanted.of(EventKind.TRAIN_MODE, EventKind.SET_MODE, subject=run.subject, seen_only=True)
    if not timeline.before(evaluates, run).always or timeline.between(event, run, trains).every is not Answer.NO:
        return False
    shared = [place for place, other in zip(event.loops, run.loops, strict=False) if place is other]
    scope = (timeline.loop(shared[-1]) if shared else None) or timeline
    gradients = Wanted.of(*_GRADIENTS, seen_only=True)
    later = scope.between(run, gradients, trains)
    return model.role.is_module and (later == NO_OCCASION or later.always)
