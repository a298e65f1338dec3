"""Functions that open a file or an archive, and those that hand on what is in it while it is open.

Each is called by ``tests/inference/test_open_files.py``.
"""

from __future__ import annotations

from typing import Final

# What they return is open, has ``close``, and can stand after ``with``.
OPENERS: Final = frozenset(
    """
    builtins.open bz2.BZ2File bz2.open codecs.open gzip.GzipFile gzip.open h5py.File io.open lzma.LZMAFile lzma.open
    tarfile.TarFile tarfile.TarFile.open tarfile.open wave.open zipfile.ZipFile
    """.split()
)
# A class whose objects have the method ``open``.
PATHS: Final = frozenset({"pathlib.Path", "pathlib.PosixPath", "pathlib.WindowsPath"})
# The parameter by which an opener is given a file that is open already, and which it does not close.
GIVEN_FILE: Final = "fileobj"
# What holds its data in memory, so that there is nothing to close.
IN_MEMORY: Final = frozenset({"io.BytesIO", "io.StringIO"})
# What yields from a file step by step, so that it must stay open.
LAZY: Final = frozenset(
    """
    builtins.enumerate builtins.filter builtins.iter builtins.map builtins.zip csv.DictReader csv.reader
    io.BufferedReader io.TextIOWrapper itertools.chain itertools.cycle itertools.islice itertools.takewhile
    tqdm.auto.tqdm tqdm.tqdm
    """.split()
)
# Methods that take care of a handle or of its ``close``: of an exit stack, of atexit, of weakref.
CARES: Final = frozenset({"callback", "closing", "enter_context", "finalize", "push", "register"})
