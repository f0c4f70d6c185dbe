"""What `tools.kill` needs: people who play on, and a ledger of what they were told."""
