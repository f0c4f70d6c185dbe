"""A match: deals, hands, score and dealer, from the first deal to the last game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from truquero.cards import Card
from truquero.engine import Automaton, Award
from truquero.engine.state import answered
from truquero.i18n import _
from truquero.rules.game import Exposed, HandType, Rules
from truquero.rules.stakes import Term
from truquero.table import dealing
from truquero.table.automaton_cache import AutomatonCache
from truquero.table.award_values import SettledAward
from truquero.table.copying import Copyable
from truquero.table.deal_sequence import DealSequence
from truquero.table.errors import IllegalMove, TableError
from truquero.table.hand import Hand
from truquero.table.log import DealLog, Event, HandLog, award_events
from truquero.table.refusals import as_unknown, names_move
from truquero.table.schedule import AfterHand, Lineup, after_hand, hand_type_of
from truquero.table.score import Score
from truquero.table.scoreboard import Scoreboard
from truquero.table.sign_codes import GivenCode, codes_of
from truquero.table.signs import SIGN, Signs
from truquero.table.special_moves import ANOTHER, KEEP, deal_again, open_claims, play_special_move
from truquero.table.summary import contents_of, summary_of_match
from truquero.table.validation import DealtCards, GivenHand, check_captains, check_said, check_seat, given_rules
from truquero.table.view import SPECTATOR, View, cards_seen, hide_faces, named_card, spelled, view_of


class Match(Scoreboard, Copyable):
    """A match of one variant, from the first deal to the last game.

    `deal()` opens the next hand and returns whether there is one; `play(seat, move)` makes a move; `turn` maps each
    seat that may act to its legal moves. A Match contains every card, so only the owner of the table may hold it;
    players get `view(seat)`. `log` contains every deal and hand, with the score before and after it. `signs` are the
    señas that a side has agreed on, such as `{"A": "guino=1e ceja=good-envido"}`: see `table/sign_codes.py`.

    A match can be copied, compared and pickled at any moment.

    >>> match = Match("argentino", players=2, seed="feria", dealer=2)
    >>> match.deal()
    True
    >>> match.turn
    {1: ['envido', 'real-envido', 'falta-envido', 'truco', 'mazo', '2c', '2o', '10c']}
    >>> match.play(1, "truco")
    >>> match.play(2, "no-quiero")
    >>> match.score, match.hand_log.score_before, match.hand_log.score_after
    ((1, 0), (0, 0), (1, 0))
    """

    def __init__(
        self,
        variant: str | Rules,
        players: int | None = None,
        *,
        seed: str | int | None = None,
        dealer: int | None = None,
        score: Sequence[int] | None = None,
        games_won: Sequence[int] | None = None,
        captains: Sequence[int] = (1, 2),
        signs: Mapping[str, GivenCode] | None = None,
        **options: object,
    ) -> None:
        self.rules = given_rules(variant, players, options)
        self.seed = dealing.new_seed() if seed is None else str(seed)
        self.captains = check_captains(captains, self.players)
        self._score = Score(self.rules, score, games_won)
        self.initial_score = (tuple(self._score.points), tuple(self._score.games))
        self.deals = DealSequence(self.rules, self._seat_or_lot(dealer))
        self.signs = Signs(self.rules, codes_of(self.rules, signs))
        self.hand: Hand | None = None
        self.lineup: Lineup | None = None
        self.hand_type = HandType.ROUND
        self.turned: Card | None = None
        self.events: list[Event] = []  # of the current hand, or of the last one
        self._kinds = AutomatonCache(self.rules)
        self.exposed: tuple[int, Card] | None = None  # a seat and its card that fell face up, until it decides
        self.challenged: set[int] = set()  # seats that have been challenged after this hand
        self._score_at_deal = tuple(self._score.points)

    @classmethod
    def from_cards(
        cls,
        variant: str | Rules,
        cards: Mapping[int, GivenHand],
        players: int | None = None,
        *,
        turned: str | None = None,
        dealer: int | None = None,
        exposed: tuple[int, str] | None = None,
        replacement: str | None = None,
        **settings: Any,
    ) -> Self:
        """Return a match whose first hand is dealt with these cards. Raise TableError if they cannot be dealt.

        `begin_hand` explains the cards, `settings` are those of Match. Without `players` there are as many players as
        hands; without `dealer` the last seat deals, so that seat 1 is mano.

        >>> match = Match.from_cards("uruguayo", {1: "1e 7e 4c", 2: "3b 11o 10e"}, turned="5c", score=(12, 9))
        >>> match
        <Match uruguayo, 2 players, score 12-9, games 0-0, dealer 2, turned 5c, seats 1 2, to act 1>
        >>> Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 7e 10e"})
        Traceback (most recent call last):
            ...
        truquero.table.errors.TableError: seat 2: 7e is dealt twice, for seat 1 holds it; name every card once
        """
        if players is None and not isinstance(variant, Rules) and hasattr(cards, "__len__"):
            players = len(cards)
        match = cls(variant, players, dealer=dealer, **settings)
        match.begin_deal(match.players if dealer is None else dealer)
        match.begin_hand(cards, turned, exposed=exposed, replacement=replacement)
        return match

    def copy(self) -> Self:
        """Return an independent copy. Both matches share what never changes: the rules, the automata and the log of
        earlier deals."""
        twin = object.__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin._score, twin.deals, twin.signs = self._score.copy(), self.deals.copy(), self.signs.copy()
        twin.hand = None if self.hand is None else self.hand.copy()
        twin.events, twin.challenged = self.events.copy(), self.challenged.copy()
        if self.log and self.log[-1].hands:
            twin._log = twin.log[-1].hands[-1]
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle: everything but the automata, which are looked up again by the rules."""
        return {name: value for name, value in self.__dict__.items() if name != "_kinds"}

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        self.__dict__ |= pickled
        self._kinds = AutomatonCache(self.rules)

    def __eq__(self, other: object) -> bool:
        """Return whether rules, cards, moves and future are equal: further play cannot distinguish the matches."""
        return contents_of(self) == contents_of(other) if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a match is mutable

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {summary_of_match(self)}>"

    def _seat_or_lot(self, dealer: int | None) -> int:
        """Return the first dealer: the seat given, or one drawn by lot (S000 §17)."""
        if dealer is None:
            return dealing.first_dealer(self.players, self.seed)
        check_seat(dealer, self.players)
        return dealer

    @property
    def log(self) -> list[DealLog]:
        """Every deal with its hands, cards, moves and awards."""
        return self.deals.log

    @property
    def hand_log(self) -> HandLog:
        """The log of the current hand, or of the last one."""
        if self.hand is None:
            raise TableError(_("no hand is being played"))
        return self._log

    @property
    def dealer(self) -> int | None:
        return self.deals.dealer

    # ------------------------------------------------------------------------------------------------------ dealing

    @property
    def visible_score(self) -> tuple[int, ...]:
        """The score that players see. With `hide_score_in_duels`, it does not change during the duels of a deal."""
        hidden = self.rules.hide_score_in_duels and self.hand_type is HandType.DUEL
        return self._score_at_deal if hidden and (self.deals.next_lineup() or self.in_hand) else self.score

    @property
    def in_hand(self) -> bool:
        return self.hand is not None and not self.hand.finished

    def deal(self, *, seed: str | int | None = None, cut: int = 0, exposed: int | None = None) -> bool:
        """Open the next hand: a new deal, or the next duel of this one. Return False if the match is over.

        `cut` is the number of cards that the dealer's left neighbour lifts, 0 for a knock. `exposed` is a seat whose
        first card falls face up. The next duel of the current deal takes no seed and no cut.
        """
        if self.over:
            return False
        self._check_idle()
        deals = self.deals
        if exposed is not None:
            check_seat(exposed, self.players)
            if exposed not in deals.upcoming(self._score.points).seats:
                raise TableError(_("the next hand deals no card to seat {seat}").format(seat=exposed))
        if deals.next_lineup() is not None and (seed is not None or cut):
            raise TableError(_("the cards of this duel are already dealt: give no seed and no cut"))
        if deals.next_lineup() is None:
            chosen = str(seed) if seed is not None else dealing.deal_seed(self.seed, len(deals.log) + 1)
            self.begin_deal(deals.next_dealer(), seed=chosen, cut=cut)
            deals.draw(chosen, cut)
        cards = deals.next_packet()
        fell = None if exposed is None else (exposed, cards[exposed][0])
        self._begin(DealtCards(cards, deals.turned, fell))
        return True

    def begin_deal(self, dealer: int, *, seed: str | None = None, cut: int = 0) -> list[Lineup]:
        """Start a deal without dealing cards, and return its hands. For records and for physical tables."""
        self._check_idle()
        check_seat(dealer, self.players)
        if self.over:
            raise TableError(_("the match is over"))
        begun = self.deals.begin(dealer, self._score.points, seed, cut)
        self._score_at_deal = self.score
        self.hand, self.lineup = None, None
        return begun

    def begin_hand(
        self,
        cards: Mapping[int, GivenHand],
        turned: str | None = None,
        *,
        exposed: tuple[int, str] | None = None,
        replacement: str | None = None,
        silent: frozenset[int] = frozenset(),
        later: Mapping[int, GivenHand] | None = None,
    ) -> None:
        """Open the next hand of the deal with these cards. Raise TableError if they cannot be dealt.

        `cards` maps each seat of the hand to a string such as `"4e 2b ??"` or to a list; ?? and None stand for an
        unknown card. `exposed` is a seat and its card that fell face up, `replacement` the card that the seat gets if
        it wants another. Of the seats with unknown cards, those in `silent` sing no flor, and `later` maps a seat to
        cards that the record shows later.
        """
        self._check_idle()
        lineup = self.deals.lineup_to_open()
        another = self.rules.deal.exposed is Exposed.RECEIVER_OR_ANOTHER
        if exposed is not None and not another and self.deals.log[-1].hands:
            raise TableError(_("a card can be exposed only during the deal, before its first duel"))
        self._begin(self.deals.check_opening(lineup, cards, turned, exposed, replacement, silent, later))

    def _begin(self, dealt_cards: DealtCards) -> None:
        """Open the next hand of the deal with cards that were drawn or already checked."""
        if dealt_cards.replacement is not None:
            self.deals.set_next_card(dealt_cards.replacement)
        lineup, exposed = self.deals.open_lineup(), dealt_cards.exposed
        hand_type, close = hand_type_of(self.rules, lineup, self._score.of_hand(lineup))
        self._open(lineup, hand_type, self._kinds.automaton(lineup, hand_type, close), dealt_cards)
        if exposed is not None:
            self.events.append(Event("exposed", exposed[0], cards=(exposed[1],)))
            if self.rules.deal.exposed is Exposed.REDEAL:
                deal_again(self)

    def _open_single(
        self, lineup: Lineup, hand_type: HandType, play: Automaton, points: tuple[int, int], dealt: DealtCards
    ) -> None:
        """Open a hand outside the order of the match: see `open_single_hand`."""
        self._score.check_start(points)
        self.deals.begin_single(lineup)
        self._score.start(lineup, points)
        self._open(lineup, hand_type, play, dealt)

    def _open(self, lineup: Lineup, hand_type: HandType, play: Automaton, dealt_cards: DealtCards) -> None:
        """Start a hand. Remember the cards that each seat saw in the previous hand of the same deal."""
        cards, turned, exposed = dealt_cards.cards, dealt_cards.turned, dealt_cards.exposed
        if self.hand is not None:
            self.deals.remember({seat: cards_seen(self, seat) for seat in range(1, self.players + 1)})
        self.lineup, self.hand_type, self.turned = lineup, hand_type, turned
        self.deals.turned = turned
        self.hand = Hand(
            play,
            lineup.seats,
            dealt_cards,
            self.rules.ranking.strengths(turned),
            self._score.of_hand(lineup),
            self.rules.points_for(turned),
            unseen=self.deals.may_be_unknown(cards, turned),
            settle_at_end=self.rules.match.settle_at_hand_end,
        )
        self.challenged = set()
        dealt = {seat: tuple(hand) for seat, hand in cards.items()}
        before = self.visible_score, self.games
        self._log = HandLog(lineup, hand_type, dealt, turned, *before, self.score, self.games, exposed)
        self.deals.log[-1].hands.append(self._log)
        self.events = [Event("deal", seat=self.dealer)]
        if turned is not None:
            self.events.append(Event("turned", cards=(turned,)))
        self.exposed = exposed

    def _check_idle(self) -> None:
        if self.in_hand:
            raise TableError(_("the current hand is not over"))

    # ------------------------------------------------------------------------------------------------------- moving

    @property
    def turn(self) -> dict[int, list[str]]:
        """The legal moves of each seat that may act now; empty if a deal comes next or the match is over."""
        if self.exposed is not None:
            return {self.exposed[0]: [KEEP, ANOTHER]}
        return {} if self.hand is None else self.hand.turn()

    @property
    def must_act(self) -> tuple[int, ...]:
        """The seats that must act now, judged by public information alone."""
        if self.exposed is not None:
            return (self.exposed[0],)
        return () if self.hand is None else self.hand.must_act()

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may be able to act now, judged by public information alone. Includes those that must."""
        if self.exposed is not None:
            return (self.exposed[0],)
        return () if self.hand is None else self.hand.may_act()

    def moves(self) -> list[tuple[int, str]]:
        """Return every legal (seat, move) pair."""
        return [(seat, move) for seat, codes in self.turn.items() for move in codes]

    def claims(self) -> dict[int, list[str]]:
        """Return the challenges that each seat may make after a hand, until the next deal: pido flor (S000 §12)."""
        return open_claims(self)

    def view(self, seat: int) -> View:
        """Return all that a seat may know. Players, bots and environments get information only through this."""
        check_seat(seat, self.players)
        return view_of(self, seat)

    def view_of_spectator(self) -> View:
        """Return the public view of the table, for spectators."""
        return view_of(self, SPECTATOR)

    def watch(self, seat: int, watched: int) -> None:
        """Make a seat watch another seat from now on, and so see its señas. Nobody is notified."""
        check_seat(seat, self.players)
        check_seat(watched, self.players)
        self.signs.watch(seat, watched)

    def play(self, seat: int, move: str) -> None:
        """Make a move.

        Raise IllegalMove if the seat may not make it now, or UnknownMove if the game has no such move. Both errors list
        the legal moves, and the match does not change.
        """
        hand = self.hand
        if hand is None:
            raise IllegalMove(seat, move, _("no hand is being played"), ())
        if type(seat) is not int or not isinstance(move, str):
            check_said(seat, move, self.players, lambda player: self.view(player).moves)
        before, text = hand.state, move
        try:
            if self.exposed is not None or "-" in move or seat not in hand.seats:
                if play_special_move(self, hand, seat, move):
                    return
                move = named_card(hand, seat, move)
            awards = hand.play(seat, move)
        except IllegalMove as refused:
            if spelled(text) != text:
                self.play(seat, spelled(text))
                return
            if not move.startswith(SIGN) and not names_move(self.rules, move):
                refused = as_unknown(refused)
            raise hide_faces(self, refused, text) from None
        log = self._log
        log.moves.append((seat, move))
        self.events.append(Event("move", seat, move, lance=answered(before)))
        if len(hand.state.won) > len(before.won):
            log.tricks = [*log.tricks, *map(hand.trick, range(len(log.tricks), len(hand.state.won)))]
            self.events.append(Event("trick", log.tricks[-1].seat))
        if awards:
            self._write(awards)
        if hand.finished:
            self._end_hand()

    def _note(self, seat: int, move: str) -> HandLog:
        """Log a move that the automaton does not handle, and return the log of the hand."""
        self._log.moves.append((seat, move))
        self.events.append(Event("move", seat, move))
        return self._log

    def _write(self, awards: Sequence[Award]) -> None:
        """Write awards in order. Unless the rules have the hand played out, a side that reaches the target wins the
        game at once and the remaining awards are dropped."""
        assert self.hand is not None
        assert self.lineup is not None
        for award in awards:
            self._put(self.hand.settle(award), whole_match=award.stake.term is Term.WIN_MATCH)
            if self._score.game_is_won() and not self.rules.match.finish_hand_before_win:
                self._win_game()
                return

    def _pay(self, settled: Iterable[SettledAward]) -> None:
        """Write awards that do not come from the play of a hand, such as penalties and challenges."""
        for award in settled:
            self._put(award)
        if self._score.game_is_won() and not self._plays_on():
            self._win_game()

    def _put(self, settled: SettledAward, *, whole_match: bool = False) -> None:
        assert self.hand is not None
        assert self.lineup is not None
        self._score.write(self.lineup, settled.side, settled.points, whole_match=whole_match)
        self.hand.score = self._score.of_hand(self.lineup)
        self._log.awards.append(settled)
        self._log.score_after = self.score
        names = self.side_names(self.lineup, settled.side)
        is_declared = self.rules.match.values_declared and not self.rules.declare_aloud
        self.events += award_events(settled, names, declared=is_declared)

    def _win_game(self) -> None:
        assert self.hand is not None
        assert self.lineup is not None
        winner = self._score.close_game(self.lineup)
        self._log.games_after = self.games
        self.hand.stop()
        self.deals.new_game()
        self.events.append(Event("game", side=self._score.name(winner)))
        if self.over:
            self.events.append(Event("match", side=self._score.name(winner)))

    def _plays_on(self) -> bool:
        """Return whether a won game stays open, because the remaining duels of the deal are played out first."""
        return self.rules.match.finish_hand_before_win and self.deals.next_lineup() is not None

    def _end_hand(self) -> None:
        """Finish the hand: winners show their cards, and a game that was won is closed."""
        assert self.hand is not None
        self._log.finished = True
        if self.rules.match.winner_shows:
            for seat, cards in self.hand.shown.items():
                self.events.append(Event("show", seat, cards=cards))
        if self.over or self.deals.in_game == 0:
            return
        hands_left = self.deals.next_lineup() is not None
        follows = after_hand(
            self.rules, hands_left=hands_left, leader=max(self.score), reached=self._score.game_is_won()
        )
        if follows is not AfterHand.NEXT_HAND:
            self.deals.drop_rest()
        if follows is AfterHand.GAME_ENDS:
            self._win_game()
