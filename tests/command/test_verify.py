"""`torch-effective verify` runs a rule's evidence and, asked to, times what it sets side by side."""

from __future__ import annotations

import pytest

from flake8_torch_effective.cli import main


def test_every_claim_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "log-of-softmax"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("torch 2")
    assert len(lines) > 10
    assert all(line.startswith("TEF302  passed") for line in lines[1:])


def test_bench_times_the_forms_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--bench", "TEF203"]) == 0
    timed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("TEF203  timing")]
    assert [line.split()[2] for line in timed[1:]] == ["loop", "scripted", "vectorised"]
    assert all("µs" in line for line in timed[1:])


def test_nothing_is_timed_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "TEF203"]) == 0
    assert "timing" not in capsys.readouterr().out


def test_a_fake_device_takes_no_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--bench", "--device", "fake", "TEF203"]) == 2
    assert "leave out --bench" in capsys.readouterr().err


def test_an_unknown_rule_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "log-of-softmx"]) == 2
    assert "TEF302 log-of-softmax" in capsys.readouterr().err
