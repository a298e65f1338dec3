"""TEF705 synchronous-loader: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from PIL import Image
from torch.utils.data import ConcatDataset, DataLoader, Dataset, IterableDataset, Subset, TensorDataset, random_split
from torchvision import datasets, transforms


class Images(Dataset):
    def __init__(self, paths, transform=None):
        self.paths = paths
        self.transform = transform

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return Image.open(self.paths[index])


class Rows(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return torch.tensor(self.rows[index]).float()


images = Images(["a.png", "b.png"])
x = torch.randn(8, 3)
"""

EXPECT = "  # expect: TEF705"


def rows(*body: str, base: str = "Dataset", method: str = "__getitem__(self, index)", after: str = "") -> str:
    """A dataset that reads its items like this, and a loader for it."""
    lines = "".join(f"        {line}\n" for line in body)
    return (
        f"class Read({base}):\n    def __len__(self):\n        return 8\n\n    def {method}:\n{lines}{after}\n\n"
        "loader = DataLoader(Read(), batch_size=4)"
    )


FLAG: dict[str, str] = {
    "images": "loader = DataLoader(images, batch_size=4, shuffle=True)"
    + EXPECT
    + ' "DataLoader(images, batch_size=4, shuffle=True) has no workers, so training waits"\n',
    "no workers": "loader = DataLoader(images, num_workers=0)" + EXPECT + ' "pass num_workers"\n',
    "by place": "loader = DataLoader(images, 4, True, None, None, 0)" + EXPECT + "\n",
    "made in the call": "loader = DataLoader(dataset=Images([]))" + EXPECT + "\n",
    "part of it": "loader = DataLoader(Subset(images, [0]))" + EXPECT + "\n",
    "split": "train, test = random_split(images, [1, 1])\nloader = DataLoader(train, batch_size=2)" + EXPECT + "\n",
    "joined": "loader = DataLoader(ConcatDataset([images, Images([])]))" + EXPECT + "\n",
    "either": "def load(flag):\n    rows = Images([]) if flag else Subset(images, [0])\n    return DataLoader(rows)"
    + EXPECT
    + "\n",
    "a helper": "def fetch(path):\n    return torch.load(path, map_location='cpu', weights_only=True)\n\n\n"
    + rows("return fetch(self.paths[index])")
    + EXPECT
    + "\n",
    "a method": rows(
        "return self.item(index)", after="\n    def item(self, index):\n        return imread(self.paths[index])\n"
    )
    + EXPECT
    + "\n",
    "a transform": rows("return self.transform(self.rows[index])") + EXPECT + "\n",
    "a tokenizer": rows("return self.tokenizer(self.texts[index], padding='max_length')") + EXPECT + "\n",
    "many at once": rows(
        "return [torch.from_numpy(np.load(self.paths[one])) for one in many]", method="__getitems__(self, many)"
    )
    + EXPECT
    + "\n",
    "a stream that shares its items": rows(
        "info = torch.utils.data.get_worker_info()",
        "for path in self.paths[info.id :: info.num_workers] if info else self.paths:",
        "    yield torch.load(path, map_location='cpu', weights_only=True)",
        base="IterableDataset",
        method="__iter__(self)",
    )
    + EXPECT
    + "\n",
    "torchvision's": "loader = DataLoader(datasets.CIFAR10('data', transform=transforms.ToTensor()), 64)"
    + EXPECT
    + "\n",
    "a folder": "folder = datasets.ImageFolder('data')\nloader = DataLoader(folder, batch_size=8)" + EXPECT + "\n",
    "a class of another file": "from corpus import TextDataset\n\nloader = DataLoader(TextDataset('a.txt'))"
    + EXPECT
    + "\n",
    "a base class": "class Cats(Images):\n    pass\n\n\nloader = DataLoader(Cats([]))" + EXPECT + "\n",
    "a dict of options": "options = dict(batch_size=4, shuffle=True)\nloader = DataLoader(images, **options)"
    + EXPECT
    + "\n",
    "a subclass of the loader": "class Loader(DataLoader):\n    pass\n\n\nloader = Loader(images)" + EXPECT + "\n",
    "in a data module": "class Data:\n    def train_dataloader(self):\n        return DataLoader(Images(self.paths))"
    + EXPECT
    + "\n",
    "a constant": "WORKERS = 0\nloader = DataLoader(images, num_workers=WORKERS)" + EXPECT + "\n",
    "a constant in a method": "WORKERS = 0\n\n\nclass Data:\n    def loader(self, rows):\n"
    "        self.rows = DataLoader(rows, num_workers=WORKERS)" + EXPECT + "\n",
    "a dataset that is not known": "def load(rows):\n    return DataLoader(rows, batch_size=4)" + EXPECT + "\n",
    "one that an object has": "class Data:\n    def loader(self):\n        return DataLoader(self.rows, 4)"
    + EXPECT
    + "\n",
    "some of a dict": "def load(splits):\n    return [DataLoader(splits[name], 8) for name in splits]" + EXPECT + "\n",
    "for testing": "def test_dataloader(rows):\n    return DataLoader(rows, batch_size=4)" + EXPECT + "\n",
    "what another file makes": "from corpus import make\n\nloader = DataLoader(make('a.txt'))" + EXPECT + "\n",
    "a part of what is not known": "def load(rows):\n    return DataLoader(Subset(rows, [0, 1]))" + EXPECT + "\n",
    "joined with what is not known": "def load(rows):\n    return DataLoader(ConcatDataset([rows, TensorDataset(x)]))"
    + EXPECT
    + "\n",
    "a class that is no dataset by its name": "from corpus import Pairs\n\nloader = DataLoader(Pairs('a.txt'))"
    + EXPECT
    + "\n",
    "a class that calls what is not known": rows("return self.encoder.lookup(self.texts[index])") + EXPECT + "\n",
    "a class with a base of another file": Whole(
        "import torch\nfrom corpus import Corpus\nfrom torch.utils.data import DataLoader, Dataset\n\n\n"
        "class Words(Corpus, Dataset):\n    def __len__(self):\n        return 8\n\n\n"
        "loader = DataLoader(Words())  # expect: TEF705\n"
    ),
    "by its module": "loader = torch.utils.data.DataLoader(images)" + EXPECT + "\n",
}

