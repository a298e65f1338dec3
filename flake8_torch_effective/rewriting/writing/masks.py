"""Fixes that turn conditions into masks: `&`, `|` and `~` between comparisons in parentheses."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...inference.interpreter.inference import Inference
from ...inference.knowledge.kinds import BOOL, INT
from ...inference.queries.logic import Term, is_logic, joined, links, terms_of
from ...inference.values import NONE, Number, Tensor, Text
from ..fix import Edit, Fix
from ..surroundings import inside
from ..writer import Rewriting
from .code import binding, is_call_of

# What can be read twice at no cost and without side effects: names, attributes and subscripts of them.
_READ = (cst.Name, cst.Integer, cst.Float, cst.Attribute, cst.Subscript, cst.Index, cst.Slice, cst.SubscriptElement)
_SIGNED = (cst.UnaryOperation, cst.Minus)
_ELEMENT_BY_ELEMENT = (
    cst.LessThan,
    cst.LessThanEqual,
    cst.GreaterThan,
    cst.GreaterThanEqual,
    cst.Equal,
    cst.NotEqual,
)
# How tightly an operand of `&` must bind to be readable without parentheses.
_UNARY = binding(cst.parse_expression("~x"))
_COMPARED = binding(cst.parse_expression("x < y")) + 1


def grouped(write: Rewriting, node: cst.Comparison) -> Fix | None:
    """Parentheses around each comparison next to `&`, `|` and `^`; None where one truth value is needed.

    The mask would have no single truth value either.
    """
    if is_asked(write, node) or _is_tested(write, node):
        return None
    terms, _ = terms_of(node)
    keeps = tuple(operand for term in terms for operand in term.operands)
    return Fix((Edit(node, _grouped, keeps),), safe=False)


def _grouped(node: cst.CSTNode) -> cst.BaseExpression:
    assert type(node) is cst.Comparison
    terms, symbols = terms_of(node)
    pieces = [_compared(term) if term.operators else term.operands[0] for term in terms]
    whole = pieces[0]
    for symbol, piece in zip(symbols, pieces[1:], strict=True):
        whole = cst.BinaryOperation(whole, symbol, piece)
    return whole


def _compared(term: Term) -> cst.Comparison:
    pairs = zip(term.operators, term.operands[1:], strict=True)
    targets = [cst.ComparisonTarget(operator, operand) for operator, operand in pairs]
    return cst.Comparison(term.operands[0], targets, [cst.LeftParen()], [cst.RightParen()])


def elementwise(write: Rewriting, node: cst.BaseExpression) -> Fix | None:
    """`&`, `|` and `~` for `and`, `or`, `not` and chains.

    None where a part is not a mask, would be computed twice, or where the result is used as one truth value.
    """
    if not is_mask(write.inference, node) or is_asked(write, node):
        return None
    inference = write.inference

    def change(updated: cst.CSTNode) -> cst.BaseExpression:
        assert isinstance(updated, cst.BaseExpression)
        return _elementwise(inference, node, updated).with_changes(lpar=[], rpar=[])

    return Fix((Edit(node, change, tuple(leaves(node))),), safe=False)


def leaves(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The operands of logic and comparisons: the parts that are not logic themselves."""
    if not is_logic(node):
        yield node
    elif type(node) is cst.Comparison:
        yield from (node.left, *(target.comparator for target in node.comparisons))
    else:
        for part in joined(node):
            yield from leaves(part)


