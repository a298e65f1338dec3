"""TEF704 unsharded-iterable: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import random
import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info


"""


def stream(*body: str, init: str = "rows", expect: str = "", base: str = "IterableDataset") -> str:
    """An iterable dataset with this ``__iter__``."""
    lines = "".join(f"        {line}\n" for line in body)
    name = init.partition(":")[0]
    return (
        f"class Rows({base}):\n    def __init__(self, {init}):\n        self.{name} = {name}\n\n"
        f"    def __iter__(self):{expect}\n{lines}\n\n"
    )


EXPECT = "  # expect: TEF704"
LOOP = ("for row in rows:", "    yield row")
LOADER = "loader = DataLoader(Rows([1]), batch_size=4, num_workers=2)\n"

FLAG: dict[str, str] = {
    "a base in another file whose items are not asked for": """\
from storage import Stored


class Rows(Stored, IterableDataset):
    def __init__(self, count):
        self.count = count

    def __iter__(self):  # expect: TEF704
        yield from range(self.count)
""",
    "in the order of a sample": stream(
        "for row in random.sample(self.rows, len(self.rows)):", "    yield row", expect=EXPECT
    ),
    "in the order of a frame's sample": stream(
        "for row in self.rows.sample(frac=1).values:", "    yield row", expect=EXPECT
    ),
    "in an order that is drawn": stream(
        "rng = np.random.default_rng()", "for at in rng.permutation(9):", "    yield self.rows[at]", expect=EXPECT
    ),
    "of a distribution that is not drawn from": stream(
        "for row in self.rows:", "    yield row, torch.distributions.Normal(0, 1).gamma(row)", expect=EXPECT
    ),
    "a list": stream("return iter(self.rows)", expect=EXPECT + ' "Rows.__iter__ yields all items in every worker"'),
    "a list, with a loader": stream("yield from self.rows", expect=EXPECT) + LOADER,
    "a loop": stream("for row in self.rows:", "    yield torch.tensor(row)", expect=EXPECT),
    "a file": stream("with open(self.rows) as file:", "    for line in file:", "        yield line", expect=EXPECT),
    "a generator of the file": "def read(path):\n    with open(path) as file:\n        for line in file:\n"
    "            yield line\n\n\n" + stream("yield from read(self.rows)", expect=EXPECT),
    "a method of its own": stream("return self.read()", expect=EXPECT).rstrip("\n")
    + "\n\n    def read(self):\n        for row in self.rows:\n            yield row\n",
    "shuffled": stream("rows = list(self.rows)", "random.shuffle(rows)", *LOOP, expect=EXPECT),
    "a range": stream("for index in range(len(self.rows)):", "    yield self.rows[index]", expect=EXPECT),
    "a map": stream("return map(torch.tensor, self.rows)", expect=EXPECT),
    "through a name": stream("rows = iter(self.rows)", "return rows", expect=EXPECT),
    "of a type": stream("yield from self.rows", base="IterableDataset[int]", expect=EXPECT),
    "as often as it takes": stream("while True:", "    for row in self.rows:", "        yield row", expect=EXPECT),
    "a function that asks for another dataset": "def tell(rows):\n    print(get_worker_info(), len(rows))\n\n\n"
    + stream("yield from self.rows", expect=EXPECT),
    "any number of processes": stream("yield from self.rows", expect=EXPECT)
    + "def load(n):\n    return DataLoader(Rows([1]), num_workers=n)\n",
    "one loader of two": stream("yield from self.rows", expect=EXPECT)
    + "train = DataLoader(Rows([1]), num_workers=2)\ntest = DataLoader(Rows([1]))\n",
    "files that are called shards": "class ImageShards(IterableDataset):\n    def __init__(self, paths):\n"
    "        self.paths = paths\n\n    def __iter__(self):" + EXPECT + "\n        for path in self.paths:\n"
    "            yield from np.load(path)\n",
    "a generator of its own": stream("return iter(self.read(self.rows))", expect=EXPECT).rstrip("\n")
    + "\n\n    def read(self, rows):\n        for row in rows:\n            yield torch.tensor(row)\n",
    "the path of a source": "import gzip\n\n\n"
    + stream("with gzip.open(self.source) as lines:", "    yield from lines", init="source", expect=EXPECT),
    "a folder as a base": "import os\n\n\n"
    + stream("for name in os.listdir(self.base):", "    yield name", init="base", expect=EXPECT),
    "by another name": Whole(
        "import torch.utils.data as data\n\nclass Rows(data.IterableDataset):\n"
        "    def __iter__(self):  # expect: TEF704\n        yield from self.rows\n"
    ),
    "a base by its name": "class BaseRows(IterableDataset):\n    def __iter__(self):  # expect: TEF704?\n"
    "        yield from self.rows\n",
    "another loader without workers, a class that the file only defines": """\
class Rows(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):  # expect: TEF704
        return iter(self.rows)


plain = DataLoader([1, 2], batch_size=2)
""",
    "in a chain, with workers": """\
class Rows(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):  # expect: TEF704
        return iter(self.rows)


chained = torch.utils.data.ChainDataset([Rows([1]), Rows([2])])
loader = DataLoader(chained, batch_size=2, num_workers=2)
""",
    "read without an end": """\
class Rows(IterableDataset):
    def __init__(self, rows, width):
        self.rows, self.width = rows, width

    def __iter__(self):  # expect: TEF704
        while True:
            yield torch.tensor([self.rows[i] for i in range(self.width)])
""",
}

