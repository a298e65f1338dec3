"""Counting what torch does: operators, host reads, bytes of new storage, nodes of the graph."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from .subjects import tensors


class Tally(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Counts every operator that torch dispatches inside `with Tally() as tally:`.

    The counts come from the program, not from the machine: they are the same every time, and the
    same on a fake device as on a real one. What a kernel allocates or calls inside is not counted,
    nor are queries about a tensor (`prim.device`, which only a fake tensor dispatches).

    Attributes:
        operators: dispatched operators by name (`aten.select.int`), views included.
        syncs: reads of a device's values by the host: one per `_local_scalar_dense`, and one per
            copy from another device to the CPU.
        new_bytes: bytes of the storages that operators returned and that no earlier operator or
            argument held.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.operators: dict[str, int] = {}
        self.syncs = 0
        self.new_bytes = 0
        self._known: dict[int, torch.UntypedStorage] = {}

    @property
    def dispatches(self) -> int:
        """All operators together."""
        return sum(self.operators.values())

    def __torch_dispatch__(
        self,
        func: Any,
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        keywords = dict(kwargs or {})
        operands = list(tensors((args, keywords)))
        for operand in operands:
            self._remember(operand)
        result = func(*args, **keywords)
        name = str(func)
        if not name.startswith("prim."):
            self.operators[name] = self.operators.get(name, 0) + 1
        if name == "aten._local_scalar_dense.default":
            self.syncs += 1
        for made in tensors(result):
            self.new_bytes += self._remember(made)
            if made.device.type == "cpu" and any(operand.device.type != "cpu" for operand in operands):
                self.syncs += name.startswith(("aten._to_copy.", "aten.copy_."))
        return result

    def _remember(self, tensor: torch.Tensor) -> int:
        """The bytes of the tensor's storage where it is new, else 0.

        The storage is kept alive, so that no later one gets its key.
        """
        try:
            storage = tensor.untyped_storage()
        except (NotImplementedError, RuntimeError):  # sparse layouts have none
            return 0
        key = storage._cdata
        if key in self._known:
            return 0
        self._known[key] = storage
        return storage.nbytes()


def graph_nodes(value: Any) -> int:
    """How many autograd nodes are reachable from the tensors in `value`; 0 without a graph."""
    pending = [tensor.grad_fn for tensor in tensors(value) if tensor.grad_fn is not None]
    reached = set(pending)
    while pending:
        for following, _ in pending.pop().next_functions:
            if following is not None and following not in reached:
                reached.add(following)
                pending.append(following)
    return len(reached)


def order(counts: Sequence[int]) -> float:
    """The power with which counts at n, 2n and 4n grow: 0 constant, 1 linear, 2 quadratic.

    The ratio of the two increments of c·n^p is 2^p exactly; lower terms reduce it a little, and
    rounding to the nearest whole power corrects that. nan where the counts do not grow steadily.
    """
    first, second, third = counts
    if first == second == third:
        return 0
    if not first < second < third:
        return float("nan")
    ratio = (third - second) / (second - first)
    power = round(math.log2(ratio))
    return power if power in (1, 2, 3) else float("nan")


def order_name(power: float) -> str:
    """`O(1)`, `O(n)`, `O(n²)`, `O(n³)`, or `no steady growth`."""
    names = {0: "O(1)", 1: "O(n)", 2: "O(n²)", 3: "O(n³)"}
    return names.get(power, "no steady growth")  # type: ignore[call-overload, no-any-return]
