"""Whether code runs only with some versions of torch, because the file asks which one it has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeGuard

import libcst as cst

from ...syntax.naming import all_names, last_name
from ...syntax.relevance import TORCH_PACKAGES
from ...syntax.walking import children, walk
from ..interpreter.inference import Inference
from ..knowledge.releases import Version, version_of
from ..values import Reference

_ROOM = "guarded"
_RELEASES = "releases that are told apart"
_RELEASE: Final = re.compile(r"[12](?:\.\d{1,2}(?:\..*)?)?")
# A file without one of these words, or a call of ``dir`` or an ``except``, asks for no version.
_WORDS: Final = ("version", "find_spec", "hasattr", "getattr", "suppress", "raises", "type_checking", "torch_")
_MAY_ASK: Final = re.compile(r"\b(?:dir\(|except\b)")
# What people call the answer, where another file asked: ``TORCH_2_0``, ``is_torch_greater_or_equal``, ``HAS_TORCH_FX``.
_ANSWER: Final = re.compile(
    r"(?i)(?:^|_)(?:py)?torch_?(?:vision_?)?(?:v\d|\d|version|greater|less|newer|older|at_?least|gt|ge|lt|le|since|before|after)"
    r"|(?:^|_)(?:has|supports?|old|new|min|require)_(?:py)?torch_(?!cuda|gpu|xla|npu)\w"
    r"|(?:^|_)pt_?\d(?:_\d+)?(?:_|$)"
    r"|torch_?(?:vision_?)?version"
)
_VERSIONS: Final = frozenset({"__version__", "TorchVersion", "torch_version"})
# Functions that give the version of an installed package by its name.
_OF_PACKAGES: Final = frozenset({"version", "get_distribution", "require_version", "find_spec"})
_ASKING: Final = frozenset({"hasattr", "getattr", "dir", *_OF_PACKAGES})
_ABSENT: Final = frozenset({"AttributeError", "ImportError", "ModuleNotFoundError", "NameError"})
_ANY: Final = frozenset({"Exception", "BaseException"})
# So short a suite is tried because of what stands in it.
_SHORT: Final = 2
# A function of so many lines may do nothing but answer.
_FEW: Final = 10
_SUPPRESSING: Final = frozenset({"suppress", "raises", "assertRaises"})
_LEAVING: Final = (cst.Return, cst.Raise, cst.Continue, cst.Break)


def is_guarded(inference: Inference, node: cst.CSTNode) -> bool:
    """Whether a node runs only where the file found out what the installed torch has.

    That is a branch under ``hasattr(torch, ...)``, under a comparison of versions or under ``TYPE_CHECKING``, what a
    ``try`` tries that handles ``AttributeError`` or ``ImportError``, and the handler; also what follows where such a
    test leaves the block, a function that is named in such places only, and a class that only one such branch names.

    >>> p = program("if hasattr(torch, 'solve'): a = torch.solve(x, y)", "b = torch.ger(x, y)")
    >>> is_guarded(p.inference, p.node("torch.solve(x, y)")), is_guarded(p.inference, p.node("torch.ger(x, y)"))
    (True, False)
    """
    if inference.module is None:
        return False
    guarded = inference.rooms.get(_ROOM)
    if not isinstance(guarded, set):
        guarded = inference.rooms[_ROOM] = _Guards(inference).found() if _may_ask(inference) else set()
    return id(node) in guarded


def _may_ask(inference: Inference) -> bool:
    """Whether the text of a file has what asks for a version."""
    if not inference.source:
        return True
    text = inference.source.lower()  # a case-insensitive pattern takes ten times as long
    if any(word in text for word in _WORDS):
        return True
    return ("dir(" in text or "except" in text) and _MAY_ASK.search(text) is not None


def _told_apart(inference: Inference) -> Iterator[tuple[Version, bool]]:
    """The releases of torch that a file compares its own with, and whether it only runs from that one on.

    It only runs from there on by an ``assert`` on the version alone, or an ``if`` that raises; an ``if`` or an answer
    that is kept says that it runs with older ones, too.
    """
    known = inference.rooms.get(_RELEASES)
    if not isinstance(known, list):
        asks = inference.module is not None and _may_ask(inference)
        known = inference.rooms[_RELEASES] = list(_Guards(inference).releases()) if asks else []
    yield from known


def tells_older_torch(inference: Inference, since: tuple[int, int]) -> bool:
    """Whether a file shows that it also runs with a torch from before a release.

    >>> p = program("assert torch.__version__ >= '1.6'")
    >>> [tells_older_torch(p.inference, since) for since in ((1, 6), (1, 7))]
    [False, True]
    """
    found = _told_apart(inference)
    return any(since > version or (since == version and not needed) for version, needed in found)


@dataclass
class _Places:
    """What of a file may be a guard, and what may hold the answer of one."""

    ifs: list[cst.If] = field(default_factory=list)
    others: list[cst.CSTNode] = field(default_factory=list)
    blocks: list[Sequence[cst.CSTNode]] = field(default_factory=list)
    assigned: list[tuple[str, cst.BaseExpression]] = field(default_factory=list)
    functions: list[cst.FunctionDef] = field(default_factory=list)
    classes: list[cst.ClassDef] = field(default_factory=list)
    calls: list[cst.Call] = field(default_factory=list)
    mentioned: list[cst.Name] = field(default_factory=list)


class _Guards:
    """Finds the guarded nodes of one file."""

    def __init__(self, inference: Inference) -> None:
        assert inference.module is not None
        self.inference = inference
        self.places = _places(inference)
        self.guarded: set[int] = set()
        # Those of them that a condition chooses.
        self.chosen: set[int] = set()
        # The names that the module has of torch, and those of the packages built on it.
        exported = inference.exported.items()
        of_torch = (name for name, value in exported if isinstance(value, Reference) and _is_torch(value.name))
        self.of_torch = frozenset({*TORCH_PACKAGES, *of_torch})
        # The names that hold an answer, and the functions that give one.
        self.answers: set[str] = set()
        # What was seen of each condition, by its ``id``.
        self.told: dict[int, tuple[bool, set[str]]] = {}
        # Whether a call or a name of the file asks for the version: without one, no condition does.
        calls = (call for call in inference.nodes_of(cst.Call) if type(call) is cst.Call)
        self.may_ask = any(map(_is_answer, {one.value for one in self.places.mentioned})) or any(
            map(self.asks_by_call, calls)
        )

    def found(self) -> set[int]:
        """The nodes that are guarded, by their ``id``."""
        self.find_answers()
        places = self.places
        for branch in places.ifs:
            if self.asks(branch.test):
                self.add(branch.body, branch.orelse)
        for node in places.others:
            if type(node) is cst.IfExp:
                self.add(*self.parts_of(node))
        self.chosen = set(self.guarded)
        for node in places.others:
            self.add(*self.parts_of(node))
        for block in places.blocks:
            for position, statement in enumerate(block):
                if self.leaves(statement):
                    self.add(*block[position + 1 :])
                    break
        if self.guarded:
            self.add_helpers()
        return self.guarded

    def releases(self) -> Iterator[tuple[Version, bool]]:
        """The releases that conditions compare torch's version with, and whether it is needed."""
        self.find_answers()
        asserts: list[cst.CSTNode] = []
        walk(self.inference.module or cst.Module(()), {cst.Assert: [asserts.append]})
        needed = [one.test for one in asserts if type(one) is cst.Assert]
        needed += [branch.test for branch in self.places.ifs if _raises(branch.body)]
        for test in needed:  # `assert not (flash and version < 2)` asks for it by an option only
            if type(test) is cst.Comparison and self.asks(test):
                yield from ((version, True) for version in _releases_in(test))
        others = [branch.test for branch in self.places.ifs if not _raises(branch.body)]
        others += [node.test for node in self.places.others if type(node) is cst.IfExp]
        others += [value for _, value in self.places.assigned if type(value) is cst.Comparison]
        for test in others:
            if self.asks(test):
                yield from ((version, False) for version in _releases_in(test))

    def add(self, *roots: cst.CSTNode | None) -> None:
        """Note some nodes and all in them."""
        stack = [root for root in roots if root is not None]
        while stack:
            node = stack.pop()
            if id(node) not in self.guarded:
                self.guarded.add(id(node))
                stack.extend(children(node))

    def add_helpers(self) -> None:
        """Note the functions that are named only in guarded places, and the classes that one branch alone names."""
        elsewhere = Counter(name.value for name in self.places.mentioned if id(name) not in self.guarded)
        inside = {name.value for name in self.places.mentioned if id(name) in self.guarded}
        for function in self.places.functions:
            name = function.name.value
            if name in inside and elsewhere[name] == (_mentions(function, name) if elsewhere[name] else 0):
                self.add(function)
        named = Counter(name.value for name in self.places.mentioned)
        chosen = {name.value for name in self.places.mentioned if id(name) in self.chosen}
        for helper in self.places.classes:  # Backend = New if hasattr(torch, "x") else Old
            name = helper.name.value
            if name in chosen and named[name] == 1 + (_mentions(helper, name) if named[name] > 1 else 0):
                self.add(helper)

    def parts_of(self, node: cst.CSTNode) -> Iterator[cst.CSTNode | None]:
        """What a statement or expression guards of its own parts."""
        if isinstance(node, cst.Try | cst.TryStar):
            yield from self.tried(node)
        elif type(node) is cst.IfExp:
            if self.asks(node.test):
                yield from (node.body, node.orelse)
        elif type(node) is cst.BooleanOperation:
            if self.asks(node.left):
                yield node.right
        elif type(node) is cst.With:
            if any(_suppresses(item.item) for item in node.items):
                yield node.body
        elif isinstance(node, cst.FunctionDef | cst.ClassDef):
            if any(self.asks(one.decorator) for one in node.decorators):
                yield node

    def tried(self, node: cst.Try | cst.TryStar) -> Iterator[cst.CSTNode]:
        """The suite of a ``try``, and its handlers, where one takes the error of an absent name."""
        for handler in node.handlers:
            names = {"Exception"} if handler.type is None else _raised(handler.type)
            if _raises_again(handler.body):
                continue
            if names & _ABSENT or (names & _ANY and (len(node.body.body) <= _SHORT or _imports_only(node.body))):
                yield node.body
                if self.about_torch(node.body):
                    yield handler
                    if node.orelse is not None:
                        yield node.orelse

    def about_torch(self, suite: cst.BaseSuite) -> bool:
        """Whether a suite names something of torch or of a package built on it."""
        return not self.of_torch.isdisjoint(all_names(suite))

    def leaves(self, statement: cst.CSTNode) -> bool:
        """Whether a block goes on only with some versions: ``if not hasattr(...): return``, ``assert hasattr(...)``.

        The oldest version that a program takes, without which it raises, says nothing of what it does with newer ones.
        """
        if type(statement) is cst.If:
            return self.ends(statement.body) and self.asks(statement.test, by_name=_raises(statement.body))
        if type(statement) is cst.SimpleStatementLine:
            return any(type(part) is cst.Assert and self.asks(part.test, by_name=True) for part in statement.body)
        return False

    def ends(self, suite: cst.BaseSuite) -> bool:
        """Whether a suite leaves its block: by its last line, which may be tried, or may ask more of torch."""
        lines = list(_lines(suite))
        last = lines[-1] if lines else None
        if type(last) is cst.If:
            return last.orelse is None and self.asks(last.test) and self.ends(last.body)
        if isinstance(last, cst.Try | cst.TryStar):
            return last.orelse is None and self.ends(last.body)
        return isinstance(last, _LEAVING)

    def asks(self, test: cst.CSTNode, by_name: bool = False) -> bool:
        """Whether a condition is about the version of torch, or about what it has; ``by_name`` about that alone."""
        if not self.may_ask and not self.answers:
            return False
        by_call, names = self.told.get(id(test)) or self.told.setdefault(id(test), self.parts_of_test(test))
        return by_call or (not by_name and any(name in self.answers or _is_answer(name) for name in names))

    def parts_of_test(self, test: cst.CSTNode) -> tuple[bool, set[str]]:
        """Whether a call in a condition asks what torch has, and the names in it that may hold an answer."""
        calls: list[cst.CSTNode] = []
        names: list[cst.CSTNode] = []
        attributes: list[cst.CSTNode] = []
        walk(test, {cst.Call: [calls.append], cst.Name: [names.append], cst.Attribute: [attributes.append]})
        by_call = any(type(call) is cst.Call and self.asks_by_call(call) for call in calls)
        others = set()  # ``__version__`` of another package
        for node in attributes:
            if type(node) is cst.Attribute and node.attr.value == "__version__" and not self.is_torch(node.value):
                others.add(id(node.attr))
        return by_call, {name.value for name in names if type(name) is cst.Name and id(name) not in others}

    def is_torch(self, node: cst.BaseExpression) -> bool:
        """Whether an expression is torch, or something in it."""
        value = self.inference.value(node)
        return (isinstance(value, Reference) and _is_torch(value.name)) or _root(node) in TORCH_PACKAGES

    def asks_by_call(self, call: cst.Call) -> bool:
        """Whether a call asks what torch has: ``hasattr(torch, "x")``, ``version("torch")``."""
        name = last_name(call.func)
        if name not in _ASKING or not call.args:
            return False
        first = call.args[0].value
        if name in ("hasattr", "dir", "getattr"):
            return self.is_torch(first) and (name != "getattr" or len(call.args) > 2 or _is_text(call.args[-1].value))
        if name in _OF_PACKAGES and type(first) is cst.SimpleString:
            return first.raw_value.partition(".")[0] in TORCH_PACKAGES
        return False

    def find_answers(self) -> None:
        """Note the names that hold an answer, and the functions that give one."""
        given: list[tuple[str, cst.CSTNode]] = [*self.places.assigned, *_returned(self.places.functions)]
        for function in self.places.functions:  # v = torch.__version__.split("."); return int(v[0]) >= 2
            name, tried = function.name.value, _tried_for_an_answer(function)
            if tried is not None:
                given.extend((name, part) for part in (function.params, *function.body.body))
                if any(map(self.tries_torch, tried)):
                    self.answers.add(name)
        for _ in range(3):  # an answer made of an answer
            self.answers |= {name for name, value in given if name not in self.answers and self.asks(value)}
        for branch in self.places.ifs:  # if getattr(torch, "x") is not None: HAS_IT = True
            if self.asks(branch.test):
                self.answers |= {name for name, value in _assignments(branch.body) if _is_constant(value)}
        for node in self.places.others:  # try: import ...; HAS_IT = True; except ImportError: HAS_IT = False
            if self.tries_torch(node):
                for handler in node.handlers:
                    self.answers |= {name for name, value in _assignments(handler.body) if _is_constant(value)}
        self.answers |= self.found_or_none()

    def tries_torch(self, node: cst.CSTNode) -> TypeGuard[cst.Try | cst.TryStar]:
        """Whether a ``try`` finds out what torch has."""
        return isinstance(node, cst.Try | cst.TryStar) and any(self.tried(node)) and self.about_torch(node.body)

    def found_or_none(self) -> set[str]:
        """The names of what is imported from torch where it is there, and that are set to None or False beside that."""
        others = self.places.others
        suites = [node.body for node in others if self.tries_torch(node)]
        left = [node for node in others if type(node) is cst.With and any(self.parts_of(node))]
        suites += [node.body for node in left if self.about_torch(node.body)]
        imported = {name for suite in suites for name in _imported(suite)}
        return {name for name, value in self.places.assigned if name in imported and _is_constant(value)}


