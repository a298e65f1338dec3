"""Names for variables in new code: unused names based on the user's own."""

from __future__ import annotations

import builtins
import keyword

import libcst as cst

from ..surroundings import Surroundings

# Words that end in s and are not plurals.
_NO_PLURALS = ("ss", "is", "us", "as", "os", "ices", "series")


def unused_name(surroundings: Surroundings, node: cst.CSTNode, wanted: list[str], avoid: set[str]) -> str | None:
    """The first of the wanted names that is not used in the function around a node, nor in ``avoid``."""
    taken = surroundings.names(surroundings.scope(node)) | avoid
    for name in wanted:
        if name.isidentifier() and name not in taken and not keyword.iskeyword(name) and not hasattr(builtins, name):
            return name
    return None


def stem(code: str) -> str:
    """The last plain name in the code of a tensor: ``weights`` of ``self.weights[0]``."""
    return code.partition("[")[0].rpartition(".")[2]


def singular(name: str) -> str:
    """The singular of a plural; empty where the name does not look like one."""
    word = name.lower()
    if not word.endswith("s") or word.endswith(_NO_PLURALS) or len(name) < 4:
        return ""
    if word.endswith("ies"):
        return name[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return name[:-2]
    return name[:-1]
