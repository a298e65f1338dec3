from __future__ import annotations

from functools import cached_property

from ...inference.knowledge.columns import Family, Formula, Literals, Signature
from ...inference.knowledge.kinds import FLOAT
from ...inference.knowledge.signatures import TABLE
from ...inference.values import Array, Dtype, Number, Operation, Sequence, SequenceType, Tensor, Value, origins
from ..rule import Rule

# The largest number, and half of the smallest, which still rounds to 0.
LIMITS = {
    "float16": (65519.0, 2.0**-25),
    "bfloat16": (3.3961775292304957e38, 2.0**-134),
    "float32": (3.4028235677973362e38, 2.0**-150),
}
# NumPy's own scalars, as its calls are named.
_NUMPY = {"numpy.float16": "float16", "numpy.half": "float16", "numpy.float32": "float32", "numpy.single": "float32"}
_SET_DEFAULT_DTYPE = TABLE.functions["torch.set_default_dtype"]
_FROM_NUMPY = TABLE.functions["torch.from_numpy"]
_NOT_VALUES = frozenset({"dim", "index", "size", "p", "dtype", "device", "alpha", "rounding_mode", "mask", "condition"})


class Float32RangeLiteral(Rule):
    """Number outside the range of the dtype.

    What it does
    Finds a literal that float32 stores as 0 or inf, such as 1e-50 or 1e39, used with a tensor or `np.float32`; and one
    that half precision stores so, or rejects, where the dtype is known to be half.

    Why it is bad
    The number has no effect: `y + 1e-50` is y, `clamp(min=1e-50)` lets 0 through and its log is -inf,
    `F.normalize(x, eps=1e-50)` of a zero row is nan. float32 ends at 1.4e-45 and 3.4e38, half at 6e-8 and 65504. In
    half, `+ 1e-8` adds nothing and `masked_fill(mask, -1e9)` raises RuntimeError, as -1e39 does in float32. bfloat16
    has the range of float32, but its smallest number is 9.2e-41.

    Example
        def ratio(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
            return first / (second + 1e-50)

    Use instead
        def ratio(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
            return first / (second + torch.finfo(second.dtype).tiny)

    Evidence
    wrong_result: 1 / (0 + 1e-50) is inf before and 2**126 after; stable: a zero row is nan before and 0 after; raises
    for masks of -1e39, and of -1e9 in half; right_result: what float64 and masks of the lowest number give, computed
    another way; same_result and same_gradient where the epsilon does not matter.

    Fix safety
    None: `torch.finfo(x.dtype).tiny`, `.min` or `.max`, a larger epsilon and `dtype=torch.float64` are each right in
    some cases. The rule is opt-in, because callers often compute in float64, or the next line makes up for it.

    Source
    Effective PyTorch, section 7 (numerical stability);
    https://docs.pytorch.org/docs/stable/type_info.html
    """

    code = "TEF319"
    opt_in = True
    message = "{literal} is {stored} in {dtype}; take {bound} from the dtype's finfo, or compute in float64"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.literals is not None or signature.family is Family.OBJECT

    def check(self, operation: Operation) -> None:
        written = [
            (name, number)
            for name, value in operation.operands.items()
            if isinstance(value, (Number, Sequence)) and name not in _NOT_VALUES
            for number in numbers(value)
        ]
        dtype = dtype_of(operation) if written else None
        if dtype is None:
            return
        wide = dtype == "float16" and operation.signature.literals is Literals.MAYBE_WIDER
        largest, smallest = LIMITS["float32" if wide else dtype]
        for name, number in written:
            if largest < abs(number) < float("inf") or 0 < abs(number) <= smallest:
                self.report_literal(operation, name, number, dtype)
                return

    def report_literal(self, operation: Operation, name: str, number: float, dtype: str) -> None:
        """Report the operand that holds ``number``."""
        if dtype == "float32" and self.changes_default:
            return
        node = operation.nodes.get(name, operation.node)
        written = self.text(node, 30)
        literal = f"{number:g}"
        small = abs(number) < 1
        self.report(
            node,
            parts=[operation],
            literal=f"{literal} in {written}" if written.startswith(("[", "(")) else self.named(written, number),
            stored="0" if small else "out of range",
            dtype=dtype,
            bound="tiny" if small else ("max" if number > 0 else "min"),
        )

    @cached_property
    def changes_default(self) -> bool:
        """Whether the file makes another dtype the default."""
        return any(operation.signature is _SET_DEFAULT_DTYPE for operation in self.inference.operations.values())

    def named(self, written: str, number: float) -> str:
        """The number, preceded by its name where it has one."""
        return f"{number:g}" if len(written) > 24 or float_text(written) == number else f"{written} = {number:g}"


def float_text(text: str) -> float | None:
    """The value of a literal."""
    try:
        return float(text)
    except ValueError:
        return None


def numbers(value: Value, depth: int = 3) -> list[float]:
    """The floating-point literals in a value."""
    if isinstance(value, Number):
        return [value.number] if isinstance(value.number, float) else []
    if isinstance(value, Sequence) and depth > 0 and value.type in (SequenceType.LIST, SequenceType.TUPLE):
        return [number for item in value.items or [] for number in numbers(item, depth - 1)]
    return []


def dtype_of(operation: Operation) -> str | None:
    """The dtype in which an operation stores a number; ``"float32"``, the most common, where it is unknown."""
    if operation.signature.family is Family.OBJECT:
        return _NUMPY.get(operation.name)
    given = operation.operands.get("dtype")
    if given is not None and not (isinstance(given, Dtype) and given.name is not None):
        return None
    beside = operation.formula is Formula.SUBSCRIPT_WRITE or operation.signature.family is Family.COMPARISON
    result = operation.operand() if beside else operation.result
    if not isinstance(result, Tensor):
        return None
    if result.dtype in LIMITS:
        return result.dtype
    if result.dtype not in (None, FLOAT) or comes_from_numpy(result):
        return None
    return "float32"


def comes_from_numpy(value: Value) -> bool:
    """Whether a tensor may have inherited NumPy's default dtype, float64, from an array."""
    return any(
        made.signature is _FROM_NUMPY or any(isinstance(operand, Array) for operand in made.operands.values())
        for made in origins(value, 40)
    )
