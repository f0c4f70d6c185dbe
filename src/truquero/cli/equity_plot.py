"""The plot of the chances of a hand: the envido of the rivals, or how often each envido is good, and a bar for each
chance."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from truquero.analysis import NONE, Chance, Distribution, Equity, PointsChance
from truquero.cli.equity_rows import (
    BARRED,
    EquityRequest,
    ReportSection,
    known_cards,
    place_name,
    rivals_title,
    sections,
    title,
)
from truquero.cli.pictures import BLUE, INK, ORANGE, PALE, VERMILION, write
from truquero.i18n import _
from truquero.i18n.numbers import decimal, grouped, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OF_PLACE = (BLUE, ORANGE)
LESS, EQUAL, MORE = "#C9D6DF", "#7A8B99", VERMILION  # the envido of a rival, compared with the player's own
WITH_KEY = 24  # typographic points between a title and its panel, with room for a legend
MARGIN = 0.12  # inches
INCHES_OF_TITLE, INCHES_OF_ROW, INCHES_OF_LINE = 0.3, 0.38, 0.22
TITLE_IN_INCH, LETTERS_IN_INCH = 7, 11  # letters that fit in an inch of the title and of the other lines


def draw(request: EquityRequest, results: Sequence[Equity], name: str) -> None:
    """Draw the chances and write the plot to the file `name`."""
    write(lambda: picture(request, results), name)


def picture(request: EquityRequest, results: Sequence[Equity]) -> Figure:
    """Return the figure: a header, then the panels. Games without envido have only the panel of the chances."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lances = [section for section in sections(results) if section.rows]
    two_columns = results[0].envido is not None
    width = 13 if two_columns else 8.5
    titles = wrap(title(request, results[0]), int(width * TITLE_IN_INCH))
    head = _head(request, results, int(width * LETTERS_IN_INCH))
    rows = sum(len(section.rows) + 1 for section in lances)
    height = INCHES_OF_ROW * rows * (1 + 0.35 * (len(results) - 1)) + 1
    above = INCHES_OF_TITLE * len(titles)
    tall = 0.15 + above + INCHES_OF_LINE * len(head)
    figure = Figure(figsize=(width, (max(4.6, height) if two_columns else height) + tall))
    FigureCanvasAgg(figure)
    figure.set_layout_engine("constrained", w_pad=MARGIN, h_pad=MARGIN)
    parts: Any = figure.subfigures(2, 1, height_ratios=[tall, figure.get_figheight() - tall])
    top, bottom = parts
    for number, line in enumerate(titles):
        down = 0.12 + INCHES_OF_TITLE * number
        top.text(0.012, 1 - down / tall, line, va="top", fontsize=15, fontweight="bold")
    for number, line in enumerate(head):
        down = 0.15 + above + INCHES_OF_LINE * number
        top.text(0.012, 1 - down / tall, line, va="top", fontsize=11, color=PALE)
    _draw_chances(_panels(bottom, results), results, lances)
    return figure


def _head(request: EquityRequest, results: Sequence[Equity], widest: int) -> list[str]:
    """Return the lines under the title: the place if there is only one, the known cards, any sample size and seed."""
    facts = [*known_cards(request, results[0])]
    if len(results) == 1:
        facts.insert(0, place_name(results[0]))
    chances = [chance for section in sections(results) for _label, row in section.rows for chance in row]
    if any(chance.samples for chance in chances):
        message = _("{count} deals sampled with seed {seed}; the dark lines are intervals (confidence: 95%)")
        facts.append(message.format(count=grouped(request.samples), seed=request.seed))
    lines: list[str] = []
    for fact in facts:
        joined = f"{lines[-1]}  ·  {fact}" if lines else fact
        if len(joined) <= widest:
            lines[-1:] = [joined]
        else:
            lines += wrap(fact, widest)
    return lines


def _panels(figure: Any, results: Sequence[Equity]) -> Axes:
    """Draw the envido, if the game has it, on the left. Return the panel for the chances."""
    envido = [result.envido for result in results if result.envido is not None]
    if not envido:
        panel: Axes = figure.subplots()
        return panel
    left, right = figure.subfigures(1, 2, width_ratios=[1.25, 1])
    if envido[0].own.only is not None:
        _draw_rivals(left.subplots(), results[0], envido[0])
    else:
        upper, lower = left.subplots(2, 1, sharex=True, height_ratios=[2.2, 1])
        _draw_good(upper, results)
        _draw_spread(lower, envido[0].own, [LESS] * len(envido[0].own.shares))
        lower.set_title(_("How often it is held"))
        lower.set_xlabel(_("points"))
    panel = right.subplots()
    return panel  # noqa: RET504


# ------------------------------------------------------------------------------------------------------------ envido


def _slots(values: Sequence[int]) -> dict[int, int]:
    """Return the position of each value on the axis, with a gap after NONE and in place of values that cannot occur."""
    slots: dict[int, int] = {}
    slot = 0
    for previous, value in zip([values[0], *values], values, strict=False):
        slot += 0 if not slots else 1 if value == previous + 1 and previous != NONE else 2
        slots[value] = slot
    return slots


