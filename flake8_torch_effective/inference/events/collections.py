"""The modules that a class keeps where torch does not look for them: in a list, tuple or dict on ``self``."""

from __future__ import annotations

import builtins
from collections.abc import Iterator

import libcst as cst

from ...syntax.naming import last_name
from ...syntax.walking import walk
from ..interpreter.inference import alternatives, met, module_row
from ..knowledge.module_methods import FINDS_MODULES, GIVES_MODULE
from ..knowledge.names import canonical
from ..knowledge.python_operations import APPEND, STORE
from ..knowledge.signatures import ModuleSignature
from ..queries.loops import COMPREHENSIONS, targets
from ..values import Bound, Function, Identity, Module, Number, Reference, Sequence, SequenceType, Value
from .event import Answer
from .program import Program
from .registry import Entry, Member, Registry, calls_of, registry_of

_COLLECTIONS = frozenset({SequenceType.LIST, SequenceType.TUPLE, SequenceType.DICT, SequenceType.SET})
_REGISTERED = frozenset({Member.MODULE, Member.PARAMETER, Member.BUFFER, Member.UNKNOWN})
_NESTED = 8
_LOOPS_OVER = "loops over lists"
_CALLS_GIVEN = "calls by what they get"
_COLLECTING = frozenset({"collections", "copy", "itertools", "itertools.chain"})
_MAP = f"{builtins.__name__}.map"
_ZIP = f"{builtins.__name__}.zip"
# The arguments of norms that decide whether there are weights, and whether there are statistics.
_SWITCHES = ("affine", "elementwise_affine", "track_running_stats")
# Decorators that leave open whether a function is run at each call: all but these, such as ``functools.cache``.
_PLAIN = frozenset({"staticmethod", "classmethod"})


def hidden_modules(registry: Registry) -> list[Entry]:
    """The places that put a collection of modules on ``self`` in which torch finds none of them.

    Not where a module in it is registered in another way too, or is handed to a call that may do so, nor where none is
    known to have parameters, buffers or a mode. Not a list that is written with one module, which keeps it from torch
    on purpose, nor one that the class deletes, nor in a class that itself says what its parameters are, nor modules
    that train themselves.

    >>> [hidden_modules(one) for one in registries(program)]
    [[<collection of modules self.layers>], []]
    """
    if any(cls.functions.keys() & FINDS_MODULES for cls in registry.cls.ancestry()):
        return []
    names = [name for name, value in registry.cls.attributes.items() if may_hold_modules(value)]
    found: list[Entry] = []
    for name in names:
        value = registry.cls.attributes[name]
        assert isinstance(value, Sequence)
        states = [value, *registry.cls.writes.get(name, {}).values()]  # branches that meet hide what each put in
        kept = [one for state in states if isinstance(state, Sequence) for one in modules_in(registry.program, state)]
        held = [one for one in kept if one.identity in made(registry.program)]
        if not any(holds_state(registry.program, one) is Answer.YES for one in held):
            continue
        trains = any(one.cls is not None and one.cls.function("train") is not None for one in held)
        if trains or is_deleted(registry, name) or _may_be_registered(registry, name, value, held):
            continue
        places = [entry for entry in registry.own if entry.name == name and entry.expression is not None]
        if (
            places
            and not _is_alone(places[0], value)
            and not any(isinstance(entry.value, Sequence) and entry.value is value for entry in found)
        ):
            found.append(places[0])
    return found


def learns_nothing(registry: Registry, name: str) -> bool:
    """Whether the modules in a collection are norms that have statistics, but no parameters: ``affine=False``.

    >>> learns_nothing(next(iter(registries(program))), "layers")
    False
    """
    value = registry.cls.attributes.get(name)
    states = [value, *registry.cls.writes.get(name, {}).values()]
    kept = [one for state in states if isinstance(state, Sequence) for one in modules_in(registry.program, state)]
    rows = [(one, module_row(one)) for one in kept]
    return bool(rows) and all(row is not None and _has_only_statistics(one, row) for one, row in rows)


