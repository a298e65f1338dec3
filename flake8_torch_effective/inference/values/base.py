"""What every abstract value is: something unknown, or one that is no tensor; sizes and identities."""

from __future__ import annotations

from collections.abc import Container
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from . import circles

if TYPE_CHECKING:
    from .operation import Operation


class Symbol:
    """A size that is unknown but always the same number, such as ``x.size(0)``.

    ``owner`` is the identity of the tensor it was read from, or None for a named size (``Float[Tensor, "n"]``).
    """

    __slots__ = ("axis", "owner")

    def __init__(self, owner: Identity | None = None, axis: int | str = 0) -> None:
        self.owner = owner
        self.axis = axis

    def __repr__(self) -> str:
        return f"<{self.axis}>"


class Use(Enum):
    """What becomes of a value somewhere in the program."""

    NUMBER = auto()  # read as one Python number
    SIZE = auto()  # given to torch as a size or a place
    TOLIST = auto()  # as a list of them
    NUMPY = auto()
    PRINTED = auto()  # or logged
    RETURNED = auto()
    STORED = auto()  # as an attribute
    TRAINED = auto()  # as the data of a parameter
    TYPE_TESTED = auto()  # found to be a tensor by isinstance
    READ = auto()  # an attribute of it, or it is an operand
    ASKED = auto()  # for its dtype, device or rank
    UNPACKED = auto()
    BACKWARD = auto()  # back-propagated, by itself or as a part of what is
    LOSS = auto()  # back-propagated by itself
    RANK_TESTED = auto()
    SHAPE_TESTED = auto()
    FOREIGN = auto()  # it has an attribute that no tensor has, or is of a class of another package
    REPARAMETRIZED = auto()  # a module whose weights are computed from other parameters
    NOTED_DEEPLY = auto()  # so is all that it is computed from

    __hash__ = object.__hash__  # that of Enum is written in Python


class Identity:
    """What all refinements of one run-time object share.

    Values are immutable; what grows while a program is read stands here, and holds for the object over the whole
    program: its symbolic sizes by axis, and its ``uses``, which are all that ever become of it, on whatever path.
    What holds from some line on, such as a dtype or the mode of a module, is a fact of a value, bound to a name there.
    As a shape identity it also knows the shapes that operations make of it, by operation.
    ``storages`` are the objects whose storage it may have, once somebody asked (``storage.storages``); ``anywhere``
    where these are too many.
    ``optional`` says that None stands in its place on some path, where a name that holds it keeps its facts.
    ``made_of`` is the value that a Parameter or Buffer was made of, whose device it has until its module is moved.
    """

    __slots__ = ("anywhere", "derived", "made_of", "members", "optional", "storages", "symbols", "uses")

    def __init__(self) -> None:
        self.anywhere = False
        self.derived: dict[object, Identity] | None = None
        self.made_of: Value | None = None
        self.members: frozenset[Identity] | None = None
        self.optional = False
        self.storages: frozenset[Identity] | None = None
        self.symbols: dict[int | str, Symbol] | None = None
        self.uses: set[Use] = set()

    def symbol(self, axis: int) -> Symbol:
        """The symbolic size along ``axis`` (negative axes count from the end, as the program wrote them)."""
        if self.symbols is None:  # most are never asked for one
            self.symbols = {}
        found = self.symbols.get(axis)
        if found is None:
            circles.note(self)
            found = self.symbols[axis] = Symbol(self, axis)
        return found

    def derive(self, key: object) -> Identity:
        """The shape that an operation makes of this one: the same for the same key, which may hold this one."""
        if self.derived is None:
            self.derived = {}
        found = self.derived.get(key)
        if found is None:
            circles.note(self)
            found = self.derived[key] = Identity()
        return found

    def take_apart(self) -> None:
        """Forget what may refer back to it."""
        self.derived = self.symbols = self.storages = None


Dim: TypeAlias = "int | Symbol | None"


Shape: TypeAlias = "tuple[Dim, ...] | None"


class Value:
    """Base of all abstract values."""

    __slots__ = ("origin",)
    kind: ClassVar[str] = "unknown"
    # How many values this one holds, itself included: more than one for lists, modules and the like.
    weight = 1

    def __init__(self, origin: Operation | None = None) -> None:
        self.origin = origin

    def __repr__(self) -> str:
        return self.kind

    @property
    def identity(self) -> Identity | None:
        """What refinements of this value share; None for values that nothing is asked of."""
        return None


class Unknown(Value):
    """Nothing is known.  Each unknown object of a program has its own instance, so that it equals itself only."""

    __slots__ = ("_identity",)

    def __init__(self, origin: Operation | None = None) -> None:
        self.origin = origin
        self._identity: Identity | None = None  # most are never asked for it

    @property
    def identity(self) -> Identity:
        found = self._identity
        if found is None:
            found = self._identity = Identity()
        return found

    def is_among(self, identities: Container[Identity | None]) -> bool:
        """Whether its identity is one of these, which one that was never asked for is not."""
        return self._identity is not None and self._identity in identities


UNKNOWN = Unknown()


class NotTensor(Value):
    """Some object that is certainly no tensor (a text, a file, an exception, a NumPy scalar, ...)."""

    __slots__ = ()
    kind = "other"


OTHER = NotTensor()


class NoneValue(Value):
    """Python's None."""

    __slots__ = ()
    kind = "none"


NONE = NoneValue()
