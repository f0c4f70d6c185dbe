"""The common parts of all plots: colours, style, and writing them to a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truquero.cli.command_error import CommandError
from truquero.i18n import _

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = (".svg", ".png")
# Colours that differ for every kind of colour-blindness (Okabe and Ito), and by lightness when printed.
BLUE, ORANGE, VERMILION = "#0072B2", "#E69F00", "#D55E00"
INK, PALE, LINES = "#333333", "#666666", "#E3E3E3"
STYLE: dict[str, Any] = {
    "font.size": 10.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#888888",
    "axes.titleweight": "bold",
    "axes.titlesize": 11.5,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": LINES,
    "grid.linewidth": 0.8,
    "svg.hashsalt": "truquero",  # makes the files reproducible
    "svg.fonttype": "none",
}
_DATELESS = {".svg": {"Date": None}, ".png": {}}


def check_file(name: str) -> None:
    """Raise CommandError if the plot could not be written later, before any long computation starts."""
    path = Path(name)
    if path.suffix.lower() not in KINDS:
        raise CommandError(_("cannot draw {file}: choose a name that ends in .svg or .png").format(file=name))
    if not path.parent.is_dir():
        raise CommandError(_("cannot write {file}: the folder does not exist").format(file=name))
    if path.is_dir():
        raise CommandError(_("cannot write {file}: it is a folder").format(file=name))
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        install = 'pip install "truquero[plot]"'
        raise CommandError(_("pictures need Matplotlib: {install}").format(install=install)) from error
    existed = path.exists()
    try:
        path.open("ab").close()
        if not existed:
            path.unlink()
    except OSError as error:
        raise _unwritable(name, error) from error


def _unwritable(name: str, error: OSError) -> CommandError:
    return CommandError(_("cannot write {file}: {error}").format(file=name, error=error.strerror))


def write(make: Callable[[], Figure], name: str) -> None:
    """Make a figure in the common style and write it to the file `name`."""
    import matplotlib

    path = Path(name)
    with matplotlib.rc_context(STYLE):
        figure = make()
        try:
            figure.savefig(path, dpi=150, metadata=_DATELESS[path.suffix.lower()])
        except OSError as error:
            raise _unwritable(name, error) from error
