"""Findings as SARIF 2.1.0, which code scanning services read."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ... import __version__
from ...addresses import page_address
from ...codes import NOT_PARSED
from ...rules import all_rules
from ...rules.page import Page, page
from ..discovery import portable
from ..found import Found, Report
from ..pages import CODE, PLAIN_COLUMNS, page_text

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def rendered(report: Report, options: argparse.Namespace) -> str:
    """One run with the page of every rule, the findings, and a notification for every file that was not checked."""
    level = {"notice": "note"}.get(options.severity, options.severity)
    rules = [_not_parsed(), *(_rule(page(rule), level) for rule in all_rules())]
    index = {rule["id"]: position for position, rule in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "flake8-torch-effective",
                "semanticVersion": __version__,
                "rules": rules,
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not report.troubles,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": f"not checked: {trouble}"}} for trouble in report.troubles
                ],
            }
        ],
        "results": [_result(found, index[found.code], level) for found in report.found],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(entry: Page, level: str) -> dict[str, Any]:
    parts = []
    for name, body in entry.sections.items():
        parts.append(f"## {name}\n\n```python\n{body}\n```" if name in CODE else f"## {name}\n\n{body}")
    return {
        "id": entry.code,
        "name": entry.slug,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": " ".join(entry.sections["Why it is bad"].split())},
        "help": {"text": page_text(entry, PLAIN_COLUMNS, colour=False), "markdown": "\n\n".join(parts)},
        **_help_uri(entry.code),
        "defaultConfiguration": {"enabled": not entry.opt_in, "level": level},
    }


def _help_uri(code: str) -> dict[str, str]:
    address = page_address(code)
    return {} if address is None else {"helpUri": address}


def _not_parsed() -> dict[str, Any]:
    text = "The file was left out: LibCST cannot parse it, or the plugin failed on it."
    told = {"id": NOT_PARSED, "name": "left-out", "shortDescription": {"text": text}, "help": {"text": text}}
    return {**told, **_help_uri(NOT_PARSED)}


def _result(found: Found, rule: int, level: str) -> dict[str, Any]:
    artifact = {"uri": _uri(found.path)}
    region = {"startLine": found.line, "startColumn": found.column}
    if found.end is not None:
        region |= {"endLine": found.end[0], "endColumn": found.end[1]}
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": level,
        "message": {"text": found.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact,
                    "region": region,
                }
            }
        ],
        "properties": {"fix": found.fix},
    }
    if found.changes:
        replacements = [
            {
                "deletedRegion": {
                    "startLine": change.line,
                    "startColumn": change.column,
                    "endLine": change.end_line,
                    "endColumn": change.end_column,
                },
                "insertedContent": {"text": change.text},
            }
            for change in found.changes
        ]
        result["fixes"] = [
            {
                "description": {"text": f"{found.fix} fix of {found.code}".capitalize()},
                "artifactChanges": [{"artifactLocation": artifact, "replacements": replacements}],
            }
        ]
    return result


def _uri(path: str) -> str:
    """A path as a URI: relative with forward slashes, or ``file:///...`` for an absolute one."""
    if os.path.isabs(path):
        return Path(path).as_uri()
    return quote(os.fsencode(portable(path)))
