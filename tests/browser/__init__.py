"""Tests in a real browser. They are a package, so that all share one browser and one server."""
