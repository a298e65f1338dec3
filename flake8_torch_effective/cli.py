"""The command ``torch-effective``: its options, its exit status, and which part of it runs."""

from __future__ import annotations

import argparse
import difflib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from . import __version__
from .command.terminal import warn
from .command.usage import UsageError
from .printable import printable

COMMANDS: Final = ("check", "fix", "cache", "rules", "explain", "verify", "new-rule")
USAGE_ERROR = 2
# The exit status that a shell reports for a program ended by SIGINT or SIGPIPE.
INTERRUPTED = 130
BROKEN_PIPE = 141


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(
        prog="torch-effective",
        description="Finds and fixes slow, unstable and silently wrong PyTorch code, and proves its rules with torch.",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    # Their options are flake8's and are parsed by flake8: `run` does not use this parser for them.
    commands.add_parser("check", help="print what the rules find in files", add_help=False)
    commands.add_parser("fix", help="fix what the rules find in files", add_help=False)
    commands.add_parser("cache", help="show or delete what is kept about unchanged files", add_help=False)

    rules = commands.add_parser(
        "rules",
        help="list the rules",
        description=(
            "List the rules. An opt-in rule reports where its code or its group is selected, as by "
            "--extend-select=TEF102 or TEF1, but not TEF; tentative findings, which the pages tell of, are reported "
            "with --torch-tentative."
        ),
    )
    rules.add_argument(
        "--select", metavar="CODES", help="only rules whose code begins with one of these: TEF2, or TEF2,TEF302"
    )
    rules.add_argument("--output-format", "--format", choices=("text", "json", "markdown"), default="text")

    explain = commands.add_parser("explain", help="show the pages of rules")
    explain.add_argument("rules", nargs="+", metavar="RULE", help="its code or slug: TEF302, log-of-softmax")
    explain.add_argument(
        "--output-format", "--format", choices=("text", "json"), default="text", help="json is a list with all pages"
    )

    verify = commands.add_parser("verify", help="prove the rules with torch on this machine")
    verify.add_argument("rules", nargs="*", metavar="RULE", help="codes or slugs; all rules if none is given")
    verify.add_argument(
        "--device", default="cpu", help="cpu, cuda, another torch device, or fake for an accelerator simulated by torch"
    )
    verify.add_argument(
        "--seed", type=int, default=0, help="draw other inputs for the claims: any whole number (default: 0)"
    )
    verify.add_argument(
        "--bench", action="store_true", help="also time the alternatives that a rule's evidence compares"
    )
    verify.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="also write all results to FILE.json, tables to FILE.md, or a chart to FILE.png",
    )

    new = commands.add_parser("new-rule", help="create the files of a new rule, in a checkout")
    new.add_argument("code", help="such as TEF318")
    new.add_argument("slug", help="such as some-slug")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0, 1 where evidence fails or findings are left, 2 for a usage error.

    It is 130 where the user interrupts it, and 141 where the reader of a pipe is gone, as with ``head``.

    Raises:
        SystemExit: argparse has shown help, or rejected an option, with status 2.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A character that an old code page lacks must not end the command.
        sys.stdout.reconfigure(errors="replace")
    try:
        status = run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except UsageError as error:
        warn([str(error)])
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_output()
        return BROKEN_PIPE
    except OSError as error:  # standard output cannot be written, as on a full disk
        _give_up_output()
        warn([str(error)])
        return USAGE_ERROR
    return status


def _no_command(word: str) -> str:
    """What is said of a first word that is no command: it may be a file, as other linters are given it."""
    if word.endswith((".py", ".ipynb")) or os.path.exists(word):
        return f"{printable(word)} is no command; to look at that path: torch-effective check {printable(word)}"
    near = difflib.get_close_matches(word, COMMANDS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the commands are {', '.join(COMMANDS)}"
    return f"{printable(word)!r} is no command; {hint}"


def _give_up_output() -> None:
    """Python flushes standard output once more on its way out, and would complain there."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(arguments: list[str]) -> int:
    """Run the requested part of the command, and return its exit status.

    Raises:
        UsageError: it cannot do what it was asked.
    """
    if arguments[:1] == ["check"]:
        from .command.check import check

        return check(arguments[1:])
    if arguments[:1] == ["fix"]:
        from .command.fix import fix

        return fix(arguments[1:])
    if arguments[:1] == ["cache"]:
        from .command.cache import cache

        return cache(arguments[1:])
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        raise UsageError(_no_command(arguments[0]))
    options = parser().parse_args(arguments)
    if options.command == "verify":
        from .command.evidence import verify

        return verify(options.rules, options.device, bench=options.bench, output=options.output, seed=options.seed)
    if options.command == "new-rule":
        from .scaffold import start_rule, starts_group, what_a_fix_needs

        for path in start_rule(Path.cwd(), options.code, options.slug):
            print(path.relative_to(Path.cwd()))
        if (group := starts_group(options.code)) is not None:
            print(f"This is the first rule of the group {group}: is it none of the others?", file=sys.stderr)
        print(what_a_fix_needs(options.slug), file=sys.stderr)
        return 0

    from .command import pages
    from .command.terminal import takes_colour, terminal_columns

    columns = terminal_columns(sys.stdout)
    if options.command == "rules":
        print(pages.listing(pages.rules_selected(options.select), options.output_format, columns))
    else:
        found = pages.find_pages(options.rules)
        print(pages.explained(found, options.output_format, columns, takes_colour(sys.stdout)))
    return 0
