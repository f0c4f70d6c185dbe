"""Support for `tools.kill`: simulated players who reconnect, and a ledger that compares them with the database."""
