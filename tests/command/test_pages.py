"""`torch-effective rules` and `explain`: fitted to a terminal, plain in a pipe, and JSON for programs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from flake8_torch_effective import codes
from flake8_torch_effective.cli import COMMANDS, main, parser
from flake8_torch_effective.command.pages import PLAIN_COLUMNS, enabled, needs, page_text
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.rules.page import SECTIONS, page
from flake8_torch_effective.rules.rule import Rule
from tests.by_rule import each_rule
from tests.command.started import COMMAND, environment, on_terminal, piped

ESCAPE = re.compile(r"\x1b\[\d+m")


def code_of(rule: type[Rule]) -> list[str]:
    """The lines of both examples of a rule's page, as the page indents them."""
    sections = page(rule).sections
    both = f"{sections['Example']}\n{sections['Use instead']}"
    return [line for line in textwrap.indent(both, "    ").splitlines() if line.strip()]


@pytest.mark.parametrize("columns", [40, PLAIN_COLUMNS, 132])
@each_rule
def test_only_code_and_unbreakable_words_are_wider_than_the_terminal(rule: type[Rule], columns: int) -> None:
    lines = page_text(page(rule), columns, colour=False).splitlines()
    kept = code_of(rule)
    assert [line for line in lines if line in kept and line.strip()] == kept
    for line in lines:
        if len(line) > columns and line not in kept:
            assert re.fullmatch(r"\s+(\S+|[^\s`]?`[^`]+`\S*)", line) or line == lines[0]


@each_rule
def test_a_page_says_every_word_of_the_docstring_in_order(rule: type[Rule]) -> None:
    entry = page(rule)
    told = page_text(entry, 60, colour=False).split()
    head = told.index(entry.title.split()[0], 2)
    expected = [entry.title, needs(entry), *(part for name, body in entry.sections.items() for part in (name, body))]
    assert told[head:] == " ".join(expected).split()


@pytest.mark.parametrize("columns", [50, 120])
def test_a_page_fits_the_terminal_that_shows_it(columns: int) -> None:
    shown = ESCAPE.sub("", on_terminal("explain", "TEF311", columns=columns))
    prose, _, _ = shown.partition("\nExample\n")
    longest = max(map(len, prose.splitlines()))
    assert columns - 20 < longest <= columns


def test_a_terminal_gets_headings_and_code_in_colour() -> None:
    shown = on_terminal("explain", "TEF302", columns=100)
    assert "\x1b[1mWhat it does\x1b[0m\n" in shown
    assert "\x1b[31m        return torch.log(torch.softmax(logits, dim=-1))\x1b[0m\n" in shown
    assert "\x1b[32m        return torch.log_softmax(logits, dim=-1)\x1b[0m\n" in shown
    assert ESCAPE.sub("", shown).strip() == page_text(page(rule("TEF302")), 100, colour=False)


@pytest.mark.parametrize("setting", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_a_terminal_that_wants_no_colour_gets_none(setting: dict[str, str]) -> None:
    assert "\x1b" not in on_terminal("explain", "TEF302", columns=100, **setting)


def test_a_pipe_gets_plain_text_of_a_fixed_width_whatever_the_environment_says() -> None:
    done = piped("explain", "TEF302", COLUMNS="40", FORCE_COLOR="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == page_text(page(rule("TEF302")), PLAIN_COLUMNS, colour=False) + "\n"


def test_several_rules_are_explained_at_once_each_only_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "TEF302", "naive-softmax", "Log_Of_Softmax"]) == 0
    heads = re.findall(r"^TEF\d+ .*$", capsys.readouterr().out, re.M)
    assert heads == ["TEF302 log-of-softmax (numerics)", "TEF301 naive-softmax (numerics)"]


