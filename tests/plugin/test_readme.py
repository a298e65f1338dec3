"""What the README shows is what flake8 says."""

from __future__ import annotations

from tests.plugin.readme_example import README, example, patched, said, shown_fixed


def test_example_output_is_real() -> None:
    found = example()
    assert found["output"] == said(found["program"]), "run: python -m tests.plugin.readme_example"
    assert found["output"].count("TEF") >= 6


def test_the_patch_of_the_example_is_real() -> None:
    shown = shown_fixed()["output"]
    assert shown == patched(example()["program"]), "run: python -m tests.plugin.readme_example"
    assert shown.endswith("in 1 file; nothing would be left\n")


def test_first_example_is_real() -> None:
    text = README.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("model.py:"))
    program = (
        "import torch\n\n\ndef log_probabilities(logits: torch.Tensor) -> torch.Tensor:\n"
        "    return torch.log(torch.softmax(logits, dim=-1))\n"
    )
    assert said(program).splitlines()[1].removeprefix("train.py") == line.removeprefix("model.py")
