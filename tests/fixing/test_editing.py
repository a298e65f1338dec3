"""Editing on layouts that people and generators write: only the expression changes, and it fits where it stood.

The fixes are those of three rules that put a function in the place of an expression: log1p, log_softmax and expm1.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable

import libcst as cst
import pytest

from benchmarks.damage import comments
from flake8_torch_effective import fixing
from flake8_torch_effective.finding import Finding
from flake8_torch_effective.fixing import Fixed, Judge, editing, everything
from flake8_torch_effective.inference.patterns.sigmoid import WithOne
from flake8_torch_effective.rewriting.fix import Edit, Fix
from flake8_torch_effective.rewriting.writer import Rewriting


def fix(source: str, judge: Judge = everything, unsafe: bool = True) -> Fixed:
    """The text with its fixes, safe or not: how they are edited in is the same."""
    return fixing.fix(source, judge, unsafe)


HEAD = """\
import torch


{kind} f(x: torch.Tensor, y: torch.Tensor, flag=False):
"""


def function(body: str, kind: str = "def") -> str:
    """A function with this body."""
    return HEAD.format(kind=kind) + textwrap.indent(body, "    ") + "\n"


def fixed(source: str) -> str:
    """The fixed text, after what holds for every text was seen to hold for it."""
    made = fix(source)
    assert made.applied
    ast.parse(made.source.removeprefix("\ufeff"))
    assert comments(made.source) == comments(source)
    assert fix(made.source).source == made.source
    return made.source


# Expressions and statements of one function: what is in the place of LOG must fit there, parentheses included.
PLACES = {
    "alone": ("return torch.log(1 + x)", "return torch.log1p(x)"),
    "twice in a line": (
        "return torch.log(1 + x) + (x + 1).log() * torch.log(1 - x), torch.exp(y) - 1",
        "return torch.log1p(x) + torch.log1p(x) * torch.log1p(-x), torch.expm1(y)",
    ),
    "three inside each other": (
        "return torch.log(1 + torch.log(1 + torch.log(1 + x)))",
        "return torch.log1p(torch.log1p(torch.log1p(x)))",
    ),
    "four of several rules inside each other": (
        "return torch.log(torch.softmax(torch.log(1 + torch.log(torch.softmax(torch.exp(x) - 1, dim=1))), dim=1))",
        "return torch.log_softmax(torch.log1p(torch.log_softmax(torch.expm1(x), dim=1)), dim=1)",
    ),
    "in the operand that moves": (
        "p = 1 + torch.log(1 + x)\nreturn torch.log(p)",
        "return torch.log1p(torch.log1p(x))",
    ),
    "return without a space": ("return(torch.log(1 + x))", "return(torch.log1p(x))"),
    "not without a space": ("return not(torch.log(1 + x))", "return not(torch.log1p(x))"),
    "if and else without a space": (
        "return(torch.log(1 + x))if flag else(torch.log(1 + y))",
        "return(torch.log1p(x))if flag else(torch.log1p(y))",
    ),
    "the condition without a space": (
        "return x if(torch.log(1 + x)).sum()else y",
        "return x if(torch.log1p(x)).sum()else y",
    ),
    "operators without a space": (
        "return x is(torch.log(1 + x))or(torch.log(1 + x))is x",
        "return x is(torch.log1p(x))or(torch.log1p(x))is x",
    ),
    "in without a space": (
        "return[v for v in(torch.log(1 + x))if v]",
        "return[v for v in(torch.log1p(x))if v]",
    ),
    "yield": (
        "yield(torch.log(1 + x))\nz = yield torch.log(1 + x)\nyield from(torch.log(1 + z))",
        "yield(torch.log1p(x))\nz = yield torch.log1p(x)\nyield from(torch.log1p(z))",
    ),
    "raise": ("raise(torch.log(1 + x))", "raise(torch.log1p(x))"),
    "power": (
        "return 2 ** (1 + x).log() ** 2, -(1 + x).log(), -(torch.exp(x) - 1) ** 2",
        "return 2 ** torch.log1p(x) ** 2, -torch.log1p(x), -torch.expm1(x) ** 2",
    ),
    "what follows": (
        "return (torch.exp(x) - 1).sum(1), (torch.exp(x) - 1)[0], (torch.log(1 + x)).T",
        "return torch.expm1(x).sum(1), torch.expm1(x)[0], torch.log1p(x).T",
    ),
    "a sum that is negated": ("return torch.log(1 - (x + y)), 2", "return torch.log1p(-(x + y)), 2"),
    "a condition as operand": (
        "return torch.log(1 + (x if flag else y))",
        "return torch.log1p(x if flag else y)",
    ),
    "a binding as operand": ("return torch.log(1 + (z := x * 2)), z", "return torch.log1p((z := x * 2)), z"),
    "bound in an expression": (
        "if (z := torch.log(1 + x)) is not None: return z\nreturn(z := (1 + y).log())",
        "if (z := torch.log1p(x)) is not None: return z\nreturn(z := torch.log1p(y))",
    ),
    "a lambda": (
        "return lambda a=torch.log(1 + x): (torch.log(1 + x), a)",
        "return lambda a=torch.log1p(x): (torch.log1p(x), a)",
    ),
    "a lambda without a space": ("return lambda:(torch.log(1 + x))", "return lambda:torch.log1p(x)"),
    "comprehensions": (
        "return [torch.log(1 + x) for _ in y], {1: torch.log(1 + x) for _ in y}, (torch.log(1 + x) for _ in y)",
        "return [torch.log1p(x) for _ in y], {1: torch.log1p(x) for _ in y}, (torch.log1p(x) for _ in y)",
    ),
    "subscripts": (
        "return y[torch.log(1 + x).long(), (torch.log(1 + x)).long():]",
        "return y[torch.log1p(x).long(), torch.log1p(x).long():]",
    ),
    "stars": (
        "return [*torch.log(1 + x), *(torch.log(1 + x))], dict(**{'a': torch.log(1 + x)}, b=(torch.log(1 + x)))",
        "return [*torch.log1p(x), *torch.log1p(x)], dict(**{'a': torch.log1p(x)}, b=torch.log1p(x))",
    ),
    "f-strings": (
        "return f\"{torch.log(1 + x)} {torch.log(1 + x)!r:>{len(torch.log(1 + y['a']))}}\"",
        "return f\"{torch.log1p(x)} {torch.log1p(x)!r:>{len(torch.log1p(y['a']))}}\"",
    ),
    "an f-string over lines": (
        "return f'''{\ntorch.log(1 + x)\n}'''",
        "return f'''{\ntorch.log1p(x)\n}'''",
    ),
    "statements in one line": (
        "if flag: z = torch.log(1 + x)\nelse: z = (x+1).log()\nreturn z",
        "if flag: z = torch.log1p(x)\nelse: z = torch.log1p(x)\nreturn z",
    ),
    "the first of a line stays": (
        "if flag: z = 1 + x; return torch.log(z)",
        "if flag: z = 1 + x; return torch.log1p(x)",
    ),
    "semicolons": (
        "a = torch.log(1 + x); b = torch.log(1 + y);  # c\nreturn a, b;",
        "a = torch.log1p(x); b = torch.log1p(y);  # c\nreturn a, b;",
    ),
    "elif and while": (
        "if flag: pass\nelif(torch.log(1 + x)).sum() > 0: pass\nwhile(torch.log(1 + x)).sum(): pass",
        "if flag: pass\nelif(torch.log1p(x)).sum() > 0: pass\nwhile(torch.log1p(x)).sum(): pass",
    ),
    "for": ("for v in(torch.log(1 + x)):\n    pass", "for v in(torch.log1p(x)):\n    pass"),
    "with": (
        "with torch.log(1 + x) as z, (torch.log(1 + x)) as w: pass\nwith(torch.log(1 + x))as z: pass",
        "with torch.log1p(x) as z, (torch.log1p(x)) as w: pass\nwith(torch.log1p(x))as z: pass",
    ),
    "assert": (
        "assert(torch.log(1 + x)), (torch.log(1 + x))\nassert(torch.log(1 + x))",
        "assert(torch.log1p(x)), (torch.log1p(x))\nassert(torch.log1p(x))",
    ),
    "match": (
        "match(torch.log(1 + x)):\n    case _ if(torch.log(1 + x)).sum(): pass",
        "match(torch.log1p(x)):\n    case _ if(torch.log1p(x)).sum(): pass",
    ),
    "a decorator and defaults": (
        "@register(torch.log(1 + x))\ndef g(a=torch.log(1 + x), *, b=(torch.log(1 + x))): pass",
        "@register(torch.log1p(x))\ndef g(a=torch.log1p(x), *, b=torch.log1p(x)): pass",
    ),
    "bases": ("class A(torch.log(1 + x)): pass", "class A(torch.log1p(x)): pass"),
    "a class body": ("class A:\n    y = torch.log(1 + x)", "class A:\n    y = torch.log1p(x)"),
    "a backslash that goes": ("return torch.log(1 \\\n    + x)", "return torch.log1p(x)"),
    "backslashes that stay": (
        "return \\\n    torch.log(1 + x) \\\n    + (y + 1).log()",
        "return \\\n    torch.log1p(x) \\\n    + torch.log1p(y)",
    ),
    "an operand over lines": (
        "return torch.log(1 + y.view(\n    2,  # two\n    3,\n))",
        "return torch.log1p(y.view(\n    2,  # two\n    3,\n))",
    ),
    "an operand over lines that only parentheses hold together": (
        "return (1 + y\n        .view(2)\n        .T).log()",
        "return torch.log1p(y.view(2).T)",
    ),
}

# Comments of what goes stand above the statement that stays, in their order, each once.
COMMENTS = {
    "inside": (
        "return torch.log(  # a\n    1  # b\n    +  # c\n    # own\n    x  # d\n    # last\n)  # after",
        "# a\n# b\n# c\n# own\n# d\n# last\nreturn torch.log1p(x)  # after",
    ),
    "around": (
        "return (  # z\n    torch.log(1 + x)  # a\n    # b\n)  # after",
        "return (  # z\n    torch.log1p(x)  # a\n    # b\n)  # after",
    ),
    "before a method": (
        "return (\n    (1 + x)  # a\n    .log()  # b\n)",
        "# a\nreturn (\n    torch.log1p(x)  # b\n)",
    ),
    "the same twice": (
        "return torch.log(1 + x  # same\n)  # same",
        "# same\nreturn torch.log1p(x)  # same",
    ),
    "of a removed assignment": (
        "# above\np = 1 + x  # beside\n# between\nreturn torch.log(p)  # below",
        "# above\n# beside\n# between\nreturn torch.log1p(x)  # below",
    ),
    "of a removed assignment, the same twice": (
        "p = 1 + x  # same\nreturn torch.log(p)  # same",
        "# same\nreturn torch.log1p(x)  # same",
    ),
    "of a removed assignment before a block": (
        "p = 1 + x  # beside\nif flag:\n    # inside\n    return torch.log(p)\nreturn y",
        "# beside\nif flag:\n    # inside\n    return torch.log1p(x)\nreturn y",
    ),
    "in a removed assignment": (
        "p = (  # open\n    1 + x  # sum\n    # last\n)  # beside\n\nreturn torch.log(p)",
        "# open\n# sum\n# last\n# beside\n\nreturn torch.log1p(x)",
    ),
    "with gaps around a removed assignment": (
        "y = x\n\n# above\n\np = 1 + x\n\nreturn torch.log(p)",
        "y = x\n\n# above\n\nreturn torch.log1p(x)",
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_only_the_expression_changes(name: str) -> None:
    before, after = PLACES[name]
    assert fixed(function(before)) == function(after)


def test_an_awaited_expression() -> None:
    assert fixed(function("return await(torch.log(1 + x))", "async def")) == function(
        "return await(torch.log1p(x))", "async def"
    )


@pytest.mark.parametrize("name", COMMENTS)
def test_comments_stay(name: str) -> None:
    before, after = COMMENTS[name]
    assert fixed(function(before)) == function(after)


@pytest.mark.parametrize(
    "body",
    [
        "return [float(v) for v in (  # one\n    x\n)]",
        "for i in range(len(x)):\n    y = torch.relu(y @ (  # one\n        x\n    )[i])\nreturn y",
        "s = x ** 2\ns = torch.sum(s, (\n    1  # one\n))\nreturn torch.sqrt(s)",
    ],
)
def test_no_comment_is_doubled(body: str) -> None:
    source = function(body)
    assert comments(fix(source, unsafe=True).source) == comments(source)


def test_a_block_begins_without_the_blank_line_below_a_removed_statement() -> None:
    before = function(
        "if flag:\n    p = 1 + x\n\n    # why\n\n    return torch.log(p)\n\nq = 1 + y\n\nreturn torch.log(q)"
    )
    after = function("if flag:\n    # why\n\n    return torch.log1p(x)\n\nreturn torch.log1p(y)")
    assert fixed(before) == after


@pytest.mark.parametrize("before", ["return(1 + x).log()", "return x if(1 + x).log().sum()else y", "not(1 + x).log()"])
def test_what_would_not_parse_is_left(before: str) -> None:
    source = function(before)
    made = fix(source)
    assert made.source == source
    assert not made.applied
    assert made.left


TWO = """\
import torch


