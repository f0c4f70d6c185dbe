"""Why a message of a page is not carried out."""

from __future__ import annotations


class Refusal(Exception):
    """A message is not carried out. `code` is one of those of `Refused`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
