"""A flake8 plugin that finds PyTorch code that is slow, numerically unstable or silently wrong."""

__version__ = "0.1.0"
