"""The view of a seat: all that it may know. Players get information about a table only through it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from truquero.cards import CARDS, HIDDEN, Card, CardError
from truquero.engine import State
from truquero.engine.state import COVER, DISCARD, PLAY, bit, pending_lance
from truquero.i18n import _
from truquero.rules.game import HandType, Rules
from truquero.rules.hand_rules import CARDS_IN_HAND, HandRules
from truquero.rules.stakes import HandScore
from truquero.rules.voices import Sign
from truquero.table.errors import IllegalMove
from truquero.table.hand import Hand
from truquero.table.holdings import MaybeCard
from truquero.table.log import Event
from truquero.table.match_state import MatchState
from truquero.table.pending import Pending, pending_in, speakers
from truquero.table.pending_call import PendingCall, pending_call_in, worth_now
from truquero.table.position import LaidCard
from truquero.table.schedule import GALLO, PAIR, Lineup, side_of
from truquero.table.score import hand_score_of
from truquero.table.sign_codes import SignCode
from truquero.table.signs import NO_CODES
from truquero.table.special_moves import open_challenges
from truquero.table.summary import summary_of_hand
from truquero.table.validation import check_has_points, check_rules

SPECTATOR = 0  # the seat number of spectators
HIDDEN_MOVES = (f"{COVER}-", f"{DISCARD}-")


@dataclass(frozen=True)
class CardOnTable:
    """A card on the table. `card` is None if it lies face down and the viewing seat may not see it."""

    seat: int  # the seat that laid it
    card: Card | None  # None if this seat may not see it
    trick: int  # the number of its trick, from 0
    past: bool = False  # of a past trick, where such cards may not be looked at again (S002 §9)
    face_down: bool = False  # laid face down


@dataclass(frozen=True)
class View:
    """The information that a seat has. Cards that it may not see, and cards that are unknown (`??`), are None or
    absent.

    >>> from truquero import Match
    >>> match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"}, score=(3, 5))
    >>> match.play(1, "1e")
    >>> view = match.view(2)
    >>> view.cards, view.score, view.moves[-3:]
    (('3b', '11o', '10e'), (3, 5), ('3b', '11o', '10e'))
    >>> view.table
    (CardOnTable(seat=1, card='1e', trick=0, past=False, face_down=False),)
    >>> view
    <View seat 2, argentino, 2 players, score 3-5, cards 3b 11o 10e, seats 1 2, table 1 1e, to act 2>
    >>> view.pending
    Pending(question='play', seats=(2,))
    """

    seat: int  # 0 for spectators
    variant: str  # the name of the game; empty for rules of your own
    players: int  # at the table
    target: int  # the points that win a game
    score: tuple[int, ...]  # the points of each side in the current game
    games: tuple[int, ...]  # the games that each side has won
    dealer: int | None  # the seat that deals
    seats: tuple[int, ...]  # the seats of this hand, mano first
    gallo: int | None  # with three players
    hand_type: str  # of this hand: a value of `HandType`
    turned: Card | None  # the card turned up
    cards: tuple[Card | None, ...]  # in this seat's hand; None for a card that it may not see
    partner_hands: tuple[tuple[int, tuple[Card, ...]], ...]  # other hands that the rules let this seat see
    table: tuple[CardOnTable, ...]  # the cards laid, in order
    events: tuple[Event, ...]  # of this hand, in order
    state: State | None  # the public state of the hand, in places from the mano; None before the first deal
    may_act: tuple[int, ...]  # seats that may be able to act, judged by the public state
    must_act: tuple[int, ...]  # seats that must act
    moves: tuple[str, ...]  # this seat's legal moves, in the order of `Match.turn`
    claims: tuple[str, ...]  # the challenges that this seat may make after the hand
    winner: str | None  # the side that has won the match
    winners: tuple[str, ...]  # with a fixed gallo two partners win together
    watching: int  # the seat that this seat watches, whose señas it would see
    seen_earlier: tuple[Card, ...] = ()  # cards seen in earlier duels of this deal, which come from the same pack
    exposed: tuple[int, Card] | None = None  # a seat and its card that fell face up, until the seat decides
    codes: tuple[SignCode | None, ...] = NO_CODES  # each side's own señas, as far as this seat knows them

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(self._summary())}>"

    def _summary(self) -> Iterator[str]:
        yield "spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        yield self.variant or "own rules"
        yield f"{self.players} players"
        yield f"score {'-'.join(map(str, self.score))}"
        if self.turned is not None:
            yield f"turned {self.turned}"
        if self.cards:
            yield f"cards {' '.join(card or HIDDEN for card in self.cards)}"
        if self.state is not None:
            laid = [(laid.seat, COVER if laid.face_down or laid.card is None else laid.card) for laid in self.table]
            yield from summary_of_hand(self.seats, laid, self.must_act or None)
        if self.winners:
            yield f"won by {' '.join(self.winners)}"

    def signs(self, rules: Rules, seat: int) -> SignCode:
        """Return the señas of a seat as far as this seat knows them. `shows` is empty if the meaning is unknown."""
        own = self.codes[side_of(seat)]
        return rules.voices.signs if own is None else own

    def sign(self, rules: Rules, seat: int, name: str) -> Sign | None:
        """Return a seña of a seat by its name; None if it is unknown."""
        return next((sign for sign in self.signs(rules, seat) if sign.name == name), None)

    @property
    def lineup(self) -> Lineup:
        """The seats and sides of this hand."""
        sides = map(side_of, self.seats) if self.gallo is None else ((PAIR, GALLO)[s == self.gallo] for s in self.seats)
        return Lineup(self.seats, tuple(sides), self.hand_type == HandType.DUEL.value, self.gallo)

    @property
    def pending(self) -> Pending | None:
        """What the table waits for, and the seats that must act; None if no hand is on."""
        return (
            None if self.state is None else pending_in(self.state, self.must_act, is_exposed=self.exposed is not None)
        )

    @property
    def may_pass(self) -> bool:
        """Whether the seat may act but may also leave it to another seat.

        This uses `must_act` and the flores sung, which are public. The seats that can really act may depend on cards
        that this seat does not see.
        """
        asked = () if self.state is None else speakers(self.state, self.seats, self.must_act)
        return bool(self.moves) and any(seat != self.seat for seat in asked)

    @property
    def dealt(self) -> list[Card]:
        """The cards that the seat was dealt, in its hand or laid, as far as it has seen them."""
        laid = [laid_card.card for laid_card in self.table if laid_card.seat == self.seat]
        return [card for card in (*self.cards, *laid) if card is not None]

    def points(self, rules: Rules, lance: str) -> int | None:
        """Return the value of the seat's cards in the envido or flor; None if they have none or are not all seen."""
        check_rules(rules)
        check_has_points(lance)
        dealt, counted = self.dealt, rules.points_for(self.turned)
        if len(dealt) != CARDS_IN_HAND:
            return None
        if lance == "flor":
            return counted.flor(dealt) if rules.flor is not None else None
        return counted.envido(dealt) if rules.envido is not None else None

    def stake(self, rules: Rules) -> int | None:
        """Return the most points that the hand pays now, for its tricks; None if no hand is in play.

        A truco that waits for an answer does not count: see `pending_call`.
        """
        state = self._state_in_play
        return None if state is None else worth_now(self._hand_rules(rules), state, self._hand_score(rules))

    def pending_call(self, rules: Rules) -> PendingCall | None:
        """Return the call that waits for an answer, with its points; None if there is no such call.

        >>> from truquero import Match
        >>> match = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"}, score=(20, 3))
        >>> match.play(1, "falta-envido")
        >>> match.view(2).stake(match.rules), match.view(2).pending_call(match.rules)
        (1, PendingCall(lance='envido', seats=(1,), accepted=10, refused=1))
        """
        state = self._state_in_play
        if state is None or pending_lance(state) is None:
            return None
        return pending_call_in(self._hand_rules(rules), state, self.seats, self._hand_score(rules))

    @property
    def _state_in_play(self) -> State | None:
        return self.state if self.must_act else None

    def _hand_rules(self, rules: Rules) -> HandRules:
        return rules.hand_rules(self.lineup.sides, HandType(self.hand_type))

    def _hand_score(self, rules: Rules) -> HandScore:
        return hand_score_of(rules, self.lineup, self.score)

    def challenges(self, rules: Rules) -> list[str]:
        """Return those of `claims` that challenge seats whose laid and shown cards do not rule out a flor."""
        points = rules.points_for(self.turned)
        laid = [(laid_card.seat, laid_card.card) for laid_card in self.table if laid_card.card is not None]
        shown = [(event.seat, card) for event in self.events if event.kind == "show" for card in event.cards]

        def open_cards(seat: str) -> list[Card]:
            return [card for holder, card in (*laid, *shown) if str(holder) == seat]

        return [challenge for challenge in self.claims if points.may_be_flor(open_cards(challenge.rpartition("-")[2]))]

    @property
    def known_cards(self) -> set[Card]:
        """Every card of the pack that the seat has seen, wherever the card is now."""
        own = {CARDS.get((event.move or "").rpartition("-")[2]) for event in self.events if event.seat == self.seat}
        shown = {card for event in self.events for card in event.cards}
        held = {card for _seat, cards in self.partner_hands for card in cards}
        laid = {laid_card.card for laid_card in self.table}
        cards = {self.turned, *self.cards, *laid, *own, *shown, *held, *self.seen_earlier}
        return {card for card in cards if card is not None}


