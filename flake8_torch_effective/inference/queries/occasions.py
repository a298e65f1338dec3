"""Which lines run seldom, though their function may run often: what is kept, switched off, or beside a file's work."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

import libcst as cst

from ...syntax.naming import all_names, last_name, words_of
from ...syntax.walking import walk
from ..events.program import program_of
from ..events.recognition import argument_of
from ..events.registry import calls_of
from ..interpreter.inference import Inference
from ..knowledge.function_names import COUNTERS, Work, does
from ..values import Class, Number, Operation, Reference
from .callers import calls_to, runs_of
from .places import Place, is_left_early, none_name, places_of
from .trials import FEW

_FILES = "blocks that work on files"
_OPTIONS = "options that are off"
_REBUILT = "methods that take down a flag"
_OWNERS = "owners of lasting attributes"
_DEVICE_WORDS = frozenset({"cuda", "device", "devices", "gpu", "gpus"})
_LOOPS = (cst.For, cst.While)
# How many calls deep a guard is looked for.
_DEPTH = 3


def runs_seldom(inference: Inference, operation: Operation) -> bool:
    """Whether an operation makes what is kept, or made in the first of many steps, is off by default, or beside files.

    Nor does what stands in for an operation of ONNX run often, which a class says with ``symbolic``.

    >>> code = "if key not in self.kept:", "    self.kept[key] = x.exp()"
    >>> p = program("class Table:", "    def row(self, key):", *("        " + line for line in code))
    >>> runs_seldom(p.inference, p.operation("x.exp()"))
    True
    """
    place = places_of(inference).get(id(operation.node))
    if place is None:
        return False
    return (
        _is_kept(inference, place, _DEPTH)
        or _is_switched_off(inference, place)
        or _is_beside_files(inference, place)
        or _is_once_a_sequence(inference, place)
        or is_traced_only(inference, operation)
        or is_rebuilt(inference, operation)
    )


def is_switched_off(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands under a flag that is an argument, False by default, which no call in the file sets.

    >>> p = program("def _f(z, loud=False):", "    if loud: return z.exp()", "    return z.sin()", "y = _f(x)")
    >>> [is_switched_off(p.inference, p.operation(code)) for code in ("z.exp()", "z.sin()")]
    [True, False]
    """
    place = places_of(inference).get(id(operation.node))
    return place is not None and _is_switched_off(inference, place)


def is_behind_device(inference: Inference, operation: Operation) -> bool:
    """Whether an operation runs only after a test of the device, or of a flag that is named for one.

    >>> p = program("if x.is_cuda:", "    y = x.exp()", "z = x.sin()")
    >>> [is_behind_device(p.inference, p.operation(code)) for code in ("x.exp()", "x.sin()")]
    [True, False]
    """
    place = places_of(inference).get(id(operation.node))
    if place is None:
        return False
    for one in place.outwards():
        before = one.block[: one.index]
        ifs = (each for each in before if type(each) is cst.If)
        tests = [one.test, *(each.test for each in ifs if is_left_early(each.body.body))]
        if any(test is not None and _asks_for_device(test) for test in tests):
            return True
    statement = place.block[place.index]
    chosen: list[cst.CSTNode] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.IfExp
        if _asks_for_device(node.test):
            walk(node, {cst.Call: [chosen.append]})

    walk(statement, {cst.IfExp: [look]})
    return any(node is operation.node for node in chosen)


def _asks_for_device(test: cst.BaseExpression) -> bool:
    """Whether a test names a device: ``x.is_cuda``, ``torch.cuda.is_available()``, ``use_gpu``, ``device > -1``."""
    return any(not _DEVICE_WORDS.isdisjoint(words_of(name)) for name in all_names(test))


def _is_kept(inference: Inference, place: Place, depth: int) -> bool:
    """Whether what is computed in a place is stored where a test looked for it before, or made the first time."""
    named = _named(inference)
    for one in place.outwards():
        if one.test is not None and _Test(one.around, named).looks_for(one.test, one.holds, _assigned(one.block)):
            return True
        for index, statement in enumerate(one.block[: one.index]):
            if type(statement) is cst.If and is_left_early(statement.body.body):
                at = Place(one.block, index, None, True, one.around, one.frame)
                if _Test(at, named).looks_for(statement.test, False, _assigned(one.block[index + 1 :])):
                    return True
    if depth == 0 or type(place.frame) is not cst.FunctionDef:
        return False
    places = [places_of(inference).get(id(one)) for one in calls_to(inference, inference.functions.get(place.frame))]
    return bool(places) and all(one is not None and _is_kept(inference, one, depth - 1) for one in places)


