"""8xx: devices."""
