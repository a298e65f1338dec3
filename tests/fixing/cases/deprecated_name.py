"""TEF902: programs before and after fixing, and programs that no fix changes."""

HEADER = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n\n"


def _both(old: str, new: str) -> tuple[str, str]:
    return HEADER + old, HEADER + new


FIXES: dict[str, tuple[str, str]] = {
    "a function": _both("def f(x, y):\n    return torch.ger(x, y)\n", "def f(x, y):\n    return torch.outer(x, y)\n"),
    "one in another": _both(
        "def f(x, y, z):\n    return torch.ger(torch.ger(x, y)[0], z)\n",
        "def f(x, y, z):\n    return torch.outer(torch.outer(x, y)[0], z)\n",
    ),
    "a class": _both("loss = nn.NLLLoss2d()\n", "loss = nn.NLLLoss()\n"),
    "with a mock": _both(
        'def f(mock):\n    mock.patch("torch.nn.init.constant")\n    nn.init.constant(torch.empty(2), 1)\n',
        'def f(mock):\n    mock.patch("torch.nn.init.constant")\n    nn.init.constant_(torch.empty(2), 1)\n',
    ),
    "with another successor": _both(
        "def f(other):\n    nn.init.constant_ = other\n    nn.init.constant(torch.empty(2), 1)\n",
        "def f(other):\n    nn.init.constant_ = other\n    nn.init.constant_(torch.empty(2), 1)\n",
    ),
    "with warnings as errors": _both(
        'import warnings\n\nwarnings.filterwarnings("error")\nnn.init.constant(torch.empty(2), 1)\n',
        'import warnings\n\nwarnings.filterwarnings("error")\nnn.init.constant_(torch.empty(2), 1)\n',
    ),
    "with the error stream": _both(
        "import sys\n\nsys.stderr = open('log', 'w')\nnn.init.constant(torch.empty(2), 1)\n",
        "import sys\n\nsys.stderr = open('log', 'w')\nnn.init.constant_(torch.empty(2), 1)\n",
    ),
    "compiled by a backend of torch": _both(
        'step = torch.compile(lambda x: torch.ger(x, x), backend="eager")\n',
        'step = torch.compile(lambda x: torch.outer(x, x), backend="eager")\n',
    ),
    "compiled by any backend": _both(
        "def f(**options):\n    return torch.compile(lambda x: torch.ger(x, x), **options)\n",
        "def f(**options):\n    return torch.compile(lambda x: torch.outer(x, x), **options)\n",
    ),
    "with dictionaries of other objects": _both(
        "def f(parser, run):\n    args = parser.parse_args()\n    run.update(**vars(args))\n    options = vars(args)\n"
        "    self.nn = options\n    nn.init.constant(torch.empty(2), vars(self)['value'])\n",
        "def f(parser, run):\n    args = parser.parse_args()\n    run.update(**vars(args))\n    options = vars(args)\n"
        "    self.nn = options\n    nn.init.constant_(torch.empty(2), vars(self)['value'])\n",
    ),
    "with several stores at once": _both(
        "def f(other):\n    x, nn.init.constant_ = 1, other\n    nn.init.constant(torch.empty(2), 1)\n",
        "def f(other):\n    x, nn.init.constant_ = 1, other\n    nn.init.constant_(torch.empty(2), 1)\n",
    ),
    "in the file's own dictionary": _both(
        "def f(name, other):\n    globals()[name] = other\n    nn.init.constant(torch.empty(2), 1)\n",
        "def f(name, other):\n    globals()[name] = other\n    nn.init.constant_(torch.empty(2), 1)\n",
    ),
    "also held": _both(
        "KNOWN = {torch.ger}\n\n\ndef f(x, y):\n    return torch.ger(x, y)\n",
        "KNOWN = {torch.outer}\n\n\ndef f(x, y):\n    return torch.outer(x, y)\n",
    ),
    "not called": _both("g = torch.ger\n", "g = torch.outer\n"),
    "initialisation": _both(
        "def f(net):\n    nn.init.xavier_normal(net.weight, gain=2.0)\n",
        "def f(net):\n    nn.init.xavier_normal_(net.weight, gain=2.0)\n",
    ),
    "a name over several lines": _both(
        "def f(w):\n    (\n        nn.\n        init.\n        normal(w)\n    )\n    return (1. +\n        w)\n",
        "def f(w):\n    (\n        nn.init.normal_(w)\n    )\n    return (1. +\n        w)\n",
    ),
    "upsample": _both(
        "def f(x):\n    return F.upsample(x, scale_factor=2)\n",
        "def f(x):\n    return F.interpolate(x, scale_factor=2)\n",
    ),
    "upsample nearest": _both(
        "def f(x, y):\n    return F.upsample_nearest(x, y.shape[2:])\n",
        "def f(x, y):\n    return F.interpolate(x, y.shape[2:])\n",
    ),
    "memory": _both("torch.cuda.memory_cached(0)\n", "torch.cuda.memory_reserved(0)\n"),
    "autocast": _both(
        "def f(net, x):\n    with torch.cuda.amp.autocast():\n        return net(x)\n",
        'def f(net, x):\n    with torch.amp.autocast("cuda"):\n        return net(x)\n',
    ),
    "autocast with a keyword": _both(
        "with torch.cuda.amp.autocast(enabled=True):\n    pass\n",
        'with torch.amp.autocast("cuda", enabled=True):\n    pass\n',
    ),
    "autocast by position": _both(
        "def f(enabled):\n    return torch.cuda.amp.autocast(enabled)\n",
        'def f(enabled):\n    return torch.amp.autocast("cuda", enabled=enabled)\n',
    ),
    "autocast by two positions and a name": _both(
        "def f(on, kind):\n    return torch.cuda.amp.autocast(on, kind, cache_enabled=False)\n",
        'def f(on, kind):\n    return torch.amp.autocast("cuda", enabled=on, dtype=kind, cache_enabled=False)\n',
    ),
    "a scaler by position": _both(
        "scaler = torch.cuda.amp.GradScaler(2.0, growth_interval=9)\n",
        'scaler = torch.amp.GradScaler("cuda", 2.0, growth_interval=9)\n',
    ),
    "on the CPU": _both(
        "with torch.cpu.amp.autocast(dtype=torch.bfloat16):\n    pass\n",
        'with torch.amp.autocast("cpu", dtype=torch.bfloat16):\n    pass\n',
    ),
    "a scaler": _both("scaler = torch.cuda.amp.GradScaler()\n", 'scaler = torch.amp.GradScaler("cuda")\n'),
    "a module of amp, without torch": (
        "from torch.cuda import amp\n\nscaler = amp.GradScaler(init_scale=2.0)\n",
        'import torch\nfrom torch.cuda import amp\n\nscaler = torch.amp.GradScaler("cuda", init_scale=2.0)\n',
    ),
    "clipping, imported": (
        "from torch.nn.utils import clip_grad_norm\n\n\ndef f(net):\n    clip_grad_norm(net.parameters(), 1.0)\n",
        "from torch.nn.utils import clip_grad_norm_\n\n\ndef f(net):\n    clip_grad_norm_(net.parameters(), 1.0)\n",
    ),
    "watched by a profiler of Python": (
        "import cProfile\n\nimport torch\n\ncProfile.run('f()')\nm = torch.cuda.memory_cached()\n",
        "import cProfile\n\nimport torch\n\ncProfile.run('f()')\nm = torch.cuda.memory_reserved()\n",
    ),
    "functorch": (
        "import functorch\n\n\ndef f(g):\n    return functorch.vmap(g)\n",
        "import torch\nimport functorch\n\n\ndef f(g):\n    return torch.func.vmap(g)\n",
    ),
}

