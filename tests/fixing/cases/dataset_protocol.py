"""TEF701: programs before and after fixing, and programs that no fix changes."""

HEAD = """\
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset


"""


def rows(method: str, base: str = "Dataset", last: str = "") -> str:
    """A dataset with one method under this name."""
    return (
        f"{HEAD}class Rows({base}):\n    def __init__(self, rows):\n        self.rows = rows\n\n"
        f"    def __len__(self):\n        return len(self.rows)\n\n"
        f"    def {method}(self, index):  # one of them\n        return self.rows[index]\n{last}"
    )


def stream(method: str) -> str:
    """An iterable dataset with one method under this name."""
    return f"{HEAD}class Stream(IterableDataset):\n    def {method}(self):\n        yield from range(3)\n"


def counted(method: str) -> str:
    """A dataset with the length under this name."""
    return (
        f"{HEAD}class Rows(Dataset):\n    def __getitem__(self, index):\n        return index\n\n"
        f"    def {method}(self):\n        return 3\n\n\nloader = DataLoader(Rows())\n"
    )


FIXES: dict[str, tuple[str, str]] = {
    "item": (rows("__item__"), rows("__getitem__")),
    "two words": (rows("__get_item__"), rows("__getitem__")),
    "one underscore": (rows("_getitem_"), rows("__getitem__")),
    "none": (rows("getitem"), rows("__getitem__")),
    "misspelled": (rows("__getitm__"), rows("__getitem__")),
    "of a type": (rows("__item__", "Dataset[int]"), rows("__getitem__", "Dataset[int]")),
    "iterated": (stream("__iter"), stream("__iter__")),
    "iterator": (stream("__iterator__"), stream("__iter__")),
    "length": (counted("__length__"), counted("__len__")),
}

SAFE: set[str] = set()

LEFT: dict[str, str] = {
    "no method is like it": rows("read"),
    "it is called by its name": rows("__item__", last="\n\nfirst = Rows([1]).__item__(0)\n"),
    "another method calls it": rows("getitem", last="\n    def first(self):\n        return self.getitem(0)\n"),
    "two are like it": rows("__item__", last="\n    def getitem(self, index):\n        return self.rows[index]\n"),
}
