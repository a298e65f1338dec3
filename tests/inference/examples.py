"""The examples in the docstrings of what rules ask: which questions there are, and the programs that examples name.

An example reads ``>>> never_positive(value("-x.square()"))``: next to its own module's names it has ``value``,
``operation`` and ``program`` below.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from types import MappingProxyType, ModuleType
from typing import NamedTuple

import libcst as cst

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.values import Operation, Value
from flake8_torch_effective.syntax.walking import walk

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn
def f(x: Tensor, y: Tensor, logits: Tensor, labels: Tensor, n: int, model: nn.Linear):
"""
_EXPRESSIONS = [kind for kind in vars(cst).values() if isinstance(kind, type) and issubclass(kind, cst.BaseExpression)]
_LOOPS = (cst.For, cst.While, cst.ListComp, cst.SetComp, cst.GeneratorExp, cst.DictComp)


class Question(NamedTuple):
    """A public function, method, property or class of a module of ``inference``."""

    module: ModuleType
    name: str
    docstring: str
    is_class: bool

    @property
    def path(self) -> str:
        """Its room, module and name: ``queries.signs.is_bounded``."""
        return f"{self.module.__name__.partition('.inference.')[2]}.{self.name}"


def modules(room: str) -> list[ModuleType]:
    """The modules of a room of ``inference``, by name."""
    package = importlib.import_module(f"flake8_torch_effective.inference.{room}")
    found = sorted(info.name for info in pkgutil.iter_modules(package.__path__))
    return [importlib.import_module(f"{package.__name__}.{name}") for name in found]


def questions(module: ModuleType) -> Iterator[Question]:
    """What is public in a module: its own functions and classes, their methods and properties."""
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__ or not callable(value):
            continue
        is_class = inspect.isclass(value)
        yield Question(module, name, inspect.getdoc(value) or "", is_class)
        for method, member in vars(value).items() if is_class else ():
            inner = getattr(member, "fget", None) or getattr(member, "func", None) or member
            inner = getattr(inner, "__func__", inner)
            if not method.startswith("_") and inspect.isfunction(inner):
                yield Question(module, f"{name}.{method}", inspect.getdoc(inner) or "", False)


class Program:
    """The lines of a function as inference reads it; its parameters are those in ``HEADER``."""

    def __init__(self, *lines: str) -> None:
        self.module = cst.parse_module(HEADER + "".join(f"    {line}\n" for line in lines))
        self.inference = infer(self.module)
        self._nodes: dict[str, cst.CSTNode] = {}
        self._loops: list[cst.CSTNode] = []
        walk(self.module.body[-1], {kind: [self._keep] for kind in _EXPRESSIONS})
        walk(self.module.body[-1], {kind: [self._loops.append] for kind in _LOOPS})

    def _keep(self, node: cst.CSTNode) -> None:
        self._nodes[self.module.code_for_node(node)] = node

    @property
    def loop(self) -> cst.CSTNode:
        """Its outermost loop."""
        return self._loops[0]

    def node(self, code: str) -> cst.CSTNode:
        """The last expression that is written like this."""
        return self._nodes[code]

    def value(self, code: str) -> Value:
        """What that expression is."""
        return self.inference.value(self.node(code))

    def operation(self, code: str) -> Operation:
        """The operation of that expression."""
        found = self.inference.operation(self.node(code))
        assert found is not None, f"{code} is no operation"
        return found

    def code(self, node: cst.CSTNode | None) -> str:
        """The text of a node."""
        return "" if node is None else self.module.code_for_node(node).strip()


# Of the rooms below, what no rule asks: how programs are read, how answers are made, how values are.
_INNER = {
    *("Program.steps_of", "Program.function_of", "Program.shown", "Program.scope_of", "Program.bound"),
    *(
        "Program.elsewhere",
        "Program.paths_of",
        "Program.names",
        "Program.chooses_devices",
        "Program",
        "Registry",
        "Timeline",
        "Event",
    ),
    *("split", "replaced", "order_of", "iterations", "of_kind", "wanted", "Condition", "Entry", "Read", "Member"),
    *("calls_of", "attributes_of", "MethodReader", "kind_of", "registered_by_assignment"),
    *(
        "Inference",
        "Inference.nodes_of",
        "Inference.take_apart",
        "Failure",
        "LoopFacts",
        "Operation",
        "Operation.take_apart",
        "Tensor",
        "Tensor.identity",
        "Tensor.refined",
    ),
    *("Tensor.another", "Array", "Dtype", "Device", "Number", "Text", "Sequence", "Sequence.identity"),
    *("Sequence.learnt", "Reference", "parts_of_index", "last_of"),
}
_EVENTS = (
    "at_work",
    "backwards",
    "buffer_updates",
    "clearing",
    "collections",
    "direct_forwards",
    "event",
    "groups",
    "hidden_tensors",
    "late_moves",
    "modes",
    "program",
    "rebuilt_modules",
    "registry",
    "timeline",
    "training_calls",
)
_VALUES = ("graph", "operation", "python", "tensor")
_SIZES = {"integer", "axes_of", "sizes_of", "equal_dims"}


def event_questions() -> list[Question]:
    """What a rule can ask about events."""
    return _asked("events", _EVENTS)


def value_questions() -> list[Question]:
    """What a rule can ask of the values and operations of a file, without a query."""
    sizes = [*_asked("transfer", ("sizes",)), *_asked("values", ("lattice",))]
    return [
        *_asked("interpreter", ("inference",)),
        *_asked("values", _VALUES),
        *[question for question in sizes if question.name in _SIZES],
    ]


def query_questions() -> list[Question]:
    """What a rule can ask of queries and patterns: their functions, and the methods of what these return."""
    found = [question for room in ("queries", "patterns") for module in modules(room) for question in questions(module)]
    return [question for question in found if not question.is_class]


def _asked(room: str, names: tuple[str, ...]) -> list[Question]:
    found = [importlib.import_module(f"flake8_torch_effective.inference.{room}.{name}") for name in names]
    return [
        question
        for module in found
        for question in questions(module)
        if question.name not in _INNER and question.name.partition(".")[0] != "MethodReader"
    ]


def value(code: str) -> Value:
    """What an expression of the parameters is."""
    return Program(f"return {code}").value(code)


def operation(code: str) -> Operation:
    """The operation that an expression of the parameters is."""
    return Program(f"return {code}").operation(code)


def failures(question: Question, names: Mapping[str, object] = MappingProxyType({})) -> str:
    """What is wrong with an example; nothing where it is right. ``names`` are what it has beside its module's."""
    names = {**vars(question.module), "value": value, "operation": operation, "program": Program, **names}
    test = doctest.DocTestParser().get_doctest(question.docstring, dict(names), question.path, None, None)
    shown: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=shown.append)
    return "".join(shown)
