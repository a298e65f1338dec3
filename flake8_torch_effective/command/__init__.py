"""What the command ``torch-effective`` does, a file for each part; a part imports what the others need not have."""
