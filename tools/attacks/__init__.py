"""Attacks with a time limit on a server that they start, with figures of its costs: `python -m tools.attacks.X`."""
