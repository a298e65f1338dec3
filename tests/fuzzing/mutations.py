"""Programs made of other programs: statements and expressions cut out of real code, changed and put elsewhere."""

from __future__ import annotations

import ast
import io
import random
import textwrap
import tokenize
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from benchmarks.damage import compiled
from flake8_torch_effective.syntax.parsing import source_lines


@dataclass(frozen=True)
class Span:
    """A part of a text, from the first character to before the last, and the column that its line starts at."""

    first: int
    last: int
    indent: int


class Program:
    """A text with its statements and expressions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0]
        self._lines = source_lines(text)
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.tree = ast.parse(text)

    @cached_property
    def statements(self) -> list[Span]:
        """The statements that stand on lines of their own, each as whole lines."""
        found = []
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.stmt) or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
                continue
            marks = getattr(node, "decorator_list", ())
            first = min([node.lineno, *(mark.lineno for mark in marks)]) - 1
            last = node.end_lineno or node.lineno
            span = Span(self._starts[first], self._starts[last], node.col_offset)
            head, code = self._lines[first][: node.col_offset], self.code(span)
            if not head.strip() and _parses(textwrap.dedent(code) if node.col_offset else code, 1):
                found.append(span)
        return found

    @cached_property
    def expressions(self) -> list[Span]:
        """The expressions that are read, within one line or over several."""
        read = (node for node in ast.walk(self.tree) if isinstance(node, ast.expr))
        spans = (self._span(node) for node in read if isinstance(getattr(node, "ctx", ast.Load()), ast.Load))
        return [span for span in spans if span.first < span.last]

    @cached_property
    def names(self) -> list[Span]:
        """The names, wherever they stand."""
        nodes = (node for node in ast.walk(self.tree) if isinstance(node, ast.Name))
        places = ((node, self._place(node.lineno, node.col_offset)) for node in nodes)
        return [Span(place, place + len(node.id), 0) for node, place in places if self.text.startswith(node.id, place)]

    @cached_property
    def literals(self) -> list[Span]:
        """The numbers, strings and constants by name."""
        constants = (node for node in ast.walk(self.tree) if isinstance(node, ast.Constant))
        return [self._span(node) for node in constants if node.end_lineno == node.lineno]

    @cached_property
    def gaps_in_brackets(self) -> list[int]:
        """The places between two tokens, inside of brackets and outside of f-strings, where a line may break."""
        found: list[int] = []
        depth = texts = 0
        for token in tokenize.generate_tokens(io.StringIO(self.text, newline="").readline):
            kind = tokenize.tok_name[token.type]
            if depth and not texts and kind not in ("COMMENT", "NL"):
                found.append(self._starts[token.start[0] - 1] + token.start[1])
            texts += (kind == "FSTRING_START") - (kind == "FSTRING_END")
            depth += token.string in ("(", "[", "{") and kind == "OP"
            depth -= token.string in (")", "]", "}") and kind == "OP"
        return found

    def code(self, span: Span) -> str:
        """The text of a part."""
        return self.text[span.first : span.last]

    def replaced(self, span: Span, code: str) -> str:
        """The text with a part replaced."""
        return self.text[: span.first] + code + self.text[span.last :]

    def _span(self, node: ast.expr) -> Span:
        return Span(self._place(node.lineno, node.col_offset), self._place(node.end_lineno, node.end_col_offset), 0)

    def _place(self, line: int | None, column: int | None) -> int:
        assert line is not None
        assert column is not None
        text = self._lines[line - 1]
        return self._starts[line - 1] + (column if text.isascii() else len(text.encode()[:column].decode()))


def _parses(code: str, count: int) -> bool:
    try:
        return len(ast.parse(code).body) == count
    except SyntaxError:
        # Such as a return: not at the module's level, and yet a statement.
        return False


Mutation = Callable[[Program, Program, random.Random], str]


def pass_instead(program: Program, other: Program, rng: random.Random) -> str:
    """Without one of its statements."""
    span = rng.choice(program.statements)
    return program.replaced(span, " " * span.indent + "pass\n")


def swap_statements(program: Program, other: Program, rng: random.Random) -> str:
    """With two statements in each other's place."""
    one, two = sorted((rng.choice(program.statements), rng.choice(program.statements)), key=lambda span: span.first)
    if one.last > two.first:
        return program.text
    first, second = moved(program.code(one), two.indent), moved(program.code(two), one.indent)
    return program.text[: one.first] + second + program.text[one.last : two.first] + first + program.text[two.last :]


