from __future__ import annotations

import libcst as cst

from ...inference.knowledge.names import RECEIVER
from ...inference.queries.receivers import (
    always_reads_receiver,
    has_another_receiver,
    ignores_first,
    without_receiver,
)
from ...inference.values import Function
from ...rewriting.fix import Edit, Fix
from ...rewriting.writer import Rewriting
from ...rewriting.writing.own_object import is_seen_to_fail, uses_of_method
from ..rule import Rule


class MissingSelf(Rule):
    """Method without self.

    What it does
    Finds methods that read or set attributes of `self` but do not take it as a parameter, such as `def __init__(path)`
    of a dataset, and plain functions that use `self`, as is left over when a method becomes a function.

    Not reported: functions and classes inside a method that use its `self`; functions that bind the name themselves
    (`self, x = args`); files that bind it for the whole module; static methods; and class methods.

    Why it is bad
    The object is given to the first parameter, whatever its name, and `self` itself is bound to nothing: the first line
    that reads it raises `NameError`. Before, Python may say that the method takes too few arguments.

    Example
        def halves(values: torch.Tensor) -> torch.Tensor:
            class Halves(Dataset[torch.Tensor]):
                def __init__(values: torch.Tensor) -> None:
                    self.values = values

                def __len__(self) -> int:
                    return len(self.values)

                def __getitem__(self, index: int) -> torch.Tensor:
                    return self.values[index] / 2

            dataset = Halves(values)
            return torch.stack([dataset[index] for index in range(len(dataset))])

    Use instead
        def halves(values: torch.Tensor) -> torch.Tensor:
            class Halves(Dataset[torch.Tensor]):
                def __init__(self, values: torch.Tensor) -> None:
                    self.values = values

                def __len__(self) -> int:
                    return len(self.values)

                def __getitem__(self, index: int) -> torch.Tensor:
                    return self.values[index] / 2

            dataset = Halves(values)
            return torch.stack([dataset[index] for index in range(len(dataset))])

    Evidence
    raises: NameError or TypeError, where the method or function is called; right_result: what a reference computes.

    Fix safety
    Safe (`self` as the first parameter of the method) where every call of the method reads `self`, and so raises today.

    Unsafe where only some calls do, as where `self` is in the message of an `assert` or after other calls, or in an
    `assert` alone, which `python -O` drops; in a coroutine, of which nothing runs before `await`; in special methods
    whose errors Python may ignore, such as `__del__` and `__len__`; in a class with a decorator, a metaclass or a base
    that is neither of torch nor of the file, since a framework may go on after an error, as `logging`, `http.server`
    and `unittest` do; where a decorator may call the method differently, or the file has several methods of that name
    or reads it from the class, too; in a file that catches errors or expects them; and in one that may bind `self`
    invisibly, by `import *`, `globals()`, `vars()`, `setattr` or an attribute `self`.

    None for plain functions; for methods that the file only reads from the class, as `Net.scaled(x)` does, or puts into
    a table there, which may be meant as static; and where the first parameter may be meant as `self`: it is called
    `this`, say, or is the only one of `__len__`, or the method does not read it, sets an attribute of it, or reads one
    that the class has itself; and in an `autograd.Function`, where it is the context.

    Source
    Effective PyTorch, section 6; https://docs.python.org/3/tutorial/classes.html#random-remarks
    """

    code = "TEF703"
    message = "NameError: {name} uses self, which it does not take"
    advice = "write {fixed}"
    words = "make self its first parameter"

    def finish(self) -> None:
        if not self.inference.strays or "NameError" in (self.inference.source or ""):
            return
        for function in without_receiver(self.inference):
            is_method = function.cls is not None
            another = is_method and has_another_receiver(function)
            unclear = not is_method or another or ignores_first(function)
            name = function.name if function.cls is None else f"{function.cls.name}.{function.name}"
            words = "name its first parameter self" if another else None
            self.report(
                function.node,
                name=name,
                words=words if is_method else "pass it what it needs, or make it a method",
                fix=None if unclear else lambda write, one=function: with_receiver(write, one),  # type: ignore[misc]
            )


def with_receiver(write: Rewriting, method: Function) -> Fix | None:
    """The fix that makes ``self`` the first parameter of a method; None where it is only called without its object."""
    node = method.node
    bound, apart = uses_of_method(write, method)
    if type(node) is not cst.FunctionDef or (apart and not bound):
        return None
    kept = (*node.decorators, *node.params.children, node.body)

    def change(made: cst.CSTNode) -> cst.CSTNode:
        function = cst.ensure_type(made, cst.FunctionDef)
        params = function.params
        first = cst.Param(cst.Name(RECEIVER))
        if params.posonly_params:
            params = params.with_changes(posonly_params=(first, *params.posonly_params))
        else:
            params = params.with_changes(params=(first, *params.params))
        return function.with_changes(params=params)

    mentions = write.elsewhere.mentions
    safe = always_reads_receiver(method) and not method.decorators and not mentions.expects_errors and not apart
    safe = safe and not mentions.binds_unseen and is_seen_to_fail(write, method)
    return Fix((Edit(node, change, kept),), safe)
