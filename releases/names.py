"""The public names of a package's modules, read from its source and its stubs without running them.

What only run time makes is missing: names that the C++ part adds and no stub has.  Too much is found where a name is
bound under a condition, or is a submodule that ``import torch`` alone does not import.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Protocol

# The C++ functions, in the order in which releases moved them.
_HEADERS = ("torch/lib/include/ATen/Functions.h", "torch/include/ATen/Functions.h")
# Classes whose members are the methods of tensors, by the file that has them.
_TENSOR = {
    "torch/__init__.pyi": ("Tensor",),
    "torch/_C/__init__.pyi": ("_TensorBase", "TensorBase"),
    "torch/tensor.py": ("Tensor",),
    "torch/_tensor.py": ("Tensor",),
}


class Source(Protocol):
    """A package's files, by their path in the wheel."""

    files: frozenset[str]

    def text(self, path: str) -> str | None:
        """The text of a file; None where there is none."""


class Package:
    """The names in the modules of one release."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.names = cache(self._names)  # type: ignore[method-assign]
        self._submodules: dict[str, set[str]] = {}
        for path in source.files:
            parts = path.removesuffix(".pyi").removesuffix(".py").split("/")
            if path.endswith((".py", ".pyi")):
                for count in range(1, len(parts)):
                    self._submodules.setdefault(".".join(parts[:count]), set()).add(parts[count])

    def public(self, module: str) -> set[str]:
        """The public names of a module, or of the class ``torch.Tensor``."""
        found = self._members(_TENSOR) if module == "torch.Tensor" else set(self.names(module))
        if module == "torch":
            found |= self._documented()
        return {name for name in found if not name.startswith("_")}

    def names(self, module: str) -> frozenset[str]:
        """All names that a module binds, and those of its submodules."""
        raise NotImplementedError  # replaced by a method that remembers

    def _trees(self, module: str) -> Iterator[ast.Module]:
        base = module.replace(".", "/")
        for path in (f"{base}/__init__.py", f"{base}/__init__.pyi", f"{base}.py", f"{base}.pyi"):
            text = self.source.text(path)
            if text is not None:
                tree = ast.parse(text)
                if path.endswith(".pyi"):  # what a stub imports of other packages is its own
                    tree.body = [statement for statement in tree.body if not _imports_others(statement)]
                yield tree

    def _names(self, module: str, seen: frozenset[str] = frozenset()) -> frozenset[str]:
        found = self._submodules.get(module, set()) - {"__init__"}
        for tree in self._trees(module):
            for statement in _statements(tree.body):
                found |= self._bound(statement, module, seen | {module})
            found |= _given_on_demand(tree)
        return frozenset(found)

    def _bound(self, statement: ast.stmt, module: str, seen: frozenset[str]) -> set[str]:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return {statement.name}
        if isinstance(statement, ast.Import):
            return {alias.asname or alias.name.partition(".")[0] for alias in statement.names}
        if isinstance(statement, ast.ImportFrom):
            if [alias.name for alias in statement.names] == ["*"]:
                return self._exported(self._absolute(statement, module), seen)
            return {alias.asname or alias.name for alias in statement.names}
        if isinstance(statement, ast.For):  # for name in dir(_C): globals()[name] = getattr(_C, name)
            found = {node.id for node in ast.walk(statement.target) if isinstance(node, ast.Name)}
            for called in _listed(statement.iter):
                found |= self._names(f"torch.{called}", seen)
            return found
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        nodes = [node for target in targets if target is not None for node in ast.walk(target)]
        return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}

    def _absolute(self, statement: ast.ImportFrom, module: str) -> str:
        if not statement.level:
            return statement.module or ""
        parts = module.split(".")
        is_package = f"{module.replace('.', '/')}/__init__.py" in self.source.files
        parts = parts[: len(parts) - statement.level + is_package]
        return ".".join([*parts, *([statement.module] if statement.module else [])])

    def _exported(self, module: str, seen: frozenset[str]) -> set[str]:
        """What ``from module import *`` brings: its ``__all__``, where that is a list of texts."""
        if module in seen:
            return set()
        listed: set[str] = set()
        for tree in self._trees(module):
            for statement in tree.body:
                value = getattr(statement, "value", None)
                targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
                if value is not None and any(isinstance(one, ast.Name) and one.id == "__all__" for one in targets):
                    listed |= _texts(value)
        return listed or {name for name in self._names(module, seen) if not name.startswith("_")}

    def _documented(self) -> set[str]:
        """The functions of torch that its documentation of C++ functions is attached to."""
        text = self.source.text("torch/_torch_docs.py") or ""
        return set(re.findall(r"^add_docstr\(\s*torch\.(\w+)\s*,", text, re.M))

    def declared(self) -> set[str]:
        """The C++ functions of a release without complete stubs; some of them Python does not have."""
        if "torch/_C/_VariableFunctions.pyi" in self.source.files:
            return set()
        texts = [self.source.text(path) or "" for path in _HEADERS]
        return {name for text in texts for name in re.findall(r"^(?:static|TORCH_API) [^(]*?(\w+)\(", text, re.M)}

    def _members(self, classes: dict[str, tuple[str, ...]]) -> set[str]:
        found: set[str] = set()
        for path, names in classes.items():
            for node in ast.parse(self.source.text(path) or "").body:
                if isinstance(node, ast.ClassDef) and node.name in names:
                    for statement in _statements(node.body):
                        found |= self._bound(statement, "torch", frozenset())
        return found


def _imports_others(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.ImportFrom):
        return not statement.level and not (statement.module or "").startswith("torch")
    return isinstance(statement, ast.Import)


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, those under conditions too."""
    for statement in body:
        yield statement
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for block in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(statement, block, ()))
            for handler in getattr(statement, "handlers", ()):
                yield from _statements(handler.body)


def _listed(iterable: ast.expr) -> Iterator[str]:
    """What of torch a loop goes through the names of: ``_C`` of ``dir(_C)``."""
    for node in ast.walk(iterable):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dir" and node.args:
            yield ast.unparse(node.args[0]).removeprefix("torch.")


def _given_on_demand(tree: ast.Module) -> set[str]:
    """The names that a module's ``__getattr__`` gives: the texts in what it looks them up in."""
    statements = [*_statements(tree.body)]
    functions = [one for one in statements if isinstance(one, ast.FunctionDef) and one.name == "__getattr__"]
    read = {node.id for one in functions for node in ast.walk(one) if isinstance(node, ast.Name)}
    found: set[str] = set()
    for statement in statements:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        if any(isinstance(target, ast.Name) and target.id in read for target in targets):
            found |= {text for text in _texts(statement) if text.isidentifier()}
    return found


def _texts(node: ast.AST) -> set[str]:
    values = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
    return {value for value in values if isinstance(value, str)}
