"""The screens of a table in the terminal."""
