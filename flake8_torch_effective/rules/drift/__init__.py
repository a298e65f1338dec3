"""9xx: drift."""
