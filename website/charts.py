"""Charts of what torch counted and timed, as SVG for light and for dark pages.

What ``torch-effective verify --output evidence.png`` draws of all rules at once is drawn here of one rule, of the rules
of a group, and of all.  Text stays text, in whatever font without serifs the reader has.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter, ScalarFormatter

from flake8_torch_effective.command import chart
from flake8_torch_effective.command.proof import Proof, RuleProof

INK: Final = "#24292f"
# What is drawn in the colours of a light page → the same on a dark one.
DARK: Final = {INK: "#e2e4e9", chart.BAD: "#ff8a75", chart.GOOD: "#5fd19b", chart.GREY: "#9aa0ab"}
_ADAPTIVE: Final = re.compile(r"<style>@media .*?</style>\n", re.DOTALL)
STYLE: Final[Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "flake8-torch-effective",
    "font.family": "sans-serif",
    "text.color": INK,
    "axes.edgecolor": chart.GREY,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.labelcolor": INK,
}
WIDTH: Final = 9.0
PANEL: Final = 3.0


@dataclass(frozen=True)
class Chart:
    """A picture, with what it shows in words."""

    words: str
    light: str

    @property
    def dark(self) -> str:
        """The same picture for a dark page."""
        text = self.light
        for light, dark in DARK.items():
            text = text.replace(light, dark)
        return text

    @property
    def adaptive(self) -> str:
        """The same picture for a file of its own, which is light or dark as its reader prefers."""
        rules = "".join(
            f'[style*="{what}: {light}"]{{{what}:{dark} !important}}'
            for light, dark in DARK.items()
            for what in ("fill", "stroke")
        )
        style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>\n"
        head, tag, rest = self.light.partition("<defs>")
        return f"{head}{style}{tag}{rest}"


def from_adaptive(words: str, text: str) -> Chart:
    """The picture of such a file."""
    return Chart(words, _ADAPTIVE.sub("", text))


def of_rule(rule: RuleProof) -> Chart | None:
    """What was counted of a rule at each size, and its times; None where nothing was."""
    counted = widest_by_unit(rule.outcomes)
    if not counted and not rule.timings:
        return None
    panels: list[Callable[[Axes], None]] = [
        lambda axes, unit=unit, outcome=outcome: draw_sizes(axes, unit, outcome)  # type: ignore[misc]
        for unit, outcome in counted.items()
    ]
    words = [
        f"{unit} in {outcome.subject} at size {outcome.measured['sizes'][-1]}: "
        f"{outcome.measured['bad'][-1]:,} flagged, {outcome.measured['good'][-1]:,} instead"
        for unit, outcome in counted.items()
    ]
    if rule.timings:
        panels.append(lambda axes: draw_times(axes, rule))
        words.append(
            "times as fast as " + ", ".join(f"{timing.variant} {timing.speedup:.3g}" for timing in rule.timings)
        )
    return Chart("; ".join(words), drawn(panels, width=WIDTH if len(panels) > 1 else WIDTH * 0.6))


def of_unit(proof: Proof, unit: str) -> Chart | None:
    """What was counted in one unit, of all rules where it was; None where it nowhere was."""
    counts = chart.counts_by_unit(proof).get(unit)
    if not counts:
        return None
    text = drawn([lambda axes: chart.draw_counts(axes, unit, counts)], height=tall(len(counts)))
    return Chart(f"{unit}: " + "; ".join(f"{entry.rule} {entry.change}" for entry in counts), text)


def of_growth(proof: Proof) -> Chart:
    """How the counts of all rules grow with the size."""
    growths = chart.growth_by_rule(proof)
    text = drawn([lambda axes: chart.draw_growth(axes, growths)], height=tall(len(growths)))
    return Chart(f"how the counts of {len(growths)} rules grow with the size", text)


def of_times(proof: Proof) -> Chart:
    """The times of all rules that are timed."""
    timed = [rule for rule in proof.rules if rule.timings]
    rows = sum(len(rule.timings) for rule in timed)
    return Chart(
        f"how fast the forms of {len(timed)} rules are",
        drawn([lambda axes: chart.draw_times(axes, timed)], height=tall(rows)),
    )


def of_readings(readings: Sequence[tuple[str, int, int, int]]) -> Chart:
    """What was worth changing, true but not worth it, and wrong, of each reading."""

    def draw(axes: Axes) -> None:
        left = [0.0] * len(readings)
        totals = [sum(row[1:]) for row in readings]
        for place, (label, colour) in enumerate(
            (("worth changing", chart.GOOD), ("true, not worth it", chart.GREY), ("wrong", chart.BAD)), 1
        ):
            share = [100 * int(row[place]) / total for row, total in zip(readings, totals, strict=True)]
            axes.barh(range(len(readings)), share, left=left, color=colour, label=label, height=0.6)
            left = [start + width for start, width in zip(left, share, strict=True)]
        axes.set_xlim(0, 100)
        axes.axvline(90, color=INK, linewidth=1, linestyle=":")
        axes.set_xlabel("% of the findings that were read; the dotted line is the target", fontsize=8)
        chart.finish(axes, "", [row[0] for row in readings])

    words = "; ".join(
        f"{name}: {good} worth changing, {true} not, {wrong} wrong" for name, good, true, wrong in readings
    )
    return Chart(words, drawn([draw], height=tall(len(readings))))


def of_ratios(ratios: Sequence[tuple[str, float, float | None]]) -> Chart:
    """What takes how many times as long as what it is compared with, and the goal where there is one."""

    def draw(axes: Axes) -> None:
        places = range(len(ratios))
        colours = [
            chart.GREY if goal is None else chart.GOOD if ratio <= goal else chart.BAD for _, ratio, goal in ratios
        ]
        axes.barh(places, [ratio for _, ratio, _ in ratios], color=colours, height=0.6)
        for place, (_, ratio, goal) in enumerate(ratios):
            note = f"{ratio:.2f}" if goal is None else f"{ratio:.2f} (goal {goal:g})"
            axes.annotate(note, (ratio, place), (4, -3), textcoords="offset points", fontsize=8)
        axes.set_xlim(0, max(1.0, *(ratio for _, ratio, _ in ratios)) * 1.25)
        axes.axvline(1, color=INK, linewidth=1, linestyle=":")
        axes.set_xlabel("ratio to what it is compared with (dotted line); green reaches its goal", fontsize=8)
        chart.finish(axes, "", [what for what, _, _ in ratios])

    words = "; ".join(f"{what} {ratio:.2f}" for what, ratio, _ in ratios)
    return Chart(words, drawn([draw], height=tall(len(ratios))))


def tall(rows: int) -> float:
    """The height of a panel with so many rows."""
    return chart.INCHES_A_PANEL + chart.INCHES_A_ROW * rows


def widest_by_unit(outcomes: Iterable[Any]) -> dict[str, Any]:
    """For each unit the claim whose two counts are furthest apart at the largest size."""
    found: dict[str, Any] = {}
    for outcome in outcomes:
        measured = outcome.measured
        if "unit" not in measured:
            continue
        known = found.get(measured["unit"])
        if known is None or gap(measured) > gap(known.measured):
            found[measured["unit"]] = outcome
    return found


def gap(measured: Any) -> float:
    """How many times more bad counts than good."""
    return float(measured["bad"][-1]) / float(max(measured["good"][-1], 0.5))


def draw_sizes(axes: Axes, unit: str, outcome: Any) -> None:
    """Both counts at each of the sizes."""
    measured = outcome.measured
    sizes = measured["sizes"]
    for form, colour, label in (("bad", chart.BAD, "flagged"), ("good", chart.GOOD, "use instead")):
        axes.plot(sizes, measured[form], color=colour, marker="o", markersize=4, linewidth=1.6, label=label)
        axes.annotate(
            f"{measured[form][-1]:,}", (sizes[-1], measured[form][-1]), (6, -3), textcoords="offset points", fontsize=8
        )
    axes.set_xscale("log")
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlim(sizes[0] * 0.85, sizes[-1] * 1.9)
    most = max(measured["bad"] + measured["good"])
    if most >= 20 * max(min(measured["bad"] + measured["good"]), 1):
        axes.set_yscale("symlog", linthresh=1)
        axes.yaxis.set_major_formatter(ScalarFormatter())
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_ylim(-0.15, most * 3)
    else:
        axes.set_ylim(0, most * 1.2)
    axes.set_title(f"{unit}\n{outcome.subject}", loc="left", fontsize=9)
    axes.set_xlabel("size", fontsize=8)
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="upper left", frameon=False, fontsize=8)


def draw_times(axes: Axes, rule: RuleProof) -> None:
    """A bar for each form that was timed, in times as fast as the first."""
    timings = rule.timings
    colours = [chart.GREY if number == 0 else chart.GOOD for number in range(len(timings))]
    axes.barh(range(len(timings)), [timing.speedup for timing in timings], color=colours, height=0.6)
    axes.set_xscale("log")
    axes.set_xlim(0.5, max(timing.speedup for timing in timings) * 30)
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.xaxis.set_minor_formatter(NullFormatter())
    for place, timing in enumerate(timings):
        note = f"{timing.speedup:,.3g} x ({timing.seconds * 1e6:,.4g} µs)"
        axes.annotate(note, (timing.speedup, place), (4, -3), textcoords="offset points", fontsize=8)
    first = timings[0].variant
    axes.set_title(f"times as fast as {first}", loc="left", fontsize=9)
    axes.set_yticks(range(len(timings)), [timing.variant for timing in timings], fontsize=8)
    axes.set_ylim(len(timings) - 0.4, -0.6)
    axes.tick_params(axis="x", labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def drawn(panels: Sequence[Callable[[Axes], None]], width: float = WIDTH, height: float = PANEL) -> str:
    """Panels side by side, as SVG that is the same each time."""
    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        figure.patch.set_alpha(0)
        for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
            panel(axes)
        file = io.BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue().decode("utf-8")