def repeat_statement(program: Program, other: Program, rng: random.Random) -> str:
    """With a statement once more, there or elsewhere."""
    span = rng.choice(program.statements)
    place = rng.choice([span, rng.choice(program.statements)])
    return program.replaced(Span(place.first, place.first, 0), moved(program.code(span), place.indent))


def splice_statement(program: Program, other: Program, rng: random.Random) -> str:
    """With a statement of another program."""
    place = rng.choice(program.statements)
    code = moved(other.code(rng.choice(other.statements)), place.indent)
    return program.replaced(Span(place.first, place.first, 0), code)


WRAPPERS = """\
for {name} in range({number}):
for {name} in {other}:
while {name}:
if {name}:
if {name} is None:
with {name} as {other}:
with torch.no_grad():
try:
def {name}({other}):
def {name}({other}, {name}: torch.Tensor = None):
async def {name}({other}):
class {name}({other}):
class {name}(torch.nn.Module):
match {name}:
    case {other}:
""".splitlines()
ENDINGS = {"try:": "except {name}:\n    pass\nelse:\n    {other} = 1\nfinally:\n    {name}\n"}


def wrap_statement(program: Program, other: Program, rng: random.Random) -> str:
    """With a statement inside a loop, a branch, a function or a class of its own."""
    span = rng.choice(program.statements)
    names = [program.code(name) for name in program.names] or ["x"]
    head = rng.choice([line for line in WRAPPERS if not line.startswith(" ")])
    values = {"name": rng.choice(names), "other": rng.choice(names), "number": rng.choice(["3", "len(x)", "n"])}
    depth = 8 if head.startswith("match") else 4
    lines = [head, "    case {other}:"] if head.startswith("match") else [head]
    text = "".join(line.format(**values) + "\n" for line in lines)
    text += moved(program.code(span), depth) + ENDINGS.get(head, "").format(**values)
    return program.replaced(span, moved(text, span.indent))


def replace_expression(program: Program, other: Program, rng: random.Random) -> str:
    """With an expression in another's place."""
    source = rng.choice([program, program, other])
    code = source.code(rng.choice(source.expressions))
    return program.replaced(rng.choice(program.expressions), rng.choice([code, f"({code})"]))


AROUND = """\
-{0} | not {0} | {0}[0] | {0}[:, None] | {0}.sum() | {0}.mean(dim=-1) | {0}.exp() | {0}.log() | torch.exp({0})
torch.log({0}) | torch.softmax({0}, dim=-1) | 1 + {0} | {0} - 1 | 1 - {0} | {0} * {0} | {0} / {0} | {0} ** 2
torch.stack([{0}]) | [{0} for {1} in {0}] | (lambda {1}: {0})({1}) | ({1} := {0}) | {0} if {1} else {1} | {0}.item()
torch.cat([{0}, {1}]) | sum({0}) | max({0}) | {0} + {1} | {0} - {1} | {0} * {1} | {0} @ {1} | {0} > {1} | {0} and {1}
f"{{{0}}}" | *{0}, | {0}.T | {0}.transpose(0, 1) | {0}.squeeze() | {0}.unsqueeze(-1) | {0}.repeat(1, 2) | {0}.detach()
torch.sigmoid({0}) | {0}.view(-1) | {0}[::-1] | torch.tensor({0}) | {0}[{1}] | {0}[{1} > 0] | {0}({1}) | {0}.{1}
torch.sqrt({0}) | {0} ** 0.5 | torch.nonzero({0}) | {0}.shape[0] | await {0} | (yield {0}) | {{**{0}}} | {0} is {1}
"""
FORMS = [form.strip() for line in AROUND.splitlines() for form in line.split(" | ")]


def build_on_expression(program: Program, other: Program, rng: random.Random) -> str:
    """With something computed of an expression in its place."""
    span = rng.choice(program.expressions)
    names = [program.code(name) for name in program.names] or ["x"]
    code = rng.choice(FORMS).format(program.code(span), rng.choice(names))
    return program.replaced(span, rng.choice([code, f"({code})"]))


