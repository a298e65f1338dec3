"""What is known of torch: a row for each function, method and module, a column for each property."""
