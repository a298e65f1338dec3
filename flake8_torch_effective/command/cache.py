"""``torch-effective cache``: where findings are kept, how many, and how to be rid of them."""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ..cache.bounds import DAY, entries
from ..cache.place import OFF, place_of
from ..cache.store import FORM, TAG, TAG_TEXT
from .settings import configuration_options, settings
from .usage import UsageError


def cache(arguments: Sequence[str]) -> int:
    """Do what the first argument says; the exit status is 0.

    Raises:
        UsageError: it is no action, or the folder cannot be emptied.
    """
    told = list(arguments) or ["--help"]
    action = _parser().parse_args(told).action
    if action not in _ACTIONS:
        raise UsageError(f"cache has no action {action!r}; it has {', '.join(_ACTIONS)}")
    told.remove(action)
    place = place_of(settings("torch-effective cache", told, (), lambda _: None, reports=False))
    if place is None:
        print(f"The cache is off, by --no-cache, {OFF}, the configuration, or because its folder is somebody else's.")
        return 0
    _ACTIONS[action](place)
    return 0


def _parser() -> argparse.ArgumentParser:
    """Only the options that say where the cache is: those for findings mean nothing here."""
    parser = argparse.ArgumentParser(
        prog="torch-effective cache",
        description="Show or delete what is kept about unchanged files.",
        parents=[configuration_options()],
        allow_abbrev=False,
    )
    parser.add_argument(
        "action",
        metavar=f"{{{','.join(_ACTIONS)}}}",
        help="dir prints the folder of the cache; info also prints how many files are in it; clean deletes them",
    )
    parser.add_argument("--torch-cache-dir", metavar="DIR", help="the folder, instead of the system's for caches")
    parser.add_argument("--torch-no-cache", "--no-cache", action="store_true", help="as if the cache were off")
    return parser


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
