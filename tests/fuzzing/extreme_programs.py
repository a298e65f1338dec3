"""Programs that give torch what it cannot take: enormous and negative sizes, no dims, text for numbers, nothing."""

from __future__ import annotations

import random

from flake8_torch_effective.inference.knowledge.signatures import TABLE, Signature

SIZES = "10**30 | -10**30 | 10**9 | 2**63 - 1 | -(2**63) | 0 | 1 | -1 | () | [] | (10**30, 1) | [10**9, 3]".split(" | ")
NUMBERS = """
1e308 | -1e308 | 1e400 | float('nan') | float('inf') | -float('inf') | 10**400 | 1 << 10**9 | 1j | True
""".strip().split(" | ")
TEXTS = r"'' | 'a' | b'x' | '\udc80' | 'mean' | 'ij,jk->ik' | '->' | '...->' | 'cuda:10'".split(" | ")
OBJECTS = """
None | ... | {} | {'a': 1} | set() | lambda a: a | torch | torch.float32 | torch.device('cpu') | len
""".strip().split(" | ")
LISTS = """
[[]] | [[], [[]]] | [()] | (0,) * 70 | [x] * 100 | [x, y] | range(10**30) | range(5, 0, -1) | slice(None) | zip(x, y)
""".strip().split(" | ")
TENSORS = """
x | y | x[0] | x.shape | x > y | torch.zeros(10**30, 3) | torch.zeros(10**30) | torch.zeros(()) | torch.zeros(0) \
| torch.zeros(-1, -1) | torch.zeros(*(1,) * 70) | torch.arange(10**30) | torch.tensor([]) | torch.tensor([[]])
""".strip().split(" | ")
# Sizes are extreme more often than other things are.
VALUES = [*SIZES * 3, *NUMBERS, *TEXTS, *OBJECTS, *LISTS, *TENSORS * 2]
STARRED = ["*[x] * 3", "*x", "*()", "*y.shape", "**{}", "**{'dim': 10**30}"]
OPERATORS = "+ - * / // % ** @ << >> & | ^ == < and or in is".split()
BUILTINS = """
len range enumerate zip float int bool round abs map dict slice sum max min any all sorted list tuple set reversed
getattr str iter print isinstance type complex
""".split()
CONTAINER_METHODS = (
    "append extend insert pop items values keys get update copy index count sort numel setdefault".split()
)
# What is done with a value: each line is a statement with the value in the place of the braces.
USES = """
z = {}
a, *b = {}
print(len({}))
for q in {}: print(q.sum())
if {}: pass
x += {}
x[0] = {}
z = [t.view(-1) for t in {}]
z = ({}).sum(dim=0).squeeze()[::2]
n = ({}).shape[0] + ({}).size(-1)
torch.stack([{}]).mean().backward()
torch.log(torch.softmax({}, 1))
torch.nonzero({}).size(0)
torch.zeros({})[{}]
""".strip().splitlines()

ROWS = [*TABLE.functions, *(f".{name}" for name in (*TABLE.methods, *TABLE.inplace)), *TABLE.modules]


def extreme_program(choice: random.Random, rows: list[str] | None = None) -> str:
    """A program of three or more statements that nobody means, each about a row of the table, where those are given."""
    expressions = [expression(choice) for _ in range(3)] if rows is None else [called(choice, row) for row in rows]
    body = "".join(f"    {choice.choice(USES).replace('{}', made)}\n" for made in expressions)
    return f"import torch\nimport torch.nn.functional as F\n\n\ndef f(x: torch.Tensor, y):\n{body}    return x\n"


def expression(choice: random.Random) -> str:
    """A call, an operator or a subscript on extreme values."""
    kind = choice.randrange(10)
    if kind < 5:
        return called(choice, choice.choice(ROWS))
    if kind == 5:
        return f"{choice.choice(BUILTINS)}({arguments(choice)})"
    if kind == 6:
        return f"({choice.choice(VALUES)}).{choice.choice(CONTAINER_METHODS)}({arguments(choice)})"
    if kind == 7:
        return f"({choice.choice(VALUES)}) {choice.choice(OPERATORS)} ({choice.choice(VALUES)})"
    bounds = [":".join(choice.choice(["", *VALUES]) for _ in range(choice.randint(2, 3))) for _ in range(2)]
    parts = [choice.choice([*bounds, f"({choice.choice(VALUES)})"]) for _ in range(choice.randint(1, 3))]
    return f"({choice.choice(TENSORS + LISTS)})[{', '.join(part.replace('lambda a: a', 'x') for part in parts)}]"


def called(choice: random.Random, row: str) -> str:
    """A call of a function, method or module of the table."""
    if row in TABLE.modules:
        return f"{row}({arguments(choice)})({arguments(choice)})"
    if not row.startswith("."):
        return f"{row}({arguments(choice, TABLE.functions[row])})"
    signature = TABLE.methods.get(row[1:]) or TABLE.inplace[row[1:]]
    return f"({choice.choice(TENSORS)}){row}({arguments(choice, signature)})"


def arguments(choice: random.Random, signature: Signature | None = None) -> str:
    """Up to four arguments, by place, by name, and starred."""
    given = [choice.choice(TENSORS if choice.random() < 0.3 else VALUES) for _ in range(choice.randint(0, 4))]
    if choice.random() < 0.1:
        given.append(choice.choice(STARRED))
    names = () if signature is None else (*signature.parameters, *signature.keywords)
    named = choice.sample(names, min(len(names), choice.choice([0, 0, 1, 2])))
    return ", ".join([*given, *(f"{name}={choice.choice(VALUES)}" for name in named)])
