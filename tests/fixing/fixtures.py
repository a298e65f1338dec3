"""What fixing makes of the fixtures' bad.py."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from flake8_torch_effective.fixing import Fixed, fix
from flake8_torch_effective.verification.fixtures import Fixture, module_from_source
from tests.by_rule import RuleFiles
from tests.verification.evidence import fixture_of

_NO_FIX = re.compile(r"# expect: (?P<code>TEF\d{3}).*; no fix: \S")


@dataclass(frozen=True)
class FixedFixture:
    """One whose bad.py, or a part of it, was fixed for its own rule alone.

    ``unfixed`` are those marked as having no fix; ``part`` is the callable that the text was reduced to, if any.
    """

    files: RuleFiles
    fixture: Fixture
    source: str
    fixed: Fixed
    unfixed: frozenset[str]
    part: str = ""

    @property
    def module(self) -> ModuleType:
        """The fixed text as a module."""
        return module_from_source(self.fixed.source, f"fixed.{self.files.code}{self.part}")

    @property
    def changed(self) -> frozenset[str]:
        """The callables that fixing has changed."""
        before, after = definitions(self.source), definitions(self.fixed.source)
        return frozenset(name for name, text in after.items() if before.get(name) != text)

    @property
    def left(self) -> frozenset[str]:
        """The callables without a fix, and those that they use and that fixing leaves as they are."""
        texts = definitions(self.source)
        used = {word for name in self.unfixed for word in re.findall(r"\w+", texts[name])}
        return self.unfixed | (used & texts.keys()) - self.changed


@cache
def fixed_fixture(files: RuleFiles, unsafe: bool) -> FixedFixture:
    """The fixture of a rule with its bad.py fixed."""
    source = (files.fixture / "bad.py").read_text(encoding="utf-8")
    fixed = fix(source, lambda text: lambda finding: finding.code == files.code, unsafe=unsafe)
    return FixedFixture(files, fixture_of(files), source, fixed, marked_unfixable(source))


@cache
def fixed_alone(files: RuleFiles) -> tuple[FixedFixture, ...]:
    """The safe fixes of each function and class of bad.py, in a file without the others.

    What one of them mentions may keep the fixes of all from being safe.
    """
    whole = fixed_fixture(files, False)
    made = []
    for name, source in alone(whole.source).items():
        fixed = fix(source, lambda text: lambda finding: finding.code == files.code, unsafe=False)
        if fixed.applied:
            made.append(FixedFixture(files, whole.fixture, source, fixed, whole.unfixed, f".{name}"))
    return tuple(made)


def alone(source: str) -> dict[str, str]:
    """For each top-level function and class the text without the others, but with those that it mentions."""
    body = ast.parse(source).body
    named = {node.name: node for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    found = {}
    for name in named:
        needed: set[str] = set()
        queue = [name]
        while queue:
            current = queue.pop()
            if current not in needed:
                needed.add(current)
                mentioned = (node.id for node in ast.walk(named[current]) if isinstance(node, ast.Name))
                queue.extend(other for other in mentioned if other in named)
        kept = [node for node in body if getattr(node, "name", name) in needed]
        found[name] = "\n\n".join(ast.get_source_segment(source, node) or "" for node in kept) + "\n"
    return found


def definitions(source: str) -> dict[str, str]:
    """The text of each top-level function and class, and of the methods as `Class.method`, without its comments."""
    found: dict[str, str] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = ast.unparse(node)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{m.name}": ast.unparse(m) for m in node.body if isinstance(m, ast.FunctionDef)}
    return found


def marked_unfixable(source: str) -> frozenset[str]:
    """The top-level functions and classes in which a line says that its finding has no fix."""
    lines = {number for number, line in enumerate(source.split("\n"), 1) if _NO_FIX.search(line)}
    return frozenset(
        node.name
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and any(node.lineno <= line <= (node.end_lineno or node.lineno) for line in lines)
    )


def unfixable_lines(source: str) -> list[str]:
    """The lines whose finding is said to have no fix."""
    return [line.strip() for line in source.split("\n") if _NO_FIX.search(line)]
