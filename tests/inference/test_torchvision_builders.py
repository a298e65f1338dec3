"""The table of torchvision's builders is read rightly, and says what torchvision does where that is installed."""

from __future__ import annotations

import importlib
import inspect
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from flake8_torch_effective.inference.knowledge.torchvision_builders import (
    BACKBONE,
    NEW_ARGUMENT,
    PACKAGE,
    USUAL,
    Builder,
    builder_of,
    builders,
)
from flake8_torch_effective.inference.knowledge.torchvision_names import OLD_NAMES
from flake8_torch_effective.verification.fixtures import fixtures_root, load_module
from releases.torchvision import Unreadable, table

TABLE = builders()


def test_every_builder_and_enum_is_there() -> None:
    assert TABLE.release >= (0, 28)
    assert len({(one.package, one.name) for one in TABLE.dotted.values()}) >= 123
    assert len(TABLE.homes) >= 121
    assert len(TABLE.registered) >= 121
    assert {one.package for one in TABLE.dotted.values()} == {
        PACKAGE,
        *(f"{PACKAGE}.{name}" for name in ("optical_flow", "quantization", "segmentation", "video")),
        *(f"{PACKAGE}.detection{name}" for name in ("", ".backbone_utils")),
    }


@pytest.mark.parametrize("builder", {id(one): one for one in TABLE.dotted.values()}.values(), ids=lambda one: one.name)
def test_what_a_builder_asks_for_is_a_member_of_an_enum(builder: Builder) -> None:
    assert "weights" in builder.takes
    for argument in builder.old:
        assert NEW_ARGUMENT[argument] in builder.takes
        for quantize in (False, True):
            member = builder.weights(argument, quantize=quantize, backbone="mobilenet_v2")
            if builder.lacks(argument):
                assert member is None
            else:
                assert member is not None
                assert member.name in TABLE.members[member.enum]


def test_one_text_names_the_usual_weights_of_all_models_of_the_package() -> None:
    own = [one for one in TABLE.dotted.values() if one.package == PACKAGE and not one.lacks("pretrained")]
    assert {member.name for one in own if (member := one.weights("pretrained")) is not None} == {USUAL}


@pytest.mark.parametrize(
    ("name", "argument", "asked", "meant"),
    [
        ("torchvision.models.resnet50", "pretrained", {}, "ResNet50_Weights.IMAGENET1K_V1"),
        ("torchvision.models.mobilenet.mobilenet_v2", "pretrained", {}, "MobileNet_V2_Weights.IMAGENET1K_V1"),
        ("torchvision.models.detection.ssd300_vgg16", "pretrained", {}, "SSD300_VGG16_Weights.COCO_V1"),
        ("torchvision.models.detection.ssd300_vgg16", "pretrained_backbone", {}, "VGG16_Weights.IMAGENET1K_FEATURES"),
        (
            "torchvision.models.quantization.resnet18",
            "pretrained",
            {"quantize": True},
            "ResNet18_QuantizedWeights.IMAGENET1K_FBGEMM_V1",
        ),
        ("torchvision.models.quantization.resnet18", "pretrained", {}, "ResNet18_Weights.IMAGENET1K_V1"),
        ("torchvision.models.quantization.resnet18", "pretrained", {"quantize": None}, "None"),
        (
            "torchvision.models.detection.keypointrcnn_resnet50_fpn",
            "pretrained",
            {"legacy": True},
            "KeypointRCNN_ResNet50_FPN_Weights.COCO_LEGACY",
        ),
        (
            "torchvision.models.detection.backbone_utils.resnet_fpn_backbone",
            "pretrained",
            {"backbone": "resnet101"},
            "ResNet101_Weights.IMAGENET1K_V1",
        ),
        ("torchvision.models.detection.backbone_utils.resnet_fpn_backbone", "pretrained", {}, "None"),
        ("torchvision.models.optical_flow.raft_large", "pretrained", {}, "Raft_Large_Weights.C_T_SKHT_V2"),
        ("torchvision.models.vit_h_14", "pretrained", {}, "None"),
    ],
)
def test_what_an_old_argument_means(name: str, argument: str, asked: dict[str, Any], meant: str) -> None:
    builder = builder_of(name)
    assert builder is not None
    assert str(builder.weights(argument, **asked)) == meant


def test_no_builder() -> None:
    assert builder_of("torchvision.models.ResNet") is None
    assert builder_of("timm.models.resnet18") is None


