"""What the knowledge base calls removed or deprecated, as the installed torch says, and what is to be used instead."""

from __future__ import annotations

import importlib
import inspect
import io
import re
import warnings
from collections.abc import Callable
from types import ModuleType

import pytest
import torch
from torch import nn

from flake8_torch_effective.inference.knowledge.obsolete_names import (
    METHODS,
    NOW_MODULES,
    Change,
    Obsolete,
    Stage,
    rows,
)
from flake8_torch_effective.inference.knowledge.releases import MODULES, names, version_of

ROWS = {row.name: row for row in rows()}
INSTALLED = version_of(torch.__version__)


def thing(name: str) -> object:
    """What a dotted name is; raises where there is none."""
    module, _, rest = name.partition(".")
    found: object = importlib.import_module(module)
    path = module
    for part in filter(None, rest.split(".")):
        path += f".{part}"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = getattr(found, part) if hasattr(found, part) else importlib.import_module(path)
    return found


def exists(name: str) -> bool:
    try:
        thing(name)
    except (ImportError, AttributeError):
        return False
    return True


def matrix() -> torch.Tensor:
    return torch.tensor([[2.0, 0.5], [0.5, 3.0]])


def vector() -> torch.Tensor:
    return torch.tensor([1.0, 2.0])


def layer() -> nn.Linear:
    return nn.Linear(2, 2)


class Named:
    """What an interface of TorchScript is made of."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x


def scripted() -> torch.jit.ScriptModule:
    """A module of TorchScript, in evaluation mode."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.jit.script(layer().eval())  # noqa: TEF902


def saved() -> io.BytesIO:
    """The same in a file."""
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.jit.save(scripted(), file)  # noqa: TEF902
    file.seek(0)
    return file


