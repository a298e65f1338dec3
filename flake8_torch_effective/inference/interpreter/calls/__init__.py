"""What a call returns: torch's functions, methods, modules, builtins, and functions of this file."""
