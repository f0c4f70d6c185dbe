"""The GPU executor: PyTorch plays many games at once from the lookup tables."""
