"""Which files a program saves modules to, and which calls of ``torch.load`` read them."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from ...syntax.naming import all_names, called_name
from ...syntax.walking import walk
from ..events.event import Event
from ..events.program import Program, program_of
from ..events.recognition import argument_of
from ..interpreter.inference import Inference
from ..knowledge.arguments import WEIGHTS_ONLY
from ..knowledge.names import is_module_class
from ..knowledge.training import EventKind
from ..values import UNKNOWN, Class, Reference, Unknown
from .annotated import reference_of
from .callers import function_around
from .outside_calls import is_tried_with
from .pickled import class_with, is_loaded_module, saved_module

_ROOM = "saved and loaded files"
_SHOWN = "what is said to be a module"
_STATE = "state_dict"


@dataclass
class _Files:
    """The places of a file's saves and loads, as they are written."""

    # The calls of torch.load by the code of what they read, and by the text that names a file anywhere.
    loads: dict[str, list[cst.Call]] = field(default_factory=dict)
    named: dict[str, list[cst.Call]] = field(default_factory=dict)
    # The texts of files that are loaded as whatever they hold, and the classes that have methods for it.
    trusted: set[str] = field(default_factory=set)
    readers: set[Class] = field(default_factory=set)
    # Whether a load leaves it open what the file may hold, with no other one that says it beside it.
    leaves_open: bool = False
    # Those that say what they read is a module, of the texts that were asked for.
    as_modules: dict[str, list[cst.Call]] = field(default_factory=dict)
    # The objects whose state dict a function saves, as it writes them.
    states: dict[cst.CSTNode | None, set[str]] = field(default_factory=dict)
    # The loads, by their ``id``, of what was saved as a module.
    of_modules: set[int] = field(default_factory=set)


def is_trusted(inference: Inference, save: Event) -> bool:
    """Whether a function loads a file, by the very text that a save names it with, and passes ``weights_only=False``.

    So does one with a method of the class that saves it, whatever it calls the file there.

    >>> p = program("torch.save(net, d / 'a.pt')", "a = torch.load(d / 'a.pt', weights_only=False)")
    >>> [is_trusted(p.inference, save) for save in program_of(p.inference).events(EventKind.SAVE)]
    [True]
    """
    found = _files(inference)
    cls = class_with(inference, save)
    place = _place(program_of(inference), save)
    return (cls is not None and cls in found.readers) or (
        place is not None and _text(inference, place) in found.trusted
    )


def trusts_all_files(inference: Inference) -> bool:
    """Whether each call of ``torch.load`` in a file passes ``weights_only=False``, and there are some.

    One without it counts, too, where it is there for a torch that does not take it.

    >>> loads = "torch.load(n, weights_only=False)", "torch.load(m)"
    >>> old = "try: a = torch.load(n, weights_only=False)", "except TypeError: a = torch.load(n)"
    >>> [trusts_all_files(program(*lines).inference) for lines in (loads[:1], loads, old)]
    [True, False, True]
    """
    found = _files(inference)
    return bool(found.trusted) and not found.leaves_open


def module_loads_of(inference: Inference, save: Event) -> list[cst.Call]:
    """The calls, in other functions, that read the same by name, and say that what they get is a module.

    >>> p = program("def g(): torch.save(net, n)", "def h():", "    a = torch.load(n)", "    a.eval()")
    >>> [save] = program_of(p.inference).events(EventKind.SAVE)
    >>> [p.code(call) for call in module_loads_of(p.inference, save)]
    ['torch.load(n)']
    """
    place = _place(program_of(inference), save)
    if place is None:
        return []
    found = _files(inference)
    text = _text(inference, place)
    if text not in found.as_modules:
        loads = found.loads.get(text, ())
        found.as_modules[text] = [
            load for load in loads if is_said_to_be_module(inference, load) or is_loaded_module(inference, load)
        ]
    return found.as_modules[text]


def saves_state_too(inference: Inference, save: Event, module: cst.BaseExpression) -> bool:
    """Whether the function that saves a module saves its state dict, too.

    >>> p = program("torch.save(net.state_dict(), 'a.pt')", "torch.save(net, 'b.pt')", "torch.save(other, 'c.pt')")
    >>> _, net, other = program_of(p.inference).events(EventKind.SAVE)
    >>> [saves_state_too(p.inference, one, argument_of(one.node, "obj", 0)) for one in (net, other)]
    [True, False]
    """
    return _text(inference, module).removesuffix(".module") in _files(inference).states.get(save.function, ())


def reads_saved_module(inference: Inference, load: cst.Call) -> bool:
    """Whether a call reads what the file has saved as a module: right before, or under the same text elsewhere.

    >>> p = program("net = nn.Linear(3, 2)", "torch.save(f=n, obj=net)", "a = torch.load(n)", "b = torch.load('b.pt')")
    >>> [reads_saved_module(p.inference, p.node(f"torch.load({name})")) for name in ("n", "'b.pt'")]
    [True, False]
    """
    return id(load) in _files(inference).of_modules


