"""The legal moves of a hand, and the stakes of each."""

from __future__ import annotations

from collections.abc import Mapping

from truquero.cards import CARDS, Card
from truquero.engine import Automaton, Guard, Menu, Need, Node
from truquero.engine.bets import Bet, given_by, made_by, played_for
from truquero.engine.state import OF_CARDS, PLAY
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import HandScore, Stake
from truquero.table.holdings import Holdings
from truquero.table.position import LaidCard
from truquero.table.score_guards import score_allows
from truquero.table.sure_wins import surely_wins
from truquero.table.validation import check_is_text


class LegalMoves:
    """The methods of `Hand` that say who may act and which moves are legal. They change nothing."""

    __slots__ = ()
    rules: HandRules
    seats: tuple[int, ...]
    score: HandScore
    laid: list[LaidCard]
    _all_known: bool
    _automaton: Automaton
    _holdings: Holdings
    _menus: dict[int, Menu]  # by place; only the places that may act
    _node: Node
    _places: Mapping[int, int]
    _strengths: Mapping[Card, int]
    _turned: Card | None

    def legal(self, seat: int) -> list[str]:
        """Return the codes of a seat's legal moves, in the order of the engine; none for a seat outside this hand."""
        place = self._places.get(seat)
        menu = None if place is None else self._menus.get(place)
        return [] if place is None or menu is None else self._codes(place, menu)

    def allows(self, seat: int, move: str) -> bool:
        """Return whether a move is legal for a seat, without listing its moves: there may be hundreds."""
        if not isinstance(move, str):
            check_is_text(move)
        place = self._places.get(seat)
        menu = None if place is None else self._menus.get(place)
        if place is None or menu is None:
            return False
        entry, card = menu.words.get(move), None
        if entry is None:
            kind, _hyphen, name = (PLAY, "", move) if move in CARDS else move.partition("-")
            card = CARDS.get(name)
            entry = menu.with_card.get(kind) if card is not None and (kind != PLAY or not _hyphen) else None
        if entry is None or (card is not None and card not in self._playable(place, entry.guards)):
            return False
        return not entry.guards or self._all_hold(place, entry.guards)

    def _codes(self, place: int, menu: Menu) -> list[str]:
        codes = menu.free.copy()
        for move, need in menu.by_cards:
            if self._holdings.may(place, need):
                codes.append(move)
        for move, guards in menu.guarded:
            if self._all_hold(place, guards):
                codes.append(move)
        if menu.lays:
            codes += self._holdings.held[place] if self._all_known else self._holdings.playable(place)  # type: ignore[arg-type]
            return codes
        for move, entry in menu.with_card.items():
            if not entry.guards or self._all_hold(place, entry.guards):
                cards = self._playable(place, entry.guards)
                codes += cards if move == PLAY else [f"{move}-{card}" for card in cards]
        return codes

    def turn(self) -> dict[int, list[str]]:
        """Return the legal moves of each seat that may act now."""
        seats, codes_of = self.seats, self._codes
        return {seats[place]: codes for place, menu in self._menus.items() if (codes := codes_of(place, menu))}

    def may_act(self) -> tuple[int, ...]:
        """Return the seats that may be able to act, judged by the public state alone."""
        return tuple(self.seats[place] for place in self._menus)

    def may_call(self, seat: int, word: str) -> bool:
        """Return whether the public state lets a seat say a word, such as `flor`, if its cards allow it."""
        menu = self._menus.get(self._places[seat])
        return menu is not None and word in menu.words

    def must_act(self) -> tuple[int, ...]:
        """Return the seats that must act, not those that may only interrupt: waiting would reveal which seats can."""
        places = self._node.must_act(self._automaton.rules) if self._menus else ()
        return tuple(self.seats[place] for place in places)

    def bet(self, seat: int, move: str) -> Bet | None:
        """Return the bet that a call of a seat would make; None for a move that is no call."""
        return made_by(self._automaton, self._node, self._places[seat], move)

    def played_for(self, seat: int, move: str) -> Stake | None:
        """Return the stake to be won after an answer of a seat, or with its flor; None for any other move."""
        return played_for(self.rules, self._node.state, self._places[seat], move)

    def paid_at_once(self, seat: int, move: str) -> list[tuple[int, int]]:
        """Return the (side, points) pairs that a call or answer of a seat pays at once, whatever the cards."""
        awards = given_by(self._automaton, self._node, self._places[seat], move)
        return [(award.side, award.stake.value(award.side, self.score)) for award in awards]

    def _playable(self, place: int, guards: tuple[Guard, ...]) -> list[Card]:
        """Return the cards that a place may hold now, if the guards hold."""
        if self._all_known:
            return self._holdings.held[place]  # type: ignore[return-value]
        return self._holdings.playable(place, tuple(guard.need for guard in guards if guard.need in OF_CARDS))

    def _all_hold(self, place: int, guards: tuple[Guard, ...]) -> bool:
        for guard in guards:
            need = guard.need
            if not (self._holdings.may(place, need) if need in OF_CARDS else self._holds(place, guard)):
                return False
        return True

    def _holds(self, place: int, guard: Guard) -> bool:
        """Return whether a guard holds that is about the score or about cards that win for certain."""
        if guard.need is Need.SURE_WIN:
            own = self._holdings.strongest(place, self._strengths)
            return surely_wins(
                self.rules, self._node.state, place, self.seats, own, self.laid, self._turned, self._strengths
            )
        return score_allows(self.rules, guard, self.score)
