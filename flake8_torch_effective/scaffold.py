"""Creates the files of a new rule, with TODOs to fill in."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from .codes import RETIRED, without_rule
from .command.usage import UsageError
from .rules import GROUPS, all_rules, group, slug

_RULE = '''from __future__ import annotations

from typing import ClassVar

from ...inference.knowledge.columns import Formula
from ...inference.values import Operation
from ..rule import Rule


class {name}(Rule):
    """TODO: what is wrong, in a few words.

    What it does
    TODO

    Why it is bad
    TODO

    Example
        TODO: a function of bad.py

    Use instead
        TODO: the same function of good.py

    Evidence
    TODO: the claims of evidence.py, by name

    Fix safety
    TODO: sentences that begin with Safe, Unsafe or None

    Source
    TODO: where the claim comes from
    """

    code = "{code}"
    message = "{{call}} TODO: what goes wrong; use TODO"
    # TODO: the functions that it is about, such as Formula.SOFTMAX, or `wants` where it is about another property
    formulas: ClassVar[frozenset[Formula]] = frozenset()

    def check(self, operation: Operation) -> None:
        self.report(operation.node, call=self.text(operation.node))
'''
_BAD = '''"""TODO: what all of these do wrong."""

import torch


def example(x: torch.Tensor) -> torch.Tensor:
    return x  # expect: {code}
'''
_GOOD = '''"""TODO: what these do instead."""

import torch


def example(x: torch.Tensor) -> torch.Tensor:
    return x
'''
_EVIDENCE = '''"""TODO: what torch proves about the pair."""

CODE = "{code}"

CLAIMS = ()
'''
_VARIANTS = '''"""{code} {slug}: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

HEADER = """\\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {{}}

LEAVE: dict[str, str] = {{}}
'''


class CannotStart(UsageError):
    """The rule cannot be started: the message says why and what to do."""


def what_a_fix_needs(name: str) -> str:
    """What else to write if the rule with this slug can write the code it advises."""
    return (
        f"A rule with a fix also needs tests/fixing/cases/{name.replace('-', '_')}.py: see CONTRIBUTING.md, Add a fix"
    )


def free(folder: str) -> str:
    """The code after the last one of a group; the gaps before it are left."""
    first = 100 * GROUPS[folder]
    codes = [rule.code for rule in all_rules() if group(rule) == folder]
    taken = [int(code[3:]) for code in (*codes, *RETIRED) if code[3] == str(GROUPS[folder])]
    return f"TEF{max(taken, default=first) + 1}"


def starts_group(code: str) -> str | None:
    """The group of a code, such as ``data``, if it has no rules yet."""
    folder = next(folder for folder, digit in GROUPS.items() if code[3] == str(digit))
    return folder if all(group(rule) != folder for rule in all_rules()) else None


def start_rule(root: Path, code: str, name: str) -> list[Path]:
    """Write the first files of a rule.

    Args:
        root: the checkout's folder.
        code: the rule's code, such as ``TEF318``; its hundreds digit decides the group.
        name: the rule's slug, such as ``some-slug``.

    Returns:
        The files written.

    Raises:
        CannotStart: the code or slug is malformed or taken, or ``root`` is not a checkout.
    """
    folder = next((folder for folder in GROUPS if re.fullmatch(rf"TEF{GROUPS[folder]}\d\d", code)), None)
    if folder is None:
        groups = ", ".join(f"{digit} {folder}" for folder, digit in GROUPS.items())
        raise CannotStart(f"{code!r} is no code of a rule: write TEF, the digit of its group ({groups}) and two more")
    module = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", module) or keyword.iskeyword(module):
        raise CannotStart(f"{name!r} is no slug: write lower-case words joined by hyphens, such as some-slug")
    if code in RETIRED:
        raise CannotStart(f"{without_rule(code)}; the next free code of {folder} is {free(folder)}")
    for rule in all_rules():
        if rule.code == code:
            raise CannotStart(
                f"{rule.code} {slug(rule)} exists already; the next free code of {folder} is {free(folder)}"
            )
        if slug(rule) == module.replace("_", "-"):
            raise CannotStart(f"{rule.code} {slug(rule)} exists already; take another slug")
    package = root / "flake8_torch_effective" / "rules"
    if not package.is_dir() or not (root / "fixtures").is_dir():
        raise CannotStart(f"{root} is no checkout of flake8-torch-effective; run this in the folder of pyproject.toml")
    fixture = root / "fixtures" / folder / module
    files = {
        package / folder / f"{module}.py": _RULE.format(name=module.title().replace("_", ""), code=code),
        fixture / "bad.py": _BAD.format(code=code),
        fixture / "good.py": _GOOD,
        fixture / "evidence.py": _EVIDENCE.format(code=code),
        root / "tests" / "variants" / folder / f"{module}.py": _VARIANTS.format(
            code=code, slug=module.replace("_", "-")
        ),
    }
    init = package / folder / "__init__.py"
    if not init.exists():
        files[init] = f'"""{int(code[3])}xx: {folder}."""\n'
    taken = [path for path in files if path.exists()]
    if taken:
        raise CannotStart(f"{taken[0]} exists already")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)
