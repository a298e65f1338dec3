"""Claims that good does less: fewer operators, fewer host reads, less memory, a smaller graph."""

from __future__ import annotations

import tracemalloc
from abc import abstractmethod
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, ClassVar, cast

import torch
from torch.overrides import TorchFunctionMode

from .claims import Claim, Measurement
from .outcomes import Measured
from .places import Place
from .samples import Sample, fresh
from .subjects import apply, belongings, found, graph_nodes, sample_on, seed, start, tensors
from .tally import NEAR_A_WHOLE_POWER, Tally, order, order_name

MORE_WORK = 4
"""How many times as many elements good may read and write as bad, before it is said to have moved the cost."""

OBJECTS = 1024
"""Bytes by which Python's own objects vary between two calls."""


@dataclass(frozen=True)
class Ran:
    """A subject that was called: its module, the object it belongs to, what it returned."""

    module: ModuleType
    owner: object | None
    result: Any


@dataclass(frozen=True)
class Counted:
    """The quantity, the work and the host reads at each size."""

    quantity: list[int]
    work: list[int]
    reads: list[int]


@dataclass(frozen=True)
class Cost(Claim):
    """A quantity counted at n, 2n, 4n and 8n: good's is smaller every time, and both grow as declared.

    Whatever is counted, good may not pay for it elsewhere: its work (elements read and written inside operators) grows
    no faster than bad's and is at most `MORE_WORK` times as much, and its host reads are no more than bad's.

    Attributes:
        bad_order, good_order: the power of n with which the quantity grows.
        size: n.
        more_work: why good may do more work than that; shown.
        more_reads: why good may read on the host more often than bad; shown.
        uncounted: why not all that bad does can be counted on a real accelerator. There its quantity need only be more
            at 8n than at n, its work is not compared with good's, and the reason is shown.
    """

    unit: ClassVar[str]
    needs_values: ClassVar[bool] = False

    bad_order: float = 1
    good_order: float = 0
    size: int = 5
    more_work: str = ""
    more_reads: str = ""
    uncounted: str = ""

    @abstractmethod
    def quantity(self, ran: Ran, tally: Tally) -> int:
        """The number to compare, from what ran and what torch did on the way."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The four sizes at which the quantity is counted."""
        return tuple(self.size << doubled for doubled in range(4))

    def count(self, module: ModuleType, place: Place) -> Counted:
        """The quantity, the work and the host reads at every size."""
        quantities, work, reads = [], [], []
        for size in self.sizes:
            sample = sample_on(place, size, seed=place.seed)
            arguments = self.inputs(fresh(sample))
            seed(sample)
            this = found(module, self.subject, sample)
            with Tally((arguments, belongings(module, this.owner))) as tally:
                result = start(this.run, arguments, sample)
            quantities.append(self.quantity(Ran(module, this.owner, result), tally))
            work.append(tally.work)
            reads.append(tally.syncs)
        return Counted(quantities, work, reads)

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        bads, goods = self.count(bad, place), self.count(good, place)
        fewer = all(less < more for less, more in zip(goods.quantity, bads.quantity, strict=True))
        bad_power, good_power = order(bads.quantity), order(goods.quantity)
        uncounted = self.uncounted if not place.fake and place.device.type != "cpu" else ""
        grows = bads.quantity[-1] > bads.quantity[0] if uncounted else is_power(bad_power, self.bad_order)
        as_declared = grows and is_power(good_power, self.good_order)
        elsewhere = ("" if self.more_reads else more_reads(bads, goods)) or (
            "" if self.more_work or uncounted else more_work(bads, goods)
        )
        growth = f"{order_name(bad_power)} → {order_name(good_power)}"
        sentence = f"{bads.quantity[-1]} → {goods.quantity[-1]} {self.unit} at {self.sizes[-1]}, {growth}"
        measured: dict[str, Measured] = {
            "unit": self.unit,
            "sizes": list(self.sizes),
            "bad": bads.quantity,
            "good": goods.quantity,
            "bad_power": bad_power,
            "good_power": good_power,
            "bad_work": bads.work,
            "good_work": goods.work,
            "growth": growth,
        }
        if not (fewer and as_declared):
            claimed = f"{order_name(self.bad_order)} → {order_name(self.good_order)}"
            sentence += f"; claimed were fewer each time and {claimed}"
        elif elsewhere:
            sentence += f"; but {elsewhere}"
        else:
            sentence += f"; more work, as {self.more_work}" if self.more_work else ""
            sentence += f"; more host reads, as {self.more_reads}" if self.more_reads else ""
            sentence += f"; not all is counted, as {uncounted}" if uncounted else ""
        return Measurement(fewer and as_declared and not elsewhere, sentence, measured, len(self.sizes))


def is_power(measured: float, declared: float) -> bool:
    """Whether a measured power is the declared one."""
    return abs(measured - declared) <= NEAR_A_WHOLE_POWER


def more_reads(bad: Counted, good: Counted) -> str:
    """How good reads on the host more often than bad; empty where it does not."""
    if any(more > less for more, less in zip(good.reads, bad.reads, strict=True)):
        return f"good reads {good.reads[-1]} times on the host, bad {bad.reads[-1]}"
    return ""


def more_work(bad: Counted, good: Counted) -> str:
    """How good reads and writes more than bad, or ever more; empty where it does not."""
    bad_power, good_power = order(bad.work), order(good.work)
    if good_power > bad_power + NEAR_A_WHOLE_POWER:
        return f"good's work grows with {order_name(good_power)}, bad's with {order_name(bad_power)}"
    if good.work[-1] > MORE_WORK * bad.work[-1]:
        return f"good reads and writes {good.work[-1]} elements, bad {bad.work[-1]}"
    return ""


