"""Whether a project has a package torch of its own, which its files import in place of PyTorch."""

from __future__ import annotations

import os
from functools import lru_cache

_PACKAGE = "__init__.py"


def imports_own_torch(path: str) -> bool:
    """Whether ``import torch`` in the file of a path finds a package that lies beside the file's own package.

    That is in the folder that the outermost package around the file stands in, or in the current one.
    """
    here = os.getcwd()
    folder = os.path.dirname(os.path.abspath(path))
    below = f"{folder}{os.sep}".startswith(here.rstrip(os.sep) + os.sep)
    return _has_torch(_root_of(folder)) or (below and _has_torch(here))


@lru_cache(maxsize=1024)
def _root_of(folder: str) -> str:
    """The folder from which a file of another is imported: the nearest upwards that is no package."""
    while os.path.isfile(os.path.join(folder, _PACKAGE)) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


@lru_cache(maxsize=1024)
def _has_torch(folder: str) -> bool:
    """Whether a folder has a package torch that is not PyTorch itself, as pip installs it beside its metadata."""
    if not os.path.isfile(os.path.join(folder, "torch", _PACKAGE)):
        return False
    return not any(one.startswith("torch-") and one.endswith(".dist-info") for one in os.listdir(folder))
