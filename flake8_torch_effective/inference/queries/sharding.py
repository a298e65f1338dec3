"""Whether the workers of a loader share the items of an iterable dataset among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import libcst as cst

from ...syntax.abstract import is_abstract, is_empty
from ...syntax.naming import all_names, called_name, last_name, words_of
from ...syntax.walking import walk
from ..events.at_work import calls_in
from ..events.collections import called
from ..events.program import program_of
from ..events.recognition import callee_of, receiver_name
from ..events.scope import names_of, plain_path
from ..interpreter.inference import Inference
from ..knowledge.data import Style
from ..values import Class, Function
from .datasets import DatasetClass, datasets, loaders_of
from .loaders import has_no_workers

_DEPTH: Final = 60
_NO_ITEMS: Final = ("torch.", "typing.", "abc.", "collections.")  # classes of which nothing is iterated over
# Words in the names of what tells workers apart or gives each its share, and of what reads data for a dataset.
_SHARES: Final = re.compile(r"worker|shard|(?<![a-z])rank|split_dataset_by_node", re.IGNORECASE)
_YIELD: Final = frozenset({"Callable", "DataLoader", "Dataset", "Generator", "IterableDataset", "Iterable", "Iterator"})
_GOES_OVER: Final = frozenset({"enumerate", "iter", "map", "next", "tqdm", "zip"})
_OPENS: Final = frozenset({"glob", "iglob", "listdir", "open", "path", "scandir"})  # a file or a folder
_FILES: Final = frozenset({"shard", "shards"})
_SOURCES: Final = frozenset(
    """
    base buffer dataloader dataset datasets ds env generator inner it iterable iterables iterator iterators loader
    loaders pipe pipeline queue source sources stream streams wrapped
    """.split()
)
# What a `worker_init_fn` reads that gives the dataset its share.
_ROOM: Final = "a function that sets a worker's dataset up"
_SETS_UP: Final = frozenset({"get_worker_info", "dataset"})
# Functions that make items up, rather than order those that there are.
_DRAWS: Final = frozenset(
    """
    bernoulli choice choices gauss getrandbits multinomial normal normalvariate rand rand_like randbytes randint
    randint_like randn randn_like random random_ random_sample randrange rsample standard_normal uniform
    """.split()
)
_READS: Final = frozenset({"get", "iter", "load", "next", "open", "pop", "read", "readline", "recv", "request"})
# Those of them that have other meanings where nothing says that they are of a generator of random numbers.
_OF_GENERATORS: Final = frozenset(
    "beta binomial dirichlet exponential gamma geometric integers laplace lognormal multivariate_normal poisson".split()
)
_GENERATORS: Final = frozenset({"generator", "random", "rng"})


def repeated_by_workers(inference: Inference) -> Iterator[tuple[DatasetClass, Function]]:
    """The iterable datasets of which each worker of a loader yields all items, with their ``__iter__``.

    Left are those that draw their items at random or read another dataset, those that the file reads without workers
    only, and those in a file with a function that gives each worker's copy its share.

    >>> p = program("class Rows(torch.utils.data.IterableDataset):", "    def __iter__(self): return iter(self.rows)")
    >>> [method.name for _, method in repeated_by_workers(p.inference)]
    ['__iter__']
    """
    seen: set[int] = set()
    for dataset in datasets(inference):
        method = dataset.cls.function("__iter__") if dataset.style is Style.ITERABLE else None
        if method is None or id(method.node) in seen or is_abstract(method.node) or is_empty(method.node):
            continue
        seen.add(id(method.node))
        loaders = loaders_of(inference, dataset.cls)
        if loaders and all(map(has_no_workers, loaders)):
            continue
        if not loaders and _is_read_without_workers(inference, dataset.cls):
            continue
        if any("worker_init_fn" in loader.arguments for loader in loaders):
            continue
        if not _is_shared(inference, dataset.cls, method) and not _is_set_up_by_workers(inference, dataset.cls):
            yield dataset, method


def _is_read_without_workers(inference: Inference, cls: Class) -> bool:
    """Whether no loader of a file has workers, but the file uses a class that none is seen to read.

    It may read it through another dataset, a list of them, or a name that stands for several classes.
    """
    loaders = inference.loaders.values()
    if not loaders or not all(map(has_no_workers, loaders)):
        return False
    return any(inference.value(node) is cls for node in inference.nodes_of(cst.Name) if node is not cls.node.name)


def _is_shared(inference: Inference, cls: Class, method: Function) -> bool:
    """Whether the code that an ``__iter__`` runs tells workers apart, makes its items up or has them from elsewhere."""
    reached = _reached(inference, cls, method)
    code: list[cst.CSTNode] = [*(one.node.body for one in cls.ancestry()), *(one.node for one in reached)]
    code += [part for one in cls.ancestry() for part in (*one.node.bases, *one.node.decorators)]
    if any(_SHARES.search(name) for node in code for name in all_names(node)) or _is_called_sharing(cls):
        return True
    if any(_draws(function.node) for function in reached) or _takes_iterators(cls) or _makes_up(reached):
        return True
    if any(_goes_over_base(inference, cls, function) for function in reached):
        return True
    running = [one for one in reached if one is method or _yields(one.node)]
    if any(_reads_source(function) for function in running):
        return True
    sources = [(function, one) for function in running for one in _iterated(function)]
    return not sources or any(_is_handed_over(cls, function, one) for function, one in sources)


def _goes_over_base(inference: Inference, cls: Class, function: Function) -> bool:
    """Whether the items are those of a base in another file, which may share them: ``super().__iter__()``."""
    if all(base.startswith(_NO_ITEMS) for base in cls.outside_bases()):
        return False
    calls = (call for call in calls_in(function.node) if called_name(call) == "__iter__")
    return any(callee_of(inference, call)[0] is None for call in calls)


def _is_called_sharing(cls: Class) -> bool:
    """Whether a class is called after what tells workers apart: ``ShardedRows``, not ``Shards``, its files."""
    return any(_SHARES.search(word) and word not in _FILES for one in cls.ancestry() for word in words_of(one.name))


def _is_set_up_by_workers(inference: Inference, cls: Class) -> bool:
    """Whether workers are given their shares from outside: by a ``worker_init_fn``, as a text of the class may say.

    That function has its worker's copy of the dataset from ``get_worker_info().dataset``.
    """
    if _SHARES.search(cls.node.get_docstring() or ""):
        return True
    found = inference.rooms.get(_ROOM)
    if found is None:
        found = any(all_names(function.node) >= _SETS_UP for function in inference.functions.values())
        inference.rooms[_ROOM] = found
    return bool(found)


def _yields(node: cst.CSTNode) -> bool:
    found: list[cst.CSTNode] = []
    walk(node, {cst.Yield: [found.append]})
    return bool(found)


def _reads_source(function: Function) -> bool:
    """Whether a method reads another dataset from its object, as the attribute's name says; not one that is a path."""
    found: list[cst.Attribute] = []
    walk(function.node, {cst.Attribute: [lambda one: found.append(one)]})  # type: ignore[arg-type]
    receiver = receiver_name(function) if function.cls is not None else None
    paths = {
        argument.value.attr.value
        for call in calls_in(function.node)
        for argument in call.args[:1]
        if type(argument.value) is cst.Attribute and not _OPENS.isdisjoint(words_of(called_name(call)))
    }
    named = {one.attr.value for one in found if last_name(one.value) == receiver} - paths
    return any(not _SOURCES.isdisjoint(words_of(name)) for name in named)


