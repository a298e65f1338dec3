from __future__ import annotations

from ...inference.events.program import program_of
from ...inference.queries.unevaluated import evaluated_in_training_mode
from ..rule import Rule


class EvaluationWithoutEval(Rule):
    """Evaluation of a model in training mode.

    What it does
    Finds the call of a model in a loop over data under `no_grad`, `inference_mode` or `set_grad_enabled(False)`, where
    the file trains the model and nothing calls its `eval()` or `train(False)`. If the function that evaluates the model
    has also trained it, only this function and its callers are searched for such a call.

    Not reported: models whose class is in the file and does the same in both modes; the losses of torchvision's
    detectors, which they return in training mode only; code that passes the model to functions outside the file; and
    code that runs in training mode on purpose: in an iteration that trains, to recalibrate batch norm, to sample
    dropout, and in a function called `train…`, unless a loop over other data has trained before. Passing an imported
    logger, a number or a batch to such a function does not count as passing the model, but an object that passes itself
    on, as to its callbacks, does. Also not reported is an object that calls itself, in a class with a base from another
    file, which may have called `eval()` before.

    The finding is tentative, and so reported only with `--torch-tentative`, where the function does not train the model
    itself and the file does not show that the model has dropout or batch norm.

    Why it is bad
    A model is in training mode when it is made. Dropout then zeroes parts of the data that is evaluated, and batch norm
    normalises by the current batch and updates its running statistics with the test set.

    Example
        def evaluated(batches: torch.Tensor) -> torch.Tensor:
            model = nn.BatchNorm1d(batches.shape[2], momentum=0.5, device=batches.device, dtype=batches.dtype)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for batch in torch.unbind(batches):
                optimizer.zero_grad()
                model(batch).mean().backward()
                optimizer.step()
            outputs = []
            with torch.no_grad():
                for batch in torch.unbind(batches):
                    outputs.append(model(batch))
            return torch.stack(outputs)

    Use instead
        def evaluated(batches: torch.Tensor) -> torch.Tensor:
            model = nn.BatchNorm1d(batches.shape[2], momentum=0.5, device=batches.device, dtype=batches.dtype)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
            for batch in torch.unbind(batches):
                optimizer.zero_grad()
                model(batch).mean().backward()
                optimizer.step()
            model.eval()
            outputs = []
            with torch.no_grad():
                for batch in torch.unbind(batches):
                    outputs.append(model(batch))
            return torch.stack(outputs)

    Evidence
    wrong_result: batch norm gives each batch the same mean; right_result: what it gives by the statistics and the bias
    that it has learned, written out by hand.

    Fix safety
    None: where the next training calls `train()` again may be in another function.

    Source
    PyTorch snippet collection, testing a model;
    https://docs.pytorch.org/docs/stable/notes/autograd.html#evaluation-mode-nn-module-eval
    """

    code = "TEF507"
    message = "{call} evaluates in training mode, with dropout and batch norm on; call {model}.eval() before the loop"

    def finish(self) -> None:
        program = program_of(self.inference)
        for run, sure in evaluated_in_training_mode(program):
            model = "the model" if run.subject is None else run.subject.path
            self.report(run.node, tentative=not sure, call=self.text(run.node, 30), model=model)
