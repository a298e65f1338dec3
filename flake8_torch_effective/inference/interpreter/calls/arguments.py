"""The evaluated arguments of one call."""

from __future__ import annotations

import libcst as cst

from ...values import Value


class Arguments:
    """The evaluated arguments of one call."""

    __slots__ = ("complete", "keyword_nodes", "keywords", "node", "nodes", "positional")

    def __init__(
        self,
        node: cst.Call,
        positional: list[Value],
        nodes: list[cst.CSTNode],
        keywords: dict[str, Value],
        keyword_nodes: dict[str, cst.CSTNode],
        complete: bool,
    ) -> None:
        self.node = node
        self.positional = positional
        self.nodes = nodes
        self.keywords = keywords
        self.keyword_nodes = keyword_nodes
        self.complete = complete

    def values(self) -> list[Value]:
        """All arguments."""
        return [*self.positional, *self.keywords.values()]

    def named(self, names: tuple[str, ...]) -> dict[str, Value]:
        """Arguments by name, the positional ones through ``names``."""
        bound = dict(zip(names, self.positional, strict=False))
        bound.update(self.keywords)
        return bound
