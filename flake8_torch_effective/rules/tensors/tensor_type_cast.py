from __future__ import annotations

from ...inference import transfer
from ...inference.interpreter.inference import met
from ...inference.knowledge.columns import Family, Formula, Signature
from ...inference.knowledge.python_operations import LEGACY_CAST
from ...inference.queries.devices import may_set_default_device, moves_to_cuda
from ...inference.queries.hosted import (
    draws,
    is_made_on_cpu,
    is_under_device_test,
    loads_data,
    may_be_on_cuda,
    meets_cpu,
)
from ...inference.queries.purposes import expects_error
from ...inference.queries.trials import is_trial
from ...inference.values import Module, Operation, Reference, Tensor
from ...rewriting.writing.casts import to_dtype
from ..rule import Rule


class TensorTypeCast(Rule):
    """Cast by a type that says the device, too.

    What it does
    Finds `x.type(torch.FloatTensor)`, `x.type("torch.cuda.LongTensor")` and the like, of tensors and modules, also
    where the type is chosen before: `dtype = torch.cuda.FloatTensor if use_cuda else torch.FloatTensor`.

    Not reported: casts to a dtype, `x.type(torch.float32)`; `x.type()`, which returns the type; and `torch.Tensor` in a
    file that sets the default device. Nor casts under an `if` that asks `x.is_cuda`, which know the device.

    A cast to a CPU type is tentative, and so reported only with `--torch-tentative`, unless the tensor is an
    argument of the function, a layer computes it, or the result moves back to the device of a tensor: a batch from a
    loader is on the CPU in most programs. It is tentative, too, where only parts of the result are read, as of a matrix
    of counts, in a function that draws with matplotlib, PIL or another such library, and where its result is written
    into a part of another tensor or meets what a factory makes on the CPU, which would have to move as well.

    A cast to a CUDA type, also to one of two that a flag chooses, is tentative in a file that calls `cuda()`: what it
    casts belongs there. Casts are also tentative in datasets and collate functions, in tests and demonstrations, and
    where an error may be expected.

    Why it is bad
    `torch.FloatTensor` means float32 on the CPU. The cast moves a CUDA tensor there, for which the host waits, and the
    next operation with a tensor on CUDA raises. The types in `torch.cuda` raise if there is no CUDA, and use the
    current device instead of the tensor's own. On a module they also turn integers, such as the number of batches that
    a BatchNorm has seen, into floats.

    Example
        def as_floats(x: torch.Tensor) -> torch.Tensor:
            return x.type(torch.FloatTensor)

    Use instead
        def as_floats(x: torch.Tensor) -> torch.Tensor:
            return x.to(torch.float32)

    Evidence
    same_device: bad leaves the device of the input, or mixes two; same_result and same_gradient
    on the CPU; wrong_result and right_result: the counter of a BatchNorm is an integer in the good form only.

    Fix safety
    Unsafe: `x.to(torch.float32)` leaves a tensor on its device and the integers of a module as they are;
    `x.to("cuda", torch.float32)` moves as the old form did. None where the type is one of several or `torch.Tensor`,
    where more than a type is given, and for a module and a type of integers.

    Source
    a collection of common PyTorch snippets (conversion of data types);
    https://docs.pytorch.org/docs/stable/tensors.html
    """

    code = "TEF412"
    message = "{call} {harm}"
    advice = "use {fixed}"
    words = "ask for a dtype and a device apart"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        return signature is LEGACY_CAST or (signature.name == "type" and signature.family is Family.CONVERSION)

    def check(self, operation: Operation) -> None:
        values = met(operation.operand("dtype"))
        types = [transfer.named_legacy_type(value) for value in values]
        default = all(isinstance(value, Reference) and value.name == "torch.Tensor" for value in values)
        if not values or not (default or all(types)) or is_under_device_test(self.inference, operation.node):
            return
        if default and may_set_default_device(self.inference):
            return  # torch.Tensor is the type of that device
        devices = {found.on_cuda for found in types if found is not None} or {False}
        receiver = operation.operand()
        moved = "module" if isinstance(receiver, Module) else "tensor"
        stays = False
        if len(devices) > 1:
            harm = "says the device by a type"
        elif True in devices:
            harm = f"moves the {moved} to the current CUDA device, or raises"
        elif isinstance(receiver, Tensor) and receiver.device == "cpu":
            harm, stays = "casts by a legacy type, which says the device, too", True
        else:
            harm = f"also moves a {moved} that is on CUDA to the CPU"
        only = types[0] if len(types) == 1 else None
        self.report(
            operation.node,
            tentative=stays
            or is_trial(self.inference, operation)
            or expects_error(self.inference, operation.node, operation.frame)
            or loads_data(self.inference, operation)
            or (len(devices) > 1 and is_made_on_cpu(self.inference, receiver))
            or (True not in devices and self.is_for_cpu(operation))
            or (False in devices and not may_be_on_cuda(self.inference, operation))
            or (True in devices and moves_to_cuda(self.inference)),
            call=self.text(operation.node, 50),
            harm=harm,
            fix=lambda write: None if only is None else to_dtype(write, operation, only),
        )

    def is_for_cpu(self, operation: Operation) -> bool:
        """Whether a result on the CPU is drawn, written into a part of another tensor, or meets what is made there."""
        result = self.inference.value(operation.node)
        users = self.inference.consumers.get(result.identity, ()) if isinstance(result, Tensor) else ()
        if any(one.formula is Formula.SUBSCRIPT_WRITE and one.operand() is not result for one in users):
            return True
        return draws(self.inference, operation.frame) or meets_cpu(self.inference, result)
