"""The columns of the knowledge base against the installed torch: what a row claims is what its samples do."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._pytree import tree_leaves

from flake8_torch_effective.inference.knowledge.columns import (
    Contiguity,
    Creates,
    Family,
    Formula,
    Literals,
    Range,
    Saves,
    Signature,
    Tiles,
    Whole,
)
from flake8_torch_effective.inference.knowledge.module_methods import weight_named
from flake8_torch_effective.inference.knowledge.signatures import TABLE
from tests.inference.samples import FIXED, OPERANDS
from tests.inference.test_table import CASES, CODE, Case

_SHAPES = {"x": (4, 3), "y": (4, 3), **OPERANDS}
# Samples that make operands of their own, or put something into what they are given.
_MAKES = re.compile(r"torch\.(ones|zeros|eye|tensor|full|ones_like)\(|_\(|\bf0\b|torch.int8|sparse")
_PLAIN = [case for case in CASES if case.signature is not None and not case.row.startswith("module")]
_FUNCTIONS = [case for case in _PLAIN if not case.row.startswith("inplace")]


def numbers(shape: tuple[int, ...]) -> torch.Tensor:
    """Numbers of both signs and no pattern."""
    return torch.randn(shape)


def namespace(make: Callable[[tuple[int, ...]], torch.Tensor] = numbers, grad: bool = False) -> dict[str, Any]:
    """The operands of the samples, made anew by ``make``."""
    torch.default_generator.manual_seed(0)  # the CPU's alone: torch.manual_seed formats the stack for other devices
    found: dict[str, Any] = {"torch": torch, "nn": torch.nn, "numpy": numpy, "dtype_": torch.float32}
    for name, shape in _SHAPES.items():
        found[name] = make(shape).requires_grad_(grad)
    for name, text in FIXED.items():
        found[name] = eval(text, found)
    return found


def run(case: Case, given: dict[str, Any]) -> Any:
    """The result of a sample call; None where torch does not take these operands."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return eval(CODE[case.text], given)
    except Exception:
        return None


def tensors(result: object) -> list[torch.Tensor]:
    """The tensors in a result."""
    return [leaf for leaf in tree_leaves(result) if isinstance(leaf, torch.Tensor)]


def first(result: object) -> torch.Tensor | None:
    """The first tensor of a result, where it is one of numbers."""
    found = tensors(result)
    return found[0].detach() if found and not found[0].is_complex() else None


def of(case: Case) -> Signature:
    """The row that a sample is of."""
    assert case.signature is not None
    return case.signature


def operand_of(case: Case, given: dict[str, Any]) -> torch.Tensor | None:
    """The tensor that a sample call works on first."""
    word = case.text.partition("(")[2].partition(",")[0].strip(") ")
    if case.row.startswith("method"):
        word = case.text.partition(".")[0]
    return given.get(word) if isinstance(given.get(word), torch.Tensor) else None


def claims(holds: Callable[[Signature], bool]) -> list[Case]:
    """The samples of the rows of which something is claimed."""
    return [case for case in _FUNCTIONS if holds(of(case))]


def fail(problems: list[str]) -> None:
    """Fail with all problems."""
    assert not problems, "\n".join(sorted(set(problems)))


# --- ranges --------------------------------------------------------------------------------------

_BOUNDS = {
    Range.NON_NEGATIVE: (0.0, float("inf")),
    Range.POSITIVE: (0.0, float("inf")),
    Range.UNIT: (0.0, 1.0),
    Range.PROBABILITY: (0.0, 1.0),
    Range.SYMMETRIC_UNIT: (-1.0, 1.0),
    Range.NON_POSITIVE: (-float("inf"), 0.0),
}


def test_ranges_hold() -> None:
    problems = []
    ran = set()
    for make in (numbers, lambda shape: 30 * torch.randn(shape), lambda shape: torch.zeros(shape)):
        given = namespace(make)
        for case in claims(lambda row: row.range is not Range.ANY):
            made = first(run(case, given))
            if made is None:
                continue
            ran.add(of(case).home)
            low, high = _BOUNDS[of(case).range]
            if bool(((made < low) | (made > high)).any()):
                problems.append(f"{case.text}: {made.min()} to {made.max()}, not {of(case).range.name}")
    fail(problems)
    assert len(ran) > 20


