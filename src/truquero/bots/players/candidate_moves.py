"""The moves worth evaluating, with one representative for each group of equivalent moves."""

from __future__ import annotations

from truquero.bots.players import estimated_chances as chances
from truquero.bots.players.betting_calls import ALL_IN_FLOR, envido_calls, is_large, is_mortal, truco_calls
from truquero.bots.players.card_heuristics import partner_should_win
from truquero.bots.players.player_situation import Situation
from truquero.cards import CARDS
from truquero.engine.automaton import SHOW
from truquero.engine.flor import SING
from truquero.engine.perros import THROW
from truquero.engine.state import COVER
from truquero.rules.moves import LEAVE

MOST_SIZES = 3  # call sizes considered where an envido may have any size
# The minimum own chance for a large bet, and for a bet that may lose the game: rivals do not refuse every time.
SERIOUS, MORTAL = 0.85, 0.93


def candidate_moves(situation: Situation) -> list[str]:
    """Return one card of each strength, the weakest card face down, some sizes of envido, and the other useful moves.

    The weakest card is not laid face down if it might win or tie the trick. If the seat may show its cards, or holds
    a flor that it may sing, that is the only candidate.
    """
    moves = list(situation.moves)
    if SHOW in moves:
        return [SHOW]
    if SING in moves and situation.worth.points.is_flor(situation.dealt) and situation.state.flor.stage == "open":
        return [SING]
    strengths = situation.worth.strengths
    sizes = envido_calls(situation)
    if len(sizes) > MOST_SIZES:
        last_index = len(sizes) - 1
        considered_sizes = {
            sizes[last_index * number // (MOST_SIZES - 1) // (3 if number == 1 else 1)] for number in range(MOST_SIZES)
        }
        moves = [move for move in moves if move not in sizes or move in considered_sizes]
    by_strength = _without_waste(situation, {strengths[CARDS[move]]: move for move in moves if move in CARDS})
    face_down = [move for move in moves if move.startswith(f"{COVER}-")]
    strength_of = {move: strengths[CARDS[move.removeprefix(f"{COVER}-")]] for move in face_down}
    weakest_face_down = min(face_down, key=strength_of.__getitem__, default=None)
    if weakest_face_down is not None and _might_win(situation, strength_of[weakest_face_down]):
        weakest_face_down = None
    excluded = {THROW, LEAVE}  # leaving gains nothing over refusing or losing later
    excluded |= situation.rules.truco.codes.difference(truco_calls(situation))
    excluded |= _too_large(situation)
    if not situation.worth.points.is_flor(situation.dealt):
        excluded.add(SING)
    remaining = [move for move in moves if move not in CARDS and move not in face_down and move not in excluded]
    return [*by_strength.values(), *remaining, *([weakest_face_down] if weakest_face_down is not None else [])] or moves


def _too_large(situation: Situation) -> set[str]:
    """Return the large calls for which the cards are not good enough."""
    too_large: set[str] = set()
    lances = (
        (truco_calls(situation), chances.alone),
        (envido_calls(situation), chances.envido),
        ([move for move in situation.moves if move in ALL_IN_FLOR], chances.flor),
    )
    for calls, chance in lances:
        large = [move for move in calls if is_large(situation, move)]
        if large:
            own_chance = chance(situation)
            too_large.update(move for move in large if own_chance < (MORTAL if is_mortal(situation, move) else SERIOUS))
    return too_large


def _might_win(situation: Situation, strength: int) -> bool:
    """Return whether a card beats or ties the trick so far, and no partner is expected to win it.

    A card that leads may be hidden, to save a better one and leave the trick to a partner, unless it is the last card.
    """
    if situation.best < 0:
        return len(situation.held) == 1
    return strength >= situation.best and not partner_should_win(situation)


def _without_waste(situation: Situation, by_strength: dict[int, str]) -> dict[int, str]:
    """Drop the cards that would be wasted.

    Of the cards that lose the trick only the lowest remains. If the trick is safe for a partner, only the lowest
    of all cards remains.
    """
    needed = max(by_strength, default=0) + 1 if partner_should_win(situation) else situation.best
    wasted = sorted(strength for strength in by_strength if strength < needed)[1:]
    return {strength: move for strength, move in by_strength.items() if strength not in wasted}
