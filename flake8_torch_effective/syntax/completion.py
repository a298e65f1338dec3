"""Gives nodes made from ``ast`` the layout that they lack, by the same text as LibCST parses it.

The nodes stay the same objects, so what is known of them stays known.  Each statement of the module is completed by
itself, when somebody needs the layout of a node in it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import cache, cached_property
from itertools import accumulate
from typing import Any

import libcst as cst

from .bare_nodes import times_asked
from .conversion import Inconvertible
from .parsing import Unparsable, parse, source_lines
from .walking import CHILDREN


class Completion:
    """Completes the statements of a module that was made from ``ast``."""

    def __init__(self, module: cst.Module, source: str, tree: ast.Module) -> None:
        self.module = module
        self.source = source
        self.tree = tree
        self._done: set[int] = set()
        # The number of the statement that a node is in, by its ``id``, as far as was looked.
        self._owners: dict[int, int] = {}
        self._looked_at = 0
        self._is_whole = False
        self._asked = times_asked()

    def has_lacked(self) -> bool:
        """Whether anybody asked for layout before it was there."""
        return times_asked() != self._asked

    def whole(self) -> None:
        """Complete the module."""
        if not self._is_whole:
            self._is_whole = True
            complete(self.module, parse(self.source))

    def of(self, nodes: Iterable[cst.CSTNode]) -> None:
        """Complete the statements that hold these nodes; the module, where one is in none of them.

        Raises:
            Inconvertible: what LibCST parses differs in more than the layout.
            Unparsable: LibCST does not know the syntax.
        """
        for node in nodes:
            if self._is_whole:
                return
            number = self._owner(node)
            if number is None:
                self.whole()
            elif number not in self._done:
                self._done.add(number)
                self._complete(number)

    def _owner(self, node: cst.CSTNode) -> int | None:
        owners, body = self._owners, self.module.body
        while id(node) not in owners and self._looked_at < len(body):
            queue: list[Any] = [body[self._looked_at]]
            push, extend = queue.append, queue.extend
            for one in queue:
                for name in CHILDREN.get(one.__class__, ()):
                    child = getattr(one, name)
                    kind = child.__class__
                    if kind is tuple or kind is list:
                        extend(child)
                    elif child is not None:
                        push(child)
            owners.update(dict.fromkeys(map(id, queue), self._looked_at))
            self._looked_at += 1
        return owners.get(id(node))

    def _complete(self, number: int) -> None:
        text, before = self._text(number)
        if text is None:
            self.whole()
            return
        try:
            full = parse(text)
        except Unparsable:
            self.whole()
            return
        if len(full.body) <= before:
            self.whole()
        else:
            complete(self.module.body[number], full.body[before])

    def _text(self, number: int) -> tuple[str | None, int]:
        """A text in which a statement stands as in the module, and how many stand before it; None where it is unknown.

        It stands behind a block that is indented as the first one of the module, and between two statements that are
        short, with the same empty lines and comments around it.
        """
        starts, ends, lines = self._places
        last = len(starts) - 1
        above = ends[number - 1] if number else 0
        below = starts[number + 1] - 1 if number < last else len(lines)
        start = starts[number]
        if start > 1 and lines[start - 2].endswith("\\\n"):
            return None, 0
        if number and any(line[0] in " \t" for line in lines[above : start - 1]):
            return None, 0  # they may belong to the block above
        before = f"if 0:\n{self.module.default_indent}{_SHORT}{_SHORT}" if number else ""
        text = "".join((before, *lines[above:below], _SHORT if number < last else ""))
        return text, 2 if number else 0

    @cached_property
    def _places(self) -> tuple[list[int], list[int], list[str]]:
        """The first lines of the statements, their last ones, and the text of all."""
        counts = [len(one.body) if type(one) is cst.SimpleStatementLine else 1 for one in self.module.body]
        if sum(counts) != len(self.tree.body):
            raise Inconvertible("another number of statements")
        starts, ends = [], []
        for count, first in zip(counts, accumulate(counts, initial=0), strict=False):
            node, end = self.tree.body[first], self.tree.body[first + count - 1]
            decorators = getattr(node, "decorator_list", ())
            starts.append(min(one.lineno for one in (node, *decorators)))
            ends.append(end.end_lineno or end.lineno)
        return starts, ends, source_lines(self.source)


_SHORT = "pass\n"


def complete(bare: cst.CSTNode, full: cst.CSTNode) -> None:
    """Copy the layout of a node and of all inside it from those that LibCST made of the same text.

    Raises:
        Inconvertible: the two differ in more than their layout.
    """
    stack: list[tuple[Any, Any]] = [(bare, full)]
    pop, extend = stack.pop, stack.extend
    while stack:
        one, other = pop()
        if one.__class__ is not other.__class__:
            raise Inconvertible(f"{type(one).__name__} for {type(other).__name__}")
        copy, inner = _parts(one.__class__)
        copy(one, other)
        for name in inner:
            mine, given = getattr(one, name), getattr(other, name)
            kind = mine.__class__
            if kind is list or kind is tuple:
                if len(mine) != len(given):
                    raise Inconvertible(f"{len(mine)} for {len(given)} in {name} of {type(one).__name__}")
                extend(zip(mine, given, strict=True))
            elif mine is None or given is None or not isinstance(mine, cst.CSTNode):
                if mine != given:
                    raise Inconvertible(f"{mine} for {given} in {type(one).__name__}")
            else:
                stack.append((mine, given))


@cache
def _parts(cls: type) -> tuple[Callable[[Any, Any], None], tuple[str, ...]]:
    """What copies the fields of a node that are layout, and the names of all others."""
    inner = CHILDREN[cls]
    scope: dict[str, Any] = {}
    lines = ["pass"]
    for field in fields(cls):
        if field.name not in inner:
            member = getattr(cls, field.name)
            scope[f"set_{field.name}"] = member.__set__
            scope[f"get_{field.name}"] = member.__get__
            lines.append(f"set_{field.name}(one, get_{field.name}(other))")
    body = "\n    ".join(lines)
    exec(f"def copy(one, other):\n    {body}", scope)
    return scope["copy"], inner
