"""Random programs on tensors, run with torch: nothing that inference says of any of their values is false."""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable

import libcst as cst
import pytest
import torch

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.values import UNKNOWN, Identity
from tests.inference.truth import Sizes, contradictions

torch.set_num_threads(1)

# How many times as many programs as usual: `FUZZ=50 python -m pytest tests/inference`.
TIMES = int(os.environ.get("FUZZ", "1"))

INDICES = [
    "0", "-1", "1", ":", "1:", ":1", ":-1", "::2", "1:3", "None", "...", "[0, 1]", "[0]", "(0,)", "True",
    "torch.tensor(0)", "torch.tensor([0, 1])", "torch.tensor([[0], [1]])", "torch.zeros(2, dtype=torch.int64)",
    "{0} > 0", "{0}.argmax()", "n", "n - 1", ":n", "n:", "-n:",
]  # fmt: skip
ZERO_D = ("torch.tensor(0)", "{0}.argmax()")
# Whether several indices that are tensors or lists may stand in one subscript.
SEPARATED = True
UNARY = [
    "{0}.exp()", "-{0}", "{0}.abs()", "~({0} > 0)", "{0}.float()", "{0}.long()", "{0}.double()", "{0}.detach()",
    "{0}.clone()", "{0}.relu()", "torch.sigmoid({0})", "{0} + 1", "2 * {0}", "{0} / 2", "{0} // 2", "1.5 - {0}",
    "{0} ** 2", "{0} > 0", "{0} == 1", "{0}.sum()", "{0}.mean()", "{0}.sum(0)", "{0}.sum(-1)", "{0}.sum(1, True)",
    "{0}.max()", "{0}.max(0)[0]", "{0}.argmax(-1)", "{0}.amax((0, 1))", "{0}.std(0)", "{0}.norm()", "{0}.cumsum(0)",
    "{0}.T", "{0}.mT", "{0}.t()", "{0}.transpose(0, 1)", "{0}.unsqueeze(0)", "{0}.unsqueeze(-1)", "{0}.squeeze()",
    "{0}.squeeze(0)", "{0}.squeeze(-1)", "{0}.flatten()", "{0}.flatten(1)", "{0}.view(-1)", "{0}.reshape(-1, 1)",
    "{0}.reshape({0}.shape[0], -1)", "{0}.view({0}.size(0), -1)", "{0}.expand(2, *{0}.shape)", "{0}.repeat(2, 1)",
    "{0}.permute(1, 0)", "{0}.permute(0, 2, 1)", "{0}.softmax(-1)", "{0}.topk(1).values", "{0}.sort(0)[1]",
    "{0}.unbind(0)[0]", "{0}.chunk(2)[0]", "{0}.split(1)[-1]", "list({0})[0]", "[row for row in {0}][0]",
    "torch.stack([{0}, {0}])", "torch.cat([{0}, {0}], -1)", "torch.cat([{0}, {0}[:1]])", "torch.zeros({0}.shape)",
    "torch.ones_like({0})", "torch.zeros(len({0}))", "torch.arange({0}.size(0))", "{0}.new_zeros(2, {0}.size(-1))",
    "torch.eye({0}.shape[-1])", "{0}.diag()", "{0}.tril()", "{0}.nonzero()", "{0}.unique()", "{0}.numel()",
    "{0}.shape", "{0}.dim()", "{0}.tolist()", "{0}.sum().item()", "{0}.data", "{0}.clone().fill_(1)",
    "F.one_hot({0}.long().clamp(0, 3), 4)", "F.pad({0}, (1, 1))", "F.softplus({0})", "F.layer_norm({0}, {0}.shape[-1:])",
    "torch.where({0} > 0, {0}, 0)", "{0}.masked_fill({0} > 0, 1)", "{0}.to({0}.dtype)", "{0}.clone().add_(1)", "{0}.clone().zero_()",
    "{0}.clone().add_(1).mul_(2)", "({0} if n else {0} + 1)", "{0} and {0}", "not {0}", "max({0}, {0})",
    "abs({0})", "float({0})", "tuple({0})[0]", "(lambda t: t.sum(0))({0})", "double({0})",
    "{0}.quantile(0.5)", "{0}.std(unbiased=False)", "{0}.var(dim=0)", "{0}.logsumexp(-1)", "{0}.roll(1, 0)",
]  # fmt: skip
BINARY = [
    "{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} / {1}", "{0} // {1}", "{0} % {1}", "{0} ** {1}", "{0} @ {1}",
    "{0} > {1}", "{0} == {1}", "{0} & {1}", "torch.max({0}, {1})", "torch.where({0} > 0, {0}, {1})",
    "torch.cat([{0}, {1}])", "torch.cat(({0}, {1}), dim=-1)", "torch.stack([{0}, {1}], 1)", "{0}.expand_as({1})",
    "{0}.view_as({1})", "{0}.type_as({1})", "{0}.to({1})", "{0}.matmul({1}.mT)", "torch.outer({0}, {1})",
    "F.mse_loss({0}, {1})", "F.mse_loss({0}, {1}, reduction='none')", "torch.cdist({0}, {1})", "{0}[{1}]",
    "{0}[{1} > 0]", "{0}.gather(0, {1})", "torch.dot({0}, {1})", "torch.einsum('ij,kj->ik', {0}, {1})",
    "({0}.detach() if n > 5 else {1}.detach())", "F.linear({0}, {1})", "F.cosine_similarity({0}, {1}, dim=-1)", "{0}.clone().copy_({1})",
    "{0}.lerp({1}, 0.5)", "torch.stack([{0}.sum(), {1}.sum()])", "{0}.masked_fill({1} > 0, 0)", "{0}.clone().mul_({1})",
    "{0}.add(other={1}, alpha=2)", "torch.atleast_2d({0}, {1})[1]", "torch.meshgrid({0}, {1}, indexing='xy')[0]",
    "torch.hstack([{0}, {1}])", "torch.vstack([{0}, {1}])", "torch.kron({0}, {1})", "torch.inner({0}, {1})",
]  # fmt: skip
STARTS = [
    "torch.rand(2, 3)", "torch.rand(3)", "torch.rand(())", "torch.rand(2, 3, 4)", "torch.rand(1, 3)", "torch.rand(3, 1)",
    "torch.arange(3)", "torch.ones(2, 3, dtype=torch.int64)", "torch.rand(3, requires_grad=True)",
    "torch.rand(2, 3, dtype=torch.float64)", "torch.tensor(2)", "torch.ones(3, dtype=torch.bool)",
    "torch.tensor([[1.0, 2.0], [3.0, 4.0]])", "torch.zeros(0)", "torch.rand(2, 2, 2, 2)",
]  # fmt: skip
PREAMBLE = "import torch\nimport torch.nn.functional as F\n\n\ndef double(t):\n    return t * 2\n\n\n"