def waiting() -> object:
    """What `torch.jit.wait` waits for."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.jit.fork(torch.sin, vector())  # type: ignore[no-untyped-call]  # noqa: TEF902


# Calls of those that only warn, or only raise, when they are called.
CALLS: dict[str, Callable[[Callable[..., object]], object]] = {
    "torch.solve": lambda f: f(matrix(), matrix()),
    "torch.symeig": lambda f: f(matrix()),
    "torch.eig": lambda f: f(matrix()),
    "torch.lstsq": lambda f: f(matrix(), matrix()),
    "torch.matrix_rank": lambda f: f(matrix()),
    "torch.qr": lambda f: f(matrix()),
    "torch.norm": lambda f: f(matrix()),
    "torch.cholesky": lambda f: f(matrix()),
    "torch.chain_matmul": lambda f: f(matrix(), matrix()),
    "torch.range": lambda f: f(0, 3),
    "torch.lu": lambda f: f(matrix()),
    "torch.lu_solve": lambda f: f(matrix(), *torch.linalg.lu_factor(matrix())),
    "torch.triangular_solve": lambda f: f(matrix(), matrix()),
    "torch.set_default_tensor_type": lambda f: f(torch.FloatTensor),
    "torch.cuda.memory_cached": lambda f: f(),
    "torch.cuda.max_memory_cached": lambda f: f(),
    "torch.cuda.reset_max_memory_allocated": lambda f: f(),
    "torch.cuda.reset_max_memory_cached": lambda f: f(),
    "torch.distributed.reduce_op": lambda f: f.SUM,  # type: ignore[attr-defined]
    "torch.library.impl_abstract": lambda f: f("a::b"),
    "torch.testing.assert_allclose": lambda f: f(vector(), vector()),
    "torch.backends.cuda.sdp_kernel": lambda f: f(),
    "torch.nn.utils.weight_norm": lambda f: f(layer()),
    "torch.nn.utils.clip_grad_norm": lambda f: f([matrix()], 1.0),
    "torch.nn.utils.stateless.functional_call": lambda f: f(layer(), {}, (matrix(),)),
    "torch.nn.functional.upsample": lambda f: f(matrix()[None], 2),
    "torch.nn.functional.upsample_nearest": lambda f: f(matrix()[None], scale_factor=2),
    "torch.nn.functional.upsample_bilinear": lambda f: f(matrix()[None, None], scale_factor=2),
    "torch.nn.NLLLoss2d": lambda f: f(),
    "torch.nn.Container": lambda f: f(),
    "torch.nn.init.constant": lambda f: f(matrix(), 1.0),
    "torch.nn.init.dirac": lambda f: f(torch.zeros(2, 2, 1)),
    "torch.nn.init.sparse": lambda f: f(matrix(), 0.5),
    "functorch.make_functional": lambda f: f(layer()),
    "functorch.make_functional_with_buffers": lambda f: f(layer()),
    "functorch.combine_state_for_ensemble": lambda f: f([layer(), layer()]),
    "functorch.vjp": lambda f: f(torch.sin, vector()),
    "functorch.jvp": lambda f: f(torch.sin, (vector(),), (vector(),)),
    **{f"torch.nn.init.{name}": lambda f: f(matrix()) for name in ("uniform", "normal", "eye", "orthogonal")},
    **{
        f"torch.nn.init.{scheme}_{law}": lambda f: f(matrix())
        for scheme in ("xavier", "kaiming")
        for law in ("uniform", "normal")
    },
    **{
        f"functorch.{name}": lambda f: f(torch.sin)
        for name in ("vmap", "grad", "grad_and_value", "jacrev", "jacfwd", "hessian", "functionalize")
    },
    **{f"torch.{device}.amp.autocast": lambda f: f() for device in ("cuda", "cpu")},
    **{f"torch.{device}.amp.GradScaler": lambda f: f(enabled=False) for device in ("cuda", "cpu")},
    "torch.jit.script": lambda f: f(layer()),
    "torch.jit.script_method": lambda f: f(matrix),
    "torch.jit.trace": lambda f: f(layer(), matrix()),
    "torch.jit.trace_module": lambda f: f(layer(), {"forward": matrix()}),
    "torch.jit.load": lambda f: f(saved()),
    "torch.jit.save": lambda f: f(scripted(), io.BytesIO()),
    "torch.jit.fork": lambda f: f(torch.sin, vector()),
    "torch.jit.wait": lambda f: f(waiting()),
    "torch.jit.freeze": lambda f: f(scripted()),
    "torch.jit.optimize_for_inference": lambda f: f(scripted()),
    "torch.jit.interface": lambda f: f(Named),
    "torch.jit.set_fusion_strategy": lambda f: f([("STATIC", 2), ("DYNAMIC", 10)]),
    "torch.jit.annotate": lambda f: f(int, 3),
    "torch.jit.isinstance": lambda f: f(3, int),
    "torch.jit.enable_onednn_fusion": lambda f: f(False),
    "torch.jit.onednn_fusion_enabled": lambda f: f(),
    "torch.jit.script_if_tracing": lambda f: f(matrix)(),  # type: ignore[operator]
    **{f"torch.jit.{name}": lambda f: f(matrix) for name in ("export", "ignore")},
    "torch.svd": lambda f: f(matrix()),
    "torch.ger": lambda f: f(vector(), vector()),
    "torch.nn.UpsamplingNearest2d": lambda f: f(scale_factor=2)(matrix()[None, None]),  # type: ignore[operator]
    "torch.nn.UpsamplingBilinear2d": lambda f: f(scale_factor=2)(matrix()[None, None]),  # type: ignore[operator]
    **{f"torch.cuda.amp.custom_{way}": lambda f: f(len) for way in ("fwd", "bwd")},
}
# torch has no words for it in the installed documentation: https://docs.pytorch.org/docs/stable/autograd.html
ELSEWHERE = {"torch.autograd.Variable", "torch.ger"}


def stage(row: Obsolete) -> Stage:
    return row.stage(INSTALLED)


REMOVED = [row for row in ROWS.values() if row.removed is not None and row.removed <= INSTALLED]
DEPRECATED = [row for row in ROWS.values() if stage(row) is Stage.DEPRECATED]


@pytest.mark.parametrize("row", REMOVED, ids=[row.name for row in REMOVED])
def test_what_is_called_removed_is_not_there_or_raises(row: Obsolete) -> None:
    if not exists(row.name):
        return
    with pytest.raises(RuntimeError, match="removed"):
        CALLS[row.name](thing(row.name))  # type: ignore[arg-type]


def warnings_of(row: Obsolete) -> tuple[object, list[str]]:
    """What a name names, and all that torch warns of when it is read and called."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        torch.set_warn_always(True)
        module, _, last = row.name.rpartition(".")
        found = getattr(thing(module), last)
        try:
            if row.name in CALLS:
                CALLS[row.name](found)
        except (RuntimeError, AttributeError):  # what matters is the warning before: there is no CUDA, no file
            pass
        finally:
            torch.set_warn_always(False)
    marked = "deprecated" if hasattr(found, "__deprecated__") else ""
    return found, [*(str(one.message) for one in caught), *([marked] if marked else [])]


def said_by(row: Obsolete) -> str:
    """All that torch says when a name is read and called, and its documentation."""
    found, warned = warnings_of(row)
    return " ".join([*warned, inspect.getdoc(found) or ""])


@pytest.mark.parametrize("row", DEPRECATED, ids=[row.name for row in DEPRECATED])
def test_what_is_silent_is_what_torch_does_not_warn_of(row: Obsolete) -> None:
    assert row.silent == (not warnings_of(row)[1])


def test_all_of_torchscript_that_warns_or_is_called_deprecated_is_known() -> None:
    """Whatever else of `torch.jit` says so in its documentation or warns in its own code has a row."""
    said = set()
    for name, one in vars(torch.jit).items():
        if not name.startswith("_") and (inspect.isfunction(one) or inspect.isclass(one)):
            if str(one.__module__).startswith(("torch.jit", "torch._jit_internal")):
                text = inspect.getsource(one) if inspect.isfunction(one) else inspect.getdoc(one) or ""
                if re.search(r"deprecated:: 2|is deprecated\. Please", text):
                    said.add(f"torch.jit.{name}")
    assert said == {name for name in ROWS if name.startswith("torch.jit.")}