def test_signs_are_kept() -> None:
    problems = []
    for sign in (1, -1):
        given = {name: abs(v) * sign if name in _SHAPES else v for name, v in namespace().items()}
        for case in claims(lambda row: row.keeps_sign):
            made = first(run(case, given))
            if made is not None and not _MAKES.search(case.text) and bool((sign * made < 0).any()):
                problems.append(f"{case.text}: has {'negative' if sign > 0 else 'positive'} entries")
    fail(problems)


def test_whole_numbers_are_whole() -> None:
    problems = []
    whole = {name: v.mul(5).round() if name in _SHAPES else v for name, v in namespace().items()}
    for given, word in ((namespace(), Whole.ALWAYS), (whole, Whole.OF_WHOLE)):
        for case in [case for case in _FUNCTIONS if of(case).whole is word]:
            made = first(run(case, given))
            if made is not None and not re.search(r"1\.5|dtype|alpha|decimals|mean", case.text):
                if bool((made.double() != made.double().round()).any()):
                    problems.append(f"{case.text}: {made.flatten()[:3]}")
    fail(problems)


def test_values_are_preserved() -> None:
    given = namespace(lambda shape: torch.randperm(max(1, torch.Size(shape).numel())).reshape(shape).float())
    problems = []
    for case in claims(lambda row: row.value_preserving):
        made, source = first(run(case, given)), operand_of(case, given)
        if made is None or source is None or "int" in case.text or "bool" in case.text or not made.numel():
            continue
        if set(made.double().flatten().tolist()) != set(source.double().flatten().tolist()):
            problems.append(case.text)
    fail(problems)


def test_selections_select() -> None:
    given = namespace()
    problems = []
    for case in claims(lambda row: row.selects):
        source = operand_of(case, given)
        entries = set() if source is None else set(source.flatten().tolist())
        made = tensors(run(case, given))
        if source is not None and any(not set(tensor.flatten().tolist()) <= entries for tensor in made):
            problems.append(case.text)
    fail(problems)


def test_tilings_repeat() -> None:
    given = namespace()
    problems = []
    for case in claims(lambda row: row.tiles is not None):
        made, source = first(run(case, given)), operand_of(case, given)
        if made is None or source is None or not made.numel():
            continue
        shares = made.untyped_storage().data_ptr() == source.untyped_storage().data_ptr()
        if made.numel() < source.numel() and not re.search(r"0|\(idx\)", case.text):
            problems.append(f"{case.text}: is smaller")
        if shares is (of(case).tiles is not Tiles.AS_VIEW):
            problems.append(f"{case.text}: {'shares' if shares else 'copies'} memory")
    fail(problems)


def test_degrees() -> None:
    scale = 2.5
    problems = []
    for case in claims(lambda row: row.degree is not None):
        row = of(case)
        given = namespace(lambda shape: torch.rand(shape) + 0.1)
        one = first(run(case, given))
        source = operand_of(case, given)
        if (
            one is None
            or source is None
            or not one.is_floating_point()
            or "bfloat16" in case.text
            or "half" in case.text
        ):
            continue
        scaled = {name: value * scale if value is source else value for name, value in given.items()}
        other = first(run(case, scaled))
        if other is None or other.shape != one.shape:
            continue
        assert row.degree is not None
        if not torch.allclose(other.double(), one.double() * scale**row.degree, rtol=1e-2, equal_nan=True):
            problems.append(f"{case.text}: {row.degree}")
    fail(problems)


def test_fillings() -> None:
    given = namespace()
    problems = []
    for case in claims(lambda row: row.fills_with is not None):
        made, fill = first(run(case, given)), of(case).fills_with
        if made is not None and fill is not None and not torch.equal(made, torch.full_like(made, fill)):
            problems.append(case.text)
    fail(problems)


def test_constants_are_the_same_in_each_dtype() -> None:
    given = namespace()
    problems = []
    for case in claims(lambda row: row.constant and row.repeatable):
        one = first(run(case, given))
        torch.set_default_dtype(torch.float64)
        try:
            other = first(run(case, given))
        finally:
            torch.set_default_dtype(torch.float32)
        if one is not None and other is not None and not torch.equal(one.double(), other.double()):
            problems.append(case.text)
    fail(problems)


# --- randomness and sizes ------------------------------------------------------------------------


