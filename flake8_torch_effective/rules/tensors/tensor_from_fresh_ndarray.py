from __future__ import annotations

import libcst as cst

from ...inference import transfer
from ...inference.knowledge.columns import Formula, Signature
from ...inference.queries.arrays import is_new_array
from ...inference.queries.devices import may_set_default_device
from ...inference.values import Array, Dtype, NoneValue, Number, Operation, Tensor
from ...rewriting.fix import Fix, Part
from ...rewriting.writer import Rewriting
from ..rule import Rule


class TensorFromFreshNdarray(Rule):
    """torch.tensor of a NumPy array that nothing else holds.

    What it does
    Finds `torch.tensor(np.stack(rows))`, `torch.tensor(np.random.rand(n, 3) * 2 - 1)` and the like, where the argument
    is an expression that makes a new array.

    Not reported: a named array, because the copy may be intended; an array that is converted (`dtype=`) or moved
    (`device=`), which needs a copy in any case; a NumPy number such as `np.mean(a)`, which `torch.from_numpy` rejects;
    and a file that sets the default device, because `torch.tensor` moves its copy there.

    The rule is opt-in: most such arrays are small or made once, and copying a few thousand numbers takes two
    microseconds.

    Why it is bad
    The whole array is copied, and the first copy is thrown away at once. `torch.from_numpy` takes its memory as it is.
    The dtype stays that of the array with both, which is float64 for most of NumPy's functions.

    Example
        def grid(count: int) -> torch.Tensor:
            return torch.tensor(np.linspace(0, 1, count))

    Use instead
        def grid(count: int) -> torch.Tensor:
            return torch.from_numpy(np.linspace(0, 1, count))

    Evidence
    less_memory: the bad form allocates the array's bytes twice, the good one once; same_result: the same numbers, dtype
    and strides.

    Fix safety
    Unsafe: `torch.from_numpy` stays on the CPU where `torch.tensor` follows the default device, and refuses what is
    not exactly an array. None with `pin_memory`.

    Source
    Effective PyTorch, section 1;
    https://docs.pytorch.org/docs/stable/generated/torch.from_numpy.html
    """

    code = "TEF402"
    message = "{call} copies a new {dtype}array that nothing else holds"
    advice = "use {fixed}"
    words = "use {torch}.from_numpy"
    opt_in = True

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature.formula is Formula.TENSOR and not signature.may_share

    def check(self, operation: Operation) -> None:
        data, array = operation.nodes.get("data"), operation.operand("data")
        if not isinstance(array, Array) or not is_new_array(self.inference, data) or is_converted(operation, array):
            return
        if may_set_default_device(self.inference):
            return
        double = array.dtype == "float64" and "dtype" not in operation.operands
        self.report(
            operation.node,
            call=self.text(operation.node),
            dtype="float64 " if double else "",
            fix=lambda write: shared(write, operation, data),
        )


def is_converted(operation: Operation, array: Array) -> bool:
    """Whether the copy is also converted or moved, or may be."""
    if not operation.complete or isinstance(operation.operands.get("input"), Tensor):
        return True
    dtype, device = operation.operands.get("dtype"), operation.operands.get("device")
    if isinstance(dtype, Dtype) and dtype.name is not None and dtype.name == array.dtype:
        dtype = None
    on_cpu = device is None or isinstance(device, NoneValue) or transfer.device_type(device) == "cpu"
    return not (dtype is None or isinstance(dtype, NoneValue)) or not on_cpu


def shared(write: Rewriting, operation: Operation, data: cst.CSTNode | None) -> Fix | None:
    """`torch.from_numpy` of the array."""
    grad = operation.operands.get("requires_grad")
    wanted = grad is not None and not (isinstance(grad, Number) and grad.number is False)
    if data is None or "pin_memory" in operation.operands:
        return None
    parts: dict[str, Part | str | None] = {"data": Part(data)}
    text = "{torch}.from_numpy({data})"
    if wanted and isinstance(grad, Number) and grad.number is True:
        text += ".requires_grad_()"
    elif wanted:
        text += ".requires_grad_({requires_grad})"
        parts["requires_grad"] = Part(operation.nodes.get("requires_grad"))
    return write.expression(operation.node, text, safe=False, **parts)
