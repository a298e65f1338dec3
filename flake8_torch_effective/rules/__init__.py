"""The rules: one file each, in the folder of its group, found by walking this package."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from .rule import Rule

# Folder of the rule → the hundreds digit of its codes.
GROUPS: Final[Mapping[str, int]] = {
    "shapes": 1,
    "loops": 2,
    "numerics": 3,
    "tensors": 4,
    "training": 5,
    "modules": 6,
    "data": 7,
    "devices": 8,
    "drift": 9,
}


@lru_cache(maxsize=1)
def all_rules() -> tuple[type[Rule], ...]:
    """Every rule class, by code.

    Raises:
        TypeError: a module under ``rules/<group>/`` does not define exactly one rule.
    """
    found: list[type[Rule]] = []
    for group in GROUPS:
        try:
            package = importlib.import_module(f"{__name__}.{group}")
        except ModuleNotFoundError:
            continue
        for entry in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{entry.name}")
            rules = [
                value
                for value in vars(module).values()
                # Python 3.10 takes ``tuple[int, ...]`` for a type, but not for a class.
                if isinstance(value, type) and value.__module__ == module.__name__ and issubclass(value, Rule)
            ]
            if len(rules) != 1:
                raise TypeError(f"{module.__name__} must define one rule, it defines {len(rules)}")
            found.append(rules[0])
    return tuple(sorted(found, key=lambda rule: rule.code))


def slug(rule: type[Rule]) -> str:
    """The name of a rule as users type it: ``log-of-softmax``."""
    return rule.__module__.rpartition(".")[2].replace("_", "-")


def group(rule: type[Rule]) -> str:
    """The folder of a rule: ``numerics``."""
    return rule.__module__.split(".")[-2]
