"""TEF908 torchvision-drift: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole (tests.rules.programs).
In FLAG, `# expect: CODE` ends each line with an expected finding, and there must be no others. In LEAVE there must be
no findings.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torchvision
from torch import nn
from torchvision import models


"""

FLAG: dict[str, str] = {
    "imported before another": Whole("""\
from torchvision.transforms.v2 import ToTensor, Compose  # expect: TEF908 "ToTensor is deprecated since"

train = Compose([ToTensor()])
"""),
    "imported by another name": Whole("""\
from torchvision.transforms.v2 import ToTensor as TT, Compose  # expect: TEF908 "ToTensor is deprecated since"

train = Compose([TT()])
"""),
    "a builder that a field names": """\
class Config:
    name = "resnet34"

    def build(self):
        return getattr(models, self.name)(pretrained=True)  # expect: TEF908 'weights="IMAGENET1K_V1"'
""",
    "a file that knows older torch": """\
def build():
    if torch.__version__.startswith("1.9."):
        torch._C._jit_set_profiling_executor(False)
    return models.inception_v3(pretrained=True)  # expect: TEF908?
""",
    "a file that compares releases of torchvision": """\
from packaging.version import Version

NEW = Version(torchvision.__version__) > Version("0.15")
model = models.resnet18(pretrained=True)  # expect: TEF908?
""",
    "words that are not cut": """\
def build(pretrained):
    return torchvision.models.mobilenet_v3_large(pretrained=pretrained)  # expect: TEF908 "if pretrained else None"


def other(use_the_pretrained_weights):
    return torchvision.models.mobilenet_v3_large(  # expect: TEF908 "the weights themselves, by the name weights"
        pretrained=use_the_pretrained_weights and not use_the_pretrained_weights.is_for_a_test_of_this
    )
""",
    "weights by a condition, through the module as the call reads it": Whole("""\
import torchvision


class Recogniser:
    def __init__(self, pretrained_base=True):
        self.base = pretrained_base
        self.net = torchvision.models.vgg16(pretrained=self.base)  # expect: TEF908 "torchvision.models.VGG16_Weights"
"""),
    "weights by a condition, through a short name of the module": """\
def make(args):
    return models.resnet34(pretrained=args.old)  # expect: TEF908 "weights=models.ResNet34_Weights.IMAGENET1K_V1 if"
""",
    "weights by a condition, of a builder that was imported": Whole("""\
from torchvision.models import resnet50


def make(args):
    return resnet50(pretrained=args.old)  # expect: TEF908 "if args.old else None, of torchvision.models"
"""),
    "weights by a condition, of an enum that was imported": Whole("""\
from torchvision.models import ResNet50_Weights, resnet50

KNOWN = [ResNet50_Weights.DEFAULT]


def make(args):
    return resnet50(pretrained=args.old)  # expect: TEF908 "=ResNet50_Weights.IMAGENET1K_V1 if args.old else None"
"""),
    "pretrained": """\
model = models.resnet18(pretrained=True)  # expect: TEF908 "weights=models.ResNet18_Weights.IMAGENET1K_V1"
""",
    "not pretrained": """\
model = models.resnet18(pretrained=False)  # expect: TEF908 "write models.resnet18(weights=None)"
""",
    "from the root": """\
model = torchvision.models.vgg16(pretrained=True).features  # expect: TEF908 "torchvision.models.VGG16_Weights"
""",
    "an alias of the module": Whole("""\
import torchvision.models as tvm

net = tvm.densenet121(pretrained=True)  # expect: TEF908 "tvm.DenseNet121_Weights.IMAGENET1K_V1"
"""),
    "an imported builder": Whole("""\
from torchvision.models import resnet50

net = resnet50(pretrained=True)  # expect: TEF908 "pass weights=ResNet50_Weights.IMAGENET1K_V1"
"""),
    "an imported builder by another name": Whole("""\
from torchvision.models.resnet import resnet34 as build

net = build(pretrained=True, progress=False)  # expect: TEF908
"""),
    "from the defining module": Whole("""\
from torchvision.models.mobilenet import mobilenet_v2

net = mobilenet_v2(pretrained=True)  # expect: TEF908
"""),
    "in a module": """\
class Encoder(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = models.efficientnet_b0(pretrained=True)  # expect: TEF908
        self.head = nn.Linear(1000, classes)

    def forward(self, x):
        return self.head(self.backbone(x))
""",
    "in a function": """\
def build():
    model = models.mobilenet_v3_small(pretrained=True)  # expect: TEF908
    model.eval()
    return model
""",
    "children of it": """\
backbone = nn.Sequential(*list(models.resnet50(pretrained=True).children())[:-2])  # expect: TEF908
""",
    "by position": """\
model = models.resnet18(True)  # expect: TEF908 "True by position"
""",
    "false by position": """\
model = models.resnet18(False)  # expect: TEF908 "write models.resnet18(weights=None)"
""",
    "two by position": """\
model = models.alexnet(True, False)  # expect: TEF908 "progress=False"
""",
    "None by position": """\
model = models.alexnet(None)  # expect: TEF908 "weights by position"
""",
    "weights by position": """\
model = models.resnet50(models.ResNet50_Weights.DEFAULT)  # expect: TEF908 "weights by position"
""",
    "weights as a flag": """\
model = models.resnet50(weights=True)  # expect: TEF908 "weights=True is deprecated"
""",
    "no weights as a flag": """\
model = models.resnet50(weights=False, num_classes=10)  # expect: TEF908
""",
    "a number": """\
model = models.resnet18(pretrained=1)  # expect: TEF908
""",
    "None": """\
model = models.resnet18(pretrained=None)  # expect: TEF908 "weights=None"
""",
    "a setting": """\
def build(args):
    return models.resnet18(pretrained=args.pretrained)  # expect: TEF908 "IMAGENET1K_V1 if args.pretrained else None"
""",
    "a negation": """\
def build(scratch):
    return models.resnet18(pretrained=not scratch)  # expect: TEF908 "if not scratch else None"
""",
    "an item": """\
def build(config):
    return models.resnet18(pretrained=config["pretrained"], num_classes=10)  # expect: TEF908
""",
    "a flag of the file": """\
PRETRAINED = True
model = models.wide_resnet50_2(pretrained=PRETRAINED)  # expect: TEF908 "if PRETRAINED else None"
""",
    "handed on": """\
def build(pretrained=True):
    return models.resnet18(pretrained=pretrained)  # expect: TEF908 "if pretrained else None"
""",
    "handed on by position": """\
def build(pretrained):
    return models.resnet18(pretrained)  # expect: TEF908?
""",
    "handed on by a module": """\
class Encoder(nn.Module):
    def __init__(self, pretrained=True):
        super().__init__()
        self.net = models.resnet18(pretrained=pretrained)  # expect: TEF908
""",
    "one handed on, one not": """\
def build(progress):
    return models.resnet18(pretrained=True, progress=progress)  # expect: TEF908
""",
    "detection": """\
model = models.detection.fasterrcnn_resnet50_fpn(pretrained=True)  # expect: TEF908
""",
    "a backbone": """\
model = models.detection.maskrcnn_resnet50_fpn(pretrained_backbone=False)  # expect: TEF908 "weights_backbone=None"
""",
    "the backbone of a segmentation": """\
model = models.segmentation.fcn_resnet50(pretrained_backbone=True)  # expect: TEF908 "weights_backbone="
""",
    "both": """\
model = torchvision.models.segmentation.deeplabv3_resnet101(  # expect: TEF908
    pretrained=False, pretrained_backbone=False, num_classes=21
)
""",
    "a flag for a backbone": """\
model = models.detection.retinanet_resnet50_fpn(weights=None, weights_backbone=True)  # expect: TEF908
""",
    "an imported detector": Whole("""\
from torchvision.models.detection import fasterrcnn_resnet50_fpn
from torchvision.models.detection.faster_rcnn import FastRCNNPredictor


def build(classes):
    model = fasterrcnn_resnet50_fpn(pretrained=True)  # expect: TEF908 "FasterRCNN_ResNet50_FPN_Weights.COCO_V1"
    features = model.roi_heads.box_predictor.cls_score.in_features
    model.roi_heads.box_predictor = FastRCNNPredictor(features, classes)
    return model
"""),
    "a helper for backbones": Whole("""\
from torchvision.models.detection.backbone_utils import resnet_fpn_backbone

backbone = resnet_fpn_backbone("resnet50", pretrained=True)  # expect: TEF908 "ResNet50_Weights.IMAGENET1K_V1"
"""),
    "a helper by position": Whole("""\
from torchvision.models.detection.backbone_utils import resnet_fpn_backbone

backbone = resnet_fpn_backbone("resnet101", True)  # expect: TEF908
"""),
    "the name of a backbone by position": Whole("""\
from torchvision.models.detection.backbone_utils import resnet_fpn_backbone

backbone = resnet_fpn_backbone("resnet101", weights=None)  # expect: TEF908 "backbone_name by position"
"""),
    "a helper with an unknown name": Whole("""\
from torchvision.models.detection.backbone_utils import resnet_fpn_backbone


def build(name):
    return resnet_fpn_backbone(backbone_name=name, pretrained=True)  # expect: TEF908 "name the weights"
"""),
    "video": """\
model = models.video.r3d_18(pretrained=True)  # expect: TEF908 "R3D_18_Weights.KINETICS400_V1"
""",
    "optical flow": Whole("""\
from torchvision.models.optical_flow import raft_large

model = raft_large(pretrained=True, progress=False).eval()  # expect: TEF908 "Raft_Large_Weights.C_T_SKHT_V2"
"""),
    "quantized": """\
model = models.quantization.resnet18(pretrained=True, quantize=True)  # expect: TEF908 "IMAGENET1K_FBGEMM_V1"
""",
    "to be quantized": """\
model = models.quantization.resnet18(pretrained=True)  # expect: TEF908 "models.ResNet18_Weights.IMAGENET1K_V1"
""",
    "perhaps quantized": """\
def build(fast):
    return models.quantization.resnet18(pretrained=True, quantize=fast)  # expect: TEF908 "name the weights"
""",
    "keypoints of old": """\
model = models.detection.keypointrcnn_resnet50_fpn(pretrained="legacy")  # expect: TEF908 "COCO_LEGACY"
""",
    "no weights of old": """\
model = models.vit_h_14(pretrained=True)  # expect: TEF908 "raises; name one of ViT_H_14_Weights"
""",
    "no weights wanted": """\
model = models.regnet_y_128gf(pretrained=False)  # expect: TEF908 "weights=None"
""",
    "by name": """\
model = models.get_model("resnet50", pretrained=True)  # expect: TEF908 'weights="IMAGENET1K_V1"'
""",
    "by an unknown name": """\
def build(name):
    return models.get_model(name, pretrained=True)  # expect: TEF908 'weights="DEFAULT"'
""",
    "by name, quantized": Whole("""\
from torchvision.models import get_model

model = get_model("quantized_resnet50", pretrained=True, quantize=True)  # expect: TEF908 "IMAGENET1K_FBGEMM_V1"
"""),
    "an attribute by its name": """\
model = getattr(models, "resnet18")(pretrained=True)  # expect: TEF908
""",
    "an unknown attribute": """\
def build(arch):
    return getattr(models, arch)(pretrained=True)  # expect: TEF908 'weights="IMAGENET1K_V1"'
""",
    "an item of the module": """\
def build(args):
    return models.__dict__[args.arch](pretrained=True)  # expect: TEF908 'weights="IMAGENET1K_V1"'
""",
    "an item of the module, not trained": """\
def build(args):
    return torchvision.models.__dict__[args.arch](pretrained=False)  # expect: TEF908 "weights=None"
""",
    "an item of the module, perhaps trained": """\
def build(args):
    return vars(models)[args.arch](pretrained=args.pretrained)  # expect: TEF908 "if args.pretrained else None"
""",
    "another name for it": """\
build = models.resnet18
model = build(pretrained=True)  # expect: TEF908
""",
    "chosen": """\
def build(deep):
    net = models.resnet18
    if deep:
        net = models.resnet18
    return net(pretrained=True)  # expect: TEF908
""",
    "bound": Whole("""\
from functools import partial

from torchvision.models import resnet50

build = partial(resnet50, pretrained=True)  # expect: TEF908
"""),
    "bound before": Whole("""\
import functools

from torchvision.models import resnet50

build = functools.partial(resnet50, progress=False)
model = build(pretrained=True)  # expect: TEF908
"""),
    "by position, of a partial that holds the first": Whole("""\
from functools import partial

from torchvision.models import resnet18

build = partial(resnet18, None)  # expect: TEF908 "write partial(resnet18, weights=None)"
model = build(True)  # expect: TEF908 "progress by position is deprecated since torchvision 0.13; pass progress=True"
"""),
    "by position, of a partial that holds a keyword": Whole("""\
from functools import partial

from torchvision.models import resnet18

build = partial(resnet18, progress=False)
model = build(True)  # expect: TEF908 "pass weights=ResNet18_Weights.IMAGENET1K_V1"
"""),
    "in a comprehension": """\
nets = [models.resnet18(pretrained=True) for _ in range(3)]  # expect: TEF908
""",
    "as a default": """\
def features(x, net=models.vgg19(pretrained=True)):  # expect: TEF908
    return net.features(x)
""",
    "in a test": """\
def test_shapes():
    model = models.resnet18(pretrained=False)  # expect: TEF908
    assert model(torch.zeros(1, 3, 224, 224)).shape == (1, 1000)
""",
    "in another try": """\
try:
    model = models.resnet18(pretrained=True)  # expect: TEF908
except OSError:
    model = None
""",
    "two calls": """\
teacher = models.resnet50(pretrained=True)  # expect: TEF908
student = models.resnet18(pretrained=False)  # expect: TEF908
""",
    "inside another call": """\
model = nn.DataParallel(models.inception_v3(pretrained=True, aux_logits=True)).cuda()  # expect: TEF908
""",
    "an import in a function": Whole("""\
def build():
    from torchvision.models import shufflenet_v2_x1_0

    return shufflenet_v2_x1_0(pretrained=True)  # expect: TEF908
"""),
    "a transform of v2": Whole("""\
from torchvision.transforms import v2

to_tensor = v2.ToTensor()  # expect: TEF908 "v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])"
"""),
    "a transform in a pipeline": Whole("""\
import torchvision.transforms.v2 as T

train = T.Compose([T.RandomHorizontalFlip(), T.ToTensor(), T.Normalize([0.5], [0.5])])  # expect: TEF908
"""),
    "an imported transform": Whole("""\
from torchvision.transforms.v2 import Compose, ToTensor  # expect: TEF908 "use ToImage() and ToDtype"

train = Compose([ToTensor()])
"""),
    "a function of v2": Whole("""\
import torchvision.transforms.v2.functional as TF


def load(image):
    return TF.to_tensor(image)  # expect: TEF908 "TF.to_dtype(TF.to_image(image), torch.float32, scale=True)"
"""),
    "a function from the root": """\
def load(image):
    return torchvision.transforms.v2.functional.to_tensor(image)  # expect: TEF908
""",
    "the size of an image": Whole("""\
from torchvision.transforms.v2 import functional as F


def size(image):
    return F.get_image_size(image)  # expect: TEF908 "get_size"
"""),
    "a transform that is not called": Whole("""\
from torchvision.transforms import v2

STEPS = {"tensor": v2.ToTensor}  # expect: TEF908
"""),
    "by a dict": """\
options = {"pretrained": True, "progress": False}
net = models.resnet18(**options)  # expect: TEF908 "pretrained=True is deprecated since torchvision 0.13; pass weights="
""",
    "by a dict, without weights": """\
net = models.resnet18(**dict(pretrained=False))  # expect: TEF908 "pass weights=None"
""",
    "by a dict, unknown whether with weights": """\
def make(flag):
    return models.resnet18(**{"pretrained": flag})  # expect: TEF908 "pretrained= is deprecated"
""",
    "a transform that nothing uses": """\
from torchvision.transforms.v2 import ToTensor, functional as F  # expect: TEF908?


def flip(image):
    return F.horizontal_flip(image)
""",
}

