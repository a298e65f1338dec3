"""What the fixes of several rules share: how code is spelled, where operands are found, and what loops become."""
