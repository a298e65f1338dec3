"""What each release of torch has: reads the names from published wheels and writes the table that the rules use."""
