"""Every row of inference's table against the installed torch: what inference says of a call is what torch returns."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import libcst as cst
import numpy
import pytest
import torch

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.knowledge.signatures import TABLE, Signature
from flake8_torch_effective.inference.knowledge.tensor_attributes import TENSOR_ATTRIBUTES
from flake8_torch_effective.inference.knowledge.tensor_evidence import (
    GIVES_ITS_KIND,
    GIVES_NO_MODULE,
    HAVE_TOO,
    SHOWS_BY_ARGUMENTS,
    TENSOR_ONLY_KEYWORDS,
    TENSOR_ONLY_METHODS,
)
from flake8_torch_effective.inference.values import UNKNOWN, Sequence, Tensor, Unknown, Value
from tests.inference.samples import (
    FIXED,
    NOT_CALLED,
    OPERANDS,
    call_of,
    module_samples_of,
    samples_of,
)
from tests.inference.truth import Sizes, contradictions

torch.set_num_threads(1)

_TORCH = "torch."


class Row(NamedTuple):
    """One spelling of one operation, with its sample calls."""

    spelled: str
    kind: str
    signature: Signature | None
    samples: list[str]


class Case(NamedTuple):
    """One sample call as source text; ``open`` where inference need not know the result."""

    row: str
    text: str
    open: bool
    signature: Signature | None


def rows() -> Iterator[Row]:
    """Every row of the table, once for each way to spell it."""
    for name, signature in TABLE.functions.items():
        kind = "inplace function" if signature.inplace else "function"
        keys = (name, name.rpartition(".")[2])
        found = next((s for key in keys if (s := samples_of(key, signature))), [])
        yield Row(name, kind, signature, found)
    for name, signature in TABLE.methods.items():
        yield Row(name, "method", signature, _method_samples(name, signature))
    for name, signature in TABLE.inplace.items():
        yield Row(name, "inplace", signature, _method_samples(name, signature))
    for module in TABLE.modules.values():
        if module.name not in NOT_CALLED:
            yield Row(module.name, "module", module.operation, module_samples_of(module))


def _method_samples(name: str, signature: Signature) -> list[str]:
    found = samples_of(f"Tensor.{name}", signature)
    if found == samples_of("", signature):
        found = samples_of(name, signature)
    return [sample for sample in found if not sample.removeprefix("?").startswith("|")]


ROWS = list(rows())
CASES = [
    Case(
        f"{row.kind} {row.spelled}",
        call_of(row.spelled, sample, row.kind),
        sample.startswith("?"),
        row.signature,
    )
    for row in ROWS
    for sample in row.samples
]
CODE = {case.text: compile(case.text, case.text, "eval") for case in CASES}


def name_of(text: str) -> str:
    """The name that a case's result is given."""
    return f"r{NUMBERS[text]}"


@cache
def statement(text: str) -> cst.BaseStatement:
    """A case as a statement, parsed once for all settings."""
    return cst.parse_statement(f"{name_of(text)} = {text}\n")


NUMBERS = {case.text: number for number, case in enumerate(CASES)}
_PART = 300  # cases inferred together
_USES_RANK = re.compile(r"\b[xy]\b")
_SHAPES = [(2, 3, 4, 5)[:rank] for rank in range(5)]


def made(shape: tuple[int, ...], dtype: torch.dtype, grad: bool) -> torch.Tensor:
    """A tensor for the samples: between 0 and 1, so that every loss and logarithm takes it."""
    if dtype.is_floating_point or dtype.is_complex:
        return torch.rand(shape).to(dtype).requires_grad_(grad)
    return torch.ones(shape, dtype=dtype)


