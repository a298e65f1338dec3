"""What a fix is, and how a rule writes one: an expression's text with the user's own operands in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

import libcst as cst

from ..inference.interpreter import Inference
from ..inference.purity import is_harmless, is_pure, makes_new, only_computes
from ..inference.values import UNKNOWN, Number, Operation, Reference, Tensor, Text, Value
from ..syntax.surroundings import Path, Scope, Surroundings, children_of, follow, inside, names_in

Safety: TypeAlias = "Literal['safe', 'unsafe']"
Changed: TypeAlias = "cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNode]"


@dataclass(frozen=True)
class Edit:
    """One node to change.

    ``change`` is given the node as the fixes inside it have left it, and gives what takes its place.  ``keeps`` are the
    nodes inside that live on in that: what is fixed in them stays fixed.
    """

    node: cst.CSTNode
    change: Callable[[cst.CSTNode], Changed]
    keeps: tuple[cst.CSTNode, ...] = ()


@dataclass(frozen=True)
class Fix:
    """What makes a finding go away: edits that are made together or not at all.

    ``safe`` where values, gradients, dtype and device stay what they were.  ``needs_torch`` where the new code says
    ``torch`` and the module has no name for it.
    """

    edits: tuple[Edit, ...]
    safe: bool
    needs_torch: bool = False

    @property
    def safety(self) -> Safety:
        """The word for it."""
        return "safe" if self.safe else "unsafe"


@dataclass(frozen=True)
class Part:
    """Something the new code reads: where it is written, what it is, and whether it is read negated."""

    node: cst.CSTNode | None
    value: Value = UNKNOWN
    negative: bool = False


def operand(operation: Operation, name: str = "input", negative: bool = False) -> Part | None:
    """An operand of an operation as a part of new code; None where none was given."""
    if name not in operation.operands and name not in operation.nodes:
        return None
    node = operation.nodes.get(name)
    return Part(None if node is operation.node else node, operation.operand(name), negative)


class Code(str):
    """An expression's text that puts parentheses around itself where its place in a format string asks for them.

    ``{x}`` is an argument, ``{x:tight}`` something that an attribute, a subscript or a call follows, ``{x:operand}`` an
    operand of ``+``, ``*``, ``&`` or a minus sign, ``{x:factor}`` the first one of a product.
    """

    binding: int

    def __new__(cls, node: cst.BaseExpression, text: str) -> Code:
        made = super().__new__(cls, text)
        made.binding = ATOM if node.lpar else binding(node)
        return made

    def __format__(self, spec: str) -> str:
        least = {"": NAMED, "tight": ATOM, "operand": ATOM - 1, "factor": _BINDING[cst.Multiply]}[spec]
        return str(self) if self.binding >= least else f"({self!s})"


# Inside these other names hold than around them.
_OWN_NAMES = (cst.Lambda, cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)

# What only asks a tensor for numbers of its shape.
_SIZES = frozenset({"dim", "len", "numel", "size"})

# What a part may measure to be put on one line.
_SHORT = 60

# What does more than compute; and what may leave out, or put off, what stands in it.
_ACTIONS = (cst.Call, cst.Await, cst.Yield, cst.NamedExpr)
_CONDITIONS = (cst.IfExp, cst.BooleanOperation, cst.Comparison, cst.Assert, *_OWN_NAMES)

# How tightly an expression holds together.
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


def binding(node: cst.CSTNode) -> int:
    """How tightly an expression holds together, parentheses around it not counted."""
    if isinstance(node, cst.BinaryOperation | cst.BooleanOperation | cst.UnaryOperation):
        return _BINDING[type(node.operator)]
    if isinstance(node, cst.Integer | cst.Float | cst.Imaginary):
        return ATOM - 1
    return _BINDING.get(type(node), ATOM)


class Rewriting:
    """Writes fixes for the findings of one module."""

    def __init__(self, module: cst.Module, inference: Inference) -> None:
        self.module = module
        self.inference = inference

    @cached_property
    def surroundings(self) -> Surroundings:
        """Where the nodes of the module stand."""
        return Surroundings(
            self.module,
            lambda call: is_harmless(call, self.inference),
            lambda call: makes_new(call, self.inference),
        )

    def expression(self, node: cst.CSTNode, template: str, *, safe: bool, **parts: Part | str | None) -> Fix | None:
        """The fix that puts new code in the place of an expression.

        Args:
            node: the expression to replace.
            template: the new code, with ``{torch}`` and ``{functional}`` for those modules, and the parts in braces
                (see `Code`).
            safe: whether values, gradients, dtype and device stay what they were.
            parts: what the new code reads; text is put in as it is.

        Returns:
            None where a part cannot be written at ``node``: it stands in another function, its names may have changed
            since, or writing it again would compute it twice; and where the old code also changes something in place,
            or is a statement, such as ``x **= 0.5``.
        """
        return self.replacement(node, template, parts, safe=safe)

    def replacement(
        self,
        node: cst.CSTNode,
        template: str,
        parts: Mapping[str, Part | str | None],
        *,
        safe: bool,
        gone: cst.CSTNode | None = None,
        writes: bool = False,
    ) -> Fix | None:
        """The fix that puts new code in the place of an expression, as `expression` does.

        Args:
            node: the expression to replace.
            template: the new code.
            parts: what the new code reads.
            safe: whether values, gradients, dtype and device stay what they were.
            gone: the statement right before, where the caller removes it: what it computes may move.
            writes: whether the caller sees to what the expression changes in place, for which there is no fix else.
        """
        names = self.modules(node, template)
        if names is None or not isinstance(node, cst.BaseExpression) or self._was_changed_in_place(node, parts):
            return None
        texts: dict[str, str] = {}
        paths: dict[str, tuple[Path, bool]] = {}
        removed: list[cst.CSTNode] = []
        for name, part in parts.items():
            if part is None:
                return None
            if isinstance(part, str):
                texts[name] = part
                continue
            found = self.find(part, node, gone)
            if found is None:
                return None
            if isinstance(found, str):
                texts[name] = f"-{found}" if part.negative else found
                continue
            if not self._simple(found) and len(re.findall(rf"{{{name}[:}}]", template)) > 1:
                return None
            path = self.surroundings.path(node, found)
            if path is not None:
                paths[name] = (path, part.negative)
                continue
            texts[name] = self._code(found, part.negative)
            if not self._goes(found, gone) and not self._stays(found, node):
                moved = self._moved(found, node)
                if moved is None or _changes_in_place(moved, (found,)):
                    return None
                removed.append(moved)

        if not self._fits_text(node, [template, *texts.values()]):
            return None

        def change(updated: cst.CSTNode) -> cst.CSTNode:
            inner = updated.with_changes(lpar=[], rpar=[])  # its parentheses go around the new code
            inside = {
                name: self._code(follow(updated, path) if path else inner, negative)
                for name, (path, negative) in paths.items()
            }
            code = template.format(**names.texts, **texts, **inside)
            return self._parsed(code)

        keeps = tuple(kept for path, _ in paths.values() for kept in ([follow(node, path)] if path else node.children))
        kept_whole = not all(path for path, _ in paths.values())
        if not (writes or kept_whole) and _changes_in_place(node, keeps):
            return None
        edits = [Edit(node, change, keeps), *(Edit(line, lambda _: cst.RemoveFromParent()) for line in removed)]
        return Fix(tuple(edits), safe, names.missing)

    def beneath(
        self, node: cst.CSTNode, kept: Sequence[Operation], template: str, *, safe: bool, **parts: Part | str | None
    ) -> Fix | None:
        """The fix that takes away an expression around others that stay, and puts new code beneath those.

        ``log(softmax(x)[rows])`` becomes ``log_softmax(x)[rows]``: the index is what is kept.

        Args:
            node: the expression that goes.
            kept: the operations that stay, outermost first, each written inside the one before; `expression` does all
                where there are none.
            template: the new code, as `expression` takes it, in the place of the innermost one's input.
            safe: as `expression` takes it.
            parts: as `expression` takes them.
        """
        if not kept:
            return self.expression(node, template, safe=safe, **parts)
        top, inner = kept[0].node, kept[-1].nodes.get("input")
        nested = all(outer.nodes.get("input") is one.node for outer, one in pairwise(kept))
        path = self.surroundings.path(node, top)
        if inner is None or not nested or not path or not isinstance(node, cst.BaseExpression):
            return None
        beneath = self.expression(inner, template, safe=safe, **parts)
        if beneath is None or _changes_in_place(node, (top,)):
            return None
        around = Edit(node, lambda updated: follow(updated, path), (top,))
        return Fix((*beneath.edits, around), safe, beneath.needs_torch)

    def _was_changed_in_place(self, node: cst.CSTNode, parts: Mapping[str, Part | str | None]) -> bool:
        """Whether another statement computes something in place on the way from the parts to an expression."""
        ends = {id(part.value) for part in parts.values() if isinstance(part, Part)}
        ends |= {id(part.value.identity) for part in parts.values() if isinstance(part, Part)}
        queue = [self.inference.value(node)]
        seen: set[int] = set()
        for value in queue:
            origin = value.origin
            if origin is None or id(origin) in seen or id(value) in ends or len(seen) > 200:
                continue
            if value.identity is not None and id(value.identity) in ends:
                continue
            seen.add(id(origin))
            if _is_in_place(origin) and not self.surroundings.encloses(node, origin.node):
                return True
            queue.extend(origin.operands.values())
        return False

    def _parsed(self, code: str) -> cst.BaseExpression:
        """The expression that a text is, in parentheses where its lines need them."""
        node = cst.parse_expression(f"({code})", self.module.config_for_parsing)
        try:
            ast.parse(code, mode="eval")
        except SyntaxError:
            return node
        return node.with_changes(lpar=node.lpar[1:], rpar=node.rpar[:-1])

    def writes(self, value: Value) -> list[Operation]:
        """The operations that change a tensor in place: methods such as ``add_``, stores, augmented assignments."""
        identity = value.identity
        readers = [] if identity is None else self.inference.consumers.get(identity, [])
        in_place = [one for one in readers if one.spelling in ("in-place", "augmented") or one.name == "setitem"]
        return [one for one in in_place if one.operand().identity is identity]

    def modules(self, node: cst.CSTNode, template: str = "{torch}") -> Modules | None:
        """How code at a node says ``torch`` and ``torch.nn.functional``; None where other things have these names."""
        needs_torch, needs_functional = "{torch}" in template, "{functional}" in template
        torch = self.spelled("torch", node)
        functional = self.spelled("torch.nn.functional", node)
        if functional is None:
            nn = self.spelled("torch.nn", node)
            functional = None if nn is None else f"{nn}.functional"
        missing = torch is None and (needs_torch or (needs_functional and functional is None))
        if missing and self.is_bound("torch", node):
            return None
        torch = torch or "torch"
        return Modules({"torch": torch, "functional": functional or f"{torch}.nn.functional"}, missing)

    def spelled(self, dotted: str, node: cst.CSTNode) -> str | None:
        """The name under which code at a node knows a module; None where it has none."""
        for scope in self._scopes(node):
            bound = self.surroundings.bindings(scope)
            for name, nodes in bound.items():
                for found in nodes:
                    if self._imports(found) != (dotted, name) or self._is_hidden(name, node, scope):
                        continue
                    if scope is self.module or self.surroundings.before(found, node):
                        return name
        bound = self.surroundings.bindings(self.module)
        for name, value in self.inference.exported.items():
            if not isinstance(value, Reference) or value.name != dotted or self._is_hidden(name, node, self.module):
                continue
            if not all(self._is_for_types(found) for found in bound.get(name, ())):
                return name
        return None

    def _imports(self, node: cst.CSTNode) -> tuple[str, str] | None:
        """The module that an import binds when the program runs, and under which name."""
        alias = node if isinstance(node, cst.ImportAlias) else self.surroundings.parent(node)
        if not isinstance(alias, cst.ImportAlias):
            return None
        if self._is_for_types(alias):
            return None
        statement = self.surroundings.parent(alias)
        dotted = _dotted(alias.name)
        if isinstance(statement, cst.ImportFrom):
            if statement.module is None or statement.relative:
                return None
            dotted = f"{_dotted(statement.module)}.{dotted}"
        elif alias.asname is None:
            dotted = dotted.partition(".")[0]
        name = dotted.rpartition(".")[2] if alias.asname is None else next(names_in(alias.asname.name)).value
        return dotted, name

    def _is_for_types(self, node: cst.CSTNode) -> bool:
        """Whether a statement is there for type checkers alone."""
        tests = (around.test for around in self.surroundings.ancestors(node) if isinstance(around, cst.If))
        return any("TYPE_CHECKING" in self.module.code_for_node(test) for test in tests)

    def _scopes(self, node: cst.CSTNode) -> Iterator[Scope]:
        """What a name at a node is looked up in, in turn: class bodies only where it stands in one directly."""
        scope = first = self.surroundings.scope(node)
        while not isinstance(scope, cst.Module):
            if scope is first or not isinstance(scope, cst.ClassDef):
                yield scope
            scope = self.surroundings.scope(scope)
        yield scope

    def _is_hidden(self, name: str, node: cst.CSTNode, owner: cst.CSTNode) -> bool:
        for scope in self._scopes(node):
            if scope is owner:
                return False
            if name in self.surroundings.bindings(scope):
                return True
        return False

    def is_bound(self, name: str, node: cst.CSTNode) -> bool:
        """Whether the module gives a name a meaning of its own that holds at a node."""
        return any(name in self.surroundings.bindings(scope) for scope in self._scopes(node))

    def find(self, part: Part, node: cst.CSTNode, gone: cst.CSTNode | None = None) -> cst.BaseExpression | str | None:
        """Where code that replaces ``node`` finds a part: an expression to take over, or text for a literal.

        A part written as ``node`` itself is what the new code goes around.
        """
        written = part.node
        if isinstance(written, cst.BaseExpression) and written is node:
            return written
        if isinstance(written, cst.BaseExpression) and (self._can_take(written, node) or self._goes(written, gone)):
            return written
        for candidate in self._candidates(node):
            value = self.inference.value(candidate)
            if value is part.value and value is not UNKNOWN and not isinstance(value, Number | Text):
                if self._can_take(candidate, node):
                    return candidate
            identity = value.identity
            if identity is not None and value is not UNKNOWN and identity is part.value.identity:
                if self._can_take(candidate, node):
                    return candidate
        if isinstance(part.value, Number) and part.value.number is not None:
            return repr(part.value.number)
        return None

    def _goes(self, found: cst.CSTNode, gone: cst.CSTNode | None) -> bool:
        return gone is not None and self.surroundings.encloses(gone, found)

    def _can_take(self, found: cst.BaseExpression, node: cst.CSTNode) -> bool:
        if self.surroundings.encloses(node, found):
            return found is not node and not self._depends(found, node)
        if self.surroundings.scope(found) is not self.surroundings.scope(node):
            return False
        return self._stays(found, node) or self._moved(found, node) is not None

    def _stays(self, found: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether an earlier expression can be written again at ``node``, where it means the same and costs nothing."""
        return self._simple(found) and all(self.surroundings.stays(name, found, node) for name in _roots(found))

    def _depends(self, found: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether something between two expressions decides if, how often or with which names the inner one runs."""
        current = found
        for ancestor in self.surroundings.ancestors(found):
            if ancestor is node:
                return False
            if isinstance(ancestor, _OWN_NAMES):
                return True
            if isinstance(ancestor, cst.IfExp) and current is not ancestor.test:
                return True
            if isinstance(ancestor, cst.BooleanOperation) and current is not ancestor.left:
                return True
            current = ancestor
        return False

    def _candidates(self, node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
        """The expressions inside one, and inside what its local names were last given."""
        stack: list[cst.CSTNode] = [node]
        depth = {id(node): 0}
        scope = self.surroundings.scope(node)
        bound = {} if isinstance(scope, cst.Module) else self.surroundings.bindings(scope)
        while stack:
            current = stack.pop(0)
            for _, _, child in children_of(current):
                if not isinstance(child, _OWN_NAMES):
                    depth[id(child)] = depth[id(current)]
                    stack.append(child)
            if current is not node and isinstance(current, cst.BaseExpression):
                yield current
            if isinstance(current, cst.Name) and len(bound.get(current.value, ())) == 1 and depth[id(current)] < 3:
                value = self._assigned(bound[current.value][0])
                if value is not None and id(value) not in depth:
                    depth[id(value)] = depth[id(current)] + 1
                    stack.append(value)

    def _assigned(self, target: cst.CSTNode) -> cst.BaseExpression | None:
        statement = self.surroundings.parent(target)
        return statement.value if isinstance(statement, cst.Assign) and len(statement.targets) == 1 else None

    def _simple(self, node: cst.CSTNode) -> bool:
        """Whether reading an expression a second time costs next to nothing and changes nothing."""
        if isinstance(node, cst.Name | cst.Integer | cst.Float | cst.SimpleString):
            return True
        if isinstance(node, cst.Attribute):
            return self._simple(node.value)
        if isinstance(node, cst.UnaryOperation):
            return isinstance(node.operator, cst.Minus) and self._simple(node.expression)
        if isinstance(node, cst.Tuple):
            return all(isinstance(entry, cst.Element) and self._simple(entry.value) for entry in node.elements)
        return self._is_size(node)

    def _is_size(self, node: cst.CSTNode) -> bool:
        """Whether an expression is ``x.size(0)``, ``x.shape[0]``, ``len(x)`` or the like of a named tensor."""
        if isinstance(node, cst.Subscript):
            index = node.slice[0].slice
            shape = isinstance(node.value, cst.Attribute) and node.value.attr.value == "shape"
            return shape and isinstance(index, cst.Index) and self._simple(node.value) and self._simple(index.value)
        operation = self.inference.operation(node) if isinstance(node, cst.Call) else None
        if operation is None or operation.name not in _SIZES or not isinstance(operation.operand(), Tensor):
            return False
        return all(self._simple(part) for part in operation.nodes.values())

    def _moved(self, found: cst.CSTNode, node: cst.CSTNode) -> cst.CSTNode | None:
        """The assignment that can be removed when an expression of it moves into a statement after it in its block.

        Its name must be read nowhere but in ``node``.  Where other statements stand in between, the expression must do
        nothing but compute, from names that keep their objects.
        """
        around = self.surroundings
        statement = around.statement(found)
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
            return None
        assign = statement.body[0]
        if not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
            return None
        target = assign.targets[0].target
        scope = around.scope(found)
        if isinstance(found, cst.Name):
            return statement if self._is_renewed(found, assign, node) else None
        use = around.statement(node)
        if not isinstance(scope, cst.FunctionDef) or not isinstance(target, cst.Name) or self._repeats(node):
            return None
        # Its comments have no place in the new code.
        if _has_comment(found):
            return None
        if not isinstance(use, cst.SimpleStatementLine) or around.parent(use) is not around.parent(statement):
            return None
        at_once = around.following(statement) is use and self._comes_first(node, use)
        if not at_once and not self._can_wait(found, node):
            return None
        return statement if self.reads_within(target, node) else None

    def _comes_first(self, node: cst.CSTNode, statement: cst.CSTNode) -> bool:
        """Whether a statement evaluates an expression in any case, and does nothing but compute before that."""
        around = [node, *self.surroundings.ancestors(node)]
        for part in inside(statement):
            if part is node:
                return True
            encloses = any(part is ancestor for ancestor in around)
            if isinstance(part, _CONDITIONS if encloses else _ACTIONS):
                if not (isinstance(part, cst.Call) and is_pure(part, self.inference)):
                    return False
        return False

    def _fits_text(self, node: cst.CSTNode, texts: Iterable[str]) -> bool:
        """Whether new code can stand where an expression is, if that is in an f-string: none may show the code itself.

        Before Python 3.12 no quote, backslash, comment or line break can be added there.
        """
        around = self.surroundings.ancestors(node)
        fields = [field for field in around if isinstance(field, cst.FormattedStringExpression)]
        if any(field.equal is not None for field in fields):
            return False
        return not fields or not any(mark in text for text in texts for mark in "'\"\\#\n")

    def reads_within(self, name: cst.Name, node: cst.CSTNode) -> bool:
        """Whether a local name is read inside a node, or given its value once, and nowhere else in its function."""
        scope = self.surroundings.scope(name)
        alike = self.surroundings.mentions(scope, name.value)
        outside = [other for other in alike if not self.surroundings.encloses(node, other)]
        return len(outside) == 1 and len(alike) > 1 and isinstance(scope, cst.FunctionDef)

    def code(self, text: str) -> Callable[[cst.CSTNode], cst.CSTNode]:
        """What an edit does that puts an expression in the place of whatever is there."""
        return lambda _: cst.parse_expression(text, self.module.config_for_parsing)

    def _repeats(self, node: cst.CSTNode) -> bool:
        """Whether a comprehension or lambda around an expression says how often it runs."""
        for ancestor in self.surroundings.ancestors(node):
            if isinstance(ancestor, _OWN_NAMES):
                return True
            if isinstance(ancestor, cst.BaseStatement):
                break
        return False

    def _can_wait(self, found: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether an expression gives the same when it is computed at ``node``, some statements later."""
        assert isinstance(found, cst.BaseExpression)
        stays = all(self.surroundings.stays(name, found, node) for name in _roots(found))
        return stays and only_computes(found, self.inference)

    def _is_renewed(self, found: cst.Name, assign: cst.Assign, node: cst.CSTNode) -> bool:
        """Whether an assignment gives ``found`` a new value only for ``node``, which wants the old one."""
        around = self.surroundings
        target = assign.targets[0]
        if not isinstance(target.target, cst.Name) or target.target.value != found.value:
            return False
        if isinstance(around.scope(found), cst.Module) or _changes_in_place(assign.value, ()):
            return False
        return around.stays(found.value, found, node, target) and around.is_only_for(assign, found.value, node)

    def _code(self, node: cst.CSTNode, negative: bool = False) -> Code:
        assert isinstance(node, cst.BaseExpression)
        if not negative:
            node = bare(node)
            return Code(node, _in_line(self.module.code_for_node(node)))
        node = bare(node)
        opposite = _opposite(node)
        if opposite is not None:
            return self._code(opposite)
        inner = Code(node, _in_line(self.module.code_for_node(node)))
        scales = isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply | cst.Divide)
        power = isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Power)
        text = f"-{inner!s}" if (scales and not node.lpar) or power else f"-{inner:operand}"
        return Code(cst.UnaryOperation(cst.Minus(), cst.Name("x")), text)


