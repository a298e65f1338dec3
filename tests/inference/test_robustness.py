"""Inference ends, without an exception, on any code that LibCST parses."""

from __future__ import annotations

import re
import sysconfig
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import libcst as cst
import pytest

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.values import Tensor
from tests.inference.samples import FIXED, OPERANDS
from tests.inference.test_facts import NEGATIVES, POSITIVES, PREAMBLE
from tests.inference.test_table import CASES
from tests.rules.test_growth import lines_run

STANDARD_LIBRARY = Path(sysconfig.get_paths()["stdlib"])
SMALL = 60_000


def sample() -> list[Path]:
    """About sixty files of the standard library, among them those with the oddest syntax."""
    files: list[Path] = []
    for folder, count in (
        ("json", 6),
        ("asyncio", 14),
        ("collections", 2),
        ("dataclasses.py", 1),
        ("email", 8),
        ("unittest", 8),
        ("importlib", 6),
        ("concurrent/futures", 4),
        ("test", 16),
    ):
        place = STANDARD_LIBRARY / folder
        found = sorted(place.glob("*.py")) if place.is_dir() else [place]
        found = [path for path in found if path.exists() and path.stat().st_size < SMALL]
        files += found[:: max(1, len(found) // count)][:count]
    odd = [
        "patma",
        "grammar",
        "named_expressions",
        "unpack_ex",
        "generators",
        "fstring",
        "exception_group",
        "type_params",
        "scope",
        "with",
    ]
    tests = (STANDARD_LIBRARY / "test" / f"test_{name}.py" for name in odd)
    files += [path for path in tests if path.exists() and path.stat().st_size < 2 * SMALL]
    return list(dict.fromkeys(files))


@pytest.mark.parametrize("path", sample(), ids=lambda path: str(path.relative_to(STANDARD_LIBRARY)))
def test_standard_library(path: Path) -> None:
    try:
        module = cst.parse_module(path.read_bytes())
    except cst.ParserSyntaxError:
        return  # a syntax that LibCST does not know; the linter says so
    infer(module)


ODD = {
    "empty file": "",
    "comment": "# nothing",
    "match": """
match command:
    case {"x": x, **rest} if x.sum() > 0:
        y = x
    case [first, *others] | (first, others):
        y = first
    case Point(x=0, y=[a, b]) as point:
        y = a
    case "a" | 1 | None | -1 | 1 + 2j:
        y = command
    case x.y:
        pass
    case _:
        y = None
""",
    "walrus in a comprehension": "y = [z for x in range(3) if (z := torch.rand(x)).sum() > 0]",
    "walrus in a condition": "while (chunk := next(stream)):\n    chunk = chunk + 1",
    "starred expressions": """
a, *b, c = *x, *y
[*d] = [*a, *b]
print(*a, *b, **{**c, "x": 1}, **d)
e = {*a, *b}
for f, *g in [(1, 2, 3)]:
    h = x[*a, 1]
""",
    "async": """
async def f(x):
    async with x as y, z:
        async for row in y:
            await row
    return [i async for i in x if await i]
async def g():
    yield 1
async def h():
    return await f(torch.rand(3)) + await g()
""",
    "decorators": """
@(lambda f: f)
@a.b[0](1)
@property
class A:
    @staticmethod
    @functools.wraps(print)
    def f(*args, **kwargs): ...
    @f.setter
    def f(self, value): self.x: int = value
""",
    "nested classes": """
class A:
    class B(A if x else object, metaclass=C):
        class C:
            def f(self):
                class D(nn.Module):
                    def forward(self, x): return self.g(x)
                    g = lambda self, x: x
                return D()(self)
""",
    "global and nonlocal": """
def f():
    global x, y
    x = 1
    def g():
        nonlocal_ = 1
        def h():
            nonlocal nonlocal_
            nonlocal_ += torch.rand(1)
        h()
    del x
    return y
""",
    "type parameters": """
def f[T: Tensor, *Ts, **P](x: T, *args: *Ts) -> T:
    return x
class A[T]:
    x: T
type Alias[T] = list[T]
""",
    "nested f-strings": """
x = f"{f'{torch.rand(3)!r:>{width}.{f"{precision}"}}'} {y=} {{}}"
z = f'a' 'b' f"{x:{y}{z}}"
""",
    "lambda defaults": "f = lambda x=torch.rand(3), *a, y=(lambda z=1: z)(), **k: x + y\ng = f()(1)(2)",
    "recursion": """
def f(x):
    return g(x) + f(x - 1)
def g(x):
    return f(g(x))
f(torch.rand(3))
class A(nn.Module):
    def forward(self, x): return self(x) + A()(x) + self.forward(x)
""",
    "inherits from itself": "class A(A):\n    pass\nclass B(A):\n    pass\nclass A(B):\n    pass\nA().f(A.g)",
    "base that is no class": "class A(3, *bases, **options):\n    def f(self): return super().f().g\nA(1).f()",
    "methods without self": "class A:\n    def f(): return 1\n    def g(*args): return args[0].f()\nA().g()",
    "try star": """
try:
    x = torch.rand(3)
except* (ValueError, TypeError) as group:
    x = group.exceptions
else:
    x = 1
finally:
    del x
""",
    "loop with everything": """
for i, (a, *b), self.x, y[0] in z:
    if i: continue
    elif a: break
    while True:
        for j in range(i):
            x = x @ x
            if x: break
        else:
            continue
        break
    else:
        return_ = 1
else:
    x = 2
""",
    "code after the end": """
def f(x):
    return x
    y = x.unsqueeze(0)
    def g(): return y
def h():
    raise ValueError from None
    class A: pass
while True:
    pass
x = 1
""",
    "unpacking that does not fit": """
a, b = torch.rand(3)
a, b, c = torch.rand(2, 2).shape
(a, b), c = 1, 2
[] = torch.rand(0)
() = x
a, b = torch.rand(())
""",
    "indices of every kind": """
x = torch.rand(2, 3)
y = [x[::-1], x[...], x[..., None, 0, 1, 2, 3], x[()], x[[]], x[1.5], x["a"], x[x], x[x > 0, 0],
    x[None, ..., ...]]
x[0, :, 1:2:0], x[-9], x[lambda: 0], x[{}], x[True] = y
x[0]["a"].b[1:2] = 3
del x[0], x.y, (a, b)
""",
    "wrong arguments": """
torch.zeros(); torch.zeros(None); torch.zeros("a"); torch.zeros(2, dtype=3, device=[], foo=1)
x = torch.rand(2, 3)
x.sum(1, 2, 3, 4); x.sum("a"); x.sum(dim=(9, -9)); x.mean(dim=[x]); x.max(x, x, x); x.view(); x.view(-1, -1)
x.view(0, -1); x.reshape(x); x.permute(9, 9); x.permute(); x.transpose(9, 0); x.transpose(); x.unsqueeze(99)
x.squeeze(7); x.flatten(9, 3); x.flatten("a"); x.expand(); x.expand(1); x.repeat(); x.repeat(1); x.chunk(0)
x.chunk(-3, 99); x.split(0); x.split(-1); x.split([]); x.split(x); x.unbind(99); x.unbind(-99); x.narrow(); x.topk()
x.gather(); x.matmul(3); x.mm(); x @ "a"; x @ None; "a" @ x; x.to(); x.to(1, 2, 3); x.type(1); x.size(99); x.size("a")
x.unflatten(9, 3); x.unflatten(0, ()); x.unflatten(); x.diag(9); x.diff(x); x.quantile(); x.tile(); x.movedim()
torch.cat(x); torch.cat(); torch.cat([]); torch.cat([1, 2]); torch.cat([x, 3], dim=99); torch.stack(3)
torch.stack([x], 99)
torch.einsum(); torch.einsum("ij", x); torch.einsum("ij->", 3); torch.einsum("->", x); torch.einsum("a->b->c", x, x)
torch.arange(); torch.arange("a"); torch.arange(0, 5, 0); torch.eye(); torch.full(); torch.randint(); torch.where()
torch.where(1, 2); torch.where(x, x); torch.meshgrid(); torch.meshgrid(3); torch.meshgrid(x, indexing=4)
torch.atleast_1d(); torch.atleast_2d([]); torch.broadcast_tensors(); torch.tensordot(x, x, 9); torch.tensordot()
torch.cdist(x, 3); torch.kron(); torch.inner(x, 3); torch.outer(3, 4); torch.addmm(1, 2, 3); torch.bmm(x, x)
F.conv2d(x, x); F.conv2d(3); F.pad(x, 3); F.pad(x, (1,) * 99); F.one_hot(3); F.max_pool2d(x, return_indices=x)
F.interpolate(x); F.affine_grid(x, 3); F.fold(x); F.mse_loss(); F.mse_loss(x, 3, reduction=4); F.linear(x, 3)
F.scaled_dot_product_attention(x, 3, 4); F.embedding(3, 4); F.cross_entropy(*x, **x)
F.cosine_similarity(x, 3, dim=99)
nn.Linear()(x); nn.Conv2d(1)(x); nn.Conv2d(1, 2, 3)(torch.rand(())); nn.LSTM(3)(3); nn.Sequential()(x)
nn.Sequential(3)(x)
nn.Linear(3, 4)(); nn.Embedding()(); nn.MultiheadAttention()(); nn.Flatten(9)(x); nn.Unflatten()(x); nn.Module()(x)
torch.Tensor.sum(); torch.Tensor(); torch.FloatTensor([1]); torch.Size(); torch.device()
torch.unique(x, dim=x, return_counts=x)
""",
    "numbers out of range": "x = 2 ** 10 ** 10\ny = 1 // 0 % 0 / 0.0\nz = -(10 ** 400) * 1e308 ** 2\n"
    "w = 1 << 99 >> -1\nv = " + "9" * 5000,
    "names of torch rebound": "torch = torch.rand(3)\ntorch.nn = torch\n"
    "from torch import *\ndef torch(): torch()\ntorch()",
    "imports of every kind": "from . import a\nfrom .. import b as c\nfrom .x.y import *\n"
    "import a.b.c as d, e.f\nfrom torch import (zeros as z,)\nz(1)",
    "annotations of every kind": """
def f(a: "Tensor[", b: "", c: 3, d: [Tensor], e: Tensor[3][4], g: (Tensor, int),
      h: "Float[Tensor, '']" = 1, *i: Tensor, j: Tensor | "x", **k: 1 if 2 else 3) -> "Tensor | None":
    return a, b, c, d, e, g, h, i, j, k
l: Float[Tensor, "* ... # a=3 _ n+1 {x}"] = f(1)
m: Callable[..., Tensor]; n.o: Tensor = 3; p[0]: Tensor
f(*l)
""",
    "operators on everything": """
x = torch.rand(3)
for other in (None, "a", [], {}, print, x, np.ones(3), nn.Linear(1, 1), lambda: 0, 1j, ..., f""):
    y = x + other - other * x / other // x % other ** x @ other & x | other ^ x << other >> x
    y += other; y @= x; other <<= y; y //= None
    z = x < other <= y != None is not x in y not in other == 3
    w = not x and other or y if x else -other + ~x - (+y)
""",
    "semicolons and one-liners": "x = torch.rand(3); y = x; del x\n"
    "if y: pass; z = 1\nclass A: x = 1; y = x\nwith a: b; c",
    "conditional definitions": """
if x:
    def f(a): return a
    class A: y = 1
else:
    f = None
    A = torch.rand
f(A(3)).y
""",
}


@pytest.mark.parametrize("title", ODD)
def test_odd_syntax(title: str) -> None:
    preamble = "import functools\n" + PREAMBLE
    infer(cst.parse_module(preamble + ODD[title]))


def test_nesting_of_functions() -> None:
    lines = ["import torch"]
    lines += ["    " * depth + f"def f{depth}(x=torch.rand({depth})):" for depth in range(40)]
    lines.append("    " * 40 + "return torch.rand(3)")
    infer(cst.parse_module("\n".join(lines)))


def test_nesting_of_loops_ends_soon() -> None:
    lines = ["import torch", "x = torch.rand(3)"]
    lines += ["    " * depth + f"for i{depth} in range(3):" for depth in range(18)]
    lines.append("    " * 18 + "x = x + 1")
    module = cst.parse_module("\n".join(lines))
    assert lines_run(lambda: infer(module)) < 450_000


def test_nesting_of_parentheses() -> None:
    inference = infer(cst.parse_module("import torch\nx = " + "(" * 90 + "torch.rand(3)" + ")" * 90))
    assert isinstance(inference.exported["x"], Tensor)


def test_long_sum() -> None:
    terms = " + ".join(f"torch.rand({i})" for i in range(150))
    assert isinstance(infer(cst.parse_module(f"import torch\nx = {terms}")).exported["x"], Tensor)


def test_long_elif() -> None:
    branches = "".join(f"elif n == {i}:\n    x = torch.rand(3)\n" for i in range(200))
    text = f"import torch\nif n == -1:\n    x = torch.rand(3)\n{branches}else:\n    x = torch.rand(3)\n"
    value = infer(cst.parse_module(text)).exported["x"]
    assert isinstance(value, Tensor)
    assert value.shape == (3,)


def test_many_calls_between_functions_end_soon() -> None:
    functions = [f"def f{i}(x):\n    return f{i + 1}(x) + f{i + 1}(x)\n" for i in range(60)]
    text = "import torch\n" + "".join(functions) + "def f60(x):\n    return x\nf0(torch.rand(3))\n"
    module = cst.parse_module(text)
    assert lines_run(lambda: infer(module)) < 1_500_000


def test_work_grows_with_length_only() -> None:
    def work(count: int) -> int:
        lines = "".join(f"x{i} = torch.rand(3).sum()\nif x{i}:\n    y = x{i}\n" for i in range(count))
        module = cst.parse_module("import torch\n" + lines)
        return lines_run(lambda: infer(module))

    work(1)  # what is worked out once a process
    assert work(800) < 10 * work(100)


def test_memory_grows_with_length_only() -> None:
    def held(count: int) -> int:
        lines = "".join(f"x{i} = torch.rand(3)\nfor row in x{i}:\n    y = row\n" for i in range(count))
        module = cst.parse_module("import torch\n" + lines)
        tracemalloc.start()
        inference = infer(module)
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(inference.loops) == count
        return size

    held(1)
    assert held(800) < 10 * held(100)


# --- the programs of the fact tests, damaged ------------------------------------------------------


def damaged(source: str) -> Iterator[str]:
    """Variants of a program: without one of its lines, and with other numbers, names and dims in it."""
    lines = source.splitlines(keepends=True)
    for position in range(len(lines)):
        yield "".join(lines[:position] + lines[position + 1 :])
    body = source.removeprefix(PREAMBLE)
    preamble = source[: len(source) - len(body)]
    for number in ("-99", "None", "unknown", "(1, 2)", "torch.rand(2)", "x"):
        yield preamble + re.sub(r"\b[0-9]\b", number, body)
    for old, new in (("torch.rand", "unknown"), ("Tensor", "int"), ("self", "x"), (".", "")):
        yield preamble + body.replace(old, new)


@pytest.mark.parametrize("start", range(8))
def test_damaged_programs(start: int) -> None:
    for program in (POSITIVES + NEGATIVES)[start::8]:
        for source in damaged(program.source):
            try:
                module = cst.parse_module(source)
            except cst.ParserSyntaxError:
                continue
            infer(module)


@pytest.mark.parametrize("start", range(4))
def test_samples_of_unknown_objects(start: int) -> None:
    """The table's sample calls where no operand is known, and where each is of the wrong kind."""
    for line in ("x = y = {} = load()", "x = y = {} = 'a'", "x = y = {} = None", "x = y = {} = [1]"):
        names = " = ".join([*OPERANDS, *FIXED])
        text = PREAMBLE + line.format(names) + "\n"
        text += "\n".join(f"r = {case.text}" for case in CASES[start::12])
        infer(cst.parse_module(text))


def test_long_chain_of_calls() -> None:
    text = "import torch\nx = torch.rand(3)" + ".exp()" * 100
    assert isinstance(infer(cst.parse_module(text)).exported["x"], Tensor)
