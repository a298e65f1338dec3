"""Which modules are in what a program saves, and in what it loads."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from ...syntax.naming import all_names, imported_packages, last_name
from ..events.collections import modules_in
from ..events.event import Event, Subject
from ..events.program import Program, program_of
from ..events.recognition import Recognition, argument_of
from ..interpreter.inference import Inference, met
from ..knowledge.names import canonical
from ..knowledge.python_builtins import COPIES, MAKES_DICTS
from ..knowledge.training import METHOD_EVENTS, EventKind, Role, role_by_name
from ..values import Class, Module, Reference, Sequence, Value

_ROOM = "targets of values"
_LOADS = frozenset(("torch.load", "torch.serialization.load"))
_PICKLES = frozenset(
    ("pickle.dump", "pickle.dumps", "cloudpickle.dump", "cloudpickle.dumps", "dill.dump", "dill.dumps")
)
# Packages that export a trained model by pickling all of it, from another file.
_EXPORT_MODULES = frozenset({"fastai", "fastai2"})
_PICKLED_BY = ("__reduce__", "__reduce_ex__", "__getstate__")
_ALTERNATIVES = "saves of no module"
_SHOWN = "objects that are shown to be modules"

# What shows that a name of a module is one: its mode is set, it is moved, an optimizer is built for its parameters.
# Plain classes have modes of their own, too: a transform, say, which no name calls a model.
_MODES = frozenset((EventKind.TRAIN_MODE, EventKind.EVAL_MODE, EventKind.SET_MODE))
_SHOWN_BY = frozenset((EventKind.BUILD_OPTIMIZER, EventKind.MOVE, EventKind.FIT)) | _MODES
# The methods of a module that return it.
_RETURN_IT = frozenset(
    name
    for (role, name), rows in METHOD_EVENTS.items()
    if role is Role.MODULE and any(row.kind in _SHOWN_BY for row in rows)
)


def saved_module(inference: Inference, call: cst.Call) -> cst.BaseExpression | None:
    """The expression of a module that a call of `torch.save` pickles; of the dict or list that holds it, where named.

    >>> p = program("net = nn.Linear(3, 2)", "torch.save({'net': net}, 'a')", "torch.save(net.state_dict(), 'b')")
    >>> p.code(saved_module(p.inference, p.node("torch.save({'net': net}, 'a')")))
    'net'
    >>> saved_module(p.inference, p.node("torch.save(net.state_dict(), 'b')")) is None
    True
    """
    saved = argument_of(call, "obj", 0)
    noted = inference.event_calls.get(call)
    if saved is None or noted is None:
        return None
    program = program_of(inference)
    return _module_in(program, Recognition(program, noted[1]), saved)


def pickles_itself(value: Value) -> bool:
    """Whether the class of a module says how it is pickled.

    >>> p = program("class Net(nn.Module):", "    def __reduce__(self): return make, ()", "net = Net()")
    >>> pickles_itself(p.value("net")), pickles_itself(value("nn.Linear(3, 2)"))
    (True, False)
    """
    cls = value.cls if isinstance(value, Module) else None
    return cls is not None and any(cls.function(name) is not None for name in _PICKLED_BY)


@dataclass
class _Alternatives:
    """Where a file saves what is no module: by function under which conditions, and in the methods of which classes."""

    conditions: dict[cst.CSTNode | None, set[tuple[cst.CSTNode, bool]]] = field(default_factory=dict)
    functions: dict[Class, set[cst.CSTNode]] = field(default_factory=dict)


def has_alternative(inference: Inference, event: Event) -> bool:
    """Whether a file saves something else in place of a module: in the other branch, or by another method of the class.

    >>> save = "torch.save(net, 'a') if whole else None", "if whole: torch.save(net, 'b')"
    >>> p = program("net = nn.Linear(3, 2)", *save, "else: torch.save(net.state_dict(), 'c')")
    >>> [has_alternative(p.inference, event) for event in program_of(p.inference).events(EventKind.SAVE)]
    [False, True, False]
    """
    known = inference.rooms.get(_ALTERNATIVES)
    if not isinstance(known, _Alternatives):
        known = inference.rooms[_ALTERNATIVES] = _alternatives(inference)
    asked = {(condition.test, not condition.holds) for condition in event.conditions}
    if not asked.isdisjoint(known.conditions.get(event.function, ())):
        return True
    cls = class_with(inference, event)
    return cls is not None and not known.functions.get(cls, set()) <= {event.function}


def pickles_modules(inference: Inference) -> bool:
    """Whether a file pickles a whole module, by ``torch.save`` or ``pickle``, or by a package that it imports.

    >>> saves = "torch.save(net, 'a')", "pickle.dump(net, n)", "torch.save(net.state_dict(), 'a')"
    >>> [pickles_modules(program("import pickle", "net = nn.Linear(3, 2)", save).inference) for save in saves]
    [True, True, False]
    """
    if inference.module is not None and not _EXPORT_MODULES.isdisjoint(imported_packages(inference.module)):
        return True
    saves = (event.node for event in program_of(inference).events(EventKind.SAVE))
    if any(type(call) is cst.Call and saved_module(inference, call) is not None for call in saves):
        return True
    if "pickle" not in (inference.source or "pickle"):
        return False
    for call in inference.nodes_of(cst.Call):
        if type(call) is cst.Call and call.args:
            called = inference.value(call.func)
            if isinstance(called, Reference) and called.name in _PICKLES:
                if isinstance(inference.value(call.args[0].value), Module):
                    return True
    return False


def reads_files(inference: Inference) -> bool:
    """Whether a file reads what ``torch.save`` writes.

    >>> p = program("torch.save(x, 'a.pt')")
    >>> reads_files(p.inference)
    False
    """
    return any(name in _LOADS for _, name in inference.references.values())


def loaded_back(inference: Inference, save: Event) -> list[cst.Call]:
    """The calls of ``torch.load``, in the function of a save and after it, that read the buffer or the file again.

    >>> p = program("torch.save(model, n)", "a = torch.load(n)", "b = torch.load('weights.pt')")
    >>> [save] = program_of(p.inference).events(EventKind.SAVE)
    >>> [p.code(call) for call in loaded_back(p.inference, save)]
    ['torch.load(n)']
    """
    if type(save.node) is not cst.Call:
        return []
    place = argument_of(save.node, "f", 1)
    names = set() if place is None else all_names(place) - {"self"}
    found: list[cst.Call] = []
    later = False
    for event in program_of(inference).timeline(save.function).events:
        later = later or event.node is save.node
        if later and event.kind is EventKind.LOAD and type(event.node) is cst.Call:
            read = argument_of(event.node, "f", 0)
            if read is not None and not names.isdisjoint(all_names(read)):
                found.append(event.node)
    return found


def _alternatives(inference: Inference) -> _Alternatives:
    found = _Alternatives()
    for event in program_of(inference).events(EventKind.SAVE):
        if type(event.node) is not cst.Call or saved_module(inference, event.node) is not None:
            continue
        conditions = found.conditions.setdefault(event.function, set())
        conditions.update((condition.test, condition.holds) for condition in event.conditions)
        cls = class_with(inference, event)
        if cls is not None and event.function is not None and _is_state(inference, event):
            found.functions.setdefault(cls, set()).add(event.function)
    return found


def _is_state(inference: Inference, event: Event) -> bool:
    """Whether a save is of the state of one object, and no dict of several, from which training goes on."""
    obj = None if type(event.node) is not cst.Call else argument_of(event.node, "obj", 0)
    return obj is not None and not isinstance(inference.value(obj), Sequence)


def class_with(inference: Inference, event: Event) -> Class | None:
    """The class of the file in whose method an event stands.

    >>> p = program("class Store:", "    def save(self): torch.save(self.net, n)", "torch.save(model, m)")
    >>> classes = [class_with(p.inference, one) for one in program_of(p.inference).events(EventKind.SAVE)]
    >>> sorted("no class" if cls is None else cls.name for cls in classes)
    ['Store', 'no class']
    """
    function = None if event.function is None else inference.functions.get(event.function)
    return None if function is None else function.cls


def is_loaded_module(inference: Inference, call: cst.Call) -> bool:
    """Whether what a call gives is used as a module: its mode is set, it is moved, or an optimizer is built for it.

    >>> p = program("net = torch.load('net.pt')", "net.eval()", "weights = torch.load('w.pt')")
    >>> is_loaded_module(p.inference, p.node("torch.load('net.pt')"))
    True
    >>> is_loaded_module(p.inference, p.node("torch.load('w.pt')"))
    False
    """
    noted = inference.event_calls.get(call)
    program = program_of(inference)
    read = Recognition(program, None if noted is None else noted[1])
    known = inference.rooms.get(_ROOM)
    if not isinstance(known, dict):
        assigns = (node for node in inference.nodes_of(cst.Assign) if type(node) is cst.Assign)
        known = inference.rooms[_ROOM] = {id(assign.value): assign.targets[0].target for assign in assigns}
    target = known.get(id(call))
    subject = None if target is None else read.subject(target)
    return subject is not None and _is_shown(program, subject)


def _module_in(program: Program, read: Recognition, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The first expression of a module among the parts of one, or itself."""
    if isinstance(node, cst.Dict | cst.List | cst.Tuple):
        for element in node.elements:
            found = _module_in(program, read, element.value)
            if found is not None:
                return found
        return None
    if _is_module(program, read, node):
        return node
    value = program.inference.value(node)
    if not isinstance(value, Sequence):
        return None
    if modules_in(program, value) and type(node) is not cst.Call:
        return node
    if type(node) is cst.Call:
        called = program.inference.value(node.func)
        made = type(called) is Reference and canonical(called.name) in MAKES_DICTS
        parts = [part.value for part in node.args] if made else []
        found = next((one for part in parts if (one := _module_in(program, read, part)) is not None), None)
        return found or (node if modules_in(program, value) else None)
    written = read.names.aliases.get(node.value) if type(node) is cst.Name else None
    return None if written is None else _module_in(program, read, written)


