"""A hand with cards. It drives the automaton, answers its questions about cards and values its awards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from truquero.cards import CARDS, Card
from truquero.engine import Automaton, Award, Entry, Guard, Menu, Need, State
from truquero.engine import automaton as automaton_of
from truquero.engine.automaton import LOOK
from truquero.engine.declare import winner_and_value
from truquero.engine.flor import FLOR_WORDS
from truquero.engine.perros import THROW
from truquero.engine.state import COVER, DISCARD, NOBODY, OF_CARDS, PLAY, Ask, bit
from truquero.i18n import _
from truquero.rules.hand_rules import HandRules
from truquero.rules.points import Points
from truquero.rules.stakes import HandScore
from truquero.table.award_values import SettledAward
from truquero.table.copying import Copyable
from truquero.table.errors import IllegalMove, TableError, UnknownCards
from truquero.table.hand_awards import HandAwards
from truquero.table.holdings import Holdings, MaybeCard
from truquero.table.legal_moves import LegalMoves
from truquero.table.position import LaidCard, Position, Trick, places_of
from truquero.table.refusals import GUARDS, out_of_turn, refusal
from truquero.table.summary import summary_of_hand
from truquero.table.validation import (
    DealtCards,
    GivenHand,
    check_hand,
    check_has_points,
    check_is_text,
    check_seat_of_hand,
)

# Python looks up a member of an enum far more slowly than a global name, and these are needed for every move.
NOTHING, COMPARE = Ask.NOTHING, Ask.COMPARE


class Hand(LegalMoves, Copyable):
    """One hand between seats, the first of which is mano. `Match.hand` is the current one.

    >>> from truquero import Match
    >>> hand = Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 11o 10e"}).hand
    >>> hand, hand.held(1), hand.value(1, "envido")
    (<Hand seats 1 2, to act 1>, ('1e', '7e', '4c'), 28)

    `cards` maps each seat to its dealt cards; None stands for an unknown card. `DealtCards` contain the turned card and
    cards that were drawn or already checked. Other cards are checked here; a TableError says why such a hand cannot be
    dealt. `score` is the score when the hand begins. `position` is the one to start from, for bots that simulate how
    a hand goes on; without it the hand starts at its beginning.
    """

    __slots__ = (
        "_all_known",
        "_automaton",
        "_awards",
        "_best",
        "_holdings",
        "_menus",
        "_node",
        "_passed",
        "_places",
        "_stopped",
        "_strengths",
        "_turned",
        "laid",
        "rules",
        "score",
        "seats",
    )

    def __init__(
        self,
        automaton: Automaton,
        seats: Sequence[int],
        cards: Mapping[int, GivenHand] | DealtCards,
        strengths: Mapping[Card, int],
        score: HandScore,
        points: Points,
        *,
        turned: str | None = None,
        unseen: Sequence[Card] = (),
        settle_at_end: bool = False,
        position: Position | None = None,
    ) -> None:
        self.seats: tuple[int, ...] = tuple(seats)  # mano first
        self.rules: HandRules = automaton.rules  # of this hand
        self.score: HandScore = score  # as it is now: it changes when awards are settled
        self.laid: list[LaidCard] = []  # the cards on the table, in order
        self._automaton = automaton
        self._node = automaton.start if position is None else automaton.node(position.state)
        self._menus = self._node.menus
        self._places = places_of(self.seats)
        if not isinstance(cards, DealtCards):
            discards = self.rules.gallo if self._node.state.stage == "discard" else None
            cards = check_hand(self.seats, self.rules.places, discards, strengths, cards, turned)
        silent = None if cards.silent is None else sum(bit(self._places[seat]) for seat in cards.silent)
        dealt = cards.cards
        self._holdings = Holdings(points, [dealt[seat] for seat in self.seats], unseen, silent if unseen else 0)
        if cards.later:
            for seat, shown in cards.later.items():
                self._holdings.expect(self._places[seat], shown)
        self._turned = cards.turned
        self._all_known = not unseen
        self._strengths = strengths
        written = () if position is None else position.written
        self._awards = HandAwards(score, are_deferred=settle_at_end, written=written)
        self._best = -1  # strength of the best card in the trick
        self._passed = 0  # bit mask of places that could have sung a flor when another move was made
        self._stopped = False
        if position is not None:
            self._go_to(position)

    def _go_to(self, position: Position) -> None:
        """Set up a position in the middle of a hand."""
        self._holdings.declared_flor = position.declared_flor
        for laid in position.laid:
            self._holdings.remove(self._places[laid.seat], laid.card)
            self.laid.append(laid)
        state = position.state
        if state.best != NOBODY:
            now = [laid for laid in position.laid if laid.trick == len(state.won)]
            self._best = max(self._strength(laid.card, laid.face_down) for laid in now)

    # ------------------------------------------------------------------------------------------------------ copying

    def copy(self) -> Self:
        """Return an independent copy. Both hands share what play does not change: the rules and the automaton with its
        cache."""
        twin = object.__new__(type(self))
        twin._restore(self)
        twin.laid, twin._holdings, twin._awards = self.laid.copy(), self._holdings.copy(), self._awards.copy()
        if type(self) is not Hand:
            vars(twin).update(vars(self))
        return twin

    def _restore(self, earlier: Hand) -> None:
        """Take over the state of a copy that was made earlier and is not used any more."""
        for name in Hand.__slots__:
            setattr(self, name, getattr(earlier, name))

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle. The rules and the public state replace the automaton, which is looked up."""
        looked_up = ("_automaton", "_menus", "_node", "_places")
        state = {name: getattr(self, name) for name in Hand.__slots__ if name not in looked_up}
        attributes_of_subclass = {} if type(self) is Hand else vars(self)
        return attributes_of_subclass | state | {"_strengths": dict(self._strengths), "state": self.state}

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        for name, value in pickled.items():
            if name != "state":
                setattr(self, name, value)
        self._automaton = automaton_of(self.rules)
        self._node = self._automaton.node(pickled["state"])
        self._menus = {} if self._stopped else self._node.menus
        self._places = places_of(self.seats)

    def __eq__(self, other: object) -> bool:
        """Return whether rules, cards, moves and score are equal: further play cannot distinguish the hands."""
        return self._contents() == other._contents() if isinstance(other, Hand) else NotImplemented

    def _contents(self) -> tuple[object, ...]:
        """Return the values that equality compares."""
        position = self.seats, self.state, self.score, self.finished, self.laid, self._passed
        return self.rules, self._strengths, *position, self._holdings.contents(), self._awards.contents()

    __hash__ = None  # type: ignore[assignment]  # a hand is mutable

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(self._summary())}>"

    def _summary(self) -> Iterator[str]:
        laid = [card.public_name for card in self.laid]
        return summary_of_hand(self.seats, laid, None if self.finished else self.must_act())

    # ------------------------------------------------------------------------------------------------------ queries

    @property
    def best(self) -> int:
        """The strength of the best card in the current trick. It is meaningful only if a card has been laid."""
        return self._best

    @property
    def state(self) -> State:
        """The public state. It contains nothing about hidden cards."""
        return self._node.state

    @property
    def finished(self) -> bool:
        """Whether the hand is over."""
        return self._node.over or self._stopped

    @property
    def shown(self) -> dict[int, tuple[Card, ...]]:
        """The cards that seats have to show for the awards so far, by seat."""
        return self._awards.shown

    def stop(self) -> None:
        """End the hand early, because a game was won, a penalty ended it or the deal is void."""
        self._stopped = True
        self._menus = {}

    def side(self, seat: int) -> int:
        """Return the side of a seat in this hand: an index of `rules.sides`, 0 or 1."""
        return self.rules.sides[self._places[seat]]

    def held(self, seat: int) -> tuple[Card, ...]:
        """Return the known cards in a seat's hand now. For the table only; players get a view."""
        return self._holdings.known(self._places[seat])

    def held_or_unknown(self, seat: int) -> tuple[MaybeCard, ...]:
        """Return the cards in a seat's hand now, with None for each unknown card. For the table only."""
        return tuple(self._holdings.held[self._places[seat]])

    def dealt(self, seat: int) -> tuple[MaybeCard, ...]:
        """Return the cards that a seat was dealt, without a gallo's discard."""
        return tuple(self._holdings.dealt[self._places[seat]])

    def _replace_card(self, seat: int, old: Card, new: MaybeCard, unseen: Sequence[Card]) -> None:
        """Replace a card that was dealt face up, before play. If `new` is None, it is one of the `unseen` cards."""
        self._holdings.replace(self._places[seat], old, new, unseen)
        self._all_known = self._all_known and new is not None

    def _name_card(self, seat: int, card: Card) -> None:
        """Set an unknown card of a seat."""
        self._holdings.name(self._places[seat], card)

    def _unsung_flor(self, seat: int) -> bool:
        """Return whether a seat holds a flor that it did not sing (S000 §12 Pedir flor)."""
        place = self._places[seat]
        if self._holdings.declared_flor & bit(place) or not self._holdings.may(place, Need.FLOR):
            return False
        if self._holdings.may(place, Need.NO_FLOR):
            raise UnknownCards(_("nobody knows whether seat {seat} had a flor").format(seat=seat))
        return True

    def _may_be_challenged(self, seat: int) -> bool:
        """Return whether a seat had the chance to sing a flor and did not, whatever its cards."""
        return bool(self._passed & ~self._holdings.declared_flor & bit(self._places[seat]))

    def value(self, seat: int, lance: str) -> int | None:
        """Return the value of a seat's cards in a lance; None if it has no flor or the cards are not known."""
        check_has_points(lance)
        return self._holdings.value(self._places[seat], lance)

    # ------------------------------------------------------------------------------------------------------ playing

    def play(self, seat: int, move: str) -> Sequence[Award]:
        """Make a move and return the awards to write now, in order. An error leaves the hand unchanged."""
        if type(seat) is not int or seat not in self._places:
            check_seat_of_hand(seat, move, self.seats)
        if self._all_known:
            return self._make_move(seat, move)
        before = self.copy()
        try:
            return self._make_move(seat, move)
        except Exception:
            self._restore(before)
            raise

    def _make_move(self, seat: int, move: str) -> Sequence[Award]:
        """Make a move. An error leaves the hand unchanged if all cards are known."""
        if not isinstance(move, str):
            check_is_text(move)
        place = self._places.get(seat)
        menu = None if place is None else self._menus.get(place)
        if place is None or menu is None:
            why = out_of_turn(seat, self.seats, () if self.finished else self.must_act())
            raise IllegalMove(seat, move, why, self.legal(seat))
        card = CARDS.get(move)
        entry = menu.words.get(move) if card is None else menu.with_card.get(PLAY)
        if entry is None:
            entry, card = self._with_prefix(seat, place, menu, move)
        if entry.guards:
            self._check_guards(seat, place, move, entry.guards)
        if card is not None and card not in self._playable(place, entry.guards):
            why = _("seat {seat} does not hold {card}").format(seat=seat, card=card)
            raise IllegalMove(seat, move, why, self.legal(seat))
        if entry.guards and not self._all_known:
            self._learn(place, entry.guards)
        answer = None if entry.ask is NOTHING else self._answer(place, entry, card, move)
        node, awards = self._automaton.step(self._node, place, entry, answer)
        if move in FLOR_WORDS:
            self._note_flor(place)
        elif move == THROW:
            assert answer is not None
            for holder in range(self.rules.places):
                if answer & bit(holder):
                    self._note_flor(holder)
        elif move != LOOK:
            self._passed |= self._node.may_sing
        if card is not None:
            self._move_card(place, entry.move, card)
        self._node = node
        self._menus = node.menus
        if awards and self._awards.is_without_effect(awards[0]):
            awards = awards[1:]
        return self._due(awards) if self._awards.are_deferred else awards

    def _with_prefix(self, seat: int, place: int, menu: Menu, move: str) -> tuple[Entry, Card]:
        """Return the entry and the card of a move such as `tapada-4c` or `descarta-4c`."""
        kind, name = move.split("-", 1) if "-" in move else (move, "")
        entry, card = menu.with_card.get(kind), CARDS.get(name)
        if entry is None or card is None or kind == PLAY:
            why = refusal(self.rules, self.state, place, move, is_card=move in CARDS)
            raise IllegalMove(seat, move, why, self.legal(seat))
        return entry, card

    def _check_guards(self, seat: int, place: int, move: str, guards: tuple[Guard, ...]) -> None:
        for guard in guards:
            if not self._all_hold(place, (guard,)):
                raise IllegalMove(seat, move, _(GUARDS[guard.need]), self.legal(seat))

    def _learn(self, place: int, guards: tuple[Guard, ...]) -> None:
        """Record what a legal move says about the unknown cards of its player."""
        for guard in guards:
            if guard.need in OF_CARDS:
                self._holdings.learn(place, guard.need)

    def _strength(self, card: Card, face_down: bool) -> int:
        return -1 if face_down else self._strengths[card]

    def _answer(self, place: int, entry: Entry, card: Card | None, move: str) -> int | None:
        """Return the answer to the automaton's question about the hidden cards."""
        if entry.ask is COMPARE:
            assert card is not None
            mine = -1 if entry.move == COVER else self._strengths[card]
            return (mine > self._best) - (mine < self._best)
        if entry.ask is Ask.HOLDERS:
            silent = [holder for holder in range(self.rules.places) if entry.answers[-1] & bit(holder)]  # type: ignore[operator]
            return sum(bit(holder) for holder in silent if self._holdings.must_sing(holder))
        if entry.ask is Ask.HOLDER:
            if None in entry.answers and not self._holdings.may(place, Need.FLOR):
                return None
            return self._holdings.next_singer(holder for holder in entry.answers if holder not in (None, NOBODY))
        state = self._node.state
        assert state.declaring is not None
        best, value = winner_and_value(state, place, move)
        return int(value in self._holdings.values(best, state.declaring.lance))

    def _note_flor(self, place: int) -> None:
        self._holdings.declare_flor(place)
        # S003 Envite: a flor in the first round cancels the envite, even an accepted one.
        self._awards.cancel_deferred_envido()

    def _move_card(self, place: int, kind: str, card: Card) -> None:
        """Move a card from the hand to the table, or out of play if it is a gallo's discard."""
        if kind == DISCARD:
            self._holdings.discard(place, card)
            return
        self._holdings.remove(place, card)
        state, face_down = self._node.state, kind == COVER
        strength = -1 if face_down else self._strengths[card]
        if state.best == NOBODY or strength > self._best:
            self._best = strength
        self.laid.append(LaidCard(self.seats[place], card, len(state.won), face_down))

    @property
    def tricks(self) -> list[Trick]:
        """The finished tricks: the side that took each, and the seat that first laid that side's highest card."""
        return [self.trick(number) for number in range(len(self._node.state.won))]

    def trick(self, number: int) -> Trick:
        """Return a finished trick. The first trick has the number 0."""
        won = self._node.state.won
        if number not in range(len(won)):
            message = _("trick {number} is not finished: {count} tricks are, counted from 0")
            raise TableError(message.format(number=repr(number), count=len(won)))
        side = won[number]
        if side is None:
            return Trick(None, None)
        mine = [laid for laid in self.laid if laid.trick == number and self.side(laid.seat) == side]
        best = max(mine, key=lambda laid: self._strength(laid.card, laid.face_down), default=None)
        return Trick(side, None if best is None else best.seat)

    # ------------------------------------------------------------------------------------------------------- awards

    def _due(self, awards: tuple[Award, ...]) -> list[Award]:
        """Defer awards to the end of the hand and return those due now: all of them once it is over (S003)."""
        self._awards.defer(awards)
        if not self.finished:
            # S003 Truco: an envite that wins the game for either side is settled at once; the truco is not played.
            if not self._awards.would_decide_game(self.rules, self._holdings, self.score):
                return []
            self.stop()
        return self._awards.take_deferred()

    def settle(self, award: Award) -> SettledAward:
        """Value an award that `play` returned: find its winner and its points at the current score.

        A match does this for its hands. A program that plays a hand without a match settles each award in order, and
        adds its points to `score`.
        """
        return self._awards.settle(award, self.rules, self.seats, self._holdings, self.score)