def view_of(match: MatchState, seat: int, legal: Sequence[str] | None = None) -> View:
    """Return the view of a seat. `legal` are its legal moves, if the caller has listed them already."""
    hand = match.hand
    return View(
        seat=seat,
        variant=match.rules.variant,
        players=match.players,
        target=match.rules.match.target,
        score=match.visible_score,
        games=match.games,
        dealer=match.dealer,
        seats=hand.seats if hand else (),
        gallo=match.lineup.gallo if match.lineup else None,
        hand_type=match.hand_type.value,
        turned=match.turned,
        cards=_own(match, hand, seat),
        partner_hands=partner_hands_seen(match, seat),
        table=on_table(match, seat),
        events=visible_events(match, seat),
        state=hand.state if hand else None,
        may_act=match.may_act,
        must_act=match.must_act,
        moves=_moves(match, hand, seat, legal),
        claims=tuple(open_challenges(match).get(seat, ())),
        winner=match.winner,
        winners=match.winners,
        watching=SPECTATOR if seat == SPECTATOR else match.signs.watched_by(seat),
        seen_earlier=match.deals.seen_by(seat),
        exposed=match.exposed,
        codes=match.signs.known_to(seat, match.events),
    )


def may_look(match: MatchState, hand: Hand, seat: int) -> bool:
    """Return whether a seat of the hand may look at its own cards now."""
    if not hand.rules.starts_blind and match.hand_type is not HandType.IRON:
        return True  # nearly always, and views are made for every move of a simulation
    return sees_own(match.rules, match.hand_type, hand.rules, hand.state, hand.seats.index(seat))


