"""A factory that makes its tensor like the one that it takes sizes from: ``zeros_like(x)``, or with its device."""

from __future__ import annotations

import libcst as cst

from ...inference.knowledge.columns import Formula
from ...inference.queries.sized import SizeSource, is_index
from ...inference.values import Operation, Tensor
from ..fix import Edit, Fix, Part
from ..writer import Rewriting
from .arguments import keyword, with_arguments
from .code import from_text

_LIKE = frozenset({"empty", "full", "ones", "rand", "randn", "zeros"})


def like(write: Rewriting, operation: Operation, source: SizeSource) -> Fix | None:
    """The factory with ``_like`` where all sizes are those of one tensor, and with that tensor's device elsewhere.

    A dtype that nobody asked for stays the default one where the other tensor is of another kind, or is an index. None
    where the name of the tensor holds another one by then, and where it is more than a name.
    """
    node, made, around = operation.node, operation.result, write.surroundings
    names = write.module_names.modules(node)
    if type(node) is not cst.Call or not node.args or names is None or not isinstance(made, Tensor):
        return None
    if source.node is None or not write.written_out.is_certain(operation):
        return None
    found = write.operands.find(Part(source.node, source.tensor), node)
    if not isinstance(found, cst.Name | cst.Attribute):
        return None
    if not around.encloses(node, found) and not write.operands.stays(found, node):
        return None
    x, torch = write.module.code_for_node(found), names.texts["torch"]
    sizes = [one for one in node.args if one.keyword is None or one.keyword.value == "size"]
    whole = source.whole and operation.name in _LIKE and len(sizes) == (2 if _fills_by_place(node, operation) else 1)
    whole = whole and node.args[0] is sizes[0] and not _is_filled_by_index(write, made)
    whole = whole and (operation.given("dtype") or not _is_of_other_kind(write, source.tensor, made))

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        call = cst.ensure_type(updated, cst.Call)
        if not whole:
            return with_arguments(call, [keyword("device", cst.parse_expression(f"{x}.device"))])
        bare = call.args[0].with_changes(
            value=cst.parse_expression(x), star="", keyword=None, equal=cst.MaybeSentinel.DEFAULT
        )
        args = [bare, *call.args[1:]]
        factory = from_text(write.module, f"{torch}.{operation.name}_like")
        return call.with_changes(func=factory, args=args)

    kept = tuple(one.value for one in node.args[1 if whole else 0 :])
    return Fix((Edit(node, change, kept),), safe=False, needs_torch=names.missing and whole)


def _is_of_other_kind(write: Rewriting, x: Tensor, made: Tensor) -> bool:
    """Whether a tensor holds numbers of another kind than what is made, as far as is known."""
    if x.category is None:
        return is_index(write.inference, x)
    return x.category != made.category


def _is_filled_by_index(write: Rewriting, made: Tensor) -> bool:
    """Whether tensors select where values are stored, which have to be of the dtype that the tensor has now."""
    users = write.inference.consumers.get(made.identity, ())
    stores = (user for user in users if user.formula is Formula.SUBSCRIPT_WRITE)
    return any(isinstance(part, Tensor) for store in stores for part in store.index_parts)


def _fills_by_place(node: cst.Call, operation: Operation) -> bool:
    """Whether ``full`` is given its number by place, after the sizes."""
    keywords = {one.keyword.value for one in node.args if one.keyword is not None}
    return operation.name == "full" and "fill_value" not in keywords
