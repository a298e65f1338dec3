"""A fast read-only walk over the significant nodes of a tree, dispatching to visitors by node type."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence

import libcst as cst

Visit = Callable[[cst.CSTNode], object]

# Fields that hold layout, punctuation or operators, which visitors of expressions and statements do not need.
_LAYOUT = (
    "whitespace", "lpar", "rpar", "lbracket", "rbracket", "lbrace", "rbrace", "semicolon", "comma", "leading_",
    "lines_", "footer", "header", "indent", "dot", "equal", "colon", "first_colon", "second_colon", "asynchronous",
    "relative", "newline", "trailing", "default_", "has_trailing", "encoding", "type_parameters", "star_ind",
    "posonly_ind", "separator",
)  # fmt: skip


def _children() -> dict[type, tuple[str, ...]]:
    table: dict[type, tuple[str, ...]] = {}
    for cls in vars(cst).values():
        # Not issubclass: checking abstract classes takes longer than all the rest of this module.
        if not (isinstance(cls, type) and cst.CSTNode in cls.__mro__ and dataclasses.is_dataclass(cls)):
            continue
        names = []
        for entry in dataclasses.fields(cls):
            text = str(entry.type)
            if entry.name.startswith(_LAYOUT):
                continue
            if "libcst" in text or "ForwardRef" in text or "BaseExpression" in text or "Sequence[" in text:
                if not (entry.name == "operator" and "BaseCompOp" not in text and cls is not cst.BooleanOperation):
                    names.append(entry.name)
        table[cls] = tuple(reversed(names))
    return table


# The child fields of each node type, last first, so that a stack pops them in source order.
CHILDREN: Mapping[type, tuple[str, ...]] = _children()
_WITH_CHILDREN = frozenset(cls for cls, names in CHILDREN.items() if names)


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The significant nodes right under a node, in no certain order."""
    found: list[cst.CSTNode] = []
    for name in CHILDREN.get(type(node), ()):
        child = getattr(node, name)
        if isinstance(child, (tuple, list)):
            found.extend(child)
        elif child is not None:
            found.append(child)
    return found


def holds(root: cst.CSTNode, node: cst.CSTNode) -> bool:
    """Whether a node stands somewhere in another one, or is it."""
    found: list[cst.CSTNode] = []
    walk(root, {type(node): [found.append]})
    return any(one is node for one in found)


def walk(root: cst.CSTNode, visitors: Mapping[type, Sequence[Visit]]) -> None:
    """Call every visitor of a node's type on it, parents before children, in source order, without recursion.

    Args:
        root: where to start.
        visitors: node type → the callables for nodes of exactly this type.
    """
    children = CHILDREN
    wanted = visitors.get
    # Most nodes are names and literals, which nothing stands in: they are not worth a place on the stack.
    entered = _WITH_CHILDREN.union(visitors)
    stack: list[object] = [root]
    pop, push, extend = stack.pop, stack.append, stack.extend
    while stack:
        node = pop()
        cls = node.__class__
        found = wanted(cls)
        if found is not None:
            for visit in found:
                visit(node)  # type: ignore[arg-type]
        for name in children.get(cls, ()):
            child = getattr(node, name)
            if child is None:
                continue
            kind = child.__class__
            if kind in entered:
                push(child)
            elif kind is tuple or kind is list:
                extend(child[::-1])
