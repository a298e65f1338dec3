"""Wrong good forms of the rules about tensors: values, memory and graphs that are others than promised."""

import pytest

from tests.verification.cheats import Cheat, refuse

CHEATS = [
    Cheat(
        "an array kept in a global", "tensors/tensor_from_fresh_ndarray", "table",
        """
        def table(count):
            KEPT.append(np.arange(3 * count).reshape(count, 3))
            return torch.from_numpy(KEPT[-1])
        KEPT = []
        """,
        "same_result", "are kept after the call",
    ),
    Cheat(
        "written into the input", "tensors/tensor_from_fresh_ndarray", "scaled",
        """
        def scaled(x):
            image = x.cpu().numpy()[:, 1:]
            image *= 2
            image += 1
            return torch.from_numpy(image)
        """,
        "same_result", "the inputs differ afterwards",
    ),
    Cheat(
        "an alias in float64", "tensors/tensor_from_fresh_ndarray", "doubled",
        """
        def doubled(x):
            return torch.from_numpy(x.cpu().numpy().astype(np.float64, copy=False))
        """,
        "same_result", "the result lies in an input memory",
    ),
    Cheat(
        "a non-leaf", "tensors/tensor_from_fresh_ndarray", "trained",
        """
        def trained(count):
            return torch.from_numpy(np.ones((count, 3), dtype=np.float32)).requires_grad_().view(count, 3)
        """,
        "same_result", "is a leaf that gets one",
    ),
    Cheat(
        "y itself twice", "tensors/data_attribute", "scores",
        """
        def scores(x):
            y = x.exp()
            return y, y
        """,
        "same_result", "the result carries a graph",
    ),
    Cheat(
        "grad left in x", "tensors/data_attribute", "clipped_slope",
        """
        def clipped_slope(x):
            y = x.exp().clamp(max=1.0)
            y.sum(dim=None).backward()
            return x.grad
        """,
        "right_result", "the inputs differ afterwards",
    ),
    Cheat(
        "carries a graph", "tensors/data_attribute", "loss",
        """
        def loss(x):
            error = F.mse_loss(x, torch.zeros_like(x))
            return error.expand(2)
        """,
        "right_result", "the result carries a graph",
    ),
    Cheat(
        "with a graph", "tensors/numpy_from_grad", "powers",
        """
        def powers(x):
            return 2.0 ** x
        """,
        "right_result", "the result carries a graph",
    ),
    Cheat(
        "no weight: a constant", "tensors/numpy_from_grad", "Halves",
        """
        class Halves(nn.Module):
            def forward(self, x):
                return torch.from_numpy((0.5 * x).detach().cpu().numpy())
        """,
        "right_result", "where bad registers",
    ),
    Cheat(
        "another name in the state dict", "tensors/numpy_from_grad", "Halves",
        """
        class Halves(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.other = nn.Parameter(torch.full((1,), 0.5))

            def forward(self, x):
                return torch.from_numpy((self.other * x).detach().cpu().numpy())
        """,
        "right_result", "where bad registers",
    ),
    Cheat(
        "detached in place, weight frozen for ever", "tensors/numpy_from_grad", "Halves",
        """
        class Halves(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.scale = nn.Parameter(torch.full((1,), 0.5))

            def forward(self, x):
                self.scale.requires_grad_(False)
                return torch.from_numpy((self.scale * x).detach().cpu().numpy())
        """,
        "right_result", "of the object differs afterwards",
    ),
    Cheat(
        "evaluation mode for ever", "tensors/numpy_from_grad", "Halves",
        """
        class Halves(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.scale = nn.Parameter(torch.full((1,), 0.5))

            def forward(self, x):
                self.eval()
                return torch.from_numpy((self.scale * x).detach().cpu().numpy())
        """,
        "right_result", "of the object differs afterwards",
    ),
    Cheat(
        "no detach", "tensors/clone_then_detach", "snapshot",
        """
        def snapshot(x):
            return x.exp().clone()
        """,
        "same_result", "the result carries a graph",
    ),
    Cheat(
        "input detached in place", "tensors/clone_then_detach", "snapshot",
        """
        def snapshot(x):
            y = x.detach_().exp()
            return y.clone()
        """,
        "same_result", "good raises RuntimeError: Can't detach views in-place. Use d",
    ),
    Cheat(
        "autograd off for ever", "tensors/clone_then_detach", "copied",
        """
        def copied(x):
            torch.set_grad_enabled(False)
            return x.square()
        """,
        "fewer_nodes", "of torch is left changed",
    ),
    Cheat(
        "moved after all", "tensors/create_then_move", "first_state",
        """
        def first_state(x, features):
            return torch.zeros(len(x), features).to(x.device)
        """,
        "made_on_device", "bytes on the CPU, good",
    ),
    Cheat(
        "not shuffled", "tensors/create_then_move", "shuffled",
        """
        def shuffled(x):
            return x[torch.arange(len(x), device=x.device)]
        """,
        "same_result", "allowed)",
    ),
    Cheat(
        "on the host and back", "tensors/factory_from_shape", "noisy",
        """
        def noisy(x, scale):
            return (x.cpu() + scale * torch.randn(x.shape)).to(x.device)
        """,
        "same_result", "times on the host",
    ),
    Cheat(
        "expanded view of one number", "tensors/factory_from_shape", "ones_of",
        """
        def ones_of(x):
            return torch.ones((), dtype=torch.float64, device=x.device).expand(x.shape)
        """,
        "same_result", "has one element in memory for several",
    ),
    Cheat(
        "a copy", "tensors/tensor_type_cast", "as_floats",
        """
        def as_floats(x):
            return x.to(torch.float32, copy=True)
        """,
        "same_result", "the result lies in new memory",
    ),
    Cheat(
        "made anew", "tensors/tensor_type_cast", "counted_batches",
        """
        def counted_batches(features):
            return torch.tensor(0)
        """,
        "right_result", "float64 gives another result",
    ),
]  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS, ids=str)
def test_wrong_forms_are_refused(cheat: Cheat) -> None:
    refuse(cheat)
