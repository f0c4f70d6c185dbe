"""What is kept of a table, change by change. Played back in order it gives the table again, card for card."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from truquero.rules.game import Rules
from truquero.variants import rules_of

By = Literal["person", "bot", "clock"]


class Agreed(Struct, frozen=True):
    """What was agreed on when the table was opened."""

    variant: str
    players: int
    options: dict[str, str]
    public: bool
    spectators: bool
    seconds: int
    reserve: int
    bots: str

    @property
    def rules(self) -> Rules:
        return rules_of(self.variant, self.players, **self.options)


class Kept(Struct, tag_field="kept", frozen=True, omit_defaults=True):
    """A change of a table."""


class Seated(Kept, tag="seated", frozen=True):
    """Who sits in a seat from now on: a guest, a bot, or nobody."""

    seat: int
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    stalled: bool = False  # the guest who sat there has kept the table waiting, and was replaced


class Readmitted(Kept, tag="readmitted", frozen=True):
    """Whoever was replaced in this seat for keeping the table waiting may sit down again in this match."""

    seat: int


class Coming(Kept, tag="coming", frozen=True):
    """Who takes a bot's seat with the next deal, or that nobody does."""

    seat: int
    guest: str | None = None
    name: str = ""


class Named(Kept, tag="named", frozen=True):
    """Who sits in a seat goes by another name."""

    seat: int
    name: str


class Coded(Kept, tag="coded", frozen=True):
    """A side agrees on señas of its own for the next match, or on the usual ones."""

    side: str
    signs: str = ""


class Called(Kept, tag="called", frozen=True):
    """A match is to begin as soon as its first dealer is drawn."""


class Drawn(Kept, tag="drawn", frozen=True):
    """The server has chosen its seed of the draw for the first dealer, after the pages of these seats committed."""

    seed: str
    committed: dict[int, str] = {}


class Begun(Kept, tag="begun", frozen=True):
    """A match begins. The first dealer comes from the draw and the secrets that were revealed; `seed` is that of a
    match which was begun without one, by an older server."""

    seed: str = ""
    secrets: dict[int, str] = {}


class Sealed(Kept, tag="sealed", frozen=True):
    """The server has chosen its seed of the next deal, after the pages of these seats committed. Only its seal is told
    before the hand is over. Without `committed` an older server has sealed it, whose cutter adds a salt."""

    seed: str
    committed: dict[int, str] | None = None


class Lifted(Kept, tag="lifted", frozen=True):
    """The cutter has cut, before any secret is revealed."""

    cut: int


class Dealt(Kept, tag="dealt", frozen=True):
    """The cards are dealt, with the secrets that were revealed. Older servers have cut at the same time, and added a
    salt instead."""

    cut: int = 0
    salt: str = ""
    secrets: dict[int, str] = {}


class NextDuel(Kept, tag="next-duel", frozen=True):
    """The next hand of the same deal is opened."""


class Moved(Kept, tag="moved", frozen=True):
    seat: int
    move: str
    by: By = "person"
    spent: int = 0  # milliseconds of the reserve
    then: tuple[str, ...] = ()  # said in the same breath ("envido mi truco"), to be made when its time comes


class Watched(Kept, tag="watched", frozen=True):
    seat: int
    whom: int


class Away(Kept, tag="away", frozen=True):
    """A bot plays for somebody, or no longer does."""

    seat: int
    away: bool
    spent: int = 0  # milliseconds of the reserve, by who was waited for


Change = (
    Seated
    | Readmitted
    | Coming
    | Named
    | Coded
    | Called
    | Drawn
    | Begun
    | Sealed
    | Lifted
    | Dealt
    | NextDuel
    | Moved
    | Watched
    | Away
)

decode = msgspec.json.Decoder(Change).decode
decode_agreed = msgspec.json.Decoder(Agreed).decode
