"""TEF701 dataset-protocol: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, IterableDataset


"""

ITEM = "    def __getitem__(self, index):\n        return self.rows[index]\n"
LENGTH = "    def __len__(self):\n        return len(self.rows)\n"
MADE = "rows = Rows([1])\n"
INIT = "    def __init__(self, rows):\n        self.rows = rows\n"

FLAG: dict[str, str] = {
    "a similar name": "class Rows(Dataset):  # expect: TEF701 "
    '"Rows.__item__ is never called, and reading an item raises NotImplementedError; name it __getitem__"\n'
    + INIT
    + LENGTH
    + "    def __item__(self, index):\n        return self.rows[index]\n",
    "a name without underscores": "class Rows(Dataset):  # expect: TEF701\n"
    + INIT
    + "    def getitem(self, index):\n        return self.rows[index]\n",
    "a misspelled name": "class Rows(Dataset):  # expect: TEF701\n"
    + INIT
    + "    def __getitm__(self, index):\n        return self.rows[index]\n",
    "a length alone": 'class Rows(Dataset):  # expect: TEF701 "define __getitem__"\n' + INIT + LENGTH + MADE,
    "a length alone, of which another file may derive": "class Rows(Dataset):  # expect: TEF701?\n" + INIT + LENGTH,
    "made and read": "class Rows(torch.utils.data.Dataset):  # expect: TEF701\n"
    + INIT
    + "loader = DataLoader(Rows([1, 2]), sampler=[0])\n",
    "of a type": "class Rows(Dataset[int]):  # expect: TEF701\n" + INIT + LENGTH + MADE,
    "by another name": Whole(
        "import torch.utils.data as data\n\nclass Rows(data.Dataset):  # expect: TEF701\n" + INIT + LENGTH + MADE
    ),
    "from the module of the class": Whole(
        "from torch.utils.data.dataset import Dataset as Base\n\nclass Rows(Base):  # expect: TEF701\n"
        + INIT
        + LENGTH
        + MADE
    ),
    "two steps away": "class Common(Dataset):\n" + INIT + "class Rows(Common):  # expect: TEF701\n" + LENGTH + MADE,
    "an iterable dataset": 'class Stream(IterableDataset):  # expect: TEF701 "name it __iter__"\n'
    + INIT
    + "    def __iter(self):\n        yield from self.rows\n",
    "an iterable dataset that is made": "class Stream(IterableDataset):  # expect: TEF701\n"
    + INIT
    + "for row in Stream([1]):\n    print(row)\n",
    "no length": 'class Rows(Dataset):  # expect: TEF701 "Rows has no __len__"\n'
    + INIT
    + ITEM
    + "loader = DataLoader(Rows([1, 2]), batch_size=2, shuffle=True)\n",
    "no length, through a name and a helper": "class Rows(Dataset):  # expect: TEF701\n"
    + INIT
    + ITEM
    + "def load(rows):\n    return DataLoader(rows)\n\ndef main():\n    rows = Rows([1])\n    return load(rows)\n",
    "a similar name for the length": "class Rows(Dataset):  # expect: TEF701\n"
    + INIT
    + ITEM
    + "    def __length__(self):\n        return len(self.rows)\n"
    + "loader = DataLoader(dataset=Rows([1, 2]))\n",
    "a method with a loop": 'class Rows(Dataset):  # expect: TEF701 "define __getitem__"\n'
    + INIT
    + LENGTH
    + "    def total(self):\n        for row in self.rows:\n            print(row)\n"
    + MADE,
    "read by another library, through methods of its own": "class Rows(Dataset):  # expect: TEF701?\n"
    + INIT
    + LENGTH
    + "    def get_data(self, index):\n        return self.rows[index]\n"
    + "Visualizer().show(Rows([1]))\n",
    "a method of its own, but a loader reads it": "class Rows(Dataset):  # expect: TEF701\n"
    + INIT
    + LENGTH
    + "    def get_data(self, index):\n        return self.rows[index]\n"
    + "loader = DataLoader(Rows([1]))\n",
    "a method of its own that the file calls": "class Rows(Dataset):  # expect: TEF701\n"
    + INIT
    + LENGTH
    + "    def get_data(self, index):\n        return self.rows[index]\n"
    + MADE
    + "print(rows.get_data(0))\n",
    "neither length nor item": "class Rows(Dataset):  # expect: TEF701?\n"
    + INIT
    + "    def close(self): self.rows = 0\n",
    "what only holds arrays": """\
class Rows(Dataset):  # expect: TEF701?
    def __init__(self, folder):
        self.rows = torch.load(folder / "rows.pt", weights_only=True)


def build(folder):
    return Rows(folder)


def main(folder, net):
    rows = build(folder)
    return net(rows.rows)


class Items(Dataset):  # expect: TEF701
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)


def first(rows):
    items = Items(rows)
    return items[0], items.rows
""",
    "made in a LightningDataModule": "import pytorch_lightning as pl\n\nclass Rows(Dataset):  # expect: TEF701\n"
    + INIT
    + "class Data(pl.LightningDataModule):\n    def train_dataloader(self):\n"
    + "        return DataLoader(Rows(self.rows), batch_size=4)\n",
    "beside typing.Generic": """\
from typing import Generic, TypeVar

T = TypeVar("T")


class Cached(torch.utils.data.Dataset, Generic[T]):  # expect: TEF701
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        return self.rows[index]


loader = torch.utils.data.DataLoader(Cached([1.0, 2.0]), batch_size=2, shuffle=True)
""",
}

