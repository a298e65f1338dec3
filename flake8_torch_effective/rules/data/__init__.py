"""7xx: datasets and loaders.

Data is loaded in other processes, many times, by code that the training loop never calls by name. A dataset that
ignores its index returns other samples than the ones asked for. An iterable dataset that does not ask which worker
it runs in yields everything once per worker. One that touches CUDA fails in a forked worker.

Loaders that leave the GPU idle while one core reads data belong to this group too. Those rules are opt-in, because
whether they pay depends on the machine.
"""