def _is_blind_iron(rules: Rules, hand_type: HandType) -> bool:
    """Return whether this is a mão de ferro in which the players never look at their cards (S004)."""
    return hand_type is HandType.IRON and rules.last_hand is not None and rules.last_hand.iron_blind


def may_be_blind(rules: Rules, hand_type: HandType, hand: HandRules) -> bool:
    """Return whether there are times in such a hand when some players may not look at their own cards."""
    return hand.starts_blind or _is_blind_iron(rules, hand_type)


def sees_own(rules: Rules, hand_type: HandType, hand: HandRules, state: State, place: int) -> bool:
    """Return whether a place sees its own cards. Where blind calls are allowed, it does so only after it has looked; in
    a blind mão de ferro it never does."""
    if _is_blind_iron(rules, hand_type):
        return False
    return not hand.starts_blind or bool(state.looked & bit(place))


def _own(match: MatchState, hand: Hand | None, seat: int) -> tuple[MaybeCard, ...]:
    if hand is None or seat not in hand.seats:
        return ()
    held = hand.held_or_unknown(seat)
    if match.exposed is not None:  # nobody picks up the cards before the deal is over
        return tuple(card if card == match.exposed[1] else None for card in held)
    return held if may_look(match, hand, seat) else (None,) * len(held)


def partner_hands_seen(match: MatchState, seat: int) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """Return the other hands that a seat sees: its partners' in a mão de 11 (S004), and in the redondo the
    partner's, if the seat is a captain (S003)."""
    hand = match.hand
    if hand is None or seat not in hand.seats or match.exposed is not None:
        return ()
    decision, last = hand.rules.decision, match.rules.last_hand
    side = hand.side(seat)
    eleven = decision is not None and last is not None and last.see_partner and decision.side == side
    captain = match.rules.captain_sees_partner and match.hand_type is HandType.ROUND and seat in match.captains
    if not eleven and not captain:
        return ()
    partners = [partner for partner in hand.seats if partner != seat and hand.side(partner) == side]
    return tuple((partner, hand.held(partner)) for partner in partners)


