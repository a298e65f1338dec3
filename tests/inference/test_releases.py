"""The table of torch's names agrees with the torch that is installed, and the script that writes it reads what is there."""

from __future__ import annotations

import importlib
import importlib.util
import warnings

import pytest
import torch

from flake8_torch_effective.inference.knowledge.releases import MODULES, TENSOR, names, version_of
from releases.names import Package

INSTALLED = version_of(torch.__version__)


def thing(module: str) -> object:
    return torch.Tensor if module == TENSOR else importlib.import_module(module)


def has(module: str, name: str) -> bool:
    """Whether the installed torch has a name, if only where it is imported as a module."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return hasattr(thing(module), name)


@pytest.mark.parametrize("module", [*MODULES, TENSOR])
def test_every_public_name_of_the_installed_torch_is_known(module: str) -> None:
    table = names().modules[module]
    public = [name for name in dir(thing(module)) if not name.startswith("_")]
    assert [name for name in public if name not in table or not table[name].had_by(INSTALLED)] == []


@pytest.mark.parametrize("module", [*MODULES, TENSOR])
def test_the_installed_torch_has_nothing_that_is_called_gone(module: str) -> None:
    table = names().modules[module]
    assert [name for name, life in table.items() if not life.had_by(INSTALLED) and has(module, name)] == []


# What the table calls there and ``import torch`` does not show: submodules, what stubs alone declare, and what other
# systems and builds have.
KNOWN_TOO = 80


@pytest.mark.parametrize("module", [*MODULES, TENSOR])
def test_little_is_called_there_that_the_installed_torch_lacks(module: str) -> None:
    table = names().modules[module]
    present = [name for name, life in table.items() if life.first is not None and life.had_by(INSTALLED)]
    lacking = [name for name in present if not has(module, name) and not is_module(f"{module}.{name}")]
    assert len(lacking) <= (KNOWN_TOO if module == "torch" else 12), lacking


def is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def test_every_release_is_there() -> None:
    releases = names().releases
    assert releases[0] == (1, 0)
    assert INSTALLED in releases
    assert list(releases) == sorted(releases)


# By torch's release notes.
@pytest.mark.parametrize(
    ("module", "name", "first", "last"),
    [
        ("torch", "amax", (1, 7), None),
        ("torch", "vmap", (2, 0), None),
        ("torch", "compile", (2, 0), None),
        ("torch", "rfft", (1, 0), (1, 7)),
        ("torch", "gels", (1, 0), (1, 2)),
        ("torch.nn", "Transformer", (1, 2), None),
        ("torch.nn.functional", "scaled_dot_product_attention", (2, 0), None),
        ("torch.optim", "AdamW", (1, 2), None),
        ("torch.linalg", "vander", (1, 12), None),
        ("torch.cuda", "max_memory_reserved", (1, 4), None),
        ("torch.utils.data", "default_collate", (1, 11), None),
        ("torch", "finfo", None, None),
        ("torch", "spmm", None, None),
        ("torch", "fliplr", (1, 6), None),
        ("torch.distributed", "TCPStore", None, None),
        ("torch.Tensor", "copy_", None, None),
    ],
)
def test_when_names_came_and_went(
    module: str, name: str, first: tuple[int, int] | None, last: tuple[int, int] | None
) -> None:
    assert names().modules[module][name] == (first, last)


class Files:
    """A package of a few files."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.files = frozenset(texts)

    def text(self, path: str) -> str | None:
        return self.texts.get(path)


TORCH = """
import sys
from . import nn
from .more import *
from torch._C import Generator
if sys.platform == "win32":
    dll = 1
else:
    so, other = 1, 2
    _old = {"has_old": 1}
    def __getattr__(name):
        return _old[name]
for name in dir(_C._Functions):
    globals()[name] = getattr(_C._Functions, name)
def compile(): inner = 1
"""


def test_names_are_read_from_source_and_stubs() -> None:
    package = Package(
        Files(
            {
                "torch/__init__.py": TORCH,
                "torch/more.py": "__all__ = ['one']\none = two = 3\n",
                "torch/_C/_Functions.pyi": "from typing import Any\ndef add(): ...\ndef _hidden(): ...\n",
                "torch/_C/__init__.pyi": "class Generator: ...\n",
                "torch/_torch_docs.py": "add_docstr(torch.abs,\n  'x')\n",
                "torch/nn/__init__.py": "from .modules import Linear as Lin\ntry:\n    import extra\nexcept ImportError:\n    extra = None\n",
                "torch/_tensor.py": "class Tensor:\n    def norm(self): ...\n    H = property()\n",
            }
        )
    )
    names = "abs add compile dll Generator has_old more name nn one other so sys"
    assert package.public("torch") == set(names.split())
    assert package.public("torch.nn") == {"Lin", "extra"}
    assert package.public("torch.Tensor") == {"norm", "H"}
