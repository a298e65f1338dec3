"""Runs a program and looks at every expression of which inference claims something, each time it is evaluated.

The program's tree is rewritten: an expression ``e`` becomes ``_see_(_act_, k, e)``.  ``_act_`` is the activation: one
call of the function around it, or the module.  An activation counts the iterations of its loops, since what two
expressions have in common they have in one iteration: what was seen earlier is compared as long as no loop around it
has begun another iteration.
"""

from __future__ import annotations

import ast
import copy
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import torch

from tests.inference.differential.api import Value
from tests.inference.differential.claims import Fact, Key, agree, objections, related
from tests.inference.differential.limits import (
    HIGHEST_RANK,
    LARGEST,
    MOST_EVENTS,
    MOST_ITEMS,
    MOST_ITERATIONS,
    Guard,
    Stopped,
)
from tests.inference.differential.places import Place

# To read a shape is an operation for the guard as well.
_LOOKS = 20 * MOST_EVENTS
SEE, ENTER, ITERATE, ACTIVATION = "_see_", "_enter_", "_iterate_", "_act_"


@dataclass(slots=True)
class Site:
    """One expression of which inference claims something."""

    place: Place
    value: Value
    loops: tuple[int, ...]
    states: set[object] = field(default_factory=set)
    facts: list[tuple[Key, Fact]] = field(default_factory=list)


@dataclass(frozen=True)
class Disagreement:
    """Something that inference says of an expression and that torch contradicts."""

    place: Place
    text: str
    claim: str

    def __str__(self) -> str:
        return f"line {self.place[0]}, {self.text}: {self.claim}"


class Activation:
    """One call of a function, or the run of the module: its loops' iterations and what was seen in it."""

    __slots__ = ("iterations", "seen")

    def __init__(self, loops: int) -> None:
        self.iterations = [0] * loops
        self.seen: dict[Key, dict[int, tuple[object, tuple[tuple[int, int], ...]]]] = {}


class Trace:
    """What is seen in one run of a program."""

    def __init__(self, source: str, claims: dict[Place, Value]) -> None:
        self.lines = source.splitlines()
        self.disagreements: list[Disagreement] = []
        self.events = 0
        self.iterations = 0
        self.finished = False
        tree = ast.parse(source)
        instrument = _Instrument(claims)
        instrument.body(tree.body)
        self.sites = instrument.sites
        self.loops = instrument.loops
        for site, facts in zip(self.sites, related([site.value for site in self.sites]), strict=True):
            site.facts = facts
        self.code = compile(tree, "<program>", "exec")

    def run(self, namespace: dict[str, Any]) -> None:
        """Run the program up to its end, its first exception, or until it is too long."""
        activation = Activation(self.loops)
        namespace |= {SEE: self.see, ENTER: self.enter, ITERATE: self.iterate, ACTIVATION: activation}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.set_grad_enabled(True)
            try:
                with Guard(_LOOKS):
                    exec(self.code, namespace)
                self.finished = True
            except (Exception, Stopped):
                pass  # what was seen before it stands
            finally:
                namespace.clear()  # or a generator left under no_grad would end in the next program
                torch.set_grad_enabled(True)

    def enter(self) -> Activation:
        return Activation(self.loops)

    def iterate(self, activation: Activation, loop: int) -> bool:
        activation.iterations[loop] += 1
        self.iterations += 1
        if self.iterations > MOST_ITERATIONS:
            raise Stopped
        return True

    def see(self, activation: Activation, number: int, real: Any) -> Any:
        """Compare an object with what inference says of the expression it came from."""
        self.events += 1
        if self.events > MOST_EVENTS:
            raise Stopped
        site = self.sites[number]
        if isinstance(real, torch.Tensor):
            if real.numel() > LARGEST or real.dim() > HIGHEST_RANK:
                raise Stopped
            state: object = (real.shape, real.dtype, real.requires_grad, real.is_leaf)
        elif isinstance(real, list | tuple | dict):
            if len(real) > MOST_ITEMS:
                raise Stopped
            state = None
        else:
            state = (type(real), real if isinstance(real, int | str | float) else None)
        if state is None or state not in site.states:
            if state is not None:
                site.states.add(state)
            for claim in objections(site.value, real):
                self._disagree(site, claim)
        if site.facts:
            self._relate(activation, number, site, real)
        return real

    def _relate(self, activation: Activation, number: int, site: Site, real: object) -> None:
        iterations = activation.iterations
        at = tuple((loop, iterations[loop]) for loop in site.loops)
        for key, fact in site.facts:
            found = fact(real)
            entries = activation.seen.setdefault(key, {})
            for other, (earlier, when) in entries.items():
                if all(iterations[loop] == count for loop, count in when):
                    if not agree(key[0], earlier, found):
                        said = self._text(self.sites[other].place)
                        claim = f"says {key[0].value} with {said} (line {self.sites[other].place[0]})"
                        shown = key[0].name != "OBJECT"
                        self._disagree(site, claim + (f", {_short(earlier)} != {_short(found)}" if shown else ""))
                    break
            entries.pop(number, None)
            entries[number] = (found, at)

    def _disagree(self, site: Site, claim: str) -> None:
        if len(self.disagreements) < 20:
            found = Disagreement(site.place, self._text(site.place), claim)
            if found not in self.disagreements:
                self.disagreements.append(found)

    def _text(self, place: Place) -> str:
        first, start, last, end = place
        line = self.lines[first - 1]
        return line[start:end] if first == last else line[start:]