@dataclass(frozen=True)
class Modules:
    """How a place says ``torch`` and ``torch.nn.functional``, and whether an import is missing for that."""

    texts: dict[str, str]
    missing: bool


def _changes_in_place(node: cst.CSTNode, keeps: tuple[cst.CSTNode, ...]) -> bool:
    """Whether an expression, apart from what is kept of it, leaves something behind besides its value."""
    stack: list[cst.CSTNode] = [node]
    while stack:
        current = stack.pop()
        if any(current is kept for kept in keeps):
            continue
        if isinstance(current, cst.NamedExpr | cst.Await | cst.Yield):
            return True
        if isinstance(current, cst.Call):
            name = current.func.attr if isinstance(current.func, cst.Attribute) else current.func
            method = name.value if isinstance(name, cst.Name) else ""
            if (method.endswith("_") and not method.endswith("__")) or _has_target(current):
                return True
        stack.extend(child for _, _, child in children_of(current))
    return False


def _is_in_place(operation: Operation) -> bool:
    called = operation.node.func if isinstance(operation.node, cst.Call) else None
    name = called.attr if isinstance(called, cst.Attribute) else called
    named = isinstance(name, cst.Name) and name.value.endswith("_") and not name.value.endswith("__")
    inplace = operation.operands.get("inplace")
    told = inplace is not None and not (isinstance(inplace, Number) and inplace.number is False)
    return named or told or operation.spelling in ("in-place", "augmented") or "out" in operation.operands