def f(x: torch.Tensor):
    # a
    p = 1 + x  # b
    return torch.log(p)  # c


def g(x: torch.Tensor):
    if True:
        return torch.log(1 + x)  # d
"""
TWO_FIXED = """\
import torch


def f(x: torch.Tensor):
    # a
    # b
    return torch.log1p(x)  # c


def g(x: torch.Tensor):
    if True:
        return torch.log1p(x)  # d
"""
# More terms than LibCST could parse in a minute.
DEEP = " + ".join(f"a{number}" for number in range(2000))
TALL = "\n    + ".join(f"a{number}" for number in range(2000))

FILES: dict[str, Callable[[str], str]] = {
    "plain": lambda text: text,
    "tabs": lambda text: text.replace("    ", "\t"),
    "two spaces": lambda text: text.replace("    ", "  "),
    "one function with tabs": lambda text: text.replace("    if", "\tif").replace("        return", "\t  return"),
    "form feeds": lambda text: "\f" + text.replace("\n\n\ndef g", "\n\f\n\ndef g"),
    "carriage returns and line feeds": lambda text: text.replace("\n", "\r\n"),
    "carriage returns": lambda text: text.replace("\n", "\r"),
    "both": lambda text: text.replace("\n\n\ndef g", "\r\n\r\n\ndef g").replace("# d\n", "# d\r\n"),
    "no final newline": lambda text: text.removesuffix("\n"),
    "spaces at the end": lambda text: text + "\n\t \n    ",
    "spaces at the ends of lines": lambda text: text.replace("# c", "# c  ").replace("import torch", "import torch \t"),
    "a comment at the end": lambda text: text + "# end",
    "a mark at the start": lambda text: "\ufeff" + text,
    "a mark and an encoding": lambda text: "\ufeff# -*- coding: utf-8 -*-\r\n" + text.replace("\n", "\r\n"),
    "characters that end no line": lambda text: "# \x0b \x1c \x85 \u2028\n" + text + "t = 'ä\x85\u2028'\n",
    "a deep statement above": lambda text: text.replace("torch\n", f"torch\nBIG = {DEEP}\n", 1),
    "a deep statement below": lambda text: text + f"BIG = {DEEP}\n",
    "a deep statement at the end": lambda text: text + f"BIG = {DEEP}",
    "a deep statement among strange characters": lambda text: f"# \x0b \x85 \u2028\n{text}BIG = {DEEP}; t = '\u2028'\n",
    "a deep statement and carriage returns": lambda text: (text + f"BIG = {DEEP}\n").replace("\n", "\r\n"),
    "a deep statement and form feeds": lambda text: f"{text}\n\f\nBIG = {DEEP}\n",
    "a deep statement over lines": lambda text: text.replace("torch\n", f"torch\nBIG = (\n    {TALL}\n)  # e\n", 1),
    "a deep statement right above": lambda text: text.replace("torch\n\n\n", f"torch\nBIG = (\n    {TALL}\n)\n", 1),
    "a header that looks like code": lambda text: f"# {text.splitlines()[0]}\n\n{text}BIG = {DEEP}\n",
}


@pytest.mark.parametrize("name", FILES)
def test_the_rest_of_the_file_stays(name: str) -> None:
    write = FILES[name]
    assert fixed(write(TWO)) == write(TWO_FIXED)


def test_a_function_with_a_deep_statement_is_left_as_it_is() -> None:
    deep = f"\n\ndef h(x: torch.Tensor):\n    z = {DEEP}\n    return torch.log(1 + x) + z\n"
    made = fix(TWO + deep)
    assert made.source == TWO_FIXED + deep
    assert [finding.code for finding in made.left] == ["TEF304"]


# Programs with the name that torch has in them; or, below, with the place of the import that they lack.
NAMES = {
    "another name for torch": ("import torch as th\n\ndef f(x: th.Tensor):\n    return {log} + th.e\n", "th"),
    "imported in the function": ("def f(x):\n    import torch as th\n    x = th.rand(3)\n    return {log}\n", "th"),
    "imported in try": (
        "try:\n    import torch\nexcept ImportError:\n    torch = None\n\nx = torch.rand(3)\ny = {log}\n",
        "torch",
    ),
    "another name that becomes another thing": (
        "import torch\n\ndef f(x: torch.Tensor):\n    import torch as th\n    th, y = x, {log}\n    return th, y\n",
        "torch",
    ),
}
MISSING = {
    "from torch": "{torch}from torch import Tensor\n\ndef f(x: Tensor):\n    return {log}\n",
    "below the text and the future": (
        '"""Text."""\n\nfrom __future__ import annotations\n\n{torch}from torch import rand\nx = rand(3)\ny = {log}\n'
    ),
    "below a commented import": "import os\n\n# torch\nfrom torch import rand\n{torch}\nx = rand(3)\ny = {log}\n",
    "no import of torch at the top": (
        "# licence\n\n{torch}import os\n\n\ndef f():\n    from torch import rand\n    x = rand(3)\n    return {log}\n"
    ),
    "everything imported": "{torch}from torch import *\n\nx = rand(3)\ny = {log}\n",
}
HIDDEN = {
    "a parameter": "from torch import Tensor\n\ndef f(x: Tensor, torch):\n    return (1 + x).log()\n",
    "a local": "from torch import Tensor\n\ndef f(x: Tensor):\n    torch = 3\n    return (1 + x).log() * torch\n",
    "around": "from torch import Tensor\n\ndef g(torch):\n    def f(x: Tensor):\n        return (1 + x).log()\n",
    "another module": (
        "import other as torch\nfrom torch import Tensor\n\ndef f(x: Tensor):\n    return (1 + x).log()\n"
    ),
    "rebound in the module": (
        "import torch\n\nx = torch.rand(3)\ny = (1 + x).log()\nfor torch in range(3):\n    print(torch)\n"
    ),
    "a comprehension": "import torch\n\ndef f(x: torch.Tensor):\n    return [(1 + x).log() for torch in x]\n",
    "a lambda": "import torch\n\ndef f(x: torch.Tensor):\n    return lambda torch: (1 + x).log()\n",
    "a class body": "import torch\n\nx = torch.rand(3)\nclass A:\n    torch = 3\n    y = (1 + x).log()\n",
    "only for the type checker": (
        "from typing import TYPE_CHECKING\nfrom torch import rand\nif TYPE_CHECKING:\n    import torch\n"
        "x = rand(3)\ny = (1 + x).log()\n"
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_torch_goes_by_the_name_it_has(name: str) -> None:
    program, spelled = NAMES[name]
    assert fixed(program.format(log="(1 + x).log()")) == program.format(log=f"{spelled}.log1p(x)")


@pytest.mark.parametrize("name", MISSING)
def test_a_missing_import_is_added(name: str) -> None:
    before = MISSING[name].format(torch="", log="(1 + x).log()")
    assert fixed(before) == MISSING[name].format(torch="import torch\n", log="torch.log1p(x)")


@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_is_written_where_torch_is_another_thing(name: str) -> None:
    made = fix(HIDDEN[name])
    assert made.source == HIDDEN[name]
    assert made.left


def test_a_class_body_hides_nothing_from_its_methods() -> None:
    source = "import torch\n\nclass A:\n    torch = 3\n    def f(self):\n        return (1 + torch.rand(2)).log()\n"
    assert fixed(source) == source.replace("(1 + torch.rand(2)).log()", "torch.log1p(torch.rand(2))")


@pytest.mark.parametrize(
    "source", ["", "# torch\n", "x = 1\n", "import torch\n", "def f(x):\n    return (1 + x).log()\n"]
)
def test_a_file_with_nothing_to_fix_stays(source: str) -> None:
    made = fix(source)
    assert made.source == source
    assert made.applied == []


def test_findings_that_do_not_count_stay() -> None:
    source = function("a = torch.log(1 + x)\nb = torch.log(1 + y)\nreturn torch.exp(a) - 1, b")

    def judge(text: str) -> object:
        lines = text.split("\n")
        return lambda finding: finding.code == "TEF304" and "a = " in lines[finding.line - 1]

    made = fix(source, judge)  # type: ignore[arg-type]
    assert made.source == source.replace("torch.log(1 + x)", "torch.log1p(x)")
    assert [finding.code for finding in made.applied] == ["TEF304"]
    assert made.left == []


def test_unsafe_fixes_wait_until_they_are_asked_for() -> None:
    source = function("return torch.log(torch.softmax(x, dim=1) + 1e-9), torch.log(torch.softmax(y, dim=1)).sum()")
    safe = fix(source, unsafe=False)
    assert safe.source == source.replace("torch.log(torch.softmax(y, dim=1))", "torch.log_softmax(y, dim=1)")
    assert [(finding.code, finding.fix) for finding in safe.left if finding.fix] == [("TEF302", "unsafe")]
    unsafe = fix(source, unsafe=True)
    assert unsafe.source == function("return torch.log_softmax(x, dim=1), torch.log_softmax(y, dim=1).sum()")
    assert not any(finding.fix for finding in unsafe.left)


def test_a_fix_that_does_not_fit_stands_in_nobodys_way() -> None:
    made = fix(function("y = torch.log(1 + y)\nreturn(1 + x).log()"))
    assert made.source == function("y = torch.log1p(y)\nreturn(1 + x).log()")
    assert [finding.line for finding in made.left] == [6]


def test_the_judge_is_asked_about_the_text_as_it_is_in_each_round() -> None:
    seen: list[str] = []

    def judge(text: str) -> object:
        seen.append(text)

        def counts(finding: Finding) -> bool:
            return True

        return counts

    source = "\ufeff" + function("p = 1 + x\nreturn torch.log(p)")
    made = fix(source, judge)  # type: ignore[arg-type]
    assert seen[0] == source
    assert all(text.startswith("\ufeff") for text in seen)
    assert made.source == "\ufeff" + function("return torch.log1p(x)")


def test_a_fix_that_raises_keeps_no_other_from_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("no such code")

    program = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.log(1 + x), torch.exp(x) - 1\n"
    monkeypatch.setattr("flake8_torch_effective.rules.numerics.expm1.fixed", fail)
    made = fix(program)
    assert made.source == program.replace("torch.log(1 + x)", "torch.log1p(x)")
    assert [finding.code for finding in made.left] == ["TEF305"]


def test_a_form_feed_in_the_first_indentation() -> None:
    source = "if True:\n \f\tpass\n" + function("return torch.log(1 + x)")
    assert fixed(source) == source.replace("torch.log(1 + x)", "torch.log1p(x)")


def test_a_text_that_ends_in_a_continued_line() -> None:
    """CPython's parser accepts it; until Python 3.12 the tokenizer that finds comments does not."""
    source = function("return torch.log(1 + x)") + "  \\\n\n"
    assert fix(source).source in (source, source.replace("torch.log(1 + x)", "torch.log1p(x)"))


