"""2xx: slicing and dispatch in Python loops."""
