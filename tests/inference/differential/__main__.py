"""``python -m tests.inference.differential``: a long run of the fuzzer."""

from __future__ import annotations

from tests.inference.differential.long_run import main

if __name__ == "__main__":
    raise SystemExit(main())