SAFE: set[str] = {
    "a function",
    "one in another",
    "initialisation",
    "a name over several lines",
    "upsample",
    "upsample nearest",
}
SAFE |= {"memory", "functorch", "compiled by a backend of torch", "with dictionaries of other objects"}

LEFT: dict[str, str] = {
    "other arguments": HEADER + "x = torch.range(0, 5)\n",
    "a list is wanted": HEADER + "def f(*xs):\n    return torch.chain_matmul(*xs)\n",
    "out": HEADER + "def f(x: torch.Tensor, q, r):\n    return torch.qr(x, True, out=(q, r))\n",
    "autocast by unknown positions": HEADER + "def f(given):\n    return torch.cuda.amp.autocast(*given)\n",
    "autocast, handed on": HEADER + "context = torch.cuda.amp.autocast\n",
    "autocast with a dict": HEADER + "def f(kw):\n    return torch.cuda.amp.autocast(**kw)\n",
    "autocast, imported": "from torch.cuda.amp import autocast\n\nwith autocast():\n    pass\n",
    "Variable": HEADER + "x = torch.autograd.Variable(torch.ones(2))\n",
    "a flag": HEADER + "print(torch.has_cuda)\n",
    "a text that shows its own code": HEADER + 'print(f"{torch.cuda.max_memory_cached()=}")\n',
}
