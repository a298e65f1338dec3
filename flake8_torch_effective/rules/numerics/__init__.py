"""3xx: numerical stability.

A formula that is right on paper can overflow at 89, lose all digits near 0, or have a gradient of nan at a single
point. `exp` of a logit, the logarithm of a probability, `1 + x` for a small x, a root at 0: for each of these torch
has a function that computes the whole formula without the dangerous step. Other rules find a softmax in front of a
loss that takes logits, which trains, but badly.

A small number such as 1e-8, added to be safe, hides the symptom and keeps the wrong gradient.
"""
