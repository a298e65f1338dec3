"""What torch proved, as the site shows it: ``python -m website.results [CODE …]`` proves it again and writes it down.

The file is what ``torch-effective verify --bench --output results.json`` writes, shortened.  With codes, only these
rules are proved again, and rules that are gone are dropped.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

from flake8_torch_effective.command.proof import Proof, RuleProof
from flake8_torch_effective.rules import all_rules

FILE: Final = Path(__file__).with_name("results.json")
RENEW: Final = "python -m website.results"
# What is kept of the numbers of a claim: what charts are drawn from.
KEPT: Final = ("unit", "sizes", "bad", "good", "bad_power", "good_power", "growth")
LONGEST_SENTENCE: Final = 240


def read() -> dict[str, Any]:
    """The results that are written down."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def proof_of(results: dict[str, Any]) -> Proof:
    """The results as what the charts of ``verify`` are drawn from, without torch."""
    rules = []
    for rule in results["rules"]:
        bench = rule["bench"]
        rules.append(
            RuleProof(
                rule["code"],
                rule["slug"],
                tuple(cast(Any, SimpleNamespace(**outcome)) for outcome in rule["outcomes"]),
                cast(Any, SimpleNamespace(title=bench["title"], note=bench["note"])) if bench else None,
                tuple(cast(Any, SimpleNamespace(**timing)) for timing in bench["timings"]) if bench else (),
            )
        )
    return Proof(results["environment"], tuple(rules))


def shortened(results: dict[str, Any]) -> dict[str, Any]:
    """Results without what no page shows, nor the folders of the machine that they come from."""
    rules = []
    for rule in results["rules"]:
        outcomes = []
        for outcome in rule["outcomes"]:
            measured = outcome["measured"]
            counted = {key: measured[key] for key in KEPT if key in measured} if "unit" in measured else {}
            # A claim about results repeats what another claim gains.
            sentence = outcome["sentence"]
            if "gain" in measured:
                sentence = sentence.partition(f", and {measured['gain']}:")[0]
            sentence = re.sub(r"(?<=[\s\"'])/\S*/(?=[^/\s]+\.py)", "", sentence)
            if len(sentence) > LONGEST_SENTENCE:
                sentence = sentence[: LONGEST_SENTENCE - 3].rstrip() + "..."
            outcomes.append({**outcome, "sentence": sentence, "measured": counted})
        bench = rule["bench"]
        if bench:
            timings = [{key: timing[key] for key in ("variant", "seconds", "speedup")} for timing in bench["timings"]]
            bench = {**bench, "timings": timings}
        rules.append({**rule, "outcomes": outcomes, "bench": bench})
    where = {key: results["environment"][key] for key in ("torch", "device", "seed", "Python")}
    return {"environment": where, "rules": rules}


def as_text(results: dict[str, Any]) -> str:
    """JSON with a line for each claim, so that a change of one is seen as one."""
    rules = []
    for rule in results["rules"]:
        claims = ",\n".join(f"   {json.dumps(outcome, ensure_ascii=False)}" for outcome in rule["outcomes"])
        rest = {key: value for key, value in rule.items() if key != "outcomes"}
        head = json.dumps(rest, ensure_ascii=False)[:-1]
        rules.append(f'  {head}, "outcomes": [\n{claims}\n  ]}}')
    environment = json.dumps(results["environment"])
    return f'{{"environment": {environment},\n "rules": [\n' + ",\n".join(rules) + "\n ]}\n"


def proved(codes: list[str]) -> dict[str, Any]:
    """What ``verify`` says of rules today; of all where none is named."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "results.json"
        command = [sys.executable, "-m", "flake8_torch_effective", "verify", "--bench", "--output", str(output), *codes]
        subprocess.run(command, check=True)
        found: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
        return found


def renew(codes: list[str]) -> None:
    """Write down what ``verify`` says of rules today."""
    new = shortened(proved(codes))
    if codes:
        old = read()
        rules = {rule["code"]: rule for rule in (*old["rules"], *new["rules"])}
        known = {rule.code for rule in all_rules()}
        new = {**old, "rules": [rules[code] for code in sorted(rules) if code in known]}
    FILE.write_text(as_text(new), encoding="utf-8")


if __name__ == "__main__":
    renew(sys.argv[1:])
