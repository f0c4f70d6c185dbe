"""A table as it stands: everything that its kept changes make, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import assert_never

from truquero.notation import record
from truquero.notation.chance import DRAW, Opening, Round, table_code
from truquero.notation.people import with_names
from truquero.notation.proof import with_openings
from truquero.server.messages import Chance, Deal, Phase
from truquero.server.room.draws import Draw
from truquero.server.room.kept import (
    Agreed,
    Away,
    Begun,
    Called,
    Change,
    Coded,
    Coming,
    Dealt,
    Drawn,
    Lifted,
    Moved,
    Named,
    NextDuel,
    Readmitted,
    Sealed,
    Seated,
    Watched,
)
from truquero.table import Match
from truquero.table.codes import codes_of, side_named, write_code
from truquero.table.dealing import check_cut
from truquero.table.schedule import A, B, next_seat, side_of
from truquero.table.signs import SIGN
from truquero.table.view import OUTSIDE

ALIAS = 16  # letters
PLAY = (Called, Drawn, Begun, Sealed, Lifted, Dealt, NextDuel, Moved)  # changes of the match itself


def is_aside(change: Change) -> bool:
    """Whether only some notice it: a look, a seña, or what a side agrees on."""
    return isinstance(change, Watched | Coded) or (isinstance(change, Moved) and change.move.startswith(SIGN))


@lru_cache(maxsize=8192)
def _shared_move(seat: int, move: str) -> tuple[int, str]:
    return seat, move


@dataclass
class Chair:
    """A seat and who sits there."""

    seat: int
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    away: bool = False

    @property
    def is_empty(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def is_person(self) -> bool:
        """Whether somebody is waited for here."""
        return self.guest is not None and not self.away


@dataclass
class TableState:
    """`changes` counts what is kept. `version` counts what the whole table notices: a page that knows one number knows
    all that came before, and nobody can tell from it that somebody else has looked round or made a seña. `moment` is
    the version of the last change of who may do what: who sits down does not stop a clock."""

    id: str
    agreed: Agreed
    owner: str
    chairs: dict[int, Chair] = field(default_factory=dict)
    changes: int = 0
    version: int = 0
    moment: int = 0
    matches: int = 0
    match: Match | None = None
    called: bool = False  # a match is to begin, and its first dealer is being drawn
    drawing: Draw | None = None  # that draw, once the server's seed is fixed
    sealing: Draw | None = None  # the deal that comes next or is being played
    before: Draw | None = None  # the one before
    draws: dict[int, Draw] = field(default_factory=dict)  # of the match, by the number of the deal
    spent: dict[str, int] = field(default_factory=dict)  # by guest, milliseconds of the reserve in this match
    said: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by seat, to be said when its time comes
    coming: dict[int, Coming] = field(default_factory=dict)  # by seat, with the next deal
    replaced: dict[str, int] = field(default_factory=dict)  # guests who kept this match waiting, with the seat they had
    record_before: str | None = None  # of the match before this one; the hall works out older ones from the changes
    knows: dict[str, int] = field(default_factory=dict)  # the seat whose cards of this deal a guest has seen
    played: dict[int, str] = field(default_factory=dict)  # the names of those who ended the match, when it is over
    codes: dict[str, str] = field(default_factory=dict)  # by side, its own señas in the next match

    def __post_init__(self) -> None:
        self.rules, self.code = self.agreed.rules, table_code(self.id)
        for seat in range(1, self.rules.players + 1):
            self.chairs.setdefault(seat, Chair(seat))

    # ------------------------------------------------------------------------------------------------------ changing

    def apply(self, change: Change) -> None:
        """Make a change. One that cannot be made raises TableError and changes nothing."""
        match change:
            case Seated():
                chair = self.chairs[change.seat]
                if chair.guest not in (None, change.guest):  # who leaves the side knows its code
                    self.codes.pop(side_named(change.seat), None)
                if change.guest is not None:  # nobody could let back in whoever was replaced here
                    self._readmit(change.seat)
                if change.stalled and chair.guest is not None:
                    self.replaced[chair.guest] = change.seat
                chair.guest, chair.name, chair.bot, chair.away = change.guest, change.name, change.bot, False
                self._free(change.seat, change.guest)
            case Readmitted():
                self._readmit(change.seat)
            case Coming():
                self._free(change.seat, change.guest)
                if change.guest is not None:
                    self.coming[change.seat] = change
            case Named():
                self.chairs[change.seat].name = change.name
            case Called():
                self.called = True
                self.replaced = {}
            case Drawn():
                about = Round(self.code, self.matches + 1, DRAW)
                self.drawing = Draw(about, change.seed, change.committed, cut=0)
            case Coded():
                codes_of(self.rules, {change.side: change.signs})
                self.codes[change.side] = change.signs
            case Begun():
                self._begin(change)
            case Sealed():
                dealer = self.playing.deals.next_dealer()
                about = Round(self.code, self.matches, len(self.playing.log) + 1)
                self.before = self.sealing or self.before
                cutter = next_seat(dealer, self.rules.players, -1)
                self.sealing = self.draws[about.deal] = Draw(about, change.seed, change.committed, cutter)
            case Lifted():
                assert self.sealing is not None
                check_cut(len(self.rules.pack), change.cut)
                self.sealing.cut = change.cut
            case Dealt():
                assert self.sealing is not None
                cut = change.cut if self.sealing.cut is None else self.sealing.cut
                self._share_moves()
                self.playing.deal(seed=self.sealing.result(change.secrets, change.salt), cut=cut)
                self.sealing.open(change.secrets, change.salt, cut)
                self.said.clear()
                self.knows = {chair.guest: chair.seat for chair in self.chairs.values() if chair.guest is not None}
            case NextDuel():
                self.playing.deal()
                self.said.clear()
            case Moved():
                self.playing.play(change.seat, change.move)
                self._spend(change)
                self._keep_breath(change)
                if self.match is not None and self.match.over and not self.played:
                    self.played = self.names
            case Watched():
                self.playing.watch(change.seat, change.whom)
            case Away():
                self._spend(change)
                self.chairs[change.seat].away = change.away
            case _:
                assert_never(change)
        self.changes += 1
        if not is_aside(change):
            self.version += 1
            if isinstance(change, PLAY):
                self.moment = self.version

    def _readmit(self, seat: int) -> None:
        self.replaced = {guest: old for guest, old in self.replaced.items() if old != seat}

    def _free(self, seat: int, guest: str | None) -> None:
        """Nobody waits for the seat, and the guest for none."""
        self.coming = {at: one for at, one in self.coming.items() if at != seat and one.guest != guest}

    def _begin(self, change: Begun) -> None:
        draw, self.record_before = self.drawing, self.record
        seed = change.seed if draw is None else draw.result(change.secrets)
        # The record tells the codes when the match is over, so the next one begins without them.
        self.match = Match(self.rules, seed=seed, captains=self._captains(), signs=self.codes)
        self.codes = {}
        self.matches += 1
        self.sealing, self.before, self.draws, self.played = None, draw, {}, {}
        if draw is not None:
            draw.open(change.secrets)
            self.draws[DRAW] = draw
        self.called, self.drawing = False, None
        self.spent.clear()

    def _share_moves(self) -> None:
        """Replace the moves of the last deal, which is over, by shared ones: a long match has the same ones often."""
        for hand in self.playing.log[-1].hands if self.playing.log else ():
            hand.moves = [_shared_move(seat, move) for seat, move in hand.moves]

    def _spend(self, change: Moved | Away) -> None:
        guest = self.chairs[change.seat].guest
        if guest is not None and change.spent:
            self.spent[guest] = self.spent.get(guest, 0) + change.spent

    def _keep_breath(self, moved: Moved) -> None:
        """What waits for its time: all of a new breath, and of the last one what has not been said yet."""
        waiting = self.said.get(moved.seat, ())
        if moved.then:
            self.said[moved.seat] = moved.then
        elif waiting[:1] == (moved.move,):
            self.said[moved.seat] = waiting[1:]

    def _captains(self) -> tuple[int, int]:
        """The first person of each side leads it (S003); otherwise its first seat."""
        led = {A: 1, B: 2}
        for seat in sorted(self.chairs, reverse=True):
            if self.chairs[seat].guest is not None:
                led[side_of(seat)] = seat
        return led[A], led[B]

    # ------------------------------------------------------------------------------------------------------- looking

    @property
    def playing(self) -> Match:
        assert self.match is not None
        return self.match

    @property
    def phase(self) -> Phase:
        match = self.match
        if self.called:
            return "drawing"
        if match is None:
            return "gathering"
        if match.turn:
            return "playing"
        if match.over:
            return "over"
        return "cutting" if self.is_dealing else "resting"

    @property
    def is_playing(self) -> bool:
        """Whether a match is being played, or about to begin."""
        return self.called or (self.match is not None and not self.match.over)

    @property
    def is_dealing(self) -> bool:
        """Whether the seal of a deal is published and the cards are not dealt yet."""
        return self.sealing is not None and not self.sealing.opened

    @property
    def waits_for_cut(self) -> bool:
        return self.sealing is not None and self.sealing.cut is None

    @property
    def asks_for_secrets(self) -> Draw | None:
        """The draw whose secrets the pages reveal now."""
        draw = self.drawing if self.called else self.sealing
        return draw if draw is not None and draw.asks else None

    @property
    def chance(self) -> Chance:
        """The next draw whose seed is not fixed: pages may commit to a secret for it."""
        if not self.called and self.match is not None and not self.match.over:
            return Chance(self.matches, 1 if self.sealing is None else self.sealing.about.deal + 1)
        return Chance(self.matches + 1, DRAW if self.drawing is None else DRAW + 1)

    @property
    def needs_deal(self) -> bool:
        """Whether a new deal comes next, and not another duel of this one."""
        return not self.playing.turn and not self.playing.over and self.playing.deals.next_field() is None

    @property
    def breath(self) -> Moved | None:
        """A call that was said in one breath with another, and whose time has come."""
        turn = {} if self.match is None or not self.said else self.match.turn
        ready = (seat for seat, moves in self.said.items() if moves and moves[0] in turn.get(seat, ()))
        return next((Moved(seat, self.said[seat][0]) for seat in ready), None)

    def seat_of(self, guest: str) -> int | None:
        return next((chair.seat for chair in self.chairs.values() if chair.guest == guest), None)

    def alias(self, guest: str) -> str:
        """What others may know a guest by, whatever the name; at another table it is something else."""
        return sha256(f"{self.id} {guest}".encode()).hexdigest()[:ALIAS]

    def spent_by(self, seat: int) -> int:
        """Milliseconds of the reserve that who sits there has used."""
        return self.spent.get(self.chairs[seat].guest or "", 0)

    def eyes_of(self, guest: str) -> int:
        """Through whose eyes a guest sees the hand on the table: who has sat down there since it was dealt sees it from
        outside, for its cards were another's."""
        seat = self.seat_of(guest)
        on_table = self.match is not None and self.match.hand is not None and not self.match.over
        return OUTSIDE if seat is None or (on_table and self.knows.get(guest) != seat) else seat

    def may_sit(self, guest: str, seat: int) -> bool:
        """Nobody sits down to cards that a bot has held, and who has seen those of one seat may not play with others:
        one only comes back to one's own before the next deal."""
        dealt = self.match is not None and bool(self.match.log) and not self.needs_deal and not self.match.over
        return not dealt or self.knows.get(guest) == seat

    @property
    def record(self) -> str | None:
        """Of the match, when it is over."""
        if self.match is None or not self.match.over:
            return None
        opened = {number: draw for number, draw in self.draws.items() if draw.opened}
        told = {
            number: Opening(draw.seal, draw.committed, draw.seed, draw.secrets)
            for number, draw in opened.items()
            if draw.committed is not None
        }
        older = {number: draw.seal for number, draw in opened.items() if draw.committed is None}
        about = Round(self.code, self.matches, DRAW)
        return with_names(with_openings(record(self.match), about, told, older), self.played)

    @property
    def last_record(self) -> str | None:
        return self.record or self.record_before

    def code_of(self, guest: str) -> str:
        """The own señas of the side that a guest sits on."""
        seat = self.seat_of(guest)
        if seat is None:
            return ""
        if self.match is None or self.match.over:
            return self.codes.get(side_named(seat), "")
        return write_code(self.match.signs.agreed.get(side_named(seat), ()))

    def waits_for(self, guest: str) -> int | None:
        """The seat that a guest takes with the next deal."""
        return next((one.seat for one in self.coming.values() if one.guest == guest), None)

    @property
    def names(self) -> dict[int, str]:
        return {chair.seat: chair.name for chair in self.chairs.values() if chair.name}

    def deal_told(self) -> Deal | None:
        """What may be known of the deal: the server's seed when all its hands are over and nobody can challenge what
        was said in them."""
        if self.called:
            return None if self.drawing is None else self.drawing.told(seed_too=False)
        if self.sealing is None:
            return None
        match = self.playing
        over = self.sealing.opened and not match.turn and match.deals.next_field() is None
        return self.sealing.told(seed_too=over and not match.claims())

    def last_told(self) -> Deal | None:
        """The same of the deal before."""
        if self.before is None:
            return None
        return self.before.told(seed_too=not self.is_dealing or not self.playing.claims())
