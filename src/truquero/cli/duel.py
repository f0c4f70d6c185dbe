"""`truquero duel`: compare two bots, or several in a league, over mirrored deals."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from truquero.bots import ROSTER, maker_of
from truquero.bots.contest import (
    BOTH,
    MATCHES,
    SINGLE,
    ContestError,
    Duel,
    Estimate,
    GameResult,
    League,
    Terms,
    cores,
    duel,
    league,
)
from truquero.cli.arguments import positive_number, rules_from, seed
from truquero.cli.duel_duration import slowness_warning
from truquero.cli.duel_plot import draw
from truquero.cli.duel_text import DuelRequest, duel_text, league_text
from truquero.cli.pictures import check_file
from truquero.i18n import N_, _, n_
from truquero.i18n.progress import Progress
from truquero.table.dealing import new_seed
from truquero.variants import VARIANTS

HELP = N_("play two bots against each other on mirrored deals, or several in a league")
EXAMPLE = "truquero duel aprendiz azar --variant paulista --players 2 --hands 1000"

USUAL_HANDS = 400
MOST_TROUBLE = 3  # different failures of a bot that are printed
_HOUSE_RULE = re.compile(r"\w+=")  # at the start of a word; exec:COMMAND may contain = later


def add_arguments(parser: argparse.ArgumentParser) -> None:
    help_text = _("the two bots, each one of {names} or exec:COMMAND, and house rules such as target=15")
    names = ", ".join(ROSTER)
    # The positional words are bots and house rules in any order. `Parser` collects them under this name, and
    # `_take_bots` takes the bots out.
    parser.add_argument("house_rules", metavar=_("BOT"), nargs="*", default=[], help=help_text.format(names=names))
    usual = next(iter(VARIANTS))
    help_text = _("one of {names}, or a file with house rules, FILE.toml").format(names=", ".join(VARIANTS))
    help_text += " " + _("(default: {value})").format(value=usual)
    parser.add_argument("--variant", metavar=_("NAME"), default=usual, help=help_text)
    parser.set_defaults(default_variant=usual)
    help_text = _("number of players (default: the usual number)")
    parser.add_argument("--players", metavar="N", type=positive_number, help=help_text)
    help_text = _("number of deals in each duel; each is also played with the seats exchanged (default: {count})")
    help_text = help_text.format(count=USUAL_HANDS)
    parser.add_argument("--hands", metavar="H", type=positive_number, default=USUAL_HANDS, help=help_text)
    only = parser.add_mutually_exclusive_group()
    help_text = _(
        "play only hands at 0-0, which measure points per hand best (default: half of the deals, and whole matches)"
    )
    only.add_argument("--single", dest="what", action="store_const", const=SINGLE, default=BOTH, help=help_text)
    help_text = _("play only whole matches, until they have used all deals")
    only.add_argument("--matches", dest="what", action="store_const", const=MATCHES, default=BOTH, help=help_text)
    help_text = _("play each named bot against every other one (default: all bots)")
    parser.add_argument("--league", action="store_true", help=help_text)
    help_text = _("also draw the ratings of the league: FILE.svg or FILE.png")
    parser.add_argument("--plot", metavar=_("FILE"), help=help_text)
    help_text = _("number of games played at once (default: one per core)")
    parser.add_argument("--jobs", metavar="N", type=positive_number, help=help_text)
    help_text = _("the same seed deals the same cards (default: a new seed, which is printed)")
    parser.add_argument("--seed", metavar="S", type=seed, help=help_text)
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    bots = _take_bots(arguments)
    rules = rules_from(arguments)
    if arguments.plot is not None:
        if not arguments.league:
            raise ContestError(_("--plot draws the ratings of a league: add --league"))
        check_file(arguments.plot)
    if arguments.seed is None:
        arguments.seed = new_seed()
    request = DuelRequest(rules, tuple(arguments.house_rules), arguments.seed, arguments.hands, arguments.what)
    jobs = arguments.jobs or cores()
    warning = slowness_warning([*combinations(bots, 2)], arguments.hands, jobs)
    if warning is not None:
        print(f"truquero duel: {warning}", file=sys.stderr, flush=True)
    bar = Progress(_("deals"))
    terms: Terms = {
        "hands": arguments.hands,
        "what": arguments.what,
        "seed": arguments.seed,
        "jobs": jobs,
        "progress": bar.show,
    }
    try:
        result = league(rules, bots, **terms) if arguments.league else duel(rules, *bots, **terms)
    finally:
        bar.clear()
    _print_trouble(result.trouble)
    if arguments.json:
        print(json.dumps(_result_as_json(request, result), ensure_ascii=False, indent=2))
    else:
        print("\n".join(league_text(request, result) if isinstance(result, League) else duel_text(request, result)))
    if isinstance(result, League) and arguments.plot is not None:
        draw(request, result, arguments.plot)
    return 0


def _take_bots(arguments: argparse.Namespace) -> list[str]:
    """Return the bots among the positional words. Only the house rules stay in `arguments.house_rules`."""
    words: list[str] = arguments.house_rules
    bots = [word for word in words if not _HOUSE_RULE.match(word)]
    arguments.house_rules = [word for word in words if _HOUSE_RULE.match(word)]
    for word in bots:
        if word in VARIANTS:
            raise ContestError(_("{word} is a variant: write --variant {word}").format(word=word))
    if arguments.league and not bots:
        return list(ROSTER)
    for name in bots:
        maker_of(name)
    if arguments.league or len(bots) == 2:
        return bots
    message = _("name two bots: {command}; name more with --league")
    raise ContestError(message.format(command="truquero duel aprendiz azar"))


def _print_trouble(trouble: Mapping[tuple[str, str], int]) -> None:
    """Print the failures of each bot to standard error, at most MOST_TROUBLE different messages for each bot."""
    for bot in dict.fromkeys(name for name, _message in trouble):
        reasons = {message: times for (name, message), times in trouble.items() if name == bot}
        for message, times in [*reasons.items()][:MOST_TROUBLE]:
            count_text = n_("({count} game)", "({count} games)", times).format(count=times)
            print(f"truquero duel: {message} {count_text}", file=sys.stderr)
        if len(reasons) > MOST_TROUBLE:
            more = _("{bot}: and {count} more like it").format(bot=bot, count=len(reasons) - MOST_TROUBLE)
            print(f"truquero duel: {more}", file=sys.stderr)


# ------------------------------------------------------------------------------------------------------ for programs


def _result_as_json(request: DuelRequest, result: Duel | League) -> dict[str, Any]:
    head = {
        "variant": request.rules.variant,
        "players": request.rules.players,
        "options": dict(request.rules.options),
        "seed": request.seed,
        "hands": request.hands,
        "what": request.what,
    }
    if isinstance(result, Duel):
        return {**head, **_duel_as_json(result)}
    table = [
        {
            "bot": entry.name,
            "rating": _estimate_as_json(entry.rating),
            "matches_won": _estimate_as_json(entry.matches_won),
        }
        for entry in result.table()
    ]
    return {**head, "table": table, "duels": [_duel_as_json(duel_result) for duel_result in result.duels]}


def _duel_as_json(result: Duel) -> dict[str, Any]:
    return {
        "bots": [result.first, result.second],
        "points_per_hand": _estimate_as_json(result.points),
        "matches_won": _estimate_as_json(result.matches_won),
        "better": result.better,
        "deals": _games_as_json(result.deals, result.points_in_deals),
        "matches": _games_as_json(result.matches, result.points_in_matches),
        "trouble": [{"bot": bot, "what": reason, "times": times} for (bot, reason), times in result.trouble.items()],
    }


def _games_as_json(outcomes: tuple[GameResult, ...], points: Estimate | None) -> dict[str, Any] | None:
    """Return the totals of deals or matches; None if none were played. Each deal or match is a cluster."""
    if not outcomes:
        return None
    return {
        "clusters": len(outcomes),
        "games": sum(outcome.games for outcome in outcomes),
        "deals": sum(outcome.deals for outcome in outcomes),
        "hands": sum(outcome.hands for outcome in outcomes),
        "moves": sum(outcome.moves for outcome in outcomes),
        "points": [sum(outcome.points[bot] for outcome in outcomes) for bot in (0, 1)],
        "wins": sum(outcome.wins for outcome in outcomes),
        "points_per_hand": _estimate_as_json(points),
    }


def _estimate_as_json(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "clusters": estimate.clusters}
