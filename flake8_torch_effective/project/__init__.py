"""The project whose files are linted: where it is, and the oldest torch that it says it runs on."""
