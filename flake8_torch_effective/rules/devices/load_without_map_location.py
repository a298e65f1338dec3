from __future__ import annotations

import libcst as cst

from ...inference.knowledge.arguments import LOADS, MAP_LOCATION, MAP_POSITION
from ...inference.queries.outside_calls import is_replaced, is_tried_with, outside_call
from ...inference.values import NONE
from ...rewriting.writing.arguments import with_keyword
from ..rule import Rule


class LoadWithoutMapLocation(Rule):
    """File that is loaded without `map_location`.

    What it does
    Finds calls of `torch.load` without `map_location`, or with `None` for it, also through `functools.partial` and
    other names.

    Not reported: a call that may get the argument from `*args` or `**kwargs`; one in a `try` or under a test that
    passes it elsewhere; and files that replace `torch.load` with their own function.

    The rule is opt-in: a program may load only what was saved on a device that it has.

    Why it is bad
    Each tensor is put on the device from which it was saved. On a machine without that device the call raises. On a
    machine with it, the memory of the GPU holds the checkpoint next to the model; with several processes, the first GPU
    holds one for each of them. `load_state_dict` copies to the device of the model from anywhere.

    Example
        def loaded(path: Path) -> torch.Tensor:
            with path.open("rb") as file:
                return torch.load(file, weights_only=True)["weight"]

    Use instead
        def loaded(path: Path) -> torch.Tensor:
            with path.open("rb") as file:
                return torch.load(file, weights_only=True, map_location="cpu")["weight"]

    Evidence
    raises: a file that was saved on a GPU cannot be loaded without one; right_result: the weights in a file are read as
    they were saved.

    Fix safety
    Unsafe (`map_location="cpu"`): what is loaded is then on the CPU, where later code may expect it on the GPU. None
    where `None` does not come from a keyword of the call.

    Source
    PyTorch snippet collection, loading a model to the CPU;
    https://docs.pytorch.org/docs/stable/generated/torch.load.html
    """

    code = "TEF805"
    opt_in = True
    message = "{call} needs the device from which the file was saved"
    advice = "write {fixed}"
    words = 'pass map_location="cpu"'
    mentions = frozenset({"load"})

    def visit_Call(self, node: cst.Call) -> None:
        call = outside_call(self.inference, node, LOADS)
        if call is None or call.may_hold(MAP_POSITION):
            return
        given = call.argument(MAP_LOCATION, MAP_POSITION)
        if given is not None and given is not NONE:
            return
        if is_tried_with(self.inference, node, MAP_LOCATION) or is_replaced(self.inference, call.name):
            return
        elsewhere = given is not None and call.written(MAP_LOCATION) is None  # where a second one would raise
        fix = None if elsewhere else lambda write: with_keyword(node, MAP_LOCATION, cst.SimpleString('"cpu"'))
        self.report(node, call=self.text(node), fix=fix)
