"""Random programs that pass tensors from name to name through everything that Python has for it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.inference.differential.vocabulary import BINARY, CONDITIONS, IN_PLACE, NUMBERS, RISKY, STARTS, UNARY

PREAMBLE = """\
import torch
import torch.nn.functional as F
from torch import nn
"""
_MODES = (
    "torch.no_grad()",
    "torch.enable_grad()",
    "torch.inference_mode()",
    "torch.set_grad_enabled(False)",
    "torch.set_grad_enabled({c})",
    "torch.no_grad(), torch.enable_grad()",
    "torch.autograd.no_grad()",
)
_DEEPEST = 3


@dataclass
class Scope:
    """The names that a block may use: tensors, which it also binds, numbers, lists of tensors; and where it stands."""

    tensors: list[str]
    numbers: list[str]
    lists: list[str]
    outer: list[str] = field(default_factory=list)
    function: bool = False
    generator: bool = False
    loop: bool = False


class Writer:
    """Writes one program, statement by statement."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.indent = 0
        self.depth = 0
        self.budget = rng.choice([6, 8, 12, 16, 24])
        self.count = 0
        self.functions: list[tuple[str, int]] = []
        self.generators: list[str] = []
        self.objects: list[str] = []
        self.modules: list[str] = []

    def program(self) -> str:
        """The whole program as text."""
        rng = self.rng
        top = Scope(["p", "q", "r", "x", "y"], ["n", "m"], ["xs", "ys"])
        self.write(PREAMBLE.rstrip())
        for _ in range(rng.choice([0, 0, 1, 2])):
            self.definition(top)
        self.write(f"n = {rng.randrange(4)}", f"m = {rng.randrange(3)}")
        for name in top.tensors:
            self.write(f"{name} = {self.fill(rng.choice(STARTS), top)}")
        self.write(
            f"xs = [{', '.join(rng.sample(top.tensors, rng.randrange(4)))}]", "ys = [torch.rand(2, 3), torch.rand(3)]"
        )
        while self.budget > 0:
            self.statement(top)
        self.write(*top.tensors, "n", "m", "xs", "ys")
        return "\n".join(self.lines) + "\n"

    def write(self, *lines: str) -> None:
        self.lines += ["    " * self.indent + line for line in lines]

    def fresh(self, prefix: str) -> str:
        """A name that nothing has yet."""
        self.count += 1
        return f"{prefix}{self.count}"

    # --- expressions -------------------------------------------------------------------------------------------------

    def fill(self, form: str, scope: Scope) -> str:
        """A form with names and numbers of the scope in its gaps."""
        rng = self.rng
        names = [self.readable(scope) for _ in range(3)]
        number = rng.choice(scope.numbers) if scope.numbers and rng.random() < 0.7 else str(rng.randrange(4))
        condition = self.condition(scope) if "{c}" in form else ""
        return form.format(*names, n=number, c=condition, c2=f"{names[0]} > 0")

    def readable(self, scope: Scope) -> str:
        rng = self.rng
        if scope.outer and rng.random() < 0.2:
            return rng.choice(scope.outer)
        return rng.choice(scope.tensors)

    def condition(self, scope: Scope) -> str:
        form = self.rng.choice(CONDITIONS)
        return self.fill(form, scope)

    def number(self, scope: Scope) -> str:
        return self.fill(self.rng.choice(NUMBERS), scope)

    def tensor(self, scope: Scope) -> str:
        """An expression that is a tensor when all goes well."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.10:
            return self.fill(rng.choice(STARTS), scope)
        if kind < 0.45:
            return self.fill(rng.choice(UNARY), scope)
        if kind < 0.58:
            return self.fill(rng.choice(RISKY), scope)
        if kind < 0.75:
            return self.fill(rng.choice(BINARY), scope)
        if kind < 0.85 and self.functions:
            return self.called(scope)
        if kind < 0.88 and self.modules:
            return f"{rng.choice(self.modules)}({self.readable(scope)})"
        if kind < 0.91 and self.objects:
            return f"{rng.choice(self.objects)}.{rng.choice(['a', 'b', 'step({0})', 'get()', 'reset({0})'])}".format(
                self.readable(scope)
            )
        if kind < 0.95 and scope.lists:
            chosen = rng.choice(scope.lists)
            return rng.choice(
                [
                    f"{chosen}[0]",
                    f"{chosen}[-1]",
                    f"{chosen}.pop()",
                    f"{chosen}.pop(0)",
                    f"torch.stack({chosen})",
                    f"torch.cat({chosen})",
                    f"sum({chosen})",
                ]
            )
        return self.readable(scope)

    def called(self, scope: Scope) -> str:
        """A call of a function of the program."""
        rng = self.rng
        name, parameters = rng.choice(self.functions)
        arguments = [
            self.readable(scope) if rng.random() < 0.8 else f"({self.fill(rng.choice(UNARY), scope)})"
            for _ in range(parameters)
        ]
        if arguments and rng.random() < 0.15:
            arguments[-1] = "b=" + arguments[-1] if parameters == 2 else "*[" + arguments[-1] + "]"
        return f"{name}({', '.join(arguments)})"

    # --- statements --------------------------------------------------------------------------------------------------

    def block(self, scope: Scope, least: int = 1) -> None:
        """An indented block of some statements."""
        self.indent += 1
        self.depth += 1
        for _ in range(self.rng.choice([1, 2, 2, 3, 4]) + least - 1):
            self.statement(scope)
        self.depth -= 1
        self.indent -= 1

    def statement(self, scope: Scope) -> None:
        """One statement, with what is in it."""
        rng = self.rng
        self.budget -= 1
        if self.depth < _DEEPEST and self.budget > 0 and rng.random() < 0.3:
            rng.choices(self.COMPOUND, self.WEIGHTS)[0](self, scope)
            return
        rng.choices(self.SIMPLE, self.SIMPLE_WEIGHTS)[0](self, scope)

    def assign(self, scope: Scope) -> None:
        self.write(f"{self.rng.choice(scope.tensors)} = {self.tensor(scope)}")

    def rotate(self, scope: Scope) -> None:
        names = self.rng.sample(scope.tensors, min(3, len(scope.tensors)))
        if self.rng.random() < 0.4:
            self.write(f"{', '.join(names)} = {', '.join([*names[1:], names[0]])}")
            return
        for left, right in itertools.pairwise(names):
            self.write(f"{left} = {right}")
        self.write(f"{names[-1]} = {self.tensor(scope)}")

    def alias(self, scope: Scope) -> None:
        one, other = self.rng.choice(scope.tensors), self.readable(scope)
        view = self.rng.choice(["", "", "", ".view(-1)", "[...]", "[:]", ".detach()", ".data", ".T"])
        self.write(f"{one} = {other}{view}", self.fill(self.rng.choice(IN_PLACE), scope), f"{one}, {other}")

    def in_place(self, scope: Scope) -> None:
        name, other = self.rng.choice(scope.tensors), self.readable(scope)
        self.write(self.rng.choice(IN_PLACE).format(name, other))

    def probe(self, scope: Scope) -> None:
        self.write(
            self.rng.choice(["{0}, {1}", "{0}.shape, {1}", "[{0}, {1}, {2}]", "{n}, {0}"]).format(
                *(self.readable(scope) for _ in range(3)), n=self.rng.choice(scope.numbers or ["1"])
            )
        )

    def count_(self, scope: Scope) -> None:
        name = self.rng.choice(scope.numbers) if scope.numbers else self.fresh("k")
        self.write(self.rng.choice([f"{name} = {self.number(scope)}", f"{name} = ({name} + 1) % 4", f"{name} += 1"]))
        if name.startswith("k"):
            scope.numbers.append(name)

    def unpack(self, scope: Scope) -> None:
        rng = self.rng
        one, other = rng.sample(scope.tensors, 2)
        source = self.readable(scope)
        numbers = scope.numbers if len(scope.numbers) > 1 else [self.fresh("k"), self.fresh("k")]
        forms = [
            f"{one}, {other} = {self.tensor(scope)}, {self.tensor(scope)}",
            f"{one}, *xs = {rng.choice(scope.lists or ['[' + source + ']'])}"
            if scope.lists
            else f"{one}, *_ = [{source}, {other}]",
            f"*_, {one} = {source}, {other}",
            f"{numbers[0]}, {numbers[1]} = {source}.shape",
            f"{numbers[0]}, *_ = {source}.shape",
            f"{one}, {other} = {source}.split(1)",
            f"{one}, {other} = {source}.chunk(2)",
            f"{one}, {other} = {source}",
            f"{one}, {other} = {source}.max(0)",
            f"({one}, {other}), {numbers[0]} = ({other}, {source}), {self.number(scope)}",
            f"{one} = {other} = {self.tensor(scope)}",
            f"{one}, {other} = torch.broadcast_tensors({source}, {other})",
        ]
        self.write(rng.choice(forms))

    def collect(self, scope: Scope) -> None:
        rng = self.rng
        name = rng.choice(scope.lists) if scope.lists else self.fresh("zs")
        if not scope.lists:
            self.write(f"{name} = []")
            scope.lists.append(name)
        value = self.tensor(scope)
        forms = [
            f"{name}.append({value})", f"{name} += [{value}]", f"{name} = {name}[1:] + [{value}]", f"{name}[0] = {value}",
            f"{name} = {name}[-2:] * 2", f"{name}.insert(0, {value})", f"{name} = [{value}, *{name}][:4]", f"{name}.extend([{value}])",
            f"{name} = [{value}]", f"{name} = {name}[::-1]", f"{name}[-1] = {value}", f"del {name}[0]", f"{name}.reverse()",
            f"{name} = list({self.readable(scope)})", f"{name} = [t + 1 for t in {name}]", f"{name}.clear()",
            f"{name} = [t.sum(-1) for t in {name} if t.dim()]", f"{rng.choice(scope.tensors)} = {name}.pop()",
            f"{name} = [w0 for t in {name} if (w0 := t.reshape(-1)) is not None]", f"{name} = {name} or [{value}]",
        ]  # fmt: skip
        self.write(rng.choice(forms))

    def dictionary(self, scope: Scope) -> None:
        name = self.fresh("d")
        one, other = self.rng.choice(scope.tensors), self.readable(scope)
        self.write(f'{name} = {{"a": {self.tensor(scope)}, "b": {other}}}')
        if self.rng.random() < 0.6:
            key = self.rng.choice(['"a"', '"b"', '"c"', "n"])
            self.write(f"{name}[{key}] = {self.tensor(scope)}")
        self.write(
            self.rng.choice(
                [
                    f'{one} = {name}["a"]',
                    f'{one} = {name}.get("b")',
                    f"{one} = [*{name}.values()][-1]",
                    f'{one} = {name}.pop("a")',
                    f"for _, {one} in {name}.items(): {one}",
                    f'{name}["a"], {name}["b"]',
                ]
            )
        )

    def walrus(self, scope: Scope) -> None:
        name = self.rng.choice(scope.tensors)
        source = self.readable(scope)
        self.write(
            self.rng.choice(
                [
                    f"[({name} := t) for t in ({source}, {self.readable(scope)})]",
                    f"[({name} := {name}.unsqueeze(0)) for _ in range({self.rng.randrange(4)})]",
                    f"{source}, ({name} := {self.tensor(scope)}), {name}",
                    f"any(({name} := t).sum() > 0 for t in [{source}, {name}.reshape(-1)])",
                    f"[t for t in ({source}, {name}) if ({name} := t.sum()) > 0]",
                ]
            )
        )

    def rebind(self, scope: Scope) -> None:
        name = self.rng.choice(scope.tensors)
        if self.rng.random() < 0.5:
            self.write(
                f"{name} = None",
                f"if {self.condition(scope)}:",
                f"    {name} = {self.tensor(scope)}",
                f"if {name} is None:",
                f"    {name} = {self.fill(self.rng.choice(STARTS), scope)}",
            )
        else:
            self.write(f"del {name}", f"{name} = {self.fill(self.rng.choice(STARTS), scope)}")

    def backward(self, scope: Scope) -> None:
        name = self.rng.choice(scope.tensors)
        self.write(f"{name}.sum().backward()", f"{self.rng.choice(scope.tensors)} = {name}.grad")

    def leave(self, scope: Scope) -> None:
        """Leave the loop or the function, under a condition."""
        words = [*(["break", "break", "continue"] if scope.loop else [])]
        if scope.function:
            words.append("return" if scope.generator else f"return {self.tensor(scope)}")
        if not words:
            self.assign(scope)
            return
        self.write(f"if {self.condition(scope)}:")
        if self.rng.random() < 0.4:
            self.write(f"    {self.rng.choice(scope.tensors)} = {self.tensor(scope)}")
        self.write(f"    {self.rng.choice(words)}")

    def yield_(self, scope: Scope) -> None:
        if scope.generator:
            self.write(f"yield {self.tensor(scope)}")
        else:
            self.assign(scope)

    def flags(self, scope: Scope) -> None:
        self.write(
            self.rng.choice(
                [
                    "torch.set_grad_enabled(False)",
                    "torch.set_grad_enabled(True)",
                    f"torch.set_grad_enabled({self.condition(scope)})",
                ]
            )
        )

    def check(self, scope: Scope) -> None:
        self.write(f"assert {self.condition(scope)}")

    # --- compound statements -----------------------------------------------------------------------------------------

    def if_(self, scope: Scope) -> None:
        self.write(f"if {self.condition(scope)}:")
        self.block(scope)
        if self.rng.random() < 0.3:
            self.write(f"elif {self.condition(scope)}:")
            self.block(scope)
        if self.rng.random() < 0.5:
            self.write("else:")
            self.block(scope)

    def for_(self, scope: Scope) -> None:
        rng = self.rng
        name, other = rng.sample(scope.tensors, 2)
        source = self.readable(scope)
        counter = self.fresh("i")
        several = rng.choice(scope.lists) if scope.lists else f"[{source}, {other}]"
        heads = [
            f"for _ in range({rng.choice([0, 1, 2, 3, 4, 4, 5])}):",
            f"for _ in range({rng.choice([2, 3, 4, 5])}):",
            f"for {counter} in range({self.number(scope)}):",
            f"for {counter} in range({rng.choice([1, 2, 3])}):",
            f"for {name} in {source}:",
            f"for {name} in [*{several}]:",
            f"for {name} in [{source}, {other}.reshape(-1)]:",
            f"for {counter}, {name} in enumerate([{source}, {other}, {source}.sum()]):",
            f"for {name}, {other} in zip([*{several}], ys):",
            f"for {counter}, {name} in enumerate({source}):",
            f"for {name} in {source}.split(1):",
            f"for {counter} in [1, 2, 0]:",
            *(f"for {name} in {generator}({source}):" for generator in self.generators),
        ]
        head = rng.choice(heads)
        self.write(head)
        inner = Scope(
            scope.tensors,
            [*scope.numbers, *([counter] if counter in head else [])],
            scope.lists,
            scope.outer,
            scope.function,
            scope.generator,
            True,
        )
        self.block(inner, 2)
        self.otherwise(scope)

    def otherwise(self, scope: Scope) -> None:
        if self.rng.random() < 0.2:
            self.write("else:")
            self.block(scope)

    def while_(self, scope: Scope) -> None:
        rng = self.rng
        counter = self.fresh("w")
        limit = rng.choice([1, 2, 3, 4])
        condition = f"({self.condition(scope)})" if rng.random() < 0.3 else ""  # besides the count, which ends it
        self.write(f"{counter} = 0")
        inner = Scope(
            scope.tensors, [*scope.numbers, counter], scope.lists, scope.outer, scope.function, scope.generator, True
        )
        if rng.random() < 0.25:
            self.write(
                "while True:",
                f"    {counter} += 1",
                f"    if {counter} > {limit}{condition and f' or not {condition}'}:",
                "        break",
            )
        else:
            self.write(f"while {counter} < {limit}{condition and f' and {condition}'}:", f"    {counter} += 1")
        self.block(
            Scope(inner.tensors, [*scope.numbers], inner.lists, inner.outer, inner.function, inner.generator, True), 2
        )
        self.otherwise(scope)

    def try_(self, scope: Scope) -> None:
        rng = self.rng
        self.write("try:")
        self.block(scope, 2)
        if rng.random() < 0.7:
            self.write(
                "    " + rng.choice(["if coin():", "if True:", f"if {self.condition(scope)}:"]),
                f"        raise {rng.choice(['ValueError', 'RuntimeError'])}",
            )
            if rng.random() < 0.5:
                self.indent += 1
                self.assign(scope)
                self.indent -= 1
        kind = rng.random()
        if kind < 0.8:
            self.write(
                rng.choice(["except Exception:", "except (ValueError, RuntimeError, IndexError, TypeError) as e:"])
            )
            self.block(scope)
            if rng.random() < 0.25:
                self.write("else:")
                self.block(scope)
        if kind > 0.6:
            self.write("finally:")
            self.block(Scope(scope.tensors, scope.numbers, scope.lists, scope.outer))

    def with_(self, scope: Scope) -> None:
        mode = self.rng.choice(_MODES)
        self.write(f"with {self.fill(mode, scope)}:")
        self.block(scope, 2)

    def match(self, scope: Scope) -> None:
        rng = self.rng
        name, source = rng.choice(scope.tensors), self.readable(scope)
        cases = {
            f"{source}.dim()": ["0", "1", "2 | 3"],
            f"({source}.shape)": ["(3,)", "(a, b)", "(2, *_)"],
            f"[{source}, {self.readable(scope)}]": [f"[{name}]", f"[{name}, _]", f"[*_, {name}]"],
            f"{rng.choice(scope.numbers or ['1'])}": ["0", "1 | 2", f"{self.fresh('k')} if coin()"],
            f"{{'a': {source}}}": ["{'b': _}", f"{{'a': {name}}}"],
        }
        subject = rng.choice(list(cases))
        self.write(f"match {subject}:")
        self.indent += 1
        for pattern in cases[subject]:
            self.write(f"case {pattern}:")
            self.block(scope)
        if rng.random() < 0.5:
            self.write("case _:")
            self.block(scope)
        self.indent -= 1

    # --- definitions -------------------------------------------------------------------------------------------------

    def definition(self, scope: Scope) -> None:
        self.rng.choice(
            [self.function, self.function, self.function, self.generator, self.class_, self.module, self.recursion]
        )(scope)

    def inner_scope(self, scope: Scope, parameters: list[str]) -> Scope:
        level = "abcd" if not scope.function else "fghk"
        names = [*parameters, *(name for name in level if name not in parameters)][:4]
        return Scope(names, [], [], list(scope.tensors), True)

    def function(self, scope: Scope) -> None:
        """A helper, perhaps nested, perhaps one that sets names of the scope around it."""
        rng = self.rng
        name = self.fresh("helper")
        level = "abcd" if not scope.function else "fghk"
        count = rng.choice([1, 1, 2])
        signature = (
            level[0]
            if count == 1
            else rng.choice([f"{level[0]}, {level[1]}", f"{level[0]}, {level[1]}=None", f"{level[0]}, *{level[1]}"])
        )
        if count == 1 and rng.random() < 0.2:
            signature = rng.choice([f"{level[0]}: torch.Tensor", f"{level[0]}=torch.rand(2)"])
        self.write(f"def {name}({signature}):")
        inner = self.inner_scope(scope, list(level[:count]))
        if rng.random() < 0.3:
            shared = rng.sample(scope.tensors, 1)
            self.write(f"    {'nonlocal' if scope.function else 'global'} {shared[0]}")
            inner.tensors = [*inner.tensors, *shared]
            inner.outer = [one for one in inner.outer if one not in shared]
        self.write(f"    {', '.join(inner.tensors[count:4])} = {', '.join([level[0]] * (4 - count))}")
        self.body(inner)
        if rng.random() < 0.85:
            self.write(f"    return {self.tensor(inner)}")
        self.functions.append((name, count))
        if scope.function and rng.random() < 0.8:
            self.write(f"{rng.choice(scope.tensors)} = {name}({', '.join(self.readable(scope) for _ in range(count))})")

    def body(self, scope: Scope) -> None:
        """The body of a function, which calls no function that comes later."""
        functions, generators = list(self.functions), list(self.generators)
        self.block(scope, 2)
        self.functions, self.generators = functions, generators

    def recursion(self, scope: Scope) -> None:
        name = self.fresh("recursive")
        inner = self.inner_scope(scope, ["a"])
        self.write(
            f"def {name}(a, k=3):", "    b = c = d = a", "    if k <= 0:", f"        return {self.tensor(inner)}"
        )
        self.body(inner)
        self.write(
            f"    return {self.rng.choice([f'{name}(a, k - 1)', f'{name}({self.tensor(inner)}, k - 1)', f'a + {name}(a, k - 1).sum()'])}"
        )
        self.functions.append((name, 1))

    def generator(self, scope: Scope) -> None:
        name = self.fresh("gen")
        inner = self.inner_scope(scope, ["a"])
        inner.generator = True
        self.write(f"def {name}(a):", "    b = c = d = a")
        self.body(inner)
        self.write("    for _ in range(3):", "        yield a", f"        a = {self.tensor(inner)}")
        self.generators.append(name)

    def class_(self, scope: Scope) -> None:
        """A class whose methods change what the object holds."""
        name = self.fresh("Box")
        self.write(
            f"class {name}:",
            "    def __init__(self, t):",
            "        self.a = t",
            "        self.b = t.sum()",
            "        self.count = 0",
        )
        inner = Scope(["t", "self.a", "self.b", "a"], ["self.count"], [], [], True)
        self.indent += 1
        for method, signature in (("step", "self, t"), ("reset", "self, t")):
            self.write(f"def {method}({signature}):", "    a = t")
            self.body(inner)
            self.write(f"    return {self.tensor(inner)}")
        self.write("def get(self):", f"    return {self.rng.choice(['self.a', 'self.b', 'self.a + 1'])}")
        self.indent -= 1
        box = self.fresh("box")
        self.write(f"{box} = {name}({self.fill(self.rng.choice(STARTS[:6]), scope)})")
        if not scope.function:
            self.objects.append(box)

    def module(self, scope: Scope) -> None:
        name, net = self.fresh("Net"), self.fresh("net")
        rng = self.rng
        layer = rng.choice(
            [
                "nn.Linear(3, 3)",
                "nn.Sequential(nn.Linear(3, 4), nn.ReLU())",
                "nn.Flatten()",
                "nn.ReLU()",
                "nn.Identity()",
            ]
        )
        self.write(
            f"class {name}(nn.Module):",
            "    def __init__(self):",
            "        super().__init__()",
            f"        self.layer = {layer}",
            "        self.a = torch.zeros(3)",
            '        self.register_buffer("b", torch.ones(3))',
        )
        self.write("    def forward(self, t):", "        a = t")
        inner = Scope(["t", "a", "self.a"], [], [], ["self.b"], True)
        self.indent += 1
        self.body(inner)
        self.indent -= 1
        self.write(
            f"        return {rng.choice(['self.layer(t)', 'self.layer(a)', self.tensor(inner)])}", f"{net} = {name}()"
        )
        if not scope.function:
            self.modules.append(net)

    def nested(self, scope: Scope) -> None:
        """A definition in the middle of the program."""
        if scope.loop:
            self.if_(scope)
        elif scope.function:
            self.function(scope)
        else:
            self.definition(scope)

    def call(self, scope: Scope) -> None:
        """A call of a helper for what it does, or of a generator by hand."""
        rng = self.rng
        name = rng.choice(scope.tensors)
        if self.generators and rng.random() < 0.5:
            iterator = self.fresh("it")
            self.write(
                f"{iterator} = {rng.choice(self.generators)}({self.readable(scope)})",
                f"{name} = next({iterator})",
                f"{rng.choice(scope.tensors)} = next({iterator})",
            )
        elif self.functions:
            self.write(
                rng.choice([f"{name} = {self.called(scope)}", self.called(scope), f"{name} = {self.called(scope)}"])
            )
        else:
            self.assign(scope)

    SIMPLE: tuple[Callable[[Writer, Scope], None], ...] = (
        assign, rotate, alias, in_place, probe, count_, unpack, collect, dictionary, walrus, rebind, backward, leave,
        yield_, flags, check, call,
    )  # fmt: skip
    SIMPLE_WEIGHTS = (10, 5, 4, 4, 1.5, 3, 3, 3, 1, 1, 1, 0.5, 2.5, 1, 0.3, 0.4, 2.5)
    COMPOUND: tuple[Callable[[Writer, Scope], None], ...] = (if_, for_, while_, try_, with_, match, nested)
    WEIGHTS = (5, 6, 2.5, 2, 1.5, 1, 3)


def program(seed: int) -> str:
    """The program of a seed."""
    return Writer(random.Random(seed)).program()
