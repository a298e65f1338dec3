"""Whether a tensor is a leaf that requires grad, which torch changes in place under ``no_grad`` only."""

from __future__ import annotations

import libcst as cst

from ...syntax.equality import plain_code
from ...syntax.naming import all_names
from ...syntax.walking import walk
from ..events.event import Answer, Event, Wanted
from ..events.program import program_of
from ..events.steps import Exit, Jump, walk_steps
from ..interpreter.inference import Inference, met
from ..knowledge.columns import Family, Formula
from ..knowledge.kinds import BOOL
from ..knowledge.python_builtins import PLAIN_DECORATORS
from ..knowledge.python_operations import CHANGED, PARAMETERS, PHI, SUBSCRIPT
from ..knowledge.signatures import TABLE
from ..knowledge.tensor_attributes import PROPERTIES, Property
from ..knowledge.training import EventKind
from ..values import ELLIPSIS, NONE, Module, Number, Operation, Reference, Tensor, Value, is_slice
from .callers import calls_to, function_around, runs_of
from .moves import move_of

_ROOM = "frozen"
_PLAIN = "attributes that are set to plain tensors"
_OFF_ROOM = "attributes that are set to False"
_MAKES = frozenset({Family.FACTORY, Family.CONSTRUCTION, Family.RANDOM})
_MAKERS = "makers of leaves"
_WEIGHTS = "weights that require no grad"
# What hands out tensors that it did not compute.
_NOT_COMPUTED = frozenset(
    {Family.PHI, Family.CALL, Family.ITERATION, Family.COLLECTION, Family.OBJECT, Family.AUTOGRAD, Family.FACTORY}
)
_DEPTH = 60
# What shows that a function runs with gradients.
_RUN_BY_TRAINING = ("__init__", "forward")
_TRAINS = (EventKind.BACKWARD, EventKind.STEP)


def leaf_of(value: Value, depth: int = _DEPTH) -> Tensor | None:
    """The leaf that requires grad whose memory a value certainly shares, be it the value itself or a view of it.

    >>> p = program("w = torch.zeros(3, requires_grad=True)", "a, b = w[0], w * 1", "return a, b")
    >>> leaf_of(p.value("a")) is None, leaf_of(p.value("b")) is None
    (False, True)
    """
    if not isinstance(value, Tensor) or depth == 0 or value.grad is False or not value.certain:
        return None
    origin = value.origin
    if value.leaf:
        return value
    if origin is None:
        return None
    if origin.signature is PHI:
        found = [leaf_of(one, depth - 1) for one in met(value) if not is_changed(one)]
        return found[0] if found and None not in found else None
    if is_changed(value) or _is_view(origin):
        return leaf_of(origin.operand(), depth - 1)
    return None


def is_given_plain(inference: Inference, node: cst.CSTNode | None) -> bool:
    """Whether a file also sets an attribute to a tensor that is no parameter, as a loss's ``weight`` may be.

    Where a module has a parameter, it takes nothing else.

    >>> p = program("criterion.weight = torch.ones(3)", "criterion.weight *= 2")
    >>> is_given_plain(p.inference, p.node("criterion.weight"))
    True
    """
    if type(node) is not cst.Attribute:
        return False
    plain = inference.rooms.get(_PLAIN)
    if not isinstance(plain, set):
        plain = inference.rooms[_PLAIN] = set[str]()
        for one in (*inference.nodes_of(cst.Assign), *inference.nodes_of(cst.AnnAssign)):
            assert isinstance(one, cst.Assign | cst.AnnAssign)
            value = None if one.value is None else inference.value(one.value)
            if isinstance(value, Tensor) and not value.parameter and value.grad is not True:
                targets = [each.target for each in one.targets] if isinstance(one, cst.Assign) else [one.target]
                plain.update(inference.code(target) for target in targets if type(target) is cst.Attribute)
    return inference.code(node) in plain


def is_changed(value: Value) -> bool:
    """Whether a value is what an operation in place left of its first operand, or of what shares memory with it.

    >>> is_changed(value("x.add_(1)")), is_changed(value("x + 1"))
    (True, False)
    """
    origin = value.origin
    return origin is not None and (origin.signature is CHANGED or changes_in_place(origin))


