"""Edits to a parsed module: which can be combined, what parentheses new code needs, where comments go."""

from __future__ import annotations

import io
import tokenize
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import dropwhile, takewhile

import libcst as cst

from ..finding import Finding
from ..rewriting.comments import comments_of, home, lost_comments, with_comments
from ..rewriting.directives import steers_tools, without_steering
from ..rewriting.fix import Changed, Edit, Fix
from ..rewriting.surroundings import Surroundings, inside
from ..rewriting.writing.code import ATOM, NAMED, binding, unparenthesized
from ..syntax.parsing import source_lines
from .imports import with_torch
from .indentation import indented_like
from .lines import in_one_piece, is_in_one_piece, means_what_it_says, tree_of

_NEGATIVE = cst.UnaryOperation(cst.Minus(), cst.Name("x"))
_BRACKETED = (cst.Arg, cst.BaseComp, cst.Dict, cst.FormattedStringExpression, cst.List, cst.Set, cst.SubscriptElement)


class Editing:
    """One round of edits to one module; ``dropped`` are the names that the edited code no longer reads, by function.

    Args:
        source: the module's text, of which ``module`` may lack the deeply nested statements.
        module: the module as it was parsed.
    """

    def __init__(self, source: str, module: cst.Module) -> None:
        self.source = source
        self.module = module
        self.surroundings = Surroundings(module)
        self.dropped: set[tuple[int, str]] = set()

    @cached_property
    def _parsed(self) -> str:
        """The text that the module itself has."""
        return self.module.code

    @cached_property
    def is_whole(self) -> bool:
        """Whether the module has all statements of the text."""
        return self._parsed == self.source

    @cached_property
    def _comments(self) -> Counter[str] | None:
        """The comments that every edited text must keep, but for what they tell tools about lines that go."""
        return comment_texts(self.source)

    def apply(self, fixes: Mapping[Finding, Fix], swept: Sequence[Edit]) -> tuple[list[Finding], str | None]:
        """Make the edits of as many fixes as can be combined, and ``swept`` as well; None where nothing can be done."""
        taken = self.together(fixes)
        sweeping = Fix(tuple(swept), True)
        text = self.attempt([*taken.values(), sweeping])
        if text is not None:
            return list(taken), text
        # One of them cannot be made: try each on its own, and make those that can be made together.
        fitting = {finding: fix for finding, fix in taken.items() if self.attempt([fix]) is not None}
        text = self.attempt(list(fitting.values())) if fitting else None
        if text is not None:
            return list(fitting), text
        for finding, fix in fitting.items():
            return [finding], self.attempt([fix])
        return [], self.attempt([sweeping]) if swept else None

    def together(self, fixes: Mapping[Finding, Fix]) -> dict[Finding, Fix]:
        """The fixes that do not conflict; of two that do, the outer one wins.

        A fix inside what another one keeps does not conflict.  One that removes a statement is the only one in its
        function: another might read a name that the statement bound.
        """
        edits = {id(edit.node): edit for fix in fixes.values() for edit in fix.edits}
        taken: dict[Finding, Fix] = {}
        used: set[int] = set()
        scopes: set[int] = set()
        closed: set[int] = set()
        for finding, fix in fixes.items():
            nodes = {id(edit.node) for edit in fix.edits}
            own = {id(self.surroundings.scope(edit.node)) for edit in fix.edits}
            removes = any(isinstance(edit.node, cst.BaseStatement) for edit in fix.edits)
            if nodes & used or own & closed or (removes and own & scopes):
                continue
            if any(self._is_in_the_way(edit, edits) for edit in fix.edits):
                continue
            used |= nodes
            scopes |= own
            closed |= own if removes else set()
            taken[finding] = fix
        return taken

    def _is_in_the_way(self, edit: Edit, edits: Mapping[int, Edit]) -> bool:
        passed: list[cst.CSTNode] = [edit.node]
        for ancestor in self.surroundings.ancestors(edit.node):
            outer = edits.get(id(ancestor))
            if outer is not None and not any(kept is node for kept in outer.keeps for node in passed):
                return True
            passed.append(ancestor)
        return False

    def attempt(self, fixes: Iterable[Fix]) -> str | None:
        """The text with these fixes made; None where it would not parse, or not change."""
        fixes = list(fixes)
        for keep_parentheses in (False, True):
            edits = [edit for fix in fixes for edit in fix.edits]
            editor = Editor(edits, self.module, self.surroundings, keep_parentheses)
            try:
                text = self._edited(editor, any(fix.needs_torch for fix in fixes))
            except Exception:  # one fix that cannot be made must not keep the others from being made
                continue
            if text is None or not is_python(text):
                continue
            if self._comments is None or comment_texts(text) != editor.comments_left(self._comments):
                return None
            return None if text == self.source else text
        return None

    def _edited(self, editor: Editor, needs_torch: bool) -> str | None:
        results = [
            statement.visit(editor) if id(statement) in editor.around else statement for statement in self.module.body
        ]
        if editor.refused:
            return None
        self.dropped |= editor.dropped
        if not self.is_whole:
            return None if needs_torch else self._spliced(results)
        body = [node for result in results for node in nodes_of_change(result)]
        module = self.module.with_changes(body=body)
        return (with_torch(module) if needs_torch else module).code

    def _spliced(self, results: Sequence[Changed]) -> str | None:
        """The text with the changed statements inserted, where deeply nested ones are missing from the module."""
        lines, parsed = source_lines(self.source), source_lines(self._parsed)
        spans: list[tuple[int, int, list[str]]] = []
        last = len(self.module.header)
        for statement, result in zip(self.module.body, results, strict=True):
            first, last = last, last + len(source_lines(self.module.code_for_node(statement)))
            if result is statement:
                continue
            nodes = nodes_of_change(result)
            # The lines above a statement may be what is left of one that is missing.
            above = _lines_kept(statement, nodes[0]) if nodes else 0
            code = source_lines("".join(self.module.code_for_node(node) for node in nodes))[above:]
            if lines[first + above : last] != parsed[first + above : last]:
                return None
            if code and not lines[last - 1].endswith(("\n", "\r")):
                code[-1] = code[-1].rstrip("\r\n")
            spans.append((first + above, last, code))
        for first, last, code in reversed(spans):
            lines[first:last] = code
        return "".join(lines)


