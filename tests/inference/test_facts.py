"""Small programs, the fact inference must find in each, and torch's own opinion of that fact."""

from __future__ import annotations

import random
import re
import warnings
from typing import Any, NamedTuple

import libcst as cst
import pytest
import torch

from flake8_torch_effective.inference.interpreter.inference import Inference
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.values import UNKNOWN, Array, Number, Sequence, Symbol, Tensor, Value
from tests.inference.programs import NEGATIVE, POSITIVE
from tests.inference.truth import contradictions

torch.set_num_threads(1)

PREAMBLE = """import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
"""


class Program(NamedTuple):
    """One program, where its fact is to be found and what it must be."""

    title: str
    expectation: str
    source: str

    @property
    def marker(self) -> str:
        """The name whose value is in question."""
        return "here" if re.search(r"\bhere = ", self.source) else "result"


def programs(text: str) -> list[Program]:
    """The programs of one of the tables."""
    found: list[Program] = []
    for part in text.split("\n### ")[1:]:
        head, _, source = part.partition("\n")
        title, _, expectation = head.rpartition(" | ")
        preamble = "" if title.startswith("bare") else PREAMBLE
        found.append(Program(title, expectation, preamble + source.strip() + "\n"))
    return found


POSITIVES = programs(POSITIVE)
NEGATIVES = programs(NEGATIVE)
PROGRAMS = POSITIVES + NEGATIVES
RUNNABLE = [program for program in PROGRAMS if "unrun" not in program.title]


def title_of(program: Program) -> str:
    """The name of a program's test."""
    return program.title


def value_of(program: Program, inference: Inference, module: cst.Module) -> Value:
    """What inference says of the name in question."""
    if program.marker == "result":
        return inference.exported.get("result", UNKNOWN)
    finder = Finder()
    module.visit(finder)
    return inference.value(finder.found[-1])


class Finder(cst.CSTVisitor):
    """Collects the places that ``here`` is assigned to."""

    def __init__(self) -> None:
        self.found: list[cst.CSTNode] = []

    def visit_AssignTarget(self, node: cst.AssignTarget) -> None:
        if isinstance(node.target, cst.Name) and node.target.value == "here":
            self.found.append(node.target)


def objections(value: Value, expectation: str) -> list[str]:
    """What of an expectation a value does not meet."""
    kind, *words = expectation.split()
    if kind == "not-tensor":
        return [f"is {value!r}"] if isinstance(value, Tensor) else []
    if value.kind != kind:
        return [f"is {value!r}, not a {kind}"]
    return [f"{word}: is {value!r}" for word in words if not holds(value, word)]


_FLAGS = {
    "grad": ("grad", True),
    "nograd": ("grad", False),
    "maybe-grad": ("grad", None),
    "leaf": ("leaf", True),
    "loss": ("loss", True),
    "noloss": ("loss", False),
    "temporary": ("temporary", True),
    "held": ("temporary", False),
    "sized": ("sized", True),
    "parameter": ("parameter", True),
    "explicit_one": ("explicit_one", True),
    "certain": ("certain", True),
    "guess": ("certain", False),
    "cpu": ("device", "cpu"),
    "cuda": ("device", "cuda"),
    "norank": ("shape", None),
    "nodtype": ("dtype", None),
    "nodevice": ("device", None),
}


def holds(value: Value, word: str) -> bool:
    """Whether one word of an expectation is what the value says."""
    if isinstance(value, Tensor):
        if word.startswith("["):
            dims = ["?" if d is None else "S" if isinstance(d, Symbol) else str(d) for d in value.shape or ()]
            return value.shape is not None and f"[{','.join(dims)}]" == word
        if word.startswith("rank="):
            return value.rank == int(word[5:])
        if word in _FLAGS:
            name, expected = _FLAGS[word]
            return bool(getattr(value, name) == expected)
        return value.dtype == word
    if isinstance(value, Array):
        return bool(getattr(value, _FLAGS[word][0]) == _FLAGS[word][1]) if word in _FLAGS else value.dtype == word
    if isinstance(value, Number):
        return word == value.type if word.isalpha() else str(value.number) == word
    if isinstance(value, Sequence):
        if word.startswith("len="):
            return value.items is not None and len(value.items) == int(word[4:])
        return value.type.value == word
    raise AssertionError(f"{word} says nothing about a {value.kind}")


@pytest.mark.parametrize("program", PROGRAMS, ids=title_of)
def test_fact(program: Program) -> None:
    module = cst.parse_module(program.source)
    value = value_of(program, infer(module), module)
    assert objections(value, program.expectation) == []


@pytest.mark.parametrize("program", RUNNABLE, ids=title_of)
def test_fact_is_true(program: Program) -> None:
    seen: list[object] = []

    def see(value: object) -> object:
        seen.append(value)
        return value

    source = program.source
    if program.marker == "here":
        source = re.sub(r"\bhere = (.*)", r"here = __see__(\1)", source)
    module = cst.parse_module(program.source)
    value = value_of(program, infer(module), module)
    for seed in range(4 if "random" in source else 1):
        random.seed(seed)
        namespace: dict[str, Any] = {"__see__": see, "__name__": "program"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(source, program.title, "exec"), namespace)
        if program.marker == "result":
            see(namespace["result"])
    for real in seen:
        assert list(contradictions(value, real)) == []


def test_there_are_many_of_either_kind() -> None:
    assert len(PROGRAMS) >= 200
    assert len(POSITIVES) >= 125
    assert len(NEGATIVES) >= len(POSITIVES)


def test_titles_are_distinct() -> None:
    titles = [program.title for program in POSITIVES + NEGATIVES]
    assert len(set(titles)) == len(titles)
