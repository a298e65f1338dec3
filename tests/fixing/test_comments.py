"""Comments in code that a fix replaces or removes: each stays with what it is about, or the fix is not safe.

The fixes are those that `test_editing` is about.
"""

from __future__ import annotations

import ast

import pytest

from flake8_torch_effective import lint
from flake8_torch_effective.fixing.editing import Editing
from flake8_torch_effective.fixing.pieces import Pieces
from tests.fixing.test_editing import fix, fixed, function

LOG = "torch.log(\n    torch.softmax(x, dim=1)  # why\n).mean()"
FIXED_LOG = "torch.log_softmax(x, dim=1).mean()"

# Statements in which the comment in LOG stays above its element: what stands there instead of LOG is below it.
OWN_LINES = {
    "a dict": "return {{\n    # first\n    'x': x,  # one\n    {}'log': -{},  # two\n}}",
    "the first of a dict": "return {{\n    {}'log': {},\n    'x': x,\n}}",
    "a list": "y = [\n    x,  # one\n\n    # both\n    {}-{}, y\n]\nreturn y",
    "the first of a list": "return [  # one\n    {}{}, x]",
    "a set": "return {{\n    {}{},\n    x,\n}}",
    "a tuple": "return (\n    {}{},\n    x,\n)",
    "a call": "return f(x,\n    {}{},\n)",
    "the first of a call": "return f(\n    {}{},\n    x,\n)",
    "a keyword": "return f(\n    x,\n    {}y={},\n)",
    "a decorator": "@f(\n    {}{}\n)\ndef g():\n    pass\nreturn g",
    "a signature": "def g(\n    a,\n    {}b={},\n):\n    pass\nreturn g",
    "a signature, by keyword": "def g(\n    *,\n    a=1,\n    {}b={},\n):\n    pass\nreturn g",
    "an element in another": "return [[\n    x,\n    {}{},\n], x]",
}
# Statements above which it would be about more than LOG.
SHARED_LINES = {
    "a dict": "return {{'x': x, 'log': {}}}",
    "a dict over lines": "return {{\n    'x': x, 'log': {}\n}}",
    "a key": "return {{\n    'x': 1,\n    {}: 2,\n}}",
    "a list": "terms = [x, -{}]\nreturn terms",
    "a tuple": "y, z = x, {}\nreturn y",
    "a call": "return f(x, {})",
    "a call of what a call returns": "return x.view(2).add({})",
    "a signature": "def g(a=1, b={}):\n    pass\nreturn g",
    "the first of a signature": "def g(\n    b={},\n    a=1,\n):\n    pass\nreturn g",
    "a lambda": "return lambda a={}: a",
    "a decorator": "@f({})\ndef g():\n    pass\nreturn g",
    "a base class": "class A(f({})):\n    pass\nreturn A",
    "a sum": "loss = (\n    y.mean()\n    + {}\n)\nreturn loss",
    "a product": "return 2 * {}",
    "a condition": "return x if flag else {}",
    "a comprehension": "return [{} for _ in range(3)]",
    "an index": "return y[{}]",
    "a target": "y[{}] = x\nreturn y",
    "two statements": "y = x.view(2); z = {}\nreturn y, z",
    "a statement behind its header": "if flag: return {}\nreturn x",
    "an assertion": "assert flag, {}\nreturn x",
    "a context": "with f(x) as y, {} as z:\n    return y",
}
# Statements above which it is still about LOG.
WHOLE = {
    "a value": "y = {}\nreturn y",
    "an annotated value": "y: torch.Tensor = -{}\nreturn y",
    "what is added": "y += {}[0]\nreturn y",
    "the only argument": "return torch.mean({})",
    "the only element": "return [{}]",
    "what a loop goes over": "for y in {}:\n    f(y)\nreturn y",
    "a test": "if {}.any():\n    return y\nreturn x",
    "an expression": "{}\nreturn x",
}


@pytest.mark.parametrize("name", OWN_LINES)
def test_a_comment_stays_with_its_element(name: str) -> None:
    body = OWN_LINES[name]
    line = next(line for line in body.splitlines() if "{}" in line.replace("{{", ""))
    indent = " " * (len(line) - len(line.lstrip()))
    before = function(body.format("", LOG.replace("\n", f"\n{indent}")))
    after = function(body.format(f"# why\n{indent}", FIXED_LOG))
    assert fix(before, unsafe=False).source == fixed(before) == after


