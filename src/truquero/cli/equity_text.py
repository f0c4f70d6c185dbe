"""The chances of a hand as a text table, with a column for each evaluated place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from truquero.analysis import DECIDE, BetValue, Chance, Distribution, Equity, PointsChance
from truquero.cli.equity_rows import (
    BARRED,
    EquityRequest,
    known_cards,
    place_name,
    points_of,
    rivals_title,
    sections,
    title,
    value_text,
)
from truquero.i18n import _
from truquero.i18n.numbers import decimal, grouped, percent, signed
from truquero.i18n.wrapping import WIDTH, in_lines
from truquero.rules.moves import ACCEPT

LABEL = 32
COLUMN = 22
REDUCED = "*"


def text(request: EquityRequest, results: Sequence[Equity]) -> Iterator[str]:
    """Yield the lines of the whole result."""
    yield from _head(request, results[0])
    yield ""
    yield "".ljust(LABEL) + "".join(place_name(result).rjust(COLUMN) for result in results)
    for section in sections(results):
        yield section.heading
        for label, chances in section.rows:
            yield _row(label, map(chance_text, chances))
    yield from _values(results)
    yield from _bets(results)
    yield ""
    if any(map(_has_samples, results)):
        note = _(
            "Figures with an interval (confidence: 95%) are estimated from {count} deals with seed {seed}; "
            "all others are exact."
        )
        note = note.format(count=grouped(request.samples), seed=request.seed)
        yield from in_lines(note.split(" "), " ")
    else:
        yield _("Every chance is exact: all deals were counted.")


def _has_samples(result: Equity) -> bool:
    """Return whether any of the chances is sampled."""
    estimates: list[Chance | Distribution] = [result.truco.win]
    for points in (result.envido, result.flor):
        if points is not None:
            estimates += [points.own, points.good, points.side, points.best_rival]
    return any(estimate.samples for estimate in estimates)


def _head(request: EquityRequest, result: Equity) -> Iterator[str]:
    for line in (title(request, result), *known_cards(request, result)):
        yield from in_lines(line.split(" "), " ", "", "  ")


# ----------------------------------------------------------------------------------------------------------- chances


def chance_text(chance: Chance, digits: int = 2) -> str:
    """Return a chance as text: `71.23%` if it is exact, otherwise with its interval, `71.2% (69.8–72.6)`."""
    if chance.exact:
        return _share(float(chance), digits)
    low, high = (decimal(100 * bound, 1) for bound in chance.interval)
    return f"{_share(float(chance), 1)} ({low}–{high})"


def _share(share: float, digits: int) -> str:
    return percent(decimal(100 * share, digits))


def _row(label: str, cells: Iterator[str]) -> str:
    return f"  {label}".ljust(LABEL) + "".join(cell.rjust(COLUMN) for cell in cells)


# ------------------------------------------------------------------------------------------------------------ values


def _values(results: Sequence[Equity]) -> Iterator[str]:
    """Yield the values of the best rival; or, if the player's own value is open, how often each value is good."""
    envido = [result.envido for result in results if result.envido is not None]
    if not envido:
        return
    yield ""
    if envido[0].own.only is not None:
        spread = envido[0].best_rival
        yield f"{rivals_title(results[0])}:"
        cells = (
            f"{value_text(value, _(BARRED))}\u00a0{chance_text(Chance(share, spread.samples), 1)}"
            for value, share in reversed([*spread.shares.items()])
        )
        yield from in_lines(cells, " · ", "  ")
    else:
        yield _("Envido held, and how often it is good")
        yield from _values_held(envido)


def _values_held(envido: Sequence[PointsChance]) -> Iterator[str]:
    held = envido[0].own
    for value, share in reversed([*held.shares.items()]):
        label = f"{value_text(value, _(BARRED)):>4} {chance_text(Chance(share, held.samples)):>10}"
        good = (points.good_with.get(value) for points in envido)
        yield _row(label, ("" if chance is None else chance_text(chance) for chance in good))


# -------------------------------------------------------------------------------------------------------------- bets


def _bets(results: Sequence[Equity]) -> Iterator[str]:
    """Yield the stakes of the calls at this score and the expected points of accepting them."""
    bets = list({_key(bet): bet for result in reversed(results) for bet in result.bets}.values())
    if not bets:
        return
    own, rivals = points_of(results[0])
    yield ""
    yield _("Bets at {own}-{others}").format(own=own, others=rivals)
    titles = [_("won"), _("lost"), _("refused"), _("good from"), *(place_name(result) for result in results)]
    calls, rows = [], []
    for over, raises in _in_groups(bets):
        if over:  # a call of the player's side, with the raises of the rivals below it
            calls.append(f"  {_move_text(results[0], over)} …")
            rows.append([""] * len(titles))
        for bet in raises:
            calls.append(f"  {'  ' if over else ''}{_call(results[0], bet)}")
            rows.append(_bet_cells(bet, [_same_bet(result, bet) for result in results]))
    lines = _in_columns(["", *calls], [titles, *rows])
    if max(map(len, lines)) > WIDTH:  # too wide: split the column titles over two lines
        halves = [title.split(" ", 1) for title in titles]
        upper, lower = [half[0] if half[1:] else "" for half in halves], [half[-1] for half in halves]
        lines = _in_columns(["", "", *calls], [upper, lower, *rows])
    yield from lines
    for accept in dict.fromkeys(bet.accept for bet in bets if bet.accept != ACCEPT):
        yield f"  {REDUCED} {_move_text(results[0], accept)}"
    yield _("The last columns show the average value of accepting.")


def _in_groups(bets: Sequence[BetValue]) -> Iterator[tuple[str, Sequence[BetValue]]]:
    """Yield the bets grouped by lance and by the call of the player's side that they raise, which may be empty."""
    groups: dict[tuple[str, str], list[BetValue]] = {}
    for bet in bets:
        groups.setdefault((bet.lance, bet.over), []).append(bet)
    for (_lance, over), group in groups.items():
        yield over, group


def _in_columns(labels: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    label = max(map(len, labels))
    widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    return [
        (name.ljust(label) + "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))).rstrip()
        for name, cells in zip(labels, rows, strict=True)
    ]


def _same_bet(result: Equity, bet: BetValue) -> BetValue | None:
    """Return the bet on the same call at another place; None if it is not possible there."""
    return next((candidate for candidate in result.bets if _key(candidate) == _key(bet)), None)


def _key(bet: BetValue) -> tuple[str, str, str]:
    return bet.lance, bet.over, bet.call


def _bet_cells(bet: BetValue, of_places: Sequence[BetValue | None]) -> list[str]:
    return [
        f"+{bet.wins}",
        f"−{bet.loses}",
        f"−{bet.refused}",
        _share(float(bet.break_even), 1),
        *("" if same_bet is None else _average(same_bet) for same_bet in of_places),
    ]


def _average(bet: BetValue) -> str:
    mean = float(bet.expected)
    if bet.win.exact:
        return signed(mean, 2)
    margin = max(abs(mean - bound) for bound in bet.interval)
    digits = 2 if max(abs(mean), margin) < 10 else 1
    return f"{signed(mean, digits)} ±{decimal(margin, digits)}"


def _call(result: Equity, bet: BetValue) -> str:
    """Return the call, with a mark if it is accepted only up to the points that the player's side lacks."""
    call = _move_text(result, bet.call, DECIDE if bet.lance == DECIDE else None)
    return call if bet.accept == ACCEPT else f"{call} {REDUCED}"


def _move_text(result: Equity, move: str, about: str | None = None) -> str:
    return result.situation.rules.voices.phrase(move, about)
