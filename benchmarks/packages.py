"""Source trees of published packages: downloaded once without dependencies, unpacked, never imported."""

from __future__ import annotations

import argparse
import ast
import importlib.metadata
import os
import platform
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

# The packages that rules are judged on, pinned so that two runs differ only by the linter.
REAL_CODE = (
    "timm==1.0.31",
    "torchmetrics==1.9.0",
    "kornia==0.9.0",
    "torch_geometric==2.8.1",
    "pytorch_lightning==2.6.6",
    "ultralytics==8.4.190",
    "monai==1.6.1",
    "transformers==5.23.0",
)
SPEED_PACKAGE = REAL_CODE[0]


def default_cache() -> Path:
    """The folder that keeps unpacked packages and virtual environments between runs."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "flake8-torch-effective"


def fetch(requirement: str, cache: Path) -> Path:
    """The folder of an unpacked package such as `timm==1.0.31`, downloaded on first use."""
    folder = cache / "packages" / requirement.replace("==", "-")
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        options = ["--only-binary", ":all:", "--dest", scratch, requirement]
        subprocess.run([*download, *options], check=True, stdin=subprocess.DEVNULL)
        (wheel,) = Path(scratch).glob("*.whl")
        unpacked = Path(scratch) / "unpacked"
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(unpacked)
        unpacked.rename(folder)
    return folder


def python_files(root: Path) -> list[Path]:
    """All Python files of a folder (or the one file), in a fixed order."""
    return [root] if root.is_file() else sorted(root.rglob("*.py"))


def parse(source: str) -> ast.Module:
    """The syntax tree, without the warnings CPython prints about other people's string escapes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def imports_torch(tree: ast.Module) -> bool:
    """Whether a file imports torch anywhere."""
    return any(name.partition(".")[0] == "torch" for name in _imported(tree))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def machine() -> dict[str, str]:
    """What a measurement must state about its machine."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "libcst": importlib.metadata.version("libcst"),
        "flake8": importlib.metadata.version("flake8"),
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def benchmark_parser(name: str, documentation: str | None) -> argparse.ArgumentParser:
    """The command line of a benchmark: its help only.

    Args:
        name: the benchmark's module.
        documentation: that module's docstring.
    """
    summary, _, details = (documentation or "").partition("\n")
    return argparse.ArgumentParser(
        prog=f"python -m benchmarks.{name}",
        description=summary,
        epilog=details,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def folders_parser(name: str, documentation: str | None) -> argparse.ArgumentParser:
    """The command line of a benchmark over package folders: its help, and the folders, by default REAL_CODE's.

    Args:
        name: the benchmark's module.
        documentation: that module's docstring.
    """
    parser = benchmark_parser(name, documentation)
    parser.add_argument(
        "folders",
        nargs="*",
        type=Path,
        metavar="FOLDER",
        help=f"package folders (default, fetched: {', '.join(REAL_CODE)})",
    )
    return parser
