"""Claims that bad is visibly wrong and good is not: a wrong value, an error, a warning."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, ClassVar

import torch

from .claims import Claim, Measurement
from .comparison import difference, first_line, shown, table
from .places import Place
from .samples import Inputs, Numbers, Sample, fresh
from .subjects import apply, call, sample_on, tensors

WRITTEN = table(torch.float32)
"""How far a number may be from the one that a claim writes: a 0 is one that float32 has rounded."""


@dataclass(frozen=True)
class WrongResult(Claim):
    """Bad gives exactly the wrong result, good exactly the right one; shape and dtype count.

    Attributes:
        inputs: the inputs that bad gets wrong.
        wrong, right: nested numbers, made into a tensor of the result's dtype. They differ in value
            or shape.
        size: the sample's size.
        look: what to compare of the result; the result itself by default.
        dtype: that of good's result, where it is not bad's.
        evaluating: the Module is in evaluation mode.
    """

    title: ClassVar[str] = "wrong_result"

    wrong: Numbers
    right: Numbers
    size: int = 1
    look: Callable[[Any], Any] | None = None
    dtype: torch.dtype | None = None
    evaluating: bool = False

    def __post_init__(self) -> None:
        if self.wrong == self.right:
            raise ValueError("the wrong result is the right one")

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        sample = replace(sample_on(place, self.size), evaluating=self.evaluating)
        results = {}
        for form, module in (("bad", bad), ("good", good)):
            result = call(module, self.subject, self.inputs, sample)
            results[form] = result if self.look is None else self.look(result)
        missed_wrong = difference(results["bad"], like(results["bad"], self.wrong), granted=WRITTEN)
        missed_right = difference(
            results["good"], like(results["good"], self.right), granted=WRITTEN
        ) or self.dtype_missed(results)
        holds = missed_wrong is None and missed_right is None
        sentence = f"bad gives {shown(results['bad'])}, good {shown(results['good'])}"
        if not holds:
            sentence += f" where {self.wrong} and {self.right} were claimed"
            sentence += f" ({missed_wrong or missed_right})"
        measured = {form: shown(result, limit=64) for form, result in results.items()}
        return Measurement(holds, sentence, dict(measured))

    def dtype_missed(self, results: Mapping[str, Any]) -> str | None:
        """What is wrong with the dtype of good's result, or None."""
        kinds = {
            form: result.dtype if isinstance(result, torch.Tensor) else type(result) for form, result in results.items()
        }
        expected = kinds["bad"] if self.dtype is None else self.dtype
        return None if kinds["good"] == expected else f"{kinds['good']} where {expected} is expected"


def like(result: Any, numbers: Numbers) -> Any:
    """`numbers` in the form of `result`: a tensor of its dtype on its device, or the plain number."""
    if isinstance(result, torch.Tensor):
        return torch.tensor(numbers, dtype=result.dtype, device=result.device)
    return numbers


@dataclass(frozen=True)
class Raises(Claim):
    """Bad raises exactly this error, good raises nothing; a fake device shows that where the error is one of shapes.

    Attributes:
        inputs: the inputs on which bad raises.
        error: the exact type; a subclass does not count.
        match: a regular expression found in the message.
    """

    title: ClassVar[str] = "raises"

    error: type[Exception]
    match: str
    size: int = 1

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        sample = sample_on(place, self.size)
        errors = {
            form: raised(module, self.subject, self.inputs, sample) for form, module in (("bad", bad), ("good", good))
        }
        bad_error, good_error = errors["bad"], errors["good"]
        holds = (
            type(bad_error) is self.error and re.search(self.match, str(bad_error)) is not None and good_error is None
        )
        described = {form: describe(error) for form, error in errors.items()}
        return Measurement(holds, f"bad raises {described['bad']}, good {described['good']}", dict(described))


def raised(module: ModuleType, name: str, inputs: Inputs, sample: Sample) -> Exception | None:
    """The error that a call raises, or None."""
    try:
        call(module, name, inputs, sample)
    except Exception as error:
        return error
    return None


def describe(error: Exception | None) -> str:
    """An error's type and message, or `nothing`."""
    return "nothing" if error is None else f"{type(error).__name__}: {first_line(error)}"


@dataclass(frozen=True)
class Unnoticed(Claim):
    """A change in place goes unnoticed in bad, whose gradient is then another; with good, backward raises.

    The subject returns a tensor with a graph and another one that shares its memory; that one is doubled.

    Attributes:
        inputs: what the gradient is taken in, where it is floating-point.
    """

    title: ClassVar[str] = "unnoticed"

    size: int = 3

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        sample = sample_on(place, self.size)
        expected = self.gradient(bad, sample, changed=False)
        hidden = self.gradient(bad, sample, changed=True)
        noticed = self.gradient(good, sample, changed=True)
        apart = None if isinstance(hidden, str) else difference(hidden, expected, granted=WRITTEN)
        holds = apart is not None and isinstance(noticed, str) and "modified by an inplace operation" in noticed
        ended = {
            "bad": hidden
            if isinstance(hidden, str)
            else f"another gradient ({apart})"
            if apart
            else "the same gradient",
            "good": noticed if isinstance(noticed, str) else "no error",
        }
        return Measurement(
            holds, f"after a change in place bad gives {ended['bad']}, good {ended['good']}", dict(ended)
        )

    def gradient(self, module: ModuleType, sample: Sample, changed: bool) -> list[torch.Tensor | None] | str:
        """The gradient in the inputs, or the error that backward raises."""
        arguments = self.inputs(fresh(sample))
        leaves = [tensor.requires_grad_() for tensor in tensors(arguments) if tensor.is_floating_point()]
        kept, shared = apply(module, self.subject, arguments, sample)
        if changed:
            shared.mul_(2)
        try:
            return list(torch.autograd.grad(kept.sum(dim=None), leaves))
        except RuntimeError as error:
            return first_line(error)


@contextmanager
def every_warning() -> Iterator[None]:
    """While it lasts, torch gives the warnings again that it gives once in a process."""
    always = torch.is_warn_always_enabled()
    torch.set_warn_always(True)
    try:
        yield
    finally:
        torch.set_warn_always(always)


@dataclass(frozen=True)
class Warns(Claim):
    """Bad gives exactly this warning every time it runs, good gives no warning at all.

    Attributes:
        category: the exact class of the warning, or those of several releases.
        match: a regular expression found in its text.
    """

    title: ClassVar[str] = "warns"

    category: type[Warning] | tuple[type[Warning], ...]
    match: str
    size: int = 1

    def measure(self, bad: ModuleType, good: ModuleType, place: Place) -> Measurement:
        sample = sample_on(place, self.size)
        texts: dict[str, list[str]] = {}
        meant = False
        categories = self.category if isinstance(self.category, tuple) else (self.category,)
        for form, module in (("bad", bad), ("good", good)):
            with warnings.catch_warnings(record=True) as caught, every_warning():
                warnings.simplefilter("always")
                call(module, self.subject, self.inputs, sample)
            texts[form] = [f"{note.category.__name__}: {note.message}" for note in caught]
            if form == "bad":
                meant = any(note.category in categories and re.search(self.match, str(note.message)) for note in caught)
        described = {form: "; ".join(found) or "nothing" for form, found in texts.items()}
        holds = meant and not texts["good"]
        return Measurement(holds, f"bad warns {described['bad']}; good {described['good']}", dict(described))
