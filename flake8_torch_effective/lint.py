"""Source text to findings: the single entry point of the plugin, the command, the tests and the benchmarks."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final

import libcst as cst

from .codes import NOT_PARSED
from .finding import Finding
from .garbage import without_garbage_collection
from .inference.events.program import program_of
from .inference.interpreter.inference import Inference
from .inference.interpreter.interpreter import infer
from .inference.knowledge.columns import Signature
from .inference.knowledge.releases import known_release, minor_release
from .inference.knowledge.training import EventKind
from .inference.values.circles import taken_apart
from .printable import printable
from .rewriting.comments import settled
from .rewriting.file import File
from .rewriting.fix import Fix
from .rewriting.shown import code_written
from .rewriting.torch_import import imports_torch
from .rewriting.writer import Rewriting
from .rules import all_rules
from .rules.rule import MESSAGE_LIMIT, Report, Rule, WriteFix
from .syntax.completion import Completion
from .syntax.conversion import Inconvertible, convert
from .syntax.deep_stack import Result, on_deep_stack
from .syntax.nesting import blank_deep_statements
from .syntax.parsing import Nodes, Unparsable, nodes_of, parse_noting, source_lines
from .syntax.positions import Position, Span, spans
from .syntax.relevance import uses_torch
from .syntax.walking import Visit


@dataclass(frozen=True)
class Examined:
    """One module with its sorted findings, and their ``fixes`` where there are any.

    ``module`` and ``inference`` are None where no rule was applied.
    """

    findings: list[Finding]
    fixes: dict[Finding, Fix] = field(default_factory=dict)
    module: cst.Module | None = None
    inference: Inference | None = None


def lint(
    source: str,
    tree: ast.Module | None = None,
    rules: Collection[type[Rule]] | None = None,
    target: tuple[int, ...] | None = None,
    named: tuple[str, ...] | None = None,
    tentative: bool = True,
    copied: bool = False,
) -> list[Finding]:
    """The findings in a module, sorted by line, column and code; the arguments are those of `examine`.

    Raises:
        SyntaxError: CPython does not accept the text.
    """
    return _looked_at(source, tree, rules, target, named, tentative, copied, _findings_alone, bare=True)


def examine(
    source: str,
    tree: ast.Module | None = None,
    rules: Collection[type[Rule]] | None = None,
    target: tuple[int, ...] | None = None,
    named: tuple[str, ...] | None = None,
    tentative: bool = True,
    copied: bool = False,
) -> Examined:
    """The findings in a module, with what a fixer needs.

    Args:
        source: the module's text.
        tree: the same text as ``ast`` parsed it, where the caller has it already.
        rules: the rules to apply; all of them where not given, opt-in ones included.
        target: the oldest torch the code must run on, such as ``(2, 3)``; advice that needs a newer one is not
            reported.
        named: the codes, or their beginnings, of the opt-in rules to apply; all of them where not given.
        tentative: whether to report tentative findings too.
        copied: whether nobody edits the file, as a copy of another project's, so that all its findings are tentative.

    Raises:
        SyntaxError: CPython does not accept the text.
    """
    return _looked_at(source, tree, rules, target, named, tentative, copied, lambda examined: examined())


def _looked_at(
    source: str,
    tree: ast.Module | None,
    rules: Collection[type[Rule]] | None,
    target: tuple[int, ...] | None,
    named: tuple[str, ...] | None,
    tentative: bool,
    copied: bool,
    kept: Callable[[Callable[[], Examined]], Result],
    bare: bool = False,
) -> Result:
    """What is to be kept of a module, by a function that has it examined; ``bare`` is that of `_examine`."""
    source = source.removeprefix("\ufeff")
    if tree is None:
        try:
            tree = on_deep_stack(lambda: ast.parse(source))
        except (ValueError, MemoryError, RecursionError) as error:
            raise SyntaxError(str(error) or "too deeply nested") from error
    if not uses_torch(tree, source) or (copied and not tentative):
        return kept(lambda: Examined([]))
    module_tree = tree
    # Rules that work from torch 1.0 on find things in older code, too; but what 1.0 brought is not there to be advised.
    wanted = applicable(
        all_rules() if rules is None else rules, None if target is None else known_release(target), named
    )
    target = None if target is None else minor_release(target)

    def examined() -> Examined:
        found = _examine(source, module_tree, wanted, tentative, target, bare)
        return _all_tentative(found) if copied else found

    return on_deep_stack(lambda: without_garbage_collection(lambda: kept(examined)))


def _all_tentative(examined: Examined) -> Examined:
    """The same with every finding of a rule tentative, whatever the rule takes it for."""
    found = {one: one if one.code == NOT_PARSED else replace(one, tentative=True) for one in examined.findings}
    fixes = {found[one]: fix for one, fix in examined.fixes.items()}
    return replace(examined, findings=sorted(set(found.values())), fixes=fixes)


def applicable(
    rules: Collection[type[Rule]], target: tuple[int, ...] | None, named: tuple[str, ...] | None
) -> tuple[type[Rule], ...]:
    """Those of some rules that are applied with a known release as the target; `named` is that of `examine`."""
    able = tuple(rule for rule in rules if target is None or rule.since <= target)
    if named is None:
        return able
    # Nobody sees what an opt-in rule reports unless it is named.
    return tuple(rule for rule in able if not rule.is_opt_in(target) or rule.code.startswith(named))


def _findings_alone(examined: Callable[[], Examined]) -> list[Finding]:
    with taken_apart():
        return examined().findings


def _examine(
    source: str,
    tree: ast.Module,
    rules: tuple[type[Rule], ...],
    tentative: bool,
    target: tuple[int, ...] | None,
    bare: bool,
) -> Examined:
    """What the rules find; a ``bare`` module is made from ``ast``, and parsed only where the layout is needed."""
    text = blank_deep_statements(source, tree)
    kinds = visited_by(rules)
    if bare and text is source:
        found = _examine_bare(source, tree, rules, tentative, target, kinds)
        if found is not None:
            return found
    try:
        return _applied(source, tree, rules, tentative, target, *parse_noting(text, kinds))
    except Unparsable as error:
        message = f"LibCST {_libcst_version()} cannot parse this file, so no torch rule was applied: {error.reason}"
        return Examined([Finding(error.line, error.column, NOT_PARSED, _shown(message))])


def _examine_bare(
    source: str,
    tree: ast.Module,
    rules: tuple[type[Rule], ...],
    tentative: bool,
    target: tuple[int, ...] | None,
    kinds: Collection[type[cst.CSTNode]],
) -> Examined | None:
    """What the rules find in a module made from ``ast``; None where that does not do, so that it has to be parsed."""
    try:
        module, nodes = convert(source, tree, kinds)
    except Exception:  # what it does not expect, LibCST may know
        return None
    completion = Completion(module, source, tree)
    try:
        found = _applied(source, tree, rules, tentative, target, module, nodes, completion)
    except Exception:  # it may come of the layout that is lacking
        return None
    return None if completion.has_lacked() else found


def _applied(
    source: str,
    tree: ast.Module,
    rules: tuple[type[Rule], ...],
    tentative: bool,
    target: tuple[int, ...] | None,
    module: cst.Module,
    nodes: Nodes,
    completion: Completion | None = None,
) -> Examined:
    """What the rules find in a parsed module."""
    try:
        inference = infer(module, source)
        inference.noted = nodes
        inference.completion = completion
        reports, failures = reports_of(File(module, inference, target), rules, nodes)
        # Before one report supersedes another: one that nobody sees must not silence one that they would.
        if not tentative:
            reports = [report for report in reports if not report.tentative]
        reports = resolve(reports)
        if completion is not None and (failures or inference.failures or completion.has_lacked()):
            raise Inconvertible("something failed")
        failed = [failure.node for failure in inference.failures[:1]]
        inference.complete([*(report.node for report in reports), *failed])
        told = _told(reports, Rewriting(module, inference))
        places = spans(module, tree, [*(report.node for report in reports), *failed])
    except Exception as error:  # an error in one file must not end the run over all the others
        if completion is not None:
            raise
        message = f"{type(error).__name__} while looking at this file, so it has no findings; please report it: {error}"
        return Examined([Finding(1, 0, NOT_PARSED, _shown(message))])
    found: dict[Finding, Fix | None] = dict.fromkeys(failures)
    lines = source_lines(source) if reports or inference.failures else []
    for failure in inference.failures[:1]:  # one finding, since others are likely to have the same cause
        where = "this statement" if failure.function is None else f"this statement of {failure.function}"
        message = f"{where} could not be read, so it may lack findings; please report this {failure.cause}"
        at = places.get(failure.node, _START)
        found[Finding(*at.start, NOT_PARSED, _shown(message), end=_end(failure.node, at, lines))] = None
    for report, fix, text in told:
        at = places.get(report.node, _START)
        safety = None if fix is None else fix.safety
        end = _end(report.node, at, lines)
        finding = Finding(*at.start, report.rule.code, text, report.tentative, safety, end)
        if found.get(finding) is None:
            found.pop(finding, None)
            found[finding] = fix
    return Examined(sorted(found), {key: fix for key, fix in found.items() if fix is not None}, module, inference)


def _told(reports: Iterable[Report], rewriting: Rewriting) -> list[tuple[Report, Fix | None, str]]:
    """Some reports with their fixes and messages."""
    fixes = write_fixes(reports, rewriting)
    each = [(report, fixes.get(report)) for report in reports]
    return [(report, fix, printable(message_of(report, fix, rewriting))) for report, fix in each]


# Where a finding is shown whose node is not in the text.
_START: Final = Span((1, 0), (1, 0))


def _end(node: cst.CSTNode, at: Span, lines: Sequence[str]) -> Position:
    """Where the code ends that a finding is about: nobody wants a whole class underlined."""
    if not isinstance(node, cst.BaseCompoundStatement):
        return at.end
    line = at.start[0]
    return line, len(lines[line - 1].rstrip())


def message_of(report: Report, fix: Fix | None, rewriting: Rewriting) -> str:
    """The text of a finding: what is wrong, and the code that its fix writes there, or words where there is none."""
    text = report.message
    if report.places > 1:
        text += f", here and in {report.places - 1} more place{'s' if report.places > 2 else ''}"
    if report.advice is None:
        return text
    shown = fix or _written(report.advice.write, rewriting)
    code = None if shown is None else code_written(shown, rewriting.module)
    return text + "; " + report.advice.text(code, MESSAGE_LIMIT - len(text) - len("; "))


def write_fixes(reports: Iterable[Report], rewriting: Rewriting) -> dict[Report, Fix]:
    """The fixes of those reports that can be fixed in place.

    None is safe where any name may be another package's, and none that would import torch where the module may run
    without it, or set something before it.
    """
    fixes = ((report, _written(report.fix, rewriting)) for report in reports)
    written = {report: fix for report, fix in fixes if fix is not None}
    if any(fix.safe for fix in written.values()) and rewriting.elsewhere.mentions.imports_unseen:
        return {report: replace(fix, safe=False) for report, fix in written.items()}
    if any(fix.safe and fix.needs_torch for fix in written.values()) and not imports_torch(rewriting.module):
        return {report: replace(fix, safe=fix.safe and not fix.needs_torch) for report, fix in written.items()}
    return written


def _written(write: WriteFix | None, rewriting: Rewriting) -> Fix | None:
    try:
        fix = None if write is None else write(rewriting)
        return None if fix is None else settled(fix, rewriting)
    except Exception:  # a finding whose fix cannot be written is still reported
        return None


def reports_of(
    file: File, rules: Collection[type[Rule]], nodes: Nodes | None = None
) -> tuple[list[Report], list[Finding]]:
    """What the rules report in a file, and a TEF000 for each rule that raised: it loses its own findings only."""
    try:
        return apply(file, rules, nodes), []
    except Exception:  # all were applied together, so apply each alone to find out which one it was
        each = [_reports_of_one(file, rule, nodes) for rule in rules]
    reports = [report for found in each if not isinstance(found, Finding) for report in found]
    return reports, [found for found in each if isinstance(found, Finding)]


def _reports_of_one(file: File, rule: type[Rule], nodes: Nodes | None) -> list[Report] | Finding:
    try:
        return apply(file, (rule,), nodes)
    except Exception as error:
        cause = f"{type(error).__name__}: {error}"
        message = f"{rule.code} failed, so this file has no findings of it; please report this {cause}"
        return Finding(1, 0, NOT_PARSED, _shown(message))


def apply(file: File, rules: Iterable[type[Rule]], nodes: Nodes | None = None) -> list[Report]:
    """Everything that the rules report in a file, in one pass over its operations, its events and its nodes.

    Args:
        file: the file.
        rules: the rules to apply.
        nodes: the nodes of at least the types that these rules visit; looked for where not given.
    """
    rules = tuple(rules)
    instances = [rule(file) for rule in rules]
    by_kind: dict[EventKind, list[Rule]] = defaultdict(list)
    visitors: dict[type, list[Visit]] = defaultdict(list)
    mentioned = _Mentioned(file.inference.source)
    able = [one for one in instances if not one.mentions or any(mentioned[word] for word in one.mentions)]
    for instance in able:
        if instance.events and all(program_of(file.inference).functions(kind) for kind in instance.beside):
            for kind in instance.events:
                by_kind[kind].append(instance)
        for node_type, method in visited_types(type(instance)):
            visitors[node_type].append(getattr(instance, method))
    checkers = _checkers(rules)
    if checkers.rules:
        for operation in list(file.inference.operations.values()):
            for position in checkers[operation.signature]:
                instances[position].check(operation)
    if by_kind:
        for event in program_of(file.inference).events(*by_kind):
            for instance in by_kind[event.kind]:
                instance.check_event(event)
    if nodes is None:
        nodes = nodes_of(file.module, visitors)
    for node_type, visits in visitors.items():
        for node in nodes[node_type]:
            for visit in visits:
                visit(node)
    for instance in able:
        instance.finish()
    return [report for instance in instances for report in instance.reports]


class _Mentioned(dict[str, bool]):
    """Which words stand in a text; each is looked for once, whichever rules ask.  A text that is not known has all."""

    def __init__(self, source: str | None) -> None:
        super().__init__()
        self.source = source

    def __missing__(self, word: str) -> bool:
        found = self[word] = self.source is None or word in self.source
        return found


class _Checkers(dict[Signature, tuple[int, ...]]):
    """Which of some rules want the operations of a signature, by position; each is asked once per signature."""

    def __init__(self, rules: tuple[type[Rule], ...]) -> None:
        super().__init__()
        self.rules = [(position, rule) for position, rule in enumerate(rules) if rule.check is not Rule.check]

    def __missing__(self, signature: Signature) -> tuple[int, ...]:
        found = self[signature] = tuple(position for position, rule in self.rules if rule.wants(signature))
        return found


# To note them while they are made takes less time than one walk over the module does.
_LOOKED_FOR: Final = (
    cst.AssignTarget, cst.Dict, cst.ImportAlias, cst.IndentedBlock, cst.Name, cst.Param, cst.Return,
    cst.SimpleStatementSuite, cst.Try, cst.TryStar, cst.With,
)  # fmt: skip


# A process lints with one selection of rules, and with each of them alone where one raises.
@lru_cache(maxsize=128)
def _checkers(rules: tuple[type[Rule], ...]) -> _Checkers:
    return _Checkers(rules)


@lru_cache(maxsize=128)
def visited_by(rules: tuple[type[Rule], ...]) -> tuple[type, ...]:
    """The node types that some rules visit, and those that queries look for in whole files."""
    return tuple(dict.fromkeys((*(node_type for rule in rules for node_type, _ in visited_types(rule)), *_LOOKED_FOR)))


@cache
def visited_types(rule: type[Rule]) -> tuple[tuple[type, str], ...]:
    """The node types that a rule itself visits, with the method for each; worked out once per process."""
    found: list[tuple[type, str]] = []
    for name in dir(rule):
        if name.startswith("visit_") and getattr(rule, name) is not getattr(Rule, name, None):
            node_type = getattr(cst, name.removeprefix("visit_"), None)
            if isinstance(node_type, type):
                found.append((node_type, name))
    return tuple(found)


def resolve(reports: list[Report]) -> list[Report]:
    """One finding per defect: where two rules report the same code, the more specific one is kept.

    A report is superseded by another whose rule supersedes its own, if the node of either is a part of the other.
    """
    at_node: dict[int, list[Report]] = defaultdict(list)
    at_part: dict[int, list[Report]] = defaultdict(list)
    for report in reports:
        if report.rule.supersedes:
            at_node[id(report.node)].append(report)
            for part in report.parts:
                at_part[id(part)].append(report)

    def is_superseded(report: Report) -> bool:
        others = [at_part.get(id(report.node), []), *(at_node.get(id(part), []) for part in report.parts)]
        return any(report.rule.code in other.rule.supersedes for found in others for other in found)

    return [report for report in reports if not is_superseded(report)]


def _shown(message: str) -> str:
    """A message about an exception, as one short line that every terminal shows."""
    line = " ".join(message.split())[:150]
    return "".join(character if character.isprintable() else "?" for character in line)


def _libcst_version() -> str:
    from importlib.metadata import version

    return version("libcst")