def _has_only_statistics(module: Module, row: ModuleSignature) -> bool:
    switches = [name for name in _SWITCHES[:2] if name in row.parameters]
    return bool(switches) and not any(_is_on(module, row, name) for name in switches)


def is_deleted(registry: Registry, name: str) -> bool:
    """Whether the class takes an attribute off its object again: ``del self.name``, ``delattr(self, "name")``.

    >>> is_deleted(registry, "layers")
    False
    """
    known = registry.program.inference.rooms.setdefault("deleted attributes", {})
    assert isinstance(known, dict)
    for cls in registry.cls.ancestry():
        if cls.node not in known:
            known[cls.node] = _deleted_in(cls.node)
    return any(name in known[cls.node] for cls in registry.cls.ancestry())


def _deleted_in(cls: cst.CSTNode) -> frozenset[str]:
    """The names of the attributes that a class deletes."""
    found: list[str] = []

    def look_at_deletion(node: cst.CSTNode) -> None:
        assert type(node) is cst.Del
        target = node.target
        parts = [one.value for one in target.elements] if type(target) is cst.Tuple else [target]
        found.extend(one.attr.value for one in parts if type(one) is cst.Attribute)

    def look_at_call(node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        text = node.args[1].value if last_name(node.func) == "delattr" and len(node.args) == 2 else None
        if type(text) is cst.SimpleString:
            found.append(str(text.evaluated_value))

    walk(cls, {cst.Del: [look_at_deletion], cst.Call: [look_at_call]})
    return frozenset(found)


def _is_alone(entry: Entry, final: Sequence) -> bool:
    """Whether a list or tuple is written with a single module, and never gets another."""
    node = entry.expression
    written = isinstance(node, cst.List | cst.Tuple | cst.Set) and len(node.elements) == 1
    return written and final.items is not None and len(final.items) == 1


def may_hold_modules(value: Value | None) -> bool:
    """Whether a value is a collection with modules in it.

    >>> may_hold_modules(registry.cls.attributes["mask"])
    False
    """
    return isinstance(value, Sequence) and value.type in _COLLECTIONS and Module.kind in value.held


def modules_in(program: Program, collection: Sequence, depth: int = _NESTED) -> list[Module]:
    """The modules in a collection and in those in it: what was written there, and what was appended or stored later.

    >>> block = list(program.classes())[0]
    >>> modules_in(program, block.attributes["layers"])
    [module:torch.nn.Linear, module:torch.nn.ReLU]
    """
    values = [*collection.parts(), *_added(program).get(collection.identity, [])]
    found: list[Module] = []
    for value in values:
        if isinstance(value, Module):
            found += [one for one in met(value) if isinstance(one, Module)]
        elif isinstance(value, Sequence) and depth:
            found += modules_in(program, value, depth - 1)
    return found


def _added(program: Program) -> dict[Identity | None, list[Value]]:
    """What is appended to each list and stored in each dict, by the collection's identity."""
    known = program.inference.rooms.get("added")
    if isinstance(known, dict):
        return known
    found: dict[Identity | None, list[Value]] = {}
    for operation in program.inference.operations.values():
        if operation.signature in (APPEND, STORE):
            found.setdefault(operation.operand().identity, []).append(operation.operand("value"))
    program.inference.rooms["added"] = found
    return found


def made(program: Program) -> set[Identity | None]:
    """The objects that a call of the file makes; what stands for several, such as a list's element, is none of them.

    >>> registry.assigned("fc")[0].value.identity in made(program)
    True
    """
    known = program.inference.rooms.get("made")
    if isinstance(known, set):
        return known
    found: set[Identity | None] = set()
    for call in calls_of(program):
        value = program.inference.value(call)
        if isinstance(value, Module):
            found.add(value.identity)
        elif isinstance(value, Sequence) and (called(program, call) is not None or _is_named(program, call, _MAP)):
            found |= {one.identity for part in value.parts() for one in alternatives(part)}
    program.inference.rooms["made"] = found
    return found


def called(program: Program, call: cst.CSTNode | None) -> Function | None:
    """The function of the file that a call runs.

    >>> called(program, registry.instances[0]) is None
    True
    """
    callee = program.inference.value(call.func) if type(call) is cst.Call else None
    callee = callee.function if isinstance(callee, Bound) else callee
    return callee if isinstance(callee, Function) else None


def makes_result(program: Program, call: cst.Call) -> bool:
    """Whether a call runs a function of the file that makes what it returns: another object each time.

    >>> makes_result(program, registry.instances[0])
    False
    """
    function = called(program, call)
    if function is None or not set(function.decorators) <= _PLAIN:
        return False
    value = program.inference.value
    returned: list[cst.BaseExpression] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Return
        if node.value is not None:
            returned.append(node.value)

    if type(function.node) is cst.Lambda:
        returned.append(function.node.body)
    else:
        walk(function.node, {cst.Return: [look]})
    inside: list[cst.CSTNode] = []
    walk(function.node, {cst.Call: [inside.append]})
    made_inside = {value(one).identity for one in inside}
    return bool(returned) and all(value(one).identity in made_inside - {None} for one in returned)


def holds_state(program: Program, module: Module, depth: int = _NESTED, modes: bool = True) -> Answer:
    """Whether a module has parameters, buffers, or, with ``modes``, a mode that ``eval()`` changes.

    >>> holds_state(program, registry.assigned("fc")[0].value)
    <Answer.YES: 'yes'>
    """
    if module.cls is not None:
        return _class_holds_state(program, module, depth, modes)
    row = module_row(module)
    if row is None or not depth:
        return Answer.UNKNOWN
    if row.container is not None:
        children = [one for one in module.children or [] if isinstance(one, Module)]
        answers = {holds_state(program, child, depth - 1, modes) for child in children}
        if Answer.YES in answers:
            return Answer.YES
        return Answer.NO if answers == {Answer.NO} and "..." not in module.arguments else Answer.UNKNOWN
    if row.depends_on_mode and modes:
        return Answer.YES
    buffers = [name for name in row.buffers if name not in row.parameters or name in module.arguments]
    switches = [name for name in _SWITCHES if name in row.parameters]
    if switches:
        return Answer.of(any(_is_on(module, row, name) for name in switches))
    # The names of a recurrent layer's weights depend on its size, and so stand in no row.
    return Answer.of(bool(row.weights or buffers) or (row.operation is not None and row.operation.layer))


def _is_on(module: Module, row: ModuleSignature, switch: str) -> bool:
    """Whether a norm has the weights or statistics that an argument decides on: all but instance norms by default."""
    given = module.arguments.get(switch)
    if given is None:
        return row.operation is None or row.operation.name != "instance_norm"
    return not (isinstance(given, Number) and given.number is False)


def _class_holds_state(program: Program, module: Module, depth: int, modes: bool) -> Answer:
    registry = registry_of(program, module.cls) if module.cls is not None and depth else None
    if registry is None:
        return Answer.UNKNOWN
    answers: set[Answer] = set()
    for entry in registry.entries:
        if entry.kind in (Member.PARAMETER, Member.BUFFER):
            return Answer.YES
        if isinstance(entry.value, Module):
            answers.add(holds_state(program, entry.value, depth - 1, modes))
        elif entry.kind not in (Member.OTHER, Member.TENSOR):
            answers.add(Answer.UNKNOWN)
    if Answer.YES in answers:
        return Answer.YES
    plain = all(canonical(base) == "torch.nn.Module" for base in registry.cls.outside_bases())
    return Answer.NO if plain and answers <= {Answer.NO} else Answer.UNKNOWN


def _may_be_registered(registry: Registry, name: str, value: Sequence, held: list[Module]) -> bool:
    """Whether torch may find modules of a collection after all."""
    values = [value, *(entry.value for entry in registry.assigned(name))]
    values += [registry.program.inference.value(read.node) for read in registry.readers(name)]
    inside = _Objects(registry.program, [one for one in values if isinstance(one, Sequence)], held)
    for entry in registry.entries:
        if entry.name == name:
            if entry.kind in _REGISTERED:
                return True
            helper = called(registry.program, entry.expression)
            if helper is not None and _helper_may_register(registry, helper):
                return True
        elif _is_one_of(registry.program, entry, inside):
            return True
        elif entry.name is None or entry.kind is Member.MODULE:
            if inside.may_be(entry.value) or (entry.name is None and type(entry.expression) is not cst.Call):
                return True
    return any(_hands_on(registry.program, call, inside) for call in _calls_outside_forward(registry, inside))


def _is_one_of(program: Program, entry: Entry, objects: _Objects) -> bool:
    """Whether a place registers the one that a key chooses: ``self.net = self.nets[kind]``."""
    chosen = entry.expression
    return type(chosen) is cst.Subscript and objects.may_be(program.inference.value(chosen.value))


def _helper_may_register(registry: Registry, helper: Function) -> bool:
    """Whether a function that makes modules may register some: on the object itself, or by a call that gets them."""
    program = registry.program
    if any(entry.method is helper and entry.kind is Member.MODULE for entry in registry.entries):
        return True
    found: list[cst.Call] = []
    walk(helper.node, {cst.Call: [lambda call: found.append(call) if type(call) is cst.Call else None]})
    return any(
        may_hold_modules(program.inference.value(argument.value)) and not _is_harmless(program, call)
        for call in found
        for argument in call.args
    )


def _mentions(program: Program, node: cst.CSTNode, objects: set[Identity | None]) -> bool:
    """Whether an expression names one of some objects."""
    return not objects.isdisjoint(_lists_in(program, node))


def _lists_in(program: Program, node: cst.CSTNode) -> set[Identity | None]:
    """The lists that an expression names."""
    found: set[Identity | None] = set()

    def look(name: cst.CSTNode) -> None:
        value = program.inference.value(name)
        if isinstance(value, Sequence):
            found.add(value.identity)

    walk(node, {cst.Name: [look], cst.Attribute: [look]})
    return found


def _places(program: Program, loop: cst.CSTNode) -> list[tuple[cst.BaseExpression, cst.BaseExpression]] | None:
    """The targets of a loop over ``zip(a, b)`` with what each of them comes from; None for other loops."""
    clause = loop.for_in if isinstance(loop, COMPREHENSIONS) else loop
    if not isinstance(clause, cst.For | cst.CompFor) or (type(clause) is cst.CompFor and clause.inner_for_in):
        return None
    zipped, target = clause.iter, clause.target
    if not (type(zipped) is cst.Call and type(target) is cst.Tuple and _is_named(program, zipped, _ZIP)):
        return None
    sources = [one.value for one in zipped.args if not one.star and one.keyword is None]
    names = [one.value for one in target.elements]
    return list(zip(names, sources, strict=True)) if len(names) == len(sources) else None


class _Objects:
    """The modules of a collection, and the collection as it is in several places, where other values may be them."""

    def __init__(self, program: Program, collections: list[Sequence], held: list[Module]) -> None:
        self.program = program
        lists: set[Identity | None] = {collection.identity for collection in collections}
        self.identities: set[Identity | None] = {*lists, *(one.identity for one in held)}
        for loop, mentioned in _loops_over(program):
            if not lists.isdisjoint(mentioned):
                # What stands for each of several objects in turn is known by none of their identities.
                names = self.targets(loop, lists)
                self.identities |= {one.identity for one in names if isinstance(one, Module)}

    def targets(self, loop: cst.CSTNode, lists: set[Identity | None]) -> list[Value]:
        """What the names of a loop over some lists stand for; of a ``zip``, those in their places."""
        places = _places(self.program, loop)
        if places is None:
            return targets(self.program.inference, loop)
        value = self.program.inference.value
        return [value(target) for target, source in places if _mentions(self.program, source, lists)]

    def may_be(self, value: Value) -> bool:
        """Whether a value is, or holds, one of them."""
        if isinstance(value, Sequence):
            return value.identity in self.identities or any(map(self.may_be, value.parts()))
        return any(isinstance(one, Module) and one.identity in self.identities for one in alternatives(value))


def _loops_over(program: Program) -> list[tuple[cst.CSTNode, set[Identity | None]]]:
    """The loops of a file, each with the lists that it names: looked up once, and not again for each class."""
    known = program.inference.rooms.get(_LOOPS_OVER)
    if not isinstance(known, list):
        known = program.inference.rooms[_LOOPS_OVER] = [
            (loop, _lists_in(program, loop.iter if type(loop) is cst.For else loop)) for loop in program.inference.loops
        ]
    return known


def _calls_given(program: Program) -> dict[Identity | None, list[cst.Call]]:
    """The calls of a file by the modules and lists that they get: looked up once, and not again for each class."""
    known = program.inference.rooms.get(_CALLS_GIVEN)
    if isinstance(known, dict):
        return known
    found: dict[Identity | None, list[cst.Call]] = {}
    for call in calls_of(program):
        values = (value for argument in call.args for value in _values_in(program, argument.value))
        for identity in {one for value in values for one in _identities(value)}:
            found.setdefault(identity, []).append(call)
    program.inference.rooms[_CALLS_GIVEN] = found
    return found


def _identities(value: Value) -> Iterator[Identity | None]:
    """The modules and lists that a value is, or holds."""
    if isinstance(value, Sequence):
        yield value.identity
        for part in value.parts():
            yield from _identities(part)
    else:
        yield from (one.identity for one in alternatives(value) if isinstance(one, Module))


def _calls_outside_forward(registry: Registry, objects: _Objects) -> list[cst.Call]:
    """The calls of the file that get some objects, but those in ``forward``, where a module is only run."""
    forward = registry.cls.functions.get("forward")
    inside: set[int] = set()
    if forward is not None:
        walk(forward.node, {cst.Call: [lambda call: inside.add(id(call))]})
    given = _calls_given(registry.program)
    return [call for one in objects.identities for call in given.get(one, ()) if id(call) not in inside]


def _hands_on(program: Program, call: cst.Call, objects: _Objects) -> bool:
    """Whether a call may register one of some objects that it gets: not one of Python's own, nor of a collection."""
    if not any(objects.may_be(value) for argument in call.args for value in _values_in(program, argument.value)):
        return False
    callee = program.inference.value(call.func)
    if _is_harmless(program, call):
        return False
    receiver = callee.receiver if isinstance(callee, Bound) else None
    if isinstance(receiver, Sequence) and (receiver.items is not None or receiver.element is not None):
        return False  # what gets into another list is registered where that list is given to something
    return receiver is None or not objects.may_be(receiver)


def _values_in(program: Program, node: cst.BaseExpression) -> list[Value]:
    """The value of an argument, and of what it takes items of: ``self.layers[0]``, ``list(self.layers)``."""
    found = [program.inference.value(node)]
    if type(node) is cst.Call and isinstance(found[0], Sequence) and _is_harmless(program, node):
        found += [value for argument in node.args for value in _values_in(program, argument.value)]
    if type(node) is cst.Subscript:  # one of them, or some
        found += _values_in(program, node.value)
    return found


def _is_harmless(program: Program, call: cst.Call) -> bool:
    """Whether a call is one of Python's own functions, of those of its library that copy and collect, or of torch's
    that give back the module."""
    callee = program.inference.value(call.func)
    if gives_module(program, call):
        return True
    module, _, name = callee.name.rpartition(".") if isinstance(callee, Reference) else ("", "", "")
    return module in _COLLECTING or (module == builtins.__name__ and hasattr(builtins, name))


def gives_module(program: Program, call: cst.Call) -> bool:
    """Whether a call gives back the module that it gets: ``spectral_norm(nn.Linear(3, 3))``.

    >>> gives_module(program, registry.instances[0])
    False
    """
    callee = program.inference.value(call.func)
    return isinstance(callee, Reference) and callee.name in GIVES_MODULE


def _is_named(program: Program, call: cst.Call, name: str) -> bool:
    callee = program.inference.value(call.func)
    return isinstance(callee, Reference) and callee.name == name