LEAVE: dict[str, str] = {
    "workers": "loader = DataLoader(images, batch_size=4, num_workers=2)\n",
    "workers by place": "loader = DataLoader(images, 4, True, None, None, 2)\n",
    "a parameter for the workers": "def load(workers=0):\n    return DataLoader(images, num_workers=workers)\n",
    "an option": "def load(args):\n    return DataLoader(images, num_workers=args.workers)\n",
    "a choice": "import os\n\nloader = DataLoader(images, num_workers=0 if os.name == 'nt' else 4)\n",
    "other options": "def load(**options):\n    return DataLoader(images, **options)\n",
    "other arguments": "def load(*options):\n    return DataLoader(images, *options)\n",
    "a dict of options with workers": "options = dict(num_workers=4)\nloader = DataLoader(images, **options)\n",
    "tensors": "loader = DataLoader(TensorDataset(x), batch_size=4)\n",
    "tensors with a name": "data = TensorDataset(x, x)\nloader = DataLoader(data, shuffle=True)\n",
    "a part of tensors": "loader = DataLoader(Subset(TensorDataset(x), [0]))\n",
    "split tensors": "train, test = random_split(TensorDataset(x), [4, 4])\nloader = DataLoader(train)\n",
    "a tensor": "loader = DataLoader(x)\n",
    "a list": "loader = DataLoader([1, 2, 3])\n",
    "an array": "import numpy as np\n\nloader = DataLoader(np.load('a.npy'))\n",
    "a list by its type": "def load(rows: list[int]):\n    return DataLoader(rows, batch_size=4)\n",
    "a list of what is read": "def load(paths):\n    return DataLoader([read(path) for path in paths], batch_size=4)\n",
    "a list that is made first": "def load(paths):\n    rows = list(map(read, paths))\n"
    "    return DataLoader(rows, batch_size=4)\n",
    "a list that is filled": "def load(paths):\n    rows = []\n    for path in paths:\n"
    "        rows.append(read(path))\n"
    "    return DataLoader(rows, batch_size=4)\n",
    "tensors that a caller gives": "def load(rows):\n    return DataLoader(rows, batch_size=4)\n\n\n"
    "loader = load(TensorDataset(x))\n",
    "rows by index": rows("item = self.rows[index]", "return item[0].long(), torch.tensor(item[1])") + "\n",
    "rows of a dict": rows("return {key: one[index] for key, one in self.rows.items()}") + "\n",
    "rows by a method": rows(
        "return self.row(index)", after="\n    def row(self, index):\n        return self.rows[index].clone()\n"
    )
    + "\n",
    "a constant that changes": "WORKERS = 0\n\n\ndef load(rows, many):\n    global WORKERS\n    WORKERS = many\n"
    "    return DataLoader(rows, num_workers=WORKERS)\n",
    "a constant of two values": "import os\n\nif os.name == 'nt':\n    WORKERS = 0\nelse:\n    WORKERS = 4\n"
    "loader = DataLoader(images, num_workers=WORKERS)\n",
    "a parameter with the name of a constant": "WORKERS = 0\n\n\ndef load(rows, WORKERS=WORKERS):\n"
    "    return DataLoader(rows, num_workers=WORKERS)\n",
    "a range": "loader = DataLoader(range(8))\n",
    "rows in memory": "loader = DataLoader(Rows([1, 2]))\n",
    "images or tensors": "def load(flag):\n    return DataLoader(images if flag else TensorDataset(x))\n",
    "a stream that does not share": rows(
        "for path in self.paths:",
        "    yield torch.load(path, map_location='cpu', weights_only=True)",
        base="IterableDataset",
        method="__iter__(self)",
    )
    + "\n",
    "on the GPU already": rows("return torch.load(self.paths[index], map_location='cpu', weights_only=True).cuda()")
    + "\n",
    "put on the GPU in the beginning": rows(
        "return self.transform(self.rows[index])",
        after="\n    def fill(self):\n        self.rows = torch.zeros(3).cuda()\n",
    )
    + "\n",
    "batches on the GPU": "def joined(batch):\n    return torch.stack(batch).cuda()\n\n\n"
    "loader = DataLoader(images, collate_fn=joined)\n",
    "one batch": "loader = DataLoader(images, batch_size=len(images))\n",
    "a batch to look at": "batch = next(iter(DataLoader(images, batch_size=4)))\n",
    "a subclass with workers": "class Loader(DataLoader):\n    def __init__(self, rows):\n"
    "        super().__init__(rows, num_workers=4)\n\n\nloader = Loader(images)\n",
    "a subclass with arguments of its own": "class Loader(DataLoader):\n    def __init__(self, rows, **options):\n"
    "        super().__init__(rows, **options)\n\n\nloader = Loader(images)\n",
    "a partial with workers": "from functools import partial\n\nload = partial(DataLoader, num_workers=4)\n"
    "loader = load(images)\n",
    "a test": "def test_images():\n    assert len(DataLoader(images)) == 2\n",
    "a test of a loader": "def test_loader(rows):\n    loader = DataLoader(rows)\n    assert len(loader) == 2\n",
    "a demonstration": 'if __name__ == "__main__":\n    for batch in DataLoader(images):\n        print(batch)\n',
    "a loader of another package": Whole(
        "import torch\nfrom timm.data import create_loader\nfrom torchvision import datasets\n\n"
        "loader = create_loader(datasets.CIFAR10('data'))\n"
    ),
    "another class of that name": Whole(
        "import torch\nfrom loaders import DataLoader\nfrom torchvision import datasets\n\n"
        "loader = DataLoader(datasets.CIFAR10('data'))\n"
    ),
}
