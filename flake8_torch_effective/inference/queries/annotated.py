"""What the annotations of a file name, and which of them Python evaluates."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from ...syntax.walking import walk
from ..interpreter.inference import Inference
from ..values import Reference


def reference_of(inference: Inference, node: cst.BaseExpression) -> str | None:
    """The dotted name of what an annotation reads from an import of the module.

    >>> p = program("def g(a: nn.Module): pass")
    >>> reference_of(p.inference, cst.parse_expression("nn.Module"))
    'torch.nn.Module'
    """
    parts: list[str] = []
    while type(node) is cst.Attribute:
        parts.append(node.attr.value)
        node = node.value
    root = inference.exported.get(node.value) if type(node) is cst.Name else None
    return ".".join((root.name, *reversed(parts))) if isinstance(root, Reference) else None


def evaluated_names(inference: Inference) -> Iterator[tuple[cst.Attribute, str]]:
    """The attributes of imports in annotations that are evaluated where they stand, with their dotted names.

    Those are the annotations of parameters and results, and of what a module or a class assigns; none where the file
    postpones them. The text of a quoted one is not read.

    >>> p = program("def g(a: torch.Generator): b: torch.Size = a", "c: 'torch.Stream'")
    >>> [name for _, name in evaluated_names(p.inference) if name in ("torch.Generator", "torch.Size", "torch.Stream")]
    ['torch.Generator']
    """
    if inference.module is None or _postpones(inference.module):
        return
    for annotation in _annotations(inference, inference.module):
        if type(annotation) is cst.Name or type(annotation) is cst.SimpleString:
            continue
        found: list[cst.CSTNode] = []
        walk(annotation, {cst.Attribute: [found.append]})
        for one in found:
            name = reference_of(inference, one) if type(one) is cst.Attribute else None
            if type(one) is cst.Attribute and name is not None:
                yield one, name


def _annotations(inference: Inference, module: cst.Module) -> Iterator[cst.BaseExpression]:
    """The annotations of parameters and results, and of what the module and its classes assign at once."""
    for function in inference.functions:
        if type(function) is not cst.FunctionDef:
            continue
        given = function.params
        parameters = [*given.posonly_params, *given.params, *given.kwonly_params, given.star_arg, given.star_kwarg]
        written = [one.annotation for one in parameters if type(one) is cst.Param]
        yield from (one.annotation for one in (*written, function.returns) if one is not None)
    for body in (module.body, *(cls.node.body.body for cls in inference.classes.values())):
        for statement in body:
            for line in statement.body if type(statement) is cst.SimpleStatementLine else ():
                if type(line) is cst.AnnAssign:
                    yield line.annotation.annotation


def _postpones(module: cst.Module) -> bool:
    """Whether a file begins with ``from __future__ import annotations``."""
    for statement in module.body:
        for line in statement.body if type(statement) is cst.SimpleStatementLine else ():
            if type(line) is cst.ImportFrom and type(line.module) is cst.Name and line.module.value == "__future__":
                if not isinstance(line.names, cst.ImportStar):
                    if any(alias.evaluated_name == "annotations" for alias in line.names):
                        return True
    return False
