"""Tensors and arrays, with their dtypes and devices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..knowledge.kinds import KIND_OF
from . import circles, limits
from .base import Identity, Shape, Symbol, Value

if TYPE_CHECKING:
    from .operation import Operation


class Tensor(Value):
    """A torch.Tensor.

    ``shape`` is None where even the rank is unknown, else a tuple with an int, a Symbol or None per dim.
    ``dtype`` is an exact name (``"float32"``), a class (``"float"``, ``"int"``, ``"complex"``, ``"bool"``) or None.
    ``grad`` says whether it carries a graph or is a leaf that requires grad (True, False, or None for unknown); where
    branches meet, True says that it does on one of them.
    ``certain`` is False where the evidence is a convention (an unannotated ``forward`` parameter), not a fact.
    ``shape_identity`` is the identity of the tensor whose shape this one certainly shares.
    ``explicit_one`` says that a size-1 dim was written out (``unsqueeze``, ``[:, None]``, ``keepdim=True``);
    ``single`` that it holds one element (after a test of ``numel()``), ``present`` that it is not None although that
    stands in its place elsewhere (after a test).
    """

    __slots__ = (
        "_identity",
        "certain",
        "device",
        "dtype",
        "explicit_one",
        "grad",
        "leaf",
        "loss",
        "parameter",
        "present",
        "shape",
        "shape_identity",
        "single",
        "temporary",
    )
    kind = "tensor"

    def __init__(
        self,
        shape: Shape = None,
        dtype: str | None = None,
        device: str | None = None,
        grad: bool | None = None,
        origin: Operation | None = None,
        certain: bool = True,
        leaf: bool = False,
        loss: bool = False,
        temporary: bool = False,
        parameter: bool = False,
        explicit_one: bool = False,
        single: bool = False,
        present: bool = False,
        shape_identity: Identity | None = None,
        identity: Identity | None = None,
    ) -> None:
        self.origin = origin
        self.shape = shape if shape is None else limits.shape(shape)
        self.dtype = dtype
        self.device = device
        self.grad = grad
        self.certain = certain
        self.leaf = leaf
        self.loss = loss
        self.temporary = temporary
        self.parameter = parameter
        self.explicit_one = explicit_one
        self.single = single
        self.present = present
        self._identity = Identity() if identity is None else identity
        self.shape_identity = self._identity if shape_identity is None else shape_identity

    def __repr__(self) -> str:
        facts = [f"{self.dtype or '?'}{list(self.shape) if self.shape is not None else ''}"]
        facts += [name for name in ("grad", "leaf", "loss", "temporary", "parameter") if getattr(self, name)]
        facts += [] if self.device is None else [self.device]
        return f"Tensor({', '.join(facts)})"

    @property
    def identity(self) -> Identity:
        return self._identity

    @property
    def rank(self) -> int | None:
        """The number of dims, None where unknown."""
        return None if self.shape is None else len(self.shape)

    @property
    def category(self) -> str | None:
        """``"float"``, ``"int"``, ``"bool"``, ``"complex"`` or None."""
        return None if self.dtype is None else KIND_OF.get(self.dtype)

    def refined(self, **facts: Any) -> Tensor:
        """The same run-time tensor with more known about it."""
        values = {name: getattr(self, name) for name in _TENSOR_FACTS}
        values.update(facts)
        return Tensor(**values)

    def another(self) -> Tensor:
        """A tensor of which the same is known, such as the next one out of the same list.

        Of two items the sizes are equal where they are known numbers, or named by an annotation.
        """
        shape = self.shape
        if shape is not None:
            shape = tuple(None if isinstance(size, Symbol) and size.owner is not None else size for size in shape)
        return self.refined(identity=Identity(), shape=shape, shape_identity=None)

    def dim(self, axis: int) -> int | Symbol:
        """The size along ``axis``; a symbol that stays the same where the number is not known."""
        shape = self.shape
        if shape is None:
            return self._identity.symbol(axis)
        if not -len(shape) <= axis < len(shape):
            return self._identity.symbol(axis)
        known = shape[axis]
        if known is not None:
            return known
        positive = axis % len(shape)
        negative = positive - len(shape)
        symbols = self._identity.symbols
        if symbols is None:
            symbols = self._identity.symbols = {}
        found = symbols.get(positive) or symbols.get(negative)
        if found is None:
            circles.note(self._identity)
            found = Symbol(self._identity, positive)
        symbols[positive] = symbols[negative] = found
        return found


_TENSOR_FACTS = (
    "identity",
    "origin",
    "shape",
    "dtype",
    "device",
    "grad",
    "certain",
    "leaf",
    "loss",
    "temporary",
    "parameter",
    "explicit_one",
    "single",
    "present",
    "shape_identity",
)


class Array(Value):
    """A NumPy array or NumPy scalar; ``sized`` where it has a dim, ``dtype`` the exact name where it is known.

    ``certain`` where it is an array for sure, and no number of NumPy's; ``temporary`` where it is one of memory that
    was new where it was made (see `queries.arrays`).
    """

    __slots__ = ("certain", "dtype", "scalar", "sized", "temporary")
    kind = "ndarray"

    def __init__(
        self,
        temporary: bool = False,
        scalar: bool = False,
        origin: Operation | None = None,
        sized: bool = False,
        dtype: str | None = None,
        certain: bool = False,
    ) -> None:
        self.origin = origin
        self.certain = certain or sized or temporary or origin is not None  # `numpy()` of a tensor gives an array
        self.dtype = dtype
        self.sized = sized
        self.temporary = temporary
        self.scalar = scalar


class Dtype(Value):
    """A torch dtype, by its canonical name."""

    __slots__ = ("name",)
    kind = "dtype"

    def __init__(self, name: str | None) -> None:
        self.origin = None
        self.name = name


class Device(Value):
    """A torch device, by its type (``"cuda"``)."""

    __slots__ = ("type",)
    kind = "device"

    def __init__(self, type: str | None) -> None:
        self.origin = None
        self.type = type
