"""The benchmark of the plugin's stages finds each of them where `lint` calls it."""

from __future__ import annotations

from benchmarks.stages import STAGES, stage_seconds, table_of
from tests.plugin.test_flake8 import SAMPLE


def test_a_module_spends_time_in_each_stage_that_it_needs() -> None:
    seconds = stage_seconds(SAMPLE, repeat=1)
    assert {stage for stage in STAGES if seconds[stage] > 0} == {*STAGES} - {"parse"}


def test_the_table_gives_shares_of_the_parse() -> None:
    seconds = {**dict.fromkeys(STAGES, 1.0), "the rest": 2.0, "the parse": 4.0}
    assert table_of({"timm": seconds}).splitlines()[-1] == f"| timm | {'0.25 | ' * len(STAGES)}0.50 | 2.00 |"
