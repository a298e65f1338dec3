"""`torch-effective verify` runs a rule's evidence and, asked to, times what it sets side by side."""

from __future__ import annotations

import dataclasses
import io
import json
import re
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from flake8_torch_effective import verification
from flake8_torch_effective.cli import main
from flake8_torch_effective.verification import Fixture, Outcome, WrongResult
from flake8_torch_effective.verification.machine import device_title
from tests.command.started import COMMAND, environment, piped

CLAIM = re.compile(r"^TEF\d{3}  (passed|skipped|failed|broken) +\w+ +[\w.]+ +\S", re.M)


def test_the_head_says_what_figures_depend_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "TEF401"]) == 0
    head = capsys.readouterr().out.split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in head] == ["torch", "device", "seed", "Python", "platform"]
    assert head[0].split() == ["torch", torch.__version__]
    assert head[1].split() == ["device", "cpu"]


def test_every_claim_has_an_aligned_line_and_a_summary_ends_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "log-of-softmax", "TEF501"]) == 0
    _, claims, summary = capsys.readouterr().out.split("\n\n")
    proved = [line for line in claims.splitlines() if "  proved   " in line]
    lines = [line for line in claims.splitlines() if line not in proved]
    assert all(CLAIM.match(line) for line in lines)
    count = sum(len(verification.load_evidence(*address)) for address in (SOFTMAX, ACCUMULATION))
    assert len(lines) == count
    assert [line.split()[0] for line in proved] == ["TEF302", "TEF501"]
    assert all(
        re.search(r"  proved   (\d+) of \1 claims about \d+ callables? on [\d,]+ inputs: ", line) for line in proved
    )
    assert summary == f"{count} passed, 0 skipped, 0 failed\n"
    # Claim, subject and sentence begin at one column each: what stands in front of it is a space in every line.
    starts = {match.start() for match in re.finditer(r"(?<=  )\S", lines[0])}
    shared = {start for start in starts if all(line[start - 1] == " " != line[start] for line in lines)}
    assert len(shared) >= 4


SOFTMAX = ("numerics", "log_of_softmax")
ACCUMULATION = ("training", "loss_accumulation")
GATHER = ("loops", "batch_gather_loop")
PRECEDENCE = ("shapes", "bitwise_precedence")


class Terminal(io.StringIO):
    """A terminal as the command sees it; importing torch in a process for each test would take minutes."""

    def isatty(self) -> bool:
        return True


def output_terminal(monkeypatch: pytest.MonkeyPatch, columns: int = 100) -> Terminal:
    """Make standard output a terminal of some width that takes colour; pytest would undo that after a fixture."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = Terminal()
    monkeypatch.setattr(sys, "stdout", shown)
    return shown


@pytest.mark.parametrize("columns", [80, 110])
def test_claims_fit_the_terminal_that_shows_them(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = output_terminal(monkeypatch, columns)
    assert main(["verify", "TEF302"]) == 0
    shown = re.sub(r"\x1b\[\d+m", "", terminal.getvalue())
    claims = [line for line in shown.splitlines() if line.startswith("TEF302")]
    assert claims
    assert {len(line) for line in claims} <= set(range(columns - 5, columns + 1))
    assert all(line.endswith("...") for line in claims)


def test_verdicts_are_coloured_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = output_terminal(monkeypatch)
    assert main(["verify", "TEF401"]) == 0
    assert "TEF401  \x1b[32mpassed \x1b[0m  warns" in terminal.getvalue()


def test_progress_is_told_on_a_terminal_where_the_claims_are_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    progress = Terminal()
    monkeypatch.setattr(sys, "stderr", progress)
    assert main(["verify", "TEF401", "TEF109"]) == 0
    assert [text.strip() for text in progress.getvalue().split("\r") if text.strip()] == [
        "TEF401, rule 1 of 2",
        "TEF109, rule 2 of 2",
    ]
    assert "\x1b" not in capsys.readouterr().out
    output_terminal(monkeypatch)
    assert main(["verify", "TEF401"]) == 0
    assert progress.getvalue().count("rule 1 of") == 1


def test_skips_are_told_once_for_each_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--device", "fake", "TEF203"]) == 0
    _, claims, summary = capsys.readouterr().out.split("\n\n")
    skipped = [line for line in claims.splitlines() if "  skipped  " in line]
    told = summary.splitlines()
    shown = len(verification.load_evidence(*GATHER)) - len(skipped)
    assert shown > 0
    assert told[0].startswith(f"{shown} passed, {len(skipped)} skipped, 0 failed")
    reasons = {line.split("skipped: ")[1]: int(line.split()[0]) for line in told[1:]}
    assert len(reasons) == len(told) - 1
    assert sum(reasons.values()) == len(skipped)
    assert reasons["a fake tensor has no values to compare"] > 1


def fail_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every rule's good form be its bad one."""
    real = verification.load_fixture

    def load(group: str, rule: str) -> Fixture:
        fixture = real(group, rule)
        return dataclasses.replace(fixture, good=fixture.bad)

    monkeypatch.setattr(verification, "load_fixture", load)