def _has_target(call: cst.Call) -> bool:
    """Whether a call is told where to put its result."""
    given = {argument.keyword.value: argument.value for argument in call.args if argument.keyword is not None}
    inplace = given.get("inplace")
    return "out" in given or not (inplace is None or (isinstance(inplace, cst.Name) and inplace.value == "False"))


def _in_line(code: str) -> str:
    """Code that the user has broken into lines, on one line where that is short; with comments or texts it stays."""
    if "\n" not in code or any(mark in code for mark in "#\"'\\"):
        return code
    joined = re.sub(r"\s*\n\s*", " ", code)
    joined = re.sub(r"(?<=[(\[{]) | (?=[)\]}]|\.[A-Za-z_])", "", joined)
    return joined if len(joined) <= _SHORT else code


def _opposite(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """An expression without the minus sign that it starts with; None where there is none to take off."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        return node.expression
    if not isinstance(node, cst.BinaryOperation) or not isinstance(node.operator, cst.Multiply | cst.Divide):
        return None
    left = None if node.left.lpar else _opposite(node.left)
    if isinstance(left, cst.Integer) and left.value == "1" and isinstance(node.operator, cst.Multiply):
        return node.right
    return None if left is None else node.with_changes(left=left)


def _has_comment(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Comment) or any(_has_comment(child) for child in node.children)


def bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """An expression without the parentheses around it, where no comment stands in them."""
    plain = not any(_has_comment(parenthesis) for parenthesis in (*node.lpar, *node.rpar))
    if not node.lpar or not plain or isinstance(node, cst.GeneratorExp | cst.Tuple):
        return node
    return node.with_changes(lpar=[], rpar=[])


def _roots(node: cst.CSTNode) -> set[str]:
    return {name.value for name in inside(node) if isinstance(name, cst.Name)}


def _dotted(node: cst.BaseExpression) -> str:
    if isinstance(node, cst.Attribute):
        return f"{_dotted(node.value)}.{node.attr.value}"
    return node.value if isinstance(node, cst.Name) else ""
