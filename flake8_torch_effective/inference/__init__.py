"""What every expression of a file is, found without running it."""
