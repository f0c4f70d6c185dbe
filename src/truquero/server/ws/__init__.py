"""The WebSocket interface of the server: the messages between pages and tables."""
