"""Where a program moves a tensor, and what it makes on the CPU for nothing but to move it."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from ...syntax.naming import last_name, words_of
from ..interpreter.inference import Inference, met
from ..knowledge.columns import Creates, Family, Formula
from ..knowledge.kinds import INT
from ..knowledge.legacy_types import legacy_type
from ..knowledge.python_operations import CHANGED, DATA, SUBSCRIPT_WRITE
from ..transfer import device_type
from ..values import (
    NONE,
    Array,
    Device,
    Dtype,
    Notation,
    Number,
    Operation,
    Reference,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Value,
    same,
)
from .devices import may_set_default_device

# What a name is made of that stands for a device, where nothing else tells what it is.
_DEVICE_WORDS = frozenset({"cuda", "dev", "device", "devices", "gpu", "gpus", "rank"})
_OTHER_WORDS = frozenset({"cpu", "dtype"})
# What only passes on the entries of the one tensor that it takes, or computes with numbers beside it.
_PASSES = frozenset(
    {
        Family.ARITHMETIC,
        Family.BITWISE,
        Family.COMPARISON,
        Family.CONVERSION,
        Family.COPY,
        Family.FACTORY,
        Family.INDEXING,
        Family.LAYOUT,
        Family.POINTWISE,
        Family.RANDOM,
        Family.VIEW,
    }
)
_OF_TENSORS = (Family.ARITHMETIC, Family.BITWISE, Family.COMPARISON, Family.INDEXING)
# Arguments of a factory that say where its tensor is made, or that only the CPU takes.
_PLACING = frozenset({"device", "generator", "layout", "names", "out", "pin_memory"})


@dataclass(frozen=True)
class Move:
    """A call that moves a tensor to another device than the CPU: ``x.to(device)``, ``x.cuda()``, ``x.type_as(y)``.

    ``device`` is the expression that says where to, None for ``cuda()``; ``like`` says that it is a tensor, whose dtype
    is taken, too; ``dtype`` is the dtype that is asked for besides; ``certain`` whether the device is known to be one,
    and not only called so.
    """

    device: cst.BaseExpression | None
    like: bool = False
    dtype: cst.BaseExpression | None = None
    certain: bool = True


def move_of(inference: Inference, operation: Operation) -> Move | None:
    """The move that a call of a method makes; None for one to the CPU or to a dtype, and where it may be one.

    >>> p = program("a = x.to('cuda')", "b = x.to(torch.float16)", "c = x.to(y)", "d = x.cpu()")
    >>> [move_of(p.inference, p.operation(code)) is None for code in ("x.to('cuda')", "x.to(torch.float16)", "x.to(y)")]
    [False, True, False]
    """
    call = operation.node
    if type(call) is not cst.Call or type(call.func) is not cst.Attribute:
        return None
    if operation.notation is not Notation.METHOD or any(one.star for one in call.args):
        return None
    if operation.signature.creates is Creates.ON_CUDA:
        device = operation.nodes.get("device")
        if device is None or inference.value(device) is NONE:
            return Move(None)
        value = inference.value(device)
        numbered = isinstance(value, Number) and value.type == INT and value.number is not None
        return Move(device, certain=numbered) if isinstance(device, cst.BaseExpression) else None
    if operation.name == "type_as":
        other, value = operation.nodes.get("other"), operation.operand("other")
        if not isinstance(other, cst.BaseExpression) or not _is_elsewhere(value):
            return None
        return Move(other, like=True, certain=isinstance(value, Tensor) and value.certain)
    return _asked_for(inference, call) if operation.signature.creates is Creates.AS_ARGUMENTS_SAY else None


def _asked_for(inference: Inference, call: cst.Call) -> Move | None:
    """The device and dtype among the arguments of ``to``."""
    device = dtype = None
    by_keyword = False
    for place, argument in enumerate(call.args):
        name = None if argument.keyword is None else argument.keyword.value
        if name == "dtype" or (name is None and isinstance(inference.value(argument.value), Dtype)):
            dtype = argument.value
        elif name in ("device", "other") or (name is None and place == 0):
            device, by_keyword = argument.value, name == "device"
        elif name is None and place == 1 and not isinstance(inference.value(argument.value), Number):
            dtype = argument.value
        elif name not in (None, "non_blocking", "copy"):
            return None
    if device is None:
        return None
    value = inference.value(device)
    if isinstance(value, Tensor):
        return Move(device, like=True, certain=value.certain) if _is_elsewhere(value) else None
    values = met(value)
    if {device_type(one) for one in values if _is_device(one)} == {"cpu"}:
        return None
    if by_keyword or all(_is_device(one) for one in values):
        return Move(device, dtype=dtype)
    return Move(device, dtype=dtype, certain=False) if _is_called_device(device) else None


def _is_elsewhere(value: Value) -> bool:
    return isinstance(value, Tensor) and value.device != "cpu"


def _is_device(value: Value) -> bool:
    return isinstance(value, (Device, Text)) or (isinstance(value, Number) and value.type == INT)


def _is_called_device(node: cst.BaseExpression) -> bool:
    """Whether an expression is called what devices are called: ``self.device``, ``args.gpu``, ``get_device()``."""
    if type(node) is cst.Call:
        node = node.func
    if type(node) is cst.Subscript:
        key = node.slice[0].slice
        literal = key.value if type(key) is cst.Index and type(key.value) is cst.SimpleString else None
        if literal is None:
            return _is_called_device(node.value)
        text = literal.value
    else:
        text = last_name(node)
    words = set(words_of(text))
    return bool(words & _DEVICE_WORDS) and not words & _OTHER_WORDS


def made_to_move(inference: Inference, operation: Operation) -> Operation | None:
    """The factory that makes a tensor on the CPU of which nothing is read but what a move takes to another device.

    >>> p = program("a = torch.zeros(3).view(1, 3).cuda()", "b = torch.ones(3)", "print(b)", "c = b.cuda()")
    >>> made_to_move(p.inference, p.operation("torch.zeros(3).view(1, 3).cuda()")) is p.operation("torch.zeros(3)")
    True
    >>> made_to_move(p.inference, p.operation("b.cuda()"))
    """
    found: list[tuple[Tensor, Operation]] = []
    reader, name = operation, "input"
    while True:
        value = reader.operand(name)
        made = value.origin
        if made is None or made.frame is not operation.frame or made.loops != operation.loops:
            return None
        if not isinstance(value, Tensor):
            return None
        found.append((value, made))
        if is_made_by_default(inference, made):
            break
        tensors = [name for name, operand in made.operands.items() if isinstance(operand, Tensor)]
        if len(tensors) != 1 or not _passes(inference, made):
            return None
        reader, name = made, tensors[0]
    # Counting what the whole file mentions comes last: most tensors that are moved come from no factory.
    return made if all(_is_all_that_becomes(inference, *one) for one in found) else None


def _is_all_that_becomes(inference: Inference, value: Tensor, made: Operation) -> bool:
    """Whether a tensor is made for one reader: in its own expression, or under a name that nothing else reads."""
    mentions = inference.mentions[value.identity]
    if made.notation is Notation.IN_PLACE:
        return mentions == 1
    return mentions in (1, 3) and made.notation is not Notation.AUGMENTED and made.signature is not SUBSCRIPT_WRITE


def is_made_by_default(inference: Inference, made: Operation) -> bool:
    """Whether an operation makes a tensor on the CPU only because it is not asked for another device.

    >>> p = program("a = torch.zeros(3)", "b = torch.zeros(3, device=x.device)", "c = torch.zeros_like(x)")
    >>> [is_made_by_default(p.inference, p.value(name).origin) for name in "abc"]
    [True, False, False]
    """
    if made.notation is not Notation.FUNCTION or type(made.node) is not cst.Call:
        return False
    named = {argument.keyword.value for argument in made.node.args if argument.keyword is not None}
    if named & _PLACING or any(argument.star == "**" for argument in made.node.args):
        return False
    if any(argument.star == "*" and _may_be_options(inference, argument.value) for argument in made.node.args):
        return False  # `*options` for `**options`, which raises
    if may_set_default_device(inference):
        return False
    if made.signature.creates is Creates.BY_DEFAULT:
        return True
    if made.signature.family is Family.RANDOM and made.given("size"):  # torch.normal(0.0, 1.0, size)
        return next(made.tensors(), None) is None
    if made.formula is not Formula.TENSOR or made.signature.creates is not Creates.WITH_DATA:
        return False
    data = made.operand("data")
    if made.signature.may_share:
        return isinstance(data, (Number, Sequence))
    if isinstance(data, Array):  # from_numpy shares the memory of one that nobody else holds
        return made.given("dtype") or not data.temporary or not isinstance(made.nodes.get("data"), cst.Call)
    held = data.parts() if isinstance(data, Sequence) else []
    return not isinstance(data, Tensor) and not any(isinstance(part, (Tensor, Array)) for part in held)


def _may_be_options(inference: Inference, node: cst.BaseExpression) -> bool:
    """Whether an expression is a dict, or is called what those of arguments are called."""
    value = inference.value(node)
    return (isinstance(value, Sequence) and value.type is SequenceType.DICT) or last_name(node).endswith("kwargs")


def _passes(inference: Inference, made: Operation) -> bool:
    signature = made.signature
    if signature is DATA:
        return type(made.node) is cst.Call  # Variable(torch.zeros(3))
    if signature.family not in _PASSES or made.given("generator", "out", "device") or made.name == "pin_memory":
        return False
    if signature.creates is Creates.AS_ARGUMENTS_SAY:
        args = made.operand("args")
        to_dtype = isinstance(args, Sequence) and all(isinstance(one, (Dtype, Number)) for one in args.parts())
        return to_dtype and move_of(inference, made) is None
    if signature.creates is not Creates.WITH_OPERANDS:
        return False
    asked = made.operand("dtype")
    name = asked.name if isinstance(asked, Reference) else asked.text if isinstance(asked, Text) else None
    if name is not None and legacy_type(name) is not None:  # it says the device, too
        return False
    # What is not known may be a tensor on the CPU.
    return signature.family not in _OF_TENSORS or not any(isinstance(one, Unknown) for one in made.operands.values())


def converts_nothing(inference: Inference, operation: Operation) -> bool:
    """Whether a conversion certainly leaves a tensor as it is, since it has the dtype, also if that is not known.

    >>> p = program("a = torch.zeros(3, dtype=x.dtype)", "b, c = a.to(x.dtype), a.to(y.dtype)", "d = a.cpu()")
    >>> [converts_nothing(p.inference, p.value(name).origin) for name in "bcd"]
    [True, False, False]
    """
    source = operation.operand()
    signature = operation.signature
    if signature.family is not Family.CONVERSION or signature.creates in (Creates.ON_CPU, Creates.ON_CUDA):
        return False
    if not isinstance(source, Tensor):
        return False
    wanted = [part for name in operation.operands if name != "input" for part in _parts(operation.operand(name))]
    made: Value = source
    while made.origin is not None and (made.origin.signature is CHANGED or made.origin.notation.modifies):
        made = made.origin.operand()
    if wanted and made.origin is not None and made.origin.given("dtype") and type(operation.node) is cst.Call:
        asked = made.origin.nodes.get("dtype")
        written = [argument.value for argument in operation.node.args]
        if all(same(made.origin.operand("dtype"), one) for one in wanted):
            return True
        if asked is not None and all(_is_dtype_of_same(inference, asked, one) for one in written):
            return True
    result = operation.result
    known = isinstance(result, Tensor) and result.dtype is not None and result.dtype == source.dtype
    return known and all(isinstance(one, Dtype) for one in wanted) and move_of(inference, operation) is None


def _is_dtype_of_same(inference: Inference, first: cst.CSTNode, second: cst.CSTNode) -> bool:
    """Whether two expressions are the dtype of one tensor: ``x.dtype`` twice."""
    if not (type(first) is cst.Attribute and type(second) is cst.Attribute):
        return False
    return first.attr.value == second.attr.value == "dtype" and same(
        inference.value(first.value), inference.value(second.value)
    )


def _parts(value: Value) -> list[Value]:
    return list(value.parts()) if isinstance(value, Sequence) else [value]
