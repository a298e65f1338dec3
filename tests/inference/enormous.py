"""Programs that make values enormous: each a kind of growth, by the number of its lines, terms or items."""

from __future__ import annotations

from collections.abc import Callable

Program = Callable[[int], str]

HEAD = "import torch\nimport torch.nn.functional as F\nfrom functools import partial\nfrom torch import Tensor, nn\n\n"
FUNCTION = HEAD + "def f(x: Tensor, y: Tensor, c, n: int):\n"


def top(first: str, line: str, last: str = "") -> Program:
    """A line again and again at the module's level; ``{i}`` in it is its number, ``{j}`` the next."""
    return lambda n: (
        HEAD + _lines(first, 0) + "".join(_lines(_numbered(line, i), 0) for i in range(n)) + _lines(last, 0)
    )


def inside(first: str, line: str, last: str = "return x") -> Program:
    """A line again and again in a function that is given two tensors."""
    return lambda n: (
        FUNCTION + _lines(first, 4) + "".join(_lines(_numbered(line, i), 4) for i in range(n)) + _lines(last, 4)
    )


def terms(before: str, term: str, between: str, after: str = "") -> Program:
    """A term again and again in one statement of a function."""
    return lambda n: FUNCTION + _lines(before + between.join(_numbered(term, i) for i in range(n)) + after, 4)


def _numbered(text: str, i: int) -> str:
    return text.replace("{i}", str(i)).replace("{j}", str(i + 1))


def _lines(text: str, indent: int) -> str:
    return "".join(" " * indent + line + "\n" for line in text.split("\n") if line)


STACKED = "return torch.stack(t)"