LEAVE: dict[str, str] = {
    "the items of a base in another file": """\
from storage import Stored


class Rows(Stored, IterableDataset):
    def __iter__(self):
        it = Stored.__iter__(self)
        value = next(it)
        while value is not None:
            yield torch.from_numpy(value)
            value = next(it)


class Scaled(Stored, IterableDataset):
    def __iter__(self):
        for row in super().__iter__():
            yield row / 255
""",
    "draws of a distribution": stream("for at in range(100):", "    yield at, self.prior.sample((3,))", init="prior"),
    "draws with a gradient": stream("for at in range(100):", "    yield (at, self.prior.rsample())", init="prior"),
    "draws of a generator": stream(
        "rng = np.random.default_rng()", "for at in range(9):", "    yield at, rng.integers(4)"
    ),
    "draws of NumPy's": stream("for at in range(9):", "    x = np.random.poisson(3)", "    yield {'x': x, 'at': at}"),
    "draws like others": stream("for row in self.rows:", "    yield row, torch.rand_like(row)"),
    "draws by a helper": stream("for at in range(9):", "    yield self.item(at)").rstrip("\n")
    + "\n\n    def item(self, at):\n        x = self.space.sample()\n        return at, x\n",
    "it asks": stream("info = get_worker_info()", "rows = self.rows[info.id :: info.num_workers]", *LOOP),
    "a class that is called sharded": stream("yield from self.rows").replace("class Rows", "class ShardedRows"),
    "a class of a worker": stream("yield from self.rows").replace("class Rows", "class WorkerRows"),
    "shards that it was given": stream("yield from self.shards", init="shards"),
    "a source that is opened and iterated": stream("yield from self.source.open()", init="source"),
    "a helper asks": "def mine(rows):\n    info = torch.utils.data.get_worker_info()\n"
    "    return rows if info is None else rows[info.id :: info.num_workers]\n\n\n"
    + stream("for row in mine(self.rows):", "    yield row"),
    "another method asks": stream("yield from self.own()").rstrip("\n")
    + "\n\n    def own(self):\n        info = get_worker_info()\n        return self.rows[info.id :: 2]\n",
    "a shard": stream("yield from self.rows[self.shard :: self.shards]"),
    "by a function for datasets": "from datasets.distributed import split_dataset_by_node\n\n"
    + stream("yield from split_dataset_by_node(self.rows, rank=0, world_size=2)"),
    "no processes": stream("yield from self.rows") + "loader = DataLoader(Rows([1]), batch_size=4)\n",
    "zero processes": stream("yield from self.rows") + "loader = DataLoader(Rows([1]), num_workers=0)\n",
    "an init function": stream("yield from self.rows")
    + "loader = DataLoader(Rows([1]), num_workers=2, worker_init_fn=split)\n",
    "an init function in the file": stream("yield from self.rows[self.start : self.end]")
    + "def split(worker_id):\n    info = get_worker_info()\n    dataset = info.dataset\n"
    "    dataset.start, dataset.end = worker_id, worker_id + 1\n",
    "an init function in the docstring": "class Rows(IterableDataset):\n"
    '    """Rows. Pass worker_init_fn=split to the loader."""\n\n    def __iter__(self):\n'
    "        yield from self.rows\n",
    "an iterator that it holds": stream("return iter(self._it)", init="_it"),
    "another dataset": stream("for row in self.dataset:", "    yield torch.tensor(row)", init="dataset"),
    "an iterator that it is given": "from collections.abc import Iterator\n\n"
    + stream("yield from self.rows", init="rows: Iterator[int]"),
    "what an object yields": stream("return self.task.rows()"),
    "what a function on it yields": stream("batches = self.generate()", "return batches"),
    "random numbers without end": stream("while True:", "    yield torch.randn(3)"),
    "random numbers": stream("for _ in range(10):", "    yield np.random.rand(3)"),
    "the same for all": stream("for _ in range(10):", "    yield torch.zeros(3)"),
    "abstract": stream("raise NotImplementedError"),
    "a dataset that is read by index": "class Rows(torch.utils.data.Dataset):\n    def __len__(self):\n"
    "        return 3\n\n    def __getitem__(self, index):\n        return index\n\n"
    "    def __iter__(self):\n        yield from self.rows\n",
    "no dataset": "class Rows:\n    def __iter__(self):\n        yield from self.rows\n",
    "in a chain, without workers": """\
class Rows(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return iter(self.rows)


chained = torch.utils.data.ChainDataset([Rows([1]), Rows([2])])
loader = DataLoader(chained, batch_size=2)
""",
    "through another dataset, without workers": """\
class Rows(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return iter(self.rows)


class Doubled(IterableDataset):
    def __init__(self, source):
        self.source = source

    def __iter__(self):
        for row in self.source:
            yield 2 * row


loader = DataLoader(Doubled(Rows([1, 2])), batch_size=2)
""",
    "by a name for several classes, without workers": """\
class Rows(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return iter(self.rows)


for cls in (Rows, list):
    print(next(iter(DataLoader(cls([1, 2])))))
""",
    "made up without an end": """\
class Mock(IterableDataset):
    def __init__(self, rows, width):
        self.rows, self.width, self.last = rows, width, 0

    def following(self):
        self.last += 1
        return self.last

    def __iter__(self):
        while True:
            yield torch.tensor([self.following() for _ in range(self.width)])
""",
}