class Setting:
    """The operands of one dtype and one rank, as torch has them and as inference is told about them.

    ``knowledge`` says how much inference is told: ``"all"``, ``"sizes"`` (the rank and a name for each size),
    ``"dtype"`` (only that) or ``"tensor"`` (that it is one).
    """

    def __init__(self, dtype: torch.dtype, rank: int, grad: bool = False, knowledge: str = "all") -> None:
        torch.manual_seed(0)
        self.name = f"{dtype} rank {rank} grad={grad} knowledge={knowledge}"
        self.rank = rank
        self.open = knowledge != "all" or rank != 2 or dtype != torch.float32
        self.names: dict[str, int] = {}
        shapes = {"x": _SHAPES[rank], "y": _SHAPES[rank], **OPERANDS}
        self.operands = {name: made(shape, dtype, grad) for name, shape in shapes.items()}
        self.namespace: dict[str, Any] = {
            "torch": torch,
            "nn": torch.nn,
            "numpy": numpy,
            "dtype_": dtype,
            **self.operands,
        }
        source = "import numpy\nimport torch\nimport torch.nn as nn\n"
        source += f"dtype_ = {dtype}\n"
        source += "from jaxtyping import Float32, Int64, Shaped\nfrom torch import Tensor\n"
        short = str(dtype)
        for name, tensor in self.operands.items():
            size = "size=" if not tensor.dim() else ""
            options = f"dtype={short}" + (f", requires_grad={grad}" if tensor.requires_grad else "")
            full = f"{name} = torch.ones({size}{tuple(tensor.shape)}, {options})\n"
            source += full if knowledge == "all" or name not in ("x", "y") else self.told(name, tensor, knowledge)
        for name, text in FIXED.items():
            source += f"{name} = {text}\n"
            self.namespace[name] = eval(text, self.namespace)
        self.source = source

    def told(self, name: str, tensor: torch.Tensor, knowledge: str) -> str:
        """An annotation that says part of the truth about an operand."""
        words = [f"n{axis}" for axis in range(tensor.dim())]
        self.names.update(zip(words, tensor.shape, strict=True))
        kind = {torch.float32: "Float32", torch.int64: "Int64"}[tensor.dtype]
        annotation = {
            "sizes": f'{kind}[Tensor, "{" ".join(words)}"]',
            "dtype": f'{kind}[Tensor, "..."]',
            "tensor": "Tensor",
        }[knowledge]
        return f"{name}: {annotation} = load()\n"

    def run(self) -> list[tuple[Case, object]]:
        """The cases that torch takes in this setting, with its results."""
        ran: list[tuple[Case, object]] = []
        for case in CASES:
            if self.rank != 2 and not _USES_RANK.search(case.text):
                continue
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    ran.append((case, eval(CODE[case.text], self.namespace)))
            except Exception:
                continue  # torch does not take this dtype or rank here
        return ran

    def check(self) -> Iterator[tuple[Case, str]]:
        """Every case whose real result contradicts what inference says, with how."""
        ran = self.run()
        # In parts: what a case changes in place is looked for among the results of all cases before it.
        for start in range(0, len(ran), _PART):
            yield from self.check_part(ran[start : start + _PART])

    def check_part(self, ran: list[tuple[Case, object]]) -> Iterator[tuple[Case, str]]:
        """The same for cases in one module."""
        told = cst.parse_module(self.source)
        module = told.with_changes(body=[*told.body, *(statement(case.text) for case, _ in ran)])
        exported = infer(module).exported
        tensors = {
            identity: tensor
            for name, tensor in self.operands.items()
            if (identity := exported[name].identity) is not None
        }
        sizes = Sizes(self.names, tensors)
        shapes: dict[int, tuple[str, torch.Size]] = {}
        for case, real in ran:
            value = exported[name_of(case.text)]
            for problem in contradictions(value, real, sizes):
                yield case, problem
            if isinstance(value, Tensor) and isinstance(real, torch.Tensor):
                twin = shapes.setdefault(id(value.shape_identity), (case.text, real.shape))
                if twin[1] != real.shape:
                    yield case, f"says as large as {twin[0]}, which is {twin[1]}; is {real.shape}"
            if not self.open and not case.open:
                for problem in gaps(value, real, case.signature):
                    yield case, problem