def _agree(a: object, b: object) -> bool:
    ours, theirs = ([tensor for tensor in tensors(made) if tensor.layout is torch.strided] for made in (a, b))
    return len(ours) == len(theirs) and all(
        one.shape == other.shape and torch.equal(one.nan_to_num(), other.nan_to_num())
        for one, other in zip(ours, theirs, strict=True)
    )


def test_what_has_a_mode_works_in_the_one_that_torch_chooses() -> None:
    rows = {path: row for path, row in TABLE.functions.items() if "training" in row.parameters}
    assert len(rows) >= 8
    for path, row in rows.items():
        if not path.endswith("_"):
            function = eval(path)
            assert row.training is inspect.signature(function).parameters["training"].default, path
    assert all(row.training is None for path, row in TABLE.functions.items() if path not in rows)


def test_what_is_random_differs_and_what_is_repeatable_does_not() -> None:
    problems, differing, rows = [], set(), {}
    for make in (numbers, lambda shape: torch.rand(shape)):
        for case in _FUNCTIONS:
            row = of(case)
            if row.repeatable is False and not row.random:
                continue
            given = namespace(make)
            one = run(case, given)
            other = run(case, {**given, **{name: given[name] for name in given}})
            if one is None or not tensors(one):
                continue
            rows[row.home] = row
            if not _agree(one, other):
                differing.add(row.home)
                if row.repeatable and row.home != "batch_norm":  # which changes the statistics it is given
                    problems.append(f"{case.text}: differs from call to call")
    fail(problems)
    fail([f"{home}: is never random" for home, row in rows.items() if row.random and home not in differing])


def test_sizes_depend_on_values_where_a_row_says_so() -> None:
    makes = (
        lambda shape: torch.zeros(shape),
        lambda shape: torch.ones(shape),
        lambda shape: torch.arange(torch.Size(shape).numel()).reshape(shape).float(),
        numbers,
    )
    shapes: dict[tuple[str, str], set[Any]] = {}
    rows = {}
    for make in makes:
        for number in (False, True):
            given = namespace(make)
            if number:
                given = {name: v.long() if isinstance(v, torch.Tensor) else v for name, v in given.items()}
            for case in _FUNCTIONS:
                made = run(case, given)
                if tensors(made):
                    rows[of(case).home] = of(case)
                    shapes.setdefault((f"{number} {case.text}", of(case).home), set()).add(
                        tuple(tensor.shape for tensor in tensors(made))
                    )
    sized = {home for (_, home), found in shapes.items() if len(found) > 1}
    claimed = {row.home for row in rows.values() if row.sized_by_values}
    assert sized - claimed <= {"where"}, sized - claimed  # of one operand, which is nonzero under another name
    # of repeats or masks that no sample makes of its operands
    assert claimed - sized <= {"bincount", "masked_select", "repeat_interleave"}, claimed - sized


def test_what_waits_for_the_device_cannot_be_traced() -> None:
    stopped: dict[str, bool] = {}
    real = namespace()
    runs = [case for case in _FUNCTIONS if run(case, real) is not None]
    with FakeTensorMode():
        given = namespace()
        for case in runs:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    eval(CODE[case.text], given)
                stops = False
            except Exception as error:
                stops = (
                    "data-dependent" in str(error).lower() or "DataDependent" in repr(error) or "Dynamic" in repr(error)
                )
            stopped[of(case).home] = stopped.get(of(case).home, False) or stops
    waits = {row.home: row.synchronises for row in map(of, runs)}
    assert {home for home, stops in stopped.items() if stops and not waits[home]} <= _SOMETIMES
    assert {home for home, waiting in waits.items() if waiting and not stopped[home]} <= {"is_nonzero", "numpy"}


# What waits for some arguments only: where weights are checked, the number of classes is not given, ...
_SOMETIMES = {
    *("corrcoef", "cov", "ctc_loss", "linalg_lstsq", "one_hot", "where"),
    *("pack_padded_sequence", "pack_sequence", "pad_packed_sequence"),  # lengths, which lie on the CPU
}


def test_devices() -> None:
    problems = []
    with torch.device("meta"):
        for case in _FUNCTIONS:
            given = namespace_on_cpu()
            made = run(case, given)
            if not isinstance(made, torch.Tensor) or "device" in case.text:
                continue
            if of(case).creates in (Creates.WITH_OPERANDS, Creates.AS_ARGUMENTS_SAY) and _MAKES.search(case.text):
                continue
            on_default = made.device.type == "meta"
            if on_default is not (of(case).creates in (Creates.BY_DEFAULT, Creates.WITH_DATA)):
                problems.append(f"{case.text}: {made.device.type}, {of(case).creates.name}")
    fail(problems)


