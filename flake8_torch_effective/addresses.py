"""Where the documentation is published."""

from __future__ import annotations

from typing import Final

# The base address of the site, with a slash at its end; empty as long as it is published nowhere.  The site is built
# for this address, and findings link to it: it is written down nowhere else.
SITE: Final[str] = ""


def page_address(code: str) -> str | None:
    """The address of a rule's page, also of TEF000; None as long as the site is published nowhere."""
    return f"{SITE}rules/{code}/" if SITE else None