def _tried_for_an_answer(function: cst.FunctionDef) -> list[cst.CSTNode] | None:
    """What a short function tries that gives nothing but a yes or no; None for any other function."""
    if len(function.body.body) > _FEW:
        return None
    stack: list[cst.CSTNode] = [function.body]
    returned: list[cst.BaseExpression | None] = []
    tried: list[cst.CSTNode] = []
    while stack:
        node = stack.pop()
        if isinstance(node, cst.FunctionDef | cst.ClassDef | cst.Lambda):  # so each function is looked at once
            return None
        if type(node) is cst.Return:
            returned.append(node.value)
        elif isinstance(node, cst.Try | cst.TryStar):
            tried.append(node)
        stack.extend(children(node))
    return tried if returned and all(map(_is_truth, returned)) else None


def _mentions(helper: cst.FunctionDef | cst.ClassDef, name: str) -> int:
    """How often the body of a function or class has a name, its own where it calls itself."""
    found: list[cst.CSTNode] = []
    walk(helper.body, {cst.Name: [found.append]})
    return sum(type(one) is cst.Name and one.value == name for one in found)


def _releases_in(test: cst.BaseExpression) -> Iterator[Version]:
    """The releases that a condition names: ``"1.6.0"``, ``"2"``, ``(2, 4)``."""
    texts: list[cst.CSTNode] = []
    pairs: list[cst.CSTNode] = []
    walk(test, {cst.SimpleString: [texts.append], cst.Tuple: [pairs.append]})
    for text in texts:
        release = str(text.evaluated_value) if type(text) is cst.SimpleString else ""
        if _RELEASE.fullmatch(release):
            yield version_of(release if "." in release else f"{release}.0")
    for pair in pairs:
        numbers = [one.value for one in pair.elements[:2]] if type(pair) is cst.Tuple else []
        found = [one.evaluated_value for one in numbers if type(one) is cst.Integer]
        if len(found) == 2:
            yield found[0], found[1]


