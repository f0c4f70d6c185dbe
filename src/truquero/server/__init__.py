"""The server for tables in the browser: it runs and stores them, and serves the page."""
