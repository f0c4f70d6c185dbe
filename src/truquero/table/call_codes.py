"""The codes of the calls that exist under the rules of a table, by lance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from truquero.engine.envido import FIRST_SIZE, MORE, SIZE
from truquero.engine.flor import ACHICO, RAISES, SING
from truquero.rules.game import Rules
from truquero.rules.lances import FixedEnvido, FlorStyle, OpenEnvido
from truquero.table.log import Event

QUALIFYING = ("chica", "al-resto", "guena")  # replies to a flor that was sung


def truco_codes(rules: Rules) -> list[str]:
    return [rung.code for rung in rules.truco.rungs]


def envido_codes(rules: Rules) -> list[str]:
    envido = rules.envido
    if isinstance(envido, FixedEnvido):
        accepting = [envido.accept_word] if envido.accept_word else []
        return [*(call.code for call in envido.calls), envido.falta_code, *accepting]
    return [FIRST_SIZE, envido.all_in_code] if isinstance(envido, OpenEnvido) else []


def flor_codes(rules: Rules) -> list[str]:
    if rules.flor is None:
        return []
    if rules.flor.style is FlorStyle.CHICA:
        return [SING, *QUALIFYING]
    return [SING, *RAISES, ACHICO]


def lances(rules: Rules) -> dict[str, str]:
    """Return the lance of each call whose code contains no size."""
    envido, flor, truco = envido_codes(rules), flor_codes(rules), truco_codes(rules)
    return dict.fromkeys(envido, "envido") | dict.fromkeys(flor, "flor") | dict.fromkeys(truco, "truco")


def lance_of(rules: Rules, code: str, lance_by_code: Mapping[str, str] | None = None) -> str:
    """Return the lance of a call, or an empty string for answers, cards and other moves.

    `lance_by_code` is the result of `lances`, if the caller has it already.
    """
    lance = (lances(rules) if lance_by_code is None else lance_by_code).get(code, "")
    if not lance and code.startswith((SIZE, MORE)) and isinstance(rules.envido, OpenEnvido):
        return "envido"
    return lance


def last_call(rules: Rules, events: Iterable[Event], lance: str) -> Event | None:
    """Return the last of these moves that is a call of this lance; None if there is none."""
    lance_by_code = lances(rules)
    calls = (
        event
        for event in reversed(tuple(events))
        if event.kind == "move" and lance_of(rules, event.move or "", lance_by_code) == lance
    )
    return next(calls, None)
