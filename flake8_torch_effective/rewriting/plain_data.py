"""Which attributes are certain to be plain data, so that it does not matter how often and when they are read.

Any other may be a property that draws random numbers, a parametrized weight, or what ``__getattr__`` computes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import libcst as cst

from ..inference.interpreter.inference import Inference, module_row
from ..inference.knowledge.names import canonical
from ..inference.knowledge.tensor_attributes import TENSOR_ATTRIBUTES, asks_of
from ..inference.values import Class, Instance, Module, Number, Reference, Tensor, Text, may_be_none
from ..syntax.naming import all_names, called_name, last_name
from .surroundings import Surroundings, inside

# Parts of names that give a module's parameter another meaning, from wherever they are called.
_COMPUTED = ("parametri", "weight_norm", "spectral_norm", "orthogonal")
_LOOK_UP = ("__getattr__", "__getattribute__", "__get__")
_BASES = ("torch.nn.", "object", "abc.", "typing.", "collections.abc.")
_REGISTERS = ("register_buffer", "register_parameter")
# What sets attributes, or takes them away, where no assignment shows it.
_UNSEEN = frozenset({"__dict__", "__setattr__", "_buffers", "_parameters", "delattr", "prune", "setattr"})


class PlainData:
    """The attributes of a module's objects that hold what was assigned to them."""

    def __init__(self, module: cst.Module, inference: Inference, surroundings: Surroundings) -> None:
        self.module = module
        self.inference = inference
        self.surroundings = surroundings

    def unsure_in(self, node: cst.CSTNode) -> Iterator[cst.Attribute]:
        """The attributes in an expression that may compute what they give; not methods that are called."""
        called = {id(part.func) for part in inside(node) if type(part) is cst.Call}
        for part in inside(node):
            if type(part) is cst.Attribute and id(part) not in called and not self.is_plain(part):
                yield part

    def is_plain(self, attribute: cst.Attribute) -> bool:
        """Whether an attribute gives the same object whenever it is read, and does nothing else."""
        name, owner = attribute.attr.value, self.inference.value(attribute.value)
        if asks_of(name) is not None or isinstance(owner, Reference):
            return True
        if isinstance(owner, Tensor):
            return name in TENSOR_ATTRIBUTES
        if isinstance(owner, Module) and owner.cls is None:
            row = module_row(owner)
            return row is not None and name in (*row.weights, *row.buffers) and not self._computes_weights
        cls = owner.cls if isinstance(owner, Instance) else None
        return cls is not None and not self._computes_weights and self._assigns(cls, name)

    @cached_property
    def shows_all_attributes(self) -> bool:
        """Whether the file sets attributes, and takes them away, by nothing but statements and registrations."""
        return _UNSEEN.isdisjoint(self.surroundings.names(self.module))

    def holds_tensors(self, name: str) -> bool:
        """Whether attributes of a name are given nothing but tensors in the file: never None."""
        return self.shows_all_attributes and self._others.isdisjoint({name, ""})

    @cached_property
    def _others(self) -> frozenset[str]:
        """The names of attributes that may be something else than a tensor; with ``""`` if any may be."""
        found: set[str] = set()
        for part in inside(self.module):
            if type(part) is cst.AnnAssign:
                optional = not all_names(part.annotation).isdisjoint({"None", "Optional"})
                if optional or (part.value is not None and not self._is_tensor(part.value)):
                    found.add(last_name(part.target))
            elif type(part) is cst.AssignTarget:
                assign = self.surroundings.parent(part)
                several = isinstance(part.target, cst.Tuple | cst.List)
                if several or type(assign) is not cst.Assign or not self._is_tensor(assign.value):
                    found |= all_names(part.target) if several else {last_name(part.target)}
            elif type(part) is cst.Call and called_name(part) in _REGISTERS:
                given = [one for one in part.args if one.keyword is None or one.keyword.value != "persistent"][:2]
                named = next((one.value for one in given if one.keyword is None or one.keyword.value == "name"), None)
                text = None if named is None else self.inference.value(named)
                others = [one.value for one in given if one.value is not named]
                if not others or not self._is_tensor(others[0]):
                    found.add(text.text or "" if isinstance(text, Text) else "")
        return frozenset(found)

    def _is_tensor(self, node: cst.CSTNode) -> bool:
        value = self.inference.value(node)
        return isinstance(value, Tensor) and not may_be_none(value)

    @cached_property
    def _computes_weights(self) -> bool:
        """Whether the file gives a parameter of a module another meaning, or any attribute."""
        names = self.surroundings.names(self.module)
        return not names.isdisjoint(_LOOK_UP) or any(part in name for name in names for part in _COMPUTED)

    @cached_property
    def _of_classes(self) -> frozenset[str]:
        """The names that the bodies of the file's classes give to functions, properties and other objects."""
        found: set[str] = set()
        for node in inside(self.module):
            for one in node.body.body if type(node) is cst.ClassDef else ():
                if isinstance(one, cst.FunctionDef | cst.ClassDef):
                    found.add(one.name.value)
                for small in one.body if type(one) is cst.SimpleStatementLine else ():
                    if not isinstance(small, cst.Assign | cst.AnnAssign) or small.value is None:
                        continue
                    if isinstance(self.inference.value(small.value), Number | Text):
                        continue
                    targets = small.targets if isinstance(small, cst.Assign) else [small]
                    found |= {target.target.value for target in targets if isinstance(target.target, cst.Name)}
        return frozenset(found)

    def _assigns(self, cls: Class, name: str) -> bool:
        """Whether a method of a class, or of a base of it, assigns an attribute that nothing there may compute."""
        known = all(isinstance(base, Class | Reference) for one in cls.ancestry() for base in one.bases)
        known = known and all(canonical(base).startswith(_BASES) for base in cls.outside_bases())
        if not known or name in self._of_classes:
            return False
        return any(name in self._assigned(one.node) for one in cls.ancestry())

    def _assigned(self, node: cst.ClassDef) -> set[str]:
        """The attributes of ``self`` that the methods of a class assign or register."""
        found: set[str] = set()
        for part in inside(node):
            if isinstance(part, cst.AssignTarget | cst.AnnAssign) and type(part.target) is cst.Attribute:
                found.add(part.target.attr.value)
            elif type(part) is cst.Call and called_name(part) in _REGISTERS and part.args:
                given = self.inference.value(part.args[0].value)
                if isinstance(given, Text) and given.text:
                    found.add(given.text)
        return found
