"""The chances of a hand as a table: a column for each place asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from truquero.book.names import Names
from truquero.cli.lines import in_lines, sentence
from truquero.cli.simulate import SETTINGS
from truquero.language import N_, _
from truquero.language.numbers import decimal, grouped, percent
from truquero.rules.lances import lance_name
from truquero.solve import Bet, Chance, Equity, PointsChance
from truquero.solve.chances.bets import DECIDE
from truquero.solve.chances.chance import NONE
from truquero.solve.chances.truco import OPEN, RANDOM

LABEL = 32
COLUMN = 22
NUMBER = 8

BARRED = N_("takes no part")  # a plain flor, where it is barred from the envido
_PLAYED = {OPEN: N_("Truco, played with open cards"), RANDOM: N_("Truco, cards played at random")}


def text(found: Sequence[Equity]) -> Iterator[str]:
    """All that was found, place by place in columns."""
    yield from _head(found[0])
    yield ""
    yield "".ljust(LABEL) + "".join(place_name(one).rjust(COLUMN) for one in found)
    yield _(_PLAYED[found[0].truco.play])
    yield from _truco(found)
    yield from _envido(found)
    yield from _flor(found)
    yield from _values(found)
    yield from _bets(found)
    samples = {chance.samples for chance in _chances(found)} - {0}
    yield ""
    if samples:
        about = _("Chances with an interval (95% confidence) are drawn from {count} deals; all others are exact.")
        yield from in_lines(about.format(count=grouped(max(samples))).split(" "), " ")
    else:
        yield _("Every chance is exact: all deals have been counted.")


def place_name(found: Equity) -> str:
    """Where one sits, as the table calls it."""
    spot = found.spot
    if spot.place == 0:
        return _("mano")
    return _("pie") if spot.place == spot.places - 1 else _("place {place}").format(place=spot.place)


def _chances(found: Sequence[Equity]) -> Iterator[Chance]:
    for one in found:
        yield one.truco.win
        for points in (one.envido, one.flor):
            if points is not None:
                yield from (points.good, points.side)


def _head(found: Equity) -> Iterator[str]:
    spot = found.spot
    names = Names(spot.rules)
    about = [
        _("{variant}, {players} players").format(variant=spot.rules.variant, players=spot.rules.players),
        _(SETTINGS[spot.setting.value]),
    ]
    if spot.rules.deal.turned:
        turned = _("not known") if spot.turned is None else names.code(spot.turned)
        about.append(f"{spot.rules.deal.turned}: {turned}")
    yield sentence(" · ".join(about))
    held = spot.ranges[spot.place].held
    if held:
        yield _("Cards: {cards}").format(cards=names.codes(held))
    if spot.laid:
        laid = (f"{place}: {names.code(one)}" for place, one in spot.laid)
        yield from in_lines(laid, " · ", _("Played, by place:") + " ", "  ")


# ----------------------------------------------------------------------------------------------------------- chances


def chance_text(chance: Chance) -> str:
    """`71.23%`, or with the interval it lies in."""
    if chance.exact:
        return _share(float(chance), 2)
    low, high = (decimal(100 * bound, 1) for bound in chance.interval)
    return f"{_share(float(chance), 1)} ({low}–{high})"


def _share(share: float, digits: int) -> str:
    return percent(decimal(100 * share, digits))


def _row(label: str, cells: Sequence[str]) -> str:
    return f"  {label}".ljust(LABEL) + "".join(cell.rjust(COLUMN) for cell in cells)


def _truco(found: Sequence[Equity]) -> Iterator[str]:
    yield _row(_("won"), [chance_text(one.truco.win) for one in found])
    yield _row(_("lost"), [chance_text(one.truco.lose) for one in found])
    if any(one.truco.nobody.value for one in found):
        yield _row(_("nobody's"), [chance_text(one.truco.nobody) for one in found])


Get = Callable[[PointsChance], Chance]


def _lance(
    name: str, nothing: str, points: Sequence[PointsChance | None], rows: Sequence[tuple[str, Get]]
) -> Iterator[str]:
    """A heading with the own value, or that it is `nothing`, and a row for each chance; one line where the game has no
    such lance."""
    known = [one for one in points if one is not None]
    if not known:
        yield _("{lance}: not in this game").format(lance=sentence(name))
        return
    only = known[0].own.only
    yield sentence(name) if only is None else f"{sentence(name)}: {_value(only, nothing)}"
    for label, get in rows:
        yield _row(label, [chance_text(get(one)) for one in known])


def _value(value: int, nothing: str) -> str:
    return nothing if value == NONE else str(value)


def _envido(found: Sequence[Equity]) -> Iterator[str]:
    rows: list[tuple[str, Get]] = [(_("good against all rivals"), lambda one: one.good)]
    if found[0].spot.places > 2:
        rows.append((_("the best is our side's"), lambda one: one.side))
    yield from _lance(lance_name("envido"), _(BARRED), [one.envido for one in found], rows)


def _flor(found: Sequence[Equity]) -> Iterator[str]:
    """In words of its own, for in some languages she is a woman."""
    points = [one.flor for one in found]
    rows: list[tuple[str, Get]] = [(_("a rival has one"), lambda one: one.best_rival.chance(lambda v: v != NONE))]
    if any(one is not None and one.own.only != NONE for one in points):
        rows.append((_("good against every rival"), lambda one: one.good))
    if found[0].spot.places > 2:
        rows.append((_("the best one is our side's"), lambda one: one.side))
        rows.append((_("nobody has one"), lambda one: one.nobody))
    yield from _lance(lance_name("flor"), _("none"), points, rows)


# ------------------------------------------------------------------------------------------------------------ values


def _values(found: Sequence[Equity]) -> Iterator[str]:
    """Which values the best rival has; or, where the own value is open, how often each is good."""
    envido = [one.envido for one in found if one.envido is not None]
    if not envido:
        return
    yield ""
    if envido[0].own.only is not None:
        shares = envido[0].best_rival.shares
        told = _("Envido of the rival") if len(found[0].spot.rivals) == 1 else _("Best envido of the rivals")
        yield f"{told}:"
        every = (
            f"{_value(value, _(BARRED))}\u00a0{_share(float(share), 1)}" for value, share in reversed([*shares.items()])
        )
        yield from in_lines(every, " · ", "  ")
        return
    yield _("Envido held, and how often it is good")
    for value, share in reversed([*envido[0].own.shares.items()]):
        label = f"{_value(value, _(BARRED)):>4} {_share(float(share), 2):>10}"
        yield _row(label, [chance_text(one.good_with[value]) if value in one.good_with else "" for one in envido])


# -------------------------------------------------------------------------------------------------------------- bets


def _bets(found: Sequence[Equity]) -> Iterator[str]:
    """What the calls are worth at this score, and what accepting brings on average."""
    every = found[0].bets
    if not every:
        return
    own, others = (found[0].spot.standing.points[side] for side in (found[0].spot.side, 1 - found[0].spot.side))
    yield ""
    yield _("Bets at {own}-{others}").format(own=own, others=others)
    titles = [_("won"), _("lost"), _("refused"), _("good from"), *(place_name(one) for one in found)]
    widths = [max(NUMBER, len(title) + 2) for title in titles]
    calls = [f"  {_call(found[0], bet)}" for bet in every]
    label = max(map(len, calls)) + 1
    yield "".ljust(label) + "".join(title.rjust(width) for title, width in zip(titles, widths, strict=True))
    for number, (call, bet) in enumerate(zip(calls, every, strict=True)):
        cells = [f"+{bet.wins}", f"−{bet.loses}", f"−{bet.refused}", _share(float(bet.break_even), 1)]
        cells += [_signed(float(one.bets[number].expected)) for one in found]
        yield call.ljust(label) + "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    yield _("The last columns tell what accepting brings on average.")


def _call(found: Equity, bet: Bet) -> str:
    said = found.spot.rules.voices.said
    return said(bet.call, DECIDE) if bet.lance == DECIDE else said(bet.call)


def _signed(number: float) -> str:
    return f"{'−' if round(number, 2) < 0 else '+'}{decimal(abs(number), 2)}"