def _is_text(node: cst.BaseExpression) -> bool:
    return type(node) is cst.SimpleString


def _is_torch(name: str) -> bool:
    return name.partition(".")[0] in TORCH_PACKAGES


@lru_cache(maxsize=4096)
def _is_answer(name: str) -> bool:
    return name in _VERSIONS or name == "TYPE_CHECKING" or _ANSWER.search(name) is not None


def _root(node: cst.CSTNode) -> str:
    while type(node) is cst.Attribute:
        node = node.value
    return node.value if type(node) is cst.Name else ""


def _raised(node: cst.BaseExpression) -> set[str]:
    """The exceptions that a handler names."""
    parts = [element.value for element in node.elements] if type(node) is cst.Tuple else [node]
    return {last_name(part) for part in parts}


def _suppresses(item: cst.BaseExpression) -> bool:
    if type(item) is not cst.Call or last_name(item.func) not in _SUPPRESSING:
        return False
    return any(_raised(argument.value) & (_ABSENT | _ANY) for argument in item.args)


def _lines(suite: cst.BaseSuite) -> Iterator[cst.CSTNode]:
    """The statements right in a suite, small ones one by one."""
    for statement in suite.body:
        if type(statement) is cst.SimpleStatementLine:
            yield from statement.body
        else:
            yield statement


