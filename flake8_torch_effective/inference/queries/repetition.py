"""Which lines run once per batch or sample, and not only when a program starts."""

from __future__ import annotations

import libcst as cst

from ...syntax.naming import called_name, last_name
from ...syntax.walking import walk
from ..events.at_work import calls_in, functions_at_work
from ..events.collections import called
from ..events.program import Program, program_of
from ..events.registry import calls_of
from ..interpreter.inference import Inference, alternatives
from ..knowledge.columns import Family, Formula
from ..knowledge.function_names import Work, does
from ..knowledge.kinds import BOOL
from ..values import UNKNOWN, Operation, Tensor, Value, origins, reaches
from .moves import is_made_by_default
from .trials import has_few_iterations

_ROOM = "functions that run often"
_LOOPS = (cst.For, cst.While)
_DEPTH = 3
# What waits for the device: it reads numbers, or makes as many entries as a tensor has.
_WAITING = frozenset({"argwhere", "item", "masked_select", "nonzero", "tolist", "unique"})
_MANY = 60


def runs_often(inference: Inference, operation: Operation) -> bool:
    """Whether an operation runs in a loop, when a module is called or trained, or in what such a place calls.

    Not what an object, a setter or a cached function makes once.

    >>> p = program("def forward(z): return z.exp()", "def scaled(z): return z.sin()")
    >>> [runs_often(p.inference, p.operation(code)) for code in ("z.exp()", "z.sin()")]
    [True, False]
    """
    if runs_once(operation.frame):
        return False
    if any(isinstance(loop, _LOOPS) for loop in operation.loops) and not has_few_iterations(operation):
        return True
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    often = _functions(inference)
    while function is not None:
        if function.node in often:
            return True
        function = function.analysis.scope.function
    return False


def runs_once(frame: cst.CSTNode | None) -> bool:
    """Whether a function, by its name or its decorator, is called once, or its result kept.

    >>> runs_once(None)
    False
    """
    if not isinstance(frame, cst.FunctionDef):
        return False
    return does(frame.name.value, Work.ONCE) or any(_is_cache(one.decorator) for one in frame.decorators)


def _is_cache(decorator: cst.BaseExpression) -> bool:
    return "cache" in last_name(decorator.func if isinstance(decorator, cst.Call) else decorator)


def _functions(inference: Inference) -> set[cst.CSTNode]:
    """The functions of the file that run often, by their names, by what calls them, and with a module's call."""
    known = inference.rooms.get(_ROOM)
    if not isinstance(known, set):
        known = inference.rooms[_ROOM] = _found(program_of(inference))
    return known


def _found(program: Program) -> set[cst.CSTNode]:
    named = (
        node
        for node in program.inference.functions
        if isinstance(node, cst.FunctionDef) and does(node.name.value, Work.EACH_BATCH)
    )
    found: set[cst.CSTNode] = {*named, *(function.node for function in functions_at_work(program))}
    reached = _repeated(program)
    for node in found:
        reached += calls_in(node)
    while reached:
        function = called(program, reached.pop())
        if function is not None and function.node not in found and not runs_once(function.node):
            found.add(function.node)
            reached += calls_in(function.node)
    return found


def _repeated(program: Program) -> list[cst.Call]:
    """The calls in loops, those in the loops' heads left out."""
    found: list[cst.Call] = []
    loops: list[cst.For | cst.While] = []

    def look(node: cst.CSTNode) -> None:
        assert isinstance(node, _LOOPS)
        loops.append(node)

    if program.inference.module is not None and calls_of(program):
        walk(program.inference.module, {kind: [look] for kind in _LOOPS})
    for loop in loops:
        if not isinstance(loop, cst.For) or not isinstance(loop.iter, (cst.List, cst.Tuple)):
            found += calls_in(loop.body)
    return found


def waits_in_loop(inference: Inference, tensors: list[Tensor]) -> bool:
    """Whether the loop that computes tensors reads a number in each iteration, and so waits anyhow.

    >>> p = program("for row in x:", "    z, n = row.exp(), row[0].item()", "for row in x:", "    y = row.exp()")
    >>> [waits_in_loop(p.inference, [p.value(name)]) for name in "zy"]
    [True, False]
    """
    made = (part.origin for tensor in tensors for part in alternatives(tensor))
    loops = {one.loops[-1] for one in made if one is not None and one.loops}
    extracts = any(one.signature.family is Family.EXTRACTION for loop in loops for one in inference.inside(loop))
    return extracts or any(called_name(call) == "item" for loop in loops for call in calls_in(loop))


