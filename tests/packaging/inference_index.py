"""The index of questions in inference's README: `python -m tests.packaging.inference_index` renews its words.

Which question stands under which heading is written by hand; the words are those of its docstring.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.inference.examples import Question, event_questions, query_questions, value_questions

README = Path(__file__).resolve().parents[2] / "flake8_torch_effective" / "inference" / "README.md"
RENEW = "python -m tests.packaging.inference_index"
_LINE = re.compile(r"^- `([\w.]+)`:.*$", re.MULTILINE)


def asked() -> dict[str, str]:
    """The line that the index has for each question, by the question's path.

    Methods of what a query returns are left to that class's own docstring.
    """
    functions = [question for question in query_questions() if "." not in question.name]
    return {question.path: line(question) for question in [*value_questions(), *functions, *event_questions()]}


def line(question: Question) -> str:
    """One line of the index."""
    summary = question.docstring.partition("\n")[0].replace("``", "`")
    return f"- `{question.path}`: {summary}"


def written() -> dict[str, str]:
    """The lines of the index as they are written, by the question's path.

    Raises:
        ValueError: a question stands in the index twice.
    """
    found: dict[str, str] = {}
    for match in _LINE.finditer(README.read_text(encoding="utf-8")):
        if match[1] in found:
            raise ValueError(f"{match[1]} stands twice in {README.name}")
        found[match[1]] = match[0]
    return found


def renew() -> None:
    """Write the words of the docstrings after the questions that stand in the index."""
    lines = asked()
    text = README.read_text(encoding="utf-8")
    README.write_text(_LINE.sub(lambda match: lines.get(match[1], match[0]), text), encoding="utf-8")


if __name__ == "__main__":
    renew()
