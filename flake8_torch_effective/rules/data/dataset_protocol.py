from __future__ import annotations

import libcst as cst

from ...inference.knowledge.data import LENGTH, Style
from ...inference.queries.datasets import (
    DatasetClass,
    datasets,
    is_made,
    loaders_of,
    may_be_base,
    near_miss,
    only_holds,
)
from ...inference.queries.names import is_named
from ...inference.values import Class, Function, LoaderCall
from ...rewriting.fix import Edit, Fix
from ..rule import Rule


class DatasetProtocol(Rule):
    """Dataset without the methods that it is read by.

    What it does
    Finds subclasses of `Dataset` that have neither `__getitem__` nor `__getitems__`, subclasses of `IterableDataset`
    without `__iter__`, and datasets without `__len__` that a `DataLoader` in the file reads without a sampler. If there
    is a method with a similar name, such as `__item__`, the message names it.

    Not reported: classes that other code may complete. These are classes with further bases from other files,
    decorators or a metaclass. If the file makes no object of them, these are also classes whose name or text says that
    they are a base, that have abstract methods, or that the file derives from.

    A class of which the file makes no object, and in which no method has a similar name, is tentative, and so reported
    only with `--torch-tentative`: a class in another file may derive from it. A class that no `DataLoader` in the file
    reads, and that has a method with arguments which the file never calls, is tentative too: another library may read
    it through that method. So is one whose objects only hold data: the file makes no `DataLoader` and reads attributes
    of them, but calls no method and reads no items.

    Why it is bad
    A `DataLoader` reads a dataset by `dataset[index]`, for indices below `len(dataset)`, or by `iter(dataset)`. Python
    looks for these methods by exactly these names, so a method with another name is never called. The class itself is
    accepted. torch raises when the first item is read, perhaps in a worker process.

    Example
        def read(count: int) -> torch.Tensor:
            class Rows(Dataset[int]):
                def __len__(self) -> int:
                    return count

                def __item__(self, index: int) -> int:
                    return 10 * index

            return torch.tensor(list(DataLoader(Rows(), batch_size=None)), dtype=torch.long)

    Use instead
        def read(count: int) -> torch.Tensor:
            class Rows(Dataset[int]):
                def __len__(self) -> int:
                    return count

                def __getitem__(self, index: int) -> int:
                    return 10 * index

            return torch.tensor(list(DataLoader(Rows(), batch_size=None)), dtype=torch.long)

    Evidence
    raises: NotImplementedError or TypeError, from a `DataLoader` in its own process and from one with two workers;
    right_result: the items that the loader then gives.

    Fix safety
    Unsafe: the method with the similar name gets the right one. Code that calls it by the old name breaks, and the
    dataset can be read from then on. None where no method has a similar name, or where the file names it elsewhere.

    Source
    Effective PyTorch, section 6; https://docs.pytorch.org/docs/stable/data.html#dataset-types
    """

    code = "TEF701"
    message = "{cls} has no {needed}, so that {cause}"
    advice = "write {fixed}"
    words = "define {needed}"

    def finish(self) -> None:
        for dataset in datasets(self.inference):
            cls = dataset.cls
            if dataset.has_other_bases or cls.node.decorators or cls.node.keywords:
                continue
            if dataset.row.needs and not dataset.defines(*dataset.row.needs):
                self.look(dataset, dataset.row.needs[0])
            elif dataset.style is Style.MAP and dataset.row.needs and not dataset.defines(LENGTH):
                if any(map(needs_length, loaders_of(self.inference, cls))):
                    self.tell(cls, LENGTH, "the DataLoader that reads it raises TypeError", False)

    def look(self, dataset: DatasetClass, needed: str) -> None:
        """Report a class that cannot be read, if it is not there to be derived from."""
        cls = dataset.cls
        made = is_made(self.inference, cls)
        if not made and (may_be_base(self.inference, cls) or not cls.functions):
            return
        is_read = made and not self.is_read_otherwise(cls) and not only_holds(self.inference, cls)
        is_known = is_read or near_miss(cls, needed) is not None
        cause = "reading an item raises NotImplementedError"
        self.tell(cls, needed, cause if dataset.style is Style.MAP else "it cannot be iterated", not is_known)

    def is_read_otherwise(self, cls: Class) -> bool:
        """Whether no loader of the file reads a class that has methods, with arguments, which the file never calls."""
        public = (one for one in cls.functions.values() if not one.name.startswith("_"))
        methods = [one for one in public if len(one.node.params.params) > 1]
        return not loaders_of(self.inference, cls) and any(not is_named(self.inference, one) for one in methods)

    def tell(self, cls: Class, needed: str, cause: str, tentative: bool) -> None:
        """Report a class for a method that it lacks."""
        alike = near_miss(cls, needed)
        fixable = None if alike is None or is_named(self.inference, alike) else alike
        self.report(
            cls.node,
            tentative=tentative,
            cls=cls.name,
            needed=needed,
            cause=cause,
            message=None if alike is None else "{cls}.{alike} is never called, and {cause}",
            words=None if alike is None else "name it {needed}",
            alike="" if alike is None else alike.name,
            fix=None if fixable is None else lambda write: renamed(fixable, needed),
        )


def needs_length(loader: LoaderCall) -> bool:
    """Whether a loader makes its own sampler, which asks how many items there are."""
    return loader.complete and not {"sampler", "batch_sampler"} & loader.arguments.keys()


def renamed(method: Function, name: str) -> Fix:
    """The fix that gives a method the name that Python calls."""
    node = method.node
    assert type(node) is cst.FunctionDef

    def change(made: cst.CSTNode) -> cst.CSTNode:
        return cst.ensure_type(made, cst.FunctionDef).with_changes(name=cst.Name(name))

    return Fix((Edit(node, change, (node.params, node.body)),), safe=False)
