"""What a statement that only computes may be for: to see whether it raises, or how long it takes."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import last_name
from ...syntax.walking import children, walk
from ..interpreter.inference import Inference
from ..values import Operation
from .loops import iterates_range
from .trials import gives_loader

_ROOM = "scopes that try something"
_EXPECTING = "scopes that expect errors"

# Contexts in which code means what it means without them.
_PLAIN_CONTEXTS = frozenset(
    """
    autocast device enable_grad inference_mode no_grad no_sync open set_grad_enabled tqdm
    """.split()
)
# What is called to see how long code takes, or how much memory.
_MEASURES = frozenset(
    """
    Event Timer elapsed_time max_memory_allocated memory_allocated monotonic perf_counter perf_counter_ns process_time
    reset_peak_memory_stats synchronize time time_ns timeit
    """.split()
)
_TRIES = ("test", "bench", "warm")


def may_be_tried(inference: Inference, operation: Operation) -> bool:
    """Whether an operation may be there to be tried: in a ``try``, under ``raises``, in a test, or timed.

    >>> p = program("try:", "    y = x.view(2, 3)", "except RuntimeError:", "    y = x")
    >>> may_be_tried(p.inference, p.operation("x.view(2, 3)"))
    True
    >>> p = program("y = x.view(2, 3)")
    >>> may_be_tried(p.inference, p.operation("x.view(2, 3)"))
    False
    """
    scope = operation.frame or inference.module
    if scope is None:
        return False
    if type(scope) is cst.FunctionDef and scope.name.value.lower().lstrip("_").startswith(_TRIES):
        return True
    known = inference.rooms.setdefault(_ROOM, {})
    assert isinstance(known, dict)
    if id(scope) not in known:
        known[id(scope)] = _tries(scope)
    guarded, measured = known[id(scope)]
    loop = operation.loops[-1] if operation.loops else None
    repeats = loop is None or type(loop) is cst.While or iterates_range(inference, loop)
    return id(operation.node) in guarded or (measured and repeats)


def _tries(scope: cst.CSTNode) -> tuple[set[int], bool]:
    """The nodes under ``try`` and contexts that may expect errors, by their ``id``, and whether a scope measures."""
    guarded: set[int] = set()
    measured: list[cst.CSTNode] = []

    def enter(block: cst.CSTNode) -> None:
        assert isinstance(block, cst.Try | cst.TryStar | cst.With)
        if type(block) is cst.With and all(_called(item.item) in _PLAIN_CONTEXTS for item in block.items):
            return
        _add_all(block.body, guarded)

    def call(node: cst.CSTNode) -> None:
        if _called(node) in _MEASURES:
            measured.append(node)

    walk(scope, {cst.Try: [enter], cst.TryStar: [enter], cst.With: [enter], cst.Call: [call]})
    return guarded, bool(measured)


# What takes an error for granted, by a word in its name.
_EXPECTS = ("raises", "suppress")
# Errors that torch raises where a graph or a leaf is not what it must be.
_BROAD = frozenset({"AttributeError", "Exception", "BaseException", "RuntimeError", "ValueError"})


def expects_error(inference: Inference, node: cst.CSTNode, frame: cst.CSTNode | None) -> bool:
    """Whether code may be there to raise: in a test, under `raises`, or in a `try` of a few statements.

    >>> p = program("try:", "    x.detach().backward()", "except RuntimeError:", "    pass")
    >>> expects_error(p.inference, p.node("x.detach().backward()"), None)
    True
    """
    scope = frame or inference.module
    if scope is None:
        return False
    if type(scope) is cst.FunctionDef and scope.name.value.lower().lstrip("_").startswith("test"):
        if not gives_loader(inference, scope):
            return True
    known = inference.rooms.setdefault(_EXPECTING, {})
    assert isinstance(known, dict)
    if id(scope) not in known:
        known[id(scope)] = _expecting(scope)
    return id(node) in known[id(scope)]


def _expecting(scope: cst.CSTNode) -> set[int]:
    """The nodes under what expects an error of torch, by their ``id``."""
    found: set[int] = set()

    def enter(block: cst.CSTNode) -> None:
        assert isinstance(block, cst.Try | cst.TryStar | cst.With)
        if isinstance(block, cst.With):
            names = [_called(item.item).lower() for item in block.items]
            if any(word in name for name in names for word in _EXPECTS):
                _add_all(block.body, found)
        elif len(block.body.body) <= 2 and any(_is_broad(handler) for handler in block.handlers):
            _add_all(block.body, found)

    walk(scope, {cst.Try: [enter], cst.TryStar: [enter], cst.With: [enter]})
    return found


def _add_all(block: cst.CSTNode, found: set[int]) -> None:
    """Add the ``id`` of a block and of each node in it, where it is not there yet."""
    stack = [block]
    while stack:
        node = stack.pop()
        if id(node) not in found:
            found.add(id(node))
            stack.extend(children(node))


def _is_broad(handler: cst.ExceptHandler | cst.ExceptStarHandler) -> bool:
    """Whether a handler may be there for an error of torch."""
    kinds = [handler.type]
    if type(handler.type) is cst.Tuple:
        kinds = [element.value for element in handler.type.elements]
    return any(kind is None or _called(kind) in _BROAD for kind in kinds)


def _called(node: cst.CSTNode) -> str:
    return last_name(node.func if type(node) is cst.Call else node)
