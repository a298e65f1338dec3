from __future__ import annotations

from ...inference.queries.cuda_in_workers import moves_in_workers
from ..rule import Rule


class CudaInWorker(Rule):
    """Tensor that is put on the GPU in a worker of a DataLoader.

    What it does
    Finds `.cuda()`, `.to("cuda")`, `device="cuda"`, and devices that the file sets to CUDA, in the `__getitem__` or
    `__iter__` of a dataset, in a `collate_fn`, and in what these call in the file.

    Not reported: datasets and functions that the file passes only to loaders without workers, or with a
    `multiprocessing_context` (an unknown number of workers counts as some, and so does a loader in another file); files
    that start processes by `spawn`; functions that return or choose a device by what `get_worker_info()` says;
    functions that read a loader; the device of another tensor; and tests.

    A finding is tentative if only a name says that a function is a `collate_fn`, or if a condition lets the caller
    decide about the device. TEF801, about the same call, is then not reported.

    Why it is bad
    The workers are forks of the training process. CUDA cannot be used in a fork of a process that has used it, so the
    first item raises `RuntimeError`. If the workers are started in another way, each takes hundreds of megabytes of GPU
    memory for itself, and its tensors must be kept alive until the other process has released them. Without workers
    each item is copied on its own, where one copy of the batch would do.

    Example
        def read(count: int, machine: AbstractContextManager[object]) -> torch.Tensor:
            class Rows(Dataset[torch.Tensor]):
                def __len__(self) -> int:
                    return count

                def __getitem__(self, index: int) -> torch.Tensor:
                    row = torch.tensor(10 * index)
                    return row.cuda() if torch.cuda.is_available() else row

            with machine:
                return torch.cat(_by_two_workers(Rows()))

    Use instead
        def read(count: int, machine: AbstractContextManager[object]) -> torch.Tensor:
            class Rows(Dataset[torch.Tensor]):
                def __len__(self) -> int:
                    return count

                def __getitem__(self, index: int) -> torch.Tensor:
                    row = torch.tensor(10 * index)
                    return row

            with machine:
                batches = _by_two_workers(Rows())
                return torch.cat([batch.cuda() if torch.cuda.is_available() else batch for batch in batches])

    Evidence
    raises: RuntimeError, from torch itself in a worker of a loader, on a machine whose GPU is made up; right_result:
    the items.

    Fix safety
    None: where the batches are used may be in another file.

    Source
    PyTorch snippet collection; https://docs.pytorch.org/docs/stable/data.html#multi-process-data-loading
    """

    code = "TEF707"
    message = "{call} in {where} raises in a worker, as a fork cannot use CUDA; move the batch in the training loop"
    supersedes = frozenset({"TEF801"})
    mentions = frozenset({"cuda"})

    def finish(self) -> None:
        for move in moves_in_workers(self.inference):
            start = move.start
            where = start.name if start.cls is None else f"{start.cls.name}.{start.name}"
            call = self.text(move.call, 32)
            self.report(move.call, parts=move.parts, call=call, where=where, tentative=not move.certain)
