"""Small programs with the fact that inference must find: ``### title | expectation`` and then the program.

The fact is that of the name ``result``, or of ``here`` where the program assigns to that inside a function.  The
expectation starts with a kind (``tensor``, ``number``, ``sequence``, ..., ``not-tensor``); then follow, for a
tensor, ``[2,?,S]`` (its shape: ``?`` unknown, ``S`` symbolic), its dtype, device and flags; for a number its type
and value; for a sequence its type and ``len=``; for an array its dtype, ``temporary`` or ``held``, ``sized``.  ``rank=`` stands for a shape.  ``norank``, ``nodtype`` and
``nodevice`` say that inference must not claim to know.  Imports of torch, nn, F, numpy as np and Tensor stand in
front of every program unless its title starts with ``bare``; the program is run with torch as well, and the facts
compared with the real object, unless its title starts with ``unrun``.
"""

from __future__ import annotations

POSITIVE = r"""
### zeros | tensor [2,3] float32 cpu nograd temporary
result = torch.zeros(2, 3)

### tuple size | tensor [2,3] float32
result = torch.ones((2, 3))

### list size | tensor [4] float32
result = torch.randn([4])

### requires grad | tensor [3] grad leaf
result = torch.zeros(3, requires_grad=True)

### variable | tensor [3] nograd
w = torch.zeros(3, requires_grad=True)
result = torch.autograd.Variable(w * 2)

### variable that requires grad | tensor [3] grad leaf
result = torch.autograd.Variable(torch.zeros(3), requires_grad=True)

### explicit dtype | tensor [3] int64
result = torch.zeros(3, dtype=torch.long)

### alias of a dtype | tensor [3] float64
result = torch.zeros(3, dtype=torch.double)

### explicit device | tensor [3] cpu
result = torch.zeros(3, device="cpu")

### old constructor of a size | tensor [2,3] float32
result = torch.FloatTensor(torch.rand(2, 3).size())

### old constructor of a shape | tensor [2,3] float32
result = torch.Tensor(torch.rand(2, 3).shape)

### old constructor of a part of a shape | tensor [3] int64
result = torch.LongTensor(torch.rand(2, 3).shape[1:])

### old constructor of a shape as data | tensor [2] int64
result = torch.LongTensor(data=torch.rand(2, 3).size())

### old constructor of numbers | tensor [2] float32
result = torch.Tensor((2, 3))

### old constructor of a longer shape | tensor norank float32
result = torch.Tensor(torch.rand(2, 3).shape + (4,))

### unrun device with an index | tensor [3] cuda
result = torch.zeros(3, device="cuda:0")

### unrun device object | tensor [3] cuda
device = torch.device("cuda")
result = torch.zeros(3, device=device)

### full of an int | tensor [2] int64
result = torch.full((2,), 7)

### full of a float | tensor [2] float32
result = torch.full((2,), 7.0)

### arange of ints | tensor [5] int64
result = torch.arange(5)

### arange of floats | tensor [?] float32
result = torch.arange(0.0, 5.0)

### tensor of floats | tensor [3] float32
result = torch.tensor([1.0, 2.0, 3.0])

### tensor of ints | tensor [2,2] int64
result = torch.tensor([[1, 2], [3, 4]])

### tensor of bools | tensor [2] bool
result = torch.tensor([True, False])

### tensor of a scalar | tensor [] float32
result = torch.tensor(0.5)

### parameter of a module that may be moved | tensor nodevice parameter
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(3))


result = Head().weight

### buffer of a module that may be moved | tensor nodevice
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))


result = Head().mean

### cast by a legacy type | tensor float32 cpu
result = torch.arange(3).type(torch.FloatTensor)

### cast by the name of a legacy type | tensor int64 cpu
result = torch.rand(3).type("torch.LongTensor")

### cast by one of two legacy types | tensor nodtype nodevice
kind = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor
result = torch.rand(3).type(kind)

### device that two branches choose | device
if torch.cuda.is_available():
    result = torch.device("cuda")
else:
    result = torch.device("cpu")

### from numpy | tensor norank cpu nograd
result = torch.from_numpy(np.ones(3))

### like | tensor [2,3] float64
x = torch.zeros(2, 3, dtype=torch.float64)
result = torch.randn_like(x)

### new zeros | tensor [4] float64
x = torch.zeros(2, 3, dtype=torch.float64)
result = x.new_zeros(4)

### size from a shape | tensor [2,3] float32
x = torch.rand(2, 3)
result = torch.zeros(x.shape)

### rand from parts of a shape | tensor [3,2] float32
x = torch.rand(2, 3)
result = torch.rand(x.shape[1], x.size(0))

### elementwise | tensor [2,3] float32
result = torch.exp(torch.rand(2, 3))

### chain of methods | tensor [2,3] float32
result = torch.rand(2, 3).exp().log1p().clamp(min=0).sqrt()

### operators | tensor [2,3] float32
x = torch.rand(2, 3)
result = -(x * 2 + 1) / 3 - x ** 2

### broadcasting | tensor [2,3] float32
result = torch.rand(2, 1) + torch.rand(3)

### promotion of int and float | tensor [3] float32
result = torch.ones(3, dtype=torch.int64) * torch.ones(3)

### promotion by a Python float | tensor [3] float32
result = torch.ones(3, dtype=torch.int64) * 0.5

### true division of ints | tensor [3] float32
result = torch.arange(3) / 2

### floor division of ints | tensor [3] int64
result = torch.arange(3) // 2

### number on the left | tensor [3] float32
result = 1 - torch.rand(3)

### comparison | tensor [2,3] bool nograd
result = torch.rand(2, 3) > 0.5

### equality | tensor [3] bool
x = torch.arange(3)
result = x == x

### bitwise and of masks | tensor [3] bool
x = torch.rand(3)
result = (x > 0.1) & (x < 0.9)

### not of a mask | tensor [3] bool
result = ~(torch.rand(3) > 0.5)

### sum of everything | tensor [] float32
result = torch.rand(2, 3).sum()

### sum along a dim | tensor [2] float32
result = torch.rand(2, 3).sum(dim=1)

### sum keeping the dim | tensor [2,1] float32 explicit_one
result = torch.rand(2, 3).sum(1, keepdim=True)

### mean over dims | tensor [3] float32
result = torch.rand(2, 3, 4).mean(dim=(0, 2))

### sum of ints | tensor [] int64
result = torch.ones(3, dtype=torch.int32).sum()

### max with indices | tensor [2] int64 nograd
values, result = torch.rand(2, 3).max(dim=1)

### max by attribute | tensor [2] float32
result = torch.rand(2, 3).max(dim=1).values

### argmax | tensor [2] int64 nograd
result = torch.rand(2, 3).argmax(dim=-1)

### topk | tensor [2,2] int64
result = torch.rand(2, 3).topk(2).indices

### elementwise max of two | tensor [2,3] float32
x = torch.rand(2, 3)
result = torch.max(x, x * 2)

### norm | tensor [2] float32
result = torch.rand(2, 3).norm(dim=1)

### std | tensor [] float32
result = torch.rand(2, 3).std()

### std without Bessel's correction | tensor [] float32
result = torch.rand(2, 3).std(False)

### logsumexp | tensor [2] float32
result = torch.logsumexp(torch.rand(2, 3), dim=1)

### cumsum | tensor [2,3] float32
result = torch.rand(2, 3).cumsum(0)

### sort | tensor [2,3] int64
_, result = torch.sort(torch.rand(2, 3))

### int index | tensor [3] float32
result = torch.rand(2, 3)[0]

### slice | tensor [1,3] float32
result = torch.rand(2, 3)[:1]

### several indices | tensor [4] float32
result = torch.rand(2, 3, 4)[0, 1]

### ellipsis | tensor [2,3] float32
result = torch.rand(2, 3, 4)[..., 0]

### new axis | tensor [2,1,3] float32 explicit_one
result = torch.rand(2, 3)[:, None]

### mask index | tensor [?] float32
x = torch.rand(2, 3)
result = x[x > 0.5]

### list index | tensor [2,3] float32
result = torch.rand(5, 3)[[0, 1]]

### tensor index | tensor [4,3] float32
result = torch.rand(5, 3)[torch.tensor([0, 1, 2, 3])]

### step | tensor [3] float32
result = torch.rand(6)[::2]

### negative slice | tensor [5] float32
result = torch.rand(6)[:-1]

### gather | tensor [2,1] float32
x = torch.rand(2, 3)
result = x.gather(1, torch.zeros(2, 1, dtype=torch.int64))

### where | tensor [2,3] float32
x = torch.rand(2, 3)
result = torch.where(x > 0.5, x, 0.0)

### masked fill | tensor [2,3] float32
x = torch.rand(2, 3)
result = x.masked_fill(x > 0.5, float("-inf"))

### matmul | tensor [2,4] float32
result = torch.rand(2, 3) @ torch.rand(3, 4)

### matrix times vector | tensor [2] float32
result = torch.matmul(torch.rand(2, 3), torch.rand(3))

### batches of matrices | tensor [5,2,4] float32
result = torch.rand(5, 2, 3).matmul(torch.rand(3, 4))

### bmm | tensor [5,2,4] float32
result = torch.bmm(torch.rand(5, 2, 3), torch.rand(5, 3, 4))

### einsum | tensor [2,4] float32
result = torch.einsum("ij,jk->ik", torch.rand(2, 3), torch.rand(3, 4))

### outer | tensor [2,3] float32
result = torch.outer(torch.rand(2), torch.rand(3))

### transpose attribute | tensor [3,2] float32
result = torch.rand(2, 3).T

### mT | tensor [2,4,3] float32
result = torch.rand(2, 3, 4).mT

### permute | tensor [4,2,3] float32
result = torch.rand(2, 3, 4).permute(2, 0, 1)

### view with a minus one | tensor [2,12] float32
result = torch.rand(2, 3, 4).view(2, -1)

### reshape to a column | tensor [6,1] float32 explicit_one
result = torch.rand(6).reshape(-1, 1)

### flatten | tensor [2,12] float32
result = torch.rand(2, 3, 4).flatten(1)

### unsqueeze | tensor [1,3] float32 explicit_one
result = torch.rand(3).unsqueeze(0)

### squeeze of a known dim | tensor [3] float32
result = torch.rand(1, 3).squeeze(0)

### expand | tensor [4,3] float32
result = torch.rand(1, 3).expand(4, -1)

### repeat | tensor [4,3] float32
result = torch.rand(2, 3).repeat(2, 1)

### stack of a list | tensor [2,3] float32
result = torch.stack([torch.rand(3), torch.rand(3)])

### cat along a dim | tensor [2,7] float32
result = torch.cat([torch.rand(2, 3), torch.rand(2, 4)], dim=1)

### cat onto nothing | tensor [2,3] float32
result = torch.cat([torch.tensor([]), torch.rand(2, 3)])

### chunk | tensor [1,3] float32
first, second = torch.rand(2, 3).chunk(2)
result = second

### split with sizes | tensor [2,1] float32
first, result = torch.rand(2, 3).split([2, 1], dim=1)

### unbind | tensor [3] float32
first, result = torch.unbind(torch.rand(2, 3))

### F.linear | tensor [2,5] float32
result = F.linear(torch.rand(2, 3), torch.rand(5, 3))

### nn.Linear | tensor [2,5] float32 grad
layer = nn.Linear(3, 5)
result = layer(torch.rand(2, 3))

### nn.Conv2d | tensor [1,8,?,?] grad
result = nn.Conv2d(3, 8, 3)(torch.rand(1, 3, 9, 9))

### nn.Embedding | tensor [2,3,7] grad
result = nn.Embedding(10, 7)(torch.zeros(2, 3, dtype=torch.int64))

### nn.Sequential | tensor [2,5] float32 grad
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 5))
result = model(torch.rand(2, 3))

### nn.LSTM | tensor [2,4,6] grad
result, (hidden, cell) = nn.LSTM(3, 6, batch_first=True)(torch.rand(2, 4, 3))

### functional loss | tensor [] float32 loss
result = F.mse_loss(torch.rand(3), torch.rand(3))

### module loss | tensor [] float32 loss
criterion = nn.CrossEntropyLoss()
result = criterion(torch.rand(2, 3), torch.tensor([0, 2]))

### loss of a model carries a graph | tensor [] float32 loss grad
model = nn.Linear(3, 1)
result = F.mse_loss(model(torch.rand(2, 3)), torch.rand(2, 1))

### unreduced loss | tensor [2,3] float32 loss
result = F.mse_loss(torch.rand(2, 3), torch.rand(2, 3), reduction="none")

### sum of losses | tensor [] float32 loss
x = torch.rand(3)
result = F.mse_loss(x, x) + 0.5 * F.l1_loss(x, x)

### functional softmax | tensor [2,3] float32
result = F.softmax(torch.rand(2, 3), dim=1)

### module softmax | tensor [2,3] float32
result = nn.Softmax(dim=1)(torch.rand(2, 3))

### detach | tensor [3] nograd
result = torch.rand(3, requires_grad=True).detach()

### result of a leaf carries a graph | tensor [3] grad
result = torch.rand(3, requires_grad=True) * 2

### requires_grad_ | tensor [3] grad leaf
result = torch.rand(3).requires_grad_()

### attribute requires_grad | tensor [3] grad leaf
result = torch.rand(3)
result.requires_grad = True

### clone | tensor [3] grad
result = torch.rand(3, requires_grad=True).clone()

### ints carry no graph | tensor [3] int64 nograd
result = torch.rand(3, requires_grad=True).long()

### Parameter | tensor [3] grad leaf parameter
result = nn.Parameter(torch.zeros(3))

### to a dtype | tensor [3] float16
result = torch.rand(3).to(torch.float16)

### to a dtype by keyword | tensor [3] float64
result = torch.rand(3).to(dtype=torch.float64)

### unrun to a device | tensor [3] float32 cuda
result = torch.rand(3).to("cuda")

### unrun to a device and a dtype | tensor [3] float16 cuda
result = torch.rand(3).to("cuda", torch.float16)

### unrun to an unknown device | tensor [3] float32
import argparse

args = argparse.ArgumentParser().parse_args()
result = torch.rand(3).to(args.device)

### conversion method | tensor [3] float32
result = torch.arange(3).float()

### unrun cuda method | tensor [3] float32 cuda
result = torch.rand(3).cuda()

### data | tensor [3] nograd
result = torch.rand(3, requires_grad=True).data

### item | number float
result = torch.rand(3).sum().item()

### item of an int | number int
result = torch.arange(3).sum().item()

### float of a tensor | number float
result = float(torch.rand(()))

### tolist | sequence list
result = torch.rand(2, 3).tolist()

### to numpy | ndarray
result = torch.rand(3).numpy()

### dim | number int 2
result = torch.rand(2, 3).dim()

### ndim | number int 2
result = torch.rand(2, 3).ndim

### shape item | number int 3
result = torch.rand(2, 3).shape[1]

### size of a negative dim | number int 3
result = torch.rand(2, 3).size(-1)

### len of a tensor | number int 2
result = len(torch.rand(2, 3))

### len of a list | number int 3
result = len([1, 2, 3])

### unpacked shape | number int 3
rows, result = torch.rand(2, 3).shape

### unpacked size | number int 2
result, columns = torch.rand(2, 3).size()

### arithmetic on sizes | tensor [6] float32
rows, columns = torch.rand(2, 3).shape
result = torch.zeros(rows * columns)

### dtype | dtype
result = torch.rand(3).dtype

### device | device
result = torch.rand(3).device

### symbolic size | tensor [S] float32
def f(x: Tensor):
    n = x.size(0)
    here = torch.zeros(n)
    return here
f(torch.rand(3, 4))

### unpacking a shape gives the rank | tensor [S,S]
def f(x: Tensor):
    b, d = x.shape
    here = x + 1
    return here
f(torch.rand(3, 4))

### a column against a vector | tensor [S,1]
def f(x: Tensor):
    n = x.size(0)
    here = x.view(n, 1)
    return here
f(torch.rand(3))

### range over a size | number int
def f(x: Tensor):
    n = x.size(0)
    for i in range(n):
        here = i
    return here
f(torch.rand(3, 4))

### augmented assignment | tensor [3] float32
result = torch.rand(3)
result += 1

### augmented sum of losses | tensor [] float32 loss
x = torch.rand(3)
result = F.mse_loss(x, x)
result += F.l1_loss(x, x)

### augmented product with a tensor | tensor [2,3] float32
result = torch.rand(2, 3)
result *= torch.rand(3)

### swap | tensor [3] int64
a, b = torch.rand(2), torch.arange(3)
a, b = b, a
result = a

### nested unpacking | tensor [3]
(a, (result, c)) = (1, (torch.rand(3), 2))

### starred unpacking | tensor [3]
first, *rest = [torch.rand(3), torch.rand(3), torch.rand(3)]
result = rest[0]

### unpacking of a tensor | tensor [3]
a, result = torch.rand(2, 3)

### chained assignment | tensor [3]
a = result = torch.rand(3)

### walrus | tensor [3]
if (result := torch.rand(3)).sum() > 0:
    pass

### walrus in a call | tensor [3]
torch.sum(result := torch.rand(3))

### row of a tensor | tensor [3] float32
for row in torch.rand(2, 3):
    result = row

### rows by enumerate | tensor [3]
for i, row in enumerate(torch.rand(2, 3)):
    result = row

### rows by zip | tensor [4]
for a, b in zip(torch.rand(2, 3), torch.rand(2, 4)):
    result = b

### element of a list | tensor [3]
for x in [torch.rand(3), torch.rand(3)]:
    result = x

### list comprehension | tensor rank=2 float32
result = torch.stack([x * 2 for x in torch.rand(2, 3)])

### nested comprehension | tensor [] float32
result = [cell for row in torch.rand(2, 3) for cell in row][0]

### list that grows | tensor [?,3] float32
parts = []
for i in range(4):
    parts.append(torch.rand(3))
result = torch.stack(parts)

### dictionary | tensor [3]
batch = {"x": torch.rand(3), "y": torch.rand(4)}
result = batch["x"]

### dictionary item that was assigned | tensor [3]
batch = {}
batch["x"] = torch.rand(3)
result = batch["x"]

### list item | tensor [4]
result = [torch.rand(3), torch.rand(4)][1]

### conditional expression | tensor [3] float32
import random
result = torch.rand(3) if random.random() < 0.5 else torch.zeros(3)

### branches of one shape | tensor [3] float32
import random
if random.random() < 0.5:
    result = torch.rand(3)
else:
    result = torch.zeros(3)

### branches of one rank | tensor [?,3] float32
import random
if random.random() < 0.5:
    result = torch.rand(2, 3)
else:
    result = torch.zeros(4, 3)

### a branch that returns is left out | tensor [3]
def f(x: Tensor, flag):
    if flag:
        y = 5
        return y
    else:
        y = torch.rand(3)
    here = y
    return here
f(torch.rand(3), False)

### a branch that raises is left out | tensor [3]
def f(flag):
    if flag:
        raise ValueError
    else:
        y = torch.rand(3)
    here = y
f(False)

### early return | tensor [2] float32
def f(x):
    if x.sum() < 0:
        return torch.zeros(2)
    return x * 2
result = f(torch.rand(2))

### loop keeps the shape | tensor [3] float32
result = torch.zeros(3)
for i in range(4):
    result = result + torch.rand(3)

### while keeps the shape | tensor [3] float32
result = torch.zeros(3)
n = 0
while n < 3:
    result = result * 0.5
    n += 1

### value from inside a loop | tensor [3]
for i in range(2):
    result = torch.rand(3)

### try | tensor [3] float32
try:
    result = torch.rand(3)
except RuntimeError:
    result = torch.zeros(3)

### finally | tensor [3]
try:
    pass
finally:
    result = torch.rand(3)

### global bound on the line above | tensor [3]
total = torch.zeros(4)
def f():
    global total
    total = torch.zeros(3)
    here = total
f()

### function of this file | tensor [3,4] float32
def softmax(logits):
    exponent = torch.exp(logits)
    return exponent / exponent.sum(dim=-1, keepdim=True)
result = softmax(torch.rand(3, 4))

### function that returns two | tensor [4]
def f(x):
    return x.sum(0), x.sum(1)
result, other = f(torch.rand(3, 4))

### function with a default | tensor [3]
def f(x, dim=1):
    return x.sum(dim)
result = f(torch.rand(3, 4))

### lambda | tensor [3]
f = lambda x: x.sum(1)
result = f(torch.rand(3, 4))

### partial | tensor [4]
import functools
f = functools.partial(torch.sum, dim=0)
result = f(torch.rand(3, 4))

### annotation Tensor | tensor norank certain
def f(x: Tensor):
    here = x
f(torch.rand(3))

### annotation torch.Tensor | tensor certain
def f(x: torch.Tensor):
    here = x
f(torch.rand(3))

### annotation in a string | tensor certain
def f(x: "Tensor"):
    here = x
f(torch.rand(3))

### annotation Optional | tensor
from typing import Optional
def f(x: Optional[Tensor]):
    if x is not None:
        here = x
f(torch.rand(3))

### annotation or None | tensor
def f(x: Tensor | None):
    if x is not None:
        here = x
f(torch.rand(3))

### annotation list of tensors | tensor
from typing import List
def f(xs: List[Tensor]):
    here = xs[0]
f([torch.rand(3)])

### annotation tuple of tensors | tensor
from typing import Tuple
def f(pair: Tuple[Tensor, int]):
    here = pair[0]
f((torch.rand(3), 1))

### annotation dict of tensors | tensor
def f(batch: dict[str, Tensor]):
    here = batch["x"]
f({"x": torch.rand(3)})

### unrun jaxtyping rank | tensor [S,S] float
from jaxtyping import Float
def f(x: Float[Tensor, "batch dim"]):
    here = x

### unrun jaxtyping sizes | tensor [S,3] int
from jaxtyping import Int
def f(x: Int[Tensor, "batch 3"]):
    here = x

### unrun jaxtyping open rank | tensor norank float
from jaxtyping import Float
def f(x: Float[Tensor, "... d"]):
    here = x

### annotation nn.Module | module
def f(model: nn.Module):
    here = model
f(nn.Linear(2, 2))

### annotation DataLoader | loader
from torch.utils.data import DataLoader
def f(loader: DataLoader):
    here = loader
f(DataLoader([1]))

### annotation optimizer | optimizer
def f(optimizer: torch.optim.Optimizer):
    here = optimizer
f(torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1))

### annotated variable | tensor
x: Tensor = torch.rand(3)
result = x

### evidence from a tensor-only method | tensor
def f(x):
    y = x.unsqueeze(0)
    here = y
f(torch.rand(3))

### evidence from a torch function | tensor
def f(x):
    y = torch.softmax(x, dim=-1)
    here = y
f(torch.rand(3))

### evidence holds for the argument itself | tensor certain
def f(x):
    torch.exp(x)
    here = x
f(torch.rand(3))

### evidence from a keyword | tensor
def f(x):
    here = x.mean(dim=-1)
f(torch.rand(3))

### forward's parameter | tensor guess
class Net(nn.Module):
    def forward(self, x):
        here = x
        return here

### layer in forward | tensor grad
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)
    def forward(self, x):
        here = self.layer(x)
        return here
Net()(torch.rand(2, 3))

### module of this file called | tensor [2,4] grad
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 4)
    def forward(self, x):
        return self.layer(x)
net = Net()
result = net(torch.rand(2, 3))

### attribute set in __init__ | tensor [3]
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
    def forward(self, x):
        here = self.scale
        return x * here
Net()(torch.rand(3))

### buffer | tensor [3] float32 nograd
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
    def forward(self, x):
        here = self.mean
        return x - here
Net()(torch.rand(3))

### attribute of a plain class | tensor [3]
class Holder:
    def __init__(self):
        self.x = torch.rand(3)
    def get(self):
        return self.x
result = Holder().get()

### method of this file | tensor [3]
class Holder:
    def double(self, x):
        return x * 2
result = Holder().double(torch.rand(3))

### static method | tensor [3]
class Holder:
    @staticmethod
    def double(x):
        return x * 2
result = Holder.double(torch.rand(3))

### property | tensor [3]
class Holder:
    @property
    def x(self):
        return torch.rand(3)
result = Holder().x

### inherited method | tensor [3]
class Base:
    def make(self):
        return torch.rand(3)
class Derived(Base):
    pass
result = Derived().make()

### parameters of a module | tensor grad leaf parameter
model = nn.Linear(3, 4)
for p in model.parameters():
    result = p

### weight of a layer | tensor [?,?] grad leaf
layer = nn.Linear(3, 4)
result = layer.weight

### no_grad as a context | tensor [2,4] nograd
layer = nn.Linear(3, 4)
with torch.no_grad():
    result = layer(torch.rand(2, 3))

### grad comes back after no_grad | tensor grad
layer = nn.Linear(3, 4)
with torch.no_grad():
    layer(torch.rand(2, 3))
result = layer(torch.rand(2, 3))

### inference_mode as a context | tensor nograd
layer = nn.Linear(3, 4)
with torch.inference_mode():
    result = layer(torch.rand(2, 3))

### no_grad as a decorator | tensor nograd
layer = nn.Linear(3, 4)
@torch.no_grad()
def evaluate(x):
    here = layer(x)
    return here
evaluate(torch.rand(2, 3))

### inference_mode as a decorator | tensor nograd
layer = nn.Linear(3, 4)
@torch.inference_mode()
def evaluate(x):
    here = layer(x)
    return here
evaluate(torch.rand(2, 3))

### set_grad_enabled as a context | tensor nograd
layer = nn.Linear(3, 4)
with torch.set_grad_enabled(False):
    result = layer(torch.rand(2, 3))

### set_grad_enabled as a call | tensor nograd
torch.set_grad_enabled(False)
x = torch.rand(3, requires_grad=True)
result = x * 2
torch.set_grad_enabled(True)

### enable_grad inside no_grad | tensor grad
x = torch.rand(3, requires_grad=True)
with torch.no_grad():
    with torch.enable_grad():
        result = x * 2

### isinstance | tensor certain
def f(x):
    if isinstance(x, torch.Tensor):
        here = x
f(torch.rand(3))

### not isinstance leaves | tensor
def f(x):
    if not isinstance(x, Tensor):
        raise TypeError
    here = x
f(torch.rand(3))

### is_tensor | tensor
def f(x):
    if torch.is_tensor(x):
        here = x
f(torch.rand(3))

### not isinstance of a parameter | tensor
def f(x: torch.Tensor):
    if not isinstance(x, nn.Parameter):
        here = x
f(torch.rand(3))

### not isinstance of a tensor of one dtype | tensor
def f(x: torch.Tensor):
    if not isinstance(x, torch.FloatTensor):
        here = x
f(torch.rand(3, dtype=torch.float64))

### not isinstance of a tensor of some dtypes | tensor
def f(x: torch.Tensor):
    if not isinstance(x, (torch.FloatTensor, torch.cuda.FloatTensor)):
        here = x
f(torch.rand(3, dtype=torch.float64))

### assert isinstance | tensor
def f(x):
    assert isinstance(x, torch.Tensor)
    here = x
f(torch.rand(3))

### dim narrows | tensor [?,?]
def f(x: Tensor):
    if x.dim() == 2:
        here = x
f(torch.rand(3, 4))

### ndim narrows | tensor [?,?,?]
def f(x: Tensor):
    assert x.ndim == 3
    here = x
f(torch.rand(3, 4, 5))

### shape narrows | tensor [3,4]
def f(x: Tensor):
    assert x.shape == (3, 4)
    here = x
f(torch.rand(3, 4))

### a chain of shapes | tensor [3]
def f(x: Tensor, y: Tensor):
    assert x.shape == y.shape == (3,)
    here = x
    return here
f(torch.rand(3), torch.rand(3))

### a chain of ranks | tensor rank=1
def f(x: Tensor, y: Tensor):
    if x.dim() == y.dim() == 1:
        here = x
        return here
f(torch.rand(3), torch.rand(2))

### len of a shape narrows | tensor [?,?]
def f(x: Tensor):
    if len(x.shape) == 2:
        here = x
f(torch.rand(3, 4))

### dataset | dataset
from torch.utils.data import TensorDataset
result = TensorDataset(torch.rand(3))

### scheduler | scheduler
optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)
result = torch.optim.lr_scheduler.StepLR(optimizer, 1)

### batches of a loader | batch
from torch.utils.data import DataLoader, Dataset
class Rows(Dataset):
    def __len__(self):
        return 4
    def __getitem__(self, index):
        return torch.rand(3)
loader = DataLoader(Rows())
for batch in loader:
    result = batch

### batches of a loader of tensors | sequence list
from torch.utils.data import DataLoader, TensorDataset
loader = DataLoader(TensorDataset(torch.rand(4, 3)))
for batch in loader:
    result = batch

### tensors of a loader of tensors | tensor
from torch.utils.data import DataLoader, TensorDataset
loader = DataLoader(TensorDataset(torch.rand(4, 3)))
for (result,) in loader:
    pass

### dtype of a branch on the dtype | tensor float64
x = torch.rand(3).double()
if x.dtype == torch.float64:
    result = x

### the last layer of a list that a loop filled | tensor
layers = [nn.Linear(3, 3)]
for _ in range(2):
    layers += [nn.ReLU(), nn.Linear(3, 3)]
layers.append(nn.Softmax(dim=-1))
result = nn.Sequential(*layers)(torch.rand(2, 3))

### an operand of arithmetic that torch takes | tensor
def plus_one(x):
    torch.log(1 + x)
    here = x
    return here
plus_one(torch.rand(3))

### one chunk of several | tensor
first, result = torch.rand(4, 3).chunk(2)

### bare alias of torch | tensor [3] float32
import torch as th
result = th.zeros(3)

### bare from import | tensor [3] float32
from torch import zeros
result = zeros(3)

### bare renamed function | tensor [3] float32
from torch import zeros as nil
result = nil(3)

### bare renamed functional | tensor [3] float32
import torch
import torch.nn.functional as fn
result = fn.relu(torch.rand(3))

### bare from nn | tensor [2,5] grad
import torch
from torch.nn import Linear
result = Linear(3, 5)(torch.rand(2, 3))

### bare import inside a function | tensor [3]
def f():
    import torch
    here = torch.rand(3)
f()

### in-place method rebinds nothing else | tensor [3] float32
x = torch.rand(3)
x.add_(1)
result = x

### in-place result | tensor [3] float32
result = torch.rand(3).mul_(2)

### item assignment keeps the shape | tensor [3] float32
result = torch.zeros(3)
result[0] = 1.0

### out argument | tensor [3]
result = torch.empty(3)
torch.add(torch.rand(3), 1, out=result)

### unbound method | tensor [2]
result = torch.Tensor.sum(torch.rand(2, 3), 1)

### with as | tensor [3]
import contextlib
with contextlib.nullcontext():
    result = torch.rand(3)

### del and again | tensor [3]
result = 1
del result
result = torch.rand(3)

### f-string does not disturb | tensor [3]
result = torch.rand(3)
print(f"{result.mean():.3f} {result}")

### match does not disturb | tensor [3]
result = torch.rand(3)
match result.dim():
    case 1:
        pass
    case _:
        pass

### sum of a list of losses | tensor [] loss
x = torch.rand(3)
losses = [F.mse_loss(x, x), F.l1_loss(x, x)]
result = sum(losses)

### backward needs a graph | tensor [] grad
x = torch.rand(3, requires_grad=True)
result = (x * x).sum()
result.backward()

### a module wrapped by what uses it | tensor [2,1]
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(3, 1)
        self.model = nn.Sequential(self.model, nn.Sigmoid())
    def forward(self, x: Tensor):
        return self.model(x)
result = Net()(torch.rand(2, 3))

### module of a ModuleDict by key | tensor [2,4]
layers = nn.ModuleDict({"a": nn.Linear(3, 4), "b": nn.Softmax(dim=1)})
result = layers["a"](torch.rand(2, 3))

### module of a ModuleDict by attribute | tensor [2,4]
layers = nn.ModuleDict({"a": nn.Linear(3, 4), "b": nn.Softmax(dim=1)})
result = layers.a(torch.rand(2, 3))

### module put into a ModuleDict | tensor [2,4]
layers = nn.ModuleDict()
layers["a"] = nn.Linear(3, 4)
result = layers["a"](torch.rand(2, 3))

### modules of a ModuleDict in a loop | tensor rank=2
layers = nn.ModuleDict({"a": nn.Linear(3, 4), "b": nn.Linear(3, 5)})
for name, layer in layers.items():
    result = layer(torch.rand(2, 3))

### slice of a ModuleList | tensor [2,5]
layers = nn.ModuleList([nn.Linear(3, 4), nn.Linear(3, 5)])
for layer in layers[1:]:
    result = layer(torch.rand(2, 3))

### buffer made by its class | tensor [3] float32 nograd
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Buffer(torch.zeros(3))
    def forward(self, x):
        here = self.mean
        return x - here
Net()(torch.rand(3))

### cast | tensor
from typing import cast
def f(x):
    here = cast(Tensor, x)
f(torch.rand(3))

### cast to a quoted name | tensor
import typing
def f(x):
    here = typing.cast("torch.Tensor", x)
f(torch.rand(3))

### unrun first batch of a loader | tensor
from torch.utils.data import DataLoader
loader = DataLoader(list(range(4)))
x, y = next(iter(loader))
result = x.sum(1)

### unrun prepared by accelerate | tensor
from accelerate import Accelerator
from torch.utils.data import DataLoader
loader = DataLoader(list(range(4)))
model = nn.Linear(3, 4)
optimizer = torch.optim.Adam(model.parameters())
model, optimizer, loader = Accelerator().prepare(model, optimizer, loader)
result = model(torch.rand(2, 3))

### output of a bidirectional LSTM | tensor [2,7,10] float32 grad
lstm = nn.LSTM(3, 5, batch_first=True, bidirectional=True)
result, (h, c) = lstm(torch.rand(2, 7, 3))

### state of a bidirectional LSTM | tensor [4,2,5] float32 grad
lstm = nn.LSTM(3, 5, num_layers=2, batch_first=True, bidirectional=True)
out, (result, c) = lstm(torch.rand(2, 7, 3))

### projected state of an LSTM | tensor [1,7,2] float32 grad
lstm = nn.LSTM(3, 5, proj_size=2)
out, (result, c) = lstm(torch.rand(2, 7, 3))

### cell state of a projected LSTM | tensor [1,7,5] float32 grad
lstm = nn.LSTM(3, 5, proj_size=2)
out, (h, result) = lstm(torch.rand(2, 7, 3))

### last state of a GRU | tensor [7,5] float32 grad
gru = nn.GRU(3, 5)
out, h = gru(torch.rand(2, 7, 3))
result = h[-1]

### weights of attention heads | tensor rank=4
attention = nn.MultiheadAttention(4, 2)
x = torch.rand(3, 2, 4)
out, result = attention(x, x, x, average_attn_weights=False)

### eigenvectors by name | tensor [3,3] float32
result = torch.linalg.eigh(torch.eye(3)).eigenvectors

### complex eigenvalues | tensor [3] complex64
result = torch.linalg.eig(torch.eye(3)).eigenvalues

### singular values by name | tensor [2] float32
result = torch.linalg.svd(torch.rand(2, 3)).S

### log of a determinant by name | tensor [] float32
result = torch.linalg.slogdet(torch.eye(3)).logabsdet

### unrun sizes in a subscript | tensor [S,S]
def f(x: Tensor[B, T]):
    here = x

### unrun Pyrefly's sizes | tensor [S,S,3]
def f(x: Tensor[[B, T, 3]]):
    here = x

### a tensor that Identity gives back | tensor int64 [2,3]
result = nn.Identity()(torch.zeros(2, 3, dtype=torch.int64))

### a list that Identity gives back | sequence list len=2
result = nn.Identity()([torch.rand(2), torch.rand(3)])

### a list that Identity gives back in a Sequential | sequence list len=2
result = nn.Sequential(nn.Identity(), nn.Identity())([torch.rand(2), torch.rand(3)])

### a number that an empty Sequential gives back | number float 2.5
result = nn.Sequential()(2.5)

### a list that a test shows to be empty | sequence list len=0
found = []
for i in range(torch.ones(2).sum().long() - 2):
    found.append(i)
result = [] if len(found) >= 1 else found

### a list that is empty where its truth value is false | sequence list len=0
found = []
for i in range(torch.ones(2).sum().long() - 2):
    found.append(i)
if not found:
    result = found

"""

