"""The code under a claim: found in its module by name, called from the same state every time, and observed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CellType, FunctionType, ModuleType
from typing import Any

import torch
from torch.utils._device import DeviceContext

from .comparison import map_tensors
from .host_reads import HostReads
from .places import Place
from .samples import Inputs, Sample, fresh, placed


@dataclass(frozen=True)
class Subject:
    """A callable ready to be called, and the object that it was found on (an instance of a class on the way)."""

    run: Callable[..., Any]
    owner: object | None


@dataclass(frozen=True)
class Observed:
    """What one call did.

    Attributes:
        result: what it returned.
        arguments: its arguments as they were afterwards.
        owner: the object that it was found on.
        before: what could be compared of the owner before the call; looked at in `LOOKED_AT` only.
        shares: whether a tensor of the result lies in the memory of an argument or of the owner.
        kept: bytes and autograd nodes that its module and its owner hold on to since; looked for in `LOOKED_AT` only.
        host_reads: how often the host read what the device computed.
    """

    result: Any
    arguments: tuple[Any, ...]
    owner: object | None
    before: Mapping[str, Any]
    shares: bool
    kept: int
    host_reads: int

    @property
    def trained(self) -> bool:
        """Whether the owner holds what is trained."""
        return isinstance(self.owner, torch.nn.Module) and any(p.requires_grad for p in self.owner.parameters())


LOOKED_AT = torch.float32
"""The dtype in which is looked for what a call leaves behind: a search of the whole module, the same in each dtype."""


def subject(module: ModuleType, name: str, sample: Sample) -> Callable[..., Any]:
    """The callable `name` of `module`, ready to be called.

    Raises:
        AttributeError: where the module has no such name.
    """
    return found(module, name, sample).run


def found(module: ModuleType, name: str, sample: Sample) -> Subject:
    """The callable `name` of `module`, and the object that it belongs to.

    `name` may be dotted (`Meter.update`). A class on the way is built without arguments, with its
    tensors on the sample's device and, where the sample's dtype is not torch's default, in that
    dtype; a Module in the mode that the sample says.

    Raises:
        AttributeError: where the module has no such name.
    """
    here: Any = module
    owner = None
    for part in name.split("."):
        here = getattr(here, part)
        if isinstance(here, type):
            with sample.device:
                here = here()
            if isinstance(here, torch.nn.Module) and sample.dtype != torch.get_default_dtype():
                here = here.to(sample.dtype)
            if isinstance(here, torch.nn.Module) and sample.evaluating:
                here = here.eval()
            owner = here
    if not callable(here):
        raise TypeError(f"{module.__name__}.{name} is not callable")
    return Subject(here, owner)


def call(module: ModuleType, name: str, inputs: Inputs, sample: Sample) -> Any:
    """Call `name` on newly drawn inputs; torch's global generator starts from the sample's seed.

    The sample is drawn again, so that a subject which modifies its arguments does not affect the
    next call.
    """
    arguments = inputs(fresh(sample))
    return apply(module, name, arguments, sample)


def apply(module: ModuleType, name: str, arguments: tuple[Any, ...], sample: Sample) -> Any:
    """Call `name` on these arguments; torch's global generator starts from the sample's seed."""
    seed(sample)
    return start(subject(module, name, sample), arguments, sample)


def start(run: Callable[..., Any], arguments: tuple[Any, ...], sample: Sample) -> Any:
    """Call on these arguments; what takes no tensor makes its own on the sample's device."""
    if sample.device.type == "cpu" or next(tensors(arguments), None) is not None:
        return run(*arguments)
    with DefaultDevice(sample.device):
        return run(*arguments)


class DefaultDevice(DeviceContext):
    """As ``with device:``, in this process only: a worker of a loader, forked inside, makes its tensors on the CPU.

    It could make them nowhere else, as CUDA cannot be used in a process that was forked after it was started.
    """

    def __init__(self, device: torch.device) -> None:
        super().__init__(device)
        self.process = os.getpid()

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if os.getpid() != self.process:
            return func(*args, **(kwargs or {}))
        return super().__torch_function__(func, types, args, kwargs)  # type: ignore[no-untyped-call]


def observe(module: ModuleType, name: str, arguments: tuple[Any, ...], sample: Sample) -> Observed:
    """Call `name` on these arguments, and note all that the call did.

    Raises:
        Exception: what the callable raises.
    """
    seed(sample)
    this = found(module, name, sample)
    given = storages((arguments, this.owner))
    looked_at = sample.dtype is LOOKED_AT
    before = left(module, this.owner) if looked_at else NOTHING
    held = map_state(this.owner) if looked_at else {}
    with HostReads() as reads:
        result = start(this.run, arguments, sample)
    shares = overlap(storages(result), given)
    kept = left(module, this.owner).since(before) if looked_at else 0
    return Observed(result, arguments, this.owner, held, shares, kept, reads.count)


