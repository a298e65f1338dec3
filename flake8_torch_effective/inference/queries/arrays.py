"""Where a NumPy array comes from, and whether somebody else may hold its memory."""

from __future__ import annotations

import libcst as cst

from ..interpreter.inference import Inference
from ..knowledge.numpy import MAY_SHARE, VIEW_METHODS
from ..values import Array, Bound, Reference, Tensor, Value


def has_no_dim(array: Value) -> bool:
    """Whether an array is what ``numpy()`` gives of a tensor without dims.

    >>> p = program("a = torch.rand(3).sum().numpy()", "b = torch.rand(3).numpy()")
    >>> made = [p.node("torch.rand(3).sum().numpy()"), p.node("torch.rand(3).numpy()")]
    >>> [has_no_dim(p.inference.value(node)) for node in made]
    [True, False]
    """
    tensor = None if array.origin is None else array.origin.operand()
    return isinstance(tensor, Tensor) and tensor.rank == 0


def is_new_array(inference: Inference, node: cst.CSTNode | None) -> bool:
    """Whether an expression makes an array that nothing else holds: no name, no attribute, no caller.

    A view of such an array counts as well: ``np.arange(6).reshape(2, 3)``. A number of NumPy's is none.

    >>> p = program("import numpy as np", "a = np.zeros(n)", "b = a.reshape(2, 3)", "c = np.zeros(n).reshape(2, 3)")
    >>> [is_new_array(p.inference, p.node(code)) for code in ("np.zeros(n)", "a.reshape(2, 3)")]
    [True, False]
    >>> is_new_array(p.inference, p.node("np.zeros(n).reshape(2, 3)"))
    True
    """
    value = None if node is None else inference.value(node)
    if not isinstance(value, Array) or not value.temporary:
        return False
    while True:
        if isinstance(node, cst.BinaryOperation | cst.UnaryOperation):
            return True
        if isinstance(node, cst.Subscript | cst.Attribute):
            node = node.value
        elif type(node) is cst.Call and isinstance(callee := inference.value(node.func), Bound | Reference):
            name = callee.name.removeprefix("numpy.")
            if isinstance(callee, Reference) and name in MAY_SHARE - {"asarray"} and node.args:
                node = node.args[0].value
            elif isinstance(callee, Bound) and name in VIEW_METHODS and type(node.func) is cst.Attribute:
                node = node.func.value
            else:
                return True
        else:
            return False
