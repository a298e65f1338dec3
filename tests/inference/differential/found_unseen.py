"""More small programs in which inference was contradicted once: code of the file that runs where no call of it stands."""

from __future__ import annotations

from tests.inference.differential.found import programs

UNSEEN = programs(r"""
### generator function with changes run later
def gen(a):
    a.unsqueeze_(0)
    yield a
    a.unsqueeze_(0)
    yield a
x = torch.rand(3)
it = gen(x)
x
y = next(it)
x, y
z = next(it)
x, y, z

### a class attribute
class Box:
    t = torch.rand(3)
a = Box()
b = Box()
a.t
a.t = torch.tensor([1])
a.t, b.t, Box.t
Box.t = torch.tensor([[1]])
a.t, b.t, Box.t
Box.t.unsqueeze_(0)
b.t, Box.t

### double star arguments change
def f(**ts):
    ts["a"].unsqueeze_(0)
    ts["b"] = torch.tensor([1])
    return ts
x = torch.rand(3)
y = torch.rand(2)
z = f(a=x, b=y)
x, y, z, z["b"]

### a function given to a function
x = torch.rand(3)
def change(t):
    t.unsqueeze_(0)
    return t
def apply(f, t):
    return f(t)
y = apply(change, x)
x, y
z = list(map(change, [x, x]))
x, z
w = sorted([x, y], key=lambda t: change(t).dim())
x, w

### a decorated function
def twice(f):
    def inner(t):
        f(t)
        return f(t)
    return inner
@twice
def change(t):
    t.unsqueeze_(0)
    return t
x = torch.rand(3)
y = change(x)
x, y

### a context manager of the program
from contextlib import contextmanager
@contextmanager
def changing(t):
    t.unsqueeze_(0)
    yield t
    t.unsqueeze_(0)
x = torch.rand(3)
with changing(x) as y:
    x, y
x, y

### a property
class Box:
    def __init__(self):
        self._t = torch.rand(3)
    @property
    def t(self):
        self._t = self._t[None]
        return self._t
    @t.setter
    def t(self, value):
        self._t = value[None]
box = Box()
box.t, box.t
box.t = torch.rand(2)
box.t
box._t

### iterating an object of the program
class Box:
    def __init__(self, t):
        self.t = t
    def __iter__(self):
        self.t.unsqueeze_(0)
        return iter([self.t])
x = torch.rand(3)
for y in Box(x):
    x, y
x
z = [*Box(x)]
x, z

### a changing function for the order of sorted
def change(t):
    t.unsqueeze_(0)
    return 0
x = torch.rand(3)
y = sorted([x], key=change)
x
z = max([x], key=lambda t: change(t))
x

### an object that is subscripted
class Box:
    def __init__(self, t):
        self.t = t
    def __getitem__(self, i):
        self.t.unsqueeze_(0)
        return self.t
    def __setitem__(self, i, value):
        self.t.unsqueeze_(0)
x = torch.rand(3)
box = Box(x)
y = box[0]
x, y
box[1] = 1
x, y
z = box * 2 if coin() is None else 1
x

### an operator of the program
class Box:
    def __init__(self, t):
        self.t = t
    def __add__(self, other):
        self.t.unsqueeze_(0)
        return self
    def __rmul__(self, other):
        self.t.unsqueeze_(0)
        return self
    def __len__(self):
        self.t.unsqueeze_(0)
        return 7
x = torch.rand(3)
box = Box(x)
y = box + 1
x
y = 2 * box
x
len(box)
x

### a context manager with methods
class Changing:
    def __init__(self, t):
        self.t = t
    def __enter__(self):
        self.t.unsqueeze_(0)
        return self.t
    def __exit__(self, *args):
        self.t.unsqueeze_(0)
x = torch.rand(3)
with Changing(x) as y:
    x, y
x, y

### a setter of a property
class Box:
    def __init__(self):
        self._t = torch.rand(3)
    @property
    def t(self):
        return self._t
    @t.setter
    def t(self, value):
        self._t = value[None]
box = Box()
box.t
box.t = torch.rand(2)
box.t, box._t

### the sum of no items and a tensor
x = torch.tensor(0)
ys = [torch.rand(3)]
p, *xs = ys
y = sum(xs)
z = y + x
z
z = torch.add(x, y)
z
z = x * y
z
z = y > x
z
z = torch.where(x > 0, x, y)
z
y += x
y


### a function changes the data of what stands before its call
def f(t):
    t.data = torch.rand(2)
y = torch.ones(3)
y, f(y), y

### a function changes what stands before its call in a loop
def f(t):
    t.unsqueeze_(0)
y = torch.ones(3)
for _ in range(3):
    y, f(y), y

### a module changes what stands before its call
class Net(torch.nn.Module):
    def forward(self, t):
        t.unsqueeze_(0)
net = Net()
y = torch.ones(3)
y, net(y), y
[y, net(y), y]
{"a": y, "b": net(y), "c": y}

### a function changes the other operand
def f(t):
    t.unsqueeze_(0)
    return 1
x = torch.ones(3)
y = x + f(x)
y
y = x > f(x)
y
y = torch.add(x, f(x))
y
y = torch.stack([x, x]) + torch.stack([x.unsqueeze_(0), x])
y = torch.max(x, x.unsqueeze_(0))
y
y = x.add(f(x))
y

### the right side changes the left one
def f(t):
    t.unsqueeze_(0)
    return 1
x = torch.ones(3)
x += f(x)
x
xs = [x, x]
xs += [xs.pop()]
xs, len(xs)
xs += xs.pop()
len(xs)

### an attribute set on one path changes under another name
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.zeros(3)
    def forward(self, t):
        if t:
            a = self.a
            self.a = a[0]
        t = self.a
        t.requires_grad_()
        self.a
net = Net()
net(3)

### a subscript changes what it is of
def f(t):
    t.unsqueeze_(0)
    return 0
x = torch.rand(3)
y = x[f(x)]
y
x

### a keyword argument changes an earlier one
def f(t):
    t.unsqueeze_(0)
    return 1
x = torch.rand(3)
y = torch.add(x, other=f(x))
y
y = torch.sum(input=x, dim=f(x) - 1)
y
d = dict(a=x, b=f(x))
d["a"]

### a target changes what is assigned
def f(t):
    t.unsqueeze_(0)
    return 0
x = torch.rand(3)
xs = [x]
xs[f(x)] = x
xs, xs[0], x
xs[f(x)], xs[0] = x, x
xs[0]

### augmented items that change
def f(t):
    t.unsqueeze_(0)
    return 1
x = torch.rand(3)
xs = [x, x]
xs[0] += f(x)
xs, x
xs[f(x) - 1] += 1
xs, x
class Box: pass
b = Box()
b.t = x
b.t += f(x)
b.t, x
b.t = b.t + f(b.t)
b.t, x

### autograd switched on within inference mode
r = torch.rand(2, 3).requires_grad_()
with torch.inference_mode():
    with torch.enable_grad():
        p = sum(r)
        q = r + 1
        q, p
    p
p, q

### a gradient that is not there changes with what it may be
p = torch.zeros(0)
r = torch.arange(2)
xs = []
q = p.grad
x = 1
for _ in range(4):
    for r in xs:
        pass
    else:
        q, x, p = x, p, q
        r.transpose_(0, -1)
        break
y = p == 1
y

### None of a module whose forward has no return
class Net(torch.nn.Module):
    def forward(self, t):
        a = t != t
net = Net()
x = net(torch.tensor(1.0))
y = net(x)

### the data of one tensor are those of another
p = torch.full((2, 2), 7)
r = torch.linspace(0, 1, 4)
s = r
a = p.sum()
r.data = p
r += p.sum()
b = p.sum()
a, b
p.zero_()
c = r.sum()
d = s.sum()
r.fill_(3)
e = r.sum(), s.sum(), p.sum()
x = torch.rand(3)
y = torch.rand(3)
f = y.sum()
x.set_(y)
x.zero_()
g = y.sum()
f, g

### the maximum along what may be a dim
y = torch.arange(6)
xs = []
ys = torch.rand(2, 3)
p = sum(xs)
for _ in range(2):
    r = torch.max(y, p)
    r
    p = ys if coin() is None else p

### one tensor given for two parameters and told to require no grad
def helper(a, b):
    b.requires_grad = True
    c = a
    c.requires_grad = False
    b
    return b
x = torch.zeros(8, 1)
q = helper(x, x)
q

### a number or an unknown object that a branch takes for a tensor
n = 0
xs = []
p = sum(xs) == 1
r = xs.pop() if coin() is None else p
if n:
    q = r.tril()
r

### the data of a parameter that another name shows to be a tensor
def helper1(a: x):
    global y
def helper4(a):
    b, c, d = a, a, a
    c = d.view(-1)
    d
    b.data = torch.zeros(2)
    return d
x = torch.tensor(1)
y = x
q = helper1((y))
p = helper4(y)

### what a module without a result gives is compared
class Net(torch.nn.Module):
    def forward(self, t):
        pass
net = Net()
p = torch.rand(3)
q = net(p)
x = q == p
x
x = p != q
x

### an iterator that changes where an exception is caught
xs = [1, 2]
ys = [torch.rand(2, 3), torch.rand(3)]
for y, r in zip(xs, ys):
    try:
        r[0] = 1
    except ValueError:
        pass
    ys[1] = torch.rand(2, 2, dtype=torch.float64)

### a view made without grad mode refuses to require no grad where nobody knows it
def helper(a):
    a.requires_grad = False
    return a.requires_grad
class Holder:
    pass
x = torch.rand(3, requires_grad=True)
with torch.no_grad():
    y = x.view(3)
y.requires_grad = True
holder = Holder()
vars(holder)["given"] = y
p = helper(vars(holder)["given"])
p

### to is given a bool
x = torch.rand(3, requires_grad=True)
n = x.dim() > 0
y = x.to(n)
y
z = x.to(False)
z
w = x.to(x.sum().item() > 3)
w

### tensors are broadcast to an unknown one
def helper(a: torch.Tensor, b: torch.Tensor, c):
    d = a + c
    e = c * a
    d, e
    assert b.shape == d.shape
    b, a, d
    if b.shape == e.shape:
        b, a, e
    return a, b
class Holder:
    pass
holder = Holder()
vars(holder)["given"] = torch.rand(2, 3)
p = helper(torch.rand(3), torch.rand(2, 3), vars(holder)["given"])
p

### an attribute that was set to itself is changed under two names
class Box:
    def __init__(self, t):
        self.a = t
    def step(self):
        t = self.a
        self.a = t
        def helper():
            self.a.add_(1)
            return t.clone().unsqueeze(0)
        u = helper()
        v = helper()
        return u, v
u, v = Box(torch.rand(3, 1)).step()
u, v

### a function reads a global name while another that has bound it runs
def read():
    return r
def bind():
    global r
    r = y
    c = read()
    return c.sum()
r = torch.zeros(2)
y = torch.zeros(1, requires_grad=True)
q = bind()
q

### a difference of what may be a number is used as a tensor on one path
r = 1
if coin():
    r = coin()
y = 1 - r
if torch.zeros(1):
    r = y.unsqueeze(3)
y

### what was put into a list by its place moves on each of two paths
x = torch.zeros(8, 1)
ys = [x, x]
ys[0] = x
if coin():
    ys.insert(0, torch.linspace(0, 1, 4))
else:
    ys.insert(0, torch.linspace(0, 1, 5))
ys[0]

### what was put into a list by its place moves in a loop
x = torch.zeros(8, 1)
ys = [x, x]
ys[0] = x
for r in range(3):
    ys.insert(0, torch.linspace(0, 1, 4))
y = ys[0]
y
""")
