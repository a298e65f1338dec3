"""4xx: construction, copies, conversion."""
