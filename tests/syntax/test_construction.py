"""The nodes that parsing makes are LibCST's own, made quicker, and LibCST is left as it was."""

from __future__ import annotations

import threading
from pathlib import Path

import libcst as cst
import pytest

from flake8_torch_effective.syntax.construction import quick_nodes
from flake8_torch_effective.syntax.deep_stack import OWN_THREADS
from flake8_torch_effective.syntax.parsing import Unparsable, nodes_of, parse, parse_noting

SOURCES = sorted(Path(__file__).parent.glob("*.py"))


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread runs but the main one, whatever the test runner starts."""
    monkeypatch.setattr(threading, "enumerate", lambda: [threading.main_thread()])


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("path", SOURCES, ids=[path.stem for path in SOURCES])
def test_the_tree_is_what_libcst_makes(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    module = parse(source)
    assert module.deep_equals(cst.parse_module(source))
    assert module.code == source


@pytest.mark.usefixtures("alone")
def test_every_field_has_its_default() -> None:
    with quick_nodes():
        made = [cst.Arg(cst.Name("x")), cst.Comma(), cst.EmptyLine(), cst.Newline()]
    own = [cst.Arg(cst.Name("x")), cst.Comma(), cst.EmptyLine(), cst.Newline()]
    assert all(a.deep_equals(b) for a, b in zip(made, own, strict=True))


@pytest.mark.usefixtures("alone")
def test_spaces_are_one_node_within_a_text() -> None:
    one, two = (statement.body[0].targets[0] for statement in parse("x = 1\ny = 2\n").body)  # type: ignore
    assert one.whitespace_before_equal is two.whitespace_before_equal
    three = parse("x = 1\n").body[0].body[0].targets[0]  # type: ignore
    assert three.whitespace_before_equal is not one.whitespace_before_equal


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("source", ["x = 1\n", "x = (\n"], ids=["parsed", "unparsable"])
def test_libcst_is_as_before(source: str) -> None:
    before = dict(vars(cst))
    try:
        parse(source)
    except Unparsable:
        assert source == "x = (\n"
    assert vars(cst) == before
    with pytest.raises(cst.CSTValidationError):
        cst.Name("")


@pytest.mark.usefixtures("alone")
def test_what_was_parsed_is_not_validated(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(node: cst.Name) -> None:
        raise cst.CSTValidationError("validated")

    monkeypatch.setattr(cst.Name, "_validate", refuse)
    assert parse("x = 1\n").code == "x = 1\n"
    with pytest.raises(cst.CSTValidationError, match="validated"):
        cst.Name("x")


@pytest.mark.parametrize(("name", "quick"), [("another", False), (OWN_THREADS, True)])
def test_only_other_threads_find_libcst_as_it_is(name: str, quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = [threading.main_thread(), threading.Thread(name=name)]
    monkeypatch.setattr(threading, "enumerate", lambda: threads)
    before = dict(vars(cst))
    with quick_nodes():
        assert (vars(cst) != before) is quick
    assert vars(cst) == before


@pytest.mark.parametrize(
    "threads", [[threading.main_thread()], [threading.Thread(name="another")]], ids=["alone", "not"]
)
def test_nodes_are_noted_as_they_are_made(threads: list[threading.Thread], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "enumerate", lambda: threads)
    kinds = (cst.Call, cst.Comparison, cst.While)  # While is too rare to have a quick maker otherwise
    for path in SOURCES:
        module, noted = parse_noting(path.read_text(encoding="utf-8") + "\nwhile f(g(1)) < 2: pass\n", kinds)
        found = nodes_of(module, kinds)
        assert noted.keys() == found.keys()
        for kind in kinds:
            assert {id(node) for node in noted[kind]} == {id(node) for node in found[kind]}
            assert noted[kind]
    assert cst.While is type(found[cst.While][0])
