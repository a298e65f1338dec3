"""``python -m torch-effective`` is the command: programs such as nbQA start a command by its name as a module."""

from flake8_torch_effective.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
