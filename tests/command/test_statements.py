"""The function and the statement that a place stands in: the same wherever lines move, and however they are set."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from flake8_torch_effective.command.statements import Anchor, anchors_of, squeezed

MARK = "§"


def anchor(source: str) -> Anchor:
    """The anchor of the place that a mark stands at."""
    before, _, after = source.partition(MARK)
    line = before.count("\n") + 1
    (found,) = anchors_of(before + after, [(line, len(before.rpartition("\n")[2]))])
    return found


@pytest.mark.parametrize(
    ("source", "function", "statement"),
    [
        ("§f(x)\n", "", "f(x)"),
        ("a = 1; b = §f(x); c = 2\n", "", "b = f(x)"),
        ("é = '𝕒'; b = §f('𝕒')\n", "", "b = f('𝕒')"),
        ("def g(x):\n    return §f(x)  # why\n", "g", "return f(x)"),
        ("class A:\n    def g(self):\n        def h():\n            §f()\n", "A.g.h", "f()"),
        ("class A:\n    x = §f()\n", "A", "x = f()"),
        ("async def g():\n    async with §f() as x:\n        pass\n", "g", "async with f() as x:"),
        ("if §f(x):  # why\n    g(x)\nelif h(x):\n    pass\n", "", "if f(x):"),
        ("if f(x):\n    g(x)\nelif §h(x):\n    pass\n", "", "elif h(x):"),
        ("if f(x):\n    g(x)\nelse:\n    §h(x)\n", "", "h(x)"),
        ("while §f(x): g(x)\n", "", "while f(x):"),
        ("for i in §f(x):\n    g(i)\nelse:\n    h(x)\n", "", "for i in f(x):"),
        ("try:\n    g()\nexcept §f(x):\n    pass\nfinally:\n    h()\n", "", "except f(x):"),
        ("try:\n    g()\nexcept A:\n    pass\nfinally:\n    §h()\n", "", "h()"),
        ("match x:\n    case 1 if §f(x):\n        g(x)\n", "", "1 if f(x):"),
        ("@§f(1)\n@g\ndef h(x=2):\n    pass\n", "h", "@f(1) @g def h(x=2):"),
        ("@f(1)\ndef h(x=§g(2)):\n    pass\n", "h", "@f(1) def h(x=g(2)):"),
        ("x = §f(  # one\n    1,\n    [ 2, ],  # two\n)\n", "", "x = f(1, [2])"),
        ('x = a + \\\n    §f(\'#\', """ #\n  b""")\n', "", 'x = a + f(\'#\', """ # b""")'),
        ("\f\nx = 1\n\f\ny = §f()  # why\n", "", "y = f()"),
        ("x = lambda: §f()\n", "", "x = lambda: f()"),
        ("(§f)(x)\n", "", "(f)(x)"),
    ],
)
def test_function_and_statement(source: str, function: str, statement: str) -> None:
    assert anchor(source) == Anchor(function, statement)


def test_formatters_may_move_white_space() -> None:
    narrow = anchor("def g(x):\n    y = §torch.log( torch.softmax( x,\n        dim = -1, ), )\n")
    wide = anchor("\n\ndef g(x):\n    # why\n    y = §torch.log(torch.softmax(x, dim=-1))\n")
    assert squeezed(narrow.statement) == squeezed(wide.statement)
    assert narrow.function == wide.function


def test_a_long_statement_is_cut() -> None:
    told = anchor(f"x = §[{', '.join(['1234'] * 5000)}]\n").statement
    assert len(squeezed(told)) == 200
    assert told.startswith("x = [1234, 1234")


def test_every_place_of_real_files_has_a_statement() -> None:
    for name in ("argparse", "ast", "enum", "typing"):
        source = Path(str(sys.modules[name].__file__)).read_text(encoding="utf-8")
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
        lines = source.split("\n")
        places = [(node.lineno, len(lines[node.lineno - 1].encode()[: node.col_offset].decode())) for node in calls]
        for node, found in zip(calls, anchors_of(source, places), strict=True):
            start = squeezed(lines[node.lineno - 1].encode()[node.col_offset :].decode().partition("(")[0])
            assert start in squeezed(found.statement) or len(squeezed(found.statement)) == 200


def test_nothing_is_asked_of_nothing() -> None:
    assert anchors_of("(", []) == []
