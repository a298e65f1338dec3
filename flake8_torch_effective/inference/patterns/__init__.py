"""Computations that programs spell out by hand, recognised in the graph of values."""
