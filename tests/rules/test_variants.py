"""Each rule on programs it was not written against: what it must find, and what it must leave alone."""

from __future__ import annotations

from collections.abc import Iterator

from tests.by_rule import RuleFiles, by_rule, each_rule, require
from tests.rules.expectations import disagreement, expected
from tests.rules.programs import flagged, left


def to_flag(files: RuleFiles) -> Iterator[tuple[str, tuple[str]]]:
    """Each program that the rule must flag."""
    return ((reason, (program,)) for reason, program in flagged(files).items())


def to_leave(files: RuleFiles) -> Iterator[tuple[str, tuple[str]]]:
    """Each program that it must leave alone."""
    return ((reason, (program,)) for reason, program in left(files).items())


@by_rule(to_flag, "program")
def test_flag(files: RuleFiles, program: str) -> None:
    assert files.code in {mark.rstrip("?") for _, mark in expected(program)}
    require(not disagreement(program, files.code), disagreement(program, files.code))


@by_rule(to_leave, "program")
def test_leave(files: RuleFiles, program: str) -> None:
    assert expected(program) == []
    require(not disagreement(program, files.code), disagreement(program, files.code))


@each_rule
def test_enough_is_flagged(files: RuleFiles) -> None:
    count = len(flagged(files))
    require(count >= 8, f"{files.variants} has {count} programs in FLAG: at least 8 show what must be found")


@each_rule
def test_as_much_is_left_as_is_found(files: RuleFiles) -> None:
    count, least = len(left(files)), max(6, round(0.7 * len(flagged(files))))
    require(count >= least, f"{files.variants} has {count} programs in LEAVE: at least {least} show what must be left")


def test_a_missing_finding_is_noticed() -> None:
    assert "no TEF103" in disagreement("import torch\n\nx = 1  # expect: TEF103\n")


def test_an_extra_finding_is_noticed() -> None:
    program = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x.squeeze()\n"
    assert "line 5: TEF103" in disagreement(program)


def test_an_opt_in_rule_counts_where_it_is_meant() -> None:
    program = "import torch\n\n\ndef f(x: torch.Tensor):\n    return x.sum() / 2\n"
    assert "line 5: TEF102" in disagreement(program)
    assert "line 5: TEF102" in disagreement(program, "TEF102")
    assert disagreement(program, "TEF103") == ""


def test_a_finding_that_is_not_tentative_is_noticed() -> None:
    program = "import torch\n\n\ndef f(a: torch.Tensor, b: torch.Tensor):\n    return (a - b).abs().sum()  # expect: "
    assert disagreement(program + "TEF101\n") == ""
    assert "no TEF101?" in disagreement(program + "TEF101?\n")


def test_another_message_is_noticed() -> None:
    program = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.log(x.softmax(dim=1))  # expect: TEF302"
    assert disagreement(f'{program} "torch.log_softmax(x, dim=1)"\n') == ""
    assert "does not say: torch.softmax" in disagreement(f'{program} "torch.softmax(x, dim=1)"\n')
