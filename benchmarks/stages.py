"""Where the plugin's time goes: what each stage of looking at a file takes, over `libcst.parse_module`.

    python -m benchmarks.stages [--files N] [--repeat N] [--markdown FILE]

The files are those of `benchmarks.unchanged`, the rules those that are on by default.  A stage is what `lint` calls.
What a rule asks of inference for the first time counts for the rules.  All times are processor time, of the fastest
repetition of each file.

tree      whether the syntax tree, which flake8 has already, uses torch, and what is left out as nested too deeply
nodes     LibCST's nodes, made from that tree
infer     what each expression of the file is
rules     the rules, with their questions about training loops, classes and losses
layout    for each finding: the layout of its statement, its fix, message and place
parse     `libcst.parse_module` and all stages once more, for files that need their whole layout
"""

from __future__ import annotations

import ast
import functools
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, Final
from unittest import mock

import libcst

from benchmarks.speed import timed
from benchmarks.unchanged import PACKAGES, sample, sampling_parser
from flake8_torch_effective import lint as linting
from flake8_torch_effective.rules import all_rules

# The functions that `lint` calls, by stage.  What is called within another one counts for that one only.
STAGES: Final = {
    "tree": ("uses_torch", "visited_by", "blank_deep_statements"),
    "nodes": ("convert",),
    "infer": ("infer",),
    "rules": ("reports_of", "resolve"),
    "layout": ("_told", "spans"),
    "parse": ("parse_noting",),
}


@contextmanager
def noted(seconds: dict[str, float]) -> Iterator[None]:
    """Within it, what `lint` calls adds the processor time that it takes to its stage."""

    def timing(stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(work)
        def timed_work(*arguments: Any, **keywords: Any) -> Any:
            start = time.process_time()
            try:
                return work(*arguments, **keywords)
            finally:
                seconds[stage] += time.process_time() - start

        return timed_work

    with ExitStack() as patches:
        for stage, names in STAGES.items():
            for name in names:
                patches.enter_context(mock.patch.object(linting, name, timing(stage, getattr(linting, name))))
        yield


def stage_seconds(text: str, repeat: int) -> dict[str, float]:
    """The processor seconds that each stage takes of one module, and ``the parse`` and ``the rest`` of the whole."""
    rules = [rule for rule in all_rules() if not rule.is_opt_in(None)]
    best = dict.fromkeys((*STAGES, "the rest", "the parse"), float("inf"))
    for _ in range(repeat):
        tree = ast.parse(text)
        seconds = dict.fromkeys(STAGES, 0.0)
        with noted(seconds):
            whole = timed(functools.partial(linting.lint, text, tree, rules, tentative=False))
        seconds["the rest"] = whole - sum(seconds.values())
        seconds["the parse"] = timed(functools.partial(libcst.parse_module, text))
        best = {what: min(best[what], seconds[what]) for what in best}
    return best


def table_of(total: Mapping[str, Mapping[str, float]]) -> str:
    """The stages of each package, as shares of its parse, and their sum."""
    columns = (*STAGES, "the rest")
    lines = [f"| | {' | '.join(columns)} | all |", f"|---|{'--:|' * (len(columns) + 1)}"]
    for package, seconds in total.items():
        shares = [seconds[column] / seconds["the parse"] for column in columns]
        lines.append(f"| {package} | {' | '.join(f'{share:.2f}' for share in (*shares, sum(shares)))} |")
    return "\n".join(lines)


def main() -> int:
    """Measure, print the table, and write it where requested."""
    arguments = sampling_parser("stages", __doc__).parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    linting.lint("import torch\n")  # imports LibCST and the rules
    total = {}
    for package in PACKAGES:
        files = sample(package, arguments.cache, arguments.files)
        each = [stage_seconds(file.read_text(encoding="utf-8"), arguments.repeat) for file in files]
        total[package.partition("==")[0]] = {what: sum(seconds[what] for seconds in each) for what in each[0]}
    text = table_of(total)
    print(text)
    if arguments.markdown is not None:
        arguments.markdown.write_text(f"{text}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
