"""The plugin in python-lsp-server, which is asked as an editor asks it: messages of the protocol, over pipes."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pluggy
import pytest
from pylsp import hookimpl, hookspecs

from flake8_torch_effective import addresses, language_server
from tests.plugin.test_flake8 import FIXED, SAMPLE
from tests.readme import shown

PATIENCE = 120


class Editor:
    """The editor's side of the conversation, in one workspace."""

    def __init__(self, server: subprocess.Popen[bytes], workspace: Path) -> None:
        assert server.stdin is not None
        assert server.stdout is not None
        self.workspace = workspace
        self._input = server.stdin
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self._versions: dict[str, int] = {}
        threading.Thread(target=self._listen, args=(server.stdout,), daemon=True).start()
        self._send("initialize", {"processId": None, "rootUri": workspace.as_uri(), "capabilities": {}}, id=1)
        self._await(lambda message: message.get("id") == 1)
        self._send("initialized", {})
        self._send("workspace/didChangeConfiguration", {"settings": json.loads(shown("settings: pylsp"))})

    def open(self, name: str, text: str) -> list[dict[str, Any]]:
        """Open a document, which need not be what is on disk; what the server then says of it."""
        self._versions[name] = 1
        document = {**self._document(name), "languageId": "python", "text": text}
        self._send("textDocument/didOpen", {"textDocument": document})
        return self._diagnostics(name)

    def change(self, name: str, text: str) -> list[dict[str, Any]]:
        """Type a new text without saving it."""
        self._versions[name] += 1
        self._send("textDocument/didChange", {"textDocument": self._document(name), "contentChanges": [{"text": text}]})
        return self._diagnostics(name)

    def save(self, name: str, text: str) -> list[dict[str, Any]]:
        """Write the text to disk and say so."""
        (self.workspace / name).write_text(text, encoding="utf-8")
        self._send("textDocument/didSave", {"textDocument": self._document(name)})
        return self._diagnostics(name)

    def actions(self, name: str, diagnostics: list[dict[str, Any]], *only: str) -> list[dict[str, Any]]:
        """What the server offers to do about some diagnostics."""
        lines = [one["range"] for one in diagnostics]
        asked = {
            "textDocument": self._document(name),
            "range": {"start": lines[0]["start"], "end": lines[-1]["end"]},
            "context": {"diagnostics": diagnostics, **({"only": list(only)} if only else {})},
        }
        self._send("textDocument/codeAction", asked, id=3)
        answer: list[dict[str, Any]] = self._await(lambda message: message.get("id") == 3)["result"]
        return [one for one in answer if "TEF" in one["title"]]

    def leave(self) -> None:
        """End the conversation as the protocol has it."""
        self._send("shutdown", None, id=2)
        self._await(lambda message: message.get("id") == 2)
        self._send("exit", None)

    def _document(self, name: str) -> dict[str, Any]:
        return {"uri": (self.workspace / name).as_uri(), "version": self._versions[name]}

    def _diagnostics(self, name: str) -> list[dict[str, Any]]:
        document = self._document(name)

        def fits(message: dict[str, Any]) -> bool:
            told = message.get("params") or {}
            return message.get("method") == "textDocument/publishDiagnostics" and document.items() <= told.items()

        found: list[dict[str, Any]] = self._await(fits)["params"]["diagnostics"]
        return found

    def _send(self, method: str, params: object, **fields: object) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **fields}).encode()
        self._input.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._input.flush()

    def _listen(self, output: IO[bytes]) -> None:
        while header := output.readline():
            length = int(header.removeprefix(b"Content-Length: "))
            while output.readline().strip():
                pass
            self._messages.put(json.loads(output.read(length)))

    def _await(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not fits(message := self._messages.get(timeout=PATIENCE)):
            pass
        return message


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    workspace = tmp_path_factory.mktemp("workspace")
    (workspace / "setup.cfg").write_text(
        "[flake8]\nmax-line-length = 100\nextend-select = TEF102\nper-file-ignores =\n    notebooks/*: TEF302\n"
    )
    (workspace / "notebooks").mkdir()
    # The flake8 that an editor finds is the one of the environment that is active.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    own = {"HOME": str(workspace), "XDG_CONFIG_HOME": str(workspace), "XDG_CACHE_HOME": str(workspace / ".cache")}
    with (workspace / "log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "pylsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env={**os.environ, **own, "PATH": path},
        )
    with server:
        try:
            editor = Editor(server, workspace)
            yield editor
            editor.leave()
            assert server.wait(PATIENCE) == 0
        finally:
            server.kill()
    # pylsp logs there what flake8 writes to its standard error.
    assert "flake8" not in (workspace / "log").read_text()


def pointed_at(diagnostic: dict[str, Any], text: str) -> str:
    """The text from where a diagnostic starts to the end of its line, counted in UTF-16 as the protocol does."""
    start = diagnostic["range"]["start"]
    units = text.splitlines()[int(start["line"])].encode("utf-16-le")
    return units[2 * int(start["character"]) :].decode("utf-16-le")


def test_finding_goes_with_its_cause_and_comes_back(editor: Editor) -> None:
    (editor.workspace / "model.py").write_text(SAMPLE)
    (found,) = editor.open("model.py", SAMPLE)
    assert found["range"]["start"] == {"line": 4, "character": 11}
    assert found["range"]["end"]["line"] == 4
    assert (found["source"], found["code"], found["severity"]) == ("flake8", "TEF302", 2)
    assert found["message"].startswith("TEF302 torch.log(torch.softmax(logits, dim=-1)) rounds small")
    assert editor.change("model.py", FIXED) == []
    assert editor.save("model.py", FIXED) == []
    assert editor.change("model.py", SAMPLE) == [found]
    assert editor.save("model.py", SAMPLE) == [found]


def test_text_that_was_never_saved_counts(editor: Editor) -> None:
    (found,) = editor.open("draft.py", SAMPLE)
    assert found["code"] == "TEF302"
    assert not (editor.workspace / "draft.py").exists()


def test_configuration_of_the_workspace_holds(editor: Editor) -> None:
    assert editor.open("notebooks/tried.py", SAMPLE) == []
    normalised = SAMPLE.replace("torch.log(torch.softmax(logits, dim=-1))", "logits / logits.max()")
    (found,) = editor.open("notebooks/other.py", normalised)
    assert found["code"] == "TEF102"


def test_start_is_the_expression_behind_other_letters(editor: Editor) -> None:
    text = SAMPLE.replace("return ", 'return "größer → 大", ')
    (found,) = editor.open("letters.py", text)
    assert pointed_at(found, text) == "torch.log(torch.softmax(logits, dim=-1)).mean(None)"


def test_what_flake8_finds_itself_is_told_once(editor: Editor) -> None:
    found = editor.open("untidy.py", SAMPLE.replace("import torch\n", "import os\nimport torch\n") + "\n\nx=1\n")
    assert sorted(each["code"] for each in found) == ["E225", "F401", "TEF302"]


def test_unfinished_line_is_flake8s_to_tell(editor: Editor) -> None:
    codes = {each["code"] for each in editor.open("unfinished.py", SAMPLE + "\n\nx = (\n")}
    assert "E999" in codes
    assert not any(code.startswith("TEF") for code in codes)
    assert [each["code"] for each in editor.change("unfinished.py", SAMPLE + "\n\nx = ()\n")] == ["TEF302"]


def test_the_torch_that_the_project_asks_for_holds(editor: Editor) -> None:
    (editor.workspace / "requirements.txt").write_text("torch==2.5.1\n")
    found = editor.open("loading.py", "import torch\n\nstate = torch.load('model.pt')\n")
    assert [each["code"] for each in found] == ["TEF806"]


def applied(text: str, action: dict[str, Any]) -> str:
    """A text after the edits of an action, whose places count in UTF-16."""
    (edits,) = action["edit"]["changes"].values()
    for edit in reversed(edits):
        lines = text.splitlines(keepends=True)

        def offset(place: dict[str, int], lines: list[str] = lines) -> int:
            units = "".join(lines[place["line"] : place["line"] + 1]).encode("utf-16-le")[: 2 * place["character"]]
            return sum(map(len, lines[: place["line"]])) + len(units.decode("utf-16-le"))

        start, end = (offset(edit["range"][side]) for side in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


def test_fixes_are_offered_where_findings_are_shown(editor: Editor) -> None:
    text = SAMPLE.replace("return torch", "'🔥'; return torch")
    found = editor.open("quick.py", text)
    shown_here = [one for one in found if one["code"] == "TEF302"]
    fix, everything = editor.actions("quick.py", shown_here)
    assert fix["title"].startswith("TEF302 log-of-softmax: use torch.log_softmax(logits, dim=-1)")
    assert fix["kind"] == "quickfix"
    assert [one["code"] for one in fix["diagnostics"]] == ["TEF302"]
    expected = text.replace("torch.log(torch.softmax(logits, dim=-1))", "torch.log_softmax(logits, dim=-1)")
    assert applied(text, fix) == expected
    assert everything["kind"] == "source.fixAll.torch-effective"
    assert everything["title"] == "Fix all safe findings of TEF302"
    assert applied(text, everything) == expected
    assert editor.actions("quick.py", shown_here, "source.fixAll") == [everything]
    assert editor.actions("quick.py", shown_here, "quickfix") == [fix]


@pytest.mark.parametrize("site", ["", "https://docs.example/"])
def test_a_finding_leads_to_its_page(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "SITE", site)
    manager = pluggy.PluginManager("pylsp")
    manager.add_hookspecs(hookspecs)
    manager.register(language_server)
    manager.register(_Flake8())
    said = manager.hook.pylsp_lint(config=None, workspace=None, document=None, is_saved=True)
    link = {"codeDescription": {"href": f"{site}rules/TEF302/"}} if site else {}
    assert said == [[{"code": "TEF302", **link}, {"code": "E501"}, {"message": "without a code"}]]


class _Flake8:
    """What reports findings beside this plugin."""

    @hookimpl
    def pylsp_lint(self) -> list[dict[str, str]]:
        return [{"code": "TEF302"}, {"code": "E501"}, {"message": "without a code"}]


def test_nothing_is_offered_for_what_is_not_shown(editor: Editor) -> None:
    found = editor.open("notebooks/quiet.py", SAMPLE)
    assert not [one for one in found if one["code"] == "TEF302"]
    place = {"line": 4, "character": 0}
    other = {"range": {"start": place, "end": place}, "code": "E501", "message": "E501", "severity": 2}
    assert editor.actions("notebooks/quiet.py", [other]) == []


def test_an_unsafe_fix_says_so(editor: Editor) -> None:
    code = "torch.ones(3) / torch.log(1 + torch.exp(x))"
    text = f"import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return {code}\n"
    found = [one for one in editor.open("unsafe.py", text) if one["code"] == "TEF306"]
    titles = [one["title"] for one in editor.actions("unsafe.py", found)]
    assert titles
    assert all(title.endswith("(unsafe)") for title in titles)
