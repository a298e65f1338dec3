"""Counting what torch does: operators, the work inside them, host reads, bytes of new storage."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
import torch.utils.flop_counter
from torch.utils._python_dispatch import TorchDispatchMode

from .host_reads import HostReads
from .subjects import storage_of, storages, tensors

UNSTEADY = 0.5
"""Two measured powers that differ by more belong to no one growth."""
NEAR_A_WHOLE_POWER = 0.2
PICKING = frozenset({"aten.index", "aten.index_select", "aten.gather", "aten.take", "aten.embedding"})
"""Operators that read of their first operand as many elements as they write, however large it is."""
FLOPS: Mapping[Any, Any] = getattr(torch.utils.flop_counter, "flop_registry", {})
"""What torch knows to count multiplications and additions of; 2.1 has no such table."""


class Tally(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Counts every operator that torch dispatches inside `with Tally() as tally:`.

    The counts come from the program, not from the machine: they are the same every time, and the
    same on a fake device as on a real one. What a kernel allocates or calls inside is not counted,
    nor are queries about a tensor (`prim.device`, which only a fake tensor dispatches).

    Attributes:
        operators: dispatched operators by name (`aten.select.int`), views included.
        work: elements that operators read and wrote, and the multiplications and additions of a matrix product or a
            convolution; a view reads and writes none.
        new_bytes: bytes of the storages that were made inside, by torch or by anything else whose memory torch then
            used, such as NumPy.
        host_bytes: those of them that lie on the CPU.
    """

    def __init__(self, known: Any = ()) -> None:
        """
        Args:
            known: holds the tensors that were there before; their storage is not new.
        """
        super().__init__()  # type: ignore[no-untyped-call]
        self.operators: dict[str, int] = {}
        self.work = 0
        self.new_bytes = self.host_bytes = 0
        self._dispatched_syncs = 0
        self._reads = HostReads()
        self._known = storages(known)

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        # Else torch imports its compiler, a second's work, and goes through it for every operator that is counted.
        return False

    def __enter__(self) -> Tally:
        self._reads.__enter__()  # type: ignore[no-untyped-call]
        super().__enter__()  # type: ignore[no-untyped-call]
        return self

    def __exit__(self, *raised: Any) -> None:
        super().__exit__(*raised)  # type: ignore[no-untyped-call]
        self._reads.__exit__(*raised)  # type: ignore[no-untyped-call]

    @property
    def syncs(self) -> int:
        """Reads of a device's values by the host, copies to the CPU included."""
        return self._dispatched_syncs + self._reads.undispatched

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
        keywords = kwargs or {}
        known = facts(func)
        operands = list(tensors((args, keywords)))
        for operand in operands:
            self._remember(operand)
        result = func(*args, **keywords)
        results = list(tensors(result))
        if not known.is_query:
            self.operators[known.name] = self.operators.get(known.name, 0) + 1
            self.work += work_of(known, args, keywords, operands, results, result)
        if known.reads_values or shape_depends_on_values(known, operands):
            self._dispatched_syncs += 1
        for made in results:
            self._remember(made)
            if known.copies and made.device.type == "cpu" and any(other.device.type != "cpu" for other in operands):
                self._dispatched_syncs += 1
        return result

    def _remember(self, tensor: torch.Tensor) -> None:
        """Count the bytes of the tensor's storage where it is new; kept alive, so that no later one gets its key."""
        storage = storage_of(tensor)
        if storage is None or storage._cdata in self._known:
            return
        self._known[storage._cdata] = storage
        made = int(storage.nbytes())
        self.new_bytes += made
        self.host_bytes += made if tensor.device.type == "cpu" else 0


@dataclass(frozen=True)
class Facts:
    """What can be said of an operator whatever it is called with.

    Attributes:
        name: as torch names it: `aten.select.int`.
        is_query: it asks something about a tensor.
        is_view: its results lie in the memory of its operands.
        picks: see `PICKING`.
        copies: it may bring values to another device.
        reads_values: its result depends on values, which the host reads.
        shaped_by_values: the shape of its result does.
        flops: computes its multiplications and additions; None where torch has no such function.
    """

    name: str
    is_query: bool
    is_view: bool
    picks: bool
    copies: bool
    reads_values: bool
    shaped_by_values: bool
    flops: Callable[..., Any] | None


@cache
def facts(func: Any) -> Facts:
    """What is known of an operator; tens of thousands of calls ask for that of some hundred operators."""
    name, packet = str(func), func._overloadpacket
    returns = func._schema.returns
    return Facts(
        name,
        name.startswith("prim."),
        bool(returns) and all(entry.alias_info is not None and not entry.alias_info.is_write for entry in returns),
        str(packet) in PICKING,
        name.startswith(("aten._to_copy.", "aten.copy_.")),
        torch.Tag.data_dependent_output in func.tags,
        torch.Tag.dynamic_output_shape in func.tags,
        FLOPS.get(packet),
    )


def shape_depends_on_values(known: Facts, operands: Sequence[torch.Tensor]) -> bool:
    """Whether the host waits for the values of an operator's operands to know the shape of its result."""
    if not known.shaped_by_values:
        return False
    if known.name != "aten.index.Tensor":
        return True
    return any(index.dtype in (torch.bool, torch.uint8) for index in operands[1:])  # an integer index has its length


def work_of(
    known: Facts,
    args: tuple[Any, ...],
    keywords: Mapping[str, Any],
    operands: Sequence[torch.Tensor],
    results: Sequence[torch.Tensor],
    result: Any,
) -> int:
    """Elements that an operator reads and writes, and what it multiplies and adds where torch can say that."""
    if known.is_view:
        return 0
    written = sum(tensor.numel() for tensor in results)
    elements = sum(tensor.numel() for tensor in operands) + written
    if known.picks:
        elements += written - operands[0].numel()
    return elements if known.flops is None else elements + int(known.flops(*args, **keywords, out_val=result))


def order(counts: Sequence[int]) -> float:
    """The power with which counts at n, 2n, 4n and 8n grow: 0 constant, 1 linear, 2 quadratic.

    The ratio of two neighbouring increments of c·n^p is 2^p exactly; lower terms change it a little, so the last ratio
    counts, to two digits. nan where the counts do not grow steadily.
    """
    steps = [after - before for before, after in itertools.pairwise(counts)]
    if not any(steps):
        return 0.0
    if min(steps) <= 0:
        return math.nan
    powers = [math.log2(after / before) for before, after in itertools.pairwise(steps)]
    steady = max(powers) - min(powers) < UNSTEADY
    return round(powers[-1], 2) if steady else math.nan


def order_name(power: float) -> str:
    """`O(1)`, `O(n)`, `O(n²)`, a measured power such as `O(n^1.58)`, or `no steady growth`."""
    if math.isnan(power):
        return "no steady growth"
    whole = round(power)
    if abs(power - whole) <= NEAR_A_WHOLE_POWER:
        return {0: "O(1)", 1: "O(n)", 2: "O(n²)", 3: "O(n³)"}.get(whole, f"O(n^{whole})")
    return f"O(n^{power:g})"
