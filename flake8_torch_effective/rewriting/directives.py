"""Comments that tell a type checker, a linter or another tool something about a line."""

from __future__ import annotations

import re

import libcst as cst

# Comments that tell a tool something about their own line.
_STEERING = re.compile(
    r"#+\s*(type:|noqa\b|pragma\b|nosec\b|nosemgrep\b|nosonar\b|pyre-\w+|"
    r"(autopep8|flake8|fmt|isort|mypy|pylint|pyright|pytype|ruff|ty|yapf):)"
)
# The type of a name, which goes with it.
_TYPE = re.compile(r"#+\s*type:(?!\s*ignore\b)")
# Those that stand above the line that they are about.
_FOR_NEXT = re.compile(r"#+\s*(pylint:\s*disable-next\b|noinspection\b|nosemgrep\b|nosonar\b|pyre-(fixme|ignore)\b)")


def steers_tools(comment: str) -> bool:
    """Whether a comment tells a type checker or a linter something about its own line.

    >>> steers_tools("# type: ignore"), steers_tools("# why  # noqa: E501"), steers_tools("# the type: a float")
    (True, True, False)
    """
    return any(_STEERING.match(part.lower()) for part in _parts(comment))


def without_steering(comment: str) -> str:
    """A comment without what it tells tools; empty where it says nothing else.

    >>> without_steering("## type: ignore"), without_steering("# why  # noqa: E501"), without_steering("# 1 # 2")
    ('', '# why', '# 1 # 2')
    """
    if not steers_tools(comment):
        return comment
    return "".join(part for part in _parts(comment) if not _STEERING.match(part.lower())).rstrip()


def _parts(comment: str) -> list[str]:
    """The parts of a comment that begin with ``#``, as it does."""
    return re.findall("#+[^#]*", comment)


def is_for_next_line(comment: str) -> bool:
    """Whether a comment on a line of its own tells a tool something about the next line only.

    >>> is_for_next_line("# pylint: disable-next=no-member"), is_for_next_line("# pylint: disable=no-member")
    (True, False)
    """
    return any(_FOR_NEXT.match(part.lower()) for part in _parts(comment))


def steers_at(statement: cst.CSTNode) -> bool:
    """Whether comments tell tools something about the lines of a simple statement, beside or right above them."""
    if type(statement) is not cst.SimpleStatementLine:
        return False
    above = {id(line.comment): line.comment for line in statement.leading_lines if line.comment is not None}
    stack: list[cst.CSTNode] = [statement]
    while stack:
        current = stack.pop()
        if type(current) is cst.Comment:
            told = is_for_next_line if id(current) in above else steers_tools
            if told(current.value) and not _TYPE.match(current.value):
                return True
        stack.extend(current.children)
    return False
