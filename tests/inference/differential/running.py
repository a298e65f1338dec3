"""Makes a program that runs, and says where inference contradicts torch in it."""

from __future__ import annotations

import random
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
    """Everything that inference says of an expression of the program and that torch contradicts."""
    return traced(source, seed).disagreements


def traced(source: str, seed: int = 0) -> Trace:
    """What was seen in one run of a program."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = cst.parse_module(source)
        trace = Trace(source, places(module, infer(module)))
    trace.run(namespace(seed))
    return trace
