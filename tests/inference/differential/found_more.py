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

### a name twice among the targets
def helper(f):
    h = f
    if f:
        h = torch.zeros(8, 1)
    f = h
    h = torch.rand(3)
    h, f, h = f, h, h
    h, f
helper(torch.rand(()))
for k, k in [(torch.rand(2), torch.rand(3))]:
    k
h, (g, *h) = torch.rand(1), (2, torch.rand(2))
h, g

### an attribute of a name that the same statement binds
class Box: pass
x, y = Box(), Box()
y.a = torch.rand(2)
x.a, x = torch.rand(3), y
x.a

### what was computed in an earlier iteration takes the place of None
x = torch.rand(3)
r = torch.ones(2, 3, dtype=torch.int64)
p = q = None
for _ in range(4):
    p = x
    y = p.float()
    y, p, q = p, q, y
    x = r

### a list of what an earlier iteration computed takes the place of None
q = None
x = torch.rand(3)
r = torch.ones(2, 3, dtype=torch.int64)
for _ in range(4):
    if q is not None:
        q[0], x, q[1], x.float()
        q[0].abs(), x.abs()
    q = [x, x.float()]
    x = r

### a list of what an enumerate handed out before takes the place of None
ys = [torch.rand(3), torch.rand(2)]
q = None
for i, v in enumerate(ys):
    if q is not None:
        q[0], v
    q = [v]

### a parameter that a loop hands on changes
def helper(x):
    q = None
    for _ in range(4):
        if q is not None:
            q.unsqueeze_(0)
            x, x.ndim
        if x.dim() == 2:
            x
        q = x
helper(torch.rand(3))

### two names of a list that a loop hands on
q = p = None
for i in range(4):
    if q is not None:
        q.append(torch.rand(i))
        p, p[0], p[-1], q[-1]
    p = q = [torch.rand(2)]

### next of a generator that yields a number
def gen(a):
    b = a
    xs = []
    for _ in range(3):
        yield a
        a = sum(xs)
p = torch.tensor(1)
for _ in range(5):
    it = gen(p)
    q = next(it)
    p = next(it)

### what generators yield is given to functions
def gen(p):
    yield p
    yield 0
def outer():
    yield from gen(torch.rand(2))
def pairs(p):
    for i in range(2):
        yield p, i
def f(a):
    a
def g(a):
    a
def h(a):
    a
def k(a):
    a
def n(a):
    a
x = torch.rand(3)
f(x), g(x), h(x), k(x), n(x)
for v in gen(x):
    f(v)
a, b = gen(x)
g(b)
h(list(gen(x))[1])
for v in outer():
    k(v)
for v, i in pairs(x):
    n(i)

### a tensor that requires grad on one path changes once more
q = torch.rand(1, 3)
y = torch.tensor(1.0)
ys = [torch.rand(2, 3), 0]
for _ in range(4):
    p = q
    p *= 2
    y.requires_grad_()
    d = {torch: p, torch: p}
    d[torch] = ys[0]
    for _, y in d.items(): y

### a view of what requires grad on one path is multiplied
w = torch.rand(3, requires_grad=True) * 2
z = torch.rand(1, 3)
y = z if coin() else w
v = y.view(-1)
v.mul_(w)
z, y

### a gradient that may be None is compared in a loop
r = torch.rand(3)
y = torch.tensor(2)
x = y
y = x.grad
while x:
    y = r == y
x = torch.rand(3).grad
for _ in range(3):
    y = r != x
    x = y

### the gradient of what may be a tensor is compared
r = torch.arange(1)
x = torch.ones(2, 3, dtype=torch.int64)
for i in x:
    x = x.grad
    q = x == r
    x = unbound

### a tensor is changed in a loop under a name that others are handed on to
p = torch.linspace(0, 1, 4)
r = torch.arange(6)
x = torch.linspace(0, 1, 4)
y = torch.rand(2, 3)
for _ in range(4):
    r.fill_(2)
    r = y
    y = x
p, x

### three names hand a tensor on to a function that changes it
p = torch.zeros(4)
x = torch.zeros(4)
def step(a):
    a.fill_(2)
r = torch.zeros(6)
y = torch.zeros(2, 3)
z = torch.zeros(1)
for _ in range(6):
    step(r)
    r, y, z = y, z, x
    x.sum()
p, x

### what takes several tensors is given one object, which is a tuple
def helper(a, *b):
    return b
p = torch.tensor(2)
y = torch
for y in torch.zeros(1).split(1):
    y = helper(torch, p)
torch.atleast_2d(y)
x = torch.rand(3)
y = torch.rand(2) if coin() else (x, x)
z = torch.atleast_1d(y)
z
z = torch.meshgrid(y)
z

### an unknown object is a tensor by one name and is resized by it, and shown to be one by another name
q = torch.zeros(0)
def helper(a):
    global q
    d = a
    q = a.expand_as(a)
    a.resize_(2, 3)
    return d.softmax(1)
try:
    unbound()
except Exception:
    y = helper(q)

### a loop shows an unknown object to be a tensor, and it is resized behind the loop
q = torch.zeros(0)
x = torch.zeros(1)
def helper(a):
    global q
    d = a
    for _ in x:
        q = a.expand_as(a)
    a.resize_(2, 3)
    return d.softmax(1)
try:
    unbound()
except Exception:
    y = helper(q)

### an unknown object is a tensor by an alias, and is resized by its own name
q = torch.zeros(0)
def bind():
    global q
    q = q + 0
def helper(a):
    d = a
    e = d.expand_as(d)
    e
    a.resize_(2, 3)
    return a.softmax(1)
coin()
y = helper(q)