def _raises(suite: cst.BaseSuite) -> bool:
    return any(type(line) is cst.Raise for line in _lines(suite))


def _raises_again(suite: cst.BaseSuite) -> bool:
    """Whether a handler only hands the error on."""
    return any(type(line) is cst.Raise and (line.exc is None or len(suite.body) == 1) for line in _lines(suite))


def _imports_only(suite: cst.BaseSuite) -> bool:
    return all(
        _is_constant(line.value) if type(line) is cst.Assign else isinstance(line, cst.Import | cst.ImportFrom)
        for line in _lines(suite)
    )


def _is_constant(value: cst.BaseExpression) -> bool:
    return type(value) is cst.Name and value.value in ("True", "False", "None")


def _is_truth(value: cst.BaseExpression | None) -> bool:
    """Whether an expression is written as a yes or no."""
    if type(value) is cst.Call:
        return last_name(value.func) in ("bool", "hasattr")
    if type(value) is cst.UnaryOperation:
        return type(value.operator) is cst.Not
    if type(value) is cst.BooleanOperation:
        return _is_truth(value.left) and _is_truth(value.right)
    return type(value) is cst.Comparison or (type(value) is cst.Name and value.value in ("True", "False"))


def _imported(suite: cst.BaseSuite) -> Iterator[str]:
    """The names that the ``from`` imports right in a suite give."""
    for line in _lines(suite):
        if type(line) is cst.ImportFrom and not isinstance(line.names, cst.ImportStar):
            for alias in line.names:
                yield alias.evaluated_alias or alias.evaluated_name


