"""The names of ``torch`` and ``torch.nn.functional`` at a place in a module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import libcst as cst

from ...inference.interpreter.inference import Inference
from ...inference.values import Reference
from ..surroundings import Scope, Surroundings, names_in


@dataclass(frozen=True)
class Modules:
    """The names of ``torch`` and ``torch.nn.functional`` at a place, and whether an import is missing for them."""

    texts: dict[str, str]
    missing: bool


class ModuleNames:
    """The names of imported modules at each place of a module."""

    def __init__(self, module: cst.Module, inference: Inference, surroundings: Surroundings) -> None:
        self.module = module
        self.inference = inference
        self.surroundings = surroundings
        self._by_scope: dict[int, list[tuple[cst.CSTNode, str, str]]] = {}

    def modules(self, node: cst.CSTNode, template: str = "{torch}") -> Modules | None:
        """The names of ``torch`` and ``torch.nn.functional`` at a node; None where ``torch`` names something else."""
        needs_torch, needs_functional = "{torch}" in template, "{functional}" in template
        torch = self.name_of("torch", node)
        functional = self.name_of("torch.nn.functional", node)
        if functional is None:
            nn = self.name_of("torch.nn", node)
            functional = None if nn is None else f"{nn}.functional"
        missing = torch is None and (needs_torch or (needs_functional and functional is None))
        if missing and self.is_bound("torch", node):
            return None
        torch = torch or "torch"
        return Modules({"torch": torch, "functional": functional or f"{torch}.nn.functional"}, missing)

    def name_of(self, dotted: str, node: cst.CSTNode) -> str | None:
        """The name of a module at a node; None where it has none."""
        for scope in self._scopes(node):
            for found, module, name in self._imports_in(scope):
                if module != dotted or self._is_hidden(name, node, scope) or not self._is_only(module, name, scope):
                    continue
                if self._is_certain(found, name) and self.surroundings.before(found, node):
                    return name
        bound = self.surroundings.bindings(self.module)
        for name, module in self._exported:
            if module != dotted or self._is_hidden(name, node, self.module):
                continue
            here = bound.get(name, ())
            if here and not any(self.surroundings.before(found, node) for found in here):
                continue  # imported below, as in a later cell of a notebook: who calls may do so above
            if all(self._is_for_types(found) for found in here) or self.surroundings.is_shared(name):
                continue
            if any(self._imports(found) is not None and not self._is_certain(found, name) for found in here):
                continue
            if self._is_only(module, name, self.module):
                return name
        return None

    def _is_only(self, module: str, name: str, scope: Scope) -> bool:
        """Whether all bindings of a name in a scope bind it to one module."""
        imported = {id(found) for found, one, bound in self._imports_in(scope) if (one, bound) == (module, name)}
        return all(
            id(found) in imported or self._is_for_types(found) or self._is_none(found)
            for found in self.surroundings.bindings(scope)[name]
        )

    def _is_certain(self, found: cst.CSTNode, name: str) -> bool:
        """Whether an import runs whenever what stands below it does, and no function rebinds its name."""
        around = self.surroundings
        if around.is_shared(name) or any(around.before(found, star) for star in self._stars):
            return False
        block = around.parent(around.statement(found))
        owner = None if block is None else around.parent(block)
        if type(owner) is not cst.Try:
            return type(block) is cst.Module or type(owner) is cst.FunctionDef
        # What fails may be another import, and a handler then take the name back.
        outer = around.parent(owner)
        if not isinstance(block, cst.IndentedBlock) or not self._is_first(found, block):
            return False
        if type(outer) is not cst.Module and (outer is None or type(around.parent(outer)) is not cst.FunctionDef):
            return False
        return len(block.body) == 1 or len(around.bindings(around.scope(found))[name]) == 1

    def _is_first(self, found: cst.CSTNode, block: cst.IndentedBlock) -> bool:
        """Whether an import is the first of all that a block does."""
        line = block.body[0]
        first = line.body[0] if type(line) is cst.SimpleStatementLine else None
        names = first.names if isinstance(first, cst.Import | cst.ImportFrom) else ()
        alias = found if type(found) is cst.ImportAlias else self.surroundings.parent(found)
        return not isinstance(names, cst.ImportStar) and bool(names) and names[0] is alias

    @cached_property
    def _stars(self) -> list[cst.ImportFrom]:
        """The imports of all names of modules other than torch's."""
        found: list[cst.ImportFrom] = []
        for node in self.inference.nodes_of(cst.ImportFrom):
            assert type(node) is cst.ImportFrom
            torch = node.module is not None and not node.relative and _dotted(node.module).split(".")[0] == "torch"
            if type(node.names) is cst.ImportStar and not torch:
                found.append(node)

        return found

    def _is_none(self, node: cst.CSTNode) -> bool:
        """Whether a target is bound to None, as after a failed import."""
        around = self.surroundings.parent(node)
        value = around.value if type(around) is cst.Assign else None
        return type(value) is cst.Name and value.value == "None"

    def is_bound(self, name: str, node: cst.CSTNode) -> bool:
        """Whether the module binds a name that is visible at a node."""
        return any(name in self.surroundings.bindings(scope) for scope in self._scopes(node))

    def _imports_in(self, scope: Scope) -> list[tuple[cst.CSTNode, str, str]]:
        """The imports among the bindings of a scope, with the module and the name that each binds."""
        known = self._by_scope.get(id(scope))
        if known is None:
            bound = self.surroundings.bindings(scope)
            imported = ((found, name, self._imports(found)) for name, nodes in bound.items() for found in nodes)
            known = [(found, one[0], name) for found, name, one in imported if one is not None and one[1] == name]
            self._by_scope[id(scope)] = known
        return known

    @cached_property
    def _exported(self) -> list[tuple[str, str]]:
        """The names that refer to another module's objects at the end of this one, and to which."""
        return [(name, value.name) for name, value in self.inference.exported.items() if isinstance(value, Reference)]

    def _imports(self, node: cst.CSTNode) -> tuple[str, str] | None:
        """The module that an import binds at run time, and its name."""
        alias = node if type(node) is cst.ImportAlias else self.surroundings.parent(node)
        if type(alias) is not cst.ImportAlias:
            return None
        if self._is_for_types(alias):
            return None
        statement = self.surroundings.parent(alias)
        dotted = _dotted(alias.name)
        if type(statement) is cst.ImportFrom:
            if statement.module is None or statement.relative:
                return None
            dotted = f"{_dotted(statement.module)}.{dotted}"
        elif alias.asname is None:
            dotted = dotted.partition(".")[0]
        name = dotted.rpartition(".")[2] if alias.asname is None else next(names_in(alias.asname.name)).value
        return dotted, name

    def _is_for_types(self, node: cst.CSTNode) -> bool:
        """Whether a statement is for type checkers only."""
        tests = (around.test for around in self.surroundings.ancestors(node) if type(around) is cst.If)
        return any("TYPE_CHECKING" in self.inference.code(test) for test in tests)

    def _scopes(self, node: cst.CSTNode) -> Iterator[Scope]:
        """The scopes of a name at a node, innermost first: a class body only if the node is directly in it."""
        scope = first = self.surroundings.scope(node)
        while type(scope) is not cst.Module:
            if scope is first or type(scope) is not cst.ClassDef:
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


def _dotted(node: cst.BaseExpression) -> str:
    if type(node) is cst.Attribute:
        return f"{_dotted(node.value)}.{node.attr.value}"
    return node.value if type(node) is cst.Name else ""