def _is_module(program: Program, read: Recognition, node: cst.BaseExpression) -> bool:
    """Whether an expression certainly is a module: by its value, or by what is done with it in the same scope."""
    values = met(program.inference.value(node))
    called_so = role_by_name(last_name(node)) is Role.MODULE
    if values and all(isinstance(value, Module) and (called_so or not _is_mode_alone(value)) for value in values):
        return True
    if type(node) is cst.Call:
        called = program.inference.value(node.func)
        if type(called) is Reference and canonical(called.name) in COPIES and node.args:
            return _is_module(program, read, node.args[0].value)
        if type(node.func) is cst.Attribute and node.func.attr.value in _RETURN_IT:
            made = node.func.value
            return _is_module(program, read, made) or _is_made_of_module(program, read, made)
        return False
    if type(node) is cst.Attribute and last_name(node) == "module":
        return _is_module(program, read, node.value)
    # What is known to be made by a call may have got the name of a module later: ``model = model.state_dict()``.
    known = type(node) is cst.Name and program.inference.value(node).origin is not None
    subject = None if known else read.subject(node)
    kinds = _SHOWN_BY if called_so else _SHOWN_BY - _MODES
    return subject is not None and subject.role.is_module and _is_shown(program, subject, kinds)


def _is_mode_alone(value: Module) -> bool:
    """Whether nothing is known of a module but that its mode was set."""
    return value.name is None and value.cls is None and value.training is not None


def _is_made_of_module(program: Program, read: Recognition, node: cst.BaseExpression) -> bool:
    """Whether an expression is what a function makes of a module alone: ``de_parallel(model)``, also copied."""
    while type(node) is cst.Call and len(node.args) == 1 and not node.args[0].star:
        node = node.args[0].value
        if _is_module(program, read, node):
            return True
    return False


def _is_shown(program: Program, subject: Subject, kinds: frozenset[EventKind] = _SHOWN_BY) -> bool:
    """Whether a module is put into a mode, moved or trained under the same name."""
    rooms = program.inference.rooms.setdefault(_SHOWN, {})
    assert isinstance(rooms, dict)
    if kinds not in rooms:
        rooms[kinds] = _marks(program, kinds)
    return not rooms[kinds].isdisjoint(subject.marks())


def _marks(program: Program, kinds: frozenset[EventKind]) -> set[object]:
    """The marks of all objects that some kinds of events are about."""
    found: set[object] = set()
    for event in program.events(*kinds, EventKind.SAVE):  # moves are not looked for in all functions
        if event.kind is EventKind.SAVE:
            continue
        for one in event.takes if event.kind is EventKind.BUILD_OPTIMIZER else (event.subject,):
            found.update(() if one is None else one.marks())
    return found
