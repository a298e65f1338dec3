"""Claims that good does less: fewer operators, fewer host reads, less memory, a smaller graph."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

import torch

from .claims import Claim, Measurement
from .outcomes import Measured
from .places import Place
from .subjects import apply, fresh, sample_on
from .tally import Tally, graph_nodes, order, order_name


@dataclass(frozen=True)
class Cost(Claim):
    """A quantity counted at n, 2n and 4n: good's is smaller every time, and both grow as declared.

    Attributes:
        bad_order, good_order: the power of n with which the quantity grows.
        size: n.
    """

    unit: ClassVar[str]
    needs_values: ClassVar[bool] = False

    bad_order: int = 1
    good_order: int = 0
    size: int = 8

    @abstractmethod
    def quantity(self, result: Any, tally: Tally) -> int:
        """The number to compare, from the subject's result and what torch did on the way."""

    def count(self, module: ModuleType, place: Place) -> list[int]:
        """The quantity at n, 2n and 4n."""
        counts = []
        for size in (self.size, 2 * self.size, 4 * self.size):
            sample = sample_on(place, size)
            arguments = self.inputs(fresh(sample))
            with Tally() as tally:
                result = apply(module, self.subject, arguments, sample)
            counts.append(self.quantity(result, tally))
        return counts

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        bad_counts, good_counts = self.count(bad, place), self.count(good, place)
        fewer = all(less < more for less, more in zip(good_counts, bad_counts, strict=True))
        bad_power, good_power = order(bad_counts), order(good_counts)
        holds = fewer and bad_power == self.bad_order and good_power == self.good_order
        growth = f"{order_name(bad_power)} → {order_name(good_power)}"
        sentence = f"{bad_counts[-1]} → {good_counts[-1]} {self.unit} at {4 * self.size}, {growth}"
        measured: dict[str, Measured] = {
            "unit": self.unit,
            "sizes": [self.size, 2 * self.size, 4 * self.size],
            "bad": bad_counts,
            "good": good_counts,
            "growth": growth,
        }
        if not holds:
            claimed = f"{order_name(self.bad_order)} → {order_name(self.good_order)}"
            sentence += f"; claimed were fewer each time and {claimed}"
        return Measurement(holds, sentence, measured)


@dataclass(frozen=True)
class FewerDispatches(Cost):
    """Good dispatches fewer operators; each one costs microseconds before any arithmetic."""

    title: ClassVar[str] = "fewer_dispatches"
    unit: ClassVar[str] = "operators"

    def quantity(self, result: Any, tally: Tally) -> int:
        return tally.dispatches


@dataclass(frozen=True)
class FewerSyncs(Cost):
    """Good makes the host wait for the device fewer times."""

    title: ClassVar[str] = "fewer_syncs"
    unit: ClassVar[str] = "host reads"
    needs_values: ClassVar[bool] = True

    def quantity(self, result: Any, tally: Tally) -> int:
        return tally.syncs


@dataclass(frozen=True)
class LessMemory(Cost):
    """Good allocates fewer bytes of storage, all of its intermediate results together.

    On a real CUDA device the allocator's peak is measured too, and good's must not be higher.
    """

    title: ClassVar[str] = "less_memory"
    unit: ClassVar[str] = "bytes"

    def quantity(self, result: Any, tally: Tally) -> int:
        return tally.new_bytes

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        measurement = super().measure(bad, good, place)
        if place.fake or place.device.type != "cuda":
            return measurement
        peaks = {"bad": self.peak(bad, place), "good": self.peak(good, place)}
        return Measurement(
            measurement.holds and peaks["good"] <= peaks["bad"],
            f"{measurement.sentence}; allocator's peak {peaks['bad']} → {peaks['good']} bytes",
            {**measurement.measured, "peak": dict(peaks)},
        )

    def peak(self, module: ModuleType, place: Place) -> int:
        """Bytes that the CUDA allocator held at its highest, above what it held before, at 4n."""
        sample = sample_on(place, 4 * self.size)
        arguments = self.inputs(fresh(sample))
        torch.cuda.synchronize(place.device)
        torch.cuda.reset_peak_memory_stats(place.device)
        before = torch.cuda.memory_allocated(place.device)
        apply(module, self.subject, arguments, sample)
        torch.cuda.synchronize(place.device)
        return torch.cuda.max_memory_allocated(place.device) - before


@dataclass(frozen=True)
class BoundedGraph(Cost):
    """The graph reachable from good's result does not grow: the sample's size is the number of steps.

    Counted are the autograd nodes reachable from the subject's result after n, 2n and 4n steps.
    """

    title: ClassVar[str] = "bounded_graph"
    unit: ClassVar[str] = "autograd nodes kept alive"

    def quantity(self, result: Any, tally: Tally) -> int:
        return graph_nodes(result)
