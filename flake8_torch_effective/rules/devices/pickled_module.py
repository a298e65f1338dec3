from __future__ import annotations

import libcst as cst

from ...inference.events.event import Event
from ...inference.events.recognition import argument_of
from ...inference.knowledge.arguments import WEIGHTS_ONLY
from ...inference.knowledge.training import EventKind
from ...inference.queries.outside_calls import is_tried_with
from ...inference.queries.pickled import (
    has_alternative,
    loaded_back,
    pickles_itself,
    reads_files,
    saved_module,
)
from ...inference.queries.saved_files import is_trusted, module_loads_of, saves_state_too, trusts_all_files
from ...inference.queries.trials import is_trial_at
from ...inference.values import Sequence
from ..rule import Rule

_CHOICE = (1, 13)  # weights_only


class PickledModule(Rule):
    """Model that is saved as a pickled object.

    What it does
    Finds `torch.save` of an `nn.Module`, or of a dict, list or tuple that holds one: also of a copy, of the module in a
    `DataParallel`, or of `self` in a method of a module. An object of unknown class counts as a module if it is moved
    or trained, or if its mode is set under a name such as `model`, `net_g` or `encoder`.

    Not reported: state dicts, tests that try whether a module can be pickled, and objects of classes that say in
    `__reduce__` or `__getstate__` how they are pickled. If the same function loads the object again, as for a copy
    through a buffer, the message asks for `weights_only=False` instead, and nothing is reported if `torch.load` already
    has it, or if the oldest torch that the project supports is older than 1.13, which does not take it. The same holds
    for a function that loads the file by the same text, such as `folder / "model.pt"`, with `weights_only=False`, also
    in a `try` whose handler leaves that out for an older torch, for another method of the class that does so, and for
    one that reads the same name and says that it gets a module: it asserts so, calls `eval()`, or has `-> nn.Module`.

    A finding is tentative if no `torch.load` in the same file shows that what is saved is read by code that has to know
    the class, or if each passes `weights_only=False`. It is tentative, too, if the call names a `pickle_module`, if it
    is under a condition whose other branch saves something else, such as the state dict, if the same function saves the
    state dict of the same object, too, or if its class has another method for that, as `save_net` next to
    `save_weights`. A method that saves a dict of several objects, a checkpoint, does not count as one.

    Why it is bad
    The file holds no class, only its name and that of the Python file that defines it. If either changes, or the file
    is opened in another project, loading fails. If the code of the class changes, the loaded object has the attributes
    of the old code and the methods of the new. Opening such a file may run any code in it, so from 2.6 on `torch.load`
    rejects it, unless it is called with `weights_only=False`. A state dict holds only names and tensors.

    Example
        def written(weight: list[float], read: Callable[[io.BytesIO], torch.Tensor]) -> torch.Tensor:
            model = _Scale(weight)
            file = io.BytesIO()
            torch.save(model, file)
            file.seek(0)
            return read(file)

    Use instead
        def written(weight: list[float], read: Callable[[io.BytesIO], torch.Tensor]) -> torch.Tensor:
            model = _Scale(weight)
            file = io.BytesIO()
            torch.save(model.state_dict(), file)
            file.seek(0)
            return read(file)

    Evidence
    raises: torch refuses the file with the pickled module; wrong_result: another program, which lacks the class, cannot
    open it; right_result: the weights that are read are those that were saved.

    Fix safety
    None: what loads the file must make the module first, and call `load_state_dict`.

    Source
    PyTorch snippet collection, saving and loading a model;
    https://docs.pytorch.org/docs/stable/notes/serialization.html#saving-and-loading-torch-nn-modules
    """

    code = "TEF807"
    message = "the file names the class of {model} by its place, and torch.load refuses it from 2.6 on; save {weights}"
    round_trip = "torch.load refuses {model} from 2.6 on, as it is a pickled object; pass it weights_only=False"
    events = frozenset({EventKind.SAVE})

    def check_event(self, event: Event) -> None:
        call = event.node
        if type(call) is not cst.Call or is_trial_at(self.inference, event.function, call):
            return
        module = saved_module(self.inference, call)
        if module is None or pickles_itself(self.inference.value(module)):
            return
        if isinstance(self.inference.value(module), Sequence):
            named, weights = f"a module in {self.text(module, 24)}", "its state_dict()"
        else:
            named = self.text(module, 24)
            weights = f"{named}.state_dict()" if isinstance(module, cst.Name | cst.Attribute) else "its state_dict()"
        back = loaded_back(self.inference, event)
        if back:
            self._check_round_trip(call, named, back)
            return
        if is_trusted(self.inference, event):
            return
        back = module_loads_of(self.inference, event)
        unsure = self._is_decision(event, call) or saves_state_too(self.inference, event, module)
        if back:
            self._check_round_trip(call, named, back, unsure)
            return
        unsure = unsure or not reads_files(self.inference) or trusts_all_files(self.inference)
        self.report(call, model=named, weights=weights, tentative=unsure)

    def _check_round_trip(self, call: cst.Call, named: str, loads: list[cst.Call], unsure: bool = False) -> None:
        """Report what the same function loads again at once, or another one as a module: the file is to hold one."""
        if argument_of(call, "pickle_module", 2) is not None or not self.can_use(_CHOICE):
            return
        if any(self._leaves_open(load) for load in loads):
            self.report(call, model=named, message=self.round_trip, tentative=unsure)

    def _leaves_open(self, load: cst.Call) -> bool:
        """Whether a load does not say what the file may hold, and no other one of the same file says so."""
        decided = argument_of(load, WEIGHTS_ONLY, None) is not None
        return not decided and not is_tried_with(self.inference, load, WEIGHTS_ONLY)

    def _is_decision(self, event: Event, call: cst.Call) -> bool:
        """Whether the author knows what is pickled: by which pickle, or as the other choice beside a state dict."""
        if argument_of(call, "pickle_module", 2) is not None:
            return True
        return has_alternative(self.inference, event)
