"""TEF402 tensor-from-fresh-ndarray: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import numpy as np
import torch
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "random numbers": """\
x = torch.tensor(np.random.normal(0, 1, size=(100, 1)))  # expect: TEF402 "copies a new float64 array"
""",
    "the size by place": """\
def noise(n: int):
    a = torch.tensor(np.random.uniform(-1, 1, (n, 2)))  # expect: TEF402 "use torch.from_numpy"
    b = torch.tensor(np.random.randint(0, 10, n))  # expect: TEF402
    c = torch.tensor(np.random.choice(n, 5, replace=False))  # expect: TEF402
    return a, b, c
""",
    "the parameters of a curve fit": """\
def samples():
    x = torch.tensor(np.random.rand(100) * 20 - 10)  # expect: TEF402
    y = torch.tensor(5 * np.random.randn(100, 1) + 3).float()  # expect: TEF402
    return x, y
""",
    "a generator": """\
rng = np.random.default_rng(0)
x = torch.tensor(rng.normal(size=(10, 3)))  # expect: TEF402
y = torch.tensor(np.random.RandomState(1).randn(10))  # expect: TEF402
""",
    "a number for each mean": """\
x = torch.tensor(np.random.normal([3, 5]))  # expect: TEF402 "copies a new float64 array"
y = torch.tensor(np.random.poisson(lam=np.ones(3)))  # expect: TEF402
""",
    "a generator that is passed in": """\
def noise(rng: np.random.Generator, n: int):
    return torch.tensor(rng.standard_normal(n), requires_grad=True)  # expect: TEF402
""",
    "a list becomes an array first": """\
def labels(batch):
    return torch.tensor(np.array([item["label"] for item in batch])).long()  # expect: TEF402
""",
    "a picture": Whole("""\
import numpy as np
import torch
from PIL import Image


def load(path: str):
    return torch.tensor(np.array(Image.open(path)) / 255.0).permute(2, 0, 1)  # expect: TEF402
"""),
    "an annotated array that is converted": """\
def to_tensor(image: np.ndarray):
    image = image.transpose(2, 0, 1)
    return torch.tensor(image.astype(np.float32))  # expect: TEF402
""",
    "an annotated array in arithmetic": """\
def to_tensor(image: np.ndarray, mean: np.ndarray, std: np.ndarray):
    return torch.tensor((image - mean) / std)  # expect: TEF402
""",
    "a view of a new array": """\
def grid(n: int):
    a = torch.tensor(np.arange(12).reshape(3, 4))  # expect: TEF402
    b = torch.tensor(np.linspace(-1, 1, n)[:, None])  # expect: TEF402
    c = torch.tensor(np.random.permutation(n)[:5])  # expect: TEF402
    d = torch.tensor(np.eye(3).T)  # expect: TEF402
    return a, b, c, d
""",
    "stacked samples in a collate function": """\
def collate(batch):
    images, labels = zip(*batch)
    return torch.tensor(np.stack(images)), torch.tensor(np.concatenate(labels))  # expect: TEF402 # expect: TEF402
""",
    "indices of a condition": """\
def positions(mask: np.ndarray):
    return torch.tensor(np.where(mask > 0)[0]), torch.tensor(np.argsort(mask))  # expect: TEF402 # expect: TEF402
""",
    "an array from a file, and on to the device": """\
def load(path, device):
    return torch.tensor(np.load(path)).to(device)  # expect: TEF402
""",
    "the dtype that the array has": """\
def rows(xs):
    a = torch.tensor(np.stack(xs).astype(np.float32), dtype=torch.float32)  # expect: TEF402 "array that nothing"
    b = torch.tensor(np.zeros((3, 2), dtype="float32"), dtype=torch.float)  # expect: TEF402
    c = torch.tensor(np.linspace(0, 1, 5), dtype=torch.float64)  # expect: TEF402
    return a, b, c
""",
    "the CPU by name": """\
def rows(xs):
    return torch.tensor(np.stack(xs), device="cpu")  # expect: TEF402 "use torch.from_numpy(np.stack(xs))"
""",
    "other names": Whole("""\
import numpy
import torch as th
from numpy import linspace, random as npr
from torch import tensor

a = th.tensor(numpy.zeros((2, 3)))  # expect: TEF402 "use th.from_numpy(numpy.zeros((2, 3)))"
b = tensor(linspace(0, 1, 5))  # expect: TEF402
c = tensor(data=npr.randn(5), requires_grad=True)  # expect: TEF402
"""),
    "a parameter of a module": """\
