"""7xx: data."""
