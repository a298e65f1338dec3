"""TEF703 missing-self: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
from torch import Tensor, nn
from torch.utils.data import Dataset


"""

ITEM = "    def __getitem__(self, index):\n        return self.rows[index]\n"

FLAG: dict[str, str] = {
    "a dataset": "class Rows(Dataset):\n"
    '    def __init__(path):  # expect: TEF703 "Rows.__init__ uses self, which it does not take; make self its first"\n'
    "        self.rows = open(path).readlines()\n\n" + ITEM,
    "no parameter at all": "class Rows(Dataset):\n" + ITEM + "    def __len__():  # expect: TEF703\n"
    "        return len(self.rows)\n",
    "a module": "class Net(nn.Module):\n    def forward(x):  # expect: TEF703\n        return self.fc(x)\n",
    "only an attribute is set": "class Net(nn.Module):\n    def freeze(flag):  # expect: TEF703\n"
    "        self.frozen = flag\n",
    "another class": "class Trainer:\n    def fit(loader):  # expect: TEF703\n        for x in loader:\n"
    "            self.step(x)\n",
    "misspelled": "class Net(nn.Module):\n"
    '    def forward(slef, x):  # expect: TEF703 "name its first parameter self"\n        return self.fc(x)\n',
    "in a nested function": "class Net(nn.Module):\n    def forward(x):  # expect: TEF703\n        def run(y):\n"
    "            return self.fc(y)\n        return run(x)\n",
    "in a comprehension": "class Net(nn.Module):\n    def forward(x):  # expect: TEF703\n"
    "        return [fc(x) for fc in self.layers]\n",
    "a class in a function": "def build(width):\n    class Net(nn.Module):\n"
    "        def forward(x):  # expect: TEF703\n            return self.fc(x)\n    return Net()\n",
    "a plain function": 'def read(path):  # expect: TEF703 "pass it what it needs"\n'
    "    with open(self.path) as file:\n        return torch.tensor([float(line) for line in file])\n",
    "a generator": "def rows(path):  # expect: TEF703\n    for row in self.rows:\n        yield torch.tensor(row)\n",
    "a lambda in a function": "def scale(xs):  # expect: TEF703\n    return map(lambda x: self.weight * x, xs)\n",
    "a function in a function": "def build(n):\n    def run(x):  # expect: TEF703\n        return self.fc(x)\n"
    "    return run\n",
    "decorated": "class Net(nn.Module):\n    @torch.no_grad()\n    def predict(x):  # expect: TEF703\n"
    "        return self.fc(x)\n",
    "a property": "class Rows(Dataset):\n" + ITEM + "    @property\n    def size():  # expect: TEF703\n"
    "        return len(self.rows)\n",
    "asynchronous": Whole(
        "import torch\n\nclass Client:\n    async def ask(x):  # expect: TEF703\n        return await self.send(x)\n"
    ),
}

LEAVE: dict[str, str] = {
    "self is there": "class Rows(Dataset):\n    def __init__(self, rows):\n        self.rows = rows\n\n" + ITEM,
    "by another name throughout": "class Net(nn.Module):\n    def forward(this, x):\n        return this.fc(x)\n",
    "a function in a method": "class Net(nn.Module):\n    def forward(self, x):\n        def run(y):\n"
    "            return self.fc(y)\n        return run(x)\n",
    "a class in a method": "class Net(nn.Module):\n    def build(self):\n        class Part(nn.Module):\n"
    "            def forward(part, x):\n                return self.fc(x)\n        return Part()\n",
    "a lambda in a method": "class Net(nn.Module):\n    def run(self, xs):\n"
    "        return map(lambda x: self.w + x, xs)\n",
    "out of the arguments": "class Net(nn.Module):\n    def forward(*args):\n        self, x = args\n"
    "        return self.fc(x)\n",
    "out of the first argument": "class Net(nn.Module):\n    def forward(*args):\n        self = args[0]\n"
    "        return self.fc(args[1])\n",
    "a static method": "class Net(nn.Module):\n    @staticmethod\n    def scale(x):\n        return x * 2\n",
    "a class method that makes it": "class Net(nn.Module):\n    @classmethod\n    def load(cls, path):\n"
    "        self = cls()\n        self.load_state_dict(torch.load(path))\n        return self\n",
    "new": "class Rows(Dataset):\n" + ITEM + "    def __new__(cls, rows):\n        self = super().__new__(cls)\n"
    "        self.rows = rows\n        return self\n",
    "a function that takes self": "def forward(self, x):\n    return self.fc(x)\n\nNet.forward = forward\n",
    "only by keyword": "class Net(nn.Module):\n    def forward(*, self, x):\n        return self.fc(x)\n",
    "bound for the module": "self = nn.Linear(2, 2)\n\ndef run(x):\n    return self(x)\n",
    "bound in the function around": "def build(net):\n    self = net\n\n    def run(x):\n        return self.fc(x)\n"
    "    return run\n",
    "global": "def start():\n    global self\n    self = nn.Linear(2, 2)\n    return self\n",
    "a test of this very error": "def run(x):\n    try:\n        return self.fc(x)\n    except NameError:\n"
    "        return x\n",
    "in a loop": "def collect(nets, x):\n    for self in nets:\n        x = self.fc(x)\n    return x\n",
}
