"""Fixes that read or import a private name of torch from its public home."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from ...inference.interpreter.imports import dotted_name
from ...inference.knowledge.private_names import PUBLIC_NAMES, PublicName
from ...syntax.naming import last_name
from ..fix import Changed, Edit, Fix
from ..writer import Rewriting


def read_publicly(node: cst.Attribute, name: str, public: PublicName) -> Fix | None:
    """The public name, from the same root as the private one is read: ``torch`` or a public module."""
    root, _, rest = dotted_name(node).partition(".")
    package = name.removesuffix(f".{rest}")
    if not rest or package == name or not public.name.startswith(f"{package}."):
        return None
    code = f"{root}.{public.name.removeprefix(f'{package}.')}"
    return Fix((Edit(node, lambda _: cst.parse_expression(code)),), public.interchangeable)


def imported_publicly(node: cst.ImportFrom, alias: cst.ImportAlias) -> Fix | None:
    """The import from the public module: of this name alone if the module is the same, else of all names at once."""
    if node.module is None or isinstance(node.names, cst.ImportStar):
        return None
    module = dotted_name(node.module)
    public = PUBLIC_NAMES[f"{module}.{alias.evaluated_name}"]
    home, _, _ = public.name.rpartition(".")
    if home == module:
        return Fix((Edit(alias, lambda updated: renamed(updated, public.name)),), public.interchangeable)
    names = [PUBLIC_NAMES.get(f"{module}.{one.evaluated_name}") for one in node.names]
    homes = [None if one is None else one.name.rpartition(".")[0] for one in names]
    if any(one != home for one in homes):
        return None

    def change(updated: cst.CSTNode) -> Changed:
        made = cst.ensure_type(updated, cst.ImportFrom)
        aliases = () if isinstance(made.names, cst.ImportStar) else made.names
        moved = [renamed(one, name.name) for one, name in zip(aliases, names, strict=True) if name is not None]
        return made.with_changes(module=cst.parse_expression(home), names=moved)

    return Fix((Edit(node, change),), all(one is not None and one.interchangeable for one in names))


def unless_read(write: Rewriting, node: cst.ImportFrom, fix: Fix | None) -> Fix | None:
    """A fix of an import that is safe only where nothing else in the file reads the private module.

    The statement also loads that module, which ``import torch`` does not.
    """
    if fix is None or node.module is None:
        return fix
    modules = {id(one.module) for one in write.inference.nodes_of(cst.ImportFrom) if type(one) is cst.ImportFrom}
    last = last_name(node.module)
    attributes = (one for one in write.inference.nodes_of(cst.Attribute) if type(one) is cst.Attribute)
    read = any(one.attr.value == last and id(one) not in modules for one in attributes)
    return replace(fix, safe=fix.safe and not read)


def unless_replaced(write: Rewriting, fix: Fix | None, *names: str) -> Fix | None:
    """A fix that is safe only where nothing in the file may put something else in the place of one of two names."""
    if fix is None or not fix.safe:
        return fix
    return replace(fix, safe=not write.elsewhere.mentions.may_replace(*names))


def renamed(alias: cst.CSTNode, public: str) -> cst.ImportAlias:
    """An imported name under its public name; the file goes on calling it as before."""
    made = cst.ensure_type(alias, cst.ImportAlias)
    old, last = made.evaluated_name, public.rpartition(".")[2]
    asname = made.asname or (None if last == old else cst.AsName(cst.Name(old)))
    return made.with_changes(name=cst.Name(last), asname=asname)