def test_models_whose_body_is_the_same_in_both_modes() -> None:
    classifying = {one.name for one in TABLE.dotted.values() if one.package == PACKAGE}
    same = {one.name for one in TABLE.dotted.values() if one.package == PACKAGE and not one.depends_on_mode}
    plain = {"alexnet", "squeezenet1_0", "squeezenet1_1", "vgg11", "vgg13", "vgg16", "vgg19"}
    assert same == plain | {name for name in classifying if name.startswith("vit_")}
    assert {"resnet18", "vgg16_bn", "swin_t"} <= classifying - same


# The script that writes the table


class Files:
    """A package of a few files."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.files = frozenset(texts)

    def text(self, path: str) -> str | None:
        return self.texts.get(path)


NET = """
__all__ = ["Net_Weights", "net"]


class Net_Weights(WeightsEnum):
    V1 = Weights(url="https://example.org/net")
    V2 = Weights(url="https://example.org/net2")
    DEFAULT = V2


@register_model()
@handle_legacy_interface(weights=("pretrained", Net_Weights.V1))
def net(*, weights: Optional[Net_Weights] = None, progress: bool = True, **kwargs: Any) -> Net: ...


def helper(pretrained): ...
"""
FILES = {
    "torchvision/models/__init__.py": "from .nets import *\nfrom . import small\n",
    "torchvision/models/net.py": NET,
    "torchvision/models/net2.py": "from .net import *\n",
    "torchvision/models/nets.py": "from .net2 import *\n",
    "torchvision/models/small/__init__.py": "from .net import *\n",
    "torchvision/models/small/net.py": """
__all__ = ["quick"]


@register_model(name="small_quick")
@handle_legacy_interface(
    weights=("pretrained", lambda kwargs: Small_Weights.V1 if kwargs.get("quantize", False) else Net_Weights.V1),
)
def quick(*, weights: Optional[Net_Weights], weights_backbone: Optional[Net_Weights]): ...


@handle_legacy_interface(weights=("pretrained", None))
def huge(*, weights: Optional[Net_Weights]): ...


@handle_legacy_interface(weights=("pretrained", lambda kwargs: enum_of(kwargs["backbone_name"])["V1"]))
def backbone(*, backbone_name: str, weights: Optional[WeightsEnum]): ...
""",
}


def test_the_script_reads_a_wheel() -> None:
    lines = [line for line in table(Files(FILES), (0, 99)).splitlines() if line and not line.startswith("#")]
    assert lines == [
        "release 0.99",
        "[builders of torchvision.models]",
        "net net,net2,nets net weights,progress pretrained=Net_Weights.V1",
        "[builders of torchvision.models.small]",
        "quick net small_quick weights,weights_backbone pretrained=Net_Weights.V1|quantize:Small_Weights.V1",
        "[builders of torchvision.models.small.net]",
        "backbone  - backbone_name,weights pretrained=backbone_name:V1",
        "huge  - weights pretrained=Net_Weights.-",
        "[weights of torchvision.models]",
        "Net_Weights net,net2,nets V1,V2,DEFAULT",
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def net(*, weights", "def net(weights"),
        ("Net_Weights.V1)", "weights_of(net))"),
        ('"pretrained"', '"trained"'),
        ('"pretrained", Net_Weights.V1', "lambda kwargs: Net_Weights.V1 if kwargs else None, 1"),
    ],
)
def test_the_script_refuses_what_it_does_not_understand(before: str, after: str) -> None:
    assert before in NET
    with pytest.raises((Unreadable, ValueError)):
        table(Files({**FILES, "torchvision/models/net.py": NET.replace(before, after)}), (0, 99))


# Against torchvision itself


class Asked(Exception):
    """A builder has been told which weights it is to take."""


@pytest.fixture
def torchvision(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """torchvision, whose builders stop at the weights that they are asked for."""
    module: ModuleType = pytest.importorskip("torchvision")
    enum = importlib.import_module("torchvision.models._api").WeightsEnum

    def stop(cls: type, given: object) -> None:
        raise Asked(given)

    monkeypatch.setattr(enum, "verify", classmethod(stop))
    return module


def weights_of(build: Callable[..., object], **options: object) -> object:
    """The first weights that a builder asks for."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(Asked) as caught:
            build(**options)
    return caught.value.args[0]


def function(name: str) -> Callable[..., object]:
    """What a dotted name names."""
    module, _, last = name.rpartition(".")
    found: Callable[..., object] = getattr(importlib.import_module(module), last)
    return found


