"""Random programs of marked calls, run over all outcomes of their conditions, and what is true of the order of marks.

The marks are calls on an optimizer and a loss.  Everything that decides a path asks an oracle: ``choose()`` for a
condition, ``pick()`` for a case, ``items(n)`` for the iterations of loop n, ``risky()`` for an exception.  The oracle goes through all its
answers, so what is true of all runs, and of some run, is known exactly.  Helpers do not change their parameters: that a
condition on a parameter is one on the caller's name is followed only where that is so.  No condition follows from two
others together, which is not followed either.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

MARKS = {"a": "optimizer.zero_grad()", "b": "loss.backward()", "c": "optimizer.step()"}
PARAMETERS = "optimizer, loss, choose, pick, items, risky, p, q, r"


@dataclass
class Writer:
    """Writes one program; ``named`` if its conditions may be names, so that they can be met again."""

    draw: random.Random
    named: bool = True
    lines: list[str] = field(default_factory=list)
    loops: int = 0
    helpers: int = 0
    in_main: bool = False

    def program(self) -> str:
        for number in range(self.draw.choice([0, 0, 1, 2])):
            self.function(f"helper_{number}", 3)
            self.helpers += 1
        self.in_main = True
        self.function("main", self.draw.randint(2, 5))
        return "import torch\n" + "\n".join(self.lines) + "\n"

    def function(self, name: str, budget: int) -> None:
        self.lines.append(f"def {name}({PARAMETERS}):")
        self.block(1, budget, False)

    def block(self, depth: int, budget: int, in_loop: bool) -> None:
        for _ in range(self.draw.randint(1, 3)):
            self.statement(depth, budget, in_loop)

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def choice(self) -> str:
        if not self.named:
            return "choose()"
        return self.draw.choice(
            [
                "choose()",
                "p",
                "q",
                "not p",
                "p",
                "not q",
                "choose() and p",
                "r is None",
                "r is not None",
                "not q and choose()",
                "p or choose()",
            ]
        )

    def statement(self, depth: int, budget: int, in_loop: bool) -> None:
        draw, say = self.draw, self.say
        kinds = ["mark"] * 6 + ["return", "raise"]
        if budget > 0 and depth < 5:
            kinds += ["if", "if", "if", "for", "for", "while", "try", "try", "with", "expression", "match"]
            kinds += ["flip"] * self.in_main
            kinds += ["helper"] * (2 * self.helpers)
        if in_loop:
            kinds += ["break", "continue"]
        kind = draw.choice(kinds)
        if kind == "mark":
            say(depth, MARKS[draw.choice("abc")])
        elif kind in ("return", "raise"):
            say(depth, f"if {self.choice()}:")
            say(depth + 1, "return" if kind == "return" else "raise ValueError")
        elif kind in ("break", "continue"):
            say(depth, f"if {self.choice()}:")
            say(depth + 1, kind)
        elif kind == "if":
            say(depth, f"if {self.choice()}:")
            self.block(depth + 1, budget - 1, in_loop)
            if draw.random() < 0.3:
                say(depth, f"elif {self.choice()}:")
                self.block(depth + 1, budget - 2, in_loop)
            if draw.random() < 0.5:
                say(depth, "else:")
                self.block(depth + 1, budget - 2, in_loop)
        elif kind == "for":
            self.loops += 1
            over = draw.choice([f"items({self.loops})", f"items({self.loops})", "range(2)"])
            say(depth, f"for _ in {over}:")
            self.block(depth + 1, budget - 3, True)
            self.orelse(depth, budget, in_loop)
        elif kind == "while":
            say(depth, "while choose():")
            self.block(depth + 1, budget - 3, True)
            self.orelse(depth, budget, in_loop)
        elif kind == "try":
            self.protected(depth, budget, in_loop)
        elif kind == "with":
            say(depth, "with torch.no_grad():")
            self.block(depth + 1, budget - 1, in_loop)
        elif kind == "expression":
            first, second = (MARKS[draw.choice("abc")] for _ in range(2))
            say(
                depth,
                draw.choice([f"{first} if choose() else {second}", f"choose() and {first}", f"[{first}, {second}]"]),
            )
        elif kind == "match":
            say(depth, "match pick():")
            for pattern in draw.choice([("0", "1"), ("0", "_"), ("1",)]):
                say(depth + 1, f"case {pattern}:")
                self.block(depth + 2, budget - 3, in_loop)
        elif kind == "flip":
            say(depth, f"{draw.choice('pq')} = choose()")
        elif kind == "helper":
            say(depth, f"helper_{draw.randrange(self.helpers)}({PARAMETERS})")

    def orelse(self, depth: int, budget: int, in_loop: bool) -> None:
        if self.draw.random() < 0.2:
            self.say(depth, "else:")
            self.block(depth + 1, budget - 3, in_loop)

    def protected(self, depth: int, budget: int, in_loop: bool) -> None:
        draw, say = self.draw, self.say
        say(depth, "try:")
        self.block(depth + 1, budget - 2, in_loop)
        if draw.random() < 0.6:
            say(depth + 1, "risky()")
        handled = draw.random() < 0.8
        if handled:
            say(depth, f"except {draw.choice(['Exception', 'Exception', 'ValueError', 'KeyError'])}:")
            self.block(depth + 1, budget - 3, in_loop)
            if draw.random() < 0.2:
                say(depth, "else:")
                self.block(depth + 1, budget - 3, in_loop)
        if not handled or draw.random() < 0.3:
            say(depth, "finally:")
            self.block(depth + 1, budget - 3, in_loop)


class TooLong(BaseException):
    """A run asked the oracle for more than it wants to answer."""


# One thing that happened: a mark, or that loop n begins an iteration ("n") or is over ("-n").
Trace = list[str]


@dataclass
class Run:
    """The trace of one run, and whether it ended without an exception."""

    trace: Trace
    ended: bool


def runs(source: str, limit: int = 600, answers: int = 9) -> tuple[list[Run], bool]:
    """All runs of a program's ``main``, and whether these are all with at most so many answers of the oracle."""
    found: list[Run] = []
    complete = True
    prefix: list[int] | None = []
    code = compile(source, "<random>", "exec")
    while prefix is not None:
        if len(found) >= limit:
            return found, False
        run, taken, cut = one_run(code, prefix, answers)
        complete = complete and not cut
        if run is not None:
            found.append(run)
        prefix = following(taken)
    return found, complete


