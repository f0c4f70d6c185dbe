"""The envido: bets on the points of the cards, in the first trick (S000 §13, S003 Envite)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from truquero.engine.declare import settle
from truquero.engine.flor import hush
from truquero.engine.seats import has_played, in_mask, is_in
from truquero.engine.state import NOBODY, Award, EnvidoState, Guard, Need, Option, State, Step
from truquero.rules.hand_rules import HandRules
from truquero.rules.lances import FixedEnvido, OpenEnvido, Window
from truquero.rules.moves import ACCEPT, ACCEPT_LACK, REFUSE, envido_sizes
from truquero.rules.stakes import Stake, lack_of

ALL_IN = 1_000_000  # larger than every numbered bet
FIRST_SIZE = "envido"  # the plain call of an open-ended envido, which bets one unit
SIZE = "envido-"
MORE = "mas-"
MOST_BETS = 1 << 14  # cached bets: the same bet occurs in very many states
MOST_OPTIONS = 1 << 15  # options of all cached bets together: an open-ended bet has hundreds
MOST_SIZES = 1 << 10


def _rule(rules: HandRules) -> FixedEnvido | OpenEnvido:
    assert rules.envido is not None
    return rules.envido


# ------------------------------------------------------------------------------------------------------------ moves


def opening_options(rules: HandRules, state: State, place: int) -> list[Option]:
    """Return the calls with which a place may open the envido when it may speak."""
    if rules.envido is None or state.won or state.envido.closed or state.flor.sung:
        return []
    window = rules.envido.window
    if window.last_two_only and place < rules.places - 2:
        return []
    if has_played(rules, state, place) and not window.after_own_card:
        return []
    if state.truco.calling != NOBODY and not window.before_truco:
        return []
    return list(_OPTIONS.options(_openings, rules.envido, _as_bet(state.envido)))


def out_of_turn(rules: HandRules, state: State) -> dict[int, list[Option]]:
    """Return the opening calls of places that have already laid a card, allowed until the trick is resolved (BE-12)."""
    if rules.envido is None or not rules.envido.window.after_own_card:
        return {}
    places = [place for place in range(rules.places) if is_in(state, place) and has_played(rules, state, place)]
    return {place: calls for place in places if (calls := opening_options(rules, state, place))}


def answers(rules: HandRules, state: State, place: int) -> list[Option]:
    """Return the answers of a challenged place to the pending envido, raises included."""
    return list(_OPTIONS.options(_answers, _rule(rules), _as_bet(state.envido), rules.sides[place]))


class _OptionCache:
    """A cache of the options of bets. It is cleared completely when it is full."""

    def __init__(self) -> None:
        self._options: dict[tuple[object, ...], tuple[Option, ...]] = {}
        self._count = 0

    def options(self, make: Callable[..., tuple[Option, ...]], *about: object) -> tuple[Option, ...]:
        key = (make, *about)
        options = self._options.get(key)
        if options is None:
            options = make(*about)
            if self._count + len(options) > MOST_OPTIONS or len(self._options) >= MOST_BETS:
                self._options, self._count = {}, 0
            self._options[key] = options
            self._count += len(options)
        return options


_OPTIONS = _OptionCache()


def _as_bet(envido: EnvidoState) -> EnvidoState:
    """Return the cache key of an envido: only the fields that decide which calls are possible."""
    return EnvidoState(calling=envido.calling, offer=envido.offer, final=envido.final, chain=envido.chain)


def _openings(rule: FixedEnvido | OpenEnvido, envido: EnvidoState) -> tuple[Option, ...]:
    return tuple(_guarded(rule.window, _calls(rule, envido)))


def _answers(rule: FixedEnvido | OpenEnvido, envido: EnvidoState, side: int) -> tuple[Option, ...]:
    accepting = [Option(ACCEPT), *_calls(rule, envido)]
    if isinstance(rule, OpenEnvido) and rule.accept_lack:
        accepting.append(Option(ACCEPT_LACK, (Guard(Need.ABOVE_LACK, envido.offer, side),)))
    return (*_guarded(rule.window, accepting), Option(REFUSE))


def _guarded(window: Window, options: list[Option]) -> list[Option]:
    if not window.barred_to_flor:
        return options
    none = Guard(Need.NO_PLAIN_FLOR)
    return [Option(option.move, (*option.guards, none)) for option in options]


def _calls(rule: FixedEnvido | OpenEnvido, envido: EnvidoState) -> list[Option]:
    """Return every call that may follow the calls made so far."""
    if envido.final:
        return []
    if isinstance(rule, OpenEnvido):
        return _sizes(rule, envido)
    guards = (Guard(Need.BELOW_FALTA, envido.offer),) if rule.capped_by_falta and envido.calling != NOBODY else ()
    fixed = [Option(call.code, guards) for number, call in enumerate(rule.calls) if _fits(rule, envido, number)]
    room = not rule.longest_chain or sum(envido.chain[:-1]) < rule.longest_chain
    return [*fixed, Option(rule.falta_code)] if room else fixed


def _fits(rule: FixedEnvido, envido: EnvidoState, number: int) -> bool:
    call = rule.calls[number]
    if envido.calling == NOBODY:
        return call.opens
    if not rule.counted:
        return True
    *counts, last = envido.chain
    if rule.longest_chain and sum(counts) >= rule.longest_chain:
        return False
    return (not call.at_most or counts[number] < call.at_most) and not (rule.ascending and number < last)


def _sizes(rule: OpenEnvido, envido: EnvidoState) -> list[Option]:
    """Return the calls of an open-ended envido: each even size, and all-in for the whole game.

    Guards limit the sizes to the lack of the side with fewer points.
    """
    sizes = envido_sizes(rule)
    if envido.calling == NOBODY:
        # The plain call needs no guard: a bet above the lack of a side can be accepted reduced (S003 Envite).
        larger = [size for size in sizes if size > rule.unit] if rule.opens_with_size else []
        named = (_size(SIZE, size) for size in larger)
        bets = [Option(FIRST_SIZE), *(Option(code, (guard,)) for code, guard in named)]
    else:
        # Once the bet reaches the lack of the side with fewer points, only all-in is a raise.
        room = Guard(Need.SIZE, Stake(envido.offer.points + 1))
        least = 0 if rule.cumulative else envido.offer.points  # a bet that replaces another must be higher
        named = (_size(MORE, size) for size in sizes if size > least)
        bets = [Option(code, (guard, room)) for code, guard in named]
    return [*bets, Option(rule.all_in_code)]


class _Size(NamedTuple):
    """The code and the guard of a bet size, shared by all bets that it may follow."""

    code: str
    guard: Guard


@lru_cache(maxsize=MOST_SIZES)
def _size(prefix: str, size: int) -> _Size:
    return _Size(f"{prefix}{size}", Guard(Need.SIZE, Stake(size)))


# ------------------------------------------------------------------------------------------------------ transitions


def call(rules: HandRules, state: State, place: int, move: str) -> Step:
    """Open or raise the envido. A raise accepts the bet before it."""
    rule, opening = _rule(rules), state.envido.calling == NOBODY
    shows = opening and rule.window.caller_shows_card and place == state.turn
    called = _called(rule, state.envido, move, rules.sides[place], place if shows else NOBODY)
    return state._replace(envido=called, flor=hush(rules, state, place)), ()


@lru_cache(maxsize=MOST_BETS)
def _called(rule: FixedEnvido | OpenEnvido, envido: EnvidoState, move: str, side: int, shower: int) -> EnvidoState:
    offer, chain = offered(rule, envido, move)
    return EnvidoState(
        calling=side,
        offer=offer,
        refused=Stake(rule.first_refused) if envido.calling == NOBODY else envido.offer,
        final=_is_final(rule, move),
        chain=chain,
        ends_trick=envido.ends_trick,
        shower=shower,
    )


def _is_final(rule: FixedEnvido | OpenEnvido, move: str) -> bool:
    """Return whether a call cannot be raised: the falta or all-in (S000 §13)."""
    return move == (rule.all_in_code if isinstance(rule, OpenEnvido) else rule.falta_code)


def offered(rule: FixedEnvido | OpenEnvido, envido: EnvidoState, move: str) -> tuple[Stake, tuple[int, ...]]:
    """Return the stake after a call, and the chain of calls where the rules count them."""
    if isinstance(rule, OpenEnvido):
        if move == rule.all_in_code:
            return rule.all_in, ()
        if move.startswith(MORE):
            before = envido.offer.points if rule.cumulative else 0
            return Stake(before + int(move.removeprefix(MORE))), ()
        return Stake(rule.unit if move == FIRST_SIZE else int(move.removeprefix(SIZE))), ()
    if move == rule.falta_code:
        return rule.falta, ()
    number = [call.code for call in rule.calls].index(move)
    offer = Stake(envido.offer.points + rule.calls[number].adds)
    if not rule.counted:
        return offer, ()
    counts = list(envido.chain[:-1]) or [0] * len(rule.calls)
    counts[number] += 1
    return offer, (*counts, number)


def bet_size(rule: FixedEnvido | OpenEnvido, move: str) -> int | None:
    """Return the points that a call of envido adds, or ALL_IN; None for any other move."""
    if isinstance(rule, FixedEnvido):
        if move == rule.falta_code:
            return ALL_IN
        return next((call.adds for call in rule.calls if call.code == move), None)
    if move == rule.all_in_code:
        return ALL_IN
    if move == FIRST_SIZE:
        return rule.unit
    for prefix in (SIZE, MORE):
        if move.startswith(prefix) and move.removeprefix(prefix).isdigit():
            return int(move.removeprefix(prefix))
    return None


def accept(rules: HandRules, state: State, place: int, reduced: bool) -> Step:
    """Accept the envido and settle it; `reduced` limits the stake to the lack of the accepting side."""
    stake = lack_of(rules.sides[place]) if reduced else state.envido.offer
    closed = state._replace(envido=_closed(state.envido), flor=hush(rules, state, place))
    everyone = in_mask(rules, state)
    return settle(rules, closed, "envido", stake, everyone, everyone)


def refused(state: State) -> Award:
    """Return the award for refusing the pending envido."""
    return Award("envido", state.envido.calling, state.envido.refused, "refused")


def refuse(state: State) -> Step:
    return state._replace(envido=_closed(state.envido)), (refused(state),)


def _closed(envido: EnvidoState) -> EnvidoState:
    return EnvidoState(closed=True, ends_trick=envido.ends_trick)


def card_shown(state: State) -> State:
    """Return the state after the caller has shown a card: the rivals answer next."""
    return state._replace(envido=state.envido._replace(shower=NOBODY))
