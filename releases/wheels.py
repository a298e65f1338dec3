"""Finds published wheels of torch and torchvision and reads single files of them, without fetching the rest."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from pathlib import Path

from flake8_torch_effective.inference.knowledge.releases import Version

# Wheels for macOS are small and hold the same Python code; older releases have them for older Pythons only.
_BUILDS = (("3.12", "macosx_14_0_arm64"), ("3.10", "macosx_11_0_x86_64"), ("3.7", "macosx_11_0_x86_64"))
_BLOCK = 1 << 18


def wheel_of(version: Version, package: str = "torch") -> str | None:
    """The address of a wheel of the last patch of a minor release, as pip finds it; None where there is none."""
    for python, platform in _BUILDS:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps"]
            command += ["--quiet", "--report", str(report), "--target", folder, "--only-binary", ":all:"]
            command += ["--python-version", python, "--platform", platform, "--implementation", "cp"]
            done = subprocess.run(
                [*command, f"{package}=={version[0]}.{version[1]}.*"], capture_output=True, check=False
            )
            if done.returncode == 0:
                found = json.loads(report.read_text(encoding="utf-8"))
                return str(found["install"][0]["download_info"]["url"])
    return None


class _Remote(io.RawIOBase):
    """A file on a server that sends parts of it."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.position = 0
        with urllib.request.urlopen(urllib.request.Request(address, method="HEAD")) as answer:
            self.size = int(answer.headers["Content-Length"])

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self.position = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self.position, io.SEEK_END: self.size}[whence]
        return self.position

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def]
        count = min(len(buffer), self.size - self.position)
        if count <= 0:
            return 0
        wanted = {"Range": f"bytes={self.position}-{self.position + count - 1}"}
        with urllib.request.urlopen(urllib.request.Request(self.address, headers=wanted)) as answer:
            if answer.status != 206:
                raise OSError("the server sends whole files only")
            data = answer.read()
        buffer[: len(data)] = data
        self.position += len(data)
        return len(data)


class Wheel:
    """The files of a published wheel, each fetched when it is read."""

    def __init__(self, address: str) -> None:
        self._archive = zipfile.ZipFile(io.BufferedReader(_Remote(address), _BLOCK))
        self.files = frozenset(self._archive.namelist())

    def text(self, path: str) -> str | None:
        """The text of a file; None where the wheel has no such file."""
        return self._archive.read(path).decode("utf-8", "replace") if path in self.files else None
