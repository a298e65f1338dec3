"""Every rule keeps to the form: code, slug, group, page, fixtures, and examples that torch has run."""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

import pytest

from flake8_torch_effective.rules import GROUPS, all_rules, group, slug
from flake8_torch_effective.rules.page import page
from flake8_torch_effective.rules.rule import Rule
from flake8_torch_effective.verification.fixtures import load_fixture

ROOT = Path(__file__).resolve().parents[2]
CLAIMS = (
    "same_result",
    "same_gradient",
    "stable",
    "wrong_result",
    "raises",
    "warns",
    "fewer_dispatches",
    "fewer_syncs",
    "less_memory",
    "bounded_graph",
    "same_device",
)
EVERY_RULE = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)


def folder(rule: type[Rule]) -> Path:
    return ROOT / "fixtures" / group(rule) / slug(rule).replace("-", "_")


def test_codes_and_slugs_are_unique() -> None:
    rules = all_rules()
    assert len(rules) >= 14
    assert len({rule.code for rule in rules}) == len({slug(rule) for rule in rules}) == len(rules)


@EVERY_RULE
def test_code_group_and_class_name(rule: type[Rule]) -> None:
    assert re.fullmatch(r"TEF[1-9]\d\d", rule.code)
    assert GROUPS[group(rule)] == int(rule.code[3])
    assert rule.__name__ == slug(rule).title().replace("-", "")


@EVERY_RULE
def test_page_has_its_sections_and_says_something_in_each(rule: type[Rule]) -> None:
    entry = page(rule)
    assert entry.title.endswith(".")
    for name, body in entry.sections.items():
        assert body.strip(), name
        assert "TODO" not in body
    assert entry.sections["What it does"].startswith("Finds ")


@EVERY_RULE
def test_superseded_codes_look_like_codes(rule: type[Rule]) -> None:
    assert rule.code not in rule.supersedes
    assert all(re.fullmatch(r"TEF[1-9]\d\d", code) for code in rule.supersedes)


def functions(path: Path) -> set[str]:
    """The normalised text of everything a fixture defines at top level."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {ast.unparse(node) for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


@EVERY_RULE
@pytest.mark.parametrize(("section", "file"), [("Example", "bad.py"), ("Use instead", "good.py")])
def test_examples_stand_in_the_fixtures(rule: type[Rule], section: str, file: str) -> None:
    example = ast.parse(textwrap.dedent(page(rule).sections[section]))
    defined = functions(folder(rule) / file)
    assert example.body
    for node in example.body:
        assert ast.unparse(node) in defined


@EVERY_RULE
def test_evidence_section_names_the_claims_that_torch_checks(rule: type[Rule]) -> None:
    fixture = load_fixture(group(rule), slug(rule).replace("-", "_"))
    assert fixture.code == rule.code
    kinds = {re.sub(r"(?<!^)(?=[A-Z])", "_", type(claim).__name__).lower() for claim in fixture.claims}
    said = {word for word in CLAIMS if re.search(rf"\b{word}\b", page(rule).sections["Evidence"])}
    assert kinds == said


@EVERY_RULE
def test_rule_is_in_the_changelog(rule: type[Rule]) -> None:
    assert rule.code in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


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
