"""The table of torch signatures, parsed once per process into what a call needs: parameters, family, transfer.

The rows themselves are data in :mod:`.table`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from .table import MODULE_OPERATIONS, MODULES, OPERATIONS


@dataclass(frozen=True)
class Signature:
    """One row of the table.

    ``parameters`` are the names in positional order; ``keywords`` those after ``*``; ``variadic`` is the name of a
    ``*size``-like parameter.  ``home`` is the row's own name, which ``name`` is the canonical one of.  ``layer`` marks
    the call of a module with parameters, ``inplace`` a function that changes its first argument (``torch.relu_``).
    """

    name: str
    parameters: tuple[str, ...]
    keywords: tuple[str, ...]
    variadic: str | None
    family: str
    shape: str
    dtype: str
    nograd: bool = False
    home: str = ""
    layer: bool = False
    inplace: bool = False


@dataclass(frozen=True)
class ModuleSignature:
    """A class of torch.nn: its constructor's parameters and the operation that its call is."""

    name: str
    parameters: tuple[str, ...]
    variadic: str | None
    operation: Signature | None
    special: str


@dataclass
class Table:
    """All rows, by the way a program spells them."""

    functions: dict[str, Signature] = field(default_factory=dict)
    methods: dict[str, Signature] = field(default_factory=dict)
    inplace: dict[str, Signature] = field(default_factory=dict)
    operations: dict[str, Signature] = field(default_factory=dict)
    modules: dict[str, ModuleSignature] = field(default_factory=dict)


HOMES: Final = {
    "torch": "torch.",
    "F": "torch.nn.functional.",
    "special": "torch.special.",
    "linalg": "torch.linalg.",
    "fft": "torch.fft.",
    "init": "torch.nn.init.",
}

_ROW = re.compile(r"(?P<name>\w+)\((?P<parameters>.*)\)(?: = (?P<alias>\w+))?$")


def _parameters(text: str) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
    """Positional names, keyword-only names, and the name of the variadic parameter of a signature's text."""
    positional: list[str] = []
    keywords: list[str] = []
    variadic: str | None = None
    target = positional
    depth = 0
    piece = ""
    for character in text + ",":
        if character == "," and depth == 0:
            name = piece.strip().split("=")[0].strip()
            if name == "*":
                target = keywords
            elif name.startswith("*"):
                variadic = name[1:]
                target = keywords
            elif name:
                target.append(name)
            piece = ""
            continue
        depth += (character in "([") - (character in ")]")
        piece += character
    return tuple(positional), tuple(keywords), variadic


def _signature(row: str) -> tuple[Signature, list[str]]:
    """One row of OPERATIONS and the homes it lists."""
    columns = [column.strip() for column in row.split("|")]
    columns += [""] * (6 - len(columns))
    match = _ROW.match(columns[0])
    if match is None:
        raise ValueError(f"not a signature row: {row!r}")
    positional, keywords, variadic = _parameters(match["parameters"])
    flags = columns[5].split()
    signature = Signature(
        name=match["alias"] or match["name"],
        parameters=positional,
        keywords=keywords,
        variadic=variadic,
        family=columns[2],
        shape=columns[3],
        dtype=columns[4],
        nograd="nograd" in flags,
        home=match["name"],
        layer="layer" in flags,
    )
    return signature, columns[1].split()


def _rows(text: str) -> list[str]:
    """The rows of a text; an indented line continues the row above it."""
    rows: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            rows[-1] += " " + line.strip()
        else:
            rows.append(line.strip())
    return rows


def build() -> Table:
    """Parse the table.

    Raises:
        ValueError: a row does not read as a signature.
    """
    table = Table()
    for row in _rows(OPERATIONS):
        signature, homes = _signature(row)
        table.operations.setdefault(signature.name, signature)
        for home in homes:
            place, _, spelled = home.partition(":")
            spelled = spelled or signature.home
            if place == "Tensor":
                table.methods[spelled] = signature
            elif place == "Tensor_":
                table.inplace[spelled + "_"] = signature
            elif place in ("torch_", "F_"):
                dotted = HOMES[place.removesuffix("_")] + spelled + "_"
                own = tuple(name for name in signature.parameters if name != "inplace")
                table.functions[dotted] = replace(signature, parameters=own, inplace=True)
            else:
                table.functions[HOMES[place] + spelled] = signature
    for row in _rows(MODULE_OPERATIONS):
        signature, _ = _signature(row)
        table.operations.setdefault("module:" + signature.home, signature)
    for row in _rows(MODULES):
        head, _, operation = row.partition(" -> ")
        match = _ROW.match(head)
        if match is None:
            raise ValueError(f"not a module row: {row!r}")
        positional, keywords, variadic = _parameters(match["parameters"])
        found = table.operations.get("module:" + operation) or table.operations.get(operation)
        table.modules["torch.nn." + match["name"]] = ModuleSignature(
            match["name"], positional + keywords, variadic, found, operation if found is None else ""
        )
    return table


TABLE: Final = build()

# The operator a program writes, as the operation torch runs for it (torch.Tensor's own dunder methods).
OPERATORS: Final = {
    "Add": "add",
    "Subtract": "sub",
    "Multiply": "mul",
    "Divide": "div",
    "FloorDivide": "floor_divide",
    "Modulo": "remainder",
    "Power": "pow",
    "MatrixMultiply": "matmul",
    "BitAnd": "bitwise_and",
    "BitOr": "bitwise_or",
    "BitXor": "bitwise_xor",
    "LeftShift": "bitwise_left_shift",
    "RightShift": "bitwise_right_shift",
    "Equal": "eq",
    "NotEqual": "ne",
    "LessThan": "lt",
    "LessThanEqual": "le",
    "GreaterThan": "gt",
    "GreaterThanEqual": "ge",
}
