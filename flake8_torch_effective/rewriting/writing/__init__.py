"""What the fixes of several rules share: names of modules, finding operands, rewriting loops."""
