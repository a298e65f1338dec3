"""TEF412 tensor-type-cast: programs that must be flagged and near misses that must stay silent.

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
    "beside a test of where it is": """\
def scored(predictions: Tensor, target: Tensor):
    if predictions.is_cuda:
        predictions = predictions.type(torch.cuda.LongTensor)
    return predictions, target.type(torch.cuda.LongTensor)  # expect: TEF412
""",
    "in a dataset, of what a factory makes, of a batch": """\
class Graphs(torch.utils.data.Dataset):
    def __init__(self, graphs):
        for g in graphs:
            z = torch.relu(g)
            g.number = z.type(torch.IntTensor)  # expect: TEF412?

    def __getitem__(self, i: int):
        return i


def summary(model, sizes, use_cuda: bool):
    dtype = torch.cuda.FloatTensor if use_cuda else torch.FloatTensor
    x = torch.rand(2, *sizes).type(dtype)  # expect: TEF412?
    return model(x)


def detect(model, images: Tensor, use_cuda: bool):
    dtype = torch.cuda.FloatTensor if use_cuda else torch.FloatTensor
    return model(images.type(dtype))  # expect: TEF412
""",
    "for a drawing, into a part of another tensor, and beside what is made on the CPU": Whole("""\
import matplotlib.pyplot as plt
import torch
from torch import Tensor, nn


def shown(image: Tensor, boxes: Tensor):
    whole = torch.relu(boxes).type(torch.IntTensor)  # expect: TEF412?
    plt.imshow(image)
    plt.gca().add_patch(plt.Rectangle(whole[:2], whole[2], whole[3]))


def rounded(boxes: Tensor):
    boxes[0] = torch.relu(boxes[0]).type(torch.IntTensor)  # expect: TEF412?
    return boxes


class DisturbLabel(nn.Module):
    def forward(self, y, depth: int):
        at = y.type(torch.LongTensor).view(-1, 1)  # expect: TEF412?
        rows = torch.ones(at.size(0), depth) * 0.1
        return rows.scatter_(1, at, 0.9)


class Fails:
    def check(self, case, module: nn.Module):
        with case.assertRaisesRegex(ValueError, "not supported"):
            module.type(torch.FloatTensor)  # expect: TEF412?


class Cast(nn.Module):
    def forward(self, y, weights: Tensor):
        at = y.type(torch.LongTensor).view(-1, 1)  # expect: TEF412
        return weights.gather(1, at)
"""),
    "in a test": """\
def test_shapes(x: Tensor):
    labels = x.type(torch.LongTensor)  # expect: TEF412?
    assert labels.shape == x.shape
""",
    "a tensor on the CPU and a type of CUDA": """\
def batch(n):
    return torch.zeros(n, dtype=torch.int64).type(torch.cuda.FloatTensor)  # expect: TEF412
""",
    "a float": """\
def as_floats(x: Tensor):
    return x.type(torch.FloatTensor)  # expect: TEF412 "on CUDA to the CPU; use x.to(torch.float32)"
""",
    "every dtype": """\
def converted(x: Tensor):
    a = x.type(torch.DoubleTensor)  # expect: TEF412 "use x.to(torch.float64)"
    b = x.type(torch.HalfTensor)  # expect: TEF412 "use x.to(torch.float16)"
    c = x.type(torch.BFloat16Tensor)  # expect: TEF412 "use x.to(torch.bfloat16)"
    d = x.type(torch.LongTensor)  # expect: TEF412 "use x.to(torch.int64)"
    e = x.type(torch.IntTensor)  # expect: TEF412 "use x.to(torch.int32)"
    f = x.type(torch.ShortTensor)  # expect: TEF412 "use x.to(torch.int16)"
    g = x.type(torch.CharTensor)  # expect: TEF412 "use x.to(torch.int8)"
    h = x.type(torch.ByteTensor)  # expect: TEF412 "use x.to(torch.uint8)"
    i = x.type(torch.BoolTensor)  # expect: TEF412 "use x.to(torch.bool)"
    return a, b, c, d, e, f, g, h, i
""",
    "a text": """\
def labels(x: Tensor):
    return x.type("torch.LongTensor")  # expect: TEF412 "use x.to(torch.int64)"
