"""What a file does with the names that it reads or imports: calls them, derives from them, hands them on as dtypes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

import libcst as cst

from ...syntax.naming import called_name, last_name, words_of
from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..knowledge.near_names import Use
from ..values import Tensor

_ASKING = frozenset(("isinstance", "issubclass"))
_TUPLES = frozenset(("tuple", "list", "set", "frozenset"))
_TYPING = frozenset(("NewType", "TypeVar", "cast"))
_OF_ITSELF = frozenset(("__doc__", "__module__", "__name__", "__qualname__"))
_TESTS = "test"
_REGISTERS = "register"
_DTYPES = frozenset(("dtype", "param_dtype", "torch_dtype"))
_ROOM = "names and texts in a file"


class _Mentions(NamedTuple):
    """The ``id``s of what stands for each name in a file, and the words in its texts."""

    names: dict[str, set[int]]
    texts: set[str]


def uses_of(inference: Inference, nodes: Collection[cst.CSTNode]) -> dict[cst.CSTNode, Use]:
    """What a file does with some of its attributes and imported names; UNKNOWN for several things, or another one.

    >>> p = program("a = torch.rint(x)", "b = torch.zeros(3, dtype=torch.flaot)")
    >>> words = [p.node("torch.rint"), p.node("torch.flaot")]
    >>> [use.name for use in uses_of(p.inference, words).values()]
    ['CALL', 'DTYPE']
    """
    if not nodes or inference.module is None:
        return {}
    found: dict[int, Use] = {}

    def note(node: cst.CSTNode) -> None:
        found.update(_uses_in(node))

    def note_holder(node: cst.CSTNode) -> None:
        assert type(node) is cst.Attribute
        found.setdefault(id(node.value), Use.HOLD)

    kinds = (cst.Call, cst.ClassDef, cst.Decorator, cst.ExceptHandler, cst.Comparison)
    walk(inference.module, {cst.Attribute: [note_holder], **{kind: [note] for kind in kinds}})
    return {node: _of_import(inference, node, found) or found.get(id(node), Use.UNKNOWN) for node in nodes}


def only_told_apart(inference: Inference, nodes: Collection[cst.CSTNode]) -> set[cst.CSTNode]:
    """The names, of classes, by which a file only tells objects of other programs apart.

    They are keys of a dict, sides of a comparison, or what ``isinstance`` and ``issubclass`` ask for, also in a tuple;
    and so are those in annotations, what ``NewType`` and ``cast`` are given, and what is asked for its text. A
    function, too, may be a key: of the table in which a decorator puts what takes its place, ``@register(torch.lu)``.
    So is what a statement only registers, ``LOSSES.register_class(nn.NLLLoss2d)``.

    >>> p = program("a = isinstance(y, torch.nn.NLLLoss2d)", "b = {torch.nn.Container: 1}", "c = torch.nn.CTCLoss()")
    >>> names = [p.node(name) for name in ("torch.nn.NLLLoss2d", "torch.nn.Container", "torch.nn.CTCLoss")]
    >>> told = only_told_apart(p.inference, names)
    >>> [node.attr.value for node in names if node in told]
    ['NLLLoss2d', 'Container']
    """
    if not nodes or inference.module is None:
        return set()
    asked: set[int] = set()
    names: set[str] = set()
    classes: set[str] = set()
    held: dict[tuple[str, bool], list[int]] = {}

    def note(node: cst.CSTNode) -> None:
        if type(node) is cst.Dict:
            asked.update(id(one.key) for one in node.elements if type(one) is cst.DictElement)
        elif type(node) is cst.Comparison:
            for side in (node.left, *(one.comparator for one in node.comparisons)):
                asked.update(_parts(side))
                names.add(last_name(side))
        elif type(node) is cst.Call and called_name(node) in _ASKING and len(node.args) == 2:
            asked.update(_classes_in(node.args[1].value))
            classes.add(last_name(node.args[1].value))
        elif type(node) is cst.Call and called_name(node) in _TYPING:
            asked.update(id(argument.value) for argument in node.args)
        elif type(node) is cst.Decorator and type(node.decorator) is cst.Call:
            asked.update(part for argument in node.decorator.args for part in _parts(argument.value))
        elif type(node) is cst.Expr and _REGISTERS in words_of(called_name(node.value)):
            arguments = node.value.args if type(node.value) is cst.Call else ()
            asked.update(part for argument in arguments for part in _parts(argument.value))
        elif type(node) is cst.Attribute:
            asked.update((id(node.value),) if node.attr.value in _OF_ITSELF else ())
        elif type(node) is cst.Annotation:
            walk(node, {kind: [lambda part: asked.add(id(part))] for kind in (cst.Name, cst.Attribute)})
        elif type(node) is cst.Assign:
            several = type(node.value) is cst.Tuple or type(node.value) is cst.Set
            for target in node.targets:
                held.setdefault((last_name(target.target), several), []).extend(_parts(node.value))

    kinds = (cst.Dict, cst.Comparison, cst.Call, cst.Assign, cst.Annotation, cst.Attribute, cst.Decorator, cst.Expr)
    for kind in kinds:
        for one in inference.nodes_of(kind):
            note(one)
    for name in (names | classes) - {""}:
        asked.update(held.get((name, True), ()))
    for name in classes - {""}:
        asked.update(held.get((name, False), ()))
    return {node for node in nodes if _is_only(inference, node, asked)}


def only_tested(inference: Inference, nodes: Collection[cst.CSTNode], names: Collection[str]) -> set[cst.CSTNode]:
    """The attributes that stand in a test of what they name, as its own name or docstring says: ``test_upsample``.

    >>> p = program("def test_symeig(): torch.symeig(x)", "def test_norm(): torch.norm(x)", "y = torch.norm(y)")
    >>> nodes = [node for node in p.inference.nodes_of(cst.Attribute) if node.attr.value in ("symeig", "norm")]
    >>> [node.attr.value for node in nodes if node in only_tested(p.inference, nodes, {"torch.norm"})]
    ['norm']
    """
    short = {name.rpartition(".")[2].lower() for name in names}
    wanted = {id(node): node for node in nodes if type(node) is cst.Attribute and node.attr.value.lower() in short}
    found: set[cst.CSTNode] = set()
    for function in inference.nodes_of(cst.FunctionDef) if wanted else ():
        if type(function) is not cst.FunctionDef or not function.name.value.startswith(_TESTS):
            continue
        text = f"{function.name.value} {function.get_docstring() or ''}".lower()
        inside: list[cst.CSTNode] = []
        walk(function.body, {cst.Attribute: [inside.append]})
        known = {id(one): re.escape(last_name(one).lower()) for one in inside if id(one) in wanted}
        found.update(wanted[key] for key, name in known.items() if re.search(f"(?<![a-z]){name}(?![a-z])", text))
    return found


def handed_on(inference: Inference, nodes: Collection[cst.CSTNode]) -> set[cst.CSTNode]:
    """The names, of functions and classes, that a file does not call there: it assigns, returns or passes them.

    >>> p = program("a = torch.cuda.amp.autocast", "b = make(torch.ger)", "c = torch.qr(x)")
    >>> names = p.inference.nodes_of(cst.Attribute)
    >>> [node.attr.value for node in names if node in handed_on(p.inference, list(names))]
    ['autocast', 'ger']
    """
    if all(type(node) is cst.ImportAlias for node in nodes) or inference.module is None:
        return set()
    given: list[cst.BaseExpression | None] = []

    def note(node: cst.CSTNode) -> None:
        if type(node) is cst.Assign or type(node) is cst.AnnAssign or type(node) is cst.Return:
            given.append(node.value)
        elif type(node) is cst.Param:
            given.append(node.default)
        elif type(node) is cst.IfExp:
            given.extend((node.body, node.orelse))
        elif type(node) is cst.Call and called_name(node) not in _ASKING:
            given.extend(argument.value for argument in node.args)

    for kind in (cst.Assign, cst.AnnAssign, cst.Return, cst.Param, cst.IfExp, cst.Call):
        for one in inference.nodes_of(kind):
            note(one)
    values = {part for value in given for part in _parts(value)}
    return {node for node in nodes if type(node) is not cst.ImportAlias and id(node) in values}


def rank_of_first(inference: Inference, function: cst.CSTNode) -> int | None:
    """The rank of the tensor that a call gives a function first; None where it is not known, or nothing is called.

    >>> p = program("a = torch.trace(torch.eye(3))", "b = torch.trace(n)")
    >>> calls = [p.node("torch.trace(torch.eye(3))"), p.node("torch.trace(n)")]
    >>> [rank_of_first(p.inference, call.func) for call in calls]
    [2, None]
    """
    calls = (one for one in inference.nodes_of(cst.Call) if type(one) is cst.Call and one.func is function)
    call = next(calls, None)
    value = None if call is None or not call.args else inference.value(call.args[0].value)
    return value.rank if isinstance(value, Tensor) else None


def is_unused(inference: Inference, alias: cst.CSTNode) -> bool:
    """Whether a file imports a name that it does not mention again, not in a text such as ``"dtype"`` either.

    >>> p = program("from torch._C import dtype, Size", "y = Size([3])")
    >>> imported = list(p.inference.nodes_of(cst.ImportAlias))[-2:]
    >>> [(alias.evaluated_name, is_unused(p.inference, alias)) for alias in imported]
    [('dtype', True), ('Size', False)]
    """
    if type(alias) is not cst.ImportAlias:
        return False
    known = alias.asname.name if alias.asname is not None else alias.name
    if type(known) is not cst.Name:
        return False
    mentions = inference.rooms.get(_ROOM)
    if not isinstance(mentions, _Mentions):
        mentions = inference.rooms[_ROOM] = _mentions(inference)
    read = mentions.names.get(known.value, set())
    return read <= {id(known), id(alias.name)} and known.value not in mentions.texts


def is_left_over(inference: Inference, alias: cst.CSTNode) -> bool:
    """Whether a name is imported and not mentioned again by a file that defines something itself.

    A file that only imports hands its names on.

    >>> p = program("from torch.cuda.amp import autocast, GradScaler", "def f(): return GradScaler()")
    >>> [is_left_over(p.inference, alias) for alias in list(p.inference.nodes_of(cst.ImportAlias))[-2:]]
    [True, False]
    """
    defined = any(inference.nodes_of(cst.FunctionDef)) or any(inference.nodes_of(cst.ClassDef))
    return defined and is_unused(inference, alias)


def names_beside(inference: Inference, name: str) -> set[str]:
    """The other names that a file reads from the private module of a name, such as ``torch.utils.data._utils``.

    >>> p = program("a = torch._C.dtype", "b = torch._C._nn.gelu(x)")
    >>> names_beside(p.inference, "torch._C.dtype")
    {'torch._C._nn.gelu'}
    """
    parts = name.split(".")
    private = next((at for at, part in enumerate(parts) if part.startswith("_")), len(parts))
    module = ".".join(parts[: private + 1]) + "."
    found = {one for _, one in inference.references.values() if one.startswith(module)} - {name}
    return {one for one in found if not any(other.startswith(f"{one}.") for other in (*found, name))}


def _mentions(inference: Inference) -> _Mentions:
    """The names that a file reads or binds, attributes and keywords apart, and the words in its texts."""
    apart = {id(node.attr) for node in inference.nodes_of(cst.Attribute) if type(node) is cst.Attribute}
    for call in inference.nodes_of(cst.Call):
        if type(call) is cst.Call:
            apart.update(id(argument.keyword) for argument in call.args)
    names: dict[str, set[int]] = {}
    for node in inference.nodes_of(cst.Name):
        if type(node) is cst.Name and id(node) not in apart:
            names.setdefault(node.value, set()).add(id(node))
    texts = (node.value for node in inference.nodes_of(cst.SimpleString) if type(node) is cst.SimpleString)
    return _Mentions(names, {word for text in texts for word in re.split(r"\W+", text)})


def _is_only(inference: Inference, node: cst.CSTNode, asked: set[int]) -> bool:
    """Whether a name, or each reading of what an import binds, is among some expressions."""
    if type(node) is not cst.ImportAlias:
        return id(node) in asked
    readings = _readings(inference, node)
    return bool(readings) and all(id(one) in asked for one in readings)


def _uses_in(node: cst.CSTNode) -> Iterator[tuple[int, Use]]:
    """What one node does with the expressions in it, by their ``id``."""
    if type(node) is cst.Decorator:
        yield id(node.decorator), Use.CALL
    elif type(node) is cst.ClassDef:
        yield from ((id(base.value), Use.TYPE) for base in node.bases)
    elif type(node) is cst.ExceptHandler:
        yield from ((part, Use.TYPE) for part in _parts(node.type))
    elif type(node) is cst.Comparison:
        sides = [node.left, *(one.comparator for one in node.comparisons)]
        if any(type(side) is cst.Attribute and last_name(side) in _DTYPES for side in sides):
            yield from ((part, Use.DTYPE) for side in sides for part in _parts(side))
    elif type(node) is cst.Call:
        yield id(node.func), Use.CALL
        if called_name(node) in _ASKING and len(node.args) == 2:
            yield from ((part, Use.TYPE) for part in _parts(node.args[1].value))
        for argument in node.args:
            if argument.keyword is not None and argument.keyword.value in _DTYPES:
                yield id(argument.value), Use.DTYPE


def _parts(expression: cst.BaseExpression | None) -> Iterator[int]:
    """The names that an expression for classes is made of, by their ``id``."""
    stack = [expression]
    while stack:
        part = stack.pop()
        if type(part) is cst.Tuple or type(part) is cst.List or type(part) is cst.Set:
            stack.extend(one.value for one in part.elements)
        elif type(part) is cst.BinaryOperation:
            stack += [part.left, part.right]
        elif part is not None:
            yield id(part)


def _classes_in(expression: cst.BaseExpression) -> Iterator[int]:
    """The same of what ``isinstance`` is given, also of ``tuple([...])``."""
    while called_name(expression) in _TUPLES and type(expression) is cst.Call and len(expression.args) == 1:
        expression = expression.args[0].value
    return _parts(expression)


def _of_import(inference: Inference, alias: cst.CSTNode, found: dict[int, Use]) -> Use | None:
    """The one thing that a file does with a name that it imports; None for no import."""
    if type(alias) is not cst.ImportAlias:
        return None
    uses = {found.get(id(node), Use.UNKNOWN) for node in _readings(inference, alias)}
    return uses.pop() if len(uses) == 1 else Use.UNKNOWN


def _readings(inference: Inference, alias: cst.ImportAlias) -> list[cst.Name]:
    """Where the name that an import binds is written elsewhere."""
    known = alias.asname.name if alias.asname is not None else alias.name
    if type(known) is not cst.Name:
        return []
    names = (node for node in inference.nodes_of(cst.Name) if type(node) is cst.Name)
    return [node for node in names if node.value == known.value and node is not known and node is not alias.name]
