"""Which code is known to run with some versions of torch only."""

from __future__ import annotations

import libcst as cst
import pytest

from flake8_torch_effective.inference.interpreter.interpreter import infer
from flake8_torch_effective.inference.queries.guards import is_guarded
from flake8_torch_effective.syntax.walking import walk


def guarded(source: str) -> list[bool]:
    """Whether each ``old`` in a program is guarded, in the order of the text."""
    module = cst.parse_module("import torch\nfrom torch import nn\n" + source)
    inference = infer(module, module.code)
    names: list[cst.CSTNode] = []
    walk(module, {cst.Name: [names.append]})
    return [is_guarded(inference, name) for name in names if isinstance(name, cst.Name) and name.value == "old"]


GUARDED = {
    "hasattr": "if hasattr(torch, 'solve'):\n    torch.old\n",
    "hasattr of a part": "if hasattr(torch.cuda, 'amp'):\n    torch.old\nelse:\n    torch.old\n",
    "hasattr of an alias": "if not hasattr(nn, 'GELU'):\n    torch.old\n",
    "hasattr with more": "if flag and hasattr(torch, 'x'):\n    torch.old\n",
    "getattr": "if getattr(torch, 'x', None) is not None:\n    torch.old\n",
    "dir": "if 'x' in dir(torch):\n    torch.old\n",
    "versions as text": "if torch.__version__ < '1.8':\n    torch.old\n",
    "elif": "if flag:\n    pass\nelif torch.__version__ < '1.8':\n    torch.old\nelse:\n    torch.old\n",
    "packaging": "from packaging import version\nif version.parse(torch.__version__) >= version.parse('1.8'):\n    pass\n"
    "else:\n    torch.old\n",
    "TorchVersion": "from torch.torch_version import TorchVersion\nif TorchVersion(torch.__version__) < (1, 8):\n"
    "    torch.old\n",
    "imported version": "from torch import __version__\nif __version__.startswith('1.'):\n    torch.old\n",
    "another alias": "import torch as th\nif int(th.__version__.split('.')[0]) < 2:\n    torch.old\n",
    "metadata": "from importlib.metadata import version\nif version('torch') < '2':\n    torch.old\n",
    "torch.version": "if torch.version.__version__ < '2':\n    torch.old\n",
    "a name that holds it": "TWO = torch.__version__ >= '2'\ndef f():\n    if TWO:\n        return torch.old\n    return torch.old\n",
    "a name made of a name": "v = torch.__version__.split('.')\nnew = int(v[0]) > 1\nif new:\n    torch.old\n",
    "an attribute": "class A:\n    def __init__(self):\n        self.modern = hasattr(torch, 'x')\n"
    "    def f(self):\n        return 1 if self.modern else torch.old\n",
    "a function": "def is_new():\n    return torch.__version__ > '2'\nif not is_new():\n    torch.old\n",
    "another file's": "from compat import TORCH_2_0\nif not TORCH_2_0:\n    torch.old\n",
    "another file's function": "from compat import is_torch_greater_or_equal\nif is_torch_greater_or_equal('2'):\n"
    "    torch.old\n",
    "another file's constant": "from compat import _TORCH_GREATER_EQUAL_1_8\nx = 1 if _TORCH_GREATER_EQUAL_1_8 else torch.old\n",
    "and": "x = hasattr(torch, 'x') and torch.old()\n",
    "or": "x = not hasattr(torch, 'x') or torch.old()\n",
    "try": "try:\n    torch.old\nexcept AttributeError:\n    torch.old\n",
    "try an import": "try:\n    from torch.func import vmap\nexcept ImportError:\n    from functorch import old\n",
    "a tuple of errors": "try:\n    from torch import old\nexcept (ImportError, RuntimeError):\n    old = None\n",
    "try a short line": "try:\n    from torch import old\nexcept Exception:\n    old = None\n",
    "bare except": "try:\n    from torch import old\nexcept:\n    pass\n",
    "the answer of an import": "try:\n    from torch.x import y\n    HAVE = True\nexcept ImportError:\n    HAVE = False\n"
    "if HAVE:\n    torch.old\n",
    "type checking": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from torch import old\n",
    "typing's": "import typing\nif typing.TYPE_CHECKING:\n    from torch import old\n",
    "suppress": "import contextlib\nwith contextlib.suppress(AttributeError):\n    torch.old\n",
    "raises": "import pytest\ndef test_it():\n    with pytest.raises(AttributeError):\n        torch.old\n",
    "behind a return": "def f():\n    if hasattr(torch, 'x'):\n        return torch.x\n    return torch.old\n",
    "behind a return that is tried": "amp = getattr(torch, 'amp', None)\ndef f():\n    if amp is not None and hasattr(amp, 'x'):\n"
    "        try:\n            return amp.x('cuda')\n        except TypeError:\n            pass\n    return torch.old\n",
    "behind a question in a question": "amp = getattr(torch, 'amp', None)\ndef f():\n    if amp is not None:\n"
    "        if hasattr(amp, 'x'):\n            return amp.x('cuda')\n    return torch.old\n",
    "behind a continue": "for i in range(3):\n    if torch.__version__ > '2':\n        continue\n    torch.old\n",
    "behind an assert": "def f():\n    assert hasattr(torch, 'old')\n    return 1, torch.old\n",
    "a decorator": "import pytest\n@pytest.mark.skipif(torch.__version__ >= '2', reason='gone')\ndef test_it():\n    torch.old\n",
    "a decorator that asks a function": "import unittest\nfrom compat import get_torch_version\n"
    "class Test(unittest.TestCase):\n    @unittest.skipUnless(get_torch_version() >= [1, 7], 'new')\n"
    "    def test_it(self):\n        torch.old\n",
    "a helper that calls itself": "import unittest\nfrom compat import get_torch_version\n"
    "class Test(unittest.TestCase):\n    def swap(self, net):\n        for child in net.children():\n"
    "            self.swap(child)\n        net.act = torch.old\n"
    "    @unittest.skipIf(get_torch_version() < [1, 7], 'new')\n    def test_it(self):\n        self.swap(net)\n",
    "find_spec": "import importlib.util\nHAS = importlib.util.find_spec('torch.func') is not None\n"
    "x = 1 if HAS else torch.old\n",
    "a function of several lines": "def has_func():\n    major, minor = torch.__version__.split('.')[:2]\n"
    "    return (int(major), int(minor)) >= (2, 0)\nif not has_func():\n    torch.old\n",
    "a function with branches": "def has_func():\n    if torch.__version__ >= '2.0':\n        return True\n    return False\n"
    "x = 1 if has_func() else torch.old\n",
    "a function of a default": "def has_func(v=torch.__version__):\n    release = [int(p) for p in v.split('.')[:2]]\n"
    "    return release >= [2, 0]\nif not has_func():\n    torch.old\n",
    "a function that tries an import": "def has_func():\n    try:\n        import torch.func\n    except ImportError:\n"
    "        return False\n    return True\nif not has_func():\n    torch.old\n",
    "a name made of a function": "def has_func():\n    v = torch.__version__.split('.')\n    return not int(v[0]) < 2\n"
    "HAS = has_func()\nif not HAS:\n    torch.old\n",
    "a class": "class Old:\n    def f(self, x):\n        return torch.old(x)\nclass New(nn.Module):\n    pass\n"
    "Chosen = New if hasattr(torch, 'func') else Old\n",
    "a class that names itself": "class Old(nn.Module):\n    def __init__(self):\n        super(Old, self).__init__()\n"
    "        torch.old(x)\nif hasattr(torch, 'func'):\n    net = nn.GELU()\nelse:\n    net = Old()\n",
    "suppress an import": "import contextlib\ncollate = None\nwith contextlib.suppress(ImportError):\n"
    "    from torch.utils.data import default_collate as collate\nif collate is None:\n    from torch.x import old\n",
    "an import that may fail": "collate = None\ntry:\n    from torch.utils.data import collate\nexcept ImportError:\n"
    "    pass\nif collate is None:\n    from torch.x import old\n",
    "a helper": "def _before(x):\n    return torch.old(x)\ndef f(x):\n    if torch.__version__ < '2':\n"
    "        return _before(x)\n    return x\n",
}


