"""House rules on the truco: the value of a hand, and the ladder of calls."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from truquero.cards import Card, CardError
from truquero.i18n import _
from truquero.rules.aliases import CANONICAL
from truquero.rules.game import Rules
from truquero.rules.lances import Rung, Truco, ladder
from truquero.rules.options import MOST_POINTS
from truquero.rules.stakes import GAME, MATCH, Stake
from truquero.variants import VARIANTS
from truquero.variants.house.text import HouseText, short

KEYS = ("base", "ladder")
MOST_CALLS = 12  # each call enlarges the game tree; no known table has half as many
_STEP = re.compile(r"\s*(\S+)\s+(\S+)\s*")
_CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_STAKE = re.compile(r"[1-9][0-9]{0,3}|game|match")
# Moves that the words of the variants lack: a card, a seat, a size or a seña follows after a hyphen.
_WITH_MORE = ("carta", "descarta", "envido", "mas", "pido-flor", "sena", "tapada")


def read_truco(house: HouseText, usual: Rules) -> Truco | None:
    """Return the truco of the table [truco], validated against the rules without it, or None."""
    table = house.get(dict, "truco")
    if table is None:
        return None
    house.only(KEYS, "truco")
    if not table:
        raise house.error(_("[truco] is empty; it may contain {known}").format(known=", ".join(KEYS)), "truco")
    base, steps = house.points("truco", "base"), house.texts('["truco 2", "retruco 3"]', "truco", "ladder")
    own = usual.truco if base is None else replace(usual.truco, base=Stake(base))
    if steps is not None:
        own = replace(own, rungs=_rungs(house, steps))
    _check_rising(house, own)
    return own


def _rungs(house: HouseText, steps: list[str]) -> tuple[Rung, ...]:
    if len(steps) > MOST_CALLS:
        raise house.error(_("the ladder has at most {most} calls").format(most=MOST_CALLS), "truco", "ladder")
    rungs: list[Rung] = []
    for index, step in enumerate(steps):
        match = _STEP.fullmatch(step)
        if match is None or not _is_stake(match[2]):
            message = _(
                "{step} is not a step: write a call and what it plays for, 1 to {most}, game or match, such as "
                "retruco 3"
            )
            raise house.error(message.format(step=short(step), most=MOST_POINTS), "truco", "ladder", index)
        reason = _wrong_code(match[1]) or _said_twice(match[1], rungs)
        if reason:
            raise house.error(reason, "truco", "ladder", index)
        rungs += ladder(f"{match[1]} {match[2]}")
    return tuple(rungs)


def _is_stake(text: str) -> bool:
    return bool(_STAKE.fullmatch(text)) and (not text.isdecimal() or int(text) <= MOST_POINTS)


def _wrong_code(code: str) -> str:
    """Return why a word cannot be a call of the truco, or an empty string."""
    if not _CODE.fullmatch(code):
        return _("{code}: write a call in small letters without accents, with hyphens, such as vale-cuatro").format(
            code=short(code)
        )
    if code in CANONICAL:
        canonical = CANONICAL[code]
        message = _("records read {code} as {other}: write {other}, or choose another word for the call")
        if _wrong_code(canonical):
            message = _("records read {code} as {other}, which is another move: choose another word for the call")
        return message.format(code=code, other=canonical)
    if code in _words_of_moves() or code.startswith(tuple(f"{word}-" for word in _WITH_MORE)) or _is_card(code):
        return _("{code} is another move: choose another word for the call").format(code=code)
    return ""


@lru_cache(maxsize=1)
def _words_of_moves() -> frozenset[str]:
    """Return the codes of all moves of all variants, except the calls of the truco."""
    moves = {code for preset in VARIANTS.values() for code in preset.voices.phrases_by_move}
    return frozenset({*moves, *_WITH_MORE} - calls_of_variants())


@lru_cache(maxsize=1)
def calls_of_variants() -> frozenset[str]:
    """Return the calls of the truco of all variants."""
    return frozenset(rung.code for preset in VARIANTS.values() for rung in preset.rules().truco.rungs)


def _said_twice(code: str, rungs: list[Rung]) -> str:
    if any(rung.code == code for rung in rungs):
        return _("{code} is in the ladder twice").format(code=code)
    return ""


def _is_card(code: str) -> bool:
    try:
        Card(code)
    except CardError:
        return False
    return True


def _check_rising(house: HouseText, truco: Truco) -> None:
    """Check that every call plays for more than the stake before it."""
    previous = truco.base
    for index, rung in enumerate(truco.rungs):
        if _height(rung.stake) <= _height(previous):
            message = _("stakes must rise: {code} plays for {stake}, and the step before it for {before}")
            text = message.format(code=rung.code, stake=_stake(rung.stake), before=_stake(previous))
            raise house.error(text, "truco", "ladder", index)
        previous = rung.stake


def _height(stake: Stake) -> tuple[int, int]:
    """Return a sort key for stakes: points come before the game, and the game before the match."""
    return (0, stake.points) if stake.points else (1 if stake == GAME else 2, 0)


def _stake(stake: Stake) -> str:
    return {GAME: "game", MATCH: "match"}.get(stake, str(stake.points))
