"""5xx: autograd and the training loop.

Mistakes in a training loop show late: memory that grows with each step because a total keeps every graph, an
optimizer that steps on the gradients of all batches so far, an evaluation with dropout, a schedule that is one step
off. The calls are mostly all there, but one is missing or in the wrong place.

These rules check which calls happen before which on every path through the program, and report only what holds on
all of them.
"""