@pytest.mark.parametrize("row", DEPRECATED, ids=[row.name for row in DEPRECATED])
def test_what_is_called_deprecated_warns_or_says_so(row: Obsolete) -> None:
    assert exists(row.name)
    if row.name not in ELSEWHERE:
        assert re.search(r"deprecat|has been renamed|was renamed|now calls|in favor of", said_by(row)), said_by(row)[
            :200
        ]


def test_what_is_deprecated_elsewhere_is_what_replaces_it() -> None:
    x = vector()
    assert torch.equal(torch.autograd.Variable(x), x)  # noqa: TEF902
    assert type(torch.autograd.Variable(x)) is torch.Tensor  # noqa: TEF902
    assert torch.equal(torch.ger(x, x), torch.outer(x, x))  # noqa: TEF902
    assert "torch.outer" in (torch.ger.__doc__ or "")  # noqa: TEF902


@pytest.mark.parametrize("row", ROWS.values(), ids=list(ROWS))
def test_every_replacement_exists_from_the_release_on_that_the_row_says(row: Obsolete) -> None:
    if row.replacement is None:
        assert row.note
        return
    if row.since <= INSTALLED:
        assert exists(row.replacement)
    module, _, name = row.replacement.rpartition(".")
    if module in MODULES:
        life = names().modules[module][name]
        assert life.first is None or life.first <= row.since


@pytest.mark.parametrize("row", ROWS.values(), ids=list(ROWS))
def test_the_table_of_names_agrees(row: Obsolete) -> None:
    module, _, name = row.name.rpartition(".")
    if module in MODULES and row.removed is not None:
        life = names().modules[module].get(name)
        assert life is not None
        assert life.last is None or life.last < row.removed


SAME = {
    "torch.ger": (vector(), vector()),
    "torch.nn.functional.upsample": (matrix()[None], None, 2),
    "torch.nn.utils.clip_grad_norm": ([matrix()], 1.0),
    "torch.nn.init.constant": (matrix(), 2.0),
    "torch.nn.init.eye": (matrix(),),
    "functorch.vmap": (torch.sin,),
}


@pytest.mark.parametrize("name", SAME)
def test_a_drop_in_gives_the_same(name: str) -> None:
    row = ROWS[name]
    assert row.change is Change.NOTHING
    assert row.replacement is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        old, new = (thing(one)(*SAME[name]) for one in (name, row.replacement))  # type: ignore[operator]
    if callable(old):
        old, new = old(vector()), new(vector())
    torch.testing.assert_close(old, new)


def test_a_drop_in_takes_the_same_parameters() -> None:
    for row in DEPRECATED:
        if row.change is Change.NOTHING and row.replacement is not None:
            pair = thing(row.name), thing(row.replacement)
            if all(inspect.isfunction(one) for one in pair) and not row.name.startswith("torch.nn.init."):
                old, new = (inspect.signature(one).parameters for one in pair)  # type: ignore[arg-type]
                assert set(old) <= set(new) or "args" in old, row.name


@pytest.mark.parametrize("name", sorted(METHODS))
def test_methods_are_as_obsolete_as_the_functions(name: str) -> None:
    row = ROWS[f"torch.{name}"]
    if row.removed is not None and hasattr(matrix(), name):
        with pytest.raises(RuntimeError, match="removed"):
            CALLS[row.name](getattr(torch.Tensor, name))


def test_functions_that_are_modules_now() -> None:
    for name, row in NOW_MODULES.items():
        module = getattr(torch, name.rpartition(".")[2])
        assert isinstance(module, ModuleType)
        assert row.replacement is not None
        assert callable(getattr(module, row.replacement.rpartition(".")[2]))


def test_the_stages_by_target() -> None:
    symeig, scaler = ROWS["torch.symeig"], ROWS["torch.cuda.amp.GradScaler"]
    assert [symeig.stage(one) for one in ((1, 7), (1, 8), (1, 13), (2, 0), None)] == [
        Stage.CURRENT,
        Stage.CURRENT,
        Stage.DEPRECATED,
        Stage.REMOVED,
        Stage.REMOVED,
    ]
    assert [scaler.stage(one) for one in ((2, 1), (2, 3), (2, 4), None)] == [
        Stage.CURRENT,
        Stage.CURRENT,
        Stage.DEPRECATED,
        Stage.DEPRECATED,
    ]


@pytest.mark.parametrize("row", [row for row in ROWS.values() if row.idle], ids=lambda row: row.name)
def test_what_is_idle_gives_back_what_it_gets_without_a_warning(row: Obsolete) -> None:
    x = torch.ones(2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        y = thing(row.name)(x)  # type: ignore[operator]
    assert type(y) is torch.Tensor
    assert y.data_ptr() == x.data_ptr()
