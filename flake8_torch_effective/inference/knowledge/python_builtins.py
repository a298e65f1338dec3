"""Python's builtins and containers, as far as they matter for the tensors that pass through them."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from .columns import Asks

# Builtins that change nothing, neither by themselves nor by what they call on their arguments.
CHANGES_NOTHING: Final = frozenset(
    """
    abs all any bool dict enumerate float getattr hasattr id int isinstance len list max min print range repr round set
    sorted str sum tuple type zip
    """.split()
)

# What makes a second object like the first.
COPIES: Final = frozenset({"copy.copy", "copy.deepcopy"})

# What makes a dict of its arguments, by its dotted name.
MAKES_DICTS: Final = frozenset({"builtins.dict", "collections.OrderedDict"})

# Builtins that make a number of what they are given, and keep nothing of it.
READS_NUMBERS: Final = frozenset({"bool", "float", "int", "len"})

# Decorators under which a function runs as it is written, without another grad mode: of Python, or checks of types.
# By dotted name; without the module where a star import hides it.
PLAIN_DECORATORS: Final = frozenset(
    """
    abc.abstractmethod beartype.beartype classmethod jaxtyping.jaxtyped override property staticmethod typing.final
    typing.no_type_check typing.override typing_extensions.final typing_extensions.override
    """.split()
)

# Builtins that go through a generator expression to its end.
EXHAUSTING: Final = frozenset({"sum", "list", "tuple", "set", "dict", "sorted", "max", "min"})

# Calls that give an iterable of the elements of their argument: builtins, and what draws a progress bar.
PASSES_ELEMENTS: Final = frozenset(
    {"list", "tuple", "set", "frozenset", "iter", "reversed", "sorted", "tqdm", "trange", "track"}
)

# Builtins that write their argument as text.
WRITES_TEXT: Final = frozenset({"str", "repr", "format", "chr"})

# Builtins whose result is no tensor, and those whose result is not known.
GIVES_NO_TENSOR: Final = frozenset({"open", "id", "vars", "dir", "object"}) | frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)
GIVES_UNKNOWN: Final = frozenset({"type", "super"})

# The functions of ``math`` that give no float: an int, a bool, or what need not be one number.
# Source: https://docs.python.org/3/library/math.html
MATH_INTEGERS: Final = frozenset("ceil comb factorial floor gcd isqrt lcm perm trunc".split())
MATH_BOOLS: Final = frozenset("isclose isfinite isinf isnan".split())
MATH_OTHERS: Final = frozenset("frexp modf prod sumprod".split())

# What builtins read of a tensor that is no entry of it.
ASKS: Final[Mapping[str, Asks]] = {"len": Asks.SIZE}

# Builtins that a loop does not call for their effect on an object of the program.
QUIET: Final = frozenset({"super", "print", "len"})


class Builtin(Enum):
    """The builtins that inference evaluates, by what they are called."""

    ABS = "abs"
    BOOL = "bool"
    CALLABLE = "callable"
    COMPLEX = "complex"
    DICT = "dict"
    ENUMERATE = "enumerate"
    FLOAT = "float"
    GETATTR = "getattr"
    HASATTR = "hasattr"
    INT = "int"
    ISINSTANCE = "isinstance"
    LEN = "len"
    MAP = "map"
    NEXT = "next"
    PRINT = "print"
    RANGE = "range"
    ROUND = "round"
    SLICE = "slice"
    SUPER = "super"
    ZIP = "zip"

    __hash__ = object.__hash__  # that of Enum is written in Python


EVALUATED: Final[Mapping[str, Builtin]] = {builtin.value: builtin for builtin in Builtin}


class ContainerMethod(Enum):
    """What a method of a list, set, dict or deque does."""

    APPEND = auto()  # at the end
    ADD = auto()  # elsewhere
    INSERT = auto()
    EXTEND = auto()
    UPDATE = auto()
    ITEMS = auto()
    VALUES = auto()
    TAKE = auto()  # gives one element, and takes it away
    GET = auto()
    COPY = auto()

    __hash__ = object.__hash__  # that of Enum is written in Python

    @property
    def takes_item(self) -> bool:
        """Whether the last argument becomes an item."""
        return self in (ContainerMethod.APPEND, ContainerMethod.ADD, ContainerMethod.INSERT)


CONTAINER_METHODS: Final[Mapping[str, ContainerMethod]] = {
    "append": ContainerMethod.APPEND,
    "appendleft": ContainerMethod.ADD,
    "add": ContainerMethod.ADD,
    "insert": ContainerMethod.INSERT,
    "extend": ContainerMethod.EXTEND,
    "update": ContainerMethod.UPDATE,
    "items": ContainerMethod.ITEMS,
    "values": ContainerMethod.VALUES,
    "pop": ContainerMethod.TAKE,
    "popleft": ContainerMethod.TAKE,
    "get": ContainerMethod.GET,
    "setdefault": ContainerMethod.GET,
    "copy": ContainerMethod.COPY,
}
# Methods of containers and strings, and builtins, that take no time beside a tensor operation; what else is called may.
QUICK_METHODS: Final = frozenset(CONTAINER_METHODS) | frozenset(
    "clear count discard endswith format index join keys lower remove split startswith strip upper".split()
)
QUICK_BUILTINS: Final = vars(builtins).keys() - {"__import__", "eval", "exec", "input", "open"}