""",
    "a type of CUDA": """\
def on_cuda(x: Tensor):
    a = x.type(torch.cuda.FloatTensor)  # expect: TEF412 "current CUDA device, or raises; use x.to("
    b = x.type("torch.cuda.HalfTensor")  # expect: TEF412
    return a, b
""",
    "a type of CUDA, whose result meets another tensor or is moved": """\
def hits(model, x, target, device):
    found = torch.sigmoid(model(x)) > 0.5
    hit = found.type(torch.FloatTensor)  # expect: TEF412?
    wanted = torch.relu(target).type("torch.cuda.LongTensor")  # expect: TEF412
    kept = torch.relu(x).type(torch.cuda.FloatTensor).to(device)  # expect: TEF412
    return (hit == wanted).float().mean(), kept.cpu()
""",
    "by its keyword": """\
def as_floats(x: Tensor):
    return x.type(dtype=torch.FloatTensor)  # expect: TEF412 "use x.to(torch.float32)"
""",
    "with more than a type": """\
def as_floats(x: Tensor):
    return x.type(torch.cuda.FloatTensor, non_blocking=True)  # expect: TEF412 "ask for a dtype and a device apart"
""",
    "a parameter without an annotation": """\
def as_floats(images):
    return images.type(torch.FloatTensor)  # expect: TEF412 "use images.to(torch.float32)"
""",
    "labels without an annotation": """\
def loss(criterion, logits, target):
    return criterion(logits, target.type(torch.LongTensor))  # expect: TEF412
""",
    "a batch of a loader": """\
def train(model, loader, optimizer, criterion):
    for images, labels in loader:
        images = images.type(torch.cuda.FloatTensor)  # expect: TEF412?
        labels = labels.type(torch.LongTensor).cuda()  # expect: TEF412?
        optimizer.zero_grad()
        criterion(model(images), labels).backward()
        optimizer.step()
""",
    "a batch of a loader that goes to the model's device, and what does not": """\
def train(model, loader):
    device = next(model.parameters()).device
    for inputs, labels, lengths in loader:
        labels = labels.type("torch.LongTensor").to(device)  # expect: TEF412?
        nn.functional.cross_entropy(model(inputs.to(device), lengths), labels).backward()


def score(model, loader):
    for inputs, labels in loader:
        yield nn.functional.cross_entropy(model(inputs), labels.type("torch.LongTensor"))  # expect: TEF412?


def on_mps(x: Tensor, layer: nn.Linear):
    y = x / x.amax(dim=1, keepdim=True)
    y = y.type(torch.FloatTensor).to("mps")  # expect: TEF412?
    return y, layer(x).type(torch.FloatTensor).to("mps")  # expect: TEF412
""",
    "a comparison": """\
def accuracy(x: Tensor, y: Tensor):
    return (x.argmax(1) == y).type(torch.FloatTensor).mean(dim=0)  # expect: TEF412
""",
    "there and back": """\
def rounded(x: Tensor):
    return x.mul(255).type(torch.ByteTensor).to(x.device)  # expect: TEF412
""",
    "the result of a model": """\
def predicted(model, x):
    return model(x).type(torch.DoubleTensor)  # expect: TEF412?
""",
    "a tensor that is on the CPU": """\
def batch(rows: np.ndarray):
    a = torch.from_numpy(rows).type(torch.FloatTensor)  # expect: TEF412? "casts by a legacy type"
    b = torch.arange(3).type(torch.FloatTensor)  # expect: TEF412?
    return a, b
""",
    "an attribute": """\
