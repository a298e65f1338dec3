from __future__ import annotations

import math

import libcst as cst

from ...inference.events.program import program_of
from ...inference.knowledge.columns import Creates, Family, Formula, Signature
from ...inference.knowledge.kinds import INT
from ...inference.knowledge.training import EventKind
from ...inference.queries.grids import is_grid_to_run_on, is_made_for_item, is_small_beside_steps
from ...inference.queries.hosted import is_given_from_cpu, loads_data
from ...inference.queries.modes import derives_from_module, module_method
from ...inference.queries.moves import made_to_move, move_of
from ...inference.queries.occasions import is_traced_only, runs_seldom
from ...inference.queries.repetition import is_filled_slowly, is_in_training_loop, runs_each_batch
from ...inference.queries.sized import transforms_data
from ...inference.queries.sizes_read import is_sized_by_numbers
from ...inference.queries.trials import FEW, is_trial
from ...inference.queries.unset import is_another_mode, is_for_missing, is_unset
from ...inference.values import Operation, Tensor
from ...rewriting.writing.placing import on_device
from ..rule import Rule


class CreateThenMove(Rule):
    """Tensor made on the CPU and then moved to a device.

    What it does
    Finds torch factories without `device` whose result goes to another device at once: `torch.zeros(n).to(device)`,
    `torch.arange(n).cuda()`, `torch.tensor(labels).to(0)`, `torch.randn(n).type_as(x)`, also with views, dtypes and
    arithmetic with numbers in between, or under a name that nothing else reads.

    Not reported: factories with a `device`, a `generator` or `pin_memory`; moves to the CPU or to a dtype; tensors that
    are changed before the move; datasets and collate functions; the device of an argument that is on the CPU in all
    calls in the file; a function of autograd with `symbolic`, which only stands in while a model is exported; and files
    that set a default device.

    Reported by default is code that certainly runs for each batch: in training loops, in losses and training steps, in
    `forward` and `backward` of a class with a base, unless it stands there under another condition than
    `if self.training:`, and in whatever these call in the file.

    Elsewhere the finding is tentative, and so reported only with `--torch-tentative`: in other loops, in methods and
    functions that none of the above calls, in `__init__`, setters and cached functions, and outside functions in a
    script.

    The following are tentative because they gain nothing. A `forward` that waits for the device anyway, itself or in
    what it calls in the file, its layers too, and functions that only such a `forward` calls: it reads numbers with
    `item()`, `cpu()`, `int(x)` or `print(x)`, takes the entries of a mask, `x[x > 0]`, branches on a tensor or asserts
    something of it, also by a function of another file that is named for that. Sizes that are read from a tensor
    (`torch.arange(int(n.max()))`). Random integers outside training loops, and other random numbers in a file that sets
    a seed, outside classes that derive from nn.Module and in the function that sets it. Tensors that a loop fills entry
    by entry (`z[i, j]`, `z[i][j]`) or with rows that it copies (`z[i, :] = x[i, :]`), or whose loop waits in each
    iteration. A tensor that is known to hold a few numbers, also by the default of an argument. Grids from `linspace`,
    such as times, that are handed to a sampler or a solver or gone through in a loop, as more is run at each point, and
    vectors and tensors with few entries before such a loop. Tensors that are made for one item after the other and
    appended to a list. And `torch.tensor`, which copies Python data in any case.

    The following are tentative because they run seldom. Code under an argument that is False or None by default
    (`forward(x, init=False)`), or under a flag of `self`, that no call in the file sets, and under `mode == "other"`
    where neither the default nor a call says so. What is made in place of an argument that every caller must give.
    Tests and demonstrations. Tensors that are kept on `self` or in a dict behind a test of it, such as the state of an
    optimizer. Tensors made only in the first of many steps, or in one of many (`if first:`, `if step % 100 == 0:`), and
    in methods that take down the flag by which they are called. Code next to what loads a model or saves a figure. And
    methods that prepare `generate()` or are called next to its loop, that profile or display a model, or that set a
    state dict. And what stands beside the loop over the batches of a loader, or in a class that transforms data: its
    base says so, or the file defines `Compose`.

    Why it is bad
    The memory is allocated twice, the CPU fills it, and the host then waits while it is copied to the device, in every
    call of the function. A factory with `device=` makes the tensor where it is needed, with one kernel. `torch.tensor`
    copies Python data in any case; there the argument saves a call.

    Example
        def first_state(x: torch.Tensor, features: int) -> torch.Tensor:
            return torch.zeros(len(x), features).to(x.device)

    Use instead
        def first_state(x: torch.Tensor, features: int) -> torch.Tensor:
            return torch.zeros(len(x), features, device=x.device)

    Evidence
    made_on_device: on a device other than the CPU bad makes bytes on the CPU, good none; same_result; same_gradient for
    a tensor that is indexed with the result.

    Fix safety
    Safe where the factory gives the same numbers on each device (constants, integer ranges, literal data) and is moved
    at once to something that is known to be a device, or to the device and dtype of a tensor.

    `torch.zeros(n).to(x)` becomes `torch.zeros(n, device=x.device, dtype=x.dtype)`, which reads `x` twice. That is safe
    only where `x` is a name, or a parameter or buffer that a class of the file sets and nothing there parametrizes or
    prunes. It is unsafe for any other attribute, such as `self.fc.weight`: under `spectral_norm`, or as a property, it
    is computed in each read. It is also unsafe where `x` may be None, as `to(None)` does nothing and `None.device`
    raises: for an argument with a default or an annotation that allows None, or without annotation where nothing else
    before it needs a tensor, and for an attribute that the file sets to anything but a tensor. It is unsafe for
    `type_as(x)`, which a traced model keeps as it is and so follows `x` to another device or dtype, while a device or
    dtype that is read becomes a constant.

    Unsafe for random numbers, since each device draws others; for ranges and windows of floats, which devices may round
    differently; for operations before the move; for something that is a device by its name only; where the factory is
    given float64, complex128 or an unknown dtype and the move another one: MPS has neither, and only the old form
    converts on the CPU; where floats become integers, or may, since devices differ in what infinity and large numbers
    become; with `requires_grad`, which makes another tensor the leaf; and in a file that sets a default device, or that
    replaces or watches torch's operations.

    None for a tensor that is moved under a name.

    Source
    Effective PyTorch, section 5; a collection of common PyTorch snippets (label smoothing, mixup);
    https://docs.pytorch.org/tutorials/recipes/recipes/tuning_guide.html: create tensors directly on the target device
    """

    code = "TEF409"
    message = "{made} is made on the CPU and then copied"
    advice = "use {fixed}"
    words = "give {factory} the device"

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        moves = signature.creates in (Creates.AS_ARGUMENTS_SAY, Creates.ON_CUDA) or signature.name == "type_as"
        return moves and signature.family is Family.CONVERSION

    def check(self, operation: Operation) -> None:
        move = move_of(self.inference, operation)
        made = None if move is None else made_to_move(self.inference, operation)
        if move is None or made is None or self.inference.is_discarded(operation.node):
            return
        if loads_data(self.inference, operation) or is_given_from_cpu(self.inference, operation, move.device):
            return
        if is_traced_only(self.inference, operation):
            return
        factory = made.node.func if type(made.node) is cst.Call else made.node
        self.report(
            operation.node,
            parts=[operation, made],
            tentative=not self.is_worth_changing(operation, made),
            made=self.text(made.node, 60),
            factory=self.text(factory, 30),
            fix=lambda write: on_device(write, operation, move, made),
        )

    def is_worth_changing(self, operation: Operation, made: Operation) -> bool:
        """Whether more than a few numbers are filled on the CPU, certainly for each batch."""
        if made.formula is Formula.TENSOR or is_known_to_be_small(made) or is_trial(self.inference, operation):
            return False
        if runs_seldom(self.inference, operation) or is_filled_slowly(self.inference, operation):
            return False
        if is_unset(self.inference, operation) or is_for_missing(self.inference, operation):
            return False
        if is_another_mode(self.inference, operation) or is_sized_by_numbers(self.inference, made):
            return False
        if is_grid_to_run_on(self.inference, made, operation) or is_small_beside_steps(self.inference, operation):
            return False
        if is_made_for_item(self.inference, operation) or transforms_data(self.inference, operation):
            return False
        if made.signature.random and self.is_meant_for_cpu(made):
            return False
        return runs_each_batch(self.inference, operation)

    def is_meant_for_cpu(self, made: Operation) -> bool:
        """Whether what is drawn are indices outside of a training loop, or the file sets a seed.

        Code of a module draws for training, unless its base is unknown, or the seed is set right there.
        """
        if isinstance(made.result, Tensor) and made.result.category == INT:
            return not is_in_training_loop(self.inference, made)
        seeded = program_of(self.inference).functions(EventKind.SEED)
        method = module_method(self.inference, made)
        return bool(seeded) and (method is None or made.frame in seeded or not derives_from_module(method.cls))


def is_known_to_be_small(made: Operation) -> bool:
    """Whether a factory makes a few numbers."""
    shape = made.result.shape if isinstance(made.result, Tensor) else None
    sizes = [size for size in shape or () if isinstance(size, int)]
    if shape is not None and len(sizes) == len(shape) and math.prod(sizes) <= FEW:
        return True
    return 0 in sizes or (made.signature.name == "arange" and is_short_by_default(made))


def is_short_by_default(made: Operation) -> bool:
    """Whether the ends of a range are numbers, or arguments with numbers for defaults, and all of them small."""
    if type(made.node) is not cst.Call or type(made.frame) is not cst.FunctionDef:
        return False
    rows = (*made.frame.params.params, *made.frame.params.kwonly_params)
    defaults = {one.name.value: one.default for one in rows}
    total = 0
    for argument in made.node.args:
        end = argument.value.expression if type(argument.value) is cst.UnaryOperation else argument.value
        known = defaults.get(end.value) if type(end) is cst.Name else end
        if argument.keyword is not None and argument.keyword.value not in ("start", "end", "step"):
            continue
        if argument.star or type(known) is not cst.Integer:
            return False
        total += int(known.value, 0)
    return total <= FEW
