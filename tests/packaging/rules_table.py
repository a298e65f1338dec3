"""The table of rules in docs/rules/index.md: `python -m tests.packaging.rules_table` writes it anew."""

from __future__ import annotations

from pathlib import Path

from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.rules.page import page
from website.rule_pages import HEAD, row

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules" / "index.md"
BEGIN = "<!-- rules:begin -->\n"
END = "<!-- rules:end -->\n"
RENEW = "python -m tests.packaging.rules_table"


def generated() -> str:
    """A row for each rule, by its page."""
    return "\n".join([*HEAD, *(row(page(rule)) for rule in all_rules())]) + "\n"


def written() -> str:
    """What stands between the markers."""
    _, _, after = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    table, end, _ = after.partition(END)
    assert end, f"{PAGE.name} has no {BEGIN.strip()} … {END.strip()}"
    return table


def renew() -> None:
    """Put the generated table between the markers."""
    old, new = written(), generated()
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text.replace(BEGIN + old + END, BEGIN + new + END), encoding="utf-8")


if __name__ == "__main__":
    renew()