@pytest.mark.parametrize("name", TABLE.dotted)
def test_a_builder_takes_the_old_argument_for_what_the_table_says(name: str, torchvision: ModuleType) -> None:
    builder, build = TABLE.dotted[name], function(name)
    assert [one for one in inspect.signature(build).parameters if one != "kwargs"] == [*builder.takes]
    required: dict[str, Any] = {}
    if BACKBONE in builder.takes:
        required = {BACKBONE: "mobilenet_v2" if builder.name.startswith("mobilenet") else "resnet34"}
    if "fpn" in builder.takes:
        required["fpn"] = True
    for quantize in (False, True) if "quantize" in builder.takes else (False,):
        options = {**required, "quantize": True} if quantize else required
        member = builder.weights("pretrained", quantize=quantize, backbone=required.get(BACKBONE))
        if member is None:
            with pytest.raises(ValueError, match="No weights"):
                build(pretrained=True, **options)
            continue
        enums = [getattr(importlib.import_module(home), member.enum) for home in TABLE.homes[member.enum]]
        assert all(enum is enums[0] for enum in enums)
        assert weights_of(build, pretrained=True, **options) is enums[0][member.name]
    assert weights_of(build, pretrained=False, **required) is None


@pytest.mark.parametrize(
    "name",
    """
    alexnet convnext_tiny densenet121 efficientnet_b0 googlenet inception_v3 maxvit_t mnasnet0_5 mobilenet_v2
    mobilenet_v3_small resnet18 resnext50_32x4d shufflenet_v2_x0_5 squeezenet1_0 swin_t swin_v2_t vgg11 vgg11_bn
    vit_b_16 wide_resnet50_2
    """.split(),
)
def test_a_model_has_modes_in_its_body_where_the_table_says_so(name: str) -> None:
    pytest.importorskip("torchvision")
    torch = importlib.import_module("torch")
    with torch.device("meta"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = function(f"{PACKAGE}.{name}")(weights=None)
    parts = [part for path, part in model.named_modules() if not path.startswith("classifier")]  # type: ignore[attr-defined]
    norms = any(isinstance(part, torch.nn.modules.batchnorm._BatchNorm) for part in parts)
    drops = any(type(part).__name__ in ("Dropout", "StochasticDepth") and part.p > 0 for part in parts)
    builder = builder_of(f"{PACKAGE}.{name}")
    assert builder is not None
    assert builder.depends_on_mode is (norms or drops)


@pytest.mark.parametrize("name", OLD_NAMES)
def test_an_old_name_warns(name: str, torchvision: ModuleType) -> None:
    torch = importlib.import_module("torch")
    arguments = () if name.endswith("ToTensor") else (torch.zeros(3, 4, 5),)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            function(name)(*arguments)
        except TypeError:
            assert name.endswith("to_tensor")  # which takes images only
    assert "deprecated and will be removed" in str(caught[0].message)


@pytest.mark.parametrize(
    ("name", "arguments", "options"),
    [
        ("resnet50", (), {"pretrained": True}),
        ("resnet50", (), {"pretrained": False}),
        ("resnet50", (True, False), {}),
        ("resnet50", (), {"weights": True}),
        ("vit_h_14", (), {"pretrained": True}),
        ("segmentation.fcn_resnet50", (), {"pretrained": True, "pretrained_backbone": True}),
        ("segmentation.fcn_resnet50", (), {"pretrained": False, "pretrained_backbone": True}),
    ],
)
def test_the_stand_in_of_the_evidence_warns_and_raises_as_torchvision_does(
    name: str, arguments: tuple[object, ...], options: dict[str, object], torchvision: ModuleType
) -> None:
    evidence = load_module(
        fixtures_root() / "drift" / "torchvision_drift" / "evidence.py", "drift", "torchvision_drift"
    )
    stand_in = evidence.stand_in()["torchvision"]
    module, _, last = f"models.{name}".rpartition(".")
    said = []
    for package in (torchvision, stand_in):
        place: Any = package
        for part in module.split("."):
            place = getattr(place, part)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            error = ""
            try:
                getattr(place, last)(*arguments, **options)
            except Asked:
                pass
            except ValueError as raised:
                error = str(raised)
        said.append(([str(one.message).partition(" You can also")[0] for one in caught], error))
    assert said[0] == said[1]
    assert said[0][0] or said[0][1]
