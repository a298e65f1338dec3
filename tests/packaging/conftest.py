"""The wheel under test, built once."""

from __future__ import annotations

import pytest

from tests.packaging.installation import Wheel, build


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """The wheel of this checkout."""
    return build(tmp_path_factory.mktemp("wheel"))
