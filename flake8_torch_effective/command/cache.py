"""``torch-effective cache``: where findings are kept, how many, and how to be rid of them."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from ..cache.bounds import DAY, entries
from ..cache.place import OFF, place_of
from ..cache.store import FORM, TAG, TAG_TEXT
from .settings import settings
from .usage import UsageError


def cache(arguments: Sequence[str]) -> int:
    """Do what the first argument says; the exit status is 0.

    Raises:
        UsageError: it is no action, or the folder cannot be emptied.
    """
    action, *others = arguments or ("--help",)
    if action not in _ACTIONS and not action.startswith("-"):
        raise UsageError(f"cache has no action {action!r}; it has {', '.join(_ACTIONS)}")
    options = settings(
        f"torch-effective cache {{{','.join(_ACTIONS)}}}", [*others, *_help(action)], (), _declare, reports=False
    )
    if options.filenames:
        raise UsageError(f"cache {action} takes no files: {options.filenames[0]}")
    place = place_of(options)
    if place is None:
        print(f"The cache is off, by --no-cache, {OFF}, the configuration, or because its folder is somebody else's.")
        return 0
    _ACTIONS[action](place)
    return 0


def _help(action: str) -> list[str]:
    return [action] if action.startswith("-") else []


def _declare(manager: Any) -> None:
    manager.parser.description = (
        "dir prints the folder in which findings are kept, info also how many there are, and clean deletes them."
    )


def _print_folder(place: Path) -> None:
    print(place)


def _print_numbers(place: Path) -> None:
    kept = list(entries(place / FORM))
    print(f"folder: {place}")
    print(f"files: {len(kept)}")
    print(f"disk space: {sum(entry.size for entry in kept) / 2**20:.1f} MiB")
    if kept:
        print(f"longest unused: {max(0, time.time() - min(kept).used) / DAY:.0f} days")


def _clean(place: Path) -> None:
    """Delete the folders of entries, those of other versions too, and nothing else that the folder may hold."""
    removed = 0
    for folder in sorted(place.glob("*")):
        if _is_ours(folder):
            removed += sum(1 for _ in entries(folder))
            try:
                shutil.rmtree(folder)
            except OSError as error:
                raise UsageError(f"{folder} cannot be deleted: {error}") from error
    print(f"{removed} file{'' if removed == 1 else 's'} deleted from {place}")


def _is_ours(folder: Path) -> bool:
    try:
        return not folder.is_symlink() and (folder / TAG).read_text("utf-8") == TAG_TEXT
    except (OSError, UnicodeDecodeError):
        return False


_ACTIONS: Final[dict[str, Callable[[Path], None]]] = {"dir": _print_folder, "info": _print_numbers, "clean": _clean}
