"""What an annotation says about a value: ``Tensor``, ``Optional[Tensor]``, ``Float[Tensor, "b n"]``, ``nn.Module``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import libcst as cst

from ..knowledge.kinds import RANKS
from ..knowledge.legacy_types import legacy_type
from ..knowledge.names import LOADERS, canonical, is_dataset, is_module_class, is_optimizer, is_scheduler
from ..values import (
    BUILTIN_SEQUENCES,
    NONE,
    OTHER,
    Array,
    Class,
    Dataset,
    Device,
    Dim,
    Dtype,
    Instance,
    Loader,
    Module,
    Number,
    Optimizer,
    Reference,
    Scheduler,
    Sequence,
    SequenceType,
    Shape,
    Symbol,
    Tensor,
    Text,
    Unknown,
    Value,
    limits,
)

# jaxtyping's array classes.  Source: https://docs.kidger.site/jaxtyping/api/array/
SHAPED_DTYPES = {
    "Float": "float",
    "Float16": "float16",
    "Float32": "float32",
    "Float64": "float64",
    "BFloat16": "bfloat16",
    "Int": "int",
    "Int8": "int8",
    "Int16": "int16",
    "Int32": "int32",
    "Int64": "int64",
    "UInt": "int",
    "UInt8": "uint8",
    "Integer": "int",
    "Bool": "bool",
    "Complex": "complex",
    "Complex64": "complex64",
    "Complex128": "complex128",
    "Inexact": None,
    "Num": None,
    "Real": None,
    "Shaped": None,
    "Key": None,
}

_LISTS: Mapping[str, SequenceType] = {
    "list": SequenceType.LIST,
    "List": SequenceType.LIST,
    "Sequence": SequenceType.LIST,
    "Iterable": SequenceType.LIST,
    "Iterator": SequenceType.LIST,
    "Collection": SequenceType.LIST,
}
_DICTS = {"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict"}
_FOREIGN_TENSORS = (
    "tensorflow",
    "tensorrt",
    "tf",
    "paddle",
    "mindspore",
    "jax",
    "oneflow",
    "tinygrad",
    "mxnet",
    "onnx",
)
_CLASSES = {"type", "Type", "Literal"}


class Annotations:
    """Reads annotations of one function: named sizes in jaxtyping strings are the same size throughout it."""

    def __init__(self, resolve: Callable[[cst.BaseExpression], Value]) -> None:
        self.resolve = resolve
        self.sizes: dict[str, Symbol] = {}

    def value(self, node: cst.BaseExpression) -> Value | None:
        """The value an annotation promises; None where it says nothing about what inference knows."""
        if type(node) is cst.Name or type(node) is cst.Attribute:
            return self.named(node)
        if type(node) is cst.SimpleString or type(node) is cst.ConcatenatedString:
            text = node.evaluated_value
            try:
                return self.value(cst.parse_expression(text)) if isinstance(text, str) and limits.text(text) else None
            except (cst.ParserSyntaxError, RecursionError, UnicodeEncodeError):  # half a surrogate pair is no code
                return None
        if type(node) is cst.BinaryOperation:
            if type(node.operator) is cst.BitOr:
                return self.union([node.left, node.right])
            return None
        if type(node) is cst.Subscript:
            return self.subscript(node)
        return None

    def union(self, nodes: list[cst.BaseExpression]) -> Value | None:
        """What all members but None have in common."""
        found: Value | None = None
        for node in nodes:
            value = self.value(node)
            if value is NONE:
                continue
            if value is None:
                return None
            if found is None:
                found = value
            elif type(found) is not type(value) or not isinstance(found, Tensor):
                if isinstance(found, Tensor) or isinstance(value, Tensor):
                    return None
                return OTHER
        return found if found is not None else NONE

    def subscript(self, node: cst.Subscript) -> Value | None:
        """``Optional[X]``, ``List[X]``, ``Float[Tensor, "b n"]`` and their kind."""
        elements = [element.slice.value for element in node.slice if type(element.slice) is cst.Index]
        head = self.resolve(node.value)
        name = head.name if isinstance(head, Reference) else ""
        last = name.rpartition(".")[2]
        if not elements:
            return None
        if last in ("Optional", "Final", "ClassVar", "Annotated", "Required", "NotRequired"):
            return self.union(elements[:1])
        if last == "Union":
            return self.union(elements)
        if name.startswith("jaxtyping.") or (last in SHAPED_DTYPES and len(elements) == 2):
            return self.shaped(last, elements)
        if last in _LISTS:
            return Sequence(_LISTS[last], element=self.value(elements[0]))
        if last in ("tuple", "Tuple"):
            if len(elements) == 2 and type(elements[1]) is cst.Ellipsis:
                return Sequence(SequenceType.TUPLE, element=self.value(elements[0]))
            return Sequence(SequenceType.TUPLE, [self.value(element) or Unknown() for element in elements])
        if last in _DICTS:
            return Sequence(SequenceType.DICT, element=self.value(elements[1]) if len(elements) == 2 else None)
        if last == "Callable":
            return None
        if last in _CLASSES:
            return OTHER
        value = self.named(node.value) if type(node.value) in (cst.Name, cst.Attribute) else None
        return Tensor(shape=self.sized(node)) if canonical(name) == "torch.Tensor" else value

    def sized(self, node: cst.Subscript) -> Shape:
        """The sizes in ``Tensor[B, T]`` and Pyrefly's ``Tensor[[B, T, 3]]``; None where they may be something else."""
        only = node.slice[0].slice
        inner = only.value if type(only) is cst.Index and len(node.slice) == 1 else None
        written: list[cst.CSTNode]
        if type(inner) is cst.List:
            written = list(inner.elements)
        elif len(node.slice) > 1:
            written = [element.slice for element in node.slice]
        else:
            return None
        sizes: list[Dim] = []
        for element in written:
            if not isinstance(element, (cst.Index, cst.Element)) or (type(element) is cst.Index and element.star):
                return None
            size = element.value
            if type(size) is cst.Ellipsis:
                return None
            if type(size) is cst.Integer:
                sizes.append(size.evaluated_value)
            elif type(size) is cst.Name:
                named = self.resolve(size)
                if isinstance(named, (Dtype, Class)) or (isinstance(named, Reference) and self.named(size) is not None):
                    return None  # a dtype
                sizes.append(self.sizes.setdefault(size.value, Symbol(None, size.value)))
            elif type(size) is cst.BinaryOperation:
                sizes.append(None)
            else:
                return None
        return tuple(sizes)

    def shaped(self, name: str, elements: list[cst.BaseExpression]) -> Value | None:
        """A jaxtyping annotation: the dtype in its name, the rank in its string."""
        inner = self.value(elements[0])
        if not isinstance(inner, Tensor):
            return inner
        shape: tuple[Dim, ...] | None = None
        if len(elements) == 2 and isinstance(elements[1], (cst.SimpleString, cst.ConcatenatedString)):
            text = elements[1].evaluated_value
            if isinstance(text, str):
                shape = self.sizes_of(text)
        return Tensor(shape=shape, dtype=SHAPED_DTYPES.get(name))

    def sizes_of(self, text: str) -> tuple[Dim, ...] | None:
        """The sizes in a jaxtyping string; None where ``...`` or ``*batch`` leaves the rank open."""
        sizes: list[Dim] = []
        for word in text.split():
            if word.startswith(("...", "*")):
                return None
            word = word.lstrip("#?").rpartition("=")[2]
            if word.isdigit():
                sizes.append(int(word))
            elif word.isidentifier() and not word.startswith("_"):
                sizes.append(self.sizes.setdefault(word, Symbol(None, word)))
            else:
                sizes.append(None)
        return tuple(sizes)

    def named(self, node: cst.BaseExpression) -> Value | None:
        """A plain class name."""
        value = self.resolve(node)
        if isinstance(value, Class):
            return instance_of(value)
        if value is NONE:
            return NONE
        if not isinstance(value, Reference):
            return None
        name = canonical(value.name)
        last = name.rpartition(".")[2]
        if name.startswith("builtins."):
            if last in RANKS:
                return Number(last)
            if last == "None":
                return NONE
            if last == "str":
                return Text()
            if last in BUILTIN_SEQUENCES:
                return Sequence(BUILTIN_SEQUENCES[last])
            return OTHER if last == "bytes" or last in _CLASSES else None
        if name in ("torch.Tensor", "torch.nn.Parameter", "torch.nn.parameter.Parameter"):
            return Tensor(grad=True, leaf=True, parameter=True) if last == "Parameter" else Tensor()
        legacy = legacy_type(name)
        if legacy is not None:
            return Tensor(dtype=legacy.dtype, device="cuda" if legacy.on_cuda else None)
        if last in ("Tensor", "OptTensor", "OptionalTensor") and not name.startswith(_FOREIGN_TENSORS):
            return Tensor(certain=name.startswith("torch"))  # another library's class may have the same name
        if name in LOADERS:
            return Loader(name)
        if name == "torch.dtype":
            return Dtype(None)
        if name == "torch.device":
            return Device(None)
        if name.startswith("torch.") and name.endswith("Storage"):
            return OTHER  # it has many names in common with a tensor
        if name == "torch.Size":
            return Sequence(SequenceType.SHAPE, element=Number("int"))
        if is_optimizer(name):
            return Optimizer(name)
        if is_scheduler(name):
            return Scheduler(name)
        if is_dataset(name):
            return Dataset(name)
        if is_module_class(name):
            return Module(name)
        if name.startswith("numpy."):
            if name in ("numpy.random.Generator", "numpy.random.RandomState"):
                return Reference("numpy.random")
            return Array(sized=True) if last in ("ndarray", "NDArray") else OTHER
        if name.startswith(("pandas.", "pathlib.", "argparse.", "logging.", "PIL.", "collections.abc.Callable")):
            return OTHER
        return None


def instance_of(cls: Class, arguments: dict[str, Value] | None = None) -> Instance:
    """An object of a class of this file, as the kind that its bases make it."""
    for base in cls.outside_bases():
        name = canonical(base)
        if is_module_class(name):
            return Module(cls=cls, arguments=arguments)
        if is_dataset(name):
            return Dataset(cls=cls, arguments=arguments)
        if is_optimizer(name):
            return Optimizer(cls=cls, arguments=arguments)
        if is_scheduler(name):
            return Scheduler(cls=cls, arguments=arguments)
        if name in LOADERS:
            return Loader(cls=cls, arguments=arguments)
    if cls.function("forward") is not None and any(True for _ in cls.outside_bases()):
        if not any(canonical(base).startswith(("torch.autograd.", "builtins.")) for base in cls.outside_bases()):
            return Module(cls=cls, arguments=arguments)
    return Instance(cls=cls, arguments=arguments)
