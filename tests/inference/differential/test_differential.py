"""Random programs, run by torch: nothing that inference says of any expression in any evaluation is false."""

from __future__ import annotations

import os
from typing import Any

import libcst as cst
import pytest
import torch

from tests.inference.differential import running
from tests.inference.differential.api import (
    Inference,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Symbol,
    Tensor,
    Value,
    as_large_as,
    infer,
)
from tests.inference.differential.causes import kind, smallest
from tests.inference.differential.found import FOUND
from tests.inference.differential.found_calls import CALLS
from tests.inference.differential.found_more import MORE
from tests.inference.differential.found_training import TRAINING
from tests.inference.differential.found_unseen import UNSEEN
from tests.inference.differential.places import Place, places
from tests.inference.differential.running import (
    disagreements,
    namespace,
    runnable,
    traced,
    without_untrue_annotations,
)
from tests.inference.differential.tracing import Disagreement, Trace

torch.set_num_threads(1)

# How many times as many programs as usual: `FUZZ=50 python -m pytest tests/inference/differential`.
TIMES = int(os.environ.get("FUZZ", "1"))
PROGRAMS = 400
WORKERS = range(4)
SMALL = FOUND | MORE | CALLS | UNSEEN | TRAINING


@pytest.mark.parametrize("worker", WORKERS)
def test_random_programs(worker: int) -> None:
    for seed in range(worker, PROGRAMS * TIMES, len(WORKERS)):
        source = runnable(seed)
        found = disagreements(source, seed)
        if found:
            small = smallest(source, seed, kind(found[0]))
            claims = "\n".join(map(str, disagreements(small, seed)))
            raise AssertionError(f"program {seed}: {found[0]}\nMade small, it is:\n{small}\n{claims}")


@pytest.mark.parametrize("name", SMALL)
def test_what_was_found(name: str) -> None:
    assert [str(one) for one in disagreements(SMALL[name])] == []


def test_the_programs_say_much() -> None:
    """A fuzzer whose programs end early, or of which inference says nothing, would find nothing."""
    events, whole, lines, dropped = 0, 0, 0, 0
    for seed in range(40):
        source = runnable(seed)
        module = cst.parse_module(source)
        trace = Trace(source, places(module, infer(module)))
        trace.run(namespace(seed))
        events += trace.events
        whole += trace.finished
        lines += source.count("\n")
        dropped += source.count("pass\n")
    assert events > 40 * 60
    assert whole > 40 * 0.9
    assert dropped < lines / 20


PROGRAM = """\
import torch
x = torch.rand(2, 3)
y = torch.zeros(4, dtype=torch.int64)
z = torch.rand(2, 3, requires_grad=True)
n = 3
for _ in range(2):
    a = x + 1
    b = a * 2
u = x
v = x * 3
w = x * 4
pair = (x, y)
m = x.dim() + n
x, y, z, a, b, u, v, w, pair, m
"""


def claimed(name: str) -> tuple[dict[Place, Value], Place]:
    """What inference says of the program, and the place where a name is read last."""
    module = cst.parse_module(PROGRAM)
    claims = places(module, infer(module))
    line = PROGRAM.count("\n")
    column = PROGRAM.splitlines()[-1].index(name)
    return claims, (line, column, line, column + len(name))


def contradicted(claims: dict[Place, Value]) -> list[Disagreement]:
    trace = Trace(PROGRAM, claims)
    trace.run(namespace(0))
    return trace.disagreements


def test_nothing_is_said_of_what_is_true() -> None:
    assert contradicted(claimed("x")[0]) == []


