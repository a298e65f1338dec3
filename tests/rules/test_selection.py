"""What of the rules' tests a command line loads."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.by_rule import ROOT, Selection, can_hold, every_rule
from tests.scheduling import unit

PROBE = """
import json, sys
import pytest

class Probe:
    def pytest_collection_finish(self, session):
        self.names = [item.name for item in session.items]

probe = Probe()
status = pytest.main([*sys.argv[1:], "--collect-only", "-qq", "-p", "no:cacheprovider"], plugins=[probe])
print(json.dumps([status, probe.names, sorted(sys.modules)]))
"""


def collected(*arguments: str) -> tuple[list[str], list[str]]:
    """The names of the tests that a command line collects, and the modules that are imported for that."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=300,
        check=True,
    )
    status, names, modules = json.loads(done.stdout.splitlines()[-1])
    assert status == 0
    return names, modules


def programs(modules: list[str]) -> list[str]:
    """The files of programs among the imported modules."""
    folders = ("tests.variants.", "tests.fixing.cases.")
    return [name for name in modules if name.startswith(folders) and name.count(".") == 3]


def test_a_rule_loads_its_own_programs_and_no_torch() -> None:
    names, modules = collected("tests/rules", "-k", "TEF306")
    assert len([name for name in names if name.startswith(("test_flag[", "test_leave["))]) > 30
    assert all("TEF306-naive_softplus" in name for name in names)
    assert programs(modules) == ["tests.variants.numerics.naive_softplus"]
    assert "torch" not in modules


def test_a_rule_loads_everything_about_it_and_nothing_else() -> None:
    names, modules = collected("-k", "naive_softplus")
    kinds = {name.partition("[")[0] for name in names}
    assert kinds >= {
        "test_flag",
        "test_fixed",
        "test_good_is_clean_under_all_rules",
        "test_claim_holds",
        "test_rule_is_in_the_changelog",
        "test_a_page_says_every_word_of_the_docstring_in_order",
    }
    assert programs(modules) == ["tests.fixing.cases.naive_softplus", "tests.variants.numerics.naive_softplus"]
    # The one file among these that has tests of each rule's programs.
    by_rule = [name for name in modules if name.startswith("tests.inference.test_")]
    assert by_rule == ["tests.inference.test_immutable_values"]
    loaded = {name.split(".", 1)[1] for name in modules if name.startswith("flake8_torch_effective_fixture.")}
    assert loaded == {f"numerics.naive_softplus.{part}" for part in ("bad", "good", "evidence")}


def test_a_node_id_loads_its_own_programs() -> None:
    names, modules = collected("tests/rules/test_variants.py")
    assert len(programs(modules)) == len(every_rule())
    all_of_a_rule = "test_leave[TEF103-squeeze_without_dim]"
    assert [name for name in names if name.startswith("test_leave[TEF103")] == [all_of_a_rule]
    names, _ = collected("tests/rules/test_variants.py", "-k", "test_leave and TEF103")
    assert len(names) > 5
    for name in (all_of_a_rule, names[0]):
        names, modules = collected(f"tests/rules/test_variants.py::{name}")
        assert names == [name]
        assert programs(modules) == ["tests.variants.shapes.squeeze_without_dim"]


