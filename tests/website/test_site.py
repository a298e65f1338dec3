"""The documentation's site: built strictly, and looked at in a browser."""

from __future__ import annotations

import functools
import http.server
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks import unchanged
from benchmarks.speed import Row
from flake8_torch_effective.rules import GROUPS, all_rules, slug
from flake8_torch_effective.rules.page import page
from tests.packaging.installation import CHECKOUT
from website import charts, results, rule_pages

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PATIENCE = 60
WIDE, NARROW = (1400, 1000), (390, 844)
CHROMIUM = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
--disable-component-update --disable-sync --disable-dev-shm-usage"""


@dataclass(frozen=True)
class Site:
    """The site in a folder, and what MkDocs said."""

    folder: Path
    said: str

    def read(self, path: str) -> str:
        """A file of it."""
        return (self.folder / path).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The site, built once."""
    for needed in ("mkdocs", "material", "matplotlib"):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"there is no {needed}: python -m pip install '.[docs]'")
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=CHECKOUT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "MPLBACKEND": "svg"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return Site(folder, done.stdout)


def test_it_is_built_without_a_warning(site: Site) -> None:
    assert not re.search("warning|error", site.said, re.IGNORECASE), site.said


def test_every_rule_has_a_page_that_is_found_by_code_and_by_slug(site: Site) -> None:
    for rule in all_rules():
        text = site.read(f"rules/{rule.code}/index.html")
        entry = page(rule)
        assert text.count('class="version"') >= 2
        for heading in (
            "What it does",
            "Why it is bad",
            "Example",
            "What torch proved",
            "Fix safety",
            "Neighbours",
            "Source",
        ):
            assert f">{heading}<" in text, (rule.code, heading)
        told = " ".join(entry.sections.values()).lower()
        assert ("Tentative findings" in text) == ("tentative" in told), rule.code
        assert f"../{rule.code}/" in site.read(f"rules/{slug(rule)}/index.html")


def test_every_group_says_why(site: Site) -> None:
    for group in GROUPS:
        text = site.read(f"rules/{group}/index.html")
        _, _, article = text.partition("<article")
        assert ">Why<" in article
        rows = re.findall(r'<td><a href="../(TEF\d{3})/"', article)
        assert rows == [rule.code for rule in all_rules() if page(rule).group == group]


def test_a_stroke_in_code_is_shown_as_it_is(site: Site) -> None:
    for path in ("rules/index.html", "rules/shapes/index.html"):
        assert "<code>|</code>" in site.read(path), path
        assert "\\|" not in site.read(path), path


def test_each_verdict_on_a_fix_is_an_item(site: Site) -> None:
    text = site.read("rules/TEF302/index.html")
    _, _, safety = text.partition(">Fix safety<")
    items = re.findall(r"<li>(?:<p>)?<strong>(\w+)</strong>", safety)
    assert items[0] == "Safe"
    assert items[-1] == "None"
    assert items.count("Unsafe") > 1
    assert safety.count("Tentative findings") == 1


def test_what_is_tentative_stands_in_one_box_and_what_follows_does_not() -> None:
    told = "Finds a. Tentative are these. B does.\n\nThe following are tentative for c. D does.\n\nNot reported: e."
    lines = "\n".join(rule_pages.prose(told))
    assert lines.count("!!! info") == 1
    before, _, after = lines.partition("!!! info")
    assert "Finds a" in before
    assert "    Tentative are these. B does.\n\n    The following are tentative for c. D does." in after
    assert "\nNot reported: e." in after


def test_long_lines_are_not_put_side_by_side(site: Site) -> None:
    assert '<div class="pair">' in site.read("rules/TEF302/index.html")
    pairs = rule_pages.side_by_side("x = 1", "y = " + "1" * rule_pages.BESIDE)
    assert next(pairs) == '<div class="pair stacked" markdown>'


def test_a_page_has_the_charts_of_what_was_counted(site: Site) -> None:
    for rule in results.read()["rules"]:
        counted = rule["bench"] or any("unit" in outcome["measured"] for outcome in rule["outcomes"])
        text = site.read(f"rules/{rule['code']}/index.html")
        assert (f"charts/{rule['code']}-light.svg#only-light" in text) == bool(counted)
        assert (site.folder / "rules" / "charts" / f"{rule['code']}-dark.svg").exists() == bool(counted)


def test_a_chart_that_is_kept_as_a_file_has_the_colours_of_the_page(site: Site) -> None:
    text = site.read("speed/index.html")
    for scheme in ("light", "dark"):
        assert f"charts/unchanged-{scheme}.svg#only-{scheme}" in text
    light, dark = (site.read(f"charts/unchanged-{scheme}.svg") for scheme in ("light", "dark"))
    assert charts.INK in light
    assert charts.INK not in dark
    assert "prefers-color-scheme" not in light + dark


def test_a_chart_of_ratios_is_one_file_for_light_and_dark_readers(tmp_path: Path) -> None:
    file = tmp_path / "ratios.svg"
    unchanged.draw(
        [Row("a", 1.0, "b", 2.0, 0.5, 1.1), Row("c", 3.0, "b", 1.0, 3.0, 1.1), Row("d", 1.0, "b", 1.0, 1.0)], file
    )
    text = file.read_text(encoding="utf-8")
    assert "prefers-color-scheme:dark" in text
    for told in ("a / b", "0.50 (goal 1.1)", "3.00 (goal 1.1)", "1.00"):
        assert f">{told}<" in text
    kept = charts.from_adaptive("words", text)
    assert kept.adaptive == text
    assert kept.light in text.replace(text[text.index("<style>@media") : text.index("<defs>")], "")


