"""TEF908: programs before and after fixing, and programs that no fix changes."""

FIXES: dict[str, tuple[str, str]] = {
    "pretrained": (
        """\
import torchvision
from torchvision import models

model = models.resnet18(pretrained=True)
other = torchvision.models.vgg16(pretrained=False, progress=False)
""",
        """\
import torchvision
from torchvision import models

model = models.resnet18(weights=models.ResNet18_Weights.IMAGENET1K_V1)
other = torchvision.models.vgg16(weights=None, progress=False)
""",
    ),
    "an imported builder": (
        """\
from torchvision.models import resnet50


def build():
    return resnet50(pretrained=True)
""",
        """\
from torchvision.models import ResNet50_Weights, resnet50


def build():
    return resnet50(weights=ResNet50_Weights.IMAGENET1K_V1)
""",
    ),
    "beside other names": (
        """\
from torchvision.models import alexnet, resnet50 as build, vgg16

net = build(pretrained=True)
""",
        """\
from torchvision.models import alexnet, ResNet50_Weights, resnet50 as build, vgg16

net = build(weights=ResNet50_Weights.IMAGENET1K_V1)
""",
    ),
    "over several lines": (
        """\
from torchvision.models import (
    alexnet,  # small
    resnet50,
    vgg16,
)

net = resnet50(pretrained=True)
old = alexnet(
    pretrained=True,  # by ImageNet
    num_classes=1000,
)
""",
        """\
from torchvision.models import (
    AlexNet_Weights,
    alexnet,  # small
    ResNet50_Weights,
    resnet50,
    vgg16,
)

net = resnet50(weights=ResNet50_Weights.IMAGENET1K_V1)
old = alexnet(
    weights=AlexNet_Weights.IMAGENET1K_V1,  # by ImageNet
    num_classes=1000,
)
""",
    ),
    "from the defining module": (
        """\
from torchvision.models.resnet import BasicBlock, resnet18

net = resnet18(True, False)
""",
        """\
from torchvision.models.resnet import BasicBlock, ResNet18_Weights, resnet18

net = resnet18(weights=ResNet18_Weights.IMAGENET1K_V1, progress=False)
""",
    ),
    "the enum is there": (
        """\
from torchvision.models import ResNet50_Weights, resnet50

net = resnet50(pretrained=True)
""",
        """\
from torchvision.models import ResNet50_Weights, resnet50

net = resnet50(weights=ResNet50_Weights.IMAGENET1K_V1)
""",
    ),
    "the module is there": (
        """\
import torchvision.models as tvm
from torchvision.models.detection import fasterrcnn_resnet50_fpn

net = fasterrcnn_resnet50_fpn(pretrained=False, pretrained_backbone=True, num_classes=3)
""",
        """\
import torchvision.models as tvm
from torchvision.models.detection import fasterrcnn_resnet50_fpn
from torchvision.models import ResNet50_Weights

net = fasterrcnn_resnet50_fpn(weights=None, weights_backbone=ResNet50_Weights.IMAGENET1K_V1, num_classes=3)
""",
    ),
    "weights of a backbone": (
        """\
import torch

from torchvision.models.detection import maskrcnn_resnet50_fpn

net = maskrcnn_resnet50_fpn(pretrained_backbone=True)
""",
        """\
import torch

from torchvision.models.detection import maskrcnn_resnet50_fpn
from torchvision.models import ResNet50_Weights

net = maskrcnn_resnet50_fpn(weights_backbone=ResNet50_Weights.IMAGENET1K_V1)
""",
    ),
    "both of a segmentation": (
        """\
from torchvision.models.segmentation import fcn_resnet50

net = fcn_resnet50(
    True, pretrained_backbone=True
)
""",
        """\
from torchvision.models.segmentation import FCN_ResNet50_Weights, fcn_resnet50
from torchvision.models import ResNet50_Weights

net = fcn_resnet50(
    weights=FCN_ResNet50_Weights.COCO_WITH_VOC_LABELS_V1, weights_backbone=ResNet50_Weights.IMAGENET1K_V1
)
""",
    ),
    "one import for two": (
        """\
from torchvision.models.segmentation import fcn_resnet50
from torchvision.models.detection import fcos_resnet50_fpn

net = fcn_resnet50(pretrained_backbone=True)
other = fcos_resnet50_fpn(pretrained_backbone=True)
""",
        """\
from torchvision.models.segmentation import fcn_resnet50
from torchvision.models import ResNet50_Weights
from torchvision.models.detection import fcos_resnet50_fpn

net = fcn_resnet50(weights_backbone=ResNet50_Weights.IMAGENET1K_V1)
other = fcos_resnet50_fpn(weights_backbone=ResNet50_Weights.IMAGENET1K_V1)
""",
    ),
    "a helper for backbones": (
        """\
from torchvision.models.detection.backbone_utils import resnet_fpn_backbone

net = resnet_fpn_backbone("resnet50", True, trainable_layers=2)
""",
        """\
from torchvision.models.detection.backbone_utils import resnet_fpn_backbone
from torchvision.models import ResNet50_Weights

net = resnet_fpn_backbone(backbone_name="resnet50", weights=ResNet50_Weights.IMAGENET1K_V1, trainable_layers=2)
""",
    ),
    "an import in a function": (
        """\
def build():
    from torchvision.models import resnet18

    return resnet18(pretrained=True)
""",
        """\
def build():
    from torchvision.models import ResNet18_Weights, resnet18

    return resnet18(weights=ResNet18_Weights.IMAGENET1K_V1)
""",
    ),
    "the name is taken": (
        """\
from torchvision.models import resnet18

ResNet18_Weights = {"first": "resnet18.pth"}
net = resnet18(pretrained=True)
""",
        """\
from torchvision.models import resnet18

ResNet18_Weights = {"first": "resnet18.pth"}
net = resnet18(weights="IMAGENET1K_V1")
""",
    ),
    "by name": (
        """\
from torchvision.models import get_model

net = get_model("resnet50", pretrained=True)
other = get_model("quantized_resnet50", pretrained=True, quantize=True)
""",
        """\
from torchvision.models import get_model

net = get_model("resnet50", weights="IMAGENET1K_V1")
other = get_model("quantized_resnet50", weights="IMAGENET1K_FBGEMM_V1", quantize=True)
""",
    ),
    "an item of the module": (
        """\
import torchvision.models as models


def build(arch):
    return models.__dict__[arch](pretrained=False)
""",
        """\
import torchvision.models as models


def build(arch):
    return models.__dict__[arch](weights=None)
""",
    ),
    "bound": (
        """\
from functools import partial

from torchvision.models import resnet18

build = partial(resnet18, pretrained=True)
""",
        """\
from functools import partial

from torchvision.models import ResNet18_Weights, resnet18

build = partial(resnet18, weights=ResNet18_Weights.IMAGENET1K_V1)
""",
    ),
    "a flag": (
        """\
from torchvision.models import quantization as q

net = q.resnet18(weights=True, quantize=True)
""",
        """\
from torchvision.models import quantization as q

net = q.resnet18(weights=q.ResNet18_QuantizedWeights.IMAGENET1K_FBGEMM_V1, quantize=True)
""",
    ),
    "weights by position": (
        """\
from torchvision import models


def build(weights):
    choice = models.ResNet18_Weights.DEFAULT
    return models.resnet18(choice, False, num_classes=1000)
""",
        """\
from torchvision import models


def build(weights):
    choice = models.ResNet18_Weights.DEFAULT
    return models.resnet18(weights=choice, progress=False, num_classes=1000)
""",
    ),
    "a transform": (
        """\
from torchvision.transforms import v2

train = v2.Compose([v2.RandomHorizontalFlip(), v2.ToTensor()])
""",
        """\
import torch
from torchvision.transforms import v2

train = v2.Compose([v2.RandomHorizontalFlip(), v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])])
""",
    ),
    "a function of transforms": (
        """\
import torch
import torchvision.transforms.v2.functional as TF


def load(image):
    return TF.to_tensor(image) * 2
""",
        """\
import torch
import torchvision.transforms.v2.functional as TF


def load(image):
    return TF.to_dtype(TF.to_image(image), torch.float32, scale=True) * 2
""",
    ),
}

