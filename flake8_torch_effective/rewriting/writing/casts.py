"""``x.to(torch.float32)`` for ``x.type(torch.FloatTensor)``."""

from __future__ import annotations

import libcst as cst

from ...inference.knowledge.kinds import is_integral
from ...inference.knowledge.legacy_types import LegacyType
from ...inference.values import Module, Operation
from ..fix import Edit, Fix
from ..writer import Rewriting


def to_dtype(write: Rewriting, operation: Operation, legacy: LegacyType) -> Fix | None:
    """The method ``to`` with the dtype of a legacy type, and with CUDA where the type says that.

    None where more than the type is given, and for a module and a dtype of integers, which ``to`` refuses there.
    """
    node = operation.node
    if type(node) is not cst.Call or type(node.func) is not cst.Attribute or len(node.args) != 1:
        return None
    if node.args[0].star or (isinstance(operation.operand(), Module) and is_integral(legacy.dtype)):
        return None
    names = write.module_names.modules(node)
    if names is None:
        return None
    words = [f"{names.texts['torch']}.{legacy.dtype}"]
    if legacy.on_cuda:
        words.insert(0, '"cuda"')
    if not write.fits_text(node, words):
        return None

    def change(updated: cst.CSTNode) -> cst.CSTNode:
        call = cst.ensure_type(updated, cst.Call)
        func = cst.ensure_type(call.func, cst.Attribute).with_changes(attr=cst.Name("to"))
        first, *others = (cst.parse_expression(word) for word in reversed(words))
        args = [call.args[0].with_changes(value=first, keyword=None, equal=cst.MaybeSentinel.DEFAULT)]
        comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        return call.with_changes(func=func, args=[*(cst.Arg(other, comma=comma) for other in others), *args])

    return Fix((Edit(node, change, (node.func.value,)),), safe=False, needs_torch=names.missing)
