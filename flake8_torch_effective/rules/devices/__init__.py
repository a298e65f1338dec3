"""8xx: devices, checkpoints, measuring time.

A program that is written for one machine meets another: no GPU, several of them, a checkpoint that names a device
which is not there, a class that has moved since it was pickled. Work on a GPU also goes on after the call has
returned, so that a clock read without waiting measures the launch, and emptying the cache in a loop makes each step
ask the driver for memory again.

TEF806 is about safety: `torch.load` runs code of the file that it reads, unless told otherwise.
"""
