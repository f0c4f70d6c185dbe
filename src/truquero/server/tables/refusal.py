"""The error for requests of pages that the server refuses."""

from __future__ import annotations


class Refusal(Exception):
    """A request of a page is refused. `code` is one of the codes of `Refused`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
