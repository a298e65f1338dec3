"""A proof as a chart: what the rules' evidence counted in the bad and in the good form, and how long each took."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .proof import Proof, RuleProof

GOOD = "#2b8a5e"
BAD = "#c8452f"
GREY = "#8a8a8a"
INCHES_A_ROW = 0.26
INCHES_A_PANEL = 1.1
# How far an axis extends beyond its last point, to leave room for the label after it.
ROOM_FOR_TEXT = 12


@dataclass(frozen=True)
class Counts:
    """What one rule's claims of one kind counted at their largest sizes, all of its functions together."""

    rule: str
    bad: int
    good: int

    @property
    def change(self) -> str:
        """Both counts, and how many times fewer the good one is: ``96 → 8, 12 x fewer``."""
        fewer = f", {self.bad / self.good:,.3g} x fewer" if self.good else ""
        return f"{self.bad:,} → {self.good:,}{fewer}"


def counts_by_unit(proof: Proof) -> dict[str, list[Counts]]:
    """What was counted, by its unit: operators, bytes, host reads, autograd nodes."""
    found: dict[str, list[Counts]] = {}
    for rule in proof.rules:
        totals: dict[str, list[int]] = {}
        for outcome in rule.outcomes:
            measured = outcome.measured
            unit, bad, good = measured.get("unit"), measured.get("bad"), measured.get("good")
            if isinstance(unit, str) and isinstance(bad, Sequence) and isinstance(good, Sequence):
                total = totals.setdefault(unit, [0, 0])
                total[0] += int(str(bad[-1]))
                total[1] += int(str(good[-1]))
        for unit, (bad_total, good_total) in totals.items():
            found.setdefault(unit, []).append(Counts(title(rule), bad_total, good_total))
    return found


@dataclass(frozen=True)
class Growth:
    """The powers of the size with which what one rule's claims count grows, the fastest of its functions."""

    rule: str
    bad: float
    good: float


def growth_by_rule(proof: Proof) -> list[Growth]:
    """The measured powers of every rule that counts something, where good grows more slowly than bad."""
    found = []
    for rule in proof.rules:
        powers = {
            form: [
                float(power)
                for outcome in rule.outcomes
                if isinstance(power := outcome.measured.get(f"{form}_power"), (int, float)) and math.isfinite(power)
            ]
            for form in ("bad", "good")
        }
        if powers["bad"] and powers["good"]:
            found.append(Growth(title(rule), max(powers["bad"]), max(powers["good"])))
    return [growth for growth in found if growth.good < growth.bad]


def draw(proof: Proof, file: BinaryIO) -> None:
    """Write the chart as PNG."""
    counted = counts_by_unit(proof)
    timed = [rule for rule in proof.rules if rule.timings]
    rows = [len(counts) for counts in counted.values()]
    growths = growth_by_rule(proof)
    if growths:
        rows.append(len(growths))
    if timed:
        rows.append(sum(len(rule.timings) for rule in timed))
    heights = [INCHES_A_PANEL + INCHES_A_ROW * count for count in (*rows, len(proof.rules))]
    figure = Figure(figsize=(11, sum(heights) + 0.8), dpi=110, layout="constrained")
    panels = iter(figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0])
    where = proof.environment
    figure.suptitle(f"torch {where['torch']} on {where['device']}: {proof.summary()}", fontsize=12)
    for unit, counts in counted.items():
        draw_counts(next(panels), unit, counts)
    if growths:
        draw_growth(next(panels), growths)
    if timed:
        draw_times(next(panels), timed)
    draw_verdicts(next(panels), proof.rules)
    figure.savefig(file, format="png")


