"""What the table on the screen is made of."""
