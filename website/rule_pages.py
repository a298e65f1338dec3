"""The page of each rule, from its docstring, its fixture and what torch proved of it; and the pages of the groups."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from flake8_torch_effective import rules as package
from flake8_torch_effective.command.pages import enabled, needs
from flake8_torch_effective.command.proof import RuleProof
from flake8_torch_effective.rules import GROUPS, all_rules, group, slug
from flake8_torch_effective.rules.page import Page, page, sentences, verdicts
from flake8_torch_effective.rules.rule import Rule

from . import evidence
from .prose import in_cell, markdown, parts, strokes

if TYPE_CHECKING:
    from .charts import Chart

# The longest line of code that a column shows as a whole.
BESIDE: Final = 60
ROOT: Final = Path(__file__).resolve().parents[1]
HEAD: Final = ("| code | rule | what it finds | on | fix |", "|---|---|---|---|---|")
_VERDICT: Final = re.compile(r"^(?:Safe|Unsafe|None)\b")
_MARK: Final = re.compile(r"[ ]*# expect: .*$", re.MULTILINE)


def rule_page(rule: type[Rule], proof: RuleProof, where: dict[str, str], chart: Chart | None) -> str:
    """The Markdown of one rule."""
    entry = page(rule)
    return "\n".join(_lines(rule, entry, proof, where, chart))


def _lines(
    rule: type[Rule], entry: Page, proof: RuleProof, where: dict[str, str], chart: Chart | None
) -> Iterator[str]:
    said = entry.sections
    yield "---"
    yield f"title: {entry.code} {entry.slug}"
    yield f"description: {entry.title!r}"
    yield "hide: [toc]"  # the two versions need the room
    yield "---"
    yield f"# {entry.code} {entry.slug}\n"
    yield f"{markdown(entry.title)}\n"
    yield from facts(entry)
    yield "\n## What it does\n"
    yield from prose(said["What it does"])
    yield "\n## Why it is bad\n"
    yield from prose(said["Why it is bad"])
    yield "\n## Example\n"
    yield from side_by_side(said["Example"], said["Use instead"])
    yield "\n## What torch proved\n"
    yield from prose(evidence.with_names(said["Evidence"]))
    yield f"\n{evidence.summary(proof, where)}\n"
    yield '<div class="claims" markdown>\n'
    yield from evidence.by_claim(proof)
    yield "\n</div>"
    if chart is not None:
        yield f"\n{picture(chart, 'charts/' + entry.code)}\n"
    if proof.bench is not None:
        note = f" ({proof.bench.note})" if proof.bench.note else ""
        yield f"Timed: {markdown(proof.bench.title + note)}.\n"
    yield from folded("Every claim", evidence.all_claims(proof))
    yield from folded("Every pair of functions that was compared", pairs(rule))
    yield "\n## Fix safety\n"
    yield from safety(said["Fix safety"])
    yield "\n## In the configuration\n"
    yield from configuration(entry)
    yield "\n## Neighbours\n"
    yield from neighbours(rule)
    yield "\n## Source\n"
    yield from prose(said["Source"])
    own = f"{group(rule)}/{slug(rule).replace('-', '_')}"
    yield "\nIn the repository: " + ", ".join(
        f"`{path}`"
        for path in (f"flake8_torch_effective/rules/{own}.py", f"fixtures/{own}/", f"tests/variants/{own}.py")
    )


def facts(entry: Page) -> Iterator[str]:
    """When it is on, what its fixes are, and from which torch on its advice works, at a glance."""
    fixes = f"{' and '.join(entry.fixes)} fixes" if entry.fixes else "no fix"
    yield '<ul class="facts" markdown>'
    yield f"<li markdown>{enabled(entry) or 'on by default'}</li>"
    yield f"<li markdown>{fixes}</li>"
    yield f"<li markdown>[{entry.group}]({entry.group}/index.md)</li>"
    yield f"<li markdown>torch {entry.since} or newer</li>"
    yield "</ul>"


def prose(text: str) -> Iterator[str]:
    """Paragraphs; what is said of tentative findings is set apart where it stands."""
    for tentative, told in groupby(parts(text), itemgetter(0)):
        own = "\n\n".join(part for _, part in told)
        yield from set_apart(own) if tentative else [f"{markdown(own)}\n"]


def set_apart(text: str) -> Iterator[str]:
    """What is said of tentative findings, in a box."""
    yield '\n!!! info "Tentative findings"\n'
    yield textwrap.indent(markdown(text), "    ") + "\n"


def safety(text: str) -> Iterator[str]:
    """When a fix is safe, unsafe or not made: an item for each, where there are several."""
    for tentative, told in groupby(parts(text), itemgetter(0)):
        own = "\n\n".join(part for _, part in told)
        lines = verdicts(own)
        if tentative:
            yield from set_apart(own)
        elif len(lines) == 1:
            yield f"{markdown(own)}\n"
        else:
            yield from ("- " + _VERDICT.sub(r"**\g<0>**", markdown(line)) for line in lines)
            yield ""


def side_by_side(bad: str, good: str) -> Iterator[str]:
    """Two versions, in two columns where there is room for their lines."""
    longest = max(map(len, f"{bad}\n{good}".splitlines()))
    yield f'<div class="pair{" stacked" if longest > BESIDE else ""}" markdown>'
    for name, title, code in (("bad", "Flagged", bad), ("good", "Use instead", good)):
        yield f'<div class="{name}" markdown>\n<p class="version">{title}</p>\n'
        yield f"```python\n{code.rstrip()}\n```\n"
        yield "</div>"
    yield "</div>\n"


def folded(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A part of the page that is folded up."""
    yield f'\n??? note "{title}"\n'
    yield textwrap.indent("\n".join(lines), "    ", lambda line: bool(line.strip())) + "\n"


