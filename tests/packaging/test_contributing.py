"""What CONTRIBUTING shows of folders and of adding knowledge is true of the code as it is."""

from __future__ import annotations

import re
from typing import Any

import libcst as cst
import pytest

from flake8_torch_effective import verification
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.knowledge import columns, layers, modules, pointwise
from flake8_torch_effective.inference.knowledge.rows import Row
from flake8_torch_effective.inference.knowledge.signatures import TABLE, Table
from flake8_torch_effective.inference.patterns.sigmoid import is_one
from flake8_torch_effective.inference.values import Operation, Tensor, Unknown
from flake8_torch_effective.lint import lint
from flake8_torch_effective.rules.rule import Rule
from tests.inference.samples import call_of
from tests.inference.truth import contradictions
from tests.packaging.installation import CHECKOUT

TEXT = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PACKAGE = CHECKOUT / "flake8_torch_effective"
# The groups of rules are one line.
FOLDERS = sorted(
    folder.relative_to(CHECKOUT).as_posix()
    for folder in {path.parent for path in PACKAGE.rglob("*.py")}
    if folder != PACKAGE and PACKAGE / "rules" not in folder.parents
)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_of_the_package_is_named(folder: str) -> None:
    parent, _, name = folder.rpartition("/")
    row = re.search(rf"^\| `{parent}/` \|.*$", TEXT, re.MULTILINE)
    assert f"| `{folder}/" in TEXT or (row is not None and f"`{name}/`" in row[0])


# --- adding a rule ---------------------------------------------------------------------------------------------------


def test_the_check_that_is_shown_finds_what_it_says() -> None:
    (code,) = re.findall(r"^```python\n(message = [^\n]*\nformulas .*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, {"Formula": columns.Formula, "Operation": Operation, "is_one": is_one}, names)
    rule = type("Shown", (Rule,), {**names, "code": "TEF999"})
    program = "import torch\nx = torch.rand(3)\ny = torch.exp(x) - 1\nz = x.exp() - x\n"
    assert [(finding.line, finding.message) for finding in lint(program, rules=[rule])] == [
        (3, "exp(x) - 1 loses digits; use torch.expm1(x)")
    ]


def test_all_claims_are_listed() -> None:
    kinds = {name for name, value in vars(verification).items() if isinstance(value, type)}
    claims = {name for name in kinds if issubclass(getattr(verification, name), verification.Claim)} - {"Claim"}
    table = TEXT.partition("| claim | what torch proves |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", table)) == claims


# --- adding knowledge ------------------------------------------------------------------------------------------------

KNOWLEDGE = TEXT.partition("\n## Add knowledge\n")[2].partition("\n## ")[0]
# The code blocks by the place that their first line names.
BLOCKS = {
    place: re.sub(r"^ {3}", "", code, flags=re.MULTILINE) if code.startswith("   ") else code
    for place, code in re.findall(r"^ *```python\n *# (.*)\n((?:.*\n)*?) *```$", KNOWLEDGE, re.MULTILINE)
}


def block(place: str) -> str:
    """The code that is shown for a place: a file, and what to extend in it."""
    found = [code for name, code in BLOCKS.items() if name.endswith(place)]
    assert len(found) == 1, f"{len(found)} examples for {place}"
    return found[0]


def made(module: Any, place: str) -> Any:
    """What the code for a place is, in the module it is to be written to."""
    return eval(f"({block(place)})", dict(vars(module)))


FUNCTION: Row = made(pointwise, "pointwise.py, in ROWS")[0]
LAYER: Row = made(layers, "layers.py, in ROWS")[0]
MODULE = made(modules, "modules.py, in MODULES")[0]
SAMPLES: dict[str, list[str]] = eval(f"{{{block('in SAMPLES')}}}")
MODULE_SAMPLES: dict[str, list[str]] = eval(f"{{{block('in MODULE_SAMPLES')}}}")


def test_the_examples_name_files() -> None:
    assert len(BLOCKS) >= 6
    for place in BLOCKS:
        assert (CHECKOUT / place.partition(",")[0]).is_file(), place


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """The table of rows, put back as it was after the test."""
    for kind in ("functions", "operations", "modules", "methods", "inplace"):
        monkeypatch.setattr(TABLE, kind, dict(getattr(TABLE, kind)))
    return TABLE


def problems(code: str) -> list[str]:
    """What inference says of an expression and torch does not."""
    program = f"{HEADER}result = {code}\n"
    names: dict[str, Any] = {}
    exec(program, names)
    return list(contradictions(infer(cst.parse_module(program)).exported["result"], names["result"]))


HEADER = """\
import torch
from torch import nn
x = torch.rand(2, 3, requires_grad=True)
vol = torch.rand(1, 2, 6, 6, 6)
"""


def test_the_rows_are_true(table: Table) -> None:
    assert isinstance(infer(cst.parse_module(f"{HEADER}y = torch.special.bessel_j0(x)")).exported["y"], Unknown)
    table.add([FUNCTION, LAYER])
    table.add_modules([MODULE])
    assert isinstance(infer(cst.parse_module(f"{HEADER}y = torch.special.bessel_j0(x)")).exported["y"], Tensor)
    assert problems("torch.special.bessel_j0(x)") == []
    for kind, name, calls in (
        ("function", "torch.nn.functional.lp_pool3d", SAMPLES["lp_pool3d"]),
        ("module", "LPPool3d", MODULE_SAMPLES["LPPool3d"]),
    ):
        for call in calls:
            assert problems(call_of(name, call, kind)) == []


def test_a_row_that_forgets_is_wrong_in_the_words_that_are_shown(table: Table) -> None:
    signature, homes = FUNCTION
    table.add([(signature.but(nograd=False), homes)])
    (problem,) = problems("torch.special.bessel_j0(x)")
    assert f"`torch.special.bessel_j0(x): {problem}`" in KNOWLEDGE


def test_the_column_is_no_column_yet() -> None:
    name = block("columns.py, in Signature").partition(":")[0]
    assert not hasattr(columns.Signature, name)
    assert f"row.{name})" in block("test_columns.py")
    assert f"| `{name}` | bool |" in KNOWLEDGE
