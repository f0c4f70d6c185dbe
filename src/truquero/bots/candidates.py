"""The moves worth thinking about: of many that come to the same, one."""

from __future__ import annotations

from truquero.bots import chances
from truquero.bots.calls import ALL_IN_FLOR, envido_calls, is_large, is_mortal, truco_calls
from truquero.bots.cardsense import is_partners
from truquero.bots.spot import Spot
from truquero.cards import CARDS
from truquero.engine.automaton import SHOW
from truquero.engine.flor import SING
from truquero.engine.perros import THROW
from truquero.engine.state import COVER
from truquero.rules.moves import LEAVE

MOST_SIZES = 3  # of an envido that may be bet at any size
# The chance of one's own that a large bet asks for, and one that may lose the game: rivals do not fold for ever.
SERIOUS, MORTAL = 0.85, 0.93


def candidates(spot: Spot) -> list[str]:
    """A card of each strength, the weakest one face down, some sizes of envido, and every other word."""
    moves = list(spot.moves)
    if SHOW in moves:
        return [SHOW]
    if SING in moves and spot.worth.points.is_flor(spot.dealt) and spot.state.flor.stage == "open":
        return [SING]
    strengths = spot.worth.strengths
    sizes = envido_calls(spot)
    if len(sizes) > MOST_SIZES:
        last = len(sizes) - 1
        few = {sizes[last * number // (MOST_SIZES - 1) // (3 if number == 1 else 1)] for number in range(MOST_SIZES)}
        moves = [move for move in moves if move not in sizes or move in few]
    by_strength = _without_waste(spot, {strengths[CARDS[move]]: move for move in moves if move in CARDS})
    covered = [move for move in moves if move.startswith(f"{COVER}-")]
    weakest = min(covered, key=lambda move: strengths[CARDS[move.removeprefix(f"{COVER}-")]], default=None)
    never = {THROW, LEAVE}  # who leaves gives up what he could refuse or lose later just as well
    never |= spot.rules.truco.codes.difference(truco_calls(spot))
    never |= _too_large(spot)
    if not spot.worth.points.is_flor(spot.dealt):
        never.add(SING)
    words = [move for move in moves if move not in CARDS and move not in covered and move not in never]
    return [*by_strength.values(), *words, *([weakest] if weakest is not None else [])] or moves


def _too_large(spot: Spot) -> set[str]:
    """Calls that bet more than the cards are good for."""
    found: set[str] = set()
    lances = (
        (truco_calls(spot), chances.alone),
        (envido_calls(spot), chances.envido),
        ([move for move in spot.moves if move in ALL_IN_FLOR], chances.flor),
    )
    for calls, chance in lances:
        large = [move for move in calls if is_large(spot, move)]
        if large:
            own = chance(spot)
            found.update(move for move in large if own < (MORTAL if is_mortal(spot, move) else SERIOUS))
    return found


def _without_waste(spot: Spot, by_strength: dict[int, str]) -> dict[int, str]:
    """Of the cards that lose the trick, and of all where it is a partner's, the lowest: there is nothing to weigh."""
    best = max(by_strength, default=0) + 1 if is_partners(spot) else spot.best
    wasted = sorted(strength for strength in by_strength if strength < best)[1:]
    return {strength: move for strength, move in by_strength.items() if strength not in wasted}
