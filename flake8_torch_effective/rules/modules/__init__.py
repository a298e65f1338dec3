"""6xx: what a Module registers, and how it is called."""
