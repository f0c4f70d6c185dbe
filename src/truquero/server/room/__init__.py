"""One table: what is kept of it, how it stands, what each page sees, who thinks for the bots, and its one writer."""
