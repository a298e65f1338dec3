"""The arguments of `one_hot` and the conversion of its result, where a program scatters ones into zeros."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Family, Formula
from ...inference.patterns.pairwise import inserted_axis
from ...inference.transfer import shapes
from ...inference.values import Dtype, Notation, Number, Operation, Tensor, Value
from ..fix import Edit, Fix, Part
from ..surroundings import inside
from ..writer import Rewriting

_CONVERSIONS = {"float32": ".float()", "float64": ".double()", "float16": ".half()", "bool": ".bool()", "int64": ""}
# Arguments of zeros that `one_hot` does not have.
_OWN_WAYS = ("out", "layout", "requires_grad", "pin_memory", "names", "memory_format")


@dataclass(frozen=True)
class Piece:
    """A template with the part that fills ``{it}``; ``certain`` where it is certainly equivalent."""

    template: str
    part: Part
    certain: bool = True

    def named(self, name: str) -> str:
        """The template with another name for the part."""
        return self.template.replace("{it", f"{{{name}")


def labels_of(index: Value, node: cst.CSTNode | None, dim: int, rank: int | None) -> Piece | None:
    """The labels from which an index with a dim of size 1 is made; None where it may have more columns.

    Args:
        index: what is scattered along ``dim``, written as ``node``.
        dim: the dim that the zeros have and the labels lack.
        rank: the number of dims of the zeros, None if unknown.
    """
    conversion, certain = "", True
    for _ in range(4):
        origin = index.origin
        if origin is None:
            return None
        if origin.signature.family is Family.CONVERSION:
            others = [value for name, value in origin.operands.items() if name != "input"]
            certain = certain and all(isinstance(value, Dtype) for value in others)
            conversion = ".long()"
            index, node = origin.operand(), origin.nodes.get("input")
            continue
        axis = inserted_axis(origin)
        reduced = (
            origin.signature.family is Family.REDUCTION and keeps(origin) and is_axis(origin.operand("dim"), dim, rank)
        )
        if reduced or (axis is None and isinstance(index, Tensor) and index.shape and index.dim(dim) == 1):
            return Piece(f"{{it:tight}}.squeeze({dim}){conversion}", Part(node, index), certain)
        if axis is None:
            return None
        base = origin.operand()
        known = base.rank if isinstance(base, Tensor) else None
        if not is_axis(Number("int", axis), dim, rank) or (None not in (known, rank) and known != (rank or 0) - 1):
            return None
        if origin.formula is Formula.RESHAPE and known is None:  # accepts labels of any rank
            flat = len(transfer.sizes_of(origin, "size", "shape") or ()) == 2
            certain, conversion = certain and flat, ".flatten()" * flat + conversion
        return Piece("{it:tight}" + conversion, Part(origin.nodes.get("input"), base), certain)
    return None


def classes_of(zeros: Operation, dim: int) -> Piece | None:
    """The number of classes: the size of the zeros along ``dim``, as written; None if it is not written."""
    if zeros.signature.shape is shapes.same:
        return Piece(f"{{it:tight}}.size({dim})", Part(zeros.nodes.get("input"), zeros.operand()))
    call = zeros.node
    arguments = call.args if type(call) is cst.Call else ()
    sizes = [argument.value for argument in arguments if argument.keyword is None]
    if any(argument.star for argument in arguments):
        return None
    if len(sizes) == 1:
        if not isinstance(sizes[0], cst.Tuple | cst.List):
            return Piece(f"{{it:tight}}[{dim}]", Part(sizes[0]))
        sizes = [element.value for element in sizes[0].elements]
    return Piece("{it}", Part(sizes[dim])) if -len(sizes) <= dim < len(sizes) else None


def conversion_to(target: Tensor, zeros: Operation) -> Piece | None:
    """The conversion of `one_hot`'s int64 to the dtype of the zeros; None if that is unknown."""
    found = _CONVERSIONS.get(target.dtype or "")
    if found is not None:
        return Piece(found, Part(None))
    if isinstance(zeros.nodes.get("dtype"), cst.IfExp):
        return None  # less readable after the encoding than before it
    if "dtype" in zeros.nodes:
        return Piece(".to({it})", Part(zeros.nodes["dtype"], zeros.operand("dtype")))
    like = Piece(".to({it:tight}.dtype)", Part(zeros.nodes.get("input"), zeros.operand()))
    return like if zeros.result is target and "input" in zeros.nodes else None


