"""The cards of a hand as a record states them. Each statement is checked as it is read, so errors name its line."""

from __future__ import annotations

from truquero.cards import CARDS, Card
from truquero.engine.flor import FLOR_WORDS
from truquero.engine.state import COVER
from truquero.i18n import _
from truquero.records.format import Statement
from truquero.rules.game import Exposed
from truquero.rules.moves import ANOTHER, KEEP
from truquero.table import IllegalMove, Match, TableError
from truquero.table.holdings import MaybeCard
from truquero.table.schedule import Lineup, Packets
from truquero.table.validation import CardsBySeat


class StatedCards:
    """A hand that was dealt and is not yet opened. Cards that the record omits come from the seed or stay unknown."""

    def __init__(self, match: Match, lineup: Lineup, line: int) -> None:
        self.lineup, self.line = lineup, line
        self._given = match.deals.given_cards(lineup)  # carries the turned card over: the duels of a deal share it
        self._is_turned_stated = False
        self.choice: tuple[int, str] | None = None  # acepta-carta or otra-carta, recorded before the cards
        self.replacement: Card | None = None  # the card that replaces the exposed card, if it is known
        self.names_replacement = False  # the record gives the cards as they are after the exchange
        self._match = match
        self._drawn: Packets | None = None

    @property
    def cards(self) -> CardsBySeat:
        return self._given.cards

    @property
    def turned(self) -> Card | None:
        return self._given.turned

    @property
    def exposed(self) -> tuple[int, Card] | None:
        return self._given.exposed

    # --------------------------------------------------------------------------------------------------- statements

    def take(self, statement: Statement) -> None:
        """Process a statement `cards`, `turned` or `exposed`."""
        if statement.word == "turned":
            self._turn(statement)
            return
        seat = statement.number()
        self._given.check_seat(seat)
        if statement.word == "exposed":
            self._expose(seat, statement.arguments[1])
        else:
            self._deal(seat, statement.arguments[1:])

    def _turn(self, statement: Statement) -> None:
        rules, packets = self._match.rules, self._packets()
        if not rules.deal.turned:
            raise TableError(_("{variant} turns no card").format(variant=rules.variant))
        if self._is_turned_stated:
            raise TableError(_("a card is turned already"))
        self._given.set_turned(statement.arguments[0])
        self._is_turned_stated = True
        if packets is not None and self.turned != packets.turned:
            message = _("the seed turns {card}, not {given}")
            raise TableError(message.format(card=packets.turned, given=self.turned))

    def _expose(self, seat: int, text: str) -> None:
        if self.cards:
            raise TableError(_("exposed must stand before the cards"))
        if self.exposed is not None:
            raise TableError(_("a card is exposed already"))
        self._given.expose(seat, text)

    def _deal(self, seat: int, texts: tuple[str, ...]) -> None:
        mine = list(self._given.read(seat, texts))
        self._check_seed(seat, mine)
        self._keep(seat, mine)

    def _keep(self, seat: int, mine: list[MaybeCard]) -> None:
        if self.exposed is not None and self.exposed[0] == seat:
            self._check_exposed(mine)
        self._given.deal(seat, mine)

    # --------------------------------------------------------------------------------------------------- the seed

    def _packets(self) -> Packets | None:
        """Return the cards that the seed deals, or None without a seed.

        The result is cached: a record states seed and cut before any card.
        """
        log = self._match.log[-1]
        if self._drawn is None and log.seed is not None:
            self._drawn = self._match.deals.packets(log.seed, log.cut)
        return self._drawn

    def _check_seed(self, seat: int, mine: list[MaybeCard]) -> None:
        packets = self._packets()
        if packets is None:
            return
        drawn = packets.hands[len(self._match.log[-1].hands)][seat]
        spare = set(packets.spare) if self.exposed is not None and self.exposed[0] == seat else set()
        if set(mine) - {None} - set(drawn) - spare:
            message = _("the seed deals seat {seat} {cards}, not these cards")
            raise TableError(message.format(seat=seat, cards=" ".join(drawn)))
        if None in mine:
            mine[:] = drawn

    # ------------------------------------------------------------------------------------------------ an exposed card

    def store_choice(self, seat: int, move: str) -> bool:
        """Store the choice about an exposed card, which is played once the cards are known.

        Return whether the move is such a choice. Raise IllegalMove if another seat makes it.
        """
        rule = self._match.rules.deal.exposed
        if self.exposed is None or self.cards or self.choice is not None or move not in (KEEP, ANOTHER):
            return False
        if rule is Exposed.REDEAL or (move == ANOTHER and rule is Exposed.RECEIVER_OR_REDEAL):
            return False  # the deal is void, so no cards follow
        if seat != self.exposed[0]:
            why = _("the card fell to seat {seat}").format(seat=self.exposed[0])
            raise IllegalMove(seat, move, why, ())
        self.choice = (seat, move)
        return True

    def _check_exposed(self, mine: list[MaybeCard]) -> None:
        """Check that the exposed card is among the receiver's cards.

        If the record gives the cards as they are after the exchange, undo the exchange in `mine`.
        """
        assert self.exposed is not None
        seat, card = self.exposed
        if card in mine:
            return
        is_kept = self.choice is not None and self.choice[1] == KEEP
        if None in mine:
            mine[mine.index(None)] = card
        elif is_kept or self._match.rules.deal.exposed is not Exposed.RECEIVER_OR_ANOTHER:
            message = _("seat {seat} was dealt the exposed {card}, which is not among its cards")
            raise TableError(message.format(seat=seat, card=card))
        else:
            packets = self._packets()
            new = 0 if packets is None else mine.index(self._next_spare(packets))
            self.replacement, mine[new] = mine[new], card
            self.names_replacement = True

    # ------------------------------------------------------------------------------------------------------ opening

    def _next_spare(self, packets: Packets) -> Card:
        """Return the card that replaces an exposed card: the first spare that no earlier duel of the deal has used."""
        return packets.spare[sum(hand.replacement is not None for hand in self._match.log[-1].hands)]

    def complete(self) -> None:
        """Fill in the cards that the record omits: from the seed, or as unknown cards."""
        packets = self._packets()
        drawn = None if packets is None else packets.hands[len(self._match.log[-1].hands)]
        for seat in self.lineup.seats:
            if seat not in self.cards:
                self._keep(seat, [None] * self._given.size(seat) if drawn is None else list(drawn[seat]))
        if packets is not None:
            if packets.turned is not None:
                self._given.set_turned(packets.turned)
            is_replaced = self._match.rules.deal.exposed is Exposed.RECEIVER_OR_ANOTHER and self.exposed is not None
            self.replacement = self._next_spare(packets) if is_replaced else None
        rules = self._match.rules
        if rules.deal.turned and self.turned is None:
            message = _("{variant} needs the turned card: add a line such as turned 5o")
            raise TableError(message.format(variant=rules.variant))

    def silent(self, moves: list[tuple[int, str]]) -> frozenset[int]:
        """Return the seats with unknown cards that sing no flor in `moves`, the moves of the hand."""
        singers = {seat for seat, move in moves if move in FLOR_WORDS}
        return frozenset(seat for seat, mine in self.cards.items() if None in mine and seat not in singers)

    def shown_later(self, moves: list[tuple[int, str]]) -> dict[int, list[Card]]:
        """Return, by seat, the unknown cards that become known when they are played."""
        cards: dict[int, list[Card]] = {}
        shown: set[Card] = set()
        for seat, move in moves:
            card = CARDS.get(move.removeprefix(f"{COVER}-"))
            mine = self.cards.get(seat, ())
            if card is None or card in shown or None not in mine or card in mine:
                continue
            if self._given.may_be_held(card, seat):
                cards.setdefault(seat, []).append(card)
                shown.add(card)
        return cards
