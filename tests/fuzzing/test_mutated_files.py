"""Real programs, changed at random: linted and fixed without an error, and as the properties demand."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.damage import compiled
from flake8_torch_effective.fixing import fix
from flake8_torch_effective.lint import lint
from tests.by_rule import every_rule
from tests.command.run import EVERY_GROUP
from tests.fixing.programs import programs_of
from tests.fuzzing.cases import TIMES, WORKERS, checked
from tests.fuzzing.corpus import piece, rule_programs
from tests.fuzzing.mutations import MUTATIONS, Program, break_in_brackets, mutated
from tests.fuzzing.properties import CODES, Run
from tests.plugin.started import flake8


def mutated_rule_program(rng: random.Random) -> str:
    """What a rule is tested on, with some of another such program in it."""
    program, other = rng.choice(rule_programs()), rng.choice(rule_programs())
    return mutated(program, other, rng, rng.choice([1, 2, 3, 5]))


def mutated_piece(rng: random.Random) -> str:
    """Code of a real file, with some of another file or of a rule's program in it."""
    other = rng.choice(rule_programs()) if rng.random() < 0.6 else piece(rng)
    return mutated(piece(rng), other, rng, rng.choice([1, 2, 4]))


def no_python(rng: random.Random) -> str:
    """A program that lacks a line or a character, or has one too many."""
    text = rng.choice(rule_programs())
    place = rng.randrange(len(text))
    return (
        text[:place]
        + rng.choice(["", "", "(", '"', "\\", "\0", "é", "\n", "    "])
        + text[place + rng.choice([0, 1, 9]) :]
    )


@pytest.mark.parametrize("worker", WORKERS)
def test_mutations_of_what_the_rules_are_tested_on(worker: int) -> None:
    run = checked(mutated_rule_program, 200, worker)
    assert len(run.findings) > len(CODES) // 4
    assert len(run.fixes) > 8


@pytest.mark.parametrize("worker", WORKERS)
def test_mutations_of_files_that_people_wrote(worker: int) -> None:
    run = checked(mutated_piece, 60, worker)
    assert run.unchanged > 10


def test_line_breaks_in_brackets_change_no_fix() -> None:
    """The fixed program is the same whether its expressions stand on one line, or each of their tokens on its own."""
    programs = [before for files in every_rule() for before, _ in programs_of(files).fixes.values()]
    compared = 0
    for seed in range(60 * TIMES):
        rng = random.Random(seed)
        program = Program(rng.choice(programs))
        broken = break_in_brackets(program, program, rng)
        assert ast.dump(ast.parse(broken)) == ast.dump(program.tree)
        made, otherwise = fix(program.text, unsafe=True), fix(broken, unsafe=True)
        if [one.code for one in otherwise.applied] == [one.code for one in made.applied]:
            compared += bool(made.applied)
            assert ast.dump(ast.parse(otherwise.source)) == ast.dump(ast.parse(made.source)), otherwise.source
    assert compared > 40 * TIMES


def test_texts_that_are_no_python_are_refused() -> None:
    run = checked(no_python, 200, 0)
    assert run.refused > 20


def test_the_rules_own_programs() -> None:
    """None of their fixes makes a finding of the rule that it belongs to, or touches another function."""
    problems = [problem for program in rule_programs()[:: max(1, 80 // TIMES)] for problem in Run().problems(program)]
    assert problems == []


def test_each_mutation_changes_programs_that_stay_python() -> None:
    changed: Counter[str] = Counter()
    for seed in range(100):
        rng = random.Random(seed)
        program, other = Program(rng.choice(rule_programs())), Program(rng.choice(rule_programs()))
        for mutation in dict.fromkeys(MUTATIONS):
            try:
                text = mutation(program, other, rng)
                compiled(text)
            except (IndexError, SyntaxError, ValueError):
                continue
            changed[mutation.__name__] += text != program.text
    assert [mutation.__name__ for mutation in MUTATIONS if changed[mutation.__name__] < 3] == []


def test_the_order_of_sets_changes_nothing() -> None:
    """Findings and fixes are the same in a process that hashes strings otherwise."""
    program = (
        "import hashlib, random\n"
        "from flake8_torch_effective.fixing import fix\n"
        "from tests.fuzzing.test_mutated_files import mutated_rule_program\n"
        "for seed in range(0, 1000, 100):\n"
        "    fixed = fix(mutated_rule_program(random.Random(seed)), unsafe=True)\n"
        "    print(seed, fixed.applied, fixed.left, hashlib.sha256(fixed.source.encode()).hexdigest())\n"
    )
    told = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program],
            cwd=Path(__file__).resolve().parents[2],
            env={"PYTHONHASHSEED": seed, "PATH": "", "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    assert told[0] == told[1]
    assert "TEF" in told[0]


def test_flake8_says_the_same_without_us(tmp_path: Path) -> None:
    """Our plugin adds its own lines to what flake8 says of a program and takes none away."""
    quiet = 0
    for seed in range(40):
        source = mutated_piece(random.Random(seed))
        quiet += not lint(source)
        (tmp_path / f"m{seed}.py").write_text(source, encoding="utf-8", newline="")
    everything = f"--select=E,F,W,C,TEF,{EVERY_GROUP}"
    with_us = flake8("--isolated", everything, "--torch-tentative", "-j1", ".", folder=tmp_path)
    without = flake8("--isolated", "--select=E,F,W,C", "-j1", ".", folder=tmp_path)
    others = [line for line in with_us.stdout.splitlines() if " TEF" not in line]
    assert sorted(others) == sorted(without.stdout.splitlines())
    assert with_us.stderr == without.stderr == ""
    assert len(others) > 60
    assert quiet > 8
