"""The error for requests of pages that the server refuses."""

from __future__ import annotations

from msgspec import Struct


class Refusal(Exception):
    """A request of a page is refused. `code` is one of the codes of `Refused`, and `choices` are those of its field."""

    def __init__(self, code: str, reason: str, choices: tuple[Struct, ...] = ()) -> None:
        super().__init__(reason)
        self.code, self.choices = code, choices
