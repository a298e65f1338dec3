"""5xx: autograd and the training loop.

What a training loop does wrong shows late: memory that grows with each step because a total keeps every graph, an
optimizer that steps on gradients of all batches so far, an evaluation with dropout, a schedule that is one step off.
The calls are all there, only their order, or one of them, is not.

These rules ask which calls happen before which on every path through the program, and report only what holds on all
of them.
"""
