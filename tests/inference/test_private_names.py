"""Each private name with a public home is what its row says: the same object, or another one that exists."""

from __future__ import annotations

import importlib
import inspect
import warnings
from typing import Any

import pytest
import torch
import torch.distributed.tensor

from flake8_torch_effective.inference.knowledge.private_names import PUBLIC_NAMES, PublicName


def found(name: str) -> Any:
    """What a dotted name of torch is.

    Raises:
        AttributeError: torch has no such name.
    """
    module, _, last = name.rpartition(".")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(importlib.import_module(module), last)


@pytest.mark.parametrize(("private", "public"), PUBLIC_NAMES.items(), ids=PUBLIC_NAMES)
def test_public_home(private: str, public: PublicName) -> None:
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < public.since:
        pytest.skip(f"{public.name} is public since torch {public.since}")
    assert (found(private) is found(public.name)) == public.same


@pytest.mark.parametrize(
    ("private", "public"), [(name, row) for name, row in PUBLIC_NAMES.items() if row.base], ids=str
)
def test_a_base_is_told_apart_by_types_only(private: str, public: PublicName) -> None:
    subclass, base = found(private), found(public.name)
    assert issubclass(subclass, base)
    assert subclass is not base
    assert set(vars(subclass)) <= {"__module__", "__doc__", "__firstlineno__", "__static_attributes__"}


@pytest.mark.parametrize(
    ("private", "public"), [(name, row) for name, row in PUBLIC_NAMES.items() if not row.same], ids=str
)
def test_what_only_calls_the_private_function(private: str, public: PublicName) -> None:
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < public.since:
        pytest.skip(f"{public.name} is public since torch {public.since}")
    home = found(public.name)
    text = inspect.getsource(home) if inspect.isfunction(home) else ""
    last = text.rstrip().rpartition("\n")[2].strip()
    called = last.removeprefix("return ").partition("(")[0]
    assert (called in (private, private.rpartition(".")[2])) == public.forwards


def test_a_type_that_torch_registers_cannot_be_registered_publicly() -> None:
    with pytest.raises(ValueError, match="already registered"):
        found("torch.utils._pytree.register_pytree_node")(dict, lambda x: ([], None), lambda values, context: {})


@pytest.mark.parametrize("name", ["all_gather_into_tensor", "reduce_scatter_tensor"])
def test_a_public_name_that_is_deprecated_itself(name: str) -> None:
    if tuple(int(part) for part in torch.__version__.split(".")[:2]) < (2, 13):
        pytest.skip("deprecated since torch 2.13")
    assert "deprecated" in getattr(found(f"torch.distributed.{name}"), "__deprecated__", "")