SAFE: tuple[str, ...] = ()

LEFT: dict[str, str] = {
    "a call of a partial, which may hold the old argument already": """\
from functools import partial

from torchvision.models import resnet18

build = partial(resnet18, num_classes=10)
model = build(pretrained=False)
""",
    "by position, in a call of a partial": """\
from functools import partial

from torchvision.models import resnet18

build = partial(resnet18, weights=None)
model = build(True)
""",
    "a setting": """\
from torchvision import models


def build(args):
    return models.resnet18(pretrained=args.pretrained)
""",
    "no weights of old": """\
from torchvision import models

model = models.vit_h_14(pretrained=True)
""",
    "perhaps quantized": """\
from torchvision import models


def build(fast):
    return models.quantization.resnet18(pretrained=True, quantize=fast)
""",
    "an unknown model": """\
from torchvision import models


def build(arch):
    return models.__dict__[arch](pretrained=True)
""",
    "options beside it": """\
from torchvision import models


def build(**options):
    return models.resnet18(pretrained=True, **options)
""",
    "given twice": """\
from torchvision import models

model = models.resnet18(pretrained=True, weights=None)
""",
    "a transform that is imported": """\
from torchvision.transforms.v2 import ToTensor

step = ToTensor()
""",
    "a transform that is not called": """\
from torchvision.transforms import v2

STEPS = [v2.ToTensor]
""",
    "the size of an image": """\
from torchvision.transforms.v2 import functional as F


def size(image):
    return F.get_image_size(image)
""",
}