def rename(program: Program, other: Program, rng: random.Random) -> str:
    """With one name for another, at one place."""
    return program.replaced(rng.choice(program.names), program.code(rng.choice(program.names)))


VALUES = [
    "0",
    "1",
    "-1",
    "2",
    "-2",
    "1.0",
    "0.5",
    "1e-8",
    "1e50",
    "None",
    "True",
    "False",
    "'x'",
    "''",
    "...",
    "10**9",
    "1j",
]


def change_literal(program: Program, other: Program, rng: random.Random) -> str:
    """With another number, string or constant."""
    return program.replaced(rng.choice(program.literals), rng.choice(VALUES))


def drop_line(program: Program, other: Program, rng: random.Random) -> str:
    """Without one of its lines, whatever stands there."""
    lines = source_lines(program.text)
    del lines[rng.randrange(len(lines))]
    return "".join(lines)


def drop_character(program: Program, other: Program, rng: random.Random) -> str:
    """Without one of its characters: this is how people type."""
    place = rng.randrange(len(program.text))
    return program.text[:place] + program.text[place + 1 :]


def comment_line(program: Program, other: Program, rng: random.Random) -> str:
    """With a comment at the end of a line."""
    lines = source_lines(program.text)
    place = rng.randrange(len(lines))
    lines[place] = (
        lines[place].rstrip("\r\n") + rng.choice(["  # why", "#é", "  # noqa", "  # type: ignore", "  \\"]) + "\n"
    )
    return "".join(lines)


def break_lines(program: Program, other: Program, rng: random.Random) -> str:
    """With one token of an expression on a line of its own, and a comment above."""
    span = rng.choice(program.expressions)
    return program.replaced(span, f"(  # one\n{program.code(span)}\n        # two\n)")


def break_in_brackets(program: Program, other: Program, rng: random.Random) -> str:
    """With line breaks between the tokens that are inside of brackets: between all of them, or some."""
    share = rng.choice([0.2, 1.0])
    places = [place for place in program.gaps_in_brackets if rng.random() < share]
    ends = [0, *places, len(program.text)]
    return "\n".join(program.text[first:last] for first, last in pairwise(ends))


def other_layout(program: Program, other: Program, rng: random.Random) -> str:
    """With other line endings, tabs, form feeds, no last newline, or a mark at the front."""
    change: Callable[[str], str] = rng.choice(
        [
            lambda text: text.replace("\n", "\r\n"),
            lambda text: text.replace("\n", "\r"),
            lambda text: text.replace("    ", "\t"),
            lambda text: text.replace("\n\n", "\n\f\n"),
            lambda text: text.rstrip("\n"),
            lambda text: "\ufeff" + text,
            lambda text: text.replace("    ", "  "),
            lambda text: text.replace("\n", "  \n"),
        ]
    )
    return change(program.text)


def join(program: Program, other: Program, rng: random.Random) -> str:
    """With another program behind it."""
    return program.text + "\n" + other.text


MUTATIONS: list[Mutation] = [
    pass_instead,
    swap_statements,
    repeat_statement,
    splice_statement,
    splice_statement,
    wrap_statement,
    wrap_statement,
    replace_expression,
    replace_expression,
    build_on_expression,
    build_on_expression,
    rename,
    rename,
    change_literal,
    drop_line,
    drop_character,
    comment_line,
    break_lines,
    break_in_brackets,
    other_layout,
    join,
]


def mutated(text: str, other: str, rng: random.Random, times: int) -> str:
    """A program after some mutations, of which those that leave no Python are undone, but perhaps for the last."""
    giver = Program(other)
    for _ in range(times):
        program = Program(text)
        try:
            changed = rng.choice(MUTATIONS)(program, giver, rng)
        except IndexError:
            continue  # it has no such part
        try:
            compiled(changed)
            Program(changed)
        except (SyntaxError, ValueError):
            continue
        text = changed
    return text


def moved(code: str, indent: int) -> str:
    """Whole lines of code, at another indentation."""
    code = code if code.endswith(("\n", "\r")) else code + "\n"
    return textwrap.indent(textwrap.dedent(code), " " * indent)
