"""The terminal interface: a table for one player, with bots in all other seats."""