def test_evidence_that_fails_is_status_1_and_told_in_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fail_everything(monkeypatch)
    assert main(["verify", "TEF302", "--output", str(tmp_path / "x.json")]) == 1
    told = capsys.readouterr().out
    claims = [line for line in told.splitlines() if line.startswith("TEF302")]
    assert all("  failed   " in line for line in claims)
    assert "..." not in claims[0]
    assert told.endswith(f"\n\n0 passed, 0 skipped, {len(claims)} failed\n")
    assert json.loads((tmp_path / "x.json").read_text())["summary"]["failed"] == len(claims)


def test_a_device_that_shows_nothing_proves_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def skipped(self: verification.Claim, *rest: object) -> Outcome:
        return Outcome(self.title, self.subject, "fake", "skipped", "no values")

    monkeypatch.setattr(verification.Claim, "check", skipped)
    assert main(["verify", "TEF109", "--device", "fake"]) == 1
    assert "can show none of these claims" in capsys.readouterr().out


def test_another_seed_draws_other_inputs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found: list[object] = []
    for seed in (0, 1, 0):
        file = tmp_path / f"{len(found)}.json"
        assert main(["verify", "TEF202", "--seed", str(seed), "--output", str(file)]) == 0
        proof = json.loads(file.read_text())
        assert proof["environment"]["seed"] == str(seed)
        found.append(proof["rules"])
    assert found[0] == found[2] != found[1]


def test_evidence_that_breaks_off_is_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: WrongResult, *rest: object) -> Outcome:
        return Outcome(self.title, self.subject, "cpu", "broken", "ValueError: no")

    monkeypatch.setattr(WrongResult, "check", broken)
    assert main(["verify", "TEF109"]) == 1
    claims = verification.load_evidence(*PRECEDENCE)
    count = sum(isinstance(claim, WrongResult) for claim in claims)
    assert 0 < count < len(claims)
    assert capsys.readouterr().out.endswith(f"\n{len(claims) - count} passed, 0 skipped, 0 failed, {count} broken\n")


def test_bench_times_the_forms_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--bench", "TEF203"]) == 0
    timed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("TEF203  timing")]
    assert "Effective PyTorch" in timed[0]
    rows = [re.fullmatch(r"TEF203  timing   (\w+) +([\d.,]+) µs +([\d.,]+) x", line) for line in timed[1:]]
    assert [row and row[1] for row in rows] == ["loop", "scripted", "vectorised"]
    assert rows[0] is not None
    assert rows[0][3] == "1.00"
    assert len({len(line) for line in timed[1:]}) == 1


def test_nothing_is_timed_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "TEF203"]) == 0
    assert "timing" not in capsys.readouterr().out


def test_a_json_file_holds_everything(tmp_path: Path) -> None:
    path = tmp_path / "evidence.json"
    assert main(["verify", "TEF302", "TEF203", "--bench", "--output", str(path)]) == 0
    assert list(tmp_path.iterdir()) == [path]
    held = json.loads(path.read_text(encoding="utf-8"), parse_constant=pytest.fail)
    assert held["environment"]["torch"] == torch.__version__
    assert {"device", "Python", "platform", "threads", "flake8-torch-effective"} < set(held["environment"])
    softmax, gather = held["rules"]
    claims = verification.load_evidence(*SOFTMAX)
    told = [(outcome["claim"], outcome["subject"], outcome["verdict"]) for outcome in softmax["outcomes"]]
    assert told == [(claim.title, claim.subject, "passed") for claim in claims]
    assert softmax["outcomes"][0]["measured"]["torch.float32"]["bad"].startswith("[0, -inf")
    assert softmax["bench"] is None
    times = gather["bench"]["timings"]
    assert [time["variant"] for time in times] == ["loop", "scripted", "vectorised"]
    assert all(time["seconds"] > 0 for time in times)
    count = len(softmax["outcomes"]) + len(gather["outcomes"])
    assert held["summary"] == {"passed": count, "skipped": 0, "failed": 0, "broken": 0}
    assert len(gather["outcomes"]) == len(verification.load_evidence(*GATHER))


