"""Measurement and loading fixture pairs, in a checkout and in an installed wheel alike.

A fixture is a folder `<group>/<rule>` with `bad.py`, `good.py` and `evidence.py`, loaded by path:
fixtures are data of the package, not part of its import tree. `evidence.py` declares `CODE` (the
rule's code), `CLAIMS` (a tuple of claims), `BENCH` where timing is of interest, and `NO_SAME_GRADIENT`, which
gives a reason for each callable whose forms both have a gradient that no claim compares.
"""

from __future__ import annotations

import importlib.util
import inspect
import linecache
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType

from .claims import Claim
from .outcomes import Outcome
from .timing import Bench, Timing, time_bench

FILES = ("bad.py", "good.py", "evidence.py")
PACKAGE = "flake8_torch_effective_fixture"  # in which the files of fixtures are modules


class FixtureError(Exception):
    """A fixture is missing, incomplete or wrongly declared; the message says which and how."""


@dataclass(frozen=True, order=True)
class Address:
    """A fixture's place in the tree: `numerics/naive_softmax`."""

    group: str
    rule: str

    def __str__(self) -> str:
        return f"{self.group}/{self.rule}"


@dataclass(frozen=True)
class Fixture:
    """A loaded pair with its evidence."""

    address: Address
    code: str
    bad: ModuleType
    good: ModuleType
    claims: tuple[Claim, ...]
    bench: Bench | None
    no_same_gradient: Mapping[str, str]

    def verify(self, device: str = "cpu", good: ModuleType | None = None, seed: int = 0) -> list[Outcome]:
        """Check every claim on a device.

        Args:
            device: as for `Claim.check`.
            good: replaces `good.py`, for example with the fixed `bad.py`.
            seed: where the draws of inputs start.
        """
        return [claim.check(self.bad, good or self.good, device, seed) for claim in self.claims]

    def time(self, device: str = "cpu", min_run_time: float = 0.2) -> list[Timing]:
        """Time the declared variants; empty where none are declared."""
        if self.bench is None:
            return []
        return time_bench(self.bench, self.bad, self.good, device, min_run_time)


def fixtures_root(package: Path | None = None) -> Path:
    """The folder that contains the groups: inside the package in a wheel, next to it in a checkout.

    Args:
        package: the package's own folder; that of the running code by default.

    Raises:
        FixtureError: where neither exists.
    """
    package = Path(__file__).resolve().parent.parent if package is None else package
    for root in (package / "fixtures", package.parent / "fixtures"):
        if root.is_dir():
            return root
    raise FixtureError(f"no fixtures in {package} or beside it")


def discover(root: Path | None = None) -> list[Address]:
    """Every fixture folder, in order. A folder counts if it contains any of the three files."""
    root = fixtures_root() if root is None else root
    folders = {file.parent for name in FILES for file in root.glob(f"*/*/{name}")}
    return sorted(Address(folder.parent.name, folder.name) for folder in folders)


def load_fixture(group: str, rule: str, root: Path | None = None) -> Fixture:
    """Load one pair with its evidence; this only runs the three files.

    Raises:
        FixtureError: for a missing file or declaration.
    """
    root = fixtures_root() if root is None else root
    folder = root / group / rule
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise FixtureError(f"{group}/{rule}: no {', '.join(missing)} in {folder}")
    bad, good, evidence = (load_module(folder / name, group, rule) for name in FILES)
    code = getattr(evidence, "CODE", None)
    claims = getattr(evidence, "CLAIMS", None)
    bench = getattr(evidence, "BENCH", None)
    if not isinstance(code, str):
        raise FixtureError(f"{group}/{rule}: evidence.py declares no CODE")
    if not isinstance(claims, tuple) or not claims:
        raise FixtureError(f"{group}/{rule}: evidence.py declares no tuple of CLAIMS")
    strays = [claim for claim in claims if not isinstance(claim, Claim)]
    if strays:
        raise FixtureError(f"{group}/{rule}: {strays[0]!r} among the CLAIMS is no claim")
    if bench is not None and not isinstance(bench, Bench):
        raise FixtureError(f"{group}/{rule}: BENCH is no Bench")
    reasons = getattr(evidence, "NO_SAME_GRADIENT", {})
    if not isinstance(reasons, dict) or not all(isinstance(reason, str) and reason for reason in reasons.values()):
        raise FixtureError(f"{group}/{rule}: NO_SAME_GRADIENT is no dict of reasons")
    return Fixture(Address(group, rule), code, bad, good, claims, bench, reasons)


def load_evidence(group: str, rule: str, root: Path | None = None) -> tuple[Claim, ...]:
    """The claims that a fixture declares.

    Raises:
        FixtureError: as `load_fixture` does.
    """
    return load_fixture(group, rule, root).claims


def load_module(path: Path, group: str, rule: str) -> ModuleType:
    """Run one file of a fixture as a module with a unique name."""
    return module_from_source(path.read_text("utf-8"), f"{group}.{rule}.{path.stem}", str(path))


def module_from_source(source: str, name: str, filename: str | None = None) -> ModuleType:
    """Run source text as a module, such as the fixed text of `bad.py`.

    The text stays readable to `inspect.getsource`, which `torch.jit.script` needs.

    Args:
        name: identifies the module, such as `numerics.naive_softmax.bad`.
        filename: shown in tracebacks.

    Raises:
        SyntaxError: where the text is not Python; and whatever running it raises.
    """
    full_name = f"{PACKAGE}.{name}"
    shown_as = filename or f"<{full_name}>"
    spec = importlib.util.spec_from_loader(full_name, loader=None)
    if spec is None:
        raise FixtureError(f"no module can be named {full_name}")
    module = importlib.util.module_from_spec(spec)
    module.__file__ = shown_as
    linecache.cache[shown_as] = (len(source), None, source.splitlines(keepends=True), shown_as)
    sys.modules[full_name] = module
    sys.modules.setdefault(PACKAGE, ModuleType(PACKAGE))  # without which the module's classes cannot be pickled
    try:
        exec(compile(source, shown_as, "exec", dont_inherit=True), module.__dict__)
    except BaseException:
        del sys.modules[full_name]
        raise
    return module


def callables(module: ModuleType) -> dict[str, str]:
    """The public functions and classes that a module itself defines, each with its signature.

    A class stands for its methods too: `Meter.update`.
    """
    found: dict[str, str] = {}
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if isinstance(value, FunctionType):
            found[name] = str(inspect.signature(value))
        elif isinstance(value, type):
            found[name] = "class"
            found.update(
                (f"{name}.{method}", str(inspect.signature(function)))
                for method, function in vars(value).items()
                if isinstance(function, FunctionType)
            )
    return found
