"""What a change in place does to everything that holds the object: other names, lists, views, callers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from operator import is_
from typing import TYPE_CHECKING

import libcst as cst

from ..knowledge.python_operations import CHANGED, DATA_WRITE, ENUMERATE, LATER, PHI, SOME_OBJECT, STORE, ZIP
from ..values import (
    UNKNOWN,
    Class,
    Function,
    Identity,
    Notation,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Value,
    another,
    is_joined,
    join,
    join_all,
    limits,
    share,
    storages,
    widen_storages,
)
from .frame import Frame

if TYPE_CHECKING:
    from .interpreter import Interpreter

# Lists that are nested deeper than this are not looked into.
_DEPTH = 4
# What hands out the items that its lists have by then, together or one by one.
_TOGETHER = (ZIP, ENUMERATE)
_ITERATORS = (SequenceType.GENERATOR, SequenceType.VIEW)


class Changes:
    """What a change in place does to everything that holds the object: other names, lists, views, callers.

    What cannot be followed is an object that another file holds, or a list within more than four others.
    ``met`` are the storages that each change so far met, None for any.
    """

    __slots__ = ("changed_later", "holders", "interpreter", "met")

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.met: list[frozenset[Identity] | None] = []
        self.changed_later: list[tuple[Frame, str]] | None = None  # by a generator, in which frames under which names
        self.holders: dict[Identity, set[Class]] = {}

    @property
    def count(self) -> int:
        """How many changes there were so far."""
        return len(self.met)

    def changed(
        self, old: Value, new: Value, node: cst.CSTNode, index: Value | None = None, is_known: bool = True
    ) -> None:
        """The object that was ``old`` is ``new`` from here on, whoever holds it: a tensor, a list, a dict.

        With ``index`` only that item of it was changed.  ``is_known`` is whether some name shows it to be a tensor.
        """
        if not isinstance(old, (Tensor, Sequence)):
            return
        change = _Change(old, new, node, bool(self.interpreter.frame.loops))
        if new.identity is not None and new.identity is not old.identity:
            widen_storages(new.identity, change.storages_of(old))
        is_tensor = change.is_tensor
        current = self.interpreter.frame
        frames = list(frames_around(current))
        self.note_changed(change, frames)
        if change.is_tensor and not (change.same_shape and change.same_dtype):
            self.interpreter.gradients.note_reshaped(change.storages)
        if change.is_tensor and not change.same_graph and not (isinstance(new, Tensor) and new.grad is False):
            self.interpreter.gradients.note_graph(change.storages)
        # Two parameters are hardly ever one tensor: they stay equal to what they were as long as shapes stay.
        outside = not change.same_shape and change.meets_any(current.parameters)
        met: set[Identity | None] = {old.identity} if is_known else set()
        for frame in reversed(frames):
            holds = frame is current
            if holds and outside:
                change.concern_parameters(current.parameters)
            for name, value in list(frame.env.items()):
                kind = type(value)
                if (kind is Sequence or (is_tensor and kind is Tensor)) and change.may_concern(value):
                    after = change.of(value)
                    if after is not value:
                        outside = True  # of the frames the current one comes last
                        met.add(value.identity)
                        frame.change(name, after if holds else join(value, after, node))
                        if isinstance(value, Sequence):
                            self.forget_items(frame, name, index)
                        if self.changed_later is not None:
                            self.changed_later.append((frame, name))
            for values in frame.held:
                for place, value in enumerate(values):
                    after = change.of(value) if change.may_concern(value) else value
                    values[place] = after if holds or after is value else join(value, after, node)
            for name, value in frame.reads.items():
                if not change.may_concern(value) or name in frame.env:
                    continue
                root = name.partition(".")[0]
                if "[" not in name and frame.rebound.keys().isdisjoint((root, name)):
                    after = change.of(value)
                    if after is not value:
                        frame.bind_path(root, name, join(value, after, node))
            if frame.function is not None:
                _change_defaults(frame.function, change, node)
        self.met.append(change.all_met())
        if change.is_tensor and not change.facts_only:
            self.change_unknown(change, met, frames)
        for cls in self.classes_holding(change):
            for name, value in cls.attributes.items():
                if change.may_concern(value):
                    after = change.of(value)
                    if after is not value:
                        _change_attribute(cls, name, value, after, node)

    def change_unknown(self, change: _Change, met: set[Identity | None], frames: list[Frame]) -> None:
        """Names that hold a changed tensor as the unknown object that it was, when another name was found to be it.

        What shows them to be tensors further down would otherwise be said of the tensor before the change.
        """
        for frame in frames:
            for name, value in frame.env.items():
                if (type(value) is Unknown or type(value) is Sequence) and value is not UNKNOWN:
                    after = change.of_unknown(value, met)
                    if after is not value:
                        frame.change(name, after)
                        if self.changed_later is not None:
                            self.changed_later.append((frame, name))
            for values in frame.held:
                values[:] = [change.of_unknown(value, met) for value in values]

    def note_holder(self, cls: Class, value: Value) -> None:
        """Objects of a class hold a tensor or a list."""
        if isinstance(value, (Tensor, Sequence)):
            for identity in storages(value) or ():
                self.holders.setdefault(identity, set()).add(cls)

    def classes_holding(self, change: _Change) -> list[Class]:
        """The classes whose objects may hold what is changed: that of the current function, and by what was noted."""
        function = self.interpreter.frame.function
        found = dict.fromkeys(function.cls.ancestry() if function is not None and function.cls is not None else ())
        changed = storages(change.old) if change.storages is None else change.storages
        for identity in changed or ():
            found.update(dict.fromkeys(self.holders.get(identity, ())))
        return list(found)

    def note_changed(self, change: _Change, frames: list[Frame]) -> None:
        """What is changed may be an object that a caller gave for a parameter, which the caller knows as another."""
        if change.storages is None:
            return
        for frame in frames:
            if frame.parameters and frame.function is not None and change.meets_any(frame.parameters):
                frame.function.analysis.changes_given = True
        change.storages = self.interpreter.aliases.met(change.storages, frames)

    def unknown_changed(self, value: Unknown, by: Operation | None, graph: bool, node: cst.CSTNode) -> None:
        """An unknown object was changed in place: whatever it may be is not what it was.

        ``by`` is what changed its numbers, None where they stay; ``graph`` whether it may have another graph.
        """
        names = self.interpreter.frame.env.values()
        is_known = value.identity in self.interpreter.evidence.shown
        is_known = is_known or any(type(other) is Tensor and other.identity is value.identity for other in names)
        if value.origin is None or storages(value) == frozenset({value.identity}):
            if not is_known:
                return
        before = Tensor(grad=False if graph else None, identity=value.identity, origin=value.origin)
        if by is None:
            after = before.refined(grad=None)
        else:
            keeps_shape = by.signature is STORE or by.notation is Notation.AUGMENTED
            after = Tensor(origin=by, shape_identity=before.shape_identity if keeps_shape else None)
        self.changed(before, after, node, is_known=is_known)

    def handed_over(self, value: Value, node: cst.CSTNode) -> None:
        """A generator yields a value: until it goes on, others may change that."""
        before = Tensor(grad=False, origin=Operation(SOME_OBJECT, node, {"among": value}))
        after = Tensor(origin=Operation(DATA_WRITE, node, {"input": before}))
        self.changed(before, after, node, is_known=False)

    def forget_items(self, frame: Frame, name: str, index: Value | None) -> None:
        """What was known of the items of a list by their place (``xs[0]``) may be wrong after a change of the list."""
        for path in frame.paths.get(name, ()):
            if path[len(name)] == "[" and (index is None or not _is_other_place(path[len(name) :], index)):
                frame.env.pop(path, None)
                frame.reads.pop(path, None)


class _Change:
    """One change in place, as the values that hold the object see it."""

    __slots__ = (
        "anything",
        "facts_only",
        "is_tensor",
        "known",
        "new",
        "node",
        "old",
        "old_kind",
        "old_type",
        "parameters",
        "same_dtype",
        "same_graph",
        "same_shape",
        "storages",
    )

    def __init__(self, old: Tensor | Sequence, new: Value, node: cst.CSTNode, in_loop: bool) -> None:
        self.old = old
        self.new = new
        self.node = node
        self.facts_only = new.identity is old.identity
        self.is_tensor = isinstance(old, Tensor)
        self.old_kind = old.kind
        self.old_type = old.type if isinstance(old, Sequence) else None
        self.storages = storages(old) if self.is_tensor else None
        self.parameters: dict[Identity, str] = {}
        # What one value becomes, so that it becomes the same under each name.
        self.known: dict[int, Value] = {}
        self.same_dtype = self.same_graph = self.same_shape = False
        if isinstance(old, Tensor) and isinstance(new, Tensor):
            self.same_graph = old.grad == new.grad and old.leaf == new.leaf
            self.same_graph &= not (old.grad and is_joined(old))  # it has a graph on one path at least
            if old.grad is None and new.origin is not None:  # of which views may know more
                self.same_graph &= not _may_change_graph(new.origin)
            self.same_graph &= new.grad is not None or not self.facts_only  # x.requires_grad = ... changes nothing else
            by = new.origin
            self.same_dtype = by is not None and by.signature is not DATA_WRITE  # else it may have other numbers
            self.same_shape = old.shape == new.shape and old.shape_identity is new.shape_identity
            self.same_shape |= by is not None and by.notation is Notation.AUGMENTED  # x += y cannot make x larger
        # What names hand on from iteration to iteration may be any tensor; the head of a loop knows only its claims.
        carried = in_loop and old.origin is not None and old.origin.signature is PHI
        certain = isinstance(old, Tensor) and old.certain  # else it may be a number, which += does not change
        self.anything = carried and certain and not self.same_shape

    def may_concern(self, value: Value) -> bool:
        """Whether a value could hold the object: a quick look, as every name is asked at every change."""
        if type(value) is Sequence:
            if self.old_kind in value.held:
                return True
            if self.is_tensor:
                return False
            if value.type is not self.old_type:
                return value.type in _ITERATORS and value.origin is not None
            return value.origin is not None or value.identity is self.old.identity
        if type(value) is not Tensor or not self.is_tensor:
            return False
        own = value.identity
        if self.anything or self.storages is None or own is None or own.storages is None:
            return True
        return self.meets(own.storages)

    def storages_of(self, value: Value) -> frozenset[Identity] | None:
        """The storages that a tensor may have after the change: of ``x.data = y`` that of ``y`` too."""
        own, by = storages(value), self.new.origin
        if own is None or by is None or by.signature is not DATA_WRITE:
            return own
        more = storages(by.operand("value"))
        return None if more is None else own | more

    def concern_parameters(self, parameters: dict[Identity, str]) -> None:
        """The object may be one of the current function's parameters, which are given by their identities."""
        self.parameters = parameters
        self.known.clear()

    def meets_any(self, parameters: dict[Identity, str]) -> bool:
        """Whether the object may be one that the current function was given."""
        return bool(parameters and self.storages and any(one in parameters for one in self.storages))

    def meets(self, other: frozenset[Identity] | None) -> bool:
        """Whether a tensor that may have one of these storages may be the one that was changed, or a view of it."""
        if self.storages is None or other is None or not self.storages.isdisjoint(other):
            return True
        return bool(self.parameters) and any(one in self.parameters for one in other)

    def all_met(self) -> frozenset[Identity] | None:
        """The storages with which a tensor or a list may be what was changed; None where that may be any."""
        met = self.storages if self.is_tensor else storages(self.old)
        return met if met is None or not self.parameters else met.union(self.parameters)

    def of(self, value: Value, depth: int = _DEPTH) -> Value:
        """What a value is after the change: itself where that has nothing to do with it."""
        if value is self.new or not isinstance(value, (Tensor, Sequence)):
            return value
        if value.identity is self.old.identity:
            return self.new
        found = self.known.get(id(value))
        if found is None:
            found = self.known[id(value)] = self.find(value, depth)
        return found

    def find(self, value: Tensor | Sequence, depth: int) -> Value:
        if isinstance(value, Tensor):
            if isinstance(self.old, Tensor) and (self.anything or self.meets(storages(value))):
                return self.shared(value)
            return value
        if isinstance(self.old, Sequence) and isinstance(self.new, Sequence) and value.origin is not None:
            if value.type is self.old.type and share(value, self.old):
                return join(value, self.new, self.node)
            if value.type in _ITERATORS:
                value = self.drawn(value, self.new)
        if depth == 0 or self.old_kind not in value.held:
            return value
        if value.items is not None:
            items = [self.of(item, depth - 1) if self.may_concern(item) else item for item in value.items]
            if all(after is item for after, item in zip(items, value.items, strict=True)):
                return value
            return value.learnt(items, value.element)
        if value.element is None:
            return value
        after = self.of(value.element, depth - 1)
        if after is value.element:
            return value
        return value.learnt(None, join(value.element, after, self.node))

    def of_unknown(self, value: Value, met: set[Identity | None], depth: int = _DEPTH) -> Value:
        """What is left of an unknown object, or one in a list, where it is one of the tensors that the change met."""
        if type(value) is Unknown:
            if not value.is_among(met) and not self.met_before(value):
                return value
            found = self.known.get(id(value))
            if found is None:
                found = self.known[id(value)] = Unknown(Operation(CHANGED, self.node, {"input": value, "by": self.new}))
                widen_storages(found.identity, self.storages_of(value))
            return found
        if type(value) is not Sequence or not depth or Unknown.kind not in value.held:
            return value
        parts = [self.of_unknown(part, met, depth - 1) for part in value.parts()]
        if all(map(is_, parts, value.parts())):
            return value
        return value.learnt(parts, value.element) if value.items is not None else value.learnt(None, parts[0])

    def met_before(self, value: Unknown) -> bool:
        """Whether an unknown object, joined or changed before, may be a tensor of this change by another name."""
        joined = value.origin is not None and value.origin.signature in (CHANGED, PHI)
        return joined and self.storages is not None and self.meets(storages(value))

    def drawn(self, value: Sequence, new: Sequence) -> Sequence:
        """What is left of ``zip(...)`` or ``enumerate(...)``, which looks into its lists at each iteration."""
        origin, pair = value.origin, value.element
        if origin is not None and origin.signature in (LATER, PHI):
            return value.learnt(None, Unknown()) if self.draws(value) else value
        if origin is None or origin.signature not in _TOGETHER or not isinstance(pair, Sequence):
            return value
        sources, items = list(origin.operands.values()), list(pair.items or [])
        for place in range(-min(len(sources), len(items)), 0):  # the counter of enumerate comes first
            source, item = sources[place], items[place]
            if not isinstance(source, Sequence):
                continue
            if source.type in _ITERATORS:
                items[place] = self.drawn(source.learnt(None, item), new).element or Unknown()
            elif source.type is new.type and share(source, self.old):
                items[place] = join(item, another(join_all(new.parts(), self.node) or Unknown()), self.node)
        if all(map(is_, items, pair.items or [])):
            return value
        return value.learnt(None, pair.learnt(items, None))

    def draws(self, value: Value, depth: int = _DEPTH) -> bool:
        """Whether an iterator hands out what is in the list that was changed."""
        if not isinstance(value, Sequence):
            return False
        if value.type in _ITERATORS and value.origin is not None:
            return not depth or any(self.draws(source, depth - 1) for source in value.origin.operands.values())
        return value.type is self.old_type and share(value, self.old)

    def shared(self, value: Tensor) -> Tensor:
        """What is left of a tensor that may be a view of what was changed, or may be that very tensor."""
        facts: dict[str, object] = {}
        if not self.same_graph:
            facts |= {"grad": None, "leaf": False}
        new = self.new
        if not isinstance(new, Tensor) or not self.same_shape:
            facts |= {"shape": None, "single": False, "shape_identity": None}
        if not self.same_dtype and (not isinstance(new, Tensor) or new.dtype != value.dtype):
            facts |= {"dtype": None}
        if not self.facts_only:
            operation = Operation(CHANGED, self.node, {"input": value, "by": new})
            facts |= {"origin": operation, "identity": Identity()}
            after = value.refined(**facts)
            operation.result = after
            widen_storages(after.identity, self.storages_of(value))
            return after
        if facts.get("shape_identity", value) is None:
            facts["shape_identity"] = value.identity
        return value.refined(**facts)


