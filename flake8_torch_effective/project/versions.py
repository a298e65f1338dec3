"""Versions of torch in words that people and packaging write: ``2.3``, ``torch>=2.1``, ``^2.1``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

# A minor release: (2, 3).
Version: TypeAlias = tuple[int, int]

# What `torch.__version__` may say, but for releases that are not final.  These are compiled when they are first used:
# flake8 loads this at each start.
_WRITTEN: Final = r"v?(\d{1,4}(?:\.\d{1,4}){0,3})(?:\+[\w.]+)?"
_REQUIREMENT: Final = r"(?is){}\s*(?:\[[^\]]*\])?(?![\w.-])\s*(.*)"
_CLAUSE: Final = r"(\^|~=|~|===?|=|>=|>|<=|<|!=)?\s*v?(\d+(?:\.\d+)*)[^\s,]*"
# The names under which requirements ask for torch.
TORCH: Final = "(?:py)?torch"
_UPPER: Final = frozenset({"<", "<=", "!="})
# The last minor release before those that are told apart.
_BEFORE: Final = (0, 4)
# The minor releases of torch that no later one corrects, so that what is newer than them is of the next.
_ALONE: Final = frozenset({(1, 1), (1, 2), (1, 4), (1, 6), (1, 11), (2, 6), (2, 8), (2, 10), (2, 11)})


def version_in(text: str) -> Version | None:
    """The minor release that a text names: ``2.3``, ``2.3.1+cpu``; None where it is no version."""
    written = re.fullmatch(_WRITTEN, text.strip())
    return None if written is None else _minor(written[1])


def specifier_of(requirement: str, package: str = TORCH) -> str | None:
    """What a requirement asks of a package's version, ``""`` where it takes any; None where it is about another one.

    ``package`` is its name as a regular expression, since some names have several spellings: conda calls torch pytorch,
    which some write for pip, too.  Markers, extras, comments and options of pip are left out, as is an address from
    which the package is to come.
    """
    text = re.split(r"(?:^|\s)(?:#|--)|;", requirement.strip(), maxsplit=1)[0]
    found = re.fullmatch(_REQUIREMENT.replace("{}", package), text.strip())
    if found is None:
        return None
    asked = found[1].strip()
    return "" if asked.startswith("@") else asked.removeprefix("(").removesuffix(")").strip()


def lowest(specifier: str) -> Version | None:
    """The oldest minor release that a specifier takes, of pip's or of Poetry's; None where it sets no lower bound.

    ``>2.0`` takes 2.0.1, and so 2.0, but ``>1.1`` only 1.2, since there is no 1.1.1; ``<2`` has no lower bound.
    """
    return _least(map(_lowest_of_all, _alternatives(specifier)))


def runs_on(specifier: str) -> Version | None:
    """The oldest minor release that code surely runs on: the lower bound, or the newest one that an upper bound takes.

    ``<2`` and ``<=1.13.1`` say 1.13.  An upper bound that takes every known release says nothing.
    """
    return _least(_lowest_of_all(one) or _newest_of_all(one) for one in _alternatives(specifier))


def _alternatives(specifier: str) -> list[str]:
    return [alternative for alternative in specifier.split("|") if alternative.strip()]


def _least(versions: Iterable[Version | None]) -> Version | None:
    """The oldest version; None where one of them is not known, or there is none."""
    found = list(versions)
    stated = [version for version in found if version is not None]
    return min(stated) if stated and len(stated) == len(found) else None


def _newest_of_all(clauses: str) -> Version | None:
    """The newest minor release below the upper bounds of clauses that must all hold; None where there is no newer."""
    # What is right above the newest that is taken: of `<=2.1` that is 2.1.0 and a little.
    bounds = [(*_numbers(version), how == "<=") for how, version in re.findall(_CLAUSE, clauses) if how in ("<", "<=")]
    if not bounds:
        return None
    from ..inference.knowledge.releases import releases  # for the few projects that have no other bound

    known = releases()
    taken = (release for release in known if (*release, 0, False) < min(bounds))
    newest = max(taken, default=_BEFORE)
    return None if newest == known[-1] else newest


def _lowest_of_all(clauses: str) -> Version | None:
    """The lower bound of clauses that must all hold."""
    found = (_bound(how, version) for how, version in re.findall(_CLAUSE, clauses) if how not in _UPPER)
    return max(found, default=None)


def _bound(how: str, release: str) -> Version:
    """The oldest minor release that one clause takes."""
    major, minor = _minor(release)
    return (major, minor + 1) if how == ">" and (major, minor) in _ALONE else (major, minor)


def _minor(release: str) -> Version:
    return _numbers(release)[:2]


def _numbers(release: str) -> tuple[int, int, int]:
    major, minor, patch, *_ = [*map(int, release.split(".")), 0, 0]
    return major, minor, patch
