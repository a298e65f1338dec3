"""Programs in which inference was contradicted once, made small; ``KNOWN_WRONG`` are those in which it still is."""

from __future__ import annotations

FOUND = {
    "names rotate through a loop": """\
import torch
p = torch.rand(8, 1)
q = torch.rand(8, 1)
r = torch.rand(8, 1)
for _ in range(5):
    p = q
    q = r
    r = r.reshape(8)
p
""",
}

KNOWN_WRONG = ["names rotate through a loop"]