def global_modes() -> dict[str, Any]:
    """The modes of torch that code can leave changed for everybody."""
    return {
        "grad mode": torch.is_grad_enabled(),
        "the default dtype": torch.get_default_dtype(),
        "deterministic algorithms": torch.are_deterministic_algorithms_enabled(),
    }


def restored(modes: Mapping[str, Any]) -> list[str]:
    """Set torch's modes as they were; returns what was changed."""
    changed = [name for name, value in global_modes().items() if value != modes[name]]
    if changed:
        torch.set_grad_enabled(modes["grad mode"])
        torch.set_default_dtype(modes["the default dtype"])
        torch.use_deterministic_algorithms(modes["deterministic algorithms"])
    return changed


def is_comparable(value: Any) -> bool:
    """Whether a value is a tensor, a number, a text, or a sequence of them."""
    if isinstance(value, (list, tuple)):
        return all(is_comparable(entry) for entry in value)
    return value is None or isinstance(value, (torch.Tensor, bool, int, float, str))


def state(owner: object | None) -> dict[str, Any]:
    """What can be compared of an object: its attributes; of a Module also what it registers, and its parts' modes."""
    if owner is None:
        return {}
    own = {name: value for name, value in vars(owner).items() if not name.startswith("_")}
    held = {name: value if is_comparable(value) else type(value).__name__ for name, value in own.items()}
    if isinstance(owner, torch.nn.Module):
        held |= owner.state_dict(keep_vars=True)
        held |= {f"{name} is trained": entry.requires_grad for name, entry in owner.named_parameters()}
        for name, part in owner.named_modules():
            held[f"{name or 'it'} is in training mode"] = part.training
            held[f"{name or 'it'} has hooks"] = len(part._forward_hooks) + len(part._forward_pre_hooks)
    return held


def map_state(owner: object | None) -> dict[str, Any]:
    """The same in memory of its own, so that a later change does not reach it."""
    return {name: map_tensors(value, lambda tensor: tensor.detach().clone()) for name, value in state(owner).items()}


def overlap(one: Mapping[int, torch.UntypedStorage], other: Mapping[int, torch.UntypedStorage]) -> bool:
    """Whether some storage lies in the memory of another, also where an array of NumPy has been between the two."""
    if one.keys() & other.keys():
        return True
    ranges = [bounds(storage) for storage in other.values()]
    return any(low < end and start < high for low, high in map(bounds, one.values()) for start, end in ranges)


def bounds(storage: torch.UntypedStorage) -> tuple[int, int]:
    """The first address of a storage and the one behind its last; nothing where torch only makes believe."""
    if storage.device.type != "cpu":
        return 0, 0
    address = storage.data_ptr()
    return (address, address + storage.nbytes()) if address else (0, 0)


def storages(value: Any) -> dict[int, torch.UntypedStorage]:
    """The storages in which the tensors of `value` lie, by their address; kept alive, so that none is used again."""
    found = {}
    for tensor in tensors(value):
        storage = storage_of(tensor)
        if storage is not None:
            found[storage._cdata] = storage
    return found


def storage_of(tensor: torch.Tensor) -> torch.UntypedStorage | None:
    """The storage in which a tensor lies; None where it has no bytes, or the layout is sparse and has no storage."""
    try:
        storage = tensor.untyped_storage()
    except (NotImplementedError, RuntimeError):
        return None
    return storage if storage.nbytes() else None


@dataclass(frozen=True)
class Left:
    """What a module and an object hold on to at a moment: memory, autograd nodes, and results that are remembered."""

    storages: dict[int, torch.UntypedStorage]
    arrays: dict[int, Any]
    nodes: set[Any]
    results: int

    def since(self, before: Left) -> int:
        """Bytes, nodes and results that were not there before, also in the place of something else."""
        new = [storage.nbytes() for key, storage in self.storages.items() if key not in before.storages]
        new += [array.nbytes for key, array in self.arrays.items() if key not in before.arrays]
        return sum(new) + len(self.nodes - before.nodes) + max(self.results - before.results, 0)


NOTHING = Left({}, {}, set(), 0)


