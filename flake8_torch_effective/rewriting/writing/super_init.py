"""The call of a base's ``__init__`` at the beginning of a Module's own."""

from __future__ import annotations

from itertools import takewhile

import libcst as cst

from ...inference.events.event import Answer
from ...inference.events.registry import Entry, Registry, registry_of
from ...inference.knowledge.names import canonical
from ...inference.values import Class, Reference
from ...syntax.walking import walk
from ..fix import Edit, Fix
from ..writer import Rewriting


def initialised_first(write: Rewriting, registry: Registry, entry: Entry) -> Fix | None:
    """The fix that calls the base's ``__init__`` before anything else: moved to there, or inserted.

    Args:
        write: the writer.
        registry: of the class.
        entry: what torch refuses to register.
    """
    function = entry.method.node
    if type(function) is not cst.FunctionDef or type(function.body) is not cst.IndentedBlock:
        return None
    if not _takes_nothing(registry):
        return None
    calls: list[cst.CSTNode] = []
    walk(function, {cst.Attribute: [lambda node: calls.append(node) if _is_init(node) else None]})
    lines = [one for one in function.body.body if _calls_base(one)]
    if len(lines) != len(calls) or len(calls) > 1 or not _behind_text(function.body):
        return None
    if sets_up_base(registry, entry):
        return None
    moved = Edit(function.body, _with_call_first, (*function.body.body,))
    return Fix((moved,), safe=False)  # a subclass may have begun the object, which the call would empty


def sets_up_base(registry: Registry, entry: Entry) -> bool:
    """Whether ``__init__`` sets something else before it calls a base that is not torch's own, which may read that.

    Args:
        registry: of the class.
        entry: what torch refuses to register.
    """
    function = entry.method.node
    of_torch = (isinstance(one, Reference) and canonical(one.name).startswith("torch.") for one in registry.cls.bases)
    if type(function) is not cst.FunctionDef or all(of_torch):
        return False
    found: list[cst.CSTNode] = []
    walk(function, {cst.AssignTarget: [found.append], cst.AnnAssign: [found.append], cst.Attribute: [found.append]})
    before = takewhile(lambda node: not _is_init(node), found)
    targets = (node.target for node in before if isinstance(node, cst.AssignTarget | cst.AnnAssign))
    is_called = any(map(_is_init, found))
    return is_called and any(type(one) is cst.Attribute and one is not entry.node for one in targets)


def _with_call_first(updated: cst.CSTNode) -> cst.CSTNode:
    """The body of a function with the call as its first statement, behind the docstring."""
    body = cst.ensure_type(updated, cst.IndentedBlock)
    line = next((one for one in body.body if _calls_base(one)), None)
    rest = [one for one in body.body if one is not line]
    if type(line) is cst.SimpleStatementLine:
        line = line.with_changes(leading_lines=[one for one in line.leading_lines if one.comment is not None])
    first = cst.parse_statement("super().__init__()") if line is None else line
    start = len(rest) - len(_behind_text(body.with_changes(body=rest)))
    return body.with_changes(body=[*rest[:start], first, *rest[start:]])


def _behind_text(body: cst.IndentedBlock) -> list[cst.BaseStatement]:
    """The statements of a function without its docstring."""
    first = body.body[0]
    small = first.body[0] if type(first) is cst.SimpleStatementLine else None
    has_text = type(small) is cst.Expr and isinstance(small.value, cst.SimpleString | cst.ConcatenatedString)
    return [*body.body[1:]] if has_text else [*body.body]


def _takes_nothing(registry: Registry) -> bool:
    """Whether the base is ``nn.Module``, or a class of the file that does its part without arguments."""
    if len(registry.cls.bases) != 1:
        return False
    base = registry.cls.bases[0]
    if isinstance(base, Reference):
        return canonical(base.name) == "torch.nn.Module"
    known = registry_of(registry.program, base) if isinstance(base, Class) else None
    if known is None or known.initialises is not Answer.YES:
        return False
    init = known.cls.function("__init__")
    if init is None:
        return _takes_nothing(known)
    taken = init.node.params
    others = [*taken.posonly_params, *taken.params, *taken.kwonly_params]
    return all(one.default is not None for one in others[1:])


def _is_init(node: cst.CSTNode) -> bool:
    return type(node) is cst.Attribute and node.attr.value == "__init__"


def _calls_base(statement: cst.CSTNode) -> bool:
    """Whether a line is ``super().__init__()``, ``super(Net, self).__init__()`` or ``nn.Module.__init__(self)``."""
    if type(statement) is not cst.SimpleStatementLine or len(statement.body) != 1:
        return False
    small = statement.body[0]
    call = small.value if type(small) is cst.Expr else None
    if type(call) is not cst.Call or type(call.func) is not cst.Attribute or not _is_init(call.func):
        return False
    return len(call.args) == (0 if type(call.func.value) is cst.Call else 1)
