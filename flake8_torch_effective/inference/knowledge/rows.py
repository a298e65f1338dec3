"""How a row is written: ``row("softmax(input, dim, dtype=None)", torch, tensor, family=Family.SOFTMAX, ...)``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from .columns import Container, Contiguity, Family, ModuleSignature, Signature


@dataclass(frozen=True, slots=True)
class Home:
    """A place where a name lives: ``torch.NAME``, a method of Tensor, or their in-place forms ``NAME_``.

    ``home("fix")`` is the same place for a row that has another spelling there.
    """

    prefix: str
    inplace: bool = False
    method: bool = False
    spelling: str | None = None

    def __call__(self, spelling: str) -> Home:
        return Home(self.prefix, self.inplace, self.method, spelling)


torch: Final = Home("torch.")
torch_: Final = Home("torch.", inplace=True)
tensor: Final = Home("", method=True)
tensor_: Final = Home("", inplace=True, method=True)
functional: Final = Home("torch.nn.functional.")
functional_: Final = Home("torch.nn.functional.", inplace=True)
special: Final = Home("torch.special.")
linalg: Final = Home("torch.linalg.")
fft: Final = Home("torch.fft.")
init: Final = Home("torch.nn.init.")


class Row(NamedTuple):
    """An operation and the places where its name lives."""

    signature: Signature
    homes: tuple[Home, ...]


def parameters_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
    """Positional names, keyword-only names, and the name of the variadic parameter of a signature's text."""
    positional: list[str] = []
    keywords: list[str] = []
    variadic: str | None = None
    target = positional
    depth = 0
    for piece in text.split(", ") if text else ():
        if depth == 0:
            name = piece.partition("=")[0]
            if name[0] != "*":
                target.append(name)
            else:
                variadic = name[1:] or variadic
                target = keywords
        depth += piece.count("(") - piece.count(")")
    return tuple(positional), tuple(keywords), variadic


# What most operations of a family are, so that a row need not say it.
_CONTIGUITY: Final = {
    Family.POINTWISE: Contiguity.KEEPS,
    Family.COMPARISON: Contiguity.KEEPS,
    Family.CONVERSION: Contiguity.KEEPS,
    Family.ARITHMETIC: Contiguity.ELEMENTWISE,
    Family.REDUCTION: Contiguity.OF_CONTIGUOUS,
    Family.FACTORY: Contiguity.CONTIGUOUS,
}
_ELEMENTWISE: Final = frozenset(
    {
        Family.POINTWISE,
        Family.ARITHMETIC,
        Family.COMPARISON,
        Family.BITWISE,
        Family.CONVERSION,
        Family.COPY,
        Family.WHERE,
    }
)
_PER_ROW: Final = _ELEMENTWISE | {
    Family.REDUCTION,
    Family.SOFTMAX,
    Family.VIEW,
    Family.MATMUL,
    Family.NN,
    Family.LAYOUT,
    Family.SCAN,
    Family.LINALG,
    Family.JOINING,
    Family.INDEXING,
    Family.LOSS,
    Family.OTHER,
}
_KEEPS_MASK: Final = frozenset({Family.BITWISE, Family.CONVERSION, Family.COPY, Family.VIEW, Family.LAYOUT})
_NOT_REPEATABLE: Final = frozenset({Family.RANDOM, Family.CALL, Family.ITERATION})


def signature(text: str, family: Family, name: str | None = None, **columns: Any) -> Signature:
    """The signature that a row's text and columns say, with what its family is where they say nothing else."""
    home, _, inside = text.partition("(")
    parameters, keywords, variadic = parameters_of(inside[:-1])
    if "contiguity" not in columns and family in _CONTIGUITY:
        columns["contiguity"] = _CONTIGUITY[family]
    if family in _PER_ROW:
        columns.setdefault("per_row", not columns.get("sized_by_values", False))
        if family in _ELEMENTWISE:
            columns.setdefault("elementwise", True)
    if family in _KEEPS_MASK:
        columns.setdefault("keeps_mask", True)
    if family in _NOT_REPEATABLE:
        columns["repeatable"] = False
    if family is Family.RANDOM:
        columns.setdefault("random", True)
    return Signature(name or home, parameters, keywords, variadic, family, home, **columns)


def row(text: str, *homes: Home, family: Family, name: str | None = None, **columns: Any) -> Row:
    """One row of the knowledge base; the columns are those of `Signature`.

    Args:
        text: the name and the parameters, as torch's documentation writes them.
        homes: where the name lives.
        family: what kind of work it is.
        name: the canonical name where this is a second name of an operation (``subtract`` of ``sub``).
        columns: the other columns.

    Raises:
        TypeError: there is no such column.
    """
    return Row(signature(text, family, name, **columns), homes)


class ModuleRow(NamedTuple):
    """A class of torch.nn, and the name of the operation of the table that its call is, where it has no own."""

    module: ModuleSignature
    operation: str | None


def module(text: str, call: Signature | Container | str, **columns: Any) -> ModuleRow:
    """One class of torch.nn.

    Args:
        text: its name and the parameters of its constructor.
        call: what its call is: an operation of its own, one of the table by its name, or what its children do.
        columns: the other columns of `ModuleSignature`.
    """
    name, _, inside = text.partition("(")
    positional, keywords, variadic = parameters_of(inside[:-1])
    return ModuleRow(
        ModuleSignature(
            name,
            positional + keywords,
            variadic,
            operation=call if isinstance(call, Signature) else None,
            container=call if isinstance(call, Container) else None,
            **columns,
        ),
        call if isinstance(call, str) else None,
    )
