"""The code of "Effective PyTorch" by vahidk, section by section, https://github.com/vahidk/EffectivePyTorch.

It stands as three published copies of the Chinese translation have it, mistakes included, some of which are made on
purpose. Restored are the line breaks, indentation and imports that the copies lost; ``pass`` is the body of loops that
have only a comment. `# expect: CODE` ends each line on which a finding must stand, `?` if it is tentative; no other
finding may stand anywhere.
"""

PROGRAMS: dict[str, str] = {
    "1 basics: tensors": """\
import numpy as np
import torch

# A scalar.
a = torch.tensor(3)
print(a)  # tensor(3)

# An array.
b = torch.tensor([1, 2])
print(b)  # tensor([1, 2])

# A matrix.
c = torch.zeros([2, 2])
print(c)  # tensor([[0., 0.], [0., 0.]])

# A tensor of any rank.
d = torch.rand([2, 2, 2])

x = torch.randn([3, 5])
y = torch.randn([5, 4])
z = x @ y

print(z)

z = x + y

print(z.numpy())

x = torch.tensor(np.random.normal([3, 5]))  # expect: TEF402
""",
    "1 basics: automatic differentiation": """\
import torch

x = torch.tensor(1.0, requires_grad=True)

def u(x):
    return x * x

def g(u):
    return -u

dgdx = torch.autograd.grad(g(u(x)), x)[0]
print(dgdx)  # tensor(-2.)
""",
    "1 basics: fitting a curve": """\
import numpy as np
import torch

# Assuming we know that the desired function is a polynomial of 2nd degree, we
# allocate a vector of size 3 to hold the coefficients and initialize it with
# random noise.
w = torch.tensor(torch.randn([3, 1]), requires_grad=True)  # expect: TEF401

# We use the Adam optimizer with learning rate set to 0.1 to minimize the loss.
opt = torch.optim.Adam([w], 0.1)

def model(x):
    # We define yhat to be our estimate of y.
    f = torch.stack([x * x, x, torch.ones_like(x)], 1)
    yhat = torch.squeeze(f @ w, 1)
    return yhat

def compute_loss(y, yhat):
    # The loss is defined to be the mean squared error distance between our
    # estimate of y and its true value.
    loss = torch.nn.functional.mse_loss(yhat, y)
    return loss

def generate_data():
    # Generate some training data based on the true function
    x = torch.rand(100) * 20 - 10
    y = 5 * x * x + 3
    return x, y

def train_step():
    x, y = generate_data()

    yhat = model(x)
    loss = compute_loss(y, yhat)

    opt.zero_grad()
    loss.backward()
    opt.step()

for _ in range(1000):
    train_step()

print(w.detach().numpy())
""",
    "2 modules: two parameters": """\
import torch

class Net(torch.nn.Module):

    def __init__(self):
        super().__init__()
        self.a = torch.nn.Parameter(torch.rand(1))
        self.b = torch.nn.Parameter(torch.rand(1))

    def forward(self, x):
        yhat = self.a * x + self.b
        return yhat

x = torch.arange(100, dtype=torch.float32)

net = Net()
y = net(x)

for p in net.parameters():
    print(p)

x = torch.arange(100, dtype=torch.float32) / 100
y = 5 * x + 3 + torch.rand(100) * 0.3

criterion = torch.nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)

for i in range(10000):
    net.zero_grad()
    yhat = net(x)
    loss = criterion(yhat, y)
    loss.backward()
    optimizer.step()

print(net.a, net.b)  # Should be close to 5 and 3
""",
    "2 modules: a layer": """\
import torch

class Net(torch.nn.Module):

    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(1, 1)

    def forward(self, x):
        yhat = self.linear(x.unsqueeze(1)).squeeze(1)
        return yhat

net = Net()
for p in net.parameters():
    print(p)

model = torch.nn.Sequential(
    torch.nn.Linear(64, 32),
    torch.nn.ReLU(),
    torch.nn.Linear(32, 10),
)
""",
    "3 broadcasting: instead of repeat": """\
import torch

a = torch.tensor([[1., 2.], [3., 4.]])
b = torch.tensor([[1.], [2.]])
# c = a + b.repeat([1, 2])
c = a + b

print(c)
""",
    "3 broadcasting: concatenated features": """\
import torch

a = torch.rand([5, 3, 5])
b = torch.rand([5, 1, 6])

linear = torch.nn.Linear(11, 10)

# concat a and b and apply nonlinearity
tiled_b = b.repeat([1, 3, 1])  # b shape:  [5, 3, 6]
c = torch.cat([a, tiled_b], 2)  # c shape: [5, 3, 11]  # expect: TEF106
d = torch.nn.functional.relu(linear(c))

print(d.shape)  # torch.Size([5, 3, 10])
""",
    "3 broadcasting: two layers": """\
import torch

a = torch.rand([5, 3, 5])
b = torch.rand([5, 1, 6])

linear1 = torch.nn.Linear(5, 10)
linear2 = torch.nn.Linear(6, 10)

pa = linear1(a)  # pa shape: [5, 3, 10]
pb = linear2(b)  # pb shape: [5, 1, 10]
d = torch.nn.functional.relu(pa + pb)

print(d.shape)  # torch.Size([5, 3, 10])

class Merge(torch.nn.Module):
    def __init__(self, in_features1, in_features2, out_features, activation=None):
        super().__init__()
        self.linear1 = torch.nn.Linear(in_features1, out_features)
        self.linear2 = torch.nn.Linear(in_features2, out_features)
        self.activation = activation

    def forward(self, a, b):
        pa = self.linear1(a)
        pb = self.linear2(b)
        c = pa + pb
        if self.activation is not None:
            c = self.activation(c)
        return c
""",
    "3 broadcasting: a sum of four": """\
import torch

a = torch.tensor([[1.], [2.]])
b = torch.tensor([1., 2.])
c = torch.sum(a + b)  # expect: TEF104

print(c)

a = torch.tensor([[1.], [2.]])
b = torch.tensor([1., 2.])
c = torch.sum(a + b, 0)  # expect: TEF104

print(c)
""",
    "4 operators: slicing": """\
import time

import torch

z = x[begin:end]  # z = torch.narrow(0, begin, end-begin)

x = torch.rand([500, 10])

z = torch.zeros([10])

start = time.time()
for i in range(500):  # expect: TEF201
    z += x[i]
print("Took %f seconds." % (time.time() - start))

z = torch.zeros([10])
for x_i in torch.unbind(x):
    z += x_i

z = torch.sum(x, dim=0)
""",
    "4 operators: all of them": """\
import torch

x = torch.rand([500, 10])
y = torch.rand([500, 10])

z = -x  # z = torch.neg(x)
z = x + y  # z = torch.add(x, y)
z = x - y
z = x * y  # z = torch.mul(x, y)
z = x / y  # z = torch.div(x, y)
z = x // y
z = x % y
z = x ** y  # z = torch.pow(x, y)
z = x @ y  # z = torch.matmul(x, y)
z = x > y
z = x >= y
z = x < y
z = x <= y
z = abs(x)  # z = torch.abs(x)
z = x & y
z = x | y
z = x ^ y  # z = torch.logical_xor(x, y)
z = ~x  # z = torch.logical_not(x)
z = x == y  # z = torch.eq(x, y)
z = x != y  # z = torch.ne(x, y)

x += y
x **= 2
""",
    "5 TorchScript: one gather per row": """\
import torch

def batch_gather(tensor, indices):
    output = []
    for i in range(tensor.size(0)):  # expect: TEF203?
        output += [tensor[i][indices[i]]]
    return torch.stack(output)

@torch.jit.script  # expect: TEF208
def batch_gather_jit(tensor, indices):
    output = []
    for i in range(tensor.size(0)):  # expect: TEF203?
        output += [tensor[i][indices[i]]]
    return torch.stack(output)

def batch_gather_vec(tensor, indices):
    shape = list(tensor.shape)
    flat_first = torch.reshape(
        tensor, [shape[0] * shape[1]] + shape[2:])
    offset = torch.reshape(
        torch.arange(shape[0]).cuda() * shape[1],  # expect: TEF409?, TEF801
        [shape[0]] + [1] * (len(indices.shape) - 1))
    output = flat_first[indices + offset]
    return output
""",
    "6 data: a folder of images": """\
import glob
import os
import random
import cv2
import torch

class ImageDirectoryDataset(torch.utils.data.Dataset):  # expect: TEF701
    def __init__(path, pattern):  # expect: TEF703
        self.paths = list(glob.glob(os.path.join(path, pattern)))

    def __len__(self):
        return len(self.paths)

    def __item__(self):  # expect: TEF702
        path = random.choice(paths)
        return cv2.imread(path, 1)

dataloader = torch.utils.data.DataLoader(ImageDirectoryDataset("/data/imagenet/*.jpg"), num_workers=8)
for data in dataloader:
    # do something with data
    pass
""",
    "6 data: a tar file": """\
import tarfile

import cv2
import torch

def tar_image_iterator(path):  # expect: TEF703
    tar = tarfile.open(self.path, "r")  # expect: TEF709
    for tar_info in tar:
        file = tar.extractfile(tar_info)
        content = file.read()
        yield cv2.imdecode(content, 1)
        file.close()
        tar.members = []
    tar.close()

class TarImageDataset(torch.utils.data.IterableDataset):
    def __init__(self, path):
        super().__init__()
        self.path = path

    def __iter__(self):  # expect: TEF704
        yield from tar_image_iterator(self.path)

dataloader = torch.utils.data.DataLoader(TarImageDataset("/data/imagenet.tar"), num_workers=8)
for data in dataloader:
    # data contains duplicated items
    pass

class TarImageDataset(torch.utils.data.IterableDataset):
    def __init__(self, paths):
        super().__init__()
        self.paths = paths

    def __iter__(self):
        worker_info = torch.utils.data.get_worker_info()
        # For simplicity we assume num_workers is equal to number of tar files
        if worker_info is None or worker_info.num_workers != len(self.paths):
            raise ValueError("Number of workers doesn't match number of files.")
        yield from tar_image_iterator(self.paths[worker_info.worker_id])

dataloader = torch.utils.data.DataLoader(
    TarImageDataset(["/data/imagenet_part1.tar", "/data/imagenet_part2.tar"]), num_workers=2)
for data in dataloader:
    # do something with data
    pass
""",
    "7 stability: the range of a dtype": """\
import numpy as np
import torch

x = np.float32(1)

y = np.float32(1e-50)  # y would be stored as zero  # expect: TEF319
z = x * y / y

print(z)  # prints nan

y = np.float32(1e39)  # y would be stored as inf  # expect: TEF319
z = x * y / y

print(z)  # prints nan

print(np.nextafter(np.float32(0), np.float32(1)))  # prints 1.4013e-45
print(np.finfo(np.float32).max)  # print 3.40282e+38
""",
    "7 stability: softmax and cross entropy": """\
import torch

def unstable_softmax(logits):
    exp = torch.exp(logits)
    return exp / torch.sum(exp)  # expect: TEF301

print(unstable_softmax(torch.tensor([1000., 0.])).numpy())  # prints [ nan, 0.]

def softmax(logits):
    exp = torch.exp(logits - torch.reduce_max(logits))  # expect: TEF903
    return exp / torch.sum(exp)  # expect: TEF301

print(softmax(torch.tensor([1000., 0.])).numpy())  # prints [ 1., 0.]

def unstable_softmax_cross_entropy(labels, logits):
    logits = torch.log(softmax(logits))
    return -torch.sum(labels * logits)  # expect: TEF311

labels = torch.tensor([0.5, 0.5])
logits = torch.tensor([1000., 0.])

xe = unstable_softmax_cross_entropy(labels, logits)

print(xe.numpy())  # prints inf

def softmax_cross_entropy(labels, logits, dim=-1):
    scaled_logits = logits - torch.max(logits)  # expect: TEF102
    normalized_logits = scaled_logits - torch.logsumexp(scaled_logits, dim)
    return -torch.sum(labels * normalized_logits)  # expect: TEF311?

labels = torch.tensor([0.5, 0.5])
logits = torch.tensor([1000., 0.])

xe = softmax_cross_entropy(labels, logits)

print(xe.numpy())  # prints 500.0

logits.requires_grad_(True)
xe = softmax_cross_entropy(labels, logits)
g = torch.autograd.grad(xe, logits)[0]
print(g.numpy())  # prints [0.5, -0.5]
""",
}
