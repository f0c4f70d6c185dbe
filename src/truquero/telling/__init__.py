"""A table in words for one player, in the player's language: events, legal moves and what they are worth."""
