"""Names of torchvision that it means to remove: each warns where it is called.

Source: torchvision 0.15 to 0.28, by the warnings in its own code.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class OldName(NamedTuple):
    """What to write instead of a name: in code where it is called, and in words.

    ``{v2}`` in the code is what the name is read from, and ``{x}`` the first argument; it is empty where no expression
    can take the place of a call. ``since`` is the torch to which the torchvision belongs that has all this.
    """

    code: str
    words: str
    since: tuple[int, int] = (2, 1)


_V2: Final = "torchvision.transforms.v2"

OLD_NAMES: Final[Mapping[str, OldName]] = {
    f"{_V2}.ToTensor": OldName(
        "{v2}.Compose([{v2}.ToImage(), {v2}.ToDtype({torch}.float32, scale=True)])",
        "use ToImage() and ToDtype(torch.float32, scale=True)",
    ),
    f"{_V2}.functional.to_tensor": OldName(
        "{v2}.to_dtype({v2}.to_image({x}), {torch}.float32, scale=True)",
        "use to_image(x), and to_dtype(image, torch.float32, scale=True)",
    ),
    f"{_V2}.functional.get_image_size": OldName("", "use get_size, which gives the height first", (2, 0)),
}
