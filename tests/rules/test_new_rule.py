"""Right after ``new-rule`` the rule's tests say what is missing, each thing once, and everything still collects."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.mutation import copy_checkout

WRITTEN_LATER = [
    "test_bad_holds_exactly_the_marked_findings",
    "test_rule_is_in_the_changelog",
    "test_rule_is_in_the_results",
    "test_rule_is_in_the_table",
    "test_as_much_is_left_as_is_found",
    "test_enough_is_flagged",
]
# To rewrite all assertions of a checkout without bytecode takes seconds, and only the names of what fails are read.
PYTEST = ("pytest", "--assert=plain", "-p", "no:cacheprovider")
PARTS = [
    "title",
    "What it does",
    "Why it is bad",
    "Example",
    "Use instead",
    "Evidence",
    "Fix safety",
    "Source",
    "message",
    "operations",
    "bad.py",
    "good.py",
    "evidence.py",
]


def run(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module of the copied checkout."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout in which a rule was just started."""
    folder = tmp_path_factory.mktemp("new") / "checkout"
    folder.mkdir()
    copy_checkout(folder)
    started = run(folder, "flake8_torch_effective", "new-rule", "TEF399", "some-slug")
    assert started.returncode == 0, started.stdout
    return folder


def failures(checkout: Path, *arguments: str) -> list[str]:
    """The names of the tests that fail for the new rule."""
    done = run(checkout, *PYTEST, "-k", "some_slug", "-q", *arguments)
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stdout
    return re.findall(r"^(?:FAILED|ERROR) \S+::(.*?)(?: - .*)?$", done.stdout, re.MULTILINE)


def test_each_missing_thing_fails_once(checkout: Path) -> None:
    expected = [f"test_nothing_is_left_to_be_written[TEF399-some_slug-{part}]" for part in PARTS]
    expected += [f"{name}[TEF399-some_slug]" for name in WRITTEN_LATER]
    found = failures(checkout)
    evidence = [name for name in found if name.endswith("[TEF399-some_slug-missing]")]
    assert len(evidence) == 1
    assert sorted(found) == sorted([*expected, *evidence])


def test_a_file_that_does_not_run_fails_once(checkout: Path) -> None:
    variants = checkout / "tests" / "variants" / "numerics" / "some_slug.py"
    text = variants.read_text(encoding="utf-8")
    variants.write_text("1 / 0\n", encoding="utf-8")
    try:
        found = failures(checkout, "tests/rules/test_variants.py")
    finally:
        variants.write_text(text, encoding="utf-8")
    assert found.count("test_flag[TEF399-some_slug-missing]") == 1
    assert not any(name.startswith("test_leave") for name in found)


def test_all_other_tests_still_collect(checkout: Path) -> None:
    done = run(checkout, *PYTEST, "--collect-only", "-qq")
    assert done.returncode == 0, done.stdout[-3000:]
