"""One test that runs for several cases: all are run, and those that fail or are skipped are told one by one."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence

import pytest

SKIPPED = pytest.StashKey[list[str]]()


def each(item: pytest.Function, names: Sequence[str], cases: Iterable[tuple[str, Sequence[object]]]) -> None:
    """Call a test's function with the values of each case, and fail if it failed for any."""
    given = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
    failed: list[str] = []
    skipped: list[tuple[str, str]] = []
    ran = 0
    for case, values in cases:
        ran += 1
        try:
            with warnings.catch_warnings():
                item.obj(**{**given, **dict(zip(names, values, strict=True))})
        except pytest.skip.Exception as reason:
            skipped.append((case, str(reason.msg)))
        except (Exception, pytest.fail.Exception) as error:
            shown = item.repr_failure(pytest.ExceptionInfo.from_exception(error))
            failed.append(f"{item.name.removesuffix(']')}-{case}]\n{shown}")  # what it is called with -k
    if len(skipped) == ran:
        raise pytest.skip.Exception("; ".join(dict.fromkeys(reason for _, reason in skipped)), _use_item_location=True)
    item.stash[SKIPPED] = [reason for _, reason in skipped]
    if failed:
        pytest.fail(f"{len(failed)} of {ran} cases failed\n\n" + "\n\n".join(failed), pytrace=False)


def tell_skipped(item: pytest.Item) -> None:
    """Report the cases that were skipped, with their reasons, as pytest does tests."""
    path, line, _ = item.location
    for reason in item.stash.get(SKIPPED, ()):
        report = pytest.TestReport(
            nodeid=item.nodeid,
            location=item.location,
            keywords={},
            outcome="skipped",
            longrepr=(path, (line or 0) + 1, f"Skipped: {reason}"),
            when="call",
        )
        item.ihook.pytest_runtest_logreport(report=report)