def namespace_on_cpu() -> dict[str, Any]:
    """The operands of the samples, on the CPU whatever the default device is."""
    with torch.device("cpu"):
        return namespace()


# --- memory and gradients ------------------------------------------------------------------------


def kept(case: Case, given: dict[str, Any]) -> tuple[bool, bool] | None:
    """Whether the first operand and the result are kept for backward."""
    packed: list[int] = []

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        packed.append(tensor.untyped_storage().data_ptr())
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        made = run(case, given)
    source = [t.untyped_storage().data_ptr() for t in given.values() if isinstance(t, torch.Tensor)]
    results = tensors(made)
    if not results or not results[0].requires_grad:
        return None
    result = results[0].untyped_storage().data_ptr()
    if result in source:
        return None
    return any(pointer in source for pointer in packed), result in packed


def test_what_is_kept_for_backward() -> None:
    found: dict[str, tuple[bool, bool]] = {}
    rows = {}
    for case in _FUNCTIONS:
        given = namespace(lambda shape: torch.rand(shape), grad=True)
        seen = kept(case, given)
        if seen is not None:
            rows[of(case).home] = of(case)
            before = found.get(of(case).home, (False, False))
            found[of(case).home] = (before[0] or seen[0], before[1] or seen[1])
    words = {
        (False, False): Saves.NOTHING,
        (True, False): Saves.INPUT,
        (False, True): Saves.OUTPUT,
        (True, True): Saves.BOTH,
    }
    fail(
        [
            f"{home}: {words[seen].name}"
            for home, seen in found.items()
            if rows[home].saves not in (Saves.UNKNOWN, words[seen])
        ]
    )


def test_what_is_kept_with_a_dim() -> None:
    cases = claims(lambda row: row.saves_indices)
    assert cases
    for case in cases:
        given = namespace(lambda shape: torch.rand(shape), grad=True)
        if isinstance(run(case, given), tuple):
            assert kept(case, given) == (False, False), case.text
    assert {of(case).name for case in _FUNCTIONS if of(case).saves is Saves.BOTH and returns_pair(case)} <= {
        of(case).name for case in cases
    }


def returns_pair(case: Case) -> bool:
    """Whether a sample gives values and indices."""
    made = run(case, namespace(lambda shape: torch.rand(shape), grad=True))
    return isinstance(made, tuple) and hasattr(made, "indices")


def test_results_that_share_memory() -> None:
    sharing = set()
    rows = {}
    kinds = "float32 bfloat16 float16 float64 int64 int32 int16 int8 uint8 bool complex64 complex128".split()
    for kind in kinds:
        dtype = getattr(torch, kind)
        given = {name: v.abs().to(dtype) if name in _SHAPES else v for name, v in namespace().items()}
        pointers = {t.untyped_storage().data_ptr() for t in given.values() if isinstance(t, torch.Tensor)}
        for case in _FUNCTIONS:
            row = of(case)
            made = run(case, given)
            for tensor in tensors(made):
                rows[row.home] = row
                if (
                    tensor.numel()
                    and tensor.layout is torch.strided
                    and tensor.untyped_storage().data_ptr() in pointers
                ):
                    sharing.add(row.home)
    views = {home for home, row in rows.items() if row.family in (Family.VIEW, Family.INDEXING)}
    claimed = {home for home, row in rows.items() if row.may_share}
    assert sharing - claimed - views == set()
    assert claimed & rows.keys() - sharing == set()


def test_memory_order() -> None:
    problems = []
    for case in claims(lambda row: row.contiguity in (Contiguity.KEEPS, Contiguity.CONTIGUOUS)):
        given = namespace(lambda shape: torch.rand(shape[::-1]).permute(*reversed(range(len(shape)))))
        made, source = first(run(case, given)), operand_of(case, given)
        if (
            made is None
            or source is None
            or made.dim() < 2
            or "memory_format" in case.text
            or made.shape != source.shape
            or made.numel() < 2
        ):
            continue
        if of(case).contiguity is Contiguity.CONTIGUOUS and not made.is_contiguous():
            problems.append(f"{case.text}: strides {made.stride()}")
        if of(case).contiguity is Contiguity.KEEPS and made.is_contiguous():
            problems.append(f"{case.text}: is made contiguous")
    fail(problems)


