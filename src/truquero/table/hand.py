"""A real hand: the automaton with cards. It answers the automaton's questions and values its awards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from truquero.cards import CARDS, Card
from truquero.engine import Automaton, Award, Guard, Need, Node, State
from truquero.engine.declare import winner_and_value
from truquero.engine.flor import ACHICO, RAISES, SING
from truquero.engine.seats import has_played, is_in
from truquero.engine.state import COVER, DISCARD, NOBODY, PLAY, Ask, Lance, Option, bit
from truquero.rules.lances import FixedEnvido
from truquero.rules.points import Points
from truquero.rules.stakes import Standing, Term
from truquero.table.errors import IllegalMove
from truquero.table.holdings import Holdings, Unknown
from truquero.table.sure import Trial, wins_for_sure

_ORDER: dict[Lance, int] = {"flor": 0, "envido": 1, "truco": 2, "penalty": 3}
_FLOR_WORDS = frozenset({SING, ACHICO, *RAISES})
_COVERED = f"{COVER}-"
_DISCARDED = f"{DISCARD}-"

_REASONS = {
    Need.FLOR: "it needs a flor",
    Need.NO_FLOR: "the flor must be sung first",
    Need.NO_PLAIN_FLOR: "a flor must be sung; only a reservá may play the envite",
    Need.RESERVA: "only a reservá may still be sung",
    Need.SURE_WIN: "the cards do not win for certain",
    Need.BELOW_FALTA: "as much as the falta is bet already",
    Need.SIZE: "it is more than the side with fewer points lacks",
    Need.ROOM: "accepting already wins the game, so it may not raise",
    Need.ABOVE_LACK: "the bet is not more than the side lacks",
}


class Laid(NamedTuple):
    """A card on the table."""

    seat: int
    card: Card
    trick: int
    covered: bool


class Settled(NamedTuple):
    """An award with its winner and its points. `winner` is the seat whose cards won a comparison."""

    lance: Lance
    side: int
    points: int
    why: str
    winner: int | None = None
    values: tuple[tuple[int, int], ...] = ()  # (seat, value) of those compared


class Trick(NamedTuple):
    """A finished trick: the side that took it, None for a parda, and the seat whose card did."""

    side: int | None
    seat: int | None


class Hand:
    """One hand between seats, the first of which is mano.

    `cards` maps seats to the cards dealt; None in place of a card is one that nobody has told. `standing` is the score.
    """

    def __init__(
        self,
        automaton: Automaton,
        seats: Sequence[int],
        cards: Mapping[int, Sequence[Unknown]],
        strengths: Mapping[Card, int],
        standing: Standing,
        points: Points,
        *,
        unseen: Sequence[Card] = (),
        settle_at_end: bool = False,
        silent: frozenset[int] = frozenset(),
    ) -> None:
        self.seats = tuple(seats)
        self.rules = automaton.rules
        self.standing = standing
        self.laid: list[Laid] = []
        self.tricks: list[Trick] = []
        self.shown: dict[int, tuple[Card, ...]] = {}
        self.discarded: Card | None = None
        self._automaton = automaton
        self._node: Node = automaton.start
        self._places = {seat: place for place, seat in enumerate(self.seats)}
        self._holdings = Holdings(points, [cards[seat] for seat in self.seats], unseen)
        self._strengths = strengths
        self._at_first = standing
        self._settle_at_end = settle_at_end
        self._silent = silent  # seats with unknown cards of which the record says that they sing no flor
        self._deferred: list[Award] = []
        self._best = -1  # strength of the best card in the trick
        self._declared_flor: set[int] = set()
        self._acted: set[int] = set()
        self._stopped = False

    # ------------------------------------------------------------------------------------------------- what is seen

    @property
    def state(self) -> State:
        """The public state: nothing of the hidden cards is in it."""
        return self._node.state

    @property
    def finished(self) -> bool:
        return self._node.over or self._stopped

    def stop(self) -> None:
        """End the hand where it is: a game was won, or a penalty ended it."""
        self._stopped = True

    def side(self, seat: int) -> int:
        return self.rules.sides[self._places[seat]]

    def held(self, seat: int) -> tuple[Card, ...]:
        """The cards in a seat's hand now. For the table only; players get a view."""
        return self._holdings.known(self._places[seat])

    def dealt(self, seat: int) -> tuple[Unknown, ...]:
        """The cards a seat was dealt, a gallo's discard left out."""
        return tuple(self._holdings.dealt[self._places[seat]])

    def replace_card(self, seat: int, old: Card, new: Unknown, unseen: Sequence[Card]) -> None:
        """Another card instead of one dealt face up, before play; one of the unseen where it is not known."""
        self._holdings.replace(self._places[seat], old, new, unseen)

    def name_card(self, seat: int, one: Card) -> None:
        """Tell a card of a seat that was unknown."""
        self._holdings.name(self._places[seat], one)

    def unsung_flor(self, seat: int) -> bool:
        """Whether a seat has let its flor pass (S000 §12 Pedir flor)."""
        place = self._places[seat]
        return place not in self._declared_flor and self._holdings.may(place, self._holdings.has_flor)

    def may_be_challenged(self, seat: int) -> bool:
        """A seat that had its turn and sang nothing."""
        place = self._places[seat]
        return place in self._acted and place not in self._declared_flor

    def value(self, seat: int, lance: str) -> int | None:
        """What a seat's cards are worth in a lance; None where it has no flor or the cards are not known."""
        values = self._holdings.values(self._places[seat], lance)
        return values[0] if len(values) == 1 and values[0] >= 0 else None

    # -------------------------------------------------------------------------------------------------- legal moves

    def legal(self, seat: int) -> list[str]:
        """The codes of a seat's legal moves."""
        place = self._places.get(seat)
        menu = None if place is None or self._stopped else self._node.menus.get(place)
        if place is None or menu is None:
            return []
        found = list(menu.free)
        found += [option.move for option in menu.guarded if all(self._holds(place, guard) for guard in option.guards)]
        for option in menu.with_card:
            if not option.guards or all(self._holds(place, guard) for guard in option.guards):
                cards = self._holdings.playable(place)
                found += cards if option.move == PLAY else [f"{option.move}-{one}" for one in cards]
        return found

    def turn(self) -> dict[int, list[str]]:
        """The seats that may act now and what each may do."""
        if self._stopped:
            return {}
        seats = self.seats
        return {seats[place]: moves for place in self._node.menus if (moves := self.legal(seats[place]))}

    def word(self) -> tuple[int, ...]:
        """The seats that may have the word, as far as everybody can tell."""
        return () if self._stopped else tuple(self.seats[place] for place in self._node.menus)

    def _holds(self, place: int, guard: Guard) -> bool:
        need, standing, cards = guard.need, self.standing, self._holdings
        if need is Need.FLOR:
            return cards.may(place, cards.has_flor)
        if need is Need.NO_FLOR:
            return cards.may(place, lambda hand: not cards.has_flor(hand))
        if need is Need.NO_PLAIN_FLOR:
            return cards.may(place, lambda hand: not cards.has_plain_flor(hand))
        if need is Need.RESERVA:
            return cards.may(place, cards.has_reserva)
        if need is Need.SIZE:
            return guard.stake.points <= standing.longest_lack
        if need is Need.BELOW_FALTA:
            assert isinstance(self.rules.envido, FixedEnvido)
            return guard.stake.points < self.rules.envido.falta.ceiling(standing)
        if need is Need.ABOVE_LACK:
            return guard.stake.ceiling(standing) > standing.lack(guard.side)
        if need is Need.ROOM:
            level = standing.points[0] == standing.points[1]
            return level or guard.stake.value(guard.side, standing) < standing.lack(guard.side)
        return self._surely_wins(place)

    def _surely_wins(self, place: int) -> bool:
        state, sides, mine = self._node.state, self.rules.sides, self.rules.sides[place]
        this_trick = [laid for laid in self.laid if laid.trick == len(state.won)]
        top = [-1, -1]
        for laid in this_trick:
            whose = 0 if sides[self._places[laid.seat]] == mine else 1
            top[whose] = max(top[whose], self._strength(laid.card, laid.covered))
        to_come = any(
            sides[other] != mine and is_in(state, other) and not has_played(self.rules, state, other)
            for other in range(self.rules.places)
        )
        own = self._holdings.held[place]
        if None in own:
            return False
        seen = {laid.card for laid in self.laid if not laid.covered or laid.seat == self.seats[place]}
        unseen = [height for one, height in self._strengths.items() if one not in seen and one not in own]
        won = tuple(None if side is None else 0 if side == mine else 1 for side in state.won)
        trial = Trial(won, top[0], top[1], to_come)
        return wins_for_sure(self.rules.tricks.ties, trial, [self._strengths[c] for c in own if c], unseen)

    # ------------------------------------------------------------------------------------------------------ playing

    def play(self, seat: int, move: str) -> list[Award]:
        """Make a move. Gives the awards to be written now, in order; raises IllegalMove and changes nothing."""
        place = self._places.get(seat)
        options = None if place is None or self._stopped else self._node.options.get(place)
        if place is None or options is None:
            raise IllegalMove(seat, move, self._why_not(seat), self.legal(seat))
        kind, card = _parse(move)
        option = options.get(kind)
        self._check(seat, place, move, option, card)
        answer = self._answer(place, kind, card, move)
        node, awards = self._automaton.step(self._node, place, kind, answer)
        self._note(place, kind, card)
        if len(node.state.won) > len(self._node.state.won):
            self._note_trick(node.state)
        self._node = node
        return self._due(awards)

    def _check(self, seat: int, place: int, move: str, option: Option | None, card: Card | None) -> None:
        if option is None:
            raise IllegalMove(seat, move, "it cannot be said or played now", self.legal(seat))
        for guard in option.guards:
            if not self._holds(place, guard):
                raise IllegalMove(seat, move, _REASONS[guard.need], self.legal(seat))
        if card is not None and card not in self._holdings.playable(place):
            raise IllegalMove(seat, move, f"seat {seat} does not hold {card}", self.legal(seat))

    def _why_not(self, seat: int) -> str:
        if self.finished:
            return "the hand is over"
        if seat not in self._places:
            return f"seat {seat} does not play this hand"
        words = " or ".join(f"seat {one}" for one in sorted(self.turn()))
        return f"the word is with {words}"

    def _strength(self, card: Card, covered: bool) -> int:
        return -1 if covered else self._strengths[card]

    def _answer(self, place: int, kind: str, card: Card | None, move: str) -> int | None:
        """What the automaton asks about the hidden cards."""
        ask = self._automaton.question(self._node, place, kind)
        if ask.ask is Ask.COMPARE:
            assert card is not None
            mine = self._strength(card, kind == COVER)
            return (mine > self._best) - (mine < self._best)
        if ask.ask is Ask.HOLDER:
            if None in ask.answers and not self._holdings.may(place, self._holdings.has_flor):
                return None
            following = (other for other in ask.answers if other is not None and other != NOBODY)
            return next((other for other in following if self._must_sing(other)), NOBODY)
        if ask.ask is Ask.TRUE:
            state = self._node.state
            assert state.declaring is not None
            best, value = winner_and_value(state, place, move)
            return int(value in self._holdings.values(best, state.declaring.lance))
        return None

    def _must_sing(self, place: int) -> bool:
        """Whether a place is asked after a flor: it holds one, and not one that may be kept back."""
        if self.seats[place] in self._silent:
            return False
        return self._holdings.may(place, self._holdings.has_plain_flor)

    def _note(self, place: int, kind: str, card: Card | None) -> None:
        """Keep what the automaton does not: the cards on the table, who has sung, who has spoken."""
        self._acted.add(place)
        if kind in _FLOR_WORDS:
            self._declared_flor.add(place)
            # S003 Envite: a flor in the first round annuls the envite, also one that was accepted.
            self._deferred = [award for award in self._deferred if award.lance != "envido"]
        if card is None:
            return
        if kind == DISCARD:
            self._holdings.discard(place, card)
            self.discarded = card
            return
        covered = kind == COVER
        self._holdings.remove(place, card)
        strength = self._strength(card, covered)
        self._best = strength if self._node.state.best == NOBODY else max(self._best, strength)
        self.laid.append(Laid(self.seats[place], card, len(self._node.state.won), covered))

    def _note_trick(self, state: State) -> None:
        """Remember the seat that took the trick just finished: the first of its side with the highest card."""
        side, number = state.won[-1], len(state.won) - 1
        seat = None
        if side is not None:
            mine = [laid for laid in self.laid if laid.trick == number and self.side(laid.seat) == side]
            seat = max(mine, key=lambda laid: self._strength(laid.card, laid.covered)).seat
        self.tricks.append(Trick(side, seat))

    # ------------------------------------------------------------------------------------------------------- awards

    def _due(self, awards: tuple[Award, ...]) -> list[Award]:
        """The awards to be written now: at once, or at the end of the hand where the rules say so (S003)."""
        if not self._settle_at_end:
            return list(awards)
        self._deferred += awards
        if not self.finished:
            # S003 Truco: an envite that takes both sides out is settled at once and the truco is not played.
            if not any(award.why in ("best", "false") and self._takes_both_out(award) for award in awards):
                return []
            self._stopped = True
        due = sorted(self._deferred, key=lambda award: _ORDER[award.lance])
        self._deferred = []
        return due

    def _takes_both_out(self, award: Award) -> bool:
        return all(award.stake.value(side, self.standing) >= self.standing.lack(side) for side in (0, 1))

    def settle(self, award: Award) -> Settled:
        """Value an award against the score now: who won it and how many points it is."""
        seats = tuple(self.seats[place] for place in range(self.rules.places) if award.contenders & bit(place))
        winner: int | None = None
        values: tuple[tuple[int, int], ...] = ()
        side = award.side
        if award.why == "best":
            winner, values = self._best_of(award, seats)
            side = self.side(winner)
        flores = self._flores(award, side)
        standing = self._at_first if award.stake.term is Term.LACK else self.standing
        points = award.stake.value(side, standing, flores)
        return Settled(award.lance, side, points, award.why, winner, values)

    def _best_of(self, award: Award, seats: tuple[int, ...]) -> tuple[int, tuple[tuple[int, int], ...]]:
        rivals = [seat for seat in seats if award.side == NOBODY or self.side(seat) == award.side]
        winner = self.seats[self._holdings.best([self._places[seat] for seat in rivals], award.lance)]
        self.shown[winner] = tuple(one for one in self.dealt(winner) if one is not None)
        values = tuple((seat, value) for seat in seats if (value := self.value(seat, award.lance)) is not None)
        return winner, values

    def _flores(self, award: Award, winner: int) -> int:
        """How many flores a stake counts: those sung, and those that could still have been."""
        if not award.stake.per_flor:
            return 0
        return sum(
            1
            for place in range(self.rules.places)
            if award.contenders & bit(place)
            and (not award.stake.own_flores or self.rules.sides[place] == winner)
            and (place in self._declared_flor or self._must_sing(place))
        )


def _parse(move: str) -> tuple[str, Card | None]:
    """The automaton's move, and the card that it names."""
    card = CARDS.get(move)
    if card is not None:
        return PLAY, card
    if move.startswith(_COVERED):
        return COVER, CARDS.get(move.removeprefix(_COVERED))
    if move.startswith(_DISCARDED):
        return DISCARD, CARDS.get(move.removeprefix(_DISCARDED))
    return move, None
