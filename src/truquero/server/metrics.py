"""Metrics for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.messages = Counter("truquero_messages", "Messages of pages", ["kind"], registry=self.registry)
        self.refused_messages = Counter(
            "truquero_refused", "Messages that were refused", ["code"], registry=self.registry
        )
        self.refused_requests = Counter(
            "truquero_requests_refused", "Requests and sockets that were refused", ["code"], registry=self.registry
        )
        self.tables = Gauge("truquero_tables", "Tables in memory", registry=self.registry)
        self.failed_writes = Gauge(
            "truquero_unstored_changes", "Changes that could not be stored", registry=self.registry
        )
        self.pages = Gauge("truquero_pages", "Pages that look at a table", registry=self.registry)
        self.seconds = Histogram(
            "truquero_message_seconds",
            "From a message to its answer",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
            registry=self.registry,
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
