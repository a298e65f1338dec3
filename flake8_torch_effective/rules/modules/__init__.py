"""6xx: what a Module registers, and how it is called.

`nn.Module` finds its parameters by watching what is assigned to `self`. What it does not see, such as layers in a
list or a tensor without `register_buffer`, is neither trained nor saved nor moved, and everything else works as if
nothing were missing. Calling `forward` directly skips the hooks, and a layer that `forward` creates has new weights
each time.

The claims of this group compare what both versions register, and what is left after a training step.
"""
