"""Limits of the options of tables on a server: narrower than those of the rules, because strangers may open tables.

An open-ended bet has a move for every second point of the target, and each move leads to as many again. With these
limits no table costs more than some milliseconds for a move. All deals of a match stay in memory, so a match has a
longest length, too: no table costs more than 20 MiB.
"""

from __future__ import annotations

from truquero.language import _
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption
from truquero.variants import preset

MOST_NUMBER = 200  # points of a game, and every other number of the house rules; places play to 40 at most

MOST_POINTS = 600  # of all games that a side has to win: three patas to 200; places play three to 40 at most


def highest(option: NumberOption) -> int:
    """Return the highest value that a table of a server may set an option to."""
    return min(option.most, MOST_NUMBER)


def broken_limit(rules: Rules) -> str:
    """Say which house rule is out of the limits and what they are; nothing where none is."""
    for option in preset(rules.variant).options:
        if isinstance(option, NumberOption) and int(rules.options[option.name]) > highest(option):
            about = _("option {given}: at tables of this server choose a whole number from {least} to {most}")
            given = f"{option.name}={rules.options[option.name]}"
            return about.format(given=given, least=option.least, most=highest(option))
    games, target = rules.match.games_to_win, rules.match.target
    if games * target > MOST_POINTS:
        about = _(
            "{games} games to {target} points are too long: at tables of this server at most {most} points in all"
        )
        return about.format(games=games, target=target, most=MOST_POINTS)
    return ""
