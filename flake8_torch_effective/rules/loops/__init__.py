"""2xx: slicing and dispatch in Python loops.

Each torch operation costs some microseconds before it does anything, however small its operands are. On a GPU, each
number that Python reads also waits for all work before it. A loop over rows pays this for every row, and autograd
records every step. The same computation in one operation is several times to hundreds of times as fast, as the
times on these pages show.

Whether that matters depends on how often a loop runs and what else is in it, which code seldom shows. So most of
these rules are opt-in; `extend-select = TEF2` enables all of them.
"""