def _assignments(suite: cst.BaseSuite) -> Iterator[tuple[str, cst.BaseExpression]]:
    for line in _lines(suite):
        if type(line) is cst.Assign:
            for target in line.targets:
                if last_name(target.target):
                    yield last_name(target.target), line.value


def _returned(functions: Iterable[cst.FunctionDef]) -> Iterator[tuple[str, cst.BaseExpression]]:
    """What functions of a few lines return, by their names."""
    for function in functions:
        lines = list(_lines(function.body))
        if lines and type(lines[-1]) is cst.Return and lines[-1].value is not None and len(lines) <= 5:
            yield function.name.value, lines[-1].value


def _places(inference: Inference) -> _Places:
    assert inference.module is not None
    found = _Places(blocks=[inference.module.body])
    for node in (one for kind in (cst.Assign, cst.AnnAssign) for one in inference.nodes_of(kind)):
        if type(node) is cst.Assign:
            for target in node.targets:
                if last_name(target.target):
                    found.assigned.append((last_name(target.target), node.value))
        elif type(node) is cst.AnnAssign and node.value is not None and last_name(node.target):
            found.assigned.append((last_name(node.target), node.value))
    for node in inference.nodes_of(cst.FunctionDef):
        assert type(node) is cst.FunctionDef
        found.functions.append(node)
        if node.decorators:
            found.others.append(node)
    for kind in (cst.Try, cst.TryStar, cst.IfExp, cst.BooleanOperation, cst.With, cst.ClassDef):
        found.others.extend(inference.nodes_of(kind))
    found.ifs.extend(node for node in inference.nodes_of(cst.If) if type(node) is cst.If)
    found.blocks.extend(node.body for node in inference.nodes_of(cst.IndentedBlock) if type(node) is cst.IndentedBlock)
    found.classes.extend(node for node in inference.nodes_of(cst.ClassDef) if type(node) is cst.ClassDef)
    definitions = {id(function.name) for function in found.functions} | {id(one.name) for one in found.classes}
    names = (node for node in inference.nodes_of(cst.Name) if type(node) is cst.Name)
    found.mentioned.extend(name for name in names if id(name) not in definitions)
    return found
