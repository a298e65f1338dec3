"""Which files are taken for copies of another project's."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_torch_effective.project.copies import is_copy

NAMES = (
    "vendor vendored _vendor _vendored third_party third-party thirdparty _third_party 3rdparty 3rd_party 3rd-party"
).split()


@pytest.mark.parametrize("name", [*NAMES, "ThirdParty", "Vendor"])
def test_below_a_folder_of_copies(name: str) -> None:
    assert is_copy(f"{name}/a.py")
    assert is_copy(f"./package/{name}/clip/model.py")
    assert is_copy(f"../{name}/a.py")
    assert is_copy(f"/somewhere/{name}/a.py")


@pytest.mark.parametrize(
    "path",
    ["a.py", "vendor.py", "vendor", "external/a.py", "deps/a.py", "vendor_api/a.py", "my_vendor/a.py", "stdin", ""],
)
def test_elsewhere(path: str) -> None:
    assert not is_copy(path)


def test_who_works_in_a_copy_is_told_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "third_party" / "clip"
    folder.mkdir(parents=True)
    assert is_copy(str(folder / "a.py"))
    monkeypatch.chdir(folder)
    assert not is_copy("a.py")
    assert not is_copy("net/a.py")
    assert not is_copy(str(folder / "a.py"))
    assert is_copy(str(folder / "vendor" / "a.py"))
    monkeypatch.chdir(tmp_path)
    assert is_copy(str(folder / "a.py"))