# --- modules -------------------------------------------------------------------------------------

# Layers made of layers or of cells, whose parameters have names of their own.
_COMPOSED = re.compile(r"LSTM|GRU|RNN|Transformer|MultiheadAttention")


def test_modules_hold_what_their_rows_say() -> None:
    given = namespace()
    problems = []
    for case in CASES:
        if not case.row.startswith("module") or _COMPOSED.search(case.row):
            continue
        row = TABLE.modules["torch.nn." + case.row.partition(" ")[2]]
        try:
            built = eval(case.text[: case.text.rindex("(")], given)
        except Exception:
            continue
        if row.container is not None:
            continue
        weights, buffers = dict(built.named_parameters()), dict(built.named_buffers())
        if not weights.keys() <= set(row.weights) or not buffers.keys() <= set(row.buffers):
            problems.append(f"{case.text}: holds {[*weights]} and {[*buffers]}")
        if row.functional is not None and not hasattr(torch.nn.functional, row.functional.rpartition(".")[2]):
            problems.append(f"{row.functional} is not there")
    fail(problems)


def test_composed_modules_hold_what_their_rows_say() -> None:
    recurrent = {"num_layers": 2, "bidirectional": True, "proj_size": 2}
    inner: dict[str, Any] = {
        "TransformerEncoder": lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8), 1),
        "TransformerDecoder": lambda: nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8), 1),
        "Transformer": lambda: nn.Transformer(4, 2, 1, 1, 8),
        "TransformerEncoderLayer": lambda: nn.TransformerEncoderLayer(4, 2, 8),
        "TransformerDecoderLayer": lambda: nn.TransformerDecoderLayer(4, 2, 8),
        "MultiheadAttention": lambda: nn.MultiheadAttention(4, 2, add_bias_kv=True),
        "LSTM": lambda: nn.LSTM(4, 3, **recurrent),
        "GRU": lambda: nn.GRU(4, 3, 2, bidirectional=True),
        "RNN": lambda: nn.RNN(4, 3, 2, bidirectional=True),
        "LSTMCell": lambda: nn.LSTMCell(4, 3),
        "GRUCell": lambda: nn.GRUCell(4, 3),
        "RNNCell": lambda: nn.RNNCell(4, 3),
    }
    problems = []
    for name, build in inner.items():
        row, built = TABLE.modules["torch.nn." + name], build()
        own = {weight_named(weight) for weight, _ in built.named_parameters(recurse=False)}
        if not own <= set(row.weights) or not (own or row.parts):
            problems.append(f"{name}: holds {own}")
        problems += [
            f"{name}.{part}: is no {cls}"
            for part, cls in row.parts.items()
            if not isinstance(getattr(built, part), getattr(nn, cls))
        ]
    assert {row.name for row in TABLE.modules.values() if row.parts} <= inner.keys()
    fail(problems)


def test_modules_depend_on_their_mode_where_their_rows_say_so() -> None:
    given = namespace(lambda shape: torch.rand(shape))
    problems = []
    for case in CASES:
        if not case.row.startswith("module"):
            continue
        row = TABLE.modules["torch.nn." + case.row.partition(" ")[2]]
        if row.container is not None or row.depends_on_mode:
            continue
        text, _, _ = case.text.rpartition(")(")
        try:
            built = eval(f"{text})", given)
            called = eval(f"lambda made: made{case.text[len(text) + 1 :]}", given)
            results = [first(called(built.train(mode))) for mode in (True, False)]
        except Exception:
            continue
        if results[0] is not None and not _agree(*results):
            problems.append(f"{case.text}: differs between train() and eval()")
    fail(problems)


# --- what rules ask ------------------------------------------------------------------------------


def test_explicit_reductions_give_what_the_implicit_ones_give() -> None:
    x = torch.randn(4, 3)
    rows = {row.name: row.over_all for row in TABLE.operations.values() if row.over_all is not None}
    for name, explicit in rows.items():
        whole = f"torch.{explicit.replace('(', '(x, ')}" if not hasattr(x, name) else f"x.{explicit}"
        wanted, found = getattr(torch, name)(x), eval(whole, {"torch": torch, "x": x})
        for one, other in zip(tensors(wanted), tensors(found), strict=True):
            assert torch.equal(one, other), explicit
    assert {"sum", "max", "std_mean"} <= rows.keys()