def gaps(value: Value, real: object, signature: Signature | None = None) -> Iterator[str]:
    """What inference ought to know of a result and does not: kind, rank and dtype."""
    if isinstance(real, torch.Tensor):
        if not isinstance(value, Tensor):
            yield f"does not know that it is a tensor ({value!r})"
        else:
            if value.rank is None and (signature is None or signature.shape is not None):
                yield "does not know the rank"
            if value.dtype is None and (signature is None or signature.dtype is not None):
                yield "does not know the dtype"
    elif isinstance(value, Unknown):
        yield "does not know what it is"
    elif isinstance(real, tuple) and not isinstance(real, torch.Size):
        if not isinstance(value, Sequence) or not (value.items or value.element):
            yield "does not know the items of the tuple"
        else:
            for item in value.items or [value.element or UNKNOWN]:
                yield from gaps(item, real[0])


def report(setting: Setting) -> None:
    """Fail with all contradictions of one setting."""
    problems = [f"{case.text}  [{case.row}]: {problem}" for case, problem in setting.check()]
    assert not problems, f"{setting.name}\n" + "\n".join(sorted(set(problems)))


_PLAIN = [
    *((torch.float32, rank) for rank in range(5)),
    *((torch.int64, rank) for rank in (0, 2, 3)),
    *((torch.bool, rank) for rank in (0, 2)),
    (torch.bfloat16, 2),
]
_GRAD = [
    *((torch.float32, rank) for rank in (0, 2)),
    *((torch.float64, rank) for rank in (1, 2)),
    *((torch.complex64, rank) for rank in (0, 2)),
]
_IN_PART = [
    *((torch.float32, rank, "sizes") for rank in (1, 2, 3)),
    *((torch.float32, rank, "dtype") for rank in (0, 2)),
    *((torch.float32, rank, "tensor") for rank in (0, 2)),
    (torch.int64, 2, "sizes"),
    (torch.int64, 0, "dtype"),
]


def named(value: object) -> str:
    """A dtype, rank or word in the name of a test."""
    return str(value).removeprefix("torch.")


@pytest.mark.parametrize(("dtype", "rank"), _PLAIN, ids=named)
def test_result(dtype: torch.dtype, rank: int) -> None:
    report(Setting(dtype, rank))


@pytest.mark.parametrize(("dtype", "rank"), _GRAD, ids=named)
def test_result_of_operands_that_require_grad(dtype: torch.dtype, rank: int) -> None:
    report(Setting(dtype, rank, grad=True))


@pytest.mark.parametrize(("dtype", "rank", "knowledge"), _IN_PART, ids=named)
def test_result_of_operands_known_in_part(dtype: torch.dtype, rank: int, knowledge: str) -> None:
    report(Setting(dtype, rank, knowledge=knowledge))


def test_every_row_has_a_sample_that_runs() -> None:
    every = {f"{row.kind} {row.spelled}" for row in ROWS}
    assert {f"{row.kind} {row.spelled}" for row in ROWS if not row.samples} == set()
    silent = set(every)
    for dtype in (torch.float32, torch.float64, torch.int64, torch.complex64):
        setting = Setting(dtype, 2, grad=dtype is torch.float32)
        silent -= {case.row for case, _ in setting.run()}
    assert silent <= NEEDS_CUDA


NEEDS_CUDA = {"method cuda", "method pin_memory"}


def test_every_module_has_an_operation() -> None:
    lost = {module.name for module in TABLE.modules.values() if module.operation is None and module.container is None}
    assert lost == set()


# --- names and order of parameters ----------------------------------------------------------------


class Parameters(NamedTuple):
    """The parameters of one overload."""

    positional: list[str]
    keywords: list[str]
    variadic: bool


