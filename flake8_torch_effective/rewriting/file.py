"""One file as its rules and fixes see it."""

from __future__ import annotations

from functools import cached_property

import libcst as cst

from ..inference.interpreter.inference import Inference
from ..inference.values import Reference


class File:
    """One file as the rules see it: its tree, the results of inference, and the oldest torch that it must run on."""

    def __init__(self, module: cst.Module, inference: Inference, target: tuple[int, ...] | None = None) -> None:
        self.module = module
        self.inference = inference
        self.target = target

    def text(self, node: cst.CSTNode, limit: int = 44) -> str:
        """The user's own code for a node, on one line, shortened to ``limit`` characters."""
        self.inference.complete((node,))
        if type(node) is cst.Name and not node.lpar:  # most of them
            code = node.value
        else:
            code = " ".join(self.module.code_for_node(node).split())
        return code if len(code) <= limit else code[: limit - 3].rstrip() + "..."

    @cached_property
    def torch(self) -> str:
        """The name of torch in this file."""
        return self._name_of("torch") or "torch"

    @cached_property
    def functional(self) -> str:
        """The name of torch.nn.functional in this file."""
        nn = self._name_of("torch.nn") or f"{self.torch}.nn"
        return self._name_of("torch.nn.functional") or f"{nn}.functional"

    @cached_property
    def binds_torch(self) -> bool:
        """Whether the file imports torch, so that what a message prints can be pasted."""
        return any(self._name_of(name) for name in ("torch", "torch.nn", "torch.nn.functional"))

    def _name_of(self, dotted: str) -> str | None:
        for name, value in self.inference.exported.items():
            if isinstance(value, Reference) and value.name == dotted and name != "*":
                return name
        return None
