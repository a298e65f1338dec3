"""Makes a program that runs, and says where inference contradicts torch in it."""

from __future__ import annotations

import random
import re
import warnings
from typing import Any

import libcst as cst
import torch

from tests.inference.differential.api import infer
from tests.inference.differential.generation import program
from tests.inference.differential.limits import Guard, Stopped
from tests.inference.differential.places import places
from tests.inference.differential.tracing import Disagreement, Trace

_REPAIRS = 12
_ANNOTATED = re.compile(r"(?P<indent> *)def \w+\((?P<name>\w+): torch\.Tensor\):")


def namespace(seed: int) -> dict[str, Any]:
    """What a program starts with: a coin that inference knows nothing of."""
    torch.default_generator.manual_seed(seed)  # no other device has anything to seed, which takes longer to find out
    rng = random.Random(seed)
    return {"__name__": "program", "coin": lambda: rng.random() < 0.5}


def runnable(seed: int) -> str:
    """The program of a seed, without the statements that raise."""
    lines = program(seed).splitlines()
    for _ in range(_REPAIRS):
        at = _failing_line("\n".join(lines) + "\n", seed)
        if at is None:
            break
        replaced = _replacement(lines[at - 1])
        if replaced is None:
            break
        lines[at - 1] = replaced
    return "\n".join(lines) + "\n"


def _failing_line(source: str, seed: int) -> int | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            code = compile(source, "<program>", "exec")
        except SyntaxError as error:
            return error.lineno
        names = namespace(seed)
        try:
            with Guard():
                exec(code, names)
        except Stopped:
            return None
        except Exception as error:
            return _line_of(error)
        finally:
            names.clear()
            torch.set_grad_enabled(True)
    return None


def _line_of(error: Exception) -> int | None:
    line, at = None, error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == "<program>":
            line = at.tb_lineno
        at = at.tb_next
    return line


def _replacement(line: str) -> str | None:
    """What may stand for a line that raises."""
    indent = line[: len(line) - len(line.lstrip())]
    word = line.strip()
    if not word.endswith(":"):
        return f"{indent}pass"
    if word.startswith("for "):
        return f"{indent}for _ in range(2):"
    if word.startswith("elif "):
        return f"{indent}elif coin():"
    if word.startswith("if "):
        return f"{indent}if coin():"
    return None


def disagreements(source: str, seed: int = 0) -> list[Disagreement]:
    """Everything that inference says of an expression of the program and that torch contradicts.

    An annotation is believed where no call in the program is seen to break it. What follows from one that is not true
    is the program's own contradiction, so that it counts only where it is found without that annotation too.
    """
    found = traced(source, seed).disagreements
    if not found:
        return []
    honest = without_untrue_annotations(source, seed)
    return found if honest == source else traced(honest, seed).disagreements


def without_untrue_annotations(source: str, seed: int = 0) -> str:
    """The program without the ``: torch.Tensor`` of parameters to which one run gives something else."""
    lines = source.splitlines()
    untrue: set[int] = set()
    watched: list[str] = []
    for number, line in enumerate(lines):
        watched.append(line)
        annotated = _ANNOTATED.match(line)
        if annotated is not None:
            watched.append(f"{annotated['indent']}    _given_({number}, {annotated['name']})")

    def given(number: int, value: object) -> None:
        if not isinstance(value, torch.Tensor):
            untrue.add(number)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Guard():
                exec("\n".join(watched), namespace(seed) | {"_given_": given})
        except (Exception, Stopped):
            pass  # what was given before it stands
        finally:
            torch.set_grad_enabled(True)
    kept = [line.replace(": torch.Tensor", "") if number in untrue else line for number, line in enumerate(lines)]
    return "\n".join(kept) + "\n" if untrue else source


def traced(source: str, seed: int = 0) -> Trace:
    """What was seen in one run of a program."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = cst.parse_module(source)
        trace = Trace(source, places(module, infer(module)))
    trace.run(namespace(seed))
    return trace