def _draw_spread(axes: Axes, spread: Distribution, colours: Sequence[str]) -> None:
    """Draw a bar for each value, with its interval if it is sampled. Hands that take no part have a separate bar."""
    slots = _slots([*spread.shares])
    chances = [Chance(share, spread.samples) for share in spread.shares.values()]
    axes.bar([*slots.values()], [100 * float(chance) for chance in chances], color=colours, width=0.85)
    for slot, chance in zip(slots.values(), chances, strict=True):
        _draw_interval(axes, chance, slot, upright=True)
    if NONE in slots:  # label the gap beside the bar, which may be as high as the panel
        beside = (slots[NONE] + 0.9, 0)
        axes.annotate(_(BARRED), beside, (0, 3), textcoords="offset points", rotation=90, ha="center", fontsize=9)
    _values_below(axes, slots)


def _values_below(axes: Axes, slots: dict[int, int]) -> None:
    axes.set_xticks([*slots.values()], ["–" if value == NONE else str(value) for value in slots])
    axes.set_xlim(-0.8, max(slots.values()) + 0.8)
    axes.tick_params(axis="x", labelsize=8.5, length=0)
    axes.grid(True, axis="y")
    _percents(axes, "y")


def _draw_rivals(axes: Axes, result: Equity, envido: PointsChance) -> None:
    """Draw the envido of the best rival, with colours for less than the player's own envido, equal and more."""
    own = envido.own.only
    values = [*envido.best_rival.shares]
    axes.set_xlabel(_("points"))
    if own is None or own == NONE:
        axes.set_title(rivals_title(result))
        _draw_spread(axes, envido.best_rival, [EQUAL] * len(values))
        return
    axes.set_title(rivals_title(result), pad=WITH_KEY)
    _draw_spread(
        axes, envido.best_rival, [MORE if value > own else EQUAL if value == own else LESS for value in values]
    )
    colours = [(LESS, _("less than {own}").format(own=own)), (EQUAL, _("equal")), (MORE, _("more"))]
    _key(axes, colours)


def _draw_good(axes: Axes, results: Sequence[Equity]) -> None:
    """Draw how often each envido is good, for each place. A line joins only consecutive values."""
    for result, colour, mark in zip(results, OF_PLACE, "os", strict=False):
        assert result.envido is not None
        slots = _slots([*result.envido.own.shares])
        good = {slots[value]: chance for value, chance in result.envido.good_with.items() if value != NONE}
        across = [slot for slot in range(max(slots.values()) + 1) if slot >= min(good)]
        shares = [100 * float(good[slot]) if slot in good else float("nan") for slot in across]
        axes.plot(across, shares, color=colour, marker=mark, markersize=4, linewidth=1.8, clip_on=False)
        for slot, chance in good.items():
            _draw_interval(axes, chance, slot, upright=True)
        _values_below(axes, slots)
    axes.set_title(_("How often an envido is good"), pad=WITH_KEY)
    axes.set_ylim(0, 100)
    labels = [(colour, _("good as {place}").format(place=place_name(result))) for result, colour in _coloured(results)]
    _key(axes, labels)


def _coloured(results: Sequence[Equity]) -> list[tuple[Equity, str]]:
    return [*zip(results, OF_PLACE, strict=False)]


# ----------------------------------------------------------------------------------------------------------- chances


def _draw_chances(axes: Axes, results: Sequence[Equity], lances: Sequence[ReportSection]) -> None:
    """Draw a bar for each chance and place, with its interval if it is sampled."""
    height = 0.8 / len(results)
    labels: list[str] = []
    for section in lances:
        axes.text(0, len(labels) + 0.25, section.heading, va="center", fontweight="bold")
        labels.append("")
        for label, chances in section.rows:
            for number, (chance, colour) in enumerate(zip(chances, OF_PLACE, strict=False)):
                position = len(labels) + (number - (len(results) - 1) / 2) * height
                axes.barh(position, 100 * float(chance), height=height * 0.9, color=colour)
                _draw_interval(axes, chance, position, upright=False)
                share = percent(decimal(100 * float(chance), 1))
                axes.text(100 * chance.interval[1] + 1.5, position, share, va="center", fontsize=9.5)
            labels.append(label)
    rows = [row for row, label in enumerate(labels) if label]
    axes.set_yticks(rows, [labels[row] for row in rows])
    axes.set_ylim(len(labels) - 0.4, -0.3)
    axes.set_xlim(0, 115)
    axes.set_xticks(range(0, 101, 25))
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_title(_("Chances"), pad=WITH_KEY)
    _percents(axes, "x")
    _key(axes, [(colour, place_name(result)) for result, colour in _coloured(results)])


def _draw_interval(axes: Axes, chance: Chance, position: float, *, upright: bool) -> None:
    if not chance.exact:
        across, along = [position, position], [100 * bound for bound in chance.interval]
        ends = (across, along) if upright else (along, across)
        axes.plot(*ends, color=INK, linewidth=1.4, solid_capstyle="butt")


def _percents(axes: Axes, which: str) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(lambda share, _position: percent(f"{share:g}" if share % 1 == 0 else decimal(share, 1)))


def _key(axes: Axes, labelled_colours: Sequence[tuple[str, str]]) -> None:
    """Draw the legend above the panel, where it covers nothing."""
    from matplotlib.patches import Patch

    handles = [Patch(color=colour, label=label) for colour, label in labelled_colours]
    axes.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        borderaxespad=0.2,
        borderpad=0.0,
        ncols=len(handles),
        frameon=False,
        fontsize=10,
        handlelength=1.0,
        columnspacing=1.4,
    )
