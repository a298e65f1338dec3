"""From statements to steps: what one function does, in the order of evaluation, the helpers it calls included."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import libcst as cst

from ...syntax.abstract import is_abstract
from ...syntax.walking import CHILDREN
from ..knowledge.names import canonical
from ..knowledge.python_builtins import EXHAUSTING
from ..knowledge.training import CONTEXT_EVENTS, SWALLOWING_CONTEXTS, EventKind
from ..values import Function, Number, Reference, Sequence, Value
from .conditions import constant, counts, guards_of
from .event import Condition, Event
from .given import drawn_by, draws_tensors, source_of
from .gradients import changed_by_assignment, changed_by_call, changed_by_deletion
from .host_reads import is_formatted_read, is_host_read
from .recognition import Recognised, Recognition
from .scope import plain_path
from .steps import (
    Bind,
    Block,
    Branch,
    Choice,
    Exit,
    Finally,
    Guard,
    Handled,
    Inline,
    Jump,
    Loop,
    Perhaps,
    Step,
    walk_steps,
)
from .visible_devices import is_choice, puts_on_gpu

if TYPE_CHECKING:
    from .program import Program

# How many helpers deep events are followed, and how many steps of helpers one function takes in.
HELPERS = 4
_SIZE = 4000

_NO_CALLS = frozenset({cst.Name, cst.SimpleString, cst.Integer, cst.Float, cst.Lambda, cst.Ellipsis})
_COMPREHENSIONS = (cst.ListComp, cst.SetComp, cst.GeneratorExp, cst.DictComp)


def is_about_each(body: Block, loop: cst.CSTNode) -> bool:
    """Whether all that a loop does is about what it draws: where there is none of that, nothing is left out."""
    events = [step for step in walk_steps(body) if isinstance(step, Event)]
    return bool(events) and all(one.subject is not None and one.subject.each is loop for one in events)


class Reader:
    """Reads the body of one function, or the module's own statements where ``function`` is None."""

    def __init__(self, program: Program, function: Function | None) -> None:
        self.program = program
        self.inference = program.inference
        self.function = function
        self.node = None if function is None else function.node
        self.recognition = Recognition(program, function)
        self.loops: tuple[cst.CSTNode, ...] = ()
        self.conditions: tuple[Condition, ...] = ()
        self.steps: list[Step] = []
        self.depth = 0
        self.size = 0
        self.generator = False
        self.decides = False
        # The path that the value of the current statement is bound to.
        self.target: cst.BaseExpression | None = None

    def read(self) -> Block:
        """All steps of the body."""
        node = self.node
        if node is None:
            block = self.suite(self.program.module.body)
        elif isinstance(node, cst.Lambda):
            block = self.inside(lambda: self.expression(node.body))
        else:
            block = self.suite(node.body.body)
            block = self.decorated(block)
        block.depth, block.size, block.generator = self.depth, self.size, self.generator
        return block

    def decorated(self, block: Block) -> Block:
        """The body under the grad modes that decorators switch to."""
        assert self.function is not None
        for decorator in self.function.decorators:
            kinds = CONTEXT_EVENTS.get(decorator.removesuffix("()"))
            if kinds is not None:
                flag = {"torch.no_grad": False, "torch.inference_mode": False, "torch.enable_grad": True}
                mode = flag.get(decorator.removesuffix("()"))
                assert self.node is not None
                first, last = (Event(kind, None, self.node, self.node, flag=mode) for kind in kinds)
                block = Block([first, Finally(block, Block([last]))])
        return block

    # --- blocks ------------------------------------------------------------------------------------------------------

    def inside(self, work: Callable[[], object]) -> Block:
        """What ``work`` adds, as a block of its own."""
        saved = self.steps
        self.steps = []
        work()
        block = Block(self.steps)
        self.steps = saved
        return block

    def suite(self, statements: Any) -> Block:
        return self.inside(lambda: self.statements(statements))

    def body(self, node: cst.BaseSuite | cst.Else | cst.Finally | None) -> Block:
        if node is None:
            return Block()
        return self.suite(node.body.body if isinstance(node, cst.Else | cst.Finally) else node.body)

    def under(self, test: cst.BaseExpression, holds: bool, node: cst.BaseSuite | cst.Else | None) -> Block:
        """A block under a condition."""
        saved = self.conditions
        self.conditions = (*saved, Condition(test, holds, counts(test)))
        block = self.body(node)
        self.conditions = saved
        return block

    def statements(self, statements: Any) -> None:
        for statement in statements:
            if type(statement) is cst.SimpleStatementLine:
                for small in statement.body:
                    self.statement(small)
            else:
                self.statement(statement)

    def statement(self, node: cst.CSTNode) -> None:
        handler = self.STATEMENTS.get(type(node))
        if handler is not None:
            handler(self, node)

    def add(self, step: Step) -> None:
        self.size += 1
        self.steps.append(step)

    # --- statements --------------------------------------------------------------------------------------------------

    def expression_statement(self, node: cst.Expr) -> None:
        value = node.value
        self.expression(value)
        if type(value) is cst.Attribute and value.attr.value == "zero_grad":  # meant to be called
            self.gradient(EventKind.ZERO_GRAD, node, value.value)

    def assign(self, node: cst.Assign | cst.AnnAssign | cst.AugAssign) -> None:
        targets = [target.target for target in node.targets] if isinstance(node, cst.Assign) else [node.target]
        if node.value is not None:
            self.target = targets[0]
            self.expression(node.value)
            self.target = None
        for target in targets:
            self.expression(target)
            if not self.recognition.gives_itself(node.value, target):
                self.bind(target)
            changed = changed_by_assignment(node, target)
            if changed is not None:
                self.gradient(changed[0], node, changed[1])
            if type(target) is cst.Attribute and target.attr.value == "training":
                self.mode_set(node, target.value)
            if self.program.chooses_devices and is_choice(self.inference, target):
                self.add(Event(EventKind.CHOOSE_DEVICES, None, node, self.node, self.loops, self.conditions))

    def mode_set(self, node: cst.CSTNode, module: cst.BaseExpression) -> None:
        """``net.training = False``: the mode of a module, without those of its parts."""
        subject = self.recognition.subject(module)
        drawn = type(module) is cst.Name and module.value in self.recognition.parts
        if subject is not None and (subject.role.is_module or drawn):
            self.add(Event(EventKind.SET_MODE, subject, node, self.node, self.loops, self.conditions))

    def bind(self, target: cst.CSTNode) -> None:
        names = self.recognition.targets(target)
        if names:
            self.steps.append(Bind(frozenset(names)))

    def gradient(self, kind: EventKind, node: cst.CSTNode, tensor: cst.BaseExpression) -> None:
        """``p.grad = None``, ``p.grad.zero_()``: what ``zero_grad`` does to each parameter; ``p.grad = g``."""
        subject = self.recognition.owner(tensor)
        self.add(Event(kind, subject, node, self.node, self.loops, self.conditions, certain=False))

    def return_(self, node: cst.Return) -> None:
        if node.value is not None:
            self.expression(node.value)
        self.add(Jump(Exit.RETURN))

    def raise_(self, node: cst.Raise) -> None:
        if node.exc is not None:
            self.expression(node.exc)
        self.add(Jump(Exit.RAISE))

    def break_(self, node: cst.Break) -> None:
        self.add(Jump(Exit.BREAK))

    def continue_(self, node: cst.Continue) -> None:
        self.add(Jump(Exit.CONTINUE))

    def if_(self, node: cst.If) -> None:
        # An elif chain is a list, not a nest: thousands of branches must not nest this function.
        outer, saved = self.steps, self.conditions
        current: cst.If | None = node
        while current is not None:
            test = current.test
            self.test(test)
            branch = Branch(self.under(test, True, current.body), Block(), *self.outcomes(test))
            self.add(branch)
            orelse = current.orelse
            current = None
            if isinstance(orelse, cst.If):
                self.steps = branch.otherwise.steps
                self.conditions = (*self.conditions, Condition(test, False, counts(test)))
                current = orelse
            elif orelse is not None:
                branch.otherwise.steps = self.under(test, False, orelse).steps
        self.steps, self.conditions = outer, saved

    def test(self, node: cst.BaseExpression) -> None:
        """What decides how to go on."""
        self.decides = True
        self.expression(node)
        self.decides = False

    def outcomes(self, test: cst.BaseExpression) -> tuple[tuple[Guard, ...], tuple[Guard, ...], bool | None]:
        """What is known where a condition holds and where it does not, and which of them it always is."""
        return guards_of(test, True), guards_of(test, False), constant(test)

    def looped(self, node: cst.CSTNode, work: Callable[[], object]) -> Block:
        saved, self.loops = self.loops, (*self.loops, node)
        block = self.inside(work)
        self.loops = saved
        return block

    def for_(self, node: cst.For) -> None:
        generator = self.generator_body(node.iter)
        self.expression(node.iter)
        head = self.inside(lambda: self.bind(node.target))
        if generator is not None:
            head.steps.insert(0, Perhaps(generator))
        with self.over(node, node.target, node.iter):
            body = self.looped(node, lambda: self.statements(node.body.body))
        once = self.runs_once(node.iter) or is_about_each(body, node)
        self.add(Loop(node, head, body, self.body(node.orelse), once=once))

    @contextmanager
    def over(self, loop: cst.CSTNode, target: cst.BaseExpression, iterable: cst.BaseExpression) -> Iterator[None]:
        """Meanwhile the target is each item of the iterable."""
        recognition = self.recognition
        saved = recognition.each, recognition.draws, recognition.drawn, recognition.parts
        each = drawn_by(self.inference, target, iterable)
        recognition.each = {**recognition.each, **each}
        recognition.draws = {**recognition.draws, **dict.fromkeys(each, loop)}
        names, source = recognition.targets(target), source_of(recognition, iterable)
        if source is None:
            recognition.drawn = recognition.drawn.union(names)
        elif source.role.is_module and not draws_tensors(iterable):
            recognition.parts = {**recognition.parts, **dict.fromkeys(names, source)}
        yield
        recognition.each, recognition.draws, recognition.drawn, recognition.parts = saved

    def generator_body(self, iterable: cst.BaseExpression) -> Block | None:
        """What a generator of this file does between its items."""
        if type(iterable) is not cst.Call:
            return None
        function, _ = self.recognition.callee(iterable)
        block = None if function is None else self.program.steps_of(function)
        return self.bound(iterable, function, block) if function is not None and block and block.generator else None

    def runs_once(self, iterable: cst.BaseExpression) -> bool:
        """Whether a loop certainly has an iteration: it goes over ``range(5)`` or a literal list."""
        value = self.inference.value(iterable)
        if not isinstance(value, Sequence):
            return False
        if value.is_range and value.origin is not None:
            start, stop, step = (value.origin.operand(name) for name in ("start", "stop", "step"))
            numbers = [part.number for part in (start, stop, step) if isinstance(part, Number)]
            if len(numbers) == 3 and all(type(number) is int for number in numbers) and numbers[2] != 0:
                return len(range(*numbers)) > 0  # type: ignore[arg-type]
            return False
        return isinstance(iterable, cst.List | cst.Tuple) and bool(value.items)

    def while_(self, node: cst.While) -> None:
        head = self.inside(lambda: self.test(node.test))
        body = self.looped(node, lambda: self.statements(node.body.body))
        endless = constant(node.test) is True
        self.add(Loop(node, head, body, self.body(node.orelse), endless, endless, possible=True))

    def with_(self, node: cst.With) -> None:
        swallows = False
        ends: list[Step] = []
        for item in node.items:
            expression = item.item
            callee = expression.func if type(expression) is cst.Call else expression
            value = self.inference.value(callee)
            name = canonical(value.name) if type(value) is Reference else ""
            kinds = CONTEXT_EVENTS.get(name)
            swallows = swallows or name in SWALLOWING_CONTEXTS
            if kinds is None:
                self.expression(expression)
                if self.recognition.may_switch_modes(expression, name):
                    kinds = CONTEXT_EVENTS["torch.no_grad"]
            if kinds is not None:
                flag = self.mode(name, expression) if name in CONTEXT_EVENTS else None
                self.add(Event(kinds[0], None, node, self.node, self.loops, self.conditions, flag=flag))
                ends.insert(0, Event(kinds[1], None, node, self.node, self.loops, self.conditions, flag=flag))
            if item.asname is not None:
                self.bind(item.asname.name)
        block = self.suite(node.body.body)
        if ends:
            self.add(Finally(block, Block(ends)))
        elif not swallows:
            self.steps.extend(block.steps)
        if swallows:
            wrapped = Block([self.steps.pop()]) if ends else block
            self.add(Handled(wrapped, [Block()], Block(), catches_all=True))

    def mode(self, name: str, expression: cst.BaseExpression) -> bool | None:
        """Which grad mode a context manager switches to."""
        given: Value | None = None
        if type(expression) is cst.Call and expression.args:
            given = self.inference.value(expression.args[0].value)
        flag = given.number if isinstance(given, Number) else None
        if name == "torch.no_grad":
            return False
        if name == "torch.enable_grad":
            return True
        if name == "torch.inference_mode":
            return False if given is None else (None if flag is None else not flag)
        return None if flag is None else bool(flag)

    def try_(self, node: cst.Try | cst.TryStar) -> None:
        body = self.body(node.body)
        if node.handlers:
            handlers = [self.body(handler.body) for handler in node.handlers]
            catches_all = any(
                handler.type is None
                or (type(handler.type) is cst.Name and handler.type.value in ("Exception", "BaseException"))
                for handler in node.handlers
            )
            body = Block([Handled(body, handlers, self.body(node.orelse), catches_all)])
        if node.finalbody is not None:
            body = Block([Finally(body, self.body(node.finalbody))])
        self.size += 2
        self.steps.extend(body.steps)

    def match(self, node: cst.Match) -> None:
        self.expression(node.subject)
        exhaustive = False
        arms: list[Block] = []
        for case in node.cases:
            if case.guard is not None:
                self.expression(case.guard)
            pattern = case.pattern
            wild = type(pattern) is cst.MatchAs and pattern.pattern is None and case.guard is None
            exhaustive = exhaustive or wild
            arms.append(self.body(case.body))
        self.add(Choice(arms, exhaustive))

    def assert_(self, node: cst.Assert) -> None:
        self.test(node.test)

    def delete(self, node: cst.Del) -> None:
        self.bind(node.target)
        for kind, tensor in changed_by_deletion(node):
            self.gradient(kind, node, tensor)

    def define(self, node: cst.FunctionDef | cst.ClassDef) -> None:
        self.steps.append(Bind(frozenset({node.name.value})))

    # --- expressions -------------------------------------------------------------------------------------------------

    def expression(self, node: cst.CSTNode) -> None:
        """The calls in an expression, in the order of evaluation."""
        cls = type(node)
        if cls in _NO_CALLS:
            return
        if type(node) is cst.Call:
            self.call(node)
        elif type(node) is cst.IfExp:
            self.expression(node.test)
            then = self.inside(lambda: self.expression(node.body))
            otherwise = self.inside(lambda: self.expression(node.orelse))
            self.branch(Branch(then, otherwise, *self.outcomes(node.test)))
        elif type(node) is cst.BooleanOperation:
            self.expression(node.left)
            holds = type(node.operator) is cst.And
            right = self.inside(lambda: self.expression(node.right))
            if right:  # what the left side says takes time in proportion to its terms
                self.add(Branch(right, Block(), guards_of(node.left, holds), guards_of(node.left, not holds)))
        elif cls in _COMPREHENSIONS:
            self.comprehension(node)
        elif type(node) is cst.NamedExpr:
            self.expression(node.value)
            self.bind(node.target)
        else:
            if type(node) is cst.FormattedStringExpression and is_formatted_read(self.inference, node.expression):
                self.read_on_host(node)
            if cls is cst.Yield:
                self.generator = True
            for name in reversed(CHILDREN.get(cls, ())):
                child = getattr(node, name)
                kind = type(child)
                if kind is tuple or kind is list:
                    for part in child:
                        self.expression(part)
                elif kind in CHILDREN:
                    self.expression(child)

    def branch(self, branch: Branch) -> None:
        if branch.then or branch.otherwise:
            self.add(branch)

    def comprehension(self, node: cst.CSTNode, eager: bool = False) -> None:
        clause: cst.CompFor = node.for_in  # type: ignore[attr-defined]
        self.expression(clause.iter)

        def element() -> None:
            inner: cst.CompFor | None = clause
            while inner is not None:
                if inner is not clause:
                    self.expression(inner.iter)
                for condition in inner.ifs:
                    self.expression(condition.test)
                inner = inner.inner_for_in
            for name in ("key", "value", "elt"):
                part = getattr(node, name, None)
                if part is not None:
                    self.expression(part)

        with self.over(node, clause.target, clause.iter):
            body = self.looped(node, element)
        if body:
            lazy = type(node) is cst.GeneratorExp and not eager
            loop = Loop(node, Block(), body, Block(), once=is_about_each(body, node))
            self.add(Perhaps(body) if lazy else loop)

    def call(self, node: cst.Call) -> None:
        if type(node.func) is cst.Attribute:
            self.expression(node.func.value)
        elif type(node.func) is not cst.Name:
            self.expression(node.func)
        target, self.target = self.target, None
        for argument in node.args:
            if type(argument.value) is cst.GeneratorExp and plain_path(node.func) in EXHAUSTING:
                self.comprehension(argument.value, eager=True)
            else:
                self.expression(argument.value)
        self.target = target
        changed = changed_by_call(node)
        if changed is not None:
            self.gradient(changed[0], node, changed[1])
            return
        function, receiver = self.recognition.callee(node)
        if function is not None and self.helper(node, function):
            return
        events = self.recognition.events(node, target, None if function is None else receiver)
        closures = [
            value
            for argument in node.args
            for value in [self.inference.value(argument.value)]
            if isinstance(value, Function)
        ]
        for closure in closures:
            block = self.program.steps_of(closure)
            if block:
                steps = any(kind is EventKind.STEP for kind, *_ in events)
                run = Block([Inline(node, self.program.elsewhere(block, node, self))])
                self.size += block.size
                self.add(Loop(node, Block(), run, Block(), once=True) if steps else Perhaps(run))
        place = (node, self.node, self.loops, self.conditions)
        if self.program.chooses_devices:
            self.devices(node, events)
        for kind, subject, takes, flag, certain in events:
            self.add(Event(kind, subject, *place, takes=takes, flag=flag, certain=certain))
        if is_host_read(self.inference, node):
            self.read_on_host(node)

    def devices(self, node: cst.Call, events: list[Recognised]) -> None:
        """The choice of the GPUs that a call makes, and what it puts on one of them."""
        place = (node, self.node, self.loops, self.conditions)
        if is_choice(self.inference, node):
            self.add(Event(EventKind.CHOOSE_DEVICES, None, *place))
        kind, subject, *_ = events[0] if events else (None, None)
        if puts_on_gpu(self.inference, node, kind, subject):
            self.add(Event(EventKind.START_DEVICES, None, *place))

    def read_on_host(self, node: cst.CSTNode) -> None:
        """Numbers of a tensor are read, other than to decide what to do next."""
        if not self.decides:
            self.add(Event(EventKind.READ, None, node, self.node, self.loops, self.conditions))

    def helper(self, node: cst.Call, function: Function) -> bool:
        """Take in what a function of this file does where it is called; False where it cannot be followed."""
        if is_abstract(function.node):
            return False
        block = self.program.steps_of(function)
        if block is None or block.depth >= HELPERS or self.size + block.size > _SIZE:
            return False
        if block.generator or not block:
            return True
        self.depth = max(self.depth, block.depth + 1)
        self.size += block.size
        inlined = self.bound(node, function, block)
        lazy = type(function.node) is cst.FunctionDef and function.node.asynchronous is not None
        self.steps.append(Perhaps(inlined) if lazy else Inline(node, inlined))
        return True

    def bound(self, node: cst.Call, function: Function, block: Block) -> Block:
        """The steps of a helper, about the objects that the caller gives it."""
        return self.program.bound(block, node, self.recognition.arguments(node, function), function, self)

    STATEMENTS: dict[type, Callable[[Any, Any], None]] = {  # noqa: RUF012
        cst.Expr: expression_statement,
        cst.Assign: assign,
        cst.AnnAssign: assign,
        cst.AugAssign: assign,
        cst.Return: return_,
        cst.Raise: raise_,
        cst.Break: break_,
        cst.Continue: continue_,
        cst.If: if_,
        cst.For: for_,
        cst.While: while_,
        cst.With: with_,
        cst.Try: try_,
        cst.TryStar: try_,
        cst.Match: match,
        cst.Assert: assert_,
        cst.Del: delete,
        cst.FunctionDef: define,
        cst.ClassDef: define,
    }
