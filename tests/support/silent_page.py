"""A page without a browser or a socket, for tests of a table that needs a connected page."""

from __future__ import annotations


class SilentPage:
    """The page of a guest. It only stores the messages that it receives."""

    address = "127.0.0.1"
    lang: str | None = None
    serial_number = 0

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def drop(self) -> None:
        pass

    def drop_as_extra(self) -> None:
        pass

    def refused(self, code: str) -> None:
        pass

    def fault(self, code: str) -> None:
        pass


def guest_in(seat: int) -> str:
    """Return the id of the guest that a test puts in a seat."""
    return f"guest {seat}"
