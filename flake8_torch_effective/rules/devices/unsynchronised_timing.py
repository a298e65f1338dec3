from __future__ import annotations

from ...inference.queries.timing import unsynchronised_timings
from ..rule import Rule


class UnsynchronisedTiming(Rule):
    """Clock that is read while the GPU still works.

    What it does
    Finds two readings of a clock (`time.time()`, `time.perf_counter()`, `time.monotonic()`, `datetime.now()` and the
    like) that are subtracted, with work on CUDA between them, such as `loss.backward()`, and nothing that waits for it
    to finish. The file itself must put the tensors or the model on CUDA, even if only when there is one.

    Not reported: code that waits anyway, by synchronising the device, a stream or an event, by `.item()`, `.cpu()` or
    `.tolist()`, by printing or saving a tensor, by a copy into the host's memory, or as Python itself asks a tensor:
    `if x.sum() > 0`, `max(x)`, `x[x > 0]`; and calls into other files, which may wait.

    A finding is tentative where whole training steps in a loop are timed, together or batch by batch, and where a model
    from another file runs in a loop on different data each time, since only a small part of the time is missed at the
    end, or is in the time of the next batch, whose copy to the GPU waits for it. It is also tentative
    where a function in the file does the work, which often ends on the host, and where nothing but a batch is made
    ready, by filling tensors and scattering into them: what is timed there is the wait for the loader.

    Why it is bad
    A call of an operator on CUDA only puts its kernels into a queue. The second reading is taken when the last kernel
    is queued, which may be long before it has run: the difference is the time that Python took to launch the kernels,
    whatever they cost. Kernels that were queued before the first reading run in between, too.

    Example
        def timed(x: torch.Tensor, stream: Stream, device: str = "cuda") -> tuple[torch.Tensor, torch.Tensor]:
            with stream:
                x = x.to(device)
                start = time.perf_counter()
                for _ in range(10):
                    x = torch.tanh(x)
                seconds = time.perf_counter() - start
            return x, x.new_tensor(seconds)

    Use instead
        def timed(x: torch.Tensor, stream: Stream, device: str = "cuda") -> tuple[torch.Tensor, torch.Tensor]:
            with stream:
                x = x.to(device)
                torch.cuda.synchronize()
                start = time.perf_counter()
                for _ in range(10):
                    x = torch.tanh(x)
                torch.cuda.synchronize()
                seconds = time.perf_counter() - start
            return x, x.new_tensor(seconds)

    Evidence
    wrong_result: on a device whose kernels take a second each, ten of them seem to take none, as nothing waits for
    them; right_result: the time of the kernels.

    Fix safety
    None: the wait belongs before both readings; `torch.cuda.Event` or `torch.utils.benchmark.Timer` may suit better.

    Source
    Effective PyTorch, optimising the runtime with TorchScript; PyTorch snippet collection, measuring time;
    https://docs.pytorch.org/docs/stable/notes/cuda.html#asynchronous-execution
    """

    code = "TEF803"
    message = "{work} may still run on CUDA when {clock} is read; call torch.cuda.synchronize() before both readings"

    def finish(self) -> None:
        for timing in unsynchronised_timings(self.inference):
            self.report(
                timing.second,
                work=self.text(timing.work),
                clock=self.text(timing.second, 24),
                tentative=timing.trains or timing.helped or timing.chunked or timing.light,
            )