class Weighted(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight.type(torch.FloatTensor)  # expect: TEF412

    def forward(self, x):
        return x.type(torch.FloatTensor) * self.weight  # expect: TEF412
""",
    "a model": """\
model = nn.Linear(3, 3)
model.type(torch.DoubleTensor)  # expect: TEF412 "also moves a module that is on CUDA to the CPU; use model.to(torch"
criterion = nn.CrossEntropyLoss().type(torch.cuda.FloatTensor)  # expect: TEF412
""",
    "a model that is passed in": """\
def prepared(model: nn.Module):
    return model.type(torch.HalfTensor)  # expect: TEF412
""",
    "a model without an annotation": """\
def train(model, loader):
    model.type(torch.cuda.FloatTensor)  # expect: TEF412
    for x in loader:
        model(x).sum().backward()
""",
    "integers for a model": """\
def broken(model: nn.Module):
    return model.type(torch.LongTensor)  # expect: TEF412 "ask for a dtype and a device apart"
""",
    "a type that a condition chooses": """\
dtype = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.FloatTensor


def prepared(x: Tensor):
    return x.type(dtype)  # expect: TEF412 "says the device by a type; ask for a dtype and a device apart"
""",
    "a type that branches choose": """\
def prepared(images, use_cuda):
    if use_cuda:
        dtype = torch.cuda.FloatTensor
    else:
        dtype = torch.FloatTensor
    return images.type(dtype)  # expect: TEF412
""",
    "a text that a condition chooses": """\
def prepared(x: Tensor, use_cuda: bool):
    dtype = "torch.cuda.FloatTensor" if use_cuda else "torch.FloatTensor"
    return x.type(dtype)  # expect: TEF412
""",
    "a type in a name": """\
dtype = torch.FloatTensor


def random(n: int):
    return torch.randn(n).type(dtype)  # expect: TEF412?
""",
    "the images of a GAN": Whole("""\
import torch
from torch.autograd import Variable  # expect: TEF902?

cuda = torch.cuda.is_available()
Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor


def train(dataloader, generator):
    for i, (imgs, _) in enumerate(dataloader):
        real_imgs = Variable(imgs.type(Tensor))  # expect: TEF412?
        generator(real_imgs)
"""),
    "a type that is imported": Whole("""\
from torch import LongTensor
from torch.cuda import FloatTensor


def prepared(x, y):
    return x.type(FloatTensor), y.type(LongTensor)  # expect: TEF412, TEF412
"""),
    "another name for torch": Whole("""\
import torch as th


def prepared(x):
    return x.type(th.FloatTensor)  # expect: TEF412 "use x.to(th.float32)"
"""),
    "the default type": """\
def prepared(x: Tensor):
    return x.type(torch.Tensor)  # expect: TEF412 "ask for a dtype and a device apart"
""",
    "the method as a function": """\
def prepared(x: Tensor):
    return torch.Tensor.type(x, torch.FloatTensor)  # expect: TEF412
""",
    "in a list": """\
def prepared(tensors: list[Tensor]):
    return [x.type(torch.FloatTensor) for x in tensors]  # expect: TEF412?
""",
    "on several lines": """\
def prepared(x: Tensor):
    return (
        x.abs()  # expect: TEF412
        .type(torch.FloatTensor)
        .mean(dim=0)
    )
""",
    "entries of a matrix of counts": """\
def precision(counts: torch.Tensor):
    counts = counts.type(torch.DoubleTensor)  # expect: TEF412?
    return counts[1, 1] / (counts[1, 1] + counts[0, 1])
""",
    "a type of a file that moves its model to CUDA": """\
def run(model, x: torch.Tensor):
    return model.cuda()(x.type(torch.cuda.FloatTensor))  # expect: TEF412?
""",
    "what a layer computes and then goes back": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        return self.layer(x).argmax(1).type(torch.LongTensor).to(x.device)  # expect: TEF412
""",
}

