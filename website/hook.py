"""What MkDocs asks while it builds the site: the pages that are made, and the links from codes to pages."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # MkDocs gives a hook no package to be in

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from flake8_torch_effective.addresses import SITE
from flake8_torch_effective.rules import GROUPS, all_rules, slug
from flake8_torch_effective.rules.page import page as page_of
from website import charts, documents, prose, results, rule_pages

RULES: Final = "Rules"
_CODE: Final = re.compile(r"\bTEF\d{3}\b")
_TAG: Final = re.compile(r"(<[^>]*>)")
# Within these a code leads nowhere.
_CLOSED: Final = frozenset({"a", "code", "pre", "h1", "h2", "script", "style", "title"})


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The site's address, and a section for each group of rules."""
    config.site_url = SITE or None
    assert config.nav is not None
    for entry in config.nav:
        if RULES in entry:
            entry[RULES] = [*entry[RULES], *map(section, GROUPS)]
    return config


def section(group: str) -> dict[str, list[Any]]:
    """A group's page, and those of its rules."""
    own = rule_pages.members(group)
    pages = [{f"{rule.code} {slug(rule)}": f"rules/{rule.code}.md"} for rule in own]
    return {group.capitalize(): [f"rules/{group}/index.md", *pages]}


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add what is made: the pages of rules, groups and documents, the charts, and what leads on from slugs."""
    for path, text in made().items():
        files.append(File.generated(config, path, content=text))
    return files


@cache
def made() -> dict[str, str]:
    """Every file that is made, by its path; once, however often the server builds the site."""
    found: dict[str, str] = {}
    known = results.read()
    proof, where = results.proof_of(known), known["environment"]
    proofs = {rule.code: rule for rule in proof.rules}
    for rule in all_rules():
        chart = charts.of_rule(proofs[rule.code])
        if chart is not None:
            draw(found, f"rules/charts/{rule.code}", chart)
        found[f"rules/{rule.code}.md"] = rule_pages.rule_page(rule, proofs[rule.code], where, chart)
        found[f"rules/{slug(rule)}/index.html"] = rule_pages.redirect(rule.code, f"../{rule.code}/")
    for group in GROUPS:
        counted = rule_pages.charts_of_group(group, charts.of_unit, proof)
        for unit, chart in counted.items():
            draw(found, f"rules/charts/{group}-{unit}", chart)
        found[f"rules/{group}/index.md"] = rule_pages.group_page(group, counted)
    for path, chart in (of_all() | of_files()).items():
        draw(found, f"charts/{path}", chart)
    for document in documents.SHOWN:
        found[documents.PAGES[document]] = documents.text_of(document)
    return found


@cache
def of_all() -> dict[str, charts.Chart]:
    """The charts of all rules, by name."""
    proof = results.proof_of(results.read())
    units = {"operators": "operators", "bytes": "bytes", "host-reads": "host reads"}
    drawn = {name: charts.of_unit(proof, unit) for name, unit in units.items()}
    drawn |= {"growth": charts.of_growth(proof), "times": charts.of_times(proof)}
    drawn["readings"] = charts.of_readings(documents.readings())
    return {name: chart for name, chart in drawn.items() if chart is not None}


def of_files() -> dict[str, charts.Chart]:
    """The charts that are drawn elsewhere and kept as files, by the file's name."""
    kept = (documents.ROOT / "docs" / "assets").glob("*.svg")
    texts = {path.stem: path.read_text(encoding="utf-8") for path in kept}
    return {name: charts.from_adaptive(name, text) for name, text in texts.items() if "prefers-color-scheme" in text}


def draw(found: dict[str, str], path: str, chart: charts.Chart) -> None:
    """Add both variants of a chart."""
    found[f"{path}-light.svg"] = chart.light
    found[f"{path}-dark.svg"] = chart.dark


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links between files become links between pages, and what is to be filled in is."""
    target = page.file.src_uri
    if target.startswith("rules/") and page.file.generated_by:
        return markdown
    origins = {own: document for document, own in documents.PAGES.items() if document != "README.md"}
    text = documents.relinked(markdown, origins.get(target, f"docs/{target}"), target)
    text = re.sub(r"^<!-- chart: (\S+) -->\n", lambda mark: inserted(mark[1]), text, flags=re.MULTILINE)
    text = re.sub(r"!\[([^\]]+)\]\(assets/(\w+)\.svg\)", lambda image: coloured(image[2], image[1]), text)
    text = text.replace("<!-- table: readings -->\n", f"{documents.table_of_readings()}\n")
    text = text.replace("<!-- list: groups -->\n", listed_groups())
    return prose.strokes(documents.without_marks(text))


def inserted(name: str) -> str:
    """The chart that a page asks for by ``<!-- chart: name -->``."""
    return f"{rule_pages.picture(of_all()[name], f'charts/{name}')}\n"


def coloured(name: str, words: str) -> str:
    """A chart that is kept as a file, in the colours of the page."""
    return rule_pages.picture(charts.from_adaptive(words, ""), f"charts/{name}")


def listed_groups() -> str:
    """The groups, and what each is about."""
    lines = []
    for group, digit in GROUPS.items():
        about, _ = rule_pages.group_about(group)
        lines.append(f"- [{group.capitalize()}]({group}/index.md), TEF{digit}xx: {about}")
    return "\n".join(lines) + "\n"


def on_page_content(html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Every code of a rule leads to its page."""
    pages = {f"TEF{number:03}": None for number in (0,)} | {rule.code: rule for rule in all_rules()}
    here = page.file.src_uri

    def link(match: re.Match[str]) -> str:
        code = match[0]
        file = files.get_file_from_path(f"rules/{code}.md") if code in pages else None
        if file is None or file.src_uri == here:
            return code
        title = page_of(rule).title if (rule := pages[code]) is not None else "Left out"
        words = title.replace("`", "").replace('"', "&quot;").replace("<", "&lt;")
        return f'<a href="{get_relative_url(file.url, page.url)}" title="{words}">{code}</a>'

    parts, open_tags = [], 0
    for part in _TAG.split(html):
        if part.startswith("<"):
            name = re.match(r"</?(\w+)", part)
            if name and name[1] in _CLOSED and not part.endswith("/>"):
                open_tags += -1 if part.startswith("</") else 1
            parts.append(part)
        else:
            parts.append(part if open_tags else _CODE.sub(link, part))
    return "".join(parts)