def _named(inference: Inference) -> Set[str]:
    """The names of the file's functions and classes, whose attributes last as those of ``self`` do, and ``self``."""
    found = inference.rooms.get(_OWNERS)
    if not isinstance(found, frozenset):
        functions = (one.name for one in inference.functions.values())
        classes = (one.name for one in inference.classes.values())
        found = inference.rooms[_OWNERS] = frozenset({"self", "cls", *functions, *classes})
    return found


class _Test:
    """Reads a test that stands in a place, None where it stands in no block; ``owners`` have lasting attributes."""

    def __init__(self, place: Place | None, owners: Set[str]) -> None:
        self.place = place
        self.owners = owners

    def looks_for(self, test: cst.BaseExpression, holds: bool, stored: set[str]) -> bool:
        """Whether a test comes out this way only before one of some attributes and collections is filled."""
        if type(test) is cst.UnaryOperation and type(test.operator) is cst.Not:
            return self.looks_for(test.expression, not holds, stored)
        if type(test) is cst.BooleanOperation:
            sides = [self.looks_for(side, holds, stored) for side in (test.left, test.right)]
            return any(sides) if isinstance(test.operator, cst.And) is holds else all(sides)
        if _is_first_time(test, holds) or not stored.isdisjoint(_empty(test, holds)):
            return True
        if type(test) is cst.Name and self.is_put_down(test.value, holds):
            return True
        missing = none_name(test, holds) or _lacking(test, holds)
        value = None if missing is None else self.held(missing)
        return bool((self.looked_for(test) | (set() if value is None else self.looked_for(value))) & stored)

    def is_put_down(self, flag: str, holds: bool) -> bool:
        """Whether a flag gets the other value beside the test, or under it: ``if first: ...; first = False``."""
        if self.place is None:
            return False
        found: list[bool] = []

        def look(node: cst.CSTNode) -> None:
            assert type(node) is cst.Assign
            named = any(type(one.target) is cst.Name and one.target.value == flag for one in node.targets)
            found.append(named and last_name(node.value) == ("False" if holds else "True"))

        for statement in self.place.block[self.place.index :]:
            walk(statement, {cst.Assign: [look]})
        return any(found)

    def looked_for(self, test: cst.BaseExpression) -> set[str]:
        """The attributes that a test reads, and the collections that it looks into, these with brackets."""
        found: set[str] = set()

        def look_at_attribute(node: cst.CSTNode) -> None:
            assert type(node) is cst.Attribute
            if type(node.value) is cst.Name and node.value.value in self.owners:
                found.update((node.attr.value, node.attr.value + "[]"))

        def look_at_comparison(node: cst.CSTNode) -> None:
            assert type(node) is cst.ComparisonTarget
            if isinstance(node.operator, (cst.In, cst.NotIn)) and type(node.comparator) is cst.Name:
                found.add(node.comparator.value + "[]")

        def look_at_call(node: cst.CSTNode) -> None:
            assert type(node) is cst.Call
            if type(node.func) is cst.Attribute and node.func.attr.value == "get":
                found.add(last_name(node.func.value) + "[]")
            name = node.args[1].value if last_name(node.func) in ("hasattr", "getattr") and len(node.args) > 1 else None
            text = name.evaluated_value if type(name) is cst.SimpleString else None
            if isinstance(text, str):
                found.update((text, text + "[]"))

        walk(
            test,
            {
                cst.Attribute: [look_at_attribute],
                cst.ComparisonTarget: [look_at_comparison],
                cst.Call: [look_at_call],
            },
        )
        return found

    def held(self, name: str) -> cst.BaseExpression | None:
        """What a name was given last before the test, in its block or one around it."""
        for place in () if self.place is None else self.place.outwards():
            for statement in reversed(place.block[: place.index]):
                last = statement.body[-1] if type(statement) is cst.SimpleStatementLine else None
                if type(last) is cst.Assign and type(last.targets[0].target) is cst.Name:
                    if last.targets[0].target.value == name:
                        return last.value
        return None


