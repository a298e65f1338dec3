"""1xx: broadcasting, reductions, layout."""
