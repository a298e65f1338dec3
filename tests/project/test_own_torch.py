"""Which files import a package torch of their own project."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_torch_effective.project.own_torch import imports_own_torch


def write(folder: Path, *files: str) -> None:
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()


def test_beside_the_package_of_a_file(tmp_path: Path) -> None:
    write(tmp_path, "torch/__init__.py", "net/__init__.py", "net/layers/__init__.py", "net/layers/a.py")
    assert imports_own_torch(str(tmp_path / "net" / "layers" / "a.py"))
    assert imports_own_torch(str(tmp_path / "script.py"))
    assert imports_own_torch(str(tmp_path / "torch" / "nn.py"))


def test_within_a_package(tmp_path: Path) -> None:
    write(tmp_path, "net/__init__.py", "net/torch/__init__.py", "net/torch/layers.py", "net/a.py")
    assert not imports_own_torch(str(tmp_path / "net" / "torch" / "layers.py"))
    assert not imports_own_torch(str(tmp_path / "net" / "a.py"))


def test_a_folder_without_a_package(tmp_path: Path) -> None:
    write(tmp_path, "torch/train.py", "keras/train.py")
    assert not imports_own_torch(str(tmp_path / "torch" / "train.py"))
    assert not imports_own_torch(str(tmp_path / "keras" / "train.py"))


def test_where_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "torch/__init__.py", "examples/train.py")
    assert not imports_own_torch(str(tmp_path / "examples" / "train.py"))
    monkeypatch.chdir(tmp_path)
    assert imports_own_torch(str(tmp_path / "examples" / "train.py"))
    assert imports_own_torch("examples/train.py")
    assert not imports_own_torch(str(tmp_path.parent / "train.py"))


def test_beside_pytorch_itself(tmp_path: Path) -> None:
    write(tmp_path, "torch/__init__.py", "torch-2.13.0.dist-info/METADATA", "net/__init__.py", "net/a.py")
    assert not imports_own_torch(str(tmp_path / "net" / "a.py"))
