"""Equity: the chance that cards win the truco, the envido and the flor, over all hands that the others may hold."""
