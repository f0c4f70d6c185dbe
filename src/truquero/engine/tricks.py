"""Laying cards and throwing in: the order of turns and the end of a hand."""

from __future__ import annotations

from truquero.engine.seats import first_in, members, next_to_play
from truquero.engine.state import NOBODY, Award, EnvidoState, FlorState, State, Step, bit
from truquero.rules.hand_rules import HandRules
from truquero.rules.stakes import ONE, Stake, lack_of
from truquero.rules.trick_rules import ALL_TIED, AllTied, TieLead, Ties, verdict

EQUAL, HIGHER = 0, 1


def stake_in_force(rules: HandRules, state: State) -> Stake:
    """Return the current stake of the hand. A call that waits for an answer does not count."""
    if state.truco.reduced != NOBODY:
        return lack_of(state.truco.reduced)
    return rules.truco.stake(state.truco.rung)


def finish(state: State, *awards: Award) -> Step:
    """End the hand with these awards. The final state records only the tricks."""
    return State(stage="over", won=state.won), awards


def lay(rules: HandRules, state: State, place: int, answer: int | None) -> Step:
    """Lay a card. `answer` compares it with the best card of the trick; it is None for the first card."""
    return _pass_turn(rules, _laid(rules, state, place, answer))


def show(rules: HandRules, state: State, place: int, answer: int | None) -> Step:
    """Lay a card while an envido waits for its answer (S003 III.b). The trick does not end before that answer."""
    laid = _laid(rules, state, place, answer)
    if next_to_play(rules, laid) != NOBODY:
        return _pass_turn(rules, laid)
    return laid._replace(envido=laid.envido._replace(ends_trick=True)), ()


def _laid(rules: HandRules, state: State, place: int, answer: int | None) -> State:
    best, parda = _compare(rules, state, place, answer)
    return state._replace(best=best, parda=parda, tops=_tops(rules, state, place, answer))


def _compare(rules: HandRules, state: State, place: int, answer: int | None) -> tuple[int, bool]:
    if answer is None or answer == HIGHER:
        return place, False
    partners = not state.parda and rules.sides[state.best] == rules.sides[place]
    if answer != EQUAL or partners or rules.tricks.ties is Ties.FIRST_PLAYED:
        return state.best, state.parda  # equal cards of partners are not a tie: S000 §14
    if rules.tricks.lead is TieLead.SAME_LEADER:
        return state.leader, True
    if rules.tricks.lead is TieLead.TIER and not state.parda:
        return place, True
    return state.best, True


def _tops(rules: HandRules, state: State, place: int, answer: int | None) -> tuple[int, int]:
    """Return the place that laid the highest card of each side.

    Of equal cards the first counts, or under MANO-TRICK the card nearest to the mano.
    """
    nearest = rules.tricks.ties is Ties.MANO_TRICK
    if not nearest and not rules.tricks.caller_decides_tied_trick:
        return state.tops
    if answer is not None and answer < EQUAL:
        return state.tops
    tops = [NOBODY, NOBODY] if answer is None or answer == HIGHER else list(state.tops)
    side = rules.sides[place]
    if tops[side] == NOBODY or (nearest and place < tops[side]):
        tops[side] = place
    return tops[0], tops[1]


def _pass_turn(rules: HandRules, state: State) -> Step:
    """Pass the turn to the next place that lays a card, or end the trick."""
    following = next_to_play(rules, state)
    if following != NOBODY:
        return state._replace(turn=following), ()
    return end_trick(rules, state)


def end_trick(rules: HandRules, state: State) -> Step:
    """End the trick: start the next trick, or end the hand if this trick decides it."""
    taker, leader = _taker(rules, state)
    won = (*state.won, taker)
    ended = state._replace(won=won)
    result = verdict(rules.tricks.ties, won)
    if result == ALL_TIED:
        return finish(ended, *_all_tied(rules, ended))
    if result is not None:
        return finish(ended, Award("truco", result, stake_in_force(rules, state), "won"))
    leader = first_in(rules, state, leader)
    return (
        ended._replace(
            leader=leader,
            turn=leader,
            best=NOBODY,
            parda=False,
            tops=(NOBODY, NOBODY),
            truco=state.truco._replace(tie_to=NOBODY),
            # Flor and envido belong to the first trick: S000 §11, §12, S003 Envite.
            envido=EnvidoState(closed=True),
            flor=FlorState("closed"),
        ),
        (),
    )


def _taker(rules: HandRules, state: State) -> tuple[int | None, int]:
    """Return the side that takes the trick (None for a parda) and the place that leads the next trick."""
    if not state.parda:
        return rules.sides[state.best], state.best
    if rules.tricks.ties is Ties.MANO_TRICK:
        nearest = min(state.tops)
        return rules.sides[nearest], nearest
    if state.truco.tie_to == NOBODY:
        return None, state.best
    return state.truco.tie_to, state.tops[state.truco.tie_to]


def _all_tied(rules: HandRules, state: State) -> tuple[Award, ...]:
    """Return the award after three pardas.

    By the rules of the game it goes to the side of the mano, to nobody, or to the rivals of the side that called or
    that decided to play. If the truco was called in the dark, the award goes to its caller instead.
    """
    policy = rules.tricks.all_tied
    stake = stake_in_force(rules, state)
    if policy is AllTied.MANO:
        return (Award("truco", rules.sides[0], stake, "tied"),)
    if policy is AllTied.DECIDER_LOSES and rules.decision is not None:
        return (Award("truco", 1 - rules.decision.side, stake, "tied"),)
    if policy is AllTied.CALLER_LOSES and state.truco.rung:
        # The side that accepted last owns the right to raise, so the last caller is its rival.
        rival_of_caller = state.truco.owner
        winner = 1 - rival_of_caller if state.truco.dark else rival_of_caller
        pays = rules.tricks.all_tied_pays
        return (Award("truco", winner, Stake(pays) if pays else stake, "tied"),)
    return ()


def leave(rules: HandRules, state: State, place: int, pending: tuple[Award, ...]) -> Step:
    """Throw in the cards of a place.

    When the last place of a side leaves, the side loses the hand, and the `pending` awards are paid too: calls that
    count as refused.
    """
    side = rules.sides[place]
    gone = state._replace(out=state.out | bit(place))
    if not members(rules, gone, side):
        truco = Award("truco", 1 - side, stake_in_force(rules, state), "mazo")
        return finish(gone, *pending, *_unplayed_envido(rules, state, 1 - side), truco)
    if state.best == NOBODY:  # no card is in the trick, so the next place leads
        leader = first_in(rules, gone, place)
        return gone._replace(leader=leader, turn=leader), ()
    return _pass_turn(rules, gone)


def _unplayed_envido(rules: HandRules, state: State, winner: int) -> tuple[Award, ...]:
    """Return the award for the envido when a side leaves in the first trick before any envido (AR-8)."""
    untouched = not state.won and not state.envido.closed and state.envido.calling == NOBODY
    if rules.mazo_bonus and untouched and state.truco.calling == NOBODY:
        return (Award("envido", winner, ONE, "mazo"),)
    return ()
