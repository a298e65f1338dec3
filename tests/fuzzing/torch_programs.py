"""Programs over torch's vocabulary, out of a small grammar: every statement that Python has, around tensors."""

from __future__ import annotations

import random
import textwrap

from tests.inference.test_random_programs import BINARY, INDICES, STARTS, UNARY

# The idioms that the rules look for, over any operands; the operands need not make sense.
IDIOMS = """\
torch.log(torch.softmax({0}, dim=-1)) | torch.log(F.softmax({0}, dim=1) + 1e-8) | {0}.softmax(-1).log()
torch.log(1 + {0}) | torch.log({0} + 1.0) | (1 - {0}).log() | torch.exp({0}) - 1 | 1 - {0}.exp()
torch.log(1 + torch.exp({0})) | torch.log(torch.sigmoid({0})) | torch.log(1 - torch.sigmoid({0}))
1 / (1 + torch.exp(-{0})) | (1 + torch.exp({0})).reciprocal()
torch.log(torch.exp({0}).sum(dim=-1)) | torch.exp({0}) / torch.exp({0}).sum(-1, keepdim=True)
torch.exp({0} - {0}.max()) | F.cross_entropy(F.softmax({0}, dim=1), {1}) | F.nll_loss(torch.softmax({0}, 1), {1})
F.binary_cross_entropy(torch.sigmoid({0}), {1}) | -({1} * torch.log_softmax({0}, -1)).sum(-1).mean()
{0} * {1} / {1} | {0} / {1} * {1} | torch.sqrt(({0} ** 2).sum(-1)) | (({0} - {1}) ** 2).mean().sqrt()
F.mse_loss({0}, {1}) ** 0.5 | F.softmax({0}) | nn.Softmax()({0}) | {0} + 1e-50 | {0}.squeeze() | {0}.view(-1, 4)
torch.tensor({0}) | {0}.new_tensor({1}) | {0}[::-1] | {0}[range(len({0}) - 1, -1, -1)] | {0}.nonzero().size(0)
torch.where({0} > 0)[0].numel() | 0 < {0} < 1 | {0} > 0 & {1} < 1 | ({0} > 0) and ({1} > 0) | not {0}
sum({0}) | max({0}) | any({0} > 0) | sorted({0}) | torch.cdist({0}, {1}) | {0}.transpose(1, 2).view({0}.size(0), -1)
torch.sqrt((({0}.unsqueeze(1) - {1}.unsqueeze(0)) ** 2).sum(2)) | {0} - {0}.mean(1, keepdim=True).repeat(1, {0}.size(1))
torch.zeros(len({0}), 10).scatter_(1, {0}.unsqueeze(1), 1) | torch.stack([{0}[i, {1}[i]] for i in range(len({0}))])
torch.stack([torch.sigmoid({0}[i]) for i in range({0}.size(0))]) | [float(v) for v in {0}] | [v.item() for v in {0}]
torch.cat([model({0}[i : i + 1]) for i in range(len({0}))]) | model({0}).unsqueeze(-1) | head({0}) | helper({0}, {1})
(({0} - {1}) ** 2).mean() | torch.max({0}) | {0}.argmax() | nn.Linear(3, 4)(torch.cat([{0}, {1}.expand(4, 3)], -1))
""".splitlines()
EXPRESSIONS = [*STARTS, *UNARY, *BINARY, *[form.strip() for line in IDIOMS for form in line.split(" | ")] * 4]
PYTHON = """\
{0} if {1} else {2} | ({0}, {1}) | [{0}, *{1}] | {{"a": {0}, **{1}}} | f"{{{0}}}" | lambda t, *u: {0}
[{0} for x in {1} if {2}] | set({0})
{{x: {0} for x, y in {1}}} | ({0} for i in range(n)) | (w := {0}) | print(*{0}, **{1}) | {0}.data
(yield {0}) | {0}[{1}:{2}] | {0} is not None | isinstance({0}, torch.Tensor) | -{0} | {0} @ {1}.T | getattr({0}, "x")
"""
FORMS = [form.strip() for line in PYTHON.splitlines() for form in line.split(" | ")]
NAMES = ["x", "y", "z", "logits", "labels", "loss", "total", "out", "rows", "model", "i", "w"]
HEADS = [
    "for i in range(len({0})):", "for i in range({0}.size(0)):", "for row in {0}:", "for i, row in enumerate({0}):",
    "for x, y in loader:", "while {1}:", "if {1}:", "with torch.no_grad():", "with open({0}) as x, {1}:", "try:",
    "for {0} in zip({0}, {1}):", "match {0}:",
    "def helper(x, y=None, *z, **w):", "@torch.jit.script\ndef inner(x: torch.Tensor, y) -> torch.Tensor:",
    "class Net(nn.Module):", "for _ in range(n):",
]  # fmt: skip
STATEMENTS = [
    "{name} = {0}", "{name} = {0}", "{name} = {other} = {0}", "{name}, {other} = {0}", "{name}, *{other} = {0}",
    "{name} += {0}", "{name} /= {0}", "{name}: torch.Tensor = {0}", "{name}[{index}] = {0}", "{name}.grad = {0}",
    "{name}.append({0})", "return {0}", "{0}", "assert {name}.dim() == 2, {0}", "del {name}", "raise ValueError({0})",
    "{name} = []", "{name} = torch.empty(0)", "{name} = torch.cat([{name}, {0}])", "loss = {0}; loss.backward()",
    "total += loss", "losses.append({0})", "{name} = total / len({0})", "pass", "global counter; counter = {0}",
    "async def inner(x):\n    async with x as y:\n        async for i in {0}:\n            await i\n",
    "{name} = {name} + {0}", "{name} = {name} * {0}", "{name}.add_({0})", "print({0}.item())", "b, n = {name}.shape",
    "import torch as {name}", "from torch import softmax as {name}", "{name} = torch.stack({name})",
    "{name} = torch.zeros(len({other}), 3)", "print({name}[i].item())", "{name} = {name}[i] + 1",
    "{name} = nn.Linear(3, 1)",
]  # fmt: skip
HEADER = """\
import torch
import torch.nn.functional as F
from torch import nn

"""
SIGNATURES = [
    "def f(x: torch.Tensor, y: torch.Tensor, labels: torch.Tensor, model: nn.Module, loader, n: int):",
    "def f(self, x, y, logits, *rows, labels=None):",
    "async def f(x: torch.Tensor, logits: torch.Tensor) -> torch.Tensor:",
    "def train(model, loader, optimizer, total=0.0):",
]


