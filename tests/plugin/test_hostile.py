"""Input that people do not write and tools do: it ends in findings or an error, soon, never in a traceback."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

from flake8_torch_effective import lint as lint_module
from flake8_torch_effective.finding import Finding
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.knowledge.columns import Formula
from flake8_torch_effective.inference.knowledge.signatures import TABLE
from flake8_torch_effective.inference.values import Operation, Tensor, Unknown
from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.rules.rule import Rule
from flake8_torch_effective.syntax import completion
from flake8_torch_effective.syntax.parsing import Unparsable
from tests.plugin.started import flake8
from tests.plugin.test_flake8 import SAMPLE
from tests.rules.test_growth import lines_run

FINDING = "    return torch.log(torch.softmax(logits, dim=-1)).mean(None)\n"
HEAD = "import torch\n\n\n"
FUNCTION = SAMPLE.removeprefix(HEAD)

# What CPython accepts: the finding in the function beside it must survive.
ACCEPTED = {
    "sum of 900 terms": "x = " + " + ".join(["a"] * 900) + "\n",
    "sum of 2,500 terms": "x = " + " + ".join(["a"] * 2500) + "\n",
    "900 chained calls": "x = a" + ".b()" * 900 + "\n",
    "300 chained tensor calls": "x = torch.rand(3)" + ".exp()" * 300 + "\n",
    "2,000 elifs": "if a:\n    pass\n" + "elif b:\n    pass\n" * 2000,
    "80 nested parentheses": "x = " + "(" * 80 + "1" + ")" * 80 + "\n",
    "80 nested lists": "x = " + "[" * 80 + "]" * 80 + "\n",
    "a megabyte string": "x = '" + "a" * 1_000_000 + "'\n",
    "a megabyte docstring": "'''" + "word " * 200_000 + "'''\n",
    "form feeds": "\f\nx = 1\n\f\ny = 2\n",
    "tabs": "if x:\n\ty = 1\n\tif z:\n\t\ty = 2\n",
    "a list of 50,000 numbers": "x = [" + ", ".join(["1"] * 50_000) + "]\n",
    "a dict of 5,000 strings": "x = {" + ", ".join(f"'k{i}': 'v{i}'" for i in range(5000)) + "}\n",
    "19 nested loops": "".join("    " * i + f"for i{i} in a:\n" for i in range(19)) + "    " * 19 + "pass\n",
    "nested functions": "".join("    " * i + f"def f{i}(x):\n" for i in range(40)) + "    " * 40 + "return x\n",
    "a huge number": "x = 1" + "0" * 4000 + "\n",
    "recursion": "def f(x):\n    return g(x)\n\n\ndef g(x):\n    return f(x)\n\n\ny = f(torch.rand(3))\n",
    "a class that is its own base": "class A(A):\n    pass\n",
    "no arguments where torch wants some": "torch.sum()\ntorch.stack()\ntorch.zeros()[0][1]\ntorch.nn.Linear()()\n",
    "wrong arguments": "torch.rand(3).sum(1, 2, 3, 4, 5, dim='x', keepdim=object)\ntorch.cat(3, None)\n",
    "stars everywhere": "a, *b = *c, *d = torch.rand(3), *e\nf(*g, **h)\n",
    "odd indices": "torch.rand(3)[..., None, ::-1, 5:2, [0, 1], True, 'x']\n",
}
LINES = 10_000_000  # run by the linter: a few seconds


@pytest.mark.parametrize("beside", ACCEPTED.values(), ids=ACCEPTED.keys())
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_the_finding_beside_it_survives(beside: str, before: bool) -> None:
    source = HEAD + (beside + "\n\n" + FUNCTION if before else FUNCTION + "\n\n" + beside)
    findings: list[Finding] = []
    work = lines_run(lambda: findings.extend(lint(source)))
    lines = source.split("\n")
    places = [lines[finding.line - 1].strip() for finding in findings if finding.code == "TEF302"]
    assert places == [FINDING.strip()]
    assert work < LINES


REJECTED = {
    "a syntax error": "def f(:\n",
    "10,000 nested parentheses": "x = " + "(" * 10_000 + ")" * 10_000 + "\n",
    "a null byte": "x = 1\0\n",
    "an unfinished string": "x = '''abc\n",
    "bad indentation": "if x:\n  y = 1\n z = 2\n",
}


@pytest.mark.parametrize("text", REJECTED.values(), ids=REJECTED.keys())
def test_what_cpython_rejects_is_a_syntax_error(text: str) -> None:
    with pytest.raises(SyntaxError):
        lint(HEAD + text)


@pytest.mark.parametrize("text", REJECTED.values(), ids=REJECTED.keys())
def test_flake8_says_so_itself(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(HEAD + text)
    done = flake8("a.py", folder=tmp_path)
    assert "E999" in done.stdout or "E902" in done.stdout
    assert "TEF" not in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


BYTES = {
    "byte-order mark": b"\xef\xbb\xbf" + SAMPLE.encode(),
    "CRLF": SAMPLE.replace("\n", "\r\n").encode(),
    "no final newline": SAMPLE.rstrip("\n").encode(),
    "CRLF without final newline": SAMPLE.rstrip("\n").replace("\n", "\r\n").encode(),
    "declared latin-1": ("# -*- coding: latin-1 -*-\n# \xe9\n" + SAMPLE).encode("latin-1"),
    "form feed": ("\f" + SAMPLE).encode(),
}


@pytest.mark.parametrize("content", BYTES.values(), ids=BYTES.keys())
def test_encodings_and_line_ends(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(content)
    done = flake8("--select=TEF", "a.py", folder=tmp_path)
    assert "12: TEF302" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"import torch\nx = '\xff\xfe'\n")
    done = flake8("a.py", folder=tmp_path)
    assert "Traceback" not in done.stdout + done.stderr
    assert "TEF" not in done.stdout


def test_empty_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"")
    done = flake8("a.py", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert lint("") == []


def test_syntax_newer_than_libcst_is_one_tef000(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: str, kinds: object = None) -> cst.Module:
        raise Unparsable(3, 4, "expected one of a, b")

    monkeypatch.setattr(lint_module, "parse_noting", refuse)
    monkeypatch.setattr(completion, "parse", refuse)
    findings = lint(SAMPLE)
    assert [(finding.line, finding.column, finding.code) for finding in findings] == [(3, 4, "TEF000")]
    assert "cannot parse this file" in findings[0].message


def test_an_error_of_ours_is_one_tef000(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(module: cst.Module, source: str) -> object:
        raise KeyError("lost")

    monkeypatch.setattr(lint_module, "infer", fail)
    findings = lint(SAMPLE)
    assert [(finding.line, finding.code) for finding in findings] == [(1, "TEF000")]
    assert "KeyError" in findings[0].message


class Failing(Rule):
    """A rule that raises at the first operation that it sees."""

    code = "TEF999"
    message = "never"
    formulas = frozenset({Formula.SOFTMAX})

    def check(self, operation: Operation) -> None:
        raise KeyError("lost")


@pytest.mark.parametrize("place", ["first", "last"])
def test_a_rule_that_raises_loses_its_own_findings_only(place: str) -> None:
    rules: list[type[Rule]] = [Failing, *all_rules()] if place == "first" else [*all_rules(), Failing]
    findings = lint(SAMPLE, rules=rules)
    assert [finding for finding in findings if finding.code != "TEF000"] == lint(SAMPLE) != []
    (failure,) = (finding for finding in findings if finding.code == "TEF000")
    assert "TEF999" in failure.message
    assert "KeyError" in failure.message


# What once took all findings of its file away, or one rule's.
ONCE_FATAL = {
    "the count of nothing": "n = len(torch.nonzero(()))\n",
    "a step through more than can be counted": "x = torch.zeros(10**30)[::2]\n",
    "a slice of more than can be counted": "x = torch.zeros(10**30, 3)[5 : 10**29]\n",
    "an empty list times a huge number": "x = [] * 10**30\n",
    "a list times a huge number": "x = [1] * 10**12\n",
    "a huge tensor in pieces": "x = torch.zeros(10**30, 3).split(1)\n",
    "a large tensor in pieces": "x = torch.randperm(200_000_000).split(1)\n",
    "many chunks": "x = torch.zeros(10**9).chunk(10**9)\n",
    "ranges that no number counts": "x = torch.arange(-(2**63), 2**63 - 1)\ny = torch.arange(-(10**30), 10**30)\n",
    "ranges without end": "x = torch.arange(0, float('inf'))\ny = torch.arange(-1e308, 1e400)\n",
    "half a surrogate pair": "def f(x: '\\udc80') -> '\\udc80':\n    y: '\\udc80' = x\n    return y\n\n\nf(1)\n",
    "braces in a bound": "x = torch.zeros(3)[d[f'{k}'] :: -1]\ny = torch.zeros(3)[{}:5:-1]\n",
    "slices of slices": (
        "s = slice(1)\nfor t in (s[1:], s + s, s * 2, s + [s], slice(s, s), list(s), [*s]):\n"
        "    x = torch.zeros(3)[t]\n    s += [t]\n    s.append(t)\n    s[0] = t\n    x = torch.zeros(3)[s]\n"
        "x = torch.zeros(3)[slice(None)[-1:-1]]\n"
    ),
    "attributes under attributes of one name, rebound by a class": (
        "def f(fit):\n    class Net(Base):\n        def __init__(self):\n            super().__init__()\n"
        "            self.net = torch.nn.Linear(1, 3)\n\n    fit.run(Net)\n"
        "    print(fit.net.net.net.net.net.net.weight.norm())\n    print(fit.net.net.net.net.net.net.weight.norm())\n"
    ),
    "a negative number to a broken power": "x = torch.zeros(3) * (-8) ** 0.5\n",
}


@pytest.mark.parametrize("beside", ONCE_FATAL.values(), ids=ONCE_FATAL.keys())
def test_what_was_fatal_is_no_longer(beside: str) -> None:
    codes = [finding.code for finding in lint(HEAD + beside + "\n\n" + FUNCTION)]
    assert "TEF302" in codes
    assert "TEF000" not in codes


# A statement that inference fails on, and one that holds it.
FAILING = "y = torch.cdist(torch.rand(3, 3), torch.rand(3, 3))\n"
IN_FUNCTION = "def broken():\n    for _ in range(3):\n        with torch.no_grad():\n            " + FAILING
PLACES = {
    "a statement of the module": (FAILING, "this statement could"),
    "a function": (IN_FUNCTION, "of broken could"),
    "a helper that is called": (IN_FUNCTION + "\n\nbroken()\n", "of broken could"),
    "a lambda": ("f = lambda: " + FAILING.removeprefix("y = "), "of <lambda> could"),
    "a class": ("class Broken(torch.nn.Module):\n    " + FAILING, "this statement could"),
    "a default": ("def broken(x=" + FAILING.removeprefix("y = ").rstrip() + "):\n    pass\n", "this statement could"),
    "a condition": ("if (" + FAILING.removeprefix("y = ").rstrip() + ").any():\n    pass\n", "this statement could"),
}


@pytest.mark.parametrize("error", [KeyError("lost"), RecursionError(), MemoryError()], ids=repr)
@pytest.mark.parametrize(("beside", "where"), PLACES.values(), ids=PLACES.keys())
def test_a_failure_of_inference_costs_one_statement(
    beside: str, where: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(operation: Operation) -> None:
        raise error

    monkeypatch.setitem(TABLE.functions, "torch.cdist", TABLE.functions["torch.cdist"].but(shape=fail))
    own = "\n\ndef beside(x: torch.Tensor):\n    torch.cdist(x, x)\n" + FINDING.replace("logits", "x")
    first, *findings = sorted(lint(HEAD + beside + "\n\n" + FUNCTION + own), key=lambda found: found.code)
    assert first.code == "TEF000"
    assert where in first.message
    assert type(error).__name__ in first.message
    assert "cdist" in (HEAD + beside).split("\n")[first.line - 1]
    assert [finding.code for finding in findings] == ["TEF302", "TEF302"]


def test_what_a_failed_statement_names_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(operation: Operation) -> None:
        raise KeyError("lost")

    monkeypatch.setitem(TABLE.functions, "torch.cdist", TABLE.functions["torch.cdist"].but(shape=fail))
    source = "import torch\nx = torch.zeros(3)\ny = torch.zeros(4)\nx = len(torch.cdist(x, x))\nlen\n"
    exported = infer(cst.parse_module(source)).exported
    assert isinstance(exported["x"], Unknown)
    assert isinstance(exported["y"], Tensor)
    assert "len" not in exported
    assert "torch" in exported


def test_a_long_file_is_linted_in_linear_time() -> None:
    block = "".join(
        f"def f{{n}}_{i}(x: torch.Tensor) -> torch.Tensor:\n"
        f"    y = torch.relu(x + {i})\n    return y.sum(dim={i % 2})\n\n\n"
        for i in range(20)
    )

    def work(blocks: int) -> int:
        source = HEAD + "".join(block.replace("{n}", str(n)) for n in range(blocks)) + FUNCTION
        findings: list[Finding] = []
        lines = lines_run(lambda: findings.extend(lint(source)))
        assert [finding.code for finding in findings] == ["TEF302"]
        return lines

    work(1)  # what is worked out once a process
    assert work(100) < 12 * work(10)  # 10,000 lines against 1,000
