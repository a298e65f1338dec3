"""What the names of one function stand for: its own or those around it, and which are only another name."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from ...syntax.naming import called_name
from ...syntax.walking import walk


@dataclass
class Names:
    """The names that a function binds, how often, and what those that are bound once stand for.

    ``aliases`` maps ``opt`` to what ``opt = self.optimizer`` assigns, ``parts`` a name to what it gets of a tuple:
    ``a, b = 1, 2``.  ``unpacked`` are bound as parts of a tuple, ``copied`` to a copy:
    ``model = copy.deepcopy(model)``.
    ``stored`` is what objects get as attributes, after them.
    """

    bound: dict[str, int] = field(default_factory=dict)
    aliases: dict[str, cst.BaseExpression] = field(default_factory=dict)
    parts: dict[str, cst.BaseExpression] = field(default_factory=dict)
    outside: set[str] = field(default_factory=set)
    unpacked: set[str] = field(default_factory=set)
    copied: set[str] = field(default_factory=set)
    stored: list[tuple[cst.BaseExpression, cst.BaseExpression]] = field(default_factory=list)

    def bind(self, target: cst.CSTNode) -> list[str]:
        """Count the names in a target, and give them."""
        found: list[str] = []
        if type(target) is cst.Name:
            found.append(target.value)
        elif type(target) is cst.Tuple or type(target) is cst.List:
            for element in target.elements:
                found += self.bind(element.value)
            self.unpacked.update(found)
            return found
        elif type(target) is cst.StarredElement:
            return self.bind(target.value)
        for name in found:
            self.bound[name] = self.bound.get(name, 0) + 1
        return found


def names_of(node: cst.FunctionDef | cst.Lambda | cst.Module) -> Names:
    """The names of a function, without those of the functions in it."""
    names = Names()
    if not isinstance(node, cst.Module):
        for parameter in (*node.params.posonly_params, *node.params.params, *node.params.kwonly_params):
            names.bind(parameter.name)
        if isinstance(node.params.star_arg, cst.Param):
            names.bind(node.params.star_arg.name)
        if node.params.star_kwarg is not None:
            names.bind(node.params.star_kwarg.name)
    if type(node) is not cst.Lambda:
        _statements(names, node.body)
    for name in names.outside:
        names.bound.pop(name, None)
    for written in (names.aliases, names.parts):
        for name in [name for name in written if names.bound.get(name) != 1]:
            del written[name]
    return names


def _statements(names: Names, body: cst.CSTNode | object) -> None:
    stack: list[object] = [body]
    while stack:
        node = stack.pop()
        cls = type(node)
        if isinstance(node, (list, tuple)):
            stack.extend(node)
        elif cls in (cst.IndentedBlock, cst.SimpleStatementLine, cst.SimpleStatementSuite):
            stack.extend(node.body)  # type: ignore[attr-defined]
        elif type(node) is cst.Assign:
            for target in node.targets:
                if type(target.target) is cst.Attribute:
                    names.stored.append((target.target.value, node.value))
                names.parts.update(_parts(target.target, node.value))
                for name in names.bind(target.target):
                    if type(target.target) is cst.Name:
                        names.aliases[name] = node.value
                        if _is_copy(node.value):
                            names.copied.add(name)
        elif type(node) is cst.AnnAssign or type(node) is cst.AugAssign:
            names.bind(node.target)
            if type(node) is cst.AnnAssign and node.value is not None and type(node.target) is cst.Name:
                names.aliases[node.target.value] = node.value
        elif type(node) is cst.For:
            names.bind(node.target)
            stack += [node.body, node.orelse]
        elif type(node) is cst.While or type(node) is cst.If:
            stack += [node.body, node.orelse]
        elif type(node) is cst.With:
            for item in node.items:
                if item.asname is not None:
                    names.bind(item.asname.name)
            stack.append(node.body)
        elif type(node) is cst.Try or type(node) is cst.TryStar:
            stack += [node.body, node.orelse, node.finalbody]
            for handler in node.handlers:
                if handler.name is not None:
                    names.bind(handler.name.name)
                stack.append(handler.body)
        elif type(node) is cst.Else or type(node) is cst.Finally:
            stack.append(node.body)
        elif type(node) is cst.Match:
            for case in node.cases:
                walk(case.pattern, {cst.MatchAs: [lambda part: _pattern(names, part)]})
                stack.append(case.body)
        elif type(node) is cst.Import or type(node) is cst.ImportFrom:
            if not isinstance(node.names, cst.ImportStar):
                for alias in node.names:
                    names.bind(alias.asname.name if alias.asname is not None else alias.name)
        elif type(node) is cst.FunctionDef or type(node) is cst.ClassDef:
            names.bind(node.name)
        elif type(node) is cst.Global or type(node) is cst.Nonlocal:
            names.outside.update(item.name.value for item in node.names)


def _parts(target: cst.BaseExpression, value: cst.BaseExpression) -> dict[str, cst.BaseExpression]:
    """What each name of a tuple gets, where as many values are written: ``a, b = 1, 2``."""
    if not isinstance(target, cst.Tuple | cst.List) or not isinstance(value, cst.Tuple | cst.List):
        return {}
    stars = any(type(one) is cst.StarredElement for one in (*target.elements, *value.elements))
    if stars or len(target.elements) != len(value.elements):
        return {}
    pairs = zip(target.elements, value.elements, strict=True)
    return {one.value.value: given.value for one, given in pairs if type(one.value) is cst.Name}


def _is_copy(node: cst.BaseExpression) -> bool:
    """Whether an expression is a copy, or a method of it: ``copy.deepcopy(model).to(device)``."""
    while type(node) is cst.Call:
        if called_name(node) == "deepcopy":
            return True
        node = node.func.value if type(node.func) is cst.Attribute else node.func
    return False


def _pattern(names: Names, node: cst.CSTNode) -> None:
    if type(node) is cst.MatchAs and node.name is not None:
        names.bind(node.name)


def plain_path(node: cst.CSTNode) -> str | None:
    """``self.count`` as text, for a chain of attributes."""
    if type(node) is cst.Name:
        return node.value
    if type(node) is cst.Attribute:
        inner = plain_path(node.value)
        return None if inner is None else f"{inner}.{node.attr.value}"
    return None


def is_none(node: cst.CSTNode | None) -> bool:
    """Whether an expression is ``None``."""
    return type(node) is cst.Name and node.value == "None"


def split(path: str) -> tuple[str, str]:
    """The first name of a path, and the rest with what joins them."""
    ends = [place for place in (path.find("."), path.find("[")) if place >= 0]
    end = min(ends) if ends else len(path)
    return path[:end], path[end:]


def last(path: str) -> str:
    """The last name in a path, without subscripts."""
    return path.rpartition(".")[2].partition("[")[0]