def overloads(name: str, kind: str) -> list[Parameters]:
    """Every way in which torch lets a name be called."""
    target: Any
    if kind in ("method", "inplace"):
        target = getattr(torch.Tensor, name)
    else:
        target = torch
        for part in name.split(".")[1:]:
            target = getattr(target, part)
    found = [*schemas(name, kind), *documented(target, kind)]
    with suppress(ValueError, TypeError):  # raised for builtins
        found.append(of_signature(inspect.signature(target)))
    return found


_DOCUMENTED = re.compile(r"\s*(?:torch\.)?[\w.]+\((?P<parameters>[^\n]*?)\)\s*(?:->|$)", re.M)


def documented(target: object, kind: str) -> list[Parameters]:
    """The parameters on the first line of a docstring."""
    match = _DOCUMENTED.match(inspect.getdoc(target) or "")
    if match is None:
        return []
    words = [word.split("=")[0].split(":")[0].strip() for word in re.split(r",(?![^()]*\))", match["parameters"])]
    words = [word for word in words if word]
    if kind in ("method", "inplace"):
        words.insert(0, "input")
    variadic = any(word[0] == "*" and len(word) > 1 for word in words)
    cut = next((place for place, word in enumerate(words) if word.startswith("*")), len(words))
    return [Parameters(words[:cut], [word for word in words[cut:] if word[0] != "*"], variadic)]


def of_signature(signature: inspect.Signature) -> Parameters:
    """The parameters of a Python function."""
    positional: list[str] = []
    keywords: list[str] = []
    variadic = False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY:
            keywords.append(parameter.name)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            variadic = True
        elif parameter.kind is not parameter.VAR_KEYWORD:
            positional.append(parameter.name)
    if positional[:1] == ["self"]:
        positional[0] = "input"
    return Parameters(positional, keywords, variadic)


def schemas(name: str, kind: str) -> list[Parameters]:
    """The overloads of a native function, from torch's own schemas."""
    last = name.rpartition(".")[2]
    prefix = next((f"{space}_" for space in ("linalg", "special", "fft") if f".{space}." in name), "")
    found: list[Parameters] = []
    for candidate in (f"aten::{prefix}{last}", f"aten::{last.removesuffix('_')}"):
        for schema in torch._C._jit_get_schemas_for_operator(candidate):
            names = [
                ("input" if argument.name == "self" else argument.name, argument.kwarg_only)
                for argument in schema.arguments
                if argument.name != "out"
            ]
            positional = [word for word, only in names if not only]
            if kind in ("method", "inplace") and "input" in positional:
                positional.remove("input")
                positional.insert(0, "input")
            found.append(Parameters(positional, [word for word, only in names if only], False))
    return found


# Names that torch's parser of Python arguments knows under another name than the schema does.
_OTHER_NAMES = {"x": "input", "dims": "dim"}

# Rows whose parameters torch exposes nowhere, or which deliberately differ, with the reason.
UNCHECKED = {
    "torch.nonzero": "as_tuple is in the documentation only",
    "nonzero": "as_tuple is in the documentation only",
    "hsplit": "documented as split_size_or_sections, and accepted as indices_or_sections or sections",
    "vsplit": "as hsplit",
    "dsplit": "as hsplit",
    "new": "undocumented",
}


def mismatch(row: Row) -> str | None:
    """How the parameters of a row differ from those of every overload; None where they agree with one."""
    signature = row.signature
    assert signature is not None
    if row.spelled in UNCHECKED:
        return None
    known = overloads(row.spelled, row.kind)
    if not known:
        return "torch shows no parameters"
    keywords = {word for overload in known for word in (*overload.keywords, *overload.positional)}
    strange = (
        set(signature.keywords)
        - keywords
        - {"dtype", "device", "layout", "requires_grad", "generator", "memory_format", "pin_memory"}
    )
    own = list(signature.parameters)
    for overload in known:
        if overload.positional[: len(own)] == own or (signature.variadic and overload.positional[: len(own)] == own):
            return f"has no keyword {sorted(strange)}" if strange else None
        # several overloads in one row: every parameter stands at its place in one of them
    places = {(position, word) for overload in known for position, word in enumerate(overload.positional)}
    if all(place in places for place in enumerate(own)):
        return f"has no keyword {sorted(strange)}" if strange else None
    return f"has ({', '.join(own)}), torch has " + " or ".join(
        f"({', '.join(overload.positional)})" for overload in known
    )


