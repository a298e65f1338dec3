"""Small programs in which inference was contradicted once, or might be: names, objects and graphs that change."""

from __future__ import annotations


def programs(text: str) -> dict[str, str]:
    """The programs of a text by their names, which stand behind ``###``."""
    found: dict[str, str] = {}
    for part in text.split("\n### ")[1:]:
        name, _, source = part.partition("\n")
        found[name] = f"import torch\n{source.strip()}\n"
    return found


FOUND = programs(r"""
### names rotate through a loop
p = torch.rand(8, 1)
q = torch.rand(8, 1)
r = torch.rand(8, 1)
for _ in range(5):
    p = q
    q = r
    r = r.reshape(8)
p

### three names change places in a loop
q = torch.rand(())
r = torch.arange(2)
y = torch.rand(())
for _ in range(3):
    q, r, y = r, y, q
    y

### the type of numbers comes late in a loop
q = torch.zeros(8, 1)
r = torch.rand(3)
for _ in range(3):
    x = q
    q = r
    r = r.nonzero()
x

### a leaf asked for in an earlier iteration
y = torch.rand(1)
for _ in range(3):
    y
    y.requires_grad = True

### requires_grad_ in an earlier iteration
y = torch.eye(2)
for _ in range(3):
    y
    y.requires_grad_()

### else of a loop that was left
q = torch.arange(3)
p = torch.rand(2)
while True:
    break
else:
    p = q
p

### else of a for loop that was left
q = torch.arange(3)
p = torch.rand(2)
for _ in range(3):
    break
else:
    p = q
p

### narrowed by a comparison of shapes, and then not
r = torch.rand(2, 1)
x = torch.rand(2, 3)
if r.shape == x.shape:
    pass
r

### narrowed by a dtype, and then not
p = torch.arange(3)
if p.dtype == torch.float32:
    pass
p

### a leaf on one branch only
q = torch.rand(2)
if q.dim() > 1:
    q.requires_grad_()
q

### assigned twice before the exception
r = torch.tensor(2)
x = torch.rand(3)
try:
    r = x
    raise ValueError
    r = torch.tensor(3)
except ValueError:
    pass
r

### bound again after the statement that raises
p = torch.arange(3)
try:
    p = torch.rand(2, 2)
    int("x")
    p = torch.arange(4)
except ValueError:
    pass
p

### walrus in a comprehension
x = torch.zeros(1)
[(x := x.unsqueeze(0)) for _ in range(2)]
x

### walrus in a condition of a comprehension
q = torch.rand(2)
[t for t in [q] if (q := t.sum()) > 0]
q

### walrus in a generator
q = torch.rand(4)
any((q := t).sum() > 9 for t in [torch.arange(2)])
q

### another name for what gets a dim in place
q = torch.ones(2, 3)
x = q
x.unsqueeze_(0)
q

### an item of a list that gets a dim in place
r = torch.rand(2, 3)
xs = [r]
r.unsqueeze_(1)
xs

### another name for what is transposed in place
q = torch.rand(2, 3)
x = q
q.t_()
x

### another name for what gets other data
q = torch.rand(2)
y = q
q.data = torch.arange(3)
y

### other data of another dtype
r = torch.arange(2)
r.data = torch.zeros(2)
r

### another name for what becomes a leaf
p = torch.rand(1, 3)
r = p
r.requires_grad_()
p

### another name for what is no longer a leaf
q = torch.rand(3, requires_grad=True)
r = q
q.requires_grad = False
r

### an item that becomes a leaf
x = torch.rand(1)
xs = [x]
x.requires_grad_()
xs

### another name for what gets a part with a graph
q = torch.rand(3, requires_grad=True)
x = torch.rand(1)
y = x
x[0] = q.sum()
y

### results before and after a change through another name
q = torch.rand(3)
y = q
a = y * 2
q += 1
b = y * 2
a, b

### results before and after a change of data
y = torch.eye(2)
a = y * 2
y.data += 1
b = y * 2
a, b

### results before and after a change through a view
q = torch.rand(3)
v = q.view(-1)
a = v * 2
q.zero_()
b = v * 2
a, b

### set_ takes another's shape
x = torch.rand(0, 3)
x.set_(torch.rand(1, 3))
x

### detach_ of a leaf
q = torch.rand(3, requires_grad=True)
q.detach_()

### detach_ of a leaf that a list holds
p = torch.rand(2, 3).requires_grad_()
xs = [p]
p.detach_()
xs

### requires_grad of integers fails
p = torch.arange(6)
try:
    p.requires_grad = True
except RuntimeError:
    pass
p

### a bool mask set from a graph
p = torch.rand(2, 3).requires_grad_()
r = torch.ones(3, dtype=torch.bool)
r[0] = p.sum()
r

### pop takes the last item away
ys = [torch.rand(2), torch.rand(2)]
y = ys.pop()
ys

### del takes an item away
xs = [torch.rand(2), torch.rand(2)]
del xs[0]
xs

### clear takes all items away
xs = [torch.rand(2), torch.rand(2)]
xs.clear()
xs

### reverse turns a list around
ys = [torch.rand(2, 3), torch.rand(3)]
ys.reverse()
ys

### insert puts an item in front
ys = [torch.rand(2, 3), torch.rand(3)]
ys.insert(0, torch.arange(6))
ys

### items of a dict with several keys
r = torch.rand(2, 3)
y = torch.rand(2)
n = 3
d = {"a": r, "b": y}
d[n] = torch.zeros(0)
d["a"], d["b"]

### a dict with one key twice
x = 1
d = {x: torch.rand(2), x: torch.rand(3)}
d

### items of a dict are no list
d = {"a": torch.rand(2)}
d.items()

### values of a dict are no list
d = {"a": torch.rand(2)}
d.values()

### a generator that returns
def gen(a):
    return
    yield a
it = gen(torch.rand(2))
it

### halves of different sizes
p, x = torch.ones(3, dtype=torch.bool).chunk(2)
p, x

### parts of different sizes
p, x = torch.ones(3).split(2)
p, x

### two items of one list
ys = [torch.rand(2, 3), torch.rand(3)]
for p in [1]:
    ys = ys * 2
    ys = ys[1:]
a = [t for t in ys]
for p in ys:
    ys[0], p

### the longest of two
x = torch.full((3,), 0)
r = torch.linspace(0, 1, 4)
max(x, r, key=len)

### a sum of nothing
xs = []
for _ in range(0):
    xs.append(torch.rand(2))
sum(xs)

### a sum over no rows
y = torch.zeros(0)
sum(y)

### a sum of a filtered list
zs = [t for t in [torch.rand(())] if t.dim()]
sum(zs)

### a global that a later statement binds anew
def helper():
    return p
p = torch.arange(6)
helper()
p = torch.rand(2, 3)

### a view made without grad
y = torch.rand(3, requires_grad=True)
with torch.no_grad():
    v = y.view(-1, 1)
v

### the same tensor converted without grad
y = torch.rand(3, requires_grad=True)
with torch.no_grad():
    v = y.float()
v

### parts made without grad
y = torch.rand(3, requires_grad=True)
with torch.set_grad_enabled(False):
    parts = y.split(1)
parts

### in place under inference mode
y = torch.rand(3, requires_grad=True) * 1
with torch.inference_mode():
    y *= 2
y
### rows that are unpacked differ
r, q = torch.eye(2)
r, q

### rows unpacked in the head of a loop
y = torch.arange(2)
for i, p in [y, y]:
    i, p

### the row of an iteration and the first of all
q = torch.rand(2, 3)
for p in q:
    r = [*q][0]
    p, r

### the first item and the rest of a list
xs = [torch.rand(3), torch.tensor(2)]
xs[0] = torch.arange(1)
r, *xs = xs
x = xs[0]
r, x

### halves of unknown size
for y in [torch.rand(2, 3), torch.rand(3)]:
    p, x = y.chunk(2)
    p, x

### narrowed by a size, and then not
p = torch.zeros(8, 1)
if p.size() == (3,):
    pass
p

### narrowed by a shape through another name
q = torch.full((3,), 1)
y = q
if y.shape == (2, 3):
    pass
y

### a global that a helper reads before it is bound again
def helper(a):
    global y
    y = y
    return a
y = torch.rand(2, 3)
y = helper(torch.tensor(1.0))

### a global that a helper sets
def helper():
    global x
    x = x.sum()
x = torch.rand(2, 3)
helper()
x

### a global that a helper sets by way of another
def inner():
    global x
    x = torch.rand(4)
def helper():
    inner()
x = torch.rand(2, 3)
helper()
x

### nonlocal changes the name of the function around
def outer():
    b = torch.rand(2, 3)
    def inner():
        nonlocal b
        b = b.sum()
    inner()
    return b
b = torch.rand(4)
outer()
b

### nonlocal in a loop
def outer():
    b = torch.rand(2)
    def inner():
        nonlocal b
        b = b.unsqueeze(0)
    for _ in range(3):
        inner()
        b
    return b
outer()

### a method that changes an attribute
class Box:
    def __init__(self, t):
        self.a = t
    def step(self):
        self.a = self.a.unsqueeze(0)
        return self.a
box = Box(torch.rand(2))
for _ in range(3):
    box.step()
    box.a

### an attribute of two objects of one class
class Box:
    def __init__(self, t):
        self.a = t
    def get(self):
        return self.a
one, other = Box(torch.rand(2)), Box(torch.rand(2, 3))
one.a, other.a, one.get(), other.get()

### an attribute set from outside
class Box:
    def __init__(self):
        self.a = torch.rand(2)
    def get(self):
        return self.a
box = Box()
box.a = torch.rand(2, 3)
box.get(), box.a

### finally runs after what was half done
x = torch.rand(2)
for _ in range(1):
    try:
        x = torch.rand(2, 3)
        break
    finally:
        x
x

### a handler in a loop sees every iteration
x = torch.rand(2)
for i in range(3):
    try:
        if i == 2:
            raise ValueError
        x = x.unsqueeze(0)
    except ValueError:
        x
x

### inner loops rotate as well
p = torch.rand(2)
q = torch.rand(2, 3)
r = torch.rand(2, 3, 4)
for _ in range(2):
    for _ in range(2):
        p, q, r = q, r, p
        p
    q
p, q, r

### a list that rotates
xs = [torch.rand(2), torch.rand(2, 3)]
for _ in range(3):
    xs = xs[1:] + [xs[0]]
    xs[0]
xs

### a closure sees what its name holds when it is called
def outer():
    a = torch.rand(2)
    def inner():
        return a.sum(0)
    first = inner()
    a = torch.rand(2, 3)
    return first, inner()
outer()

### a lambda sees what its name holds when it is called
a = torch.rand(2)
f = lambda: a + 1
x = f()
a = torch.rand(2, 3)
y = f()
x, y

### a default is made once
def helper(a, xs=[]):
    xs.append(a)
    return xs
helper(torch.rand(2))
helper(torch.rand(3))

### a text from the first call
def helper(a, word):
    word
    return a
helper(torch.rand(2), "sum")
helper(torch.rand(2), "mean")

### a list from the first call
def helper(xs):
    xs
    return xs[0]
helper([torch.rand(2)])
helper([torch.rand(2, 3), torch.rand(2)])

### recursion
def helper(a, k=3):
    a
    if k == 0:
        return a
    return helper(a.unsqueeze(0), k - 1)
x = helper(torch.rand(2))
x

### a generator's items
def gen(a):
    for _ in range(3):
        yield a
        a = a.unsqueeze(0)
for x in gen(torch.rand(2)):
    x
y = next(gen(torch.rand(2)))
y

### a match binds anew
q = torch.rand(2)
match [torch.rand(2, 3)]:
    case [q]:
        pass
q

### a match that always finds a case
q = torch.rand(2)
match q.dim():
    case 1:
        q = q.unsqueeze(0)
    case _:
        q = q.sum()
q

### what a loop body leaves when an iteration stops early
x = torch.rand(2)
u = v = x
for i in range(2):
    x = torch.cat([x, x])
    u = x + 1
    if i:
        break
    v = x + 2
u, v

### names deleted in a loop
x = torch.rand(2)
y = torch.rand(2, 3)
for _ in range(2):
    t = x
    x = y
    y = t
    del t
x, y
### a tensor of no numbers
for q in [torch.rand(2), torch.tensor(2)]:
    torch.tensor(q.shape)

### a conversion to what a gradient may be
x = torch.eye(2).to(torch.tensor(2).grad)
x

### a call for its effect with two tensors
def helper(a, b):
    pass
p = torch.tensor(1)
q = torch.rand(2, 1)
helper(p, q)
q

### a tensor of an empty list of numbers
x = torch.tensor(torch.arange(0).tolist())
x

### an empty vector among matrices
p = torch.rand(1, 3)
if coin():
    p = torch.tensor(1)
r = torch.zeros(0)
if coin():
    r = torch.rand(3)
x = torch.cat((p, r), dim=1)
x

### a row of a list of rows
ys = [t for t in torch.rand(2, 3)]
ys[0]

### an item of a list whose items are read in turn
xs = [torch.arange(6), torch.tensor(1.0)]
xs[1] = torch.rand(2)
p = xs[0]
ys = [t for t in xs]

### a function within a function sees what its name holds when it is called
def outer(a):
    b = a
    def inner():
        h = b
        return h
    inner()
    b = torch.rand(())
outer(torch.rand(2, 3))

### equal to what is no tensor
q = torch.rand(())
q == torch

### a generator that gives up before it yields
def gen(a):
    if a.dim():
        return
    yield a
for x in gen(torch.tensor(1)):
    x
y = list(gen(torch.rand(2)))
y

### a name that a loop binds only in later iterations
x = torch.rand(2)
for i in range(3):
    if i:
        t = t.unsqueeze(0)
        t
    else:
        t = x
t

### five names rotate through nested loops
p = torch.rand(2)
q = torch.rand(2, 3)
r = torch.rand(2, 3, 4)
s = torch.arange(3)
t = torch.tensor(True)
for _ in range(3):
    for _ in range(2):
        while s.dim():
            p, q, r, s, t = q, r, s, t, p
            p
    q
r

### a while loop whose test reads what it changes
x = torch.rand(2, 3, 4)
while x.dim() > 1:
    x = x[0]
    x
x

### what continue leaves out
p = torch.rand(2)
q = torch.rand(2, 3)
for i in range(3):
    r = p
    if i == 1:
        continue
    p = q
    q = r.reshape(-1)
p, q, r

### a chunk of one row
y = torch.rand(1, 3)
for part in y.chunk(2):
    part

### a sum of a list without grad
xs = [torch.rand(3, requires_grad=True), torch.rand(3)]
with torch.no_grad():
    x = sum(xs)
x

### grad switched by what is not known
p = torch.rand(3, requires_grad=True)
with torch.set_grad_enabled(len([p]) == 2):
    y = p * 2
y

### grad switched off by a statement that does not know it
p = torch.rand(3, requires_grad=True)
torch.set_grad_enabled(len([p]) == 2)
y = p * 2
y

### grad switched off in a branch
p = torch.rand(3, requires_grad=True)
if p.dim() == 1:
    torch.set_grad_enabled(False)
y = p * 2
y

### grad switched off by an earlier iteration
p = torch.rand(3, requires_grad=True)
for i in range(2):
    y = p * 2
    torch.set_grad_enabled(False)
y

### a loop left from within a block without grad
p = torch.rand(3, requires_grad=True)
for i in range(2):
    with torch.no_grad():
        if i == 1:
            break
y = p * 2
y

### a comparison given to a function that does nothing
def check(a):
    pass
p = torch.rand(2)
q = torch.rand(3)
check(p.shape == q.shape)
p, q

### the greater of two tensors, one of which has a graph
p = torch.tensor(2.0)
q = torch.tensor(1.0, requires_grad=True)
y = max(p, q)
y

### a sum that starts with a tensor
xs = [torch.rand(3)]
y = sum(xs, torch.rand(2, 3, requires_grad=True))
y

### a loop that binds what nothing binds
p = torch.rand(2)
def never():
    q = torch.rand(2)
    for _ in range(3):
        q = missing
p

### a view of a tensor made of a number, and its change
r = torch.tensor(2)
q = r.squeeze()
q.sum()
r.clamp_(0, 1)
q.sum()

### a list without a name whose item changes as it is walked through
x = torch.rand(3)
for y in [torch.rand(1), torch.rand(2), x]:
    y
    x.unsqueeze_(-1)

### an undefined argument of a function that takes many tensors
def never():
    for _ in range(2):
        p = torch.atleast_2d(r)
        r
r = torch.tensor(2)
never()

### a walrus of a comprehension in a loop
q = torch.arange(3)
for _ in range(3):
    x = q
    [(q := q.unsqueeze(0)) for _ in range(2)]
    x, q

### one of several tensors, or a parameter, that is made a leaf
n = 1
r = torch.rand(4)
p = max(r, torch.rand(2, 2), key=len)
if n == 0:
    p = torch.nn.Parameter(torch.rand(3))
p.requires_grad_()
r

### a name of the module that is not None in a function
y = torch.tensor([1, 2, 3])
def helper():
    if y is not None:
        pass
    y
helper()

### a test of what is certainly a tensor
x = torch.rand(())
ys = [torch.rand(2, 3), torch.rand(3)]
if torch.is_tensor(x):
    x = ys[0]
x.requires_grad_()
ys

### the greater of integers and what has a graph
y = torch.tensor([1, 2, 3])
x = torch.rand(3, requires_grad=True)
for p in [torch.ones(3, dtype=torch.int64), torch.rand(3)]:
    torch.max(y, x)
    x = p

### a name of the module bound on one path of a function
def helper(a):
    global y
    if not a.dim():
        y = a
    y, a
p = torch.arange(6)
y = torch.rand(2, 3)
helper(p)

### a name of a function around whose rank is asked for
def outer(a):
    d = a
    def inner():
        if len(d.shape) == 2:
            h = torch.zeros(0)
        d.resize_(2, 3)
        d
    inner()
outer(torch.rand(4))

### the data of what may be no tensor is set
p = torch.rand(3, requires_grad=True)
r = torch.tensor(1.0)
match {"a": p}:
    case {"a": y}:
        y.data = r
        y.data

### an object that a pattern names changes in place
q = torch.rand(3)
match [q]:
    case [x]:
        x.unsqueeze_(0)
        q

### an object that an unknown name holds is made a leaf
def helper(a):
    global x
    x = a
r = torch.rand(2, 2)
helper(r)
x.requires_grad = True
r

### an object that one of two paths hides is written to
p = q = torch.rand(3)
if len([q]) > 1:
    p = missing
p[...] = torch.rand(3, requires_grad=True)
q

### compared with a gradient that is not there
p = torch.rand(2)
p == p.grad

### a gradient that came by way of a branch is compared
p = torch.rand(2)
q = p.grad
if coin():
    q = p
q != q

### data that are added to
x = torch.rand(1, 3)
d = x.data
x.data += 1

### an attribute that one branch sets
class Box:
    def __init__(self, t):
        self.a = t
    def step(self, t):
        if t.sum() > 99:
            self.a = t
        return self.a
box = Box(torch.rand(()))
box.step(torch.full((2, 2), 7))

### an attribute whose rank one branch asks for
class Box:
    def __init__(self):
        self.a = None
    def step(self, t):
        self.a = t
    def get(self):
        if self.a.dim() == 1:
            pass
        return self.a
box = Box()
box.step(torch.rand(2, 3))
box.get()

### an attribute that two calls of one method set
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.zeros(3)
    def forward(self, t):
        a = self.a
        self.a = t
        return a
net = Net()
net(torch.rand(2, 3, 4))
net(torch.rand(3))
net(torch.rand(3))

### a layer with and without grad
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 4)
    def forward(self, t):
        return self.layer(t)
net = Net()
net(torch.rand(1, 3))
with torch.no_grad():
    net(torch.rand(1, 3))

### requires_grad of a view made in inference mode
y = torch.rand(3, requires_grad=True)
with torch.inference_mode():
    p = y[...]
    p.requires_grad = False
p

### requires_grad_ of a view made without grad
y = torch.rand(3, requires_grad=True)
with torch.no_grad():
    p = y[...]
p.requires_grad_(False)
p

### what all catenated was and what it is
p = torch.rand(2, 3, 4)
xs = [p]
for x in [xs]:
    x.extend([torch.cat(x)])
else:
    p = torch.cat(x)
p

### a list that gets rows of two tensors
r = torch.nn.Parameter(torch.rand(3))
y = torch.rand(2, 3).requires_grad_()
xs = [y, r]
for q in range(3):
    xs.extend(r)
    r, y = torch.rand(3), r
xs

### a name of the module gets other data in a function
def helper():
    for b in y:
        if len([b]):
            break
        q.data = r
    q
q = torch.tensor(1)
r = torch.rand(3, 3)
y = torch.rand(2, 3)
helper()

### a name that functions share gets other data
def helper(a):
    global x
    c = x
    c.data = torch.zeros(2)
x = torch.rand(2, 3)
xs = [x]
helper(1)
xs

### a tuple for a tensor by way of a name that functions share
def helper(a, *b):
    global y
    c, d = a, a
    y = b
y = torch.rand(3)
helper(y, y)
helper(y)

### axes of an unknown object are swapped
x = torch.rand(2, 3)
match [x]:
    case [y]:
        y.swapaxes_(0, 1)
x

### a name of the module changes that was given to the function
def helper(a):
    c, d = a, a
    b = d.detach()
    r.zero_()
    c = d.detach()
    r.set_(torch.rand(1))
    d, a
r = torch.rand(2, 3)
helper(r)

### a list that is added to after an item was taken away
ys = [torch.rand(2), torch.rand(3)]
ys += [ys.pop(0)]
ys

### multiplied by what a comparison with a gradient gave
x = torch.zeros(8, 1)
r = torch.rand(1, 3)
q = x == r.grad
q * x

### what a generator was given changes before it goes on
def gen(a):
    for _ in range(3):
        yield a
        a
y = torch.eye(2)
it = gen(y)
x = next(it)
x.unsqueeze_(0)
next(it)

### what a loop handed on by way of two names is changed
p = torch.rand(2, 3)
x = torch.rand(3, requires_grad=True)
y = torch.rand(())
ys = [torch.rand(2, 3), torch.rand(3)]
r = None
for i in range(3):
    r = y
    y = x
    x, *xs = ys
    p = torch.cat(xs)
    p.unsqueeze_(0)
r.swapaxes_(0, -1)
ys

### grad switched off in the body of a class
x = torch.rand(2, 3).requires_grad_()
class Net(torch.nn.Module):
    torch.set_grad_enabled(False)
x // 2

### grad switched off by a function
def helper():
    torch.set_grad_enabled(False)
x = torch.rand(2, 3).requires_grad_()
helper()
x * 2

### grad switched off by a function within a block without grad
def helper():
    with torch.no_grad():
        torch.set_grad_enabled(False)
x = torch.rand(2, 3).requires_grad_()
helper()
x * 2

### a buffer that becomes a leaf
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.ones(3))
    def forward(self, t):
        t = self.b
        t.requires_grad = True
net = Net()
for x in range(2):
    net(x)

### a tensor becomes a leaf as its rows are walked through
y = torch.tensor([1.0, 2.0])
for q in y:
    q
    y.requires_grad_()

### an unknown object whose rank one branch asks for
def helper(a, k=None):
    if k and a.dim() == 1:
        pass
    if a.ndim == 2:
        a
for p in [torch.rand(2), torch.rand(2, 3)]:
    helper(p)
x = torch.rand(2, 3)
for i in range(3):
    if len([x]) > 1 and x.dim() == 1:
        pass
    if x.ndim == 2:
        x
    else:
        x = missing[0]

### a part selected without grad
y = torch.nn.Parameter(torch.rand(3))
with torch.no_grad():
    x = torch.reshape(y, (-1,))
    q = x.select(0, 0)
    q

### a sum of nothing in place
xs = [torch.rand(2)]
xs.pop()
r = sum(xs[1:])
r **= 2
r

### one tensor given for two parameters
def helper(a, b):
    n, m = b.shape
    a.unsqueeze_(0)
    b
x = torch.rand(2, 3)
helper(x, x)

### one tensor given for two parameters and added to
def helper(a, b):
    c = b * 2
    a.add_(1)
    d = b * 2
    c, d
x = torch.rand(2, 3)
helper(x, x)

### a parameter that may change in a loop and is then replaced
def helper(a):
    b, c, d = a, a, a
    for _ in range(5):
        d, c, b = c, b, d
        d = q.detach()
        q.requires_grad = True
q = torch.zeros(0)
helper(torch.zeros(8, 1))
""")

# Two parameters are hardly ever one tensor: to let each change with every other would cost the rules too much.
