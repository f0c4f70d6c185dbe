"""A table in words: what happens, what may be done and what it is worth, told to one player in his language."""
