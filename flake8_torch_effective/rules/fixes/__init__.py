"""What the rules write their fixes with: how code is spelled, where operands are found, and what loops become."""