LEAVE: dict[str, str] = {
    "a file that compares releases, with today's weights": """\
if torch.__version__ >= "2.0":
    model = models.resnet18(weights=models.ResNet18_Weights.DEFAULT)
""",
    "a helper of the file that takes it": """\
def build(pretrained=False):
    return models.resnet18(weights="DEFAULT" if pretrained else None)


model = build(pretrained=True)
""",
    "a partial of a helper of the file": """\
from functools import partial


def build(pretrained=False):
    return models.resnet18(weights="DEFAULT" if pretrained else None)


model = partial(build, pretrained=True)()
""",
    "weights by a condition, given as weights": """\
def make(args):
    return models.resnet34(weights=models.ResNet34_Weights.IMAGENET1K_V1 if args.old else None)
""",
    "weights by a condition, of a builder of the file": """\
def resnet50(pretrained=False):
    return torch.nn.Linear(2, 2)


def make(args):
    return resnet50(pretrained=args.old)
""",
    "weights by a condition, of another package": """\
import timm


def make(args):
    return timm.create_model("resnet50", pretrained=args.old)
""",
    "named weights": """\
model = models.resnet18(weights=models.ResNet18_Weights.DEFAULT)
""",
    "named by a text": """\
model = models.resnet18(weights="IMAGENET1K_V1")
""",
    "no weights": """\
model = models.resnet18(weights=None)
""",
    "nothing": """\
model = models.resnet18()
""",
    "other arguments": """\
model = models.resnet18(num_classes=10, progress=False)
""",
    "weights handed on": """\
def build(weights):
    return models.resnet18(weights=weights)
""",
    "weights chosen": """\
def build(pretrained):
    return models.resnet18(weights=models.ResNet18_Weights.DEFAULT if pretrained else None)
""",
    "weights from elsewhere": """\
def build(config):
    return models.resnet18(weights=config.weights)
""",
    "options": """\
def build(**options):
    return models.resnet18(**options)
""",
    "arguments": """\
def build(*arguments):
    return models.resnet18(*arguments)
""",
    "timm": Whole("""\
import timm

model = timm.create_model("resnet18", pretrained=True)
"""),
    "timm's own function": Whole("""\
from timm.models import resnet18

model = resnet18(pretrained=True)
"""),
    "timm beside torchvision": Whole("""\
import timm
import torchvision

model = timm.create_model("resnet18", True)
other = torchvision.models.resnet18()
"""),
    "a pinned hub": """\
model = torch.hub.load("pytorch/vision:v0.10.0", "resnet18", pretrained=True)
""",
    "a function of the file": """\
def resnet18(pretrained=False):
    return models.resnet18()


model = resnet18(pretrained=True)
""",
    "a class of the file": """\
class Encoder(nn.Module):
    def __init__(self, pretrained=True):
        super().__init__()
        self.pretrained = pretrained


encoder = Encoder(pretrained=True)
""",
    "a function of another file": Whole("""\
import torchvision
from .models import resnet18

model = resnet18(pretrained=True)
"""),
    "a module of another file": Whole("""\
import torchvision
import models

model = models.resnet18(pretrained=True)
"""),
    "a module of another package": Whole("""\
import segmentation_models_pytorch as smp
import torchvision

model = smp.Unet("resnet34", pretrained=True)
"""),
    "a class of torchvision": """\
block = models.resnet.Bottleneck(64, 64)
model = models.ResNet(models.resnet.BasicBlock, [2, 2, 2, 2])
""",
    "another function of torchvision": """\
names = models.list_models(module=models)
weights = models.get_model_weights("resnet50")
""",
    "by name": """\
model = models.get_model("resnet50", weights="DEFAULT")
""",
    "an unknown attribute": """\
def build(arch):
    return getattr(models, arch)(num_classes=10)
""",
    "an unknown attribute of an unknown module": """\
def build(zoo, arch):
    return getattr(zoo, arch)(pretrained=True)
""",
    "a dictionary of one's own": """\
BUILDERS = {"small": lambda pretrained: None}


def build(name):
    return BUILDERS[name](pretrained=True)
""",
    "a method": """\
class Zoo:
    def resnet18(self, pretrained):
        return models.resnet18()


model = Zoo().resnet18(pretrained=True)
""",
    "another release": """\
if torchvision.__version__ >= "0.13":
    model = models.resnet18(weights=models.ResNet18_Weights.DEFAULT)
else:
    model = models.resnet18(pretrained=True)
""",
    "another release, by packaging": Whole("""\
import torchvision
from packaging import version


def build():
    if version.parse(torchvision.__version__) < version.parse("0.13"):
        return torchvision.models.resnet18(pretrained=True)
    return torchvision.models.resnet18(weights="DEFAULT")
"""),
    "another release, by a name": """\
TORCHVISION_VERSION = tuple(int(part) for part in torchvision.__version__.split(".")[:2])


def build():
    if TORCHVISION_VERSION < (0, 13):
        return models.resnet18(pretrained=True)
    return models.resnet18(weights="DEFAULT")
""",
    "another release, by a name of elsewhere": Whole("""\
from torchvision import models

from .versions import TORCHVISION_0_13

model = models.resnet18(weights="DEFAULT") if TORCHVISION_0_13 else models.resnet18(pretrained=True)
"""),
    "another release, by what it has": """\
if hasattr(models, "ResNet18_Weights"):
    model = models.resnet18(weights=models.ResNet18_Weights.DEFAULT)
else:
    model = models.resnet18(pretrained=True)
""",
    "the enum tried": Whole("""\
try:
    from torchvision.models import ResNet18_Weights, resnet18

    model = resnet18(weights=ResNet18_Weights.DEFAULT)
except ImportError:
    from torchvision.models import resnet18

    model = resnet18(pretrained=True)
"""),
    "weights tried": """\
def build():
    try:
        return models.resnet18(weights="DEFAULT")
    except TypeError:
        return models.resnet18(pretrained=True)
""",
    "weights tried, by the other way around": """\
try:
    model = models.resnet50(pretrained=True)
except TypeError:
    model = models.resnet50(weights="IMAGENET1K_V1")
""",
    "weights in the signature": """\
import inspect

if "weights" in inspect.signature(models.resnet18).parameters:
    model = models.resnet18(weights="DEFAULT")
else:
    model = models.resnet18(pretrained=True)
""",
    "replaced": """\
models.resnet18 = lambda pretrained: nn.Identity()
model = models.resnet18(pretrained=True)
""",
    "the first transforms": Whole("""\
import torchvision.transforms as T
import torchvision.transforms.functional as TF
from torchvision import transforms

train = transforms.Compose([transforms.ToTensor(), T.Normalize([0.5], [0.5])])


def load(image):
    return TF.to_tensor(image)
"""),
    "today's transforms": Whole("""\
import torch
from torchvision.transforms import v2

train = v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=True), v2.ToPureTensor()])
"""),
    "a transform of the file": Whole("""\
from torchvision.transforms import v2


class ToTensor:
    def __call__(self, image):
        return image


train = v2.Compose([ToTensor()])
"""),
    "a dataset": """\
data = torchvision.datasets.MNIST("data", True, download=True)
""",
    "a progress bar by name": """\
model = models.resnet18(progress=True)
""",
    "a function that builds another": """\
def resnet(depth, pretrained=True):
    return {18: models.resnet18, 50: models.resnet50}[depth]
""",
    "a backbone of a transformer": Whole("""\
from transformers import AutoModel
import torchvision

model = AutoModel.from_pretrained("resnet", pretrained=True)
"""),
    "a model that is built from its parts": """\
model = models.vgg.make_layers([64, "M"])
""",
    "keywords of others": """\
def main(parser):
    parser.add_argument("--pretrained", default=True)
    run(pretrained=True)


def run(pretrained):
    print(pretrained)
""",
    "a configuration": """\
CONFIG = dict(arch="resnet18", pretrained=True)
""",
    "a builder that is not called": """\
ZOO = {"resnet18": models.resnet18}
""",
    "bound without weights": """\
from functools import partial

build = partial(models.resnet18, num_classes=10)
""",
    "the call of a partial that holds the weights": """\
from functools import partial

old = partial(models.resnet18, weights=None)
model = old(progress=False)
""",
    "bound from elsewhere": Whole("""\
from functools import partial

import torchvision
from .zoo import resnet18

build = partial(resnet18, pretrained=True)
"""),
    "what the model is asked": """\
model = models.resnet18(weights=None)
model.pretrained = True
""",
    "attributes of torchvision": """\
image = torchvision.io.read_image("cat.png")
grid = torchvision.utils.make_grid(image, True)
""",
    "by a dict, today's argument": """\
options = {"weights": "DEFAULT", "progress": False}
net = models.resnet18(**options)
""",
    "by a dict of the caller": """\
def make(**options):
    return models.resnet18(**options)
""",
    "a transform of today that nothing uses": """\
from torchvision.transforms.v2 import ToImage, functional as F


def flip(image):
    return F.horizontal_flip(image)
""",
}
