"""How a rule writes its fix: new code with the user's own operands, where they can be read there."""