@pytest.mark.parametrize("name", GUARDED)
def test_guards(name: str) -> None:
    found = guarded(GUARDED[name])
    assert found[-1]  # a condition may name it too


def test_both_branches_are_guarded() -> None:
    assert guarded(GUARDED["hasattr of a part"]) == [True, True]
    assert guarded(GUARDED["elif"]) == [True, True]
    assert guarded(GUARDED["a name that holds it"]) == [True, True]
    assert guarded(GUARDED["try"]) == [True, True]


LEFT = {
    "nothing asked": "torch.old\n",
    "another object": "def f(args):\n    if hasattr(args, 'old_flag'):\n        torch.old\n",
    "another package": "import numpy\nif numpy.__version__ < '2':\n    torch.old\n",
    "Python's version": "import sys\nif sys.version_info < (3, 9):\n    torch.old\n",
    "is CUDA there": "if torch.cuda.is_available():\n    torch.old\n",
    "behind a condition in a question": "def f(cpu):\n    if hasattr(torch, 'amp'):\n        if cpu:\n            return torch.x\n"
    "    return torch.old\n",
    "behind what may not leave": "def f():\n    if hasattr(torch, 'x'):\n        try:\n            x = torch.x\n        except TypeError:\n"
    "            return 1\n    return torch.old\n",
    "behind the branch": "if hasattr(torch, 'x'):\n    torch.x\ntorch.old\n",
    "the test itself": "if torch.old and hasattr(torch, 'x'):\n    pass\n",
    "another error": "try:\n    torch.old\nexcept RuntimeError:\n    pass\n",
    "a long try": "try:\n    a = 1\n    b = 2\n    c = torch.old\nexcept Exception:\n    pass\n",
    "raised again": "try:\n    torch.old\nexcept AttributeError:\n    print('no')\n    raise\n",
    "another import": "try:\n    import apex\nexcept ImportError:\n    torch.old\n",
    "the oldest version": "assert torch.__version__ >= '1.0'\ntorch.old\n",
    "the oldest version, by raise": "if torch.__version__ < '1.0':\n    raise RuntimeError\ntorch.old\n",
    "a dtype by name": "def f(cfg):\n    dtype = getattr(torch, cfg.dtype)\n    if dtype is torch.float16:\n        torch.old\n",
    "a helper used elsewhere": "def g(x):\n    return torch.old(x)\ndef f(x):\n    if torch.__version__ < '2':\n"
    "        x = g(x)\n    return g(x + 1)\n",
    "a helper that calls itself and is used elsewhere": "def g(x):\n    g(x)\n    return torch.old(x)\ndef f(x):\n"
    "    if torch.__version__ < '2':\n        x = g(x)\n    return g(x + 1)\n",
    "a function nobody names": "if torch.__version__ < '2':\n    print()\ndef g(x):\n    return torch.old(x)\n",
    "a class of both branches": "class Net(nn.Module):\n    def forward(self, x):\n        return torch.old(x)\n"
    "net = torch.compile(Net()) if hasattr(torch, 'compile') else Net()\n",
    "a class that is tried": "class Net:\n    def f(self, x):\n        return torch.old(x)\n"
    "try:\n    Net()\nexcept Exception:\n    print()\n",
    "a class that is also named elsewhere": "class Old:\n    def f(self, x):\n        return torch.old(x)\n"
    "net = 1 if hasattr(torch, 'func') else Old()\nprint(Old)\n",
    "find_spec of another package": "from importlib.util import find_spec\nHAS = find_spec('numpy') is not None\n"
    "x = 1 if HAS else torch.old\n",
    "a function that gives more than a yes": "def made(x):\n    print(torch.__version__)\n    y = x + 1\n    return y\n"
    "if made(x):\n    torch.old\n",
    "a function about another package": "import numpy\ndef is_new():\n    v = numpy.__version__.split('.')\n"
    "    return int(v[0]) > 1\nprint(torch.__version__)\nif is_new():\n    torch.old\n",
    "an optional import of another package": "import contextlib\nplot = None\nwith contextlib.suppress(ImportError):\n"
    "    from matplotlib import plot\nif plot is None:\n    torch.old\n",
    "finally": "try:\n    pass\nexcept AttributeError:\n    pass\nfinally:\n    torch.old\n",
}


@pytest.mark.parametrize("name", LEFT)
def test_what_is_not_guarded(name: str) -> None:
    assert guarded(LEFT[name]) == [False]