LIES: dict[str, tuple[dict[str, Any], str]] = {
    "rank": ({"shape": (2, 3, 1)}, "says rank 3, is 2"),
    "size": ({"shape": (2, 4)}, "says size 4 along 1, is 3 (4)"),
    "dtype": ({"dtype": "float64"}, "says float64, is float32"),
    "category": ({"dtype": "int"}, "says int, is float32"),
    "device": ({"device": "cuda"}, "says on cuda, is on cpu"),
    "grad": ({"grad": True}, "says grad=True, requires_grad is False"),
    "leaf": ({"leaf": True}, "says a leaf that requires grad, is none"),
    "single": ({"single": True}, "says one element, has 6"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_a_tensor_is_noticed(lie: str) -> None:
    facts, claim = LIES[lie]
    claims, place = claimed("v")
    value = claims[place]
    assert isinstance(value, Tensor)
    claims[place] = value.refined(**facts)
    assert claim in [one.claim for one in contradicted(claims) if one.place == place]


def test_no_graph_where_there_is_one_is_noticed() -> None:
    claims, place = claimed("z")
    value = claims[place]
    assert isinstance(value, Tensor)
    claims[place] = value.refined(grad=False, leaf=False)
    assert "says grad=False, requires_grad is True" in [one.claim for one in contradicted(claims)]


def test_a_false_identity_is_noticed() -> None:
    claims, place = claimed("v")
    other = claims[claimed("w")[1]]
    value = claims[place]
    assert isinstance(value, Tensor)
    assert isinstance(other, Tensor)
    claims[place] = Tensor(value.shape, value.dtype, identity=other.identity)
    assert any(one.claim.startswith("says one tensor with") for one in contradicted(claims))


def test_a_false_identity_within_an_iteration_is_noticed() -> None:
    """What one iteration makes is another tensor in the next, and no lie for that."""
    module = cst.parse_module(PROGRAM)
    claims = places(module, infer(module))
    made, doubled = claims[8, 8, 8, 9], claims[8, 8, 8, 13]
    assert isinstance(made, Tensor)
    assert isinstance(doubled, Tensor)
    claims[8, 8, 8, 13] = Tensor(doubled.shape, doubled.dtype, identity=made.identity)
    assert any(one.claim.startswith("says one tensor with") for one in contradicted(claims))


def test_a_false_shape_identity_is_noticed() -> None:
    claims, place = claimed("y")
    value = claims[place]
    other = claims[claimed("w")[1]]
    assert isinstance(value, Tensor)
    assert isinstance(other, Tensor)
    claims[place] = as_large_as(other, value.dtype)
    assert any(one.claim.startswith("says one shape with") for one in contradicted(claims))


def test_a_false_size_in_common_is_noticed() -> None:
    claims, place = claimed("y")
    other = claimed("w")[1]
    size = Symbol(None, "n")
    claims[place], claims[other] = Tensor((size,)), Tensor((size, None))
    assert any(one.claim.startswith("says one size with") for one in contradicted(claims))


def test_false_equality_is_noticed() -> None:
    claims, place = claimed("v")
    other = claims[claimed("w")[1]]
    value = claims[place]
    assert isinstance(value, Tensor)
    made = other.origin
    assert made is not None
    claims[place] = Tensor(value.shape, value.dtype, origin=Operation(made.signature, made.node, made.operands))
    assert any(one.claim.startswith("says equal values with") for one in contradicted(claims))


def test_a_false_number_is_noticed() -> None:
    claims, place = claimed("m")
    claims[place] = Number("int", 4)
    assert "says 4, is 5" in [one.claim for one in contradicted(claims)]


def test_false_items_are_noticed() -> None:
    claims, place = claimed("pair")
    value = claims[place]
    assert isinstance(value, Sequence)
    assert value.items is not None
    claims[place] = Sequence(SequenceType.TUPLE, [*value.items, Tensor()])
    assert "says 3 items, has 2" in [one.claim for one in contradicted(claims)]
    claims[place] = Sequence(SequenceType.TUPLE, value.items[::-1])
    assert any(one.claim.startswith("item 0: says rank 1, is 2") for one in contradicted(claims))


def test_what_a_refinement_shares_is_no_lie() -> None:
    claims, place = claimed("v")
    value = claims[place]
    assert isinstance(value, Tensor)
    claims[place] = value.refined(shape=None)
    assert contradicted(claims) == []


def lying(module: cst.Module) -> Inference:
    """What inference would say if each product had seven entries."""
    inference = infer(module)
    for key, value in inference.values.items():
        if isinstance(value, Tensor) and value.origin is not None and value.origin.name == "mul":
            inference.values[key] = value.refined(shape=(7,))
    return inference


def test_a_program_is_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "infer", lying)
    found = disagreements(PROGRAM)
    small = smallest(PROGRAM, 0, kind(found[0]))
    assert small.count("\n") <= 4
    assert kind(disagreements(small)[0]) == kind(found[0])


ANNOTATED = """\
import torch
class Holder:
    pass
def helper(a: torch.Tensor):
    return a
holder = Holder()
vars(holder)["given"] = {}
y = helper(vars(holder)["given"])
"""


def test_an_untrue_annotation_is_the_programs_own_contradiction() -> None:
    source = ANNOTATED.format("(torch.rand(2), 3)")
    assert {one.claim for one in traced(source).disagreements} == {"says a tensor, is a tuple"}
    assert disagreements(source) == []


def test_beside_an_untrue_annotation_other_claims_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "infer", lying)
    source = ANNOTATED.format("(torch.rand(2), 3)") + "z = torch.rand(3) * 2\n"
    assert {one.text for one in disagreements(source)} == {"torch.rand(3) * 2", "z"}


def test_a_true_annotation_is_left() -> None:
    source = ANNOTATED.format("torch.rand(2)")
    assert without_untrue_annotations(source) == source
