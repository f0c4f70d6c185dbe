"""The function `equity` and its result: all the chances of one place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from truquero.analysis.hand_equity.bet_values import BetValue, bet_values
from truquero.analysis.hand_equity.equity_situation import EquityQuery, EquitySituation, situation_of
from truquero.analysis.hand_equity.points_chance import PointsChance, envido_chance, flor_chance
from truquero.analysis.hand_equity.truco_chance import OPEN, WAYS, TrucoChance, truco_chance
from truquero.i18n import _
from truquero.i18n.progress import Show, part_of
from truquero.rules.game import Rules
from truquero.sim.argument_checks import as_whole_number
from truquero.sim.random_numbers import seed_number
from truquero.table import TableError
from truquero.table.validation import rules_of_variant

SAMPLES = 4000


@dataclass(frozen=True)
class Equity:
    """The chances of one place. The field of a lance that the game does not have is None."""

    situation: EquitySituation  # what was asked
    truco: TrucoChance  # the chances of the tricks
    envido: PointsChance | None  # the chances of the envido
    flor: PointsChance | None  # the chances of the flor
    bets: tuple[BetValue, ...]  # the value of each call that may be accepted

    def __repr__(self) -> str:
        asked, truco = self.situation, f"truco {float(self.truco.win):.3f}"
        points = (
            f"{lance} {float(chance.side):.3f}"
            for lance, chance in (("envido", self.envido), ("flor", self.flor))
            if chance is not None
        )
        place = f"place {asked.place} of {asked.places}"
        chances = ", ".join((asked.rules.short_name, place, truco, *points, f"{len(self.bets)} bets"))
        return f"<{type(self).__name__} {chances}>"


def equity(
    rules: str | Rules,
    cards: str | Sequence[str] = "",
    *,
    place: int = 0,
    score: tuple[int, int] = (0, 0),
    turned: str = "",
    played: str | Sequence[str] = "",
    seen: str | Sequence[str] = "",
    against: str | Sequence[str] = (),
    partners: str | Sequence[str] = (),
    duel: bool = False,
    play: str = OPEN,
    samples: int = SAMPLES,
    seed: int | str = "1",
    progress: Show = lambda done, total: None,
) -> Equity:
    """Return the chances of a place with these cards.

    `rules` may be the name of a variant, for its usual number of players. `place` is counted from the mano, who is
    0; PIE is the last place. Cards are one text, `7e 6e 1c`, or a list. `cards` may also be a range, such as
    `envido=27` or `1e flor`; an empty text means any cards. `against` contains ranges for all rivals, or for a
    single place (`1: flor`); `partners` does the same for the partners. `score` starts with the points of the
    player's own side. `turned` is the muestra or vira; without it, the chances are those before a card is turned.
    Cards in `played` need it. `played` contains the cards laid so far, in order; `seen` contains other cards that
    no player holds. Chances that cannot be counted exactly are estimated from `samples` random deals, drawn with
    `seed`.

    >>> chances = equity("argentino", "7e 6e 1c", place=1, samples=20)
    >>> chances.envido.own.only, round(float(chances.envido.good), 3), chances.envido.good.exact
    (33, 0.986, True)
    """
    if play not in WAYS:
        raise TableError(_("unknown way to play {play}: choose {ways}").format(play=repr(play), ways=", ".join(WAYS)))
    place, score, samples = as_whole_number("place", place), _score(score), as_whole_number("samples", samples, 1)
    against, partners, seed = _texts(against), _texts(partners), _seed(seed)
    cards, played, seen = _as_text(cards), _as_text(played), _as_text(seen)
    for text in (cards, turned, played, seen, *against, *partners):
        _check_text(text)
    query = EquityQuery(cards, place, score, turned, played, seen, against, partners, duel)
    situation = situation_of(rules_of_variant(rules, None, {}), query)
    truco = truco_chance(situation, play, samples, seed, part_of(progress, 0, 3))
    envido = envido_chance(situation, samples, seed, part_of(progress, 1, 3))
    flor = flor_chance(situation, samples, seed, part_of(progress, 2, 3))
    return Equity(situation, truco, envido, flor, bet_values(situation, truco, envido, flor))


def _score(score: Any) -> tuple[int, int]:
    """Return a valid score, or raise a TableError: callers from Python may pass anything."""
    if not isinstance(score, tuple | list) or len(score) != 2:
        message = _("score {given}: write the points of each side, as in score=(0, 0)")
        raise TableError(message.format(given=repr(score)))
    own, rivals = (as_whole_number("score", points, 0) for points in score)
    return own, rivals


def _seed(seed: Any) -> str:
    """Validate a seed and return it as text, so that a number gives the same deals as its digits."""
    seed_number(seed)
    return str(seed)


def _texts(value: Any) -> tuple[str, ...]:
    """Return one text or several as a tuple."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return (value,)
    return tuple(value)


def _as_text(cards: Any) -> str:
    """Return cards as one text, joining a list of them."""
    if not isinstance(cards, list | tuple):
        return cards  # type: ignore[no-any-return]  # checked below
    for card in cards:
        _check_text(card)
    return " ".join(cards)


def _check_text(text: object) -> None:
    if not isinstance(text, str):
        message = _("{given} is not text: write cards and hands separated by spaces, such as '7e 6e 1c'")
        raise TableError(message.format(given=repr(text)))
