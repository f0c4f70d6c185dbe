"""The calls that the rivals may still make: legal moves of the automaton at this score, given the known cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from truquero.analysis.hand_equity.equity_situation import EquitySituation
from truquero.analysis.hand_equity.possible_deals import World, worlds
from truquero.engine import Award, Guard, Need, State, advance, moves, question, start
from truquero.engine.envido import FIRST_SIZE, MORE
from truquero.engine.flor import ACHICO, RAISES, SING
from truquero.engine.state import NOBODY, OF_CARDS, PLAY
from truquero.engine.tricks import EQUAL
from truquero.rules.lances import OpenEnvido
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, REFUSE
from truquero.rules.stakes import Stake, lack_of
from truquero.table.holdings import fits
from truquero.table.score_guards import score_allows

RESTO = "al-resto"


class Offer(NamedTuple):
    """A call of the rivals, with the stakes that it pays if it is accepted and if it is refused."""

    lance: str
    call: str
    accepted: Stake
    refused: Stake
    accept: str = ACCEPT
    tied: Award | None = None  # the award for three ties once the call is accepted
    over: str = ""  # the call of this side that it raises, in an envido


def offers(situation: EquitySituation) -> Iterator[Offer]:
    """Yield every call that a rival may make, now or after more cards are laid, if this side may accept it."""
    rival_calls = _RivalCalls(situation)
    yield from rival_calls.of_truco()
    if situation.hand.envido is not None:
        yield from rival_calls.of_envido()
    if situation.hand.flor is not None:
        yield from rival_calls.of_flor()


class _RivalCalls:
    """The rivals' possible calls and their stakes, found by trying moves on the automaton."""

    def __init__(self, situation: EquitySituation) -> None:
        self._hand = situation.hand
        self._score = situation.score
        self._ours = [place for place in range(situation.places) if place not in situation.rivals]
        self._theirs = situation.rivals
        self._worlds: list[World] = worlds(situation)
        self._may_hold = cache(self._could_hold)
        self._present = self._after_cards(situation)

    def _after_cards(self, situation: EquitySituation) -> State:
        """Return the state after the cards laid so far. All players have looked at their cards."""
        hand = self._hand
        state = start(hand)
        if state.stage == "decide":
            assert hand.decision is not None
            state, _awards = advance(hand, state, hand.sides.index(hand.decision.side), ACCEPT)
        state = state._replace(looked=(1 << hand.places) - 1)
        strengths, top = self._worlds[0].strengths, 0
        for place, card in situation.laid:
            strength = strengths[card]
            opens = state.best == NOBODY
            answer = None if opens else (strength > top) - (strength < top)
            state, _awards = advance(hand, state, place, PLAY, answer)
            top = strength if opens else max(strength, top)
        return state

    # --------------------------------------------------------------------------------------------------- legal moves

    def _could_hold(self, place: int, need: Need) -> bool:
        """Return whether a place may hold cards that meet this need, given what is known."""
        return any(fits(need, world.card_values.points, hand) for world in self._worlds for hand in world.hands(place))

    def _allows(self, place: int, guard: Guard) -> bool:
        if guard.need in OF_CARDS:
            return self._may_hold(place, guard.need)
        return guard.need is not Need.SURE_WIN and score_allows(self._hand, guard, self._score)

    def _first_able(self, state: State, places: Sequence[int], move: str) -> int | None:
        """Return the first of the places that may make this move, or None."""
        options_of = moves(self._hand, state)
        for place in places:
            for option in options_of.get(place, ()):
                if option.move == move and all(self._allows(place, guard) for guard in option.guards):
                    return place
        return None

    def _make(self, state: State | None, places: Sequence[int], move: str, answer: int | None = None) -> State | None:
        """Return the state after one of the places makes the move, or None if no place may."""
        place = None if state is None else self._first_able(state, places, move)
        return None if state is None or place is None else advance(self._hand, state, place, move, answer)[0]

    def _stake_paid(self, state: State | None, places: Sequence[int], move: str) -> Stake | None:
        """Return the stake that is paid, or that points are declared for, after one of the places makes the move.

        None if no place may make it.
        """
        place = None if state is None else self._first_able(state, places, move)
        if state is None or place is None:
            return None
        answers = question(self._hand, state, place, move).answers
        following, awards = advance(self._hand, state, place, move, answers[0])
        return awards[0].stake if awards else following.declaring.stake if following.declaring else None

    def _accepting(self, state: State | None) -> str:
        """Return the move with which this side accepts.

        Where the rules let a side accept for only what it lacks (S003), it does. That is never worse: any points
        above that would count only for the rivals.
        """
        reduced = state is not None and self._first_able(state, self._ours, ACCEPT_LACK) is not None
        return ACCEPT_LACK if reduced else ACCEPT

    def _stake(self, offered: Stake, accept: str) -> Stake:
        return lack_of(self._hand.sides[self._ours[0]]) if accept == ACCEPT_LACK else offered

    def _opened(self, places: Sequence[int], move: str, states: Iterable[State]) -> State | None:
        """Return the state after one of the places opens with this move in the first of the states that allows it."""
        return next(
            (state_after for state in states if (state_after := self._make(state, places, move)) is not None), None
        )

    def _present_and_later(self) -> Iterator[State]:
        """Yield the present state of the hand and all states that more cards may lead to."""
        level = [self._present]
        while level:
            yield from level
            level = list(dict.fromkeys(after for state in level for after in self._with_a_card(state)))

    def _before_flor_is_due(self) -> Iterator[State]:
        """Yield the same states within the first trick only.

        States in which a player has laid a card without singing a mandatory flor are left out.
        """
        level = [self._present]
        while level and not level[0].won:
            yield from level
            silent = [state for state in level if self._first_able(state, [state.turn], PLAY) is not None]
            level = list(dict.fromkeys(after for state in silent for after in self._with_a_card(state)))

    def _with_a_card(self, state: State) -> Iterator[State]:
        for answer in question(self._hand, state, state.turn, PLAY).answers:
            following, _awards = advance(self._hand, state, state.turn, PLAY, answer)
            if following.stage != "over":
                yield following

    # -------------------------------------------------------------------------------------------------------- lances

    def of_truco(self) -> Iterator[Offer]:
        """Yield the truco calls of the rivals, who open or raise a call of this side.

        The sides call in turn, and the last call is the rivals'.
        """
        rungs = () if self._hand.truco_costs else self._hand.truco.rungs
        for number, rung in enumerate(rungs):
            callers = [self._theirs if (number - step) % 2 == 0 else self._ours for step in range(number + 1)]
            state = self._opened(callers[0], rungs[0].code, self._present_and_later())
            for places, raised in zip(callers[1:], rungs[1:], strict=False):
                state = self._make(state, places, raised.code)
            accept = self._accepting(state)
            accepted = self._make(state, self._ours, accept)
            refused = self._stake_paid(state, self._ours, REFUSE)
            if accepted is not None and refused is not None:
                stake = self._stake(rung.stake, accept)
                yield Offer("truco", rung.code, stake, refused, accept, self._all_tied(accepted))

    def _all_tied(self, state: State) -> Award | None:
        """Return the award for ties if every trick is tied from this state on, or None."""
        awards: tuple[Award, ...] = ()
        while state.stage != "over":
            answer = None if state.best == NOBODY else EQUAL
            state, awards = advance(self._hand, state, state.turn, PLAY, answer)
        return next((award for award in awards if award.why == "tied"), None)

    def of_envido(self) -> Iterator[Offer]:
        """Yield the envido calls of the rivals, who open or raise an opening of this side.

        In an open-ended envido the smallest size and the whole game represent all sizes.
        """
        rule = self._hand.envido
        assert rule is not None
        if isinstance(rule, OpenEnvido):
            opening, raises = [FIRST_SIZE, rule.all_in_code], [f"{MORE}{rule.unit}", rule.all_in_code]
        else:
            opening = [*(call.code for call in rule.calls if call.opens), rule.falta_code]
            raises = [*(call.code for call in rule.calls), rule.falta_code]
        for code in opening:
            yield from self._bet_of_envido(code, self._opened_envido(self._theirs, code))
        for own in opening:
            opened = self._opened_envido(self._ours, own)
            for code in raises:
                yield from self._bet_of_envido(code, self._make(opened, self._theirs, code), own)

    def _opened_envido(self, places: Sequence[int], code: str) -> State | None:
        """Return the state in which the other side answers this opening, or None."""
        state = self._opened(places, code, self._before_flor_is_due())
        if state is not None and state.envido.shower != NOBODY:  # this place lays a card before the answer
            [answer, *_rest] = question(self._hand, state, state.envido.shower, PLAY).answers
            state = self._make(state, places, PLAY, answer)
        return state

    def _bet_of_envido(self, code: str, state: State | None, over: str = "") -> Iterator[Offer]:
        refused, accept = self._stake_paid(state, self._ours, REFUSE), self._accepting(state)
        if state is not None and refused is not None and self._plays(state, accept):
            yield Offer("envido", code, self._stake(state.envido.offer, accept), refused, accept, over=over)

    def _plays(self, state: State, accept: str) -> bool:
        """Return whether this side may accept the envido and no player is known to have a flor that cancels it."""
        place = self._first_able(state, self._ours, accept)
        if place is None:
            return False
        singers = question(self._hand, state, place, accept).answers
        return all(singer in (None, NOBODY) or self._may_hold(singer, Need.NO_FLOR) for singer in singers)

    def of_flor(self) -> Iterator[Offer]:
        """Yield the flor calls of the rivals, with one flor on each side.

        Either the rivals sing and this side sings too, or the rivals raise after this side has sung.
        """
        sung = self._sung(self._theirs, self._ours)
        both = self._make(sung, self._ours, SING, NOBODY)
        accepted, refused = self._stake_paid(both, self._theirs, ACCEPT), self._stake_paid(sung, self._ours, ACHICO)
        if accepted is not None and refused is not None:
            yield Offer("flor", SING, accepted, refused)
        ours = self._sung(self._ours, self._theirs)
        for code in (*RAISES, RESTO):
            raised = self._make(ours, self._theirs, code) or self._make(both, self._theirs, code)
            refused, accept = self._stake_paid(raised, self._ours, REFUSE), self._accepting(raised)
            if raised is not None and refused is not None:
                yield Offer("flor", code, self._stake(raised.flor.offer, accept), refused, accept)

    def _sung(self, places: Sequence[int], rivals: Sequence[int]) -> State | None:
        """Return the state after one of the places sings as early as it may and one of the others must answer.

        The place that answers has a flor too. None if there is no such state.
        """
        singers = [place for place in places if self._may_hold(place, Need.FLOR)]
        for state in self._before_flor_is_due():
            place = self._first_able(state, singers, SING)
            if place is not None:
                answers = question(self._hand, state, place, SING).answers
                holders = [rival for rival in rivals if rival in answers and self._may_hold(rival, Need.PLAIN_FLOR)]
                if holders:
                    return advance(self._hand, state, place, SING, holders[0])[0]
        return None
