"""What a program does over time: its training events, their order on every path, and what its modules register."""
