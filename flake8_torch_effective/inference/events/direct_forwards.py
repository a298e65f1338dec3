"""The calls of a module's ``forward`` itself, which pass by all that calling the module does."""

from __future__ import annotations

import re
from collections.abc import Iterable

import libcst as cst

from ...syntax.walking import walk
from ..knowledge.python_operations import PHI
from ..values import Class, Function, Identity, Module, Reference, Value
from .at_work import calls_in
from .program import Program
from .recognition import argument_of, receiver_name
from .registry import calls_of, registries

_FORWARD = "forward"
_ROOM = "functions that check forward"
_HOOKS = "hooks on modules"
_ON_PURPOSE = re.compile(r"#[^\n]*\b__call__")
# So many runs of `forward` in a function that raises are what it is about.
_RUNS = 3
# Functions that hang a hook on the very module that they get first, which its forward needs.
_BUILT_ON_HOOKS = (
    "torch.nn.utils.weight_norm",
    "torch.nn.utils.spectral_norm",
    "torch.nn.utils.prune.",
    "torch.distributed.fsdp.fully_shard",
)
_WITHOUT_HOOKS = ("torch.nn.utils.prune.remove", "torch.nn.utils.prune.is_pruned")
# Methods that hang a hook on a module which runs when it is called.
_REGISTERS = re.compile(r"register_(?:forward|backward|full_backward)_(?:pre_)?hook")
# Functions whose result has a ``forward`` of its own.
_WRAPS = ("torch.jit.", "torch.compile", "torch.export", "torch.fx.", "torch._dynamo.")


def direct_forwards(program: Program, calls: Iterable[cst.Call]) -> list[cst.Call]:
    """Those of some calls that are ``net.forward(x)`` of a known module.

    Not those of the module on itself or of a base class on it, of modules that were scripted, traced, compiled or
    exported, nor of a class with a ``__call__`` of its own, nor in a test.

    >>> direct_forwards(program, [expression("x.forward()")])
    []
    """
    found = [call for call in calls if _is_of_known_module(program, call)]
    if not found:
        return []
    wrapped = _wrapped(program)
    own = _of_itself(program) | _tested(program)
    return [call for call in found if call not in own and _identity(program, call) not in wrapped]


def _is_of_known_module(program: Program, call: cst.Call) -> bool:
    func = call.func
    if type(func) is not cst.Attribute or func.attr.value != _FORWARD:
        return False
    module = program.inference.value(func.value)
    if not isinstance(module, Module):
        return False
    return module.cls is None or not (_calls_otherwise(module.cls) or _is_scripted(module.cls))


def has_hooks(program: Program, call: cst.Call) -> bool:
    """Whether the file hangs a hook on the very module whose ``forward`` a call names, or on all objects of its class.

    Not on a module that is made in the same expression, not in a function that runs ``forward`` again and again to
    check what it gives, nor in a file with a comment on ``__call__``, which calls ``forward`` on purpose.

    >>> has_hooks(program, expression("nn.ReLU().forward(x)"))
    False
    """
    assert type(call.func) is cst.Attribute
    receiver = call.func.value
    if type(receiver) is cst.Call and isinstance(program.inference.value(receiver.func), Class | Reference):
        return False
    module = program.inference.value(receiver)
    modules, classes = _hooked(program)
    own = isinstance(module, Module) and module.cls is not None and not classes.isdisjoint(module.cls.ancestry())
    hooked = own or not modules.isdisjoint(_identities(module))
    return hooked and not _on_purpose(program) and call not in _checking(program)


def _hooked(program: Program) -> tuple[set[Identity | None], set[Class]]:
    """The modules that the file hangs hooks on, and the classes that do so themselves, on ``self``."""
    known = program.inference.rooms.get(_HOOKS)
    if isinstance(known, tuple):
        return known
    modules: set[Identity | None] = set()
    classes: set[Class] = set()
    for call in calls_of(program):
        node = _takes_hook(program, call)
        module = None if node is None else program.inference.value(node)
        if isinstance(module, Module):
            modules |= _identities(module)
    for registry in registries(program):
        for function in registry.cls.functions.values():
            receiver = receiver_name(function)
            taking = (_takes_hook(program, call) for call in calls_in(function.node))
            if any(type(one) is cst.Name and one.value == receiver for one in taking):
                classes.add(registry.cls)
    program.inference.rooms[_HOOKS] = modules, classes
    return modules, classes


