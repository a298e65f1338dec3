"""Which classes of other packages a file asks for with ``isinstance`` and ``issubclass``."""

from __future__ import annotations

from collections.abc import Iterator, Set

import libcst as cst

from ...syntax.naming import called_name
from ..interpreter.inference import Inference
from ..values import Class, Reference

_ROOM = "classes that are asked for"
_ASKING = frozenset({"isinstance", "issubclass"})


def asked_for(inference: Inference, name: str) -> Set[cst.CSTNode]:
    """The expressions by which a file asks whether objects are of a class of another package.

    Left is a question with another class besides of which the file makes the objects: that one answers it.

    >>> tuple = "(torch.optim.lr_scheduler.StepLR, torch.optim.lr_scheduler._LRScheduler)"
    >>> p = program(f"isinstance(y, {tuple})")
    >>> len(asked_for(p.inference, "torch.optim.lr_scheduler._LRScheduler"))
    1
    """
    known = inference.rooms.get(_ROOM)
    if not isinstance(known, dict):
        known = inference.rooms[_ROOM] = _asked(inference)
    return known.get(name, frozenset())


def gets_own_classes(inference: Inference, name: str) -> bool:
    """Whether each call of a function of another package, of which there are some, gets a class of the file first.

    >>> p = program("class A: pass", "torch.utils._pytree._register_pytree_node(A, f, g)")
    >>> gets_own_classes(p.inference, "torch.utils._pytree._register_pytree_node")
    True
    """
    calls = [call for call in inference.nodes_of(cst.Call) if type(call) is cst.Call]
    found = [call.args[0].value for call in calls if call.args and _name(inference, call.func) == name]
    return bool(found) and all(isinstance(inference.value(node), Class) for node in found)


def _asked(inference: Inference) -> dict[str, set[cst.CSTNode]]:
    found: dict[str, set[cst.CSTNode]] = {}
    calls = [call for call in inference.nodes_of(cst.Call) if type(call) is cst.Call]
    made = {_name(inference, call.func) for call in calls} - {""}
    for call in calls:
        if called_name(call) not in _ASKING or len(call.args) != 2:
            continue
        classes = [(node, _name(inference, node)) for node in _classes(call.args[1].value)]
        for node, name in classes:
            if name and made.isdisjoint(other for _, other in classes if other != name):
                found.setdefault(name, set()).add(node)
    return found


def _classes(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    if type(node) is cst.Tuple:
        for element in node.elements:
            yield from _classes(element.value)
    else:
        yield node


def _name(inference: Inference, node: cst.BaseExpression) -> str:
    value = inference.value(node)
    return value.name if isinstance(value, Reference) else ""
