"""Wrong good forms of the rules about modules: what they register, train and hold afterwards."""

import pytest

from tests.verification.cheats import Cheat, refuse

CHEATS = [
    Cheat(
        "saved, where older checkpoints lack it", "modules/unregistered_tensor", "Masked.forward",
        """
        class Masked(nn.Module):
            def __init__(self):
                super().__init__()
                self.register_buffer("mask", torch.ones(3, 3).triu())

            def forward(self, x):
                return x @ self.mask
        """,
        "registers", "but good saves mask",
    ),
    Cheat(
        "other name", "modules/unregistered_tensor", "Masked.forward",
        """
        class Masked(nn.Module):
            def __init__(self):
                super().__init__()
                self.register_buffer("_mask", torch.ones(3, 3).triu(), persistent=False)

            def forward(self, x):
                return x @ self._mask
        """,
        "registers", "bad registers nothing, good _mask where mask more were claim",
    ),
    Cheat(
        "detached, with another graph", "modules/unregistered_tensor", "Weighted.forward",
        """
        class Weighted(nn.Module):
            def __init__(self):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(3))

            def forward(self, x):
                return x * self.weight.detach() + 0 * self.weight
        """,
        "same_gradient", "allowed)",
    ),
    Cheat(
        "hook removed", "modules/direct_forward", "Limited",
        """
        class Limited(nn.Module):
            def __init__(self):
                super().__init__()
                self.act = nn.ReLU()
                self.act.register_forward_hook(lambda module, args, result: result.clamp(max=1000))

            def forward(self, x):
                self.act._forward_hooks.clear()
                return self.act(x).clamp(max=1000)
        """,
        "same_result", "of the object differs afterwards",
    ),
    Cheat(
        "evaluation mode for ever", "modules/direct_forward", "Limited",
        """
        class Limited(nn.Module):
            def __init__(self):
                super().__init__()
                self.act = nn.ReLU()
                self.act.register_forward_hook(lambda module, args, result: result.clamp(max=1000))

            def forward(self, x):
                self.eval()
                return self.act(x)
        """,
        "same_result", "of the object differs afterwards",
    ),
    Cheat(
        "no running statistics", "modules/bias_before_norm", "Block",
        """
        class Block(nn.Module):
            def __init__(self):
                super().__init__()
                self.conv = nn.Conv1d(2, 3, 1, bias=False)
                self.bn = nn.BatchNorm1d(3, track_running_stats=False)

            def forward(self, x):
                return self.bn(self.conv(x))
        """,
        "registers", "bad registers conv.weight, conv.bias, bn.weight, bn.bias, bn",
    ),
    Cheat(
        "other momentum", "modules/bias_before_norm", "Block",
        """
        class Block(nn.Module):
            def __init__(self):
                super().__init__()
                self.conv = nn.Conv1d(2, 3, 1, bias=False)
                self.bn = nn.BatchNorm1d(3, momentum=0.5)

            def forward(self, x):
                return self.bn(self.conv(x))
        """,
        "same_result", "of the object differs afterwards",
    ),
    Cheat(
        "conv weights detached", "modules/bias_before_norm", "Block",
        """
        class Block(nn.Module):
            def __init__(self):
                super().__init__()
                self.conv = nn.Conv1d(2, 3, 1, bias=False)
                self.bn = nn.BatchNorm1d(3)

            def forward(self, x):
                return self.bn(torch.nn.functional.conv1d(x, self.conv.weight.detach()))
        """,
        "same_gradient", "allowed)",
    ),
    Cheat(
        "frozen", "modules/bias_before_norm", "Block",
        """
        class Block(nn.Module):
            def __init__(self):
                super().__init__()
                self.conv = nn.Conv1d(2, 3, 1, bias=False).requires_grad_(False)
                self.bn = nn.BatchNorm1d(3)

            def forward(self, x):
                return self.bn(self.conv(x))
        """,
        "same_result", "where bad registers",
    ),
    Cheat(
        "detached layer", "modules/module_in_forward", "Projected",
        """
        class Projected(nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = nn.Linear(3, 4)

            def forward(self, x):
                return F.relu(F.linear(x, self.layer.weight.detach(), self.layer.bias.detach()))

            def project(self, x):
                return self.layer(x)
        """,
        "same_result", "requires a gradient",
    ),
    Cheat(
        "frozen norm", "modules/module_in_forward", "Normed",
        """
        class Normed(nn.Module):
            def __init__(self):
                super().__init__()
                self.norm = nn.BatchNorm1d(3).requires_grad_(False)

            def forward(self, x):
                return self.norm(x)
        """,
        "same_result", "requires a gradient",
    ),
    Cheat(
        "weights wiped afterwards", "modules/module_in_forward", "Stacked",
        """
        class Stacked(nn.Module):
            def __init__(self):
                super().__init__()
                self.layers = nn.Sequential(nn.Linear(3, 3), nn.ReLU())

            def forward(self, x):
                r = self.layers(x)
                self.layers[0].weight.data.zero_()
                return r
        """,
        "same_gradient", "allowed)",
    ),
    Cheat(
        "no buffer written, only returned", "modules/buffer_update_in_graph", "Averaged",
        """
        class Averaged(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(4, 3)
                self.register_buffer("mean", torch.zeros(3))

            def forward(self, batches):
                mean = self.mean.clone()
                for x in batches:
                    mean += (0.1 * (self.fc(x).mean(0) - mean)).detach()
                return mean
        """,
        "same_result", "of the object differs afterwards",
    ),
    Cheat(
        "a parameter", "modules/buffer_update_in_graph", "Averaged",
        """
        class Averaged(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(4, 3)
                self.mean = nn.Parameter(torch.zeros(3))

            def forward(self, batches):
                for x in batches:
                    self.mean.data += (0.1 * (self.fc(x).mean(0) - self.mean)).detach()
                return self.mean.detach().clone()
        """,
        "same_result", "where bad registers",
    ),
    Cheat(
        "layers frozen", "modules/buffer_update_in_graph", "Averaged",
        """
        class Averaged(nn.Module):
            def __init__(self):
                super().__init__()
                self.fc = nn.Linear(4, 3)
                self.register_buffer("mean", torch.zeros(3))

            def forward(self, batches):
                for x in batches:
                    self.fc.requires_grad_(False)
                    current = self.fc(x).mean(0); self.mean += (0.1 * (current - self.mean)).detach()
                return self.mean.clone()
        """,
        "same_result", "of the object differs afterwards",
    ),
]  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS, ids=str)
def test_wrong_forms_are_refused(cheat: Cheat) -> None:
    refuse(cheat)
