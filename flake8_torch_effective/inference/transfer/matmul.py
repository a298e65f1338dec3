"""The shapes of matrix products and of distances between all pairs."""

from __future__ import annotations

from ..knowledge.columns import ShapeTransfer
from ..values import Dim, Number, Operation, Sequence, Shape, Text
from .sizes import broadcast, integer, shape_of


def inner(op: Operation) -> Shape:
    a, b = shape_of(op.operand()), shape_of(op.operand("other"))
    if a is None or b is None:
        return None
    if not a or not b:
        return a + b
    return a[:-1] + b[:-1]


def tensordot(op: Operation) -> Shape:
    a, b = shape_of(op.operand("a")), shape_of(op.operand("b"))
    dims = integer(op.operands.get("dims", Number("int", 2)))
    if a is None or b is None or dims is None or not 0 <= dims <= min(len(a), len(b)):
        return None
    return a[: len(a) - dims] + b[dims:]


def kron(op: Operation) -> Shape:
    a, b = shape_of(op.operand()), shape_of(op.operand("other"))
    return None if a is None or b is None else (None,) * max(len(a), len(b))


def product_of(first: str, second: str, rank: int, batch: bool) -> ShapeTransfer:
    """The shape of ``first @ second``, to which an input was added: ``addmm`` and its kind."""

    def shape(op: Operation) -> Shape:
        a, b = shape_of(op.operand(first)), shape_of(op.operand(second))
        size = rank if batch else 2
        lead = None if a is None or len(a) < 2 else a[-2]
        trail = None if b is None or len(b) < 2 else b[-1]
        found: tuple[Dim, ...] = (lead, trail)
        if batch and size == 3:
            found = (a[0] if a else None, *found)
        return found

    return shape


def addmv(op: Operation) -> Shape:
    mat = shape_of(op.operand("mat"))
    return (mat[0] if mat else None,)


def addr(op: Operation) -> Shape:
    a, b = shape_of(op.operand("vec1")), shape_of(op.operand("vec2"))
    return (a[0] if a else None, b[0] if b else None)


def matmul_shape(a: Shape, b: Shape) -> Shape:
    """The shape of ``a @ b``.  Source: https://docs.pytorch.org/docs/stable/generated/torch.matmul.html"""
    if a is None or b is None:
        return None
    if not a or not b:
        return None
    if len(a) == 1 and len(b) == 1:
        return ()
    if len(b) == 1:
        return a[:-1]
    if len(a) == 1:
        return (*b[:-2], b[-1])
    batch = broadcast((a[:-2], b[:-2]))
    return None if batch is None else (*batch, a[-2], b[-1])


def matmul(second: str) -> ShapeTransfer:
    return lambda op: matmul_shape(shape_of(op.operand()), shape_of(op.operand(second)))


def fixed_matmul(second: str, rank: int) -> ShapeTransfer:
    def shape(op: Operation) -> Shape:
        a, b = shape_of(op.operand()), shape_of(op.operand(second))
        first: Shape = a if a is not None and len(a) == rank else (None,) * rank
        other: Shape = b if b is not None and len(b) == rank else (None,) * rank
        assert first is not None
        assert other is not None
        return (*first[:-1], other[-1])

    return shape


def mv(op: Operation) -> Shape:
    a = shape_of(op.operand())
    return (a[0] if a else None,)


def outer(op: Operation) -> Shape:
    a, b = shape_of(op.operand()), shape_of(op.operand("vec2"))
    return (a[0] if a else None, b[0] if b else None)


def einsum(op: Operation) -> Shape:
    equation = op.operand("equation")
    if not isinstance(equation, Text) or equation.text is None or "..." in equation.text or "->" not in equation.text:
        return None
    inputs, _, output = equation.text.replace(" ", "").partition("->")
    sizes: dict[str, Dim] = {}
    operands = op.operand("operands")
    for letters, value in zip(
        inputs.split(","), operands.items or [] if isinstance(operands, Sequence) else [], strict=False
    ):
        shape = shape_of(value)
        if shape is not None and len(shape) == len(letters):
            for letter, size in zip(letters, shape, strict=True):
                if size is not None:
                    sizes.setdefault(letter, size)
    return tuple(sizes.get(letter) for letter in output)


def cdist(op: Operation) -> Shape:
    a, b = shape_of(op.operand("x1")), shape_of(op.operand("x2"))
    if a is None or b is None or len(a) < 2 or len(b) < 2:
        return None
    batch = broadcast((a[:-2], b[:-2]))
    return None if batch is None else (*batch, a[-2], b[-2])


product = matmul("other")
mm = fixed_matmul("mat2", 2)
bmm = fixed_matmul("mat2", 3)
addmm = product_of("mat1", "mat2", 2, False)
addbmm = product_of("batch1", "batch2", 2, False)
baddbmm = product_of("batch1", "batch2", 3, True)
