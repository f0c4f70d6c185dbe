"""Tables for the browser: a server that keeps them, and the page it serves."""
