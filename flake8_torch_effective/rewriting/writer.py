"""How a rule writes a fix: new code from a template and the user's own operands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.knowledge.python_operations import SUBSCRIPT_WRITE
from ..inference.values import Number, Operation, Tensor, Value
from .confined import Confined
from .elsewhere import Elsewhere
from .extremes import Extremes
from .fix import Edit, Fix, Part
from .helpers import does_more
from .made_here import MadeHere
from .mentions import Topic
from .plain_data import PlainData
from .purity import is_harmless, makes_new
from .surroundings import Path, Surroundings, follow, inside
from .writing.code import from_text, in_lines, parsed, written
from .writing.effects import (
    changes_in_place,
    changes_layout,
    is_in_place,
    keeps_input,
    keeps_result,
    leaves_gaps,
    takes_reals,
)
from .writing.module_names import ModuleNames
from .writing.operands import Operands
from .written_into import WrittenInto
from .written_out import WrittenOut

_SINGLE = frozenset({"float32", "float16", "bfloat16"})


class Rewriting:
    """Writes fixes for the findings of one module."""

    def __init__(self, module: cst.Module, inference: Inference) -> None:
        self.module = module
        self.inference = inference
        # Cache of `writing.iterations`, by function and name.
        self.not_of_loops: dict[tuple[int, str], list[cst.Name]] = {}

    @cached_property
    def surroundings(self) -> Surroundings:
        """Where the nodes of the module are."""
        inference = self.inference
        return Surroundings(
            self.module,
            lambda call: is_harmless(call, inference),
            lambda call: makes_new(call, inference),
        )

    @cached_property
    def module_names(self) -> ModuleNames:
        """The names of torch's modules at each place."""
        return ModuleNames(self.module, self.inference, self.surroundings)

    @cached_property
    def elsewhere(self) -> Elsewhere:
        """What the rest of the module may do with what a fix computes."""
        return Elsewhere(self.module, self.inference, self.surroundings)

    @cached_property
    def written_out(self) -> WrittenOut:
        """Which code calls torch itself, with nothing in between."""
        return WrittenOut(self.inference, self.surroundings)

    @cached_property
    def made_here(self) -> MadeHere:
        """Which expressions are certain to be made by torch where they are read."""
        return MadeHere(self.inference, self.surroundings, self.written_out)

    @cached_property
    def plain_data(self) -> PlainData:
        """Which attributes may be read twice, or later."""
        return PlainData(self.module, self.inference, self.surroundings)

    @cached_property
    def confined(self) -> Confined:
        """Which results stay in their function."""
        return Confined(self.inference, self.surroundings, self.made_here)

    @cached_property
    def written_into(self) -> WrittenInto:
        """Which results the module writes into."""
        return WrittenInto(self.inference, self.surroundings)

    @cached_property
    def extremes(self) -> Extremes:
        """What the module says of extreme numbers."""
        return Extremes(self.module, self.inference, self.surroundings, self.elsewhere.mentions)

    def hides_extremes(self, node: cst.CSTNode) -> bool:
        """Whether nothing tells an infinite entry of a result from the finite one that new code gives in its place."""
        return self.confined.hides_extremes(node) and not self.extremes.are_told

    @cached_property
    def operands(self) -> Operands:
        """Where new code finds its operands."""
        return Operands(self.inference, self.surroundings)

    def expression(self, node: cst.CSTNode, template: str, *, safe: bool, **parts: Part | str | None) -> Fix | None:
        """The fix that replaces an expression with new code.

        Args:
            node: the expression to replace.
            template: the new code, with ``{torch}`` and ``{functional}`` for those modules, and the parts in braces
                (see `Code`).
            safe: whether values, gradients, dtype and device stay what they were.
            parts: what the new code reads; text is inserted unchanged.

        Returns:
            None where a part cannot be written at ``node``: it is in another function, its names may have been rebound,
            or writing it again would compute it twice; and where the old code also changes something in place, or is a
            statement, such as ``x **= 0.5``.
        """
        return self.replacement(node, template, parts, safe=safe)

    def replacement(
        self,
        node: cst.CSTNode,
        template: str,
        parts: Mapping[str, Part | str | None],
        *,
        safe: bool,
        gone: cst.CSTNode | None = None,
        writes: bool = False,
        whole: cst.CSTNode | None = None,
    ) -> Fix | None:
        """The fix that replaces an expression with new code, as `expression` does.

        Args:
            node: the expression to replace.
            template: the new code.
            parts: what the new code reads.
            safe: whether values, gradients, dtype and device stay what they were.
            gone: the statement directly before, if the caller removes it: its expressions may move. writes: whether the
            caller handles what the expression changes in place; otherwise there is no fix for that.
            whole: the expression around ``node`` whose value the fix is to keep, where that is not ``node`` itself.
        """
        names = self.module_names.modules(node, template)
        if keeps_result(template) and self.is_changed_later(node):
            return None
        if names is None or not isinstance(node, cst.BaseExpression) or self._was_changed_in_place(node, parts):
            return None
        passed = self.written_out.passed(whole or node, parts)
        if not all(map(self.written_out.is_certain, passed)):
            return None
        texts: dict[str, str] = {}
        paths: dict[str, tuple[Path, bool]] = {}
        removed: list[cst.CSTNode] = []
        for name, part in parts.items():
            if part is None:
                return None
            if isinstance(part, str):
                texts[name] = part
                continue
            found = self.operands.find(part, node, gone)
            if found is None:
                return None
            if isinstance(found, str):
                texts[name] = f"-{found}" if part.negative else found
                continue
            if keeps_input(template) and self.surroundings.is_changed_after(found, node):
                return None
            safe = safe and not (keeps_input(template) and self.elsewhere.may_change_operand(found))
            times = len(re.findall(rf"{{{name}[:}}]", template))
            if not self.operands.is_simple(found) and times > 1:
                return None
            safe = safe and self._reads_as_before(found, times, whole or node, passed)
            path = self.surroundings.path(node, found)
            if path is not None:
                paths[name] = (path, part.negative)
                template = in_lines(self.surroundings, self.module, template, name, found)
                continue
            texts[name] = written(self.module, found, part.negative)
            if not self.operands.goes(found, gone) and not self.operands.stays(found, node):
                moved = self.operands.moved(found, node)
                if moved is None or self._does_more(moved, (found,)):
                    return None
                removed.append(moved)

        safe = safe and not (keeps_result(template) and self.elsewhere.may_change_result(whole or node))
        safe = safe and self._leaves_none_out(node, parts) and self.written_out.around(whole or node, parts, passed)
        mentions = self.elsewhere.mentions
        other = self._may_be_other_dtype(parts) or mentions.replaces_layers
        safe = safe and self._has_certain_dim(parts) and not (takes_reals(template) and other)
        numeric = keeps_input(template) or keeps_result(template)
        safe = safe and not (numeric and (mentions.may_replace_operations or mentions.tests_for_infinity))
        safe = safe and not (mentions.replaces_operations or mentions.prints_tensors)
        safe = safe and not (changes_layout(template) and self.elsewhere.depends_on_strides)
        if not self.fits_text(node, [template, *texts.values()]):
            return None

        def change(updated: cst.CSTNode) -> cst.CSTNode:
            inside = {
                name: written(self.module, follow(updated, path), negative) for name, (path, negative) in paths.items()
            }
            code = template.format(**names.texts, **texts, **inside)
            return parsed(self.module, code)

        keeps = tuple(kept for path, _ in paths.values() for kept in ([follow(node, path)] if path else node.children))
        kept_whole = not all(path for path, _ in paths.values())
        if not (writes or kept_whole) and self._does_more(node, keeps):
            return None
        edits = [Edit(node, change, keeps), *(Edit(line, lambda _: cst.RemoveFromParent()) for line in removed)]
        return Fix(tuple(edits), safe, names.missing)

    def beneath(
        self, node: cst.CSTNode, kept: Sequence[Operation], template: str, *, safe: bool, **parts: Part | str | None
    ) -> Fix | None:
        """The fix that removes an outer expression, keeps those inside it, and puts new code beneath them.

        ``log(softmax(x)[rows])`` becomes ``log_softmax(x)[rows]``: the index is kept.

        Args:
            node: the expression to remove.
            kept: the operations to keep, outermost first, each written inside the one before; without any, the same as
            `expression`. template: the new code, as for `expression`, which replaces the input of the innermost one.
            safe: as for `expression`.
            parts: as for `expression`.
        """
        if not kept:
            return self.expression(node, template, safe=safe, **parts)
        top, inner = kept[0].node, kept[-1].nodes.get("input")
        nested = all(outer.nodes.get("input") is one.node for outer, one in pairwise(kept))
        nested = nested and self._takes(node, top)
        path = self.surroundings.path(node, top)
        if inner is None or not nested or not path or not isinstance(node, cst.BaseExpression):
            return None
        beneath = self.replacement(inner, template, parts, safe=safe, whole=node)
        if beneath is None or self._does_more(node, (top,)):
            return None
        # The result was new and dense, and is now what these give: a part of a larger one, with its strides.
        seen = self.elsewhere.depends_on_strides and not self.confined.hides_strides(node)
        apart = seen and any(leaves_gaps(one) for one in kept)
        around = Edit(node, lambda updated: follow(updated, path), (top,))
        return Fix((*beneath.edits, around), beneath.safe and not apart, beneath.needs_torch)

    def _takes(self, node: cst.CSTNode, operand: cst.CSTNode) -> bool:
        """Whether an expression works on another as it is, and not on an item of it."""
        for ancestor in self.surroundings.ancestors(operand):
            if ancestor is node:
                return True
            if type(ancestor) is cst.Subscript:
                return False
        return False

    def is_changed_later(self, node: cst.CSTNode) -> bool:
        """Whether the result of an expression, or a view of it, is changed in place, directly or through its name."""
        around = self.surroundings
        current, parent = node, around.parent(node)
        while isinstance(parent, cst.Attribute | cst.Subscript | cst.IfExp) or (
            type(parent) is cst.Call and parent.func is current
        ):
            if type(parent) is cst.Attribute and parent.attr.value.endswith("_"):
                return True
            if type(parent) is cst.Call and makes_new(parent, self.inference):
                return False
            current, parent = parent, around.parent(parent)
        targets: list[cst.BaseExpression] = []
        if type(parent) is cst.Assign:
            targets = [target.target for target in parent.targets]
        elif isinstance(parent, cst.AnnAssign | cst.NamedExpr):
            targets = [parent.target]
        return any(around.is_changed_after(target, node) for target in targets if type(target) is cst.Name)

    def _does_more(self, node: cst.CSTNode, keeps: tuple[cst.CSTNode, ...]) -> bool:
        """Whether code, apart from the parts that are kept, has side effects."""
        if changes_in_place(node, keeps):
            return True
        calls = [part for part in inside(node) if type(part) is cst.Call and does_more(part, self.inference)]
        return not all(any(self.surroundings.encloses(keep, call) for keep in keeps) for call in calls)

    def _was_changed_in_place(self, node: cst.CSTNode, parts: Mapping[str, Part | str | None]) -> bool:
        """Whether another statement computes something in place between the parts and an expression."""
        ends = {id(part.value) for part in parts.values() if isinstance(part, Part)}
        ends |= {id(part.value.identity) for part in parts.values() if isinstance(part, Part)}
        queue = [self.inference.value(node)]
        seen: set[int] = set()
        for value in queue:
            origin = value.origin
            if origin is None or id(origin) in seen or id(value) in ends or len(seen) > 200:
                continue
            if value.identity is not None and id(value.identity) in ends:
                continue
            seen.add(id(origin))
            if is_in_place(origin) and not self.surroundings.encloses(node, origin.node):
                return True
            queue.extend(origin.operands.values())
        around = self.surroundings
        written = [part.node for part in parts.values() if isinstance(part, Part) and part.node is not None]
        taken = [part for part in written if part is not node and around.encloses(node, part)]
        return not self._names_stay(node, ends, taken)

    def _names_stay(self, node: cst.CSTNode, ends: set[int], taken: Sequence[cst.CSTNode]) -> bool:
        """Whether the names between an expression and the parts still hold the unchanged values they were given.

        Names inside ``taken`` are read in the same place as before.
        """
        queue = [node]
        for reader in queue:
            for name in inside(reader):
                value = self.inference.value(name)
                if type(name) is not cst.Name or not isinstance(value, Tensor):
                    continue
                if any(self.surroundings.encloses(part, name) for part in taken):
                    continue
                if id(value) in ends or id(value.identity) in ends:
                    continue
                target, given = self._given(name, value)
                if target is None or given is None or given in queue or len(queue) > 50:
                    continue
                if not self.surroundings.stays(name.value, given, reader, target):
                    return False
                queue.append(given)
        return True

    def _reads_as_before(self, found: cst.CSTNode, times: int, node: cst.CSTNode, passed: Sequence[Operation]) -> bool:
        """Whether new code reads each attribute in a part as often as the old code, and not later, or that is the same.

        Args:
            found: the part.
            times: how often the new code reads it.
            node: the expression that is replaced.
            passed: the operations that lead from the parts to it.
        """
        unsure = [*self.plain_data.unsure_in(found)]
        if not unsure:
            return True
        around = self.surroundings
        old = {id(one): one for made in (node, *(made.node for made in passed)) for one in inside(made)}
        read = [one for one in old.values() if type(one) is cst.Attribute and one.deep_equals(unsure[0])]
        if len(read) != times or len(unsure) > 1:
            return False
        if around.encloses(node, found):
            return True
        statement, use = around.statement(found), around.statement(node)
        others = [one for one in self.plain_data.unsure_in(use) if not one.deep_equals(unsure[0])]
        return self.operands.moves(found, node) and around.following(statement) is use and not others

    def _leaves_none_out(self, node: cst.CSTNode, parts: Mapping[str, Part | str | None]) -> bool:
        """Whether nothing asks for the gradient of what the old code computed between the parts and an expression."""
        ends = {id(part.value.identity) for part in parts.values() if isinstance(part, Part)}
        kept = [part.node for part in parts.values() if isinstance(part, Part) and part.node is not None]
        queue = [node]
        for reader in queue:
            if len(queue) > 50:
                return False
            for read in inside(reader):
                value = self.inference.value(read)
                if not isinstance(value, Tensor) or value.origin is None or id(value.identity) in ends:
                    continue
                if any(self.surroundings.encloses(part, read) for part in kept):
                    continue
                if type(read) is cst.Attribute and self.inference.operation(read) is None:
                    return False
                if type(read) is cst.Name:
                    if not self.elsewhere.is_only_computed_with(read):
                        return False
                    given = self._given(read, value)[1]
                    if given is not None and given not in queue:
                        queue.append(given)
        return True

    def _has_certain_dim(self, parts: Mapping[str, Part | str | None]) -> bool:
        """Whether a dim that new code names is a number that is written in the function.

        The short forms take no None and no empty tuple, which an argument, an attribute or a constant may be elsewhere.
        """
        dim = parts.get("dim")
        if not isinstance(dim, Part):
            return True
        written = self.made_here.bound_to(dim.node) if type(dim.node) is cst.Name else [dim.node]
        return isinstance(dim.value, Number) and bool(written) and all(map(_is_literal, written))

    def _may_be_other_dtype(self, parts: Mapping[str, Part | str | None]) -> bool:
        """Whether a part may be complex or float64, judging by what the file mentions."""
        mentions = self.elsewhere.mentions
        values = [part.value for part in parts.values() if isinstance(part, Part)]
        known = all(isinstance(value, Tensor) and value.dtype in _SINGLE for value in values)
        return mentions.any_of(Topic.COMPLEX) or (not known and mentions.any_of(Topic.DTYPES))

    def _given(self, name: cst.Name, value: Value) -> tuple[cst.CSTNode | None, cst.BaseExpression | None]:
        """What binds a name to a value, and the bound expression."""
        around = self.surroundings
        for target in around.bindings(around.scope(name)).get(name.value, ()):
            assign = around.parent(target) if type(target) is cst.AssignTarget else target
            if isinstance(assign, cst.Assign | cst.AnnAssign | cst.NamedExpr) and assign.value is not None:
                before = around.before(assign, name) and not around.encloses(assign, name)
                if before and self.inference.value(assign.value) is value:
                    return target, assign.value
        return None, None

    def writes(self, value: Value) -> list[Operation]:
        """The operations that change a tensor in place: methods such as ``add_``, stores, augmented assignments."""
        identity = value.identity
        readers = [] if identity is None else self.inference.consumers.get(identity, [])
        in_place = [one for one in readers if one.notation.modifies or one.signature is SUBSCRIPT_WRITE]
        return [one for one in in_place if one.operand().identity is identity]

    def fits_text(self, node: cst.CSTNode, texts: Iterable[str]) -> bool:
        """Whether new code fits if the expression is in an f-string, which must not show its own code (``=``).

        Before Python 3.12 no quote, backslash, comment or line break can be added there.
        """
        around = self.surroundings.ancestors(node)
        fields = [field for field in around if type(field) is cst.FormattedStringExpression]
        if any(field.equal is not None for field in fields):
            return False
        return not fields or not any(mark in text for text in texts for mark in "'\"\\#\n")

    def code(self, text: str) -> Callable[[cst.CSTNode], cst.CSTNode]:
        """The change that replaces a node with an expression."""
        return lambda _: from_text(self.module, text)


def _is_literal(node: cst.CSTNode | None) -> bool:
    """Whether an expression is a number, perhaps with a minus sign."""
    number = node.expression if type(node) is cst.UnaryOperation and type(node.operator) is cst.Minus else node
    return type(number) is cst.Integer
