"""The legal calls of a situation by lance, with their stakes, and the moves that answer a call."""

from __future__ import annotations

from collections.abc import Sequence

from truquero.bots.players.player_situation import Situation
from truquero.engine.envido import bet_size, offered
from truquero.engine.flor import RAISES
from truquero.engine.state import NOBODY
from truquero.rules.lances import FixedEnvido
from truquero.rules.moves import ACCEPT, ACCEPT_LACK
from truquero.rules.stakes import Stake

ALL_IN_FLOR = (RAISES[1], "al-resto")
LARGE = 6  # points; a bet above this needs good cards


def truco_calls(situation: Situation) -> list[str]:
    """Return the calls of truco that can gain something.

    There are none if only rivals still have a card to lay: they know how the hand ends, and accept only if they win.
    """
    if not situation.held and not situation.from_place.partners_with_cards and situation.from_place.rivals_yet_to_lay:
        return []
    codes = situation.rules.truco.codes
    return [move for move in situation.moves if move in codes]


def bet(situation: Situation, move: str) -> Stake | None:
    """Return the stake of a call if it is accepted, or of the call that a move accepts; None for any other move."""
    rules, envido, truco = situation.rules, situation.state.envido, situation.state.truco
    if move in (ACCEPT, ACCEPT_LACK):
        waits = truco.calling != NOBODY and situation.state.flor.stage in ("open", "closed")
        return envido.offer if envido.calling != NOBODY else rules.truco.stake(truco.rung + 1) if waits else None
    if rules.flor is not None and move in ALL_IN_FLOR:
        return rules.flor.resto
    if rules.envido is not None and bet_size(rules.envido, move) is not None:
        return offered(rules.envido, envido, move)[0]
    return next((rung.stake for rung in rules.truco.rungs if rung.code == move), None)


def is_large(situation: Situation, move: str) -> bool:
    """Return whether a call or an acceptance bets too much for a bluff."""
    stake = bet(situation, move)
    return stake is not None and gain(situation, stake, 1 - situation.from_place.side) > LARGE


def is_mortal(situation: Situation, move: str) -> bool:
    """Return whether losing the bet of a move would lose the game."""
    stake = bet(situation, move)
    return stake is not None and gain(situation, stake, 1 - situation.from_place.side) >= situation.score.lack(
        1 - situation.from_place.side
    )


def envido_calls(situation: Situation) -> list[str]:
    """Return the calls of envido, the smallest first."""
    rule = situation.rules.envido
    if rule is None or not situation.from_place.envido_is_open:
        return []
    sized = {move: size for move in situation.moves if (size := bet_size(rule, move)) is not None}
    return sorted(sized, key=sized.__getitem__)


def accepting(situation: Situation) -> str | None:
    """Return the move that accepts a bet, if there is one.

    Where the rules allow it, accept only for the points that the own side lacks (S003 Reglas de oro).
    """
    rule = situation.rules.envido
    accept_word = rule.accept_word if isinstance(rule, FixedEnvido) else ""
    return next((move for move in (ACCEPT_LACK, ACCEPT, accept_word) if move and move in situation.moves), None)


def gain(situation: Situation, stake: Stake, side: int, flores: int = 2) -> int:
    """Return the points that a stake brings a side, at most those that it lacks."""
    return min(stake.value(side, situation.score, flores if stake.per_flor else 0), max(1, situation.score.lack(side)))


def gain_of_accepting(situation: Situation, chance: float, stake: Stake, refused: Stake) -> float:
    """Return the expected points of accepting minus those of refusing."""
    ours, theirs = situation.from_place.side, 1 - situation.from_place.side
    wins, loses, gives = gain(situation, stake, ours), gain(situation, stake, theirs), gain(situation, refused, theirs)
    return chance * wins - (1 - chance) * loses + gives


def middle(calls: Sequence[str], share: float) -> str:
    """Return one of some sorted calls: the larger the share, the later the call."""
    return calls[min(len(calls) - 1, int(share * len(calls)))]