class Core(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.core = nn.Parameter(torch.tensor(np.random.uniform(-1, 1, (dim, dim))))  # expect: TEF402
        self.register_buffer("order", torch.tensor(np.arange(dim)))  # expect: TEF402
""",
    "an item of a dataset": Whole("""\
import numpy as np
import torch
from torch.utils.data import Dataset


class Signals(Dataset):
    def __init__(self, paths, noise=0.1):
        self.paths = paths
        self.noise = noise

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        signal = np.load(self.paths[index])
        signal = signal + self.noise * np.random.randn(*signal.shape)
        padded = np.pad(signal, (0, 10))
        return torch.tensor(np.pad(padded, (0, 10))).float()  # expect: TEF402
"""),
    "a copy of what a tensor gave": """\
def frozen(x: Tensor):
    return torch.tensor(x.detach().cpu().numpy().copy())  # expect: TEF402
""",
    "a transposed and converted picture": """\
def to_tensor(image):
    array = np.array(image)
    return torch.tensor(np.transpose(array, (2, 0, 1)).astype(np.float32) / 255)  # expect: TEF402
""",
    "entry by entry": """\
def features(t: np.ndarray):
    return torch.tensor(np.sin(2 * np.pi * t)), torch.tensor(-np.exp(t))  # expect: TEF402 # expect: TEF402
""",
    "windows, spectra and differences": """\
def features(signal, n: int):
    a = torch.tensor(np.diff(signal, axis=0))  # expect: TEF402
    b = torch.tensor(np.fft.rfft(signal * 2))  # expect: TEF402
    c = torch.tensor(np.hanning(n) * 2)  # expect: TEF402 "copies a new float64 array"
    d = torch.tensor(np.gradient(signal, axis=-1))  # expect: TEF402
    e = torch.tensor(np.linalg.inv(signal)), torch.tensor(np.convolve(signal, c))  # expect: TEF402 # expect: TEF402
    return a, b, c, d, e, torch.tensor(np.radians(np.arange(n)))  # expect: TEF402
""",
    "a lambda": """\
to_tensor = lambda rows: torch.tensor(np.vstack(rows))  # expect: TEF402
""",
    "in a test": """\
def test_mean():
    x = torch.tensor(np.random.rand(3))  # expect: TEF402
    assert x.mean() < 1
""",
}

LEAVE: dict[str, str] = {
    "one array for each dim, and functions that may give a number": """\
def features(signal, x):
    a, b = torch.tensor(np.gradient(signal)), torch.tensor(np.corrcoef(signal))
    return a, b, torch.tensor(np.radians(x)), torch.tensor(np.interp(x, [0, 1], [0, 2]))
""",
    "a named array": """\
def copied(n: int):
    rows = np.zeros((n, 3))
    x = torch.tensor(rows)
    rows[0] = 1
    return x
""",
    "a view of a named array": """\
def turned(rows: np.ndarray):
    return torch.tensor(rows.T), torch.tensor(rows.reshape(-1)), torch.tensor(np.expand_dims(rows, 0))
""",
    "an array on self": """\
class Data:
    def __init__(self, n: int):
        self.rows = np.zeros((n, 3))

    def tensor(self):
        return torch.tensor(self.rows), torch.tensor(self.rows[:2])
""",
    "a number of NumPy's": """\
def scalars(a: np.ndarray, n: int):
    return torch.tensor(np.mean(a)), torch.tensor(np.log(n)), torch.tensor(np.float32(0.5)), torch.tensor(a.max() / 2)
""",
    "one random number": """\
a = torch.tensor(np.random.normal(0, 1))
b = torch.tensor(np.random.rand())
c = torch.tensor(np.random.randint(10))
d = torch.tensor(np.random.choice(5))
e = torch.tensor(np.random.choice([3, 5]))
""",
    "a dtype that is not the array's": """\
def rows(xs):
    a = torch.tensor(np.zeros(3), dtype=torch.float32)
    b = torch.tensor(np.stack(xs), dtype=torch.float32)
    c = torch.tensor(np.array(xs), dtype=torch.long)
    return a, b, c
""",
    "another device": """\
def rows(xs, device):
    return torch.tensor(np.stack(xs), device=device), torch.tensor(np.zeros(3), device="cuda")
""",
    "an item": """\
def first(rows: np.ndarray, xs):
    return torch.tensor(rows[0]), torch.tensor(rows[0, 1] * 2), torch.tensor(np.array(xs)[0])
""",
    "what shares memory": """\
def rows(xs):
    return torch.as_tensor(np.zeros(3)), torch.from_numpy(np.ones(3)), torch.tensor(np.asarray(xs))
""",
    "a copy that is not made": """\
def rows(xs, a: np.ndarray):
    return torch.tensor(np.array(xs, copy=False)), torch.tensor(a.astype(np.float32, copy=False))
""",
    "a mapped file": """\
x = torch.tensor(np.load("rows.npy", mmap_mode="r"))
""",
    "an array of a function of the file": """\
CACHE = {}


def made(n: int):
    if n not in CACHE:
        CACHE[n] = np.zeros(n)
    return CACHE[n]


x = torch.tensor(made(3))
""",
    "what nobody knows": """\
def rows(frame, xs):
    return torch.tensor(frame.values), torch.tensor(xs), torch.tensor(xs / 2), torch.tensor(frame.to_numpy())
""",
    "lists and numbers": """\
def rows(n: int):
    return torch.tensor([1.0, 2.0]), torch.tensor(n * 2), torch.tensor([[n, n + 1], [0, 1]])
""",
    "an array of a tensor": """\
def again(x: Tensor):
    return torch.tensor(x.detach().cpu().numpy())
""",
    "the device of another tensor": """\
def rows(x: Tensor):
    x = x.relu()
    return x.new_tensor(np.zeros(3))
""",
    "a product of two vectors": """\
def product(a: np.ndarray, b: np.ndarray):
    return torch.tensor(np.dot(a, b))
""",
    "keywords that nobody knows": """\
def rows(xs, **options):
    return torch.tensor(np.stack(xs), **options)
""",
    "a size that may be missing": """\
x = torch.tensor(np.random.normal(0.0, 1.0, None))
""",
    "an array written in a walrus": """\
x = torch.tensor(rows := np.zeros(3))
rows[0] = 1
""",
    "on CUDA by context": """\
with torch.device("cuda"):
    x = torch.tensor(np.zeros(3))
""",
    "another library of that name": Whole("""\
import jax.numpy as np
import torch

x = torch.tensor(np.zeros(3))
"""),
    "a frame": Whole("""\
import pandas as pd
import torch


def labels(frame: pd.DataFrame):
    return torch.tensor(frame["label"].astype("int64").values)
"""),
    "a default of the program": """\
torch.set_default_device("cuda")
x = torch.tensor(np.zeros(3))
""",
}
