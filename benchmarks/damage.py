"""What fixing must never do to a file, whatever the fixes are: each kind of damage is reported in a sentence."""

from __future__ import annotations

import ast
import difflib
import io
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence

from benchmarks.packages import parse
from flake8_torch_effective.fixing import Fixed, fix
from flake8_torch_effective.rewriting.directives import steers_tools, without_steering
from flake8_torch_effective.syntax.parsing import source_lines

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def damage(before: str, fixed: Fixed, unsafe: bool) -> Iterator[str]:
    """What is wrong with a fixed file, apart from the behaviour of its code.

    Args:
        before: the text that was fixed.
        fixed: the result.
        unsafe: whether unsafe fixes were made; the second run makes them too.
    """
    if not fixed.applied:
        if fixed.source != before:
            yield "nothing was fixed, and yet the text has changed"
        return
    if fixed.source == before:
        yield f"{len(fixed.applied)} findings were fixed, and yet the text is the same"
    try:
        compiled(fixed.source)
    except (SyntaxError, ValueError) as error:
        yield f"does not compile: {error}"
        return
    old, left = comments(before), comments(fixed.source)
    # What comments tell tools about a line goes with it.
    gone, new = _ordinary(old) - _ordinary(left), _ordinary(left) - _ordinary(old)
    new += Counter({text: count for text, count in (left - old).items() if steers_tools(text)})
    if gone or new:
        yield f"comments lost: {sorted(gone.elements())}, comments that were not there: {sorted(new.elements())}"
    yield from strayed(before, fixed.source)
    again = fix(fixed.source, unsafe=unsafe)
    if again.source != fixed.source:
        yield f"a second run changes it: {[finding.code for finding in again.applied]}"


def compiled(source: str) -> object:
    """The text as CPython compiles it, without warnings about its string escapes.

    Raises:
        SyntaxError: it does not compile.
        ValueError: it holds a null byte.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(source.removeprefix("\ufeff"), "fixed.py", "exec", dont_inherit=True)


def comments(source: str) -> Counter[str]:
    """The comments of a text and how often each occurs."""
    tokens = tokenize.generate_tokens(io.StringIO(source.removeprefix("\ufeff"), newline=None).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


def _ordinary(found: Counter[str]) -> Counter[str]:
    """Comments without what they tell tools about their lines."""
    return Counter(rest for comment in found.elements() if (rest := without_steering(comment)))


def strayed(before: str, after: str) -> Iterator[str]:
    """The lines that differ although their statements are the same: layout that should not have changed."""
    if before == after:
        return
    old, new = ([line.rstrip("\r\n") for line in source_lines(text)] for text in (before, after))
    known, made = _statements(before), _statements(after)
    changes = [span for span in difflib.SequenceMatcher(None, old, new, False).get_opcodes() if span[0] != "equal"]
    # A line that was only moved, or reindented with the block around it, does not count as changed.
    gone = Counter(old[line].strip() for _, first, last, _, _ in changes for line in range(first, last))
    come = Counter(new[line].strip() for _, _, _, first, last in changes for line in range(first, last))
    for text, lines, others, here, there, word in (
        (old, [range(first, last) for _, first, last, _, _ in changes], come, known, made, "gone"),
        (new, [range(first, last) for _, _, _, first, last in changes], gone, made, known, "new"),
    ):
        for line in (line for span in lines for line in span):
            bare = text[line].strip()
            owners = here.owners(line + 1)
            if not bare or bare.startswith("#") or others[bare] or not owners:
                continue
            if all(there.count[owner] >= here.count[owner] for owner in owners):
                yield f"line {line + 1} is {word} and its statement is not: {bare!r}"


class _Statements:
    """The statements of a module: which of them hold a line, and how often each is there."""

    def __init__(self, tree: ast.Module) -> None:
        self.count: Counter[str] = Counter()
        self._lines: dict[int, list[tuple[int, str]]] = {}
        stack: list[ast.AST] = list(reversed(tree.body))
        while stack:
            node = stack.pop()
            blocks = [block for name in BLOCKS for block in getattr(node, name, ())]
            stack.extend(reversed(blocks))
            shown = _shown(node)
            self.count[shown] += 1
            first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
            first = min([first, *(mark.lineno for mark in getattr(node, "decorator_list", ()))])
            for line in range(first, last + 1):
                beside = [one for one in self._lines.get(line, ()) if one[0] == first]
                self._lines[line] = [*beside, (first, shown)]

    def owners(self, line: int) -> list[str]:
        """The innermost statement on a line, without those inside it; several where semicolons separate them."""
        return [shown for _, shown in self._lines.get(line, ())]


def _statements(source: str) -> _Statements:
    return _Statements(parse(source.removeprefix("\ufeff")))


def _shown(node: ast.AST) -> str:
    own = {name: value for name, value in ast.iter_fields(node) if name not in BLOCKS}
    return f"{type(node).__name__} {[_dump(value) for value in own.values()]}"


def _dump(value: object) -> str:
    if isinstance(value, ast.AST):
        return ast.dump(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return str([_dump(entry) for entry in value])
    return repr(value)
