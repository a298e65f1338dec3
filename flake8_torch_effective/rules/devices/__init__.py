"""8xx: devices, checkpoints, measuring time.

A program that was written for one machine meets another: no GPU, several of them, a checkpoint that names a device
which is not there, a class that has moved since it was pickled. Work on a GPU also continues after the call has
returned. So a clock that is read without waiting measures only the launch, and emptying the cache in a loop makes
each step request its memory again.

TEF806 is about security: unless told otherwise, `torch.load` runs code from the file that it reads.
"""
