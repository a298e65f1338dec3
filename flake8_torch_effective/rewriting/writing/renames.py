"""The fix that writes what takes the place of a name of torch."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from ...inference.knowledge.obsolete_names import Change, Obsolete
from ...inference.queries.outside_calls import is_of_module
from ...inference.values import Reference
from ..fix import Edit, Fix
from ..writer import Rewriting
from .arguments import keyword
from .code import from_text

# With which a note begins that goes on with the sentence, and says nothing of arguments or results.
_CLAUSES = frozenset(("and", "as", "called", "given", "or", "without"))


def successor(row: Obsolete, handed_on: bool = False, as_type: bool = False) -> str:
    """What to use instead of a name, in words.

    ``handed_on`` where it is not called there, but by others; ``as_type`` where it only tells objects apart.
    """
    if row.replacement is None:
        return row.note
    if as_type and row.change is Change.DEVICE:
        return f"{row.replacement} takes its place"
    if handed_on and row.change is Change.DEVICE:
        return f'functools.partial({row.replacement}, "{row.device}") takes its place'
    joint = ", " if row.note.partition(" ")[0] in _CLAUSES else ": "
    return f"{row.replacement} takes its place" + (f"{joint}{row.note}" if row.note else "")


def replacing(node: cst.CSTNode, row: Obsolete) -> Callable[[Rewriting], Fix | None]:
    """What writes the fix of one name."""
    return lambda write: replaced(write, node, row)


def replaced(write: Rewriting, node: cst.CSTNode, row: Obsolete) -> Fix | None:
    """The fix of one obsolete name where it is read or imported; None where more has to change than a fix can write."""
    if row.replacement is None or row.change is Change.MORE:
        return None
    if type(node) is cst.ImportAlias:
        return _imported(write, node, row)
    if type(node) is not cst.Attribute or not isinstance(write.inference.value(node.value), Reference):
        return None
    if not write.fits_text(node, ()):
        return None
    module, _, name = row.replacement.rpartition(".")
    template = f"{{functional}}.{name}" if module == "torch.nn.functional" else "{torch}" + row.replacement[5:]
    if row.change is Change.NOTHING and module == row.name.rpartition(".")[0]:
        edit = Edit(node, lambda now: now.with_changes(attr=cst.Name(name)), (node.value,))
        return Fix((edit,), safe=_is_the_same(write, node, row))
    if row.change is Change.NOTHING:
        return write.expression(node, template, safe=_is_the_same(write, node, row))
    call = write.surroundings.parent(node)
    names = write.module_names.modules(node, template)
    if type(call) is not cst.Call or call.func is not node or names is None:
        return None
    positional = [one for one in call.args if one.keyword is None]
    if any(one.star for one in positional) or (row.named and len(positional) > len(row.named)):
        return None
    text = template.format(**names.texts)
    device = cst.Arg(cst.SimpleString(f'"{row.device}"'))

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        made = cst.ensure_type(updated, cst.Call)
        args = [_by_name(one, row.named[at : at + 1]) for at, one in enumerate(made.args)]
        return made.with_changes(func=from_text(write.module, text), args=[device, *args])

    return Fix((Edit(call, change, tuple(one.value for one in call.args)),), False, names.missing)


def _is_the_same(write: Rewriting, node: cst.CSTNode, row: Obsolete) -> bool:
    """Whether nothing in the file can tell a call of the old name from one of the new.

    A class has another type under another name, a keyword of what is gone may have changed, and a call of it may be
    there for its error. An attribute that holds a module, as `self.init`, may hold another one elsewhere; and what
    stands in the place of a name, as in a mock, does not stand in that of the other.  A file that also reads the old
    function without calling it may look for it among those that run.
    """
    call = write.surroundings.parent(node)
    if type(call) is not cst.Call or call.func is not node or row.replacement is None:
        return False
    mentions = write.elsewhere.mentions
    if row.replacement.rpartition(".")[2][0].isupper() or not is_of_module(write.inference, node):
        return False
    if row.removed is not None and (any(one.keyword is not None for one in call.args) or mentions.expects_any_errors):
        return False
    return not mentions.may_replace(row.name, row.replacement) and not _is_held(write, row.name)


def _is_held(write: Rewriting, name: str) -> bool:
    """Whether the file reads a function without calling it, as ``{F.upsample, F.relu}`` does."""
    for kind in (cst.Attribute, cst.Name):
        for node in write.inference.nodes_of(kind):
            value = write.inference.value(node)
            if isinstance(value, Reference) and value.name == name:
                parent = write.surroundings.parent(node)
                if not (type(parent) is cst.Call and parent.func is node):
                    return True
    return False


def _by_name(argument: cst.Arg, name: tuple[str, ...]) -> cst.Arg:
    """An argument by the name of its parameter, where the parameter has moved."""
    if argument.keyword is not None or not name:
        return argument
    made = keyword(name[0], argument.value)
    return made.with_changes(comma=argument.comma, whitespace_after_arg=argument.whitespace_after_arg)


def _imported(write: Rewriting, alias: cst.ImportAlias, row: Obsolete) -> Fix | None:
    """The fix that imports another name of the same module, and writes it wherever the old one is read."""
    assert row.replacement is not None
    module, _, new = row.replacement.rpartition(".")
    old = row.name.rpartition(".")[2]
    if row.change is not Change.NOTHING or module != row.name.rpartition(".")[0] or type(alias.name) is not cst.Name:
        return None
    edits = [Edit(alias, lambda now: now.with_changes(name=cst.Name(new)))]
    if alias.asname is None:
        for name in write.inference.nodes_of(cst.Name):
            if type(name) is not cst.Name or name.value not in (old, new) or name is alias.name:
                continue
            value = write.inference.value(name)
            if name.value == new or not isinstance(value, Reference) or value.name != row.name:
                return None
            edits.append(Edit(name, lambda _: cst.Name(new)))
    return Fix(tuple(edits), False, shows=alias)


def renaming(node: cst.CSTNode, module: str, meant: str) -> Callable[[Rewriting], Fix | None]:
    """What writes a dotted name in the place of an attribute of a module; nothing where that is imported."""
    return lambda write: _renamed(write, node, module, meant)


def _renamed(write: Rewriting, node: cst.CSTNode, old: str, meant: str) -> Fix | None:
    module, _, name = meant.rpartition(".")
    if type(node) is not cst.Attribute:
        return None
    if module == old:
        return Fix((Edit(node, lambda now: now.with_changes(attr=cst.Name(name)), (node.value,)),), safe=False)
    root = "{functional}." if module == "torch.nn.functional" else "{torch}" + module[5:] + "."
    return write.expression(node, root + name, safe=False)
