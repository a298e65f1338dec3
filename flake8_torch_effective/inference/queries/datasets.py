"""Which classes of a file are data sets, what they define, and which loaders read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

import libcst as cst

from ...syntax.abstract import is_abstract, is_empty
from ...syntax.naming import last_name, words_of
from ...syntax.walking import walk
from ..interpreter.inference import Inference, met
from ..knowledge.data import DATASETS, PLAIN_BASES, DatasetRow, Style
from ..knowledge.names import canonical
from ..values import Class, Dataset, Function, LoaderCall, Reference, Value

# What a class is called, or says of itself, that is there to be derived from.
_BASES = frozenset({"base", "abstract", "mixin", "interface", "protocol", "template"})
_OWN_NAMES = frozenset(row.rpartition(".")[2] for row in DATASETS)
_MEANT = re.compile(
    r"\b(abstract|base class|interface|subclass\w*|inherit\w*|overrid\w+|implement\w*)\b", re.IGNORECASE
)

# Objects that have between them the methods that Python calls by itself, and how alike two names are.
_PYTHON: Final[tuple[object, ...]] = ({}, [], 0, "", iter([]), open, type)
_NEAR = 0.62


_ROOM = "data sets"


@dataclass(frozen=True, slots=True)
class _Uses:
    """What a file does with its classes: those it derives from, those it calls, and the loaders that read them."""

    bases: frozenset[Value]
    made: frozenset[Value | None]
    loaders: dict[Class, list[LoaderCall]]


def _uses(inference: Inference) -> _Uses:
    """Looked up once for all data sets of the file."""
    known = inference.rooms.get(_ROOM)
    if not isinstance(known, _Uses):
        loaders: dict[Class, list[LoaderCall]] = {}
        for loader in inference.loaders.values():
            read = (value.cls for value in read_by(inference, loader) if isinstance(value, Dataset))
            for cls in dict.fromkeys(cls for cls in read if cls is not None):
                loaders.setdefault(cls, []).append(loader)
        calls = (call for call in inference.instantiations if type(call) is cst.Call)
        known = inference.rooms[_ROOM] = _Uses(
            frozenset(base for cls in inference.classes.values() for base in cls.bases),
            frozenset(inference.value(call.func) for call in calls),
            loaders,
        )
    return known


@dataclass(frozen=True, slots=True)
class DatasetClass:
    """A class of the file that is a data set: ``row`` is the class of torch that it derives from.

    ``has_other_bases`` where it also derives from what is neither in the file nor known, which may define any method.
    """

    cls: Class
    row: DatasetRow
    has_other_bases: bool

    @property
    def style(self) -> Style:
        """Whether it is read by index or by iteration.

        >>> p = program("class Rows(torch.utils.data.IterableDataset): pass")
        >>> [rows.style for rows in datasets(p.inference)]
        [<Style.ITERABLE: 'iterable'>]
        """
        return self.row.style

    def defines(self, *names: str) -> bool:
        """Whether the class, or one that it derives from in the file, defines one of some methods.

        >>> p = program("class Rows(torch.utils.data.Dataset):", "    def __len__(self): return n")
        >>> [(rows.defines("__len__"), rows.defines("__getitem__")) for rows in datasets(p.inference)]
        [(True, False)]
        """
        cls = self.cls
        if any(cls.function(name) is not None or cls.attribute(name) is not None for name in names):
            return True
        return any(last_name(target) in names for one in cls.ancestry() for target in _assigned(one.node))


def _assigned(node: cst.ClassDef) -> Iterator[cst.BaseExpression]:
    """What the body of a class gives a value."""
    for line in node.body.body:
        for small in line.body if type(line) is cst.SimpleStatementLine else ():
            if type(small) is cst.Assign:
                yield from (one.target for one in small.targets)


def datasets(inference: Inference) -> Iterator[DatasetClass]:
    """The classes of the file that are data sets, in the order of the text.

    >>> p = program("class Rows(torch.utils.data.Dataset): pass", "class Net(nn.Module): pass")
    >>> [rows.cls.name for rows in datasets(p.inference)]
    ['Rows']
    """
    for cls in inference.classes.values():
        found = _dataset_class(cls)
        if found is not None:
            yield found


def _dataset_class(cls: Class) -> DatasetClass | None:
    """A class as a data set; None where it is not known to be one."""
    names = [canonical(name) for name in cls.outside_bases()]
    rows = [DATASETS[name] for name in names if name in DATASETS]
    if not rows:
        return None
    unknown = any(not isinstance(base, Class | Reference) for one in cls.ancestry() for base in one.bases)
    others = any(name not in DATASETS and name not in PLAIN_BASES for name in names)
    row = next((row for row in rows if row.style is Style.ITERABLE), rows[0])
    row = next((row for row in rows if not row.needs), row)
    return DatasetClass(cls, row, unknown or others)


def style_of(value: Value) -> Style | None:
    """How a data set is read, by its class; None where that is not known.

    >>> p = program("class Rows(torch.utils.data.IterableDataset): pass", "rows = Rows()")
    >>> style_of(p.value("rows"))
    <Style.ITERABLE: 'iterable'>
    """
    if not isinstance(value, Dataset):
        return None
    if value.cls is None:
        row = DATASETS.get(value.name or "")
        return None if row is None else row.style
    found = _dataset_class(value.cls)
    return None if found is None else found.style


def _is_derived_from(inference: Inference, cls: Class) -> bool:
    """Whether another class of the file derives from one."""
    return cls in _uses(inference).bases


def may_be_base(inference: Inference, cls: Class) -> bool:
    """Whether a class may be there to be derived from: its name, its text or its methods say so, or the file does it.

    >>> p = program("class BaseRows(torch.utils.data.Dataset):", "    def __len__(self): return n")
    >>> may_be_base(p.inference, next(iter(p.inference.classes.values())))
    True
    """
    words = words_of(cls.name)
    if not _BASES.isdisjoint(words) or cls.name in _OWN_NAMES or _is_derived_from(inference, cls):
        return True
    if any(name.endswith("abstractmethod") for one in cls.functions.values() for name in one.decorators):
        return True
    if any(is_abstract(one.node) or is_empty(one.node) for one in cls.functions.values()):
        return True
    text = cls.node.get_docstring()
    return text is not None and _MEANT.search(text) is not None


def near_miss(cls: Class, needed: str) -> Function | None:
    """The method that is likely to be meant as ``needed``, under a name that Python does not call.

    >>> p = program("class Rows(torch.utils.data.Dataset):", "    def __item__(self, i): return x[i]")
    >>> near_miss(next(iter(p.inference.classes.values())), "__getitem__").name
    '__item__'
    """
    found = [function for function in cls.functions.values() if _is_like(function.name, needed)]
    return found[0] if len(found) == 1 else None


def _is_like(name: str, needed: str) -> bool:
    if _letters(name) == _letters(needed):
        return True
    special = name.startswith("__") and name.endswith("__") and not any(hasattr(one, name) for one in _PYTHON)
    return special and SequenceMatcher(None, _letters(name), _letters(needed)).ratio() > _NEAR


def _letters(name: str) -> str:
    return name.replace("_", "").lower()


def is_made(inference: Inference, cls: Class) -> bool:
    """Whether a call in the file makes an object of a class.

    >>> p = program("class Rows(torch.utils.data.Dataset): pass", "rows = Rows()")
    >>> is_made(p.inference, p.value("Rows"))
    True
    """
    return cls in _uses(inference).made


def only_holds(inference: Inference, cls: Class) -> bool:
    """Whether a file that makes no loader reads data of the objects of a class, calls no method and reads no item.

    >>> rows = "class Rows(torch.utils.data.Dataset):", "    def __init__(self, x): self.x = x"
    >>> programs = [program(*rows, "rows = Rows(x)", f"y = {read}") for read in ("rows.x", "rows[0] + rows.x", "rows")]
    >>> [only_holds(p.inference, p.value("Rows")) for p in programs]
    [True, False, False]
    """
    if inference.loaders:
        return False
    inside: set[int] = set()
    walk(cls.node, {cst.Attribute: [lambda node: inside.add(id(node))]})
    attributes = (one for one in inference.nodes_of(cst.Attribute) if type(one) is cst.Attribute)
    read = [one for one in attributes if id(one) not in inside and _is_of(inference, one.value, cls)]
    if not read or any(cls.function(one.attr.value) is not None for one in read):
        return False
    items = (one for one in inference.nodes_of(cst.Subscript) if type(one) is cst.Subscript)
    loops = (one for kind in (cst.For, cst.CompFor) for one in inference.nodes_of(kind))
    gone = (one.iter for one in loops if isinstance(one, cst.For | cst.CompFor))
    return not any(_is_of(inference, one, cls) for one in (*(one.value for one in items), *gone))


def _is_of(inference: Inference, node: cst.BaseExpression, cls: Class) -> bool:
    return any(isinstance(one, Dataset) and one.cls is cls for one in met(inference.value(node)))


def read_by(inference: Inference, loader: LoaderCall) -> list[Value]:
    """What a loader may read: its data set, where branches meet each, and for a parameter what callers give.

    >>> p = program("a = torch.utils.data.DataLoader([1])")
    >>> [one.kind for loader in p.inference.loaders.values() for one in read_by(p.inference, loader)]
    ['sequence']
    """
    given = loader.arguments.get("dataset")
    if given is None:
        return []
    node = loader.nodes.get("dataset")
    callers: list[Value] = []
    if loader.function is not None and type(node) is cst.Name:
        callers = loader.function.analysis.given.get(node.value, [])
    return [one for value in (given, *callers) for one in met(value)]


def loaders_of(inference: Inference, cls: Class) -> list[LoaderCall]:
    """The loaders of the file that read objects of a class, or may.

    >>> p = program("class Rows(torch.utils.data.Dataset): pass", "loader = torch.utils.data.DataLoader(Rows())")
    >>> len(loaders_of(p.inference, p.value("Rows")))
    1
    """
    return list(_uses(inference).loaders.get(cls, ()))
