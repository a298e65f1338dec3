"""On which device a file makes its tensors."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import called_name
from ...syntax.walking import walk
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


def moves_to_cuda(inference: Inference) -> bool:
    """Whether a file moves something to CUDA by ``cuda()``, and so its tensors are or may be there.

    >>> moves_to_cuda(program("y = model.cuda()(x)").inference), moves_to_cuda(program("y = model(x)").inference)
    (True, False)
    """
    return any(type(call) is cst.Call and called_name(call) == "cuda" for call in inference.nodes_of(cst.Call))


def _sets_device(inference: Inference, module: cst.Module) -> bool:
    if any(_is_device(inference, item) for item in inference.contexts):
        return True
    source = inference.source
    if source is not None and not any(setter in source for setter in _SETTERS):
        return False
    found: list[cst.CSTNode] = []

    def name(node: cst.CSTNode) -> None:
        assert type(node) is cst.Name
        if node.value in _SETTERS:
            found.append(node)

    walk(module, {cst.Name: [name]})
    return bool(found)


def _is_device(inference: Inference, item: cst.BaseExpression) -> bool:
    """Whether ``with item:`` sets the device: it is one, or the device of a tensor."""
    of_tensor = type(item) is cst.Attribute and isinstance(inference.value(item.value), Tensor)
    return of_tensor or isinstance(inference.value(item), Device)
