"""The index of all rows, by the way a program spells them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from . import (
    activations,
    arithmetic,
    comparisons,
    conversions,
    factories,
    fft,
    indexing,
    joining,
    layers,
    layout,
    linear_algebra,
    losses,
    modules,
    pointwise,
    queries,
    random,
    reductions,
    views,
)
from .columns import ModuleSignature, Signature
from .rows import ModuleRow, Row

__all__ = ["OPERATORS", "TABLE", "ModuleSignature", "Signature", "Table"]


class Table:
    """All rows, by the way a program spells them.

    ``functions`` and ``modules`` are by dotted name, ``methods`` and ``inplace`` by the name of the method;
    ``operations`` holds the first row of each canonical name.
    """

    def __init__(self) -> None:
        self.functions: dict[str, Signature] = {}
        self.methods: dict[str, Signature] = {}
        self.inplace: dict[str, Signature] = {}
        self.operations: dict[str, Signature] = {}
        self.modules: dict[str, ModuleSignature] = {}

    def add(self, rows: Iterable[Row]) -> None:
        """Index rows.

        Raises:
            ValueError: two rows have one home.
        """
        for signature, homes in rows:
            self.operations.setdefault(signature.name, signature)
            for home in homes:
                spelled = home.prefix + (home.spelling or signature.home)
                kept, place = signature, self.methods if home.method else self.functions
                if home.inplace:
                    spelled += "_"
                    if home.method:
                        place = self.inplace
                    else:
                        own = tuple(name for name in signature.parameters if name != "inplace")
                        kept = signature.but(parameters=own, inplace=True)
                if spelled in place:
                    raise ValueError(f"two rows say what {spelled} is")
                place[spelled] = kept

    def add_modules(self, rows: Iterable[ModuleRow]) -> None:
        """Index the classes of torch.nn.

        Raises:
            KeyError: a class names an operation that no row has.
        """
        for module, name in rows:
            operation = module.operation if name is None else self.operations[name]
            functional = None if operation is None else "torch.nn.functional." + operation.name
            if operation is not None and (module.weights or module.depends_on_mode):  # which two modules have their own
                operation = operation.but(repeatable=False)
            self.modules["torch.nn." + module.name] = module.but(
                operation=operation, functional=functional if functional in self.functions else None
            )


TABLE: Final = Table()
for _theme in (
    pointwise,
    activations,
    arithmetic,
    comparisons,
    queries,
    reductions,
    views,
    layout,
    joining,
    indexing,
    linear_algebra,
    layers,
    losses,
    factories,
    conversions,
    random,
    fft,
):
    TABLE.add(_theme.ROWS)
TABLE.add_modules(modules.MODULES)

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
