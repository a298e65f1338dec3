"""Findings are kept under everything that they depend on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import flake8_torch_effective
from flake8_torch_effective.cache import key as keys
from flake8_torch_effective.cache.key import Wanted, key_of, program

SOURCE = "import torch\n"


def test_one_text_has_one_key_in_all_processes() -> None:
    code = (
        "from flake8_torch_effective.cache.key import *\n"
        "print(key_of('import torch\\n', Wanted((2, 1), ('TEF1',), True)))"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert other == key_of(SOURCE, Wanted((2, 1), ("TEF1",), True))


def test_the_order_of_a_selection_does_not_count() -> None:
    assert key_of(SOURCE, Wanted(named=("TEF1", "TEF2"))) == key_of(SOURCE, Wanted(named=("TEF2", "TEF1", "TEF1")))


def test_all_that_decides_is_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [
        Wanted(target, named, tentative, copied)
        for target in (None, (2,), (2, 1))
        for named in (None, (), ("TEF1",), ("TEF1", "TEF2"), ("TEF1,TEF2",))
        for tentative in (True, False)
        for copied in (True, False)
    ]
    texts = ["", "\n", SOURCE, SOURCE + "\n", SOURCE + "# \udc80", "\ufeff" + SOURCE, SOURCE.replace("\n", "\r\n")]
    found = {key_of(text, one) for text in texts for one in wanted}
    monkeypatch.setattr(keys, "program", lambda: "another program")
    found |= {key_of(text, one) for text in texts for one in wanted}
    assert len(found) == 2 * len(texts) * len(wanted)


COPY = "import flake8_torch_effective.cache.key as key; print(key.__file__, key.program())"


def test_a_changed_rule_makes_another_program(tmp_path: Path) -> None:
    """Two versions side by side find nothing of each other, also where both say that they are the same."""
    package = Path(flake8_torch_effective.__file__).parent
    copy = tmp_path / package.name
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))

    def asked() -> str:
        run = subprocess.run([sys.executable, "-c", COPY], cwd=tmp_path, capture_output=True, text=True, check=True)
        file, digest = run.stdout.split()
        assert Path(file).is_relative_to(tmp_path)
        return digest

    before = asked()
    assert before == asked() == program()
    rule = copy / "rules" / "numerics" / "log_of_softmax.py"
    rule.write_text(rule.read_text() + "\n")
    assert asked() != before
