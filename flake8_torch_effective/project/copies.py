"""Whether a file is a copy of another project's, which whoever keeps it takes over as it is."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import Final

# Folders of such copies.  A folder `external` or `deps` often holds a project's own code around what is external.
_COPIES: Final = frozenset(
    (
        "vendor",
        "vendored",
        "_vendor",
        "_vendored",
        "third_party",
        "third-party",
        "thirdparty",
        "_third_party",
        "3rdparty",
        "3rd_party",
        "3rd-party",
    )
)


def is_copy(path: str) -> bool:
    """Whether a path leads into a folder of copies; of the folders around the current one the author works in them.

    >>> [is_copy(path) for path in ("net/_vendor/clip/a.py", "third_party/a.py", "net/vendor.py", "external/a.py")]
    [True, True, False, False]
    """
    here = os.getcwd()
    inside = os.path.isabs(path) and os.path.normpath(path).startswith(here.rstrip(os.sep) + os.sep)
    folders = PurePath(os.path.relpath(path, here) if inside else os.path.normpath(path)).parts[:-1]
    return any(folder.lower() in _COPIES for folder in folders)