def test_an_edit_that_raises_keeps_no_other_from_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.log(1 + x), torch.exp(x) - 1\n"

    def fail(node: cst.CSTNode) -> cst.CSTNode:
        raise ValueError("no such code")

    def broken(write: Rewriting, found: WithOne, exp: object) -> Fix | None:
        return Fix((Edit(found.operation.node, fail),), True)

    monkeypatch.setattr("flake8_torch_effective.rules.numerics.expm1.fixed", broken)
    made = fix(program)
    assert made.source == program.replace("torch.log(1 + x)", "torch.log1p(x)")
    assert [finding.code for finding in made.left] == ["TEF305"]
    assert [finding.message.partition("; ")[2] for finding in made.left] == ["take expm1 of the exponent"]


AROUND = """\
{}.pow(2)
{}[0]
{} / y
{} // y
{} @ y
{} ** 2
y ** {}
{} * y * y
y * {}
y * {} * y
{} + y
y + {}
y - {}
y + {} * y
(y + {}) * y
({} / y).sqrt()
-{} * y
~{}.bool()
{} > y
y > {}
y < {} < y
torch.sqrt({})
torch.sqrt({} * y)
[{}, *{}]
{{"a": {}, **y}}
y if {}.any() else {}
lambda: {}
f"{{{}}}"
""".splitlines()


