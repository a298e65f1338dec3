"""Measurements of the linter on real packages: how long it takes and what it finds.

Run them from a checkout, as modules: `python -m benchmarks.speed` and
`python -m benchmarks.real_code`.
"""
