"""3xx: numerical stability.

A formula that is right on paper can overflow at 89, lose all digits near 0, or give a gradient of nan at a single
point. `exp` of a logit, a logarithm of a probability, `1 + x` for a small x, a root at 0: for each of these torch has
a function that computes the whole formula without the dangerous step. Others put a softmax where the loss takes
logits, which trains, only worse.

A number like 1e-8 that is added to be safe hides the symptom and keeps the wrong gradient.
"""
