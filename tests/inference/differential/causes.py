"""Puts disagreements in order: which are of one kind, and the smallest program that still has one of that kind."""

from __future__ import annotations

import ast
import re

from tests.fuzzing.reduction import reduced
from tests.inference.differential.running import disagreements
from tests.inference.differential.tracing import Disagreement

_ROUNDS = 4


def kind(disagreement: Disagreement) -> str:
    """The claim without the names, sizes and places that are this program's own."""
    claim = re.sub(r"(item \d+: )+", "item: ", disagreement.claim)
    claim = re.sub(r" with .*", "", claim)
    claim = re.sub(r"\(.*\)|'.*?'|-?\d+(\.\d+)?(e-?\d+)?", "…", claim)
    return claim.replace("NoneType", "None")


def smallest(source: str, seed: int, wanted: str) -> str:
    """A program whose first disagreement is of the wanted kind, from which no more can be taken."""

    def fails(text: str) -> bool:
        found = disagreements(text, seed)
        return bool(found) and kind(found[0]) == wanted

    for _ in range(_ROUNDS):
        before, source = source, reduced(source, fails)
        if source == before:
            break
    return source


def outline(source: str) -> str:
    """The program's structure, the same for programs that differ in names and numbers only."""
    tree = ast.parse(source)
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = names.setdefault(node.id, f"v{len(names)}")
        elif isinstance(node, ast.Constant):
            node.value = type(node.value).__name__
    return ast.dump(tree, annotate_fields=False)
