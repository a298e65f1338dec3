"""The machine on which evidence is measured: whether it has the device, and what a report must state about it."""

from __future__ import annotations

import platform
import warnings

import torch

from .. import __version__
from .comparison import first_line


class NoDevice(Exception):
    """torch cannot compute on the requested device; the message says why in one line."""


def require_device(name: str) -> None:
    """Make sure that torch computes on a device, by computing on it.

    Raises:
        NoDevice: it does not.
    """
    if name == "fake":
        return
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise NoDevice(f"torch knows no device {name!r}; try cpu, cuda, mps or fake") from error
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a build with CUDA warns of a missing driver before it raises
            torch.ones(1, device=device).item()
    except Exception as error:  # each backend raises its own error if it is missing
        # The first sentence names what is missing; advice on building torch follows.
        reason = first_line(error).partition(". ")[0]
        raise NoDevice(f"torch {torch.__version__} cannot use the device {name!r} here: {reason}") from error


def use_one_thread() -> None:
    """Have torch compute in one thread: more do not help with the fixtures' small tensors, and times vary less."""
    torch.set_num_threads(1)


def environment(device: str, seed: int = 0) -> dict[str, str]:
    """What measurements depend on: torch and its device, the seed of the inputs, Python, the platform, this package."""
    return {
        "torch": torch.__version__,
        "device": device_title(device),
        "seed": str(seed),
        "threads": str(torch.get_num_threads()),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "flake8-torch-effective": __version__,
    }


def device_title(device: str) -> str:
    """A device's name for people: ``cuda (NVIDIA H100 80GB HBM3, CUDA 12.8)``."""
    if device == "fake":
        return "fake (an accelerator made up by torch)"
    if torch.device(device).type == "cuda":
        runtime = f"ROCm {torch.version.hip}" if torch.version.hip else f"CUDA {torch.version.cuda}"
        return f"{device} ({torch.cuda.get_device_name(device)}, {runtime})"
    return device
