"""Where the cache is, and what switches it off."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path
from typing import Final

# Set to anything but the empty text, this switches the cache off; the other one names its folder.
OFF: Final = "TORCH_EFFECTIVE_NO_CACHE"
FOLDER: Final = "TORCH_EFFECTIVE_CACHE_DIR"


def place_of(options: Namespace) -> Path | None:
    """The folder that the options, the environment or else the system's custom say; None where there is no cache.

    Args:
        options: flake8's, with ``torch_cache_dir`` and ``torch_no_cache``.
    """
    if options.torch_no_cache or os.environ.get(OFF):
        return None
    given = options.torch_cache_dir
    return Path(os.path.abspath(given)) if given else usual_place()


def usual_place() -> Path | None:
    """The folder without an option; None where it belongs to somebody else, who could hide findings there."""
    if named := os.environ.get(FOLDER):
        return Path(os.path.abspath(named))
    from platformdirs import user_cache_path  # not wanted where the cache is off

    folder = user_cache_path("flake8-torch-effective", appauthor=False) / "findings"
    try:
        owner = folder.stat().st_uid
    except OSError:
        return folder
    return folder if not hasattr(os, "geteuid") or owner == os.geteuid() else None
