"""Limits of the options of tables on a server. They are narrower than those of the rules, because strangers may open
tables.

An open-ended bet has a move for every second point of the target, and each move leads to as many again. With these
limits a move takes no more than some milliseconds at any table. All deals of a match stay in memory, so the length of a
match is limited too: no table needs more than 20 MiB.
"""

from __future__ import annotations

from truquero.i18n import _
from truquero.rules.game import Rules
from truquero.rules.options import NumberOption
from truquero.variants import preset

MOST_NUMBER = 200  # for the points of a game and every other number of the house rules; real games go to 40 at most

MOST_POINTS = 600  # in all games that a side has to win: three of 200 points; real matches have three of 40 at most
SHORTEST_ANSWER, LONGEST_ANSWER = 3, 120  # seconds for which bots leave an answer to people


def highest(option: NumberOption) -> int:
    """Return the highest value that an option may have at a table of a server."""
    return min(option.most, MOST_NUMBER)


def broken_limit(rules: Rules) -> str:
    """Return a message about the first house rule beyond its limits, with the limits; "" if there is none."""
    for option in preset(rules.variant).options:
        if isinstance(option, NumberOption) and int(rules.options[option.name]) > highest(option):
            message = _("option {given}: at tables of this server choose a whole number from {least} to {most}")
            setting = f"{option.name}={rules.options[option.name]}"
            return message.format(given=setting, least=option.least, most=highest(option))
    games, target = rules.match.games_to_win, rules.match.target
    if games * target > MOST_POINTS:
        message = _(
            "{games} games to {target} points are too long: tables of this server allow at most {most} points in all"
        )
        return message.format(games=games, target=target, most=MOST_POINTS)
    return ""


def broken_answer_limit(seconds: int) -> str:
    """Return why bots may not leave an answer to people for so many seconds; "" if they may."""
    if SHORTEST_ANSWER <= seconds <= LONGEST_ANSWER:
        return ""
    reason = _("let bots wait from {least} to {most} seconds for the answer of a person")
    return reason.format(least=SHORTEST_ANSWER, most=LONGEST_ANSWER)
