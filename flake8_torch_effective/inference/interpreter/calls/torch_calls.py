"""Calls of torch's names that are no row of the table, and of libraries that handle tensors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import libcst as cst

from ... import transfer
from ...knowledge.legacy_types import LegacyType, legacy_type
from ...knowledge.module_methods import GIVES_MODULE
from ...knowledge.names import GIVES_NORM, LOADERS, is_dataset, is_module_class, is_optimizer, is_scheduler
from ...knowledge.python_operations import DATA, GRADIENTS, LEGACY_EMPTY, LEGACY_TENSOR, REARRANGE
from ...knowledge.signatures import TABLE
from ...values import (
    NONE,
    OTHER,
    UNKNOWN,
    Dataset,
    Device,
    Dim,
    Function,
    Identity,
    Module,
    Number,
    Operation,
    Optimizer,
    Reference,
    Scheduler,
    Sequence,
    SequenceType,
    Tensor,
    Text,
    Unknown,
    Use,
    Value,
    consume,
    consume_deeply,
)
from .arguments import Arguments

if TYPE_CHECKING:
    from ..interpreter import Interpreter

# ``torch.Tensor``, unless another type was made the default.
_DEFAULT_TYPE = LegacyType("float32", on_cuda=False)


class TorchCalls:
    """Calls of torch's names that are no row of the table, and of libraries that handle tensors."""

    __slots__ = ("interpreter",)

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def call_torch(self, name: str, arguments: Arguments) -> Value:
        """A call of a torch name that is no row of the table."""
        interpreter = self.interpreter
        module = TABLE.modules.get(name)
        if module is not None or is_module_class(name):
            return interpreter.modules.build_module(name, module, arguments)
        if name in ("torch.nn.Parameter", "torch.nn.Buffer"):
            self.interpreter.note_leaf()
            return parameter(arguments, name == "torch.nn.Parameter")
        if name == "torch.autograd.Variable":
            return self.variable(arguments)
        if is_optimizer(name):
            return Optimizer(name, arguments=arguments.named(("params", "lr")))
        if is_scheduler(name):
            return Scheduler(name, arguments=arguments.named(("optimizer",)))
        if name in LOADERS:
            return interpreter.calls.loader(name, arguments)
        if is_dataset(name):
            return Dataset(name, arguments=arguments.named(("dataset",)))
        if name == "torch.utils.data.random_split":
            part = Dataset("torch.utils.data.Subset", arguments=arguments.named(("dataset",)))
            return Sequence(SequenceType.LIST, element=part)
        if name == "torch.device":
            first = arguments.positional[0] if arguments.positional else arguments.keywords.get("type", UNKNOWN)
            return Device(transfer.device_type(first) if not isinstance(first, Number) else None)
        if name.startswith("torch.Tensor."):
            method = name.removeprefix("torch.Tensor.")
            receiver = arguments.positional[0] if arguments.positional else None
            if method in TABLE.inplace and isinstance(receiver, Tensor):
                rest = Arguments(
                    arguments.node,
                    arguments.positional[1:],
                    arguments.nodes[1:],
                    arguments.keywords,
                    arguments.keyword_nodes,
                    arguments.complete,
                )
                return interpreter.methods.call_tensor_method(receiver, arguments.nodes[0], method, rest)
            signature = TABLE.methods.get(method) or TABLE.inplace.get(method)
            if signature is not None:
                return interpreter.signatures.call_signature(signature, arguments)
        if name == "torch.autograd.grad":
            for value in arguments.positional[:1]:
                consume_deeply(value, Use.BACKWARD)
            given = arguments.named(GRADIENTS.parameters)
            if "grad_outputs" in given:
                interpreter.operations[id(arguments.node)] = interpreter.record(
                    Operation(GRADIENTS, arguments.node, given)
                )
            return Sequence(SequenceType.TUPLE, element=Tensor())
        if name in ("torch.autograd.backward", "torch.distributed.autograd.backward"):
            for value in arguments.positional:
                consume_deeply(value, Use.BACKWARD)
                consume(value, Use.LOSS)
            return NONE
        if name in GIVES_NORM:
            return Tensor(shape=(), grad=False)
        if name == "torch.set_grad_enabled":
            enabled = arguments.named(("mode",)).get("mode")
            known = isinstance(enabled, Number) and enabled.number is not None
            interpreter.frame.switch_grad(bool(enabled.number) if known and isinstance(enabled, Number) else None)
            return OTHER
        if name == "torch.load":
            return Unknown()
        if name in GIVES_MODULE:
            parameter_name, computes = GIVES_MODULE[name]
            changed = arguments.named((parameter_name,)).get(parameter_name)
            if isinstance(changed, Module):
                if computes:
                    changed.identity.uses.add(Use.REPARAMETRIZED)
                return changed
        if name in ("torch.jit.script", "torch.compile", "torch.jit.trace", "torch.no_grad", "torch.inference_mode"):
            if arguments.positional:
                first = arguments.positional[0]
                if isinstance(first, Function) and name.startswith("torch.jit"):
                    first.analysis.scripted |= name == "torch.jit.script"
                    if not first.analysis.runs:
                        interpreter.functions.schedule(first)
                return first
        if name in ("torch.vmap", "torch.func.vmap", "torch.func.grad", "torch.utils.checkpoint.checkpoint"):
            if name.endswith("checkpoint") and arguments.positional:
                inner = Arguments(
                    arguments.node, arguments.positional[1:], arguments.nodes[1:], {}, {}, arguments.complete
                )
                return interpreter.calls.apply(arguments.positional[0], inner)
            return Unknown()
        legacy = _DEFAULT_TYPE if name == "torch.Tensor" else legacy_type(name)
        if legacy is not None:
            return self.legacy_tensor(legacy, arguments)
        if name.startswith(("torch.cuda.is_", "torch.is_", "torch.distributed.is_")):
            return Number("bool")
        if name in ("torch.finfo", "torch.iinfo", "torch.Generator", "torch.cuda.Event", "torch.cuda.Stream"):
            return OTHER
        if name == "torch.Size":
            return interpreter.containers.pass_through("tuple", arguments)
        return interpreter.calls.unknown_call(Reference(name), arguments)

    def legacy_tensor(self, legacy: LegacyType, arguments: Arguments) -> Tensor:
        """``torch.Tensor(2, 3)`` and ``torch.Tensor(x.size())`` of a size, ``torch.Tensor([2, 3])`` of these numbers.

        Source: https://docs.pytorch.org/docs/stable/tensors.html, and torch itself for a ``torch.Size``.
        """
        data = arguments.positional[0] if len(arguments.positional) == 1 else arguments.keywords.get("data")
        made = Operation(LEGACY_EMPTY, arguments.node, {}, complete=arguments.complete)
        dims: Iterable[Dim] | None = None
        counts = False
        sized = bool(arguments.positional)  # what is given as data=... never is a size
        if len(arguments.positional) > 1 or (sized and isinstance(data, Number)):
            dims = [value.dim if isinstance(value, Number) else None for value in arguments.positional]
        elif sized and isinstance(data, Sequence) and data.is_shape:
            dims = transfer.dims_of(data)
        elif data is not None:
            node = arguments.nodes[0] if sized else arguments.keyword_nodes["data"]
            made = Operation(LEGACY_TENSOR, arguments.node, {"data": data}, {"data": node})
            if not is_sum_of_sizes(data, node):
                held = data.parts() if isinstance(data, Sequence) else []
                counts = bool(held) and all(isinstance(item, Number) for item in held)
                dims = transfer.data_shape(data)
        if made.signature is LEGACY_EMPTY and data is not None:
            made.operands["size"], made.nodes["size"] = data, arguments.nodes[0]
        self.interpreter.operations[id(arguments.node)] = self.interpreter.record(made)
        made.result = Tensor(
            shape=None if dims is None else tuple(dims),
            dtype=legacy.dtype,
            device="cuda" if legacy.on_cuda else "cpu",
            grad=False,
            origin=made if counts or made.signature is LEGACY_EMPTY else None,
            temporary=True,
        )
        return made.result

    def variable(self, arguments: Arguments) -> Value:
        """``Variable(data)``: the data without their graph; a leaf that requires grad where told so."""
        bound = arguments.named(("data", "requires_grad"))
        data, wanted = bound.get("data", UNKNOWN), bound.get("requires_grad")
        if not isinstance(data, Tensor):
            return data
        grad: bool | None = False if wanted is None and arguments.complete else None
        if isinstance(wanted, Number) and wanted.number is not None:
            grad = bool(wanted.number)
        nodes: dict[str, cst.CSTNode] = {"input": arguments.node.args[0].value}
        origin = self.interpreter.record(Operation(DATA, arguments.node, {"input": data}, nodes))
        shape_identity = data.shape_identity
        return data.refined(
            grad=grad, leaf=bool(grad), loss=False, origin=origin, identity=Identity(), shape_identity=shape_identity
        )

    def call_einops(self, arguments: Arguments) -> Value:
        """``rearrange(x, "b c h w -> b (c h w)")``: the pattern gives the rank; the result is a tensor where x is."""
        source = arguments.positional[0] if arguments.positional else UNKNOWN
        pattern = arguments.positional[1] if len(arguments.positional) > 1 else UNKNOWN
        if not isinstance(source, Tensor):
            return self.interpreter.calls.unknown_call(Reference("einops"), arguments)
        shape = None
        if isinstance(pattern, Text) and pattern.text and "->" in pattern.text and "..." not in pattern.text:
            output = pattern.text.partition("->")[2]
            depth = count = 0
            for word in output.replace("(", " ( ").replace(")", " ) ").split():
                if word == "(":
                    count += depth == 0
                    depth += 1
                elif word == ")":
                    depth -= 1
                elif depth == 0:
                    count += 1
            shape = (None,) * count
        operation = self.interpreter.record(Operation(REARRANGE, arguments.node, {"input": source}))
        return Tensor(
            shape=shape,
            dtype=source.dtype,
            device=source.device,
            grad=transfer.grad_of_view(source, operation),
            origin=operation,
            loss=source.loss,
        )


def is_sum_of_sizes(data: Value, node: cst.CSTNode) -> bool:
    """Whether a tuple may be a ``torch.Size``, as the sum of one and a tuple is."""
    return isinstance(data, Sequence) and data.type is SequenceType.TUPLE and type(node) is not cst.Tuple


def parameter(arguments: Arguments, trains: bool) -> Value:
    """``nn.Parameter(data)``: a leaf that requires grad unless told otherwise; its module may move it."""
    bound = arguments.named(("data", "requires_grad"))
    data, wanted = bound.get("data", UNKNOWN), bound.get("requires_grad")
    grad: bool | None = trains
    if isinstance(wanted, Number):
        grad = bool(wanted.number) if wanted.number is not None else None
    if isinstance(data, Tensor):
        data.identity.uses.add(Use.TRAINED)
        made = Tensor(
            shape=data.shape,
            dtype=data.dtype,
            grad=grad,
            leaf=bool(grad),
            parameter=True,
            explicit_one=data.explicit_one,
        )
        made.identity.made_of = data
        return made
    return Tensor(grad=grad, leaf=bool(grad), parameter=True)