def test_explain_as_json_has_the_whole_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--format", "json", "TEF102"]) == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert (entry["code"], entry["slug"], entry["group"]) == ("TEF102", "reduction-without-dim", "shapes")
    assert entry["opt_in"] is True
    assert entry["title"] == page(rule("TEF102")).title
    assert tuple(entry["sections"]) == SECTIONS


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("log-of-sofmax", "TEF302 log-of-softmax"), ("", "TEF"), ("TEF3021", "TEF302 log-of-softmax")],
)
def test_an_unknown_rule_names_the_nearest(name: str, nearest: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "TEF301", name]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert f"no rule is called {name!r}; the nearest is {nearest}" in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "TEF313",
            "TEF313 is a free number, which no rule has had; torch-effective rules --select TEF3 lists TEF301 to ",
        ),
        (
            "tef999",
            "TEF999 is a free number, which no rule has had; torch-effective rules --select TEF9 lists TEF901 to ",
        ),
        ("TEF001", "TEF001 is a free number, which no rule has had; torch-effective rules lists those of rules\n"),
        ("TEF398", "the rule TEF398 was retired: in 0.7, as torch does it itself; its code will not be used again\n"),
    ],
)
def test_a_number_without_a_rule_is_explained(
    name: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codes, "RETIRED", {"TEF398": "in 0.7, as torch does it itself"})
    assert main(["explain", "TEF302", name]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"torch-effective: {told}")
    assert shown.err.count("\n") == 1
    if "retired" in told:
        assert main(["rules", "--select", name]) == 2
        assert told in capsys.readouterr().err


@pytest.mark.parametrize("name", ["TEF000", "tef000", "left-out", "Left_Out"])
def test_what_is_left_out_has_a_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", name, "TEF302", "TEF000"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("TEF000 left-out (no rule)\nWhat could not be checked.\n\nWhat it does\n    Marks a file")
    assert re.findall(r"^TEF\d+ .*$", text, re.M) == ["TEF000 left-out (no rule)", "TEF302 log-of-softmax (numerics)"]
    assert main(["explain", "--format=json", name]) == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert (entry["code"], entry["slug"], entry["fixes"], entry["since"]) == ("TEF000", "left-out", [], "")


@pytest.mark.parametrize("option", ["--output-format", "--format"])
def test_both_names_of_the_format(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["explain", "TEF302"], ["rules", "--select", "TEF302"]):
        assert main([*arguments, f"{option}=json"]) == 0
        assert [entry["code"] for entry in json.loads(capsys.readouterr().out)] == ["TEF302"]


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("train.py", "train.py is no command; to look at that path: torch-effective check train.py"),
        ("src", "src is no command; to look at that path: torch-effective check src"),
        (".", ". is no command; to look at that path: torch-effective check ."),
        ("a\x1b.py", "a\\x1b.py is no command; to look at that path: torch-effective check a\\x1b.py"),
        ("chekc", "'chekc' is no command; did you mean check?"),
        ("sarif", "'sarif' is no command; the commands are check, fix, cache, rules, explain, verify, new-rule"),
    ],
)
def test_a_first_word_that_is_no_command(
    word: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src").mkdir()
    assert main([word]) == 2
    assert capsys.readouterr() == ("", f"torch-effective: {told}\n")


def test_a_group_is_no_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "tef1"]) == 2
    told = capsys.readouterr().err
    assert told == "torch-effective: TEF1 begins 13 codes; torch-effective rules --select TEF1 lists them\n"


def test_rules_in_a_pipe_are_a_line_each() -> None:
    lines = piped("rules", COLUMNS="40").stdout.splitlines()
    assert [line[:6] for line in lines] == [rule.code for rule in all_rules()]
    for entry, line in zip(map(page, all_rules()), lines, strict=True):
        told = [enabled(entry)] * entry.opt_in + [f"{' and '.join(entry.fixes)} fixes"] * bool(entry.fixes)
        remarks = f" ({', '.join(told)})" if told else ""
        assert line.split(maxsplit=2)[1:] == [entry.slug, entry.title + remarks]
    assert "TEF305  expm1                           Exponential minus one. (opt-in, unsafe fixes)" in lines