def on_table(match: MatchState, seat: int) -> tuple[CardOnTable, ...]:
    """Return the cards on the table as a seat sees them."""
    hand = match.hand
    return () if hand is None else tuple(_laid(match, hand, laid, seat) for laid in hand.laid)


def _laid(match: MatchState, hand: Hand, laid: LaidCard, seat: int) -> CardOnTable:
    hidden = laid.face_down and (laid.seat != seat or not may_look(match, hand, seat))
    past = match.rules.past_tricks_covered and laid.trick < hand.laid[-1].trick and not hand.finished
    return CardOnTable(laid.seat, None if hidden else laid.card, laid.trick, past, laid.face_down)


def cards_seen(match: MatchState, seat: int) -> set[Card]:
    """Return the cards that a seat has seen in the current hand: cards laid, shown or exposed, and its own."""
    laid = {laid_card.card for laid_card in on_table(match, seat)}
    shown = {card for event in match.events if event.kind in ("show", "exposed") for card in event.cards}
    own = () if match.hand is None else _own(match, match.hand, seat)
    return {card for card in (*laid, *shown, *own) if card is not None}


def visible_events(match: MatchState, seat: int, since: int = 0) -> tuple[Event, ...]:
    """Return the events of the hand as a seat perceived them, without the first `since` events in `match.events`."""
    hand = match.hand
    looks = hand is not None and seat in hand.seats and may_look(match, hand, seat)
    visible = (event for event in match.events[since:] if event.seen_by is None or seat in event.seen_by)
    return tuple(_as_perceived(event, own=looks and event.seat == seat) for event in visible)


def _as_perceived(event: Event, *, own: bool) -> Event:
    """Return an event as a seat perceives it. A card that was laid face down or discarded is hidden, unless it is
    the seat's own and the seat may look at it. The other observers of a seña are hidden."""
    if event.seen_by is not None:
        return event._replace(seen_by=None)
    if event.move is None or own or not event.move.startswith(HIDDEN_MOVES):
        return event
    return event._replace(move=event.move.split("-")[0])


def _moves(match: MatchState, hand: Hand | None, seat: int, legal: Sequence[str] | None) -> tuple[str, ...]:
    if hand is None or seat not in hand.seats:
        return ()
    if legal is None:
        legal = match.turn.get(seat, []) if match.exposed is not None else hand.legal(seat)
    if legal and not may_look(match, hand, seat):
        return _without_faces(legal)
    return tuple(legal)


def hide_faces(match: MatchState, refused: IllegalMove, text: str) -> IllegalMove:
    """Return a refusal without the cards that its player may not see. It quotes the move as the player wrote it."""
    hand = match.hand
    if hand is None or refused.seat not in hand.seats or may_look(match, hand, refused.seat):
        return refused
    return type(refused)(refused.seat, text, refused.reason, _without_faces(refused.legal))


def spelled(move: str) -> str:
    """Return a move with its card in the spelling of records: `tapada-4c` for `Tapada-4C`, `10b` for `Qp`."""
    kind, hyphen, name = move.rpartition("-")
    try:
        return f"{kind.lower()}{hyphen}{Card(name)}"
    except CardError:
        return move


def named_card(hand: Hand, seat: int, move: str) -> str:
    """Return a move with its card named. `carta-2` means the second card of a hand that its player may not see (S004
    Mão de ferro)."""
    kind, _hyphen, number = move.partition("-")
    if kind not in (PLAY, COVER) or not (number.isascii() and number.isdigit()) or seat not in hand.seats:
        return move
    held = hand.held(seat)
    if not 1 <= int(number) <= len(held):
        why = _("the hand has {count} cards").format(count=len(held))
        raise IllegalMove(seat, move, why, hand.legal(seat))
    card = held[int(number) - 1]
    return card if kind == PLAY else f"{kind}-{card}"


def _without_faces(moves: Sequence[str]) -> tuple[str, ...]:
    """Return the moves with each card replaced by its number in the hand, for a player who may not see the cards."""
    cards = [move for move in moves if isinstance(move, Card)]
    face_down = [move for move in moves if move.startswith(f"{COVER}-")]
    words = [move for move in moves if move not in cards and move not in face_down]
    by_place = [f"{PLAY}-{number}" for number in range(1, len(cards) + 1)]
    return (*words, *by_place, *(f"{COVER}-{number}" for number in range(1, len(face_down) + 1)))
