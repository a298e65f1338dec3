"""An expression as text: with the parentheses that its place needs, on one line where it is short."""

from __future__ import annotations

import ast
import re
from keyword import iskeyword

import libcst as cst

from ..surroundings import Surroundings

# How tightly an expression binds.
ATOM = 20
NAMED = 1
_BINDING: dict[type, int] = {
    cst.GeneratorExp: 0,
    cst.Yield: 0,
    cst.NamedExpr: 0,
    cst.Lambda: 2,
    cst.IfExp: 3,
    cst.Tuple: 0,
    cst.Or: 4,
    cst.And: 5,
    cst.Not: 6,
    cst.Comparison: 7,
    cst.BitOr: 8,
    cst.BitXor: 9,
    cst.BitAnd: 10,
    cst.LeftShift: 11,
    cst.RightShift: 11,
    cst.Add: 12,
    cst.Subtract: 12,
    cst.Multiply: 13,
    cst.Divide: 13,
    cst.FloorDivide: 13,
    cst.Modulo: 13,
    cst.MatrixMultiply: 13,
    cst.Minus: 14,
    cst.Plus: 14,
    cst.BitInvert: 14,
    cst.Power: 15,
    cst.Await: 16,
}

# The longest part that is put on one line.
_SHORT = 60

# What ends in the dot of an attribute, unlike a number such as ``1.``.
_NAME_AND_DOT = re.compile(r"(\b[^\W\d]\w*|[)\]}])\s*\.$")


class Code(str):
    """An expression's text that adds parentheses to itself where its place in a format string needs them.

    ``{x}`` is an argument, ``{x:tight}`` is followed by an attribute, a subscript or a call, ``{x:operand}`` an operand
    of ``+``, ``*``, ``&`` or a minus sign, ``{x:factor}`` the first one of a product.
    """

    binding: int

    def __new__(cls, node: cst.BaseExpression, text: str) -> Code:
        made = super().__new__(cls, text)
        made.binding = ATOM if node.lpar else binding(node)
        return made

    def __format__(self, spec: str) -> str:
        least = {"": NAMED, "tight": ATOM, "operand": ATOM - 1, "factor": _BINDING[cst.Multiply]}[spec]
        return str(self) if self.binding >= least else f"({self!s})"


def unparenthesized(node: cst.CSTNode) -> cst.CSTNode:
    """A node without the parentheses around it, which then go around what takes its place."""
    return node.with_changes(lpar=[], rpar=[]) if isinstance(node, cst.BaseExpression) else node


def binding(node: cst.CSTNode) -> int:
    """How tightly an expression binds, not counting parentheses around it."""
    if isinstance(node, cst.BinaryOperation | cst.BooleanOperation | cst.UnaryOperation):
        return _BINDING[type(node.operator)]
    if isinstance(node, cst.Integer | cst.Float | cst.Imaginary):
        return ATOM - 1
    return _BINDING.get(type(node), ATOM)


def written(module: cst.Module, node: cst.CSTNode, negative: bool = False) -> Code:
    """The code of an expression of a module, negated on request, for use in new code."""
    assert isinstance(node, cst.BaseExpression)
    if not negative:
        node = bare(node)
        return Code(node, in_line(module.code_for_node(node)))
    node = bare(node)
    opposite = _opposite(node)
    if opposite is not None:
        return written(module, opposite)
    inner = Code(node, in_line(module.code_for_node(node)))
    # Never in front of the first factor: that may be a mask or of uint8, and `-x % 2 * 3` is another number.
    power = type(node) is cst.BinaryOperation and type(node.operator) is cst.Power
    text = f"-{inner!s}" if power else f"-{inner:operand}"
    return Code(cst.UnaryOperation(cst.Minus(), cst.Name("x")), text)


def from_text(module: cst.Module, text: str) -> cst.BaseExpression:
    """The expression parsed from a text, with the line endings of a module."""
    try:
        config = module.config_for_parsing
    except ValueError:  # LibCST found a form feed in the indentation, and then rejects it
        config = cst.PartialParserConfig(default_newline=module.default_newline)
    return cst.parse_expression(text, config)