def _takes_iterators(cls: Class) -> bool:
    """Whether ``__init__`` is given what yields items itself, as its annotations say."""
    init = cls.function("__init__")
    return init is not None and not _YIELD.isdisjoint(all_names(init.node.params))


def _reached(inference: Inference, cls: Class, start: Function) -> list[Function]:
    """The functions of the file that a method may run, itself included."""
    found = [start]
    program = program_of(inference)
    for function in found:
        if len(found) > _DEPTH:
            break
        names = all_names(function.node) | {"__next__"}
        methods = [one for name in names if (one := cls.function(name)) is not None and name != "__init__"]
        helpers = [one for call in calls_in(function.node) if (one := called(program, call)) is not None]
        found += [one for one in dict.fromkeys((*methods, *helpers)) if one not in found]
    return found


def _draws(node: cst.CSTNode) -> bool:
    """Whether items are drawn, or all alike: a loop that counts without looking at its counter."""
    loops: list[cst.For] = []
    walk(node, {cst.For: [lambda one: loops.append(one)]})  # type: ignore[arg-type]
    counts = any(last_name(loop.target) == "_" and called_name(loop.iter) == "range" for loop in loops)
    return counts or any(map(_is_draw, calls_in(node)))


def _makes_up(reached: list[Function]) -> bool:
    """Whether items without an end are made of a count: nothing is opened, read by an index or gone through."""
    loops: list[cst.While] = []
    read: list[cst.CSTNode] = []
    for function in reached:
        walk(function.node, {cst.While: [lambda one: loops.append(one)]})  # type: ignore[arg-type]
        walk(function.node.body, {cst.Subscript: [read.append], cst.Break: [read.append], cst.With: [read.append]})
    if read or not any(type(loop.test) is cst.Name and loop.test.value == "True" for loop in loops):
        return False
    calls = (call for function in reached for call in calls_in(function.node))
    if any(not _READS.isdisjoint(words_of(called_name(call))) for call in calls):
        return False
    return all(called_name(one) == "range" for function in reached for one in _iterated(function))