def test_a_markdown_file_holds_tables(tmp_path: Path) -> None:
    path = tmp_path / "evidence.MD"
    assert main(["verify", "TEF302", "TEF203", "TEF108", "--bench", "--output", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"^## (TEF\d+)", text, re.M) == ["TEF302", "TEF203", "TEF108"]
    assert "| `fewer_dispatches` | `batch_gather` | cpu | passed | 161 → 2 operators at 40, O(n) → O(1) |\n" in text
    assert re.search(r"^\| vectorised \| [\d.,]+ \| [\d.,]+ \|$", text, re.M)
    # Every table has as many cells in each row: a bar within a cell is escaped.
    for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
        assert len({len(re.split(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


@pytest.mark.parametrize("rules", [["TEF302"], ["TEF203", "TEF501", "TEF105", "--bench"]], ids=["uncounted", "counted"])
def test_a_png_file_is_a_chart(rules: list[str], tmp_path: Path) -> None:
    path = tmp_path / "evidence.png"
    assert main(["verify", *rules, "--output", str(path)]) == 0
    image = path.read_bytes()
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert image.endswith(b"IEND\xaeB`\x82")
    width, height = struct.unpack(">II", image[16:24])
    assert width == 1210
    assert height > (150 if len(rules) == 1 else 700)


def test_the_chart_draws_what_the_claims_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    drawn: list[Figure] = []
    monkeypatch.setattr(Figure, "savefig", lambda self, *rest, **keywords: drawn.append(self))
    assert main(["verify", "TEF203", "TEF501", "TEF302", "--bench", "--output", str(tmp_path / "x.png")]) == 0
    (figure,) = drawn
    panels = {
        axes.get_title("left").partition(",")[0]: [text.get_text() for text in axes.texts] for axes in figure.axes
    }
    # Four functions of 4 * 40 + 1 operators and one of 3 * 40 + 1, which become 2, 2, 2, 2 and 4.
    assert panels["operators"] == ["765 → 12, 63.8 x fewer"]
    assert panels["host reads"] == ["160 → 0"]
    assert panels["autograd nodes kept alive"] == ["280 → 0"]
    assert panels["times as fast as a rule's first form"][0].startswith("1 x (")
    rows = [label.get_text() for label in figure.axes[-1].get_yticklabels()]
    assert rows == ["TEF203 batch-gather-loop", "TEF501 loss-accumulation", "TEF302 log-of-softmax"]


def test_a_file_is_replaced_with_its_name_kept(tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_text("old")
    link.symlink_to(target)
    assert main(["verify", "TEF109", "--output", str(link)]) == 0
    assert link.is_symlink()
    assert json.loads(target.read_text())["rules"][0]["code"] == "TEF109"
    assert sorted(tmp_path.iterdir()) == [link, target]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["log-of-softmx"], "the nearest is TEF302 log-of-softmax"),
        (["--device", "toaster"], "torch knows no device 'toaster'; try cpu, cuda, mps or fake"),
        (["--device", "meta"], "cannot use the device 'meta' here"),
        (["--bench", "--device", "fake", "TEF203"], "leave out --bench"),
        (["--output", "x.html"], "end its name in .json, .md or .png"),
        (["--output", "x"], "end its name in .json, .md or .png"),
        (["--output", "nowhere/x.json"], "cannot write nowhere/x.json: No such file or directory"),
        (["--output", "folder.md"], "cannot write folder.md: it is a folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_before_any_work(
    arguments: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.md").mkdir()

    def never(self: Fixture, *rest: object) -> list[Outcome]:
        raise AssertionError("evidence was run")

    monkeypatch.setattr(Fixture, "verify", never)
    assert main(["verify", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("torch-effective: ")
    assert told in said.err
    assert said.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["folder.md"]


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has CUDA")
def test_cuda_where_there_is_none_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--device", "cuda", "TEF302"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert re.fullmatch(r"torch-effective: torch \S+ cannot use the device 'cuda' here: .+\n", said.err)


def test_a_gpu_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda device: f"Accelerator of {device}")
    monkeypatch.setattr(torch.version, "cuda", "12.8")
    assert device_title("cuda:1") == "cuda:1 (Accelerator of cuda:1, CUDA 12.8)"


def without(package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command where a package cannot be imported."""
    program = f"import sys; sys.modules[{package!r}] = None; {COMMAND}"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.parametrize("package", ["torch", "matplotlib"])
def test_what_is_not_installed_is_named_with_how_to_install_it(package: str, tmp_path: Path) -> None:
    chart = tmp_path / "x.png"
    done = without(package, "verify", "TEF302", "--output", str(chart))
    assert done.returncode == 2
    assert done.stdout == ""
    assert package in done.stderr
    assert done.stderr.endswith("pip install 'flake8-torch-effective[verify]'\n")
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_verifying_imports_no_more_than_it_needs(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom flake8_torch_effective.cli import main\n"
        "assert main(['verify', 'TEF109', '--output', sys.argv[1]]) == 0\n"
        "print(sorted({'flake8', 'flake8_torch_effective.lint', 'matplotlib'} & set(sys.modules)))\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path / "x.md")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_encoding_without_arrows_loses_them_only() -> None:
    done = piped("verify", "TEF109", "TEF501", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "66 ? 0 autograd nodes kept alive at 16, O(n) ? O(1)" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a single process")
def test_an_interruption_leaves_nothing_behind(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "verify", "--output", str(tmp_path / "x.json")],
        env=environment({}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while not process.stdout.readline().startswith("TEF"):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=300)
    assert (process.returncode, told) == (130, "")
    assert not list(tmp_path.iterdir())
