"""LibCST's nodes made from the ``ast`` that flake8 has ready, in a sixth of the time that LibCST's own parser takes.

They lack what only the text knows: spaces, comments, commas and parentheses.  What LibCST splits where ``ast`` does
not, as strings in parts, LibCST parses by itself.  `completion` fills in the rest where somebody needs it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import Any
from unicodedata import is_normalized, normalize

import libcst as cst

from .bare_nodes import AUGMENTED, BINARY, BOOLEAN, COMPARED, GIVEN, UNARY, Make, maker_factory, operator_of
from .walking import CHILDREN


class Inconvertible(Exception):
    """A text with something that only LibCST's parser can tell, or that newer releases of Python have."""


_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)
_SMALL = frozenset({
    ast.AnnAssign, ast.Assert, ast.Assign, ast.AugAssign, ast.Break, ast.Continue, ast.Delete, ast.Expr, ast.Global,
    ast.Import, ast.ImportFrom, ast.Nonlocal, ast.Pass, ast.Raise, ast.Return,
})  # fmt: skip
# Every field of the nodes that are converted: one that a later Python adds may stand for what LibCST does not know.
_FIELDS = frozenset({
    "annotation", "arg", "args", "asname", "attr", "bases", "body", "cause", "comparators", "context_expr", "ctx",
    "decorator_list", "defaults", "elt", "elts", "exc", "finalbody", "func", "generators", "handlers", "id", "ifs",
    "is_async", "items", "iter", "key", "keys", "keywords", "kind", "kw_defaults", "kwarg", "kwonlyargs", "left",
    "level", "lower", "module", "msg", "name", "names", "op", "operand", "ops", "optional_vars", "orelse",
    "posonlyargs", "returns", "right", "simple", "slice", "step", "target", "targets", "test", "type", "type_comment",
    "type_params", "upper", "value", "values", "vararg",
})  # fmt: skip
# These are parts of others.
_PARTS = (ast.ExceptHandler, ast.Slice, ast.alias, ast.arg, ast.arguments, ast.comprehension, ast.keyword, ast.withitem)
# A name with what else stands beside it, which ends where one must end: outside strings and comments, all that is not
# ASCII is part of a name.
_WORDS = re.compile(r"[0-9A-Za-z_\x80-\U0010ffff]+")
_QUOTES = re.compile(r"""[A-Za-z]{0,2}('''|\"""|'|")""")


def convert(
    source: str, tree: ast.Module, kinds: Collection[type[cst.CSTNode]] = ()
) -> tuple[cst.Module, dict[type, list[cst.CSTNode]]]:
    """The module of a text without its layout, and its nodes of some types, a node after those inside it.

    Args:
        source: the text.
        tree: the same text as ``ast`` parsed it.
        kinds: the types of nodes to list.

    Raises:
        Inconvertible: only LibCST's parser can tell the nodes of this text.
    """
    noted: dict[type, list[cst.CSTNode]] = {kind: [] for kind in kinds}
    converter = _Converter(source, tree, noted)
    try:
        body = converter.block(tree.body)
        return converter.make_Module(body, converter.indent or "    "), noted
    except (KeyError, UnicodeDecodeError, cst.ParserSyntaxError) as error:
        raise Inconvertible(str(error)) from error
    finally:
        vars(converter).clear()  # its methods in its own table hold the nodes


