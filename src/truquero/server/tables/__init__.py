"""Served tables: their state, their single writer, their automatic events, and the registry that finds them."""