def is_said_to_be_module(inference: Inference, load: cst.Call) -> bool:
    """Whether a function says of what it loads that it is a module: it asserts so, or its annotation promises that.

    >>> loads = "def g() -> nn.Module: return torch.load(n)", "a = torch.load(m)"
    >>> p = program(*loads, "assert isinstance(a, nn.Module)")
    >>> [is_said_to_be_module(p.inference, p.node(f"torch.load({name})")) for name in "nm"]
    [True, True]
    """
    known = inference.rooms.get(_SHOWN)
    if not isinstance(known, _Said):
        known = inference.rooms[_SHOWN] = _said(inference)
    value = inference.value(load)
    if isinstance(value, Unknown) and value in known.asserted:
        return True
    if id(load) not in known.returned and value not in known.values:
        return False
    function = function_around(inference, load)
    if type(function) is not cst.FunctionDef or function.returns is None:
        return False
    return is_module_class(reference_of(inference, function.returns.annotation) or "")


@dataclass
class _Said:
    """What functions return, and of what an ``assert`` says that it is a module."""

    returned: set[int] = field(default_factory=set)
    values: set[Unknown] = field(default_factory=set)
    asserted: set[Unknown] = field(default_factory=set)


def _said(inference: Inference) -> _Said:
    found = _Said()
    for node in inference.nodes_of(cst.Return):
        if type(node) is cst.Return and node.value is not None:
            found.returned.add(id(node.value))
            value = inference.value(node.value)
            if isinstance(value, Unknown) and value is not UNKNOWN:
                found.values.add(value)
    for node in inference.nodes_of(cst.Assert):
        test = node.test if type(node) is cst.Assert else None
        if type(test) is cst.Call and called_name(test) == "isinstance" and len(test.args) == 2:
            asked, kind = (inference.value(one.value) for one in test.args)
            if isinstance(kind, Reference) and is_module_class(kind.name):
                if isinstance(asked, Unknown) and asked is not UNKNOWN:
                    found.asserted.add(asked)
    return found


def _files(inference: Inference) -> _Files:
    known = inference.rooms.get(_ROOM)
    if not isinstance(known, _Files):
        known = inference.rooms[_ROOM] = _look(inference)
    return known


def _look(inference: Inference) -> _Files:
    """One look at all saves and loads, in the order in which each function has them."""
    program = program_of(inference)
    found = _Files()
    written: dict[cst.CSTNode | None, tuple[set[str], set[str]]] = {}  # the names and the texts of saved modules
    of_modules: set[str] = set()
    for event in program.events(EventKind.SAVE, EventKind.LOAD):
        place = _place(program, event)
        if place is None or type(event.node) is not cst.Call:
            continue
        text = _text(inference, place)
        names, texts = written.setdefault(event.function, (set(), set()))
        if event.kind is EventKind.LOAD:
            found.loads.setdefault(text, []).append(event.node)
            if _names_file(place):
                found.named.setdefault(text, []).append(event.node)
            if _is_false(argument_of(event.node, WEIGHTS_ONLY, None)):
                found.trusted.add(text)
                cls = class_with(inference, event)
                found.readers.update(() if cls is None else (cls,))
            elif not is_tried_with(inference, event.node, WEIGHTS_ONLY):
                found.leaves_open = True
            if text in texts or not names.isdisjoint(all_names(place)):
                found.of_modules.add(id(event.node))
            continue
        saved = _resolved(program, event, argument_of(event.node, "obj", 0))
        if type(saved) is cst.Call and type(saved.func) is cst.Attribute and saved.func.attr.value == _STATE:
            owner = _text(inference, saved.func.value).removesuffix(".module")
            found.states.setdefault(event.function, set()).add(owner)
        elif saved_module(inference, event.node) is not None:
            texts.add(text)
            if type(place) is cst.Name:
                names.add(place.value)
            if _names_file(place):
                of_modules.add(text)
    found.of_modules.update(id(load) for text in of_modules for load in found.named.get(text, ()))
    return found


def _place(program: Program, event: Event) -> cst.BaseExpression | None:
    """What a call gets as its file: what is opened there, or what a name that is bound once stands for."""
    position = 0 if event.kind is EventKind.LOAD else 1
    place = argument_of(event.node, "f", position) if type(event.node) is cst.Call else None
    place = _resolved(program, event, place)
    if type(place) is cst.Call and called_name(place) == "open" and place.args:
        return _resolved(program, event, place.args[0].value)
    return place


def _resolved(program: Program, event: Event, node: cst.BaseExpression | None) -> cst.BaseExpression | None:
    if type(node) is not cst.Name:
        return node
    scope = event.function if isinstance(event.function, cst.FunctionDef | cst.Lambda) else program.module
    written = program.names(scope).aliases.get(node.value)
    return written if written is not None and (_is_state(written) or _names_file(written)) else node


def _is_state(node: cst.BaseExpression | None) -> bool:
    return type(node) is cst.Call and type(node.func) is cst.Attribute and node.func.attr.value == _STATE


def _names_file(place: cst.BaseExpression) -> bool:
    """Whether an expression names one file wherever it is written: it has a text in it, or is read from ``self``."""
    root: cst.CSTNode = place
    while type(root) is cst.Attribute:
        root = root.value
    if type(place) is cst.Attribute and type(root) is cst.Name and root.value == "self":
        return True
    found: list[cst.CSTNode] = []
    walk(place, {kind: [found.append] for kind in (cst.SimpleString, cst.FormattedStringText)})
    return bool(found)


def _text(inference: Inference, node: cst.BaseExpression) -> str:
    return "".join(inference.code(node).split())


def _is_false(node: cst.BaseExpression | None) -> bool:
    return type(node) is cst.Name and node.value == "False"
