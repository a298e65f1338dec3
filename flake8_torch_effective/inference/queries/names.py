"""Whether what a file gives a name is ever read by that name, and whether it runs the modules that it makes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..knowledge.names import canonical
from ..values import Function, Operation, Reference

_ROOM = "names"
_DECORATING = "decorating"
_MODULE = "torch.nn.Module"
_RUNS = ("forward", "__call__")
# What hands a module its own modules without naming them, to be called one after the other.
_CHILDREN = frozenset({"children", "named_children", "_modules"})


@dataclass
class _Names:
    """How often each name and attribute stands in a file, how often as a target, and the targets of each value.

    Attributes are kept with a dot in front of their names.
    """

    written: Counter[str] = field(default_factory=Counter)
    assigned: Counter[str] = field(default_factory=Counter)
    targets: dict[int, list[str]] = field(default_factory=dict)
    hands_out_children: bool = False


def is_never_read(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether an expression is only assigned to names and attributes that the file never reads.

    >>> p = program("a, b = x, y", "c = x.exp()", "d = x.log()", "return d")
    >>> is_never_read(p.inference, p.node("x.exp()")), is_never_read(p.inference, p.node("x.log()"))
    (True, False)
    """
    if inference.module is None:
        return False
    names = _names_of(inference, inference.module)
    targets = names.targets.get(id(node), [])
    if not targets or any(names.written[target] > names.assigned[target] for target in targets):
        return False
    return not (names.hands_out_children and any(target.startswith(".") for target in targets))


def is_named(inference: Inference, function: Function) -> bool:
    """Whether the file names a method anywhere but where it is defined, in a text too.

    >>> method = "    def __item__(self, i): return x[i]"
    >>> p = program("class Rows(torch.utils.data.Dataset):", method, "Rows().__item__(0)")
    >>> is_named(p.inference, p.value("Rows").functions["__item__"])
    True
    """
    assert inference.module is not None
    written = _names_of(inference, inference.module).written
    return written[function.name] + written["." + function.name] > 1


def is_never_called(inference: Inference, operation: Operation) -> bool:
    """Whether nothing in the file runs a module: one in a decorator, or in a class of modules without a ``forward``.

    >>> p = program("class Net(nn.Module):", "    def __init__(self):", "        self.act = nn.Softmax()")
    >>> is_never_called(p.inference, p.operation("nn.Softmax()"))
    True
    """
    if inference.module is None:
        return False
    decorating = inference.rooms.get(_DECORATING)
    if not isinstance(decorating, set):
        decorating = inference.rooms[_DECORATING] = _calls_in_decorators(inference.module)
    if id(operation.node) in decorating:
        return True
    function = inference.functions.get(operation.frame) if operation.frame is not None else None
    cls = None if function is None else function.cls
    if cls is None or not cls.outside_bases() or any(canonical(base) != _MODULE for base in cls.outside_bases()):
        return False
    near = [
        cls,
        *(one.cls for one in inference.functions.values() if one.cls is not None and cls in one.cls.ancestry()),
    ]
    return not any(name in one.functions for one in near for name in _RUNS)


def _calls_in_decorators(module: cst.Module) -> set[int]:
    found: set[int] = set()

    def look_at_decorator(node: cst.CSTNode) -> None:
        walk(node, {cst.Call: [lambda call: found.add(id(call))]})

    walk(module, {cst.Decorator: [look_at_decorator]})
    return found


def _names_of(inference: Inference, module: cst.Module) -> _Names:
    names = inference.rooms.get(_ROOM)
    if not isinstance(names, _Names):
        names = inference.rooms[_ROOM] = _names(inference, module)
    return names


def _names(inference: Inference, module: cst.Module) -> _Names:
    found = _Names()

    def look_at_name(node: cst.CSTNode) -> None:
        assert type(node) is cst.Name
        found.written[node.value] += 1

    def look_at_attribute(node: cst.CSTNode) -> None:
        assert type(node) is cst.Attribute
        found.written[node.attr.value] -= 1
        if not isinstance(inference.value(node.value), Reference):
            found.written["." + node.attr.value] += 1
        found.hands_out_children |= node.attr.value in _CHILDREN and _name(node.value) == "self"

    def look_at_text(node: cst.CSTNode) -> None:
        assert type(node) is cst.SimpleString
        text = node.raw_value
        found.written.update((text, "." + text))

    def look_at_assignment(node: cst.CSTNode) -> None:
        assert isinstance(node, cst.Assign | cst.AnnAssign)
        written = [one.target for one in node.targets] if isinstance(node, cst.Assign) else [node.target]
        names = [_name(target) for target in written]
        found.assigned.update(name for name in names if name is not None)
        if node.value is not None and None not in names:
            found.targets[id(node.value)] = [name for name in names if name is not None]

    def look_at_class(node: cst.CSTNode) -> None:
        assert type(node) is cst.ClassDef
        found.hands_out_children |= any(_name(base.value) in ("Sequential", ".Sequential") for base in node.bases)

    walk(
        module,
        {
            cst.Name: [look_at_name],
            cst.Attribute: [look_at_attribute],
            cst.SimpleString: [look_at_text],
            cst.Assign: [look_at_assignment],
            cst.AnnAssign: [look_at_assignment],
            cst.ClassDef: [look_at_class],
        },
    )
    return found


def _name(target: cst.CSTNode) -> str | None:
    if type(target) is cst.Attribute:
        return "." + target.attr.value
    return target.value if type(target) is cst.Name else None