@pytest.mark.parametrize("around", AROUND)
def test_a_minus_sign_in_front_binds_as_the_parentheses_did(around: str) -> None:
    program = "import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor):\n    return {}\n"
    before = program.format(around.replace("{}", "(1 - torch.exp(x))").replace("{{", "{").replace("}}", "}"))
    wanted = program.format(around.replace("{}", "(-torch.expm1(x))").replace("{{", "{").replace("}}", "}"))
    made = fix(before, lambda text: lambda finding: finding.code == "TEF305").source
    assert "torch.exp(" not in made
    assert ast.dump(ast.parse(made)) == ast.dump(ast.parse(wanted))


# What remains of a call when its parentheses go: statements of one function, of which each must stay one.
BROKEN_LINES = {
    "a subscript": (
        "return torch.log(\n    torch.softmax(x, dim=1)\n    [y]\n).mean()",
        "return torch.log_softmax(x, dim=1)[y].mean()",
    ),
    "behind a minus sign": (
        "loss = -torch.log(\n    torch.softmax(x, dim=1)\n    [torch.arange(len(y)), y]\n)\nreturn loss.sum()",
        "loss = -torch.log_softmax(x, dim=1)[torch.arange(len(y)), y]\nreturn loss.sum()",
    ),
    "added to a sum": (
        "total = 0.0\ntotal += torch.log(torch.softmax(x, dim=1)\n[y]).sum()\nreturn total",
        "total = 0.0\ntotal += torch.log_softmax(x, dim=1)[y].sum()\nreturn total",
    ),
    "in a list": (
        "return [torch.log(\n    torch.softmax(x, dim=1)\n    [y]\n).sum()]",
        "return [torch.log_softmax(x, dim=1)[y].sum()]",
    ),
    "a method on its own line": (
        "return torch.log(\n    torch.softmax(x, dim=1)\n    .transpose(0, 1)\n)",
        "return torch.log_softmax(x, dim=1).transpose(0, 1)",
    ),
    "one minus a sigmoid": (
        "return torch.log(\n    1 - torch.sigmoid(x)\n    [y]\n).mean()",
        "return torch.nn.functional.logsigmoid(-x)[y].mean()",
    ),
    "with comments": (
        "return -torch.log(\n    # of all\n    torch.softmax(x, dim=1)  # N x C\n    # of one\n    [y]\n).mean()",
        "return -(\n    # of all\n    torch.log_softmax(x, dim=1)  # N x C\n    # of one\n    [y]\n).mean()",
    ),
    "longer than a line": (
        "return torch.log(\n    torch.softmax(x, dim=1)\n    [torch.arange(len(x), dtype=torch.int64), y]\n)",
        "return (\n    torch.log_softmax(x, dim=1)\n    [torch.arange(len(x), dtype=torch.int64), y]\n)",
    ),
    "the header of a loop": (
        "for p in torch.log(\n    torch.softmax(x, dim=1)\n    [y]\n): print(p)",
        "for p in torch.log_softmax(x, dim=1)[y]: print(p)",
    ),
}


@pytest.mark.parametrize("name", BROKEN_LINES)
def test_one_statement_stays_one(name: str) -> None:
    before, after = BROKEN_LINES[name]
    assert fixed(function(before)) == function(after)


def test_a_statement_that_would_become_two_is_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever writes the new code, line breaks outside of brackets end in no fix."""
    monkeypatch.setattr(editing, "in_one_piece", lambda module, old, new, enclosed: new)
    for name in ("a subscript", "behind a minus sign", "added to a sum", "one minus a sigmoid", "with comments"):
        source = function(BROKEN_LINES[name][0])
        assert fix(source).source == source, name