def _short(fact: object) -> str:
    text = str(fact[1:3] if isinstance(fact, tuple) and isinstance(fact[-1:], tuple) and len(fact) == 4 else fact)
    return text if len(text) < 60 else text[:57] + "..."


class _Instrument:
    """Rewrites a program's tree in place."""

    def __init__(self, claims: dict[Place, Value]) -> None:
        self.claims = claims
        self.sites: list[Site] = []
        self.loops = 0
        self.around: tuple[int, ...] = ()

    # --- statements --------------------------------------------------------------------------------------------------

    def body(self, statements: list[ast.stmt]) -> None:
        """Rewrite the statements of a block."""
        result: list[ast.stmt] = []
        for statement in statements:
            before, after = self.statement(statement)
            result += [*before, statement, *after]
        statements[:] = result

    def statement(self, node: ast.stmt) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """Rewrite a statement; what is to stand in front of it and behind it."""
        if isinstance(node, ast.Assign):
            node.value = self.expression(node.value)
            after = self.bound(*node.targets)
            node.targets = [self.target(target) for target in node.targets]
            return [], after
        if isinstance(node, ast.AnnAssign):
            if node.value is None:
                return [], []
            node.value = self.expression(node.value)
            return [], self.bound(node.target)
        if isinstance(node, ast.AugAssign):
            bound = self.bound(node.target)  # which says what was read
            node.value = self.expression(node.value)
            return bound, []
        if isinstance(node, ast.For):
            node.iter = self.expression(node.iter)
            start = self.loop()
            bound = self.bound(node.target)
            self.body(node.body)
            self.around = self.around[:-1]
            node.body[:0] = [_statement(start), *bound]
            self.body(node.orelse)
        elif isinstance(node, ast.While):
            start = self.loop()
            node.test = ast.BoolOp(ast.And(), [start, self.expression(node.test)], **_WHERE)
            self.body(node.body)
            self.around = self.around[:-1]
            self.body(node.orelse)
        elif isinstance(node, ast.FunctionDef):
            node.args.defaults = [self.expression(default) for default in node.args.defaults]
            around, self.around = self.around, ()
            self.body(node.body)
            self.around = around
            node.body.insert(0, ast.Assign([_STORED], _ENTERED, **_WHERE))
        elif isinstance(node, ast.ClassDef):
            self.body(node.body)
        elif isinstance(node, ast.With):
            for item in node.items:
                item.context_expr = self.expression(item.context_expr)
            bound = [one for item in node.items if item.optional_vars for one in self.bound(item.optional_vars)]
            self.body(node.body)
            node.body[:0] = bound
        elif isinstance(node, ast.Try):
            for block in (node.body, *(handler.body for handler in node.handlers), node.orelse, node.finalbody):
                self.body(block)
        elif isinstance(node, ast.If):
            node.test = self.expression(node.test)
            self.body(node.body)
            self.body(node.orelse)
        elif isinstance(node, ast.Match):
            node.subject = self.expression(node.subject)
            for case in node.cases:
                case.guard = None if case.guard is None else self.expression(case.guard)
                self.body(case.body)
        elif not isinstance(node, ast.Delete | ast.Global | ast.Nonlocal):
            self.children(node)
        return [], []

    def loop(self) -> ast.expr:
        """Begin another loop: what marks that an iteration of it starts."""
        number = self.loops
        self.loops += 1
        self.around = (*self.around, number)
        return _call(_ITERATED, number)

    def bound(self, *targets: ast.expr) -> list[ast.stmt]:
        """Statements that look at what the targets of one statement have been given, once all are.

        In ``h, f, h = ...`` only the last ``h`` can be looked at, and no ``h.a`` in front of it.
        """
        found: list[ast.stmt] = []
        superseded: set[str] = set()
        for target in reversed([leaf for one in targets for leaf in _leaves(one)]):
            number = None if _root(target) in superseded else self.site(target)
            if isinstance(target, ast.Name):
                superseded.add(target.id)
            if number is not None:
                loaded = copy.copy(target)
                loaded.ctx = ast.Load()
                found.append(_statement(_call(_SEEN, number, loaded)))
        return found[::-1]

    def target(self, target: ast.expr) -> ast.expr:
        """Rewrite what a target reads: the object whose attribute or item is set."""
        if isinstance(target, ast.Attribute | ast.Subscript):
            target.value = self.expression(target.value)
            if isinstance(target, ast.Subscript):
                target.slice = self.expression(target.slice)
        return target

    # --- expressions -------------------------------------------------------------------------------------------------

    def children(self, node: ast.AST) -> None:
        """Rewrite all expressions in a node."""
        for name, child in ast.iter_fields(node):
            if isinstance(child, ast.expr):
                setattr(node, name, self.expression(child))
            elif isinstance(child, list):
                child[:] = [self.expression(one) if isinstance(one, ast.expr) else self.part(one) for one in child]

    def part(self, node: Any) -> Any:
        if isinstance(node, ast.keyword):
            node.value = self.expression(node.value)
        return node

    def expression(self, node: ast.expr) -> ast.expr:
        """Rewrite an expression; wrapped where inference claims something of it."""
        number = self.site(node)
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                node.func.value = self.expression(node.func.value)
            elif not isinstance(node.func, ast.Name):
                node.func = self.expression(node.func)
            node.args = [self.expression(one) for one in node.args]
            for keyword in node.keywords:
                keyword.value = self.expression(keyword.value)
        elif isinstance(node, ast.Lambda):
            around, self.around = self.around, ()
            entered = ast.NamedExpr(_STORED, _ENTERED, **_WHERE)
            body = ast.Tuple([entered, self.expression(node.body)], ast.Load(), **_WHERE)
            node.body = ast.Subscript(body, ast.Constant(1, **_WHERE), ast.Load(), **_WHERE)
            self.around = around
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            self.comprehension(node)
        elif isinstance(node, ast.NamedExpr):
            node.value = self.expression(node.value)
        elif not isinstance(node, ast.Constant | ast.Name | ast.JoinedStr):
            self.children(node)
        return node if number is None else _call(_SEEN, number, node)

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        around = self.around
        for generator in node.generators:
            generator.iter = self.expression(generator.iter)
            start = self.loop()
            conditions = [self.expression(condition) for condition in generator.ifs]
            generator.ifs = [start, *conditions]
        if isinstance(node, ast.DictComp):
            node.key, node.value = self.expression(node.key), self.expression(node.value)
        else:
            node.elt = self.expression(node.elt)
        self.around = around

    def site(self, node: ast.expr) -> int | None:
        """The number of an expression of which inference claims something; None for all others."""
        first, start, last, end = node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0
        place = (first, start, last, end)
        value = self.claims.get(place)
        if value is None and isinstance(node, ast.Tuple | ast.GeneratorExp):  # LibCST does not count its parentheses
            value = self.claims.get((first, start + 1, last, end - 1))
        if value is None or isinstance(node, ast.Constant | ast.Starred | ast.Slice):
            return None
        self.sites.append(Site(place, value, self.around))
        return len(self.sites) - 1


def _leaves(target: ast.expr) -> Iterator[ast.Name | ast.Attribute]:
    """The names and attributes that a target gives values, in order."""
    if isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _leaves(element)
    elif isinstance(target, ast.Starred):
        yield from _leaves(target.value)
    elif isinstance(target, ast.Name | ast.Attribute):
        yield target


def _root(target: ast.expr) -> str | None:
    """The name that reading a target begins with."""
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else None


_WHERE: dict[str, Any] = {"lineno": 1, "col_offset": 0}


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load(), **_WHERE)


# The tree may hold one node at several places: the compiler only reads it.
_SEEN, _ITERATED, _ACTIVE = _name(SEE), _name(ITERATE), _name(ACTIVATION)
_ENTERED = ast.Call(_name(ENTER), [], [], **_WHERE)
_STORED = ast.Name(ACTIVATION, ast.Store(), **_WHERE)


def _call(function: ast.expr, number: int, *arguments: ast.expr) -> ast.expr:
    return ast.Call(function, [_ACTIVE, ast.Constant(number, **_WHERE), *arguments], [], **_WHERE)


def _statement(expression: ast.expr) -> ast.stmt:
    return ast.Expr(expression, **_WHERE)