class Editor(cst.CSTTransformer):
    """Makes edits, innermost first, and keeps the comments of removed code."""

    def __init__(
        self, edits: Iterable[Edit], module: cst.Module, surroundings: Surroundings, keep_parentheses: bool
    ) -> None:
        super().__init__()
        self.module = module
        self.surroundings = surroundings
        self.keep_parentheses = keep_parentheses
        self.edits = {id(edit.node): edit for edit in edits}
        self.around = {
            id(node) for edit in self.edits.values() for node in (edit.node, *surroundings.ancestors(edit.node))
        }
        self.dropped: set[tuple[int, str]] = set()
        # Comments without a place, for the innermost statement around; and lines for the statement after a removed one.
        self.homeless: list[cst.Comment] = []
        # Comments for lines of their own above an element in brackets, by its ``id``.
        self.above: dict[int, list[cst.Comment]] = {}
        # Comments that went with their line, since they told tools about it, and what else they said.
        self.gone: list[str] = []
        self.handed_on: dict[int, list[cst.EmptyLine]] = {}
        self.opening: set[int] = set()
        # The innermost statements around the edits, and whether one of them cannot be written.
        self.closest = {id(surroundings.statement(edit.node)) for edit in self.edits.values()}
        self.refused = False

    def on_visit(self, node: cst.CSTNode) -> bool:
        return id(node) in self.around

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> Changed:  # type: ignore[override]
        edit = self.edits.get(id(original_node))
        if self.above:
            updated_node = with_comments(original_node, updated_node, self.above)
        result: Changed = updated_node
        if edit is not None:
            result = edit.change(unparenthesized(updated_node))
            if isinstance(updated_node, cst.BaseExpression) and isinstance(result, cst.BaseExpression):
                if not self._is_target(original_node):
                    result = self._fitted(updated_node, result, original_node)
            self._move(lost_comments(updated_node, nodes_of_change(result)), original_node)
            self._note_names(original_node, nodes_of_change(result))
        if isinstance(original_node, cst.BaseStatement):
            kept = nodes_of_change(result)
            if not kept:
                self._drop_steering(updated_node)
            elif any(steers_tools(comment.value) for comment in self.homeless):
                self.refused = True  # above its line, the comment would silence another line or nothing
            if id(original_node) in self.closest and not all(map(means_what_it_says, kept)):
                self.refused = True
            result = self._with_lines(original_node, updated_node, result)
        return result

    def comments_left(self, comments: Counter[str]) -> Counter[str]:
        """Which of some comments the edited code is to have."""
        return comments - Counter(self.gone) + Counter(filter(None, map(without_steering, self.gone)))

    def _move(self, comments: Sequence[cst.Comment], node: cst.CSTNode) -> None:
        """Find a place for the comments that the replacement of a node lacks."""
        if not comments:
            return
        element = home(node, self.surroundings) if isinstance(node, cst.BaseExpression) else None
        if (
            element is None
            or isinstance(element, cst.BaseStatement)
            or any(steers_tools(one.value) for one in comments)
        ):
            self.homeless += comments
        else:
            self.above.setdefault(id(element), []).extend(comments)

    def _drop_steering(self, removed: cst.CSTNode) -> None:
        """Drop what the comments in the lines of a removed statement tell tools about them."""
        alone = {id(comment) for comment in comments_of(removed, alone=True)}
        homeless, self.homeless = self.homeless, []
        for comment in homeless:
            if id(comment) in alone or not steers_tools(comment.value):
                self.homeless.append(comment)
                continue
            self.gone.append(comment.value)
            rest = without_steering(comment.value)
            if rest:
                self.homeless.append(comment.with_changes(value=rest))

    def _is_whole(self, node: cst.CSTNode) -> bool:
        """Whether an expression is the whole value of a statement or argument, where it needs no parentheses."""
        parent = self.surroundings.parent(node)
        return (
            isinstance(parent, cst.Assign | cst.AnnAssign | cst.AugAssign | cst.Return | cst.Arg | cst.Element)
            and parent.value is node
        )

    def _is_first(self, node: cst.CSTNode) -> bool:
        """Whether an expression comes first in a term, so that it may start with a minus sign."""
        parent = self.surroundings.parent(node)
        if not isinstance(parent, cst.BinaryOperation | cst.Comparison) or parent.left is not node:
            return False  # such as an attribute, which would be taken of what follows the sign
        if binding(parent) > binding(_NEGATIVE):
            return False
        while isinstance(parent, cst.BinaryOperation | cst.Comparison) and parent.left is node:
            if parent.lpar:
                return True
            node, parent = parent, self.surroundings.parent(parent)
        return not isinstance(parent, cst.BinaryOperation | cst.UnaryOperation | cst.ComparisonTarget)

    def _is_enclosed(self, node: cst.CSTNode) -> bool:
        """Whether an expression is inside brackets, where its lines may break."""
        for ancestor in self.surroundings.ancestors(node):
            if isinstance(ancestor, _BRACKETED) or (isinstance(ancestor, cst.BaseExpression) and ancestor.lpar):
                return True
            if isinstance(ancestor, cst.BaseStatement | cst.BaseSmallStatement):
                return False
        return False

    def _is_target(self, node: cst.CSTNode) -> bool:
        """Whether an expression is the target of a loop, which needs no parentheses even if it is a tuple."""
        parent = self.surroundings.parent(node)
        return isinstance(parent, cst.For | cst.CompFor) and parent.target is node

    def _note_names(self, node: cst.CSTNode, results: Sequence[cst.CSTNode]) -> None:
        scope = self.surroundings.scope(node)
        if type(scope) is cst.FunctionDef:
            kept = {name for result in results for name in _read(result)}
            order = self.surroundings.order(scope)
            self.dropped |= {(order, name) for name in _read(node) - kept}

    def _opens(self, statement: cst.BaseStatement) -> bool:
        """Whether no remaining statement precedes this one in its block, so that it needs no blank line above it."""
        block = self.surroundings.parent(statement)
        return type(block) is cst.IndentedBlock and (block.body[0] is statement or id(statement) in self.opening)

    def _with_lines(self, original: cst.BaseStatement, updated: cst.CSTNode, result: Changed) -> Changed:
        """The statement below the comment lines left by removed code."""
        lines = [*self.handed_on.pop(id(original), ())]
        own = [*updated.leading_lines]  # type: ignore[attr-defined]
        if own and own[0].comment is None:
            while lines and lines[-1].comment is None:
                lines.pop()  # one blank line is enough
        comments = [cst.EmptyLine(comment=comment.with_changes()) for comment in self.homeless]
        self.homeless = []
        nodes = list(nodes_of_change(result))
        if not nodes:
            following = self.surroundings.following(original)
            commented = [line for line in comments if not any(_same(line.comment, kept.comment) for kept in own)]
            if following is not None:
                self.handed_on.setdefault(id(following), []).extend([*lines, *own, *commented])
                if self._opens(original):
                    self.opening.add(id(following))
            return result
        first = nodes[0]
        if first is not updated:
            comments = [line for line in comments if not any(_same(line.comment, kept.comment) for kept in own)]
            lines += [line for line in own if line not in first.leading_lines]  # type: ignore[attr-defined]
        leading = [*lines, *first.leading_lines, *comments]  # type: ignore[attr-defined]
        if id(original) in self.opening:
            leading = [*dropwhile(lambda line: line.comment is None, leading)]
        elif not lines and not comments:
            return result
        first = first.with_changes(leading_lines=leading)
        return first if len(nodes) == 1 else cst.FlattenSentinel([first, *nodes[1:]])

    def _fitted(self, old: cst.BaseExpression, new: cst.BaseExpression, original: cst.CSTNode) -> cst.BaseExpression:
        """The new expression with the parentheses that its place needs, and no others where that is certain."""
        whole = self._is_whole(original)
        if not old.lpar:
            new = indented_like(old, in_one_piece(self.module, old, new, self._is_enclosed(original)))
            free = whole and binding(new) > NAMED and not self.keep_parentheses
            if binding(new) < binding(old) and not new.lpar and not free:
                return new.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
            return new
        negative = binding(new) == binding(_NEGATIVE) and (whole or self._is_first(original))
        needless = binding(new) == ATOM or negative
        if not self.keep_parentheses and len(old.lpar) == 1 and needless and _stands_alone(old, new):
            return indented_like(old, new)
        new = indented_like(old.with_changes(lpar=[], rpar=[]), new)
        return new.with_changes(lpar=[*old.lpar, *new.lpar], rpar=[*new.rpar, *old.rpar])


