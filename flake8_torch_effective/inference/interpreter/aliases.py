"""Which objects the calls of a file give for a parameter: what a function does to a parameter it does to them."""

from __future__ import annotations

from ..values import Identity, Tensor, Value, limits, storages
from .frame import Frame


class Aliases:
    """Which objects a parameter may be, by the calls in the file; ``given`` maps its identity to them.

    Of calls from outside the file nothing is known: two parameters are hardly ever one tensor there.
    """

    __slots__ = ("given",)

    def __init__(self) -> None:
        self.given: dict[Identity, list[Value]] = {}

    def note(self, parameter: Value, objects: list[Value]) -> None:
        """Calls give these objects for a parameter, and more where the list grows."""
        if parameter.identity is not None:
            self.given[parameter.identity] = objects

    def reached(self, own: frozenset[Identity]) -> frozenset[Identity] | None:
        """The storages that objects with these may have as the callers know them; None where these are too many."""
        found = set(own)
        queue = list(own)
        for identity in queue:
            objects = self.given.get(identity)
            if objects is None:
                continue
            if len(objects) >= limits.ALTERNATIVES:
                return None
            for value in objects:
                more = storages(value)
                if more is None:
                    return None
                queue.extend(more - found)
                found |= more
        return frozenset(found)

    def met(self, own: frozenset[Identity], frames: list[Frame]) -> frozenset[Identity]:
        """The storages of all that may be an object with these, as the functions of some frames see it."""
        parameters = {identity for frame in frames for identity in frame.parameters if identity in self.given}
        if not parameters and not any(identity in self.given for identity in own):
            return own
        found = self.reached(own)
        if found is None:
            return own | parameters | around(frames)
        met = found
        for identity in parameters - found:
            reached = self.reached(frozenset({identity}))
            # What the function itself has made, it was not given.
            others = parameters | around(frames) if reached is None else reached
            if not others.isdisjoint(found):
                met |= {identity}
        return met


def around(frames: list[Frame]) -> frozenset[Identity]:
    """The storages of the tensors in the scopes around a function."""
    found: set[Identity] = set()
    for frame in frames:
        scope = frame.parent
        for value in scope.env.values() if scope is not None else ():
            if isinstance(value, Tensor):
                found |= storages(value) or set()
    return frozenset(found)
