"""``--show-settings``: what a run of ``check`` or ``fix`` would go by, and where that is said."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from ..cache.place import place_of
from ..plugin import TENTATIVE
from ..project.target import OPTION, Target
from ..project.versions import Version
from .discovery import CLOSED


def show(options: argparse.Namespace) -> int:
    """Print the settings; the exit status is 0."""
    print(overview(options), end="")
    return 0


def overview(options: argparse.Namespace) -> str:
    """The settings, one a line, each ended by a line feed."""
    from ..rules import all_rules

    target: Target | None = options.torch_target
    version = None if target is None else target.version
    rows = [
        ("configuration", options.configuration),
        (OPTION, "none, so what the newest torch has counts" if target is None else _told(target)),
        (TENTATIVE.lstrip("-"), "yes" if options.torch_tentative else "no"),
        ("torch-cache-dir", str(place_of(options) or "none, so nothing is kept")),
        ("rules that need a newer torch", _listed(rule.code for rule in all_rules() if _is_off(rule.since, version))),
        (
            "opt-in rules that it turns on",
            _listed(
                rule.code
                for rule in all_rules()
                if rule.opt_in and not rule.is_opt_in(version) and not _is_off(rule.since, version)
            ),
        ),
        ("select", _listed(options.select)),
        ("extend-select", _listed(options.extend_select)),
        ("ignore", _listed(options.ignore)),
        ("extend-ignore", _listed(options.extend_ignore)),
        ("per-file-ignores", " ".join(options.per_file_ignores.split()) or "none"),
        ("exclude", _listed([*options.exclude, *options.extend_exclude])),
        ("left out unless named", _listed(CLOSED)),
        ("force-exclude", "yes" if options.force_exclude else "no"),
        ("severity", options.severity),
        ("show-urls", "yes" if options.show_urls else "no"),
    ]
    if "baseline" in options:  # `fix` has none
        rows.append(("baseline", str(options.baseline or "none")))
    return "".join(f"{name}: {value}\n" for name, value in rows)


def _told(target: Target) -> str:
    return f"{target.version[0]}.{target.version[1]}, by {target.source}"


def _is_off(since: tuple[int, ...], version: Version | None) -> bool:
    return version is not None and since > version


def _listed(words: Iterable[str] | None) -> str:
    listed: Sequence[str] = list(words or ())
    return ", ".join(listed) or "none"
