"""TEF702 index-ignored: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import glob
import random
import secrets
import numpy as np
import torch
from PIL import Image
from torch.utils.data import DataLoader, Dataset, TensorDataset


"""

EXPECT = "  # expect: TEF702"
TENTATIVE = "  # expect: TEF702?"


def rows(
    *body: str,
    init: tuple[str, ...] = ("self.paths = paths",),
    length: str | None = "len(self.paths)",
    given: str = "self, index",
    expect: str = "",
    name: str = "Rows",
    base: str = "Dataset",
) -> str:
    """A dataset with this ``__getitem__``."""
    lines = [f"class {name}({base}):", "    def __init__(self, paths, transform=None, n=100):"]
    lines += [f"        {line}" for line in init]
    if length is not None:
        lines += ["", "    def __len__(self):", f"        return {length}"]
    lines += ["", f"    def __getitem__({given}):{expect}", *(f"        {line}" for line in body)]
    return "\n".join(lines) + "\n"


FLAG: dict[str, str] = {
    "an item at random": rows(
        "return Image.open(random.choice(self.paths))",
        expect=EXPECT + ' "Rows.__getitem__ never reads index: by random.choice(self.paths) some items come again"',
    ),
    "in steps": rows(
        "path = random.choice(self.paths)",
        "image = Image.open(path)",
        "if self.transform:",
        "    image = self.transform(image)",
        "return image",
        init=("self.paths = paths", "self.transform = transform"),
        expect=EXPECT,
    ),
    "no index": rows(
        "return random.choice(self.paths)",
        given="self",
        expect=EXPECT + ' "Rows.__getitem__ takes no index, so that reading an item raises TypeError"',
    ),
    "no index, of a name that is not called": "class Rows(Dataset):  # expect: TEF701\n    def __init__(self, paths):\n"
    "        self.paths = paths\n\n    def __len__(self):\n        return len(self.paths)\n\n"
    "    def __item__(self):  # expect: TEF702\n        return random.choice(self.paths)\n",
    "no index, and nothing at random": rows("return self.paths[0]", given="self", expect=EXPECT),
    "a number below the length": rows("return self.paths[random.randint(0, len(self) - 1)]", expect=EXPECT),
    "a number below the number of items": rows("return self.paths[random.randrange(len(self.paths))]", expect=EXPECT),
    "a number of torch": rows("return self.paths[torch.randint(0, len(self.paths), (1,)).item()]", expect=EXPECT),
    "a number of torch without dims": rows("return self.paths[torch.randint(len(self.paths), ())]", expect=EXPECT),
    "a number of NumPy": rows("return self.paths[np.random.randint(len(self.paths))]", expect=EXPECT),
    "an index of NumPy": rows("return self.paths[np.random.choice(len(self.paths))]", expect=EXPECT),
    "an item of NumPy": rows("return Image.open(np.random.choice(self.paths))", expect=EXPECT),
    "of a range": rows("return self.paths[random.choice(range(len(self.paths)))]", expect=EXPECT),
    "a secret": rows("return self.paths[secrets.randbelow(len(self.paths))]", expect=EXPECT),
    "a fraction": rows("return self.paths[int(random.random() * len(self.paths))]", expect=EXPECT),
    "a generator of its own": rows(
        "return self.rng.choice(self.paths)",
        init=("self.paths = paths", "self.rng = random.Random(0)"),
        expect=EXPECT,
    ),
    "a generator of NumPy": rows(
        "return self.paths[self.rng.integers(len(self.paths))]",
        init=("self.paths = paths", "self.rng = np.random.default_rng(0)"),
        expect=EXPECT,
    ),
    "the index is overwritten": rows(
        "index = random.randint(0, len(self) - 1)", "return self.paths[index]", expect=EXPECT
    ),
    "a number with a name": rows(
        "i = np.random.randint(0, len(self.paths))",
        "return self.paths[i], self.labels[i]",
        init=("self.paths = paths", "self.labels = transform"),
        expect=EXPECT,
    ),
    "a count on self": rows(
        "return random.choice(self.paths)",
        init=("self.paths = paths", "self.count = len(paths)"),
        length="self.count",
        expect=EXPECT,
    ),
    "below a count on self": rows(
        "return self.paths[np.random.randint(self.count)]",
        init=("self.paths = list(paths)", "self.count = len(self.paths)"),
        expect=EXPECT,
    ),
    "rows of a tensor": rows(
        "return self.data[torch.randint(self.data.shape[0], (1,))]",
        init=("self.data = torch.tensor(paths)",),
        length="self.data.shape[0]",
        expect=EXPECT,
    ),
    "rows of a tensor by size": rows(
        "return self.data[torch.randint(self.data.size(0), (1,)).item()]",
        init=("self.data = torch.tensor(paths)",),
        length="self.data.size(0)",
        expect=EXPECT,
    ),
    "rows of a table": rows(
        "return self.frame.iloc[random.randint(0, len(self.frame) - 1)]",
        init=("self.frame = paths",),
        length="len(self.frame)",
        expect=EXPECT,
    ),
    "a dataset in it": rows(
        "return self.dataset[random.randint(0, len(self.dataset) - 1)]",
        init=("self.dataset = paths",),
        length="len(self.dataset)",
        expect=EXPECT,
    ),
    "by a method of its own": rows("return self.pick()", expect=EXPECT).rstrip("\n")
    + "\n\n    def pick(self):\n        return random.choice(self.paths)\n",
    "until one can be read": rows(
        "while True:",
        "    try:",
        "        return Image.open(random.choice(self.paths))",
        "    except OSError:",
        "        continue",
        expect=EXPECT,
    ),
    "augmented at random": rows(
        "image = Image.open(random.choice(self.paths))",
        "angle = random.choice((0, 90, 180))",
        "return image.rotate(angle)",
        expect=EXPECT,
    ),
    "one name for another": rows("return self.paths[idx]", expect=EXPECT + ' "by self.paths[idx] some items"'),
    "with annotations": rows("return random.choice(self.paths)", given="self, idx: int", expect=EXPECT),
    "of a type": rows("return random.choice(self.paths)", base="Dataset[str]", expect=EXPECT),
    "under another name": Whole(
        "from random import choice\nimport torch.utils.data as data\n\nclass Rows(data.Dataset):\n"
        "    def __init__(self, paths):\n        self.paths = paths\n    def __len__(self):\n"
        "        return len(self.paths)\n    def __getitem__(self, i):  # expect: TEF702\n"
        "        return choice(self.paths)\n"
    ),
    "with a loader": rows("return random.choice(self.paths)", expect=EXPECT)
    + "loader = DataLoader(Rows([1]), shuffle=True)\n",
    "that another class derives from": rows("return random.choice(self.paths)", expect=EXPECT)
    + "\n\nclass Loud(Rows):\n    pass\n\n\nrows = Rows([1])\n",
    "several at once": rows("return random.sample(self.paths, 2)", expect=TENTATIVE),
    "two at random": rows("return random.choice(self.paths), random.choice(self.paths)", expect=TENTATIVE),
    "the first": rows("return self.paths[0]", expect=TENTATIVE),
    "the next": rows("self.at += 1", "return self.paths[self.at]", expect=TENTATIVE),
    "an unknown length": rows("return random.choice(self.paths)", length=None, expect=TENTATIVE),
}

