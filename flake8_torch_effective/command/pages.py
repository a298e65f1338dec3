"""``torch-effective rules`` and ``explain``: the list of the rules, and their pages."""

from __future__ import annotations

import difflib
import json
import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from ..codes import LEFT_OUT, NOT_PARSED, code_named, complaint, without_rule
from ..rules import all_rules, slug
from ..rules.page import Page, page, verdicts
from ..rules.rule import Rule
from .terminal import Style, painted
from .usage import UsageError

# The width of prose where no terminal gives one.
PLAIN_COLUMNS = 80
# The least width of prose, however narrow the terminal is.
NARROWEST = 20
INDENT = 4
# TEF000 belongs to no rule, but its findings lead to a page as well.
NO_RULE = Page(
    code=NOT_PARSED,
    slug=LEFT_OUT,
    group="no rule",
    title="What could not be checked.",
    sections={
        "What it does": (
            "Marks a file that CPython accepts but LibCST, with which this linter reads code, cannot parse; nothing "
            "else is reported for such a file. Also marks a place where a rule, or the inference of a statement, "
            "failed because of a bug in this linter; all other findings are still reported. The message says which "
            "it is."
        ),
        "Why it is bad": "Code that was not checked may have any of the mistakes that the rules find.",
        "What to do": (
            "If a rule failed, please report the message, with the code if you can. A file that cannot be parsed is "
            "often nested thousands of levels deep, or uses syntax newer than the installed LibCST: update LibCST. To "
            "leave the file out, name it in per-file-ignores with TEF000."
        ),
        "Fix safety": "None.",
    },
    opt_in=False,
    since="",
    on_below="",
)
CODE: dict[str, Style] = {"Example": "bad", "Use instead": "good"}


class UnknownRule(UsageError):
    """No rule has this code or slug: the message names the nearest, or how to list those that begin so."""


def find_rule(name: str) -> type[Rule]:
    """The rule of a code (``TEF302``) or slug (``log-of-softmax``), in any case.

    Raises:
        UnknownRule: there is none.
    """
    rules = {key: rule for rule in all_rules() for key in (rule.code.lower(), slug(rule))}
    wanted = name.lower().replace("_", "-")
    if wanted in rules:
        return rules[wanted]
    begun = [rule for rule in all_rules() if wanted and rule.code.lower().startswith(wanted)]
    if len(begun) > 1:
        prefix = name.upper()
        raise UnknownRule(f"{prefix} begins {len(begun)} codes; torch-effective rules --select {prefix} lists them")
    if (told := without_rule(name)) is not None:
        raise UnknownRule(told)
    near = difflib.get_close_matches(wanted, rules, n=1, cutoff=0)
    nearest = rules[near[0]]
    raise UnknownRule(f"no rule is called {name!r}; the nearest is {nearest.code} {slug(nearest)}")


def find_rules(names: Sequence[str]) -> list[type[Rule]]:
    """The rules of these codes and slugs, each once; all rules where none is named.

    Raises:
        UnknownRule: there is none of a name.
    """
    return list(dict.fromkeys(map(find_rule, names))) or list(all_rules())


def find_pages(names: Sequence[str]) -> list[Page]:
    """The pages of these codes and slugs, each once; TEF000 has one as well.

    Raises:
        UnknownRule: there is none of a name.
    """
    pages = {}
    for name in names:
        left_out = name.lower().replace("_", "-") in (NOT_PARSED.lower(), LEFT_OUT)
        entry = NO_RULE if left_out else page(find_rule(name))
        pages[entry.code] = entry
    return list(pages.values())


def rules_selected(prefixes: str | None) -> list[type[Rule]]:
    """The rules of some codes, beginnings of codes and slugs, given as ``TEF2,log1p``; all where none is given.

    Raises:
        UsageError: a prefix matches no rule.
    """
    if prefixes is None:
        return list(all_rules())
    wanted = []
    for word in map(str.strip, prefixes.split(",")):
        code = code_named(word)
        if code is None or code == NOT_PARSED:
            raise UsageError(f"--select: {complaint(word)}")
        wanted.append(code)
    return [rule for rule in all_rules() if rule.code.startswith(tuple(wanted))]


