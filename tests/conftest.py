"""What all tests need of the process that they run in."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.packaging.installation import Wheel, build


@pytest.fixture(autouse=True, scope="session")
def _interruptible() -> Iterator[None]:
    """A shell without job control starts programs in the background deaf to SIGINT, and their children with them."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Wheel:
    """The wheel of this checkout, built once."""
    return build(tmp_path_factory.mktemp("wheel"))
