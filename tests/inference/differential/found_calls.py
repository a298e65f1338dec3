"""More small programs in which inference was contradicted once: what calls change, and what is read later than written."""

from __future__ import annotations

from tests.inference.differential.found import programs

CALLS = programs(r"""
### reversed of a list that changes
ys = [torch.rand(2, 3), torch.rand(3)]
z = reversed(ys)
ys[0] = torch.tensor(1)
ys[1] = torch.tensor([1, 2, 3])
for p in z:
    p

### iter of a list that changes
ys = [torch.rand(2, 3), torch.rand(3)]
z = iter(ys)
ys[0] = torch.tensor([1, 2, 3])
p = next(z)
p
for p in z:
    p

### iter of a list that grows
ys = [torch.rand(3)]
z = iter(ys)
ys.append(torch.tensor([1, 2, 3]))
a = next(z)
b = next(z)
a, b

### next of an iterator twice
ys = [torch.rand(3), torch.rand(2)]
z = iter(ys)
a = next(z)
b = next(z)
a, b
a + 1, b + 1

### list of an iterator that was advanced
ys = [torch.rand(3), torch.rand(2)]
z = iter(ys)
a = next(z)
b = list(z)
b
len(b)

### list of a reversed list
ys = [torch.rand(3), torch.rand(2, 2)]
b = list(reversed(ys))
b[0], b[1]
len(b)
c = reversed(ys)
d = list(c)
e = list(c)
d, e

### map over a list that changes
ys = [torch.rand(3), torch.rand(3)]
z = map(torch.sum, ys)
w = map(lambda t: t, ys)
ys[0] = torch.rand(2, 2)
ys[1] = torch.tensor([1, 2, 3])
for p in w:
    p
for p in z:
    p

### generator over a list that changes
ys = [torch.rand(3), torch.rand(3)]
z = (t for t in ys)
w = (t + 1 for t in ys)
ys[0] = torch.rand(2, 2)
ys[1] = torch.tensor([1, 2, 3])
for p in z:
    p
for p in w:
    p

### generator whose free name changes
x = torch.rand(3)
z = (x for _ in range(2))
x = torch.tensor([[1]])
for p in z:
    p

### generator with a function of what changes
x = torch.rand(3)
z = (x + t for t in [torch.rand(3)])
x.unsqueeze_(0)
for p in z:
    p

### filter over a list that changes
ys = [torch.rand(3), torch.rand(3)]
z = filter(None, ys)
w = filter(lambda t: t.dim(), ys)
ys[0] = torch.tensor([1, 2, 3])
ys[1] = torch.tensor([1, 2, 3])
for p in w:
    p

### values of a dict that changes
d = {"a": torch.rand(3), "b": torch.rand(3)}
v = d.values()
d["a"] = torch.tensor([1, 2])
d["c"] = torch.rand(2, 2)
for p in v:
    p
[*v]
list(v)

### items of a dict that changes
d = {"a": torch.rand(3), "b": torch.rand(3)}
v = d.items()
d["a"] = torch.tensor([1, 2])
d["c"] = torch.rand(2, 2)
for k, p in v:
    k, p
list(v)

### iterator of the values of a dict that changes
d = {"a": torch.rand(3), "b": torch.rand(3)}
v = iter(d.values())
d["b"] = torch.tensor([1, 2])
for p in v:
    p

### enumerate of an iterator of a list that changes
ys = [torch.rand(3), torch.rand(3)]
z = enumerate(iter(ys))
ys[0] = torch.tensor([1, 2, 3])
for k, p in z:
    p

### enumerate of the values of a dict that changes
d = {"a": torch.rand(3), "b": torch.rand(3)}
z = enumerate(d.values())
d["a"] = torch.tensor([1, 2, 3])
for k, p in z:
    p

### zip of reversed lists that change
ys = [torch.rand(3), torch.rand(3)]
z = zip(reversed(ys), iter(ys))
ys[0] = torch.tensor([1, 2, 3])
ys[1] = torch.tensor([1, 2, 3])
for k, p in z:
    k, p

### changed in place more than three calls deep
def f1(t):
    t.unsqueeze_(0)
def f2(t):
    f1(t)
def f3(t):
    f2(t)
def f4(t):
    f3(t)
def f5(t):
    f4(t)
x = torch.rand(3)
y = x
f5(x)
x, y

### a list changed more than three calls deep
def f1(ts):
    ts[0] = torch.tensor([1])
def f2(t):
    f1(t)
def f3(t):
    f2(t)
def f4(t):
    f3(t)
def f5(t):
    f4(t)
xs = [torch.rand(3)]
ys = xs
f5(xs)
xs[0], ys[0], xs, ys

### an item of a list changed more than three calls deep
def f1(t):
    t[0].t_()
def f2(t):
    f1(t)
def f3(t):
    f2(t)
def f4(t):
    f3(t)
xs = [torch.rand(3, 2)]
x = xs[0]
f4(xs)
x, xs

### a global changed in place more than three calls deep
x = torch.rand(3)
y = x
def f1():
    x.unsqueeze_(0)
def f2():
    f1()
def f3():
    f2()
def f4():
    f3()
f4()
x, y
f4()
x, y

### a global rebound more than three calls deep
x = torch.rand(3)
y = x
def f1():
    global x
    x = torch.tensor([1])
def f2():
    f1()
def f3():
    f2()
def f4():
    f3()
f4()
x, y

### a copy of a dict
d = {"a": torch.rand(3)}
e = dict(d)
e["a"] = torch.tensor([1])
e["b"] = torch.tensor([1])
d["a"], d, e
d["a"] = torch.tensor([[1]])
d["a"], e["a"], d, e

### a dict of a dict that changes
d = {"a": torch.rand(3)}
e = dict(d, b=torch.rand(2))
d["a"].t_()
d["a"].unsqueeze_(0)
e["a"]
f = {**d}
f["a"] = torch.tensor([1])
d["a"], e["a"], f["a"]

### a copy of a dict by copy
import copy
d = {"a": torch.rand(3)}
e = copy.copy(d)
e["a"] = torch.tensor([1])
d["a"], e["a"]
g = copy.deepcopy(d)
g["a"].unsqueeze_(0)
d["a"], g["a"]
x = torch.rand(3)
y = copy.deepcopy(x)
y.unsqueeze_(0)
x, y

### dicts unpacked, joined and copied
d = {"a": torch.rand(3), "b": torch.rand(2, 2)}
e = {**d, "a": torch.tensor([1])}
f = {"a": torch.tensor([1]), **d}
e["a"], e["b"], f["a"], f["b"]
g = d | {"c": torch.zeros(4, dtype=torch.int32)}
h = {"b": torch.zeros(4, dtype=torch.int32)} | d
g["a"], g["c"], h["b"]
k = dict(d, c=torch.zeros(5))
k["a"] = torch.zeros(1, 1)
d["a"], k["a"], k["b"], k["c"]
m = dict(zip(("a", "b"), (torch.rand(3), torch.zeros(2, dtype=torch.int64))))
n = dict([("a", torch.rand(3)), ("b", torch.zeros(2, dtype=torch.int64))])
m["a"], m["b"], n["a"], n["b"]
same = d
same |= {"a": torch.zeros(7, dtype=torch.int32)}
d["a"], same["a"], d["b"]
for key in ("a", "c"):
    d |= {key: torch.zeros(1, dtype=torch.int64)}
d["a"], d["b"]

### several lists chained, and a part of one
import itertools
xs = [torch.rand(3), torch.rand(3)]
ys = [torch.zeros(2, dtype=torch.int64)]
for p in itertools.chain(xs, ys):
    p
every = list(itertools.chain(xs, ys))
every[-1], len(every)
some = list(itertools.islice(xs, 1))
some[-1], len(some)

### a recursive call changes a global
def recursive1(a, k=3):
    b = c = d = a
    b.unsqueeze_(0)
    a = q
    if k:
        return recursive1(a, k - 1)
q = torch.rand(3)
r = torch.arange(3)
recursive1(r)
q
r

### a recursive call changes a list
def recursive1(a, k=3):
    if k == 1:
        a.append(torch.rand(3))
    if k:
        return recursive1(a, k - 1)
q = []
q
recursive1(q)
q, len(q)

### a parameter that is a global
def helper1(a):
    b = r[None]
    a.fill_(2)
    return b
def helper2(a):
    p + 1
    x = helper1(p)
    y = helper1(a)
    x, y
    r
p = torch.linspace(0, 1, 4)
r = torch.rand(3)
helper2(r)

### a module made under inference mode
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)
    def forward(self, t):
        a = t
        return self.layer(a)
with torch.inference_mode():
    net = Net()
    lin = torch.nn.Linear(3, 3)
    w = torch.nn.Parameter(torch.rand(3))
    s = torch.nn.Sequential(torch.nn.Linear(3, 3))
net(torch.rand(3))
lin(torch.rand(3))
s(torch.rand(3))
w + 1
w[0]
list(w)
w.view(3)

### a module made in a function under inference mode
def make():
    with torch.inference_mode():
        return torch.nn.Linear(3, 3)
lin = make()
lin(torch.rand(3))
@torch.inference_mode()
def made():
    return torch.nn.Parameter(torch.rand(3))
w = made()
w + 1
w[0]

### comparison of an unknown argument
def helper1(a):
    global r
    def helper2(f):
        g = f
        g
    helper2(q)
    c = r
    r = helper2((c == 1))
q = torch.rand(2, 2, dtype=torch.float64)
r = "x"
helper1(q)

### one tensor given for two parameters and filled
def helper(a, b):
    y = b + 1
    a.fill_(3)
    z = b + 1
    y, z
x = torch.rand(3)
helper(x, x)

### one tensor given for two parameters by a function
def outer(t):
    helper(t, t)
def helper(a, b):
    y = b + 1
    a.fill_(3)
    z = b + 1
    y, z
x = torch.rand(3)
outer(x)

### one tensor given for two parameters by a later function
def helper(a, b):
    y = b + 1
    a.fill_(3)
    z = b + 1
    y, z
def outer(t):
    helper(t, t)
x = torch.rand(3)
outer(x)

### one of two tensors changes in place
p = torch.eye(2)
q = torch.eye(2)
r = p if coin() else q
r.zero_()
p
q

### a tuple where a tensor is declared
def helper1(a: torch.Tensor):
    b = a
    b
def helper3(a, *b):
    return helper1(b)
x = torch.rand(3)
helper3(x, x)

### items of a dict that changes within the loop
d = {"a": torch.rand(3), "b": torch.rand(3)}
for k, v in d.items():
    v
    d["b"] = torch.tensor([1])

### values of a dict that changes within the loop
d = {"a": torch.rand(3), "b": torch.rand(3)}
for v in d.values():
    v
    d["b"] = torch.tensor([1])

### reversed list that changes within the loop
xs = [torch.rand(3), torch.rand(3)]
for v in reversed(xs):
    v
    xs[0] = torch.tensor([1])

### enumerated reversed list that changes within the loop
xs = [torch.rand(3), torch.rand(3)]
for i, v in enumerate(reversed(xs)):
    v
    xs[0] = torch.tensor([1])

### partial of a tensor that changes
from functools import partial
def g(a, b):
    return a + b
x = torch.rand(3)
f = partial(g, x)
x.unsqueeze_(0)
f(torch.rand(3))

### partial of a list that changes
from functools import partial
def g(a, b):
    return a[0]
xs = [torch.rand(3)]
f = partial(g, xs)
xs[0] = torch.tensor([[1]])
f(1)

### an inherited attribute
class Base:
    def __init__(self):
        self.t = torch.rand(3)
    def set(self):
        self.t = torch.tensor([1])
class Derived(Base):
    def __init__(self):
        super().__init__()
        self.u = self.t
    def get(self):
        return self.t
d = Derived()
d.get(), d.u
d.set()
d.get(), d.u

### star arguments change
def f(*ts):
    ts[0].unsqueeze_(0)
    for t in ts:
        t.unsqueeze_(0)
    return ts
x = torch.rand(3)
y = torch.rand(2)
z = f(x, y)
x, y, z

### setdefault and get
d = {}
x = d.setdefault("a", torch.rand(3))
y = d.setdefault("a", torch.tensor([[1]]))
x, y, d
z = d.get("b", torch.tensor(1))
z
d.get("a").unsqueeze_(0)
d["a"], x, y
d.update(a=torch.tensor(3))
d["a"], d

### a dict comprehension and its items
xs = {k: torch.rand(k + 1) for k in range(3)}
xs[0]
ys = {k: v for k, v in xs.items()}
ys[0].unsqueeze_(0)
xs[0], ys[0]
for k, v in ys.items():
    v.unsqueeze_(0)
    v
xs[1], ys[1]

### a class attribute that its objects replace
class Box:
    t = torch.rand(3)
a = Box()
b = Box()
a.t = torch.tensor([1])
a.t, b.t, Box.t

### a later call gives the sum of an empty list
def helper(a, b=None):
    c = b
    c
helper(1, b=torch.rand(2))
xs = [torch.rand(2)]
xs.clear()
helper(1, sum(xs))

### a tuple repeated as often as a tensor says
def helper(a, *b):
    return a * b
x = torch.tensor(2)
y = helper(x, x)
y

### moved to what may be a gradient or not be there
q = torch.full((3,), 2)
x = torch.rand(2)
while coin() or x is not None:
    x = q.grad
y = q.to(x)
y

### a global that is bound again behind a call of a call
def helper1(a):
    return r
def helper7(a, b=None):
    return helper1(a)
x = torch.eye(2)
r = torch.full((3,), 1)
q = helper7(x, x)
r = x

### a global that is deleted behind a call
def read(a):
    b = p
    return b
p = torch.full((2, 2), 7)
read(1)
del p
p = torch.zeros(3)
read(2)

### a name of a pattern given to a function that takes a tensor
def helper(a):
    b = a
    b
helper(torch.rand(2, 3))
match (torch.rand(2, 3).shape):
    case (a, b):
        helper(a)

### detach_ in inference mode
x = torch.rand(3, requires_grad=True)
with torch.inference_mode():
    x.detach_()
    x
x

### an attribute changed under another name in a loop
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.zeros(3)
    def forward(self, t):
        return self.a
net = Net()
x = torch.eye(2)
p = x
for _ in range(3):
    q = net(x)
    p.requires_grad_()
    p = q

### another function binds a global to what is changed then
def helper1(a):
    global p
    p = a
p = torch.rand(2)
y = torch.linspace(0, 1, 4)
xs = [y]
helper1(y)
p.set_(torch.rand(2, 3, 4))
xs, y
""")
