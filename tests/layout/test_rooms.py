"""The rooms of the package are entered in one direction, and none of their files is too long to be read at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "flake8_torch_effective"

# From the ground up: a module imports from its own level and from those above it in this list, never from those below.
# Which releases torch had, a project's own requirements are read with.
# Values and transfer are written in the columns of knowledge; its rows refer to transfer's functions.
LEVELS: tuple[frozenset[str], ...] = tuple(
    frozenset(rooms.split())
    for rooms in (
        "syntax project codes finding printable addresses inference.knowledge.releases",
        " ".join(
            f"inference.knowledge.{name}"
            for name in ("columns", "kinds", "legacy_types", "parameters", "python_operations", "rows")
        ),
        "inference.values",
        "inference.transfer",
        "inference.knowledge",
        "inference.interpreter",
        "inference.events inference.patterns inference.queries",
        "rewriting",
        "rules",
        "garbage lint",
        "cache fixing verification",
        "plugin command cli language_server scaffold __main__",
    )
)
MOST_LINES = 620


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name, ``""`` for the package itself."""
    found: dict[str, Path] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def level(module: str) -> int | None:
    """The place of a module's room in the list, by the longest name that fits; None where it has none."""
    fitting = [
        (len(room), place)
        for place, rooms in enumerate(LEVELS)
        for room in rooms
        if module == room or module.startswith(room + ".")
    ]
    return max(fitting)[1] if fitting else None


def imported(module: str, path: Path) -> Iterator[tuple[str, int]]:
    """The modules of the package that one imports when it runs, also within its functions, with the line."""
    is_package = path.name == "__init__.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    only_typing = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not node.level or id(node) in only_typing:
            continue
        parts = module.split(".") if module else []
        base = parts if is_package else parts[:-1]
        base = base[: len(base) - (node.level - 1)]
        base = [*base, *(node.module.split(".") if node.module else [])]
        for alias in node.names:
            whole = ".".join([*base, alias.name])
            yield (whole if whole in MODULES else ".".join(base)), node.lineno


def upward(module: str, others: Iterator[tuple[str, int]]) -> list[str]:
    """The imports of a module that lead to a room above its own."""
    own = level(module)
    found = []
    for other, line in others:
        theirs = level(other)
        if own is not None and theirs is not None and theirs > own:
            found.append(f"{module}:{line} imports {other}")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_imports_lead_down(module: str) -> None:
    assert upward(module, imported(module, MODULES[module])) == []


@pytest.mark.parametrize("module", [module for module in MODULES if module not in ("", "inference", "fixtures")])
def test_every_module_has_a_room(module: str) -> None:
    assert level(module) is not None


@pytest.mark.parametrize("module", MODULES)
def test_a_file_can_be_read_at_once(module: str) -> None:
    assert len(MODULES[module].read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_an_import_that_leads_up_is_noticed() -> None:
    assert upward("inference.values.tensor", iter([("rules.rule", 3)])) == [
        "inference.values.tensor:3 imports rules.rule"
    ]
    assert upward("inference.transfer.shapes", iter([("inference.knowledge.columns", 1)])) == []
    assert upward("inference.transfer.shapes", iter([("inference.knowledge.table", 1)])) != []
