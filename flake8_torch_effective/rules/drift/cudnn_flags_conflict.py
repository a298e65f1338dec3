from __future__ import annotations

import libcst as cst

from ...inference.knowledge.settings import BY_SPEED, BY_SPEED_POSITION, CUDNN, CUDNN_CONTEXT, DETERMINISTIC
from ...inference.queries.outside_calls import outside_call
from ...inference.queries.switches import both_on
from ...inference.queries.tpus import runs_on_tpu
from ...inference.values import Number, Value
from ...rewriting.file import File
from ..rule import Rule

_SETTINGS = (BY_SPEED, DETERMINISTIC)


class CudnnFlagsConflict(Rule):
    """cuDNN asked to be deterministic, and to choose its algorithms by their speed.

    What it does
    Finds code that leaves both `torch.backends.cudnn.benchmark` and `torch.backends.cudnn.deterministic` set to `True`
    at the end of a function or of the module, and calls of `torch.backends.cudnn.flags` with both.

    Not reported: settings that exclude each other, as in two branches of one `if`; a setting that is reverted later;
    and values that the program computes.

    The finding is tentative, and so reported only with `--torch-tentative`, in code for TPUs, where cuDNN does not run:
    a function that uses torch_xla's `xm`, or that is called, or whose class is called, after TPUs or XLA, and any file
    that imports torch_xla other than under a condition.

    Why it is bad
    With `benchmark` cuDNN times its algorithms for each new shape and takes the fastest. `deterministic` restricts the
    choice to deterministic ones, but which of them wins depends on the load of the machine: two runs may use two
    algorithms, which round differently. The program pays for determinism without getting it.

    Example
        def searches(x: torch.Tensor) -> torch.Tensor:
            with torch.backends.cudnn.flags(enabled=True):
                torch.backends.cudnn.deterministic = True
                torch.backends.cudnn.benchmark = True
                return x.new_tensor([float(torch.backends.cudnn.benchmark)])

    Use instead
        def searches(x: torch.Tensor) -> torch.Tensor:
            with torch.backends.cudnn.flags(enabled=True):
                torch.backends.cudnn.deterministic = True
                torch.backends.cudnn.benchmark = False
                return x.new_tensor([float(torch.backends.cudnn.benchmark)])

    Evidence
    wrong_result: cuDNN still searches by speed in a program that asks for determinism; right_result: it does not.

    Fix safety
    None: whether speed or the same results are wanted is up to the author.

    Source
    PyTorch snippet collection, cuDNN; https://docs.pytorch.org/docs/stable/notes/randomness.html#cuda-convolution-benchmarking
    """

    code = "TEF906"
    message = (
        "cudnn.benchmark with cudnn.deterministic: timing still picks the algorithm, so that runs may differ; {advised}"
    )
    mentions = frozenset({DETERMINISTIC})

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.set: set[str] = set()

    def visit_Assign(self, node: cst.Assign) -> None:
        for target in (one.target for one in node.targets):
            parts = [one.value for one in target.elements] if type(target) is cst.Tuple else [target]
            self.set |= {part.attr.value for part in parts if type(part) is cst.Attribute} & set(_SETTINGS)

    def visit_Call(self, node: cst.Call) -> None:
        call = outside_call(self.inference, node, (CUDNN_CONTEXT,))
        if (
            call is not None
            and is_on(call.argument(BY_SPEED, BY_SPEED_POSITION))
            and is_on(call.argument(DETERMINISTIC))
        ):
            self.report(node, advised="leave benchmark out")

    def finish(self) -> None:
        if len(self.set) == len(_SETTINGS):
            for scope in (self.file.module, *self.inference.functions):
                found = both_on(self.inference, scope, CUDNN, _SETTINGS)
                if found is not None:
                    on_tpu = runs_on_tpu(self.inference, scope)
                    self.report(found.node, advised="set benchmark to False", tentative=on_tpu)


def is_on(value: Value | None) -> bool:
    """Whether a setting is switched on."""
    return isinstance(value, Number) and value.number is True
