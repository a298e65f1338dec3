"""TEF706 unpinned-loader: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset, random_split

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = nn.Linear(3, 2).to(device)


"""

EXPECT = "  # expect: TEF706"
LOADER = "DataLoader(rows, batch_size=4, num_workers=2)"
MADE = f"loader = {LOADER}"


def loop(*body: str, over: str = "loader", target: str = "x, y", made: str = MADE, expect: str = "") -> str:
    """A loader, and a loop over it."""
    lines = "".join(f"    {line}\n" for line in body)
    return f"{made}{expect}\nfor {target} in {over}:\n{lines}"


def flagged(*body: str, over: str = "loader", target: str = "x, y", made: str = MADE) -> str:
    return loop(*body, over=over, target=target, made=made, expect=EXPECT)


FLAG: dict[str, str] = {
    "a device that may be a GPU": loop(
        "x, y = x.to(device), y.to(device)",
        expect=EXPECT + ' "x.to(device) first copies what this loader gives to pinned memory; pass pin_memory=True"',
    ),
    "cuda": flagged("x = x.cuda()"),
    "without waiting": flagged("x = x.cuda(non_blocking=True)"),
    "a GPU by its name": flagged('x = x.to("cuda:0")'),
    "a device by its name": flagged("model(x.to(device=device))"),
    "a whole batch": flagged("batch = batch.to(device)", target="batch"),
    "an entry": flagged('images = batch["image"].to(device)', target="batch"),
    "the first of two": flagged("x = batch[0].to(device)", target="batch"),
    "an attribute": flagged("x = batch.x.to(device)", target="batch"),
    "taken apart": flagged("x, y = batch", "x = x.to(device)", target="batch"),
    "an entry with a name": flagged('x = batch["image"]', "x = x.to(device)", target="batch"),
    "each tensor": flagged("x, y = [one.to(device) for one in batch]", target="batch"),
    "each entry": flagged("batch = {key: one.to(device) for key, one in batch.items()}", target="batch"),
    "numbered": flagged("x = x.to(device)", over="enumerate(loader)", target="step, (x, y)"),
    "with a bar": flagged("x = x.to(device)", over="tqdm(loader)", made="from tqdm import tqdm\n" + MADE),
    "with a numbered bar": flagged(
        "x = x.to(device)", over="tqdm(enumerate(loader))", target="step, (x, y)", made="from tqdm import tqdm\n" + MADE
    ),
    "in each epoch": f"{MADE}{EXPECT}\nfor epoch in range(3):\n    for x, y in loader:\n        x = x.to(device)\n",
    "in a function": f"def train(rows):\n    {MADE}{EXPECT}\n    for x, y in loader:\n        x = x.to(device)\n",
    "given to a function": "def train(data):\n    for x, y in data:\n        x = x.to(device)\n\n\n"
    + MADE
    + EXPECT
    + "\ntrain(loader)\n",
    "made where it is given": "def train(data, model):\n    for x, y in data:\n        x = x.to(device)\n\n\n"
    f"train({LOADER}, model){EXPECT}\n",
    "two loaders": "def train(data):\n    for x, y in data:\n        x = x.to(device)\n\n\n"
    f"one = {LOADER}{EXPECT}\ntwo = {LOADER}{EXPECT}\ntrain(one)\ntrain(data=two)\n",
    "an attribute of an object": "class Trainer:\n    def __init__(self, rows):\n"
    f"        self.loader = {LOADER}{EXPECT}\n\n    def fit(self):\n        for x, y in self.loader:\n"
    "            x = x.to(device)\n",
    "a method that is given the batch": "class Trainer:\n    def __init__(self, rows):\n"
    f"        self.valid = {LOADER}{EXPECT}\n\n    def step(self, batch):\n        x, y = batch\n"
    "        return model(x.to(device)) - y\n\n    def validate(self):\n"
    "        for number, batch in enumerate(self.valid):\n"
    "            self.step(batch)\n",
    "a function that is given an entry": "def loss(images):\n    return model(images.cuda())\n\n\n"
    + flagged('loss(images=batch["image"])', target="batch"),
    "a function of a function": "def moved(x):\n    return x.to(device)\n\n\ndef loss(x):\n    x = moved(x)\n"
    "    return model(x)\n\n\n" + flagged("loss(x)"),
    "a comprehension": f"{MADE}{EXPECT}\nscores = [model(x.to(device)) for x, y in loader]\n",
    "a sum": f"def total(rows):\n    {MADE}{EXPECT}\n    return sum(y.cuda().sum() for x, y in loader)\n",
    "so many workers": flagged("x = x.to(device)", made="loader = DataLoader(rows, num_workers=args.workers)"),
    "in the head of the loop": f"for x, y in {LOADER}:{EXPECT}\n    x = x.to(device)\n",
    "tensors": flagged(
        "x = x.to(device)", made="loader = DataLoader(TensorDataset(torch.ones(8), torch.ones(8)), num_workers=2)"
    ),
}