def left(module: ModuleType, owner: object | None) -> Left:
    """What a module and an object hold on to."""
    numpy = sys.modules.get("numpy")
    wanted = (torch.Tensor,) if numpy is None else (torch.Tensor, numpy.ndarray)
    things = list(reached(belongings(module, owner), wanted))
    held = [thing for thing in things if isinstance(thing, torch.Tensor)]
    # Arrays are kept alive, so that no later one gets the identity of an earlier one.
    arrays = {id(thing): thing for thing in things if not isinstance(thing, torch.Tensor)}
    return Left(storages(held), arrays, reached_nodes(held), cached_results(module))


def cached_results(module: ModuleType) -> int:
    """How many results the functions of a module remember by `functools.cache`, which shows them to nobody."""
    classes = [value for value in vars(module).values() if isinstance(value, type) and is_own(value, module)]
    named = [entry for space in (module, *classes) for entry in vars(space).values() if is_own(entry, module)]
    return sum(entry.cache_info().currsize for entry in named if hasattr(entry, "cache_info"))


def belongings(module: ModuleType, owner: object | None) -> list[Any]:
    """Where code can leave something behind: an object, a module's globals, what its functions and classes own."""
    kept: list[Any] = [owner]
    for name, value in vars(module).items():
        if name == "__builtins__" or isinstance(value, ModuleType):
            continue
        if isinstance(value, FunctionType):
            kept += left_with(value) if is_own(value, module) else []
        elif isinstance(value, type):
            kept += [dict(vars(value))] if is_own(value, module) else []
            for method in vars(value).values() if is_own(value, module) else ():
                kept += left_with(method) if isinstance(method, FunctionType) else []
        else:
            kept.append(value)
    return kept


def is_own(value: object, module: ModuleType) -> bool:
    """Whether a function or a class was defined in a module."""
    return getattr(value, "__module__", None) == module.__name__


def left_with(function: FunctionType) -> list[Any]:
    """What a function keeps between its calls: attributes, defaults, the variables of the function around it."""
    cells = [cell for cell in function.__closure__ or () if cell != CellType()]
    own = (vars(function), function.__defaults__, function.__kwdefaults__)
    return [*filter(None, own), *(cell.cell_contents for cell in cells)]


def graph_nodes(value: Any) -> int:
    """How many autograd nodes are reachable from the tensors in `value`; 0 without a graph."""
    return len(reached_nodes(value))


def reached_nodes(value: Any) -> set[Any]:
    """The autograd nodes that are reachable from the tensors in `value`."""
    pending = [tensor.grad_fn for tensor in tensors(value) if tensor.grad_fn is not None]
    reached = set(pending)
    while pending:
        for following, _ in pending.pop().next_functions:
            if following is not None and following not in reached:
                reached.add(following)
                pending.append(following)
    return reached


def seed(sample: Sample) -> None:
    """Start the global generators that code on the sample's device draws from at the sample's seed."""
    if sample.fake or sample.device.type == "cpu":
        # torch.manual_seed keeps a formatted stack trace for each backend that was not started: most of a claim's time.
        torch.default_generator.manual_seed(sample.seed)
    else:
        torch.manual_seed(sample.seed)


def sample_on(place: Place, size: int, dtype: torch.dtype = torch.float32, seed: int = 0) -> Sample:
    """A sample whose tensors are on `place`."""
    return placed(Sample(size, dtype, seed), place.device, place.fake)


PLAIN = frozenset({bool, int, float, complex, str, bytes, type(None), torch.dtype, torch.device, torch.Generator})
"""Types that hold no tensor, and that most of what is searched is of."""
TENSORS = (torch.Tensor,)


def tensors(value: Any) -> Iterator[torch.Tensor]:
    """Every tensor in `value`, in order."""
    return iter((value,)) if type(value) is torch.Tensor else reached(value, TENSORS)


def reached(value: Any, wanted: tuple[type, ...]) -> Iterator[Any]:
    """Everything of some types in `value`: through sequences, mappings and attributes of objects, in order."""
    seen: set[int] = set()
    pending = [value]
    while pending:
        entry = pending.pop()
        kind = type(entry)
        if kind in PLAIN or id(entry) in seen:
            continue
        seen.add(id(entry))
        if kind is torch.Tensor:
            yield entry
        elif kind is tuple or kind is list:
            pending += entry[::-1]
        elif kind is dict:
            pending += reversed(entry.values())
        elif isinstance(entry, wanted):
            yield entry
        elif isinstance(entry, (tuple, list)):
            pending += reversed(entry)
        elif isinstance(entry, Mapping):
            pending += reversed(list(entry.values()))
        elif isinstance(entry, (Sequence, set, frozenset)):
            pending += reversed(list(entry))
        elif hasattr(entry, "__dict__") and not isinstance(entry, (type, ModuleType)):
            pending.append(vars(entry))
