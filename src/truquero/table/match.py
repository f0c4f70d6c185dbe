"""A match: deals, hands, score and dealer, from the first deal to the last game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from truquero.engine import Award
from truquero.engine.state import pending_lance
from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.table import dealing
from truquero.table.automaton_cache import AutomatonCache
from truquero.table.copying import Copyable
from truquero.table.errors import IllegalMove, TableError
from truquero.table.hand import Hand
from truquero.table.hand_opening import begin_deal, begin_hand, open_next
from truquero.table.log import Event
from truquero.table.match_state import MatchState
from truquero.table.move_order import in_order
from truquero.table.refusals import as_unknown, names_move
from truquero.table.signs import SIGN
from truquero.table.special_moves import open_challenges, play_special_move
from truquero.table.summary import summary_of_hand
from truquero.table.validation import DealtCards, GivenHand, check_call, check_seat, players_with_cards
from truquero.table.view import SPECTATOR, View, hide_faces, named_card, spelled, view_of


class Match(MatchState, Copyable):
    """A match of one variant, from the first deal to the last game.

    `deal()` opens the next hand and returns whether there is one; `play(seat, move)` makes a move; `turn` maps each
    seat that may act to its legal moves. A Match contains every card, so only the owner of the table may hold it;
    players get `view(seat)`. `log` contains every deal and hand, with the score before and after it. `log`, `hand_log`
    and `events` are the lists that the match itself uses: copy them before you change anything. `signs` are the
    señas that a side has agreed on, such as `{"A": "guiño=1e ceja=good-envido"}`: see `table/sign_codes.py`.

    A match can be copied, compared and pickled at any moment. Two matches that draw their own seeds are never equal:
    give both the same `seed` to compare them.

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

        `deal_cards` explains the cards, `settings` are those of Match. Without `players` there are as many players as
        hands; without `dealer` the last seat deals, so that seat 1 is mano.

        >>> match = Match.from_cards("uruguayo", {1: "1e 7e 4c", 2: "3b 11o 10e"}, turned="5c", score=(12, 9))
        >>> match
        <Match uruguayo, 2 players, score 12-9, games 0-0, dealer 2, turned 5c, seats 1 2, to act 1>
        >>> Match.from_cards("argentino", {1: "1e 7e 4c", 2: "3b 7e 10e"})
        Traceback (most recent call last):
            ...
        truquero.table.errors.TableError: seat 2: 7e is dealt twice, for seat 1 holds it; name every card once
        """
        if players is None and not isinstance(variant, Rules) and isinstance(cards, Mapping):
            players = players_with_cards(variant, cards)
        match = cls(variant, players, dealer=dealer, **settings)
        begin_deal(match, match.players if dealer is None else dealer)
        begin_hand(match, cards, turned, exposed=exposed, replacement=replacement)
        return match

    def copy(self) -> Self:
        """Return an independent copy. Both matches share what never changes: the rules, the automata and the log of
        earlier deals."""
        twin = object.__new__(type(self))
        twin.__dict__ |= self.__dict__
        twin._score, twin.deals, twin.signs = self._score.copy(), self.deals.copy(), self.signs.copy()
        twin.hand = None if self.hand is None else self.hand.copy()
        twin.events, twin._challenged = self.events.copy(), self._challenged.copy()
        if self.log and self.log[-1].hands:
            twin._log = twin.log[-1].hands[-1]
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle: everything but the automata, which are looked up again by the rules."""
        return {name: value for name, value in self.__dict__.items() if name != "_automata"}

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        self.__dict__ |= pickled
        self._automata = AutomatonCache(self.rules)

    def __eq__(self, other: object) -> bool:
        """Return whether rules, cards, moves and seed are equal: further play cannot distinguish the matches."""
        return self._contents() == other._contents() if isinstance(other, Match) else NotImplemented

    def _contents(self) -> tuple[object, ...]:
        """Return the values that equality compares."""
        watched = [self.signs.watched_by(seat) for seat in range(1, self.players + 1)]
        start = self.rules, self.seed, self.captains, self.initial_score, self.signs.codes
        return *start, self.deals.contents(), self.score, self.games, self.exposed, self.hand, self.events, watched

    __hash__ = None  # type: ignore[assignment]  # a match is mutable

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(self._summary())}>"

    def _summary(self) -> Iterator[str]:
        """Yield the public facts of the match. `repr` may end up in a log, so they contain no hidden card."""
        yield self.rules.variant or "own rules"
        yield f"{self.players} players"
        yield f"score {'-'.join(map(str, self.visible_score))}"
        yield f"games {'-'.join(map(str, self.games))}"
        if self.dealer is not None:
            yield f"dealer {self.dealer}"
        if self.turned is not None:
            yield f"turned {self.turned}"
        if self.exposed is not None:
            yield "exposed {} {}".format(*self.exposed)
        if self.hand is not None:
            laid = [card.public_name for card in self.hand.laid]
            yield from summary_of_hand(self.hand.seats, laid, self.must_act if self.in_hand else None)
        if self.over:
            yield f"won by {' '.join(self.winners)}"

    # ------------------------------------------------------------------------------------------------------ dealing

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
            if exposed not in deals.next_in_match(self._score.points).seats:
                raise TableError(_("the next hand deals no card to seat {seat}").format(seat=exposed))
        if deals.next_in_deal() is not None and (seed is not None or cut):
            raise TableError(_("the cards of this duel are already dealt: give no seed and no cut"))
        if deals.next_in_deal() is None:
            chosen = str(seed) if seed is not None else dealing.deal_seed(self.seed, len(deals.log) + 1)
            begin_deal(self, deals.next_dealer(), seed=chosen, cut=cut)
            deals.draw(chosen, cut)
        cards = deals.next_packet()
        fell = None if exposed is None else (exposed, cards[exposed][0])
        open_next(self, DealtCards(cards, deals.turned, fell))
        return True

    def deal_cards(
        self,
        cards: Mapping[int, GivenHand],
        turned: str | None = None,
        *,
        exposed: tuple[int, str] | None = None,
        replacement: str | None = None,
    ) -> None:
        """Open the next hand with these cards instead of drawn ones. Raise TableError if they cannot be dealt.

        `cards` maps each seat of the hand to a text such as `"4e 2b ??"` or to a list of cards; ?? and None stand for
        an unknown card. `turned` is the card turned up, in games that turn one. `exposed` is a seat and its card that
        fell face up, `replacement` the card that the seat gets if it wants another. The duels of a deal are either all
        drawn or all given, because the record of a drawn deal has its seed.

        >>> match = Match("argentino", players=2, dealer=2)
        >>> match.deal_cards({1: "1e 7e 4c", 2: "3b 11o 10e"})
        >>> match
        <Match argentino, 2 players, score 0-0, games 0-0, dealer 2, seats 1 2, to act 1>
        """
        self._check_idle()
        self.deals.check_not_drawn()
        trial = self if self.deals.next_in_deal() is not None else self.copy()
        if trial is not self:
            begin_deal(trial, trial.deals.next_dealer())
        begin_hand(trial, cards, turned, exposed=exposed, replacement=replacement)
        if trial is not self:
            self.__dict__ |= trial.__dict__

    # ------------------------------------------------------------------------------------------------------- moving

    def moves(self) -> list[tuple[int, str]]:
        """Return every legal (seat, move) pair."""
        return [(seat, move) for seat, codes in self.turn.items() for move in codes]

    def claims(self) -> dict[int, list[str]]:
        """Return the challenges that each seat may make after a hand, until the next deal: pido flor (S000 §12)."""
        return open_challenges(self)

    def view(self, seat: int) -> View:
        """Return all that a seat may know. Players, bots and simulations get information only through this."""
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

        Raise IllegalMove if the seat may not make it now, or UnknownMove if the game has no such move; both errors list
        the legal moves. Raise UnknownCards if the move settles a bet that depends on unknown cards (`??`). After any
        of these errors the match is unchanged.
        """
        hand = self.hand
        if hand is None:
            raise IllegalMove(seat, move, _("no hand is being played"), ())
        if type(seat) is not int or not 1 <= seat <= self.players or not isinstance(move, str):
            check_call(seat, move, self.players, lambda player: self._in_order(self.view(player).moves))
        before, text = hand.state, move
        try:
            if self.exposed is not None or "-" in move or seat not in hand.seats:
                if play_special_move(self, hand, seat, move):
                    return
                move = named_card(hand, seat, move)
            awards = hand._make_move(seat, move) if hand._all_known else self._play_with_unknown_cards(hand, seat, move)
        except IllegalMove as refused:
            if spelled(text) != text:
                self.play(seat, spelled(text))
                return
            if not move.startswith(SIGN) and not names_move(self.rules, move):
                refused = as_unknown(refused)
            refused = hide_faces(self, refused, text)
            raise type(refused)(refused.seat, refused.move, refused.reason, self._in_order(refused.legal)) from None
        log = self._log
        log.moves.append((seat, move))
        self.events.append(Event("move", seat, move, lance=pending_lance(before)))
        if len(hand.state.won) > len(before.won):
            log.tricks = [*log.tricks, *map(hand.trick, range(len(log.tricks), len(hand.state.won)))]
            self.events.append(Event("trick", log.tricks[-1].seat))
        if awards:
            self._write_awards(awards)
        if hand.finished:
            self._end_hand()

    def _play_with_unknown_cards(self, hand: Hand, seat: int, move: str) -> Sequence[Award]:
        """Make a move in a hand with unknown cards. After any error the hand is unchanged.

        The hand may wait for the flor of a seat with unknown cards. A record that ends with this move does not say
        whether the seat sings, and `replay` takes its silence for granted, so the awards of that case are checked too.
        """
        before = hand.copy()
        try:
            awards = hand._make_move(seat, move)
            self._check_settlement(hand, awards)
            if not hand._holdings.is_silence_known:
                silent = before.copy()
                silent._holdings.silence_unknown_hands()
                self._check_settlement(silent, silent._make_move(seat, move))
        except Exception:
            hand._restore(before)
            raise
        return awards

    def _in_order(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Return the moves of a seat in the order of menus."""
        return in_order(self.rules, None if self.hand is None else self.hand.state, moves)
