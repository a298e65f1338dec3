"""TEF707 cuda-in-worker: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
from functools import partial
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset


"""

EXPECT = "  # expect: TEF707"
TENTATIVE = "  # expect: TEF707?"


def rows(*body: str, init: str = "rows", given: str = "self.rows = rows", after: str = "", name: str = "Rows") -> str:
    """A dataset with this ``__getitem__``."""
    lines = "".join(f"        {line}\n" for line in body)
    return (
        f"class {name}(Dataset):\n    def __init__(self, {init}):\n        self.rows = rows\n        {given}\n\n"
        f"    def __len__(self):\n        return len(self.rows)\n\n    def __getitem__(self, index):\n{lines}{after}"
    )


def collate(*body: str, loader: str, name: str = "joined", expect: str = "") -> str:
    """A function for a loader."""
    lines = "".join(f"    {line}\n" for line in body)
    return f"def {name}(batch):\n{lines}\n\n{loader}\n"


CUDA = "return torch.tensor(self.rows[index]).cuda()"
MOVED = "return torch.tensor(self.rows[index]).to(self.device)"
KEPT = "self.device = device"
CHOICE = 'device = "cuda" if torch.cuda.is_available() else "cpu"\n\n\n'

OTHER = """\
class Trainer:
    def __init__(self):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


"""

