"""Which layers add a bias that a batch norm right behind them takes off again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import libcst as cst

from ..interpreter.inference import Inference, module_row
from ..knowledge.columns import Container, Formula
from ..knowledge.signatures import ModuleSignature
from ..values import Identity, Module, Notation, Number, Operation, Sequence, Tensor, Value
from .growing import neighbours_in_lists


@dataclass(frozen=True)
class CancelledBias:
    """A layer with a bias, by the operations that make it and the norm behind it."""

    layer: Operation
    norm: Operation


def cancelled_biases(inference: Inference) -> Iterator[CancelledBias]:
    """The layers with a bias by default whose result goes to a batch norm and nowhere else, as far as the file shows.

    >>> p = program("net = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3))", "own = nn.Sequential(nn.Linear(4, 3))")
    >>> [(one.layer.name, one.norm.name) for one in cancelled_biases(p.inference)]
    [('Linear', 'BatchNorm1d')]
    """
    made = {
        operation.result.identity: operation
        for operation in inference.operations.values()
        if isinstance(operation.result, Module) and _row(operation) is not None
    }
    if not any(_is_norm(operation) for operation in made.values()):
        return
    behind: dict[Identity, list[Operation | None]] = {}
    for layer, norm in chain(_in_containers(inference), neighbours_in_lists(inference), _in_calls(inference, made)):
        behind.setdefault(layer.identity, []).append(None if norm is None else made.get(norm.identity))
    for identity, norms in behind.items():
        layer_made = made.get(identity)
        if layer_made is None or not _adds_bias(layer_made):
            continue
        known = [norm for norm in norms if norm is not None and _is_norm(norm) and _fits(layer_made, norm)]
        if len(known) == len(norms):
            yield CancelledBias(layer_made, known[0])


def _row(operation: Operation) -> ModuleSignature | None:
    """The class that an operation makes an object of."""
    made = operation.result
    if not isinstance(made, Module) or operation.notation is not Notation.FUNCTION:
        return None
    return module_row(made) if type(operation.node) is cst.Call else None


def _adds_bias(operation: Operation) -> bool:
    """Whether a convolution or linear layer is made with a bias because nobody says anything about it."""
    row = _row(operation)
    if row is None or row.operation is None or "bias" not in row.parameters or not row.operation.layer:
        return False
    linear = row.operation.formula is Formula.LINEAR
    return (linear or row.operation.spatial_dims is not None) and operation.complete and not operation.given("bias")


def _is_norm(operation: Operation) -> bool:
    """Whether a batch norm with statistics of the batch is made."""
    row = _row(operation)
    return row is not None and row.operation is not None and row.operation.formula is Formula.BATCH_NORM


def _fits(layer: Operation, norm: Operation) -> bool:
    """Whether the norm may have a channel for each feature of the layer."""
    features = layer.operand("out_features" if "out_features" in layer.operands else "out_channels")
    channels = norm.operand("num_features")
    numbers = [one.number for one in (features, channels) if isinstance(one, Number) and one.number is not None]
    return len(numbers) < 2 or numbers[0] == numbers[1]


def _in_containers(inference: Inference) -> Iterator[tuple[Module, Module | None]]:
    """Each module of a Sequential, with the one that takes its result; None where that is not known."""
    runs: list[list[Value]] = []
    for operation in inference.operations.values():
        row, made = _row(operation), operation.result
        if row is not None and row.container is not None and isinstance(made, Module) and made.children is not None:
            in_turn = row.container is Container.SEQUENTIAL and "..." not in made.arguments
            runs += [made.children] if in_turn else []
    for cls in inference.classes.values():
        layers = cls.attributes.get("()")
        runs += [layers.items] if isinstance(layers, Sequence) and layers.items else []
    for children in runs:
        for layer, norm in zip(children, [*children[1:], None], strict=False):
            if isinstance(layer, Module):
                yield layer, norm if isinstance(norm, Module) else None


def _in_calls(inference: Inference, made: dict[Identity, Operation]) -> Iterator[tuple[Module, Module | None]]:
    """Each module that is called by itself, with the one that takes its result; None where it is used otherwise."""
    for operation in inference.operations.values():
        layer = _called(inference, operation)
        layer_made = None if layer is None else made.get(layer.identity)
        if layer is None or layer_made is None or not _adds_bias(layer_made):
            continue
        result = operation.result
        alone = isinstance(result, Tensor) and inference.goes_only_to(result, 1)
        users = inference.consumers.get(result.identity, []) if alone and isinstance(result, Tensor) else []
        flat = operation.formula is Formula.LINEAR
        yield layer, _called(inference, users[0]) if len(users) == 1 and not (flat and _is_deep(operation)) else None


def _called(inference: Inference, operation: Operation) -> Module | None:
    """The module that an operation runs, where it is called by itself."""
    if operation.notation is not Notation.MODULE or type(operation.node) is not cst.Call:
        return None
    module = inference.value(operation.node.func)
    return module if isinstance(module, Module) else None


def _is_deep(operation: Operation) -> bool:
    """Whether the input has more than two dims, of which a batch norm takes the second one for the features."""
    x = operation.operand()
    return isinstance(x, Tensor) and x.rank is not None and x.rank > 2
