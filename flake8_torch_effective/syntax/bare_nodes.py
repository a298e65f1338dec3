"""Makers of LibCST nodes without layout, as `conversion` needs them; to ask for the layout counts as a mistake."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Final

import libcst as cst

Make = Callable[..., Any]


class Lacking(Exception):
    """Layout was asked for that a node does not have yet."""


class _Blank:
    """Stands for layout that a node does not have yet: whoever asks anything of it gets `Lacking`, and it counts."""

    asked = 0

    def _ask(self, *_: object) -> Any:
        _Blank.asked += 1
        raise Lacking

    __getattr__ = __len__ = __iter__ = __getitem__ = __contains__ = __eq__ = __ne__ = __hash__ = __bool__ = _ask
    __add__ = __radd__ = __str__ = __repr__ = __format__ = __lt__ = __le__ = __gt__ = __ge__ = __call__ = _ask
    __class__ = property(_ask)  # isinstance asks it


_BLANK: Final = _Blank()


def times_asked() -> int:
    """How often layout was asked for that a node lacked, in this process: whatever came of it cannot be relied on."""
    return _Blank.asked


# The fields of each node that are given; all others are layout.
GIVEN: Mapping[type[cst.CSTNode], Sequence[str]] = {
    cst.AnnAssign: ("target", "annotation", "value"),
    cst.Annotation: ("annotation",),
    cst.Arg: ("value", "keyword", "star"),
    cst.AsName: ("name",),
    cst.Assert: ("test", "msg"),
    cst.Assign: ("targets", "value"),
    cst.AssignTarget: ("target",),
    cst.Attribute: ("value", "attr"),
    cst.AugAssign: ("target", "operator", "value"),
    cst.Await: ("expression",),
    cst.BinaryOperation: ("left", "operator", "right"),
    cst.BooleanOperation: ("left", "operator", "right"),
    cst.Break: (),
    cst.Call: ("func", "args"),
    cst.ClassDef: ("name", "body", "bases", "keywords", "decorators"),
    cst.CompFor: ("target", "iter", "ifs", "inner_for_in", "asynchronous"),
    cst.CompIf: ("test",),
    cst.Comparison: ("left", "comparisons"),
    cst.ComparisonTarget: ("operator", "comparator"),
    cst.Continue: (),
    cst.Decorator: ("decorator",),
    cst.Del: ("target",),
    cst.Dict: ("elements",),
    cst.DictComp: ("key", "value", "for_in"),
    cst.DictElement: ("key", "value"),
    cst.Element: ("value",),
    cst.Ellipsis: (),
    cst.Else: ("body",),
    cst.ExceptHandler: ("body", "type", "name"),
    cst.Expr: ("value",),
    cst.Finally: ("body",),
    cst.Float: ("value",),
    cst.For: ("target", "iter", "body", "orelse", "asynchronous"),
    cst.From: ("item",),
    cst.FunctionDef: ("name", "params", "body", "decorators", "returns", "asynchronous"),
    cst.GeneratorExp: ("elt", "for_in"),
    cst.Global: ("names",),
    cst.If: ("test", "body", "orelse"),
    cst.IfExp: ("test", "body", "orelse"),
    cst.Imaginary: ("value",),
    cst.Import: ("names",),
    cst.ImportAlias: ("name", "asname"),
    cst.ImportFrom: ("module", "names", "relative"),
    cst.ImportStar: (),
    cst.IndentedBlock: ("body",),
    cst.Index: ("value", "star"),
    cst.Integer: ("value",),
    cst.Lambda: ("params", "body"),
    cst.List: ("elements",),
    cst.ListComp: ("elt", "for_in"),
    cst.Module: ("body", "default_indent"),
    cst.Name: ("value",),
    cst.NameItem: ("name",),
    cst.NamedExpr: ("target", "value"),
    cst.Nonlocal: ("names",),
    cst.Param: ("name", "annotation", "default", "star"),
    cst.Parameters: ("params", "star_arg", "kwonly_params", "star_kwarg", "posonly_params"),
    cst.Pass: (),
    cst.Raise: ("exc", "cause"),
    cst.Return: ("value",),
    cst.Set: ("elements",),
    cst.SetComp: ("elt", "for_in"),
    cst.SimpleStatementLine: ("body",),
    cst.SimpleStatementSuite: ("body",),
    cst.SimpleString: ("value",),
    cst.Slice: ("lower", "upper", "step"),
    cst.StarredDictElement: ("value",),
    cst.StarredElement: ("value",),
    cst.Subscript: ("value", "slice"),
    cst.SubscriptElement: ("slice",),
    cst.Try: ("body", "handlers", "orelse", "finalbody"),
    cst.Tuple: ("elements",),
    cst.UnaryOperation: ("operator", "expression"),
    cst.While: ("test", "body", "orelse"),
    cst.With: ("items", "body", "asynchronous"),
    cst.WithItem: ("item", "asname"),
    cst.Yield: ("value",),
}  # fmt: skip

# Fields that are not given and that texts with another value cannot be converted for, or that nobody tells by.
_SET = frozenset({"type_parameters", "encoding", "default_newline"})

_OPERATORS: Mapping[type, tuple[str, str]] = {
    ast.Add: ("Add", "AddAssign"),
    ast.Sub: ("Subtract", "SubtractAssign"),
    ast.Mult: ("Multiply", "MultiplyAssign"),
    ast.MatMult: ("MatrixMultiply", "MatrixMultiplyAssign"),
    ast.Div: ("Divide", "DivideAssign"),
    ast.FloorDiv: ("FloorDivide", "FloorDivideAssign"),
    ast.Mod: ("Modulo", "ModuloAssign"),
    ast.Pow: ("Power", "PowerAssign"),
    ast.LShift: ("LeftShift", "LeftShiftAssign"),
    ast.RShift: ("RightShift", "RightShiftAssign"),
    ast.BitAnd: ("BitAnd", "BitAndAssign"),
    ast.BitOr: ("BitOr", "BitOrAssign"),
    ast.BitXor: ("BitXor", "BitXorAssign"),
}
BINARY = {kind: getattr(cst, names[0]) for kind, names in _OPERATORS.items()}
AUGMENTED = {kind: getattr(cst, names[1]) for kind, names in _OPERATORS.items()}
UNARY = {ast.USub: cst.Minus, ast.UAdd: cst.Plus, ast.Not: cst.Not, ast.Invert: cst.BitInvert}
BOOLEAN = {ast.And: cst.And, ast.Or: cst.Or}
COMPARED: Mapping[type, type[cst.CSTNode]] = {
    ast.Eq: cst.Equal, ast.NotEq: cst.NotEqual, ast.Lt: cst.LessThan, ast.LtE: cst.LessThanEqual,
    ast.Gt: cst.GreaterThan, ast.GtE: cst.GreaterThanEqual, ast.Is: cst.Is, ast.IsNot: cst.IsNot, ast.In: cst.In,
    ast.NotIn: cst.NotIn,
}  # fmt: skip


@cache
def maker_factory(cls: type[cst.CSTNode]) -> Callable[[Callable[[cst.CSTNode], object] | None], Make]:
    """Makes a maker of nodes without layout, which hands each to a function where it gets one."""
    given = GIVEN[cls]
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls}
    lines = ["node = new(cls)"]
    for field in fields(cls):
        scope[f"set_{field.name}"] = getattr(cls, field.name).__set__
        value = field.name
        if field.name not in given:
            value = f"layout_{field.name}"
            default = field.default if field.default_factory is MISSING else field.default_factory()
            scope[value] = default if field.name in _SET else _BLANK
        lines.append(f"set_{field.name}(node, {value})")
    making = "\n        ".join(lines)
    exec(
        f"def factory(note):\n    def make({', '.join(given)}):\n        {making}\n        return node\n"
        f"    def make_noted({', '.join(given)}):\n        {making}\n        note(node)\n        return node\n"
        "    return make if note is None else make_noted",
        scope,
    )
    found: Callable[[Callable[[cst.CSTNode], object] | None], Make] = scope["factory"]
    return found


@cache
def _operator(cls: type[cst.CSTNode]) -> Make:
    # "!=" has its text, which stands for it in comparisons of code.
    default = cls()
    values = {field.name: default.value if field.name == "value" else _BLANK for field in fields(cls)}  # type: ignore[attr-defined]
    setters = [(getattr(cls, name).__set__, value) for name, value in values.items()]

    def make() -> cst.CSTNode:
        node = object.__new__(cls)
        for setter, value in setters:
            setter(node, value)
        return node

    return make


def operator_of(table: Mapping[Any, type[cst.CSTNode]], operator: ast.AST) -> Any:
    """A new operator, by one of the tables."""
    return _operator(table[operator.__class__])()
