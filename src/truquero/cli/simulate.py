"""`truquero simulate`: play many matches or hands at random and print statistics."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from truquero.cli.arguments import add_variant, positive_number, rules_from, seed
from truquero.i18n import N_, _, n_
from truquero.i18n.numbers import decimal, grouped, percent
from truquero.i18n.progress import Progress
from truquero.rules.game import HandType, Rules
from truquero.rules.lances import lance_name
from truquero.sim import AUTO, EXECUTORS, Simulator, Spread, Totals, available
from truquero.sim.executors import fastest_for

HELP = N_("play random matches and show what happens in them")
EXAMPLE = "truquero simulate argentino --players 2 --matches 200 --seed 7 flor=off"
USUAL_MATCHES = 100
LONGEST_SEED = 24  # letters of a seed that are printed
SEED_DIGITS = 64  # only the low 64 bits of a seed count; the digits before the last 64 never change them

HAND_TYPES = {
    HandType.ROUND.value: N_("round"),
    HandType.DUEL.value: N_("duel"),
    HandType.DECIDED.value: N_("one side decides"),
    HandType.IRON.value: N_("both sides close"),
}
EXECUTOR_NAMES = {
    "reference": N_("the reference engine"),
    "cpu": N_("tables on the CPU"),
    "gpu": N_("tables on the GPU"),
}

# The names of the counted events. Those of LANCE_EVENTS contain the name of a lance or call.
LANCE_EVENTS = {"called": N_("{lance} called"), "accepted": N_("{lance} accepted")}
EVENTS = {
    "flor_sung": N_("flor sung"),
    "flor_accepted": N_("flor accepted"),
    "decided_hand_played": N_("a side chose to play"),
    "mazo": N_("mazo"),
    "a_trick_tied": N_("a trick tied"),
    "all_three_tied": N_("all three tied"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_variant(parser)
    games = parser.add_mutually_exclusive_group()
    games.add_argument("--matches", metavar="M", type=positive_number, help=_("number of matches (default: 100)"))
    games.add_argument(
        "--hands", metavar="H", type=positive_number, help=_("play this many single hands at 0-0 instead")
    )
    parser.add_argument(
        "--seed", metavar="S", type=seed, default="1", help=_("the same seed gives the same matches (default: 1)")
    )
    parser.add_argument(
        "--executor",
        metavar="|".join((AUTO, *EXECUTORS)),
        choices=(AUTO, *EXECUTORS),
        default=AUTO,
        help=_("the executor (default: the fastest that can run here)"),
    )
    parser.add_argument("--threads", metavar="N", type=positive_number, help=_("number of cores to use (default: all)"))
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    rules = rules_from(arguments)
    simulator = Simulator(rules, executor=_executor(rules, arguments), threads=arguments.threads)
    seed_value = _seed(arguments.seed)
    _totals(simulator, arguments, seed_value, 1)  # warm-up: compiling and loading must not count as playing time
    started = time.perf_counter()
    totals = _totals(simulator, arguments, seed_value, _wanted(arguments))
    seconds = time.perf_counter() - started
    figures: dict[str, Any] = {
        "variant": rules.variant,
        "players": rules.players,
        "options": dict(rules.options),
        "hands" if arguments.hands else "matches": totals.games,
        "seed": seed_value,
        "executor": simulator.executor,
        **_shares(totals, whole=not arguments.hands),
        "moves_per_second": round(totals.moves.total / seconds),
    }
    if arguments.json:
        print(json.dumps(figures, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_text(figures, rules, arguments.threads or 1)))
    return 0


def _wanted(arguments: argparse.Namespace) -> int:
    """Return the number of matches or hands to play."""
    wanted: int = arguments.hands or arguments.matches or USUAL_MATCHES
    return wanted


def _executor(rules: Rules, arguments: argparse.Namespace) -> str:
    executor: str = arguments.executor
    return fastest_for(rules, _wanted(arguments), whole_matches=not arguments.hands) if executor == AUTO else executor


def _seed(text: str) -> int | str:
    """Return a seed of digits as a number, as the Python API takes it, and any other seed as text."""
    return int(text[-SEED_DIGITS:]) if text.isascii() and text.isdigit() else text


def _totals(simulator: Simulator, arguments: argparse.Namespace, seed_value: int | str, wanted: int) -> Totals:
    """Play the games with a progress bar, and return the totals."""
    bar = Progress(_("hands") if arguments.hands else _("matches"))
    count = simulator.count_hands if arguments.hands else simulator.count_matches
    try:
        return count(wanted, seed=seed_value, progress=lambda done: bar.show(done, wanted))
    finally:
        bar.clear()


# --------------------------------------------------------------------------------------------------------- shares


def _shares(totals: Totals, *, whole: bool) -> dict[str, Any]:
    """Return the counts as shares and means."""
    games, hands, counts = totals.games, totals.hands.total, totals.counts
    wins = {name: won / games for name, won in zip(totals.sides, totals.wins, strict=True)}
    of_matches = {"wins": wins, "first_mano_wins": totals.first_mano_wins / games}
    return {
        **(of_matches if whole else {}),
        "mano_points": _share(counts.mano_points, counts.points),
        "mano_hands": _share(counts.mano_hands, counts.decided),
        **({"hands_per_match": _spread(totals.hands)} if whole else {}),
        "moves_per_match" if whole else "moves_per_hand": _spread(totals.moves),
        "settings": {name: count / hands for name, count in totals.hand_types().items()},
        "hands_with": {name: count / hands for name, count in totals.outcomes().items()},
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _spread(spread: Spread) -> dict[str, float]:
    return {"mean": spread.mean, "min": spread.least, "max": spread.most}


# ----------------------------------------------------------------------------------------------------------- text


def _text(figures: dict[str, Any], rules: Rules, threads: int) -> Iterator[str]:
    yield _title(figures)
    yield _played_by(figures["executor"], threads)
    yield ""
    if "matches" in figures:
        yield from _matches_won(figures)
    yield _("Won by the mano's side")
    yield _percent(_("points"), figures["mano_points"])
    yield _percent(_("hands"), figures["mano_hands"])
    yield from _spreads(figures)
    if len(figures["settings"]) > 1 or "matches" not in figures:
        yield _("Kinds of hands")
        for name, share in figures["settings"].items():
            yield _percent(_(HAND_TYPES[name]), share)
    yield _("Hands with")
    for name, share in figures["hands_with"].items():
        yield _percent(_event_name(name, rules), share)
    yield ""
    yield _("{number} moves a second").format(number=grouped(figures["moves_per_second"]))


def _title(figures: dict[str, Any]) -> str:
    if "matches" in figures:
        text = n_(
            "{variant}, {players} players: {matches} match at random, seed {seed}",
            "{variant}, {players} players: {matches} matches at random, seed {seed}",
            figures["matches"],
        )
    else:
        text = n_(
            "{variant}, {players} players: {hands} hand at random, seed {seed}",
            "{variant}, {players} players: {hands} hands at random, seed {seed}",
            figures["hands"],
        )
    return text.format(**{**figures, "seed": _seed_text(str(figures["seed"]))})


def _seed_text(seed: str) -> str:
    """Return a seed for the title: quoted if it is empty or has spaces or unprintable characters, and shortened."""
    text = seed if seed.isprintable() and seed.split() == [seed] else repr(seed)
    return text if len(text) <= LONGEST_SEED else f"{text[: LONGEST_SEED - 1]}…"


def _played_by(executor: str, threads: int) -> str:
    """Return the name of the executor. For the reference engine, add advice on the fast one and on cores."""
    parts = [_("executor: {who}").format(who=_(EXECUTOR_NAMES[executor]))]
    if executor == "reference":
        missing = available()["cpu"]
        parts += [_("for a faster one: {command}").format(command=missing)] if missing is not None else []
        parts += [_("the reference engine uses one core")] if threads > 1 else []
    return "; ".join(parts)


def _matches_won(figures: dict[str, Any]) -> Iterator[str]:
    yield _("Matches won")
    side = _("seat {name}") if figures["players"] == 3 else _("side {name}")
    for name, share in figures["wins"].items():
        yield _percent(side.format(name=name), share)
    yield _percent(_("side of the first mano"), figures["first_mano_wins"])


def _spreads(figures: dict[str, Any]) -> Iterator[str]:
    each = _("Each match") if "matches" in figures else _("Each hand")
    yield each.ljust(26) + _("mean").rjust(9) + _("min").rjust(8) + _("max").rjust(8)
    spreads = {"hands_per_match": _("hands"), "moves_per_match": _("moves"), "moves_per_hand": _("moves")}
    for key, name in spreads.items():
        if key in figures:
            spread = figures[key]
            yield f"  {name:24}{decimal(spread['mean'], 1):>9}{spread['min']:8}{spread['max']:8}"


def _event_name(event: str, rules: Rules) -> str:
    """Return the name of an event in the current language. Calls have the names that this variant uses."""
    if event in EVENTS:
        return _(EVENTS[event])
    call, _underscore, suffix = event.rpartition("_")
    lance = lance_name(call) if call in ("envido", "truco") else rules.voices.phrase(call)
    return _(LANCE_EVENTS[suffix]).format(lance=lance)


def _percent(name: str, share: float) -> str:
    return f"  {name:24}{percent(decimal(100 * share, 2)):>10}"
