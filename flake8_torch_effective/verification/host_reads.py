"""Counting how often the host takes what the device computed, also where the device is the CPU."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from torch.overrides import TorchFunctionMode

SCALARS = frozenset(
    {
        *("item", "__bool__", "__int__", "__float__", "__index__", "__complex__", "__format__"),
        *("equal", "allclose", "is_nonzero"),
    }
)
"""What reads one number; each dispatches an operator whose result depends on values."""
COPIES = frozenset({"tolist", "numpy", "cpu", "__array__", "__dlpack__"})
"""Methods that bring a whole tensor to the host; a tensor of the CPU dispatches nothing for them."""


class HostReads(TorchFunctionMode):
    """Counts the reads inside `with HostReads() as reads:`.

    A copy to the CPU is a read too, wherever the tensor is: on an accelerator the same code waits for it.

    Attributes:
        count: all reads.
        undispatched: those for which torch dispatches no operator, since the tensor is on the CPU.
    """

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.undispatched = 0

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        keywords = kwargs or {}
        name = getattr(func, "__name__", "")
        if name in SCALARS:
            self.count += 1
        elif name in COPIES or (name == "to" and goes_to_the_host(args[1:], keywords)):
            self.count += 1
            self.undispatched += args[0].device.type == "cpu"
        return func(*args, **keywords)


def goes_to_the_host(arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> bool:
    """Whether `Tensor.to` with these arguments names the CPU itself."""
    named = [*arguments[:1], keywords.get("device")]
    return any(device == "cpu" for device in named if isinstance(device, str))
