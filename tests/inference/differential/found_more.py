"""More small programs in which inference was contradicted once: iterators, None, modules, what calls show."""

from __future__ import annotations

from tests.inference.differential.found import programs

MORE = programs(r"""
### a list changes within a zip
ys = [torch.rand(2, 3), torch.rand(3)]
for k, y in zip([1, 2], ys):
    y
    ys[-1] = torch.tensor([1, 2, 3])

### a list grows within a zip within an enumerate
ys = [torch.rand(2, 3), torch.rand(3)]
for i, (k, y) in enumerate(zip([1, 2, 3], ys)):
    y
    if i == 0:
        ys.append(torch.tensor([1, 2, 3]))

### a list changes behind a zip of it
ys = [torch.rand(2, 3), torch.rand(3)]
z = zip(ys, ys)
ys[0] = torch.tensor([1, 2, 3])
for p, q in z:
    p, q

### a function changes one of two lists within an enumerate
ys = [torch.rand(2, 3), torch.rand(3)]
zs = [torch.rand(2, 3), torch.rand(3)]
xs = ys if coin() else zs
def helper(ws):
    ws[-1] = torch.tensor([1, 2, 3])
for i, y in enumerate(ys):
    y
    helper(xs)

### None on one path is equal to itself
x = None
if coin():
    x = torch.rand(3)
x == x
y = torch.rand(2)
if coin():
    y = None
def helper(a):
    b = a != a
    b
helper(y)

### None in a later iteration is equal to itself
x = torch.rand(3)
for _ in range(2):
    x != x
    x = None

### None in a list is equal to itself
xs = [torch.rand(3)]
xs.append(None)
x = xs[-1]
x == x
for x in xs:
    x == x

### None by default is equal to itself
def helper(a=None):
    a == a
helper(torch.rand(2))
helper()

### None where a function ends is equal to itself
def helper(a):
    if coin():
        return a
x = helper(torch.rand(2))
x == x

### None of a function without return is equal to itself
def helper(a):
    b = a != a
y = helper(torch.zeros(8, 1))
helper(y)

### integers set to one number that has a graph
x = torch.rand(3, requires_grad=True)
y = torch.zeros(2, 3, dtype=torch.int64)
y[0] = x.sum()
y
z = torch.zeros(2, 3, dtype=torch.bool)
z.fill_(x.sum())
z

### the data of what Identity gives
net = torch.nn.Identity()
y = torch.arange(6)
for _ in range(3):
    r = net(net(y))
r.data = torch.rand(1)
y

### a parameter that is no tensor in a second call
def helper(a, k=3):
    b = a
    return helper(sum([]), k - 1) if k > 0 else a
y = torch.tensor(1.0)
helper(y)

### None takes the place of a tensor that another name holds
x = torch.rand(1, 3)
y = torch.zeros(8, 1)
p = None
for _ in range(3):
    r = p
    p = y
    y = x
    p, r, y

### a module called where grad may be off
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)
    def forward(self, t):
        a = t
        return self.layer(a)
with torch.set_grad_enabled(bool(torch.zeros(1))):
    net = Net()
    net(torch.rand(3))

### an optional tensor that is no None
def helper(a, b=None):
    if b is None:
        return a
    c = a == b
    c
helper(torch.rand(2))
helper(torch.rand(2), torch.rand(2))

### a tuple from a call is given in the next call
def helper1(a, *b):
    for d, b in zip([y, b], ys):
        pass
    return [a, d][1]
x = torch.rand(1)
y = torch.ones(3)
ys = torch.rand(2, 3)
p = helper1(y, x)
p = helper1(p, y)
""")