def _lacking(test: cst.BaseExpression, holds: bool) -> str | None:
    """The name of what is empty, or is compared, where a test comes out this way: not ``kept``, ``key not in kept``."""
    if type(test) is cst.Comparison and len(test.comparisons) == 1:
        test = test.comparisons[0].comparator
    elif holds:
        return None
    return test.value if type(test) is cst.Name and test.value != "None" else None


def _empty(test: cst.BaseExpression, holds: bool) -> set[str]:
    """The collection that is empty where a test comes out this way: ``len(state) == 0``, and not ``state``."""
    length: cst.BaseExpression | None = test
    if type(test) is cst.Comparison and len(test.comparisons) == 1:
        zero = test.comparisons[0]
        wanted = (cst.Equal,) if holds else (cst.NotEqual, cst.GreaterThan)
        length = test.left if isinstance(zero.operator, wanted) and _is_zero(zero.comparator) else None
        if type(length) is not cst.Call:
            return set()
    elif holds:
        return set()
    if type(length) is cst.Call:
        length = length.args[0].value if last_name(length.func) == "len" and len(length.args) == 1 else None
    while type(length) is cst.Subscript:
        length = length.value
    return {last_name(length) + "[]"} if isinstance(length, (cst.Name, cst.Attribute)) else set()


def _is_first_time(test: cst.BaseExpression, holds: bool) -> bool:
    """Whether a test comes out this way in the first of many steps, or in one of many: ``step % 100 == 0``."""
    if type(test) is not cst.Comparison or len(test.comparisons) != 1 or not _is_zero(test.comparisons[0].comparator):
        return False
    if not isinstance(test.comparisons[0].operator, cst.Equal if holds else (cst.NotEqual, cst.GreaterThan)):
        return False
    left = test.left
    if type(left) is cst.BinaryOperation and type(left.operator) is cst.Modulo:
        every = left.right
        return type(every) is not cst.Integer or int(every.value) > FEW
    return isinstance(left, (cst.Name, cst.Attribute)) and not COUNTERS.isdisjoint(words_of(last_name(left)))


def _is_zero(node: cst.BaseExpression) -> bool:
    return type(node) is cst.Integer and node.value == "0"


def _assigned(statements: Sequence[cst.CSTNode]) -> set[str]:
    """What statements assign to: attributes, and with brackets what they put into a collection."""
    found: set[str] = set()

    def look(node: cst.CSTNode) -> None:
        assert isinstance(node, (cst.AssignTarget, cst.AnnAssign))
        target: cst.BaseExpression = node.target
        entry = type(target) is cst.Subscript
        while type(target) is cst.Subscript:
            target = target.value
        if entry or type(target) is cst.Attribute:
            found.add(last_name(target) + ("[]" if entry else ""))

    for statement in statements:
        walk(statement, {cst.AssignTarget: [look], cst.AnnAssign: [look]})
    return found


def is_optional(inference: Inference, node: cst.Call) -> bool:
    """Whether a call runs by an option of its class only, that is False by default and that the file never sets.

    The option may be of a base in another file. So is a call in a method that the file calls by such an option only.
    What asks besides whether the module trains, as ``if self.keep and self.training``, is meant for all training.

    >>> p = program("class Net(nn.Module):", "    def __init__(self, fast=False): self.fast = fast",
    ...     "    def forward(self, x): return torch.exp(x) if self.training else x",
    ...     "    def twice(self, x):", "        if self.fast: return torch.log(x)")
    >>> is_optional(p.inference, p.node("torch.log(x)")), is_optional(p.inference, p.node("torch.exp(x)"))
    (True, False)
    """
    return _is_optional(inference, node, _DEPTH)


def _is_optional(inference: Inference, node: cst.Call, depth: int) -> bool:
    place = places_of(inference).get(id(node))
    if place is None or not depth:
        return False
    test = _flag_that_is_off(inference, place) or _flag_from_elsewhere(inference, place)
    if test is not None:
        return "training" not in _flags_of(test)
    function = inference.functions.get(place.frame)
    calls = [] if function is None or function.cls is None else calls_to(inference, function)
    return bool(calls) and all(_is_optional(inference, call, depth - 1) for call in calls)


