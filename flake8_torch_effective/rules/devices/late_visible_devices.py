from __future__ import annotations

import libcst as cst

from ...inference.events.visible_devices import VARIABLE
from ...inference.queries.late_choices import late_choices
from ...syntax.naming import all_names, called_name
from ..rule import Rule


class LateVisibleDevices(Rule):
    """GPUs that are chosen when it is too late.

    What it does
    Finds code that sets `CUDA_VISIBLE_DEVICES` in `os.environ` after torch has already listed the GPUs on every path:
    `torch.cuda.is_available()`, `get_device_name()`, `set_device()` and the like, or a tensor or a module that is put
    on CUDA, in the same function, in what it calls, or when the file is imported.

    Not reported: calls that do not list GPUs, `torch.cuda.device_count()` and `manual_seed()`, and functions that are
    only defined before; setting the variable where there is no GPU, to its old value, or to all GPUs by
    `range(torch.cuda.device_count())`; tests; and files that start other processes, which read the variable again, or
    that set `PYTORCH_NVML_BASED_CUDA_CHECK`.

    Tentative, and so reported only with `--torch-tentative`, where `set_device(rank)` has chosen what the variable is
    to say: the line is for nothing, but with the variable set first there would be no device of that number.

    Why it is bad
    The driver reads the variable once, when it is first asked for the GPUs. Later changes have no effect on the
    process: it still sees all GPUs, and uses the first one. There is no error. Two programs then share one GPU, which
    may run out of memory, while another is idle.

    Example
        def first_card(driver: AbstractContextManager[Any]) -> torch.Tensor:
            with driver as cards:
                if not torch.cuda.is_available():
                    return torch.zeros(0)
                os.environ["CUDA_VISIBLE_DEVICES"] = "2"
                return torch.tensor(cards.first())

    Use instead
        def first_card(driver: AbstractContextManager[Any]) -> torch.Tensor:
            with driver as cards:
                os.environ["CUDA_VISIBLE_DEVICES"] = "2"
                if not torch.cuda.is_available():
                    return torch.zeros(0)
                return torch.tensor(cards.first())

    Evidence
    wrong_result: with a made-up driver of four GPUs, which reads the variable when torch first asks it, the first GPU
    is used and not the chosen one; right_result: the chosen one. This needs no GPU, and is no proof of what a real
    driver does: that CUDA's reads the variable once is what its documentation says.

    Fix safety
    None: the choice belongs before the first import that may ask for a GPU, or outside of the program.

    Source
    PyTorch snippet collection, choosing the GPUs that a program sees;
    https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#cuda-environment-variables;
    https://docs.pytorch.org/docs/stable/generated/torch.cuda.is_available.html
    """

    code = "TEF804"
    message = "{start} has the GPUs listed before, so {choice} changes nothing; set it before"
    mentions = frozenset({VARIABLE})

    def finish(self) -> None:
        for late in late_choices(self.inference):
            choice = late.node.targets[0].target if type(late.node) is cst.Assign else late.node
            self.report(
                late.node,
                start=self.text(late.start),
                choice=self.text(choice),
                tentative=chose_already(late.start, late.node),
            )


def chose_already(start: cst.CSTNode, choice: cst.CSTNode) -> bool:
    """Whether ``set_device(rank)`` has chosen what the variable is to say: set first, it leaves no such number."""
    if type(start) is not cst.Call or called_name(start) != "set_device" or not start.args:
        return False
    return not all_names(start.args[0].value).isdisjoint(all_names(choice))
