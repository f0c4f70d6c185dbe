"""The stored changes of a table. Applied in order, they reproduce the table card for card."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from truquero.rules.game import Rules
from truquero.session import ANSWER_SECONDS, Speed
from truquero.variants import rules_of

By = Literal["person", "bot", "clock"]


class TableSettings(Struct, frozen=True):
    """The settings of a table, chosen when it was opened."""

    variant: str
    players: int
    options: dict[str, str]
    public: bool
    spectators: bool
    seconds: int
    reserve: int
    bots: str
    answer_seconds: int = ANSWER_SECONDS  # for which bots leave the answer to people of their side
    speed: Speed = "normal"  # of the bots

    @property
    def rules(self) -> Rules:
        return rules_of(self.variant, self.players, **self.options)


# The tags and field names of changes are in every database: they are a stored format. Never rename them.


class StoredChange(Struct, tag_field="kept", frozen=True, omit_defaults=True):
    """A stored change of a table."""


class SeatChanged(StoredChange, tag="seated", frozen=True):
    """A seat is taken by a guest or a bot, or becomes empty."""

    seat: int
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    portrait: str = ""  # that the guest has chosen, or of the person in whose place a bot plays
    stalled: bool = False  # a bot replaces the guest, who has kept the table waiting


class GuestReadmitted(StoredChange, tag="readmitted", frozen=True):
    """The guest who was replaced in this seat for stalling may sit down again in this match."""

    seat: int


class SeatReserved(StoredChange, tag="coming", frozen=True):
    """A guest will take a bot's seat with the next deal, or no longer will."""

    seat: int
    guest: str | None = None
    name: str = ""


class GuestRenamed(StoredChange, tag="named", frozen=True):
    """The name of the guest in a seat changes."""

    seat: int
    name: str


class PortraitChosen(StoredChange, tag="portrayed", frozen=True):
    """The portrait of the guest in a seat changes."""

    seat: int
    portrait: str


class SignsAgreed(StoredChange, tag="coded", frozen=True):
    """A side agrees on its own señas for the next match, or on the usual ones."""

    side: str
    signs: str = ""


class PaceChanged(StoredChange, tag="paced", frozen=True):
    """Bots play faster or slower from now on, and leave answers to people for longer or shorter."""

    answer_seconds: int
    speed: Speed


class MatchCalled(StoredChange, tag="called", frozen=True):
    """A match will begin as soon as its first dealer is drawn."""


class DealerDrawSealed(StoredChange, tag="drawn", frozen=True):
    """The server has fixed its seed of the draw for the first dealer, after the pages of these seats committed."""

    seed: str
    committed: dict[int, str] = {}


class MatchBegun(StoredChange, tag="begun", frozen=True):
    """A match begins. Its first dealer follows from the draw and the revealed secrets.

    `seed` is only set in a match that an older server began without a draw.
    """

    seed: str = ""
    secrets: dict[int, str] = {}


class DealSealed(StoredChange, tag="sealed", frozen=True):
    """The server has fixed its seed of the next deal, after the pages of these seats committed.

    Only the seal is published before the hand is over. `committed` is None in a deal that an older server sealed, to
    which the cutter adds a salt.
    """

    seed: str
    committed: dict[int, str] | None = None


class PackCut(StoredChange, tag="lifted", frozen=True):
    """The cutter has cut. No secret is revealed before this."""

    cut: int


class CardsDealt(StoredChange, tag="dealt", frozen=True):
    """The cards are dealt with the revealed secrets. Older servers cut at the same time and added a salt instead."""

    cut: int = 0
    salt: str = ""
    secrets: dict[int, str] = {}


class DuelBegun(StoredChange, tag="next-duel", frozen=True):
    """The next hand of the same deal begins."""


class MoveMade(StoredChange, tag="moved", frozen=True):
    """A seat makes a move or a seña."""

    seat: int
    move: str
    by: By = "person"
    spent: int = 0  # milliseconds of the reserve
    then: tuple[str, ...] = ()  # calls said together with it ("envido mi truco"), made once they are legal


class WatchChanged(StoredChange, tag="watched", frozen=True):
    """A seat watches another seat from now on."""

    seat: int
    whom: int


class AwayChanged(StoredChange, tag="away", frozen=True):
    """A bot plays for the guest in a seat, or no longer does."""

    seat: int
    away: bool
    spent: int = 0  # milliseconds of the reserve that the guest has used


SeatingChange = (
    SeatChanged
    | GuestReadmitted
    | SeatReserved
    | GuestRenamed
    | PortraitChosen
    | SignsAgreed
    | PaceChanged
    | WatchChanged
    | AwayChanged
)
MatchChange = MatchCalled | DealerDrawSealed | MatchBegun | DealSealed | PackCut | CardsDealt | DuelBegun | MoveMade
Change = SeatingChange | MatchChange

decode_change = msgspec.json.Decoder(Change).decode
decode_settings = msgspec.json.Decoder(TableSettings).decode
