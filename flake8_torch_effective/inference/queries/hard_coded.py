"""Where a file puts something on a GPU without asking whether there is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import libcst as cst

from ...syntax.naming import all_names, last_name, words_of
from ...syntax.walking import children
from ..interpreter.inference import Inference
from ..knowledge.gpu_words import ASKS_FOR_GPU, CHOOSES_GPU, NEEDS_GPU
from ..knowledge.names import canonical
from ..values import Bound, Function, Number, Reference, Sequence, Text, Value

_GPU: Final = "cuda"
# Functions of torch whose first argument is a device.
_DEVICE, _FIRST = "torch.device", frozenset({"torch.device", "torch.set_default_device"})
# What only keeps its arguments, or declares them, with the values that are given where nobody gives another one.
_KEEPS: Final = frozenset({"builtins.dict", "types.SimpleNamespace", "argparse.Namespace"})
_DECLARES: Final = frozenset({"set_defaults", "add_argument", "option"})


class HardCoded(NamedTuple):
    """A call of ``cuda()``, or a text that names a GPU; ``is_numbered`` where the number stands beside it."""

    node: cst.Call | cst.SimpleString
    is_numbered: bool


def hard_coded(inference: Inference) -> list[HardCoded]:
    """What in a file asks for a GPU whether there is one or not, unless the file asks for one somewhere.

    >>> p = program("y = x.cuda()", "z = torch.zeros(n, device='cuda')")
    >>> [p.code(one.node) for one in hard_coded(p.inference)]
    ['x.cuda()', "'cuda'"]
    """
    module, source = inference.module, inference.source
    if module is None:
        return []
    found = {id(one.node): one for one in _named(inference)}
    if not found or (source is not None and NEEDS_GPU.search(source)) or _asks(inference, module):
        return []
    chosen = _chosen(module)
    return [one for one in found.values() if id(one.node) not in chosen]


def _asks(inference: Inference, module: cst.Module) -> bool:
    """Whether a file names what tells whether there is a GPU."""
    if inference.source is not None and not ASKS_FOR_GPU.search(inference.source):
        return False
    return any(ASKS_FOR_GPU.search(name) for name in all_names(module))


def _chosen(module: cst.Module) -> set[int]:
    """What runs, or does not, as a condition about devices says, and what is only compared; by ``id``."""
    found: set[int] = set()
    stack: list[tuple[cst.CSTNode, bool]] = [(module, False)]
    while stack:
        node, inside = stack.pop()
        if inside:
            found.add(id(node))
        elif isinstance(node, cst.If | cst.IfExp | cst.While):
            inside = _chooses(node.test)
        elif type(node) is cst.BooleanOperation:
            inside = _chooses(node.left)
        elif isinstance(node, cst.Try | cst.TryStar):
            inside = bool(node.handlers)
        elif type(node) is cst.Comparison:
            inside = True
        stack.extend((child, inside) for child in children(node))
    return found


def _chooses(test: cst.BaseExpression) -> bool:
    return any(not CHOOSES_GPU.isdisjoint(words_of(name)) for name in all_names(test))


def _named(inference: Inference) -> Iterator[HardCoded]:
    """The calls of ``cuda()``, and the texts that stand for a device."""
    literals = _literals(inference)
    for call in inference.nodes_of(cst.Call):
        assert type(call) is cst.Call
        if _is_cuda(inference, call):
            yield HardCoded(call, is_numbered=False)
        for device, is_numbered in _devices(inference, call):
            if not _names_gpu(inference.value(device)):
                continue
            if type(device) is cst.SimpleString:
                yield HardCoded(device, is_numbered)
            else:
                yield from (HardCoded(one, is_numbered) for one in literals.get(last_name(device), ()))


def _is_cuda(inference: Inference, call: cst.Call) -> bool:
    """Whether a call is ``x.cuda()``, on a tensor, a module or what is not known to be anything else."""
    func = call.func
    if type(func) is not cst.Attribute or func.attr.value != _GPU or any(one.star for one in call.args):
        return False
    value, method = inference.value(func.value), inference.value(func)
    return not isinstance(value, Number | Text | Sequence | Reference) and not _is_of_file(method)


def _is_of_file(method: Value) -> bool:
    return isinstance(method, Function) or (isinstance(method, Bound) and method.function is not None)


def _devices(inference: Inference, call: cst.Call) -> Iterator[tuple[cst.BaseExpression, bool]]:
    """The arguments of a call that are devices, and whether a number stands beside them."""
    callee = inference.value(call.func)
    name = canonical(callee.name) if isinstance(callee, Reference) else ""
    method = call.func.attr.value if type(call.func) is cst.Attribute else ""
    for place, argument in enumerate(call.args):
        keyword = None if argument.keyword is None else argument.keyword.value
        if argument.star:
            break
        if keyword is None and place == 0 and (name in _FIRST or (method == "to" and not _is_of_file(callee))):
            yield argument.value, name == _DEVICE and len(call.args) > 1
        elif keyword == "device" and name not in _KEEPS and method not in _DECLARES and method != _GPU:
            yield argument.value, False
        elif keyword == "type" and name == _DEVICE:
            yield argument.value, len(call.args) > 1


def _names_gpu(value: Value) -> bool:
    return isinstance(value, Text) and value.text is not None and value.text.partition(":")[0] == _GPU


def _literals(inference: Inference) -> dict[str, list[cst.SimpleString]]:
    """The texts that names and attributes get, by the last name."""
    found: dict[str, list[cst.SimpleString]] = {}
    for assign in inference.nodes_of(cst.Assign):
        if type(assign) is cst.Assign and type(assign.value) is cst.SimpleString:
            if assign.value.raw_value.startswith(_GPU):
                for target in assign.targets:
                    found.setdefault(last_name(target.target), []).append(assign.value)
    return found
