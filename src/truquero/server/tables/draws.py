"""A draw of a table: the first dealer or the cards of a deal, from the server's seed and the secrets of pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from truquero.records.fair_deals import DrawKey, seal, seed_of
from truquero.records.verification import digest, joined


@dataclass
class Draw:
    """A draw: the values that are fixed before the cut, and those that are added later."""

    key: DrawKey
    seed: str
    committed: dict[int, str] | None  # by seat; None if an older server sealed the deal
    cutter: int = 0  # a seat; 0 in the draw for the first dealer, which has no cut
    cut: int | None = None
    salt: str | None = None  # of the older scheme
    secrets: dict[int, str] = field(default_factory=dict)  # by seat
    opened: bool = False  # the draw is decided, and no secret can be added

    @property
    def seal(self) -> str:
        """The hash of the seed that is published before the cut."""
        return digest(self.seed) if self.committed is None else seal(self.key, self.seed)

    @property
    def awaits_secrets(self) -> bool:
        """Whether the pages that have committed should reveal now: everything that anybody can choose is fixed."""
        return self.committed is not None and self.cut is not None and not self.opened

    def result(self, secrets: Mapping[int, str], salt: str = "") -> str:
        """Return the seed that decides the draw."""
        return joined(self.seed, salt) if self.committed is None else seed_of(self.key, self.seed, secrets)

    def open(self, secrets: dict[int, str], salt: str = "", cut: int = 0) -> None:
        """Decide the draw with the revealed secrets, or with the salt of the older scheme."""
        self.secrets, self.cut, self.opened = secrets, cut, True
        if self.committed is None:
            self.salt = salt


class ShownDraw(NamedTuple):
    """A draw as pages see it, with or without the server's seed."""

    draw: Draw
    shows_seed: bool
