"""How a rule writes its fix: the user's own operands in new code, where they can be read at that place."""
