"""Values stay small whatever a program says: the work is that of its length, the memory too."""

from __future__ import annotations

import tracemalloc

import libcst as cst
import pytest

from flake8_torch_effective.inference.interpreter.inference import Inference
from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.knowledge.python_operations import CHANGED
from flake8_torch_effective.inference.values import (
    Identity,
    Number,
    Operation,
    Sequence,
    SequenceType,
    Tensor,
    Unknown,
    Value,
    another,
    limits,
    share,
    storages,
    widen_storages,
)
from flake8_torch_effective.lint import apply, lint
from flake8_torch_effective.rewriting.file import File
from flake8_torch_effective.rules import all_rules
from flake8_torch_effective.syntax.deep_stack import on_deep_stack
from tests.inference.enormous import ENORMOUS, HEAD
from tests.rules.test_growth import lines_run

SMALL = 80  # more than most limits, so that both sizes are beyond them
TIMES = 2.7  # as much work, where twice as much is written: the smallest are not far enough beyond


def work(source: str) -> tuple[int, int]:
    """How many lines inference runs on a program, and how many the rules run."""
    module = on_deep_stack(lambda: cst.parse_module(source))
    found: list[Inference] = []
    inferred = lines_run(lambda: found.append(on_deep_stack(lambda: infer(module))))
    assert not found[0].failures
    file = File(module, found[0])
    return inferred, lines_run(lambda: on_deep_stack(lambda: apply(file, all_rules())))


@pytest.mark.parametrize("kind", ENORMOUS)
def test_twice_the_program_is_twice_the_work(kind: str) -> None:
    program = ENORMOUS[kind]
    work(program(8))  # what is worked out once a process
    one, two = work(program(SMALL)), work(program(2 * SMALL))
    assert two[0] < TIMES * one[0]
    assert two[1] < TIMES * one[1]


@pytest.mark.parametrize(
    "kind", [kind for kind in ENORMOUS if any(word in kind for word in ("huge", "large", "itself", "twice", "layers"))]
)
def test_no_few_lines_take_much_memory(kind: str) -> None:
    source = ENORMOUS[kind](60)
    lint(source)
    tracemalloc.start()
    try:
        lint(source)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000


def known(program: str, name: str = "t") -> Value:
    """What a name holds at the end of a program."""
    return infer(cst.parse_module(HEAD + "x = torch.zeros(3)\n" + program)).exported[name]


def test_a_list_that_is_too_long_says_what_its_items_are() -> None:
    value = known(f"t = [x] * {limits.ITEMS} + [torch.zeros(3)]\n")
    assert isinstance(value, Sequence)
    assert (value.type, value.items) == (SequenceType.LIST, None)
    assert isinstance(value.element, Tensor)
    assert value.element.shape == (3,)


def test_an_item_behind_the_last_that_is_known_counts() -> None:
    value = known(f"t = [{'x, ' * limits.ITEMS} torch.zeros(4)]\n")
    assert isinstance(value, Sequence)
    assert isinstance(value.element, Tensor)
    assert value.element.shape == (None,)


def test_a_list_that_is_not_too_long_has_its_items() -> None:
    value = known(f"t = [x] * {limits.ITEMS}\n")
    assert isinstance(value, Sequence)
    assert len(value.items or []) == limits.ITEMS


def test_a_number_that_is_too_large_is_one() -> None:
    value = known("t = 10 ** 30\n")
    assert isinstance(value, Number)
    assert (value.type, value.number) == ("int", None)


def test_a_size_that_is_too_large_is_unknown() -> None:
    value = known("t = torch.zeros(10 ** 30, 3)\n")
    assert isinstance(value, Tensor)
    assert value.shape == (None, 3)


def test_a_tensor_of_too_many_dims_is_one() -> None:
    value = known("t = x\n" + "t = t.unsqueeze(0)\n" * limits.DIMS)
    assert isinstance(value, Tensor)
    assert (value.shape, value.dtype) == (None, "float32")


def test_layers_that_are_too_many_give_a_tensor() -> None:
    value = known("m = nn.ReLU()\n" + "m = nn.Sequential(m, m)\n" * 12 + "t = m(x)\n")
    assert isinstance(value, Tensor)
    assert not value.certain


def test_a_method_of_a_far_base_class_is_unknown_and_what_it_derives_from_is_not() -> None:
    classes = "class A0(nn.Module):\n    def g(self):\n        return 1\n"
    classes += "".join(f"class A{i + 1}(A{i}):\n    pass\n" for i in range(2 * limits.ANCESTORS))
    assert isinstance(known(classes + f"t = A{2 * limits.ANCESTORS}().g()\n"), Unknown)
    value = known(classes + f"t = A{2 * limits.ANCESTORS}()(x)\n")
    assert isinstance(value, Tensor)
    assert isinstance(known(classes + f"t = A{limits.ANCESTORS // 2}().g()\n"), Number)


def test_what_may_have_too_many_storages_may_have_any() -> None:
    tensor, few, many = (Tensor(grad=False) for _ in range(3))
    widen_storages(few.identity, frozenset([Identity() for _ in range(9)]))
    widen_storages(many.identity, frozenset([Identity() for _ in range(900)]))
    assert not share(tensor, few)
    assert storages(many) is None
    assert share(tensor, many)
    view = Tensor(grad=False, origin=Operation(CHANGED, cst.Pass(), {"input": many, "by": many}))
    assert storages(view) is None
    assert storages(another(many)) is None
