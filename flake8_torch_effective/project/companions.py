"""Packages whose own requirements say which torch comes with them: a project that asks for one gets no older torch."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from .versions import Version, lowest, specifier_of

# The oldest torch that these releases and later ones take.  Source: the `Requires-Dist` of each release on PyPI, which
# for torchaudio and torchvision is one torch each; those of torchvision before 0.15: the table in its README.
_LIGHTNING: Final = (
    ((1, 6), (1, 8)),
    ((1, 7), (1, 9)),
    ((1, 9), (1, 10)),
    ((2, 0), (1, 11)),
    ((2, 1), (1, 12)),
    ((2, 2), (1, 13)),
    ((2, 3), (2, 0)),
    ((2, 4), (2, 1)),
)
_TORCHVISION: Final = (
    *(((0, minor), (1, minor - 1)) for minor in range(8, 15)),
    *(((0, minor), (2, minor - 15)) for minor in range(15, 27)),
)
_TORCHAUDIO: Final = (
    *(((0, minor), (1, minor)) for minor in range(8, 14)),
    *(((2, minor), (2, minor)) for minor in range(11)),
)
_COMPANIONS: Final = {
    r"pytorch[-_.]lightning": _LIGHTNING,
    "lightning": _LIGHTNING,
    "torchaudio": _TORCHAUDIO,
    "torchvision": _TORCHVISION,
}


def needed_by(requirements: Iterable[str]) -> tuple[Version, str] | None:
    """The oldest torch that comes with what other requirements ask for, and the one that needs the newest.

    One with a marker may not be installed, so that it says nothing.

    >>> needed_by(["torch>=1.9", "pytorch-lightning>=2.0,<3", "torchvision>=0.9"])
    ((1, 11), 'pytorch-lightning>=2.0,<3, which needs torch 1.11')
    """
    found = [
        (version, which_needs(requirement.split("#")[0].strip(), version))
        for requirement in requirements
        if ";" not in requirement
        for pattern, releases in _COMPANIONS.items()
        if (version := torch_of(specifier_of(requirement, pattern), releases)) is not None
    ]
    return max(found, key=lambda one: one[0], default=None)


def which_needs(requirement: str, version: Version) -> str:
    """In words, that a requirement needs a release of torch."""
    return f"{requirement}, which needs torch {version[0]}.{version[1]}"


def needed_by_constraint(name: str, constraint: str) -> Version | None:
    """The same of a name and Poetry's constraint of it: ``pytorch-lightning`` and ``^2.0``."""
    tables = (releases for pattern, releases in _COMPANIONS.items() if re.fullmatch(pattern, name.lower()))
    return next((torch_of(constraint, releases) for releases in tables), None)


def torch_of(specifier: str | None, releases: tuple[tuple[Version, Version], ...]) -> Version | None:
    """The torch that the oldest release needs which a specifier takes."""
    oldest = lowest(specifier) if specifier else None
    return None if oldest is None else max((torch for release, torch in releases if release <= oldest), default=None)