@pytest.mark.parametrize("name", WHOLE)
def test_a_comment_goes_above_its_statement(name: str) -> None:
    before, after = function(WHOLE[name].format(LOG)), function(f"# why\n{WHOLE[name].format(FIXED_LOG)}")
    assert fix(before, unsafe=False).source == fixed(before) == after


@pytest.mark.parametrize("name", SHARED_LINES)
def test_a_comment_that_would_go_astray_makes_a_fix_unsafe(name: str) -> None:
    body = SHARED_LINES[name]
    assert fix(function(body.format(LOG.replace("  # why", ""))), unsafe=False).applied
    source = function(body.format(LOG))
    made = fix(source, unsafe=False)
    assert made.source == source
    assert [finding.fix for finding in made.left if finding.code == "TEF302"] == ["unsafe"]
    assert FIXED_LOG in fixed(source)


@pytest.mark.parametrize(
    "comment", ["# type: ignore", "# noqa: E501", "#noqa", "# pylint: disable=no-member", "# why  # noqa: E501"]
)
def test_a_comment_for_tools_stays_on_its_line(comment: str) -> None:
    """Where the fix would put it above the statement, there is none."""
    body = "return torch.log(\n    1 + x  {}\n)"
    assert fix(function(body.format("# why"))).applied
    source = function(body.format(comment))
    assert fix(source).source == source


DIRECTIVES = [
    "# type: torch.Tensor",
    "# type: ignore[no-any-return]",
    "# noqa: E501",
    "#noqa",
    "# pylint: disable=no-member",
    "# fmt: skip",
    "# pyright: ignore[reportUnknownMemberType]",
    "# pyre-ignore[16]: no stubs",
    "## pragma: no cover",
]


@pytest.mark.parametrize("directive", DIRECTIVES)
@pytest.mark.parametrize(
    "body",
    [
        "p = torch.softmax(x, dim=1){}\nreturn torch.log(p)",
        "p = 1 + x{}\nreturn torch.log(p)",
        "p = torch.softmax({0}\n    x, dim=1{0}\n)\nreturn torch.log(p)",
        "p = 1 + x{}\nif flag:\n    return torch.log(p)\nreturn y",
    ],
)
def test_what_a_comment_tells_tools_goes_with_its_line(directive: str, body: str) -> None:
    made = fix(function(body.format(f"  {directive}")))
    assert made.applied
    assert made.source == fix(function(body.format(""))).source
    ast.parse(made.source, type_comments=True)
    kept = fix(function(body.format(f"  # why  {directive}")))
    assert kept.source == fix(function(body.format("  # why"))).source


REMOVED = "y = 2{0}\nq = 2 * x{2}\n{1}p = torch.softmax(q, dim=1){2}\nz = y + 1\nreturn z + torch.log(p).mean()"


@pytest.mark.parametrize("directive", [*DIRECTIVES[1:], "# why  # noqa"])
def test_what_a_comment_tells_tools_of_a_removed_line_makes_the_fix_unsafe(directive: str) -> None:
    source = function(REMOVED.format("", "", f"  {directive}"))
    assert fix(source, unsafe=False).source == source
    assert fix(function(REMOVED.format(f"  {directive}", "", "")), unsafe=False).applied


@pytest.mark.parametrize("directive", ["# pylint: disable-next=no-member", "# noinspection PyTypeChecker"])
def test_what_a_line_tells_tools_of_a_removed_one_makes_the_fix_unsafe(directive: str) -> None:
    source = function(REMOVED.format("", f"{directive}\n", ""))
    assert fix(source, unsafe=False).source == source
    assert fix(function(REMOVED.format(f"\n{directive}\nflag = 1", "", "")), unsafe=False).applied


def test_what_a_line_of_its_own_tells_tools_stays() -> None:
    """It may be about all lines below."""
    before = "# pylint: disable=invalid-name\np = torch.softmax(x, dim=1)  # noqa\nreturn torch.log(p)  # noqa"
    source = function(before)
    assert fix(source).source == function("# pylint: disable=invalid-name\nreturn torch.log_softmax(x, dim=1)  # noqa")


def test_edits_for_an_editor_drop_what_tools_are_told_too() -> None:
    source = function("p = 1 + x * y  # why  # type: ignore\nreturn torch.log(p)")
    examined = lint.examine(source)
    assert examined.module is not None
    [made] = [examined.fixes[finding] for finding in examined.findings]
    [change, *_] = Pieces(Editing(source, examined.module)).changes(made) or []
    assert "# why" in change.new
    assert "type: ignore" not in change.new
