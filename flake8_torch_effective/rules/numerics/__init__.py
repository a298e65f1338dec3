"""3xx: numerical stability."""
