"""What the site says of torch is what the rules' evidence claims."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from flake8_torch_effective.verification import Fixture
from tests.by_rule import RuleFiles, each_rule, require
from tests.verification.evidence import each_fixture
from website import evidence, results

KNOWN = {rule["code"]: rule for rule in results.read()["rules"]}


@each_rule
def test_rule_is_in_the_results(files: RuleFiles) -> None:
    require(files.code in KNOWN, f"website/results.json does not name {files.code}: {results.RENEW} {files.code}")


@each_fixture
def test_the_results_are_of_the_claims(files: RuleFiles, fixture: Fixture) -> None:
    if files.code not in KNOWN:
        pytest.skip("another test says that they are missing")
    known = Counter((outcome["claim"], outcome["subject"]) for outcome in KNOWN[files.code]["outcomes"])
    claimed = Counter((claim.title, claim.subject) for claim in fixture.claims)
    assert known == claimed, f"renew them: {results.RENEW} {files.code}"


def test_all_of_them_hold_and_have_a_meaning() -> None:
    outcomes = [outcome for rule in KNOWN.values() for outcome in rule["outcomes"]]
    assert {outcome["verdict"] for outcome in outcomes} == {"passed"}
    assert {outcome["claim"] for outcome in outcomes} == set(evidence.MEANING)
    assert "/work/" not in results.FILE.read_text(encoding="utf-8")


def test_they_are_written_as_they_were_read() -> None:
    assert results.as_text(results.read()) == results.FILE.read_text(encoding="utf-8")


def test_what_is_kept_of_an_outcome() -> None:
    outcome = {
        "sentence": "the same result on 9 inputs, and stable: bad inf",
        "measured": {"gain": "stable", "compared": 9},
    }
    told = {
        "sentence": 'File "/home/somebody/torch/worker.py", line 3: ' + "x" * 400,
        "measured": {"unit": "bytes", "bad_work": []},
    }
    where = {"torch": "2.13.0", "device": "cpu", "seed": "0", "Python": "CPython 3.11.7", "platform": "here"}
    rule = {"code": "TEF302", "bench": None, "outcomes": [outcome, told]}
    shortened = results.shortened({"environment": where, "summary": {}, "rules": [rule]})
    first, second = shortened["rules"][0]["outcomes"]
    assert first == {"sentence": "the same result on 9 inputs", "measured": {}}
    assert second["sentence"].startswith('File "worker.py", line 3: xxx')
    assert (len(second["sentence"]), second["measured"]) == (results.LONGEST_SENTENCE, {"unit": "bytes"})
    assert "platform" not in shortened["environment"]
    assert json.loads(results.as_text(shortened)) == shortened
