"""7xx: datasets and loaders.

Data is loaded in other processes, many times, by code that the training loop never calls by name. A dataset that
ignores its index yields other samples than it is asked for; an iterable one that does not ask for its worker yields
everything as often as there are workers; one that touches CUDA fails in a worker that was forked.

Loading that waits for one core while the GPU does nothing is the same group: those rules are opt-in, since only the
machine knows.
"""
