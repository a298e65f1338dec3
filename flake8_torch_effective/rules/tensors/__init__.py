"""4xx: construction, copies, conversion.

How a tensor is made decides what it shares, where it lies and whether gradients pass. `torch.tensor(t)` copies and
cuts off the graph; a factory without `device` makes the tensor on the CPU and copies it, in each step; `.data` takes
a tensor out of autograd's sight, so that a change goes unnoticed; a method without its parentheses is only a name.

None of it stops a program. It costs time in each step, or a gradient that nobody misses.
"""
