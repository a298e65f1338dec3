"""What the tests of fixing share: they fix the same texts in several ways, and what was fixed once more."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from flake8_torch_effective import fixing
from flake8_torch_effective.lint import Examined, examine

_LONG = 10_000
_of_programs = lru_cache(maxsize=256)(examine)  # of one rule, whose tests follow each other
_of_files = lru_cache(maxsize=2)(examine)  # each takes up to a hundred megabytes


@pytest.fixture(autouse=True)
def _each_text_is_examined_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def once(text: str, **options: Any) -> Examined:
        return (_of_files if len(text) > _LONG else _of_programs)(text, **options)

    monkeypatch.setattr(fixing, "examine", once)
