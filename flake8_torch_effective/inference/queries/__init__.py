"""What rules ask of values, operations and loops."""
