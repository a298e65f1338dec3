"""What a rule is: a LibCST visitor that asks inference and reports nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

import libcst as cst

from ..inference.events.event import Event
from ..inference.events.program import program_of
from ..inference.knowledge.columns import Family, Formula, Signature
from ..inference.knowledge.training import EventKind
from ..inference.queries.guards import is_guarded
from ..inference.queries.trials import is_defined_for_trial
from ..inference.values import Operation, circles, origins
from ..rewriting.file import File
from ..rewriting.fix import Fix
from ..rewriting.writer import Rewriting

# Writes the fix of one finding, whose code the message prints too.
WriteFix: TypeAlias = "Callable[[Rewriting], Fix | None]"

# A finding's text stays within one line of a terminal.
MESSAGE_LIMIT = 150


@dataclass(frozen=True)
class Advice:
    """What to do about a finding: words around the code that its fix writes, or ``words`` where it writes none.

    What a message prints to be copied comes from the fix, so that both say the same.  ``write`` writes that code where
    the rule has no fix: at a node where it could stand, with the checks that a fix would make.
    """

    before: str
    after: str
    words: str
    write: WriteFix | None = None

    def text(self, code: str | None, room: int) -> str:
        """The advice with the code of the fix where there is some and it fits into so many characters."""
        if code is not None:
            told = f"{self.before}{code}{self.after}"
            if len(told) <= room:
                return told
        return self.words if len(self.words) <= room else self.words[: room - 3].rstrip() + "..."


@dataclass(frozen=True)
class Report:
    """One thing a rule reports: the node to change, the message, and the nodes that make up the defect.

    ``advice`` follows the message where the rule gives some apart.  ``places`` counts those with the same cause, of
    which only the first is reported.

    ``tentative`` where the evidence also fits many correct programs, or where a demonstration at the end of a module
    defines what it is about: it is reported only where such findings are asked for.
    """

    rule: type[Rule]
    node: cst.CSTNode
    message: str
    parts: frozenset[cst.CSTNode]
    fix: WriteFix | None = None
    tentative: bool = False
    advice: Advice | None = None
    places: int = 1


class Rule(cst.BatchableCSTVisitor):
    """Base of all rules.

    A rule has a ``code``, a ``message`` to format with the reported values, and the codes it ``supersedes`` where two
    rules report the same defect.  A rule with a fix says in its ``message`` what is wrong, in ``advice`` what to write,
    with ``{fixed}`` for the code that the fix writes, and in ``words`` what to do where no code can be written there.
    A rule without a fix may do the same with ``shown``.
    ``opt_in`` rules are off unless their code or their group is selected, or the project supports a torch older than
    ``on_below``.  Its docstring is its page.  A rule keeps no state beyond the file it was made for, and visits a node
    before or after those inside it.
    """

    code: ClassVar[str]
    message: ClassVar[str]
    advice: ClassVar[str] = ""
    words: ClassVar[str] = ""
    supersedes: ClassVar[frozenset[str]] = frozenset()
    opt_in: ClassVar[bool] = False
    # An opt-in rule is on where the oldest torch that the project supports is older than this one.
    on_below: ClassVar[tuple[int, ...]] = ()
    # The oldest torch that has what the rule recommends; where only some of its advice needs one, it asks ``can_use``.
    since: ClassVar[tuple[int, ...]] = ()
    # Whether what it reports is right where the file asks which torch it has: it is then not reported.
    heeds_guards: ClassVar[bool] = False
    # The formulas that the rule checks, however they are written: their operations are passed to ``check``.
    formulas: ClassVar[frozenset[Formula]] = frozenset()
    # The kinds of events of a training program that the rule checks; each is passed to ``check_event``.
    events: ClassVar[frozenset[EventKind]] = frozenset()
    # Kinds of which an event of each must stand somewhere in the file, or else none is passed to ``check_event``.
    beside: ClassVar[frozenset[EventKind]] = frozenset()
    # Words of which one stands in the text of every file with a finding: in others no node is visited, no event is
    # checked, and the rule does not finish.
    mentions: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, file: File) -> None:
        super().__init__()
        self.file = file
        self.inference = file.inference
        self.reports: list[Report] = []
        self._causes: dict[int, int] = {}

    @classmethod
    def wants(cls, signature: Signature) -> bool:
        """Whether operations of a signature are passed to ``check``: those of ``formulas``, or of another property.

        It is asked once per signature and process, so it may depend on nothing else.
        """
        return signature.formula in cls.formulas

    @classmethod
    def is_opt_in(cls, target: tuple[int, ...] | None) -> bool:
        """Whether the rule is off unless selected, in a project whose oldest torch is ``target``."""
        return cls.opt_in and (target is None or target >= cls.on_below)

    def can_use(self, since: tuple[int, ...]) -> bool:
        """Whether every torch that the file must run on has what a release brought; true where no target is known."""
        return self.file.target is None or self.file.target >= since

    def check(self, operation: Operation) -> None:
        """Check one operation that the rule ``wants``."""

    def check_event(self, event: Event) -> None:
        """Check one event whose kind is in ``events``, where it is written."""

    def finish(self) -> None:
        """Report what only all nodes of the file together show; called last."""

    def report(
        self,
        node: cst.CSTNode,
        *,
        parts: Iterable[Operation | cst.CSTNode] | None = None,
        fix: WriteFix | None = None,
        shown: WriteFix | None = None,
        message: str | None = None,
        words: str | None = None,
        tentative: bool = False,
        **values: str,
    ) -> None:
        """Report ``node``; ``values`` fill the texts; ``parts`` make up the defect; ``fix`` writes its fix.

        ``shown`` writes the code for the message where there is no fix.
        """

        if self.heeds_guards and is_guarded(self.inference, node):
            return
        tentative = tentative or is_defined_for_trial(self.inference, node)

        def filled(text: str) -> str:
            return text.format(torch=self.file.torch, functional=self.file.functional, **values)

        if fix is not None or shown is not None:
            circles.note(self)  # which they may refer to
        advice = None
        if self.advice:
            before, _, after = self.advice.partition("{fixed}")
            advice = Advice(filled(before), filled(after), filled(words or self.words), shown)
        text = filled(message or self.message)
        if len(text) > MESSAGE_LIMIT:
            text = text[: MESSAGE_LIMIT - 3].rstrip() + "..."
        seen = self.made_of(node) if parts is None else parts
        nodes = {part.node if isinstance(part, Operation) else part for part in seen}
        self.reports.append(Report(type(self), node, text, frozenset(nodes | {node}), fix, tentative, advice))

    def take_apart(self) -> None:
        """Forget the reports, whose fixes may refer back to the rule."""
        self.reports.clear()

    def is_reported(self, cause: cst.CSTNode, node: cst.CSTNode) -> bool:
        """Whether a defect that ``cause`` makes was reported before: ``node`` is then counted as another place of it.

        A rule that asks this reports ``node`` if not.
        """
        first = self._causes.setdefault(id(cause), len(self.reports))
        if first == len(self.reports):
            return False
        known = self.reports[first]
        self.reports[first] = replace(known, places=known.places + 1, parts=known.parts | {node})
        return True

    def made_of(self, node: cst.CSTNode) -> list[Operation]:
        """The elementwise operations that lead to the operation at ``node``, within its function."""
        operation = self.inference.operation(node)
        if operation is None:
            return []
        found = [operation]
        for operand in operation.operands.values():
            for origin in origins(operand, 40):
                if origin.frame is operation.frame and origin.signature.family in _ELEMENTWISE:
                    found.append(origin)
                else:
                    break
        return found

    def text(self, node: cst.CSTNode | None, limit: int = 44) -> str:
        """The user's code for a node; ``x`` where there is none, or only what a star spreads.

        Of a part of an import it is the name that is imported, without ``as`` and the comma behind it.
        """
        node = node.name if type(node) is cst.ImportAlias else node
        return "x" if node is None or type(node) is cst.Arg else self.file.text(node, limit)

    def can_quote(self, source: Operation, user: Operation, name: str = "input") -> bool:
        """Whether the operand of ``source`` can be written as it is in the function of ``user``.

        Not where a helper computed it, nor where it was only passed between layers of a ``Sequential``.
        """
        node = source.nodes.get(name)
        return source.frame is user.frame and node is not None and node is not source.node

    # Under LibCST's ``visit_batched``, too, every operation is passed to ``check``, in the order of evaluation, and
    # every event to ``check_event``.

    def _leave_operation(self, node: cst.CSTNode) -> None:
        operation = self.inference.operation(node)
        if operation is not None and self.wants(operation.signature):
            self.check(operation)

    def leave_Module(self, original_node: cst.Module) -> None:
        if self.events:
            for event in program_of(self.inference).events(*self.events):
                self.check_event(event)
        self.finish()

    def leave_Call(self, original_node: cst.Call) -> None:
        self._leave_operation(original_node)

    def leave_BinaryOperation(self, original_node: cst.BinaryOperation) -> None:
        self._leave_operation(original_node)

    def leave_UnaryOperation(self, original_node: cst.UnaryOperation) -> None:
        self._leave_operation(original_node)

    def leave_Comparison(self, original_node: cst.Comparison) -> None:
        self._leave_operation(original_node)

    def leave_Subscript(self, original_node: cst.Subscript) -> None:
        self._leave_operation(original_node)

    def leave_Attribute(self, original_node: cst.Attribute) -> None:
        self._leave_operation(original_node)

    def leave_AugAssign(self, original_node: cst.AugAssign) -> None:
        self._leave_operation(original_node)


_ELEMENTWISE = frozenset(
    {
        Family.ARITHMETIC,
        Family.POINTWISE,
        Family.COMPARISON,
        Family.VIEW,
        Family.CONVERSION,
        Family.COPY,
        Family.WHERE,
        Family.BITWISE,
        Family.LOSS,
    }
)
