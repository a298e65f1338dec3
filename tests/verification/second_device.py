"""A second device with numbers, on a machine that has none: wrappers that are on `lazy` and hold a tensor of the CPU.

It refuses what an accelerator refuses: operands on two devices, NumPy, a generator of the CPU, a process that was
forked after it was started, products of matrices of integers, and, if asked, float64. Its random numbers are others
than the CPU's, it divides by a number of Python as CUDA does, and takes other eigenvectors where they are any. Its
tensors say that they are on CUDA where code asks for `is_cuda`.
"""

from __future__ import annotations

import os
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode, return_and_correct_aliasing
from torch.utils._pytree import tree_flatten, tree_map

from flake8_torch_effective.verification.places import Place

HERE = torch.device("lazy")
PLACE = Place(HERE)
COPIES = ("aten.copy_.", "aten._to_copy.")
NO_INTEGERS = tuple(f"aten.{name}." for name in ("dot", "vdot", "mv", "mm", "bmm", "addmv", "addmm", "baddbmm"))
INDEXING = ("aten.index.", "aten.index_put", "aten._index_put_impl")


class Second(torch.Tensor):
    """A tensor on the second device."""

    held: torch.Tensor

    @staticmethod
    def __new__(cls, inner: torch.Tensor) -> Second:
        made: Second = torch.Tensor._make_wrapper_subclass(
            cls,
            inner.shape,
            strides=inner.stride(),
            storage_offset=inner.storage_offset(),
            dtype=inner.dtype,
            layout=inner.layout,
            device=HERE,
        )
        made.held = inner
        return made

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = getattr(func, "__name__", "")
        if name in ("numpy", "__array__"):
            raise TypeError("can't convert lazy device type tensor to numpy. Use Tensor.cpu() first")
        if func == torch.Tensor.is_cuda.__get__:  # type: ignore[attr-defined]
            return True
        with torch._C.DisableTorchFunctionSubclass():
            if name == "tolist":
                return args[0].detach().cpu().tolist()
            return func(*args, **(kwargs or {}))

    @classmethod
    def __torch_dispatch__(  # type: ignore[override]
        cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        return run(func, args, kwargs or {}, doubles=True)


class SecondDevice(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """While it is entered, `lazy` is a device.

    Args:
        doubles: whether it has float64.
    """

    def __init__(self, doubles: bool = True) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.doubles = doubles
        self.process = os.getpid()

    def __enter__(self) -> Any:
        self.before = torch._C._only_lift_cpu_tensors()
        torch._C._set_only_lift_cpu_tensors(True)
        self.overwrites = torch.__future__.get_overwrite_module_params_on_conversion()
        torch.__future__.set_overwrite_module_params_on_conversion(True)  # a wrapper cannot change its dtype
        return super().__enter__()  # type: ignore[no-untyped-call]

    def __exit__(self, *raised: Any) -> None:
        torch._C._set_only_lift_cpu_tensors(self.before)
        torch.__future__.set_overwrite_module_params_on_conversion(self.overwrites)
        super().__exit__(*raised)  # type: ignore[no-untyped-call]

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return run(func, args, kwargs or {}, self.doubles, forked=os.getpid() != self.process)


def run(func: Any, args: Any, kwargs: dict[str, Any], doubles: bool, forked: bool = False) -> Any:
    """Run an operator on the CPU for the second device, or raise what an accelerator raises."""
    name = str(func)
    entries, _ = tree_flatten((args, kwargs))
    second = any(isinstance(entry, Second) for entry in entries)
    named = torch.device(kwargs["device"]) if kwargs.get("device") is not None else None
    if not second and (named is None or named.type != HERE.type):
        return func(*args, **kwargs)
    if forked:
        raise RuntimeError("Cannot re-initialize the second device in forked subprocess")
    if second and name.startswith(NO_INTEGERS) and not args[0].is_floating_point():
        raise NotImplementedError(f'"{name}" not implemented for {args[0].dtype}')
    strays = [entry for entry in entries if is_stray(entry)]
    if second and strays and not name.startswith(COPIES) and not (name.startswith(INDEXING) and indexed(args)):
        raise RuntimeError(f"Expected all tensors to be on the same device, but found lazy and cpu ({name})")
    if any(isinstance(entry, torch.Generator) for entry in entries):
        raise RuntimeError("Expected a 'lazy' device type for generator but found 'cpu'")
    here = second if named is None else named.type == HERE.type
    if name.startswith("aten.copy_."):
        here = isinstance(args[0], Second)
    inner_args, inner_kwargs = tree_map(unwrapped, args), tree_map(unwrapped, kwargs)
    if named is not None:
        inner_kwargs["device"] = torch.device("cpu")
    if here and torch.Tag.nondeterministic_seeded in func.tags:
        torch.rand(1)  # of another generator than the CPU's come other numbers
    result = func(*inner_args, **inner_kwargs)
    if not here:
        return result
    if name.startswith("aten.div.Tensor"):
        result = divided(inner_args[0], args[1], result)
    if name.startswith("aten._linalg_eigh."):
        result = (result[0], turned(*result))
    if not doubles and any(is_double(entry) for entry in tree_flatten(result)[0]):
        raise TypeError("the device has no float64")
    wrapped = tree_map(lambda entry: Second(entry) if isinstance(entry, torch.Tensor) else entry, result)
    return return_and_correct_aliasing(func, args, kwargs, wrapped)  # type: ignore[no-untyped-call]


def divided(numerator: torch.Tensor, denominator: Any, quotient: torch.Tensor) -> torch.Tensor:
    """The quotient; by a number of Python, or of a tensor of the CPU, as the product with the rounded inverse."""
    if isinstance(denominator, Second) or (isinstance(denominator, torch.Tensor) and denominator.dim()):
        return quotient
    wide = torch.float64 if quotient.dtype == torch.float64 else torch.float32
    if not quotient.is_floating_point() or not denominator:
        return quotient
    inverse = torch.tensor(1.0 / float(denominator), dtype=wide)
    return (numerator.to(wide) * inverse).to(quotient.dtype)


def turned(values: torch.Tensor, vectors: torch.Tensor) -> torch.Tensor:
    """The eigenvectors with the other sign, and those of one eigenvalue turned in their plane."""
    if values.dim() > 1 or not vectors.numel():
        return -vectors
    found = -vectors
    for place in range(len(values) - 1):
        if values[place] == values[place + 1]:
            one, other = found[:, place].clone(), found[:, place + 1].clone()
            found[:, place], found[:, place + 1] = one * -0.5 - other * 0.75**0.5, one * 0.75**0.5 - other * -0.5
    return found


def is_stray(entry: object) -> bool:
    """Whether an operand is on the CPU, and more than the number that every device takes."""
    return isinstance(entry, torch.Tensor) and not isinstance(entry, Second) and entry.dim() > 0


def indexed(args: Any) -> bool:
    """Whether only indices are on the CPU, which indexing allows."""
    return isinstance(args[0], Second) and not any(is_stray(value) for value in args[2:3])


def is_double(entry: object) -> bool:
    """Whether an entry is a tensor in float64."""
    return isinstance(entry, torch.Tensor) and entry.dtype == torch.float64


def unwrapped(entry: Any) -> Any:
    """What a wrapper holds."""
    return entry.held if isinstance(entry, Second) else entry
