"""Programs to start from: the rules' own, and pieces of files that people wrote."""

from __future__ import annotations

import ast
import random
import sysconfig
import warnings
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import flake8_torch_effective
from flake8_torch_effective.syntax.parsing import source_lines
from flake8_torch_effective.verification.fixtures import fixtures_root
from tests.by_rule import every_rule
from tests.fixing.programs import programs_of
from tests.rules.programs import flagged, left

IMPORTS = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\n"
LONGEST = 6_000  # characters of a piece: more would be slow, and not harder

TORCH = ["nn/modules", "nn/functional.py", "optim", "distributions", "nn/utils", "utils/data", "_refs/nn/functional"]
STANDARD = ["ast.py", "asyncio", "dataclasses.py", "functools.py", "statistics.py", "json", "test/test_patma.py",
            "test/test_grammar.py", "test/test_fstring.py", "test/test_named_expressions.py", "test/test_generators.py",
            "test/test_exception_group.py", "test/test_unpack_ex.py", "test/test_scope.py", "test/test_with.py",
            "test/test_coroutines.py", "test/test_comprehensions.py"]  # fmt: skip


@cache
def rule_programs() -> list[str]:
    """What the rules are tested on: fixtures, what they must find and leave, and what their fixes make."""
    programs = [path.read_text(encoding="utf-8") for path in sorted(fixtures_root().glob("*/*/*.py"))]
    for files in every_rule():
        programs += [*flagged(files).values(), *left(files).values()]
    for files in every_rule():
        programs += [before for before, _ in programs_of(files).fixes.values()]
    return programs


@cache
def real_files() -> list[Path]:
    """The files of torch, of the standard library and of this package, as far as they are installed."""
    spec = find_spec("torch")
    torch = Path(spec.origin).parent if spec is not None and spec.origin is not None else None
    library = Path(sysconfig.get_paths()["stdlib"])
    places = [Path(flake8_torch_effective.__file__).parent, *(library / name for name in STANDARD)]
    places += [torch / name for name in TORCH] if torch is not None else []
    return [file for place in places for file in (sorted(place.rglob("*.py")) if place.is_dir() else [place])]


def piece(rng: random.Random) -> str:
    """One or two of the classes and functions of a real file, below its imports and torch's."""
    while True:
        found = _pieces(rng.choice(real_files()))
        if found is not None:
            imports, definitions = found
            return imports + "\n".join(rng.sample(definitions, min(len(definitions), rng.choice([1, 1, 2, 3]))))


@cache
def _pieces(path: Path) -> tuple[str, list[str]] | None:
    try:
        text = path.read_text(encoding="utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError):
        return None
    lines = source_lines(text)
    imports = IMPORTS + "".join(
        _code(node, lines)
        for node in tree.body
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.module != "__future__")
    )
    definitions = [code for code in _definitions(tree, lines) if len(code) < LONGEST]
    return (imports + "\n\n", definitions) if definitions else None


def _definitions(tree: ast.Module, lines: list[str]) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield _code(node, lines)


def _code(node: ast.stmt, lines: list[str]) -> str:
    first = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", ()))])
    return "".join(lines[first - 1 : node.end_lineno]).rstrip("\r\n") + "\n"