FLAG: dict[str, str] = {
    "a GPU for the one that is made": rows(MOVED + EXPECT, init='rows, device="cpu"', given=KEPT)
    + '\n\nloader = DataLoader(Rows([1], "cuda"), num_workers=4)\n',
    "a GPU with a name for the one that is made": 'place = torch.device("cuda")\n\n\n'
    + rows(MOVED + EXPECT, init="rows, device=None", given=KEPT)
    + "\n\nloader = DataLoader(Rows([1], device=place), num_workers=4)\n",
    "a GPU for one of two": rows(MOVED + EXPECT, init="rows, device", given=KEPT)
    + '\n\nfirst, second = DataLoader(Rows([1], "cpu"), num_workers=4), DataLoader(Rows([1], "cuda"), num_workers=4)\n',
    "a device that the class does not explain": OTHER
    + rows(MOVED + EXPECT, init="rows, args", given="self.device = args.device"),
    "cuda": rows(
        CUDA
        + EXPECT
        + ' "in Rows.__getitem__ raises in a worker, as a fork cannot use CUDA; move the batch in the training loop"'
    ),
    "to": rows('return torch.tensor(self.rows[index]).to("cuda")' + EXPECT),
    "to a GPU with a number": rows('return torch.tensor(self.rows[index]).to("cuda:1")' + EXPECT),
    "to by its name": rows('return torch.tensor(self.rows[index]).to(device="cuda")' + EXPECT),
    "made there": rows('return torch.tensor(self.rows[index], device="cuda")' + EXPECT),
    "zeros": rows(
        "x = torch.tensor(self.rows[index])", 'mask = torch.zeros(x.shape, device="cuda")' + EXPECT, "return x, mask"
    ),
    "a device": rows('return torch.tensor(self.rows[index]).to(torch.device("cuda"))' + EXPECT),
    "a device with a name": rows(
        'device = torch.device("cuda:0")', "return torch.tensor(self.rows[index]).to(device)" + EXPECT
    ),
    "the device of the file": CHOICE + rows("return torch.tensor(self.rows[index]).to(device)" + EXPECT),
    "the device of the object": rows(
        "return torch.tensor(self.rows[index]).to(self.device)" + EXPECT,
        given='self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")',
    ),
    "a device by default": rows(
        "return torch.tensor(self.rows[index]).to(self.device)" + EXPECT,
        init='rows, device="cuda"',
        given="self.device = device",
    ),
    "a device of a number": rows('return torch.tensor(self.rows[index]).to(f"cuda:{self.rank}")' + EXPECT),
    "where there is one": rows(
        "x = torch.tensor(self.rows[index])",
        "if torch.cuda.is_available():",
        "    x = x.cuda()" + EXPECT,
        "return x",
    ),
    "an item and its label": rows(
        "x, y = self.rows[index]",
        "x = torch.tensor(x).cuda()" + EXPECT,
        "y = torch.tensor(y).cuda()" + EXPECT,
        "return x, y",
    ),
    "both in a line": rows("x, y = self.rows[index]", "return x.cuda(), y.cuda()" + EXPECT),
    "without waiting": rows("return torch.tensor(self.rows[index]).cuda(non_blocking=True)" + EXPECT),
    "an old constructor": rows("return torch.cuda.FloatTensor(self.rows[index])  # expect: TEF403, TEF707"),
    "in a dict": rows(
        'return {key: torch.tensor(value).to("cuda") for key, value in self.rows[index].items()}' + EXPECT
    ),
    "a method": rows(
        "return self.read(index)",
        after="\n    def read(self, index):\n        return torch.tensor(self.rows[index]).cuda()" + EXPECT + "\n",
    ),
    "a helper": "def read(row):\n    return torch.tensor(row).cuda()"
    + EXPECT
    + "\n\n\n"
    + rows("return read(self.rows[index])"),
    "a helper that runs itself": """\
def to_device(batch, dev):
    if isinstance(batch, (list, tuple)):
        return [to_device(one, dev) for one in batch]
    if isinstance(batch, dict):
        return {key: to_device(batch[key], dev=dev) for key in batch}
    return batch.to(dev, non_blocking=True)  # expect: TEF707


def joined(batch):
    images, boxes = zip(*batch)
    return to_device(images, "cuda"), to_device(boxes, dev="cuda:0")


loader = DataLoader([1, 2], num_workers=2, collate_fn=joined)
""",
    "a loader with workers": rows(CUDA + EXPECT) + "\n\nloader = DataLoader(Rows([1]), num_workers=2)\n",
    "so many workers": rows(CUDA + EXPECT) + "\n\ndef load(n):\n    return DataLoader(Rows([1]), num_workers=n)\n",
    "a fork in words": rows(CUDA + EXPECT)
    + '\n\nloader = DataLoader(Rows([1]), num_workers=2, multiprocessing_context="fork")\n',
    "one loader of two": rows(CUDA + EXPECT)
    + "\n\ntrain = DataLoader(Rows([1]), num_workers=2)\ntest = DataLoader(Rows([1]))\n",
    "an iterable dataset": "class Rows(IterableDataset):\n    def __iter__(self):\n        while True:\n"
    "            yield torch.randn(3).cuda()" + EXPECT + "\n",
    "made on the GPU in an iterable dataset": "class Rows(IterableDataset):\n    def __iter__(self):\n"
    '        while True:\n            yield torch.randn(3, device="cuda")' + EXPECT + "\n",
    "a collate function": collate(
        "return torch.stack(batch).cuda()" + EXPECT + ' "in joined raises in a worker"',
        loader="loader = DataLoader([1, 2], num_workers=2, collate_fn=joined)",
    ),
    "a collate function to a device": CHOICE
    + collate(
        "x, y = zip(*batch)",
        "x = torch.stack(x).to(device)" + EXPECT,
        "return x, torch.tensor(y)",
        loader="loader = DataLoader([1, 2], num_workers=4, collate_fn=joined)",
    ),
    "a lambda": "loader = DataLoader([1, 2], num_workers=2, collate_fn=lambda rows: torch.stack(rows).cuda())"
    + EXPECT
    + "\n",
    "a partial": "def joined(pad, batch):\n    return torch.stack(batch).cuda()"
    + EXPECT
    + "\n\n\nloader = DataLoader([1, 2], num_workers=2, collate_fn=partial(joined, 0))\n",
    "an object that is called": "class Joined:\n    def __call__(self, batch):\n"
    "        return torch.stack(batch).cuda()"
    + EXPECT
    + "\n\n\nloader = DataLoader([1, 2], num_workers=2, collate_fn=Joined())\n",
    "a method of the dataset": rows(
        "return self.rows[index]",
        after='\n    def collate_fn(self, batch):\n        return torch.stack(batch).to("cuda")' + EXPECT + "\n",
    ),
    "a function by its name": collate("return torch.stack(batch).cuda()" + TENTATIVE, loader="", name="collate_fn"),
    "as the caller likes": rows(
        "x = torch.tensor(self.rows[index])",
        "if self.use_cuda:",
        "    x = x.cuda()" + TENTATIVE,
        "return x",
    ),
    "another dataset asks for its share": "class Shares(IterableDataset):\n    def __iter__(self):\n"
    "        info = torch.utils.data.get_worker_info()\n        first = 0 if info is None else info.id\n"
    "        return iter(range(first, 8, 2))\n\n\n" + rows(CUDA + EXPECT),
    "a share of numbers that are made there": CHOICE
    + "class Rows(IterableDataset):\n    def __iter__(self):\n        info = torch.utils.data.get_worker_info()\n"
    "        if info is None:\n            first, step = 0, 1\n        else:\n"
    "            first, step = info.id, info.num_workers\n        for one in range(first, 9, step):\n"
    "            yield torch.tensor(one).to(device)" + EXPECT + "\n",
    "by other names": Whole(
        "import torch.utils.data as data\n\nclass Rows(data.Dataset):\n    def __getitem__(self, i):\n"
        "        return self.rows[i].cuda()  # expect: TEF707\n"
    ),
}

