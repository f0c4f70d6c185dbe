"""Rough estimates of the winning chances from the player's own cards alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from truquero.bots.players.player_situation import Situation
from truquero.engine.state import NOBODY
from truquero.rules.trick_rules import ALL_TIED, Ties, Trick, verdict

# The factor on an advantage, by the number of partners with cards: the more players, the less a single hand decides.
SHARED = (1.0, 0.65, 0.5, 0.4)
PARTNER_HAS_IT = (0.0, 0.3, 0.38, 0.42)  # by partners: how often one of them has the best envido if the player has not
AGAINST_ONE = 1.25  # exponent per rival: a rival chooses its card, so it wins more often than a random card


class TricksSoFar(NamedTuple):
    """The tricks of a hand so far, including the current one, from the point of view of a player."""

    ties: Ties
    side: int
    won: tuple[Trick, ...]
    best: float = -1.0  # the share of cards that the best card of the trick beats; below 0 if the trick is empty
    is_ours: bool = False  # the best card is this side's
    level: bool = False  # the best cards of both sides are equal
    laid: bool = False  # the player has already laid a card in the trick
    rivals_yet_to_lay: int = 0  # rivals who have yet to lay a card


def truco(situation: Situation) -> float:
    """Return the chance that this side takes the hand."""
    return shared(alone(situation), situation.from_place.partners_with_cards)


def shared(chance: float, partners: int) -> float:
    """Return a chance moved towards 0.5 for the partners who have cards too."""
    return 0.5 + (chance - 0.5) * SHARED[min(partners, 3)]


def alone(situation: Situation) -> float:
    """Return the chance that the player's own cards take the hand, without help from partners."""
    state, worth = situation.state, situation.worth
    best = -1.0
    if state.best != NOBODY:
        best = worth.share_of(situation.best)
    tricks = TricksSoFar(
        situation.rules.tricks.ties,
        situation.from_place.side,
        state.won,
        best=best,
        is_ours=situation.from_place.partner_leads,
        level=state.parda,
        laid=len(situation.dealt) - len(situation.held) > len(state.won),
        rivals_yet_to_lay=situation.from_place.rivals_yet_to_lay if state.best != NOBODY else 1,
    )
    return hand_chance([worth.rank[card] for card in situation.held], tricks)


def hand_chance(ranks: Sequence[float], tricks: TricksSoFar) -> float:
    """Return the chance to take the hand with cards of these ranks, one against one."""
    return _hand_chance(tuple(sorted(ranks)), tricks)


@lru_cache(maxsize=4096)
def _hand_chance(held: tuple[float, ...], tricks: TricksSoFar) -> float:
    """Return the chance for cards in ascending order. Cached: a decision evaluates hundreds of hands, many equal."""
    ties, side, won = tricks.ties, tricks.side, tricks.won
    if tricks.best < 0:
        return _chance_from(held, ties, side, won)
    if_won, if_lost = (*won, side), (*won, 1 - side)
    if tricks.laid or tricks.is_ours:
        chance_to_win = (
            0.5
            if tricks.level
            else float(tricks.best ** (AGAINST_ONE * tricks.rivals_yet_to_lay))
            if tricks.is_ours
            else 0.0
        )
        rest = held if tricks.laid else held[1:]
        return chance_to_win * _chance_from(rest, ties, side, if_won) + (1 - chance_to_win) * _chance_from(
            rest, ties, side, if_lost
        )
    beating = [rank for rank in held if rank > tricks.best]
    if beating:
        rest = _without(held, beating[0])
        chance_to_win = float(beating[0] ** (AGAINST_ONE * tricks.rivals_yet_to_lay))
        return chance_to_win * _chance_from(rest, ties, side, if_won) + (1 - chance_to_win) * _chance_from(
            rest, ties, side, if_lost
        )
    if tricks.best in held:
        rest = _without(held, tricks.best)
        return _chance_from(rest, ties, side, if_lost if ties is Ties.FIRST_PLAYED else (*won, None))
    return _chance_from(held[1:], ties, side, if_lost)


def _without(held: tuple[float, ...], rank: float) -> tuple[float, ...]:
    """Return the cards without one card of a rank."""
    index = held.index(rank)
    return (*held[:index], *held[index + 1 :])


def _chance_from(held: Sequence[float], ties: Ties, side: int, won: tuple[Trick, ...]) -> float:
    """Return the chance to take enough of the remaining tricks, playing the strongest card first."""
    result = verdict(ties, won) if len(won) > 1 else None
    if result is not None:
        return 0.5 if result == ALL_TIED else float(result == side)
    takes = float(held[-1] ** AGAINST_ONE) if held else 0.0
    rest = held[:-1]
    return takes * _chance_from(rest, ties, side, (*won, side)) + (1 - takes) * _chance_from(
        rest, ties, side, (*won, 1 - side)
    )


def envido(situation: Situation) -> float:
    """Return the chance that this side has the best envido."""
    share, _flor = situation.worth.of_hand(situation.dealt)
    best = share ** max(1, situation.from_place.rivals)
    return float(best + (1 - best) * PARTNER_HAS_IT[min(situation.from_place.partners, 3)])


def flor(situation: Situation) -> float:
    """Return the chance that the player's flor beats one other flor; 0 without a flor."""
    _envido, share = situation.worth.of_hand(situation.dealt)
    return 0.0 if share is None else share
