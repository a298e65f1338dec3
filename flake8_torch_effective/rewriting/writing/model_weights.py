"""The fix that gives the builder of a model its weights as torchvision wants them today."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import libcst as cst

from ...inference.interpreter.imports import dotted_name
from ...inference.interpreter.inference import Inference
from ...inference.knowledge.torchvision_builders import OLD_ARGUMENT, Member, builders
from ...inference.queries.model_builders import Built, OldArgument, asked, home_read, truth
from ..fix import Edit, Fix
from ..writer import Rewriting
from .arguments import keyword
from .code import from_text

_IMPORTS = "imports by the names that they bind"


class Weights(NamedTuple):
    """What an old argument means: these weights, no weights where ``member`` is None, or the value that it has."""

    old: OldArgument
    member: Member | None = None
    kept: bool = False


def with_weights(write: Rewriting, call: Built, meant: Sequence[Weights]) -> Fix | None:
    """The call with new arguments in the place of the old ones, and an import of the enum where it is needed.

    The weights are named by a text where the function takes them so, and where no import of the enum is certain.
    """
    old = {id(one.old.argument) for one in meant}
    named = [one.keyword.value for one in call.own if one.keyword is not None and id(one) not in old]
    named += [one.old.parameter for one in meant]
    if call.bound or len({*named}) != len(named) or any(one.star for one in call.own):
        return None
    imports: list[Edit] = []
    values: dict[int, tuple[str, cst.BaseExpression | None]] = {}
    for one in meant:
        value: cst.BaseExpression | None = None
        if one.member is not None:
            text, added = _spelled(write, call, one.member)
            if added is not None and any(added.node is other.node for other in imports):
                text, added = f'"{one.member.name}"', None
            imports += [] if added is None else [added]
            value = from_text(write.module, text)
        elif not one.kept:
            value = cst.Name("None")
        values[id(one.old.argument)] = one.old.parameter, value

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        made = cst.ensure_type(updated, cst.Call)
        args = [_changed(now, values.get(id(before))) for now, before in zip(made.args, call.node.args, strict=True)]
        return made.with_changes(args=args)

    keeps = (call.node.func, *(one.value for one in call.node.args))
    # What is printed is to be copied, which without the import is not enough.
    return Fix((Edit(call.node, change, keeps), *imports), False, shows=imports[0].node if imports else None)


def _changed(argument: cst.Arg, new: tuple[str, cst.BaseExpression | None] | None) -> cst.Arg:
    if new is None:
        return argument
    name, value = new
    made = keyword(name, argument.value if value is None else value)
    return made.with_changes(comma=argument.comma, whitespace_after_arg=argument.whitespace_after_arg)


def _spelled(write: Rewriting, call: Built, member: Member) -> tuple[str, Edit | None]:
    """The code for weights in a call, and the import that it needs."""
    text = f'"{member.name}"'
    if call.by_name or call.builder is None:
        return text, None
    node, names = call.node, write.module_names
    homes = builders().homes[member.enum]
    for home in homes:
        name = names.name_of(f"{home}.{member.enum}", node)
        if name is not None:
            return f"{name}.{member.name}", None
    base = home_read(write.inference, call, member)
    if base is not None:
        return f"{write.module.code_for_node(base)}.{member}", None
    added = None if names.is_bound(member.enum, node) else _imported(write, call, member, homes)
    if added is not None:
        return str(member), added
    for home in homes:
        package, rest = home, ""
        while package:
            name = names.name_of(package, node)
            if name is not None:
                return f"{name}{rest}.{member}", None
            package, _, last = package.rpartition(".")
            rest = f".{last}{rest}"
    return text, None


def _imported(write: Rewriting, call: Built, member: Member, homes: Sequence[str]) -> Edit | None:
    """The import of an enum: with the builder, where its module has the enum too, or else below."""
    builder, name_of = call.called, write.module_names.name_of
    if type(builder) is not cst.Name:
        return None
    for statement, alias in _imports_of(write, builder.value):
        assert statement.module is not None
        module = dotted_name(statement.module)
        if name_of(f"{module}.{alias.evaluated_name}", call.node) != builder.value:
            continue
        if module in homes:
            return Edit(statement, lambda now, alias=alias: _with_name(now, alias, member.enum))  # type: ignore[misc]
        line = write.surroundings.parent(statement)
        if type(line) is cst.SimpleStatementLine and len(line.body) == 1:
            return Edit(line, lambda now: _and_below(now, homes[0], member.enum), (statement,))
    return None


def _imports_of(write: Rewriting, name: str) -> Sequence[tuple[cst.ImportFrom, cst.ImportAlias]]:
    """The imports from other packages that bind a name."""
    if _IMPORTS not in write.inference.rooms:
        found: dict[str, list[tuple[cst.ImportFrom, cst.ImportAlias]]] = defaultdict(list)
        for statement in write.inference.nodes_of(cst.ImportFrom):
            assert type(statement) is cst.ImportFrom
            if statement.module is None or statement.relative or isinstance(statement.names, cst.ImportStar):
                continue
            for alias in statement.names:
                found[alias.evaluated_alias or alias.evaluated_name].append((statement, alias))
        write.inference.rooms[_IMPORTS] = found
    known = write.inference.rooms[_IMPORTS]
    return known.get(name, ()) if isinstance(known, dict) else ()


def _with_name(updated: cst.CSTNode, builder: cst.ImportAlias, enum: str) -> cst.ImportFrom:
    """An import with one more name, right before another, in the layout of its names."""
    made = cst.ensure_type(updated, cst.ImportFrom)
    aliases = [] if isinstance(made.names, cst.ImportStar) else [*made.names]
    position = next(index for index, one in enumerate(aliases) if one.evaluated_name == builder.evaluated_name)
    space: cst.BaseParenthesizableWhitespace = cst.SimpleWhitespace(" ")
    around = made.lpar.whitespace_after if position == 0 and made.lpar is not None else None
    comma = aliases[position - 1].comma if position else None
    if type(comma) is cst.Comma:
        around = comma.whitespace_after
    if type(around) is cst.ParenthesizedWhitespace:
        line = cst.TrailingWhitespace(newline=around.first_line.newline)
        space = around.with_changes(first_line=line, empty_lines=())
    new = cst.ImportAlias(cst.Name(enum), comma=cst.Comma(whitespace_after=space))
    return made.with_changes(names=[*aliases[:position], new, *aliases[position:]])


def _and_below(updated: cst.CSTNode, module: str, enum: str) -> cst.FlattenSentinel[cst.CSTNode]:
    """A line of imports, and one below it that imports an enum."""
    line = cst.ensure_type(updated, cst.SimpleStatementLine)
    package = cst.ensure_type(cst.parse_expression(module), cst.Attribute)
    new = cst.SimpleStatementLine([cst.ImportFrom(package, [cst.ImportAlias(cst.Name(enum))])])
    return cst.FlattenSentinel([line, new])


def lacking(call: Built, old: OldArgument) -> str | None:
    """The enum in which the weights that an old argument asks for are not."""
    if not old.asks or not truth(old) or call.builder is None:
        return None
    return call.builder.lacks(OLD_ARGUMENT[old.parameter])


def meant(inference: Inference, call: Built, old: OldArgument) -> Weights | None:
    """What an old argument means, where that is known."""
    if not old.asks:
        return Weights(old, kept=True)
    wanted = truth(old)
    if wanted is None:
        return None
    member = asked(inference, call, old) if wanted else None
    return None if wanted and member is None else Weights(old, member)
