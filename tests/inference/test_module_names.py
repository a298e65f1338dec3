"""What is known of the names on torch's modules, against torch."""

from __future__ import annotations

import pytest
from torch import nn

from flake8_torch_effective.inference.knowledge.module_methods import MODULE_DICT_NAMES


def test_a_module_dict_refuses_its_own_names() -> None:
    public = {name for name in dir(nn.ModuleDict()) if not name.startswith("_")}
    assert public <= MODULE_DICT_NAMES  # an older torch has fewer
    for name in public:
        with pytest.raises(KeyError, match="already exists"):
            nn.ModuleDict({name: nn.ReLU()})