def torch_program(rng: random.Random) -> str:
    """A program that Python may refuse, as it does a ``break`` without a loop."""
    parts = [HEADER]
    for _ in range(rng.choice([1, 1, 2, 3])):
        kind = rng.random()
        if kind < 0.15:
            parts.append(block(rng, 2))
        elif kind < 0.4:
            methods = "\n\n".join(
                f"def {name}(self, x, y=None):\n" + textwrap.indent(block(rng, 2), "    ")
                for name in rng.sample(["__init__", "forward", "step", "loss"], 2)
            )
            parts.append("class Model(nn.Module):\n" + textwrap.indent(methods, "    "))
        else:
            parts.append(rng.choice(SIGNATURES) + "\n" + textwrap.indent(block(rng, 3), "    "))
    return "\n\n".join(parts)


def block(rng: random.Random, depth: int) -> str:
    """Some statements, nested ``depth`` deep at most."""
    return "".join(statement(rng, depth) for _ in range(rng.choice([1, 2, 3, 4, 5])))


def statement(rng: random.Random, depth: int) -> str:
    """One statement with what is in it."""
    if depth > 0 and rng.random() < 0.35:
        return compound(rng, depth)
    form = rng.choice(STATEMENTS)
    values = {"name": rng.choice(NAMES), "other": rng.choice(NAMES), "index": rng.choice(INDICES).format("x")}
    return form.format(expression(rng, 2), **values) + "\n"


def compound(rng: random.Random, depth: int) -> str:
    """A statement with others in it."""
    head = rng.choice(HEADS)
    inner = textwrap.indent(block(rng, depth - 1), "    ")
    text = head.format(rng.choice(NAMES), expression(rng, 1)) + "\n"
    if head.startswith("match"):
        cases = [f"    case {pattern}:\n" + textwrap.indent(inner, "    ") for pattern in ("[x, *y]", '{"x": z}', "_")]
        return text + "".join(rng.sample(cases[:2], 1)) + cases[2]
    if head == "try:":
        return text + inner + "except (ValueError, KeyError) as w:\n" + textwrap.indent(block(rng, 0), "    ")
    if head.startswith(("for", "while")) and rng.random() < 0.2:
        inner += f"    if {rng.choice(NAMES)}:\n        {rng.choice(['break', 'continue'])}\n"
    otherwise = "else:\n" + textwrap.indent(block(rng, 0), "    ")
    return text + inner + (otherwise if head.startswith(("if", "while", "for")) and rng.random() < 0.3 else "")


def expression(rng: random.Random, depth: int) -> str:
    """An expression, nested ``depth`` deep at most."""
    if depth <= 0 or rng.random() < 0.25:
        return rng.choice(NAMES)
    if rng.random() < 0.15:
        return f"{rng.choice(NAMES)}[{rng.choice(INDICES).format('x')}]"
    form = rng.choice(EXPRESSIONS if rng.random() < 0.8 else FORMS)
    parts = [expression(rng, depth - 1) for _ in range(3)]
    return form.format(*(part if part.isidentifier() or rng.random() < 0.2 else f"({part})" for part in parts))