def is_filled_waiting(inference: Inference, moved: Operation) -> bool:
    """Whether a loop behind a move writes the parts of a tensor and waits in each iteration, as for a mask's entries.

    >>> p = program("z = x.exp()", "for i in range(9):", "    z[i] = x[x[:, 0] == i].mean()")
    >>> is_filled_waiting(p.inference, p.operation("x.exp()"))
    True
    """
    name, loops = "", []

    def look_at_assignment(node: cst.CSTNode) -> None:
        nonlocal name
        assert isinstance(node, cst.Assign)
        target = node.targets[0].target
        if node.value is moved.node and isinstance(target, cst.Name):
            name = target.value

    def look_at_loop(node: cst.CSTNode) -> None:
        if name and node not in moved.loops and _writes(node, name):
            loops.append(node)

    if moved.frame is not None:
        walk(moved.frame, {cst.Assign: [look_at_assignment], **{kind: [look_at_loop] for kind in _LOOPS}})
    return any(_waits(inference, loop) for loop in loops)


def _writes(loop: cst.CSTNode, name: str) -> bool:
    """Whether a loop writes parts of what a name holds."""
    found: list[bool] = []

    def look(node: cst.CSTNode) -> None:
        assert isinstance(node, cst.AssignTarget)
        target = node.target
        found.append(isinstance(target, cst.Subscript) and last_name(target.value) == name)

    walk(loop, {cst.AssignTarget: [look]})
    return any(found)


def _waits(inference: Inference, loop: cst.CSTNode) -> bool:
    """Whether the host waits in a loop for numbers of a tensor, or for how many entries one has."""
    if any(called_name(call) in _WAITING for call in calls_in(loop)):
        return True
    found: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        assert isinstance(node, cst.Subscript)
        for part in node.slice:
            index = part.slice.value if isinstance(part.slice, cst.Index) else None
            if isinstance(index, (cst.Comparison, cst.UnaryOperation)):
                mask = inference.value(index)
                found.extend([index] if isinstance(mask, Tensor) and mask.category == BOOL else [])

    walk(loop, {cst.Subscript: [look]})
    return bool(found)


def meets_tensors(inference: Inference, value: Value, owner: Value = UNKNOWN, depth: int = _DEPTH) -> bool:
    """Whether a tensor, or what is made of it alone, is computed with another one that a function is given.

    That is also an object of which nothing is known but that it is the ``owner`` of the device the tensor goes to.

    >>> p = program("def noisy(z: torch.Tensor): return z + torch.randn(3)")
    >>> meets_tensors(p.inference, p.value("torch.randn(3)"))
    True
    """
    if not isinstance(value, Tensor) or depth == 0:
        return False
    for user in inference.consumers.get(value.identity, ()):
        if user.formula is Formula.SUBSCRIPT_WRITE:
            continue  # what is written is copied to where the tensor is
        if owner is not UNKNOWN and owner in user.operands.values():
            return True
        others = [one for one in user.tensors() if one.identity is not value.identity]
        if any(not _is_made_here(inference, one, user) for one in others):
            return True
        if not others and meets_tensors(inference, user.result, owner, depth - 1):
            return True
    return False


def _is_made_here(inference: Inference, value: Value, user: Operation) -> bool:
    """Whether an operand is computed from what the function makes, and from nothing that it is given.

    A mask only selects, whatever it is computed from, and what a function within another one reads is not given to it.
    """
    if not any(is_made_by_default(inference, one) for one in origins(value, _MANY)):
        return False
    function = None if user.frame is None else inference.functions.get(user.frame)
    if user.formula is Formula.SUBSCRIPT or (function is not None and function.analysis.scope.function is not None):
        return True
    return not any(
        isinstance(one, Tensor) and one.origin is None and not one.parameter for one in reaches(value, _MANY)
    )