def _flag_from_elsewhere(inference: Inference, place: Place) -> cst.BaseExpression | None:
    """The test of ``if self.flag`` around a place, where the flag is set by a base in another file, and not here."""
    function = inference.functions.get(place.frame)
    if function is None or function.cls is None or all(one.startswith("torch.") for one in _outside(function.cls)):
        return None
    for one in place.outwards():
        flags = _flags_of(one.test) if one.test is not None and one.holds else []
        for flag in flags:
            if not re.search(rf"\bself\.{flag}\s*(?::[^=\n]*)?=(?!=)|^    {flag}\s*[:=]", inference.source or "", re.M):
                return one.test
    return None


def _outside(cls: Class) -> tuple[str, ...]:
    """The bases of a class from other files; one without a name where nothing is known of a base."""
    known = tuple(name for one in cls.ancestry() for name in one.outside_bases())
    bases = [base for one in cls.ancestry() for base in one.bases]
    return (*known, *("" for base in bases if not isinstance(base, Class | Reference)))


def is_chosen_by_argument(inference: Inference, operation: Operation) -> bool:
    """Whether an operation stands under ``if flag``, where the flag is a parameter of its function: each call chooses.

    So is what a parameter is unpacked to: ``x, flag = inputs``.

    >>> p = program("def scale(z, log): ", "    if log:", "        return z.log()", "    return z.exp()")
    >>> [is_chosen_by_argument(p.inference, p.operation(code)) for code in ("z.log()", "z.exp()")]
    [True, False]
    """
    place = places_of(inference).get(id(operation.node))
    if place is None or type(place.frame) is not cst.FunctionDef:
        return False
    parameters = {one.name.value for one in (*place.frame.params.params, *place.frame.params.kwonly_params)}
    for statement in place.frame.body.body:  # x, flag = inputs
        for line in statement.body if type(statement) is cst.SimpleStatementLine else ():
            if type(line) is cst.Assign and type(line.value) is cst.Name and line.value.value in parameters:
                targets = (one.target for one in line.targets if type(one.target) is cst.Tuple)
                parameters |= {last_name(element.value) for target in targets for element in target.elements}
    tests = (one.test for one in place.outwards() if one.test is not None and one.holds)
    return any(type(part) is cst.Name and part.value in parameters for test in tests for part in _all_true(test))


def is_zero_for_callers(inference: Inference, operation: Operation, node: cst.CSTNode | None) -> bool:
    """Whether an expression is 0 by each call in the file, of which there are some: a parameter, also of ``__init__``.

    >>> p = program("def scale(z, by=0): return z * by", "y = scale(x)")
    >>> is_zero_for_callers(p.inference, p.operation("z * by"), p.node("by"))
    True
    """
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    if function is None or type(function.node) is not cst.FunctionDef:
        return False
    taker, name = function, node.value if type(node) is cst.Name else None
    if type(node) is cst.Attribute and function.cls is not None and last_name(node.value) == "self":
        init = function.cls.function("__init__")
        if init is None or type(init.node) is not cst.FunctionDef:
            return False
        taker, name = init, _argument_for(init.node, node.attr.value)
    assert type(taker.node) is cst.FunctionDef
    rows = list(taker.node.params.params)
    at = next((index for index, row in enumerate(rows) if row.name.value == name), None)
    calls = runs_of(inference, taker)
    if at is None or name is None or any(one.star for call in calls for one in call.args):
        return False
    given = [argument_of(call, name, at - (taker.cls is not None)) or rows[at].default for call in calls]
    return bool(calls) and all(one is not None and _is_nothing(inference, one) for one in given)


def _is_nothing(inference: Inference, node: cst.BaseExpression) -> bool:
    value = inference.value(node)
    return isinstance(value, Number) and value.number == 0


def _all_true(test: cst.BaseExpression) -> list[cst.BaseExpression]:
    """The parts of a test that must all be true for it to hold."""
    if type(test) is cst.BooleanOperation and type(test.operator) is cst.And:
        return _all_true(test.left) + _all_true(test.right)
    return [test]