NEGATIVE = r"""
### numpy zeros | ndarray
result = np.zeros((2, 3))

### numpy arithmetic | ndarray
result = np.ones(3) * 2 + np.ones(3)

### numpy method | ndarray
result = np.ones((2, 3)).sum(axis=0)

### numpy exp | ndarray
result = np.exp(np.ones(3))

### numpy transposed | ndarray
result = np.ones((2, 3)).T

### numpy reshape | ndarray
result = np.ones(6).reshape(2, 3)

### numpy index | ndarray
result = np.ones((2, 3))[0]

### numpy shape | sequence shape
result = np.ones((2, 3)).shape

### numpy comparison | not-tensor
result = np.ones(3) > 0

### numpy row | ndarray
for row in np.ones((2, 3)):
    result = row

### numpy from torch | ndarray
result = torch.rand(3).numpy() + 1

### int | number int 3
result = 3

### float | number float 0.5
result = 0.5

### arithmetic of numbers | number int 7
result = 3 + 2 * 2

### division of numbers | number float 1.5
result = 3 / 2

### power of numbers | number int 8
result = 2 ** 3

### bool | number bool
result = True

### comparison of numbers | number bool
result = 3 > 2

### math function | number float
import math
result = math.exp(1.0)

### math.pi | number float
import math
result = math.pi * 2

### string | str
result = "tensor"

### f-string of a tensor | str
x = torch.rand(3)
result = f"{x.sum()}"

### str of a tensor | str
result = str(torch.rand(3))

### format | str
result = "{}".format(torch.rand(3))

### None | none
result = None

### list of numbers | sequence list len=3
result = [1, 2, 3]

### sum of numbers | not-tensor
result = sum([1, 2, 3])

### max of numbers | not-tensor
result = max(1, 2)

### sum of a generator of numbers | not-tensor
result = sum(x * x for x in range(3))

### list of lists | sequence list
result = [[1, 2], [3, 4]]

### list concatenation | sequence list len=4
result = [1, 2] + [3, 4]

### list repeated | sequence list len=4
result = [1, 2] * 2

### dict | sequence dict
result = {"a": 1}

### dict item | number int 1
result = {"a": 1}["a"]

### set | sequence set
result = {1, 2}

### range | sequence range
result = range(3)

### item of a range | number int
for result in range(3):
    pass

### len of a string | not-tensor
result = len("abc")

### str method | str
result = "a b".strip()

### split of a string | not-tensor
result = "a b".split()

### open file | not-tensor
import os
result = os.path.join("a", "b")

### unknown import | unknown
from random import random
result = random()

### unrun elements equal to a constant of another file | tensor bool
from settings import IGNORED
x = torch.zeros(2, 3)
result = x == IGNORED

### unrun entries unequal to a constant of another file | tensor norank
import settings
x = torch.zeros(2, 3)
result = x[x != settings.IGNORED].sum(0)

### unrun unknown call | unknown
from somewhere import load
result = load()

### unrun unknown method | unknown
from somewhere import load
result = load().transform(3)

### unrun unknown sum | unknown
from somewhere import load
result = load().sum()

### unrun unknown mean | unknown
from somewhere import load
result = load().mean()

### unrun unknown with axis | unknown
from somewhere import load
result = load().sum(axis=0)

### unrun unknown arithmetic | unknown
from somewhere import load
result = load() * 2

### unrun unknown index | unknown
from somewhere import load
result = load()[0]

### unrun unknown shape | not-tensor
from somewhere import load
result = load().shape

### unrun unknown iteration | unknown
from somewhere import load
for result in load():
    pass

### unrun unknown comparison | not-tensor
from somewhere import load
result = load() > 3

### unrun unknown log | unknown
from somewhere import load
result = load().max()

### unrun unknown reshape | unknown
from somewhere import load
result = load().reshape(2, 3)

### unrun unknown abs | unknown
from somewhere import load
result = abs(load())

### unrun unknown sum builtin | unknown
from somewhere import load
result = sum(load())

### unrun pandas | not-tensor
import pandas as pd
result = pd.read_csv("x.csv")

### unrun pandas column | not-tensor
import pandas as pd
df = pd.read_csv("x.csv")
result = df["a"].mean()

### unrun pandas values | not-tensor
import pandas as pd
df = pd.DataFrame({"a": [1]})
result = df.values

### unrun image | not-tensor
from PIL import Image
result = Image.open("x.png").convert("RGB")

### unrun tensorflow | not-tensor
import tensorflow as tf
result = tf.zeros((2, 3))

### unrun tensorflow reduction | not-tensor
import tensorflow as tf
result = tf.reduce_sum(tf.zeros((2, 3)))

### unrun jax | not-tensor
import jax.numpy as jnp
result = jnp.zeros((2, 3))

### unrun annotation of another library | not-tensor
import tensorflow as tf
def f(x: tf.Tensor):
    here = x

### unparametrised parameter | unknown
def f(x):
    here = x

### parameter added to | unknown
def f(x):
    here = x + 1

### parameter indexed | unknown
def f(x):
    here = x[0]

### parameter iterated | unknown
def f(xs):
    for x in xs:
        here = x

### parameter called | unknown
def f(g):
    here = g(3)

### parameter with an ambiguous method | unknown
def f(x):
    here = x.sum()

### parameter with a copy | unknown
def f(x):
    here = x.copy()

### parameter with an append | unknown
def f(x):
    x.append(1)
    here = x

### parameter with a shape | unknown
def f(x):
    n = x.shape[0]
    here = x

### parameter named tensor | unknown
def f(tensor):
    here = tensor

### parameter named x of a loss-like name | unknown
def loss(x, y):
    here = x - y

### annotation int | number int
def f(x: int):
    here = x
f(3)

### annotation str | str
def f(x: str):
    here = x
f("a")

### annotation ndarray | ndarray
def f(x: np.ndarray):
    here = x
f(np.ones(3))

### annotation Any | unknown
from typing import Any
def f(x: Any):
    here = x

### annotation union with ndarray | not-tensor
from typing import Union
def f(x: Union[Tensor, np.ndarray]):
    here = x
f(np.ones(3))

### annotation Callable | not-tensor
from typing import Callable
def f(g: Callable[[Tensor], Tensor]):
    here = g
f(torch.exp)

### annotation list | sequence list
def f(xs: list[Tensor]):
    here = xs
f([torch.rand(3)])

### annotation float | number float
def f(x: float):
    here = x * 2
f(0.5)

### shadowed name of torch | not-tensor
class Fake:
    def zeros(self, n):
        return [0] * n
torch = Fake()
result = torch.zeros(3)

### shadowed by a parameter | not-tensor
def f(torch):
    here = torch.zeros(3)

### shadowed by a function | number int
def softmax(x):
    return 3
result = softmax(torch.rand(3))

### shadowed by a loop | not-tensor
for F in [1, 2]:
    result = F

### bare torch is not imported | not-tensor
class torch:
    @staticmethod
    def zeros(n):
        return n
result = torch.zeros(3)

### bare relative import | not-tensor
def f():
    from .torch import zeros
    here = zeros(3)

### bare other library of the same function name | ndarray
from numpy import zeros
result = zeros(3)

### user class with a tensor's method names | number int
class Fake:
    def unsqueeze(self, dim):
        return 5
result = Fake().unsqueeze(0)

### user class with sum | str
class Fake:
    def sum(self, dim=None):
        return "text"
result = Fake().sum(dim=0)

### user class with shape | not-tensor
class Fake:
    shape = (2, 3)
result = Fake().shape

### user class with arithmetic | not-tensor
class Fake:
    def __add__(self, other):
        return 5
result = Fake() + 1

### user class that is called | number int
class Fake:
    def __call__(self, x):
        return 3
result = Fake()(torch.rand(3))

### user class with matmul | not-tensor
class Fake:
    def __matmul__(self, other):
        return 5
result = Fake() @ 3

### function that returns a number | number int
def f(x):
    return x.size(0)
result = f(torch.rand(3, 4))

### function that returns None | none
def f(x):
    x.sum()
    return None
result = f(torch.rand(3))

### function that returns either | not-tensor
def f(x):
    if x.sum() > 100:
        return "none"
    return x
result = f(torch.rand(3))

### coroutine | not-tensor
async def f(x):
    return torch.rand(3)
result = f(1)
result.close()

### generator function | not-tensor
def f(x):
    yield torch.rand(3)
result = f(1)

### decorated by an unknown decorator | not-tensor
def plain(g):
    return lambda x: 3
@plain
def f(x):
    return torch.rand(3)
result = f(1)

### joined from a tensor and a string | not-tensor
import random
result = torch.rand(3) if random.random() < 0.5 else "none"

### joined from a tensor and a list | not-tensor
import random
if random.random() < 0.5:
    result = torch.rand(3)
else:
    result = [1.0]

### joined from a tensor and an array | not-tensor
import random
if random.random() < 0.5:
    result = torch.rand(3)
else:
    result = np.ones(3)

### joined from a tensor and a module | not-tensor
import random
result = torch.rand(3) if random.random() < 0.5 else nn.Linear(2, 2)

### a chain that need not hold | tensor norank
def f(x: Tensor, y: Tensor):
    if x.dim() == y.dim() == 1:
        return x
    here = x
    return here
f(torch.rand(3, 1), torch.rand(2))

### a chain of another kind | tensor norank
def f(x: Tensor, y: Tensor):
    if 1 <= x.dim() == y.dim() != 3:
        here = x
        return here
f(torch.rand(3, 1), torch.rand(2, 2))

### joined ranks | tensor norank
import random
result = torch.rand(3) if random.random() < 0.5 else torch.rand(3, 4)

### joined dtypes | tensor [3] nodtype
import random
result = torch.rand(3) if random.random() < 0.5 else torch.arange(3)

### joined floats | tensor [3] float
import random
result = torch.rand(3) if random.random() < 0.5 else torch.rand(3).double()

### rank that changes in a loop | tensor norank
result = torch.rand(3)
for i in range(2):
    result = result.unsqueeze(0)

### kind that changes in a loop | not-tensor
result = torch.rand(3)
for i in range(2):
    result = str(result)

### size that changes in a loop | tensor [?]
result = torch.rand(3)
for i in range(2):
    result = torch.cat([result, torch.rand(1)])

### overwritten by a number | number int 3
result = torch.rand(3)
result = 3

### overwritten by unpacking | number int 1
result = torch.rand(3)
result, other = 1, 2

### joined from forward's parameter and a tensor | tensor guess
class Net(nn.Module):
    def forward(self, x, training):
        here = x if training else torch.rand(3)
        return here

result = 3

### joined from a tensor and a number | tensor guess
import random
result = torch.rand(3) if random.random() < 0.5 else 0.0

### overwritten by an import | not-tensor
result = torch.rand(3)
import math as result

### overwritten by a function | function
result = torch.rand(3)
def result():
    pass

### overwritten by a class | class
result = torch.rand(3)
class result:
    pass

### overwritten by an except | not-tensor
try:
    raise ValueError
except ValueError as error:
    result = error

### overwritten by with | not-tensor
import contextlib
@contextlib.contextmanager
def manager():
    yield "text"
with manager() as result:
    pass

### overwritten by a match | not-tensor
result = torch.rand(3)
match [1, 2]:
    case [a, result]:
        pass

### the comprehension's own name stays inside | number int 1
x = 1
y = [x for x in torch.rand(2, 3)]
result = x

### the function's own name stays inside | number int 1
x = 1
def f():
    x = torch.rand(3)
f()
result = x

### the lambda's own name stays inside | number int 1
x = 1
f = lambda x: x.sum()
f(torch.rand(3))
result = x

### unrun None default replaced | unknown
def f(x: Tensor, weight=None):
    if weight is None:
        weight = torch.ones(3)
    here = weight
    return here

### view with an unknown size | tensor [?,?]
def f(x: Tensor, n):
    here = x.view(n, -1)
f(torch.rand(6), 2)

### unrun reshape to an unknown shape | tensor norank
def f(x: Tensor, shape):
    here = x.reshape(shape)

### sum along an unknown dim | tensor norank
def f(x: Tensor, dim):
    here = x.sum(dim)
f(torch.rand(6), 0)

### maximum along an unknown | not-tensor
def f(x: Tensor, other):
    here = torch.max(x, other)
f(torch.rand(6), 0)

### squeeze of unknown dims | tensor norank
def f(x: Tensor):
    here = x.squeeze()
f(torch.rand(1, 3))

### squeeze of a size that is not known | tensor norank
def f(x: Tensor):
    b, c = x.shape
    here = x.squeeze(1)
f(torch.rand(3, 1))

### to an unknown | tensor nodtype
def f(x: Tensor, what):
    here = x.float().to(what)
f(torch.rand(6), torch.float64)

### unrun zeros of an unknown size | tensor norank float32
def f(size):
    here = torch.zeros(size)

### zeros of unknown sizes | tensor norank
def f(*size):
    here = torch.zeros(*size)
f(2, 3)

### zeros of an unknown dtype | tensor [3] nodtype
def f(dtype):
    here = torch.zeros(3, dtype=dtype)
f(torch.float64)

### arguments by a double star | tensor nodtype
def f(**options):
    here = torch.zeros(3, **options)
f(dtype=torch.float64)

### index with an unknown | tensor norank
def f(x: Tensor, index):
    here = x[index]
f(torch.rand(3, 4), 0)

### index of an unknown rank | tensor norank
def f(x: Tensor):
    here = x[0]
f(torch.rand(3, 4))

### times an unknown | tensor norank nodtype
def f(y):
    here = torch.rand(3) * y
f(torch.rand(2, 3))

### 0-d promotes otherwise | tensor [3] float32
result = torch.rand(3) * torch.tensor(2.0, dtype=torch.float64)

### dtype of an unknown sum | tensor [] nodtype
def f(x: Tensor):
    here = x.sum()
f(torch.rand(3))

### graph of an unknown | tensor maybe-grad
def f(x: Tensor):
    here = x * 2
f(torch.rand(3))

### graph of a frozen result | tensor nograd
x = torch.rand(3)
result = x * 2

### loss without a reduction is not 0-d | tensor norank loss
result = F.cross_entropy(torch.rand(2, 3), torch.tensor([0, 1]), reduction="none")

### a metric is no loss | tensor noloss
result = (torch.rand(3) > 0.5).float().mean()

### pooled with indices | sequence tuple len=2
result = nn.MaxPool2d(2, return_indices=True)(torch.rand(1, 1, 4, 4))

### where with one argument | sequence tuple len=2
result = torch.where(torch.rand(2, 3) > 0.5)

### nonzero as a tuple | sequence tuple len=2
result = torch.rand(2, 3).nonzero(as_tuple=True)

### sort gives a pair | sequence tuple len=2
result = torch.rand(2, 3).sort()

### shape is no tensor | sequence shape len=2
result = torch.rand(2, 3).shape

### stride is no tensor | not-tensor
result = torch.rand(2, 3).stride()

### numel is a number | number int
result = torch.rand(2, 3).numel()

### equal is a bool | number bool
result = torch.equal(torch.rand(2), torch.rand(2))

### is_floating_point is a bool | number bool
result = torch.rand(2).is_floating_point()

### in is a bool | number bool
x = [1, 2]
result = 1 in x

### is is a bool | number bool
result = torch.rand(2) is None

### not is a bool | number bool
result = not torch.rand(())

### finfo | not-tensor
result = torch.finfo(torch.float32)

### eps of a dtype | not-tensor
result = torch.finfo(torch.float32).eps

### torch.device | device
result = torch.device("cpu")

### torch.dtype | dtype
result = torch.float32

### cuda is available | number bool
result = torch.cuda.is_available()

### generator object | not-tensor
result = torch.Generator()

### unrun loaded file | not-tensor
result = torch.load("x.pt")

### unrun state dict | not-tensor
model = nn.Linear(2, 2)
result = model.state_dict()

### module | module
result = nn.Linear(2, 3)

### module list | module
result = nn.ModuleList([nn.Linear(2, 3)])

### evaluated module | module
result = nn.Linear(2, 3).eval()

### optimizer | optimizer
result = torch.optim.Adam([torch.zeros(1, requires_grad=True)])

### loader | loader
from torch.utils.data import DataLoader
result = DataLoader([1, 2])

### backward gives nothing | none
x = torch.rand((), requires_grad=True)
result = x.backward()

### manual seed | not-tensor
result = torch.manual_seed(0)

### list of tensors | sequence list len=2
result = [torch.rand(2), torch.rand(3)]

### tuple of tensors | sequence tuple len=2
result = torch.rand(2), torch.rand(3)

### chunks | sequence tuple
result = torch.rand(4).chunk(2)

### not isinstance | not-tensor
def f(x):
    if not isinstance(x, Tensor):
        here = x
f(3)

### isinstance of a list | not-tensor
def f(x):
    if isinstance(x, (list, tuple)):
        here = x
f([1])

### None branch | none
def f(x: Tensor = None):
    if x is None:
        here = x
f()

### attribute that nobody set | not-tensor
class Net(nn.Module):
    def forward(self, x):
        here = self.missing

### attribute of another class | number int 3
class A:
    def __init__(self):
        self.x = torch.rand(3)
class B:
    def __init__(self):
        self.x = 3
result = B().x

### forward's parameter used as a dict | not-tensor
class Net(nn.Module):
    def forward(self, batch):
        x = batch["image"]
        here = batch
        return x
Net()({"image": torch.rand(3)})

### forward's parameter used as an object | not-tensor
class Net(nn.Module):
    def forward(self, sample):
        sample.image_names
        here = sample
class Sample:
    image_names = 3
Net()(Sample())

### forward of no module | unknown
class Net:
    def forward(self, x):
        here = x

### packed sequence | not-tensor
from torch.nn.utils.rnn import pack_padded_sequence
lstm = nn.LSTM(3, 4, batch_first=True)
packed = pack_padded_sequence(torch.rand(2, 5, 3), [5, 3], batch_first=True)
result, _ = lstm(packed)

### deleted | not-tensor
x = torch.rand(3)
result = 1
del x

### unpacked zip of lists | not-tensor
for a, result in zip([1, 2], ["a", "b"]):
    pass

### enumerate's counter | number int
for result, row in enumerate(torch.rand(2, 3)):
    pass

### keys of a dict | not-tensor
batch = {"x": torch.rand(3)}
for result in batch:
    pass

### numpy array OP tensor | not-tensor
def f(array: np.ndarray, x: Tensor):
    here = array.tolist()
f(np.ones(3), torch.rand(3))

### numpy concatenation | ndarray
result = np.concatenate([np.ones(3), np.zeros(2)])

### numpy where | not-tensor
result = np.where(np.ones(3) > 0, 1.0, 0.0)

### numpy linear algebra | not-tensor
result = np.linalg.norm(np.ones((2, 3)), axis=1)

### numpy random generator | not-tensor
rng = np.random.default_rng(0)
result = rng.normal(size=(2, 3))

### numpy broadcast with a new axis | not-tensor
x = np.ones(3)
result = x[:, None] * x[None, :]

### numpy scalar | not-tensor
result = np.float32(0.5)

### numpy einsum | not-tensor
result = np.einsum("ij,jk->ik", np.ones((2, 3)), np.ones((3, 4)))

### numpy squeezed and raveled | ndarray
result = np.ones((1, 3)).squeeze().ravel()

### numpy matrix product | not-tensor
result = np.ones((2, 3)) @ np.ones((3, 4))

### numpy in place | ndarray
result = np.ones(3)
result += 1

### numpy new array | ndarray temporary sized float64
result = np.random.rand(3, 2) * 2 - 1

### numpy view of a new array | ndarray temporary sized int64
result = np.arange(6).reshape(2, 3)[:, None].T

### numpy converted | ndarray temporary sized float32
result = np.array([1, 2]).astype("float32")

### numpy indices of a condition | ndarray temporary sized int64
result = np.where(np.ones(3) > 0)[0]

### numpy asarray of a list | ndarray temporary
result = np.asarray([1, 2])

### numpy asarray of an array | ndarray held
result = np.asarray(np.ones(3)[0])

### unrun numpy one random number | ndarray held
result = np.random.normal(0, 1)

### numpy random number for each mean | ndarray temporary sized float64
result = np.random.normal([3, 5])

### unrun numpy one entry of a list | ndarray held
result = np.random.choice([3, 5])

### numpy entry | ndarray held
result = np.ones((2, 3))[0]

### numpy generator | ndarray temporary float64
rng = np.random.default_rng(0)
result = rng.normal(size=3)

### numpy argument of a dtype | ndarray temporary float32
result = np.zeros(3, np.float32) / 2

### detached and moved to numpy | ndarray
result = torch.rand(3, requires_grad=True).detach().cpu().numpy()

### unrun scipy softmax | not-tensor
from scipy.special import softmax
result = softmax(np.ones((2, 3)), axis=-1)

### unrun scipy logsumexp under an alias | not-tensor
import scipy.special as F
result = F.logsumexp(np.ones(3), axis=0)

### unrun scipy distance matrix | not-tensor
from scipy.spatial.distance import cdist
result = cdist(np.ones((2, 3)), np.ones((4, 3)))

### unrun sklearn transform | not-tensor
from sklearn.preprocessing import StandardScaler
result = StandardScaler().fit_transform(np.ones((2, 3)))

### unrun sparse matrix | not-tensor
import scipy.sparse as sp
result = sp.csr_matrix((2, 3)).T.sum(axis=1)

### unrun cupy | not-tensor
import cupy as cp
result = cp.zeros((2, 3)).sum(axis=0)

### unrun pandas grouping | not-tensor
import pandas as pd
df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
result = df.groupby("a").sum().mean(axis=0)

### unrun pandas filter | not-tensor
import pandas as pd
df = pd.read_csv("x.csv")
result = df[df["a"] > 0].squeeze()

### unrun pandas iteration | not-tensor
import pandas as pd
for _, result in pd.read_csv("x.csv").iterrows():
    pass

### unrun pandas where | not-tensor
import pandas as pd
series = pd.Series([1.0, 2.0])
result = series.where(series > 1).fillna(0.0).clip(0, 1)

### unrun polars expression | not-tensor
import polars as pl
result = pl.col("a").mean().abs()

### unrun sqlalchemy-like query | unknown
from models import session
result = session.query("a").filter(1).all()

### unrun sympy expression | not-tensor
from sympy import symbols
x = symbols("x")
result = x.expand().diff(x)

### unrun imported constant | not-tensor
from settings import HIDDEN_SIZE
result = HIDDEN_SIZE

### unrun arithmetic on an imported constant | unknown
from settings import HIDDEN_SIZE
result = HIDDEN_SIZE * 2

### unrun layer of an imported width | tensor [2,?] float32
from settings import WIDTH
result = nn.Linear(5, WIDTH)(torch.rand(2, 5))

### unrun imported device | tensor [3] nodevice
from settings import DEVICE
result = torch.zeros(3, device=DEVICE)

### unrun imported module used as torch | unknown
from backends import backend as T
result = T.zeros(3)

### key among a dict's items | not-tensor
for result, value in {"a": torch.rand(3)}.items():
    pass

### dict's copy | not-tensor
result = {"a": torch.rand(3)}.copy()

### dict of tensors joined | not-tensor
result = {**{"a": torch.rand(3)}, "b": 1}

### list's index | not-tensor
result = ["a", "b"].index("b")

### list's count | not-tensor
result = [1, 2, 2].count(2)

### list's copy | not-tensor
result = [torch.rand(3)].copy()

### list's sort gives nothing | not-tensor
result = [2, 1].sort()

### list's append gives nothing | not-tensor
rows = []
result = rows.append(torch.rand(3))

### sorted numbers | not-tensor
result = sorted([2, 1])

### string's split like a tensor's | not-tensor
result = "1,2,3".split(",")[0]

### string's expandtabs and index | not-tensor
result = "a\tb".expandtabs().index("b")

### string repeated | not-tensor
result = "ab" * 2

### string's item | not-tensor
result = "abc"[0]

### bytes | not-tensor
result = "abc".encode().hex()

### joined strings | not-tensor
result = ", ".join(str(i) for i in torch.arange(3).tolist())

### set union | not-tensor
result = {1, 2} | {3}

### set's add gives nothing | not-tensor
seen = set()
result = seen.add(3)

### printed tensor | not-tensor
result = print(torch.rand(3))

### type of a tensor | not-tensor
result = type(torch.rand(3))

### id of a tensor | not-tensor
result = id(torch.rand(3))

### hash of a tensor | not-tensor
result = hash(torch.rand(3))

### type string of a tensor | not-tensor
result = torch.rand(3).type()

### grad_fn of a tensor | not-tensor
result = (torch.rand(3, requires_grad=True) * 2).grad_fn

### requires_grad of a tensor | not-tensor
result = torch.rand(3).requires_grad

### contiguity of a tensor | not-tensor
result = torch.rand(3).is_contiguous()

### element size of a tensor | not-tensor
result = torch.rand(3).element_size()

### data pointer of a tensor | not-tensor
result = torch.rand(3).data_ptr()

### allclose is a bool | not-tensor
result = torch.allclose(torch.zeros(2), torch.zeros(2))

### result type is a dtype | not-tensor
result = torch.result_type(torch.rand(2), torch.arange(2))

### number of threads | not-tensor
result = torch.get_num_threads()

### version of torch | not-tensor
result = torch.__version__

### default dtype | not-tensor
result = torch.get_default_dtype()

### broadcast shapes | not-tensor
result = torch.broadcast_shapes((2, 1), (3,))

### bound method not called | not-tensor
result = torch.rand(3).sum

### function of torch not called | not-tensor
result = torch.softmax

### class of torch not called | not-tensor
result = nn.Linear

### math functions of numbers | number float
import math
result = math.sqrt(2.0) + math.log(3.0)

### math function of integers | number int
import math
result = math.gcd(4, 6)

### math function that asks | number bool
import math
result = math.isnan(2.0)

### comparison of a tensor with a module | number bool
result = torch.zeros(3) == torch

### comparison of a tensor with an object | not-tensor
class Box:
    pass
result = torch.zeros(3) == Box()

### product by math | not-tensor
import math
result = math.prod([2, 3])

### math imported by name | not-tensor
from math import exp
result = exp(1.0)

### math names over torch's | not-tensor
from torch import exp, log
from math import exp, log
result = exp(1.0) + log(2.0)

### cmath | not-tensor
import cmath
result = cmath.sqrt(-1)

### statistics mean | not-tensor
import statistics
result = statistics.mean([1.0, 2.0])

### fraction | not-tensor
from fractions import Fraction
result = abs(Fraction(1, 3) - 1)

### itertools product | not-tensor
import itertools
for result in itertools.product([1, 2], [3]):
    pass

### reduced numbers | not-tensor
from functools import reduce
from operator import mul
result = reduce(mul, [1, 2, 3])

### negated number | number int -3
result = -3

### rounded number | not-tensor
result = round(2.567, 1)

### absolute number | not-tensor
result = abs(-3)

### power builtin | not-tensor
result = pow(2, 3)

### divmod of a size | not-tensor
result, rest = divmod(torch.rand(7).size(0), 2)

### int of a quotient of sizes | number int
x = torch.rand(4, 6)
result = int(x.size(1) / x.size(0))

### complex number | not-tensor
result = 1 + 2j

### number or None | not-tensor
import random
result = 3 if random.random() < 0.5 else None

### chained comparison of sizes | not-tensor
x = torch.rand(2, 3)
result = 1 < x.size(0) < 3

### and of numbers | not-tensor
result = 3 and 0.5

### class with __getattr__ | unknown
class Anything:
    def __getattr__(self, name):
        return lambda *args, **kwargs: 3
result = Anything().unsqueeze(0)

### class with __getattr__ that wraps a tensor | not-tensor
class Wrapper:
    def __init__(self, x):
        self._x = x
    def __getattr__(self, name):
        return getattr(self._x, name)
result = Wrapper(torch.rand(3))

### class with __getattribute__ | not-tensor
class Odd:
    def __init__(self):
        self.x = torch.rand(3)
    def __getattribute__(self, name):
        return "text"
result = Odd()

### class with __getitem__ | not-tensor
class Rows:
    shape = (2, 3)
    def __getitem__(self, index):
        return "row"
result = Rows()[0]

### class with __len__ | not-tensor
class Rows:
    def __len__(self):
        return 3
result = len(Rows())

### class with __iter__ | not-tensor
class Rows:
    def __iter__(self):
        return iter(["a", "b"])
for result in Rows():
    pass

### class with a reflected operator | not-tensor
class Scale:
    def __rmul__(self, other):
        return "scaled"
result = 2 * Scale()

### class with a comparison | not-tensor
class Column:
    def __gt__(self, other):
        return "a > b"
result = Column() > 3

### property returning unknown | unknown
class Holder:
    def __init__(self, x):
        self._x = x
    @property
    def x(self):
        return self._x
def f(holder):
    here = holder.x
f(Holder(3))

### property returning a number | number int
class Holder:
    @property
    def shape(self):
        return 5
result = Holder().shape

### property that shadows a tensor's name | not-tensor
class Holder:
    @property
    def T(self):
        return "text"
result = Holder().T

### class method named like a constructor | not-tensor
class Store:
    @classmethod
    def zeros(cls, n):
        return "zeros"
result = Store.zeros(3)

### static method named like an operation | not-tensor
class ops:
    @staticmethod
    def softmax(x, dim):
        return {"x": x, "dim": dim}
result = ops.softmax(torch.rand(3), dim=0)

### slots object | not-tensor
class Point:
    __slots__ = ("x",)
p = Point()
p.x = 3
result = p.x

### value of an enum | not-tensor
from enum import Enum
class Reduction(Enum):
    mean = 1
    sum = 2
result = Reduction.sum.value

### member among an enum | not-tensor
from enum import IntEnum
class Axis(IntEnum):
    BATCH = 0
    TIME = 1
for result in Axis:
    pass

### unrun dataclass instance | not-tensor
from dataclasses import dataclass
@dataclass
class Batch:
    x: Tensor
    size: int
result = Batch(torch.rand(3), 3)

### unrun number of a dataclass | not-tensor
from dataclasses import dataclass
@dataclass
class Batch:
    x: Tensor
    size: int = 3
result = Batch(torch.rand(3)).size

### unrun default of a dataclass's optional | not-tensor
from dataclasses import dataclass
from typing import Optional
@dataclass
class Batch:
    mask: Optional[Tensor] = None
result = Batch().mask

### unrun list of a dataclass | not-tensor
from dataclasses import dataclass, field
@dataclass
class Batch:
    rows: list = field(default_factory=list)
result = Batch().rows

### named tuple | not-tensor
from typing import NamedTuple
class Pair(NamedTuple):
    x: Tensor
    n: int
result = Pair(torch.rand(3), 2)

### number of a named tuple | not-tensor
from collections import namedtuple
Pair = namedtuple("Pair", "x n")
result = Pair(torch.rand(3), 2).n

### simple namespace | not-tensor
from types import SimpleNamespace
args = SimpleNamespace(lr=0.1, sum=3)
result = args.sum

### parsed arguments | not-tensor
import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--dim", type=int, default=3)
result = parser.parse_args([]).dim

### default dict | not-tensor
from collections import defaultdict
losses = defaultdict(list)
losses["a"].append(torch.rand(()))
result = losses["a"]

### counter | not-tensor
from collections import Counter
result = Counter([1, 1, 2])[1]

### environment variable | not-tensor
import os
result = os.environ.get("TENSOR", "none")

### shadowed F by a number | not-tensor
F = 96485.0
result = F * 2

### shadowed torch by a keyword parameter | unknown
def f(*, torch=None):
    here = torch.ones(2) if torch else torch
f()

### shadowed torch by a lambda's parameter | not-tensor
f = lambda torch: torch.upper()
result = f("text")

### shadowed torch by an argument of numpy | not-tensor
def f(torch):
    here = torch.zeros((2, 3))
f(np)

### shadowed torch by with | not-tensor
import contextlib
with contextlib.nullcontext("text") as torch:
    result = torch.upper()

### shadowed torch by an import | not-tensor
import math as torch
result = torch.exp(1.0)

### shadowed torch inside a comprehension | not-tensor
result = [torch.upper() for torch in ["a", "b"]]

### shadowed function by a nested one | not-tensor
from torch import cat
def f():
    def cat(xs):
        return "meow"
    here = cat([1])
f()

### shadowed nn | not-tensor
class nn:
    @staticmethod
    def Linear(a, b):
        return a * b
result = nn.Linear(2, 3)

### shadowed attribute of np | not-tensor
np = {"ones": 3}
result = np["ones"]

### shadowed builtin | not-tensor
def sum(x):
    return "total"
result = sum([torch.rand(3)])

### shadowed len | not-tensor
def len(x):
    return "long"
result = len(torch.rand(3))

### user function named relu | not-tensor
def relu(x):
    return max(0.0, x)
result = relu(0.5)

### user function named cross_entropy | not-tensor
def cross_entropy(p, q):
    return {"loss": p - q}
result = cross_entropy(0.5, 0.2)

### user function named stack | not-tensor
def stack(xs):
    return list(xs)
result = stack([torch.rand(3), torch.rand(3)])

### user class named Linear | not-tensor
class Linear:
    def __init__(self, slope):
        self.slope = slope
    def __call__(self, x):
        return self.slope * x
result = Linear(2)(3)

### user class named Tensor | not-tensor
class Tensor:
    def sum(self):
        return "total"
result = Tensor().sum()

### annotation of a user's Tensor | not-tensor
class Tensor:
    pass
def f(x: Tensor):
    here = x
f(Tensor())

### joined over a try | not-tensor
try:
    result = torch.rand(3)
    raise ValueError("no")
except ValueError:
    result = "failed"

### joined over a try around the first assignment | not-tensor
import random
result = "none"
try:
    if random.random() < 0.5:
        raise KeyError("x")
    result = torch.rand(3)
except KeyError:
    pass

### joined over a finally | not-tensor
try:
    result = torch.rand(3)
finally:
    result = "closed"

### joined over a loop that may not run | not-tensor
import random
result = "none"
for i in range(random.randrange(2)):
    result = torch.rand(3)

### joined over a loop's break | not-tensor
import random
result = "none"
for i in range(3):
    if random.random() < 0.5:
        break
    result = torch.rand(3)

### joined over a while | not-tensor
import random
result = torch.rand(3)
while random.random() < 0.5:
    result = {"x": result}

### joined over elif | not-tensor
import random
n = random.randrange(3)
if n == 0:
    result = torch.rand(3)
elif n == 1:
    result = "one"
else:
    result = torch.rand(4)

### joined by or | not-tensor
import random
name = "text" if random.random() < 0.5 else ""
result = name or [torch.rand(3)]

### joined elements of a list | not-tensor
for result in [torch.rand(3), "text"]:
    pass

### joined values of a dict | not-tensor
for result in {"x": torch.rand(3), "name": "text"}.values():
    pass

### joined returns of a function | not-tensor
def f(flag):
    if flag:
        return torch.rand(3)
    return {"x": torch.rand(3)}
import random
result = f(random.random() < 0.5)

### joined sizes | tensor [?,4]
import random
result = torch.rand(2, 4) if random.random() < 0.5 else torch.rand(3, 4)

### unrun joined devices | tensor [3] nodevice
import random
result = torch.rand(3) if random.random() < 0.5 else torch.rand(3, device="cuda")

### joined over three branches | tensor norank nodtype
import random
n = random.randrange(3)
if n == 0:
    result = torch.rand(3)
elif n == 1:
    result = torch.arange(4)
else:
    result = torch.zeros(2, 2, dtype=torch.bool)

### requires_grad by an unknown flag | tensor [3] maybe-grad
def f(flag):
    here = torch.rand(3, requires_grad=flag)
f(True)
f(False)

### grad after an unknown requires_grad_ | tensor maybe-grad
def f(x: Tensor, flag):
    here = x.requires_grad_(flag)
f(torch.rand(3), True)
f(torch.rand(3), False)

### grad with an unknown operand | tensor maybe-grad
def f(y: Tensor):
    here = torch.rand(3) * y
f(torch.rand(3, requires_grad=True))
f(torch.rand(3))

### coordinates of non-zeros | tensor [?,2] int64
result = torch.rand(2, 3).nonzero()

### distinct values | tensor [?] int64
result = torch.tensor([1, 1, 2]).unique()

### distinct values with counts | sequence tuple
result = torch.unique(torch.tensor([1, 1, 2]), return_counts=True)

### consecutive distinct values | tensor [?]
result = torch.unique_consecutive(torch.tensor([1, 1, 2]))

### selected rows by a mask | tensor [?,3] float32
x = torch.rand(2, 3)
result = x[x.sum(1) > 0.5]

### selected by masked_select | tensor [?] float32
x = torch.rand(2, 3)
result = torch.masked_select(x, x > 0.5)

### repeated by a tensor of counts | tensor [?] float32
result = torch.rand(3).repeat_interleave(torch.tensor([1, 2, 3]))

### repeated along a dim by counts | tensor [?,3]
result = torch.rand(2, 3).repeat_interleave(torch.tensor([1, 2]), dim=0)

### counted | tensor [?] int64
result = torch.bincount(torch.tensor([0, 1, 1]))

### one-hot of unknown classes | tensor [3,?] int64
result = F.one_hot(torch.tensor([0, 1, 2]))

### indices of a condition | tensor [?] int64
x = torch.rand(4)
result = torch.where(x > 0.5)[0]

### after a mask, arithmetic | tensor [?] float32
x = torch.rand(4)
result = x[x > 0.5] * 2 + 1

### after a mask, the matrix product | tensor [?,5]
x = torch.rand(4, 3)
result = x[x.sum(1) > 0.5] @ torch.rand(3, 5)

### squeeze without a dim after a mask | tensor norank
x = torch.rand(4, 1)
result = x[x.sum(1) > 0.5].squeeze()

### squeeze without a dim of a computed size | tensor norank
def f(n):
    here = torch.rand(n, 3).squeeze()
f(1)
f(2)

### squeeze of an unknown dim | tensor norank
def f(x: Tensor, dim):
    here = x.squeeze(dim)
f(torch.rand(1, 3), 0)

### unsqueeze of an unknown rank | tensor norank
def f(x: Tensor):
    here = x.unsqueeze(-1)
f(torch.rand(3))

### transposed unknown rank | tensor norank
def f(x: Tensor):
    here = x.transpose(-1, -2)
f(torch.rand(2, 3))

### unrun stack of an unknown list | tensor norank
def f(xs):
    here = torch.stack(xs)

### cat along an unknown dim | tensor rank=2
def f(dim):
    here = torch.cat([torch.rand(2, 2), torch.rand(2, 2)], dim=dim)
f(0)
f(1)

### view with a product of sizes | tensor [?,4]
def f(x: Tensor, n):
    here = x.view(n * 2, 4)
f(torch.rand(8), 1)

### unrun view with a starred size | tensor norank
def f(x: Tensor, shape):
    here = x.view(*shape)

### unrun view with a starred head | tensor norank
def f(x: Tensor, head):
    here = x.view(*head, -1)

### reshape to a computed list | tensor norank
def f(x: Tensor, n):
    here = x.reshape([1] * n + [-1])
f(torch.rand(6), 2)

### reshape to another's shape | tensor norank
def f(x: Tensor, y: Tensor):
    here = x.reshape(y.shape)
f(torch.rand(6), torch.rand(2, 3))

### unrun expand to an unknown size | tensor norank
def f(x: Tensor, size):
    here = x.expand(size)

### unrun permute by unknown dims | tensor [?,?]
def f(dims):
    here = torch.rand(2, 3).permute(dims)

### sum along the dims of an option | tensor norank
def f(**options):
    here = torch.rand(2, 3).sum(**options)
f(dim=0)
f(dim=1, keepdim=True)

### sum along starred arguments | tensor norank
def f(*args):
    here = torch.rand(2, 3).sum(*args)
f(0)
f(0, True)

### mean with an unknown keepdim | tensor norank
def f(keepdim):
    here = torch.rand(2, 3).mean(1, keepdim=keepdim)
f(True)
f(False)

### max by options | not-tensor
def f(**options):
    here = torch.rand(2, 3).max(**options)
f(dim=0)

### softmax keeps nothing unknown | tensor norank
def f(x: Tensor, dim):
    here = F.softmax(x, dim=dim)
f(torch.rand(2, 3), 0)

### slice of an unknown length | tensor [?,3]
def f(n):
    here = torch.rand(4, 3)[:n]
f(2)

### sizes of a parameter | tensor [?,3]
def f(x: Tensor, n):
    here = torch.zeros(n, 3)
f(torch.rand(3), 2)

### tensor of an unknown | tensor norank nodtype
def f(data):
    here = torch.tensor(data)
f([1, 2])
f(0.5)

### as tensor of an unknown | tensor norank nodtype
def f(data):
    here = torch.as_tensor(data)
f(np.ones(3))

### from an unknown array | tensor norank nodtype
def f(array):
    here = torch.from_numpy(array)
f(np.ones((2, 3), dtype=np.int32))

### like an unknown | tensor norank nodtype
def f(x: Tensor):
    here = torch.zeros_like(x)
f(torch.arange(3))

### to like an unknown tensor | tensor [3] nodtype nodevice
def f(x: Tensor):
    here = torch.rand(3).to(x)
f(torch.arange(3))

### on a parameter's device | tensor [3] nodevice
def f(x: Tensor):
    here = torch.zeros(3, device=x.device)
f(torch.rand(3))

### on a device that depends | tensor [3] nodevice
device = "cuda" if torch.cuda.is_available() else "cpu"
result = torch.zeros(3, device=device)

### device by a method that depends | tensor [3] nodevice
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
result = torch.zeros(3).to(device)

### device of a module's parameter | tensor [3] nodevice
def f(model: nn.Module):
    here = torch.zeros(3, device=next(model.parameters()).device)
f(nn.Linear(2, 2))

### type by an unknown | tensor [3] nodtype
def f(kind):
    here = torch.rand(3).type(kind)
f(torch.float64)

### type as an unknown | tensor [3] nodtype
def f(x: Tensor):
    here = torch.rand(3).type_as(x)
f(torch.arange(3))

### dtype of a parameter | tensor [3] nodtype
def f(x: Tensor):
    here = torch.zeros(3, dtype=x.dtype)
f(torch.arange(3))

### dtype by an option | tensor [3] nodtype
def f(options: dict):
    here = torch.zeros(3, dtype=options["dtype"])
f({"dtype": torch.int64})

### dtype that depends | tensor [3] nodtype
import random
dtype = torch.float16 if random.random() < 0.5 else torch.int64
result = torch.zeros(3, dtype=dtype)

### global rebound by a function | not-tensor
result = torch.rand(3)
def f():
    global result
    result = "text"
f()

### globals by name | not-tensor
globals()["other"] = "text"
result = globals()["other"]

### attribute rebound by another method | not-tensor
class Holder:
    def __init__(self):
        self.x = torch.rand(3)
    def clear(self):
        self.x = "text"
holder = Holder()
holder.clear()
result = holder.x

### attribute rebound from outside | not-tensor
class Holder:
    def __init__(self):
        self.x = torch.rand(3)
holder = Holder()
holder.x = "text"
result = holder.x

### attribute set by setattr | not-tensor
class Holder:
    pass
holder = Holder()
setattr(holder, "x", "text")
result = holder.x

### attribute by getattr | not-tensor
class Holder:
    x = "text"
result = getattr(Holder(), "x")

### generator expression | not-tensor
result = (x * 2 for x in torch.rand(2, 3))

### generator of pairs | not-tensor
def rows():
    for i in range(2):
        yield i, torch.rand(3)
for result in rows():
    pass

### next of a generator | not-tensor
def rows():
    yield "a"
    yield torch.rand(3)
result = next(rows())

### next with a default | not-tensor
result = next((x for x in [] if x), "none")

### delegating generator | not-tensor
def inner():
    yield torch.rand(3)
def outer():
    yield from inner()
result = outer()

### asynchronous generator | not-tensor
async def rows():
    yield torch.rand(3)
result = rows()

### awaited number | not-tensor
import asyncio
async def size():
    return 3
async def f():
    here = await size()
asyncio.run(f())

### awaited unknown | unknown
import asyncio
async def f(job):
    here = await job
async def work():
    return "text"
asyncio.run(f(work()))

### asynchronous loop over strings | not-tensor
import asyncio
async def names():
    yield "a"
async def f():
    async for name in names():
        here = name
asyncio.run(f())

### asynchronous with over an unknown | unknown
import asyncio
import contextlib
async def f(manager):
    async with manager as value:
        here = value
asyncio.run(f(contextlib.nullcontext(3)))

### match of a literal | not-tensor
import random
match random.randrange(2):
    case 0:
        result = "zero"
    case _:
        result = [torch.rand(3)]

### match that captures | not-tensor
def f(command):
    match command:
        case {"tensor": value}:
            here = value
f({"tensor": 3})

### match of a class | not-tensor
def f(x):
    match x:
        case int():
            here = x
        case _:
            pass
f(3)

### match that captures the rest | not-tensor
result = torch.rand(3)
match [1, 2, 3]:
    case [first, *result]:
        pass

### match by as | not-tensor
result = torch.rand(3)
match "text":
    case str() as result:
        pass

### walrus of a number | not-tensor
x = torch.rand(3)
if (result := len(x)) > 2:
    pass

### walrus in a condition | not-tensor
import re
result = torch.rand(3)
if result := re.match("a", "abc"):
    pass

### the set comprehension's own name stays inside | number int 1
x = 1
y = {float(x) for x in torch.rand(3)}
result = x

### the dict comprehension's own name stays inside | number int 1
x = 1
y = {i: x for i, x in enumerate(torch.rand(2, 3))}
result = x

### the generator's own name stays inside | number int 1
x = 1
y = sum(x for x in torch.rand(2, 3))
result = x

### the class body's own name stays inside | number int 1
x = 1
class Holder:
    x = torch.rand(3)
result = x

### dict comprehension | sequence dict
result = {i: x for i, x in enumerate(torch.rand(2, 3))}

### set comprehension | sequence set
result = {int(x) for x in torch.arange(3)}

### deleted and set again | not-tensor
result = torch.rand(3)
del result
result = "text"

### deleted in an except | not-tensor
error = torch.rand(3)
result = "none"
try:
    raise ValueError("text")
except ValueError as error:
    result = str(error)

### message of an exception | not-tensor
try:
    torch.rand(2) @ torch.rand(3)
except RuntimeError as error:
    result = error.args[0]

### suppressed exception | not-tensor
import contextlib
result = "none"
with contextlib.suppress(ValueError):
    raise ValueError
    result = torch.rand(3)

### isinstance of a number | not-tensor
def f(x):
    if isinstance(x, (int, float)):
        here = x
f(3)

### not isinstance of tensors of one device | not-tensor
def f(x):
    if not isinstance(x, torch.cuda.FloatTensor):
        here = x
f([1.0])

### another function of a table | not-tensor
table = {}
if len("ab") > 1:
    table["first"] = len
else:
    table["first"] = max
table["second"] = F.softmax
result = table["first"]("ab")

### one of two functions | not-tensor
fn = F.relu if len("ab") == 1 else len
result = fn("ab")

### attribute that a base has set | not-tensor
import argparse
class Named(argparse.Namespace):
    def __init__(self):
        super().__init__(size=3)
        here = self.size
        self.size = torch.tensor(self.size)
Named()

### isinstance of a string | not-tensor
def f(x: Tensor | str):
    if isinstance(x, str):
        here = x
f("text")

### isinstance of an array | not-tensor
def f(x):
    if isinstance(x, np.ndarray):
        here = x
f(np.ones(3))

### isinstance of a dict | not-tensor
def f(batch):
    if isinstance(batch, dict):
        here = batch
f({"x": torch.rand(3)})

### isinstance in the other branch | not-tensor
def f(x):
    if isinstance(x, Tensor):
        return x
    here = x
f("text")

### isinstance of either | not-tensor
def f(x):
    if isinstance(x, (Tensor, np.ndarray)):
        here = x
f(np.ones(3))

### is_tensor in the other branch | not-tensor
def f(x):
    if torch.is_tensor(x):
        pass
    else:
        here = x
f("text")

### assertion of a list | not-tensor
def f(x):
    assert isinstance(x, list)
    here = x
f([torch.rand(3)])

### callable | not-tensor
def f(x):
    if callable(x):
        here = x
f(torch.exp)

### hasattr says nothing | unknown
def f(x):
    if hasattr(x, "copy"):
        here = x
f(np.ones(3))
f([])

### starred parameters | not-tensor
def f(*tensors):
    here = tensors
f(torch.rand(3))

### double-starred parameters | not-tensor
def f(**tensors):
    here = tensors
f(x=torch.rand(3))

### a starred parameter | unknown
def f(*args):
    here = args[0]
f("text")

### a double-starred parameter | unknown
def f(**kwargs):
    here = kwargs["x"]
f(x="text")

### a default that is a number | not-tensor
def f(x=3):
    here = x
f("text")

### an unknown decorator around a method | not-tensor
def cached(g):
    return property(lambda self: "text")
class Holder:
    @cached
    def x(self):
        return torch.rand(3)
result = Holder().x

### an unknown decorator on a class | not-tensor
def register(cls):
    return "text"
@register
class Net(nn.Module):
    pass
result = Net

### unrun an imported decorator | unknown
from registry import register
@register("name")
def f(x):
    return torch.rand(3)
result = f(1)

### a decorator with arguments | not-tensor
def repeat(n):
    def wrap(g):
        return lambda *args: [g(*args) for _ in range(n)]
    return wrap
@repeat(2)
def f():
    return torch.rand(3)
result = f()

### a context manager's unknown value | unknown
def f(manager):
    with manager as value:
        here = value
import contextlib
f(contextlib.nullcontext(3))

### a callback's result | unknown
def f(callback, x: Tensor):
    here = callback(x)
f(len, torch.rand(3))

### a map object | not-tensor
result = map(torch.exp, [torch.rand(3)])

### a filter object | not-tensor
result = filter(None, [1, 0])

### a zip object | not-tensor
result = zip(torch.rand(2, 3), torch.rand(2, 3))

### recursion that counts | not-tensor
def depth(x):
    return 0 if x.dim() == 0 else 1 + depth(x[0])
result = depth(torch.rand(2, 3))

### forward's parameter used as a list | not-tensor
class Net(nn.Module):
    def forward(self, xs):
        xs.append(1)
        here = xs
        return here
Net()([])

### forward's mode string | not-tensor
class Net(nn.Module):
    def forward(self, x, mode="train"):
        here = mode.upper()
        return x
Net()(torch.rand(3))

### forward's annotated int | not-tensor
class Net(nn.Module):
    def forward(self, x: Tensor, n: int):
        here = n
        return x
Net()(torch.rand(3), 2)

### state of an optimizer | not-tensor
optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)
result = optimizer.param_groups[0]["lr"]

### step of an optimizer | not-tensor
optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)
result = optimizer.step()

### parameters of a layer are an iterator | not-tensor
result = nn.Linear(2, 3).parameters()

### width of a layer | not-tensor
result = nn.Linear(2, 3).in_features

### training flag of a module | not-tensor
result = nn.Linear(2, 3).training

### name among named parameters | not-tensor
for result, p in nn.Linear(2, 3).named_parameters():
    pass

### layer of a sequential | not-tensor
result = nn.Sequential(nn.Linear(2, 3), nn.ReLU())[0]

### distribution | not-tensor
result = torch.distributions.Normal(0.0, 1.0)

### profiler's time | not-tensor
import time
start = time.time()
result = time.time() - start

### loss summed as numbers | not-tensor
total = 0.0
for row in torch.rand(2, 3):
    total += row.sum().item()
result = total / 2

### loss history | not-tensor
result = []
for row in torch.rand(2, 3):
    result.append(row.mean().item())

### accuracy as a number | not-tensor
x = torch.rand(4) > 0.5
result = x.sum().item() / len(x)

### joined over a nested function's default | not-tensor
def f(scale=None):
    scale = scale or "none"
    here = scale
f()

### a frozenset holds equal items once | number int
result = len(frozenset((2, 2)))

### a set holds equal items once | number int
result = len({2, 2})

### a set of a comprehension holds equal items once | number int
result = len({2 for _ in (1, 1)})

### a set of different numbers | number 2
result = len({2, 3})

### unrun a name in a subscript | tensor norank
def f(x: Tensor[T]):
    here = x

### unrun a dtype in a subscript | tensor norank
def f(x: Tensor[torch.float32, B]):
    here = x

### unrun sizes behind a star | tensor norank
def f(x: Tensor[[*Bs, T]]):
    here = x

### names of a ModuleDict | not-tensor
layers = nn.ModuleDict({"a": nn.Linear(3, 4)})
for result in layers:
    pass

### a ModuleDict that was updated | tensor [2,9]
layers = nn.ModuleDict({"a": nn.Linear(3, 4)})
layers.update({"a": nn.Linear(3, 9)})
layers["b"] = nn.Linear(3, 9)
result = layers["b"](torch.rand(2, 3))

### unrun a module that is wrapped at times | unknown
class Net(nn.Module):
    def __init__(self, model, prob):
        super().__init__()
        self.model = model
        if prob:
            self.model = nn.Sequential(self.model, nn.Sigmoid())
    def forward(self, x: Tensor):
        here = self.model

### eigenvalues of nothing known | tensor norank
def f(x: Tensor):
    here = torch.linalg.eigh(x).eigenvalues
f(torch.eye(3))

### an LSTM of unknown directions | tensor rank=3
def f(both):
    lstm = nn.LSTM(3, 5, bidirectional=both)
    here = lstm(torch.rand(2, 7, 3))[0]
f(True)

### unrun what Identity is given, of which nothing is known | unknown
def f(levels):
    here = nn.Identity()(levels)

### unrun what an empty Sequential is given, of which nothing is known | unknown
def f(levels):
    here = nn.Sequential()(levels)

### unrun what Identity gives back in a method | tensor guess nodtype
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.neck = nn.Identity()
    def forward(self, x):
        here = self.neck(x)

"""