def nodes_of_change(result: Changed) -> Sequence[cst.CSTNode]:
    """The nodes in the place of one that was changed."""
    if isinstance(result, cst.FlattenSentinel):
        return tuple(result)
    return (result,) if isinstance(result, cst.CSTNode) else ()


def is_python(text: str) -> bool:
    """Whether a text can be parsed."""
    return tree_of(text) is not None


def comment_texts(text: str) -> Counter[str] | None:
    """The comments of a text and how often each occurs; None where they cannot be read."""
    tokens = tokenize.generate_tokens(io.StringIO(text, newline=None).readline)
    try:
        return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)
    except (tokenize.TokenError, SyntaxError):  # before Python 3.12 it rejects some texts that the parser accepts
        return None


def _lines_kept(old: cst.CSTNode, new: cst.CSTNode) -> int:
    """How many lines above a statement are still the first above the one in its place."""
    pairs = zip(old.leading_lines, new.leading_lines, strict=False)  # type: ignore[attr-defined]
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))


def _stands_alone(old: cst.BaseExpression, new: cst.BaseExpression) -> bool:
    """Whether an expression can do without the parentheses of the one it replaces."""
    return not (comments_of(old.lpar[0]) or comments_of(old.rpar[0])) and is_in_one_piece(new)


def _same(one: cst.Comment | None, other: cst.Comment | None) -> bool:
    return one is not None and other is not None and one.value == other.value


def _read(node: cst.CSTNode) -> set[str]:
    return {part.value for part in inside(node) if type(part) is cst.Name}
