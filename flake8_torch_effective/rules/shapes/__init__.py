"""1xx: broadcasting, reductions, layout.

torch broadcasts without asking. Operands of shapes (n, 1) and (n,) give a matrix instead of a vector, and a mean
over it is a number like any other. A reduction or a `squeeze` without a dim treats a batch of one differently from
a batch of two. Nothing raises, and the loss may even go down.

The other half of the group is about layout: copies that broadcasting would save, and views that the memory layout
does not allow. These rules need to know shapes, so they find more if the code states them (`n, d = x.shape`, an
assertion).
"""
