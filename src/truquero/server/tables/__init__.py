"""One table: its stored changes and state, the view of each page, the workers for bots, and its single writer."""
