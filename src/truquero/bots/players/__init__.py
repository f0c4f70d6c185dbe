"""The built-in bots, from random moves to sampled deals and betting games."""