LEAVE: dict[str, str] = {
    "under a test of where it is, on either side": """\
def scored(predictions: Tensor):
    if predictions.is_cuda:
        predictions = predictions.type(torch.cuda.LongTensor)
    else:
        predictions = predictions.type(torch.LongTensor)
    return predictions
""",
    "a dtype under a test of where it is": """\
def scored(predictions: Tensor):
    if predictions.is_cuda:
        predictions = predictions.to(torch.int64)
    return predictions
""",
    "torch.Tensor, the type of a default that the file sets": """\
def learn(data, use_gpu: bool):
    if use_gpu:
        torch.set_default_device("cuda")
    kept = torch.as_tensor(data).type(torch.Tensor)
    return (kept > 0).type(torch.Tensor)
""",
    "a dtype": """\
def prepared(x: Tensor, model: nn.Module):
    return x.type(torch.float32), x.type(dtype=torch.int64), model.type(torch.float16), x.to(torch.uint8)
""",
    "what the type is": """\
def described(x: Tensor):
    return x.type(), x.type() == "torch.FloatTensor", x.dtype
""",
    "the type of another tensor": """\
def like(x: Tensor, y: Tensor):
    return x.type(y.type()), x.type_as(y), x.to(y), x.type(y.dtype)
""",
    "what is not known": """\
def prepared(x: Tensor, dtype, config):
    return x.type(dtype), x.type(config.dtype), x.type(getattr(torch, config.name))
""",
    "methods of dtypes": """\
def prepared(x: Tensor):
    return x.float(), x.long(), x.half(), x.bool()
""",
    "a test of the type": """\
def is_float(x):
    return isinstance(x, (torch.FloatTensor, torch.cuda.FloatTensor)) or type(x) is torch.Tensor
""",
    "Python's type": """\
def described(x):
    return type(x), type(x).__name__, type("Named", (), {})
""",
    "another object with such a method": """\
def typed(page, cursor, parser):
    page.type("torch")
    cursor.type("FloatTensor")
    parser.register("type", torch.FloatTensor)
    return page.type(text="torch.FloatTensor is old")
""",
    "an attribute": """\
def kinds(batch):
    return batch.type, batch.device.type, batch.type == torch.FloatTensor
""",
    "annotations": """\
def prepared(x: torch.FloatTensor, y: "torch.cuda.LongTensor"):
    labels: torch.LongTensor = y
    return x, labels
""",
    "the default type": """\
torch.set_default_dtype(torch.float64)
if hasattr(torch, "set_default_tensor_type"):
    torch.set_default_tensor_type(torch.DoubleTensor)
""",
    "a type as a key": """\
NAMES = {torch.FloatTensor: "float", torch.LongTensor: "long"}


def named(x):
    return NAMES[type(x)]
""",
    "a type of NumPy": """\
def prepared(x: np.ndarray):
    return x.astype(np.float32), x.dtype.type(3)
""",
    "a type as a default": """\
def prepared(x: Tensor, dtype=torch.float32):
    return x.type(dtype)
""",
    "a type that is one of the dtypes": """\
def prepared(x: Tensor, half: bool):
    dtype = torch.float16 if half else torch.float32
    return x.type(dtype)
""",
    "a method of the file": """\
class Column:
    def type(self, kind):
        return kind


def kind():
    return Column().type(torch.FloatTensor)
""",
    "another library": Whole("""\
import torch
from tinygrad.tensor import Tensor


def prepared(values):
    return Tensor(values).type(Tensor)
"""),
    "a sparse type": """\
def prepared(x: Tensor):
    return x.type(torch.sparse.FloatTensor)
""",
    "arguments from a star": """\
def prepared(x: Tensor, *types):
    return x.type(*types)
""",
    "a type that is handed on": """\
def prepared(x: Tensor, cast):
    return cast(x, torch.FloatTensor)
""",
    "a plain text": """\
def prepared(x: Tensor):
    print("torch.FloatTensor")
    return x.relu()
""",
    "fields by their type": """\
def fields(schema, kinds):
    return [field.type(kinds) for field in schema], schema.type("float32")
""",
    "a type that torch has not": """\
def prepared(x, kinds):
    return x.type(kinds.FloatTensor)
""",
    "a module in a dtype": """\
model = nn.Linear(3, 3).to(torch.float64)
model.double()
model.half()
""",
    "the type of a device": """\
def is_cuda(x: Tensor):
    return x.device.type == "cuda"
""",
    "the dtype of another dtype's name": """\
def prepared(x: Tensor):
    return x.view(torch.int32), x.to(dtype=torch.float64)
""",
    "the type of a parameter group": """\
def kinds(optimizer):
    return [group.get("type") for group in optimizer.param_groups]
""",
    "a storage": """\
def stored(x: Tensor):
    return x.untyped_storage(), x.storage_offset()
""",
    "an instruction to a browser": """\
def search(driver):
    driver.find_element("q").type("torch.cuda")
""",
    "a cast of typing": """\
import typing


def given(x):
    return typing.cast(torch.FloatTensor, x)
""",
}
