"""More small programs in which inference was contradicted once: gradients, attributes, numbers that take a tensor's place."""

from __future__ import annotations

from tests.inference.differential.found import programs

TRAINING = programs(r"""
### the gradient after a second backward
x = torch.rand(3, requires_grad=True)
(x * x).sum().backward()
q = x.grad
a = q * 2
r = x.grad
(x * x).sum().backward()
b = q * 2
c = x.grad * 2
q, r, a, b, c
q.unsqueeze_(0)
x.grad, r
x.grad.squeeze_()
y = x
y.grad.add_(1)
d = r * 2
x.grad = None
(x * 3).sum().backward()
x.grad, r
e = q * 2
with torch.no_grad():
    x.unsqueeze_(0)
x.grad

### the gradient of what may be no tensor
x = torch.rand(3, requires_grad=True)
z = torch
if int(torch.ones(())):
    z = x
z.grad = None
z.sum().backward()
q = z.grad

### a part of the gradient is set
y = torch.rand(2, 3).requires_grad_()
y.sum().backward()
q = y.grad
q[0] = 2
y.grad
z = q.view(-1)
z * 2
y.sum().backward()
z * 2

### the gradient of what has other data now
x = torch.rand(3, requires_grad=True)
x.sum().backward()
x.data = torch.rand(2)
x.grad
x.data = torch.rand(2, dtype=torch.float64)
x.grad

### a gradient with a graph
y = torch.rand(3, requires_grad=True)
(y ** 2).sum().backward(create_graph=True)
y.grad
y.grad.sum()
z = torch.rand(3, requires_grad=True)
z.grad = torch.rand(3, requires_grad=True)
z.grad

### a gradient that is another tensor
x = torch.rand(3, requires_grad=True)
g = torch.rand(3)
x.grad = g
r = x.grad
r * 2
g.zero_()
r * 2
x.sum().backward()
g, x.grad
g.unsqueeze_(0)
x.grad

### a gradient that an optimizer clears or clips
m = torch.nn.Linear(2, 1)
o = torch.optim.SGD(m.parameters(), 0.1)
x = torch.rand(4, 2)
m(x).sum().backward()
g = m.weight.grad
a = g * 2
m.zero_grad(set_to_none=False)
b = g * 2
m(x).sum().backward()
c = g * 2
torch.nn.utils.clip_grad_norm_(m.parameters(), 0.001)
d = g * 2
o.zero_grad(set_to_none=False)
e = g * 2
o.step()
torch.autograd.backward(m(x).sum())
f = g * 2
a, b, c, d, e, f

### a gradient that is None again
x = torch.rand(3, requires_grad=True)
x.sum().backward()
if x.grad is not None:
    y = x.grad == 1
    y
    torch.optim.SGD([x]).zero_grad()
    y = x.grad == 1
    y

### a gradient in functions and loops
x = torch.rand(3, requires_grad=True)
def train():
    (x * x).sum().backward()
train()
g = x.grad
a = g + 1
train()
b = g + 1
x.grad
def closure(t):
    t.sum().backward()
    return t.grad
c = closure(x)
d = c + 1
e = closure(x)
f = c + 1
c, e
r = None
for _ in range(3):
    x.sum().backward()
    r, x.grad, g
    r = x.grad
    r * 2

### what is compared with a tensor and is equal to none
class Box:
    def __init__(self):
        self.t = 1
class Equal:
    def __eq__(self, other):
        return torch.rand(3)
x = torch.rand(2)
b = Box()
a = x == b
a = x != b
a = b == x
a = x == Equal()
a = Equal() == x
a = x == [1, 2]
a = x == (1, 2)
a = x == torch.nn.Linear(2, 2)
a = x == print
a = x == torch.optim.SGD
a = x == {"a": 1}
a = x == range(2)
a = x == slice(2)
a = x == ...
a = x == Exception()
a = x == x.shape
a = x == x.sum
a = x == (lambda: 0)
a = x == True
a = x == x.dtype
a = x == x.grad
a = x == {1, 2}
a = x in [x]
a = x == x.grad_fn
a = x == x.device
a = x == torch
a = x == int
a = x == Box
a = x == (t for t in x)
a = x == iter(x)
a = x == "a"
a = x != torch
a = torch == x
a = not x == torch

### a comparison that is a bool given for a parameter
p = torch
r = torch.tensor(1)
def helper(a, k=3):
    b = c = d = a
helper(r)
helper(p == 1)
def helper2(a, k=3):
    b = c = d = a
helper2(r)
helper2(helper(r) == 1)

### a sum of nothing given for a parameter
def helper(a, *b):
    c, d = a, a
    zs = []
    zs = [t for t in zs if t]
    b = sum(zs)
    return b
p = torch.tensor(2)
for _ in range(2):
    p = helper(p, p)
def helper2(a):
    b, c, d = a, a, a
    return c
xs = []
for _ in range(2):
    p = sum(xs)
    for y in [p, torch.rand(2)]:
        helper2(y)
        xs = [torch.tensor(1)]

### a sum of what an earlier iteration made
def helper(a, k=3):
    b = c = d = a
    n = 0
    while True:
        n += 1
        if n > 2:
            break
        zs = []
    if k:
        return helper(sum(zs), 0)
x = torch.ones(2, 3, dtype=torch.int64)
helper(x)

### functions of math
import math
a = math.prod([2, 3])
a = math.prod([torch.rand(2), torch.rand(2)])
a = math.prod([])
a = math.floor(2.5)
a = math.isnan(2.0)
a = math.frexp(2.0)
a = math.sqrt(torch.tensor(4.0))
xs = [torch.rand(2)]
a = max([], default=0)
a = max([], default=torch.rand(2))
a = max(xs[1:], default=0)
a = min(xs[1:], default=None)
a = sum(xs[1:], 0.0)
a = sorted([])
a = any([])
a = max([torch.tensor(1)], default=0)
a = iter(xs[0]), next(iter(xs[0])), set(xs[0]), reversed(xs[0])

### a size and the shape that it is a part of
q = torch.rand(2, 2)
n, m = q.shape
torch.zeros(n), torch.zeros(q.shape), torch.zeros((n, m)), torch.zeros(n, m), torch.zeros(m)

### a function changes an object of which two names are given
def helper(a):
    global p
    b, c, d = a, a, a
    def change(f, g):
        f.add_(1)
        f.unsqueeze_(1)
    change(p, d)
    d
p = torch.rand(2, 2, dtype=torch.float64)
helper(p)

### other dims in place of what may be any object
def helper(a, b):
    global p
    c, d, e, f, g = a, a, a, a, a
    p.add_(1)
    p.t_()
    c
    p.transpose_(0, 1)
    d
    p.squeeze_(0)
    e
    p.swapdims_(0, 0)
    f
    p.resize_(7)
    g
    p.set_(torch.rand(2))
    a
p = torch.rand(1, 3)
helper(p, p)

### what a pattern matches is changed after a sum in place
p = torch.ones(2, 3, dtype=torch.int64)
xs = [p]
match [p, p]:
    case [q, _]:
        for _ in range(2):
            for y in xs:
                r = q
            else:
                r += r
            r.unsqueeze_(1)

### what an iteration leaves is not what the next one is given
x = torch.rand(2, 3)
p = torch.rand(3)
for i, y in enumerate([x, p, x]):
    if i:
        r
    r = y
r = None
for i, y in enumerate([x, p, x]):
    if i:
        r, y
    p.fill_(2)
    r = y
r = None
for y, z in [(x, p), (p, x)]:
    r, y, z
    r = y
r = None
for y, z in zip([x, p], [p, x]):
    r, y, z
    r = y

### a method sets an attribute that its caller knows
def change(obj, v):
    obj.a = v
class Net(torch.nn.Module):
    def set(self, v):
        self.a = v
    def forward(self, t):
        self.a = t
        self.set(t[0])
        self.a, t
        self.a = t
        change(self, t[0])
        self.a, t
        self.a = t
        def inner():
            def innermost():
                self.a = t[0]
            innermost()
        inner()
        self.a, t
        self.a = t
        def unpacked(f):
            f[0] = 1
            self.a, h = f
        unpacked(self.a)
        self.a, t
        return self.a
net = Net()
net(torch.rand(2, 3))

### a function sets an attribute of what it does not name
class Box: pass
b = Box()
b.t = torch.rand(3)
def change():
    b.t = torch.rand(2, 3)
change()
b.t
d = {"a": torch.rand(3)}
def change2():
    d["a"] = torch.rand(2, 3)
d["a"]
change2()
d["a"]

### an object that others were reached through is another
class Box: pass
b = Box()
b.t = Box()
b.t.x = torch.rand(3)
c = Box()
c.x = torch.rand(2, 3)
b.t.x
b.t = c
b.t.x
d = {}
d["a"] = [torch.rand(3)]
d["a"][0]
d["a"] = [torch.rand(2, 3)]
d["a"][0]

### methods that set what others know
class Net:
    def __init__(self):
        self.x = torch.rand(3)
        self.y = self.x
        self.reset()
        self.x, self.y
    def reset(self):
        self.x = torch.rand(2, 3)
        self.clear()
    def clear(self):
        self.y = torch.rand(2, 2)
n = Net()
n.x, n.y
n.x = torch.tensor(1)
n.x
n.reset()
n.x

### an attribute that is multiplied
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.eye(3)
    def forward(self, t):
        self.a @= t
        self.a = missing(self.a)
net = Net()
net(torch.rand(3, 3))

### a list given for a parameter after something unknown
def helper(a=2):
    b, c, d = a
def helper2(a, *b):
    helper(b)
r = torch.rand(3, 2)
while True:
    if not None:
        break
    r = missing
helper(r)
helper2(1, 2, 3, 4)

### a tuple that a parameter hands on
def outer(a):
    b = c = d = a
    def change(f, *g):
        def inner(f):
            g, h, k = f, f, f
        inner(c)
        def given(f=torch):
            g, h, k = f, f, f
            inner(g)
        given(d)
        return g
    d = change(a, a)
    change(b, c)
outer(torch.rand(1))

### a list holds what is set to a tensor that requires grad
q = torch.rand(3, requires_grad=True)
x = torch.rand(3)
y = torch.eye(2)
ys = [2, torch.rand(3)]
p = ys[1]
for r in x:
    r = x
    x = x - q
    p.set_(r)
    ys
    ys[1] = y

### a name that only some iterations bind
for i in range(3):
    a = torch.rand(3)
    if i == 0:
        y = a
    a, y
    y + 1, a + 1
y, a
for i in range(3):
    b = torch.rand(3)
    if i:
        continue
    z = b
z, b
i = 0
while True:
    c = torch.rand(3)
    if i > 1:
        break
    i += 1
    v = c
    if i > 5:
        break
    v = torch.rand(2, 3)
v, c
for i in range(3):
    d = torch.rand(3)
    try:
        if i:
            raise ValueError
        w = d
    except ValueError:
        pass
w, d

### two modules with weights of their own
x = torch.rand(4, 2)
m = torch.nn.Linear(2, 2)
n = torch.nn.Linear(2, 2)
a = m(x), n(x)
o = torch.optim.SGD(m.parameters(), 0.1)
m(x).sum().backward()
o.step()
m(x)
torch.nn.init.ones_(m.weight)
m(x)
b = torch.nn.BatchNorm1d(2)
b(x)
b.eval()
b(x)
c = torch.nn.PReLU(init=0.1)
d = torch.nn.PReLU()
c(x - 1), d(x - 1)
e = torch.nn.Embedding(3, 2)
f = torch.nn.Embedding(3, 2)
i = torch.tensor([0, 1])
e(i), f(i)
g = torch.nn.ELU(1.0)
h = torch.nn.ELU(0.5)
g(x - 1), h(x - 1)

### other dims in place under another name
x = torch.rand(1, 3)
y = x
y.squeeze_(0)
x
z = x.view(3, 1)
y.unsqueeze_(0)
y.t_()
x
x.resize_(2, 2)
z, x
y.swapdims_(0, 1)
x
y.transpose_(0, 1)
x
x.set_(torch.rand(2))
y
x.data = torch.rand(3, 3)
y
y.unsqueeze_(-1)
x
y.swapaxes_(0, 2)
x
y.squeeze_()
x
torch.Tensor.unsqueeze_(y, 0)
x
y.as_strided_((2,), (1,))
x
torch.ones(3, out=x)
y

### items set under another name of the list
xs = [torch.rand(3)]
xs[0]
ys = xs
ys[0] = torch.rand(2, 3)
xs[0]
d = {"a": torch.rand(3)}
d["a"]
e = d
e["a"] = torch.rand(2, 3)
d["a"]
e.update(a=torch.rand(1))
d["a"]
d.pop("a")

### an attribute set under another name of the object
class Box: pass
n = Box()
n.x = torch.rand(3)
m = n
m.x = torch.tensor(1)
n.x
n.x = torch.rand(2, 3)
m.x

### a tensor compared with what may be a tuple
def helper2(a, *b):
    c, d = a
    for c in a:
        a = a == d
        c, d, b = d, b, c
y = helper2(torch.rand(2, 2), torch)

### a conversion that gives integers with a graph
def helper1(a=torch):
    b, c, d = a, a, a
    return b.long()
q = torch.ones(2, 3, dtype=torch.int64)
x = q + 3
for y in q:
    helper1(x)
    r = torch.rand(3, requires_grad=True)
    x[0] = r.sum()

### items known by their places, and a loop that takes them out
p = torch.rand(1)
x = torch.rand(2, 3, 4)
xs = [p, x, p]
xs[0] = x
for q in [*xs]:
    xs[0]
    xs.pop(0)
d = {"a": x}
d["a"] = p
while d:
    d["a"]
    d.update(a=x)
    d.pop("a") if d["a"].dim() == 1 else d.clear()

### lists of which only the kind of their items is known, and that change
x = torch.rand(3)
xs = [x for t in x if x is not None]
torch.cat(xs)
q = xs.pop(0)
torch.cat(xs)
xs.append(q)
torch.cat(xs).reshape(-1)

### a number that another name still holds behind an addition in place
p = torch.full((2, 2), 7)
x = torch.rand(2, 3)
ys = [x, x]
ys.clear()
try:
    p = sum(ys)
    raise ValueError
except ValueError as e:
    q = p
    p += x
q

### a generator that hands over while it has autograd switched off, as its caller then has
def gen1(a):
    with torch.no_grad():
        yield a
x = torch.rand(2, 3).requires_grad_()
it = gen1(x)
next(it)
x + 1
it2 = [gen1(x) for _ in range(2)]
for y in gen1(x):
    y * 2

### a name that a loop within a loop binds in some of its runs only
y = torch.ones(2, 3)
b = y
for a in [torch.rand(2, 3), torch.rand(3)]:
    b = b.flip(0)
    w = 0
    while w < 2 and a.shape[0] == b.shape[0]:
        w += 1
        z = b
z
for a in [torch.rand(2, 3), torch.rand(3)]:
    b = b.flip(0)
    for _ in a.shape[1:]:
        z = b
z

### a place in a list that a loop within a loop fills, and from which the outer one takes
p = torch.rand(3)
x = torch.full((2, 2), 7)
xs = [p, x]
for i in range(2):
    w = 0
    while w < 4 and p.size(-1) == p.size(-1):
        w += 1
        xs[0] = xs[0]
    xs.pop(0)

### what detach_ does to a parameter through a view that was made without grad mode
p = torch.rand(2, 3).requires_grad_()
xs = [p]
with torch.no_grad():
    p = torch.atleast_2d(p)
    p.detach_()
xs[0]

### a part of an expression that a function called in it may change
def helper1(a, b=None):
    if coin():
        a.squeeze_()
x = torch.zeros(8, 1)
x, helper1(x), 1

### a tuple that a later call gives where the first one gave a tensor, behind a change in place
def helper1(a, *b):
    c, d = a, a
    return b
r = torch.rand(3)
x = torch.rand(())
ys = torch.rand(2, 3)
for p in ys:
    x.zero_()
    p = x
    r = helper1(r, p)
""")