def _is_draw(call: cst.Call) -> bool:
    """Whether a call draws; ``random.sample`` and ``frame.sample(frac=1)`` may only order what is there."""
    name = last_name(call.func)
    holder = last_name(call.func.value) if type(call.func) is cst.Attribute else ""
    if name == "sample":
        many = len(call.args) > 1 or any(last_name(one.keyword) == "frac" for one in call.args)
        return type(call.func) is cst.Attribute and holder != "random" and not many
    return name in _DRAWS or (name in _OF_GENERATORS and not _GENERATORS.isdisjoint(words_of(holder)))


def _iterated(function: Function) -> list[cst.BaseExpression]:
    """What the loops, ``yield from``, ``iter()`` and ``return`` of a function go over; for a name, what it holds."""
    found: list[cst.BaseExpression] = []

    def look(one: cst.CSTNode) -> None:
        if isinstance(one, cst.For | cst.CompFor):
            found.append(one.iter)
        elif type(one) is cst.From:
            found.append(one.item)
        elif type(one) is cst.Call and last_name(one.func) in _GOES_OVER:
            found.extend(argument.value for argument in one.args)
        elif type(one) is cst.Return and isinstance(one.value, cst.Call | cst.Name):
            found.append(one.value)

    walk(function.node, {kind: [look] for kind in (cst.For, cst.CompFor, cst.From, cst.Call, cst.Return)})
    aliases = names_of(function.node).aliases
    return [aliases.get(one.value, one) if type(one) is cst.Name else one for one in found]


def _is_handed_over(cls: Class, function: Function, node: cst.BaseExpression) -> bool:
    """Whether what is iterated is what an object yields that the dataset was given: ``self.task.rows()``."""
    receiver = receiver_name(function) if function.cls is not None else None
    held = node.func if type(node) is cst.Call else None
    path = "" if held is None else plain_path(held) or ""
    if receiver is None or not path.startswith(f"{receiver}."):
        return False
    return path.count(".") > 1 or cls.function(last_name(held)) is None
