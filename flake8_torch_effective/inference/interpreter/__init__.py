"""Abstract interpretation of one file: statements, expressions, calls and what they do to names."""