def is_mask(inference: Inference, node: cst.BaseExpression, negated: bool = False) -> bool:
    """Whether an expression is, or becomes, a bool tensor, and can be written without computing more.

    A ``negated`` tensor is compared with 0, so it may hold numbers; `~` of a Python bool is a number.
    """
    if type(node) is cst.Comparison and is_logic(node):
        sides = [node.left, *(target.comparator for target in node.comparisons)]
        values = [inference.value(side) for side in sides]
        readable = all(isinstance(part, (*_READ, *_SIGNED)) for side in sides[1:-1] for part in inside(side))
        comparable = all(isinstance(operator, _ELEMENT_BY_ELEMENT) for _, operator, _ in links(node))
        if negated and not any(isinstance(value, Tensor) for value in values):
            return False
        return readable and comparable and not any(value is NONE or isinstance(value, Text) for value in values)
    if is_logic(node):
        negated = negated or type(node) is cst.UnaryOperation
        return all(is_mask(inference, part, negated) for part in joined(node))
    value = inference.value(node)
    if isinstance(value, Tensor):
        return negated or value.category == BOOL
    return isinstance(value, Number) and value.type == BOOL and not negated


def is_asked(write: Rewriting, node: cst.CSTNode) -> bool:
    """Whether a program uses the value as one truth value: with `bool`, by its annotation, or in a later test."""
    around = write.surroundings
    parent = around.parent(node)
    scope = around.scope(node)
    if type(parent) is cst.Arg:
        call = around.parent(parent)
        return call is not None and (is_call_of(call, BOOL) or is_call_of(call, INT))
    if type(parent) is cst.Return and type(scope) is cst.FunctionDef and scope.returns is not None:
        return write.module.code_for_node(scope.returns.annotation) == BOOL
    if type(parent) is not cst.Assign:
        return False
    names = {target.target.value for target in parent.targets if type(target.target) is cst.Name}
    return any(_is_tested(write, read) for name in names for read in around.mentions(scope, name))


def _is_tested(write: Rewriting, node: cst.CSTNode) -> bool:
    parent = write.surroundings.parent(node)
    while isinstance(parent, cst.BooleanOperation | cst.UnaryOperation):
        node, parent = parent, write.surroundings.parent(parent)
    return isinstance(parent, cst.If | cst.While | cst.Assert | cst.IfExp | cst.CompIf) and parent.test is node


def _elementwise(inference: Inference, node: cst.BaseExpression, updated: cst.BaseExpression) -> cst.BaseExpression:
    """The new code for ``updated``, whose original is ``node``."""
    if type(node) is cst.Comparison and type(updated) is cst.Comparison and is_logic(node):
        first, *others = [_compared(Term([a.deep_clone(), b], [sign])) for a, sign, b in links(updated)]
        whole: cst.BaseExpression = first
        for other in others:
            whole = cst.BinaryOperation(whole, cst.BitAnd(), other)
        return whole
    if type(node) is cst.UnaryOperation and type(updated) is cst.UnaryOperation and is_logic(node):
        return cst.UnaryOperation(cst.BitInvert(), _mask(inference, node.expression, updated.expression))
    if type(node) is cst.BooleanOperation and type(updated) is cst.BooleanOperation:
        sign: type[cst.BitAnd | cst.BitOr] = cst.BitAnd if type(node.operator) is cst.And else cst.BitOr
        before, after = updated.operator.whitespace_before, updated.operator.whitespace_after
        same = type(node.left) is cst.BooleanOperation and type(node.left.operator) is type(node.operator)
        left = (_elementwise if same else _mask)(inference, node.left, updated.left)
        return cst.BinaryOperation(left, sign(before, after), _mask(inference, node.right, updated.right))
    return updated


def _mask(inference: Inference, node: cst.BaseExpression, updated: cst.BaseExpression) -> cst.BaseExpression:
    """A part as an operand of `&`, `|` and `~`: an atom, or in parentheses."""
    value = inference.value(node)
    if is_logic(node):
        updated = _elementwise(inference, node, updated)
    elif isinstance(value, Tensor) and value.category != BOOL:
        number = cst.ComparisonTarget(cst.NotEqual(), cst.Integer("0"))
        updated = cst.Comparison(_in_parentheses(updated, _COMPARED), [number])
    return _in_parentheses(updated, _UNARY)


def _in_parentheses(node: cst.BaseExpression, least: int) -> cst.BaseExpression:
    if node.lpar or binding(node) >= least:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
