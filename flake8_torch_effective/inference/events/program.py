"""The program that a file is, as rules ask about it: what each function does, in order, helpers followed.

Nothing here is computed before the first question, and each function is read once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

import libcst as cst

from ..interpreter.frame import Frame
from ..interpreter.inference import Inference
from ..knowledge.training import EVENT_CALLS, METHOD_EVENTS, NOTED_KINDS, SHOWS_ROLE, TAKES_NOTHING, EventKind, Role
from ..values import UNKNOWN, Class, Function
from .event import Event, Subject
from .given import entrusted
from .paths import Effort
from .reading import Reader
from .recognition import callee_of, receiver_name, returned_by
from .scope import Names, last, names_of, plain_path, split
from .steps import Block, rewritten
from .timeline import Timeline
from .visible_devices import may_choose


class Program:
    """One file's training program; get it by `program_of`."""

    def __init__(self, inference: Inference) -> None:
        assert inference.module is not None
        self.inference = inference
        self.module: cst.Module = inference.module
        self._blocks: dict[cst.CSTNode | None, Block | None] = {}
        self._names: dict[cst.CSTNode, Names] = {}
        self._optimised: dict[tuple[str, int, int], tuple[Subject, list[Subject]]] = {}
        self.effort = Effort()
        self._timelines: dict[cst.CSTNode | None, Timeline] = {}

    # --- questions ---------------------------------------------------------------------------------------------------

    def timeline(self, function: cst.CSTNode | None = None) -> Timeline:
        """What a function does, by its node; the module's own script where none is given.

        >>> program.timeline().happens(EventKind.BUILD_OPTIMIZER).always
        True
        """
        found = self._timelines.get(function)
        if found is None:
            known = None if function is None else self.inference.functions.get(function)
            block = None if function is not None and known is None else self.steps_of(known)
            found = self._timelines[function] = Timeline(block or Block(), self.effort)
        return found

    def functions(self, *kinds: EventKind) -> list[cst.CSTNode | None]:
        """The functions in which an event of some kinds may be written, None for the script; all without kinds.

        A file in which no call can be an event has none.

        >>> [function and function.name.value for function in program.functions(EventKind.STEP)]
        [None, 'accumulate']
        """
        calls = self.inference.event_calls
        if not calls:
            return []
        if not kinds or not NOTED_KINDS.issuperset(kinds):
            return [None, *self.inference.functions]
        wanted = set(kinds)
        found: dict[cst.CSTNode | None, bool] = {}
        for name, function in calls.values():
            if not wanted.isdisjoint(EVENT_CALLS[name]):
                found[None if function is None else function.node] = True
        return list(found)

    def events(self, *kinds: EventKind) -> Iterator[Event]:
        """The events of some kinds where they are written, each once, in all functions; all kinds where none is given.

        >>> [event.subject for event in program.events(EventKind.STEP)]
        [<optimizer optimizer>, <optimizer optimizer>]
        """
        for function in self.functions(*kinds):
            for event in self.timeline(function).events:
                if not event.calls and (not kinds or event.kind in kinds):
                    yield event

    def occurrences(self, event: Event) -> list[tuple[cst.CSTNode | None, Event]]:
        """An event in each function that runs it, itself or by calling the function it is written in.

        >>> [function.name.value for function, called in program.occurrences(accumulate.find(EventKind.STEP)[0])]
        ['accumulate', 'main']
        """
        if not self.may_be_run(event.function):
            return [(event.function, found) for found in self.timeline(event.function).of_node[id(event.node)]]
        return self._occurrences[id(event.node)]

    def may_be_run(self, function: cst.CSTNode | None) -> bool:
        """Whether a call in the file may run a function, by its node; nothing runs the script.

        >>> program.may_be_run(None), program.may_be_run(net.functions["forward"].node)
        (False, False)
        """
        return function is not None and id(function) in self._run

    @cached_property
    def _run(self) -> set[int]:
        """The functions that a call in the file may run: all others need not be looked for in those that call them."""
        found: set[int] = set()
        value = self.inference.value
        for call in self.inference.nodes_of(cst.Call):
            assert type(call) is cst.Call
            function, _ = callee_of(self.inference, call)
            closures = [one for argument in call.args if isinstance(one := value(argument.value), Function)]
            found.update(id(one.node) for one in (function, *closures) if one is not None)
        return found

    @cached_property
    def _occurrences(self) -> dict[int, list[tuple[cst.CSTNode | None, Event]]]:
        found: dict[int, list[tuple[cst.CSTNode | None, Event]]] = defaultdict(list)
        for function in self.functions():
            for event in self.timeline(function).events:
                found[id(event.node)].append((function, event))
        return found

    def loop_of(self, event: Event, outer: int = 0) -> Timeline | None:
        """The innermost loop around an event in its own function, or one that is ``outer`` loops further out.

        >>> program.loop_of(step).happens(EventKind.ZERO_GRAD).always
        True
        """
        if len(event.loops) <= outer:
            return None
        function = event.function if not event.calls else self.function_of(event.calls[0])
        return self.timeline(function).loop(event.loops[-1 - outer])

    def loop(self, node: cst.CSTNode) -> Timeline | None:
        """A loop by its node; None in a file without events.

        >>> program.loop(step.loops[-1]).find(EventKind.BACKWARD)
        [<backward loss>]
        """
        for function in self.functions():
            found = self.timeline(function).loop(node)
            if found is not None:
                return found
        return None

    def optimised_by(self, optimizer: Subject) -> list[Subject]:
        """The modules and parameters that an optimizer was built from, where its making is in the file.

        >>> program.optimised_by(step.subject)
        [<module model>]
        """
        key = optimizer.path, id(optimizer.scope), id(optimizer.value)
        if key not in self._optimised:
            found = {
                (taken.path, id(taken.scope), id(taken.value), taken.role): taken  # once, however often it is built
                for event in self.events(EventKind.BUILD_OPTIMIZER)
                if event.subject is not None and event.subject.is_same(optimizer).value == "yes"
                for taken in event.takes
            }
            self._optimised[key] = optimizer, list(found.values())  # the optimizer keeps its id
        return self._optimised[key][1]

    # --- reading -----------------------------------------------------------------------------------------------------

    def steps_of(self, function: Function | None) -> Block | None:
        """The steps of a function, or of the script; None for one that is being read right now (recursion)."""
        key = None if function is None else function.node
        if key in self._blocks:
            return self._blocks[key]
        self._blocks[key] = None
        block = self._blocks[key] = Reader(self, function).read()
        return block

    def function_of(self, call: cst.CSTNode) -> cst.CSTNode | None:
        """The function in which the call of a helper stands."""
        for function in self.functions():
            if any(event.calls and event.calls[0] is call for event in self.timeline(function).events):
                return function
        return None

    @cached_property
    def shown(self) -> dict[str, Role]:
        """What the calls of the file show of objects, by the last name in their path."""
        methods: dict[str, set[str]] = {}
        for call in self.inference.event_calls:
            path = plain_path(returned_by(call.func.value)) if type(call.func) is cst.Attribute else None
            if path is not None and type(call.func) is cst.Attribute:
                if call.args and call.func.attr.value in TAKES_NOTHING:  # pandas evaluates expressions so
                    continue
                methods.setdefault(last(path), set()).add(call.func.attr.value)
        found: dict[str, Role] = {}
        for name, used in methods.items():
            if {"zero_grad", "step"} <= used:
                found[name] = Role.OPTIMIZER
            else:
                roles = [SHOWS_ROLE[method] for method in sorted(used & SHOWS_ROLE.keys())]
                if roles:
                    found[name] = roles[0]
        return found

    @cached_property
    def chooses_devices(self) -> bool:
        """Whether the file may say which GPUs it is to see: only then is it noted what lists them.

        >>> program.chooses_devices  # its text is not at hand
        True
        """
        return may_choose(self.inference)

    @cached_property
    def entrusted(self) -> frozenset[str]:
        """The imported objects that get a model, an optimizer or an object that may hold them.

        >>> program.entrusted
        frozenset()
        """
        return entrusted(self)

    def scope_of(self, name: str, function: Function) -> cst.CSTNode | None:
        """The function around ``function`` that binds a name; None where it is the module's or nobody's."""
        frame = function.analysis.scope
        while isinstance(frame, Frame):
            outer = frame.function
            if outer is not None:
                if name in self.names(outer.node).bound:
                    receiver = outer.cls is not None and name == receiver_name(outer)
                    return outer.cls.node if receiver and outer.cls is not None else outer.node
            frame = frame.parent
        return None

    def bound(
        self,
        block: Block,
        call: cst.Call,
        arguments: dict[str, Subject | None],
        function: Function | None,
        reader: Reader,
    ) -> Block:
        """A helper's steps where it is called: about the caller's objects, within the caller's loops."""

        def moved(subject: Subject) -> Subject:
            root, rest = split(subject.path)
            if function is None or root not in arguments:
                return subject
            own = subject.scope is function.node or (function.cls is not None and subject.scope is function.cls.node)
            if not own:
                return subject
            given = None if root in self.names(function.node).copied else arguments[root]
            if given is None:
                return subject if subject.scope is not function.node else replaced(subject, subject.path, call)
            value = subject.value if rest or given.value is UNKNOWN else given.value
            known = not rest and not given.by_name and given.role is not Role.OTHER
            role = given.role if known else subject.role
            by_name = subject.by_name and not known
            return Subject(
                given.path + rest, given.scope, value, role, by_name, subject.apart, given.each or subject.each
            )

        def change(event: Event) -> Event:
            subject = None if event.subject is None else moved(event.subject)
            takes = tuple(moved(one) for one in event.takes) if event.takes else ()
            kind, certain = event.kind, event.certain
            node = event.node
            if type(node) is cst.Call and type(node.func) is cst.Attribute:
                receiver = subject if kind is not EventKind.UNKNOWN_CALL else (takes[-1] if takes else None)
                rows = () if receiver is None else METHOD_EVENTS.get((receiver.role, node.func.attr.value), ())
                if receiver is not None and not receiver.by_name and len(rows) == 1 and rows[0].about is None:
                    if kind in (EventKind.UNKNOWN_CALL, EventKind.STEP, EventKind.SCHEDULER_STEP):
                        kind, subject, certain = rows[0].kind, receiver, True
            return replace(
                event,
                kind=kind,
                subject=subject,
                takes=takes,
                certain=certain,
                loops=(*reader.loops, *event.loops),
                conditions=(*reader.conditions, *event.conditions),
                calls=(call, *event.calls),
            )

        prefix = f"{id(call)}:"
        paths = {} if function is None else self.paths_of(arguments, function)

        def rename(path: str) -> str:
            root, rest = split(path)
            known = paths.get(root)
            return prefix + path if known is None else known + rest

        return rewritten(block, change, rename)

    def paths_of(self, arguments: dict[str, Subject | None], function: Function) -> dict[str, str]:
        """The parameters that are another name for what the caller has, all through the helper."""
        bound = self.names(function.node).bound
        return {
            name: given.path
            for name, given in arguments.items()
            if given is not None and bound.get(name) == 1 and "[" not in given.path
        }

    def names(self, node: cst.FunctionDef | cst.Lambda | cst.Module) -> Names:
        """The names that a function, or the script, binds."""
        found = self._names.get(node)
        if found is None:
            found = self._names[node] = names_of(node)
        return found

    def elsewhere(self, block: Block, call: cst.Call, reader: Reader) -> Block:
        """The steps of a closure that is run by whom it is given to."""
        return self.bound(block, call, {}, None, reader)

    def classes(self) -> Iterable[Class]:
        """The classes of the file, in the order of the text.

        >>> [cls.name for cls in program.classes()]
        ['Block', 'Net']
        """
        return self.inference.classes.values()


def replaced(subject: Subject, path: str, scope: cst.CSTNode) -> Subject:
    """The same facts about an object that only this call sees."""
    return replace(subject, path=path, scope=scope)


def program_of(inference: Inference) -> Program:
    """The program of a file, made at the first question and kept with what inference found.

    >>> program_of(inference).timeline().find(EventKind.BACKWARD)
    [<backward loss>]
    """
    found = inference.rooms.get("events")
    if not isinstance(found, Program):
        found = inference.rooms["events"] = Program(inference)
    return found
