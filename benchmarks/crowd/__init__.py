"""People at many tables of a server, for `benchmarks.server`: real guests on real sockets, as light as they can be."""