def draw_counts(axes: Axes, unit: str, counts: Sequence[Counts]) -> None:
    """Bad and good as two dots on a line for each rule, with their ratio beside them."""
    places = range(len(counts))
    bad, good = [entry.bad for entry in counts], [entry.good for entry in counts]
    axes.hlines(places, good, bad, color=GREY, linewidth=1)
    axes.scatter(bad, places, color=BAD, label="flagged", zorder=2)
    axes.scatter(good, places, color=GOOD, label="use instead", zorder=2)
    if min(bad + good) > 0:
        axes.set_xscale("log")
        axes.set_xlim(min(bad + good) / 2, max(bad + good) * ROOM_FOR_TEXT)
    else:
        axes.set_xscale("symlog", linthresh=1)
        axes.set_xlim(-0.2, max(bad + good) * ROOM_FOR_TEXT)
    for place, entry in zip(places, counts, strict=True):
        right_of_both = (max(entry.bad, entry.good), place)
        axes.annotate(entry.change, right_of_both, (8, -3), textcoords="offset points", fontsize=8)
    finish(axes, f"{unit}, of a rule's functions together, at the largest size", [entry.rule for entry in counts])


def draw_growth(axes: Axes, growths: Sequence[Growth]) -> None:
    """Both powers as dots on a line for each rule, from the counts at four sizes."""
    places = range(len(growths))
    bad, good = [growth.bad for growth in growths], [growth.good for growth in growths]
    axes.hlines(places, good, bad, color=GREY, linewidth=1)
    axes.scatter(bad, places, color=BAD, label="flagged", zorder=2)
    axes.scatter(good, places, color=GOOD, label="use instead", zorder=2)
    axes.set_xlim(-0.2, max(bad) + 1)
    axes.set_xticks(range(int(max(bad)) + 2), ["constant", "n", "n²", "n³", "n⁴"][: int(max(bad)) + 2])
    finish(axes, "how the counts grow with the size n, measured at four sizes", [growth.rule for growth in growths])


def draw_times(axes: Axes, rules: Sequence[RuleProof]) -> None:
    """A bar for each timed form: its speedup over the first form of its rule."""
    bars = [(rule, timing) for rule in rules for timing in rule.timings]
    speeds = [timing.speedup for _, timing in bars]
    first = [timing is rule.timings[0] for rule, timing in bars]
    axes.barh(range(len(bars)), speeds, color=[GREY if alone else GOOD for alone in first], height=0.6)
    axes.set_xscale("log")
    axes.set_xlim(min(*speeds, 1) / 2, max(speeds) * ROOM_FOR_TEXT)
    for place, (_, timing) in enumerate(bars):
        note = f"{timing.speedup:,.3g} x ({timing.seconds * 1e6:,.4g} µs)"
        axes.annotate(note, (timing.speedup, place), (4, -3), textcoords="offset points", fontsize=8)
    finish(axes, "times as fast as a rule's first form", [f"{title(rule)}: {timing.variant}" for rule, timing in bars])


def draw_verdicts(axes: Axes, rules: Sequence[RuleProof]) -> None:
    """A bar per rule: claims that hold, that the device cannot show, and that do not hold."""
    left = [0] * len(rules)
    for label, colour, verdicts in (
        ("passed", GOOD, ("passed",)),
        ("skipped", GREY, ("skipped",)),
        ("failed", BAD, ("failed", "broken")),
    ):
        counts = [sum(outcome.verdict in verdicts for outcome in rule.outcomes) for rule in rules]
        axes.barh(range(len(rules)), counts, left=left, color=colour, label=label, height=0.6)
        left = [start + count for start, count in zip(left, counts, strict=True)]
    axes.set_xlim(0, max(left) * 1.02)
    finish(axes, "claims", [title(rule) for rule in rules])


def finish(axes: Axes, heading: str, labels: Sequence[str]) -> None:
    """Label the rows, the first on top, and remove decoration."""
    axes.set_title(heading, loc="left", fontsize=10)
    axes.set_yticks(range(len(labels)), labels, fontsize=8)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="x", labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=3, frameon=False, fontsize=8, borderaxespad=0.2)


def title(rule: RuleProof) -> str:
    """The label of a rule's row."""
    return f"{rule.code} {rule.slug}"