def fixed(write: Rewriting, scatter: Operation, zeros: Operation, dim: int, move: str) -> Fix | None:
    """`one_hot` instead of the scatter; the zeros are removed if nothing else reads them.

    None where they are created with special arguments, or are read in between.
    """
    target, index = scatter.operand(), scatter.operand("index")
    rank = target.rank if isinstance(target, Tensor) else None
    labels = labels_of(index, scatter.nodes.get("index"), dim, rank)
    column = Piece(f"{{it:tight}}.squeeze({dim})", Part(scatter.nodes.get("index"), index))
    classes = classes_of(zeros, dim)
    conversion = conversion_to(target, zeros) if isinstance(target, Tensor) else None
    if classes is None or conversion is None or zeros.given(*_OWN_WAYS) or scatter.given("out"):
        return None
    if any(isinstance(part, cst.NamedExpr | cst.Await) for part in inside(scatter.node)):
        return None
    around = write.surroundings
    first = around.statement(zeros.node)
    name = scatter.nodes.get("input")
    renews = type(name) is cst.Name and gives_to(around.parent(scatter.node), name)
    gone = first if renews and around.following(first) is around.statement(scatter.node) else None
    made = None
    for one in ([labels] if labels is not None and labels.certain else []) + [column]:
        parts = {"labels": one.part, "classes": classes.part}
        if "{it" in conversion.template:
            parts["dtype"] = conversion.part
        call = f"{{functional}}.one_hot({one.named('labels')}, {classes.named('classes')})"
        code = call + conversion.named("dtype") + move
        made = made or write.replacement(scatter.node, code, parts, safe=False, gone=gone, writes=True)
    if made is None or scatter.notation is not Notation.IN_PLACE or around.encloses(scatter.node, zeros.node):
        return made
    return assigned(write, made, scatter, zeros, name) if type(name) is cst.Name else None


def assigned(write: Rewriting, made: Fix, scatter: Operation, zeros: Operation, name: cst.Name) -> Fix | None:
    """The fix for named zeros that are modified in place: the name is bound to the new tensor instead."""
    around = write.surroundings
    mentions = [node for node in around.mentions(around.scope(scatter.node), name.value) if node is not name]
    first, second = around.statement(zeros.node), around.statement(scatter.node)
    together = around.parent(first) is around.parent(second)
    assign = first.body[0] if type(first) is cst.SimpleStatementLine and len(first.body) == 1 else None
    if type(assign) is not cst.Assign or len(assign.targets) != 1 or not together:
        return None
    target = assign.targets[0].target
    between = [node for node in mentions if around.before(first, node) and around.before(node, second)]
    if between != [target]:
        return None
    line = around.parent(scatter.node)
    if line is None or not gives_to(line, name):
        return made if mentions == [target] else None
    removed = Edit(first, lambda _: cst.RemoveFromParent())
    if type(line) is cst.Assign:
        return Fix((*made.edits, removed), made.safe, made.needs_torch)

    def change(updated: cst.CSTNode) -> cst.Assign:
        assert type(updated) is cst.Expr
        return cst.Assign([cst.AssignTarget(cst.Name(name.value))], updated.value)

    return Fix((*made.edits, removed, Edit(line, change, (scatter.node,))), made.safe, made.needs_torch)


def gives_to(line: cst.CSTNode | None, name: cst.Name) -> bool:
    """Whether a statement is only an expression, or assigns it to that name."""
    if type(line) is cst.Assign:
        targets = [target.target for target in line.targets]
        return len(targets) == 1 and type(targets[0]) is cst.Name and targets[0].value == name.value
    return type(line) is cst.Expr


def keeps(reduction: Operation) -> bool:
    """Whether a reduction has ``keepdim=True``."""
    keepdim = reduction.operands.get("keepdim")
    return isinstance(keepdim, Number) and keepdim.number is True


def is_axis(value: Value, dim: int, rank: int | None) -> bool:
    """Whether a number refers to the axis ``dim``; without a rank, 1 is assumed to be the last."""
    axis = transfer.integer(value)
    if axis is None:
        return False
    return (axis - dim) % (2 if rank is None else rank) == 0 if (axis < 0) != (dim < 0) else axis == dim