def pairs(rule: type[Rule]) -> Iterator[str]:
    """The functions and classes that both versions of the fixture define and that differ."""
    folder = ROOT / "fixtures" / group(rule) / slug(rule).replace("-", "_")
    bad, good = (definitions((folder / f"{name}.py").read_text(encoding="utf-8")) for name in ("bad", "good"))
    for name, code in bad.items():
        if name in good and good[name] != code:
            yield from side_by_side(code, good[name])


def definitions(source: str) -> dict[str, str]:
    """The functions and classes that a file defines, by name, without the marks of expected findings."""
    lines = source.splitlines()
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            start = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            found[node.name] = _MARK.sub("", "\n".join(lines[start - 1 : node.end_lineno]))
    return found


def configuration(entry: Page) -> Iterator[str]:
    """How the rule is switched on or off."""
    key = "extend-select" if entry.opt_in else "extend-ignore"
    does = "Switch it on" if entry.opt_in else "Switch it off"
    yield f"{does} in flake8's configuration, or [elsewhere](../configuration.md):\n"
    yield f"```ini\n[flake8]\n{key} = {entry.code}\n```\n"
    yield f"`# noqa: {entry.code}` silences a line. {markdown(needs(entry))}"


def neighbours(rule: type[Rule]) -> Iterator[str]:
    """The rules that it takes the place of, those that take its place, and its group."""
    mine = sorted(rule.supersedes)
    theirs = [other.code for other in all_rules() if rule.code in other.supersedes]
    if mine:
        yield f"- Where {named(mine)} would report the same code, {rule.code} does, and they do not."
    if theirs:
        verb = "reports" if len(theirs) == 1 else "report"
        yield f"- Where {named(theirs)} {verb} the same code, {rule.code} does not."
    place = [other for other in all_rules() if group(other) == group(rule)]
    around = [other for other in place if other is not rule]
    near = sorted(around, key=lambda other: abs(place.index(other) - place.index(rule)))[:4]
    listed = ", ".join(f"{other.code} {slug(other)}" for other in sorted(near, key=lambda other: other.code))
    yield f"- In the same group, [{group(rule)}]({group(rule)}/index.md): {listed}."


def named(codes: list[str]) -> str:
    """Codes with their slugs."""
    names = {rule.code: slug(rule) for rule in all_rules()}
    return " or ".join(f"{code} {names[code]}" for code in codes)


def picture(chart: Chart, path: str) -> str:
    """A chart, in the colours of the page."""
    words = re.sub(r"[\[\]\"`]", "", chart.words)
    return f"![{words}]({path}-light.svg#only-light){{ .chart }}![{words}]({path}-dark.svg#only-dark){{ .chart }}"


def group_page(name: str, charts: dict[str, Chart]) -> str:
    """The Markdown of a group: why its rules are, and its rules."""
    return strokes("\n".join(_group_lines(name, charts)))


def group_about(name: str) -> tuple[str, str]:
    """What a group is about, in a line, and why."""
    text = inspect.cleandoc(import_module(f"{package.__name__}.{name}").__doc__ or "")
    first, _, why = text.partition("\n")
    return first.partition(": ")[2], why.strip()


def members(name: str) -> list[type[Rule]]:
    """The rules of a group."""
    return [rule for rule in all_rules() if group(rule) == name]


def _group_lines(name: str, charts: dict[str, Chart]) -> Iterator[str]:
    about, why = group_about(name)
    yield "---"
    yield f"title: {name.capitalize()}"
    yield "hide: [toc]"  # the table needs the room
    yield "---"
    yield f"# {name.capitalize()}\n"
    yield f"TEF{GROUPS[name]}xx: {markdown(about)}\n"
    yield "## Why\n"
    yield markdown(why) + "\n"
    yield "## Rules\n"
    yield from HEAD
    for rule in members(name):
        yield row(page(rule))
    if charts:
        yield "\n## What was counted\n"
        yield "Counted by torch in both versions, a rule's functions together, at the largest size.\n"
        for unit, chart in charts.items():
            yield f"{picture(chart, f'../charts/{name}-{unit}')}\n"


def row(entry: Page) -> str:
    """A rule as a row of a table, with the first sentence of what it does."""
    on, fixes = enabled(entry) or "yes", ", ".join(entry.fixes) or "no"
    return f"| {entry.code} | `{entry.slug}` | {in_cell(found(entry))} | {on} | {fixes} |"


def found(entry: Page) -> str:
    """What a rule finds, in the first sentence of its page."""
    first = sentences(entry.sections["What it does"])[0].removeprefix("Finds ")
    return markdown(first)


def redirect(code: str, to: str) -> str:
    """A page that leads on to a rule's page."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{code}</title>\n'
        f'<meta name="robots" content="noindex">\n<link rel="canonical" href="{to}">\n'
        f'<meta http-equiv="refresh" content="0; url={to}">\n</head>\n'
        f'<body><p>This rule\'s page is <a href="{to}">{code}</a>.</p></body>\n</html>\n'
    )


def charts_of_group(name: str, of_unit: Any, proof: Any) -> dict[str, Chart]:
    """The charts of a group by a name for each unit."""
    codes = {rule.code for rule in members(name)}
    own = type(proof)(proof.environment, tuple(rule for rule in proof.rules if rule.code in codes))
    units = {"operators": "operators", "bytes": "bytes", "host reads": "host-reads"}
    charts = {short: of_unit(own, unit) for unit, short in units.items()}
    return {short: chart for short, chart in charts.items() if chart is not None}
