"""The command ``torch-effective``: rules and their pages, their evidence, and the start of a new rule."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from . import __version__
from .rules import all_rules, slug
from .rules.page import page
from .rules.rule import Rule
from .scaffold import CannotStart, start_rule

USAGE_ERROR = 2
# What a claim measured is told in so many characters at most, so that a claim is a line.
SENTENCE = 120


class UnknownRule(Exception):
    """No rule has this code or slug: the message names the nearest."""


def find_rule(name: str) -> type[Rule]:
    """The rule of a code (``TEF302``) or slug (``log-of-softmax``), in any case.

    Raises:
        UnknownRule: there is none.
    """
    rules = {key: rule for rule in all_rules() for key in (rule.code.lower(), slug(rule))}
    wanted = name.lower().replace("_", "-")
    if wanted in rules:
        return rules[wanted]
    near = difflib.get_close_matches(wanted, rules, n=1, cutoff=0)
    nearest = rules[near[0]]
    raise UnknownRule(f"no rule is called {name!r}; the nearest is {nearest.code} {slug(nearest)}")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="torch-effective", description=__doc__)
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    rules = commands.add_parser("rules", help="list the rules")
    rules.add_argument("--format", choices=("text", "json", "markdown"), default="text")

    explain = commands.add_parser("explain", help="show the page of a rule")
    explain.add_argument("rule", help="its code or slug: TEF302, log-of-softmax")

    verify = commands.add_parser("verify", help="have torch prove the rules on this machine")
    verify.add_argument("rules", nargs="*", metavar="RULE", help="codes or slugs; all rules where none is given")
    verify.add_argument("--device", default="cpu", help="cpu, cuda, or fake for a fake cuda device (default: cpu)")
    verify.add_argument(
        "--bench", action="store_true", help="also time the forms that a rule's evidence sets side by side"
    )

    new = commands.add_parser("new-rule", help="start the files of a new rule, in a checkout")
    new.add_argument("code", help="such as TEF318")
    new.add_argument("slug", help="such as some-slug")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 0, 1 where evidence fails, 2 for a usage error."""
    options = parser().parse_args(arguments)
    try:
        if options.command == "rules":
            print(listing(options.format))
        elif options.command == "explain":
            print(page(find_rule(options.rule)).text())
        elif options.command == "new-rule":
            for path in start_rule(Path.cwd(), options.code, options.slug):
                print(path.relative_to(Path.cwd()))
        else:
            rules = [find_rule(name) for name in options.rules] or list(all_rules())
            if options.bench and options.device == "fake":
                print("torch-effective: nothing takes time on a fake device; leave out --bench", file=sys.stderr)
                return USAGE_ERROR
            return verify(rules, options.device, options.bench)
    except (UnknownRule, CannotStart) as error:
        print(f"torch-effective: {error}", file=sys.stderr)
        return USAGE_ERROR
    except BrokenPipeError:
        sys.stderr.close()
    return 0


def listing(form: str) -> str:
    """All rules as text, JSON or a Markdown table."""
    pages = [page(rule) for rule in all_rules()]
    if form == "json":
        keys = ("code", "slug", "group", "title", "opt_in", "sections")
        return json.dumps([{key: getattr(entry, key) for key in keys} for entry in pages], indent=2)
    if form == "markdown":
        rows = ["| code | rule | what it finds | on |", "|---|---|---|---|"]
        for entry in pages:
            found = " ".join(entry.sections["What it does"].split()).removeprefix("Finds ")
            rows.append(f"| {entry.code} | `{entry.slug}` | {found} | {'opt-in' if entry.opt_in else 'yes'} |")
        return "\n".join(rows)
    return "\n".join(f"{entry.code}  {entry.slug:<26} {entry.title}" for entry in pages)


def verify(rules: Sequence[type[Rule]], device: str, bench: bool = False) -> int:
    """Print one line per claim of these rules; the exit status is 1 where a claim does not hold.

    With ``bench`` the forms that a rule's evidence sets side by side are timed as well, which no status depends on.
    """
    try:
        import torch

        from .verification.fixtures import load_fixture
    except ImportError:
        print(
            "torch-effective: verify needs torch; install it with: pip install 'flake8-torch-effective[verify]'",
            file=sys.stderr,
        )
        return USAGE_ERROR
    torch.set_num_threads(1)
    print(f"torch {torch.__version__} on {device}")
    failed = False
    for rule in rules:
        group, name = rule.__module__.split(".")[-2:]
        fixture = load_fixture(group, name)
        for outcome in fixture.verify(device):
            failed = failed or outcome.verdict not in ("passed", "skipped")
            sentence = (
                outcome.sentence if len(outcome.sentence) <= SENTENCE else outcome.sentence[: SENTENCE - 3] + "..."
            )
            print(f"{rule.code}  {outcome.verdict:<7}  {outcome.claim:<16}  {outcome.subject}: {sentence}")
        if bench and fixture.bench is not None:
            print(f"{rule.code}  timing   {fixture.bench.title} ({fixture.bench.note})")
            for timing in fixture.time(device):
                took = f"{timing.seconds * 1e6:.4g} µs, {timing.speedup:.3g} x"
                print(f"{rule.code}  timing   {timing.variant:<16}  {took}")
    return int(failed)
