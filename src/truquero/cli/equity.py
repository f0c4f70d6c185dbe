"""`truquero equity`: the chances of a hand in truco, envido and flor, and the value of accepting a bet."""

from __future__ import annotations

import argparse
import json
import re
from typing import Any

from truquero.analysis import (
    NONE,
    OPEN,
    PIE,
    SAMPLES,
    WAYS,
    BetValue,
    Chance,
    Distribution,
    Equity,
    PointsChance,
    equity,
)
from truquero.cards import names_without_spaces
from truquero.cli.arguments import add_variant, positive_number, rules_from, score, seed, whole_number
from truquero.cli.command_error import CommandError
from truquero.cli.equity_plot import draw
from truquero.cli.equity_rows import EquityRequest, requested_by
from truquero.cli.equity_text import text
from truquero.cli.pictures import check_file
from truquero.i18n import N_, _
from truquero.i18n.progress import Progress, Show, part_of
from truquero.rules.game import Rules

HELP = N_("compute the chances of a hand: truco, envido, flor, and the value of accepting a bet")
EXAMPLE = 'truquero equity argentino --players 2 --cards "7e 6e 1c" --pie --score 27-15'

MANO = 0
_NUMBERED = re.compile(r"\s*[0-9]+\s*:")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    help_text = _('your three cards, or what is known of them: "7e 6e 1c", "1e flor" (default: any cards)')
    parser.add_argument("--cards", metavar=_("HAND"), default="", help=help_text)
    parser.add_argument("--envido", metavar="N", type=whole_number, help=_("any cards that have this many points"))
    place_options = parser.add_mutually_exclusive_group()
    place_options.add_argument(
        "--mano", dest="place", action="store_const", const=MANO, help=_("sit first (default: first and last)")
    )
    place_options.add_argument("--pie", dest="place", action="store_const", const=PIE, help=_("sit last"))
    place_options.add_argument("--place", metavar="N", type=whole_number, help=_("sit this many places after the mano"))
    help_text = _("points of your side and of the others (default: 0-0)")
    parser.add_argument("--score", metavar="N-N", type=score, default=(0, 0), help=help_text)
    help_text = _(
        'what all rivals hold, or the rival at one place: "no-flor", "1: envido>=28", "2: 3c best<7o"; may be repeated'
    )
    parser.add_argument("--against", metavar=_("HAND"), action="append", default=[], help=help_text)
    help_text = _("the same for your partners")
    parser.add_argument("--partner", metavar=_("HAND"), action="append", default=[], help=help_text)
    parser.add_argument("--turned", metavar=_("CARD"), default="", help=_("the muestra or vira (default: not known)"))
    help_text = _("the cards played so far, in order; the rules determine who played each card")
    parser.add_argument("--played", metavar=_("CARDS"), default="", help=help_text)
    parser.add_argument("--seen", metavar=_("CARDS"), default="", help=_("other cards that no hand can hold"))
    parser.add_argument(
        "--duel", action="store_true", help=_("a duel: a hand of one player against one, in games that have duels")
    )
    help_text = _("how the players play: with open cards and perfectly, or at random (default: open)")
    parser.add_argument("--play", choices=WAYS, default=OPEN, help=help_text)
    help_text = _("number of sampled deals for chances that are not computed exactly (default: {count})").format(
        count=SAMPLES
    )
    parser.add_argument("--samples", metavar="N", type=positive_number, default=SAMPLES, help=help_text)
    help_text = _("the same seed draws the same deals (default: 1)")
    parser.add_argument("--seed", metavar="S", type=seed, default="1", help=help_text)
    parser.add_argument("--plot", metavar=_("FILE"), help=_("also draw a picture: FILE.svg or FILE.png"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    _check_words([arguments.variant, *arguments.house_rules])
    rules = rules_from(arguments)
    if arguments.plot is not None:
        check_file(arguments.plot)
    request, places, bar = requested_by(arguments), _places(arguments), Progress("")
    try:
        results = [
            _answer(rules, arguments, request, place, part_of(bar.show, number, len(places)))
            for number, place in enumerate(places)
        ]
    finally:
        bar.clear()
    if arguments.json:
        print(json.dumps(_object(request, results), ensure_ascii=False, indent=2))
    else:
        print("\n".join(text(request, results)))
    if arguments.plot is not None:
        draw(request, results, arguments.plot)
    return 0


def _check_words(words: list[str]) -> None:
    """Raise CommandError if cards are given as house rules, without an option."""
    cards = [name for word in words for name in names_without_spaces(word)]
    if cards:
        message = _("write cards after an option and with spaces between them: {example}")
        raise CommandError(message.format(example=f'--cards "{" ".join(cards)}"'))


def _places(arguments: argparse.Namespace) -> list[int]:
    """Return the places to evaluate: the given place, or both the mano and the pie.

    Raise CommandError if no place is given but the played cards or a numbered range need one.
    """
    if arguments.place is not None:
        return [arguments.place]
    if arguments.played or any(_NUMBERED.match(hand) for hand in (*arguments.against, *arguments.partner)):
        raise CommandError(_("say where you sit: --mano, --pie or --place N, where the mano is place 0"))
    return [MANO, PIE]


def _answer(rules: Rules, arguments: argparse.Namespace, request: EquityRequest, place: int, progress: Show) -> Equity:
    return equity(
        rules,
        request.cards,
        place=place,
        score=arguments.score,
        turned=arguments.turned,
        played=arguments.played,
        seen=arguments.seen,
        against=arguments.against,
        partners=arguments.partner,
        duel=arguments.duel,
        play=arguments.play,
        samples=arguments.samples,
        seed=arguments.seed,
        progress=progress,
    )


# ------------------------------------------------------------------------------------------------------ for programs


def _object(request: EquityRequest, results: list[Equity]) -> dict[str, Any]:
    situation = results[0].situation
    return {
        "variant": situation.rules.variant,
        "players": situation.rules.players,
        "options": dict(situation.rules.options),
        "hand": situation.hand_type.value,
        "asked": {
            "cards": request.cards,
            "against": list(request.against),
            "partners": list(request.partners),
            "seen": request.seen,
            "samples": request.samples,
            "seed": request.seed,
        },
        "places": [_place(result) for result in results],
    }


def _place(result: Equity) -> dict[str, Any]:
    situation, truco = result.situation, result.truco
    return {
        "place": situation.place,
        "score": [situation.score.points[side] for side in (situation.side, 1 - situation.side)],
        "cards": list(situation.ranges[situation.place].held),
        "turned": situation.turned,
        "laid": [{"place": place, "card": card} for place, card in situation.laid],
        "truco": {
            "play": truco.play,
            "win": _chance(truco.win),
            "lose": _chance(truco.lose),
            "nobody": _chance(truco.nobody),
        },
        "envido": _points(result.envido),
        "flor": _points(result.flor),
        "bets": [_bet(bet) for bet in result.bets],
    }


def _chance(chance: Chance) -> dict[str, Any]:
    if chance.exact:
        return {"chance": float(chance), "exact": str(chance.value)}
    low, high = chance.interval
    return {"chance": float(chance), "low": low, "high": high, "samples": chance.samples}


def _points(points: PointsChance | None) -> dict[str, Any] | None:
    if points is None:
        return None
    return {
        "own": _spread(points.own),
        "good": _chance(points.good),
        "side": _chance(points.side),
        "nobody": _chance(points.nobody),
        "rival": _spread(points.rival),
        "best_rival": _spread(points.best_rival),
        "good_with": {_value(value): _chance(chance) for value, chance in points.good_with.items()},
    }


def _spread(spread: Distribution) -> dict[str, Any]:
    return {_value(value): _chance(Chance(share, spread.samples)) for value, share in spread.shares.items()}


def _value(value: int) -> str:
    return "none" if value == NONE else str(value)


def _bet(bet: BetValue) -> dict[str, Any]:
    return {
        "lance": bet.lance,
        "over": bet.over or None,
        "call": bet.call,
        "accept": bet.accept,
        "wins": bet.wins,
        "loses": bet.loses,
        "tied": bet.tied,
        "refused": bet.refused,
        "break_even": float(bet.break_even),
        "win": _chance(bet.win),
        "lose": _chance(bet.lose),
        "tie": _chance(bet.tie),
        "expected": float(bet.expected),
        **_how_sure(bet),
    }


def _how_sure(bet: BetValue) -> dict[str, Any]:
    """Return the precision of the expected points of a bet: the exact fraction, or the interval and the sample size."""
    if bet.win.exact:
        return {"exact": str(bet.expected)}
    low, high = bet.interval
    return {"low": low, "high": high, "samples": bet.win.samples}
