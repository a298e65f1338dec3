"""Which changes are made to which code, and which tests are asked about them."""

from __future__ import annotations

import pytest

from benchmarks.mutants import ROWS, mutants
from benchmarks.mutation import PACKAGE, ROOT, TESTS, Verdict, arguments_for, every_mutant, outcomes, sampled

PATHS = [path.relative_to(ROOT / PACKAGE).as_posix() for path in (ROOT / PACKAGE).rglob("*.py")]


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b\n", ["a <= b\n"]),
        ("a is not b\n", ["a is b\n"]),
        ("a not in b\n", ["a in b\n"]),
        ("0.5 < a <= b\n", ["0.5 <= a <= b\n", "0.5 < a < b\n"]),
        ("a and b or c\n", ["a or b or c\n", "a and b and c\n"]),
        ("x = not a\n", ["x = a\n"]),
        ("x = True\n", ["x = False\n"]),
        ("x = 3\n", ["x = 4\n", "x = 2\n"]),
        ("x = 300\n", []),
        ("x = any(a)\n", ["x = all(a)\n"]),
        ("x = {'a', 'é', b}\n", ["x = {'é', b}\n", "x = {'a', b}\n"]),
        ("x = ('a', 'b')\n", ["x = ('b',)\n", "x = ('a',)\n"]),
        ("def f(a: A or B) -> C or D:\n    pass\n", []),
        ("def f():\n    if g(a):\n        return 5.0\n", ["def f():\n    if False:\n        return 5.0\n"]),
        ("x = 'é' if a < b else c\n", ["x = 'é' if a <= b else c\n"]),
    ],
)
def test_each_change(source: str, changed: list[str]) -> None:
    assert sorted(mutant.applied(source) for mutant in mutants("a.py", source)) == sorted(changed)


def test_the_rows_of_a_table_get_another_cell() -> None:
    calls = "".join(f"Row('f{number}', {'same' if number else 'less'}, random=r)\n" for number in range(ROWS))
    swapped = [mutant.applied(calls) for mutant in mutants("a.py", calls)]
    assert len(swapped) == ROWS
    assert calls.replace("less", "same") in swapped
    text = "T = '''\n" + "".join(f"f{n}(x) | torch | {'view' if n else 'copy'}\n" for n in range(ROWS)) + "'''\n"
    assert text.replace("copy", "view") in [mutant.applied(text) for mutant in mutants("a.py", text)]


def test_a_mutant_says_where_it_is() -> None:
    (mutant,) = mutants("a.py", "x = 1.0\ny = x < 2.0\n")
    assert str(mutant) == "a.py:2: < negated or moved"
    assert "-y = x < 2.0\n+y = x <= 2.0\n" in mutant.diff("x = 1.0\ny = x < 2.0\n")


def test_a_rule_is_left_to_its_own_tests() -> None:
    assert arguments_for(f"{PACKAGE}/rules/numerics/log1p.py")[-2:] == ["-k", "log1p"]
    assert "tests/inference/test_facts.py" in arguments_for(f"{PACKAGE}/inference/values.py")
    assert arguments_for(f"{PACKAGE}/rewriting/writing/flips.py")[0] == "tests/fixing/test_cases.py"
    assert arguments_for(f"{PACKAGE}/inference/events/paths.py")[0] == "tests/inference/events"


def test_every_start_is_that_of_a_file_and_every_test_is_there() -> None:
    for start, tests in TESTS:
        assert any(path.startswith(start) for path in PATHS), start
        assert all((ROOT / test).exists() for test in tests), tests


def test_most_of_a_sample_is_killed() -> None:
    """A few mutants of the rules, the same in every run; `benchmarks.mutation` tries as many as one likes."""
    rules = [mutant for mutant in every_mutant([f"{PACKAGE}/rules/numerics"]) if "dropped" in mutant.kind]
    chosen = sampled(rules, 4, seed=2)
    tried = list(outcomes(chosen, jobs=1, timeout=300, checked=False))
    survivors = [str(outcome.mutant) for outcome in tried if outcome.verdict is Verdict.SURVIVED]
    assert len(survivors) <= len(chosen) // 2, survivors