def following(taken: list[tuple[int, int]]) -> list[int] | None:
    """The answers of the next run: the last one that can be raised is."""
    while taken:
        answer, options = taken.pop()
        if answer + 1 < options:
            return [*(answer for answer, _ in taken), answer + 1]
    return None


def one_run(code: Any, prefix: list[int], answers: int) -> tuple[Run | None, list[tuple[int, int]], bool]:
    taken: list[tuple[int, int]] = []
    trace: Trace = []

    def answer(options: int) -> int:
        if len(taken) >= answers:
            raise TooLong
        found = prefix[len(taken)] if len(taken) < len(prefix) else 0
        taken.append((found, options))
        return found

    def choose() -> bool:
        return bool(answer(2))

    def pick() -> int:
        return answer(3)

    def items(loop: int) -> Iterator[int]:
        try:
            for number in range(answer(3)):
                trace.append(str(loop))
                yield number
        finally:
            trace.append(f"-{loop}")

    def risky() -> None:
        if answer(2):
            raise ValueError

    class Marked:
        def zero_grad(self) -> None:
            trace.append("a")

        def backward(self) -> None:
            trace.append("b")

        def step(self) -> None:
            trace.append("c")

    scope: dict[str, Any] = {}
    exec(code, scope)
    ended = True
    p, q, r = bool(answer(2)), bool(answer(2)), answer(2) or None
    try:
        scope["main"](Marked(), Marked(), choose, pick, items, risky, p, q, r)
    except ValueError:
        ended = False
    except TooLong:
        return None, taken, True
    return Run(trace, ended), taken, False


def iterations_of(run: Run, loop: int) -> list[list[Trace]]:
    """For each time that a loop is run, what its iterations do."""
    found: list[list[Trace]] = []
    active: list[list[Trace]] = []
    for entry in run.trace:
        if entry == str(loop):
            if not active:
                active.append([])
            active[-1].append([])
        elif entry == f"-{loop}":
            if active:
                found.append(active.pop())
        elif active and entry in MARKS:
            active[-1][-1].append(entry)
    return found
