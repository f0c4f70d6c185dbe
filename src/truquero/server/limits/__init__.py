"""Limits on what clients may use: requests, connections, memory, and places in queues."""