def _is_switched_off(inference: Inference, place: Place) -> bool:
    """Whether a place stands under an option, of its function or of its class, that nothing in the file sets."""
    return _is_option_off(inference, place) or _flag_that_is_off(inference, place) is not None


def _flag_that_is_off(inference: Inference, place: Place) -> cst.BaseExpression | None:
    """The test of ``if self.flag`` around a place, where the flag is an argument that is False by default.

    A call in the file that gives it switches it on.
    """
    function = inference.functions.get(place.frame)
    cls = None if function is None else function.cls
    init = None if cls is None else cls.function("__init__")
    if cls is None or init is None or type(init.node) is not cst.FunctionDef:
        return None
    flags = {
        flag: one.test for one in place.outwards() if one.test is not None and one.holds for flag in _flags_of(one.test)
    }
    known = inference.rooms.get(_OPTIONS)
    if not isinstance(known, dict):
        known = inference.rooms[_OPTIONS] = {}
    for flag, test in flags.items():
        if (init.node, flag) not in known:
            known[init.node, flag] = _is_never_set(inference, cls, init.node, flag)
        if known[init.node, flag]:
            return test
    return None


def _is_never_set(inference: Inference, cls: Class, init: cst.FunctionDef, flag: str) -> bool:
    """Whether an attribute holds an argument of the constructor that is False by default and in each call."""
    name = _argument_for(init, flag)
    rows = [*init.params.params, *init.params.kwonly_params]
    at = next((index for index, row in enumerate(rows) if row.name.value == name), None)
    default = None if at is None else rows[at].default
    if at is None or name is None or type(default) is not cst.Name or default.value != "False":
        return False
    given = [
        argument_of(call, name, at - 1 if last_name(call.func) == cls.name else len(call.args))
        for call in calls_of(program_of(inference))
        if not _is_of_torch(inference, call)
    ]
    return all(one is None or _is_off(one, name) for one in given)


def _is_of_torch(inference: Inference, call: cst.Call) -> bool:
    """Whether a call is of torch itself, so that its arguments are no options of the file's classes."""
    value = inference.value(call.func)
    return isinstance(value, Reference) and value.name.startswith("torch.")


def _is_off(given: cst.BaseExpression, name: str) -> bool:
    """Whether an argument is False, or only handed on under its own name: not what a configuration says."""
    handed = type(given) is cst.Name or (type(given) is cst.Attribute and last_name(given.value) == "self")
    return handed and last_name(given) in ("False", name)


def _is_option_off(inference: Inference, place: Place) -> bool:
    """Whether a place stands under ``if flag`` of an argument of its function, of which all calls are in the file."""
    frame = place.frame
    if type(frame) is not cst.FunctionDef or not frame.name.value.startswith("_"):
        return False
    function = inference.functions.get(frame)
    calls = calls_to(inference, function)
    if function is None or not calls:
        return False
    own = 0 if function.cls is None or "staticmethod" in function.decorators else 1
    tests = [one.test for one in place.outwards() if one.holds and type(one.test) is cst.Name]
    flags = {test.value for test in tests if type(test) is cst.Name}
    rows = [*frame.params.params, *frame.params.kwonly_params]
    for index, row in enumerate(rows):
        if row.name.value not in flags or last_name(row.default) != "False":
            continue
        given = [argument_of(call, row.name.value, index - own) for call in calls]
        if all(one is None or last_name(one) == "False" for one in given):
            return True
    return False


def _flags_of(test: cst.BaseExpression) -> list[str]:
    """The attributes of ``self`` that must be true for a test to hold."""
    own = [one for one in _all_true(test) if type(one) is cst.Attribute and last_name(one.value) == "self"]
    return [last_name(one) for one in own if type(one.value) is cst.Name]


def _argument_for(init: cst.FunctionDef, flag: str) -> str | None:
    """The argument of a constructor that an attribute holds, where it holds nothing else."""
    found: list[str] = []

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        targets = (one.target for one in node.targets)
        value = node.value.value if type(node.value) is cst.Name else ""
        found.extend(value for one in targets if type(one) is cst.Attribute and one.attr.value == flag)

    walk(init, {cst.Assign: [look]})
    return found[0] if len(found) == 1 and found[0] else None