ENORMOUS: dict[str, Program] = {
    # lists
    "a list plus itself": inside("t = [x]", "t = t + t", "return torch.cat(t)"),
    "a list added to itself": inside("t = [x]", "t += t", "return torch.cat(t)"),
    "a list of its items twice": inside("t = [x]", "t = [*t, *t]", "return torch.cat(t)"),
    "a tuple of its items twice": inside("t = (x,)", "t = (*t, *t)", "return torch.cat(t)"),
    "a list extended by itself": inside("t = [x]", "t.extend(t)", "return torch.cat(t)"),
    "a list times two": inside("t = [x]", "t = t * 2", STACKED),
    "two times a list": inside("t = [x]", "t = 2 * t", STACKED),
    "a list multiplied in place": inside("t = [x]", "t *= 2", STACKED),
    "a list times a huge number": inside("t = [x]", "t = [x] * 10**{i}", STACKED),
    "an empty list times a huge number": inside("t = []", "t = [] * 10**{i}"),
    "items appended": inside("t = []", "t.append(x)", STACKED),
    "items inserted": inside("t = []", "t.insert(0, x)", STACKED),
    "items added one by one": inside("t = []", "t += [x]", STACKED),
    "items appended, and read": inside("t = []", "t.append(x)\nz = t[{i}] + t[-1]", STACKED),
    "items appended, and stacked each time": inside("t = []", "t.append(x)\nz = torch.stack(t)", STACKED),
    "different items appended": inside("t = []", "t.append(torch.zeros({j}, 3))", "return torch.cat(t)"),
    "items appended in loops": inside("t = []", "for k in range(n):\n    t.append(x)", STACKED),
    "a list reversed, sorted and copied": inside("t = [x] * 60", "t = list(reversed(sorted(tuple(t))))", STACKED),
    "slices of a list": inside("t = [x] * 60", "t = t[:50] + t[10:]", STACKED),
    "lists zipped": inside("t = [x] * 60", "t = list(zip(t, t))"),
    "a list enumerated": inside("t = [x] * 60", "t = list(enumerate(t))"),
    "a list mapped": inside("t = [x] * 60", "t = list(map(torch.exp, t))", STACKED),
    "a list comprehension over itself": inside("t = [x] * 60", "t = [torch.exp(q) for q in t]", STACKED),
    "a comprehension that counts": inside("", "t = [0 for k in range({i})]\nx = x.view(t)"),
    "a literal list": terms("t = [", "x", ", ", "]\nreturn torch.stack(t)"),
    "a literal list of numbers": terms("t = torch.tensor([", "{i}", ", ", "])\nreturn t + x"),
    "a literal tuple of tuples": terms("t = torch.tensor((", "({i}, 2.0)", ", ", "))\nreturn t + x"),
    "a literal set": terms("t = {", "{i}", ", ", "}"),
    "many names unpacked": lambda n: FUNCTION + _lines(", ".join(f"a{i}" for i in range(n)) + " = x\nreturn a0 + a1", 4),
    "many sizes unpacked": lambda n: FUNCTION + _lines(", ".join(f"a{i}" for i in range(n)) + " = x.shape\nreturn a0 + a1", 4),
    "starred unpacking": inside("t = [x] * 60", "a, *t = [y, *t]", STACKED),
    "star arguments": inside("t = [x] * 60", "z = torch.cartesian_prod(*t, *t)"),
    "many star arguments": lambda n: FUNCTION + _lines("t = [x] * 60\nreturn f(" + ", ".join(["*t"] * n) + ")", 4),
    # dicts
    "a literal dict": lambda n: (
        FUNCTION + _lines("d = {" + ", ".join(f"'k{i}': torch.exp(x)" for i in range(n)) + "}\nfor k in d:\n    d[k].sum()", 4)
    ),
    "a dict that grows by its keys": inside("d = {}", "d['k{i}'] = torch.exp(x)", "return d"),
    "a dict that is updated by itself": inside("d = {'a': x}", "d.update(d)\nd = {**d, **d}", "return d"),
    "dicts of keywords": lambda n: FUNCTION + _lines("d = dict(" + ", ".join(f"k{i}=x" for i in range(n)) + ")\nreturn d", 4),
    "dicts passed as keywords": inside("d = {'dim': 0}", "z = x.sum(**d)\nd = dict(**d)"),
    "a dict in a dict": inside("d = {'a': x}", "d = {'a': d, 'b': d}", "return d"),
    # nesting
    "a list of itself twice": inside("t = [x]", "t = [t, t]", STACKED),
    "a list of itself twice, as data": inside("t = [1.0]", "t = [t, t]", "return torch.tensor(t)"),
    "a list of itself, deeper": inside("t = [x]", "t = [t]", STACKED),
    "a list of itself 64 times": inside("t = [x]", "t = [t] * 64", STACKED),
    "a tuple of itself under a condition": inside("t = (x,)", "if c:\n    t = (t, t)", STACKED),
    "a list that holds itself": inside("t = [x]", "t.append(t)", STACKED),
    "a list indexed by itself": inside("t = [0, 1]", "t = [t, t]\nz = x[t]"),
    "an index of itself": inside("t = (0,)", "t = (t, t)\nz = x[t]\nz = x[t, t]"),
    "a slice of slices": inside("s = slice(0, 1)", "s = slice(s, s)\nz = x[s]"),
    "layers in layers": top("m = nn.ReLU()", "m = nn.Sequential(m, m)", "m(torch.zeros(3))"),
    "layers in layers, called each time": inside("m = nn.ReLU()", "m = nn.Sequential(m, m)\nx = m(x)"),
    "many layers": lambda n: HEAD + "m = nn.Sequential(" + ", ".join(["nn.ReLU()"] * n) + ")\nm(torch.zeros(3))\n",
    "many calls of many layers": lambda n: (
        FUNCTION + _lines("m = nn.Sequential(" + ", ".join(["nn.ReLU()"] * 100) + ")\n" + "x = m(x)\n" * (n // 10), 4)
    ),
    "a growing module list": inside("m = nn.ModuleList([])", "m.append(nn.ReLU())\nx = m[{i}](x)"),
    "a growing sequence of layers": inside("m = nn.Sequential()", "m.append(nn.ReLU())", "return m(x)"),
    "layers of a list twice": inside("t = [nn.ReLU()]", "t = t + t", "return nn.Sequential(*t)(x)"),
    "wrapped modules": inside("m = nn.ReLU()", "m = nn.DataParallel(m)\nx = m(x)"),
    # numbers
    "a number squared": inside("k = 10", "k = k * k", "return torch.zeros(k)"),
    "a number doubled": inside("k = 1", "k += k", "return torch.zeros(k)"),
    "a number to its own power": inside("k = 10", "k = k ** k", "return torch.zeros(k)"),
    "a number shifted": inside("k = 1", "k = k << 10**9", "return torch.zeros(k)"),
    "a number to a huge power": inside("", "k = 10 ** (10**{i})\nz = torch.zeros(k, k)"),
    "a negative number to broken powers": inside("k = -8", "k = k ** 0.{j}\nz = x * k"),
    "a float that overflows": inside("k = 1e300", "k = k * k\nz = x * k"),
    "a huge literal": lambda n: FUNCTION + _lines(f"k = 1{'0' * n}\nreturn torch.zeros(k)[::2]", 4),
    "a huge hexadecimal literal": lambda n: FUNCTION + _lines(f"k = 0x1{'f' * n}\nreturn torch.zeros(k)[::2]", 4),
    "an untyped sum": inside("k = n", "k = k + n"),
    "negations": terms("k = ", "-", "", "n"),
    # tensors
    "a tensor plus itself": inside("", "x = x + x"),
    "a tensor of three of itself": inside("", "x = torch.addcmul(x, x, x)"),
    "two tensors alike, compared": inside("a = x\nb = x", "a = torch.addcmul(a, a, a)\nb = torch.addcmul(b, b, b)\nz = a / b"),
    "two tensors alike of lists": inside("a = x\nb = x", "a = torch.cat([a, a, a])\nb = torch.cat([b, b, b])", "return a / b"),
    "a softmax of itself": inside("", "x = torch.exp(x) / torch.exp(x).sum(dim=1, keepdim=True)"),
    "a huge tensor in pieces": inside("", "z = torch.zeros(10**{j}, 3).split(1)"),
    "a large tensor in pieces": inside("", "z = torch.randperm(200_000_000).split(1)\nq = torch.zeros(10**8).chunk(10**8)"),
    "a large tensor unbound": inside("", "z = torch.zeros(10**8, 2).unbind()\nq = torch.zeros(10**8, 2).tensor_split(10**7)"),
    "a large tensor as a list": inside("", "z = list(torch.zeros(10**8, 2))\nq = torch.zeros(10**8, 2).tolist()"),
    "pieces of pieces": inside("t = [torch.zeros(64, 64)]", "t = t[0].split(1)\nt = torch.cat(t).chunk(64)"),
    "dims that are inserted": inside("", "x = x.unsqueeze(0)"),
    "dims that are inserted by an index": inside("x = torch.zeros(3)", "x = x[None, ..., None]"),
    "a shape twice": inside("x = torch.zeros(1, 1)", "x = x.view(*x.shape, *x.shape)"),
    "a shape plus a shape": inside("s = x.shape", "s = s + s\nz = torch.zeros(s)"),
    "a known shape plus itself": inside("s = torch.zeros(2, 3).shape", "s = s + s\nz = torch.zeros(s)"),
    "a shape times a number": inside("x = torch.zeros(2, 3)", "x = torch.zeros(x.shape * 2)"),
    "a view of many dims": lambda n: FUNCTION + _lines("return x.view(" + ", ".join(["1"] * n) + ").sum()", 4),
    "a permutation of many dims": lambda n: FUNCTION + _lines("return x.permute(" + ", ".join(map(str, range(n))) + ").sum()", 4),
    "an index of many parts": lambda n: FUNCTION + _lines("return x[" + ", ".join([":"] * n) + "].sum()", 4),
    "repeated a thousand times": inside("x = torch.zeros(3)", "x = x.repeat(1000)\nx = x.repeat_interleave(1000)"),
    "repeated along many dims": inside("x = torch.zeros(3)", "x = x.repeat(2, *[1] * {i})"),
    "expanded, and flattened": inside("x = torch.zeros(3)", "x = x.expand(1000, *x.shape).flatten()"),
    "joined to itself": inside("x = torch.zeros(3)", "x = torch.cat([x, x])"),
    "stacked on itself": inside("", "x = torch.stack([x, x])"),
    "an outer product of itself": inside("x = torch.zeros(3)", "x = torch.outer(x, x).flatten()"),
    "a tensordot with itself": inside("x = torch.zeros(2, 2)", "x = torch.tensordot(x, x, dims=0)"),
    "a meshgrid": inside("t = [torch.zeros(3)] * 60", "z = torch.meshgrid(*t)\nq = torch.broadcast_tensors(*t)"),
    "a long meshgrid": lambda n: FUNCTION + _lines("return torch.meshgrid(" + ", ".join(["y"] * n) + ")", 4),
    "a long block_diag": lambda n: FUNCTION + _lines("return torch.block_diag(" + ", ".join(["y"] * n) + ")", 4),
    "an einsum of many operands": lambda n: (
        FUNCTION + _lines(f"return torch.einsum('{','.join(['ij'] * n)}->ij', " + ", ".join(["x"] * n) + ")", 4)
    ),
    "an einsum of many letters": lambda n: FUNCTION + _lines(f"return torch.einsum('{'i' * n}->{'i' * n}', x)", 4),
    "a sum of many": terms("return ", "torch.exp(x)", " + "),
    "a sum of many shapes": lambda n: (
        FUNCTION.replace("n: int", ", ".join(f"a{i}: Tensor" for i in range(n))) + _lines("return " + " + ".join(f"a{i}" for i in range(n)), 4)
    ),
    "a product of many": terms("return ", "x", " * ", " / x"),
    "matrix products": inside("", "x = x @ x @ y"),
    "in-place steps": inside("", "x.add_(1).mul_(x)\nx += x"),
    "writes to one tensor": inside("z = torch.zeros(9, 9)", "z[{i}] = x\nz[:, {i}] = z.sum()", "return z"),
    "backward again and again": inside("", "x = x + x\nx.sum().backward()"),
    "losses that are summed": inside("t = 0", "t = t + F.mse_loss(x, y)\nt.backward()", "return t"),
    "numbers read again and again": inside("", "x = x + x\nz = x.sum().item()"),
    "a tensor that is returned under conditions": inside("", "x = x + x\nif c:\n    return x"),
    "a tensor printed again and again": inside("", "x = x + x\nprint(x.sum())"),
    "items back-propagated": inside("t = [x, y]", "z = t[0]\nz.backward()"),
    # text
    "a string plus itself": inside("s = 'a'", "s = s + s", "return torch.zeros(3, device=s)"),
    "a string times a number": inside("s = 'a'", "s = s * 1000\nz = torch.zeros(3, device=s)"),
    "an f-string of itself": inside("s = 'a'", 's = f"{s}{s}"', "return torch.zeros(3, device=s)"),
    "strings joined by writing them": terms("s = ", "'a'", " ", "\nreturn torch.zeros(3, device=s)"),
    "a long pattern": lambda n: (
        HEAD + "import einops\ndef f(x: Tensor):\n    return einops.rearrange(x, '" + "a " * n + "-> " + "a " * n + "')\n"
    ),
    "a long annotation": lambda n: HEAD + "def f(x: 'Tensor | " + "None | " * n + "None'):\n    return x.sum()\n",
    "a long shape annotation": lambda n: HEAD + "from jaxtyping import Float\ndef f(x: Float[Tensor, '" + "b " * n + "']):\n    return x.sum()\n",
    "an annotation of many members": lambda n: HEAD + "from typing import Union\ndef f(x: Union[" + ", ".join(["Tensor"] * n) + "]):\n    return x.sum()\n",
    "nested annotations": lambda n: HEAD + "def f(x: " + "list[" * (n // 8) + "Tensor" + "]" * (n // 8) + "):\n    return x.sum()\n",
    # names, attributes, conditions
    "a deep attribute": lambda n: FUNCTION + _lines("c" + ".a" * n + " = x\nreturn c" + ".a" * n, 4),
    "a deep name from outside": lambda n: FUNCTION + _lines("return torch" + ".attribute" * n + "(x)", 4),
    "an attribute of an attribute": inside("q = torch", "q = q.a"),
    "a deep subscript": lambda n: FUNCTION + _lines("c" + "[0]" * n + " = x\nreturn c" + "[0]" * n, 4),
    "calls on calls": lambda n: FUNCTION + _lines("return x" + ".exp()" * n, 4),
    "unknown calls on calls": lambda n: FUNCTION + _lines("return c" + ".a()" * n, 4),
    "terms of or": lambda n: FUNCTION + _lines("if " + " or ".join(f"n == {i}" for i in range(n)) + ":\n    return x.sum()", 4),
    "terms of and": lambda n: FUNCTION + _lines("if " + " and ".join(f"x.shape[{i}] == {i}" for i in range(n)) + ":\n    return x.sum()", 4),
    "terms of or that are tensors": terms("return ", "x", " or "),
    "a long comparison": lambda n: FUNCTION + _lines("if " + " == ".join(["x.shape"] * n) + ":\n    return x.sum()", 4),
    "a long elif": lambda n: FUNCTION + _lines("if c:\n    pass\n" + "".join(f"elif n == {i}:\n    x = x + {i}\n" for i in range(n)), 4),
    "conditional expressions": lambda n: FUNCTION + _lines("return " + "".join(f"x + {i} if n == {i} else " for i in range(n // 2)) + "x", 4),
    "many conditions": inside("", "if c:\n    x = x + 1\nelse:\n    x = y", "return x"),
    "many cases": lambda n: FUNCTION + _lines("match n:\n" + "".join(f"    case {i}:\n        x = x + {i}\n" for i in range(n)), 4),
    "many handlers": lambda n: FUNCTION + _lines("try:\n    x = x + 1\n" + "".join(f"except E{i}:\n    x = y\n" for i in range(n)), 4),
    "many returns": inside("", "if c:\n    return x + {i}", "return x"),
    "many names at many conditions": inside("", "a{i} = x + {i}\nif c:\n    a{i} = y"),
    "many names at many loops": inside("", "a{i} = x + {i}\nfor k in range(n):\n    a{i} = a{i} + y"),
    "a while for each name": inside("", "while c:\n    x = x + x"),
    "many globals": lambda n: HEAD + "x = 0\n" + "".join(f"def f{i}(y: Tensor):\n    global x\n    x = y\n" for i in range(n)),
    "many deletions": inside("", "a{i} = x\ndel a{i}"),
    "many walruses": lambda n: FUNCTION + _lines("return " + " + ".join(f"(a{i} := x)" for i in range(n)), 4),
    # functions and classes
    "a chain of base classes": lambda n: HEAD + "class A0(nn.Module):\n    pass\n" + "".join(
        f"class A{i + 1}(A{i}):\n    def f{i}(self, x):\n        return self.g(x) + self.h\n" for i in range(n)
    ) + f"A{n}()(torch.zeros(3))\n",
    "many base classes": lambda n: HEAD + "".join(f"class A{i}(nn.Module):\n    pass\n" for i in range(n)) + "class B(" + ", ".join(
        f"A{i}" for i in range(n)
    ) + "):\n    def forward(self, x):\n        return self.a(x)\n",
    "a diamond of base classes": lambda n: HEAD + "class A0(nn.Module):\n    pass\nclass B0(A0):\n    pass\n" + "".join(
        f"class A{i + 1}(A{i}, B{i}):\n    pass\nclass B{i + 1}(B{i}, A{i}):\n    pass\n" for i in range(n // 4)
    ),
    "many methods that call each other": lambda n: HEAD + "class A(nn.Module):\n" + "".join(
        f"    def m{i}(self, x):\n        return self.m{i + 1}(x) + self.m0(x)\n" for i in range(n)
    ),
    "many attributes": lambda n: HEAD + "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n" + "".join(
        f"        self.a{i} = nn.ReLU()\n" for i in range(n)
    ) + "    def forward(self, x):\n" + "".join(f"        x = self.a{i}(x)\n" for i in range(n)) + "        return x\n",
    "one attribute written many times": lambda n: HEAD + "class A(nn.Module):\n    def forward(self, x):\n" + "".join(
        f"        self.a = self.a + x * {i}\n" for i in range(n)
    ),
    "one list of self that grows": lambda n: HEAD + "class A(nn.Module):\n    def __init__(self):\n        self.a = []\n" + "".join(
        "        self.a.append(nn.ReLU())\n" for i in range(n)
    ),
    "helpers in a chain": lambda n: HEAD + "def g(x):\n    return x + x\n" + FUNCTION.removeprefix(HEAD) + _lines("x = g(x)\n" * n + "return x", 4),
    "helpers that call helpers": top("", "def f{j}(x):\n    return f{i}(x) + f{i}(x)"),
    "helpers that call helpers, from below": lambda n: HEAD + "def f0(x):\n    return x + x\n" + "".join(
        f"def f{i + 1}(x):\n    return f{i}(f{i}(x))\n" for i in range(n)
    ) + f"f{n}(torch.zeros(3))\n",
    "lambdas that call themselves": top("g = lambda x: x", "g = lambda x, g=g: g(g(x))", "g(torch.zeros(3))"),
    "lambdas in lambdas": lambda n: HEAD + "g = " + "lambda x: " * (n // 8) + "x\n" + "g(1)" + "(torch.zeros(3))" * (n // 8) + "\n",
    "lambdas of many calls": lambda n: HEAD + "g = lambda x: x + x\n" + "h = lambda x: [" + ", ".join(["g(x)"] * n) + "]\n" + "k = lambda x: [" + ", ".join(
        ["h(x)"] * n
    ) + "]\nk(torch.zeros(3))\n",
    "functions that take themselves as default": top("def g(x): return x", "def g(x, h=g): return h(h(x))", "g(torch.zeros(3))"),
    "partials of partials": top("g = torch.sum", "g = partial(g, dim=0)\ng(torch.zeros(3))"),
    "partials of ever more": top("g = torch.cat", "g = partial(g, torch.zeros(3))\ng(torch.zeros(3))"),
    "methods of methods": top("g = torch.zeros(3)", "g = g.sum().view"),
    "a function that returns itself": top("def g(x): return g(x), g(x)", "z = g(torch.zeros(3))"),
    "calls with many arguments": lambda n: FUNCTION + _lines("return f(" + ", ".join(["x"] * n) + ")", 4),
    "many parameters": lambda n: HEAD + "def g(" + ", ".join(f"a{i}: Tensor = None" for i in range(n)) + "):\n    return a0.sum()\n" + "g(torch.zeros(3))\n" * 3,
    "many decorators": lambda n: HEAD + "@torch.no_grad()\n" * n + "def g(x: Tensor):\n    return x.sum()\n",
    "many definitions of one name": top("", "def g(x: Tensor): return x + {i}\ng(torch.zeros(3))"),
    "a property that is read": lambda n: HEAD + "class A:\n    @property\n    def p(self):\n        return torch.zeros(3)\na = A()\n" + "z = a.p + a.p\n" * n,
    "generators of generators": inside("t = (q for q in x)", "t = (q for q in t)", "return list(t)"),
    "many counters": lambda n: FUNCTION + _lines("for " + ", ".join(f"i{i}" for i in range(n)) + " in zip(" + ", ".join(["x"] * n) + "):\n    print(i0)", 4),
    "comprehensions of many clauses": lambda n: FUNCTION + _lines("return [i0 " + " ".join(f"for i{i} in x" for i in range(min(n, 20))) + "]" + " + [x]" * n, 4),
}  # fmt: skip