LEAVE: dict[str, str] = {
    "both methods": "class Rows(Dataset):\n" + INIT + ITEM + LENGTH + "loader = DataLoader(Rows([1]))\n",
    "several items at once": "class Rows(Dataset):\n"
    + INIT
    + LENGTH
    + "    def __getitems__(self, indices):\n        return [self.rows[i] for i in indices]\n",
    "inherited": "class Common(Dataset):\n" + INIT + ITEM + LENGTH + "class Rows(Common):\n    kind = 'r'\nRows([1])\n",
    "assigned": "class Rows(Dataset):\n" + INIT + LENGTH + "    __getitem__ = lambda self, index: self.rows[index]\n",
    "assigned later": "class Rows(Dataset):\n" + INIT + LENGTH + "Rows.__getitem__ = lambda self, i: self.rows[i]\n",
    "a base by its name": "class BaseRows(Dataset):\n" + INIT + LENGTH,
    "a base by its text": "class Rows(Dataset):\n    '''Subclasses read the items.'''\n" + INIT + LENGTH,
    "an abstract class": "from abc import ABC, abstractmethod\n\nclass Rows(Dataset, ABC):\n" + INIT + LENGTH,
    "an abstract method": "class Rows(Dataset):\n"
    + INIT
    + LENGTH
    + "    def read(self, index):\n        raise NotImplementedError\n",
    "derived from in the file": "class Rows(Dataset):\n"
    + INIT
    + LENGTH
    + "class Images(Rows):\n"
    + ITEM
    + "loader = DataLoader(Images([1]))\n",
    "a mixin": "from elsewhere import Reads\n\nclass Rows(Reads, Dataset):\n" + INIT + LENGTH,
    "another Dataset": "from torch_geometric.data import Dataset as Graphs\n\nclass Rows(Graphs):\n" + INIT + LENGTH,
    "a base that may be anything": "class Rows(registry['base']):\n" + INIT + LENGTH,
    "a decorated class": "@complete\nclass Rows(Dataset):\n" + INIT + LENGTH,
    "no body": "class Rows(Dataset):\n    pass\n",
    "a sampler of its own": "class Rows(Dataset):\n" + INIT + ITEM + "loader = DataLoader(Rows([1]), sampler=[0])\n",
    "a batch sampler": "class Rows(Dataset):\n" + INIT + ITEM + "loader = DataLoader(Rows([1]), batch_sampler=[[0]])\n",
    "no loader in the file": "class Rows(Dataset):\n" + INIT + ITEM + "rows = Rows([1])\n",
    "an iterable dataset needs no length": "class Stream(IterableDataset):\n"
    + INIT
    + "    def __iter__(self):\n        yield from self.rows\nloader = DataLoader(Stream([1]))\n",
    "a part of TensorDataset": "class Rows(torch.utils.data.TensorDataset):\n    name = 'rows'\n"
    "rows = Rows(torch.zeros(3))\n",
    "arguments that are not known": "class Rows(Dataset):\n"
    + INIT
    + ITEM
    + "def load(**kwargs):\n    return DataLoader(Rows([1]), **kwargs)\n",
    "what holds arrays, and gives items": """\
class Rows(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


def main(rows, net):
    return net(Rows(rows).rows)
""",
}
