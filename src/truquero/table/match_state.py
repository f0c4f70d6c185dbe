"""The state of a match: its attributes, and the steps that write its score, its log and its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from truquero.cards import Card
from truquero.engine import Award
from truquero.i18n import _
from truquero.rules.game import HandType, Rules
from truquero.rules.moves import ANOTHER, KEEP
from truquero.rules.stakes import Term
from truquero.table import dealing
from truquero.table.automaton_cache import AutomatonCache
from truquero.table.award_values import SettledAward
from truquero.table.deal_sequence import DealSequence
from truquero.table.errors import TableError
from truquero.table.hand import Hand
from truquero.table.log import DealLog, Event, HandLog, award_events
from truquero.table.pending import speakers
from truquero.table.schedule import AfterHand, Lineup, after_hand
from truquero.table.score import Score
from truquero.table.scoreboard import Scoreboard
from truquero.table.sign_codes import GivenCode, codes_of
from truquero.table.signs import Signs
from truquero.table.validation import check_captains, check_seat, rules_of_variant


class MatchState(Scoreboard):
    """The attributes of a match, and the steps that change them.

    `Match` adds what users do with a match. The modules of this package that `Match` imports work on this class.
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
        self.rules: Rules = rules_of_variant(variant, players, options)  # of the table
        self.seed: str = dealing.new_seed() if seed is None else str(seed)  # of the first dealer and of every deal
        dealing.check_seed(self.seed)
        self.captains: tuple[int, ...] = check_captains(captains, self.players)  # a seat of each side
        self._score = Score(self.rules, score, games_won)
        initial_score = (tuple(self._score.points), tuple(self._score.games))
        self.initial_score: tuple[tuple[int, ...], tuple[int, ...]] = initial_score  # points and games won
        deals = DealSequence(self.rules, self._first_dealer(dealer))
        self.deals: DealSequence = deals  # the next dealer, and the hands still to play
        codes = codes_of(self.rules, signs)
        self.signs: Signs = Signs(self.rules, codes)  # señas, and the seat that each seat watches
        self.hand: Hand | None = None  # the current hand, or the last one until the next deal
        self.lineup: Lineup | None = None  # the seats and sides of that hand
        self.hand_type: HandType = HandType.ROUND  # of that hand
        self.turned: Card | None = None  # the card turned up in the current deal
        self.events: list[Event] = []  # of the current hand, or of the last one
        self._automata = AutomatonCache(self.rules)
        self.exposed: tuple[int, Card] | None = None  # a seat and its card that fell face up, until it decides
        self._challenged: set[int] = set()  # seats that have been challenged after this hand
        self._score_at_deal = tuple(self._score.points)
        self._log: HandLog  # of the current hand, or of the last one

    def _first_dealer(self, dealer: int | None) -> int:
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
        """The seat that dealt last; None before the first deal."""
        return self.deals.dealer

    @property
    def visible_score(self) -> tuple[int, ...]:
        """The score that players see. With `hide_score_in_duels`, it does not change during the duels of a deal."""
        hidden = self.rules.hide_score_in_duels and self.hand_type is HandType.DUEL
        return self._score_at_deal if hidden and (self.deals.next_in_deal() or self.in_hand) else self.score

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played."""
        return self.hand is not None and not self.hand.finished

    @property
    def turn(self) -> dict[int, list[str]]:
        """The legal moves of each seat that may act now; empty if a deal comes next or the match is over.

        The moves are in the order in which the engine finds them, which differs by game. The page, the terminal and the
        errors list them in the order of `truquero.table.move_order.in_order`, which is the same for every game.
        """
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
    def speakers(self) -> tuple[int, ...]:
        """The seats that the table asks, of those that must act: see `truquero.table.pending.speakers`."""
        return self.must_act if self.hand is None else speakers(self.hand.state, self.hand.seats, self.must_act)

    @property
    def may_act(self) -> tuple[int, ...]:
        """The seats that may be able to act now, judged by public information alone. Includes those that must."""
        if self.exposed is not None:
            return (self.exposed[0],)
        return () if self.hand is None else self.hand.may_act()

    def _check_idle(self) -> None:
        if self.in_hand:
            raise TableError(_("the current hand is not over"))

    # ------------------------------------------------------------------------------------------------------ writing

    def _log_special_move(self, seat: int, move: str) -> HandLog:
        """Log a move that the automaton does not handle, and return the log of the hand."""
        self._log.moves.append((seat, move))
        self.events.append(Event("move", seat, move))
        return self._log

    def _check_settlement(self, hand: Hand, awards: Sequence[Award]) -> None:
        """Raise UnknownCards if these awards of a hand cannot be written, because unknown cards decide one of them."""
        assert self.lineup is not None
        if not awards:
            return
        hand, score = hand.copy(), self._score.copy()
        for award in awards:
            settled = hand.settle(award)
            score.write(self.lineup, settled.side, settled.points, whole_match=award.stake.term is Term.WIN_MATCH)
            hand.score = score.of_hand(self.lineup)
            if score.game_is_won() and not self.rules.match.finish_hand_before_win:
                return  # the awards that follow are dropped

    def _write_awards(self, awards: Sequence[Award]) -> None:
        """Write awards in order. Unless the rules have the hand played out, a side that reaches the target wins the
        game at once and the remaining awards are dropped."""
        assert self.hand is not None
        assert self.lineup is not None
        for award in awards:
            self._write_award(self.hand.settle(award), whole_match=award.stake.term is Term.WIN_MATCH)
            if self._score.game_is_won() and not self.rules.match.finish_hand_before_win:
                self._win_game()
                return

    def _write_settled_awards(self, settled: Iterable[SettledAward]) -> None:
        """Write awards that do not come from the play of a hand, such as penalties and challenges."""
        for award in settled:
            self._write_award(award)
        if self._score.game_is_won() and not self._plays_remaining_duels():
            self._win_game()

    def _write_award(self, settled: SettledAward, *, whole_match: bool = False) -> None:
        """Write an award in the score, the log and the events."""
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
        """Close a game that a side has won, and the hand with it."""
        assert self.hand is not None
        assert self.lineup is not None
        winner = self._score.close_game(self.lineup)
        self._log.games_after = self.games
        self.hand.stop()
        self.deals.new_game()
        self.events.append(Event("game", side=self._score.name(winner)))
        if self.over:
            self.events.append(Event("match", side=self._score.name(winner)))

    def _plays_remaining_duels(self) -> bool:
        """Return whether a game that is won stays open until the remaining duels of the deal are played."""
        return self.rules.match.finish_hand_before_win and self.deals.next_in_deal() is not None

    def _end_hand(self) -> None:
        """Finish the hand: winners show their cards, and a game that was won is closed."""
        assert self.hand is not None
        self._log.finished = True
        if self.rules.match.winner_shows:
            for seat, cards in self.hand.shown.items():
                self.events.append(Event("show", seat, cards=cards))
        if self.over or self.deals.deals_in_game == 0:
            return
        hands_left = self.deals.next_in_deal() is not None
        follows = after_hand(
            self.rules, hands_left=hands_left, leader=max(self.score), reached=self._score.game_is_won()
        )
        if follows is not AfterHand.NEXT_HAND:
            self.deals.drop_rest()
        if follows is AfterHand.GAME_ENDS:
            self._win_game()
