"""What all tests need of the process that they run in, and how the tests of each rule are collected."""

from __future__ import annotations

import gc
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_torch_effective.rules.rule import Rule
from tests.by_rule import RuleFiles, Selection
from tests.one_by_one import each, tell_skipped
from tests.packaging.installation import Wheel, build

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.scheduler import Scheduling

# torch's threads, here and in what tests start, would wait for each other: several workers share the cores already.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# No test, nor what it starts, sees what another one found; those of the cache give it a folder of their own.
os.environ["TORCH_EFFECTIVE_NO_CACHE"] = "1"

_BY_RULE = re.compile(r"^@(?:by_rule\(|each_)", re.MULTILINE)
_MISSING = pytest.StashKey[set[tuple[RuleFiles, str]]]()


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


@pytest.fixture
def rule(files: RuleFiles) -> type[Rule]:
    """The rule that a test by rule is about."""
    return files.load()


def selection(config: pytest.Config) -> Selection:
    """What the command line asks for."""
    return Selection(config.getoption("keyword"), tuple(config.args))


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say so where a selection is taken to be about rules only."""
    if selection(config).other_tests():
        return None
    return f"rules: {', '.join(map(str, selection(config).rules())) or 'none'}; other tests are not loaded"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files without tests by rule where the selection is about rules only."""
    if not collection_path.name.startswith("test_") or selection(config).other_tests():
        return None
    named = any(Path(argument.partition("::")[0]).name == collection_path.name for argument in config.args)
    return None if named or _BY_RULE.search(collection_path.read_text(encoding="utf-8")) else True


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test by rule the cases of the rules that are selected: all those of a rule at once where nothing is."""
    mark = metafunc.definition.get_closest_marker("by_rule")
    if mark is None:
        return
    names, cases = mark.args
    takes_files = "files" in metafunc.fixturenames
    arguments = ("files", *names) if takes_files else names
    # What a fixture makes, such as a patch, is made for one case.
    shares_nothing = {*metafunc.fixturenames} <= {"files", "rule", "_interruptible", *names}
    known = metafunc.config.stash.setdefault(_MISSING, set())
    found = []
    for files in selection(metafunc.config).rules():
        about = [files] if takes_files else []
        try:
            rows = list(cases(files))
        except Exception as error:  # whatever a file of the rule raises is for its author to read
            reason = f"{type(error).__name__}: {error}"
            if (files, reason) not in known:
                known.add((files, reason))
                missing = pytest.mark.missing(reason)
                found.append(pytest.param(*about, *[None] * len(names), id=f"{files}-missing", marks=missing))
            continue
        if shares_nothing and any(name for name, _ in rows) and not selection(metafunc.config).tells_cases(files):
            marks = pytest.mark.cases(names, rows)
            found.append(pytest.param(*about, *[None] * len(names), id=str(files), marks=marks))
            continue
        found += [pytest.param(*about, *values, id=f"{files}-{name}" if name else str(files)) for name, values in rows]
    metafunc.parametrize(arguments, found)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect no garbage among tens of thousands of tests that all stay, which takes a seventh of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Keep together what shares something, where xdist distributes tests by itself."""
    from tests.scheduling import Together

    return Together(config, log) if config.getvalue("dist") == "load" else None


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Fail a test whose case could not be loaded, and run one that has several cases."""
    missing = pyfuncitem.get_closest_marker("missing")
    if missing is not None:
        pytest.fail(missing.args[0], pytrace=False)
    cases = pyfuncitem.get_closest_marker("cases")
    if cases is None:
        return None
    each(pyfuncitem, *cases.args)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Say which cases of a test were skipped, outside of what captures its output."""
    if call.when == "call":
        tell_skipped(item)
