"""Attacks on a server of one's own, bounded in time, with figures of what they cost it: `python -m tools.attacks.X`."""
