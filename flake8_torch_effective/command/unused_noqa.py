"""``check --unused-noqa``: codes in comments that silence nothing any more."""

from __future__ import annotations

import argparse
import re
import sys
import tokenize
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from flake8.defaults import NOQA_INLINE_REGEXP
from flake8.violation import Violation

from ..cache.findings import findings_of
from ..cache.key import Wanted
from ..codes import PREFIX
from ..finding import Finding
from ..plugin import TorchEffectivePlugin
from ..printable import printable
from .decisions import current, prepare
from .discovery import discovered, name_of
from .processes import Work, over_files, process_count
from .progress import shown
from .silencing import stretches
from .source_file import decoded, lines_of, may_use_torch, read, trouble_with
from .terminal import warn
from .usage import UsageError

FOUND: Final = 1
UNREADABLE: Final = 2
_MAY_SILENCE: Final = re.compile(rb"noqa\s*:.*TEF", re.IGNORECASE)


@dataclass(frozen=True)
class Read:
    """The codes without effect in one file, each as a line and column from 1 and the code, or why it was not read."""

    path: str
    unused: tuple[tuple[int, int, str], ...] = ()
    trouble: str | None = None


def list_unused(options: argparse.Namespace) -> int:
    """Print the codes without effect; the exit status is that of ``check``.

    Raises:
        UsageError: options do not go together.
    """
    if options.output_format != "text" or options.output_file is not None:
        raise UsageError("--unused-noqa prints text alone: no --output-format or --output-file goes with it")
    named = discovered(options)
    done = over_files(Work(prepare, _read, _lost), named.paths, options, process_count(options, named.paths))
    unread = [Read(trouble, trouble=trouble) for trouble in named.troubles]
    files = sorted([*shown(done, len(named.paths), options), *unread], key=lambda file: file.path)
    for file in files:
        if options.quiet == 1 and file.unused:
            print(printable(file.path))
        for line, column, code in () if options.quiet else file.unused:
            print(f"{printable(file.path)}:{line}:{column}: noqa: {code} silences nothing")
    sys.stdout.flush()
    if not options.quiet:
        warn(named.remarks())
    troubles = [file.trouble for file in files if file.trouble is not None]
    warn(f"not checked: {trouble}" for trouble in troubles)
    if troubles:
        return UNREADABLE
    return FOUND if any(file.unused for file in files) and not options.exit_zero else 0


def _lost(path: str) -> Read:
    return Read(path, trouble=f"{path}: the process that worked on it ended; please report it")


def _read(path: str) -> Read:
    name = name_of(path, current().options)
    try:
        data = read(path)
        if not _MAY_SILENCE.search(data):
            return Read(name)
        try:
            lines = lines_of(decoded(data)[0])
            return Read(name, () if current().on(name, lines).ignores_all else tuple(_unused(name, lines, data)))
        except (SyntaxError, tokenize.TokenError):
            if not may_use_torch(data):  # `check` does not look at it either
                return Read(name)
            raise
    except Exception as error:  # an error in one file must not end the run over all the others
        return Read(name, trouble=trouble_with(name, error))


def _unused(name: str, lines: list[str], data: bytes) -> Iterator[tuple[int, int, str]]:
    found = _found(name, "".join(lines)) if may_use_torch(data) else []
    for stretch in stretches(lines):
        comment = NOQA_INLINE_REGEXP.search(stretch.comment)
        # A string before the comment may contain a noqa, which flake8 then reads instead.
        before = "".join(lines[stretch.first - 1 : stretch.last - 1]) + lines[stretch.last - 1][: stretch.end]
        if comment is None or comment["codes"] is None or NOQA_INLINE_REGEXP.search(before):
            continue
        here = [finding for finding in found if stretch.first <= finding.line <= stretch.last]
        start = lines[stretch.last - 1].index(stretch.comment, stretch.end) + comment.start("codes")
        for word in re.finditer(r"[^\s,]+", comment["codes"]):
            if word[0].upper().startswith(PREFIX) and not any(_silences(word[0], finding) for finding in here):
                yield stretch.last, start + word.start() + 1, word[0]


def _found(path: str, source: str) -> Sequence[Finding]:
    """What any rule may report in a file, whatever is selected: comments are written for other runs, too."""
    plugin = TorchEffectivePlugin
    wanted = plugin.wanted(path)
    everything = Wanted(wanted.target, None, True)
    with warnings.catch_warnings():
        # CPython warns about invalid escapes in the code it parses, which this command does not report.
        warnings.simplefilter("ignore")
        # What an opt-in rule reports may stand in the place of what others do.
        return [
            finding
            for each in dict.fromkeys((wanted, everything))
            for finding in findings_of(source, None, each, plugin.store)
        ]


def _silences(code: str, finding: Finding) -> bool:
    """Whether flake8 takes a code in a comment for one that silences a finding."""
    line = f"# noqa: {code}"
    silenced: bool = Violation(finding.code, "", 1, 1, finding.message, line).is_inline_ignored(False)
    return silenced
