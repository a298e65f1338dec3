"""What starts other processes, which read the environment anew."""

from __future__ import annotations

from typing import Final

# Packages that are there to start processes, by their first name or their dotted one.
STARTS_PROCESSES: Final = frozenset(
    """
    subprocess multiprocessing torch.multiprocessing concurrent.futures billiard dask joblib loky mpi4py pathos pexpect
    psutil ray sh submitit
    """.split()
)
# Functions of ``os`` that do.
STARTING: Final = ("exec", "fork", "popen", "posix_spawn", "spawn", "system")
