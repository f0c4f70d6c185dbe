"""Constants of the random number generator splitmix64; each executor implements it with its own number type.

state += GOLDEN; z = state
z = (z ^ z >> FIRST_SHIFT) * FIRST_FACTOR
z = (z ^ z >> SECOND_SHIFT) * SECOND_FACTOR
z = z ^ z >> THIRD_SHIFT
"""

from __future__ import annotations

GOLDEN = 0x9E3779B97F4A7C15
FIRST_FACTOR, SECOND_FACTOR = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = 30, 27, 31