LEAVE: dict[str, str] = {
    "the CPU in a function, a GPU around it": f"def score(rows):\n    device = torch.device('cpu')\n    {MADE}\n"
    "    for x, y in loader:\n        x = x.to(device)\n",
    "the CPU by default, a GPU around it": f"def score(rows, device='cpu'):\n    {MADE}\n"
    "    for x, y in loader:\n        x = x.to(device)\n",
    "pinned": loop("x = x.to(device)", made="loader = DataLoader(rows, num_workers=2, pin_memory=True)"),
    "decided": loop("x = x.to(device)", made="loader = DataLoader(rows, num_workers=2, pin_memory=False)"),
    "pinned where there is a GPU": loop(
        "x = x.to(device)", made="loader = DataLoader(rows, num_workers=2, pin_memory=torch.cuda.is_available())"
    ),
    "by place": loop("x = x.to(device)", made="loader = DataLoader(rows, 4, True, None, None, 2, None, True)"),
    "an option": loop("x = x.to(device)", made="loader = DataLoader(rows, num_workers=2, pin_memory=args.pin)"),
    "other options": "def load(rows, **options):\n    for x, y in DataLoader(rows, num_workers=2, **options):\n"
    "        x = x.to(device)\n",
    "a dict of options": loop(
        "x = x.to(device)", made="options = dict(pin_memory=True)\nloader = DataLoader(rows, num_workers=2, **options)"
    ),
    "without workers": loop("x = x.to(device)", made="loader = DataLoader(rows)"),
    "with no workers": loop("x = x.to(device)", made="loader = DataLoader(rows, num_workers=0)"),
    "not moved": loop("model(x)"),
    "to the CPU": loop('x = x.to("cpu")'),
    "to a dtype": loop("x = x.to(torch.float16)"),
    "to MPS": loop('x = x.to("mps")'),
    "to a device that is not known": f"def train(rows, place):\n    {MADE}\n    for x, y in loader:\n"
    "        x = x.to(place)\n",
    "a device of the CPU": loop("x = x.to(host)", made='host = torch.device("cpu")\n' + MADE),
    "only the model": loop("model.to(device)"),
    "what is computed of it": loop("loss = model(x)", "loss = loss.to(device)"),
    "what is converted first": loop("x = x.float().to(device)"),
    "something else": loop("z = weights.cuda()"),
    "a function that moves something else": "def loss(x, scale):\n    return model(x) * scale.to(device)\n\n\n"
    + loop("loss(x, weights)"),
    "a function that is given what is computed": "def loss(x):\n    return x.to(device)\n\n\n" + loop("loss(model(x))"),
    "a function that moves it to the CPU": "def host(x):\n    return x.to('cpu')\n\n\n" + loop("host(x)"),
    "a function that converts it first": "def loss(x):\n    x = x.float()\n    return x.to(device)\n\n\n"
    + loop("loss(x)"),
    "a name that gets something else": loop("x = model(x)", "x = x.to(device)"),
    "a comprehension on the CPU": f"{MADE}\nscores = [model(x) for x, y in loader]\n",
    "a comprehension over another loader": f"{MADE}\nscores = [x.to(device) for x, y in other]\n",
    "another loader": loop("x = x.to(device)", over="other", made=f"other = load(rows)\n{MADE}"),
    "no loop": f"{MADE}\nprint(loader)\n",
    "after the loop": loop("model(x)") + "z = weights.cuda()\n",
    "a collate function that moves": "def joined(batch):\n    return torch.stack(batch).to(device)\n\n\n"
    + loop(
        "x = x.to(device)",
        made="loader = DataLoader(\n    rows, num_workers=2, multiprocessing_context='spawn', collate_fn=joined\n)",
    ),
    "tensors on the GPU": loop(
        "x = x.to(device)", made="loader = DataLoader(TensorDataset(a.to(device), b.cuda()), num_workers=workers)"
    ),
    "tensors on the GPU by their names": loop(
        "x = x.to(device)",
        made="a = a.to(device)\ndata = TensorDataset(a, a)\nloader = DataLoader(data, num_workers=workers)",
    ),
    "a part of tensors on the GPU": loop(
        "x = x.to(device)",
        made="a = a.to(device)\ntrain, test = random_split(TensorDataset(a), [4, 4])\n"
        "loader = DataLoader(train, num_workers=workers)",
    ),
    "a dataset on the GPU": "class Rows(Dataset):\n    def __init__(self, x):\n        self.x = x.cuda()\n\n"
    "    def __len__(self):\n        return 8\n\n    def __getitem__(self, index):\n        return self.x[index]\n\n\n"
    + loop("x = x.to(device)", made="loader = DataLoader(Rows(a), num_workers=workers)"),
    "a test": f"def test_loop():\n    {MADE}\n    for x, y in loader:\n        assert x.to(device).is_cuda\n",
    "a demonstration": f'if __name__ == "__main__":\n    {MADE}\n'
    "    for x, y in loader:\n        print(x.to(device))\n",
    "another package's loader": Whole(
        "import torch\nfrom timm.data import create_loader\n\nloader = create_loader(rows, num_workers=2)\n"
        "for x, y in loader:\n    x = x.cuda()\n"
    ),
    "another class of that name": Whole(
        "import torch\nfrom loaders import DataLoader\n\n"
        "for x, y in DataLoader(rows, num_workers=2):\n    x = x.cuda()\n"
    ),
    "a list of batches": Whole("import torch\n\nfor x in [torch.ones(2), torch.ones(3)]:\n    x = x.cuda()\n"),
}
