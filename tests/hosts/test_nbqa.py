"""Notebooks, by way of the real nbQA: which cell a finding is in, and what fixing leaves of everything else."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command.run import MARK
from tests.readme import shown

Cell = dict[str, Any]
PRINTED = [{"name": "stdout", "output_type": "stream", "text": ["Wall time: 1.2 ms\n"]}]


def code(source: str, outputs: list[Cell] | None = None, **metadata: object) -> Cell:
    """A code cell that has been run."""
    return {
        "cell_type": "code",
        "execution_count": 3,
        "metadata": metadata,
        "outputs": outputs or [],
        "source": source.splitlines(keepends=True),
    }


def markdown(source: str) -> Cell:
    """A cell of text."""
    return {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)}


def notebook(*cells: Cell) -> bytes:
    """A file as Jupyter writes it."""
    document = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python", "version": "3.12.4"},
        },
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def example(log_probs: str, total: str, *picking: Cell) -> bytes:
    """Someone's notebook, with these two expressions in it."""
    return notebook(
        markdown("# Häufigkeiten\n\n`torch.log(torch.softmax(x, dim=1))` in a text is a text."),
        code("%matplotlib inline\n!pip install -q torch\n\nfrom torch import nn\nimport torch.nn.functional as F"),
        code(""),
        code("import torch\n\nmodel = nn.Linear(16, 4)\ntorch.softmax?", tags=["setup"]),
        code("%%bash\nnvidia-smi | head -n 3", PRINTED),
        code(
            "%%time\nfeatures = torch.rand(32, 16)\n# not yet probabilities\nhidden = model(features)\n"
            f"mean_logp = {log_probs}.mean(dim=None)",
            PRINTED,
        ),
        markdown("Of each row the column that its label says."),
        *picking,
        code("F.softmax(hidden, dim=1).log().mean(dim=0)  # noqa: TEF302"),
        code(
            "labels = torch.randint(4, (32,))\ntotal = 0.0\nfor epoch in range(3):\n"
            f"    %time loss = F.cross_entropy(model(features), labels)\n    loss.backward()\n    total += {total}\n"
            "print(total);",
            PRINTED,
        ),
        code("import os\n\n%timeit model(features)", scrolled=True),
    )


