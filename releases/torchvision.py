"""``python -m releases.torchvision``: writes the table of the builders of models that torchvision has.

It reads a published wheel, and what it does not understand it refuses: torchvision is not run.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from typing import NamedTuple

from flake8_torch_effective.inference.knowledge.torchvision_builders import TABLE_OF_BUILDERS
from releases.names import Source
from releases.wheels import Wheel, wheel_of

# The release for torch 2.13.
RELEASE = (0, 28)

_HEAD = """\
# The builders of models that torchvision has, by the package that they are public in: each with the other modules that
# have it, the name that get_model knows it by, the parameters that were positional before 0.13, and for each old
# argument the weights that it asks for when it is true; then the enums of weights, with their modules and members.
# Written by `python -m releases.torchvision`; do not edit.
"""
_MODELS = "torchvision.models"
_DECORATOR = "handle_legacy_interface"
_REGISTER = "register_model"


class Unreadable(Exception):
    """A wheel is written in another way than this script reads; the message says where."""


class Builder(NamedTuple):
    """What a builder says of itself."""

    name: str
    registered: str | None
    takes: tuple[str, ...]
    old: tuple[str, ...]

    def line(self, modules: list[str]) -> str:
        """The line of the table."""
        return " ".join((self.name, ",".join(modules), self.registered or "-", ",".join(self.takes), *self.old))


class Models:
    """The modules below ``torchvision.models``, as their source has them."""

    def __init__(self, source: Source) -> None:
        self.trees: dict[str, ast.Module] = {}
        self.packages: set[str] = set()
        for path in sorted(source.files):
            if path.startswith("torchvision/models/") and path.endswith(".py"):
                module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
                self.trees[module] = ast.parse(source.text(path) or "")
                if path.endswith("/__init__.py"):
                    self.packages.add(module)

    def builders(self) -> dict[str, list[Builder]]:
        """The builders by the module that defines them."""
        return {
            module: [
                _builder(node, module) for node in tree.body if isinstance(node, ast.FunctionDef) and _legacy(node)
            ]
            for module, tree in self.trees.items()
        }

    def enums(self) -> dict[str, dict[str, list[str]]]:
        """The members of the enums by the module that defines them, and their names."""
        found: dict[str, dict[str, list[str]]] = {}
        for module, tree in self.trees.items():
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and "WeightsEnum" in [ast.unparse(base) for base in node.bases]:
                    found.setdefault(module, {})[node.name] = [*_members(node)]
        return found

    def exporting(self, module: str, name: str) -> list[str]:
        """The modules that have a public name of a module: itself, and those that import all that it exports."""
        if name not in _exports(self.trees[module]):
            return [module]
        found = [module]
        for known in found:  # which grows
            found += [other for other in self.trees if other not in found and known in self._starred(other)]
        return sorted(found)

    def _starred(self, module: str) -> Iterator[str]:
        base = module if module in self.packages else module.rpartition(".")[0]
        for node in self.trees[module].body:
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                yield f"{base}.{node.module}"


def table(source: Source, release: tuple[int, int]) -> str:
    """The text of the table."""
    models = Models(source)
    builders: dict[str, list[str]] = {}
    enums: dict[str, list[str]] = {}
    for module, legacy in models.builders().items():
        for builder in legacy:
            package, others = _home(models, module, builder.name)
            builders.setdefault(package, []).append(builder.line(others))
    for module, named in models.enums().items():
        for name, members in named.items():
            package, others = _home(models, module, name)
            enums.setdefault(package, []).append(f"{name} {','.join(others)} {','.join(members)}")
    parts = [_HEAD, "release {}.{}\n".format(*release)]
    for kind, lines in (("builders", builders), ("weights", enums)):
        for package, found in sorted(lines.items()):
            parts += [f"\n[{kind} of {package}]\n", *(f"{line}\n" for line in sorted(found))]
    return "".join(parts)


def _home(models: Models, module: str, name: str) -> tuple[str, list[str]]:
    """The package in which a name is public, or the module that has it; and the modules below, by their last parts."""
    modules = models.exporting(module, name)
    homes = [one for one in modules if one in models.packages]
    if not homes:
        return module, []
    return homes[0], [one.removeprefix(f"{homes[0]}.") for one in modules if one != homes[0]]


def _exports(tree: ast.Module) -> list[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return []


def _legacy(node: ast.FunctionDef) -> ast.Call | None:
    """The decorator that translates old arguments."""
    calls = (one for one in node.decorator_list if isinstance(one, ast.Call))
    return next((one for one in calls if ast.unparse(one.func) == _DECORATOR), None)


def _builder(node: ast.FunctionDef, module: str) -> Builder:
    where = f"{module}.{node.name}"
    legacy = _legacy(node)
    if legacy is None or node.args.args or node.args.posonlyargs:
        raise Unreadable(f"{where}: parameters by position")
    registered = None
    for call in node.decorator_list:
        if isinstance(call, ast.Call) and ast.unparse(call.func) == _REGISTER:
            registered = node.name if not call.keywords else str(ast.literal_eval(call.keywords[0].value))
    takes = tuple(argument.arg for argument in node.args.kwonlyargs)
    old = []
    for keyword in legacy.keywords:
        if not isinstance(keyword.value, ast.Tuple) or keyword.arg not in takes:
            raise Unreadable(f"{where}: {ast.unparse(keyword.value)}")
        name, weights = keyword.value.elts
        text = ast.literal_eval(name)
        if text.replace("pretrained", "weights") != keyword.arg:
            raise Unreadable(f"{where}: {text} becomes {keyword.arg}")
        meant = _weights(weights, where)
        if meant == "-":  # of which enum, its annotation says
            meant = f"{_enum(node, keyword.arg)}.-"
        old.append(f"{text}={meant}")
    return Builder(node.name, registered, takes, tuple(old))


def _weights(node: ast.expr, where: str) -> str:
    """The weights that an old argument asks for.

    That is a member of an enum, ``-`` where it has none; ``a|parameter:b`` where another argument asks for ``b``; or
    ``parameter:member``, of the enum of the builder that the parameter names.
    """
    if isinstance(node, ast.Constant) and node.value is None:
        return "-"
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    body = node.body if isinstance(node, ast.Lambda) else None
    if isinstance(body, ast.IfExp):
        chosen, otherwise = _weights(body.body, where), _weights(body.orelse, where)
        test = ast.unparse(body.test)
        if test == "kwargs.get('quantize', False)":
            return f"{otherwise}|quantize:{chosen}"
        if test == "kwargs['pretrained'] == 'legacy'":
            return f"{otherwise}|legacy:{chosen}"
    if isinstance(body, ast.Subscript) and "kwargs['backbone_name']" in ast.unparse(body.value):
        return f"backbone_name:{ast.literal_eval(body.slice)}"
    raise Unreadable(f"{where}: {ast.unparse(node)}")


def _enum(node: ast.FunctionDef, parameter: str) -> str:
    """The enum in the annotation of a parameter, ``Optional[ResNet18_Weights]``."""
    annotation = next(one.annotation for one in node.args.kwonlyargs if one.arg == parameter)
    if not isinstance(annotation, ast.Subscript):
        raise Unreadable(f"{node.name}: {parameter}")
    return ast.unparse(annotation.slice)


def _members(node: ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            yield statement.targets[0].id


def main() -> int:
    """Write the table."""
    address = wheel_of(RELEASE, "torchvision")
    if address is None:
        print("no wheel of torchvision {}.{}".format(*RELEASE), file=sys.stderr)
        return 1
    TABLE_OF_BUILDERS.write_text(table(Wheel(address), RELEASE), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
