"""What a file does where something failed: what it tries, whatever goes wrong there, and the errors that it names."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.naming import called_name, last_name
from ...syntax.walking import walk
from ..interpreter.inference import Inference

_TRIED = "tried, whatever is raised"
_CLAUSES = "names of errors"
_ANY = frozenset(("Exception", "BaseException"))
_ENDING = frozenset(("exit", "_exit", "abort", "fail"))


def goes_on_without(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether a node stands in a ``try`` that goes on in another way whatever is raised there.

    It does not where a handler for all errors raises one itself, or ends the program.

    >>> code = "try:", "    y = x.exp()", "    z = x.sin()", "    print(y)"
    >>> handlers = ("except Exception: y = None",), ("except Exception as error: raise ValueError() from error",)
    >>> programs = [program(*code, *handler) for handler in handlers]
    >>> [goes_on_without(p.inference, p.node("x.exp")) for p in programs]
    [True, False]
    """
    return id(node) in _noted(inference)[0]


def is_error_named(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether a name stands in an ``except`` clause, which is evaluated only where something was raised.

    >>> p = program("try: y = x.exp()", "except torch.linalg.LinAlgError: y = x")
    >>> [is_error_named(p.inference, p.node(code)) for code in ("torch.linalg.LinAlgError", "x.exp")]
    [True, False]
    """
    return id(node) in _noted(inference)[1]


def _noted(inference: Inference) -> tuple[set[int], set[int]]:
    """The names and attributes that are tried, and those in clauses, by their ``id``."""
    known = inference.rooms.get(_TRIED), inference.rooms.get(_CLAUSES)
    if isinstance(known[0], set) and isinstance(known[1], set):
        return known[0], known[1]
    tried: set[int] = set()
    clauses: set[int] = set()
    for statement in (one for kind in (cst.Try, cst.TryStar) for one in inference.nodes_of(kind)):
        assert isinstance(statement, cst.Try | cst.TryStar)
        for handler in statement.handlers:
            if handler.type is not None:
                clauses.update(_names_in(handler.type))
            if (handler.type is None or not _ANY.isdisjoint(_errors(handler.type))) and not _gives_up(handler.body):
                tried.update(_names_in(statement.body))
    inference.rooms[_TRIED], inference.rooms[_CLAUSES] = tried, clauses
    return tried, clauses


def _names_in(node: cst.CSTNode) -> set[int]:
    found: set[int] = set()
    kinds = (cst.Name, cst.Attribute, cst.ImportAlias)
    walk(node, {kind: [lambda one: found.add(id(one))] for kind in kinds})
    return found


def _errors(clause: cst.BaseExpression) -> Iterator[str]:
    """The errors that a clause names."""
    parts = [one.value for one in clause.elements] if type(clause) is cst.Tuple else [clause]
    return (last_name(part) for part in parts)


def _gives_up(suite: cst.BaseSuite) -> bool:
    """Whether a handler raises an error, or ends the program."""
    found: list[cst.CSTNode] = []
    walk(suite, {kind: [found.append] for kind in (cst.Raise, cst.Call)})
    return any(type(one) is cst.Raise or called_name(one) in _ENDING for one in found)
