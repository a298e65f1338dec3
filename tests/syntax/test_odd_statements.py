"""Nodes made from ``ast`` are those of LibCST for statements that hardly anybody writes, too, or none are made."""

from __future__ import annotations

import ast
import threading
import warnings
from pathlib import Path

import libcst as cst
import pytest

from flake8_torch_effective.lint import examine, lint
from flake8_torch_effective.syntax.completion import Completion, complete
from flake8_torch_effective.syntax.conversion import Inconvertible, convert
from flake8_torch_effective.syntax.equality import same_code
from flake8_torch_effective.syntax.parsing import Unparsable, parse_noting

# One a line; a sign stands for the end of a line in it. Some are Python in newer or older releases only.
STATEMENTS = [
    line.replace("⏎", "\n")
    for line in Path(__file__).with_name("odd_statements.txt").read_text(encoding="utf-8").split("\n")
    if line
]
SEPARATORS = [
    "x = 1\f\n",
    "\fx = 1\n",
    "x = '\f'\n",
    "x = '\v'\n",
    "x = 1  # \x1c y\n",
    "x = '\u2028'; f(y)\n",
    "x\r\ny\r\n",
]
AROUND = {
    "alone": "{}",
    "between": "pass\n{}\npass\n",
    "in a block": "# é\nclass A:\n\tdef f(self):\n\t\t{}\n\n# z\nq = 1",
}
_NOTED = (cst.Name, cst.Attribute, cst.Call, cst.Param, cst.Arg, cst.Tuple, cst.CompIf, cst.IndentedBlock)