def draw(rng: random.Random, names: list[str]) -> str:
    """One more expression on the values so far."""
    kind = rng.random()
    if kind < 0.15:
        return rng.choice(STARTS)
    first, second = rng.choice(names), rng.choice(names)
    if kind < 0.4:
        parts = [rng.choice(INDICES) for _ in range(rng.choice([1, 1, 2, 2, 3, 4]))]
        advanced = sum(part[0] in "[(t{" for part in parts)
        if not SEPARATED and len(parts) > 1 and (advanced > 1 or any(part in ZERO_D for part in parts)):
            parts = parts[:1]
        index = ", ".join(parts)
        return f"{first}[{index.format(first)}]"
    return rng.choice(UNARY if kind < 0.75 else BINARY).format(first, second)


def program(rng: random.Random) -> tuple[list[str], dict[str, object]]:
    """Statements that torch has run, and what they gave."""
    namespace: dict[str, object] = {"torch": torch, "n": 2}
    exec(PREAMBLE, namespace)
    lines = ["n = 2"]
    results: dict[str, object] = {}
    names: list[str] = []
    while len(lines) < 14:
        text = rng.choice(STARTS) if len(names) < 2 else draw(rng, names)
        name = f"v{len(lines)}"
        before = {key: value for key, value in results.items() if isinstance(value, torch.Tensor)}
        facts = {key: (value.requires_grad, value.shape) for key, value in before.items()}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                value = eval(compile(text, text, "eval"), namespace)
        except Exception:
            if any((value.requires_grad, value.shape) != facts[key] for key, value in before.items()):
                break  # it failed half-way
            continue
        namespace[name] = results[name] = value
        lines.append(f"{name} = {text}")
        if isinstance(value, torch.Tensor) and value.numel() < 5000:
            names.append(name)
        elif len(names) < 2:
            break
    return lines, results


def whole(lines: list[str]) -> str:
    """All statements at the module's level."""
    return PREAMBLE + "\n".join(lines) + "\n"


def in_a_loop(lines: list[str]) -> str:
    """The statements as the body of a loop, which is interpreted with what an earlier turn left behind."""
    return PREAMBLE + "for _ in range(1):\n" + "".join(f"    {line}\n" for line in lines)


def in_branches(lines: list[str]) -> str:
    """The statements under conditions that inference cannot decide and that are met."""
    return PREAMBLE + "flag = int('1')\n" + "".join(f"if flag:\n    {line}\n" for line in lines)


@pytest.mark.parametrize("shape", [whole, in_a_loop, in_branches])
@pytest.mark.parametrize("start", range(4))
def test_random_programs(start: int, shape: Callable[[list[str]], str]) -> None:
    problems: list[str] = []
    for seed in range(start, 240 * TIMES, 4):
        torch.manual_seed(seed)
        lines, results = program(random.Random(seed))
        exported = infer(cst.parse_module(shape(lines))).exported
        tensors: dict[Identity, torch.Tensor] = {}
        for name, real in results.items():
            identity = exported.get(name, UNKNOWN).identity
            if isinstance(real, torch.Tensor) and identity is not None:
                tensors.setdefault(identity, real)
        for line, (name, real) in zip(lines[1:], results.items(), strict=True):
            value = exported.get(name, UNKNOWN)
            found = list(contradictions(value, real, Sizes(tensors=tensors)))
            problems += [f"{line}  ({seed}): {problem}" for problem in found]
    assert not problems, "\n".join(problems)
