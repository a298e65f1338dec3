"""How rows are written: ``activation("softmax(input, dim)", torch, tensor, family=Family.SOFTMAX, ...)``."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from .columns import Container, Contiguity, Family, ModuleSignature, Signature


class Home:
    """A place where a name lives: ``torch.NAME``, a method of Tensor, or their in-place forms ``NAME_``.

    ``home("fix")`` is the same place for a row that has another spelling there.
    """

    __slots__ = ("inplace", "method", "prefix", "spelling")

    def __init__(self, prefix: str, inplace: bool = False, method: bool = False, spelling: str | None = None) -> None:
        self.prefix = prefix
        self.inplace = inplace
        self.method = method
        self.spelling = spelling

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
rnn: Final = Home("torch.nn.utils.rnn.")


# An operation and the places where its name lives.
Row: TypeAlias = "tuple[Signature, tuple[Home, ...]]"
Parameters: TypeAlias = "tuple[tuple[str, ...], tuple[str, ...], str | None]"

_SEEN: Final[dict[str, Parameters]] = {}


def parameters_of(text: str) -> Parameters:
    """Positional names, keyword-only names, and the name of the variadic parameter of a signature's text."""
    found = _SEEN.get(text)
    if found is None:
        found = _SEEN[text] = _parameters_of(text)
    return found


def _parameters_of(text: str) -> Parameters:
    if "(" not in text and "*" not in text:
        return tuple([piece.partition("=")[0] for piece in text.split(", ")]) if text else (), (), None
    positional: list[str] = []
    keywords: list[str] = []
    variadic: str | None = None
    target = positional
    depth = 0
    for piece in text.split(", "):
        if depth == 0:
            name = piece.partition("=")[0]
            if name[0] != "*":
                target.append(name)
            else:
                variadic = name[1:] or variadic
                target = keywords
        depth += piece.count("(") - piece.count(")")
    return tuple(positional), tuple(keywords), variadic


_CONTIGUITY: Final = {
    Family.POINTWISE: Contiguity.KEEPS,
    Family.COMPARISON: Contiguity.KEEPS,
    Family.CONVERSION: Contiguity.KEEPS,
    Family.ARITHMETIC: Contiguity.ELEMENTWISE,
    Family.REDUCTION: Contiguity.OF_CONTIGUOUS,
    Family.FACTORY: Contiguity.CONTIGUOUS,
}
_ELEMENTWISE: Final = (
    Family.POINTWISE,
    Family.ARITHMETIC,
    Family.COMPARISON,
    Family.BITWISE,
    Family.CONVERSION,
    Family.COPY,
    Family.WHERE,
)
_PER_ROW: Final = (
    *_ELEMENTWISE,
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
)
_KEEPS_MASK: Final = (Family.BITWISE, Family.CONVERSION, Family.COPY, Family.VIEW, Family.LAYOUT)
_NOT_REPEATABLE: Final = (Family.RANDOM, Family.CALL, Family.ITERATION)


def _of_family(family: Family) -> dict[str, Any]:
    columns: dict[str, Any] = {"family": family}
    if family in _CONTIGUITY:
        columns["contiguity"] = _CONTIGUITY[family]
    if family in _ELEMENTWISE:
        columns["elementwise"] = True
    if family in _PER_ROW:
        columns["per_row"] = True
    if family in _KEEPS_MASK:
        columns["keeps_mask"] = True
    if family in _NOT_REPEATABLE:
        columns["repeatable"] = False
    if family is Family.RANDOM:
        columns["random"] = True
    return columns


# What the operations of a family are, where a row does not say something else.
_OF_FAMILY: Final = {family: _of_family(family) for family in Family}


class Theme:
    """How the rows of one theme are written: as calls of it, which name what differs from ``defaults``."""

    __slots__ = ("columns", "defaults")

    def __init__(self, family: Family, **defaults: Any) -> None:
        self.defaults = defaults
        self.columns = {**_OF_FAMILY[family], **defaults}

    def __call__(self, text: str, *homes: Home, **columns: Any) -> Row:
        """One row of the knowledge base; the columns are those of `Signature`.

        Args:
            text: the name and the parameters, as torch's documentation writes them.
            homes: where the name lives.
            columns: what differs from the theme; ``name`` is the canonical name where this is a second name of an
                operation (``subtract`` of ``sub``).

        Raises:
            TypeError: there is no such column.
        """
        family = columns.get("family")
        base = self.columns if family is None else {**self.defaults, **_OF_FAMILY[family]}
        return _with_parameters(text, {**base, **columns}), homes


def signature(text: str, family: Family, **columns: Any) -> Signature:
    """A signature that no name of torch leads to: Python's own, and those that only modules have.

    Raises:
        TypeError: there is no such column.
    """
    return _with_parameters(text, {**_OF_FAMILY[family], **columns})


def _with_parameters(text: str, columns: dict[str, Any]) -> Signature:
    home, _, inside = text.partition("(")
    columns["parameters"], columns["keywords"], columns["variadic"] = parameters_of(inside[:-1])
    columns["home"] = home
    columns.setdefault("name", home)
    if columns.get("sized_by_values"):
        columns["per_row"] = False
    return Signature.made(columns)


# A class of torch.nn, and the name of the operation of the table that its call is, where it has no own.
ModuleRow: TypeAlias = "tuple[ModuleSignature, str | None]"


def module(text: str, call: Signature | Container | str, **columns: Any) -> ModuleRow:
    """One class of torch.nn.

    Args:
        text: its name and the parameters of its constructor.
        call: what its call is: an operation of its own, one of the table by its name, or what its children do.
        columns: the other columns of `ModuleSignature`.
    """
    name, _, inside = text.partition("(")
    positional, keywords, columns["variadic"] = parameters_of(inside[:-1])
    columns["name"], columns["parameters"] = name, positional + keywords
    if isinstance(call, Signature):
        columns["operation"] = call
    elif isinstance(call, Container):
        columns["container"] = call
    return ModuleSignature.made(columns), call if isinstance(call, str) else None