class Fetched(HTMLParser):
    """What a page has the browser fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("script", "img", "iframe") or (tag == "link" and given.get("rel") != "canonical"):
            self.addresses += [address for key in ("src", "href") if (address := given.get(key))]


def test_nothing_is_fetched_from_elsewhere(site: Site) -> None:
    for path in site.folder.rglob("*.html"):
        fetched = Fetched()
        fetched.feed(path.read_text(encoding="utf-8"))
        assert [address for address in fetched.addresses if re.match("(https?:)?//", address)] == [], path
    for path in site.folder.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import )[\"']?(?:https?:)?//", path.read_text(encoding="utf-8")), path


# --- in a browser ----------------------------------------------------------------------------------------------------


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and does not say so."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    """Where the site is served."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site.folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Chromium without a screen, or the reason why these tests say nothing."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="there is no selenium: pip install selenium")
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("there is no chromium with its driver: apt-get install chromium chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in (*CHROMIUM.split(), f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(argument)
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    started.set_page_load_timeout(PATIENCE)
    yield started
    started.quit()


@dataclass(frozen=True)
class Visit:
    """A page in the browser."""

    browser: Chrome

    def ask(self, script: str) -> Any:
        """What JavaScript says."""
        return self.browser.execute_script(f"return {script}")

    def once(self, script: str) -> Any:
        """What JavaScript says as soon as it is true."""
        from selenium.webdriver.support.wait import WebDriverWait

        return WebDriverWait(self.browser, PATIENCE).until(lambda _: self.ask(script), script)


@pytest.fixture
def visit(browser: Chrome, address: str) -> Iterator[Callable[..., Visit]]:
    """Opens a page in a window of a size, where light or dark is preferred."""

    def opened(path: str, size: tuple[int, int] = WIDE, scheme: str = "light") -> Visit:
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == NARROW}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        # Material keeps what was seen last for what is chosen.
        browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "local_storage"})
        browser.get(address + path)
        visit = Visit(browser)
        # Material switches by what is preferred as soon as its script runs.
        name = {"light": "default", "dark": "slate"}[scheme]
        visit.once(f"document.body.getAttribute('data-md-color-scheme') === '{name}'")
        return visit

    yield opened
    browser.get("about:blank")


OVERFLOW = "document.documentElement.scrollWidth - window.innerWidth"
LUMINANCE = """(() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number);
  return (r + g + b) / 3;
})()"""
COLUMNS = "Array.from(document.querySelectorAll('.pair')[0].children).map(c => c.getBoundingClientRect().toJSON())"
CHARTS = """Array.from(document.querySelectorAll('img.chart'))
  .filter(image => getComputedStyle(image).display !== 'none')
  .map(image => [image.getAttribute('src'), image.complete && image.naturalWidth])"""
FROM_ELSEWHERE = """performance.getEntriesByType('resource').map(entry => entry.name)
  .filter(name => !name.startsWith(location.origin) && !name.startsWith('data:'))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("path", ["", "rules/TEF302/", "rules/TEF203/", "rules/loops/", "evidence/"])
def test_a_page_fits_its_window_and_has_its_colours(
    visit: Callable[..., Visit], path: str, size: tuple[int, int], scheme: str
) -> None:
    seen = visit(path, size, scheme)
    assert seen.once("document.querySelector('article h1').textContent.length > 0")
    assert seen.ask(OVERFLOW) <= 0
    assert (seen.ask(LUMINANCE) > 128) == (scheme == "light")
    assert seen.ask(FROM_ELSEWHERE) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_chart_is_shown_in_the_colours_of_the_page(visit: Callable[..., Visit], scheme: str) -> None:
    seen = visit("rules/TEF203/", WIDE, scheme)
    assert seen.once(f"{CHARTS}.length && {CHARTS}.every(([, width]) => width > 0)")
    (shown,) = seen.ask(CHARTS)
    assert shown[0].endswith(f"charts/TEF203-{scheme}.svg#only-{scheme}")


@pytest.mark.parametrize(("size", "beside"), [(WIDE, True), (NARROW, False)], ids=["wide", "narrow"])
def test_two_versions_stand_side_by_side_where_there_is_room(
    visit: Callable[..., Visit], size: tuple[int, int], beside: bool
) -> None:
    bad, good = visit("rules/TEF302/", size).ask(COLUMNS)
    assert (good["top"] == bad["top"]) == beside
    assert (good["left"] > bad["right"]) == beside
    assert (good["top"] >= bad["bottom"]) != beside


def test_the_search_finds_a_rule_by_a_word(visit: Callable[..., Visit]) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    seen = visit("")
    field = seen.browser.find_element(By.CSS_SELECTOR, "input.md-search__input")
    field.click()
    field.send_keys("softmax")
    links = "Array.from(document.querySelectorAll('.md-search-result__link')).map(link => link.href)"
    found = seen.once(f"(l => l.length ? l : null)({links})")
    assert any("/rules/TEF302/" in address for address in found), found
    field.send_keys(Keys.ENTER)
    seen.once("location.pathname.includes('/rules/')")


def test_a_slug_leads_to_the_page(visit: Callable[..., Visit]) -> None:
    visit("rules/TEF302/")
    browser = visit("").browser
    browser.get(browser.current_url + "rules/log-of-softmax/")
    Visit(browser).once("location.pathname.endsWith('/rules/TEF302/') && document.title.startsWith('TEF302')")


def test_the_palette_can_be_switched(visit: Callable[..., Visit]) -> None:
    seen = visit("rules/TEF203/")
    seen.ask("document.querySelector('.md-header__option label:not([hidden])').click()")
    seen.once("document.body.getAttribute('data-md-color-scheme') === 'slate'")
    seen.once(f"{CHARTS}.length === 1 && {CHARTS}[0][0].endsWith('#only-dark')")
