"""TEF708 loader-conflict: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch.utils.data import BatchSampler, DataLoader, Dataset, DistributedSampler, IterableDataset, RandomSampler


class Rows(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return index


class Stream(IterableDataset):
    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        return iter(range(8))


rows = Rows()
"""

FLAG: dict[str, str] = {
    "shuffle and sampler": "loader = DataLoader(rows, sampler=RandomSampler(rows), shuffle=True)  # expect: TEF708 "
    '"ValueError: a DataLoader with a sampler takes no shuffle=True; leave out shuffle"\n',
    "by place": "loader = DataLoader(rows, 4, True, RandomSampler(rows))  # expect: TEF708\n",
    "through a name": "sampler = DistributedSampler(rows)\n"
    "loader = DataLoader(rows, batch_size=4, shuffle=True, sampler=sampler)  # expect: TEF708\n",
    "through a dict": "options = dict(shuffle=True, sampler=[1, 2])\n"
    "loader = DataLoader(rows, **options)  # expect: TEF708\n",
    "through functools": "from functools import partial\n\nload = partial(DataLoader, shuffle=True)\n"
    "loader = load(rows, sampler=[0])  # expect: TEF708\n",
    "a sampler of the file": "class Own(torch.utils.data.Sampler):\n    def __iter__(self):\n        return iter([0])\n"
    "loader = DataLoader(rows, shuffle=True, sampler=Own())  # expect: TEF708\n",
    "a sampler of another file": "from samplers import Balanced\n\n"
    "loader = DataLoader(rows, shuffle=True, sampler=Balanced(rows))  # expect: TEF708\n",
    "a subclass": "class Loader(DataLoader):\n    pass\n\n"
    "loader = Loader(rows, sampler=[0], shuffle=True)  # expect: TEF708\n",
    "for testing": "class Data:\n    def test_dataloader(self):\n"
    "        return DataLoader(rows, sampler=[0], shuffle=True)  # expect: TEF708\n",
    "for testing without workers": "def test_loader(data):\n"
    "    loader = DataLoader(data, num_workers=0, prefetch_factor=2)  # expect: TEF708\n    return loader\n",
    "batch sampler and batch size": "batches = BatchSampler(RandomSampler(rows), 4, False)\n"
    "loader = DataLoader(rows, batch_size=4, batch_sampler=batches)  # expect: TEF708\n",
    "batch sampler and no batch size": "loader = DataLoader(rows, None, batch_sampler=[[0]])  # expect: TEF708\n",
    "batch sampler and shuffle": "loader = DataLoader(rows, shuffle=True, batch_sampler=[[0]])  # expect: TEF708\n",
    "batch sampler and sampler": "loader = DataLoader(rows, sampler=[0], batch_sampler=[[0]])  # expect: TEF708\n",
    "batch sampler and drop_last": "loader = DataLoader(rows, drop_last=True, batch_sampler=[[0]])  # expect: TEF708\n",
    "drop_last without batches": "loader = DataLoader(rows, batch_size=None, drop_last=True)  # expect: TEF708\n",
    "iterable and shuffle": 'loader = DataLoader(Stream(), shuffle=True)  # expect: TEF708 "IterableDataset"\n',
    "an iterable dataset and a sampler": "loader = DataLoader(Stream(), sampler=[0])  # expect: TEF708\n",
    "an iterable dataset and a batch sampler": "stream = Stream()\n"
    "loader = DataLoader(dataset=stream, batch_sampler=[[0]])  # expect: TEF708\n",
    "an iterable dataset by its annotation": "def load(stream: Stream):\n"
    "    return DataLoader(stream, shuffle=True)  # expect: TEF708\n",
    "persistent": 'loader = DataLoader(rows, persistent_workers=True)  # expect: TEF708 "set num_workers"\n',
    "no workers": "loader = DataLoader(rows, num_workers=0, persistent_workers=True)  # expect: TEF708\n",
    "prefetch": "loader = DataLoader(rows, prefetch_factor=2)  # expect: TEF708\n",
    "a timeout": 'loader = DataLoader(rows, timeout=30)  # expect: TEF708 "AssertionError"\n',
    "a context without workers": "loader = DataLoader(rows, multiprocessing_context='spawn')  # expect: TEF708\n",
    "in a LightningDataModule": Whole(
        "import pytorch_lightning as pl\nimport torch.utils.data as data\n\nclass Data(pl.LightningDataModule):\n"
        "    def train_dataloader(self):\n        sampler = data.WeightedRandomSampler(self.weights, 8)\n"
        "        return data.DataLoader(self.rows, sampler=sampler, shuffle=True)  # expect: TEF708\n"
    ),
    "the value in a dict is told": """\
options = {"shuffle": True}
loader = DataLoader(rows, sampler=[1, 2], **options)  # expect: TEF708 "takes no shuffle=True; leave out shuffle"
""",
    "samplers in a tuple": """\
def split(indices):
    first, second = RandomSampler(rows), DistributedSampler(rows)
    a = DataLoader(rows, sampler=first, shuffle=True)  # expect: TEF708
    return a, DataLoader(rows, 16, True, second)  # expect: TEF708
""",
    "a sampler that a helper makes": """\
def sampler_for(rows, distributed):
    if distributed:
        return DistributedSampler(rows)
    sampler = RandomSampler(rows)
    return sampler


def load(rows, distributed):
    return DataLoader(rows, sampler=sampler_for(rows, distributed), shuffle=True)  # expect: TEF708
""",
    "one of two samplers": """\
def load(rows, distributed):
    sampler = DistributedSampler(rows) if distributed else RandomSampler(rows)
    return DataLoader(rows, sampler=sampler, shuffle=True)  # expect: TEF708
""",
    "a sampler that the object keeps": """\
class Data:
    def __init__(self, rows):
        self.rows = rows
        self.sampler = RandomSampler(rows)

    def loader(self):
        return DataLoader(self.rows, sampler=self.sampler, shuffle=True)  # expect: TEF708
""",
    "a value in a dict that is not known is not told": """\
import queue

options = {"multiprocessing_context": queue.Queue()}
loader = DataLoader(rows, **options)  # expect: TEF708 "takes no multiprocessing_context; set num_workers"
""",
}

