"""Every chain of calls of a variant with what it pays, computed by running the engine's automaton.

The chains are generated with a hand of two players, because the calls do not depend on the number of players. The
payments depend on it only where partners hold a flor too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from truquero.engine import Award, Need, advance, moves, question
from truquero.engine.state import NOBODY, PLAY, State, bit
from truquero.rules.game import HandType, Rules
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import FixedEnvido, OpenEnvido
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, LEAVE, REFUSE
from truquero.rules.stakes import Stake

SPEAKERS = 2  # places 0 and 1 speak; the places after them are their partners
HOLDS_NONE, HOLDS_ONE = NOBODY, 1  # the place that can answer a flor with another: none, or place 1

MOST_OPEN = 3  # most calls of a chain, if the rules set no end
MOST = 5  # most calls of a chain, if the rules limit its length


class Chain(NamedTuple):
    """A sequence of calls, with the stake of the last call if it is accepted and if it is refused.

    A stake is None where the call cannot be accepted or refused.
    """

    calls: tuple[str, ...]
    accepted: Stake | None
    refused: Stake | None
    by_cards: bool = True  # whether the better cards win an accepted chain; if not, the first caller is paid


def _duel(rules: Rules) -> tuple[HandRules, State]:
    """Return a hand of two players who have looked at their cards."""
    return rules.hand_rules((0, 1), HandType.ROUND), State(looked=0b11)


# ----------------------------------------------------------------------------------------------------------- envido


def envido_chains(rules: Rules) -> list[Chain]:
    """Return all chains of fixed calls, the shortest first. If bets may have any size, return examples."""
    if isinstance(rules.envido, OpenEnvido):
        examples = [_chain_of(rules, calls) for calls in _examples(rules.envido)]
        return [chain for chain in examples if chain is not None]
    hand, start = _duel(rules)
    longest = _longest(rules.envido)
    chains: list[Chain] = []
    level: list[tuple[tuple[str, ...], State]] = [((), start)]
    while level and len(level[0][0]) < longest:
        level = [(calls, state) for shorter, state in level for calls, state in _longer_chains(hand, shorter, state)]
        chains += [_envido_chain(calls, state) for calls, state in level]
    return chains


def goes_on(rule: FixedEnvido) -> bool:
    """Return whether there are longer chains than those listed."""
    ends_by_counting = all(call.at_most for call in rule.calls) and sum(call.at_most for call in rule.calls) < MOST
    return not ends_by_counting and not 0 < rule.longest_chain <= MOST_OPEN


def _longest(rule: FixedEnvido | OpenEnvido | None) -> int:
    return MOST_OPEN if isinstance(rule, FixedEnvido) and goes_on(rule) else MOST


def _longer_chains(hand: HandRules, calls: tuple[str, ...], state: State) -> Iterator[tuple[tuple[str, ...], State]]:
    """Yield every chain that is one call longer."""
    assert isinstance(hand.envido, FixedEnvido)
    codes = [*(call.code for call in hand.envido.calls), hand.envido.falta_code]
    place = len(calls) % 2
    open_to = [option.move for option in moves(hand, state).get(place, [])]
    for code in codes:
        if code in open_to:
            yield (*calls, code), _after_call(hand, state, place, code)


def _after_call(hand: HandRules, state: State, place: int, code: str) -> State:
    """Return the state after a call, and after the card that its caller must lay before the answer, if any."""
    after, _ = advance(hand, state, place, code)
    if after.envido.shower != NOBODY:
        after, _ = advance(hand, after, place, PLAY)
    return after


def _envido_chain(calls: tuple[str, ...], state: State) -> Chain:
    return Chain(calls, state.envido.offer, state.envido.refused)


def _examples(rule: OpenEnvido) -> list[tuple[str, ...]]:
    """Return examples of small and large bets, with typical raises."""
    plain, all_in = "envido", rule.all_in_code
    return [
        (plain,),
        ("envido-6",),
        (all_in,),
        (plain, "mas-4"),
        (plain, all_in),
        (plain, "mas-4", "mas-8"),
        (plain, "mas-4", all_in),
        (plain, "mas-4", "mas-8", all_in),
    ]


def _chain_of(rules: Rules, calls: tuple[str, ...]) -> Chain | None:
    """Return the chain of these calls, or None if the rules do not allow it."""
    hand, state = _duel(rules)
    for number, call in enumerate(calls):
        place = number % 2
        if call not in [option.move for option in moves(hand, state).get(place, [])]:
            return None
        state = _after_call(hand, state, place, call)
    return _envido_chain(calls, state)


# ------------------------------------------------------------------------------------------------------------- flor


def flor_chains(rules: Rules) -> list[Chain]:
    """Return all exchanges about a flor between two players, from the first word to the end.

    Where there are partners, a stake includes what each further flor of a side adds.
    """
    two_players = _flor_endings(*_duel(rules))
    if rules.players == 2:
        return [_flor_chain(calls, paid, paid) for calls, paid in two_players.items()]
    pairs = rules.hand_rules((0, 1, 0, 1), HandType.ROUND)
    with_partners = _flor_endings(pairs, State(looked=0b1111))
    return [_flor_chain(calls, paid, with_partners[calls]) for calls, paid in two_players.items()]


def _flor_endings(hand: HandRules, start: State) -> dict[tuple[str, ...], dict[str, Award]]:
    """Return the awards of each chain, by its final answer: accepted or refused.

    In a hand with partners, the partners of a player with a flor hold a flor too.
    """
    ends: dict[tuple[str, ...], dict[str, Award]] = {}
    for answer in (HOLDS_NONE, HOLDS_ONE):
        state = start._replace(flor=start.flor._replace(sung=_partners(hand, answer)))
        for calls, award in _endings(hand, state, 0, "flor", answer):
            answer_made = calls[-1]
            key = calls[:-1] if answer_made in (ACCEPT, REFUSE) and answer == HOLDS_ONE else calls
            ends.setdefault(key, {})[answer_made if key != calls else ACCEPT] = award
    return ends


def _partners(hand: HandRules, answer: int) -> int:
    """Return a bit mask of the partners who hold a flor. They count as having sung it."""
    holding = {hand.sides[0]} if answer == HOLDS_NONE else {*hand.sides}
    return sum(bit(place) for place in range(SPEAKERS, hand.places) if hand.sides[place] in holding)


def _flor_chain(calls: tuple[str, ...], with_one: dict[str, Award], with_two: dict[str, Award]) -> Chain:
    """Return the chain, given its awards with one flor for each side that has any, and with two."""
    paid = {answer: _by_flores(with_one[answer].stake, with_two[answer].stake) for answer in with_one}
    by_cards = with_one[ACCEPT].side == NOBODY if ACCEPT in with_one else True
    return Chain(calls, paid.get(ACCEPT), paid.get(REFUSE), by_cards)


def _by_flores(for_one: Stake, for_two: Stake) -> Stake:
    """Return the stake that pays `for_one` if the winners hold one flor, and `for_two` if they hold two."""
    more = for_two.points - for_one.points
    return for_one._replace(points=for_one.points - more, per_flor=more, own_flores=True) if more else for_one


def _endings(
    hand: HandRules, state: State, place: int, move: str, answer: int | None
) -> Iterator[tuple[tuple[str, ...], Award]]:
    """Yield every way to settle a flor that begins with this move, with its award.

    Partners say nothing but chica, because the rules ask every holder of a flor for that word.
    """
    calls = (move,) if place < SPEAKERS else ()
    answers = question(hand, state, place, move).answers
    after, awards = advance(hand, state, place, move, answer if answer in answers else answers[0])
    if after.declaring is not None:
        yield calls, Award("flor", NOBODY, after.declaring.stake, "best")
        return
    if after.flor.stage == "closed":
        yield calls, awards[0]
        return
    for next_place, options in moves(hand, after).items():
        for option in options:
            needs = {guard.need for guard in option.guards}
            is_spoken = option.move not in (LEAVE, ACCEPT_LACK) and Need.RESERVA not in needs
            if is_spoken and (next_place < SPEAKERS or option.move == "chica"):
                for later_calls, award in _endings(hand, after, next_place, option.move, HOLDS_NONE):
                    yield (*calls, *later_calls), award