LOOP = (
    code("columns = torch.randint(4, (32,))\nrows = []"),
    code("# one a row\nfor i in range(hidden.size(0)):\n    rows.append(hidden[i, columns[i]])", PRINTED),
    code("picked = torch.stack(rows)  # all\n-picked.mean(dim=0);", PRINTED, collapsed=True),
)
NO_LOOP = (
    code("columns = torch.randint(4, (32,))"),
    code("# one a row", PRINTED),
    code(
        "picked = hidden[torch.arange(hidden.size(0), device=hidden.device), columns]  # all\n-picked.mean(dim=0);",
        PRINTED,
        collapsed=True,
    ),
)
BEFORE = example("torch.log(F.softmax(hidden, dim=1))", "loss.item()", *LOOP)
ALL = example("torch.log_softmax(hidden, dim=1)", "loss.item()", *NO_LOOP)
FOUND = [("cell_5:5:13", "TEF302"), ("cell_7:2:1", "TEF203")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A notebook in an empty folder."""
    path = tmp_path / "notebook.ipynb"
    path.write_bytes(BEFORE)
    return path


@pytest.fixture
def asked(file: Path) -> Path:
    """That notebook in a folder whose configuration asks for loops outside functions, too, which are tentative."""
    text = "[flake8]\ntorch-tentative = true\nextend-ignore = TEF411\n"
    (file.parent / ".flake8").write_text(text, encoding="utf-8")
    return file


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command as someone types it in a folder."""
    program, *arguments = shlex.split(command, comments=True)
    found = shutil.which(program, path=str(Path(sys.executable).parent))
    assert found is not None, f"{program} is not installed in this environment"
    return subprocess.run(
        [found, *arguments],
        cwd=folder,
        env={**os.environ, "HOME": str(folder / "home")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def told(output: str) -> list[tuple[str, str]]:
    """The cells and codes of our findings."""
    return re.findall(r"^notebook\.ipynb:(cell_\d+:\d+:\d+): (TEF\d{3})", output, re.M)


def test_the_page_shows_the_commands(asked: Path) -> None:
    install, lint, diff, fix = shown("notebooks: commands").splitlines()
    assert install == "pip install nbqa"

    linted = run(lint, asked.parent)
    assert told(linted.stdout) == FOUND
    assert shown("notebooks: finding") in linted.stdout
    assert (linted.stderr, linted.returncode) == ("", 1)

    shown_only = run(diff, asked.parent)
    assert "mean_logp = torch.log_softmax(hidden, dim=1).mean(dim=None)" in shown_only.stdout
    assert shown_only.returncode == 1
    assert asked.read_bytes() == BEFORE

    fixed = run(fix, asked.parent)
    assert fixed.stderr == "Fixed 2 (TEF203 1, TEF302 1) in 1 file; nothing left\n"
    assert (fixed.stdout, fixed.returncode) == ("", 0)
    assert asked.read_bytes() == ALL

    assert told(run(lint, asked.parent).stdout) == []
    assert run(fix, asked.parent).returncode == 0
    assert asked.read_bytes() == ALL
    assert sorted(path.name for path in asked.parent.iterdir()) == [".flake8", asked.name]


def test_the_command_checks_what_flake8_does(asked: Path) -> None:
    checked = run('nbqa "torch-effective check" notebook.ipynb', asked.parent)
    assert re.fullmatch(r"Found \d+ findings\..*\nRun `torch-effective explain TEF\d+` .*\n", checked.stderr)
    assert checked.returncode == 1
    assert told(checked.stdout) == FOUND
    assert MARK.sub("", checked.stdout) == run("nbqa flake8 notebook.ipynb --select=TEF2,TEF3", asked.parent).stdout


def test_the_torch_that_the_project_asks_for_holds(file: Path) -> None:
    file.write_bytes(notebook(code("import torch\n\nstate = torch.load('model.pt')")))
    assert told(run("nbqa flake8 notebook.ipynb", file.parent).stdout) == []
    (file.parent / "requirements.txt").write_text("torch==2.5.1\n", encoding="utf-8")
    for command in ("nbqa flake8 notebook.ipynb", 'nbqa "torch-effective check" notebook.ipynb'):
        assert told(run(command, file.parent).stdout) == [("cell_1:3:9", "TEF806")]


# What stands above the first import of torch, and what else nbQA replaces by code of its own.
HEADS = {
    "a line": "%matplotlib inline\n{torch}from torch import randn",
    "the whole cell": "%%time\nfrom torch import randn\n{torch}import os",
    "a comment and a shell command": "# all we need\n!ls\n\n{torch}from torch import randn\nimport os",
    "nothing": "from torch import randn\n{torch}\n\n!ls",
}


def test_a_missing_import_goes_beside_that_of_torch(tmp_path: Path) -> None:
    def texts(torch: str, log: str) -> dict[str, bytes]:
        cells = {name: code(head.format(torch=torch)) for name, head in HEADS.items()}
        above, use = (code("%load_ext autoreload"), code("import os")), code(f"x = randn(3, 4)\n{log}")
        return {name: notebook(*above, head, use) for name, head in cells.items()}

    for name, text in texts("", "x.softmax(dim=1).log()").items():
        (tmp_path / f"{name}.ipynb").write_bytes(text)
    done = run('nbqa "torch-effective fix --unsafe" .', tmp_path)
    assert (done.stdout, done.returncode) == ("", 0)
    fixed = {path.stem: path.read_bytes() for path in tmp_path.glob("*.ipynb")}
    assert fixed == texts("import torch\n", "torch.log_softmax(x, dim=1)")


def test_a_folder_of_notebooks(asked: Path) -> None:
    folder = asked.parent / "more"
    folder.mkdir()
    for number in range(3):
        (folder / f"notebook{number}.ipynb").write_bytes(BEFORE)
    (folder / "left.ipynb").write_bytes(ALL)
    done = run('nbqa "torch-effective fix" more --unsafe', asked.parent)
    assert (done.stdout, done.returncode) == ("", 0)
    assert {path.name: path.read_bytes() == ALL for path in folder.iterdir()} == {
        "left.ipynb": True,
        **{f"notebook{number}.ipynb": True for number in range(3)},
    }
    assert asked.read_bytes() == BEFORE
