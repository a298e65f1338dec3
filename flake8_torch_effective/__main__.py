"""``python -m flake8_torch_effective`` is the command ``torch-effective`` of that Python."""

from .cli import main

if __name__ == "__main__":
    raise SystemExit(main())
