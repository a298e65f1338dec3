"""Wrong good forms of the rules about training: another training, none, or one that leaves something changed."""

import pytest

from tests.verification.cheats import Cheat, refuse

CHEATS = [
    Cheat(
        "no training", "training/per_step_sync", "epoch_loss",
        """
        def epoch_loss(batches, targets):
            model = nn.Linear(4, 1, device=batches.device)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            total = torch.zeros((), dtype=torch.float64, device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                loss = F.mse_loss(model(batch), target)
                pass
                total += loss.detach()
            return total.item()
        """,
        "same_result", "allowed)",
    ),
    Cheat(
        "nothing is trained", "training/per_step_sync", "Trainer.epoch",
        """
        class Trainer:
            def __init__(self):
                self.lr = 0.01

            def epoch(self, batches, targets):
                return int((targets > 0).sum())
        """,
        "same_result", "6 where 3 is expected",
    ),
    Cheat(
        "the learning rate changed", "training/per_step_sync", "Trainer.epoch",
        """
        class Trainer:
            def __init__(self):
                self.lr = 0.01

            def epoch(self, batches, targets):
                model = nn.Linear(4, 1, device=batches.device)
                self.lr = 0.5
                optimizer = torch.optim.SGD(model.parameters(), lr=self.lr)
                above = torch.zeros((), dtype=torch.int64, device=batches.device)
                for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                    out = model(batch)
                    optimizer.zero_grad()
                    F.mse_loss(out, target).backward()
                    optimizer.step()
                    above += (target > 0).sum(dim=None)
                return int(above)
        """,
        "same_result", "of the object differs afterwards",
    ),
    Cheat(
        "grad put on the slopes", "training/missing_zero_grad", "descend",
        """
        def descend(weight, slopes):
            slopes.requires_grad_()
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            for slope in torch.unbind(slopes):
                optimizer.zero_grad(); torch.dot(parameter, slope).backward(); optimizer.step()
            return parameter.detach()
        """,
        "right_result", "the inputs differ afterwards",
    ),
    Cheat(
        "the learning rate lost", "training/missing_zero_grad", "Trainer.fit",
        """
        class Trainer:
            def __init__(self):
                self.lr = 2.0

            def fit(self, weight, slopes):
                parameter = nn.Parameter(weight.clone())
                optimizer = torch.optim.SGD([parameter], lr=self.lr)
                batches = torch.unbind(slopes)
                for step in range(len(batches)):
                    optimizer.zero_grad()
                    torch.dot(parameter, batches[step]).backward()
                    optimizer.step()
                self.lr = 0.0
                return parameter.detach()
        """,
        "right_result", "of the object differs afterwards",
    ),
    Cheat(
        "autograd off for ever", "training/missing_zero_grad", "Trainer.fit",
        """
        class Trainer:
            def __init__(self):
                self.lr = 2.0

            def fit(self, weight, slopes):
                parameter = nn.Parameter(weight.clone())
                optimizer = torch.optim.SGD([parameter], lr=self.lr)
                batches = torch.unbind(slopes)
                for step in range(len(batches)):
                    optimizer.zero_grad()
                    torch.dot(parameter, batches[step]).backward()
                    optimizer.step()
                torch.set_grad_enabled(False)
                return parameter.detach()
        """,
        "wrong_result", "of torch is left changed",
    ),
    Cheat(
        "with a graph", "training/zero_grad_after_backward", "descend",
        """
        def descend(weight, slopes):
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            for slope in torch.unbind(slopes):
                optimizer.zero_grad(); torch.dot(parameter, slope).backward(); optimizer.step()
            return parameter
        """,
        "right_result", "the result carries a graph",
    ),
    Cheat(
        "detached total only", "training/inference_without_no_grad", "evaluation_loss",
        """
        def evaluation_loss(batches, targets):
            model = nn.Linear(4, 1, device=batches.device)
            model.eval()
            total = torch.zeros((), device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                total = total + F.mse_loss(model(batch), target)
            return total.detach()
        """,
        "fewer_nodes", "claimed were fewer each time",
    ),
    Cheat(
        "autograd off for ever", "training/inference_without_no_grad", "evaluation_loss",
        """
        def evaluation_loss(batches, targets):
            model = nn.Linear(4, 1, device=batches.device)
            model.eval(); torch.set_grad_enabled(False)
            total = torch.zeros((), device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                total += F.mse_loss(model(batch), target)
            return total
        """,
        "bounded_graph", "of torch is left changed",
    ),
    Cheat(
        "inference tensor", "training/inference_without_no_grad", "evaluation_loss",
        """
        @torch.inference_mode()
        def evaluation_loss(batches, targets):
            model = nn.Linear(4, 1, device=batches.device)
            model.eval()
            total = torch.zeros((), device=batches.device)
            for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                total += F.mse_loss(model(batch), target)
            return total
        """,
        "same_result", "is one of inference mode",
    ),
    Cheat(
        "losses emptied", "training/inference_without_no_grad", "Evaluator.run",
        """
        class Evaluator:
            def __init__(self):
                self.losses = None

            @torch.no_grad()
            def run(self, batches, targets):
                model = nn.Linear(4, 1, device=batches.device)
                model.eval()
                losses = [torch.zeros((), device=batches.device)]
                for batch, target in zip(torch.unbind(batches), torch.unbind(targets)):
                    losses.append(F.mse_loss(model(batch), target))
                return torch.stack(losses).sum()
        """,
        "same_result", "of the object differs afterwards",
    ),
    Cheat(
        "a copy of the input", "training/evaluation_without_eval", "evaluated",
        """
        def evaluated(batches):
            return batches.clone()
        """,
        "right_result", "float64 gives another result",
    ),
    Cheat(
        "no training", "training/evaluation_without_eval", "evaluated",
        """
        def evaluated(batches):
            model = nn.Sequential(nn.PReLU(init=1.0, device=batches.device, dtype=batches.dtype), nn.Dropout(1.0))
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for batch in torch.unbind(batches):
                pass
            model.eval()
            outputs = []
            with torch.no_grad():
                for batch in torch.unbind(batches):
                    outputs.append(model(batch))
            return torch.stack(outputs)
        """,
        "right_result", "float64 gives another result",
    ),
    Cheat(
        "with a graph", "training/evaluation_without_eval", "evaluated",
        """
        def evaluated(batches):
            model = nn.Sequential(nn.PReLU(init=1.0, device=batches.device, dtype=batches.dtype), nn.Dropout(1.0))
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for batch in torch.unbind(batches):
                optimizer.zero_grad(); model(batch).square().mean().backward(); optimizer.step()
            model.eval()
            outputs = []
            with torch.enable_grad():
                for batch in torch.unbind(batches):
                    outputs.append(model(batch))
            return torch.stack(outputs)
        """,
        "right_result", "float64 gives another result",
    ),
    Cheat(
        "weights reset", "training/evaluation_without_eval", "evaluated",
        """
        def evaluated(batches):
            model = nn.Sequential(nn.PReLU(init=1.0, device=batches.device, dtype=batches.dtype), nn.Dropout(1.0))
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for batch in torch.unbind(batches):
                optimizer.zero_grad(); model(batch).square().mean().backward(); optimizer.step()
            model.eval(); model[0].reset_parameters()
            outputs = []
            with torch.no_grad():
                for batch in torch.unbind(batches):
                    outputs.append(model(batch))
            return torch.stack(outputs)
        """,
        "right_result", "float64 gives another result",
    ),
    Cheat(
        "uphill", "training/evaluation_without_eval", "evaluated",
        """
        def evaluated(batches):
            model = nn.Sequential(nn.PReLU(init=1.0, device=batches.device, dtype=batches.dtype), nn.Dropout(1.0))
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1, maximize=True)
            for batch in torch.unbind(batches):
                optimizer.zero_grad(); model(batch).square().mean().backward(); optimizer.step()
            model.eval()
            outputs = []
            with torch.no_grad():
                for batch in torch.unbind(batches):
                    outputs.append(model(batch))
            return torch.stack(outputs)
        """,
        "right_result", "float64 gives another result",
    ),
    Cheat(
        "no optimizer step", "training/train_mode_not_restored", "learned_mean",
        """
        def learned_mean(batches):
            model = nn.BatchNorm1d(batches.shape[2], momentum=0.5, device=batches.device, dtype=batches.dtype)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for batch in torch.unbind(batches):
                model.train()
                model(batch)
                model.eval()
                with torch.no_grad():
                    model(batch)
            return model.running_mean
        """,
        "wrong_result", "bad gives [0.5, -0.2] of shape (2, 1), good [2.75] of shape ",
    ),
    Cheat(
        "uphill", "training/train_mode_not_restored", "learned_mean",
        """
        def learned_mean(batches):
            model = nn.BatchNorm1d(batches.shape[2], momentum=0.5, device=batches.device, dtype=batches.dtype)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1, maximize=True)
            for batch in torch.unbind(batches):
                model.train()
                optimizer.zero_grad(); model(batch).square().mean().backward(); optimizer.step()
                model.eval()
                with torch.no_grad():
                    model(batch)
            return model.running_mean
        """,
        "wrong_result", "bad gives [0.5, -0.2] of shape (2, 1), good [2.75] of shape ",
    ),
    Cheat(
        "no gradient cleared", "training/train_mode_not_restored", "learned_mean",
        """
        def learned_mean(batches):
            model = nn.BatchNorm1d(batches.shape[2], momentum=0.5, device=batches.device, dtype=batches.dtype)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for batch in torch.unbind(batches):
                model.train()
                model(batch).square().mean().backward(); optimizer.step()
                model.eval()
                with torch.no_grad():
                    model(batch)
            return model.running_mean
        """,
        "wrong_result", "bad gives [0.5, -0.2] of shape (2, 1), good [2.75] of shape ",
    ),
    Cheat(
        "never trains the affine", "training/train_mode_not_restored", "learned_mean",
        """
        def learned_mean(batches):
            model = nn.BatchNorm1d(batches.shape[2], momentum=0.5, device=batches.device, dtype=batches.dtype)
            optimizer = torch.optim.SGD([model.weight], lr=0.1)
            for batch in torch.unbind(batches):
                model.train()
                optimizer.zero_grad(); model(batch).square().mean().backward(); optimizer.step()
                model.eval()
                with torch.no_grad():
                    model(batch)
            return model.running_mean
        """,
        "wrong_result", "bad gives [0.5, -0.2] of shape (2, 1), good [2.75] of shape ",
    ),
    Cheat(
        "momentum lost", "training/train_mode_not_restored", "Trainer.fit",
        """
        class Trainer:
            def __init__(self):
                self.momentum = 0.5

            def fit(self, batches):
                model = nn.BatchNorm1d(batches.shape[2], momentum=self.momentum).to(batches)
                self.momentum = 0.1
                for batch in torch.unbind(batches):
                    model(batch)
                return model.running_mean
        """,
        "wrong_result", "bad gives [0.5, -0.2] of shape (2, 1), good [2.75] of shape ",
    ),
    Cheat(
        "no clipping", "training/clip_order", "descend",
        """
        def descend(weight, slope):
            parameter = nn.Parameter(weight.clone())
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            for _ in range(2):
                optimizer.zero_grad()
                loss = torch.dot(parameter, slope)
                loss.backward(); optimizer.step()
            return parameter.detach()
        """,
        "wrong_result", "allowed)",
    ),
    Cheat(
        "in the argument", "training/clip_order", "descend",
        """
        def descend(weight, slope):
            parameter = nn.Parameter(weight)
            optimizer = torch.optim.SGD([parameter], lr=1.0)
            for _ in range(2):
                optimizer.zero_grad()
                loss = torch.dot(parameter, slope)
                loss.backward(); clip_grad_norm_([parameter], 1.0); optimizer.step()
            return parameter.detach()
        """,
        "right_result", "the inputs differ afterwards",
    ),
    Cheat(
        "parameter with graph", "training/in_place_on_leaf", "step",
        """
        def step(weight):
            parameter = nn.Parameter(weight.clone())
            parameter.square().sum().backward()
            return parameter - 0.25 * parameter.grad
        """,
        "right_result", "the result carries a graph",
    ),
    Cheat(
        "still a leaf with requires_grad", "training/in_place_on_leaf", "step",
        """
        def step(weight):
            parameter = nn.Parameter(weight.clone())
            parameter.square().sum().backward()
            with torch.no_grad():
                parameter -= 0.25 * parameter.grad
            return parameter
        """,
        "right_result", "the result carries a graph",
    ),
    Cheat(
        "the graph of the row", "training/in_place_on_leaf", "first_row",
        """
        def first_row(weight, row):
            parameter = torch.zeros_like(weight, requires_grad=True).clone()
            parameter[0] = row
            return parameter
        """,
        "right_result", "the result carries a graph",
    ),
    Cheat(
        "parameter changed under no_grad for ever", "training/in_place_on_leaf", "Scale",
        """
        class Scale(nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(1))

            def forward(self, x):
                with torch.no_grad():
                    self.scale.zero_()
                return x * 0.5
        """,
        "right_result", "of the object differs afterwards",
    ),
    Cheat(
        "parameter detached", "training/in_place_on_leaf", "Scale",
        """
        class Scale(nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(1))

            def forward(self, x):
                return x * self.scale.detach().clamp(max=0.5).to(x)
        """,
        "right_result", "the result has lost the graph of the parameters",
    ),
    Cheat(
        "no parameter", "training/in_place_on_leaf", "Scale",
        """
        class Scale(nn.Module):
            def forward(self, x):
                return x * 0.5
        """,
        "right_result", "where bad registers",
    ),
    Cheat(
        "a buffer", "training/in_place_on_leaf", "Scale",
        """
        class Scale(nn.Module):
            def __init__(self):
                super().__init__()
                self.register_buffer("scale", torch.ones(1))

            def forward(self, x):
                return x * self.scale.clamp(max=0.5).to(x)
        """,
        "right_result", "where bad registers",
    ),
    Cheat(
        "the leaf", "training/non_leaf_parameter", "fitted",
        """
        def fitted(target):
            w = (torch.ones_like(target) * 0.5).requires_grad_()
            optimizer = torch.optim.SGD([w], lr=0.25)
            (w - target).square().sum(dim=None).backward()
            optimizer.step()
            return w
        """,
        "right_result", "the result carries a graph",
    ),
    Cheat(
        "alias of the target", "training/non_leaf_parameter", "gradient",
        """
        def gradient(target):
            return target
        """,
        "right_result", "the result lies in an input memory",
    ),
    Cheat(
        "float32", "training/non_leaf_parameter", "Scale",
        """
        class Scale(nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(1))

            def forward(self, x):
                return x * self.scale.to(x)
        """,
        "registers", "has another shape or dtype",
    ),
    Cheat(
        "frozen", "training/non_leaf_parameter", "Scale",
        """
        class Scale(nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(1).double(), requires_grad=False)

            def forward(self, x):
                return x * self.scale.to(x)
        """,
        "same_result", "requires a gradient",
    ),
    Cheat(
        "two by three", "training/non_leaf_parameter", "Scale",
        """
        class Scale(nn.Module):
            def __init__(self):
                super().__init__()
                self.scale = nn.Parameter(torch.ones(1, 1).double())

            def forward(self, x):
                return x * self.scale.to(x)
        """,
        "registers", "has another shape or dtype",
    ),
    Cheat(
        "grad with a graph", "training/detached_backward", "gradient",
        """
        def gradient(weight, x, y):
            parameter = nn.Parameter(weight.clone())
            loss = F.mse_loss(x * parameter, y, reduction="sum")
            return torch.autograd.grad(loss, parameter, create_graph=True)[0]
        """,
        "right_result", "the result carries a graph",
    ),
    Cheat(
        "right up to ten only", "training/detached_backward", "of_number",
        """
        def of_number(weight, x, y):
            parameter = nn.Parameter(weight.clone())
            F.huber_loss(x * parameter, y, reduction="sum", delta=10.0).mul(2).backward()
            return parameter.grad
        """,
        "right_result", "float64 gives another result",
    ),
    Cheat(
        "criterion replaced", "training/detached_backward", "Trainer.step",
        """
        class Trainer:
            def __init__(self):
                self.criterion = nn.MSELoss(reduction="sum")

            def step(self, weight, x, y):
                parameter = nn.Parameter(weight.clone())
                self.criterion(x * parameter, y).backward()
                self.criterion = None
                return parameter.grad
        """,
        "right_result", "of the object differs afterwards",
    ),
    Cheat(
        "never cleared", "training/zero_grad_to_zero", "trained",
        """
        def trained(rows):
            weight = nn.Parameter(rows.new_zeros(rows.size(1)))
            optimizer = torch.optim.SGD([weight], lr=0.25)
            for row in rows.unbind():
                F.mse_loss(weight, row, reduction='sum').backward(); optimizer.step()
            return weight.detach()
        """,
        "same_result", "allowed)",
    ),
    Cheat(
        "no step", "training/zero_grad_to_zero", "trained",
        """
        def trained(rows):
            weight = nn.Parameter(rows.new_zeros(rows.size(1)))
            optimizer = torch.optim.SGD([weight], lr=0.25)
            for row in rows.unbind():
                optimizer.zero_grad(); F.mse_loss(weight, row, reduction='sum').backward()
            return weight.detach()
        """,
        "same_result", "allowed)",
    ),
    Cheat(
        "both new", "training/in_place_result_assigned", "both",
        """
        def both(x, z):
            total = x * 2 + z
            return torch.stack([total, total])
        """,
        "wrong_result", "allowed)",
    ),
    Cheat(
        "straight-through", "training/in_place_result_assigned", "Clipped.pair",
        """
        class Clipped:
            def pair(self, x, z):
                difference = x - z
                return torch.stack([difference, difference + (difference.relu() - difference).detach()])
        """,
        "right_result", "allowed)",
    ),
]  # fmt: skip


@pytest.mark.parametrize("cheat", CHEATS, ids=str)
def test_wrong_forms_are_refused(cheat: Cheat) -> None:
    refuse(cheat)
