"""TEF709 unclosed-archive: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import bz2
import csv
import gzip
import io
import json
import tarfile
import zipfile
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
import h5py
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info


"""

EXPECT = "  # expect: TEF709"


def stream(*body: str, base: str = "IterableDataset", before: str = "") -> str:
    """An iterable dataset with this ``__iter__``, which shares its items among the workers."""
    lines = "".join(f"        {line}\n" for line in body)
    shard = "        self.path = self.paths[get_worker_info().id]\n"
    return f"{before}class Rows({base}):\n    def __iter__(self):\n{shard}{lines}"


def generator(*body: str, name: str = "read", given: str = "path", decorator: str = "") -> str:
    """A generator, and a dataset that it feeds."""
    lines = "".join(f"    {line}\n" for line in body)
    return stream(f"yield from {name}(self.path)", before=f"{decorator}def {name}({given}):\n{lines}\n\n")


FLAG: dict[str, str] = {
    "an archive that is closed at the end": generator(
        "tar = tarfile.open(path)"
        + EXPECT
        + ' "tarfile.open(path) is closed after the last item only, so a loader that stops early leaves it open; '
        'use with tarfile.open(path) as tar:"',
        "for member in tar:",
        "    yield tar.extractfile(member).read()",
        "tar.close()",
    ),
    "an archive that is never closed": generator(
        "tar = tarfile.open(path)" + EXPECT + ' "tarfile.open(path) is never closed"',
        "for member in tar:",
        "    yield tar.extractfile(member).read()",
    ),
    "in the iterator": stream(
        "tar = tarfile.open(self.path, 'r')" + EXPECT,
        "for member in tar:",
        "    yield tar.extractfile(member).read()",
        "tar.close()",
    ),
    "an archive of the loop": stream(
        "for member in tarfile.open(self.path):" + EXPECT,
        "    yield member.name",
    ),
    "members by name": stream(
        "tar = tarfile.open(self.path)" + EXPECT,
        "for name in tar.getnames():",
        "    yield tar.extractfile(name).read()",
        "tar.close()",
    ),
    "a zip": stream(
        "archive = zipfile.ZipFile(self.path)" + EXPECT,
        "for name in archive.namelist():",
        "    yield archive.read(name)",
        "archive.close()",
    ),
    "a table of numbers": stream(
        "file = h5py.File(self.path, 'r')" + EXPECT,
        "for row in file['x']:",
        "    yield torch.from_numpy(row)",
        "file.close()",
    ),
    "tables of numbers": stream(
        "for path in self.paths:",
        "    file = h5py.File(path, 'r')" + EXPECT,
        "    for row in file['x'][:]:",
        "        yield torch.from_numpy(row)",
    ),
    "a text": stream(
        "file = open(self.path)" + EXPECT,
        "for line in file:",
        "    yield line.strip()",
        "file.close()",
    ),
    "a text of the loop": stream("for line in open(self.path):" + EXPECT, "    yield line.strip()"),
    "numbered lines": stream(
        "for i, line in enumerate(open(self.path)):" + EXPECT, "    if i % 2:", "        yield line"
    ),
    "all lines": stream("yield from open(self.path)" + EXPECT),
    "all lines, converted": stream("yield from map(float, open(self.path))" + EXPECT),
    "all lines in a generator": stream("yield from (float(line) for line in open(self.path))" + EXPECT),
    "what a map yields": stream("return map(float, open(self.path))" + EXPECT),
    "an iterator": stream("return iter(open(self.path))" + EXPECT),
    "a map of a file with a name": stream("file = open(self.path)" + EXPECT, "return map(float, file)"),
    "a map with a name": stream("file = open(self.path)" + EXPECT, "rows = map(float, file)", "return rows"),
    "a generator of a file with a name": stream(
        "file = open(self.path)" + EXPECT, "return (float(line) for line in file)"
    ),
    "a table": stream(
        "reader = csv.reader(open(self.path))" + EXPECT, "next(reader)", "for row in reader:", "    yield row"
    ),
    "a table of a file with a name": stream(
        "file = open(self.path, newline='')" + EXPECT,
        "for row in csv.DictReader(file):",
        "    yield row['text']",
        "file.close()",
    ),
    "a zipped text": stream("for line in gzip.open(self.path, 'rt'):" + EXPECT, "    yield json.loads(line)"),
    "a zipped text or not": stream(
        "file = gzip.open(self.path) if self.zipped else open(self.path)" + EXPECT,
        "for line in file:",
        "    yield json.loads(line)",
        "file.close()",
    ),
    "another zipped text": stream(
        "file = bz2.open(self.path)" + EXPECT, "for line in file:", "    yield line", "file.close()"
    ),
    "a path": stream("for line in Path(self.path).open():" + EXPECT, "    yield line"),
    "line by line": stream(
        "file = open(self.path)" + EXPECT,
        "while True:",
        "    line = file.readline()",
        "    if not line:",
        "        break",
        "    yield line",
        "file.close()",
    ),
    "chunk by chunk": stream(
        "file = open(self.path, 'rb')" + EXPECT,
        "while chunk := file.read(1024):",
        "    yield torch.frombuffer(chunk, dtype=torch.uint8)",
        "file.close()",
    ),
    "all lines at once, but open": stream(
        "file = open(self.path)" + EXPECT, "lines = file.readlines()", "for line in lines:", "    yield line"
    ),
    "closed where an error comes": stream(
        "file = open(self.path)" + EXPECT,
        "try:",
        "    for line in file:",
        "        yield float(line)",
        "except ValueError:",
        "    file.close()",
        "    raise",
        "file.close()",
    ),
    "two files": stream(
        "source = open(self.path)" + EXPECT,
        "target = open(self.path + '.de')" + EXPECT,
        "for one, other in zip(source, target):",
        "    yield one, other",
        "source.close()",
        "target.close()",
    ),
    "two files in a tuple": stream(
        "one, other = open(self.path), self.rows  # expect: TEF709",
        "first, second = Path(self.path).open(), gzip.open(self.path)  # expect: TEF709, TEF709",
        "for lines in zip(one, first, second):",
        "    yield lines",
        "first.close()",
    ),
    "a file for each path": stream(
        "for path in self.paths:",
        "    file = open(path)" + EXPECT,
        "    for line in file:",
        "        yield line",
        "    file.close()",
    ),
    "a method": stream("yield from self.read(self.path)").rstrip("\n")
    + "\n\n    def read(self, path):\n        tar = tarfile.open(path)"
    + EXPECT
    + "\n        for member in tar:\n            yield member.name\n        tar.close()\n",
    "a generator in a generator": "def read(path):\n    for line in open(path):"
    + EXPECT
    + "\n        yield line\n\n\n"
    + generator("for line in read(path):", "    yield line.strip()", name="stripped"),
    "a generator that is handed over": "def read(path):\n    file = open(path)"
    + EXPECT
    + "\n    for line in file:\n        yield line\n    file.close()\n\n\n"
    + "class Rows(IterableDataset):\n    def __init__(self, lines):\n        self.lines = lines\n\n"
    + "    def __iter__(self):\n        return self.lines\n\n\nrows = Rows(read('a.txt'))\n",
    "a long call": stream(
        "file = open(self.root + '/' + self.split + '/' + self.name + '.txt')" + EXPECT + ' "use a with statement"',
        "for line in file:",
        "    yield line",
    ),
    "a dataset of a type": stream("yield from open(self.path)" + EXPECT, base="IterableDataset[str]"),
    "a dataset that is read by index, too": "class Rows(Dataset):\n    def __getitem__(self, index):\n"
    "        return self.rows[index]\n\n    def __iter__(self):\n        for line in open(self.path):"
    + EXPECT
    + "\n            yield line\n",
    "by other names": Whole(
        "from tarfile import open as untar\nimport torch.utils.data as data\n\nclass Rows(data.IterableDataset):\n"
        "    def __iter__(self):\n        worker = data.get_worker_info()\n"
        "        for member in untar(self.paths[worker.id]):  # expect: TEF709\n            yield member\n"
    ),
}

