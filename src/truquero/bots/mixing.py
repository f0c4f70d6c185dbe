"""How often to do what: a small game between what one might hold and how the rivals might take it, brought to rest.

Whoever always bets with good cards and never with bad ones is soon read. So the seat asks what it would do with each
of several hands that it could hold, for all the others know, while the rivals choose how bold to be without seeing
which it is. Both sides follow their regrets; what they have done on average is close to an equilibrium of that game.
"""

from __future__ import annotations

from collections.abc import Sequence

ROUNDS = 150

Payoffs = Sequence[Sequence[float]]  # by move, then by how bold the rivals are: what one's own side gains


def _matched(regrets: Sequence[float]) -> list[float]:
    """Chances in proportion to what one regrets not having done."""
    positive = [max(0.0, regret) for regret in regrets]
    total = sum(positive)
    if total <= 0:
        return [1 / len(positive)] * len(positive)
    return [regret / total for regret in positive]


def mixed(hands: Sequence[Payoffs], rounds: int = ROUNDS) -> list[list[float]]:
    """For each hand the chances of its moves. All hands are equally likely, and the rivals cannot tell them apart."""
    types = len(hands[0][0])
    mine = [[0.0] * len(hand) for hand in hands]
    theirs = [0.0] * types
    played = [[0.0] * len(hand) for hand in hands]
    for number in range(1, rounds + 1):
        bold = _matched(theirs)
        lost = [0.0] * types
        for hand, regrets, sums in zip(hands, mine, played, strict=True):
            strategy = _matched(regrets)
            gains = [sum(chance * gain for chance, gain in zip(bold, row, strict=True)) for row in hand]
            expected = sum(chance * gain for chance, gain in zip(strategy, gains, strict=True))
            for move, (gain, chance) in enumerate(zip(gains, strategy, strict=True)):
                regrets[move] = max(0.0, regrets[move] + gain - expected)
                sums[move] += number * chance  # later rounds count more: they are nearer to rest
            for kind in range(types):
                lost[kind] += sum(chance * row[kind] for chance, row in zip(strategy, hand, strict=True))
        average = sum(chance * loss for chance, loss in zip(bold, lost, strict=True))
        theirs = [max(0.0, regret + average - loss) for regret, loss in zip(theirs, lost, strict=True)]
    return [[one / sum(sums) for one in sums] for sums in played]
