"""The columns of the knowledge base: what a row says of an operation, and the words it says it with.

A rule asks for a property, not for a name (``operation.signature.formula is Formula.EXP``).  Every column has a default
that says nothing, so that a row names what is special about its operation only.  What it claims of torch is checked
against the installed torch by the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import Self

    from ..values import Operation, Shape, Value

ShapeTransfer: TypeAlias = "Callable[[Operation], Shape]"
DtypeTransfer: TypeAlias = "Callable[[Operation], str | None]"
ResultTransfer: TypeAlias = "Callable[[Operation], Value]"


class Family(Enum):
    """What kind of work an operation does.  Pointwise has one tensor operand, arithmetic two or more."""

    POINTWISE = "pointwise"
    ARITHMETIC = "arithmetic"
    COMPARISON = "comparison"
    BITWISE = "bitwise"
    WHERE = "where"
    SOFTMAX = "softmax"
    REDUCTION = "reduction"
    SCAN = "scan"
    VIEW = "view"
    LAYOUT = "layout"
    INDEXING = "indexing"
    JOINING = "joining"
    MATMUL = "matmul"
    LINALG = "linalg"
    NN = "nn"
    LOSS = "loss"
    FACTORY = "factory"
    CONSTRUCTION = "construction"
    RANDOM = "random"
    COPY = "copy"
    CONVERSION = "conversion"
    EXTRACTION = "extraction"
    QUERY = "query"
    AUTOGRAD = "autograd"
    OTHER = "other"
    # Python's own: not operations of torch.
    PHI = "phi"
    CALL = "call"
    OBJECT = "object"
    ITERATION = "iteration"
    COLLECTION = "collection"
    NUMBER = "number"

    __hash__ = object.__hash__  # that of Enum is written in Python


class Formula(Enum):
    """Which function an operation computes, however it is spelled: ``max``, ``amax`` and the builtin share one."""

    ABS = auto()
    ADD = auto()
    ADDCMUL = auto()
    ALL = auto()
    ANY = auto()
    ARANGE = auto()
    ARGMAX = auto()
    ARGMIN = auto()
    AS_STRIDED = auto()
    BACKWARD = auto()
    BATCH_NORM = auto()
    BINARY_CROSS_ENTROPY = auto()
    BINARY_CROSS_ENTROPY_WITH_LOGITS = auto()
    BITWISE_AND = auto()
    BITWISE_NOT = auto()
    BITWISE_OR = auto()
    BITWISE_XOR = auto()
    CAT = auto()
    CLAMP = auto()
    CLAMP_MAX = auto()
    CLAMP_MIN = auto()
    CLONE = auto()
    CONTIGUOUS = auto()
    COSH = auto()
    COUNT_NONZERO = auto()
    CPU = auto()
    CROSS_ENTROPY = auto()
    DETACH = auto()
    DIAG = auto()
    DISTANCE = auto()
    DIVIDE = auto()
    DOT = auto()
    DROPOUT = auto()
    EINSUM = auto()
    EQUAL = auto()
    EXP = auto()
    EXPAND = auto()
    EXPM1 = auto()
    FILL = auto()
    FLATTEN = auto()
    FLIP = auto()
    FLOOR_DIVIDE = auto()
    GATHER = auto()
    GREATER = auto()
    GREATER_EQUAL = auto()
    HUBER_LOSS = auto()
    INDEX_SELECT = auto()
    IS_FINITE = auto()
    IS_INFINITE = auto()
    IS_NEGATIVE_INFINITE = auto()
    IS_NOT_A_NUMBER = auto()
    IS_POSITIVE_INFINITE = auto()
    ITEM = auto()
    KL_DIV = auto()
    L1_LOSS = auto()
    LARGER = auto()
    LEGACY_CONSTRUCTOR = auto()
    LERP = auto()
    LESS = auto()
    LESS_EQUAL = auto()
    LINEAR = auto()
    LINSPACE = auto()
    LOG = auto()
    LOG1P = auto()
    LOGADDEXP = auto()
    LOGICAL_NOT = auto()
    LOGSUMEXP = auto()
    LOG_SIGMOID = auto()
    LOG_SOFTMAX = auto()
    MASKED_FILL = auto()
    MATMUL = auto()
    MAXIMUM = auto()
    MEAN = auto()
    MEDIAN = auto()
    MINIMUM = auto()
    MSE_LOSS = auto()
    MULTIPLY = auto()
    NANMEAN = auto()
    NANSUM = auto()
    NAN_TO_NUM = auto()
    NARROW = auto()
    NEGATE = auto()
    NLL_LOSS = auto()
    NONZERO = auto()
    NORM = auto()
    NORMALIZE = auto()
    NOT_EQUAL = auto()
    NUMPY = auto()
    ONE_HOT = auto()
    PAD = auto()
    POWER = auto()
    PROD = auto()
    RECIPROCAL = auto()
    RELU = auto()
    REMAINDER = auto()
    REPEAT = auto()
    REPEAT_INTERLEAVE = auto()
    REQUIRES_GRAD = auto()
    RESHAPE = auto()
    RESHAPE_AS = auto()
    RSQRT = auto()
    SCATTER = auto()
    SCATTER_ADD = auto()
    SELECT = auto()
    SIGMOID = auto()
    SMALLER = auto()
    SMOOTH_L1_LOSS = auto()
    SOFTMAX = auto()
    SOFTMIN = auto()
    SOFTPLUS = auto()
    SORT = auto()
    SPLIT = auto()
    SQRT = auto()
    SQUARE = auto()
    SQUEEZE = auto()
    STACK = auto()
    STD = auto()
    SUBSCRIPT = auto()
    SUBSCRIPT_WRITE = auto()
    SUBTRACT = auto()
    SUBTRACT_FROM = auto()
    SUM = auto()
    TANH = auto()
    TENSOR = auto()
    THRESHOLD = auto()
    TOLIST = auto()
    TOPK = auto()
    TRANSPOSE = auto()
    UNBIND = auto()
    UNSQUEEZE = auto()
    VAR = auto()
    WHERE = auto()

    __hash__ = object.__hash__  # as that of a family


class Contiguity(Enum):
    """In which order a result lies in memory, and whether that is an order of its own."""

    UNKNOWN = auto()
    KEEPS = auto()  # in the order of the operand, whatever that is
    ELEMENTWISE = auto()  # in the order of the first operand that is not broadcast
    CONTIGUOUS = auto()  # contiguous whatever the operand was
    OF_CONTIGUOUS = auto()  # contiguous where the operands are
    TRANSPOSES = auto()  # a view with its dims in another order
    REINDEXES = auto()  # a view with a dim more or less
    RESTRIDES = auto()  # in the order that the caller asks for
    TIME_FIRST = auto()  # recurrent layers: time comes first in memory, whatever comes first in the result


class Range(Enum):
    """Between which numbers the entries of a result lie, whatever the operand holds (NaN aside)."""

    ANY = auto()
    NON_NEGATIVE = auto()
    POSITIVE = auto()
    UNIT = auto()  # 0 to 1
    PROBABILITY = auto()  # above 0, at most 1
    SYMMETRIC_UNIT = auto()  # -1 to 1
    NON_POSITIVE = auto()

    @property
    def is_non_negative(self) -> bool:
        """Whether no number in the range is below zero."""
        return self in (Range.NON_NEGATIVE, Range.POSITIVE, Range.UNIT, Range.PROBABILITY)

    @property
    def is_positive(self) -> bool:
        """Whether every number in the range is above zero, rounding to zero aside."""
        return self in (Range.POSITIVE, Range.PROBABILITY)


class Saves(Enum):
    """What an operation keeps for the backward pass, so that changing it in place makes ``backward`` raise."""

    UNKNOWN = auto()
    NOTHING = auto()
    INPUT = auto()
    OUTPUT = auto()
    BOTH = auto()

    @property
    def keeps_input(self) -> bool:
        """Whether an operand is kept."""
        return self in (Saves.INPUT, Saves.BOTH)

    @property
    def keeps_output(self) -> bool:
        """Whether the result is kept."""
        return self in (Saves.OUTPUT, Saves.BOTH)


class Creates(Enum):
    """On which device a result lies, where no ``device`` is asked for."""

    WITH_OPERANDS = auto()
    BY_DEFAULT = auto()  # the default device: the CPU, unless the program sets another
    WITH_DATA = auto()  # with the data where that is a tensor, else the default device
    ON_CPU = auto()
    ON_CUDA = auto()
    AS_ARGUMENTS_SAY = auto()


class Tiles(Enum):
    """How an operation makes a tensor larger by repeating what is in it."""

    AS_VIEW = auto()  # expand: the copies share memory
    AS_COPY = auto()  # repeat: the whole again and again
    EACH = auto()  # repeat_interleave: each entry again and again

    @property
    def copies(self) -> bool:
        """Whether the repeated entries take memory of their own."""
        return self is not Tiles.AS_VIEW


class Whole(Enum):
    """Whether a result holds whole numbers, whatever its dtype."""

    UNKNOWN = auto()
    ALWAYS = auto()
    OF_WHOLE = auto()  # where the operands do


class Literals(Enum):
    """In which precision an operation takes Python numbers beside a tensor, or as entries of one."""

    AS_DTYPE = auto()  # each is rounded to the dtype of the tensor first
    MAYBE_WIDER = auto()  # half precision may be computed in float32, by operation and device; the result is rounded


class Asks(Enum):
    """What an operation reads off a tensor that is no entry of it."""

    SHAPE = auto()
    SIZE = auto()  # x.size(), x.size(0), len(x)
    RANK = auto()
    COUNT = auto()
    STRIDES = auto()
    OTHER = auto()


class Container(Enum):
    """What a module that holds other modules does with them when it is called."""

    SEQUENTIAL = auto()  # runs one after the other
    COLLECTION = auto()  # cannot be called
    WRAPPER = auto()  # runs the one it holds


class Record:
    """What a row says, which never changes; what it does not say is the default that stands in its class.

    A frozen dataclass would do, but for the time that importing takes: most rows say nothing in most columns, and it
    would set each of them for each row.
    """

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is not to be changed")

    @classmethod
    def made(cls, columns: dict[str, Any]) -> Self:
        """The row with these columns.

        Raises:
            TypeError: there is no such column.
        """
        if not cls.__annotations__.keys() >= columns.keys():
            raise TypeError(f"no such column: {', '.join(sorted(columns.keys() - cls.__annotations__.keys()))}")
        found = cls.__new__(cls)
        found.__dict__.update(columns)
        return found

    def but(self, **columns: Any) -> Self:
        """The same row with other columns."""
        return self.made({**self.__dict__, **columns})


class Signature(Record):
    """One row: an operation under one set of parameters, with what is known of it.

    Identity:
        name: the canonical name of the operation (``sub`` for ``subtract``); ``home`` is the row's own name.
        parameters: names in positional order; ``keywords`` those after ``*``; ``variadic`` the name of a ``*size``.
        family: what kind of work it is.
        formula: the function it computes, whatever it is called; None where nothing asks.

    Transfer (functions of a bound operation):
        shape, dtype: of the tensor it returns; None where nothing is known.
        result: the value it returns where that is not one tensor; None for one tensor.
        fields: the names of the tensors that it returns, where there are several: ``eigenvalues``, ``eigenvectors``.
        nograd: the result never carries a graph.

    How it is called:
        layer: a module with parameters of its own; ``inplace``: a function that changes its first argument
            (``torch.relu_``); methods with a trailing ``_`` share the row of the method, their operations have the
            ``spelling`` ``in-place``.

    Properties, see the enums for their words:
        contiguity, range, saves, creates, tiles, whole, literals, asks.
        saves_indices: where ``dim`` is given, it keeps for backward the indices only that it returns: ``max(dim)``.
        keeps_sign: the entries of the result have the sign that all entries of the operand have.
        elementwise: each entry of the result comes from one entry of each operand, broadcast.
        per_row: the operation on one row does to that row what it does to all rows of a batch.
        value_preserving: the same numbers, or each of them several times, in another shape, order, dtype or on another
            device.
        selects: some of the entries of the operand.
        limits: the entries of the operand, but those out of bounds replaced: ``clamp``, ``relu``, ``nan_to_num``.
        takes_maximum: entries may be maxima of the operand's.
        real_only: raises for complex numbers.
        scatters: the operand with values put where an index says.
        needs_strides: a view that raises where the strides of the operand do not allow it, and never copies.
        sized_by_values: the shape of the result depends on the values of operands.
        random: two calls give two results.
        repeatable: the same operation on the same operands gives the same result.
        training: the mode that it works in where the call names none; None for what has no mode.
        synchronises: waits for the device on CUDA.
        explicit_one: the program writes size-one dims by calling it.
        keeps_mask: of a mask, the result is a mask.
        metadata_of: operands of which only shape, dtype or device is read.
        fills_with: the number every entry of the result is; ``fill_operand`` the operand that says it.
        constant: a factory whose entries are the same in each dtype and on each device.
        folds_to: the reduction that this operation becomes where a loop folds it over rows (``add``: ``sum``).
        broadcasts: the operation broadcasts two operands of which neither is a mere parameter.
        over_all: the call that reduces every dim and says so, for reductions that do so where no dim is named; None
            for those of which nothing else is expected (``all``, ``norm``).
        joins_dim: the dim along which tensors of two dims and more are joined, where no operand says it.
        degree: where the input is scaled by c > 0, the result is by c ** degree.
        spatial_dims: how many dims of an image a layer works on.
        may_be_numbers: operands that may be a Python number where others of the name are tensors: ``torch.add(2, x)``.
        may_share: the result is, or shares memory with, the operand where nothing needs to be done (``to``).

    Versions of torch, as tuples; None where it is in every torch that is supported:
        since, until: the first that has it, the first that has it no more; ``replacement`` is what to use instead.
    """

    name: str
    parameters: tuple[str, ...]
    keywords: tuple[str, ...]
    variadic: str | None
    family: Family
    home: str
    formula: Formula | None = None
    shape: ShapeTransfer | None = None
    dtype: DtypeTransfer | None = None
    result: ResultTransfer | None = None
    fields: tuple[str, ...] = ()
    nograd: bool = False
    layer: bool = False
    inplace: bool = False
    contiguity: Contiguity = Contiguity.UNKNOWN
    range: Range = Range.ANY
    keeps_sign: bool = False
    saves: Saves = Saves.UNKNOWN
    saves_indices: bool = False
    creates: Creates = Creates.WITH_OPERANDS
    tiles: Tiles | None = None
    whole: Whole = Whole.UNKNOWN
    literals: Literals | None = None
    asks: Asks | None = None
    elementwise: bool = False
    per_row: bool = False
    value_preserving: bool = False
    selects: bool = False
    limits: bool = False
    takes_maximum: bool = False
    real_only: bool = False
    scatters: bool = False
    needs_strides: bool = False
    sized_by_values: bool = False
    random: bool = False
    repeatable: bool = True
    training: bool | None = None
    synchronises: bool = False
    explicit_one: bool = False
    keeps_mask: bool = False
    metadata_of: tuple[str, ...] = ()
    fills_with: float | None = None
    fill_operand: str | None = None
    constant: bool = False
    folds_to: str | None = None
    broadcasts: bool = False
    over_all: str | None = None
    joins_dim: int | None = None
    degree: float | None = None
    spatial_dims: int | None = None
    may_be_numbers: tuple[str, ...] = ()
    may_share: bool = False
    since: tuple[int, int] | None = None
    until: tuple[int, int] | None = None
    replacement: str | None = None

    def __repr__(self) -> str:
        return f"<{self.home}({', '.join(self.parameters)}): {self.family.value}>"


class ModuleSignature(Record):
    """A class of torch.nn: its constructor's parameters, the operation that its call is, and what it holds.

    ``functional`` is the dotted name of the function that computes the same, where there is one. ``weights`` and
    ``buffers`` are the names of those it may register, depending on its arguments; ``parts`` are the modules it has
    by name, with their classes; ``depends_on_mode`` says that
    ``train()`` and ``eval()`` change its result; ``outputs`` are words for what its call returns, in order.
    """

    name: str
    parameters: tuple[str, ...]
    variadic: str | None
    operation: Signature | None = None
    container: Container | None = None
    functional: str | None = None
    weights: tuple[str, ...] = ()
    buffers: tuple[str, ...] = ()
    parts: Mapping[str, str] = MappingProxyType({})
    depends_on_mode: bool = False
    outputs: tuple[str, ...] = ("output",)
