"""The registry of bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from truquero.bots.bot import Bot
from truquero.bots.players.aprendiz import Aprendiz
from truquero.bots.players.azar import Azar
from truquero.bots.players.characters import CHARACTERS, Character
from truquero.bots.players.heuristics import SOUND, Temper
from truquero.bots.players.jugador import Jugador
from truquero.bots.players.tempers import TEMPERS
from truquero.bots.protocol import EXEC
from truquero.i18n import N_, _
from truquero.rules.game import Rules
from truquero.rules.suggestions import with_suggestion
from truquero.table import TableError
from truquero.table.validation import check_rules, check_seat

Maker = Callable[[Rules, int, str], Bot]  # from the rules of the table, a seat and a seed


def _azar(_rules: Rules, _seat: int, seed: str) -> Bot:
    return Azar(seed)


def _aprendiz(temper: Temper) -> Maker:
    def make(rules: Rules, _seat: int, seed: str) -> Bot:
        return Aprendiz(rules, seed, temper)

    return make


def _jugador(character: Character) -> Maker:
    def make(rules: Rules, _seat: int, seed: str) -> Bot:
        return Jugador(rules, seed, character)

    return make


ROSTER: Mapping[str, tuple[Maker, str]] = {
    "azar": (_azar, N_("plays any legal move")),
    "aprendiz": (_aprendiz(SOUND), N_("plays by simple, sensible rules")),
    **{name: (_jugador(character), character.about) for name, character in CHARACTERS.items()},
}

APRENDIZ, JUGADOR = "aprendiz", "jugador"
# Bots with a temper: `aprendiz:valiente` is an aprendiz that bids a little more than the others.
TEMPERED: Mapping[str, Maker] = {
    **{f"{APRENDIZ}:{name}": _aprendiz(biases.habits) for name, biases in TEMPERS.items()},
    **{f"{JUGADOR}:{name}": _jugador(biases.character) for name, biases in TEMPERS.items()},
}


_LEVEL_NAMES: Mapping[str, str] = {
    "azar": N_("random"),
    APRENDIZ: N_("apprentice"),
    JUGADOR: N_("player"),
    "valiente": N_("bold"),
    "prudente": N_("cautious"),
    "mentiroso": N_("bluffer"),
    "pescador": N_("fisher"),
}


def shown_name(name: str) -> str:
    """Return the level and the temper of a bot in the current language; a program keeps its own name.

    >>> shown_name("aprendiz:valiente")
    'apprentice, bold'
    """
    if name not in ROSTER and name not in TEMPERED:
        return name
    return ", ".join(_(_LEVEL_NAMES[part]) for part in name.split(":"))


def level_of(name: str) -> str:
    """Return the level of a bot: its name without the temper."""
    return name.partition(":")[0]


class UnknownBot(TableError):
    """There is no bot of that name."""


def _program(command: str) -> Maker:
    # Imported here because few tables need it, and it takes time to load.
    from truquero.bots.protocol.process_bot import ProcessBot, seconds_for_a_move, split_command

    split_command(command)  # report a bad command before the match starts
    seconds_for_a_move()

    def make(rules: Rules, seat: int, seed: str) -> Bot:
        return ProcessBot(command, rules, seat, seed)

    return make


def maker_of(name: str) -> Maker:
    """Return the factory for a bot name: one of the roster, `LEVEL:TEMPER`, or `exec:COMMAND` for a program."""
    if str(name).startswith(EXEC):
        return _program(name.removeprefix(EXEC))
    if name in TEMPERED:
        return TEMPERED[name]
    if name not in ROSTER:
        message = _("there is no bot {name!r}: choose from {names}")
        raise UnknownBot(
            with_suggestion(message.format(name=name, names=", ".join(ROSTER)), name, [*ROSTER, *TEMPERED])
        )
    return ROSTER[name][0]


def make_bot(name: str, rules: Rules, seat: int, seed: str) -> Bot:
    """Return a new bot for a seat of a table. The same seed makes the same choices.

    `name` is a name of the roster, a level with a temper such as `aprendiz:valiente`, or `exec:COMMAND` for a program
    that plays by the bot protocol.

    >>> from truquero import Match
    >>> match = Match.from_cards("paulista", {1: "3b 11o 10e", 2: "4o 5c 6c"}, turned="5o")
    >>> make_bot("aprendiz", match.rules, seat=1, seed="feria").choose(match.view(1)) in match.turn[1]
    True
    """
    check_rules(rules)
    check_seat(seat, rules.players)
    return maker_of(name)(rules, seat, seed)
