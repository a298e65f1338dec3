from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from ...inference.queries.cancelled import CancelledBias, cancelled_biases
from ...rewriting.fix import Edit, Fix
from ...rewriting.writing.arguments import keyword, with_arguments
from ..rule import Rule

if TYPE_CHECKING:
    from ...rewriting.writer import Rewriting


class BiasBeforeNorm(Rule):
    """Bias that a batch norm cancels.

    What it does
    Finds convolutions and linear layers with their default bias right before a batch norm: next to each other in an
    `nn.Sequential`, including one that is built from a list, perhaps in a loop, or as `self.bn(self.conv(x))`.

    Not reported: layers for which `bias` is given, and layers whose result also goes somewhere else, such as a layer
    that is followed by the norm on some paths only.

    Why it is bad
    The norm subtracts the mean of each channel, and the bias with it. In training the gradient of the bias is nothing
    but rounding noise, which an optimizer such as Adam scales up to full steps; memory and time for it are lost.

    Example
        class Block(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.conv = nn.Conv1d(2, 3, 1)
                self.bn = nn.BatchNorm1d(3)

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.bn(self.conv(x))

    Use instead
        class Block(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.conv = nn.Conv1d(2, 3, 1, bias=False)
                self.bn = nn.BatchNorm1d(3)

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.bn(self.conv(x))

    Evidence
    registers: the bias is a parameter in bad only; same_result and same_gradient: in training the modules compute the
    same on a batch that varies, as far as rounding goes.

    Fix safety
    Unsafe (`bias=False`): a checkpoint that was saved before has a bias that the new layer does not take, and a
    running mean with the bias in it. None where the file reads the `bias` of something.

    Source
    A collection of common PyTorch snippets (convolutions);
    https://docs.pytorch.org/tutorials/recipes/recipes/tuning_guide.html
    """

    code = "TEF606"
    opt_in = True
    message = "{norm} takes the bias of {layer} off again"
    advice = "use {fixed}"
    words = "make the layer with bias=False"

    def finish(self) -> None:
        for found in cancelled_biases(self.inference):
            self.report_layer(found)

    def report_layer(self, found: CancelledBias) -> None:
        """Report a layer."""
        layer = found.layer.node
        self.report(
            layer,
            parts=[],
            norm=found.norm.name,
            layer=self.text(layer, 40),
            fix=lambda write: without_bias(write, layer),
        )


def without_bias(write: Rewriting, layer: cst.CSTNode) -> Fix | None:
    """The layer with ``bias=False``; None where the file reads a bias, which would be None then."""
    source = write.inference.source
    if type(layer) is not cst.Call or source is None or ".bias" in source:
        return None
    added = keyword("bias", cst.Name("False"))
    return Fix((Edit(layer, lambda node: with_arguments(cst.ensure_type(node, cst.Call), [added])),), safe=False)
