"""``python -m releases``: writes the table of the public names that each minor release of torch has."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import textwrap
from collections import defaultdict
from collections.abc import Mapping

from flake8_torch_effective.inference.knowledge.releases import MODULES, TABLE_OF_NAMES, TENSOR, Version, version_of
from releases.names import Package
from releases.wheels import Wheel, wheel_of

_HEAD = """\
# Public names of torch by the releases that have them: first-last, or first- where the newest still has them.
# Names of which only a running torch knows have no first. Written by `python -m releases`; do not edit.
"""
# Prints the version of the torch that runs it, and what each of these modules has.
_ASK = """
import importlib, json, sys, torch
found = {}
for name in sys.argv[1:]:
    try:
        thing = torch.Tensor if name == "torch.Tensor" else importlib.import_module(name)
    except ImportError:
        continue
    found[name] = [one for one in dir(thing) if not one.startswith("_")]
print(json.dumps([torch.__version__, found]))
"""
CONTENTS = (*MODULES, TENSOR)
Presence = dict[str, dict[str, set[Version]]]


def minor_releases() -> list[tuple[Version, str]]:
    """The minor releases of torch from 1.0 on that have a wheel here, with the address of one."""
    found = []
    for major in (1, 2):
        for minor in range(100):
            wheel = wheel_of((major, minor))
            if wheel is None:
                break
            found.append(((major, minor), wheel))
    return found


def read(releases: list[tuple[Version, str]]) -> Presence:
    """For each module and name the releases that have it, as source and stubs say."""
    found: Presence = {module: defaultdict(set) for module in CONTENTS}
    declared: dict[Version, set[str]] = {}
    for version, address in releases:
        package = Package(Wheel(address))
        for module in CONTENTS:
            public = package.public(module)
            for name in public:
                found[module][name].add(version)
        declared[version] = package.declared()
        print(f"{version[0]}.{version[1]}: {len(package.public('torch'))} names in torch", file=sys.stderr)
    for version, functions in declared.items():
        for module in ("torch", TENSOR):
            for name in functions & found[module].keys():
                found[module][name].add(version)
    return found


def asked(interpreter: str) -> tuple[Version, Mapping[str, list[str]]]:
    """What the torch of an interpreter has."""
    done = subprocess.run([interpreter, "-W", "ignore", "-c", _ASK, *CONTENTS], capture_output=True, check=True)
    version, names = json.loads(done.stdout.splitlines()[-1])
    return version_of(version), names


def table(found: Presence, versions: list[Version], made_by_running: Mapping[str, set[str]]) -> str:
    """The text of the table."""
    parts = [_HEAD, "releases " + " ".join(f"{major}.{minor}" for major, minor in versions) + "\n"]
    for module in CONTENTS:
        by_span: dict[tuple[Version, Version], list[str]] = defaultdict(list)
        for name, present in found[module].items():
            by_span[min(present), max(present)].append(name)
        parts.append(f"\n[{module}]\n")
        spans = {_span(first, last, versions): names for (first, last), names in sorted(by_span.items())}
        if made_by_running.get(module):
            spans["-"] = list(made_by_running[module])
        for span, names in spans.items():
            lines = textwrap.wrap(" ".join(sorted(names)), 118 - len(span), break_long_words=False)
            parts.extend(f"{span}: {line}\n" for line in lines)
    return "".join(parts)


def _span(first: Version, last: Version, versions: list[Version]) -> str:
    end = "" if last == versions[-1] else f"{last[0]}.{last[1]}"
    return f"{first[0]}.{first[1]}-{end}"


def main() -> int:
    """Write the table."""
    parser = argparse.ArgumentParser(prog="python -m releases", description=__doc__)
    parser.add_argument(
        "--python",
        action="append",
        default=[],
        metavar="FILE",
        help="an interpreter with a torch, for the names that only run time makes; may be repeated",
    )
    options = parser.parse_args()
    releases = minor_releases()
    found = read(releases)
    made: dict[str, set[str]] = defaultdict(set)
    for interpreter in options.python or [sys.executable]:
        version, names = asked(interpreter)
        for module, present in names.items():
            for name in present:
                if name in found[module]:
                    found[module][name].add(version)
                else:
                    made[module].add(name)
    TABLE_OF_NAMES.write_text(table(found, [version for version, _ in releases], made), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
