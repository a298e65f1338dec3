"""Parsing leaves LibCST's validation out for its own nodes only."""

from __future__ import annotations

import libcst as cst
import pytest

from flake8_torch_effective.syntax.parsing import Unparsable, parse


@pytest.mark.parametrize("source", ["x = 1\n", "x = (\n"], ids=["parsed", "unparsable"])
def test_nodes_made_by_hand_are_validated(source: str) -> None:
    try:
        parse(source)
    except Unparsable:
        assert source == "x = (\n"
    with pytest.raises(cst.CSTValidationError):
        cst.Name("")


def test_what_was_parsed_is_not_validated(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(node: cst.Name) -> None:
        raise cst.CSTValidationError("validated")

    monkeypatch.setattr(cst.Name, "_validate", refuse)
    assert parse("x = 1\n").code == "x = 1\n"
    with pytest.raises(cst.CSTValidationError, match="validated"):
        cst.Name("x")