def listing(rules: Iterable[type[Rule]], form: str, columns: int | None = None) -> str:
    """Rules as text, JSON or a Markdown table; text is wrapped to ``columns``, or has a line a rule where None."""
    pages = [page(rule) for rule in rules]
    if form == "json":
        return as_json(pages)
    if form == "markdown":
        rows = ["| code | rule | what it finds | on | fix |", "|---|---|---|---|---|"]
        for entry in pages:
            found = " ".join(entry.sections["What it does"].split()).removeprefix("Finds ")
            on, fixes = enabled(entry) or "yes", ", ".join(entry.fixes) or "no"
            rows.append(f"| {entry.code} | `{entry.slug}` | {found} | {on} | {fixes} |")
        return "\n".join(rows)
    longest = max(len(entry.slug) for entry in pages)
    lines = [f"{entry.code}  {entry.slug:<{longest}}  {entry.title}{remarks(entry)}" for entry in pages]
    if columns is None:
        return "\n".join(lines)
    hang = len(pages[0].code) + longest + 4
    return "\n".join(wrapped(line, columns, hang=hang if columns - hang >= NARROWEST else INDENT) for line in lines)


def enabled(entry: Page) -> str:
    """When a rule is on, in words; empty where it always is."""
    if not entry.opt_in:
        return ""
    return f"opt-in from torch {entry.on_below} on" if entry.on_below else "opt-in"


def needs(entry: Page) -> str:
    """From which torch on the advice of a rule works, and what switches an opt-in rule on, in words."""
    if not entry.since:
        return ""
    advice = f"What it advises works from torch {entry.since} on."
    return f"{advice} --extend-select={entry.code} switches the rule on." if entry.opt_in else advice


def remarks(entry: Page) -> str:
    """What a list adds in parentheses: that a rule is opt-in, and which fixes it has."""
    fixes = [f"{' and '.join(entry.fixes)} fixes"] if entry.fixes else []
    remarks = [*filter(None, [enabled(entry)]), *fixes]
    return f" ({', '.join(remarks)})" if remarks else ""


def explained(pages: Iterable[Page], form: str, columns: int | None = None, colour: bool = False) -> str:
    """Pages as text or JSON; prose is wrapped to ``columns``, or to PLAIN_COLUMNS where None."""
    if form == "json":
        return as_json(pages)
    return "\n\n\n".join(page_text(entry, columns or PLAIN_COLUMNS, colour) for entry in pages)


def as_json(pages: Iterable[Page]) -> str:
    """A JSON list with one object for each page."""
    keys = ("code", "slug", "group", "title", "opt_in", "on_below", "since", "fixes", "sections")
    entries: list[dict[str, Any]] = [{key: getattr(entry, key) for key in keys} for entry in pages]
    return json.dumps(entries, indent=2)


def page_text(entry: Page, columns: int, colour: bool) -> str:
    """One page: its prose wrapped, its code unchanged."""
    head = f"{entry.code} {entry.slug} ({', '.join(filter(None, [entry.group, enabled(entry)]))})"
    parts = [f"{painted(head, 'heading', colour)}\n{wrapped(f'{entry.title} {needs(entry)}', columns)}"]
    for name, body in entry.sections.items():
        if name in CODE:
            text = painted(textwrap.indent(body, " " * INDENT), CODE[name], colour)
        else:
            paragraphs = verdicts(body) if name == "Fix safety" else re.split(r"\n\s*\n", body)
            text = "\n\n".join(
                wrapped(" ".join(paragraph.split()), columns, indent=INDENT, hang=INDENT) for paragraph in paragraphs
            )
        parts.append(f"{painted(name, 'heading', colour)}\n{text}")
    return "\n\n".join(parts)


def wrapped(text: str, columns: int, indent: int = 0, hang: int = 0) -> str:
    """A paragraph in lines of ``columns`` characters; a word, a URL or code in backticks is never broken."""
    # textwrap breaks at white space, which a NUL is not.
    bound = re.sub(r"(`+)[^`]+\1", lambda code: code[0].replace(" ", "\0"), text)
    filled = textwrap.fill(
        bound,
        max(columns, NARROWEST + hang),
        initial_indent=" " * indent,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled.replace("\0", " ")
