"""Clocks, what measures memory, and what waits for the kernels that a program has queued.

Source: docs.python.org/3/library/time.html, docs.pytorch.org/docs/stable/notes/cuda.html#asynchronous-execution.
"""

from __future__ import annotations

from typing import Final

from .columns import Family

# What reads the time that passes on the wall; ``time.process_time`` reads what the process has spent.
WALL_CLOCKS: Final = frozenset(
    """
    time.time time.time_ns time.perf_counter time.perf_counter_ns time.monotonic time.monotonic_ns
    timeit.default_timer datetime.datetime.now datetime.datetime.utcnow
    """.split()
)

# What tells how much memory is used on a GPU.
MEASURES_MEMORY: Final = frozenset(
    """
    max_memory_allocated max_memory_reserved memory_allocated memory_reserved memory_stats memory_summary mem_get_info
    reset_peak_memory_stats reset_max_memory_allocated
    """.split()
)

# Words in the name of what waits for a device, or for other processes that do.
WAITS: Final = ("sync", "barrier", "wait", "elapsed_time", "all_reduce", "all_gather")

# What writes the numbers of a tensor to a file or a text.
WRITES_FILES: Final = frozenset({"torch.save", "pickle.dump", "pickle.dumps", "builtins.str", "builtins.repr"})

# What asks a tensor, or each of its elements, for a number or a truth value; ``sum`` adds them up on the device.
READS_ELEMENTS: Final = frozenset(
    """
    builtins.all builtins.any builtins.bool builtins.float builtins.int builtins.max builtins.min builtins.range
    builtins.sorted
    """.split()
)

# The kinds of operations that run kernels whose time is measured: no views, no factories, no copies.
RUNS_KERNELS: Final = frozenset(
    {
        Family.POINTWISE,
        Family.ARITHMETIC,
        Family.SOFTMAX,
        Family.REDUCTION,
        Family.SCAN,
        Family.MATMUL,
        Family.LINALG,
        Family.NN,
        Family.LOSS,
        Family.JOINING,
    }
)