NO_WORKERS = "\n\nloader = DataLoader(Rows([1]), batch_size=4)\n"

LEAVE: dict[str, str] = {
    "the CPU in one class, a GPU in another": OTHER + rows(MOVED, init='rows, device="cpu"', given=KEPT),
    "the CPU for the one that is made": OTHER
    + rows(MOVED, init="rows, device", given=KEPT)
    + '\n\nloader = DataLoader(Rows([1], "cpu"), num_workers=4)\n',
    "the CPU for the one that is made by name": OTHER
    + rows(MOVED, init='rows, device="cuda"', given=KEPT)
    + '\n\nhost = torch.device("cpu")\nloader = DataLoader(Rows([1], device=host), num_workers=4)\n',
    "the CPU where nothing is given": OTHER
    + rows(MOVED, init="rows, device=None", given='self.device = device or torch.device("cpu")'),
    "the CPU as an attribute of the class": OTHER
    + "class Rows(Dataset):\n    device = 'cpu'\n\n    def __getitem__(self, index):\n"
    + "        return torch.tensor(index).to(self.device)\n",
    "the CPU in a base": OTHER
    + "class Base(Dataset):\n    def __init__(self):\n        self.device = torch.device('cpu')\n\n\n"
    + "class Rows(Base):\n    def __getitem__(self, index):\n        return torch.tensor(index).to(self.device)\n",
    "the CPU around a collate function": "def other():\n    device = torch.device('cuda')\n    return device\n\n\n"
    "def load(rows):\n    device = torch.device('cpu')\n\n    def joined(batch):\n"
    "        return torch.stack(batch).to(device)\n\n    return DataLoader(rows, num_workers=2, collate_fn=joined)\n",
    "no workers": rows(CUDA) + NO_WORKERS,
    "zero workers": rows(CUDA) + "\n\nloader = DataLoader(Rows([1]), num_workers=0)\n",
    "two loaders without": rows(CUDA)
    + "\n\ntrain = DataLoader(Rows([1]))\ntest = DataLoader(Rows([2]), shuffle=True)\n",
    "spawned": rows(CUDA) + '\n\nloader = DataLoader(Rows([1]), num_workers=2, multiprocessing_context="spawn")\n',
    "all are spawned": 'torch.multiprocessing.set_start_method("spawn")\n\n\n' + rows(CUDA),
    "it asks whether it is in a worker": rows(
        "x = torch.tensor(self.rows[index])",
        "if torch.utils.data.get_worker_info() is None:",
        "    x = x.cuda()",
        "return x",
    ),
    "it chooses the device by that": rows(
        "info = torch.utils.data.get_worker_info()",
        'device = "cuda" if info is None else "cpu"',
        "return torch.tensor(self.rows[index]).to(device)",
    ),
    "it leaves before in a worker": rows(
        "x = torch.tensor(self.rows[index])",
        "if torch.utils.data.get_worker_info() is not None:",
        "    return x",
        "return x.cuda()",
    ),
    "a helper that runs itself, on what it is told": """\
def to_device(batch, dev):
    if isinstance(batch, (list, tuple)):
        return [to_device(one, dev) for one in batch]
    return batch.to(dev, non_blocking=True)


def at_most_one(batch, dev):
    if isinstance(batch, (list, tuple)):
        return [at_most_one(one, "cpu") for one in batch]
    return batch.to(dev, non_blocking=True)


def bound(batch, dev):
    if isinstance(batch, (list, tuple)):
        return [bound(one, dev) for one in batch]
    dev = batch.device
    return batch.to(dev, non_blocking=True)


def joined(batch):
    return to_device(batch, "cpu"), at_most_one(batch, "cuda"), bound(batch, "cuda")


def read(batch):
    return to_device(batch, "cuda")


loader = DataLoader([1, 2], num_workers=2, collate_fn=joined)
""",
    "a helper asks whether it is in a worker": "def works():\n"
    "    return torch.utils.data.get_worker_info() is not None\n\n\n"
    + rows("x = torch.tensor(self.rows[index])", "return x if works() else x.cuda()"),
    "it asked before": "from torch.utils.data import get_worker_info\n\n\n"
    + rows(
        "self.alone = get_worker_info() is None",
        "return self.read(index)",
        after="\n    def read(self, index):\n        x = torch.tensor(self.rows[index])\n"
        "        return x.cuda() if self.alone else x\n",
    ),
    "in the beginning": rows("return self.data[index]", given="self.data = torch.tensor(rows).cuda()"),
    "in the loop": rows("return torch.tensor(self.rows[index])")
    + "\n\nfor batch in DataLoader(Rows([1]), num_workers=2):\n    batch = batch.cuda()\n",
    "in the loop of a function": rows("return torch.tensor(self.rows[index])")
    + "\n\ndef train(model, loader):\n    for batch in loader:\n        model(batch.cuda())\n",
    "another method": rows(
        "return torch.tensor(self.rows[index])",
        after="\n    def to_gpu(self):\n        self.data = torch.tensor(self.rows).cuda()\n",
    ),
    "to the CPU": rows('return torch.tensor(self.rows[index]).to("cpu")'),
    "to a dtype": rows("return torch.tensor(self.rows[index]).to(torch.float16)"),
    "to a device that is not known": rows(
        "return torch.tensor(self.rows[index]).to(self.device)", init="rows, device", given="self.device = device"
    ),
    "to a device on the CPU by default": rows(
        "return torch.tensor(self.rows[index]).to(self.device)",
        init='rows, device="cpu"',
        given="self.device = device",
    ),
    "the device of another tensor": CHOICE + rows("x = self.rows[index]", "return torch.ones(3).to(x.device)"),
    "made where another is": CHOICE + rows("x = self.rows[index]", "return torch.ones(3, device=x.device)"),
    "a question": rows("assert not torch.cuda.is_available()", "return torch.tensor(self.rows[index])"),
    "a collate function without workers": collate(
        "return torch.stack(batch).cuda()", loader="loader = DataLoader([1, 2], collate_fn=joined)"
    ),
    "a collate function by its name without workers": collate(
        "return torch.stack(batch).cuda()",
        loader="loader = DataLoader([1, 2], collate_fn=collate_fn)",
        name="collate_fn",
    ),
    "a collate function on the CPU": collate(
        "return torch.stack(batch)", loader="loader = DataLoader([1, 2], num_workers=2, collate_fn=joined)"
    ),
    "a lambda without workers": "loader = DataLoader([1, 2], collate_fn=lambda rows: torch.stack(rows).cuda())\n",
    "a dataset that reads a loader": "class Moved(IterableDataset):\n    def __init__(self, loader):\n"
    "        self.loader = loader\n\n    def __iter__(self):\n        for batch in self.loader:\n"
    "            yield batch.cuda()\n",
    "no dataset": "class Moved:\n    def __getitem__(self, index):\n        return self.rows[index].cuda()\n",
    "no dataset, but an iterator": "class Moved:\n    def __iter__(self):\n        for batch in self.batches:\n"
    "            yield batch.cuda()\n",
    "a helper of the loop": "def moved(x):\n    return x.cuda()\n\n\n"
    + rows("return torch.tensor(self.rows[index])")
    + "\n\nfor batch in DataLoader(Rows([1]), num_workers=2):\n    batch = moved(batch)\n",
    "a test": rows("return self.rows[index]")
    + "\n\ndef test_rows():\n    class Moved(Dataset):\n        def __getitem__(self, index):\n"
    "            return index\n\n    assert Moved()[0] == 0\n",
}