def test_parameters_of_operations() -> None:
    wrong = {
        f"{row.kind} {row.spelled}": problem
        for row in ROWS
        if row.kind != "module" and row.signature is not None and (problem := mismatch(row))
    }
    assert not wrong, "\n".join(f"{name}: {problem}" for name, problem in wrong.items())


def test_parameters_of_modules() -> None:
    wrong: list[str] = []
    for name, module in TABLE.modules.items():
        own = list(module.parameters)
        real = of_signature(inspect.signature(getattr(torch.nn, module.name).__init__))
        names = real.positional[1:] + real.keywords
        if own and real.variadic and not names:  # torch lists what its RNNs take in their docstrings only
            built = getattr(torch.nn, module.name)(2, 2)
            wrong += [f"{name} has no {word}" for word in own if not hasattr(built, word)]
            continue
        if module.variadic is None and names[: len(own)] != own:
            wrong.append(f"{name} has {own}, torch has {names}")
    assert not wrong, "\n".join(wrong)


# --- what shows that a value is a tensor ----------------------------------------------------------


def test_tensor_attributes() -> None:
    public = {name for name in dir(torch.Tensor) if not name.startswith("_")}
    assert public == TENSOR_ATTRIBUTES


def test_tensor_only_methods() -> None:
    assert set(TENSOR_ONLY_METHODS) <= set(dir(torch.Tensor))
    for other in (numpy.ndarray, str, list, dict, set, tuple, int, float, bytes, torch.nn.Module):
        assert not TENSOR_ONLY_METHODS & set(dir(other)), other
    # What hardly anybody calls on a storage, or nobody on a tensor either.
    assert TENSOR_ONLY_METHODS & set(dir(torch.UntypedStorage)) == {"copy_", "fill_", "get_device", "is_cuda"}


def test_methods_that_show_a_tensor_by_their_arguments() -> None:
    names = {name for forms in SHOWS_BY_ARGUMENTS for name in forms}
    assert names | GIVES_ITS_KIND <= set(dir(torch.Tensor))
    assert GIVES_NO_MODULE.isdisjoint(dir(torch.nn.Module))
    assert set(dir(torch.nn.Module)) >= GIVES_ITS_KIND - GIVES_NO_MODULE
    assert not names & TENSOR_ONLY_METHODS
    shared = set().union(*HAVE_TOO.values())
    assert shared <= names | TENSOR_ONLY_METHODS | {"argsort", "backward", "sort", "squeeze"}


@pytest.mark.parametrize(
    "call",
    [
        *("x.mean([0, 1])", "x.sum([0])", "x.std([0])", "x.var([0])", "x.mean(1, True)", "x.max(1, True)"),
        *("x.any(1, True)", "x.argmax(1, True)", "x.std(1, False)", "x.flatten(1)", "x.view(2, 12)"),
        *("x.repeat(1, 2, 3)", "x.transpose(1, 2)", "x.view(-1)", "x.size(0)"),
    ],
)
def test_calls_that_numpy_refuses(call: str) -> None:
    assert isinstance(eval(call, {"x": torch.zeros(2, 3, 4, dtype=torch.float64)}), torch.Tensor | tuple | int)
    with pytest.raises((TypeError, ValueError)):
        eval(call, {"x": numpy.zeros((2, 3, 4))})


def test_a_module_takes_no_integer_dtype() -> None:
    with pytest.raises(TypeError):
        torch.nn.Linear(2, 2).to(torch.long)


def test_keywords_that_show_a_tensor_are_of_its_methods() -> None:
    assert {name for row in TABLE.methods.values() for name in (*row.parameters, *row.keywords)} >= TENSOR_ONLY_KEYWORDS