PROBLEMS = """
import warnings

import pytest

from tests.by_rule import by_rule

CASES = ["right", "left out", "wrong", "wrong too", "failed", "last"]
of_two = by_rule(lambda files: [(case, (case,)) for case in CASES if files.code in ("TEF103", "TEF302")], "case")
of_one = by_rule(lambda files: [(case, (case,)) for case in CASES if files.code == "TEF103"], "case")


@of_two
def test_case(files, case):
    if case == "left out" or files.code == "TEF302":
        pytest.skip("there is nothing to see")
    with warnings.catch_warnings(record=True) as told:
        warnings.warn("once more")
    assert told
    warnings.simplefilter("ignore")
    if case == "failed":
        pytest.fail("for a reason", pytrace=False)
    assert "wrong" not in case


@of_one
def test_with_a_fixture(files, case, tmp_path):
    assert not list(tmp_path.iterdir())
    (tmp_path / "a").touch()
"""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_cases_that_are_one_test_are_told_one_by_one(tmp_path: Path, workers: str) -> None:
    (tmp_path / "test_problems.py").write_text(PROBLEMS, encoding="utf-8")
    arguments = [
        "-p",
        "tests.conftest",
        "-rs",
        "-n",
        workers,
        "--dist=loadfile",
        "-p",
        "no:cacheprovider",
        f"--rootdir={tmp_path}",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments, "test_problems.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 1, done.stdout
    assert re.findall(r"^test_case.*", done.stdout, re.MULTILINE) == [
        f"test_case[TEF103-squeeze_without_dim-{case}]" for case in ("wrong", "wrong too", "failed")
    ]
    assert "3 of 6 cases failed" in done.stdout
    assert done.stdout.count("AssertionError: ") == 2
    assert "\nfor a reason\n" in done.stdout
    # Of the one rule a case, of the other all, which are one skipped test.
    assert "SKIPPED [2] test_problems.py:13: there is nothing to see" in done.stdout
    assert "1 failed, 6 passed, 2 skipped" in done.stdout


@pytest.mark.parametrize(
    ("expression", "rules", "others"),
    [
        ("", None, True),
        ("softplus", None, True),
        ("tef306", ["TEF306"], False),
        ("naive_softplus or TEF103", ["TEF103", "TEF306"], False),
        ("naive_softplus and keyword", ["TEF306"], False),
        ("naive_softplus or keyword", None, True),
        ("not naive_softplus and TEF306", [], False),
        ("not (naive_softplus)", ["all but TEF306"], True),
        ("not keyword", None, True),
        ("TEF306 and not flag", ["TEF306"], False),
        ("a (b", None, True),
    ],
)
def test_what_an_expression_can_ask_for(expression: str, rules: list[str] | None, others: bool) -> None:
    every = [files.code for files in every_rule()]
    if rules == ["all but TEF306"]:
        rules = [code for code in every if code != "TEF306"]
    selection = Selection(expression)
    assert [files.code for files in selection.rules()] == (every if rules is None else rules)
    assert selection.other_tests() == others


def test_an_expression_that_cannot_be_known_can_hold() -> None:
    assert can_hold("a and not b", {"a": True})
    assert not can_hold("a and not b", {"b": True})
    assert can_hold("a or b", {"b": False})
    assert not can_hold("a or b", {"a": False, "b": False})


def test_every_test_whose_id_begins_with_a_rule_is_by_rule(request: pytest.FixtureRequest) -> None:
    rules = tuple(f"[{files}" for files in every_rule())
    for item in request.session.items:
        if any(rule in item.name for rule in rules):
            assert item.get_closest_marker("by_rule") is not None, item.nodeid


@pytest.mark.parametrize(
    ("test", "together"),
    [
        ("tests/rules/test_variants.py::test_flag[TEF302-log_of_softmax-a[0]]", "TEF302"),
        ("tests/fixing/test_evidence.py::test_bad_lints_clean_after_fixing[TEF302-log_of_softmax]", "TEF302"),
        ("tests/inference/test_facts.py::test_fact[x[0] of TEF302]", "tests/inference/test_facts.py::test_fact"),
        ("tests/rules/test_new_rule.py::test_each_missing_thing_fails_once", "tests/rules/test_new_rule.py"),
    ],
    ids=["a rule's programs", "its evidence", "one function", "a file with a fixture"],
)
def test_what_runs_in_one_process(test: str, together: str) -> None:
    assert unit(test) == together
    # What xdist asks; its other schedulers answer by file or by test.
    assert LoadScopeScheduling._split_scope(None, test) == test.rsplit("::", 1)[0]
