"""``torch-effective fix``: fixes or silences findings, and prints those that are left."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from ..cache.findings import findings_of
from ..plugin import TorchEffectivePlugin
from .decisions import current, prepare
from .differences import unified_diff
from .discovery import discovered, name_of
from .edited import edits_shown
from .formats import rendered, text
from .found import Found, Report
from .overview import show
from .processes import Work, over_files, process_count
from .progress import shown
from .replacement import replacement
from .rewriting import encoded, rewrite
from .settings import CHOICE, settings
from .silencing import silenced
from .source_file import Unreadable, decoded, lines_of, may_use_torch, read, trouble_with
from .terminal import warn
from .usage import UsageError

if TYPE_CHECKING:
    from ..finding import Finding

LEFT: Final = 1
UNREADABLE: Final = 2


@dataclass(frozen=True)
class Mended:
    """The result for one file: what was fixed and what is left, or one line on why it could not be fixed.

    ``output`` is what goes to standard output: a patch, or the text that came from standard input.
    """

    path: str
    applied: tuple[Found, ...] = ()
    left: tuple[Found, ...] = ()
    output: bytes = b""
    trouble: str | None = None
    warning: str | None = None


def fix(arguments: Sequence[str]) -> int:
    """Fix files; the exit status is 0 with nothing left, 1 with findings left, 2 where a file could not be fixed.

    With ``--diff`` nothing is written, and 1 means that there is something to fix.

    Raises:
        UsageError: the request cannot be carried out.
    """
    options = settings("torch-effective fix", arguments, CHOICE | {"--exit-zero", "--color"}, _declare)
    if options.show_settings:
        return show(options)
    named = discovered(options)
    paths, links = _without_links(_each_once(named.paths), options.filenames)
    from_stdin = "-" in options.filenames
    if options.add_noqa and (options.unsafe or options.disable_noqa):
        raise UsageError(f"--add-noqa does not go with {'--unsafe' if options.unsafe else '--disable-noqa'}")
    if options.diff and options.output_format != "text":
        raise UsageError("--diff prints a patch and no findings, so --output-format does not go with it")
    if options.diff and options.output_file is not None:
        raise UsageError("--diff prints a patch and no findings, so --output-file does not go with it")
    if from_stdin and not paths and not options.diff:
        _print_bytes(sys.stdin.buffer.read())  # the options exclude it
    # Before a file is fixed, so that nothing is where this cannot be written.
    with nullcontext() if options.output_file is None else replacement(options.output_file) as to_file:
        done = over_files(Work(prepare, _mended, _lost), paths, options, process_count(options, paths))
        unread = [Mended(trouble, trouble=trouble) for trouble in named.troubles]
        files = sorted([*shown(done, len(paths), options), *unread], key=lambda file: file.path)
        applied = [found for file in files for found in file.applied]
        left = tuple(found for file in files for found in file.left)
        troubles = [file.trouble for file in files if file.trouble is not None]
        _print_bytes(b"".join(file.output for file in files))
        if not options.diff:
            is_text = options.output_format == "text"
            remaining = rendered(Report(_promised(left, options) if is_text else left, tuple(troubles)), options)
            if to_file is not None:
                to_file.write(remaining.encode("utf-8", "surrogateescape"))
            elif from_stdin:
                sys.stderr.write(remaining)
            else:
                _print_bytes(remaining.encode("utf-8", "surrogateescape"))
    if not options.quiet:
        warn((*named.remarks(), *links, *(file.warning for file in files)))
    warn(f"not fixed: {trouble}" for trouble in troubles)
    if not options.quiet:
        counted = summary(applied, left, options)
        print(f"{counted}; {files_of(len(troubles))} not fixed" if troubles else counted, file=sys.stderr)
        for line in () if options.diff or options.output_format != "text" else text.pointer(left):
            print(line, file=sys.stderr)
    if options.statistics and (options.diff or options.output_format != "text"):
        sys.stderr.write(text.statistics(left))
    if troubles:
        return UNREADABLE
    return LEFT if (applied if options.diff else left) and not options.exit_zero else 0


def summary(applied: Sequence[Found], left: Sequence[Found], options: argparse.Namespace) -> str:
    """How much was fixed or silenced, of which rules, in how many files, and how much is left, in one line."""
    unsafe, diff = options.unsafe, options.diff
    verb, participle = ("silence", "silenced") if options.add_noqa else ("fix", "fixed")
    if applied:
        rules = ", ".join(f"{code} {count}" for code, count in sorted(Counter(each.code for each in applied).items()))
        count = len({each.path for each in applied})
        done = f"{f'Would {verb}' if diff else participle.capitalize()} {len(applied)} ({rules}) in {files_of(count)}"
    else:
        done = f"Nothing to {verb}" if diff or not left else f"Nothing {participle}"
    if not left:
        return f"{done}; nothing {'would be ' if diff else ''}left"
    rest = f"{done}; {len(left)} {'would be ' if diff else ''}left"
    fixable = 0 if unsafe else sum(each.fix == "unsafe" for each in left)
    return f"{rest}, {fixable} of them fixable with --unsafe" if fixable else rest


def _promised(left: Iterable[Found], options: argparse.Namespace) -> tuple[Found, ...]:
    """Findings that are left, with the fixes that this run was not asked for: what it did not fix, it cannot."""
    if options.add_noqa:
        return tuple(left)
    return tuple(replace(each, fix=None) if each.fix == "safe" or options.unsafe else each for each in left)


def files_of(count: int) -> str:
    """A number of files, in words."""
    return f"{count} file{'' if count == 1 else 's'}"


def _declare(manager: Any) -> None:
    parser = manager.parser
    parser.description = (
        "Fix what the rules find, and print what is left. The exit status is 0 with nothing left (with --diff: nothing "
        "to fix), 1 otherwise, and 2 if a file could not be fixed or the command could not run."
    )
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="also make changes that affect the program: corrected values, a removed dim",
    )
    parser.add_argument(
        "--add-noqa",
        action="store_true",
        help="fix nothing, but silence every finding with a comment on its line, such as: # noqa: TEF302",
    )
    parser.add_argument("--diff", action="store_true", help="write no files, but print the changes as a patch")


def _each_once(paths: Iterable[str]) -> list[str]:
    """The paths, each file once: two processes must not write the same file."""
    first: dict[str, str] = {}
    for path in paths:
        first.setdefault(path if path == "-" else os.path.realpath(path), path)
    return list(first.values())


def _without_links(paths: Sequence[str], named: Sequence[str]) -> tuple[list[str], list[str]]:
    """The paths without links to files outside of the named folders, and what to tell of those.

    To fix a folder is not to fix what it refers to elsewhere.
    """
    trees = [os.path.join(os.path.realpath(name), "") for name in (named or ["."])]
    kept: list[str] = []
    told: list[str] = []
    for path in paths:
        target = os.path.realpath(path)
        if path in named or not os.path.islink(path) or target.startswith(tuple(trees)):
            kept.append(path)
        else:
            told.append(f"{path}: left as it is, a link to {target}; name it to fix that file")
    return kept, told


def _print_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _mended(path: str) -> Mended:
    name = name_of(path, current().options)
    data = b""
    try:
        data = read(path)
        return _fix(path, name, data)
    except Exception as error:  # an error in one file must not end the run over all the others
        return Mended(name, output=_unchanged(path, data), trouble=trouble_with(name, error))


def _lost(path: str) -> Mended:
    return Mended(path, trouble=f"{path}: the process that worked on it ended; please report it")


def _unchanged(path: str, data: bytes) -> bytes:
    """What goes to standard output for an unchanged file."""
    return data if path == "-" and not current().options.diff else b""


def _fix(path: str, name: str, data: bytes) -> Mended:
    if not may_use_torch(data):
        return Mended(name, output=_unchanged(path, data))
    source, encoding = decoded(data)
    decisions = current()
    whole = decisions.on(name, lines_of(source))
    if whole.ignores_all:
        return Mended(name, output=_unchanged(path, data), warning=whole.warning)
    options = decisions.options
    with warnings.catch_warnings():
        # CPython warns about invalid escapes in the code it parses, which this command does not report.
        warnings.simplefilter("ignore")
        if options.add_noqa:
            text, applied, left = _silence(source, name)
        else:
            text, applied, left = _fixed(source, name)
        edits = edits_shown(name, "".join(lines_of(text)), left)
    gone = tuple(Found.of(name, finding) for finding in applied)
    rest = tuple(Found.of(name, finding, edits.get(finding, ())) for finding in left)
    if text == source:
        return Mended(name, gone, rest, _unchanged(path, data))
    if encoded(source, encoding) != data:
        raise Unreadable(f"lines without a finding would not keep their bytes in {encoding}, so it is left as it was")
    new = encoded(text, encoding)
    if options.diff:
        return Mended(name, gone, rest, unified_diff(name, data, new, colour=options.color == "always"))
    if path == "-":
        return Mended(name, gone, rest, new)
    rewrite(path, data, new)
    return Mended(name, gone, rest)


def _fixed(source: str, name: str) -> tuple[str, list[Finding], list[Finding]]:
    """The fixed text, the findings that are gone, and those that are left."""
    decisions, plugin = current(), TorchEffectivePlugin
    unsafe = decisions.options.unsafe
    counted = _counted(source, name)
    if not any(finding.fix == "safe" or (unsafe and finding.fix) for finding in counted):
        return source, [], counted
    from ..fixing import fix

    fixed = fix(source, lambda text: decisions.on(name, lines_of(text)), unsafe, *plugin.wanted(name))
    return fixed.source, fixed.applied, fixed.left


def _counted(source: str, name: str) -> list[Finding]:
    """The findings that are reported in a text."""
    counts = current().on(name, lines_of(source))
    plugin = TorchEffectivePlugin
    found = findings_of("".join(lines_of(source)), None, plugin.wanted(name), plugin.store)
    return [each for each in found if counts(each)]


def _silence(source: str, name: str) -> tuple[str, list[Finding], list[Finding]]:
    """The text with its comments, the findings that they silence, and those that they do not."""
    decisions = current()
    findings = _counted(source, name)
    text = silenced(source, findings)
    # Comments move no line, so flake8 itself can decide on the same findings again.
    still_counts = decisions.on(name, lines_of(text))
    left = [each for each in findings if still_counts(each)]
    return text, [each for each in findings if each not in left], left
