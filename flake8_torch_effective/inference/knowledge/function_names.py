"""What the names of functions and counters say of how often they run, where nothing else does: conventions, no facts.

The names are those that training code and the libraries around torch use: `forward` and `training_step` (torch,
Lightning), `reset_parameters` (torch.nn), `from_pretrained` and `_prepare_encoder_decoder_kwargs_for_generation`
(transformers), `attempt_load` (YOLO), `savefig` (Matplotlib), `imwrite` (OpenCV), `save_image` (torchvision).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final


class Work(Enum):
    """What a function does, by its name."""

    EACH_BATCH = auto()  # is called for each batch or sample: a loss, a step of training or sampling
    EACH_CALL = auto()  # runs whenever the object is called that it is a method of: a module, a function of autograd
    ONCE = auto()  # is called when a program starts, or to set something by hand
    FILES = auto()  # reads a model from a file, writes a figure or a model to one, or shows a figure
    GENERATES = auto()  # runs a model for one token or step after the other
    TRIAL = auto()  # only tries something out, or measures it
    CHECKS = auto()  # raises if the numbers of a tensor are not as they should be


@dataclass(frozen=True, slots=True)
class NameRow:
    """A form that names have, and what functions with such names do.

    ``whole`` where the form is that of the whole name, else of a part of it; ``case`` where capitals count.
    """

    form: str
    work: Work
    whole: bool = False
    case: bool = True


ROWS: Final = (
    NameRow(r"forward|backward", Work.EACH_CALL, whole=True),
    NameRow(r"loss|criterion|penalty", Work.EACH_BATCH, case=False),
    NameRow(r"(?:^|_)(?:train|training|val|validation|test|predict|prediction)_(?:\w+_)?step", Work.EACH_BATCH),
    NameRow(r"step", Work.EACH_BATCH, whole=True),
    NameRow(r"_*init(?:iali[sz]e)?_*", Work.ONCE, whole=True),
    NameRow(r"_*(?:init|reset)_(?:parameters|weights)", Work.ONCE, whole=True),
    NameRow(r"_*(?:configure|set|setup)(?:_.*)?", Work.ONCE, whole=True),
    NameRow(r"_*load_\w+", Work.ONCE, whole=True),
    NameRow(r"\w*(?:convert|load|remap|set)_(?:\w+_)?state_dict", Work.ONCE, whole=True),
    NameRow(r"_(?!prepare_inputs)\w+_for_generation", Work.ONCE, whole=True),
    NameRow(r"from_pretrained", Work.FILES),
    NameRow(r"attempt_load|imsave|imwrite|savefig|save_(?:image|checkpoint|model)", Work.FILES, whole=True),
    NameRow(r"(?:^|_)load_.*(?:checkpoint|ckpt|model|pretrained|state|weight)", Work.FILES),
    NameRow(r"_*(?:plot|show|vis|visuali[sz]e)_\w+", Work.FILES, whole=True),
    NameRow(r"_*(?:generate|beam_search)(?:_\w+)?", Work.GENERATES, whole=True),
    NameRow(r"(?:^|_)(?:dummy|mock|stub)(?:_|$)", Work.TRIAL, case=False),
    NameRow(r"^_*profile(?:_|$)", Work.TRIAL, case=False),
    NameRow(
        r"_*(?:assert|check|ensure|validate|verify)_(?!\w*(?:args|config|device|dim|dtype|input|len|rank|shape|size|type))\w+",
        Work.CHECKS,
        whole=True,
    ),
)

# What tests are written with.
TEST_LIBRARIES: Final = frozenset({"absltest", "nose", "parameterized", "pytest", "unittest"})
# The words in the names of counters of steps.
COUNTERS: Final = frozenset({"batch", "epoch", "i", "idx", "iter", "iteration", "iterations", "itr", "step", "steps"})


def _compiled(work: Work) -> re.Pattern[str]:
    forms = []
    for row in ROWS:
        if row.work is work:
            form = rf"^(?:{row.form})$" if row.whole else row.form
            forms.append(form if row.case else f"(?i:{form})")
    return re.compile("|".join(forms))


_PATTERNS: Final = {work: _compiled(work) for work in Work}


def does(name: str, work: Work) -> bool:
    """Whether a function does some work, by its name."""
    return _PATTERNS[work].search(name) is not None