def test_joined_dims() -> None:
    joined = [row for row in TABLE.operations.values() if row.joins_dim is not None]
    for row in joined:
        dim = row.joins_dim
        assert dim is not None
        x, y = torch.randn(2, 3, 4), torch.randn(2, 3, 4)
        assert torch.equal(getattr(torch, row.name)([x, y]), torch.cat([x, y], dim=dim)), row
        made = getattr(torch, row.name)([x[0], y[0]])
        assert made.shape[dim] == 2 * (x[0].shape[dim] if dim < 2 else 1), row
    assert len(joined) == 4


def test_views_that_need_strides_raise_and_others_copy() -> None:
    turned = torch.randn(4, 3).t()
    for name, row in TABLE.methods.items():
        if row.formula not in (Formula.RESHAPE, Formula.RESHAPE_AS):
            continue
        other = torch.empty(12) if row.formula is Formula.RESHAPE_AS else (12,)
        try:
            getattr(turned, name)(other)
            raised = False
        except RuntimeError:
            raised = True
        assert raised is row.needs_strides, name
    assert TABLE.methods["view"].needs_strides


def test_what_takes_real_numbers_only() -> None:
    given = namespace()
    complexes = namespace(lambda shape: torch.complex(numbers(shape), numbers(shape)))
    cases = claims(lambda row: row.real_only)
    assert cases
    fail([case.text for case in cases if run(case, given) is None or run(case, complexes) is not None])


def test_scatters_change_some_entries_of_the_operand() -> None:
    problems, ran = [], set()
    given = namespace()
    for case in claims(lambda row: row.scatters):
        source = operand_of(case, given)
        before = None if source is None else source.clone()
        made = first(run(case, given))
        if before is None or made is None:
            continue
        ran.add(of(case).name)
        if made.shape != before.shape or torch.equal(made, before):
            problems.append(case.text)
    fail(problems)
    assert len(ran) > 5


def result_or_error(make: Callable[[], torch.Tensor]) -> torch.Tensor | str:
    """What a call gives, or why torch refuses it."""
    try:
        return make()
    except RuntimeError as error:
        return str(error)


# A number that float16 cannot hold, between numbers that it can.
_LARGE = 1e5


def test_literals_are_rounded_to_the_dtype_or_taken_in_float32() -> None:
    low = torch.tensor([-65504.0], dtype=torch.float16)
    small = torch.tensor([2.0**-10], dtype=torch.float16)
    wider = {"mul": small * _LARGE, "div": low / _LARGE}
    for name, made in wider.items():
        assert TABLE.operations[name].literals is Literals.MAYBE_WIDER
        assert made.isfinite().all(), name
        assert made.ne(0).all(), name
    rounded: dict[str, Callable[[], torch.Tensor]] = {
        "add": lambda: low + _LARGE,  # noqa: TEF319
        "rsub": lambda: torch.rsub(-low, _LARGE),  # noqa: TEF319
        "clamp_min": lambda: low.clamp_min(_LARGE),  # noqa: TEF319
        "fill": lambda: low.clone().fill_(_LARGE),  # noqa: TEF319
        "full_like": lambda: torch.full_like(low, _LARGE),  # noqa: TEF319
        "index_fill": lambda: low.index_fill(0, torch.tensor([0]), _LARGE),  # noqa: TEF319
        "masked_fill": lambda: low.masked_fill(low < 0, _LARGE),  # noqa: TEF319
        "pad": lambda: torch.nn.functional.pad(low, (0, 1), value=_LARGE)[1:],  # noqa: TEF319
        "scatter": lambda: low.scatter(0, torch.tensor([0]), _LARGE),  # noqa: TEF319
        "tensor": lambda: torch.tensor([_LARGE], dtype=torch.float16),  # noqa: TEF319
        "where": lambda: torch.where(low > 0, low, _LARGE),  # noqa: TEF319
    }
    for name, make in rounded.items():
        assert TABLE.operations[name].literals is Literals.AS_DTYPE, name
        found = result_or_error(make)
        assert "overflow" in found if isinstance(found, str) else bool(found.isinf().all()), name
