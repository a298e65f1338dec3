"""5xx: autograd and the training loop."""
