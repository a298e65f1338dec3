"""The bound of torch that a project's files state, and which of them counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_torch_effective.project.dependencies import stated_in

PROJECT = '[project]\nname = "x"\n'


def stated(folder: Path, **files: str | bytes) -> tuple[tuple[int, int], str, str] | None:
    """What files state, each named by its stem; the place without the folder."""
    for name, text in files.items():
        path = folder / f"{name.replace('_', '-')}.{ {'pyproject': 'toml', 'setup': 'py'}.get(name, 'txt') }"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    bound = stated_in(folder)
    if bound is None:
        return None
    return bound.version, bound.requirement, bound.place.replace(f"{folder.resolve()}/", "").replace(f"{folder}/", "")


@pytest.mark.parametrize(
    ("text", "version", "place"),
    [
        (PROJECT + 'dependencies = ["numpy", "torch>=2.1,<3"]', (2, 1), "[project] dependencies"),
        (
            PROJECT + "dependencies = [\"torch>=2.3; python_version>='3.12'\", \"torch>=1.13; python_version<'3.12'\"]",
            (1, 13),
            "[project] dependencies",
        ),
        (
            PROJECT + '[project.optional-dependencies]\nall = ["torch>=2.2"]\nold = ["torch>=2.0"]\nany = ["torch"]',
            (2, 0),
            "[project.optional-dependencies]",
        ),
        (
            PROJECT + 'dependencies = ["torch>=2.2"]\n[project.optional-dependencies]\ntest = ["torch==2.0.*"]',
            (2, 2),
            "[project] dependencies",
        ),
        (
            PROJECT + 'dependencies = ["torch"]\n[project.optional-dependencies]\ntest = ["torch==2.4.0"]',
            (2, 4),
            "[project.optional-dependencies]",
        ),
        ('[tool.poetry.dependencies]\ntorch = "^2.1"', (2, 1), "[tool.poetry.dependencies]"),
        (
            '[tool.poetry.dependencies]\ntorch = {version = "~2.2", optional = true, source = "cpu"}',
            (2, 2),
            "[tool.poetry.dependencies]",
        ),
        (
            "[tool.poetry.dependencies]\ntorch = [{version = '>=2.4', python = '>=3.12'}, {version = '>=2.2'}]",
            (2, 2),
            "[tool.poetry.dependencies]",
        ),
        ('[tool.poetry.group.dev.dependencies]\ntorch = "2.3.0"', (2, 3), "a group of [tool.poetry]"),
        ('[tool.poetry.dev-dependencies]\ntorch = "2.3.0"', (2, 3), "a group of [tool.poetry]"),
        (
            '[dependency-groups]\ntest = ["pytest", "torch~=2.1"]\ndev = [{include-group = "test"}, "ruff"]',
            (2, 1),
            "[dependency-groups]",
        ),
    ],
)
def test_pyproject(tmp_path: Path, text: str, version: tuple[int, int], place: str) -> None:
    found = stated(tmp_path, pyproject=text)
    assert found is not None
    assert (found[0], found[2]) == (version, f"{place} of pyproject.toml")


@pytest.mark.parametrize(
    ("files", "version", "said"),
    [
        (
            {"pyproject": PROJECT + "requires-python = '>=3.10'\ndependencies = ['torch>=1.8']"},
            (1, 10),
            "requires-python >=3.10, which needs torch 1.10",
        ),
        ({"pyproject": PROJECT + "requires-python = '>=3.8'\ndependencies = ['torch>=1.8']"}, (1, 8), "torch>=1.8"),
        ({"pyproject": PROJECT + "requires-python = '>=3.12'\ndependencies = ['torch>=2.3']"}, (2, 3), "torch>=2.3"),
        (
            {"pyproject": '[tool.poetry.dependencies]\npython = "^3.11"\ntorch = ">=1.9"'},
            (1, 13),
            "python ^3.11, which needs torch 1.13",
        ),
        (
            {"setup": "setup(install_requires=['torch'], python_requires='>=3.12')", "requirements": "torch>=1.9\n"},
            (2, 2),
            "python_requires >=3.12, which needs torch 2.2",
        ),
        ({"setup": "setup(install_requires=['torch>=1.9'], python_requires=PYTHON)"}, (1, 9), "torch>=1.9"),
        ({"pyproject": PROJECT + "requires-python = 3\ndependencies = ['torch>=1.8']"}, (1, 8), "torch>=1.8"),
    ],
)
def test_the_oldest_python_may_need_a_newer_one(
    tmp_path: Path, files: dict[str, str], version: tuple[int, int], said: str
) -> None:
    found = stated(tmp_path, **files)
    assert found is not None
    assert (found[0], found[1]) == (version, said)


def test_a_python_by_itself_states_no_torch(tmp_path: Path) -> None:
    assert stated(tmp_path, pyproject=PROJECT + "requires-python = '>=3.12'\ndependencies = ['torch']") is None


BESIDE = PROJECT + "dependencies = ['torch>=1.9', {}]"


@pytest.mark.parametrize(
    ("text", "version", "said"),
    [
        (BESIDE.format("'pytorch-lightning>=2.0,<3'"), (1, 11), "pytorch-lightning>=2.0,<3, which needs torch 1.11"),
        (BESIDE.format("'PyTorch_Lightning[extra] ~= 2.3.1'"), (2, 0), "PyTorch_Lightning[extra] ~= 2.3.1"),
        (BESIDE.format("'lightning==2.5.0', 'torchvision>=0.20'"), (2, 5), "torchvision>=0.20, which needs torch 2.5"),
        (BESIDE.format("'torchaudio>=0.13'"), (1, 13), "torchaudio>=0.13, which needs torch 1.13"),
        (BESIDE.format("'torchaudio~=2.3.0'"), (2, 3), "torchaudio~=2.3.0, which needs torch 2.3"),
        (BESIDE.format("'torchvision==0.9.*'"), (1, 9), "torch>=1.9"),
        (BESIDE.format("'torchvision<0.16'"), (1, 9), "torch>=1.9"),
        (BESIDE.format("'torchvision>=0.3'"), (1, 9), "torch>=1.9"),
        (BESIDE.format("'torchvision>=0.16; python_version>\"3.11\"'"), (1, 9), "torch>=1.9"),
        (BESIDE.format("'torchvision-extra>=0.16'"), (1, 9), "torch>=1.9"),
        (
            PROJECT + "dependencies = ['torch>=1.9']\noptional-dependencies.all = ['lightning>=2.0']",
            (1, 9),
            "torch>=1.9",
        ),
        ('[tool.poetry.dependencies]\ntorch = ">=1.9"\ntorchvision = "^0.14"', (1, 13), 'torchvision = "^0.14", which'),
        (
            '[tool.poetry.dependencies]\ntorch = ">=1.9"\nlightning = {version = "2.0", optional = true}',
            (1, 9),
            "torch =",
        ),
    ],
)
def test_what_stands_beside_torch_needs_a_newer_one(
    tmp_path: Path, text: str, version: tuple[int, int], said: str
) -> None:
    found = stated(tmp_path, pyproject=text)
    assert found is not None
    assert found[0] == version
    assert found[1].startswith(said)


@pytest.mark.parametrize(
    "text",
    [
        PROJECT,
        PROJECT + 'dependencies = ["torch", "torchvision>=0.15"]',
        PROJECT + 'dependencies = ["torch<99"]',
        PROJECT + 'dependencies = ["torch!=2.5.0"]',
        PROJECT + 'dependencies = ["torch @ https://example.org/torch-2.1.0.whl"]',
        PROJECT + 'dependencies = "torch>=2.1"',
        PROJECT + "optional-dependencies = ['torch>=2.1']",
        'project = "torch>=2.1"',
        "[tool.poetry.dependencies]\ntorch = {git = 'https://example.org/torch.git'}",
        "[tool.poetry.dependencies]\ntorch = '*'",
        "[tool.poetry]\ngroup = 3",
        "[project\ndependencies = ['torch>=2.1']",
    ],
)
def test_pyproject_states_none(tmp_path: Path, text: str) -> None:
    assert stated(tmp_path, pyproject=text) is None


@pytest.mark.parametrize(
    ("files", "version", "place"),
    [
        ({"requirements": "numpy\ntorch>=2.1 # why\n"}, (2, 1), "requirements.txt"),
        ({"requirements": "torch==2.1.0 \\\n    --hash=sha256:0\n"}, (2, 1), "requirements.txt"),
        ({"requirements": "torch==2.2\n", "requirements_dev": "torch==1.13\n"}, (2, 2), "requirements.txt"),
        ({"requirements": "numpy\n", "requirements_dev": "torch==1.13\n"}, (1, 13), "requirements-dev.txt"),
        ({"requirements_a": "torch==2.2\n", "requirements_b": "torch==2.1\n"}, (2, 1), "requirements-b.txt"),
        ({"requirements": "-r base.txt\n", "base": "torch>=2.0\n-r requirements.txt\n"}, (2, 0), "base.txt"),
        ({"requirements": "--requirement=base.txt # all\n", "base": "torch>=2.0\n"}, (2, 0), "base.txt"),
        ({"requirements": "-rbase.txt\n", "base": "torch>=2.0\n"}, (2, 0), "base.txt"),
        ({"requirements": "torch==2.1.0\r\n".encode("utf-16")}, (2, 1), "requirements.txt"),
        ({"requirements": "torch>=1.9\nlightning>=2.0 # trains\n"}, (1, 11), "requirements.txt"),
        ({"requirements": "torch>=1.9\n-r base.txt\n", "base": "lightning>=2.0\n"}, (1, 9), "requirements.txt"),
        ({"requirements": b"\xef\xbb\xbftorch==2.1.0\n# \xff\n"}, (2, 1), "requirements.txt"),
        ({"requirements": "torch>=2.1\n", "pyproject": PROJECT + 'dependencies = ["torch>=2.3"]'}, (2, 3), "pyproject"),
        ({"requirements": "torch>=2.1\n", "pyproject": PROJECT + 'dependencies = ["torch"]'}, (2, 1), "requirements"),
    ],
)
def test_requirements(tmp_path: Path, files: dict[str, str | bytes], version: tuple[int, int], place: str) -> None:
    found = stated(tmp_path, **files)
    assert found is not None
    assert found[0] == version
    assert place in found[2]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "torch\n",
        "# torch>=2.1\n",
        "-c torch>=2.1\n",
        "-r missing.txt\n",
        "-r .\n",
        "torchvision==0.16\n",
        "-r \0\n",
    ],
)
def test_requirements_state_none(tmp_path: Path, text: str) -> None:
    assert stated(tmp_path, requirements=text) is None


OPTIONAL = PROJECT + "dependencies = ['torch<2.6']\noptional-dependencies.test = ['torch=={}']\n"


@pytest.mark.parametrize(
    ("files", "version", "said", "place"),
    [
        ({"requirements": "torch<2.0\n"}, (1, 13), "torch<2.0", "requirements.txt"),
        ({"requirements": "torch<=1.13.1\n"}, (1, 13), "torch<=1.13.1", "requirements.txt"),
        ({"pyproject": PROJECT + 'dependencies = ["torch<2.6"]'}, (2, 5), "torch<2.6", "[project] dependencies"),
        ({"pyproject": PROJECT + 'dependencies = ["torch<2.6,>=2.1"]'}, (2, 1), "torch<2.6,>=2.1", "[project]"),
        ({"pyproject": PROJECT + 'dependencies = ["torch<2.0", "torch>=1.8"]'}, (1, 8), "torch>=1.8", "[project]"),
        ({"pyproject": PROJECT + 'dependencies = ["torch>=2.1; os_name==\'nt\'", "torch<2"]'}, (1, 13), "torch<2", "["),
        ({"pyproject": '[tool.poetry.dependencies]\ntorch = "<2.0"'}, (1, 13), 'torch = "<2.0"', "[tool.poetry."),
        ({"pyproject": OPTIONAL.format("2.1.0")}, (2, 1), "torch==2.1.0", "[project.optional-dependencies]"),
        ({"pyproject": OPTIONAL.format("2.1.0"), "requirements": "torch==2.0"}, (2, 1), "torch==2.1.0", "[project.opt"),
        ({"pyproject": PROJECT + 'dependencies = ["torch<2"]', "requirements": "torch<1.9"}, (1, 13), "torch<2", "["),
        ({"requirements": "torch<2.0\n", "requirements_dev": "torch>=1.9\n"}, (1, 9), "torch>=1.9", "requirements-dev"),
        ({"requirements": "torch<2.0\ntorchvision>=0.14\n"}, (1, 13), "torch<2.0", "requirements.txt"),
    ],
)
def test_an_upper_bound_counts_where_there_is_no_lower_one(
    tmp_path: Path, files: dict[str, str | bytes], version: tuple[int, int], said: str, place: str
) -> None:
    found = stated(tmp_path, **files)
    assert found is not None
    assert found[:2] == (version, said)
    assert found[2].startswith(place)


CFG = "[options]\ninstall_requires =\n    numpy\n"
PY = "from setuptools import find_packages, setup\n"


@pytest.mark.parametrize(
    ("name", "text", "version", "place"),
    [
        ("setup.cfg", CFG + "    torch>=1.7,<3\n", (1, 7), "install_requires"),
        ("setup.cfg", "[options]\ninstall_requires = torch>=1.8; python_version > '3'\n", (1, 8), "install_requires"),
        (
            "setup.cfg",
            CFG + "[options.extras_require]\nall =\n    torch>=1.9\nold = torch>=1.6\n",
            (1, 6),
            "[options.extras_require]",
        ),
        ("setup.cfg", CFG + "    torch<2.0\n", (1, 13), "install_requires"),
        ("setup.py", PY + "setup(install_requires=['torch<=1.13.1'])", (1, 13), "install_requires"),
        ("setup.cfg", CFG + "    torch==1.4.0\n[flake8]\nformat = %(path)s\n", (1, 4), "install_requires"),
        ("setup.py", PY + "setup(name='x', install_requires=['numpy', 'torch>=1.5.0'])", (1, 5), "install_requires"),
        ("setup.py", PY + "NEEDED = ['torch>=1.2']\nsetup(install_requires=NEEDED)", (1, 2), "install_requires"),
        (
            "setup.py",
            "import setuptools\nsetuptools.setup(install_requires=('torch~=1.11',))",
            (1, 11),
            "install_requires",
        ),
        ("setup.py", PY + "setup(install_requires='torch==1.3\\nsix')", (1, 3), "install_requires"),
        (
            "setup.py",
            PY + "setup(install_requires=['torch'], extras_require={'all': ['torch>=1.10']})",
            (1, 10),
            "extras_require",
        ),
    ],
)
def test_setuptools(tmp_path: Path, name: str, text: str, version: tuple[int, int], place: str) -> None:
    (tmp_path / name).write_text(text)
    found = stated(tmp_path)
    assert found is not None
    assert (found[0], found[2]) == (version, f"{place} of {name}")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("setup.cfg", CFG + "    torch\n    torchvision>=0.8\n"),
        ("setup.cfg", "install_requires = torch>=1.7\n"),
        ("setup.cfg", "[metadata]\ndescription = needs torch>=1.7\n"),
        ("setup.py", PY + "setup(install_requires=read('torch.txt'))"),
        ("setup.py", PY + "setup(install_requires=['torch'] + MORE)"),
        ("setup.py", PY + "OTHER = ['torch>=1.7']\nsetup(install_requires=[])"),
        ("setup.py", "setup(install_requires=['torch>=1.7'"),
        ("setup.py", PY + "setup(install_requires=torch)"),
    ],
)
def test_setuptools_states_none(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    assert stated(tmp_path) is None


def test_setuptools_comes_before_requirements_and_after_pyproject(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(PY + "setup(install_requires=['torch>=1.5'])")
    assert stated(tmp_path, requirements="torch==2.2\n") == ((1, 5), "torch>=1.5", "install_requires of setup.py")
    (tmp_path / "setup.cfg").write_text(CFG + "    torch>=1.6\n")
    assert stated(tmp_path) == ((1, 6), "torch>=1.6", "install_requires of setup.cfg")
    found = stated(tmp_path, pyproject=PROJECT + 'dependencies = ["torch>=2.1"]')
    assert found is not None
    assert found[0] == (2, 1)
