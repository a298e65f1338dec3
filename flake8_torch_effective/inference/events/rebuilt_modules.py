"""The modules that ``forward`` makes anew each time it runs."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import module_row
from ..knowledge.columns import Family
from ..knowledge.module_methods import ADDS_LAYER, GIVES_SELF
from ..knowledge.names import canonical
from ..knowledge.signatures import TABLE
from ..values import Class, Function, Module, Number, Reference, Sequence
from .at_work import RUNS, around, calls_in, functions_at_work, methods_at_work
from .collections import called, gives_module, holds_state, makes_result
from .event import Answer
from .program import Program
from .registry import Member, registry_of

# Methods of a local module or list that leave it what it is.
_KEEPS = (GIVES_SELF - {"apply", "requires_grad_"}) | ADDS_LAYER | {"extend", "insert", "type"}
_LISTS = (cst.Tuple, cst.List)


@dataclass(frozen=True, slots=True)
class RebuiltModule:
    """A module that is made where it is used: the ``call`` that makes it; ``has_weights`` if not only a mode.

    >>> RebuiltModule(expression("nn.Linear(3, 3)"), has_weights=True).has_weights
    True
    """

    call: cst.Call
    has_weights: bool


def rebuilt_modules(program: Program) -> list[RebuiltModule]:
    """The modules with weights or a mode that ``forward``, or what it calls, makes and applies.

    Not one that is kept, returned, handed on, or whose weights the code sets or reads, nor one that the code puts into
    a mode; nor losses, whose weights are arguments.

    >>> rebuilt_modules(program)
    []
    """
    found: list[RebuiltModule] = []
    late = _made_late(program)
    if not late:
        return found
    makers = {function for function in late if _returns_what_it_makes(program, function)}
    for function in functions_at_work(program):
        if function not in late and not makers:
            continue
        made = [
            call
            for call in calls_in(function.node)
            if _is_made(program, call) or (called(program, call) in makers and makes_result(program, call))
        ]
        uses = _Uses(program, function) if made else None
        inside: set[cst.CSTNode] = set()
        for call in made:
            if uses is not None and call not in inside and uses.is_only_applied(call):
                inside.update(calls_in(call))
                found.append(RebuiltModule(call, not _is_dropout(program, call)))
    return found


def _made_late(program: Program) -> set[Function]:
    """The functions that may make a module, themselves or in one inside them: most files make all in ``__init__``."""
    inference = program.inference
    places = [
        (operation.node, inference.functions.get(operation.frame))
        for operation in inference.operations.values()
        if operation.signature.family is Family.OBJECT and operation.frame is not None
    ]
    places += inference.instantiations.items()
    found: set[Function] = set()
    for node, function in places:
        if function is None or function.name == "__init__" or function in found:
            continue
        if type(node) is cst.Call and _is_made(program, node):
            found.add(function)
            found.update(around(function))
    return {function for function in found if _may_be_at_work(program, function)}


def _returns_what_it_makes(program: Program, function: Function) -> bool:
    """Whether a function may be a helper that makes modules for others: it returns one, and applies none to a batch.

    Not where it returns an attribute, in which it keeps the one that it made first.
    """
    returned: list[cst.CSTNode] = []
    walk(function.node, {cst.Return: [returned.append]})
    values = [program.inference.value(one.value) for one in returned if type(one) is cst.Return and one.value]
    kept = any(type(one) is cst.Return and type(one.value) is cst.Attribute for one in returned)
    return bool(values) and not kept and all(isinstance(one, Module) for one in values)


def _may_be_at_work(program: Program, function: Function) -> bool:
    if function.cls is None:
        return program.may_be_run(function.node)
    registry = registry_of(program, function.cls)
    return registry is not None and function in methods_at_work(registry)


def _is_made(program: Program, call: cst.Call) -> bool:
    """Whether a call makes a module with weights or a mode."""
    made = program.inference.value(call)
    callee = program.inference.value(call.func)
    known = isinstance(callee, Class) or (isinstance(callee, Reference) and canonical(callee.name) in TABLE.modules)
    if not isinstance(made, Module) or not known:
        return False
    row = module_row(made)
    if row is not None and row.operation is not None and row.operation.family is Family.LOSS:
        return False
    if row is not None and row.container is not None:  # what it holds may be made elsewhere
        return any(_is_made(program, inner) for inner in calls_in(call) if inner is not call)
    if _is_dropout(program, call) and _is_number(made, "p", 0):
        return False
    switches = ("affine", "track_running_stats")
    if row is not None and row.operation is not None and row.operation.name == "instance_norm":  # off by default
        return any(_is_number(made, name, 1) for name in switches)
    if all(_is_number(made, name, 0) for name in switches) or _has_constants_alone(program, made):
        return False
    return holds_state(program, made) is Answer.YES


def _has_constants_alone(program: Program, made: Module) -> bool:
    """Whether a class of the file is known to register buffers and nothing else: each object of it does the same."""
    registry = None if made.cls is None else registry_of(program, made.cls)
    kinds = set() if registry is None else {entry.kind for entry in registry.entries}
    return Member.BUFFER in kinds and kinds.isdisjoint({Member.PARAMETER, Member.MODULE})


def _is_number(made: Module, name: str, number: int) -> bool:
    given = made.arguments.get(name)
    return isinstance(given, Number) and given.number == number


def _is_dropout(program: Program, call: cst.Call) -> bool:
    """Whether a call makes a module with a mode, and no weights or buffers."""
    made = program.inference.value(call)
    row = module_row(made)
    return row is not None and row.depends_on_mode and not (row.weights or row.buffers)


class _Uses:
    """What a function does with the modules that it makes."""

    def __init__(self, program: Program, function: Function) -> None:
        self.program = program
        self.function = function
        self.parents: dict[int, cst.CSTNode] = {}
        self.names: dict[str, list[cst.Name]] = {}
        self.seen: set[str] = set()
        self._look(function.node)

    def _look(self, node: cst.CSTNode) -> None:
        queue = [node]
        for current in queue:
            for child in current.children:
                self.parents[id(child)] = current
                queue.append(child)
                if type(child) is cst.Name:
                    self.names.setdefault(child.value, []).append(child)

    def is_only_applied(self, node: cst.CSTNode) -> bool:
        """Whether a module, or a list of modules, is called in the function, and nothing else becomes of it."""
        self.seen = set()
        answers = self.uses(node)
        return bool(answers) and all(answers)

    def uses(self, node: cst.CSTNode) -> list[bool]:
        """What becomes of it, place by place: True where it is called, False for what is not known to be harmless."""
        parent = self.parents.get(id(node))
        above = None if parent is None else self.parents.get(id(parent))
        if type(parent) is cst.Call:
            return [parent.func is node]
        if type(parent) is cst.Attribute and parent.value is node and type(above) is cst.Call:
            if parent.attr.value not in _KEEPS or above.func is not parent:
                return [False]
            return [] if isinstance(self.parents.get(id(above)), cst.Expr) else self.uses(above)
        if type(parent) is cst.Arg and type(above) is cst.Call:
            return self.uses_of_argument(above)
        if type(parent) is cst.Element and (name := self.name_for(parent)) is not None:
            return self.uses_of_name(name)
        if isinstance(parent, cst.Element | cst.StarredElement | cst.DictElement | cst.Subscript) and above is not None:
            return self.uses(parent if type(parent) is cst.Subscript else above)
        if isinstance(parent, cst.ListComp | cst.GeneratorExp) and parent.elt is node:
            return self.uses(parent)
        if type(parent) is cst.IfExp and parent.test is not node:
            return self.uses(parent)
        if isinstance(parent, cst.For | cst.CompFor) and parent.iter is node:
            return self.uses_of_name(parent.target)
        if type(parent) is cst.Assign and parent.value is node and len(parent.targets) == 1:
            target = parent.targets[0].target
            return [self.is_replaced(parent)] if type(target) is cst.Attribute else self.uses_of_name(target)
        return [False]

    def name_for(self, element: cst.Element) -> cst.BaseExpression | None:
        """The target that gets an element of ``a, b = nn.Linear(2, 2), nn.ReLU()``."""
        listed = self.parents[id(element)]
        assign = self.parents.get(id(listed))
        if type(assign) is not cst.Assign or len(assign.targets) != 1 or not isinstance(listed, _LISTS):
            return None
        target = assign.targets[0].target
        if not isinstance(target, _LISTS) or len(target.elements) != len(listed.elements):
            return None
        both = [*target.elements, *listed.elements]
        if any(type(one) is cst.StarredElement for one in both):
            return None
        return target.elements[[one is element for one in listed.elements].index(True)].value

    def is_replaced(self, assign: cst.Assign) -> bool:
        """Whether ``self.layer = ...`` runs each time: not under a condition, nor after a way out of the function."""
        line = self.parents[id(assign)]
        body = self.parents[id(line)]
        if self.parents.get(id(body)) is not self.function.node or self.function.name not in RUNS:
            return False
        if self.function.cls is None or self.function.cls.node.decorators:
            return False
        found: list[cst.CSTNode] = []
        for statement in body.children[: body.children.index(line)]:
            walk(statement, {cst.Return: [found.append]})
        return not found

    def uses_of_argument(self, call: cst.Call) -> list[bool]:
        """What becomes of a module that a container is made of, or that a local list gets."""
        made = self.program.inference.value(call)
        row = module_row(made)
        if row is not None and row.container is not None:
            return self.uses(call)
        if gives_module(self.program, call):
            return self.uses(call)
        func = call.func
        if type(func) is cst.Attribute and func.attr.value in _KEEPS and type(func.value) is cst.Name:
            holder = self.program.inference.value(func.value)
            return self.uses_of_name(func.value) if isinstance(holder, Sequence | Module) else [False]
        return [False]

    def uses_of_name(self, target: cst.CSTNode) -> list[bool]:
        """What becomes of a local name."""
        if type(target) is not cst.Name:
            return [False]
        if target.value in self.seen:
            return []
        self.seen.add(target.value)
        read = [name for name in self.names[target.value] if name is not target and not self.is_bound(name)]
        return [answer for name in read for answer in self.uses(name)]

    def is_bound(self, name: cst.Name) -> bool:
        """Whether a name is a target there, a keyword or an attribute, and so not read."""
        parent = self.parents.get(id(name))
        if type(parent) is cst.Arg:
            return parent.keyword is name
        if type(parent) is cst.Attribute:
            return parent.attr is name
        if isinstance(parent, cst.For | cst.CompFor):
            return parent.target is name
        if type(parent) is cst.Element:
            return isinstance(self.parents.get(id(self.parents[id(parent)])), cst.AssignTarget)
        return isinstance(parent, cst.AssignTarget | cst.Param | cst.FunctionDef)
