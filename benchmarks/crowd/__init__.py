"""Simulated players at many tables of a server, for `benchmarks.server`: lightweight clients on real sockets."""
