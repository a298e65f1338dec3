"""1xx: broadcasting, reductions, layout.

torch broadcasts without asking: operands of shapes (n, 1) and (n,) give a matrix where a vector was meant, and a mean
over it is a number like any other. A reduction or a `squeeze` that names no dim does to a batch of one something else
than to a batch of two. Nothing raises, and the loss may even go down.

The other half of the group is about layout: copies that broadcasting would save, and views that memory does not
allow. Shapes must be known for these rules, so the more a file says of them (`n, d = x.shape`, an assertion), the
more they find.
"""
