"""4xx: construction, copies, conversion.

How a tensor is made decides what it shares, on which device it is, and whether gradients pass through.
`torch.tensor(t)` copies and cuts off the graph. A factory without `device` makes the tensor on the CPU and copies
it, in each step. `.data` hides a tensor from autograd, so that a change goes unnoticed. A method without its
parentheses is only a name.

Most of this does not stop a program. It costs time in each step, or a gradient that nobody misses.
"""
