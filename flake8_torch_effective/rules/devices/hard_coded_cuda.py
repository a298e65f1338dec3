from __future__ import annotations

from ...inference.queries.hard_coded import hard_coded
from ...rewriting.writing.devices import choose_device
from ..rule import Rule


class HardCodedCuda(Rule):
    """GPU that is used without asking whether there is one.

    What it does
    Finds `.cuda()`, `.to("cuda")`, `device="cuda"`, `torch.device("cuda")` and `torch.set_default_device("cuda")`, also
    with a number, and a string assigned to a name that is then used as a device, in files that never check whether
    there is a GPU.

    Not reported: defaults of parameters and of the command line, which a caller can change; code under a condition
    about devices, in a `try` that handles errors, or in a comparison; code that runs in a worker of a loader, which is
    TEF707; and files that use something which runs on a GPU only, such as Triton, CuPy, the NCCL backend or their own
    extension.

    The rule is opt-in: a program may be written for one machine.

    Why it is bad
    On a machine without a GPU the program ends with an error at the first such line: on a colleague's laptop, on a CI
    runner, on a server that only applies the model. If it checks `torch.cuda.is_available()` once, the same lines run
    there.

    Example
        def sums(numbers: list[float], machine: AbstractContextManager[None]) -> torch.Tensor:
            x = torch.tensor(numbers).cumsum(0)
            with machine:
                return x.cuda()

    Use instead
        def sums(numbers: list[float], machine: AbstractContextManager[None]) -> torch.Tensor:
            x = torch.tensor(numbers).cumsum(0)
            with machine:
                return x.to("cuda" if torch.cuda.is_available() else "cpu")

    Evidence
    raises: on a machine without a GPU torch refuses each of the forms; right_result: there the numbers are computed on
    the CPU, and where there is a GPU, which FakeTensorMode makes up, the result is on it.

    Fix safety
    Unsafe (`"cuda" if torch.cuda.is_available() else "cpu"`): without a GPU the program then runs on the CPU, perhaps
    for days, where it used to end at once. None where the number of the GPU comes from elsewhere, as in `x.cuda(rank)`,
    and for `torch.device("cuda", 1)`.

    Source
    PyTorch snippet collection, moving tensors and models to the GPU;
    https://docs.pytorch.org/docs/stable/notes/cuda.html#device-agnostic-code
    """

    code = "TEF801"
    opt_in = True
    message = "{placed} fails where there is no GPU, and the file asks for none"
    advice = "use {fixed}"
    words = 'choose torch.device("cuda" if torch.cuda.is_available() else "cpu") once'
    mentions = frozenset({"cuda"})

    def finish(self) -> None:
        for found in hard_coded(self.inference):
            node = found.node
            fix = None if found.is_numbered else lambda write, node=node: choose_device(write, node)
            self.report(node, placed=self.text(node), fix=fix)
