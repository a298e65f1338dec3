"""On which device a file makes its tensors."""

from __future__ import annotations

import libcst as cst

from ...syntax.walking import Visit, walk
from ..interpreter.inference import Inference
from ..values import Device, Tensor

_ROOM = "default device"
_SETTERS = frozenset({"set_default_device", "set_default_tensor_type"})


def may_set_default_device(inference: Inference) -> bool:
    """Whether a file sets the device that factories use: by a call, or by ``with device:``.

    What a fix would change is another question, with a more cautious answer: `Mentions.may_set_device`.

    >>> may_set_default_device(program("y = torch.zeros(n)").inference)
    False
    >>> may_set_default_device(program("with torch.device('cuda'):", "    y = torch.zeros(n)").inference)
    True
    """
    found = inference.rooms.get(_ROOM)
    if found is None:
        found = inference.rooms[_ROOM] = inference.module is not None and _sets_device(inference, inference.module)
    return bool(found)


def _sets_device(inference: Inference, module: cst.Module) -> bool:
    found: list[cst.CSTNode] = []

    def enter(node: cst.CSTNode) -> None:
        assert isinstance(node, cst.WithItem)
        value = inference.value(node.item)
        of_tensor = isinstance(node.item, cst.Attribute) and isinstance(inference.value(node.item.value), Tensor)
        if isinstance(value, Device) or of_tensor:
            found.append(node)

    def name(node: cst.CSTNode) -> None:
        assert isinstance(node, cst.Name)
        if node.value in _SETTERS:
            found.append(node)

    source = inference.source
    visitors: dict[type, list[Visit]] = {cst.WithItem: [enter]}
    if source is None or any(setter in source for setter in _SETTERS):  # most of a walk's time goes to names
        visitors[cst.Name] = [name]
    walk(module, visitors)
    return bool(found)