LEAVE: dict[str, str] = {
    "with": stream("with open(self.path) as file:", "    for line in file:", "        yield line"),
    "with an archive": stream(
        "with tarfile.open(self.path) as tar:", "    for member in tar:", "        yield tar.extractfile(member).read()"
    ),
    "with two": stream("with open(self.path) as one, gzip.open(self.path) as other:", "    yield from zip(one, other)"),
    "with a name": stream("file = open(self.path)", "with file:", "    yield from file"),
    "closing": stream("with closing(tarfile.open(self.path)) as tar:", "    yield from tar"),
    "closing a name": stream("tar = tarfile.open(self.path)", "with closing(tar):", "    yield from tar"),
    "finally": stream("file = open(self.path)", "try:", "    yield from file", "finally:", "    file.close()"),
    "finally, if it is open": stream(
        "file = None",
        "try:",
        "    file = open(self.path)",
        "    yield from file",
        "finally:",
        "    if file is not None:",
        "        file.close()",
    ),
    "where the generator is closed": stream(
        "file = open(self.path)",
        "try:",
        "    yield from file",
        "except GeneratorExit:",
        "    file.close()",
        "    raise",
    ),
    "a stack": stream(
        "with ExitStack() as stack:",
        "    files = [stack.enter_context(open(path)) for path in self.paths]",
        "    yield from zip(*files)",
    ),
    "a stack for a name": stream(
        "with ExitStack() as stack:",
        "    file = open(self.path)",
        "    stack.callback(file.close)",
        "    yield from file",
    ),
    "a tuple, and finally": stream(
        "one, other = open(self.path), gzip.open(self.path)",
        "try:",
        "    yield from zip(one, other)",
        "finally:",
        "    one.close()",
        "    other.close()",
    ),
    "a tuple that is kept or handed out": stream(
        "one, other = open(self.path), open(self.path)",
        "self.one = one",
        "files = [open(self.path), open(self.path)]",
        "self.two, self.three = open(self.path), open(self.path)",
        "a, *b = open(self.path), open(self.path)",
        "yield 1, other",
        "yield from zip(one, self.two, *files, *b)",
    ),
    "with what closes it": stream(
        "raw = open(self.path, 'rb')", "with io.TextIOWrapper(raw) as file:", "    yield from file"
    ),
    "closed before the items": stream(
        "file = open(self.path)", "lines = file.readlines()", "file.close()", "yield from lines"
    ),
    "closed before the items of each file": stream(
        "for path in self.paths:",
        "    file = h5py.File(path, 'r')",
        "    x = file['x'][:]",
        "    file.close()",
        "    yield torch.from_numpy(x)",
    ),
    "read at once": stream("yield open(self.path).read()"),
    "read at once, and split": stream("for line in open(self.path).readlines():", "    yield line"),
    "decoded at once": stream("rows = json.load(open(self.path))", "yield from rows"),
    "a table that is read at once": stream("x = h5py.File(self.path, 'r')['x'][:]", "yield from x"),
    "kept": stream("self.file = open(self.path)", "for line in self.file:", "    yield line"),
    "kept by a name": stream("file = open(self.path)", "self.file = file", "yield from file"),
    "handed out": stream("file = open(self.path)", "yield file"),
    "handed out with its name": stream("for path in self.paths:", "    file = open(path)", "    yield path, file"),
    "in a file that is open": stream("tar = tarfile.open(fileobj=self.stream, mode='r|*')", "yield from tar"),
    "in memory": stream("archive = zipfile.ZipFile(io.BytesIO(self.data))", "yield from archive.namelist()"),
    "in a stream of another archive": stream(
        "with open(self.path, 'rb') as raw:", "    with gzip.open(raw) as file:", "        yield from file"
    ),
    "another open": stream("file = self.filesystem.open(self.path)", "yield from file"),
    "an open of its own": stream(
        "file = open(self.path)", "yield from file", before="def open(path):\n    return [path]\n\n\n"
    ),
    "one item by its index": "class Rows(Dataset):\n    def __getitem__(self, index):\n"
    "        file = h5py.File(self.path, 'r')\n        return file['x'][index]\n",
    "opened in the beginning": "class Rows(Dataset):\n    def __init__(self, path):\n        self.lines = []\n"
    "        for line in open(path):\n            self.lines.append(line)\n\n    def __len__(self):\n"
    "        return len(self.lines)\n\n    def __getitem__(self, index):\n        return self.lines[index]\n",
    "a generator that feeds no dataset": "def read(path):\n    tar = tarfile.open(path)\n    for member in tar:\n"
    "        yield member\n    tar.close()\n\n\nnames = list(read('a.tar'))\n",
    "a context": generator(
        "with opened(path) as file:",
        "    yield from file",
    ).replace(
        "def read",
        "@contextmanager\ndef opened(path):\n    file = open(path)\n    yield csv.reader(file)\n\n\ndef read",
        1,
    ),
    "no dataset": stream("yield from open(self.path)", base="object"),
    "a list of the lines": stream("lines = [line for line in open(self.path)]", "yield from lines"),
    "in a test": Whole(
        "import torch\nfrom torch.utils.data import IterableDataset, get_worker_info\n\n\ndef test_rows():\n"
        "    class Rows(IterableDataset):\n        def __iter__(self):\n            get_worker_info()\n"
        "            with open('a') as file:\n                yield from file\n"
    ),
}
