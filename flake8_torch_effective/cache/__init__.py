"""What was found in a file, kept for as long as its text, the program and the options that decide stay the same."""
