"""The answer to a question: all the chances of a place in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from truquero.language import _
from truquero.rules.game import Rules
from truquero.solve.chances.bets import Bet, bets
from truquero.solve.chances.chance import Progress
from truquero.solve.chances.points import PointsChance, envido_chance, flor_chance
from truquero.solve.chances.spot import Question, Spot, spot
from truquero.solve.chances.truco import OPEN, WAYS, TrucoChance, truco_chance
from truquero.table import TableError

SAMPLES = 4000


@dataclass(frozen=True)
class Equity:
    """The chances of one place. A lance that the game does not have is None."""

    spot: Spot
    truco: TrucoChance
    envido: PointsChance | None
    flor: PointsChance | None
    bets: tuple[Bet, ...]


def equity(
    rules: Rules,
    cards: str = "",
    *,
    place: int = 0,
    score: tuple[int, int] | None = None,
    turned: str = "",
    played: str = "",
    seen: str = "",
    against: Sequence[str] = (),
    partners: Sequence[str] = (),
    duel: bool = False,
    play: str = OPEN,
    samples: int = SAMPLES,
    seed: str = "1",
    progress: Progress = lambda done, total: None,
) -> Equity:
    """The chances of the place with these cards, counted from the mano, who is 0; PIE is the last.

    `cards` may also be a range: `envido=27`, `1e flor`; empty are any cards. `against` are ranges of all rivals, or of
    one place (`1: flor`), `partners` likewise. `score` has the own side's points first. `played` are the cards laid so
    far in their order, `seen` others that nobody holds. What is not counted exactly is estimated from `samples` deals
    of a `seed`.
    """
    if play not in WAYS:
        raise TableError(_("{play} is no way to play: choose {ways}").format(play=repr(play), ways=", ".join(WAYS)))
    if samples < 1:
        raise TableError(_("at least one deal has to be drawn: raise samples"))
    asked = Question(cards, place, score, turned, played, seen, tuple(against), tuple(partners), duel)
    where = spot(rules, asked)
    truco = truco_chance(where, play, samples, seed, progress)
    envido = envido_chance(where, samples, seed, progress)
    flor = flor_chance(where, samples, seed, progress)
    return Equity(where, truco, envido, flor, bets(where, truco, envido))
