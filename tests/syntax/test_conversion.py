"""Nodes made from ``ast`` are those of LibCST but for their layout, and with it once they are completed."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

import libcst as cst
import pytest

from flake8_torch_effective import lint as linting
from flake8_torch_effective.syntax.bare_nodes import GIVEN, Lacking
from flake8_torch_effective.syntax.completion import Completion, complete
from flake8_torch_effective.syntax.conversion import Inconvertible, convert
from flake8_torch_effective.syntax.equality import plain_code, same_code
from flake8_torch_effective.syntax.parsing import nodes_of, parse

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "flake8_torch_effective").rglob("*.py"))
CODE = {
    "numbers": "x = 0x_FF, 1_0, 1e3, 2j, -1, +x, ~x, not x, ..., None, True\n",
    "strings": "x = 'a' \"b\", 'it''s', r'\\d', b'x', '''a\nb''', 'a\\'b', u'', f'{x!r:>{n}} {x=}' 'y'\n",
    "operators": "x = a + b - c * d @ e / f // g % h ** i << j >> k & l | m ^ n\n",
    "boolean": "x = a and b and (c or d) or not e\n",
    "compared": "x = a < b <= c != d == e is f is not g in h not in i > j >= k\n",
    "bitwise compared": "x = (a & b) == (c | d), a & b == c\n",
    "augmented": "x += 1; x -= 1; x *= 1; x @= 1; x /= 1; x //= 1; x %= 1; x **= 1; x <<= 1; x >>= 1; x &= 1; x |= 1\n",
    "calls": "f(a, *b, c, k=1, *d, **e)\nf()\nf(x for x in y)\nf(*a, k=1)\n",
    "subscripts": "x[0], x[1:2, ::3], x[...], x[(a, b)], x[(a), b], x[()], x[a,], x[(a, b), c], x[:]\n",
    "displays": "x = [], [1, *y], {1, 2}, {}, {1: 2, **z}, (), (1,), (a)\na, *b = c\n",
    "comprehensions": "[x for x in y if x if z for w in v]\n{x for x in y}\n{x: y for x, y in z}\n(x for x in y)\n",
    "parameters": "def f(a, /, b: int = 1, *c: int, d, e=2, **g) -> str: ...\ndef f(*, a): pass\nlambda x, *y: x\n",
    "classes": "@d\nclass A(B, *C, metaclass=M, **k):\n    'text'\n    x: int\n    y: int = 1\nclass D: pass\n",
    "async": "async def f():\n    async for i in g(): await h\n    async with b: yield\n    [x async for x in y]\n",
    "yields": "def f():\n    x = yield\n    y = yield x\n    yield from z\n",
    "branches": "if a: b\nelif c:\n    d\nelse:\n    if e:\n        f\n    else: g\n",
    "loops": "for i, j in k:\n    continue\nelse:\n    pass\nwhile x: break\nelse: y\n",
    "with": "with a: pass\nwith a as (b, c), d as e: pass\nwith (a as b, c): pass\n",
    "try": "try: a\nexcept B as c: d\nexcept (E, F): g\nexcept: h\nelse: i\nfinally: j\n",
    "raise": "raise\nraise A\nraise A from b\nassert a, b\nassert c\n",
    "imports": "import a.b.c as d, e\nfrom . import f\nfrom ...g.h import (i as j, k)\nfrom l import *\n",
    "small": "def f():\n    global a, b\n    nonlocal c\n    return\n    return 1\ndel x\ndel x, y\ndel (x, y)\n",
    "lines": "a = 1; b = (2,\n3); c = 4;\nif x: d; e\n\n\n# end\n",
    "walrus": "if (n := len(a)) > 10: x = (y := 1)\n",
    "text beyond ascii": "x = 'é', f(y)[0x1]  # ü\nz = 'ö' 'ä', 1.5\n",
    "ligature in a text": "x = 'ﬁ', f'{y}ﬁ'  # e\u0301\nfl = 1\n",
    "names beyond ascii": "é = ü.ß(ñ=1)  # ²\n",
    "parentheses": "x = ((a) + (b)) * (c.d)(e)[f]\n",
    "nothing": "",
    "indented by two": "if x:\n  y\n",
}
OUT_OF_REACH = {
    "form feed": "\fx = 1\n",
    "carriage return": "x = 1\r\n",
    "match": "match x:\n    case 1: pass\n",
    "comma behind del": "del x,\n",
    "ligature": "ﬁ = 1\n",
    "accent apart": "e\u0301 = 1\n",
    "ligature in an attribute": "x.ﬁ\n",
    "ligature in a parameter": "def f(ﬁx): pass\n",
    "ligature in an argument": "f(aﬁ=1)\n",
    "ligature in a module": "import a.ﬁ.b\n",
    "ligature in a global name": "def f():\n    global ﬁ\n",
    "ligature in an exception's name": "try: a\nexcept B as ﬁ: c\n",
    "ligature behind a letter": "é = ñ.eﬁ2\n",
    "backslash before a statement": "if x: \\\n    y\n",
}


def converted(source: str) -> cst.Module:
    return convert(source, ast.parse(source))[0]


@pytest.mark.parametrize("source", CODE.values(), ids=CODE)
def test_code_is_the_same(source: str) -> None:
    module = converted(source)
    full = parse(source)
    assert same_code(module, full)
    complete(module, full)
    assert module.code == source
    assert module.deep_equals(cst.parse_module(source))


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES}), ids=lambda path: path.name)
def test_our_own_files_are_the_same(folder: Path) -> None:
    for path in sorted(folder.glob("*.py"))[::3]:
        source = path.read_text(encoding="utf-8")
        if "match " in source and any(type(node) is ast.Match for node in ast.walk(ast.parse(source))):
            continue
        module, full = converted(source), parse(source)
        assert same_code(module, full), path
        complete(module, full)
        assert module.code == source, path


@pytest.mark.parametrize("source", OUT_OF_REACH.values(), ids=OUT_OF_REACH)
def test_what_only_libcst_can_tell_is_left_to_it(source: str) -> None:
    with pytest.raises(Inconvertible):
        converted(source)


def test_nodes_are_noted() -> None:
    source = "x = f(g(1), f'{h(2)}')\ny = i\n"
    module, noted = convert(source, ast.parse(source), (cst.Call, cst.Assign))
    assert set(noted) == {cst.Call, cst.Assign}
    for kind, nodes in nodes_of(module, (cst.Call, cst.Assign)).items():
        assert set(map(id, nodes)) == set(map(id, noted[kind]))


def test_another_text_does_not_complete() -> None:
    for other in ("y = f(2, 3)\n", "x = 1\n", "x = f(1)\ny = 2\n"):
        with pytest.raises(Inconvertible):
            complete(converted("x = f(1)\n"), parse(other))


def test_layout_makes_no_difference() -> None:
    one, other = converted("x = a [i,0] + ( b )\n"), parse("x=a[i, 0]  +  b # c\n")
    assert same_code(one, other)
    assert not same_code(one, parse("x = a[i, 0] - b\n"))
    assert not same_code(one, parse("x = a[i, 1] + b\n"))
    assert not same_code(parse("f(*a)"), parse("f(a)"))
    assert plain_code(one) == plain_code(other)
    assert plain_code(parse("a . b [ i,0 ](*c, d = 1)").body[0].body[0].value) == "a.b[i, 0](*c, d=1)"  # type: ignore


SEVERAL = (
    "import torch  # a\n\n# b\n\nclass A:  # c\n    x = (1,  # d\n         2)\n    # e\n# f\n\n\n@f  # g\n@g\n"
    "def h(a, *, b = 1):\n    return ( a )\n\n    # i\n\nx = 1; y = [2 ,3]  # j\n\n# k\nif x :\n    y\n# l\n"
)


def test_statements_are_completed_each_by_itself() -> None:
    tree, full = ast.parse(SEVERAL), parse(SEVERAL)
    for number in range(len(full.body)):
        module = convert(SEVERAL, tree)[0]
        completion = Completion(module, SEVERAL, tree)
        completion.of([module.body[number]])
        assert module.body[number].deep_equals(full.body[number]), number
        assert not completion.has_lacked()
    module = convert(SEVERAL, tree)[0]
    Completion(module, SEVERAL, tree).of([module])
    assert module.deep_equals(full)


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES}), ids=lambda path: path.name)
def test_statements_of_our_own_files_are_completed(folder: Path) -> None:
    for path in sorted(folder.glob("*.py"))[::3]:
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        if any(type(node) is ast.Match for node in ast.walk(tree)):
            continue
        module, full = convert(source, tree)[0], parse(source)
        completion = Completion(module, source, tree)
        for one, other in zip(module.body, full.body, strict=True):
            completion.of([one])
            assert cst.Module([]).code_for_node(one) == cst.Module([]).code_for_node(other), path


def test_layout_that_is_lacking_is_missed() -> None:
    source = "import torch\nx = ( torch.rand(3) )\n"
    tree = ast.parse(source)
    module = convert(source, tree)[0]
    completion = Completion(module, source, tree)
    with pytest.raises(Lacking):
        module.code_for_node(module.body[0])
    assert completion.has_lacked()
    for ask in (bool, list, len, str, "{}".format, lambda layout: isinstance(layout, cst.Comma), lambda one: one == ()):
        completion = Completion(module, source, tree)
        assert not completion.has_lacked()
        with pytest.raises(Lacking):
            ask(module.body[1].body[0].value.lpar)  # type: ignore[union-attr,index]
        assert completion.has_lacked()


def asks_silently(node: ast.AST, layout: frozenset[str]) -> bool:
    """Whether a node compares layout by identity, or its type, which nobody notices where it is lacking."""
    if not isinstance(node, ast.Compare) or not any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
        return False
    asked = node.left.args[0] if isinstance(node.left, ast.Call) and node.left.args else node.left
    return isinstance(asked, ast.Attribute) and asked.attr in layout


def test_rules_and_inference_do_not_ask_for_layout_silently() -> None:
    given = {name for names in GIVEN.values() for name in names}
    layout = frozenset(field.name for kind in GIVEN for field in fields(kind)) - given
    assert {"lpar", "comma", "whitespace_before"} < layout
    for text in ("type(x.comma) is Comma", "x.lpar is not None"):
        assert any(asks_silently(node, layout) for node in ast.walk(ast.parse(text)))
    for path in FILES:
        if {"rules", "inference"} & {*path.parts}:
            asked = [
                node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if asks_silently(node, layout)
            ]
            assert not asked, (path, asked[0].lineno)  # type: ignore[attr-defined]


LOG = "import torch\nx = torch.rand(2, 3)\ny = torch.log( torch.softmax(x,1) )\n"


def test_no_text_is_parsed_twice_where_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("parsed by LibCST")

    monkeypatch.setattr(linting, "parse_noting", refuse)
    assert linting.lint("import torch\nx = torch.rand(2, 3)\ny = x + 1\n") == []
    with pytest.raises(AssertionError, match="parsed by LibCST"):
        linting.examine("import torch\n")


def test_findings_show_the_code_as_it_is_written() -> None:
    found = linting.lint(LOG)
    assert found == linting.examine(LOG).findings
    assert [finding.code for finding in found] == ["TEF302"]


def test_a_text_that_cannot_be_converted_is_checked() -> None:
    found = linting.lint(LOG.replace("\n", "\r\n"))
    assert [finding.code for finding in found] == ["TEF302"]