def parsed(module: cst.Module, code: str) -> cst.BaseExpression:
    """The expression parsed from a text, in parentheses where it has several lines."""
    node = from_text(module, f"({code})")
    try:
        ast.parse(code, mode="eval")
    except SyntaxError:
        return node
    return node.with_changes(lpar=node.lpar[1:], rpar=node.rpar[:-1])


def in_lines(around: Surroundings, module: cst.Module, template: str, name: str, found: cst.BaseExpression) -> str:
    """A template whose call has one argument per line, where a long first one had its own line in the old code."""
    call = re.search(rf"\({{{name}}}((?:, [^()]*)?)\)", template)
    argument = around.parent(found)
    opening, closing = _edges(module, found, argument, None if argument is None else around.parent(argument))
    if call is None or "\n" not in written(module, found) or "#" in opening + closing:
        return template
    if "\n" not in opening or "\n" not in closing:
        return template
    further = call[1].replace(", ", f",{opening}")
    return f"{template[: call.start()]}({opening}{{{name}}}{further}{closing}){template[call.end() :]}"


def _edges(
    module: cst.Module, node: cst.BaseExpression, argument: cst.CSTNode | None, call: cst.CSTNode | None
) -> tuple[str, str]:
    """The whitespace between an expression and the parentheses around it, its own or those of a call."""
    code = module.code_for_node
    if bare(node) is not node:
        return code(node.lpar[0].whitespace_after), code(node.rpar[-1].whitespace_before)
    if type(argument) is not cst.Arg or type(call) is not cst.Call or call.args[0] is not argument:
        return "", ""
    last = call.args[-1]
    closing = code(last.whitespace_after_arg)
    if type(last.comma) is cst.Comma:
        closing += "," + code(last.comma.whitespace_after)
    return code(call.whitespace_before_args), closing


def bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """An expression without the parentheses around it, unless they contain a comment."""
    plain = not any(has_comment(parenthesis) for parenthesis in (*node.lpar, *node.rpar))
    if not node.lpar or not plain or isinstance(node, cst.GeneratorExp | cst.Tuple):
        return node
    return node.with_changes(lpar=[], rpar=[])


def is_call_of(node: cst.CSTNode, builtin: str) -> bool:
    """Whether an expression calls a builtin by its name: ``range(n)``."""
    return type(node) is cst.Call and type(node.func) is cst.Name and node.func.value == builtin


def has_comment(node: cst.CSTNode) -> bool:
    """Whether a node or its parentheses contain a comment."""
    return type(node) is cst.Comment or any(has_comment(child) for child in node.children)


def in_line(code: str) -> str:
    """Multi-line code on one line where that is short; unchanged if it has comments or strings."""
    if "\n" not in code or any(mark in code for mark in "#\"'\\"):
        return code
    joined = re.sub(r"(\w*)\s*\n\s*(?=(.))", _join, code)
    joined = re.sub(r"(?<=[(\[{]) | (?=[)\]}]|\.[A-Za-z_])", "", joined)
    for comma in [*re.finditer(r",(?=[)\]}])", joined)][::-1] if len(joined) <= 2 * _SHORT else ():
        shorter = joined[: comma.start()] + joined[comma.end() :]
        if ast.dump(ast.parse(f"({shorter})")) == ast.dump(ast.parse(f"({joined})")):  # otherwise it makes a tuple
            joined = shorter
    return joined if len(joined) <= _SHORT else code


def _join(gap: re.Match[str]) -> str:
    """A line break as a space; as nothing behind a dot, and in front of a subscript or the parentheses of a call."""
    word, before = gap[1], gap.string[: gap.start()].rstrip()[-1:]
    closed = word.isidentifier() and not iskeyword(word) if word else before in tuple(")]}")
    opens = gap[2] in "[(" and closed
    dotted = before == "." and not word and _NAME_AND_DOT.search(gap.string[: gap.start()])
    return word if opens or dotted else f"{word} "


def _opposite(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """An expression without its leading minus sign; None where it has none."""
    if type(node) is cst.UnaryOperation and type(node.operator) is cst.Minus:
        return node.expression
    if type(node) is not cst.BinaryOperation or not isinstance(node.operator, cst.Multiply | cst.Divide):
        return None
    left = None if node.left.lpar else _opposite(node.left)
    if type(left) is cst.Integer and left.value == "1" and type(node.operator) is cst.Multiply:
        return node.right
    return None if left is None else node.with_changes(left=left)
