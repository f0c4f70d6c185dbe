"""A page without a browser or a socket, for tests of a table that needs somebody to be there."""

from __future__ import annotations


class Looking:
    """A page of somebody who sits there, so that the table goes on."""

    lang: str | None = None
    age = 0

    def __init__(self, seat: int) -> None:
        self.guest = f"guest {seat}"

    def send(self, message: bytes) -> None:
        pass

    def drop(self, code: int = 0) -> None:
        pass

    def refused(self, code: str) -> None:
        pass

    def fault(self, code: str) -> None:
        pass
