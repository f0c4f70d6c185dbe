"""Hypothesis draws the same examples on every machine, so that a red test is red for everybody."""

from hypothesis import settings

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("ci")
