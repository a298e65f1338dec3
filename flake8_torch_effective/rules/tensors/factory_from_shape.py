from __future__ import annotations

from ...inference.knowledge.columns import Creates, Family, Signature
from ...inference.queries.gradients import is_initial_value
from ...inference.queries.hosted import (
    gets_from_cpu,
    is_made_on_cpu,
    is_of_unmoved_model,
    loads_data,
    works_on_host,
)
from ...inference.queries.moves import is_made_by_default
from ...inference.queries.occasions import is_switched_off
from ...inference.queries.sized import (
    converts_data,
    is_filled_from,
    is_moved_by_callers,
    is_moved_later,
    meets,
    meets_default,
    prepares_data,
    runs_with_model,
    size_source,
)
from ...inference.queries.trials import is_trial
from ...inference.queries.unset import is_unset
from ...inference.values import Operation, Tensor, Use
from ...rewriting.writing.likeness import like
from ..rule import Rule


class FactoryFromShape(Rule):
    """Factory that is given another tensor's sizes, and not its device.

    What it does
    Finds `torch.zeros(x.shape)`, `torch.randn(x.size())` and other factories without `device` that are given the shape
    of a tensor, and whose result meets that tensor, or what is computed from it, in an operation. Also finds factories
    that are given one of its sizes, or something computed from them, such as `torch.zeros(layers, x.size(0), hidden)`,
    `torch.rand(x.shape[:2])` and `torch.arange(x.size(1))`, whose result meets the tensor or the weights of a layer
    where a model is at work: in the methods of a module, in losses and training functions, or with x on CUDA.

    Elsewhere the finding is tentative, and so reported only with `--torch-tentative`. It is also tentative in functions
    that convert, load or show something; under an option that is False by default and that no call in the file sets;
    where the result is returned as it is, or x is only written into it; and in tests, stubs and demonstrations. It is
    also tentative where the result meets another tensor that a factory makes on the CPU from other sizes, as in
    `torch.zeros(9).scatter_add_(0, x, torch.ones(x.shape))`, or is filled from one, since more would have to move;
    where all calls in the file give x a tensor on the CPU, or move the result of the function; and, in a file that
    names no device, where a model that the same function makes computes x.

    Not reported: tensors that are known to be on the CPU, also because of what they are computed from, or because their
    result is converted by `numpy()`; results that are moved, read by the host or made a parameter; initialisation; the
    code of datasets, transforms and collate functions, and whatever only that calls; and files that set a default
    device.

    Where no model is at work, it is also tentative in a file that names no device and imports NumPy, PIL or another
    library of images, sounds or tables.

    Why it is bad
    The result is on the CPU, in float32, whatever x is. If x is on CUDA, the next operation on both raises, or the host
    waits for a copy. If x is in half precision, the result is promoted, or a layer raises.

    Example
        def noisy(x: torch.Tensor, scale: float) -> torch.Tensor:
            return x + scale * torch.randn(x.shape)

    Use instead
        def noisy(x: torch.Tensor, scale: float) -> torch.Tensor:
            return x + scale * torch.randn_like(x)

    Evidence
    same_device: with x on another device than the CPU bad mixes devices, or its result is on the CPU; same_result and
    same_gradient on the CPU.

    Fix safety
    Unsafe: `torch.zeros_like(x)` takes both device and dtype from x. Only `device=x.device` is added, and the dtype
    stays, where x is an index or holds another kind of numbers, for other sizes, and for tensors that a mask or index
    fills. On another device a factory also draws other random numbers. None where x cannot be read under the same name,
    or is more than a name or an attribute.

    Source
    Effective PyTorch, section 5; https://docs.pytorch.org/docs/stable/generated/torch.zeros_like.html
    """

    code = "TEF410"
    message = "{call} is on the CPU, wherever {x} is"
    advice = "use {fixed}"
    words = "give it the device of {x}"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        drawn = signature.family is Family.RANDOM and "size" in signature.parameters
        return drawn or (signature.family is Family.FACTORY and signature.creates is Creates.BY_DEFAULT)

    def check(self, operation: Operation) -> None:
        made = operation.result
        if not isinstance(made, Tensor) or not is_made_by_default(self.inference, operation):
            return
        source = size_source(self.inference, operation)
        if source is None or is_made_on_cpu(self.inference, source.tensor) or is_initial_value(operation):
            return
        if Use.TRAINED in made.identity.uses or is_moved_later(self.inference, made):
            return
        if prepares_data(self.inference, operation) or loads_data(self.inference, operation):
            return
        met = meets(self.inference, made, source.tensor)
        if source.assumed and not met:
            return
        if not source.whole and not met and not is_filled_from(self.inference, made, source.tensor):
            return
        on_device = self.on_device(operation, source.tensor)
        sure = met and (on_device or (source.whole and not works_on_host(self.inference)))
        sure = sure and not meets_default(self.inference, made)
        sure = sure and not converts_data(self.inference, operation) and not is_switched_off(self.inference, operation)
        sure = sure and not is_of_unmoved_model(self.inference, source.tensor, operation.frame)
        sure = sure and not is_moved_by_callers(self.inference, operation)
        given = source.tensor.origin is None  # as it came, under its own name
        sure = sure and not (given and gets_from_cpu(self.inference, operation.frame, self.text(source.node)))
        sure = sure and not is_unset(self.inference, operation, off=("False",))
        self.report(
            operation.node,
            tentative=not sure or is_trial(self.inference, operation),
            call=self.text(operation.node, 50),
            x=self.text(source.node, 24),
            fix=lambda write: like(write, operation, source),
        )

    def on_device(self, operation: Operation, x: Tensor) -> bool:
        """Whether x may well be on another device than the CPU."""
        return x.device == "cuda" or runs_with_model(self.inference, operation)