def _on_purpose(program: Program) -> bool:
    answers = program.inference.answers
    key = (_ROOM, 0)
    if key not in answers:
        answers[key] = bool(_ON_PURPOSE.search(program.inference.source or ""))
    return answers[key]


def _checking(program: Program) -> set[cst.CSTNode]:
    """The calls in functions that run ``forward`` again and again, and raise where its results are bad."""
    known = program.inference.rooms.get(_ROOM)
    if isinstance(known, set):
        return known
    found: set[cst.CSTNode] = set()
    for node in program.inference.functions:
        if type(node) is not cst.FunctionDef:
            continue
        calls = calls_in(node)
        runs = [one for one in calls if type(one.func) is cst.Attribute and one.func.attr.value == _FORWARD]
        if len(runs) >= _RUNS:
            raised: list[cst.CSTNode] = []
            walk(node.body, {cst.Raise: [raised.append], cst.Assert: [raised.append]})
            found.update(runs if len(raised) > len(runs) else ())
    program.inference.rooms[_ROOM] = found
    return found


def _identities(module: Value) -> set[Identity | None]:
    """The objects that a name may hold: in a loop over layers, each of them."""
    held = module.origin.operands.values() if module.origin is not None and module.origin.signature is PHI else ()
    return {one.identity for one in (module, *held)} - {None}


def _takes_hook(program: Program, call: cst.Call) -> cst.BaseExpression | None:
    """The module that a call hangs a hook on: ``net.register_forward_hook(f)``, ``weight_norm(net)``."""
    if type(call.func) is cst.Attribute and _REGISTERS.fullmatch(call.func.attr.value):
        return call.func.value
    callee = program.inference.value(call.func)
    if not isinstance(callee, Reference) or not callee.name.startswith(_BUILT_ON_HOOKS):
        return None
    return None if callee.name in _WITHOUT_HOOKS else argument_of(call, "module", 0)


def _calls_otherwise(cls: Class) -> bool:
    """Whether calling an object of a class does something of its own."""
    return cls.function("__call__") is not None or cls.function("__getattr__") is not None


def _is_scripted(cls: Class) -> bool:
    return any(base.startswith(_WRAPS) for base in cls.outside_bases())


def _identity(program: Program, call: cst.Call) -> Identity | None:
    assert type(call.func) is cst.Attribute
    return program.inference.value(call.func.value).identity


def _wrapped(program: Program) -> set[Identity | None]:
    """The modules that the file scripts, traces, compiles or exports."""
    found: set[Identity | None] = set()
    for call in program.inference.nodes_of(cst.Call):
        assert type(call) is cst.Call
        callee = program.inference.value(call.func)
        if isinstance(callee, Reference) and callee.name.startswith(_WRAPS):
            made = program.inference.value(call)
            found |= {made.identity} if isinstance(made, Module) else set()
    return found


def _of_itself(program: Program) -> set[cst.CSTNode]:
    """The calls ``self.forward(x)`` in methods of modules, and what scripted methods call."""
    found: set[cst.CSTNode] = set()
    for registry in registries(program):
        for function in registry.cls.functions.values():
            found |= _own_calls(function)
    return found


def _tested(program: Program) -> set[cst.CSTNode]:
    """The calls in tests, which may be about that very method."""
    nodes = [node for node in program.inference.functions if type(node) is cst.FunctionDef]
    return {call for node in nodes if node.name.value.startswith("test_") for call in calls_in(node)}


def _own_calls(function: Function) -> set[cst.CSTNode]:
    receiver = receiver_name(function)
    scripted = any("jit." in decorator for decorator in function.decorators)
    found: set[cst.CSTNode] = set()

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        func = node.func
        if type(func) is cst.Attribute and func.attr.value == _FORWARD:
            if scripted or (type(func.value) is cst.Name and func.value.value == receiver):
                found.add(node)

    walk(function.node, {cst.Call: [look]})
    return found
