"""A rule's page: its docstring, by section."""

from __future__ import annotations

import inspect
import re
import textwrap
from dataclasses import dataclass

from ..finding import Safety
from ..inference.knowledge.releases import OLDEST
from . import group, slug
from .rule import Rule

SECTIONS = (
    "What it does",
    "Why it is bad",
    "Example",
    "Use instead",
    "Evidence",
    "Fix safety",
    "Source",
)


_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z`])")
_VERDICT = re.compile(r"(?:Tentative|Safe|Unsafe|None)\b")


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph; a full stop in backticks ends none."""
    code = re.findall(r"`+[^`]+`+", text)
    hidden = re.sub(r"`+[^`]+`+", "`\0`", " ".join(text.split()))
    found = []
    for sentence in _SENTENCE.split(hidden):
        while "`\0`" in sentence:
            sentence = sentence.replace("`\0`", code.pop(0), 1)
        found.append(sentence)
    return found


def verdicts(text: str) -> list[str]:
    """*Fix safety* in parts: each begins with what a fix or finding is, such as *Unsafe*, and says when."""
    found: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        for number, sentence in enumerate(sentences(paragraph)):
            if number == 0 or _VERDICT.match(sentence):
                found.append(sentence)
            else:
                found[-1] += f" {sentence}"
    return found


@dataclass(frozen=True)
class Page:
    """The content of a rule's docstring: its title, and the text of each section, code dedented.

    ``since`` is the oldest torch that has what the rule advises.  An opt-in rule is on below torch ``on_below``, where
    that is not empty.
    """

    code: str
    slug: str
    group: str
    title: str
    sections: dict[str, str]
    opt_in: bool
    since: str
    on_below: str

    @property
    def fixes(self) -> list[Safety]:
        """Which fixes the rule has: the words with which sentences of *Fix safety* begin."""
        text = " ".join(self.sections["Fix safety"].split())
        said = re.findall(r"(?:^|[.] )(Safe|Unsafe)\b", text)
        return [word for word in ("safe", "unsafe") if word.title() in said]


def page(rule: type[Rule]) -> Page:
    """The page of a rule.

    Raises:
        ValueError: the docstring does not have exactly the sections of SECTIONS, in that order.
    """
    title, _, rest = inspect.cleandoc(rule.__doc__ or "").partition("\n")
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in rest.splitlines():
        if line in SECTIONS:
            current = sections[line] = []
        else:
            current.append(line)
    if tuple(sections) != SECTIONS:
        raise ValueError(f"the docstring of {rule.__name__} has the sections {', '.join(sections) or 'none'}")
    bodies = {name: textwrap.dedent("\n".join(lines)).strip("\n") for name, lines in sections.items()}
    since, on_below = (".".join(map(str, version)) for version in (rule.since or OLDEST, rule.on_below))
    return Page(rule.code, slug(rule), group(rule), title.strip(), bodies, rule.opt_in, since, on_below)
