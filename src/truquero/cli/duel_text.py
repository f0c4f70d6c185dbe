"""Duels and leagues of bots as text tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from truquero.bots.contest import FEWEST, Duel, Estimate, GameResult, League
from truquero.i18n import _, n_
from truquero.i18n.numbers import decimal, grouped, percent, signed
from truquero.i18n.wrapping import in_lines, sentence
from truquero.rules.game import Rules

CLEAR = "*"
LONGEST = 14  # letters of a bot's name in a table
DIGITS, CROSSED = 3, 2  # decimal digits of points per hand, and those in the matrix of duels
GAP, NARROW = "   ", "  "


@dataclass(frozen=True)
class DuelRequest:
    """The parameters of a duel or league, as the command line gave them."""

    rules: Rules
    options: tuple[str, ...]
    seed: str
    hands: int
    what: str


def title(request: DuelRequest) -> str:
    """Return the title: the variant, the number of players and the options."""
    game = _("{variant}, {players} players").format(variant=request.rules.variant, players=request.rules.players)
    return sentence(" · ".join([game, *request.options]))


def short_name(bot: str) -> str:
    """Return the name of a bot for a table. A long name keeps its end, where commands differ."""
    return bot if len(bot) <= LONGEST else f"…{bot[1 - LONGEST :]}"


def how_played(request: DuelRequest, duels: Sequence[Duel]) -> str:
    """Return a description of each duel: its deals and matches, the seatings and the seed."""
    deals, matches = len(duels[0].deals), sorted({len(duel.matches) for duel in duels})
    parts = []
    if deals:
        parts.append(n_("{count} deal at 0-0", "{count} deals at 0-0", deals).format(count=grouped(deals)))
    if matches[-1]:
        match_counts = "–".join(dict.fromkeys((grouped(matches[0]), grouped(matches[-1]))))
        parts.append(n_("{count} match", "{count} matches", matches[-1]).format(count=match_counts))
    seating = _("each played twice, with the seats exchanged")
    if request.rules.players == 3:
        seating = _("each played in all six seatings")
    seed = _("seed {seed}").format(seed=request.seed).replace(" ", "\u00a0")  # so that it does not wrap
    return f"{' + '.join(parts)}, {seating}; {seed}"


# -------------------------------------------------------------------------------------------------------------- duel


def duel_text(request: DuelRequest, result: Duel) -> Iterator[str]:
    for line in (title(request), how_played(request, [result])):
        yield from in_lines(line.split(" "), " ", "", "  ")
    yield ""
    rows = [["", short_name(result.first), short_name(result.second), _("difference"), _("interval (95%)")]]
    rows.append([_("Points per hand"), "", "", "", ""])
    for label, played, points in (
        (_("at 0-0"), result.deals, result.points_in_deals),
        (_("in matches"), result.matches, result.points_in_matches),
    ):
        if points is not None:
            rows.append([f"  {label}", *_points_cells(played, points)])
    won = result.matches_won
    if won is not None:
        rows.append([_("Matches won"), _percent(won.value), _percent(1 - won.value), "", _interval(won, _percent)])
    yield from _columns(rows, left=1)
    yield ""
    yield from in_lines(verdict(result).split(" "), " ")


def _points_cells(played: Sequence[GameResult], points: Estimate) -> list[str]:
    hands = sum(game.hands for game in played)
    means = [decimal(sum(game.points[bot] for game in played) / hands, DIGITS) for bot in (0, 1)]
    return [*means, _points(points.value), _interval(points, _points)]


def verdict(result: Duel) -> str:
    """Return a sentence that names the better bot, or says why the result is not conclusive."""
    if result.better is not None:
        return _("{bot} is better: the interval of the points per hand excludes 0.").format(bot=result.better)
    if result.points.clusters < FEWEST:
        message = _("Not enough to tell which bot is better: play at least {count} deals or matches (--hands).")
        return message.format(count=FEWEST)
    message = _(
        "Neither bot is clearly better: the interval of the points per hand includes 0. More hands make it narrower."
    )
    return message  # noqa: RET504


def _points(number: float) -> str:
    return signed(number, DIGITS)


def _percent(number: float) -> str:
    return percent(decimal(100 * number, 1))


def _interval(estimate: Estimate, write: Callable[[float], str]) -> str:
    if estimate.low is None or estimate.high is None:
        return "–"
    return _("{low} to {high}").format(low=write(estimate.low), high=write(estimate.high))


# ------------------------------------------------------------------------------------------------------------ league


def about_league(request: DuelRequest, result: League) -> str:
    bots = n_("{count} bot", "{count} bots", len(result.names)).format(count=len(result.names))
    return _("A league of {bots}. Each duel: {played}").format(bots=bots, played=how_played(request, result.duels))


def league_text(request: DuelRequest, result: League) -> Iterator[str]:
    for line in (title(request), about_league(request, result)):
        yield from in_lines(line.split(" "), " ", "", "  ")
    yield ""
    table = result.table()
    heads = ["", _("bot"), _("rating"), _("interval (95%)")]
    rows = [
        [str(number), short_name(entry.name), _points(entry.rating.value), _interval(entry.rating, _points)]
        for number, entry in enumerate(table, start=1)
    ]
    if any(entry.matches_won for entry in table):
        heads += [_("matches won"), ""]
        for row, entry in zip(rows, table, strict=True):
            won = entry.matches_won
            row += ["", ""] if won is None else [_percent(won.value), _interval(won, _percent)]
    yield from _columns([heads, *rows], left=2)
    yield ""
    yield _("Points per hand of each bot against the others")
    yield from _columns(_crosstable(result, [entry.name for entry in table]), left=2, gap=NARROW)
    yield ""
    message = _(
        "Ratings approximate points per hand with one number for each bot; their sum is 0. {mark} marks a "
        "duel whose interval (95%) excludes 0."
    )
    yield from in_lines(message.format(mark=CLEAR).split(" "), " ")


def _crosstable(result: League, names: Sequence[str]) -> list[list[str]]:
    rows = [["", "", *(str(number) for number in range(1, len(names) + 1))]]
    for number, name in enumerate(names, start=1):
        cells = ["– " if opponent == name else _against(result.between(name, opponent)) for opponent in names]
        rows.append([str(number), short_name(name), *cells])
    return rows


def _against(points: Estimate) -> str:
    return f"{signed(points.value, CROSSED)}{CLEAR if points.sign else ' '}"


def _columns(rows: Sequence[Sequence[str]], left: int, gap: str = GAP) -> Iterator[str]:
    """Yield the rows in aligned columns. The first `left` columns are left-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if number < left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield gap.join(cells).rstrip()