def changes_in_place(operation: Operation) -> bool:
    """Whether an operation writes into its first operand, which autograd then records.

    >>> changes_in_place(operation("x.add_(1)")), changes_in_place(operation("x.add(1)"))
    (True, False)
    """
    signature = operation.signature
    if signature.family is Family.AUTOGRAD or operation.formula in (Formula.DETACH, Formula.REQUIRES_GRAD):
        return False
    if operation.formula is Formula.MATMUL:
        return False  # x @= y makes a new tensor
    flag = operation.operands.get("inplace")
    asked = isinstance(flag, Number) and flag.number is True
    return operation.notation.modifies or signature.inplace or operation.formula is Formula.SUBSCRIPT_WRITE or asked


def _is_view(operation: Operation) -> bool:
    """Whether a result certainly is a view that takes part in the graph of its operand."""
    return operation.grad_enabled is True and operation.formula is not Formula.DETACH and is_view(operation)


def is_view(operation: Operation) -> bool:
    """Whether a result certainly shares the memory of the operand: no mask or tensor selects its entries.

    >>> is_view(operation("x[:, 0]")), is_view(operation("x.view(-1)")), is_view(operation("x[x > 0]"))
    (True, True, False)
    """
    if operation.signature is SUBSCRIPT:
        return all(
            is_slice(part) or part is NONE or part is ELLIPSIS or (isinstance(part, Number) and part.type != BOOL)
            for part in operation.index_parts
        )
    return operation.signature.family is Family.VIEW and not operation.signature.may_share


def may_be_frozen(inference: Inference, leaf: Tensor) -> bool:
    """Whether the file switches gradients off for the modules that a parameter is of, as for the copy of a teacher.

    >>> p = program("net = nn.Linear(4, 4)", "net.requires_grad_(False)", "for p in net.parameters(): p.add_(1)")
    >>> may_be_frozen(p.inference, leaf_of(p.operation("p.add_(1)").operand()))
    True
    """
    frozen = _frozen(inference) if leaf.parameter else set()
    if not frozen:
        return False
    origin = leaf.origin
    if origin is None or origin.signature is not PARAMETERS:
        return True
    return not frozen.isdisjoint(_words(origin.node))


def may_freeze(inference: Inference) -> bool:
    """Whether the file switches gradients off somewhere, for any tensors or for all that is computed.

    >>> may_freeze(program("for p in model.parameters(): p.requires_grad = False").inference)
    True
    >>> may_freeze(program("a = torch.zeros(3, requires_grad=False)", "with torch.no_grad(): b = a + 1").inference)
    False
    """
    return bool(_frozen(inference)) or bool(program_of(inference).functions(EventKind.SET_GRAD_MODE))


def _may_freeze_tensors(inference: Inference) -> bool:
    """Whether the file sets ``requires_grad`` of a tensor, or calls ``requires_grad_``, so that some may be frozen.

    An attribute of that name on a module freezes nothing.

    >>> _may_freeze_tensors(program("for p in net.parameters(): p.requires_grad = False").inference)
    True
    >>> _may_freeze_tensors(program("net = nn.Linear(3, 2)", "net.requires_grad = False").inference)
    False
    """
    for call in inference.nodes_of(cst.Call):
        assert type(call) is cst.Call
        if type(call.func) is cst.Attribute and call.args and not _is_true(call.args[0].value):
            row = TABLE.inplace.get(call.func.attr.value)
            if row is not None and row.formula is Formula.REQUIRES_GRAD:
                return True
    return any(_freezes_tensor(inference, node) for node in inference.nodes_of(cst.Assign))


def _freezes_tensor(inference: Inference, node: cst.CSTNode) -> bool:
    assert type(node) is cst.Assign
    target = node.targets[0].target
    if type(target) is not cst.Attribute or PROPERTIES.get(target.attr.value) is not Property.REQUIRES_GRAD:
        return False
    owner = inference.value(target.value)
    tensor = isinstance(owner, Tensor) or (type(target.value) is cst.Name and not isinstance(owner, Module))
    return tensor and not _is_true(node.value)


def replaces_weights(inference: Inference) -> bool:
    """Whether the file puts tensors that require no grad where modules have their weights.

    >>> replaces_weights(program("net.weight = nn.Parameter(torch.ones(3), requires_grad=False)").inference)
    True
    """
    known = inference.rooms.get(_WEIGHTS)
    if not isinstance(known, bool):
        known = inference.rooms[_WEIGHTS] = any(_replaces(inference, node) for node in inference.nodes_of(cst.Assign))
    return known


def _replaces(inference: Inference, node: cst.CSTNode) -> bool:
    assert type(node) is cst.Assign
    target, value = node.targets[0].target, inference.value(node.value)
    is_weight = type(target) is cst.Attribute and target.attr.value in ("weight", "bias")
    return is_weight and isinstance(value, Tensor) and value.grad is False


