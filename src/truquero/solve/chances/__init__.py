"""Equity: the chance that cards win the truco, the envido and the flor, against all that the others may hold."""
