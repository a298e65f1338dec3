"""Where a claim is checked: a real device, or a fake accelerator on a machine that has none.

Under `FakeTensorMode` torch computes shapes, dtypes and devices and no values, so a tensor can sit
on a device that does not exist. Which device can be faked depends on the build of torch:

* a build with CUDA (2.13) fakes `cuda` without a GPU, all but the backward pass, for which the
  autograd engine asks the driver; an old one (2.1) asks the driver for almost everything;
* a CPU-only build (2.13) cannot: indexing a fake CUDA tensor raises, and recording a gradient for
  one ends the process with an uncaught C++ exception. It can fake `lazy`, a device type whose guard
  every build carries, backward included.

So `fake` means the first of these two on which the code runs. What matters to the claims is only
that the device is not the CPU, on which a factory without `device=` lands.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten

BACKEND_ASKED = ("hasPrimaryContext", "Found no NVIDIA driver", "from the 'Lazy' backend", "libcuda.so")
"""The messages of errors raised where code needs a real driver or kernel."""
NOT_FAKED = ("Couldn't swap", "not supported for tensor subclasses")
"""The messages of errors raised where no fake tensor can stand: for a module's weights in another dtype."""
NOT_PICKLED = "Can't pickle local object 'WeakValueDictionary"
"""What Python says of a fake tensor that is to be saved: each holds its mode."""


MIXED_DEVICES = (
    "Expected all tensors to be on the same device",
    "Unhandled FakeTensor Device Propagation",
    "indices should be either on cpu or on the same device",
)
"""The messages of errors raised where tensors of two devices meet."""


def mixes_devices(message: str) -> bool:
    """Whether an error's message says that tensors of two devices meet."""
    return any(text in message for text in MIXED_DEVICES)


class NotShown(Exception):
    """The place cannot show the claim; the message is the reason."""


@dataclass(frozen=True)
class Place:
    """A device, real or fake, and the seed from which everything is drawn there."""

    device: torch.device
    fake: bool = False
    seed: int = 0

    def __str__(self) -> str:
        return f"fake {self.device}" if self.fake else str(self.device)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Run the body on this place.

        Raises:
            NotShown: on a fake place, where the body needs a value, or the driver of a device that
            is not there.
        """
        if not self.fake:
            with full_precision() if self.device.type == "cuda" else nullcontext():
                yield
            return
        logger = logging.getLogger(FakeTensorMode.__module__)
        level = logger.level
        try:
            logger.setLevel(logging.CRITICAL)  # it prints a traceback of every error, those that are claimed too
            with FakeTensorMode():
                yield
        except Exception as error:
            if self.cannot(error):
                raise NotShown(self.reason(error)) from error
            raise
        finally:
            logger.setLevel(level)

    def cannot(self, error: BaseException) -> bool:
        """Whether an error says that this place has no values or no driver, and nothing about the code that raised."""
        return self.fake and (
            isinstance(error, (DataDependentOutputException, DynamicOutputShapeException))
            or (isinstance(error, RuntimeError) and any(text in str(error) for text in (*BACKEND_ASKED, *NOT_FAKED)))
            or (isinstance(error, AttributeError) and (str(error) == self.no_module or NOT_PICKLED in str(error)))
        )

    @property
    def no_module(self) -> str:
        """What Python says where torch has no module for this kind of device, as for the made-up one."""
        return f"module 'torch' has no attribute '{self.device.type}'"

    def reason(self, error: BaseException) -> str:
        """What an error says of this place."""
        if isinstance(error, (DataDependentOutputException, DynamicOutputShapeException)):
            return f"reads values of a fake tensor on the host ({error})"
        if any(text in str(error) for text in NOT_FAKED):
            return "a fake tensor cannot stand for the real one here"
        if NOT_PICKLED in str(error):
            return "a fake tensor cannot be saved"
        if str(error) == self.no_module:
            return f"torch has no module for {self.device.type} devices"
        if self.cannot(error):
            return "this build of torch asks the device that is faked"
        return f"{type(error).__name__} on a fake device"

    def can(self, dtype: torch.dtype) -> bool:
        """Whether the device computes in a dtype; Apple's has no float64."""
        return not (self.device.type == "mps" and dtype == torch.float64)

    def holds(self, tensor: torch.Tensor) -> bool:
        """Whether `tensor` is on this device; an index counts only where both sides name one."""
        there, here = tensor.device, self.device
        return there.type == here.type and (there.index == here.index or there.index is None or here.index is None)


@contextmanager
def full_precision() -> Iterator[None]:
    """While it lasts, CUDA computes as many digits as the dtype has: cuDNN's convolutions round to TF32 by default."""
    backends: list[tuple[object, str]] = [(torch.backends.cudnn, "allow_tf32")]
    backends += [
        (torch.backends.cuda.matmul, name)
        for name in (
            "allow_tf32",
            "allow_fp16_reduced_precision_reduction",
            "allow_bf16_reduced_precision_reduction",
        )
    ]
    before = [getattr(backend, name) for backend, name in backends]
    try:
        for backend, name in backends:
            setattr(backend, name, False)
        yield
    finally:
        for (backend, name), value in zip(backends, before, strict=True):
            setattr(backend, name, value)


class Touched(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Notes inside ``with Touched(place) as touched:`` whether anything is computed on the device."""

    def __init__(self, place: Place) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.place = place
        self.seen = False

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # else torch imports its compiler

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        leaves, _ = tree_flatten((args, kwargs, result))
        self.seen = self.seen or any(isinstance(leaf, torch.Tensor) and self.place.holds(leaf) for leaf in leaves)
        return result


CPU = Place(torch.device("cpu"))


def fake_places(seed: int = 0) -> tuple[Place, ...]:
    """The accelerators that this build of torch can fake, the more informative first."""
    lazy = Place(torch.device("lazy"), True, seed)
    if torch.backends.cuda.is_built():  # type: ignore[no-untyped-call]
        return (Place(torch.device("cuda", 0), True, seed), lazy)
    return (lazy,)


def places(device: str, seed: int = 0) -> tuple[Place, ...]:
    """The places that a device's name stands for, in the order to try them.

    Args:
        device: `fake`, or what `torch.device` takes (`cpu`, `cuda`, `cuda:1`, `mps`).
        seed: where the draws at these places start.

    Raises:
        RuntimeError: for a device that torch cannot name.
    """
    if device == "fake":
        return fake_places(seed)
    return (Place(torch.device(device), seed=seed),)
