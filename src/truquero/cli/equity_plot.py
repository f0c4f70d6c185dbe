"""The chances of a hand as a picture: which envido the rivals have, and bars for every chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truquero.book.names import Names
from truquero.cli.equity_text import place_name
from truquero.cli.lines import sentence
from truquero.language import _
from truquero.language.numbers import decimal, percent
from truquero.rules.lances import lance_name
from truquero.solve import Chance, Equity, PointsChance
from truquero.solve.chances.chance import NONE
from truquero.table import TableError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".svg", ".png")
# Colours that are told apart with any kind of colour-blindness (Okabe and Ito), and on paper by their lightness.
OF_PLACE = ("#0072B2", "#E69F00")
LESS, EQUAL, MORE = "#C9D6DF", "#7A8B99", "#D55E00"  # a rival's envido beside one's own
INK, LINES = "#333333", "#DDDDDD"
STYLE: dict[str, Any] = {
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#888888",
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 28,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.hashsalt": "truquero",  # the same picture is the same file
    "svg.fonttype": "none",
}
_DATELESS = {".svg": {"Date": None}, ".png": {}}


def check_file(name: str) -> None:
    """Refuse at once what could not be drawn at the end."""
    path = Path(name)
    if path.suffix.lower() not in KINDS:
        raise TableError(_("{file} cannot be drawn: name it .svg or .png").format(file=name))
    if not path.parent.is_dir():
        raise TableError(_("{file} cannot be written: there is no such folder").format(file=name))
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        install = 'pip install "truquero[plot]"'
        raise TableError(_("pictures need Matplotlib: {install}").format(install=install)) from error


def draw(found: Sequence[Equity], name: str) -> None:
    """Write the picture."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    envido = [one.envido for one in found if one.envido is not None]
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(12.5, 5.2) if envido else (8, 2.8), layout="constrained")
        FigureCanvasAgg(figure)
        panels = figure.subplots(1, 2 if envido else 1, width_ratios=[3, 2] if envido else [1], squeeze=False)[0]
        if envido and envido[0].own.only is None:
            _draw_held(panels[0], found)
        elif envido:
            _draw_rivals(panels[0], found)
        _draw_chances(panels[-1], found)
        figure.suptitle(_title(found[0]), x=0.012, ha="left", fontsize=15)
        path = Path(name)
        try:
            figure.savefig(path, dpi=150, metadata=_DATELESS[path.suffix.lower()])
        except OSError as error:
            raise TableError(_("{file} cannot be written: {error}").format(file=name, error=error)) from error


def _title(found: Equity) -> str:
    spot = found.spot
    names = Names(spot.rules)
    about = [_("{variant}, {players} players").format(variant=spot.rules.variant, players=spot.rules.players)]
    if spot.ranges[spot.place].held:
        about.append(names.codes(spot.ranges[spot.place].held))
    if spot.turned is not None:
        about.append(f"{spot.rules.deal.turned} {names.code(spot.turned)}")
    return sentence(" · ".join(about))


# ------------------------------------------------------------------------------------------------------------ envido


def _draw_rivals(axes: Axes, found: Sequence[Equity]) -> None:
    """The envido of the best rival: pale what one's own beats, dark what beats it."""
    envido = found[0].envido
    assert envido is not None
    own = envido.own.only
    assert own is not None
    values = [value for value in envido.best_rival.shares if value != NONE]
    shares = [100 * float(envido.best_rival.shares[value]) for value in values]
    colours = [MORE if value > own else EQUAL if value == own else LESS for value in values]
    axes.bar([str(value) for value in values], shares, color=colours, width=0.85)
    one = len(found[0].spot.rivals) == 1
    axes.set_title(_("Envido of the rival") if one else _("Best envido of the rivals"))
    axes.set_xlabel(_("points"))
    _percents(axes, "y")
    axes.grid(axis="y", color=LINES, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.margins(x=0.01)
    axes.tick_params(axis="x", labelsize=9, length=0)
    told = (
        (LESS, _("less than {own}").format(own=own)),
        (EQUAL, _("equal")),
        (MORE, _("more")),
    )
    _key(axes, told)


def _draw_held(axes: Axes, found: Sequence[Equity]) -> None:
    """How often each envido is held, and how often it is good where one sits."""
    first = found[0].envido
    assert first is not None
    values = [value for value in first.own.shares if value != NONE]
    names = [str(value) for value in values]
    axes.bar(names, [100 * float(first.own.shares[value]) for value in values], color=LESS, width=0.85)
    for one, colour, mark in zip(found, OF_PLACE, "os", strict=False):
        assert one.envido is not None
        good = {str(value): 100 * float(chance) for value, chance in one.envido.good_with.items() if value in values}
        axes.plot([*good], [*good.values()], color=colour, marker=mark, markersize=4, linewidth=1.8, clip_on=False)
    axes.set_title(_("How often an envido is good"))
    axes.set_xlabel(_("points"))
    axes.set_ylim(0, 100)
    axes.margins(x=0.01)
    axes.tick_params(axis="x", labelsize=9, length=0)
    axes.grid(axis="y", color=LINES, linewidth=0.8)
    axes.set_axisbelow(True)
    _percents(axes, "y")
    named = zip(found, OF_PLACE, strict=False)
    told = [(colour, _("good as {place}").format(place=place_name(one))) for one, colour in named]
    _key(axes, [*told, (LESS, _("held"))])


# ----------------------------------------------------------------------------------------------------------- chances


def _rows(found: Equity) -> Iterator[tuple[str, Chance]]:
    yield lance_name("truco"), found.truco.win
    side = found.spot.places > 2
    if found.envido is not None:
        yield lance_name("envido"), found.envido.good
        if side:
            yield _("{lance}, our side").format(lance=lance_name("envido")), found.envido.side
    if found.flor is not None:
        if found.flor.own.only != NONE:
            yield lance_name("flor"), found.flor.good
        yield _("a rival has a flor"), _rival_has(found.flor)


def _rival_has(flor: PointsChance) -> Chance:
    return flor.best_rival.chance(lambda value: value != NONE)


def _draw_chances(axes: Axes, found: Sequence[Equity]) -> None:
    """A bar for every chance and place, with its interval where it was sampled."""
    labels = [label for label, _chance in _rows(found[0])]
    height = 0.8 / len(found)
    for number, (one, colour) in enumerate(zip(found, OF_PLACE, strict=False)):
        chances = [chance for _label, chance in _rows(one)]
        shares = [100 * float(chance) for chance in chances]
        at = [row + (number - (len(found) - 1) / 2) * height for row in range(len(chances))]
        axes.barh(at, shares, height=height * 0.9, color=colour, label=place_name(one))
        for where, share, chance in zip(at, shares, chances, strict=True):
            low, high = (100 * bound for bound in chance.interval)
            if not chance.exact:
                axes.plot([low, high], [where, where], color=INK, linewidth=1.6, solid_capstyle="butt")
            axes.text(max(share, high) + 1.5, where, percent(decimal(share, 1)), va="center", fontsize=10)
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlim(0, 115)
    axes.set_xticks(range(0, 101, 25))
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_title(_("Chances"))
    _percents(axes, "x")
    _key(axes, [(colour, place_name(one)) for one, colour in zip(found, OF_PLACE, strict=False)])


def _percents(axes: Axes, which: str) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_formatter(lambda share, _position: percent(f"{share:g}"))


def _key(axes: Axes, told: Sequence[tuple[str, str]]) -> None:
    """What the colours mean, above the panel where it covers nothing."""
    from matplotlib.patches import Patch

    handles = [Patch(color=colour, label=label) for colour, label in told]
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
