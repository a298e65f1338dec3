"""What stands under a flag of an object that is False in the file, and by no means anything else."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.naming import called_name, last_name, targets_in
from ...syntax.walking import walk
from ..interpreter.inference import Inference

_ROOM = "flags that nothing sets"
_UNDER = "code under flags that nothing sets"


def is_never_on(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether a call or a name stands under ``if self.flag``, of a flag that the file only ever sets to False.

    So it does under ``if getattr(config, "flag", False)``, of one that the file does not set.

    It may be another file that sets it, unless this one says how: by a parameter or a keyword of that name, a text with
    it, ``setattr``, or a name that goes on after it, as ``gradient_checkpointing_enable`` does.

    >>> code = "class Net:", "    flag = False", "    def f(self):", "        if self.flag: return x.exp()"
    >>> programs = [program(*code), program(*code, "    def set_flag(self): self.flag = n")]
    >>> [is_never_on(p.inference, p.node("x.exp()")) for p in programs]
    [True, False]
    """
    found = inference.rooms.get(_UNDER)
    if not isinstance(found, set):
        under: set[int] = set()
        found = inference.rooms[_UNDER] = under
        branches = [one for kind in (cst.If, cst.IfExp) for one in inference.nodes_of(kind)]
        for branch in branches:
            assert isinstance(branch, cst.If | cst.IfExp)
            if any(_is_off(inference, flag, known) for flag, known in _flags(branch.test)):
                kinds = (cst.Name, cst.Attribute, cst.Call, cst.ImportAlias)
                walk(branch.body, {kind: [lambda one: under.add(id(one))] for kind in kinds})
    return id(node) in found


def _flags(test: cst.BaseExpression) -> Iterator[tuple[str, bool]]:
    """The attributes that must all be true for a condition to hold, and whether each is False where nothing sets it."""
    queue = [test]
    for part in queue:
        if type(part) is cst.BooleanOperation and type(part.operator) is cst.And:
            queue += [part.left, part.right]
        elif type(part) is cst.Attribute and type(part.value) is cst.Name:
            yield part.attr.value, False
        elif (name := _asked_for(part)) is not None:
            yield str(name.evaluated_value), True


def _asked_for(node: cst.CSTNode) -> cst.SimpleString | None:
    """The text of the name in ``getattr(config, "flag", False)``."""
    if type(node) is not cst.Call or called_name(node) != "getattr" or len(node.args) != 3:
        return None
    name, default = (one.value for one in node.args[1:])
    return name if type(name) is cst.SimpleString and last_name(default) == "False" else None


def _is_off(inference: Inference, flag: str, by_default: bool) -> bool:
    """Whether a file sets a flag to False, and nothing in it can set it to anything else."""
    known = inference.rooms.setdefault(_ROOM, {})
    assert isinstance(known, dict)
    if (flag, by_default) not in known:
        known[flag, by_default] = _is_only_set_off(inference, flag, by_default)
    return bool(known[flag, by_default])


def _is_only_set_off(inference: Inference, flag: str, by_default: bool) -> bool:
    given: list[cst.BaseExpression | None] = []
    for kind in (cst.Assign, cst.AnnAssign, cst.AugAssign):
        for node in inference.nodes_of(kind):
            if type(node) is cst.Assign:
                given += [
                    node.value for one in node.targets for part in targets_in(one.target) if last_name(part) == flag
                ]
            elif isinstance(node, cst.AnnAssign | cst.AugAssign) and last_name(node.target) == flag:
                given.append(node.value)
    if (
        not (given or by_default)
        or not all(last_name(value) == "False" for value in given)
        or "setattr(" in (inference.source or "")
    ):
        return False
    names = (one.value for one in inference.nodes_of(cst.Name) if type(one) is cst.Name)
    if any(flag in name and name != flag for name in names):
        return False
    asked = {id(name) for one in inference.nodes_of(cst.Call) if (name := _asked_for(one)) is not None}
    strings = (one for one in inference.nodes_of(cst.SimpleString) if type(one) is cst.SimpleString)
    texts = (one.value for one in strings if id(one) not in asked)
    if any(flag in text and " " not in text for text in texts):
        return False
    named = [one.name for one in inference.nodes_of(cst.Param) if type(one) is cst.Param]
    named += [one.keyword for one in inference.nodes_of(cst.Arg) if type(one) is cst.Arg and one.keyword is not None]
    return all(name.value != flag for name in named)