class _Converter:
    """Converts the nodes of one text; a method for each type of node has its name."""

    def __init__(self, source: str, tree: ast.Module, noted: dict[type, list[cst.CSTNode]]) -> None:
        if "\r" in source or "\f" in source:
            raise Inconvertible("line ends")
        if _may_rename(source, tree):
            raise Inconvertible("a name that Python may read as another")
        self.lines = source.split("\n")
        self.continued = "\\\n" in source
        self.indent: str | None = None  # what the first indented block is indented by
        self.noted = noted
        for cls in GIVEN:
            note = noted[cls].append if cls in noted else None
            setattr(self, f"make_{cls.__name__}", maker_factory(cls)(note))
        self.table: dict[type, Callable[[Any], Any]] = {kind: getattr(self, kind.__name__) for kind in _known_kinds()}

    def __getattr__(self, name: str) -> Make:  # for the type checker: __init__ sets every maker
        raise AttributeError(name)

    def text(self, node: ast.expr) -> str:
        """The text of an expression, without any parentheses around it."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        start, end = node.col_offset, node.end_col_offset
        line = self.lines[first]
        if first == last:
            return line[start:end] if line.isascii() else line.encode()[start:end].decode()
        head, tail = line.encode()[start:].decode(), self.lines[last].encode()[:end].decode()
        return "\n".join((head, *self.lines[first + 1 : last], tail))

    def parsed(self, node: ast.expr) -> cst.BaseExpression:
        """An expression as LibCST parses it."""
        found = cst.parse_expression(f"({self.text(node)})")
        found = found.with_changes(lpar=found.lpar[1:], rpar=found.rpar[:-1])
        if self.noted:
            self.note(found)
        return found

    def note(self, node: cst.CSTNode) -> None:
        """List a node and those inside it, as the parser does: in the order of their fields, a node after its parts."""
        for name in reversed(CHILDREN[type(node)]):
            part = getattr(node, name)
            for one in part if isinstance(part, list | tuple) else (part,):
                if isinstance(one, cst.CSTNode):
                    self.note(one)
        if type(node) in self.noted:
            self.noted[type(node)].append(node)

    def one(self, node: ast.AST) -> Any:
        """A node."""
        return self.table[node.__class__](node)

    def maybe(self, node: ast.AST | None) -> Any:
        """A node, where there is one."""
        return None if node is None else self.table[node.__class__](node)

    # Expressions.

    def Name(self, node: ast.Name) -> Any:
        return self.make_Name(node.id)

    def Attribute(self, node: ast.Attribute) -> Any:
        return self.make_Attribute(self.one(node.value), self.make_Name(node.attr))

    def Call(self, node: ast.Call) -> Any:
        return self.make_Call(self.one(node.func), self.arguments(node.args, node.keywords))

    def arguments(self, args: list[ast.expr], keywords: list[ast.keyword]) -> list[Any]:
        """The arguments of a call or class, in the order of the text."""
        make, table = self.make_Arg, self.table
        given: list[Any] = [*args, *keywords]
        if keywords and any(arg.__class__ is ast.Starred for arg in args):  # foo(a=1, *b)
            given.sort(key=lambda one: (one.lineno, one.col_offset))
        found = []
        for one in given:
            kind = one.__class__
            if kind is ast.keyword:
                value = self.one(one.value)
                found.append(make(value, None, "**") if one.arg is None else make(value, self.make_Name(one.arg), ""))
            elif kind is ast.Starred:
                found.append(make(self.one(one.value), None, "*"))
            else:
                found.append(make(table[kind](one), None, ""))
        return found

    def BinOp(self, node: ast.BinOp) -> Any:
        return self.make_BinaryOperation(self.one(node.left), operator_of(BINARY, node.op), self.one(node.right))

    def BoolOp(self, node: ast.BoolOp) -> Any:
        left = self.one(node.values[0])
        for value in node.values[1:]:
            left = self.make_BooleanOperation(left, operator_of(BOOLEAN, node.op), self.one(value))
        return left

    def UnaryOp(self, node: ast.UnaryOp) -> Any:
        return self.make_UnaryOperation(operator_of(UNARY, node.op), self.one(node.operand))

    def Compare(self, node: ast.Compare) -> Any:
        # Whether there are parentheses around one of these is asked.
        if any(type(one) is ast.BinOp and isinstance(one.op, _BITWISE) for one in (node.left, *node.comparators)):
            return self.parsed(node)
        left = self.one(node.left)
        pairs = zip(node.ops, node.comparators, strict=True)
        return self.make_Comparison(
            left, [self.make_ComparisonTarget(operator_of(COMPARED, op), self.one(one)) for op, one in pairs]
        )

    def Constant(self, node: ast.Constant) -> Any:
        value = node.value
        kind = value.__class__
        if kind is str or kind is bytes:
            text = self.text(node)
            return self.make_SimpleString(text) if _is_one_string(text) else self.parsed(node)
        if value is None or kind is bool:
            return self.make_Name(str(value))
        if kind is int:
            return self.make_Integer(self.text(node))
        if kind is float:
            return self.make_Float(self.text(node))
        return self.make_Ellipsis() if value is ... else self.make_Imaginary(self.text(node))

    def JoinedStr(self, node: ast.JoinedStr) -> Any:
        return self.parsed(node)

    def Subscript(self, node: ast.Subscript) -> Any:
        index = node.slice
        if type(index) is not ast.Tuple or not index.elts:
            return self.make_Subscript(self.one(node.value), [self.index(index)])
        first = index.elts[0]
        if (first.lineno, first.col_offset) != (index.lineno, index.col_offset):
            return self.parsed(node)  # the parentheses are those of the tuple or of its first element
        return self.make_Subscript(self.one(node.value), [self.index(one) for one in index.elts])

    def index(self, node: ast.expr) -> Any:
        """One of the parts of an index."""
        if type(node) is ast.Slice:
            parts = self.maybe(node.lower), self.maybe(node.upper), self.maybe(node.step)
            return self.make_SubscriptElement(self.make_Slice(*parts))
        if type(node) is ast.Starred:
            return self.make_SubscriptElement(self.make_Index(self.one(node.value), "*"))
        return self.make_SubscriptElement(self.make_Index(self.one(node), None))

    def Lambda(self, node: ast.Lambda) -> Any:
        return self.make_Lambda(self.parameters(node.args), self.one(node.body))

    def parameters(self, node: ast.arguments) -> Any:
        """The parameters of a function, made in the order in which LibCST makes them."""
        first, plain = node.posonlyargs, node.args
        defaults = [*[None] * (len(first) + len(plain) - len(node.defaults)), *node.defaults]
        params = [self.parameter(*pair) for pair in zip(plain, defaults[len(first) :], strict=True)]
        named = [self.parameter(*pair) for pair in zip(node.kwonlyargs, node.kw_defaults, strict=True)]
        before = [self.parameter(*pair) for pair in zip(first, defaults[: len(first)], strict=True)]
        star: Any = cst.MaybeSentinel.DEFAULT
        if node.vararg is not None:
            star = self.parameter(node.vararg, None, "*")
        elif named:
            star = cst.ParamStar()
        rest = None if node.kwarg is None else self.parameter(node.kwarg, None, "**")
        return self.make_Parameters(params, star, named, rest, before)

    def parameter(self, node: ast.arg, default: ast.expr | None, star: str = "") -> Any:
        """A parameter."""
        return self.make_Param(self.make_Name(node.arg), self.annotation(node.annotation), self.maybe(default), star)

    def annotation(self, node: ast.expr | None) -> Any:
        """An annotation, where there is one."""
        return None if node is None else self.make_Annotation(self.one(node))

    def IfExp(self, node: ast.IfExp) -> Any:
        return self.make_IfExp(self.one(node.test), self.one(node.body), self.one(node.orelse))

    def NamedExpr(self, node: ast.NamedExpr) -> Any:
        return self.make_NamedExpr(self.one(node.target), self.one(node.value))

    def elements(self, nodes: list[ast.expr]) -> list[Any]:
        """The elements of a display."""
        make, starred = self.make_Element, self.make_StarredElement
        return [starred(self.one(one.value)) if type(one) is ast.Starred else make(self.one(one)) for one in nodes]

    def Tuple(self, node: ast.Tuple) -> Any:
        return self.make_Tuple(self.elements(node.elts))

    def List(self, node: ast.List) -> Any:
        return self.make_List(self.elements(node.elts))

    def Set(self, node: ast.Set) -> Any:
        return self.make_Set(self.elements(node.elts))

    def Dict(self, node: ast.Dict) -> Any:
        make, starred = self.make_DictElement, self.make_StarredDictElement
        pairs = zip(node.keys, node.values, strict=True)
        found = [starred(self.one(one)) if key is None else make(self.one(key), self.one(one)) for key, one in pairs]
        return self.make_Dict(found)

    def generators(self, nodes: list[ast.comprehension]) -> Any:
        """The clauses of a comprehension, each inside the one before."""
        node, *rest = nodes
        target, each = self.one(node.target), self.one(node.iter)
        tests = [self.make_CompIf(self.one(test)) for test in node.ifs]
        inner = self.generators(rest) if rest else None
        return self.make_CompFor(target, each, tests, inner, cst.Asynchronous() if node.is_async else None)

    def ListComp(self, node: ast.ListComp) -> Any:
        return self.make_ListComp(self.one(node.elt), self.generators(node.generators))

    def SetComp(self, node: ast.SetComp) -> Any:
        return self.make_SetComp(self.one(node.elt), self.generators(node.generators))

    def GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        return self.make_GeneratorExp(self.one(node.elt), self.generators(node.generators))

    def DictComp(self, node: ast.DictComp) -> Any:
        return self.make_DictComp(self.one(node.key), self.one(node.value), self.generators(node.generators))

    def Await(self, node: ast.Await) -> Any:
        return self.make_Await(self.one(node.value))

    def Yield(self, node: ast.Yield) -> Any:
        return self.make_Yield(self.maybe(node.value))

    def YieldFrom(self, node: ast.YieldFrom) -> Any:
        return self.make_Yield(self.make_From(self.one(node.value)))

    # Statements.

    def block(self, nodes: list[ast.stmt]) -> list[Any]:
        """The statements of a block, small ones by their lines."""
        table = self.table
        found: list[Any] = []
        line: list[Any] = []
        end: int | None = None
        for node in nodes:
            kind = node.__class__
            made = table[kind](node)
            if self.continued and node.lineno != end and self.lines[node.lineno - 2].endswith("\\"):
                raise Inconvertible("a statement behind a backslash")
            if kind not in _SMALL:
                found.append(made)
            elif node.lineno == end:
                line.append(made)
            else:
                line = [made]
                found.append(self.make_SimpleStatementLine(line))
            end = node.end_lineno
        return found

    def suite(self, nodes: list[ast.stmt]) -> Any:
        """What stands behind a colon."""
        first = nodes[0]
        before = self.lines[first.lineno - 1][: first.col_offset]
        if type(first) in _SMALL and before.strip():
            return self.make_SimpleStatementSuite([self.one(node) for node in nodes])
        if self.indent is None:
            self.indent = before
        return self.make_IndentedBlock(self.block(nodes))

    def FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef, asynchronous: Any = None) -> Any:
        _check_no_type_parameters(node)
        return self.make_FunctionDef(
            self.make_Name(node.name),
            self.parameters(node.args),
            self.suite(node.body),
            self.decorators(node.decorator_list),
            self.annotation(node.returns),
            asynchronous,
        )

    def AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        return self.FunctionDef(node, cst.Asynchronous())

    def decorators(self, nodes: list[ast.expr]) -> list[Any]:
        """The decorators of a function or class."""
        return [self.make_Decorator(self.one(node)) for node in nodes]

    def ClassDef(self, node: ast.ClassDef) -> Any:
        _check_no_type_parameters(node)
        name, body = self.make_Name(node.name), self.suite(node.body)
        given = self.arguments(node.bases, node.keywords)
        named = [one for one in given if one.keyword is not None or one.star == "**"]
        bases = [one for one in given if one.keyword is None and one.star != "**"]
        if given[: len(bases)] != bases:
            raise Inconvertible("class A(b=1, *C)")  # which LibCST does not know
        return self.make_ClassDef(name, body, bases, named, self.decorators(node.decorator_list))

    def Return(self, node: ast.Return) -> Any:
        return self.make_Return(self.maybe(node.value))

    def Delete(self, node: ast.Delete) -> Any:
        if len(node.targets) > 1:
            return self.make_Del(self.make_Tuple(self.elements(node.targets)))
        behind = self.lines[(node.end_lineno or node.lineno) - 1].encode()[(node.targets[0].end_col_offset or 0) :]
        if behind.lstrip(b" )").startswith(b","):
            raise Inconvertible("del x,")
        return self.make_Del(self.one(node.targets[0]))

    def Assign(self, node: ast.Assign) -> Any:
        return self.make_Assign([self.make_AssignTarget(self.one(one)) for one in node.targets], self.one(node.value))

    def AugAssign(self, node: ast.AugAssign) -> Any:
        return self.make_AugAssign(self.one(node.target), operator_of(AUGMENTED, node.op), self.one(node.value))

    def AnnAssign(self, node: ast.AnnAssign) -> Any:
        target = node.target
        if (target.lineno, target.col_offset) != (node.lineno, node.col_offset):
            raise Inconvertible("(x): int")  # which LibCST does not know
        return self.make_AnnAssign(self.one(target), self.annotation(node.annotation), self.maybe(node.value))

    def otherwise(self, nodes: list[ast.stmt]) -> Any:
        """An ``else``, where there is one."""
        return self.make_Else(self.suite(nodes)) if nodes else None

    def For(self, node: ast.For | ast.AsyncFor, asynchronous: Any = None) -> Any:
        parts = self.one(node.target), self.one(node.iter), self.suite(node.body), self.otherwise(node.orelse)
        return self.make_For(*parts, asynchronous)

    def AsyncFor(self, node: ast.AsyncFor) -> Any:
        return self.For(node, cst.Asynchronous())

    def While(self, node: ast.While) -> Any:
        return self.make_While(self.one(node.test), self.suite(node.body), self.otherwise(node.orelse))

    def If(self, node: ast.If) -> Any:
        test, body = self.one(node.test), self.suite(node.body)
        last = node.orelse[0] if len(node.orelse) == 1 else None
        if type(last) is ast.If and self.lines[last.lineno - 1].startswith("elif", last.col_offset):
            return self.make_If(test, body, self.If(last))
        return self.make_If(test, body, self.otherwise(node.orelse))

    def With(self, node: ast.With | ast.AsyncWith, asynchronous: Any = None) -> Any:
        items = [
            self.make_WithItem(self.one(item.context_expr), self.as_name(item.optional_vars)) for item in node.items
        ]
        return self.make_With(items, self.suite(node.body), asynchronous)

    def AsyncWith(self, node: ast.AsyncWith) -> Any:
        return self.With(node, cst.Asynchronous())

    def as_name(self, node: ast.expr | str | None) -> Any:
        """What stands behind ``as``, where it does."""
        if node is None:
            return None
        return self.make_AsName(self.make_Name(node) if isinstance(node, str) else self.one(node))

    def Raise(self, node: ast.Raise) -> Any:
        exception = self.maybe(node.exc)
        return self.make_Raise(exception, None if node.cause is None else self.make_From(self.one(node.cause)))

    def Try(self, node: ast.Try) -> Any:
        body = self.suite(node.body)
        handlers = [self.handler(one) for one in node.handlers]
        orelse = self.otherwise(node.orelse)
        final = self.make_Finally(self.suite(node.finalbody)) if node.finalbody else None
        return self.make_Try(body, handlers, orelse, final)

    def handler(self, node: ast.ExceptHandler) -> Any:
        """An ``except`` with its block."""
        caught = node.type
        if type(caught) is ast.Tuple and not self.text(caught).startswith("("):
            raise Inconvertible("except A, B")  # which Python 3.14 allows and LibCST does not
        return self.make_ExceptHandler(self.suite(node.body), self.maybe(caught), self.as_name(node.name))

    def Assert(self, node: ast.Assert) -> Any:
        return self.make_Assert(self.one(node.test), self.maybe(node.msg))

    def imported(self, node: ast.alias) -> Any:
        """An imported name."""
        return self.make_ImportAlias(self.dotted(node.name), self.as_name(node.asname))

    def dotted(self, name: str) -> Any:
        """The name of a module."""
        first, *rest = name.split(".")
        found = self.make_Name(first)
        for part in rest:
            found = self.make_Attribute(found, self.make_Name(part))
        return found

    def Import(self, node: ast.Import) -> Any:
        return self.make_Import([self.imported(one) for one in node.names])

    def ImportFrom(self, node: ast.ImportFrom) -> Any:
        module = None if node.module is None else self.dotted(node.module)
        star = node.names[0].name == "*"
        names = self.make_ImportStar() if star else [self.imported(one) for one in node.names]
        return self.make_ImportFrom(module, names, [cst.Dot() for _ in range(node.level)])

    def Global(self, node: ast.Global) -> Any:
        return self.make_Global([self.make_NameItem(self.make_Name(name)) for name in node.names])

    def Nonlocal(self, node: ast.Nonlocal) -> Any:
        return self.make_Nonlocal([self.make_NameItem(self.make_Name(name)) for name in node.names])

    def Expr(self, node: ast.Expr) -> Any:
        return self.make_Expr(self.one(node.value))

    def Pass(self, node: ast.Pass) -> Any:
        return self.make_Pass()

    def Break(self, node: ast.Break) -> Any:
        return self.make_Break()

    def Continue(self, node: ast.Continue) -> Any:
        return self.make_Continue()


@cache
def _known_kinds() -> tuple[type[ast.AST], ...]:
    """The types of nodes that are converted; none where a part of some is not as it was known."""
    names = (name for name in vars(_Converter) if name.isalpha() and hasattr(ast, name))
    kinds: list[type[ast.AST]] = [getattr(ast, name) for name in names]
    known = all(_FIELDS.issuperset(kind._fields) for kind in _PARTS)
    return tuple(kind for kind in kinds if known and _FIELDS.issuperset(kind._fields))


def _may_rename(source: str, tree: ast.Module) -> bool:
    """Whether a text has a name that Python reads as another, as it does with ligatures and with accents apart."""
    if source.isascii() or is_normalized("NFKC", source):
        return False
    read = {normalize("NFKC", one) for one in _WORDS.findall(source) if not is_normalized("NFKC", one)}
    return any(part in read for node in ast.walk(tree) for name in _names_in(node) for part in name.split("."))


def _names_in(node: ast.AST) -> Iterator[str]:
    """The names that a node has beside those in the nodes inside it."""
    if type(node) is not ast.Constant:
        for _, value in ast.iter_fields(node):
            yield from (one for one in (value if isinstance(value, list) else (value,)) if isinstance(one, str))


def _is_one_string(text: str) -> bool:
    """Whether the text of a string is one literal for certain, not several in a row."""
    start = _QUOTES.match(text)
    if start is None:
        return False
    quotes = start.group(1)
    return text.find(quotes, start.end()) == len(text) - len(quotes)


def _check_no_type_parameters(node: ast.AST) -> None:
    if getattr(node, "type_params", None):
        raise Inconvertible("type parameters")
