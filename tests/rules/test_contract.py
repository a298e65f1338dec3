"""Every rule keeps to the form: code, slug, group, page, fixtures, and examples that torch has run."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from flake8_torch_effective.inference.knowledge import python_operations
from flake8_torch_effective.inference.knowledge.columns import Signature
from flake8_torch_effective.inference.knowledge.signatures import TABLE
from flake8_torch_effective.rules import GROUPS, all_rules, group, slug
from flake8_torch_effective.rules.page import page
from flake8_torch_effective.rules.rule import Rule
from tests.by_rule import ROOT, RuleFiles, by_rule, each_rule, require
from tests.packaging import rules_table

SIGNATURES = [
    *TABLE.operations.values(),
    *(value for value in vars(python_operations).values() if isinstance(value, Signature)),
]


def test_codes_and_slugs_are_unique() -> None:
    rules = all_rules()
    assert len(rules) >= 14
    assert len({rule.code for rule in rules}) == len({slug(rule) for rule in rules}) == len(rules)


@each_rule
def test_code_group_and_class_name(rule: type[Rule]) -> None:
    assert re.fullmatch(r"TEF[1-9]\d\d", rule.code)
    assert GROUPS[group(rule)] == int(rule.code[3])
    assert rule.__name__ == slug(rule).title().replace("-", "")


def parts(files: RuleFiles) -> Iterator[tuple[str, tuple[str]]]:
    """What ``new-rule`` starts and someone has to write."""
    rule = files.load()
    entry = page(rule)
    yield "title", (entry.title,)
    yield from ((name, (body,)) for name, body in entry.sections.items())
    yield "message", (rule.message,)
    idle = rule.check is not Rule.check and not any(map(rule.wants, SIGNATURES))
    yield "operations", ("TODO: no operation is passed to check" if idle else "",)
    for name in ("bad.py", "good.py", "evidence.py"):
        yield name, ((files.fixture / name).read_text(encoding="utf-8"),)


@by_rule(parts, "text")
def test_nothing_is_left_to_be_written(text: str) -> None:
    left = [line.strip() for line in text.splitlines() if "TODO" in line]
    require(not left, "\n".join(left))


@each_rule
def test_page_has_its_sections_and_says_something_in_each(rule: type[Rule]) -> None:
    entry = page(rule)
    if "TODO" not in entry.title:
        assert entry.title.endswith(".")
    for name, body in entry.sections.items():
        assert body.strip(), name
    assert entry.sections["What it does"].startswith(("Finds ", "TODO"))


@each_rule
def test_superseded_codes_look_like_codes(rule: type[Rule]) -> None:
    assert rule.code not in rule.supersedes
    assert all(re.fullmatch(r"TEF[1-9]\d\d", code) for code in rule.supersedes)


def functions(path: Path) -> set[str]:
    """The normalised text of everything a fixture defines at top level."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {ast.unparse(node) for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def examples(files: RuleFiles) -> Iterator[tuple[str, tuple[str, str]]]:
    """The page's examples that are written, each with the file that must hold it."""
    sections = page(files.load()).sections
    for section, file in (("Example", "bad.py"), ("Use instead", "good.py")):
        if "TODO" not in sections[section]:
            yield section, (sections[section], file)


@by_rule(examples, "example", "file")
def test_examples_stand_in_the_fixtures(files: RuleFiles, example: str, file: str) -> None:
    tree = ast.parse(textwrap.dedent(example))
    defined = functions(files.fixture / file)
    assert tree.body
    for node in tree.body:
        assert ast.unparse(node) in defined


@each_rule
def test_rule_is_in_the_changelog(rule: type[Rule]) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    require(rule.code in changelog, f"CHANGELOG.md does not name {rule.code}")


@each_rule
def test_rule_is_in_the_table(rule: type[Rule]) -> None:
    require(
        rule.code in rules_table.written(),
        f"docs/rules/index.md does not list {rule.code}; renew it: {rules_table.RENEW}",
    )


def test_no_rule_file_is_long() -> None:
    folders = [ROOT / "flake8_torch_effective" / "rules" / name for name in GROUPS]
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documentation = sum(
            (node.end_lineno or 0) - node.lineno + 1
            for cls in ast.walk(tree)
            if isinstance(cls, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(cls)
            for node in cls.body[:1]
        )
        lines = len(path.read_text(encoding="utf-8").splitlines()) - documentation
        assert lines <= 120, f"{path.name} has {lines} lines of code: something in it belongs to inference"