LEAVE: dict[str, str] = {
    "read": rows("return self.paths[index]"),
    "read by a method": rows("return self.load(index)"),
    "read in training only": rows(
        "if self.transform:",
        "    return random.choice(self.paths)",
        "return self.paths[index]",
        init=("self.paths = paths", "self.transform = transform"),
    ),
    "another one where the file is broken": rows(
        "try:",
        "    return Image.open(self.paths[index])",
        "except OSError:",
        "    return self[random.randint(0, len(self) - 1)]",
    ),
    "a pair": rows("return self.paths[index], random.choice(self.paths)"),
    "a triplet": rows(
        "anchor = self.paths[index]",
        "positive = random.choice(self.paths)",
        "negative = random.choice(self.paths)",
        "return anchor, positive, negative",
    ),
    "mixup": rows(
        "other = random.randint(0, len(self.paths) - 1)",
        "return 0.5 * self.paths[index] + 0.5 * self.paths[other]",
    ),
    "a seed of the index": rows("rng = random.Random(index)", "return rng.choice(self.paths)"),
    "modulo": rows("index = index % len(self.paths)", "return self.paths[index]"),
    "a default": rows("index = random.randrange(len(self)) if index is None else index", "return self.paths[index]"),
    "made up": rows("return torch.randn(3)", length="1000"),
    "made up by NumPy": rows("x = np.random.rand(3)", "return torch.from_numpy(x)", length="self.n"),
    "made up classes": rows("return torch.randn(3, 8, 8), torch.randint(0, 10, (1,)).item()", length="1000"),
    "a chosen length": rows("return random.choice(self.paths)", length="1000"),
    "a length that is given": rows(
        "return random.choice(self.paths)", init=("self.paths = paths", "self.n = n"), length="self.n"
    ),
    "so many per epoch": rows("return random.choice(self.paths)", length="len(self.paths) * 10"),
    "windows": rows(
        "start = torch.randint(0, len(self.paths) - 64, (1,)).item()",
        "return self.paths[start : start + 64]",
        length="len(self.paths) // 64",
    ),
    "windows of all": rows(
        "start = random.randint(0, len(self.paths) - 1)",
        "return self.paths[start : start + 64]",
    ),
    "by class": rows(
        "label = random.choice(self.labels)",
        "return random.choice(self.by_label[label]), label",
        init=("self.paths = paths", "self.labels = transform", "self.by_label = n"),
    ),
    "with weights": rows(
        "return random.choices(self.paths, weights=self.weights)[0]",
        init=("self.paths = paths", "self.weights = n"),
    ),
    "with probabilities": rows(
        "return self.paths[np.random.choice(len(self.paths), p=self.weights)]",
        init=("self.paths = paths", "self.weights = n"),
    ),
    "an underscore": rows("return random.choice(self.paths)", given="self, _"),
    "a name with an underscore": rows("return random.choice(self.paths)", given="self, _index"),
    "unused by its name": rows("return random.choice(self.paths)", given="self, unused_index"),
    "deleted": rows("del index", "return random.choice(self.paths)"),
    "any arguments": rows("return random.choice(self.paths)", given="self, *args"),
    "all local variables": rows("return read(**locals())"),
    "a buffer for replay": rows("return random.choice(self.paths)", name="ReplayBuffer"),
    "it gets more": rows("return random.choice(self.paths)").rstrip("\n")
    + "\n\n    def append(self, path):\n        self.paths.append(path)\n",
    "random by its name": rows("return random.choice(self.paths)", name="RandomRows"),
    "abstract": rows("raise NotImplementedError", given="self"),
    "abstract with an index": rows("raise NotImplementedError"),
    "empty": rows("...", given="self"),
    "the next of an iterator": rows("return next(self.paths)", length="1000"),
    "one item for all": rows("return self.item", init=("self.item = paths",), length="1"),
    "no dataset": rows("return random.choice(self.paths)", base="object"),
    "a dataset of another package": "from datasets import Dataset as Table\n\n"
    + rows("return random.choice(self.paths)", base="Table"),
    "an iterable dataset": "class Rows(torch.utils.data.IterableDataset):\n    def __iter__(self):\n"
    "        while True:\n            yield torch.randn(3)\n\n"
    "    def __getitem__(self):\n        return torch.randn(3)\n",
    "missing self": "class Rows(Dataset):\n    def __init__(self, paths):\n        self.paths = paths\n\n"
    "    def __len__(self):\n        return len(self.paths)\n\n"
    "    def __getitem__(index):\n        return paths[index]\n",
    "an overload": "from typing import overload\n\n\nclass Rows(Dataset):\n    @overload\n"
    "    def __getitem__(self, index: int): ...\n\n"
    "    def __getitem__(self, index):\n        return self.rows[index]\n",
    "an attribute of the same name": rows("return self.paths[self.order[index]]"),
    "read in a comprehension": rows("return [path for i, path in enumerate(self.paths) if i == index]"),
    "read in a lambda": rows("return read(lambda: self.paths[index])"),
    "read in a text": rows('return Image.open(f"{index}.png")'),
    "another method without an index": rows("return self.paths[index]").rstrip("\n")
    + "\n\n    def get_item(self):\n        return random.choice(self.paths)\n",
}
