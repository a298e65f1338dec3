"""Fixes and links for python-lsp-server, which loads this module by its entry point and nothing else does."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, Final

from pylsp import hookimpl

from .addresses import page_address
from .codes import PREFIX, slugs
from .finding import Finding
from .fixing import fix
from .fixing.edits import TextEdit, differences, edits_in
from .lint import examine
from .syntax.parsing import source_lines

_ALL: Final = "source.fixAll.torch-effective"


@hookimpl(hookwrapper=True)
def pylsp_lint() -> Generator[None, Any, None]:
    """Give the findings that flake8's plugin reports the address of their rule's page, once the site has one."""
    outcome = yield
    for found in outcome.get_result():
        for diagnostic in found or ():
            code = str(diagnostic.get("code", ""))
            address = page_address(code) if code.startswith(PREFIX) else None
            if address is not None:
                diagnostic["codeDescription"] = {"href": address}


@hookimpl
def pylsp_code_actions(
    config: Any, workspace: Any, document: Any, range: Mapping[str, Any], context: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The fixes of the findings that the editor shows in a range, and all safe ones of the document at once.

    Which findings there are has been decided by flake8 and its configuration: a fix is offered where the editor shows
    a diagnostic with the same code in the same line.

    Args:
        config: the server's configuration.
        workspace: the folder that is open.
        document: the text, as the editor has it now.
        range: the lines that are asked about, counted from 0.
        context: the diagnostics that the editor shows there.
    """
    shown = [one for one in context.get("diagnostics", ()) if str(one.get("code", "")).startswith(PREFIX)]
    asked = {(int(one["range"]["start"]["line"]) + 1, str(one["code"])): one for one in shown}
    if not asked:
        return []
    source = str(document.source)
    text = source.removeprefix("\ufeff")
    try:
        examined = examine(text)
    except SyntaxError:
        return []
    meant = [finding for finding in examined.findings if (finding.line, finding.code) in asked]
    edits = edits_in(text, examined, meant)
    lines = source_lines(source)
    actions = [
        {
            "title": _title(finding),
            "kind": "quickfix",
            "diagnostics": [asked[finding.line, finding.code]],
            "isPreferred": finding.fix == "safe",
            "edit": {"changes": {document.uri: _edits(lines, made)}},
        }
        for finding, made in edits.items()
    ]
    if any(finding.fix == "safe" for finding in meant):
        actions += _all_at_once(source, document.uri, {code for _, code in asked})
    only = context.get("only") or [""]
    return [one for one in actions if any(f"{one['kind']}.".startswith(f"{kind}.") or not kind for kind in only)]


def _title(finding: Finding) -> str:
    """What an editor's menu says: ``TEF302 log-of-softmax: use torch.log_softmax(x)``."""
    advice = finding.message.rpartition("; ")[2]
    unsafe = "" if finding.fix == "safe" else " (unsafe)"
    return f"{finding.code} {slugs()[finding.code]}: {advice}{unsafe}"


def _all_at_once(source: str, uri: str, codes: set[str]) -> list[dict[str, Any]]:
    """The action that makes all safe fixes of the rules that the editor shows."""
    fixed = fix(source, lambda _: lambda finding: finding.code in codes).source
    if fixed == source:
        return []
    made = _edits(source_lines(source), differences(source, fixed))
    title = f"Fix all safe findings of {', '.join(sorted(codes))}"
    return [{"title": title, "kind": _ALL, "edit": {"changes": {uri: made}}}]


def _edits(lines: Sequence[str], edits: Iterable[TextEdit]) -> list[dict[str, Any]]:
    return [
        {"range": {"start": _place(lines, *one.start), "end": _place(lines, *one.end)}, "newText": one.text}
        for one in edits
    ]


def _place(lines: Sequence[str], line: int, column: int) -> dict[str, int]:
    """A place as the protocol counts: from 0, and in UTF-16."""
    text = lines[line - 1][:column] if line <= len(lines) else ""
    return {"line": line - 1, "character": len(text.encode("utf-16-le", "surrogatepass")) // 2}
