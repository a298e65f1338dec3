from __future__ import annotations

import libcst as cst

from ...inference.knowledge.arguments import LOADS, PICKLE_MODULE, PICKLE_POSITION, WEIGHTS_ONLY
from ...inference.knowledge.names import canonical
from ...inference.queries.callers import function_around
from ...inference.queries.loaded import is_beside_pickle, is_loaded_object, is_saved_there
from ...inference.queries.outside_calls import is_replaced, is_tried_with, outside_call
from ...inference.queries.own_saves import is_taken_for_module, may_read_objects
from ...inference.queries.pickled import is_loaded_module
from ...inference.queries.saved_files import is_said_to_be_module
from ...inference.values import NONE, Reference
from ...rewriting.writing.arguments import with_keyword
from ...syntax.naming import called_name
from ..rule import Rule

_OF_OBJECT = "save a state_dict; pass weights_only=False only if you trust the file, which holds an object of your own"


class UnsafeLoad(Rule):
    """File that is loaded without `weights_only`.

    What it does
    Finds calls of `torch.load` without `weights_only`, or with `weights_only=None`, also through `functools.partial`
    and other names.

    Not reported: an explicit `weights_only=False`, which is a decision; a `pickle_module`; a call that may get the
    argument from `**kwargs`; one in a `try` or under a test of the version that passes it elsewhere; and files that
    replace `torch.load` with their own function.

    The finding is tentative, and so reported only with `--torch-tentative`, where the file holds an object of another
    class, which `weights_only=True` refuses: it is called, or an attribute or method is used that neither tensors nor
    Python's own containers, numbers and text have, as in `torch.load(path).test_agent()`, or so is an item of it, as in
    `saved["args"].lr` or `batch.x` of each batch; or all its items become attributes of an object; or it is a
    checkpoint of Lightning's, of which `"hyper_parameters"` or `"callbacks"` is read; or the same file saves an object
    of one of its own classes, an array or a number of NumPy's (`np.mean(losses)`), `vars(args)`, or a whole module
    where the call then reads, and the call is not the argument of `load_state_dict`; or it is what a data set of
    PyTorch Geometric or DGL keeps; or it may be a whole model: a function named like `load_model` returns it as it is,
    it is returned where another branch or another class's method of that name returns a model, or it gets the name of
    one, as in `model = saved` before `model.eval()`. So it is in a class that saves what may be refused: an attribute
    that it calls, as `self.loss_func`, an array, also in what a method of it returns, or an item of what another object
    holds, as `self.trainer.state["loss"]`. So it is in a function that takes `weights_only` itself, in one that saves
    to the same path, in an inner function that is given the path of what the outer one saves, and in one that unpickles
    another file with `pickle` or `joblib`, itself, through what it calls in the file, in another method of its class or
    in each function that calls it, which runs code as well.

    The rule is on by default if the oldest torch that the project supports (`--torch-target-version`) is older than
    2.6. Otherwise it is opt-in, because from torch 2.6 on the default is `weights_only=True`.

    Why it is bad
    Before torch 2.6 the call unpickles whatever the file holds, and a pickle can name any function to be run with any
    arguments: anyone who can change the file can run code on the machine that loads it. With `weights_only=True` only
    tensors, containers, numbers and strings are read, and anything else is an error.

    Example
        def loaded(path: Path) -> torch.Tensor:
            with path.open("rb") as file:
                try:
                    return torch.load(file, map_location="cpu")["weight"]
                except pickle.UnpicklingError:
                    return torch.zeros(1)

    Use instead
        def loaded(path: Path) -> torch.Tensor:
            with path.open("rb") as file:
                try:
                    return torch.load(file, map_location="cpu", weights_only=True)["weight"]
                except pickle.UnpicklingError:
                    return torch.zeros(1)

    Evidence
    wrong_result: the code in a file runs, where torch's default is that of releases before 2.6, and is refused with
    `weights_only=True`; right_result: the weights in a file are read as they were saved.

    Fix safety
    Unsafe (`weights_only=True`): a file that holds more than tensors and plain data is then an error. None where what
    is loaded is a module or another object, which `weights_only=True` does not read; where `None` does not come from
    the call itself; and where `torch.load` is passed to `map`.

    Source
    PyTorch snippet collection, saving and loading a model;
    https://docs.pytorch.org/docs/stable/generated/torch.load.html;
    TorchFix, TOR102
    """

    code = "TEF806"
    opt_in = True
    on_below = (2, 6)
    message = "before torch 2.6 {call} runs any code that the file holds"
    advice = "write {fixed}"
    words = "pass weights_only=True"
    since = (1, 13)
    mentions = frozenset({"load"})
    heeds_guards = True

    def visit_Call(self, node: cst.Call) -> None:
        call = outside_call(self.inference, node, LOADS)
        if call is None:
            self._check_mapped(node)
            return
        if call.may_hold(PICKLE_POSITION):
            return
        given = call.argument(WEIGHTS_ONLY)
        chosen = call.argument(PICKLE_MODULE, PICKLE_POSITION)
        if (given is not None and given is not NONE) or (chosen is not None and chosen is not NONE):
            return
        if is_tried_with(self.inference, node, WEIGHTS_ONLY) or is_replaced(self.inference, call.name):
            return
        own = is_beside_pickle(self.inference, node) or is_saved_there(self.inference, node)
        if is_loaded_module(self.inference, node) or is_said_to_be_module(self.inference, node):
            self.report(node, call=self.text(node), words="load a state dict, with weights_only=True", tentative=own)
        elif is_loaded_object(self.inference, node) or is_taken_for_module(self.inference, node):
            self.report(node, call=self.text(node), words=_OF_OBJECT, tentative=True)
        else:
            elsewhere = given is not None and call.written(WEIGHTS_ONLY) is None  # where a second one would raise
            fix = None if elsewhere else lambda write: with_keyword(node, WEIGHTS_ONLY, cst.Name("True"))
            own = own or self._is_callers_choice(node) or may_read_objects(self.inference, node)
            self.report(node, call=self.text(node), fix=fix, tentative=own)

    def _is_callers_choice(self, node: cst.Call) -> bool:
        """Whether the function around a call takes `weights_only` itself, and so has decided what to give to which."""
        around = function_around(self.inference, node)
        params = around.params if isinstance(around, cst.FunctionDef | cst.Lambda) else cst.Parameters()
        return any(one.name.value == WEIGHTS_ONLY for one in (*params.params, *params.kwonly_params))

    def _check_mapped(self, node: cst.Call) -> None:
        """Report `map(torch.load, paths)`."""
        if len(node.args) < 2 or called_name(node) != "map":
            return
        mapped = self.inference.value(node.args[0].value)
        if isinstance(mapped, Reference) and canonical(mapped.name) in LOADS:
            self.report(node, call=self.text(node.args[0].value))