def _change_attribute(cls: Class, name: str, value: Value, after: Value, node: cst.CSTNode) -> None:
    """What the class knows of an attribute holds from here on for what it was changed into as well."""
    cls.attributes[name] = join(value, after, node)
    writes = cls.writes.setdefault(name, {})
    if isinstance(after, Tensor) and len(writes) < limits.ALTERNATIVES:
        if not writes:
            writes[cls.node] = value
        writes[node] = join(writes.get(node, after), after, node)


def _change_defaults(function: Function, change: _Change, node: cst.CSTNode) -> None:
    """A default is made once: what one call changes in it, the next one finds."""
    for name, default in function.defaults.items():
        after = change.of(default)
        if after is default:
            continue
        if not isinstance(default, Sequence):
            function.defaults[name] = join(default, after, node)
        elif default.items is not None or not isinstance(default.element, Unknown):
            function.defaults[name] = default.learnt(None, Unknown())


def _may_change_graph(change: Operation) -> bool:
    """Whether what a tensor is changed with may require grad, or the change takes the graph, as ``detach_`` does."""
    others = list(change.operands.values())[1:]
    return change.signature.nograd or any(
        isinstance(other, Unknown) or (isinstance(other, Tensor) and other.grad is not False) for other in others
    )


def _is_other_place(subscript: str, index: Value) -> bool:
    """Whether ``[0]`` or ``["x"]``, with more behind it or not, is another item than the one at an index."""
    written = _literal(subscript[1 : subscript.index("]")])
    if isinstance(index, Text):
        return isinstance(written, str) and index.text is not None and index.text != written
    number = index.number if isinstance(index, Number) else None
    return isinstance(written, int) and isinstance(number, int) and number >= 0 and number != written


@lru_cache(maxsize=1024)
def _literal(text: str) -> object:
    """What a literal subscript is; None where it is cut off within a text."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return None


def frames_around(frame: Frame) -> Iterator[Frame]:
    """The frames whose names may hold an object of the current one: those around it, and those that called it."""
    seen: set[int] = set()
    queue = [frame]
    for current in queue:
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        queue.extend(outer for outer in (current.parent, current.caller) if outer is not None)
