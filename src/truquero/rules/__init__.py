"""The vocabulary a variant is written in: frozen, typed parts, checked when they are made."""
