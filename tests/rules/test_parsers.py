"""What the rules find in nodes made from ``ast`` is what they find in those that LibCST parses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple

import libcst as cst

from flake8_torch_effective.lint import Examined, _looked_at, visited_by
from flake8_torch_effective.rewriting.shown import code_written
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.syntax.bare_nodes import GIVEN
from flake8_torch_effective.syntax.walking import walk
from tests.by_rule import RuleFiles, by_rule
from tests.rules.programs import flagged, left

# How many of a rule's programs are compared, of those to flag and of those to leave.
_SAMPLE = 3
# Each stands in a text that is left to LibCST as a whole.
_OTHERS = frozenset({cst.TryStar})


def _spread(programs: Sequence[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    return programs[:: max(1, len(programs) // _SAMPLE)]


def programs_of(files: RuleFiles) -> Iterator[tuple[str, tuple[str]]]:
    """The rule's fixtures and some of its programs."""
    for name in ("bad", "good"):
        yield name, ((files.fixture / f"{name}.py").read_text(encoding="utf-8"),)
    for programs in (flagged(files), left(files)):
        for reason, program in _spread([*programs.items()]):
            yield reason, (program,)


def examined(program: str, bare: bool) -> Examined:
    """What is found in the nodes of the one kind or the other, with the fixes."""
    return _looked_at(program, None, None, None, None, True, False, lambda make: make(), bare)


def facts(found: Examined) -> list[object]:
    """The findings with every part, and which nodes their fixes change, keep and show, by the order of the nodes."""
    assert found.module is not None
    number: dict[int, int] = {}
    walk(found.module, {kind: [lambda node: number.setdefault(id(node), len(number))] for kind in GIVEN})
    told: list[object] = []
    for finding in found.findings:
        told.append(astuple(finding))
        fix = found.fixes.get(finding)
        if fix is not None:
            edits = [(number.get(id(edit.node)), [number.get(id(one)) for one in edit.keeps]) for edit in fix.edits]
            shown = None if fix.shows is None else number.get(id(fix.shows))
            told.append((edits, fix.safe, fix.needs_torch, shown, code_written(fix, found.module)))
    return told


@by_rule(programs_of, "program")
def test_findings_are_the_same(files: RuleFiles, program: str) -> None:
    assert facts(examined(program, bare=True)) == facts(examined(program, bare=False))


def test_a_finding_that_differs_is_noticed() -> None:
    program = "import torch\nx = torch.rand(2, 3)\ny = torch.log(torch.softmax(x, 1))\n"
    one = facts(examined(program, bare=True))
    assert one == facts(examined(program, bare=False))
    assert one != facts(examined(program.replace("(x,", "( x,"), bare=False))
    assert one != facts(examined(program.replace("x, 1", "x, 0"), bare=False))
    assert len(one) == 2


def test_every_node_that_a_rule_visits_is_listed() -> None:
    assert set(visited_by(tuple(all_rules()))) <= GIVEN.keys() | _OTHERS


def test_most_texts_are_not_parsed() -> None:
    program = "import torch\nx = torch.rand(2, 3)\ny = torch.log(torch.softmax(x, 1))\n"
    assert _completes(program)
    assert _completes("import torch\n\n\ndef f(x):\n    return x.squeeze()\n")
    assert not _completes("import torch\nmatch x:\n    case 1:\n        pass\n")
    assert not _completes(program.replace("\n", "\r\n"))


def _completes(program: str) -> bool:
    inference = examined(program, bare=True).inference
    assert inference is not None
    return inference.completion is not None