def texts(around: str) -> list[str]:
    """The odd statements within others, as far as this release of Python accepts them."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for statement in [*STATEMENTS, *SEPARATORS]:
            tabs = around.partition("{}")[0].rpartition("\n")[2]
            text = around.format(statement.replace("\n", f"\n{tabs}"))
            try:
                ast.parse(text)
            except (SyntaxError, ValueError):
                continue
            found.append(text)
    return found


def disagreements(text: str) -> list[str]:
    """In what the nodes made from ``ast`` differ from LibCST's."""
    tree = ast.parse(text)
    try:
        bare, listed = convert(text, tree, _NOTED)
    except Inconvertible:
        return []
    try:
        full, noted = parse_noting(text, _NOTED)
    except Unparsable:
        return ["LibCST cannot parse it"]
    found = [] if same_code(bare, full) else ["another code"]
    found += ["another default indent"] if bare.default_indent != full.default_indent else []
    complete(bare, full)
    own = {kind: [full.code_for_node(node) for node in nodes] for kind, nodes in listed.items()}
    others = {kind: [full.code_for_node(node) for node in nodes] for kind, nodes in noted.items()}
    found += [f"{kind.__name__} in another order" for kind in _NOTED if own[kind] != others[kind]]
    found += [] if bare.deep_equals(full) else ["another layout"]
    for number, statement in enumerate(full.body):
        bare = convert(text, tree)[0]
        Completion(bare, text, tree).of([bare.body[number]])
        found += [] if bare.body[number].deep_equals(statement) else [f"another layout of statement {number} alone"]
    return found


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread runs but the main one: the nodes are listed in the order in which LibCST makes them."""
    monkeypatch.setattr(threading, "enumerate", lambda: [threading.main_thread()])


@pytest.mark.usefixtures("alone")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
def test_odd_statements_are_the_same_or_left_to_libcst(around: str) -> None:
    found = texts(around)
    assert len(found) > 0.8 * len(STATEMENTS)
    wrong = {text: said for text in found for said in [disagreements(text)] if said}
    assert not wrong


@pytest.mark.filterwarnings("ignore")
def test_most_are_converted() -> None:
    found = texts("{}")
    left = [text for text in found if not is_converted(text)]
    assert len(left) < 0.12 * len(found), left


def is_converted(text: str) -> bool:
    """Whether nodes are made of a text."""
    try:
        convert(text, ast.parse(text))
    except Inconvertible:
        return False
    return True


@pytest.mark.parametrize("odd", ["(x): int = 1", "class A(b=1, *C): pass", "x = 1\f", "del x,"])
def test_a_file_that_libcst_cannot_parse_is_reported_as_ever(odd: str) -> None:
    source = f"import torch\ny = torch.log(torch.softmax(torch.rand(2), 0))\nC = []\nx = 2\n{odd}\n"
    found = lint(source)
    assert found == examine(source).findings
    assert {finding.code for finding in found} & {"TEF000", "TEF302"}


def test_exceptions_without_parentheses_are_left_to_libcst() -> None:
    # Python 3.14 accepts ``except A, B:``, which earlier releases do not.
    tree = ast.parse("try: a\nexcept (A, B): c\n")
    caught = tree.body[0].handlers[0].type  # type: ignore[attr-defined]
    caught.col_offset, caught.end_col_offset = 7, 11
    with pytest.raises(Inconvertible, match="except A, B"):
        convert("try: a\nexcept A, B: c\n", tree)


def test_a_field_that_nobody_knows_is_left_to_libcst(monkeypatch: pytest.MonkeyPatch) -> None:
    from flake8_torch_effective.syntax import conversion

    conversion._known_kinds.cache_clear()
    monkeypatch.setattr(ast.Import, "_fields", ("names", "is_lazy"))
    try:
        with pytest.raises(Inconvertible):
            convert("import a\n", ast.parse("import a\n"))
        assert convert("x\n", ast.parse("x\n"))[0].body
        conversion._known_kinds.cache_clear()
        monkeypatch.setattr(ast.keyword, "_fields", ("arg", "value", "mode"))
        with pytest.raises(Inconvertible):
            convert("x\n", ast.parse("x\n"))
    finally:
        conversion._known_kinds.cache_clear()


LOG = "import torch\ny = torch.log( torch.softmax(torch.rand(2, 3), 1) )\n"
FILES = {
    "byte order mark": f"\ufeff{LOG}",
    "encoding": f"# -*- coding: latin-1 -*-\n{LOG}x = 'é'; z = torch.log(torch.softmax(y, 1))\n",
    "no newline at the end": LOG.rstrip(),
    "carriage returns": LOG.replace("\n", "\r\n"),
    "tabs": f"if 1:\n\t{LOG.replace(chr(10), f'{chr(10)}{chr(9)}')}pass\n",
    "form feed": f"{LOG}\f\n{LOG}",
    "type comments": f"{LOG}x = []  # type: ignore\nfor z in x:  # type: int\n    {LOG.splitlines()[1]}\n",
    "long": LOG + "x = y + 1; z = [x, y]\n" * 1_500,
    "nested parentheses": f"{LOG}x = {'(' * 90}y{')' * 90}\n",
    "nested lists": f"{LOG}x = {'[' * 90}y{']' * 90}\n",
    "long sum": f"{LOG}x = {' + '.join(['y'] * 900)}\nz = torch.log(torch.softmax(x, 1))\n",
    "too long a sum": f"{LOG}x = {' + '.join(['y'] * 1_100)}\nz = torch.log(torch.softmax(x, 1))\n",
    "long chain": f"{LOG}x = y{'.t()' * 400}\n",
    "many branches": f"{LOG}if y: pass\n{''.join(f'elif y == {n}: pass{chr(10)}' for n in range(400))}",
    "nested blocks": LOG + "".join(f"{' ' * n}if y:\n" for n in range(90)) + f"{' ' * 90}{LOG.splitlines()[1]}\n",
    "indented by three": f"def f(x):\n   if x:\n      return 1\n{LOG}",
}


@pytest.mark.parametrize("source", FILES.values(), ids=FILES)
def test_odd_files_are_reported_alike(source: str) -> None:
    found = lint(source)
    assert found == examine(source).findings
    assert "TEF302" in {finding.code for finding in found}
