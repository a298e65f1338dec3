"""Words by which programs ask whether there is a GPU, or say that they need one: conventions, no facts."""

from __future__ import annotations

import re
from typing import Final

# In the name of what tells whether there is a GPU, or how many there are.
ASKS_FOR_GPU: Final = re.compile(
    r"is_available|device_count|current_accelerator|(?:has|have|use|no|with|want|require|requires|needs)_?(?:cuda|gpu)"
    r"|(?:cuda|gpu)s?_?(?:is_)?(?:available|enabled|exists?|present)"
)
# In the name of what a test asks that decides for a GPU or against it.
CHOOSES_GPU: Final = frozenset({"accelerator", "cuda", "device", "devices", "gpu", "gpus", "rank"})
# Packages whose kernels run on a GPU only, and the backend of torch.distributed that does.
NEEDS_GPU: Final = re.compile(
    r"\b(?:apex|bitsandbytes|cpp_extension|cupy|deepspeed|flash_attn|nccl|pycuda|tensorrt|triton|vllm|xformers)\b"
    r"|numba(?: import |\.)cuda"
)