LEAVE: dict[str, str] = {
    "shuffle alone": "loader = DataLoader(rows, shuffle=True)\n",
    "a sampler alone": "loader = DataLoader(rows, sampler=RandomSampler(rows), shuffle=False)\n",
    "no sampler": "loader = DataLoader(rows, sampler=None, shuffle=True)\n",
    "one or the other": "def load(sampler=None):\n"
    "    return DataLoader(rows, shuffle=sampler is None, sampler=sampler)\n",
    "a parameter": "def load(sampler):\n    return DataLoader(rows, shuffle=True, sampler=sampler)\n",
    "a sampler on one branch": "def load(distributed):\n"
    "    sampler = DistributedSampler(rows) if distributed else None\n"
    "    return DataLoader(rows, shuffle=True, sampler=sampler)\n",
    "set on one branch": "def load(distributed):\n    sampler = None\n    if distributed:\n"
    "        sampler = DistributedSampler(rows)\n    return DataLoader(rows, shuffle=True, sampler=sampler)\n",
    "shuffle that may be False": "def load(shuffle=True):\n    return DataLoader(rows, shuffle=shuffle, sampler=[0])\n",
    "one of its own, one of theirs": "def load(train):\n    if train:\n        return DataLoader(rows, shuffle=True)\n"
    "    return DataLoader(rows, sampler=[0])\n",
    "samplers in a tuple, of which one is taken away": """\
def split(final):
    first, second = RandomSampler(rows), RandomSampler(rows)
    if final:
        first = None
    return DataLoader(rows, sampler=first, shuffle=True), second
""",
    "None in a tuple": "a, b = None, RandomSampler(rows)\nloader = DataLoader(rows, sampler=a, shuffle=True)\n",
    "a tuple of which the parts are not written": """\
def load(pair, rest):
    first, second = pair
    third, *fourth = [RandomSampler(rows), *rest]
    a = DataLoader(rows, sampler=first, shuffle=True)
    return a, DataLoader(rows, sampler=third, shuffle=True)
""",
    "a helper that gives None at its end": """\
def sampler_for(rows, distributed):
    if distributed:
        return DistributedSampler(rows)


def load(rows, distributed):
    return DataLoader(rows, sampler=sampler_for(rows, distributed), shuffle=True)
""",
    "a helper that gives None on some path": """\
def sampler_for(rows, distributed):
    if not distributed:
        return
    return DistributedSampler(rows)


def other_for(rows, distributed):
    sampler = None
    if distributed:
        sampler = DistributedSampler(rows)
    return sampler


def load(rows, distributed):
    a = DataLoader(rows, sampler=sampler_for(rows, distributed), shuffle=True)
    return a, DataLoader(rows, sampler=other_for(rows, distributed), shuffle=True)
""",
    "a helper that is decorated": """\
import functools


def skip(function):
    return lambda *given: None


@skip
def sampler_for(rows):
    return RandomSampler(rows)


loader = DataLoader(rows, sampler=sampler_for(rows), shuffle=True)
""",
    "a sampler that the object keeps at times": """\
class Data:
    def __init__(self, rows, distributed):
        self.rows = rows
        self.sampler = None
        if distributed:
            self.sampler = DistributedSampler(rows)

    def loader(self):
        return DataLoader(self.rows, sampler=self.sampler, shuffle=True)


class Other:
    def __init__(self, rows, distributed):
        if distributed:
            self.order = DistributedSampler(rows)

    def loader(self):
        return DataLoader(rows, sampler=self.order, shuffle=True)
""",
    "a sampler that somebody else takes away": """\
class Data:
    def __init__(self, rows):
        self.sampler = RandomSampler(rows)

    def loader(self):
        return DataLoader(rows, sampler=self.sampler, shuffle=True)


data = Data(rows)
data.sampler = None
""",
    "a sampler in an object with a base from elsewhere": """\
from engine import Base


class Data(Base):
    def __init__(self, rows):
        self.sampler = RandomSampler(rows)

    def loader(self):
        return DataLoader(rows, sampler=self.sampler, shuffle=True)
""",
    "a function that may give None": "loader = DataLoader(rows, shuffle=True, sampler=make_sampler(rows))\n",
    "batches of one": "loader = DataLoader(rows, batch_size=1, batch_sampler=[[0]])\n",
    "a batch size that is not known": "def load(size=1):\n"
    "    return DataLoader(rows, batch_size=size, batch_sampler=[[0]])\n",
    "drop_last with batches": "loader = DataLoader(rows, batch_size=4, drop_last=True)\n",
    "an iterable dataset": "loader = DataLoader(Stream(), batch_size=4, shuffle=False, drop_last=True)\n",
    "an iterable dataset without shuffle": "loader = DataLoader(Stream(), shuffle=None)\n",
    "workers": "loader = DataLoader(rows, num_workers=2, persistent_workers=True, prefetch_factor=4, timeout=30)\n",
    "workers that are not known": "def load(workers):\n"
    "    return DataLoader(rows, num_workers=workers, persistent_workers=True)\n",
    "workers among other options": "def load(**options):\n    return DataLoader(rows, prefetch_factor=4, **options)\n",
    "persistent if there are workers": "def load(workers=0):\n"
    "    return DataLoader(rows, num_workers=workers, persistent_workers=workers > 0)\n",
    "no prefetch": "loader = DataLoader(rows, num_workers=0, prefetch_factor=None, persistent_workers=False)\n",
    "another loader": "from elsewhere import DataLoader as Other\n\nloader = Other(rows, shuffle=True, sampler=[0])\n",
    "a loader with its own arguments": "class Loader(DataLoader):\n    def __init__(self, rows, sampler, shuffle):\n"
    "        super().__init__(rows, sampler=sampler)\n\nloader = Loader(rows, sampler=[0], shuffle=True)\n",
    "a test of a loader": "def test_loader():\n    loader = DataLoader(rows, sampler=[0], shuffle=True)\n"
    "    assert loader is None\n",
    "a test": "import pytest\n\ndef check():\n    with pytest.raises(ValueError):\n"
    "        DataLoader(rows, shuffle=True, sampler=[0])\n",
}