def _is_beside_files(inference: Inference, place: Place) -> bool:
    """Whether the same iteration, or the same function, loads a model, or saves one or a figure, each time."""
    known = inference.rooms.get(_FILES)
    if not isinstance(known, dict):
        known = inference.rooms[_FILES] = {}
    for one in place.outwards():
        if id(one.block) not in known:
            lines = (statement for statement in one.block if type(statement) is cst.SimpleStatementLine)
            known[id(one.block)] = any(map(_works_on_files, lines))
        if known[id(one.block)]:
            return True
        if one.around is not None and isinstance(one.around.block[one.around.index], _LOOPS):
            return False
    return False


def _is_once_a_sequence(inference: Inference, place: Place) -> bool:
    """Whether a function is called beside the loops of a ``generate…`` only, once for all steps of a model."""
    calls = calls_to(inference, inference.functions.get(place.frame))
    callers = [places_of(inference).get(id(one)) for one in calls]
    return bool(callers) and all(one is not None and _is_beside_steps(one) for one in callers)


def is_traced_only(inference: Inference, operation: Operation) -> bool:
    """Whether a class says with ``symbolic`` what ONNX gets instead of it: ``forward`` only stands in while tracing.

    >>> code = "    def forward(self, z): return z.exp()", "    def symbolic(g, z): return g.op('x', z)"
    >>> p = program("class Nms:", *code)
    >>> is_traced_only(p.inference, p.operation("z.exp()"))
    True
    """
    function = None if operation.frame is None else inference.functions.get(operation.frame)
    return function is not None and function.cls is not None and "symbolic" in function.cls.functions


def is_rebuilt(inference: Inference, operation: Operation) -> bool:
    """Whether a method takes down a flag by which the file calls it, so that it runs only after a change.

    >>> code = "    def build(self): self.dirty, self.y = False, x.exp()", "    def forward(self, z):"
    >>> p = program("class Net:", *code, "        if self.dirty: self.build()", "        return self.y + z")
    >>> is_rebuilt(p.inference, p.operation("x.exp()"))
    True
    """
    frame = operation.frame
    function = None if frame is None else inference.functions.get(frame)
    if frame is None or function is None or function.cls is None:
        return False
    room = inference.rooms.setdefault(_REBUILT, {})
    assert isinstance(room, dict)
    if frame not in room:
        flags = _taken_down(frame)
        places = [places_of(inference).get(id(one)) for one in calls_to(inference, function)] if flags else []
        tests = [one.test for place in places if place is not None for one in place.outwards()]
        room[frame] = any(test is not None and not flags.isdisjoint(all_names(test)) for test in tests)
    return bool(room[frame])


def _taken_down(frame: cst.CSTNode) -> set[str]:
    """The attributes that a function sets to False or True."""
    found: set[str] = set()

    def look(node: cst.CSTNode) -> None:
        assert type(node) is cst.Assign
        pairs: list[tuple[cst.BaseExpression, cst.BaseExpression]] = [(one.target, node.value) for one in node.targets]
        for target, value in pairs:
            if isinstance(target, (cst.Tuple, cst.List)) and isinstance(value, (cst.Tuple, cst.List)):
                sides = zip(target.elements, value.elements, strict=False)
                pairs += [(left.value, right.value) for left, right in sides]
            elif type(target) is cst.Attribute and type(value) is cst.Name and value.value in ("False", "True"):
                found.add(target.attr.value)

    walk(frame, {cst.Assign: [look]})
    return found


def _is_beside_steps(place: Place) -> bool:
    frame = place.frame
    if type(frame) is not cst.FunctionDef or not does(frame.name.value, Work.GENERATES):
        return False
    around = list(place.outwards())
    return not any(isinstance(one.block[one.index], _LOOPS) for one in around) and any(
        isinstance(statement, _LOOPS) for statement in around[-1].block
    )


def _works_on_files(statement: cst.SimpleStatementLine) -> bool:
    found: list[cst.CSTNode] = []
    walk(statement, {cst.Call: [found.append]})
    return any(type(one) is cst.Call and does(last_name(one.func), Work.FILES) for one in found)