### an unknown object is filled by one name and read by another
q = torch.ones(4)
def bind():
    global q
    q = q + 0
def helper(a):
    d = a
    e = torch.abs(a)
    a.zero_()
    f = torch.abs(d)
    return e + f
coin()
y = helper(q)

### an unknown object in a list is changed by its name
q = torch.zeros(0)
def bind():
    global q
    q = q + 0
def helper(a):
    d = [a]
    e = a.expand_as(a)
    a.resize_(2, 3)
    for x in d:
        torch.softmax(x, 1)
    b, = d
    return torch.softmax(b, 1)
coin()
y = helper(q)

### a view of an unknown object, under two names, when the object changes
q = torch.ones(4)
def bind():
    global q
    q = q + 0
def helper(a):
    b = a[0:1]
    c = b
    e = torch.sin(b)
    a.fill_(7)
    f = torch.sin(c)
    return e + f
coin()
y = helper(q)

### a function that is read in another grad mode than that of its call
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 3)
    def forward(self, t):
        return self.layer(t)
net = Net()
def helper(a):
    return net(a)
with torch.no_grad():
    helper(torch.rand(1, 3))

### a gradient is told to require grad at the end of an iteration
q = torch.rand(3, requires_grad=True)
for _ in range(3):
    q.sum().backward()
    p = q.grad
    p.requires_grad = True

### a gradient is told to require grad through the tensor that holds it
q = torch.rand(3, requires_grad=True)
q.sum().backward()
for _ in range(3):
    p = q.grad
    p
    q.sum().backward()
    q.grad.requires_grad_(True)

### a gradient is changed with a graph at the end of an iteration
q = torch.rand(3, requires_grad=True)
w = torch.rand(3, requires_grad=True)
q.sum().backward()
for _ in range(3):
    p = q.grad
    p
    p.mul_(w)
    q.sum().backward()
q.grad

### a gradient is made with a graph, or set to what has one, at the end of an iteration
q = torch.rand(3, requires_grad=True)
w = torch.rand(3, requires_grad=True)
for _ in range(3):
    p = q.grad
    r = (q * q).sum()
    r.backward(create_graph=True)
for _ in range(3):
    p = w.grad
    w.grad = w * 2

### what a pattern binds is compared, and a branch that is not taken wants a tensor
q = torch.linspace
x = torch
p = x
match {'a': p}:
    case {'b': _}:
        pass
    case {'a': y}:
        y = p == y
        if x == q:
            x[n] = y.masked_fill(x, 1)
        elif x:
            pass
        else:
            pass
y

### what a pattern binds is no tensor where a branch wants one
match [torch, None]:
    case [y, z]:
        if coin() is None:
            y.masked_fill(z, 1)
            z.masked_fill(y, 1)
        a = z == z
        y, z, a

### a forward that may end without a return gets what it gave
class Net(torch.nn.Module):
    def forward(self, t):
        a = t
        x.a = a != a
        if None:
            return x
net = Net()
x = torch.eye(2)
y = x
xs = x
x = net(y)
xs += net(x)

### a decorated function that may end without a return gets what it gave
@torch.no_grad()
def f(t):
    a = t != t
    a
    if coin() is None:
        return t
x = f(torch.rand(2))
x = f(x)
x

### the longer of two tuples of arguments
def helper(a, *b):
    c, d = a, a
    c
    return max(b, b, key=len)
r = torch.rand(())
for _ in range(3):
    r = helper(r, r)
r

### the shorter of a tensor's row and a tuple
def helper(a):
    c = a
    return min((a, a), a, key=len)
r = torch.rand(3)
for _ in range(3):
    r = helper(r)
r

### the largest of a tensor and what a generator yields
def gen():
    yield torch.rand(2, 3)
x = torch.rand(2, 3)
y = max(x, *gen(), key=id)
y

### a default given back
def helper(a):
    c = a
    return getattr(a, "nothing", (a, a))
def other(a):
    c = a
    return {}.get(1, (a, a))
r = torch.rand(3)
for _ in range(3):
    r = helper(r)
s = torch.rand(3)
for _ in range(3):
    s = other(s)
r, s

### a function and a module of torch are given where a path that raises wants a tensor
def f(a):
    if coin() is None:
        a.view(-1)
        raise ValueError
    b = a
    c = b == 1
    c
    return b
x = f(torch)
y = f(len)
z = f(f)
x, y, z

### an object, a dtype and a device are given where a caught exception tells that they are no tensors
class Box:
    pass
def f(a):
    try:
        a.masked_fill(a, 1)
    except AttributeError:
        pass
    b = a
    c = b == 1
    c
    return b
x = f(Box())
y = f(torch.float32)
z = f(torch.device("cpu"))
x, y, z

### a number or None
def f(n):
    m = n
    if m is None:
        return 1
    return m
x = f(1)
y = f(None)
x, y

### a number that each iteration of an inner loop raises, read behind it
n = 1
r = torch.ones(3, dtype=torch.bool)
for _ in range(2):
    for i, x in enumerate(r):
        x = torch.arange(n)
        n += 1
    x[0] = torch.arange(n)[0]
    y = torch.arange(n)
y

### one of two numbers of one type
def f(a, b):
    if coin() is None:
        return a
    return b
k = int(torch.tensor(7))
j = int(torch.tensor(2))
x = torch.arange(k)
m = k if coin() is None else j
y = torch.arange(m), torch.arange(f(k, j))
try:
    k = int(torch.tensor(8))
    raise ValueError
except ValueError:
    z = torch.arange(k)
x, y, z
for m in (k, j):
    z = torch.arange(m)
    z
""")
