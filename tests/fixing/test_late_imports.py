"""No safe fix imports torch where a module may run without it, or sets something before it does."""

from __future__ import annotations

import pytest

from flake8_torch_effective.fixing import fix

USE = "return -log(softmax(randn(3, 4), 1)).mean()"
LATE = {
    "in a function": f"def loss():\n    from torch import log, randn, softmax\n    {USE}\n",
    "behind an environment variable": (
        'import os\n\nos.environ["OMP_NUM_THREADS"] = "1"\n\n\n'
        f"def loss():\n    from torch import log, randn, softmax\n    {USE}\n"
    ),
    "under a condition": (
        f"import os\n\nif os.name:\n    from torch import log, randn, softmax\n\n\ndef loss():\n    {USE}\n"
    ),
    "in a context": (
        "import warnings\n\nwith warnings.catch_warnings():\n    from torch import log, randn, softmax\n\n\n"
        f"def loss():\n    {USE}\n"
    ),
    "for a script alone": (
        'if __name__ == "__main__":\n    from torch import log, randn, softmax\n\n' + f"    print({USE[7:]})\n"
    ),
}


@pytest.mark.parametrize("source", LATE.values(), ids=LATE)
def test_what_imports_torch_late_gets_no_import_above_by_a_safe_fix(source: str) -> None:
    assert fix(source).source == source
    assert fix(source, unsafe=True).source != source


def test_beside_an_import_on_every_path_the_fix_is_safe() -> None:
    source = f'import os\n\nos.environ["A"] = "1"\nfrom torch import log, randn, softmax\n\n\ndef loss():\n    {USE}\n'
    made = fix(source).source
    assert 'os.environ["A"] = "1"\nimport torch\nfrom torch import' in made
    assert "torch.log_softmax(" in made
