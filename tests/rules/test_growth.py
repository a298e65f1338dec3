"""The rules' work grows with the length of a file, not with its square, however many findings it holds."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

import libcst as cst

from flake8_torch_effective.finding import Finding
from flake8_torch_effective.fixing import fix
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.lint import apply, resolve, write_fixes
from flake8_torch_effective.rewriting.file import File
from flake8_torch_effective.rewriting.writer import Rewriting
from flake8_torch_effective.rules import all_rules

FUNCTION = """
def f{i}(x: torch.Tensor, y: torch.Tensor, model: nn.Module):
    rows = []
    for i in range(x.size(0)):
        rows.append(torch.sigmoid(x[i]) * 2)
    grown = torch.empty(0)
    for row in x:
        grown = torch.cat([grown, row])
    for i in range(len(x)):
        print(x[i].item())
    outputs = torch.cat([model(x[i : i + 1]) for i in range(len(x))])
    flat = x.transpose(1, 2).view(x.size(0), -1)
    hits = torch.nonzero(x).size(0)
    distances = torch.sqrt(((x.unsqueeze(1) - y.unsqueeze(0)) ** 2).sum(dim=2))
    centered = x - x.mean(dim=1, keepdim=True).repeat(1, x.size(1), 1)
    shares = torch.exp(x) / torch.exp(x).sum(dim=1, keepdim=True)
    loss = -(y * torch.log(torch.softmax(x, dim=1))).sum(dim=1)
    return torch.stack(rows), grown, outputs, flat, hits, distances, centered, shares, loss, sum(x), 0 < x < 1
"""

FIXABLE = """
def f{i}(x: torch.Tensor):
    return torch.log(torch.softmax(x, dim=-1))
"""


def lines_run(function: Callable[[], object]) -> int:
    """How many lines of Python a call runs, in the threads that it starts as well: the same on every machine."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    threading.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
        threading.settrace(before)
    return count


def test_work_grows_with_length_only() -> None:
    def work(count: int) -> tuple[int, int]:
        source = "import torch\nfrom torch import nn\n" + "".join(FUNCTION.format(i=i) for i in range(count))
        module = cst.parse_module(source)
        file = File(module, infer(module))
        reports = resolve(apply(file, all_rules()))
        return len(reports), lines_run(lambda: resolve(apply(file, all_rules())))

    work(1)  # what is worked out once a process
    few, small = work(4)
    many, large = work(16)
    assert many == 4 * few >= 40
    assert large < 5 * small


def test_the_work_of_writing_fixes_grows_with_length_only() -> None:
    def work(count: int) -> tuple[int, int]:
        source = "import torch\n" + "".join(FIXABLE.format(i=i) for i in range(count))
        module = cst.parse_module(source)
        inference = infer(module)
        reports = resolve(apply(File(module, inference), all_rules()))
        fixes: list[int] = []
        lines = lines_run(lambda: fixes.append(len(write_fixes(reports, Rewriting(module, inference)))))
        return fixes[0], lines

    work(1)
    few, small = work(40)
    many, large = work(400)
    assert many == 10 * few >= 400
    assert large < 12 * small


def test_a_text_is_judged_once_a_round() -> None:
    judged: list[str] = []

    def judge(text: str) -> Callable[[Finding], bool]:
        judged.append(text)
        return lambda finding: True

    source = "import torch\nfrom torch import nn\n" + FUNCTION.format(i=0)
    assert fix(source, judge).source != source
    assert len(judged) == len(set(judged))


def test_a_long_sum_of_an_untyped_parameter_is_learnt_in_one_pass() -> None:
    def work(terms: int) -> int:
        module = cst.parse_module(f"import torch\ndef f(x):\n    return torch.log(x{' + 1' * terms})\n")
        return lines_run(lambda: infer(module))

    work(1)
    assert work(160) < 5 * work(40)