def _frozen(inference: Inference) -> set[str]:
    known = inference.rooms.get(_ROOM)
    if not isinstance(known, set):
        known = inference.rooms[_ROOM] = set() if inference.module is None else _names(inference, inference.module)
    return known


def _names(inference: Inference, module: cst.Module) -> set[str]:
    """The names in what ``requires_grad`` is switched off for, and in what the loops over such things go over."""
    owners: dict[int, set[str]] = {}

    def call(node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        flags = [one.value for one in node.args if one.keyword is not None and one.keyword.value == "requires_grad"]
        if flags and not _is_true(flags[0]) and not isinstance(inference.value(node), Tensor):  # a helper
            owners[id(node)] = set().union(*(_words(one.value) for one in node.args if one.keyword is None))
        if type(node.func) is cst.Attribute:
            row = TABLE.inplace.get(node.func.attr.value)
            switches = row is not None and row.formula is Formula.REQUIRES_GRAD
            if switches and node.args and not _is_true(node.args[0].value):
                owners[id(node)] = _words(node.func.value)

    def assign(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        for one in node.targets:
            target = one.target
            if type(target) is cst.Attribute and PROPERTIES.get(target.attr.value) is Property.REQUIRES_GRAD:
                if not _is_true(node.value):
                    owners[id(node)] = _words(target.value)

    walk(module, {cst.Call: [call], cst.Assign: [assign]})
    if not owners:
        return set()
    loops: list[cst.For] = []
    walk(module, {cst.For: [loops.append]})  # type: ignore[list-item]
    for loop in reversed(loops):
        inner: set[str] = set()

        def note(node: cst.CSTNode, inner: set[str] = inner) -> None:
            inner.update(owners.get(id(node), ()))

        walk(loop.body, {cst.Call: [note], cst.Assign: [note], cst.For: [note]})
        if not inner.isdisjoint(_words(loop.target)):
            owners[id(loop)] = _words(loop.iter)
    return set().union(*owners.values()) - {"self"}


def _is_true(node: cst.BaseExpression) -> bool:
    return type(node) is cst.Name and node.value == "True"


def _words(node: cst.CSTNode) -> set[str]:
    """The names and attributes that an expression is written with."""
    return all_names(node) - {"parameters", "named_parameters", "zip"}


def records(inference: Inference, operation: Operation) -> Answer:
    """Whether autograd records where an operation stands; UNKNOWN where a caller outside of the file may say.

    It does in a script, in `__init__` and `forward` of a module, where the function itself trains, and where such code
    calls it with gradients on. A call in another function counts for nothing, be it in a lambda of a table: whoever
    runs that may do so under ``no_grad``.

    >>> p = program("y = x.exp()", "with torch.no_grad():", "    z = x.log()")
    >>> records(p.inference, p.operation("x.exp()")), records(p.inference, p.operation("x.log()"))
    (<Answer.UNKNOWN: 'unknown'>, <Answer.NO: 'no'>)
    """
    frame = operation.frame
    if frame is None or not operation.grad_enabled:
        return {True: Answer.YES, False: Answer.NO, None: Answer.UNKNOWN}[operation.grad_enabled]
    function = inference.functions.get(frame)
    if function is not None and function.analysis.grad_modes == {False}:
        return Answer.NO
    return Answer.YES if _is_run_with_graph(inference, frame, set()) else Answer.UNKNOWN


def _is_run_with_graph(inference: Inference, frame: cst.CSTNode | None, seen: set[int]) -> bool:
    """Whether a function, or the script, certainly runs with gradients on at least once."""
    if frame is None:
        return True
    function = inference.functions.get(frame)
    if function is None or id(frame) in seen or not PLAIN_DECORATORS.issuperset(function.decorators):
        return False
    if type(frame) is cst.FunctionDef and function.cls is not None and frame.name.value in _RUN_BY_TRAINING:
        return True
    if program_of(inference).timeline(frame).find(*_TRAINS):
        return True
    seen.add(id(frame))
    callers = (function_around(inference, call) for call in calls_to(inference, function))
    recorded = True in function.analysis.grad_modes
    return recorded and any(_is_run_with_graph(inference, caller, seen) for caller in callers)


def shows_gradients(inference: Inference, operation: Operation) -> bool:
    """Whether the file shows that a function runs with gradients on: a caller elsewhere may switch them off.

    It does for a script, for a function that trains or makes a leaf that requires grad, and for what one of these
    calls with gradients on. A ``forward`` by itself shows nothing: whoever calls the module may do so in ``no_grad``.

    >>> p = program("y = x.exp()", "w = torch.zeros(3, requires_grad=True)", "z = w.log()")
    >>> shows_gradients(p.inference, p.operation("w.log()"))
    True
    """
    if operation.grad_enabled is not True:
        return False
    return _is_shown(inference, operation.frame, set())


def _is_shown(inference: Inference, frame: cst.CSTNode | None, seen: set[int]) -> bool:
    if frame is None:
        return True
    function = inference.functions.get(frame)
    if function is None or id(frame) in seen or not PLAIN_DECORATORS.issuperset(function.decorators):
        return False
    if type(frame) is cst.Lambda:
        return function.cls is None and function.analysis.scope.function is None
    if frame in _makers(inference) or program_of(inference).timeline(frame).find(*_TRAINS):
        return True
    seen.add(id(frame))
    if True not in function.analysis.grad_modes:
        return False
    around = [function_around(inference, call) for call in runs_of(inference, function)]
    return any(type(caller) is not cst.Lambda and _is_shown(inference, caller, seen) for caller in around)


def _makers(inference: Inference) -> set[cst.CSTNode | None]:
    """The functions that make a leaf that requires grad, and so are written to run with gradients on."""
    known = inference.rooms.get(_MAKERS)
    if not isinstance(known, set):
        known = inference.rooms[_MAKERS] = {
            one.frame
            for one in inference.operations.values()
            if isinstance(one.result, Tensor) and one.result.grad is True and _makes(one)
        }
        for call in inference.nodes_of(cst.Call):
            if type(call) is cst.Call and _is_new_parameter(inference, call):
                known.add(function_around(inference, call))
    return known


def _is_new_parameter(inference: Inference, call: cst.Call) -> bool:
    callee, value = inference.value(call.func), inference.value(call)
    made = isinstance(value, Tensor) and value.parameter and value.leaf and value.grad is True
    return made and type(callee) is Reference


def _makes(operation: Operation) -> bool:
    """Whether an operation itself makes a leaf, and does not only hand on a parameter of a module."""
    family = operation.signature.family
    return operation.formula is Formula.REQUIRES_GRAD or family in _MAKES


def made_from_leaf(inference: Inference, value: Value) -> Operation | None:
    """The operation that computes a tensor from leaves that require grad, so that it is no leaf itself.

    A conversion does not count if it may hand on the leaf as it is, since nothing is to be converted.

    >>> p = program("w = torch.zeros(3, requires_grad=True)", "a, b = w * 2, w.float()", "return a, b")
    >>> made_from_leaf(p.inference, p.value("a")).name, made_from_leaf(p.inference, p.value("b"))
    ('mul', None)
    """
    if not isinstance(value, Tensor) or not value.certain or value.grad is False or value.leaf or value.origin is None:
        return None
    operation = value.origin
    row = operation.signature
    if value.grad is None and row.family is not Family.CONVERSION:
        return None
    if row.family in _NOT_COMPUTED or operation.notation.modifies:
        return None
    source = operation.operand()
    hands_on = row.may_share
    if row.family is Family.CONVERSION:
        hands_on = not _converts(inference, operation, value) or _is_moved_there(operation.node)
    if hands_on:
        return made_from_leaf(inference, source)
    operands = (one for name, one in operation.operands.items() if name not in row.metadata_of)
    carries = any(isinstance(one, Tensor) and one.grad and one.certain for one in operands)
    return operation if carries and inference.operation(operation.node) is not None else None


def _is_moved_there(move: cst.CSTNode) -> bool:
    """Whether what a call moves was made or moved there within it: ``nn.Parameter(z.to(device)).to(device)``."""
    if type(move) is not cst.Call or type(move.func) is not cst.Attribute or len(move.args) > 1:
        return False
    method, place = move.func.attr.value, "".join(plain_code(one.value) for one in move.args)
    found: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Call
        moved = type(node.func) is cst.Attribute and node.func.attr.value == method and len(node.args) == len(move.args)
        if moved and "".join(plain_code(one.value) for one in node.args) == place:
            found.append(node)
        given = (one.value for one in node.args if one.keyword is not None and one.keyword.value == "device")
        if any(plain_code(one) == place for one in given):
            found.append(node)

    walk(move.func.value, {cst.Call: [look]})
    return bool(found)


def always_refuses(inference: Inference, built: Event) -> bool:
    """Whether an optimizer is built on every path through a function, and raises for what is no leaf.

    >>> p = program("w = torch.zeros(3, requires_grad=True)", "optimizer = torch.optim.SGD([w * 2])")
    >>> [always_refuses(p.inference, event) for event in program_of(p.inference).events(EventKind.BUILD_OPTIMIZER)]
    [True]
    """
    if built.kind is not EventKind.BUILD_OPTIMIZER or type(built.node) is not cst.Call:
        return False
    names = {None if one.keyword is None else one.keyword.value for one in built.node.args}
    if "differentiable" in names or any(one.star for one in built.node.args):
        return False
    if type(built.function) is cst.FunctionDef and built.function.asynchronous is not None:
        return False  # which may be cancelled on the way
    timeline = program_of(inference).timeline(built.function)
    raises = any(isinstance(step, Jump) and step.exit is Exit.RAISE for step in walk_steps(timeline.block))
    return not raises and not timeline.block.generator and timeline.happens(Wanted.exactly(built)).always


def _converts(inference: Inference, operation: Operation, value: Tensor) -> bool:
    """Whether a conversion makes another tensor: of another dtype, or on another device."""
    source = operation.operand()
    if not isinstance(source, Tensor):
        return False
    if None not in (source.dtype, value.dtype) and source.dtype != value.dtype:
        return True
    made_of = source.identity.made_of
    source = made_of if isinstance(made_of, Tensor) else source
    return source.device != "cuda" and not _is_placed(source) and move_of(inference, operation) is not None


def _is_placed(tensor: Tensor) -> bool:
    """Whether a tensor was made on a device that the program chooses, where moving it there again changes nothing."""
    made: Tensor | None = tensor
    for _ in range(8):
        if made is None or made.origin is None or made.device == "cpu":
            return False
        if made.origin.given("device"):
            return True
        made = next(made.origin.tensors(), None)
    return False


def leaf_names(operation: Operation) -> set[str] | None:
    """The names of the leaves that a result is computed from, empty where they are made in the same expression.

    None where it is computed from anything else that requires grad.

    >>> leaf_names(operation("torch.zeros(3, requires_grad=True) * 2")), leaf_names(operation("x.sum() * 2"))
    (set(), None)
    """
    found: set[str] = set()
    for name, operand in operation.operands.items():
        node = operation.nodes.get(name)
        if not isinstance(operand, Tensor) or not operand.grad:
            continue
        inner = operand.origin
        if operand.leaf and type(node) is cst.Call:
            continue
        if operand.leaf and type(node) is cst.Name:
            found.add(node.value)
        elif not operand.leaf and inner is not None and inner.node is node:
            names = leaf_names(inner)
            if names is None:
                return None
            found |= names
        else:
            return None
    return found if any(isinstance(one, Tensor) and one.grad for one in operation.operands.values()) else None


def changes_no_gradient(inference: Inference, owner: Value, given: Number) -> bool:
    """Whether a tensor, or each parameter of a module, is what ``requires_grad`` would make it anyway.

    >>> p = program("net = nn.Linear(3, 2)", "yes, no = True, False")
    >>> [changes_no_gradient(p.inference, p.value("net"), p.value(name)) for name in ("yes", "no")]
    [True, False]
    """
    if not given.number:
        made = isinstance(owner, Tensor) and owner.certain and owner.origin is not None
        return made and isinstance(owner, Tensor) and owner.grad is False
    if given.number is not True or _may_freeze_tensors(inference):
        return False
    return isinstance(owner, Module) or (isinstance(owner, Tensor) and (owner.parameter or owner.grad is True))


def is_set_to_false(inference: Inference, target: cst.Attribute) -> bool:
    """Whether the file sets an attribute, as it is written there, to False somewhere.

    >>> p = program("x.flag = True", "x.flag = False", "y.flag = True")
    >>> [is_set_to_false(p.inference, p.node(code)) for code in ("x.flag", "y.flag")]
    [True, False]
    """
    found = inference.rooms.get(_OFF_ROOM)
    if not isinstance(found, set):
        assigns = [node for node in inference.nodes_of(cst.Assign) if type(node) is cst.Assign]
        off = [node for node in assigns if type(node.value) is cst.Name and node.value.value == "False"]
        targets = [one.target for node in off for one in node.targets]
        found = inference.rooms[_OFF_ROOM] = {inference.code(one) for one in targets if type(one) is cst.Attribute}
    return inference.code(target) in found
