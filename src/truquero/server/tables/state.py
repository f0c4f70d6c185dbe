"""The state of a table, determined entirely by its stored changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import assert_never

from msgspec import structs

from truquero.bots.company import tempered
from truquero.records.fair_deals import DRAW, DrawKey, table_code
from truquero.server.changes import (
    AwayChanged,
    CardsDealt,
    Change,
    DealerDrawSealed,
    DealSealed,
    DuelBegun,
    GuestReadmitted,
    GuestRenamed,
    MatchBegun,
    MatchCalled,
    MatchChange,
    MoveMade,
    PaceChanged,
    PackCut,
    PortraitChosen,
    SeatChanged,
    SeatingChange,
    SeatReserved,
    SignsAgreed,
    TableSettings,
    WatchChanged,
)
from truquero.server.summary import ListingSummary, Phase
from truquero.server.tables.chairs import Chair
from truquero.server.tables.draws import Draw, ShownDraw
from truquero.server.tables.match_records import published_record
from truquero.session import QueuedCalls
from truquero.table import Hand, Match
from truquero.table.dealing import check_cut
from truquero.table.schedule import A, B, next_seat, side_of
from truquero.table.sign_codes import code_in_words, codes_of, read_code, side_named
from truquero.table.signs import SIGN
from truquero.table.view import SPECTATOR

ALIAS = 16  # hexadecimal digits


def is_covert(change: Change) -> bool:
    """Return whether only some players may notice a change: a look, a seña, or the code of a side."""
    return isinstance(change, WatchChanged | SignsAgreed) or (
        isinstance(change, MoveMade) and change.move.startswith(SIGN)
    )


@lru_cache(maxsize=8192)
def _shared_move(seat: int, move: str) -> tuple[int, str]:
    return seat, move


@dataclass
class TableState:
    """The state of a table.

    `changes` counts all stored changes. `version` counts only those that the whole table notices, so that it reveals no
    look or seña of another player. A page that knows a version has seen everything up to it. `match_version` is the
    version of the last change of the match itself, so that a guest who sits down does not stop a clock.
    """

    id: str
    settings: TableSettings
    owner: str
    chairs: dict[int, Chair] = field(default_factory=dict)
    changes: int = 0
    version: int = 0
    match_version: int = 0
    matches: int = 0
    match: Match | None = None
    is_match_called: bool = False  # a match is about to begin, and its first dealer is being drawn
    dealer_draw: Draw | None = None  # the draw for the first dealer, once the server's seed is fixed
    deal_draw: Draw | None = None  # the draw of the deal that comes next or is being played
    previous_draw: Draw | None = None  # the draw before that
    draws: dict[int, Draw] = field(default_factory=dict)  # all draws of the match, by the number of the deal
    spent: dict[str, int] = field(default_factory=dict)  # milliseconds of the reserve used in this match, by guest
    queued_calls: QueuedCalls = field(default_factory=QueuedCalls)
    reservations: dict[int, SeatReserved] = field(default_factory=dict)  # by seat, guests who come with the next deal
    replaced: dict[str, int] = field(default_factory=dict)  # guests replaced in this match, with their seat
    previous_record: str | None = None  # of the last match; `TableRegistry` replays the changes for older ones
    seen_seats: dict[str, int] = field(default_factory=dict)  # by guest, the seat whose cards of this deal it has seen
    first_deals: dict[int, int] = field(default_factory=dict)  # by seat, where its guest came during this match
    final_names: dict[int, str] = field(default_factory=dict)  # by seat, the names of the players when the match ended
    sign_codes: dict[str, str] = field(default_factory=dict)  # by side, the señas it has agreed on for the next match

    def __post_init__(self) -> None:
        self.rules, self.public_id = self.settings.rules, table_code(self.id)
        for seat in range(1, self.rules.players + 1):
            self.chairs.setdefault(seat, Chair(seat))

    # ---------------------------------------------------------------------------------------------- applying changes

    def apply(self, change: Change) -> None:
        """Apply a change. Raise TableError, and change nothing, if it is illegal."""
        if isinstance(change, MatchChange):
            self._apply_to_match(change)
        else:
            self._apply_to_seats(change)
        self.changes += 1
        if not is_covert(change):
            self.version += 1
            if isinstance(change, MatchChange):
                self.match_version = self.version

    def _apply_to_seats(self, change: SeatingChange) -> None:
        """Apply a change of seats, names, codes, looks or pace, or of a bot that plays for an absent guest."""
        match change:
            case SeatChanged():
                chair = self.chairs[change.seat]
                if chair.guest not in (None, change.guest):  # the player who leaves the side knows its code
                    self.sign_codes.pop(side_named(change.seat), None)
                if change.guest is not None:  # the host readmits through the bot in this seat, which is now gone
                    self._readmit(change.seat)
                if change.stalled and chair.guest is not None:
                    self.replaced[chair.guest] = change.seat
                chair.guest, chair.name, chair.bot, chair.away = change.guest, change.name, change.bot, False
                chair.portrait = change.portrait
                self.first_deals[change.seat] = 1 if self.match is None else len(self.match.log) + 1
                self._free(change.seat, change.guest)
            case GuestReadmitted():
                self._readmit(change.seat)
            case SeatReserved():
                self._free(change.seat, change.guest)
                if change.guest is not None:
                    self.reservations[change.seat] = change
            case GuestRenamed():
                self.chairs[change.seat].name = change.name
            case PortraitChosen():
                self.chairs[change.seat].portrait = change.portrait
            case SignsAgreed():
                codes_of(self.rules, {change.side: change.signs})
                self.sign_codes[change.side] = change.signs
            case PaceChanged():
                self.settings = structs.replace(self.settings, answer_seconds=change.answer_seconds, speed=change.speed)
            case WatchChanged():
                self.current_match.watch(change.seat, change.whom)
            case AwayChanged():
                self._spend(change)
                self.chairs[change.seat].away = change.away
            case _:
                assert_never(change)

    def _apply_to_match(self, change: MatchChange) -> None:
        """Apply a change of the match itself."""
        match change:
            case MatchCalled():
                self.is_match_called = True
                self.replaced = {}
            case DealerDrawSealed():
                draw_key = DrawKey(self.public_id, self.matches + 1, DRAW)
                self.dealer_draw = Draw(draw_key, change.seed, change.committed, cut=0)
            case MatchBegun():
                self._begin(change)
            case DealSealed():
                dealer = self.current_match.deals.next_dealer()
                draw_key = DrawKey(self.public_id, self.matches, len(self.current_match.log) + 1)
                self.previous_draw = self.deal_draw or self.previous_draw
                cutter = next_seat(dealer, self.rules.players, -1)
                self.deal_draw = self.draws[draw_key.deal] = Draw(draw_key, change.seed, change.committed, cutter)
            case PackCut():
                assert self.deal_draw is not None
                check_cut(len(self.rules.pack), change.cut)
                self.deal_draw.cut = change.cut
            case CardsDealt():
                assert self.deal_draw is not None
                cut = change.cut if self.deal_draw.cut is None else self.deal_draw.cut
                self._share_moves()
                self.current_match.deal(seed=self.deal_draw.result(change.secrets, change.salt), cut=cut)
                self.deal_draw.open(change.secrets, change.salt, cut)
                self.queued_calls.clear()
                self.seen_seats = {chair.guest: chair.seat for chair in self.chairs.values() if chair.guest is not None}
            case DuelBegun():
                self.current_match.deal()
                self.queued_calls.clear()
            case MoveMade():
                self.current_match.play(change.seat, change.move)
                self._spend(change)
                self.queued_calls.note_move(change.seat, change.move, change.then)
                if self.match is not None and self.match.over and not self.final_names:
                    self.final_names = self.names
            case _:
                assert_never(change)

    def _readmit(self, seat: int) -> None:
        self.replaced = {guest: old_seat for guest, old_seat in self.replaced.items() if old_seat != seat}

    def _free(self, seat: int, guest: str | None) -> None:
        """Remove the reservation of a seat, and any reservation of a guest."""
        self.reservations = {
            reserved_seat: reservation
            for reserved_seat, reservation in self.reservations.items()
            if reserved_seat != seat and reservation.guest != guest
        }

    def _begin(self, change: MatchBegun) -> None:
        draw, self.previous_record = self.dealer_draw, self.record
        seed = change.seed if draw is None else draw.result(change.secrets)
        # The record reveals the codes when the match is over, so the next match starts without them.
        self.match = Match(self.rules, seed=seed, captains=self._captains(), signs=self.sign_codes)
        self.sign_codes = {}
        self.matches += 1
        self.deal_draw, self.previous_draw, self.draws, self.final_names = None, draw, {}, {}
        if draw is not None:
            draw.open(change.secrets)
            self.draws[DRAW] = draw
        self.is_match_called, self.dealer_draw = False, None
        self.spent.clear()
        self.first_deals.clear()

    def _share_moves(self) -> None:
        """Replace the moves of the last deal by shared tuples, to save memory: a long match repeats the same moves."""
        for hand in self.current_match.log[-1].hands if self.current_match.log else ():
            hand.moves = [_shared_move(seat, move) for seat, move in hand.moves]

    def _spend(self, change: MoveMade | AwayChanged) -> None:
        guest = self.chairs[change.seat].guest
        if guest is not None and change.spent:
            self.spent[guest] = self.spent.get(guest, 0) + change.spent

    def _captains(self) -> tuple[int, int]:
        """Return the captain of each side: its first person (S003), or its first seat if it has none."""
        captains = {A: 1, B: 2}
        for seat in sorted(self.chairs, reverse=True):
            if self.chairs[seat].guest is not None:
                captains[side_of(seat)] = seat
        return captains[A], captains[B]

    # ------------------------------------------------------------------------------------------------------- queries

    @property
    def hand(self) -> Hand | None:
        return None if self.match is None else self.match.hand

    @property
    def event_count(self) -> int:
        """The number of events of the current hand."""
        return 0 if self.match is None else len(self.match.events)

    @property
    def current_match(self) -> Match:
        assert self.match is not None
        return self.match

    @property
    def phase(self) -> Phase:
        match = self.match
        if self.is_match_called:
            return "drawing"
        if match is None:
            return "gathering"
        if match.turn:
            return "playing"
        if match.over:
            return "over"
        return "cutting" if self.is_dealing else "resting"

    @property
    def summary(self) -> ListingSummary:
        """The summary of the table for lists of tables."""
        chairs = self.chairs.values()
        return ListingSummary(
            "playing" if self.is_playing else "gathering" if self.match is None else "over",
            tuple((chair.seat, chair.guest) for chair in chairs if chair.guest is not None),
            sum(chair.is_empty for chair in chairs),
        )

    @property
    def is_playing(self) -> bool:
        """Whether a match is being played or about to begin."""
        return self.is_match_called or (self.match is not None and not self.match.over)

    @property
    def is_dealing(self) -> bool:
        """Whether the seal of a deal is published and the cards are not dealt yet."""
        return self.deal_draw is not None and not self.deal_draw.opened

    @property
    def awaited_cutter(self) -> int | None:
        """The seat that the table waits for to cut, if any."""
        return None if self.deal_draw is None or self.deal_draw.cut is not None else self.deal_draw.cutter

    @property
    def draw_awaiting_secrets(self) -> Draw | None:
        """The draw for which the pages should reveal their secrets now."""
        draw = self.dealer_draw if self.is_match_called else self.deal_draw
        return draw if draw is not None and draw.awaits_secrets else None

    @property
    def next_draw_key(self) -> DrawKey:
        """The next draw without a fixed seed. Pages may commit to a secret for it."""
        if not self.is_match_called and self.match is not None and not self.match.over:
            return DrawKey(self.public_id, self.matches, 1 if self.deal_draw is None else self.deal_draw.key.deal + 1)
        return DrawKey(self.public_id, self.matches + 1, DRAW if self.dealer_draw is None else DRAW + 1)

    @property
    def needs_deal(self) -> bool:
        """Whether a new deal comes next, and not another duel of the same deal."""
        return (
            not self.current_match.turn
            and not self.current_match.over
            and self.current_match.deals.next_in_deal() is None
        )

    def bot_of(self, seat: int) -> str | None:
        """Return the bot that plays a seat, also while its guest is away; None if a person does."""
        chair = self.chairs[seat]
        return chair.bot or (self.settings.bots if chair.away else None)

    def tempered_bot_of(self, seat: int) -> str | None:
        """Return the bot that plays a seat, with the temper of the person in whose place it sits."""
        chair = self.chairs[seat]
        return tempered(chair.bot, chair.portrait) if chair.bot else self.bot_of(seat)

    def is_bot(self, seat: int) -> bool:
        """Return whether a bot plays a seat."""
        return self.bot_of(seat) is not None

    def seat_of(self, guest: str) -> int | None:
        return next((chair.seat for chair in self.chairs.values() if chair.guest == guest), None)

    def alias(self, guest: str) -> str:
        """Return the identifier by which others know a guest. It does not depend on the name and differs by table."""
        return sha256(f"{self.id} {guest}".encode()).hexdigest()[:ALIAS]

    def spent_by(self, seat: int) -> int:
        """Return the milliseconds of the reserve that the guest in a seat has used."""
        return self.spent.get(self.chairs[seat].guest or "", 0)

    def viewed_seat(self, guest: str) -> int:
        """Return the seat whose view of the hand a guest sees.

        A guest who sat down after the deal sees the public view, because those cards belonged to another player.
        """
        seat = self.seat_of(guest)
        on_table = self.match is not None and self.match.hand is not None and not self.match.over
        return SPECTATOR if seat is None or (on_table and self.seen_seats.get(guest) != seat) else seat

    def may_sit(self, guest: str, seat: int) -> bool:
        """Return whether a guest may sit down in a seat now.

        After a deal a guest may only return to the seat whose cards the guest has seen. Nobody takes over the cards of
        a bot, and nobody plays with the cards of one seat after seeing those of another.
        """
        dealt = self.match is not None and bool(self.match.log) and not self.needs_deal and not self.match.over
        return not dealt or self.seen_seats.get(guest) == seat

    @property
    def record(self) -> str | None:
        """The record of the match; None until it is over."""
        if self.match is None or not self.match.over:
            return None
        first_draw_key = DrawKey(self.public_id, self.matches, DRAW)
        return published_record(self.match, first_draw_key, self.draws, self.final_names)

    @property
    def last_record(self) -> str | None:
        return self.record or self.previous_record

    def signs_of(self, guest: str) -> str:
        """Return the señas that the side of a guest has agreed on, in the language in use."""
        seat = self.seat_of(guest)
        if seat is None:
            return ""
        if self.match is None or self.match.over:
            return code_in_words(read_code(self.rules, self.sign_codes.get(side_named(seat), "")))
        return code_in_words(self.match.signs.agreed.get(side_named(seat), ()))

    def reserved_seat(self, guest: str) -> int | None:
        """Return the seat that a guest takes with the next deal, if any."""
        return next((seat for seat, reservation in self.reservations.items() if reservation.guest == guest), None)

    @property
    def names(self) -> dict[int, str]:
        return {chair.seat: chair.name for chair in self.chairs.values() if chair.name}

    @property
    def shown_draw(self) -> ShownDraw | None:
        """The current draw. It shows the seed when its hands are over and nobody can challenge them any more."""
        if self.is_match_called:
            return None if self.dealer_draw is None else ShownDraw(self.dealer_draw, shows_seed=False)
        if self.deal_draw is None:
            return None
        match = self.current_match
        over = self.deal_draw.opened and not match.turn and match.deals.next_in_deal() is None
        return ShownDraw(self.deal_draw, shows_seed=over and not match.claims())

    @property
    def shown_previous_draw(self) -> ShownDraw | None:
        """The previous draw."""
        if self.previous_draw is None:
            return None
        return ShownDraw(self.previous_draw, shows_seed=not self.is_dealing or not self.current_match.claims())