@dataclass(frozen=True)
class FewerDispatches(Cost):
    """Good dispatches fewer operators; each one costs microseconds before any arithmetic."""

    title: ClassVar[str] = "fewer_dispatches"
    unit: ClassVar[str] = "operators"

    def quantity(self, ran: Ran, tally: Tally) -> int:
        return tally.dispatches


@dataclass(frozen=True)
class FewerSyncs(Cost):
    """Good makes the host wait for the device fewer times."""

    title: ClassVar[str] = "fewer_syncs"
    unit: ClassVar[str] = "host reads"
    needs_values: ClassVar[bool] = True

    def quantity(self, ran: Ran, tally: Tally) -> int:
        return tally.syncs


@dataclass(frozen=True)
class LessMemory(Cost):
    """Good allocates fewer bytes of storage, all of its intermediate results together.

    What Python and NumPy hold at their highest is traced, and may not take half of what is saved.
    On a real CUDA device the peak of what the allocator is asked for is measured too, and good's must not be higher.

    Attributes:
        higher_peak: why good's peak may be higher than bad's; shown.
    """

    higher_peak: str = ""

    title: ClassVar[str] = "less_memory"
    unit: ClassVar[str] = "bytes"

    def quantity(self, ran: Ran, tally: Tally) -> int:
        return tally.new_bytes

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        measurement = super().measure(bad, good, place)
        if measurement.holds and self.higher_peak:
            measurement = replace(measurement, sentence=f"{measurement.sentence}; higher peak, as {self.higher_peak}")
        if place.fake or not measurement.holds:
            return measurement
        bads, goods = (cast("list[int]", measurement.measured[form]) for form in ("bad", "good"))
        saved = (bads[-1] - bads[0]) - (goods[-1] - goods[0])
        moved = self.held_by_python(good, place) - self.held_by_python(bad, place)
        if moved > max(OBJECTS, saved // 2):
            sentence = f"{measurement.sentence}; but good's arrays and lists grow by {moved} bytes more than bad's"
            return Measurement(False, sentence, measurement.measured, measurement.inputs)
        if place.device.type != "cuda":
            return measurement
        peaks = {"bad": self.peak(bad, place), "good": self.peak(good, place)}
        return Measurement(
            bool(self.higher_peak) or peaks["good"] <= peaks["bad"],
            f"{measurement.sentence}; peak {peaks['bad']} → {peaks['good']} bytes",
            {**measurement.measured, "peak": dict(peaks)},
            measurement.inputs,
        )

    def held_by_python(self, module: ModuleType, place: Place) -> int:
        """How many bytes more Python and NumPy hold at their highest at 8n than at n; torch's are not traced."""
        peaks = []
        for size in (self.sizes[0], self.sizes[-1]):
            sample = sample_on(place, size, seed=place.seed)
            peaks.append(self.run_traced(module, sample))
        return peaks[1] - peaks[0]

    def run_traced(self, module: ModuleType, sample: Sample) -> int:
        """The highest number of bytes that Python and NumPy hold during a call."""
        arguments = self.inputs(fresh(sample))
        tracemalloc.start()
        try:
            apply(module, self.subject, arguments, sample)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def peak(self, module: ModuleType, place: Place) -> int:
        """Bytes that the CUDA allocator was asked for at the highest, beyond those before, at 8n; at the second call.

        The first one makes what libraries keep for all later ones, such as the workspace of cuBLAS. What the allocator
        gives says nothing of small tensors: it rounds each of them up to 512 bytes.
        """
        sample = sample_on(place, self.sizes[-1])
        apply(module, self.subject, self.inputs(fresh(sample)), sample)
        arguments = self.inputs(fresh(sample))
        torch.cuda.synchronize(place.device)
        torch.cuda.reset_peak_memory_stats(place.device)
        before = int(torch.cuda.memory_stats(place.device)["requested_bytes.all.current"])
        apply(module, self.subject, arguments, sample)
        torch.cuda.synchronize(place.device)
        return int(torch.cuda.memory_stats(place.device)["requested_bytes.all.peak"]) - before


@dataclass(frozen=True)
class BoundedGraph(Cost):
    """The graph that is kept alive does not grow: the sample's size is the number of steps.

    Counted are the autograd nodes reachable from the subject's result, its object and its module's globals.
    """

    title: ClassVar[str] = "bounded_graph"
    unit: ClassVar[str] = "autograd nodes kept alive"

    def quantity(self, ran: Ran, tally: Tally) -> int:
        return graph_nodes([ran.result, *belongings(ran.module, ran.owner)])  # a node that both hold counts once


class Nodes(TorchFunctionMode):
    """The nodes of the graph that are made inside ``with Nodes() as nodes:``."""

    def __init__(self) -> None:
        super().__init__()
        self.made: set[object] = set()

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        self.made.update(tensor.grad_fn for tensor in tensors(result) if tensor.grad_fn is not None)
        return result


@dataclass(frozen=True)
class FewerNodes(Cost):
    """Autograd records fewer operations, where the floating inputs require a gradient."""

    title: ClassVar[str] = "fewer_nodes"
    unit: ClassVar[str] = "nodes of the graph"

    def quantity(self, ran: Ran, tally: Tally) -> int:
        return 0  # `count` knows it

    def count(self, module: ModuleType, place: Place) -> Counted:
        made = []
        for size in self.sizes:
            sample = sample_on(place, size, seed=place.seed)
            arguments = self.inputs(fresh(sample))
            for tensor in tensors(arguments):
                tensor.requires_grad_(tensor.is_floating_point())
            with Nodes() as nodes:
                apply(module, self.subject, arguments, sample)
            made.append(len(nodes.made))
        return replace(super().count(module, place), quantity=made)
