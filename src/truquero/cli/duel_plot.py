"""The plot of a league of bots: the ratings with their intervals, and a coloured matrix of all duels."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from truquero.bots.contest import League, LeagueRow
from truquero.cli.duel_text import DuelRequest, about_league, short_name, title
from truquero.cli.pictures import BLUE, INK, PALE, VERMILION, write
from truquero.i18n import _
from truquero.i18n.numbers import signed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 12.0  # inches
MARGIN = 0.12
INCHES_OF_BOT, INCHES_OF_REST, INCHES_OF_LINE = 0.62, 1.5, 0.24
INCHES_OF_TITLE = 0.5
LETTERS_IN_INCH = 11
DIGITS = 2
MOST_UPRIGHT = 4  # bot names that fit below the matrix without rotation
DARK = 0.75  # share of the strongest colour; text on darker cells is white


def draw(request: DuelRequest, result: League, name: str) -> None:
    """Draw the league and write the plot to the file `name`."""
    write(lambda: picture(request, result), name)


def picture(request: DuelRequest, result: League) -> Figure:
    """Return the figure: a header, the ratings on the left, the duels on the right. A bot has the same row in both."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    table = result.table()
    caption = wrap(about_league(request, result), int(WIDTH * LETTERS_IN_INCH))
    above = INCHES_OF_TITLE + INCHES_OF_LINE * len(caption)
    figure = Figure(figsize=(WIDTH, above + INCHES_OF_REST + INCHES_OF_BOT * max(4, len(table))))
    FigureCanvasAgg(figure)
    figure.set_layout_engine("constrained", w_pad=MARGIN, h_pad=MARGIN)
    parts: Any = figure.subfigures(2, 1, height_ratios=[above, figure.get_figheight() - above])
    top, bottom = parts
    top.text(0.012, 1 - 0.12 / above, title(request), va="top", fontsize=15, fontweight="bold")
    for number, line in enumerate(caption):
        down = 0.45 + INCHES_OF_LINE * number
        top.text(0.012, 1 - down / above, line, va="top", fontsize=11, color=PALE)
    ratings, crossed = bottom.subplots(1, 2, sharey=True, width_ratios=[1, 1.15])
    _draw_ratings(ratings, table)
    _draw_duels(crossed, result, [entry.name for entry in table])
    return figure


def _draw_ratings(axes: Axes, table: Sequence[LeagueRow]) -> None:
    """Draw a marker and an interval for each bot, in colour if its rating differs clearly from 0."""
    for row, entry in enumerate(table):
        colour = {1: BLUE, 0: PALE, -1: VERMILION}[entry.rating.sign]
        if entry.rating.low is not None and entry.rating.high is not None:
            interval = [entry.rating.low, entry.rating.high]
            axes.plot(interval, [row, row], color=colour, linewidth=3, solid_capstyle="round")
        axes.plot(entry.rating.value, row, marker="o", markersize=9, color=colour, markeredgecolor="white", zorder=3)
        text = signed(entry.rating.value, DIGITS)
        axes.annotate(text, (entry.rating.value, row), (0, 9), textcoords="offset points", ha="center", fontsize=10)
    axes.axvline(0, color=INK, linewidth=1, zorder=0)
    axes.set_yticks(range(len(table)), [short_name(entry.name) for entry in table], fontsize=12)
    axes.set_ylim(len(table) - 0.5, -0.5)
    axes.margins(x=0.12)
    axes.locator_params(axis="x", nbins=6, steps=[1, 2, 5, 10])
    axes.xaxis.set_major_formatter(lambda number, _position: signed(number, _digits(axes)) if number else "0")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(True, axis="x")
    axes.set_title(_("Ratings, with their intervals (95%)"))
    axes.set_xlabel(_("points per hand"))


def _digits(axes: Axes) -> int:
    """Return the number of decimal digits with which neighbouring ticks of the axis have different labels."""
    low, high = axes.get_xlim()
    return 1 if high - low > 0.6 else 2 if high - low > 0.06 else 3


def _draw_duels(axes: Axes, result: League, names: Sequence[str]) -> None:
    """Draw the points per hand of each bot against each other bot: wins in blue, losses in red."""
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    colours = LinearSegmentedColormap.from_list("duels", [VERMILION, "#FFFFFF", BLUE])
    duels = {
        (name, opponent): result.between(name, opponent) for name in names for opponent in names if name != opponent
    }
    strongest = max(abs(points.value) for points in duels.values()) or 1.0
    for row, name in enumerate(names):
        for column, opponent in enumerate(names):
            if name == opponent:
                axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, color="#F0F0F0"))
                continue
            points = duels[name, opponent]
            part = points.value / strongest
            colour = colours(0.5 + 0.5 * 0.85 * part)
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=colour, edgecolor="white", linewidth=2))
            weight = "bold" if points.sign else "normal"
            ink = "white" if abs(part) > DARK else INK
            axes.text(column, row, signed(points.value, DIGITS), ha="center", va="center", color=ink, weight=weight)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_xticks(range(len(names)), [short_name(name) for name in names])
    if len(names) > MOST_UPRIGHT:
        for label in axes.get_xticklabels():
            label.set(rotation=30, ha="right", rotation_mode="anchor")
    axes.tick_params(length=0)
    axes.set_xlabel(_("bold: the interval (95%) excludes 0"))
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_title(_("Points per hand of each bot against the others"))