@pytest.mark.parametrize("columns", [36, 72])
def test_rules_fit_the_terminal_that_lists_them(columns: int) -> None:
    shown = on_terminal("rules", columns=columns)
    assert columns - 20 < max(map(len, shown.splitlines())) <= columns
    assert shown.split() == piped("rules").stdout.split()


def test_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert [entry["code"] for entry in entries] == [rule.code for rule in all_rules()]
    assert {entry["code"] for entry in entries if entry["opt_in"]} == {rule.code for rule in all_rules() if rule.opt_in}


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("TEF302", ["TEF302 log-of-softmax (numerics)\n", "What it advises works from torch 1.0 on."]),
        ("TEF314", ["(numerics, opt-in)\n", "What it advises works from torch 1.9 on.", "--extend-select=TEF314"]),
        ("TEF806", ["(devices, opt-in from torch 2.6 on)\n", "What it advises works from torch 1.13 on."]),
    ],
)
def test_a_page_says_which_torch_it_is_for(code: str, told: list[str]) -> None:
    text = page_text(page(rule(code)), 100, colour=False)
    assert [part for part in told if part not in text] == []


def test_json_says_which_torch_a_rule_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    entries = {entry["code"]: entry for entry in json.loads(capsys.readouterr().out)}
    said = {code: (entries[code]["since"], entries[code]["on_below"]) for code in ("TEF302", "TEF314", "TEF806")}
    assert said == {"TEF302": ("1.0", ""), "TEF314": ("1.9", ""), "TEF806": ("1.13", "2.6")}


def test_rules_can_be_selected_as_flake8_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--select", "tef4, TEF302,log-of-softmax"]) == 0
    assert [line[:6] for line in capsys.readouterr().out.splitlines()] == [
        rule.code for rule in all_rules() if rule.code.startswith(("TEF302", "TEF4"))
    ]


@pytest.mark.parametrize("prefix", ["E5", "TEF99", "TEF3,,", "", "TEF000"])
def test_a_selection_that_fits_no_rule_is_an_error(prefix: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--select", prefix]) == 2
    assert "no rule's code begins with" in capsys.readouterr().err


@pytest.mark.parametrize("part", [["rules"], ["explain", "TEF302"]])
def test_pages_import_neither_torch_nor_flake8(part: list[str]) -> None:
    program = (
        "import sys\nfrom flake8_torch_effective.cli import main\n"
        f"assert main({part}) == 0\nprint(sorted({{'torch', 'flake8', 'matplotlib'}} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_list_says_what_switches_opt_in_rules_and_tentative_findings_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rules", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "--extend-select=TEF102 or TEF1, but not TEF; tentative findings" in told
    assert "--torch-tentative" in told


def test_every_command_is_known() -> None:
    assert re.findall(r"^    ([a-z-]+) ", parser().format_help(), re.M) == list(COMMANDS)


def test_version_needs_no_rule() -> None:
    program = (
        "import sys\nfrom flake8_torch_effective.cli import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit:\n    print('libcst' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True)
    assert re.fullmatch(r"torch-effective \d+\.\d+\.\d+\nFalse\n", done.stdout)


def test_a_reader_that_stops_reading_ends_the_command_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "rules", "--format", "json"],
        env=environment({}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=300) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this platform has no /dev/full")
@pytest.mark.parametrize("arguments", [["rules"], ["check", "a.py"], ["fix", "--diff", "a.py"]], ids=" ".join)
def test_output_that_cannot_be_written_is_told_in_a_line(tmp_path: Path, arguments: list[str]) -> None:
    bad = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.log(torch.softmax(x, dim=-1))\n"
    (tmp_path / "a.py").write_text(bad, encoding="utf-8")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "flake8_torch_effective", *arguments],
            cwd=tmp_path,
            env=environment({}),
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=300,
        )
    assert (done.returncode, done.stderr) == (2, "torch-effective: [Errno 28] No space left on device\n")


def rule(code: str) -> type[Rule]:
    """The rule of a code."""
    return next(rule for rule in all_rules() if rule.code == code)
